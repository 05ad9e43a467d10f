"""What of each section goes into a given room, and what is lost by it.

Each ``fit`` starts from everything that was offered, so that a section can be fitted again and
again to less room without shortening what is already short. All sizes are in tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from assistant.memory.base import OfferedFact, Summary
from assistant.prompt.base import Context, Drop
from assistant.prompt.budget import Meter
from assistant.prompt.elision import elide
from assistant.prompt.fences import fence
from assistant.prompt.sections import fact_line, list_line, summary_forms, summary_line
from assistant.prompt.table import FACTS, STATE, SUMMARIES
from assistant.records import ChatMessage, ConsideredFact, Segment

FACT_TOKENS = 60
SUMMARY_TOKENS = 50
SUMMARY_SLOTS = 4


class Fitted(NamedTuple):
    """A section in its room; of the payloads only the section's own is filled.

    ``blocks`` are fenced, as they stand before the words of the message. ``floor`` is the least
    room in which nothing more would be lost whole.
    """

    tokens: int = 0
    items: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    drops: tuple[Drop, ...] = ()
    messages: tuple[ChatMessage, ...] = ()
    shown_turns: tuple[int, ...] = ()
    schemas: tuple[Mapping[str, Any], ...] = ()
    considered: tuple[ConsideredFact, ...] = ()
    notices: tuple[str, ...] = ()
    floor: int = 0


def fit_state(lines: Sequence[str], room: int, reason: str, meter: Meter) -> Fitted:
    """The newest lines that fit; a later confirmation outweighs an earlier one."""
    header = meter.count(STATE.heading) + 1
    kept: list[str] = []
    drops: list[Drop] = []
    used = header
    for line in reversed([list_line(text) for text in lines if text.strip()]):
        tokens = meter.count(line) + 1
        if used + tokens <= room and not drops:
            kept.append(line)
            used += tokens
        else:
            drops.append(Drop("state", line, tokens, reason))
    return Fitted(used if kept else 0, tuple(reversed(kept)), drops=tuple(reversed(drops)))


class FactLines:
    """Facts as their section writes and counts them. What is chosen by ``room`` and ``cost`` fits
    into ``tokens`` to the last line."""

    def __init__(self, tokens: int, meter: Meter) -> None:
        self._meter = meter
        self.header = meter.count(FACTS.heading) + 1
        self.room = tokens - self.header

    def cost(self, words: str, standing: bool) -> int:
        """Tokens of one line with its break."""
        return self._meter.count(self.written(words, standing)) + 1

    def written(self, words: str, standing: bool) -> str:
        return elide(fact_line(words, standing=standing), FACT_TOKENS, self._meter)


def fit_facts(offered: Sequence[OfferedFact], room: int, reason: str, meter: Meter) -> Fitted:
    """Standing rules first, then the others by rank, each that still fits."""
    wanted = [o for o in offered if o.considered.decision == "in"]
    lines = FactLines(room, meter)
    used = lines.header
    items: list[str] = []
    drops: list[Drop] = []
    for o in sorted(wanted, key=lambda o: not o.standing):
        words = o.line or o.fact.fact
        line, tokens = lines.written(words, o.standing), lines.cost(words, o.standing)
        if used + tokens > room:
            drops.append(Drop("facts", o.fact.id, tokens, reason))
            continue
        items.append(line)
        used += tokens
        whole = fact_line(words, standing=o.standing)
        if line != whole:
            fewer = meter.count(whole) + 1 - tokens
            drops.append(Drop("facts", f"{o.fact.id}: its middle", fewer, "too long for a fact"))
    lost = {drop.what for drop in drops}
    considered = tuple(
        replace(o.considered, decision="out", reason=f"no room: {reason}")
        if o in wanted and o.fact.id in lost
        else o.considered
        for o in offered
    )
    return Fitted(used if items else 0, tuple(items), drops=tuple(drops), considered=considered)


def fit_summaries(offered: Sequence[Summary], room: int, reason: str, meter: Meter) -> Fitted:
    """At most 4 of at most 50 tokens, oldest first. Under pressure lines get shorter before one
    is lost; the least relevant is lost first, the oldest among equals."""
    ranked = sorted(offered, key=lambda s: (s.relevance, s.segment.created_at), reverse=True)
    forms = [_forms(s.segment, meter) for s in ranked]
    header = meter.count(SUMMARIES.heading) + 1
    for many in range(min(SUMMARY_SLOTS, len(ranked)), -1, -1):
        lines = _shorten_to(forms[:many], room - header, meter)
        if lines:
            break
    lost = tuple(
        Drop("summaries", s.segment.topic, meter.count(f[0]), reason)
        for s, f in zip(reversed(ranked[many:]), reversed(forms[many:]), strict=True)
    )
    if not lines:
        return Fitted(drops=lost)
    pairs = sorted(
        zip(ranked[:many], lines, strict=True), key=lambda pair: pair[0].segment.created_at
    )
    items = tuple(line for _, line in pairs)
    shortened = tuple(
        Drop("summaries", f"{s.segment.topic}: details", fewer, reason)
        for s, line in pairs
        if (fewer := meter.count(summary_line(s.segment)) - meter.count(line)) > 0
    )
    tokens = header + sum(meter.count(line) + 1 for line in items)
    return Fitted(tokens, items, drops=(*lost, *shortened))


def fit_tools(tools: Sequence[Mapping[str, Any]], room: int, reason: str, meter: Meter) -> Fitted:
    """The first ones that fit: they come most useful first."""
    kept: list[Mapping[str, Any]] = []
    drops: list[Drop] = []
    used = meter.schemas_overhead(tools[0]) if tools else 0
    for tool in tools:
        tokens = meter.schema(tool)
        if used + tokens <= room and not drops:
            kept.append(tool)
            used += tokens
        else:
            drops.append(Drop("tools", tool["function"]["name"], tokens, reason))
    names = tuple(str(tool["function"]["name"]) for tool in kept)
    return Fitted(used if kept else 0, names, drops=tuple(drops), schemas=tuple(kept))


def fit_context(offered: Context, room: int, reason: str, meter: Meter) -> Fitted:
    """Its lines, or the first of its shorter forms that fits, or the first lines of the last."""
    forms = [("", offered.lines), *offered.shorter]
    written = [tuple(list_line(t) for t in lines if t.strip()) for _, lines in forms]
    frame = meter.count(_framed(offered, ())) + 1
    sizes = [frame + sum(meter.count(line) + 1 for line in lines) for lines in written]
    chosen = next((i for i, size in enumerate(sizes) if size <= room), len(forms) - 1)
    lines, tokens = list(written[chosen]), sizes[chosen]
    while lines and tokens > room:
        tokens -= meter.count(lines.pop()) + 1
    lost = len(written[chosen]) - len(lines)
    name = offered.section.name
    drops = []
    if chosen:
        drops.append(Drop(name, forms[chosen][0], sizes[0] - sizes[chosen], reason))
    if lost:
        what = f"{lost} of {len(written[chosen])} lines"
        drops.append(Drop(name, what, sizes[chosen] - (tokens if lines else 0), reason))
    return Fitted(
        tokens=tokens if lines else 0,
        items=tuple(lines),
        blocks=(_framed(offered, lines),) if lines and offered.section.place == "data" else (),
        drops=tuple(drops),
        floor=sizes[-1],
    )


def _framed(offered: Context, lines: Sequence[str]) -> str:
    """The lines as their place has them: under a header, or between the tags of data."""
    if offered.section.place == "data":
        return fence("data", "\n".join(lines), {"name": offered.section.name})
    return "\n".join((offered.section.heading, *lines))


def _forms(segment: Segment, meter: Meter) -> tuple[str, ...]:
    """The summary's forms of at most 50 tokens, longest first; at least one."""
    forms = summary_forms(segment)
    fitting = tuple(line for line in forms if meter.count(line) <= SUMMARY_TOKENS)
    return fitting or (elide(forms[-1], SUMMARY_TOKENS, meter),)


def _shorten_to(
    forms: Sequence[tuple[str, ...]], room: int, meter: Meter
) -> tuple[str, ...] | None:
    """A form for each summary, the less relevant shortened first; None where even the shortest
    are too long together."""
    chosen = [lines[0] for lines in forms]
    total = sum(meter.count(line) + 1 for line in chosen)
    for i in reversed(range(len(chosen))):
        for shorter in forms[i][1:]:
            if total <= room:
                break
            total += meter.count(shorter) - meter.count(chosen[i])
            chosen[i] = shorter
    return tuple(chosen) if total <= room else None
