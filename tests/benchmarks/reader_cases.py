"""What teaches the reader, and measures it: invented people with what they told and what they ask."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assistant.memory.phrases import fold
from tests.benchmarks.recall_data import general
from tests.benchmarks.signal_examples import read_examples

CASES = Path(__file__).parent / "cases" / "answers"
TAUGHT, TALK = "taught", "talk"
_ASKED = re.compile(r"\?([ynu]?) (.*) => ([\d,]+)(?: < ([\d,]+))?")
_OF_THE_WORLD, _TALK_EACH, _LONGEST = 3, 12, 90
"""Questions of the world and other messages that each taught person also says."""


@dataclass(frozen=True)
class Case:
    """``uses``: places of the facts that answer; ``old``: of those that they replaced. ``kind`` as
    in the cases of the writers."""

    writer: str
    facts: tuple[str, ...]
    question: str
    kind: str
    uses: tuple[int, ...] = ()
    old: tuple[int, ...] = ()


def taught() -> Iterator[Case]:
    """The cases of ``taught.*.txt``, whose first lines say how they are written."""
    for path in sorted(CASES.glob("taught.*.txt")):
        for block in re.split(r"^= ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            lines = block.splitlines()[1:]
            facts = tuple(line[2:] for line in lines if line.startswith("- "))
            yield from (_taught(line, facts) for line in lines if line.startswith("?"))


def _taught(line: str, facts: tuple[str, ...]) -> Case:
    if line[1] in "-w":
        kind = "unknown" if line[1] == "-" else "not_memory"
        return Case(TAUGHT, facts, line[3:], kind)
    found = _ASKED.fullmatch(line)
    if found is None:
        raise ValueError(line)
    uses, old = _places(found[3]), _places(found[4] or "")
    kind = "updated" if old else "list" if len(uses) > 1 else "direct"
    return Case(TAUGHT, facts, found[2], "yes_no" if found[1] in ("y", "n") else kind, uses, old)


def _places(listed: str) -> tuple[int, ...]:
    return tuple(int(n) - 1 for n in listed.split(",") if n)


def written(writer: str) -> Iterator[Case]:
    """The cases of one writer. A fact that a newer one replaced is known by the values that the
    answer must not hold."""
    for line in (CASES / f"{writer}.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        lacks = [v for one in case["answer_lacks"] for v in one.split("|")]
        old = tuple(
            n
            for n, fact in enumerate(case["facts"])
            if case["kind"] == "updated"
            and n not in case["uses"]
            and any(re.search(rf"(?<!\w){re.escape(fold(v))}(?!\w)", fold(fact)) for v in lacks)
        )
        facts, uses = tuple(case["facts"]), tuple(case["uses"])
        yield Case(writer, facts, case["question"], case["kind"], uses, old)


def talk(seed: int = 5) -> Iterator[Case]:
    """What people say that asks nothing of the memory, said by the taught."""
    rng = random.Random(seed)
    kinds = ("chitchat", "request", "passing", "quote", "hypothetical")
    ignored = [e.text for e in read_examples() if not e.kept and e.kind in kinds]
    short = [text for text in ignored if len(text) < _LONGEST]
    world = general()
    for facts in dict.fromkeys(case.facts for case in taught()):
        said = (*rng.sample(short, _TALK_EACH), *rng.sample(world, _OF_THE_WORLD))
        yield from (Case(TALK, facts, text, "not_memory") for text in said)
