"""How answers should be from now on, and what is asked for once: is the one noted, the other not?

    python -m tests.benchmarks.manner [--errors]

The words of eight invented persons, who teach nothing (``cases/manner``).
"""

from __future__ import annotations

import argparse

from assistant.memory.signals import read
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.signals import default_embed
from tests.benchmarks.suites import cases, parts
from tests.benchmarks.tables import plain

SUITE = "manner"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errors", action="store_true", help="list what went wrong")
    args = parser.parse_args()
    embed = default_embed()
    lines = list[tuple[Cell, ...]]()
    for writer in parts(SUITE):
        said = cases(SUITE, writer)
        noted = [bool(read(case["text"], embed).findings) for case in said]
        wanted = [case["expect"] == "store" for case in said]
        shares = [
            100
            * sum(n for n, w in zip(noted, wanted, strict=True) if w == kind)
            // wanted.count(kind)
            for kind in (True, False)
        ]
        lines.append((writer, *shares))
        for case, is_noted, is_wanted in zip(said, noted, wanted, strict=True):
            if args.errors and is_noted != is_wanted:
                print(f"{writer} {case['expect']}: {case['text']}")
    print(
        plain(Table("Lasting wishes", ("writer", "noted %", "of what is for once %"), tuple(lines)))
    )


if __name__ == "__main__":
    main()
