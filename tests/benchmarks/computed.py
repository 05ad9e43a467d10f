"""Computed answers (A11), asked as a person would type them: right, wrong or passed on, by kind.

    python -m tests.benchmarks.computed [--failures] [en|es]

The questions of ``cases/computed`` were written before the answerers were looked at. One that is
passed on costs a model's answer; a wrong one costs trust, so none may stand.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from assistant.answers import known
from assistant.answers.base import Talk
from assistant.memory.signals.language import detect_language
from assistant.records import Domain, Fact, Language
from tests.answers.support import Held
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.tables import plain

FOLDER = Path(__file__).parent / "cases" / "computed"
ZONES = {"en": "Europe/London", "es": "America/Argentina/Buenos_Aires"}
NOTHING = "-"
"""What is expected of a question that is none of the kinds: no answer, or (``-told``) that of one
that says that nothing was told."""

Outcome = Literal["right", "wrong", "passed on"]


class Case(NamedTuple):
    kind: str
    question: str
    expected: str


def cases(language: str) -> Iterator[Case]:
    kind = ""
    for line in (FOLDER / f"{language}.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif line and not line.startswith("#"):
            question, _, expected = line.partition("\t")
            yield Case(kind, question, expected)


def outcome(case: Case, answer: str | None) -> Outcome:
    if case.expected.startswith(NOTHING):
        return "right" if answer is None else "wrong"
    if answer is None:
        return "passed on"
    said = answer.lower()
    return "right" if any(e.lower() in said for e in case.expected.split("|")) else "wrong"


def answers(language: str) -> Iterator[tuple[Case, str | None]]:
    now = datetime(2026, 11, 23, 10, tzinfo=ZoneInfo(ZONES[language]))
    held = HELD[language]
    for case in cases(language):
        found = known(case.question, detect_language(case.question), now, held)
        yield case, found.text if found else None


def counted(languages: Sequence[str]) -> Table:
    """A line a kind and language: how many of them are answered right, wrong, passed on."""
    rows: list[tuple[Cell, ...]] = []
    for language in languages:
        found = Counter((case.kind, outcome(case, told)) for case, told in answers(language))
        for kind in dict.fromkeys(case.kind for case in cases(language)):
            outcomes: tuple[Outcome, ...] = ("right", "wrong", "passed on")
            rows.append((language, kind, *(found[kind, which] for which in outcomes)))
    return Table(
        "Computed answers", ("language", "kind", "right", "wrong", "passed on"), tuple(rows)
    )


def _fact(text: str, day: str, domain: Domain, language: Language) -> Fact:
    at = datetime.fromisoformat(f"{day}T12:00+00:00")
    return Fact(text, domain, text, "high", "explicit", at, at, language=language)


def _held(language: Language, facts: Sequence[tuple[str, str, Domain]], asked: str) -> Held:
    return Held(
        live=tuple(_fact(*fact, language) for fact in facts),
        talked=(Talk(datetime(2026, 11, 22, 15, tzinfo=UTC), "Toby", asked),),
        before=f"{asked}\n…",
    )


HELD = {
    "en": _held(
        "en",
        (
            ("works at Acme as a data engineer", "2026-11-02", "work"),
            ("my boss is called Laura", "2026-11-20", "work"),
            ("lives in Leeds", "2026-11-21", "personal"),
            ("my dog is called Toby", "2026-11-22", "personal"),
            ("goes to the dentist on Thursdays", "2026-11-23", "personal"),
        ),
        "why does my basil wilt?",
    ),
    "es": _held(
        "es",
        (
            ("trabaja en Acme como ingeniera de datos", "2026-11-02", "work"),
            ("mi jefa se llama Laura", "2026-11-20", "work"),
            ("vive en Rosario", "2026-11-21", "personal"),
            ("mi perro se llama Toby", "2026-11-22", "personal"),
            ("va al dentista los jueves", "2026-11-23", "personal"),
        ),
        "¿por qué se marchita mi albahaca?",
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", default=[])
    parser.add_argument("--failures", action="store_true")
    options = parser.parse_args()
    languages = options.languages or list(ZONES)
    print(plain(counted(languages)))
    if options.failures:
        for language in languages:
            for case, told in answers(language):
                if (how := outcome(case, told)) != "right":
                    print(language, case.kind, how, "|", case.question, "|", case.expected)
                    print("     ", told and told.replace("\n", " / "))


if __name__ == "__main__":
    main()
