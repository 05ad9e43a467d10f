"""Reads ``training/data/recall/``: invented people with their questions, and what belongs together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from assistant.records import DOMAINS, Domain
from training import DATA


@dataclass(frozen=True)
class Asked:
    """A question and the places of the facts that matter to it; none for a question of the world."""

    text: str
    right: tuple[int, ...]


@dataclass(frozen=True)
class Person:
    name: str
    facts: tuple[tuple[Domain, str], ...]
    questions: tuple[Asked, ...]


@dataclass(frozen=True)
class Meeting:
    """Every fact matters to every question."""

    questions: tuple[str, ...]
    facts: tuple[str, ...]


def people(folder: Path | None = None) -> list[Person]:
    return [_person(path) for path in sorted((folder or DATA / "recall" / "people").glob("*.txt"))]


def _person(path: Path) -> Person:
    facts: dict[str, tuple[Domain, str]] = {}
    questions = []
    for line in path.read_text("utf-8").splitlines():
        if found := re.fullmatch(r"F(\d+) (\w+): (.+)", line):
            domain = next(d for d in DOMAINS if d == found[2])
            facts[found[1]] = (domain, found[3])
        elif found := re.fullmatch(r"Q (-|[\d,]+): (.+)", line):
            places = list(facts)
            right = () if found[1] == "-" else tuple(places.index(n) for n in found[1].split(","))
            questions.append(Asked(found[2], right))
        elif line.strip() and not line.startswith("#"):
            raise ValueError(f"{path.name}: {line!r}")
    return Person(path.stem, tuple(facts.values()), tuple(questions))


def meetings() -> list[Meeting]:
    found: list[Meeting] = []
    questions: tuple[str, ...] = ()
    for line in (DATA / "recall" / "meetings.txt").read_text("utf-8").splitlines():
        kind, _, rest = line.partition(":")
        parts = tuple(part.strip() for part in rest.split("|"))
        if kind == "q":
            questions = parts
        elif kind == "f":
            found.append(Meeting(questions, parts))
    return found


def general() -> list[str]:
    lines = (DATA / "recall" / "general.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]
