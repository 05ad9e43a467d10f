"""Reads ``data/topics/dialogues`` and deals labelled conversations from it, reproducibly.

Every conversation becomes a list of ``Line``: who spoke, what, and whether it opens a subject.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assistant.memory.topics import Said
from assistant.memory.topics.features import View
from assistant.resources import data_path

Side = Literal["life", "work", "small talk"]
Subject = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Line:
    """``scored`` lines are those that a decision is asked about."""

    by_user: bool
    text: str
    shift: bool
    scored: bool = True


@dataclass(frozen=True)
class Example:
    """A message in its place."""

    view: View
    shift: bool


Dialogue = Sequence[Line]


def folder() -> Path:
    return data_path("topics", "dialogues")


def dialogues(name: str, *, replies: bool) -> list[Dialogue]:
    """A file of conversations; ``replies`` says whether the other side's lines are scored too."""
    return read(folder() / f"{name}.txt", replies=replies)


def read(path: Path, *, replies: bool) -> list[Dialogue]:
    """The conversations of any file in that format."""
    return [[_line(text, replies) for text in block] for block in _blocks(path.read_text("utf-8"))]


def subjects(*names: str) -> dict[str, dict[str, list[str]]]:
    """Subjects of small talk, merged over files: name -> letter -> sentences."""
    found: dict[str, dict[str, list[str]]] = {}
    for name in names:
        for block in _blocks((folder() / f"{name}.txt").read_text("utf-8")):
            subject = found.setdefault(block[0].removeprefix("= "), {})
            for line in block[1:]:
                subject.setdefault(line[0], []).append(line[2:])
    return found


def domains() -> dict[str, tuple[Side, list[str]]]:
    """What an assistant is asked about: name -> (side of the line, sentences)."""
    found: dict[str, tuple[Side, list[str]]] = {}
    for block in _blocks((folder() / "domains.txt").read_text("utf-8")):
        name, side = block[0].removeprefix("= ").split()
        found[name] = ("work" if side == "work" else "life", [line[2:] for line in block[1:]])
    return found


def reactions(language: str) -> dict[str, list[str]]:
    lines = (folder() / f"reactions_{language}.txt").read_text("utf-8").splitlines()
    return {mark: [line[2:] for line in lines if line.startswith(mark)] for mark in "+?"}


def joined(threads: Sequence[Dialogue], count: int, rng: random.Random) -> Iterator[Dialogue]:
    """Conversations of two to four threads, one after the other: their first lines are shifts."""
    for _ in range(count):
        chosen = rng.sample(threads, rng.choice((2, 3, 3, 4)))
        lines: list[Line] = []
        for thread in chosen:
            kept = thread[: 2 * rng.randint(min(2, len(thread) // 2), len(thread) // 2)]
            first = Line(True, kept[0].text, bool(lines))
            lines += [first, *kept[1:]]
        yield lines


def halves(
    pool: Mapping[str, Mapping[str, list[str]]],
) -> tuple[dict[str, Subject], dict[str, Subject]]:
    """Each subject's sentences in two halves, so that none is judged by what learned it."""
    one: dict[str, Subject] = {
        n: {k: s[::2] for k, s in kinds.items()} for n, kinds in pool.items()
    }
    other: dict[str, Subject] = {
        n: {k: s[1::2] or s for k, s in kinds.items()} for n, kinds in pool.items()
    }
    return one, other


@dataclass
class Dealer:
    """Deals small talk from sentences sorted by subject (see the README beside them)."""

    pool: Mapping[str, Subject]
    said: Mapping[str, Sequence[str]]
    rng: random.Random
    back: str
    leaving: float = 0.25

    def deal(self, length: int) -> Dialogue:
        subject = self.rng.choice(list(self.pool))
        lines = [Line(True, self._pick(subject, "sq"), False)]
        while len(lines) < length:
            asked = lines[-1].text.endswith("?")
            leaves = self.rng.random() < self.leaving
            if leaves:
                before, subject = subject, self.rng.choice([s for s in self.pool if s != subject])
                text = self._leave(before, subject, asked)
            else:
                text = self._answer(subject) if asked else self._go_on(subject)
            lines.append(Line(len(lines) % 2 == 0, text, leaves))
        return lines

    def _pick(self, subject: str, letters: str) -> str:
        return self.rng.choice(
            [s for letter in letters for s in self.pool[subject].get(letter, ())]
        )

    def _leave(self, before: str, subject: str, asked: bool) -> str:
        opening = self._pick(subject, "s" if self.rng.random() < 0.5 else "q")
        luck = self.rng.random()
        if asked:
            lead = (
                self.rng.choice(self.said["?"])
                if luck < 0.4
                else f"{self._pick(before, 'rs')}."
                if luck < 0.85
                else ""
            )
        else:
            lead = self.rng.choice(self.said["+"]) if luck < 0.7 else ""
        if self.rng.random() < 0.2 and not opening.endswith("?"):
            opening = f"{opening}. {self._pick(subject, 'q')}"
        return f"{lead} {opening}".strip()

    def _answer(self, subject: str) -> str:
        short = self.rng.random() < 0.25
        text = self.rng.choice(self.said["?"]) if short else f"{self._pick(subject, 'rs')}."
        luck = self.rng.random()
        if luck < 0.25:
            return f"{text} {self._pick(subject, 'fq')}"
        return f"{text} {self.back}" if luck < 0.4 else text.rstrip(".")

    def _go_on(self, subject: str) -> str:
        if self.rng.random() < 0.2:
            return self.rng.choice(self.said["+"])
        text = self._pick(subject, "frsq")
        luck = self.rng.random()
        if luck < 0.15 and not text.endswith("?"):
            text = f"{text}. {self._pick(subject, 'fq')}"
        return f"{self.rng.choice(self.said['+'])} {text}" if luck < 0.5 else text


def examples(source: Iterable[Dialogue], known: Mapping[str, Said]) -> Iterator[Example]:
    """Every scored line that has something before it, with what it is weighed against."""
    for dialogue in source:
        spoken = [known[line.text] for line in dialogue]
        for place, line in enumerate(dialogue):
            if place == 0 or not line.scored:
                continue
            earlier = spoken[place - 2] if place > 1 else spoken[place - 1]
            before = tuple(spoken[max(0, place - 4) : max(0, place - 2)])
            yield Example(View(spoken[place], spoken[place - 1], earlier, before), line.shift)


def _line(text: str, replies: bool) -> Line:
    mark, _, words = text.partition(" ")
    return Line(mark[0] == ">", words, len(mark) == 2, mark[0] == ">" or replies)


def _blocks(text: str) -> Iterator[list[str]]:
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.strip() and not line.startswith("#"):
            block.append(line.strip())
        elif not line.strip() and block:
            yield block
            block = []
