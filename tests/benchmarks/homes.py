"""Whether a question to a home of many facts is told all that answer it, and no other (A6).

    python -m tests.benchmarks.homes [WRITER...] [--show]

Homes of fourteen or sixteen facts, in which several belong together in different words and others
are near to them (``cases/lists``, whose questions are mostly for several, and ``cases/homes``); each question in a conversation of its own, without a model. Right is a reply that rests on
exactly the facts that answer.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from assistant import Assistant
from assistant.errors import AssistantError
from tests.benchmarks.suites import Clock, cases, parts

SUITES = ("lists", "homes")
KINDS = ("list", "direct", "yes_no", "unknown")


def told(home: Mapping[str, Any]) -> list[tuple[str, str, bool]]:
    """Of each question its kind, itself, and whether it was answered right."""
    clock = Clock()
    with (
        tempfile.TemporaryDirectory() as folder,
        Assistant.open(home=folder, clock=clock) as assistant,
    ):
        ids = [kept(assistant, fact) for fact in home["facts"]]
        clock.next_day()
        found = []
        for asked in home["asked"]:
            wanted = {ids[n] for n in asked["uses"]}
            found.append((asked["kind"], asked["q"], used(assistant, asked["q"]) == wanted))
            assistant.end_conversation()
        return found


def kept(assistant: Assistant, fact: str) -> str:
    """The id of a fact told; what is refused as a secret has none."""
    try:
        return assistant.remember(fact).id
    except AssistantError:
        return ""


def used(assistant: Assistant, question: str) -> set[str]:
    """The facts that a reply rests on."""
    try:
        reply = assistant.respond(question)
    except AssistantError:  # memory holds nothing about it
        return set()
    return set(reply.facts_used) if reply.source == "memory" else set()


def row(writer: str, *, show: bool = False) -> tuple[str, ...]:
    every, right = Counter[str](), Counter[str]()
    homes = (home for suite in SUITES if writer in parts(suite) for home in cases(suite, writer))
    for home in homes:
        for kind, question, is_right in told(home):
            every[kind], right[kind] = every[kind] + 1, right[kind] + is_right
            if show and not is_right:
                print(f"{writer} {kind}: {question}")
    return (writer, *(f"{right[kind]}/{every[kind]}" for kind in KINDS))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("writers", nargs="*")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args(arguments)
    print("writer  lists  one  yes or no  unknown")
    for writer in options.writers or chain.from_iterable(map(parts, SUITES)):
        print("  ".join(row(writer, show=options.show)), flush=True)


if __name__ == "__main__":
    main()
