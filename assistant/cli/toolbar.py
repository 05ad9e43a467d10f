"""The line under the prompt: tokens by section, window, topic, facts, model; as much as fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assistant.cli import layout, plain
from assistant.cli.sections import marks_of
from assistant.cli.stack import Look, stacked

if TYPE_CHECKING:
    from assistant.cli.talk import Chat
    from assistant.records import Turn

BAR = 16
NARROW, NARROW_BAR = 60, 8
LONGEST_MODEL = 28
LONGEST_TOPIC, SHORTEST_TOPIC = 24, 12


@dataclass(frozen=True, slots=True)
class Status:
    """What the toolbar tells. ``facts`` is None before anything was asked."""

    tokens: int = 0
    budget: int = 4000
    sections: Mapping[str, int] = field(default_factory=dict)
    window: tuple[int, int] = (0, 6)
    topic: str = ""
    facts: int | None = None
    model: str = ""
    attached: int = 0
    indexing: tuple[int, int] | None = None

    @classmethod
    def of(cls, chat: Chat) -> Status:
        """As of the last turn. Cheap enough to be asked after each, not at each key."""
        from assistant.cli.topics import topic_of

        last, turns = chat.last, chat.turns()
        sent = last if last and last.prompt_tokens else None
        return cls(
            tokens=sent.prompt_tokens if sent else 0,
            budget=sent.budget if sent else chat.session.budget,
            sections=sent.sections if sent else {},
            window=_window(turns, chat.app.config.prompt.window),
            topic=topic_of(turns),
            facts=len(last.facts_used) if last else None,
            model=chat.model,
        )


Fragment = tuple[str, str]
"""A style of prompt_toolkit's and a text."""


def draw(status: Status, look: Look) -> list[Fragment]:
    """The toolbar in at most ``look.width`` columns: what matters least goes first."""
    if status.indexing:
        done, whole = map(look.number, status.indexing)
        text = look.say("repl.indexing", done=done, whole=whole)
        return [("", layout.cut(text, look.width))]
    bar = _bar(status, look)
    used = look.say(
        "repl.of_budget", used=look.number(status.tokens), budget=look.number(status.budget)
    )
    shown, size = status.window
    parts = {
        "used": used,
        "files": _counted("attached", status.attached, look) if status.attached else "",
        "window": look.say("repl.window", shown=shown, size=size),
        "topic": _topic(status, LONGEST_TOPIC, look),
        "facts": "" if status.facts is None else _counted("facts", status.facts, look),
        "model": layout.cut(plain.line(status.model).removesuffix(":latest"), LONGEST_MODEL)
        or look.say("repl.no_model"),
    }
    smaller = (
        {"window": ""},
        {"used": used.removesuffix(" tokens")},
        {"topic": _topic(status, SHORTEST_TOPIC, look)},
        {"facts": ""},
        {"topic": ""},
        {"model": ""},
    )
    room = look.width - sum(layout.cells(text) for _, text in bar)
    return [*bar, ("", _fitting(parts, smaller, room, " · " if look.unicode else " | "))]


def _fitting(
    parts: Mapping[str, str], smaller: Sequence[Mapping[str, str]], room: int, separator: str
) -> str:
    """The parts on one line, made smaller step by step until they fit."""
    line = separator.join(filter(None, parts.values()))
    for step in smaller:
        if layout.cells(line) <= room:
            break
        parts = {**parts, **{name: text for name, text in step.items() if parts[name]}}
        line = separator.join(filter(None, parts.values()))
    return layout.cut(line, room)


def _bar(status: Status, look: Look) -> list[Fragment]:
    """A cell for 250 tokens (500 in a narrow window), in its section's colour or letter; as many
    together as the whole fills."""
    cells = BAR if look.width >= NARROW else NARROW_BAR
    names = [name for name, tokens in status.sections.items() if tokens]
    drawn = stacked([status.sections[name] for name in names], status.budget, cells)
    bar: list[Fragment] = [("", "" if look.unicode else "[")]
    for name, filled in zip(names, drawn, strict=True):
        letter = "█" if look.unicode and look.colour else marks_of(name).letter
        bar.append((f"fg:{marks_of(name).colour}" if look.colour else "", letter * filled))
    empty = max(0, cells - sum(drawn))
    return [*bar, ("", ("·" if look.unicode else ".") * empty), ("", " " if look.unicode else "] ")]


def _topic(status: Status, width: int, look: Look) -> str:
    topic = layout.cut(status.topic, width)
    return look.say("repl.topic_is", topic=topic) if topic else ""


def _counted(what: str, count: int, look: Look) -> str:
    if not count:
        return look.say(f"repl.{what}_none")
    return look.say(f"repl.{what}", count=count)


def _window(turns: Sequence[Turn], cap: int) -> tuple[int, int]:
    """Turns that the next prompt shows word for word, and how many there may be (C2)."""
    from assistant.memory import window

    size = window.size([t.user.semantic_continuity for t in turns if t.number > 1])
    return len(window.select(turns, size, min(cap, window.CAP)).staying), size
