"""What people say of themselves first, on cases by twenty invented persons: is it noted, and only it?

    python -m tests.benchmarks.statements [--errors]

Introductions, names to be called, how to answer, civil state, likes and fears, habits, what is
taken up again, plans with a month, what is learned, relatives, what suits one, orders from now on;
and questions, suppositions, passing states, orders for once, quotations, which are nothing to note.
Of the two halves, ``held`` was not looked at while the signals were built.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING, Any

from assistant.memory.signals import read
from assistant.text.folding import fold_in_place
from tests.benchmarks.signals import default_embed
from tests.benchmarks.suites import cases, parts

if TYPE_CHECKING:
    from tests.benchmarks.signals import Embed

SUITE = "statements"


def right(case: dict[str, Any], embed: Embed | None) -> bool:
    """Whether the facts of a message hold all its words, or there are none where none should be."""
    facts = [finding.text for finding in read(case["text"], embed).findings]
    if case["expect"] == "nothing":
        return not facts
    told = fold_in_place(" | ".join(facts))
    return bool(facts) and all(fold_in_place(word) in told for word in case["must"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errors", action="store_true", help="list what went wrong")
    args = parser.parse_args()
    embed = default_embed()
    for half in parts(SUITE):
        total: Counter[str] = Counter()
        good: Counter[str] = Counter()
        for case in cases(SUITE, half):
            held = right(case, embed)
            for key in (f"{case['expect']} {case['lang']}", f"  {case['kind']}"):
                total[key] += 1
                good[key] += held
            if args.errors and not held:
                print(f"{case['id']} {case['expect']} {case['text']!r}")
        print(half, *(f"{key} {good[key]}/{total[key]}" for key in sorted(total)), sep="\n  ")


if __name__ == "__main__":
    main()
