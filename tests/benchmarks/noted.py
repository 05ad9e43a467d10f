"""What of their messages is noted of people who teach nothing: how much, how whole, how much wrongly.

    python -m tests.benchmarks.noted chat|manner [--errors]

``chat``: first hours in their own words, jokes and all; ``manner``: how answers should be from now
on, and what is asked for once. A line a writer: the share of what is to be kept that is noted, that
stands in one fact with all its words, and the share of the rest that is noted all the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from assistant.memory.base import Finding
from assistant.memory.signals import read
from assistant.text.folding import fold
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.signals import default_embed
from tests.benchmarks.suites import cases, parts
from tests.benchmarks.tables import plain

SUITES = ("chat", "manner")
COLUMNS = ("writer", "noted %", "whole %", "wrongly %")


def is_whole(case: Mapping[str, Any], found: Sequence[Finding]) -> bool:
    """Whether one fact has all the words that it must have."""
    return any(all(fold(word) in fold(finding.text) for word in case["must"]) for finding in found)


def line(writer: str, said: Sequence[Mapping[str, Any]], errors: bool) -> tuple[Cell, ...]:
    embed = default_embed()
    wanted, noted, whole, wrongly = 0, 0, 0, 0
    for case in said:
        found = read(case["text"], embed).findings
        store = case["expect"] == "store"
        wanted += store
        noted += store and bool(found)
        whole += store and is_whole(case, found)
        wrongly += not store and bool(found)
        if errors and (bool(found) != store or (store and not is_whole(case, found))):
            print(f"{writer} {case['expect']}: {case['text']} -> {[f.text for f in found]}")
    others = len(said) - wanted
    return (writer, 100 * noted // wanted, 100 * whole // wanted, 100 * wrongly // others)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("--errors", action="store_true", help="list what went wrong")
    args = parser.parse_args()
    lines = [line(w, cases(args.suite, w), args.errors) for w in parts(args.suite)]
    print(plain(Table("Noted", COLUMNS, tuple(lines))))


if __name__ == "__main__":
    main()
