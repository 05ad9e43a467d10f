"""A11, as people type it: the questions of ``tests/benchmarks/cases/computed``."""

from __future__ import annotations

import pytest

from tests.answers.support import ask
from tests.benchmarks.computed import answers, outcome

MOST_PASSED_ON = 8
"""Of thirty of a kind, by language."""


@pytest.mark.parametrize("language", ["en", "es"])
def test_A11_what_is_typed_is_never_answered_wrong(language: str) -> None:
    given = list(answers(language))
    wrong = {case.question: told for case, told in given if outcome(case, told) == "wrong"}
    assert wrong == {}
    passed_on = [case.kind for case, told in given if outcome(case, told) == "passed on"]
    assert max(passed_on.count(kind) for kind in set(passed_on)) <= MOST_PASSED_ON


@pytest.mark.parametrize(
    "question",
    [
        "price goes from 80 to 100, how many percent of people left",
        "si el 30% es 60, ¿cuánto es el 100% de la torta de mi tía?",
        "my battery went up 4% from 950, what is it made of",
        "12% de descuento en zapatillas",
        "split 90 with a 10% tip between friends",
        "from 80 to 100, what percentage of startups fail",
    ],
)
def test_A11_what_only_begins_like_a_share_goes_on(question: str) -> None:

    assert ask(question) is None
