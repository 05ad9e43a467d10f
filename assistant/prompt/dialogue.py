"""The window and the pending tool chain in a given room: elided in the middle before lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from assistant.messages import say
from assistant.prompt.base import Drop
from assistant.prompt.budget import Meter
from assistant.prompt.elision import elide
from assistant.prompt.fences import defuse
from assistant.prompt.fitting import Fitted
from assistant.prompt.sections import shorten_call, turn_messages
from assistant.records import ChatMessage, Language, Turn

MESSAGE_FLOOR = 60
"""A message of the window is never elided below this: its whole turn goes instead."""
NEWEST_WEIGHT = 2
"""The newest turn may stay this many times longer than older ones."""
RESULT_FLOOR = 16
CALL_TOKENS = 100
"""Arguments of a past call longer than this are left out: the result has superseded them."""


class Exchange(NamedTuple):
    """Messages that stay or go together: a turn of the window, or a pair of a one-shot run."""

    number: int | None
    messages: tuple[ChatMessage, ...]

    @property
    def label(self) -> str:
        return "earlier prompt of this run" if self.number is None else f"turn {self.number}"


def exchanges(window: Sequence[Turn], run: Sequence[ChatMessage] = ()) -> tuple[Exchange, ...]:
    """Turns, then the messages of a one-shot run, grouped so that each begins with the user."""
    found = [Exchange(t.number, messages) for t in window if (messages := turn_messages(t))]
    for message in run:
        message = replace(message, content=defuse(message.content))
        if message.role == "user" or not found or found[-1].number is not None:
            found.append(Exchange(None, (message,)))
        else:
            found[-1] = Exchange(None, (*found[-1].messages, message))
    return tuple(found)


def fit_window(
    offered: Sequence[Exchange], language: Language, room: int, reason: str, meter: Meter
) -> Fitted:
    """Long messages are elided in the middle, the longest first; when even that is not enough,
    the oldest exchange goes whole. ``shown_turns`` are those whose user's words are whole.

    Prompts typed in this very run are the user's own message too: cutting them is told.
    """
    start, floor = _newest_that_fit(offered, room, meter)
    kept = offered[start:]
    messages = [m for e in kept for m in e.messages]
    sizes = [meter.count(m.content) for m in messages]
    weights = _weights(kept)
    level = water_level(sizes, weights, room - meter.per_message * len(sizes), MESSAGE_FLOOR)
    fitted = [_elided(m, level * w, meter) for m, w in zip(messages, weights, strict=True)]
    lost = [
        Drop("window", e.label, sum(map(meter.message, e.messages)), reason)
        for e in offered[:start]
    ]
    labels = [f"{e.label}, {m.role}" for e in kept for m in e.messages]
    cut = sum(e.number is None and any(m not in fitted for m in e.messages) for e in offered)
    return Fitted(
        tokens=sum(map(meter.message, fitted)),
        items=tuple(f"{m.role}: {m.content}" for m in fitted),
        drops=(*lost, *_elisions("window", labels, messages, fitted, reason, meter)),
        messages=tuple(fitted),
        shown_turns=tuple(
            e.number for e in kept if e.number is not None and e.messages[0] in fitted
        ),
        notices=(say("prompt.run_cut", language, count=cut),) if cut else (),
        floor=floor,
    )


def fit_exchange(chain: Sequence[ChatMessage], room: int, reason: str, meter: Meter) -> Fitted:
    """The pending tool chain: all its results share ``room``; long arguments of calls go."""
    chain = [replace(m, content=defuse(m.content)) for m in chain]
    sizes = [meter.count(m.content) for m in chain if m.role == "tool"]
    level = water_level(sizes, [1] * len(sizes), room, RESULT_FLOOR)
    fitted = [
        _elided(m, level, meter) if m.role == "tool" else _with_short_calls(m, meter) for m in chain
    ]
    labels = [f"{m.role} message" for m in chain]
    return Fitted(
        tokens=sum(map(meter.message, fitted)),
        items=tuple(
            f"{m.role}: " + (m.content or ", ".join(c.name for c in m.tool_calls)) for m in fitted
        ),
        drops=_elisions("tools", labels, chain, fitted, reason, meter),
        messages=tuple(fitted),
    )


def water_level(sizes: Sequence[int], weights: Sequence[int], room: int, floor: int) -> int:
    """The highest level, at least ``floor``, to which sizes can be cut so that they fit in
    ``room`` together; a size of weight w is cut to w levels."""
    low, high = floor, max([floor, *sizes])
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(s, w * middle) for s, w in zip(sizes, weights, strict=True)) <= room:
            low = middle
        else:
            high = middle - 1
    return low


def _newest_that_fit(offered: Sequence[Exchange], room: int, meter: Meter) -> tuple[int, int]:
    """From which exchange on all fit, each message at its floor, and the room that takes."""
    start, floor = len(offered), 0
    for exchange in reversed(offered):
        least = MESSAGE_FLOOR * (NEWEST_WEIGHT if exchange is offered[-1] else 1)
        sizes = [meter.count(m.content) for m in exchange.messages]
        cost = sum(meter.per_message + min(size, least) for size in sizes)
        if floor + cost > room:
            break
        start, floor = start - 1, floor + cost
    return start, floor


def _weights(offered: Sequence[Exchange]) -> list[int]:
    return [NEWEST_WEIGHT if e is offered[-1] else 1 for e in offered for _ in e.messages]


def _elided(message: ChatMessage, tokens: int, meter: Meter) -> ChatMessage:
    size = meter.count(message.content)
    if size <= tokens:
        return message
    return replace(message, content=elide(message.content, tokens, meter, size))


def _with_short_calls(message: ChatMessage, meter: Meter) -> ChatMessage:
    if all(meter.count(call.arguments) <= CALL_TOKENS for call in message.tool_calls):
        return message
    calls = (
        shorten_call(call, size) if (size := meter.count(call.arguments)) > CALL_TOKENS else call
        for call in message.tool_calls
    )
    return replace(message, tool_calls=tuple(calls))


def _elisions(
    section: str,
    labels: Sequence[str],
    before: Sequence[ChatMessage],
    after: Sequence[ChatMessage],
    reason: str,
    meter: Meter,
) -> tuple[Drop, ...]:
    return tuple(
        Drop(section, f"{label}: its middle", meter.message(was) - meter.message(now), reason)
        for label, was, now in zip(labels, before, after, strict=True)
        if was != now
    )
