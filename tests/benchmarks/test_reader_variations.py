"""Cases that are made of cases: what a question asks for is taken out, or told of another as well."""

from __future__ import annotations

import random

import pytest

from training.reader.cases import Case
from training.reader.persons import ended, of_another
from training.reader.variations import Variations

FACTS = (
    "my sister Nora lives at number 14 in Oslo",
    "the boiler is serviced by Declan",
    "I keep bees",
    "rent is 980 a month",
)
ASKED = Case("x", FACTS, "what number does my sister Nora live at?", "direct", (0,))


def several(case: Case) -> list[Case]:
    rng, vary = random.Random(1), Variations([case])
    return [vary(case, rng) for _ in range(300)]


def test_A7_without_the_fact_that_answers_a_question_is_one_of_the_unknown() -> None:
    found = several(ASKED)
    unknown = [case for case in found if case.kind == "unknown"]
    assert unknown
    assert all(not case.uses and FACTS[0] not in case.facts for case in unknown)
    assert all(FACTS[0] in case.facts for case in found if case.kind == "direct")


def test_A6_what_is_told_of_another_stands_beside_the_fact_that_answers() -> None:
    beside = [case for case in several(ASKED) if set(case.facts) - {*FACTS} and not case.old]
    assert any(case.kind == "direct" for case in beside)
    for case in beside:
        [other] = set(case.facts) - {*FACTS}
        assert "lives at number" in other
        assert not ("sister" in other and "Nora" in other)


def test_A6_an_older_value_is_told_before_the_newest() -> None:
    older = [case for case in several(ASKED) if case.old]
    assert older
    for case in older:
        assert case.old[0] < case.uses[0]
        assert case.facts[case.uses[0]] == FACTS[0]


def test_a_case_is_never_left_without_facts_or_with_places_that_are_not_there() -> None:
    for case in several(ASKED):
        assert case.facts
        assert all(0 <= n < len(case.facts) for n in (*case.uses, *case.old))


def test_A6_a_member_of_a_list_that_has_ended_answers_no_more() -> None:
    facts = ("tengo un loro", "tengo dos gatas", "vivo en Lugo", "me gusta el mus")
    found = several(Case("x", facts, "¿qué animales tengo?", "list", (0, 1)))
    ended = [case for case in found if any(fact.startswith("ya no ") for fact in case.facts)]
    assert ended
    for case in ended:
        assert len(case.uses) == 1
        assert case.facts[case.uses[0]] in facts[:2]


def test_A6_what_is_told_of_somebody_else_stands_beside_a_list() -> None:
    facts = ("I have a parrot", "I have two ferrets", "I live in Hull", "tea is at five")
    other = "my brother keeps a parrot in his shed"
    asked = Case("x", facts, "what pets have I got?", "list", (0, 1))
    rng, vary = random.Random(1), Variations([asked, Case("y", (other,), "", "statement")])
    found = [vary(asked, rng) for _ in range(100)]
    beside = [case for case in found if other in case.facts]
    assert beside
    assert all(case.facts[n] != other for case in beside for n in case.uses)


@pytest.mark.parametrize(
    ("fact", "other"),
    [
        ("Toco la gaita", "Ana toca la gaita"),
        ("me gusta el mus", "a Ana le gusta el mus"),
        ("I've got two ferrets", "Ana has two ferrets"),
        ("I carry an EpiPen", "Ana carries an EpiPen"),
        ("I'm vegan", "Ana is vegan"),
        ("I went to Leeds", None),
        ("the rent is 980", None),
    ],
)
def test_A6_what_the_user_does_is_told_of_another(fact: str, other: str | None) -> None:
    assert of_another(fact, "Ana") == other


def test_A6_what_the_user_does_no_more() -> None:
    rng = random.Random(1)
    assert ended("uso Emacs", rng) == "ya no uso Emacs"
    assert ended("I keep bees", rng) in ("I no longer keep bees", "I used to keep bees")
    assert ended("bees are kept by Ana", rng) is None
