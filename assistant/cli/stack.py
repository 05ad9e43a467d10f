"""A prompt drawn as a stack: bars by section, every fact considered, every drop (M1, F8, P5)."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.cli import layout, plain
from assistant.cli.reasons import in_words
from assistant.cli.sections import marks_of, section_title
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.prompt.base import Prompt, Section
    from assistant.records import ConsideredFact, Language

WIDEST_BAR = 32


@dataclass(frozen=True, slots=True)
class Look:
    """How wide it may be, which letters and colours there are, and the language."""

    width: int = 80
    unicode: bool = True
    colour: bool = False
    language: Language = "en"

    @classmethod
    def here(cls, language: Language = "en") -> Look:
        """What this terminal allows."""
        return cls(
            plain.columns() - 1, plain.unicode(sys.stdout), plain.styled(sys.stdout), language
        )

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def reason(self, text: str) -> str:
        return in_words(plain.line(text), self.language)

    def number(self, value: int) -> str:
        return plain.number(value, self.language)

    def bar(self, section: str, filled: int) -> str:
        """So many cells of a section's bar."""
        if not self.unicode:
            return ("#" if section else ".") * filled
        cells = ("█" if section else "·") * filled
        code = marks_of(section).code if section else "2"
        return plain.sgr(code, cells) if self.colour and filled else cells


def shares(parts: Sequence[int], whole: int, cells: int) -> list[int]:
    """Cells for each part of ``whole``: none for nothing, at least one for something, together
    never more than ``cells`` as long as there is one for each."""
    drawn = [max(1, round(cells * part / whole)) if part else 0 for part in parts]
    while sum(drawn) > cells and max(drawn) > 1:
        drawn[drawn.index(max(drawn))] -= 1
    return drawn


def stacked(parts: Sequence[int], whole: int, cells: int) -> list[int]:
    """Cells for each part in one bar, which is as long as the sum of the parts is of ``whole``:
    each by its size, what is left over to those that lost most (largest remainders)."""
    total = sum(parts)
    length = min(cells, max(1, round(cells * total / whole))) if total else 0
    exact = [length * part / total for part in parts] if total else [0.0] * len(parts)
    drawn = [int(size) for size in exact]
    by_loss = sorted(range(len(parts)), key=lambda i: drawn[i] - exact[i])
    for i in by_loss[: length - sum(drawn)]:
        drawn[i] += 1
    return drawn


def sizes(prompt: Prompt, look: Look) -> list[str]:
    """The whole against its limit, then a bar for each section, and what is free."""
    head = look.say(
        "repl.of_budget", used=look.number(prompt.tokens), budget=look.number(prompt.budget)
    )
    shown = [s for s in prompt.sections if s.tokens]
    free = prompt.budget - prompt.tokens
    names = [section_title(s.name, look.language, s.titles) for s in shown]
    labels = [*names, look.say("why.free")]
    numbers = [look.number(n) for n in (*(s.tokens for s in shown), free)]
    counts = [_items(len(s.items), look) for s in shown]
    beside = max(map(len, labels)) + max(map(len, numbers)) + max(map(len, counts), default=0) + 6
    room = min(WIDEST_BAR, look.width - beside)
    if room < 8:  # a narrow window: the counts of items give way to the bars
        counts, room = [""] * len(shown), max(4, room + max(map(len, counts), default=0) + 2)
    bars = shares([s.tokens for s in shown], prompt.budget, room)
    rows = [
        (label, look.bar(section.name, cells), number, count)
        for label, section, cells, number, count in zip(
            names, shown, bars, numbers, counts, strict=False
        )
    ]
    left = max(0, room - sum(bars))
    rows.append((labels[-1], look.bar("", left), numbers[-1], ""))
    return [plain.bold(head), *layout.table(rows, right=(2,)), *_reasons(shown, look)]


def _reasons(shown: Sequence[Section], look: Look) -> Iterator[str]:
    """Why sections that are not the core's are there."""
    for section in shown:
        if section.reason:
            said = f"{section_title(section.name, look.language, section.titles)}: {section.reason}"
            yield plain.dim(layout.cut(plain.line(said), look.width))


def facts(considered: Sequence[ConsideredFact], look: Look) -> list[str]:
    """Each with decision, score and reason: in before out, the nearest first."""
    ordered = sorted(considered, key=lambda c: (c.decision, -c.score))
    lines = []
    for c in ordered:
        head = f"{look.say('why.in') if c.decision == 'in' else look.say('why.out'):<5} "
        head += f"{c.score:5.2f}  "
        lines += _beside(head, plain.line(c.fact), look.reason(c.reason), look)
    return lines


def compression(prompt: Prompt, look: Look) -> list[str]:
    """How the prompt was made to fit, its size before and after (K3); none where it fitted."""
    found = prompt.compression
    if not found.compressed:
        return []
    before, after = look.number(found.original_tokens), look.number(found.compressed_tokens)
    how = ", ".join(look.say(f"strategies.{name}") for name in found.strategies)
    said = look.say("why.compressed", before=before, after=after, how=how)
    return layout.wrapped([said], look.width)


def sources(prompt: Prompt, look: Look) -> list[str]:
    """How long each source of the turn took, and what became of it (K2)."""
    rows = [
        (
            section_title(source.name, look.language, source.titles),
            plain.line(source.why) or look.say(f"packs.{source.outcome}", ms=source.milliseconds),
        )
        for source in prompt.sources
    ]
    return [layout.cut(line, look.width) for line in layout.table(rows)]


def drops(prompt: Prompt, look: Look) -> list[str]:
    """Everything that was left out or shortened, with what it weighed and why."""
    lines = []
    named = {s.name: s.titles for s in prompt.sections} | {s.name: s.titles for s in prompt.sources}
    titles = {name: section_title(name, look.language, own) for name, own in named.items()}
    for drop in prompt.drops:
        weight = f"-{look.number(drop.tokens)}  " if drop.tokens else ""
        head = f"{titles[drop.section]}  {weight}"
        lines += _beside(head, plain.line(drop.what), look.reason(drop.reason), look)
    return lines


def _beside(head: str, text: str, reason: str, look: Look) -> list[str]:
    """Text and reason on one line where they fit, else the reason under the text."""
    room = look.width - layout.cells(head)
    if layout.cells(text) + 2 + layout.cells(reason) <= room:
        return [f"{head}{text}  {plain.dim(reason)}"]
    indent = " " * min(len(head), 7)
    under = layout.cut(reason, look.width - len(indent))
    return [head + layout.cut(text, room), indent + plain.dim(under)]


def _items(count: int, look: Look) -> str:
    return look.say("why.items", count=count)
