"""What the trading pack reads in messages, writer by writer (K5): symbols, and the profile.

    python -m tests.benchmarks.trading_words [symbols] [profile] [--cases FOLDER] [--errors]

``FOLDER`` holds ``WRITER.symbols.jsonl`` and ``WRITER.profile.jsonl``, as those of
``cases/trading`` are. Symbols are compared as sets; ``silent`` is the share of messages without one
in which none is found. A person of a profile is judged in six points, after all their messages went
through a home of their own: style, favourites (among one more than are expected), what is no
favourite, the repeated question, the strategies, and that nothing is noted that they did not mean.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from assistant import Assistant
from assistant.packs.trading import mentioned_symbols
from assistant.text.folding import fold
from tests.benchmarks.base import Cell, Figure, Findings, Scale, Table, at_least
from tests.benchmarks.suites import CASES, Clock
from tests.benchmarks.tables import plain

CASES_OF_TRADING = CASES / "trading"
PARTS = ("symbols", "profile")
POINTS = ("style", "favourites", "not favourites", "question", "strategies", "absent")
ALL = "all"
SEEN = "The words were written with these writers at hand: others are read somewhat less well."
Marks = Mapping[str, bool]


def writers(folder: Path, part: str) -> dict[str, list[dict[str, Any]]]:
    """The cases of each writer of a part."""
    files = sorted(folder.glob(f"*.{part}.jsonl"))
    return {
        file.name.split(".")[0]: [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        for file in files
    }


def counted(cases: Iterable[Mapping[str, Any]], *, errors: bool = False) -> Counter[str]:
    """Symbols that are right, too many and missing, and the messages that have none."""
    total: Counter[str] = Counter()
    for case in cases:
        got, want = set(mentioned_symbols(case["text"])), set(case["symbols"])
        total += Counter(right=len(got & want), extra=len(got - want), missing=len(want - got))
        total += Counter(empty=not want, silent=not want and not got)
        if errors and got != want:
            print(f"  {case['id']} {sorted(got)} for {sorted(want)}: {case['text']}")
    return total


def f1(total: Mapping[str, int]) -> float:
    """The harmonic mean of precision and recall."""
    wrong = total.get("extra", 0) + total.get("missing", 0)
    return 2 * total["right"] / (2 * total["right"] + wrong)


def silent(total: Mapping[str, int]) -> float:
    """The share of messages without a symbol in which none is found."""
    return total.get("silent", 0) / total["empty"]


def learned(case: Mapping[str, Any]) -> Mapping[str, Any]:
    """The profile after a person's messages, each day a conversation."""
    clock = Clock()
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "config.toml").write_text('[packs]\non = ["trading"]\n')
        with Assistant.open(home=home, clock=clock) as assistant:
            day = None
            for message in case["messages"]:
                if message["day"] != day:
                    assistant.end_conversation()
                    clock.forward(timedelta(days=message["day"] - (day or 0)))
                    day = message["day"]
                assistant.observe(message["text"], "ok")
            return assistant.profile("trading")


def judged(got: Mapping[str, Any], expected: Mapping[str, Any]) -> Marks:
    """Which of the six points are right."""
    top, favourites = expected["favourites_top"], list(got["favourites"])
    values = (got["style"], *got["notes"], *got["strategies"], *got["preferences"].values())
    told = fold(" | ".join(map(str, values)))
    asked = [fold(question) for question in got["frequent_questions"]]
    return {
        "style": got["style"] == expected["style"],
        "favourites": set(top) <= set(favourites[: len(top) + 1]),
        "not favourites": not set(expected["not_favourites"]) & set(favourites[: len(top)]),
        "question": all(
            any(fold(word) in one for one in asked) for word in expected["frequent_question"]
        ),
        "strategies": all(fold(w) in fold(str(got["strategies"])) for w in expected["strategies"]),
        "absent": not any(fold(word) in told for word in expected["notes_absent"]),
    }


def symbols_by_writer(folder: Path, *, errors: bool = False) -> dict[str, Counter[str]]:
    """What was counted of each writer; last of all of them together."""
    given = writers(folder, "symbols")
    found = {writer: counted(cases, errors=errors) for writer, cases in given.items()}
    return {**found, ALL: sum(found.values(), Counter[str]())}


def marks_by_writer(folder: Path, *, errors: bool = False) -> dict[str, list[Marks]]:
    """The points of each writer's people; last of all of them together."""
    found: dict[str, list[Marks]] = {}
    for writer, cases in writers(folder, "profile").items():
        found[writer] = []
        for case in cases:
            got = learned(case)
            marks = judged(got, case["expect"])
            found[writer].append(marks)
            if errors and not all(marks.values()):
                wrong = ", ".join(name for name, right in marks.items() if not right)
                print(f"  {case['id']} {wrong}: {dict(got)} for {case['expect']}")
    return {**found, ALL: [marks for all_marks in found.values() for marks in all_marks]}


def share(marks: Iterable[Marks]) -> float:
    """The share of points that are right."""
    given = [right for one in marks for right in one.values()]
    return sum(given) / len(given)


def table_of_symbols(found: Mapping[str, Mapping[str, int]]) -> Table:
    rows = tuple((writer, f1(n), 100 * silent(n), n["right"]) for writer, n in found.items())
    return Table("Market symbols, by writer", ("writer", "F1", "silent, %", "right"), rows)


def table_of_profiles(found: Mapping[str, list[Marks]]) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (writer, 100 * share(marks), *(f"{sum(m[p] for m in marks)}/{len(marks)}" for p in POINTS))
        for writer, marks in found.items()
    )
    return Table("Profiles of investors, by writer", ("writer", "points, %", *POINTS), rows)


def findings(_scale: Scale) -> Findings:
    symbols, marks = symbols_by_writer(CASES_OF_TRADING), marks_by_writer(CASES_OF_TRADING)
    figures = (
        Figure("memory", "market symbols, F1", f1(symbols[ALL]), goal=at_least(0.88)),
        Figure("memory", "silent without symbols", 100 * silent(symbols[ALL]), "%", at_least(95)),
        Figure("memory", "profiles of investors", 100 * share(marks[ALL]), "%", at_least(85)),
    )
    return Findings(figures, (table_of_symbols(symbols), table_of_profiles(marks)), (SEEN,))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], default=[])
    parser.add_argument("--cases", type=Path, default=CASES_OF_TRADING)
    parser.add_argument("--errors", action="store_true", help="list what went wrong")
    options = parser.parse_args()
    parts = options.parts or PARTS
    if "symbols" in parts:
        found = symbols_by_writer(options.cases, errors=options.errors)
        print(plain(table_of_symbols(found)))
    if "profile" in parts:
        print(plain(table_of_profiles(marks_by_writer(options.cases, errors=options.errors))))


if __name__ == "__main__":
    main()
