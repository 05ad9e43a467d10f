"""A first week as people type it: what is noted and changed, then answered, then forgotten.

    python -m tests.benchmarks.week [WRITER...] [--show]

The messages of ``cases/weeks`` (some forty, then questions, then requests to forget) go through the
whole program without a model. A line a writer: of what tells something the share that is noted, of
the rest the share that is noted all the same; of what changes a fact the share after which the old
one no longer stands; of the questions those told right, the unknown said to be so, and the replies
with a wrong value; of the requests those after which exactly the facts meant are gone, and how many
facts went that were not meant.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant import Assistant
from assistant.errors import AssistantError
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.reader import Judged, judge, share
from tests.benchmarks.suites import cases, empty_memory, parts
from tests.benchmarks.tables import plain

COLUMNS = (
    *("writer", "noted %", "wrongly %", "changed %"),
    *("right %", "unknown %", "wrong value %", "forgotten %", "lost"),
)
VERDICTS = {"yes": "yes|sí|si", "no": "no"}


@dataclass
class Week:
    """What came of it, and of which messages each fact is (by its id)."""

    counts: Counter[str] = field(default_factory=Counter)
    judged: list[Judged] = field(default_factory=list)
    of: dict[str, set[int]] = field(default_factory=dict)
    standing: dict[str, str] = field(default_factory=dict)


def live(writer: str, show: bool) -> Week:
    week = Week()
    with empty_memory() as (assistant, _):
        for case in cases("weeks", writer):
            if "say" in case:
                _told(assistant, case, week, show)
            elif "ask" in case:
                _asked(assistant, case, week, show)
            else:
                _forgotten(assistant, case, week, show)
    return week


def _reply(assistant: Assistant, message: str) -> tuple[str, str]:
    try:
        answer = assistant.respond(message)
    except AssistantError as error:
        return str(error), type(error).__name__
    return answer.text, answer.source


def _facts(assistant: Assistant) -> dict[str, str]:
    return {fact.id: fact.fact for fact in assistant.facts() if fact.superseded_by is None}


def _told(assistant: Assistant, case: Mapping[str, Any], week: Week, show: bool) -> None:
    before, counts = week.standing, week.counts
    _reply(assistant, case["say"])
    after = week.standing = _facts(assistant)
    new = [each for each, text in after.items() if before.get(each) != text]
    for each in new:
        week.of[each] = week.of.get(each, set()) | {case["id"]}
    kind = "told" if case["facts"] else "idle"
    counts[kind] += 1
    counts[f"{kind} noted"] += bool(new)
    old = [each for each in before if week.of.get(each, set()) & {*case["replaces"]}]
    if case["replaces"] and old:
        counts["changes"] += 1
        counts["changed"] += all(before[each] != after.get(each) for each in old)
    if show and bool(new) != bool(case["facts"]):
        print(f"{writer_of(case)}{case['say']}\n    -> {[after[each] for each in new]}")
    elif show and case["replaces"] and any(before[e] == after.get(e) for e in old):
        print(f"change unseen: {case['say']}\n    beside {[before[each] for each in old]}")


def writer_of(case: Mapping[str, Any]) -> str:
    return "told and not noted: " if case["facts"] else "noted wrongly: "


def _asked(assistant: Assistant, case: Mapping[str, Any], week: Week, show: bool) -> None:
    verdict = [VERDICTS[case["verdict"]]] if case["kind"] == "yes_no" else []
    has = [*verdict, *(case["has"] if not verdict else ())]
    text, source = _reply(assistant, case["ask"])
    asked = {"kind": case["kind"], "answer_has": has, "answer_lacks": case["lacks"], "facts": []}
    one = judge(asked, text, source)
    week.judged.append(one)
    if show and not one.right:
        print(f"{one.kind}: {case['ask']} [{case['has'] or case.get('verdict')}]\n    {text}")


def _forgotten(assistant: Assistant, case: Mapping[str, Any], week: Week, show: bool) -> None:
    before = week.standing
    _reply(assistant, case["request"])
    after = week.standing = _facts(assistant)
    if len(after) == len(before):
        _reply(assistant, "no")
    meant = {each for each in before if week.of.get(each, set()) & {*case["gone"]}}
    gone = before.keys() - after.keys()
    week.counts["requests"] += bool(meant) or not case["gone"]
    week.counts["heard"] += gone == meant and (bool(meant) or not case["gone"])
    week.counts["lost"] += len(gone - meant)
    if show and gone != meant:
        print(f"forget: {case['request']}\n    gone {[before[each] for each in gone]}")
        print(f"    meant {[before[each] for each in meant]}")


def line(writer: str, week: Week) -> tuple[Cell, ...]:
    def percent(part: str, whole: str) -> float:
        return 100 * week.counts[part] / max(1, week.counts[whole])

    unknown = [one for one in week.judged if one.kind == "unknown"]
    known = [one for one in week.judged if one.kind != "unknown"]
    return (
        *(writer, percent("told noted", "told"), percent("idle noted", "idle")),
        *(percent("changed", "changes"), share(known), share(unknown)),
        100 * sum(one.wrong for one in week.judged) / max(1, len(week.judged)),
        *(percent("heard", "requests"), week.counts["lost"]),
    )


def report(names: Sequence[str], *, show: bool = False) -> Table:
    weeks = {writer: live(writer, show) for writer in names}
    lines = [line(writer, week) for writer, week in weeks.items()]
    all_ = Week()
    for week in weeks.values():
        all_.counts.update(week.counts)
        all_.judged += week.judged
    kinds = Counter(one.kind for one in all_.judged)
    right = Counter(one.kind for one in all_.judged if one.right)
    note = ", ".join(f"{kind} {right[kind]}/{kinds[kind]}" for kind in sorted(kinds))
    return Table(f"A week: {note}", COLUMNS, (*lines, line("all", all_)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("writers", nargs="*")
    parser.add_argument("--show", action="store_true", help="list what went wrong")
    options = parser.parse_args()
    print(plain(report(options.writers or parts("weeks"), show=options.show)))


if __name__ == "__main__":
    main()
