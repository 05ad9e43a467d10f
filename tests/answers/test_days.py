"""A11: pairs of days that are named without a year, a month or a week."""

from __future__ import annotations

import pytest

from tests.answers.support import ask


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("cuántos días hay entre el 16 y el 24", "8 días"),
        ("cuántos días hay entre el 24 y el 16", "22 días"),
        ("how many days from Friday to Monday", "3 days"),
        ("how many days between the 3rd and the 10th", "7 days"),
        ("how many days between 10 December and 3 March", "83 days"),
        ("how many days between 3 March and 10 December", "282 days"),
        ("how many days from 1 January 2026 to 1 March", "59 days"),
        ("cuántos días hay del 20 de octubre al 5 de diciembre", "46 días"),
    ],
)
def test_A11_two_days_make_the_nearest_pair(question: str, days: str) -> None:
    answer = ask(question)
    assert answer is not None
    assert days in answer


@pytest.mark.parametrize("question", ["what is time", "how far are we in a month", "what day"])
def test_A11_words_of_a_kind_are_no_question_of_it(question: str) -> None:
    assert ask(question) is None
