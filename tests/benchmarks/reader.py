"""What a person reads as the reply to a question that memory holds, or does not.

    python -m tests.benchmarks.reader [WRITER...] [--show]

Without a model: facts are told, two days pass, the question comes in a new conversation. Right is a
reply with every value that is asked for and none of another; of what memory does not hold, one that
says so; of the world, one that quotes nothing (A6, A7).
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from assistant import Assistant
from assistant.errors import AssistantError
from assistant.text.folding import fold

CASES = Path(__file__).parent / "cases" / "answers"
DAY = datetime(2026, 1, 5, 9, tzinfo=UTC)
UNANSWERABLE = ("unknown", "not_memory")
_SAYS_SO = re.compile(r"\b(?:not|no|nothing|nada)\b")
FIRST_WORDS = 8
"""Within which a verdict stands first."""


class Judged(NamedTuple):
    """``wrong``: it states a value that is another's."""

    kind: str
    right: bool
    wrong: bool
    source: str
    text: str


def writers() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in CASES.glob("*.jsonl")))


def cases(writer: str) -> list[dict[str, Any]]:
    lines = (CASES / f"{writer}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def reply_to(facts: Sequence[str], question: str) -> tuple[str, str]:
    """The reply and its source; a failure is what the person reads instead."""
    now = [DAY]

    def clock() -> datetime:
        now[0] += timedelta(seconds=20)
        return now[0]

    with (
        tempfile.TemporaryDirectory() as home,
        Assistant.open(home=home, clock=clock) as assistant,
    ):
        for fact in facts:
            try:
                assistant.remember(fact)
            except AssistantError:  # refused as a secret
                continue
        now[0] += timedelta(days=2)
        try:
            answer = assistant.respond(question)
        except AssistantError as error:
            return str(error), type(error).__name__
        return answer.text, answer.source


def judge(case: Mapping[str, Any], text: str, source: str) -> Judged:
    """What a person would say of that reply."""
    kind, said = case["kind"], fold(text)
    has = all(any(_holds(said, v) for v in one.split("|")) for one in case["answer_has"])
    if kind == "yes_no":
        first = " ".join(re.findall(r"\w+", said)[:FIRST_WORDS])
        has = has and any(_holds(first, v) for v in case["answer_has"][0].split("|"))
    wrong = any(_holds(said, v) for one in case["answer_lacks"] for v in one.split("|"))
    if kind == "not_memory":
        wrong = wrong or any(fold(fact) in said for fact in case["facts"])
    right = has and not wrong and (kind != "unknown" or _SAYS_SO.search(said) is not None)
    return Judged(kind, right, wrong, source, text)


def _holds(said: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(fold(value))}(?!\w)", said) is not None


def share(judged: Sequence[Judged]) -> float:
    return 100 * sum(j.right for j in judged) / max(1, len(judged))


def table(names: Sequence[str], *, show: bool = False) -> list[tuple[str, ...]]:
    """A row a writer: answered right, unknown said so, the world left alone, wrong values, and by
    kind."""
    rows = []
    for writer in names:
        judged = []
        for case in cases(writer):
            one = judge(case, *reply_to(case["facts"], case["question"]))
            judged.append(one)
            if show and not one.right:
                print(f"{case['id']}: {case['question']}\n    {one.text}")
        held = [j for j in judged if j.kind not in UNANSWERABLE]
        shares = [held, *([j for j in judged if j.kind == kind] for kind in UNANSWERABLE)]
        wrong = 100 * sum(j.wrong for j in judged) / len(judged)
        all_, good = Counter(j.kind for j in judged), Counter(j.kind for j in judged if j.right)
        kinds = ", ".join(f"{kind} {good[kind]}/{all_[kind]}" for kind in sorted(all_))
        rows.append((writer, *(f"{share(s):.1f} %" for s in shares), f"{wrong:.1f} %", kinds))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("writers", nargs="*", default=writers())
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    print("writer  right  unknown  not hijacked  wrong value  by kind")
    for row in table(options.writers or writers(), show=options.show):
        print("  ".join(row))


if __name__ == "__main__":
    main()
