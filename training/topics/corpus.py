"""Reads ``training/data/topics/dialogues``, joins labelled conversations from it, reproducibly, and
reads those of invented people.

Every conversation becomes a list of ``Line``: who spoke, what, and whether it opens a subject.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assistant.memory.topics import Said
from assistant.memory.topics.features import View
from tests.benchmarks.suites import CASES
from training import DATA

Side = Literal["life", "work", "small talk"]


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
    return DATA / "topics" / "dialogues"


def dialogues(name: str, *, replies: bool) -> list[Dialogue]:
    """A file of conversations; ``replies`` says whether the other side's lines are scored too."""
    return read(folder() / f"{name}.txt", replies=replies)


def read(path: Path, *, replies: bool) -> list[Dialogue]:
    """The conversations of any file in that format."""
    return [[_line(text, replies) for text in block] for block in _blocks(path.read_text("utf-8"))]


def told() -> dict[str, list[Dialogue]]:
    """The conversations of invented people with an assistant, by their names."""
    return {
        path.stem: [
            [
                line
                for turn in json.loads(text)["turns"]
                for line in (
                    Line(True, turn["user"], turn["shift"]),
                    Line(False, turn["assistant"], False, scored=False),
                )
            ]
            for text in path.read_text("utf-8").splitlines()
        ]
        for path in sorted((CASES / "topics").glob("*.jsonl"))
    }


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


def joined(threads: Sequence[Dialogue], count: int, rng: random.Random) -> Iterator[Dialogue]:
    """Conversations of two to four threads, one after the other: their first lines are shifts."""
    for _ in range(count):
        lines: list[Line] = []
        for thread in rng.sample(threads, rng.choice((2, 3, 3, 4))):
            lines += [Line(True, thread[0].text, bool(lines)), *thread[1:]]
        yield lines


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
