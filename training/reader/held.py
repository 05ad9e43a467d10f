"""How the reader does on the words of people that it never read, without the rest of the program.

    python -m training.reader.held [FILE]

``WRITERS`` teach nothing. Told right is a reply with every value asked for and none of another's
(A6, A7); of requests and corrections it is said how often exactly the facts are meant (F7).
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from assistant.answers.reader.choosing import Answer, choose
from assistant.answers.reader.verdicts import verdict
from assistant.memory.signals.language import detect_language
from assistant.reader import MOST_FACTS, Reader
from assistant.records import Fact
from assistant.resources import data_path
from assistant.text.folding import fold
from tests.benchmarks.suites import DAY
from training.reader.cases import Case, lessons, verdicts

WRITERS = (
    *("bea", "callum", "devon", "dorothea", "fergus", "iker", "lupe", "milagros", "mireille"),
    *("ramona", "walt", "yamila"),
    *("anjali", "dot", "irati", "lalo", "mercedes", "tobias", "xabi", "yesenia"),
    *("nuala", "wilson", "candela", "jerome"),
)
UNREAD = ("lucia", "mick", "paco", "philippa", "yesica", "bronwyn", "rigoberto")
"""Writers who teach nothing and whose cases nobody reads: they are looked at by their score."""


def fact_of(text: str) -> Fact:
    language = detect_language(text)
    return Fact(text, "personal", text, "high", "explicit", DAY, DAY, language=language)


def answer_to(case: Case, reader: Reader) -> Answer:
    facts = [fact_of(text) for text in case.facts[:MOST_FACTS]]
    texts = [fact.fact for fact in facts]
    reading = reader.read(case.message, texts, asked=True)
    beside = partial(reader.also, case.message, texts)
    return choose(case.message, detect_language(case.message), facts, reading, beside)


def is_right(case: Case, answer: Answer) -> bool:
    if case.want != "told":
        return answer.outcome == "untold" if case.want == "untold" else not answer.facts
    has = list(case.answer_has)
    if case.kind == "yes_no":
        if answer.verdict != ("yes" if case.affirms else "no"):
            return False
        has = has[1:]
    said = fold(" | ".join(fact.fact for fact in answer.facts))
    return all(any(_holds(said, v) for v in one.split("|")) for one in has) and not wrong(
        case, answer
    )


def wrong(case: Case, answer: Answer) -> bool:
    said = fold(" | ".join(fact.fact for fact in answer.facts))
    return any(_holds(said, v) for one in case.answer_lacks for v in one.split("|"))


def _holds(said: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(fold(value))}(?!\w)", said) is not None


def report(reader: Reader, cases: Sequence[Case]) -> str:
    """A line a writer, and the requests."""
    asked = [case for case in cases if case.asks and case.answer_has + case.answer_lacks]
    answers = [(case, answer_to(case, reader)) for case in asked]
    lines = [
        _line(writer, [pair for pair in answers if pair[0].writer == writer])
        for writer in sorted({case.writer for case in asked})
    ]
    requests = [case for case in cases if not case.asks]
    return "\n".join([*lines, _line("all", answers), _requests(requests, reader), _verdicts()])


def _line(name: str, answers: Sequence[tuple[Case, Answer]]) -> str:
    kinds = Counter(case.kind for case, _ in answers)
    right = Counter(case.kind for case, answer in answers if is_right(case, answer))
    lost = 100 * sum(wrong(case, answer) for case, answer in answers) / max(1, len(answers))
    held = [kind for kind in kinds if kind not in ("unknown", "not_memory")]
    share = 100 * sum(right[k] for k in held) / max(1, sum(kinds[k] for k in held))
    by_kind = ", ".join(f"{kind} {right[kind]}/{kinds[kind]}" for kind in sorted(kinds))
    return f"{name:10s} right {share:.1f} %, wrong value {lost:.1f} %: {by_kind}"


def _verdicts() -> str:
    """How often what a fact says to a question that wants yes or no is told right."""
    found = Counter[str]()
    for case in verdicts():
        fact, language = fact_of(case.facts[0]), detect_language(case.message)
        said = verdict(case.message, language, fact)
        right = said == ("yes" if case.affirms else "no")
        found["right" if right else "wrong" if said else "none"] += 1
    return "verdicts: " + ", ".join(f"{name} {count}" for name, count in found.items())


def _requests(cases: Sequence[Case], reader: Reader) -> str:
    kinds, wanted, meant = Counter[str](), Counter[str](), Counter[str]()
    for case in cases:
        reading = reader.read(case.message, case.facts[:MOST_FACTS])
        kinds[case.kind] += 1
        wanted[case.kind] += max(reading.shares, key=lambda w: reading.shares[w]) == case.want
        meant[case.kind] += {n for n, logit in enumerate(reading.means) if logit > 0} == {
            *case.uses
        }
    return "wanted, meant: " + ", ".join(
        f"{kind} {wanted[kind]} {meant[kind]}/{kinds[kind]}" for kind in sorted(kinds)
    )


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else data_path("reader", "reader.npz")
    with np.load(path) as arrays:
        reader = Reader({name: arrays[name] for name in arrays.files})
    print(report(reader, [case for case in lessons() if case.writer in WRITERS]))


if __name__ == "__main__":
    main()
