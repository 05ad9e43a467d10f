"""Which facts enter a prompt, and why the others do not (F8, F9)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.memory.base import OfferedFact
from assistant.memory.ranking import SHOWN, STANDING_SHARE, TokenBudget, rank
from assistant.memory.recall.scoring import REFERENCE_SIZE, Candidate, Question, facts_help, score
from assistant.records import Domain, Fact, FactKind, Language

NOW = datetime(2026, 1, 5, tzinfo=UTC)
OPEN, CLOSED = 12.0, -12.0  # logits that decide by themselves


def fact(
    text: str,
    id: str = "",
    kind: FactKind = "statement",
    domain: Domain = "personal",
    language: Language = "en",
) -> Fact:
    return Fact(
        id or text, domain, text, "high", "explicit", NOW, NOW, kind=kind, language=language
    )


def near(text: str, nearness: float, **more: str) -> Candidate:
    return Candidate(fact(text, **more), nearness, nearness)  # type: ignore[arg-type]


def ranked(
    candidates: Sequence[Candidate],
    *,
    about_user: float = OPEN,
    budget: int = 140,
    text: str = "what do we do tonight",
    **options: object,
) -> tuple[OfferedFact, ...]:
    return rank(
        Question(text, about_user),
        candidates,
        stored=len(candidates),
        room=TokenBudget(budget, lambda line, _: len(line.split()) + 1),
        **options,  # type: ignore[arg-type]
    )


def inside(ranking: Sequence[OfferedFact]) -> list[str]:
    return [r.fact.id for r in ranking if r.considered.decision == "in"]


def reason(ranking: Sequence[OfferedFact], id: str) -> str:
    return next(r.considered.reason for r in ranking if r.fact.id == id)


def test_F8_the_nearest_come_first() -> None:
    ranking = ranked([near("one two three", 0.2), near("four five six", 0.5)])
    assert inside(ranking) == ["four five six", "one two three"]
    assert reason(ranking, "four five six") == "1st nearest to the question"


def test_F8_nothing_is_injected_when_nothing_is_near() -> None:
    ranking = ranked([near("one two three", 0.3), near("four", 0.1)], about_user=CLOSED)
    assert inside(ranking) == []
    assert "needs no fact" in reason(ranking, "four")


def test_F8_a_fact_too_far_stays_out_however_much_room_there_is() -> None:
    ranking = ranked([near("one two three", 0.6), near("four five six", -0.4)])
    assert inside(ranking) == ["one two three"]
    assert reason(ranking, "four five six") == "too far from the question"


def test_F8_what_lies_far_behind_the_nearest_stays_out() -> None:
    near_, behind = near("one two three", 0.9), near("four five six", 0.05)
    assert inside(ranked([near_, behind])) == ["one two three"]
    assert inside(ranked([near("one two three", 0.3), behind])) == [
        "one two three",
        "four five six",
    ]


def test_F8_the_budget_is_kept_and_the_rest_said_to_have_no_room() -> None:
    ranking = ranked([near(f"fact number {n} of ten", 0.9 - n / 100) for n in range(10)], budget=20)
    assert sum(len(r.line.split()) + 1 for r in ranking if r.line) <= 20
    assert len(inside(ranking)) == 3
    assert reason(ranking, "fact number 9 of ten") == "no room in 20 tokens"


def test_F8_facts_of_the_last_turns_are_left_out_with_their_reason() -> None:
    ranking = ranked(
        [near("one two three", 0.5), near("four five six", 0.4)], said={"one two three"}
    )
    assert inside(ranking) == ["four five six"]
    assert reason(ranking, "one two three") == "said in the last 3 turns"


def test_F9_a_barred_fact_is_never_in_and_its_reason_is_told() -> None:
    ranking = ranked([near("one two three", 0.9)], barred=lambda f: "stale: over 180 days")
    assert inside(ranking) == []
    assert reason(ranking, "one two three") == "stale: over 180 days"


def test_F9_not_even_a_rule_that_always_holds_passes_the_bar() -> None:
    rule = Candidate(fact("answer in one sentence", kind="rule"), 0, 0)
    assert inside(ranked([rule], barred=lambda f: "stale")) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Respondeme siempre en castellano", "es"),
        ("Nada de emojis", "es"),
        ("Tuteame", "es"),
        ("Always answer in one paragraph", "en"),
        ("Use British spelling in anything you write for me", "en"),
        ("Prefiero respuestas cortas", "es"),
        ("Prefiero que me tutees", "es"),
        ("No me pongas emoticonos", "es"),
        ("Keep the swearing out of it", "en"),
        ("Use metric units", "en"),
    ],
)
def test_F8_rules_about_how_to_answer_always_have_a_place(text: str, language: Language) -> None:
    rule = Candidate(fact(text, "rule", "rule", "preferences", language), 0.0, -0.2)
    ranking = ranked([near("I keep bees", 0.9), rule], about_user=CLOSED)
    assert inside(ranking) == ["rule"]
    assert ranking[0].standing
    assert reason(ranking, "rule") == "holds for every answer"


@pytest.mark.parametrize(
    "text",
    [
        "I can't stand horror games",
        "Always keep subtitles under 42 characters",
        "Nunca me recomiendes hoteles grandes",
        "Keep explanations about telescopes simple",
        "Respondeme en inglés cuando te escriba un cliente",
        "Prefiero el tren",
        "Put temperatures in Celsius",
        "Distances in kilometres, please",
        "Write to parents in plain English, no jargon",
        "A mis clientes, sin tecnicismos",
        "Nada de metáforas en mis discursos",
        "Me gusta que me digas el artículo de la ley",
    ],
)
def test_F8_a_preference_about_a_matter_waits_for_that_matter(text: str) -> None:
    matter = Candidate(fact(text, "matter", "preference", "preferences"), 0.0, 0.1)
    assert inside(ranked([matter], about_user=CLOSED)) == []


def test_F8_standing_rules_take_their_share_and_leave_the_rest_to_facts() -> None:
    rules = [
        Candidate(fact(f"answer in style {n} please always", f"r{n}", "rule"), 0, 0.1)
        for n in range(20)
    ]
    ranking = ranked([*rules, near("one two three", 0.5)], budget=50)
    standing = [r for r in ranking if r.standing]
    assert sum(len(r.line.split()) + 1 for r in standing) <= STANDING_SHARE * 50
    assert "one two three" in inside(ranking)


def test_F6_asking_for_what_was_kept_opens_the_memory() -> None:
    kept = [near("one two three", 0.3)]
    for text in ("¿te acordás qué te dije?", "do you remember my address?", "qué sabés de mí"):
        assert inside(ranked(kept, about_user=CLOSED, text=text)) == ["one two three"]


def test_a_question_for_a_person_a_time_or_a_number_prefers_facts_that_hold_one() -> None:
    plain, name = fact("the accounts are done elsewhere"), fact("the accounts are done by Marta")
    for text, better, worse in [
        ("who does the accounts", name, plain),
        ("quién lleva las cuentas", name, plain),
        ("when is it due", fact("it is due on Friday"), plain),
        ("cuánto cuesta", fact("cuesta 40 euros"), plain),
    ]:
        question = Question(text, 0.0)
        assert score(question, Candidate(better, 0.2, 0.2)) > score(
            question, Candidate(worse, 0.2, 0.2)
        )


@pytest.mark.parametrize(
    ("text", "same", "other"),
    [
        ("dinner with Lena on thursday", "Los jueves ensayo", "Los lunes ensayo"),
        ("me voy en marzo", "The boat is due in March", "The boat is due in May"),
        ("anything on sundays", "No trabajo los domingos", "No trabajo los sábados"),
    ],
)
def test_a_day_or_a_month_is_the_same_in_both_languages(text: str, same: str, other: str) -> None:
    question = Question(text, 0.0)
    assert score(question, Candidate(fact(same), 0.2, 0.2)) > score(
        question, Candidate(fact(other), 0.2, 0.2)
    )


def test_what_mattered_to_like_questions_counts() -> None:
    question = Question("anything", 0.0)
    assert score(question, Candidate(fact("one"), 0.2, 0.2, 2.0)) > score(
        question, Candidate(fact("one"), 0.2, 0.2, 1.0)
    )
    assert facts_help(Question("anything", -1.0, 2.0), [near("one", 0.1)], 10)
    assert not facts_help(Question("anything", -1.0, -2.0), [near("one", 0.1)], 10)


def test_the_floor_takes_off_what_the_nearest_of_many_is_due_to_chance() -> None:
    question = Question("anything", -1.2, examples=-1.5)
    nearest = [near("one", 0.45)]
    assert facts_help(question, nearest, REFERENCE_SIZE)
    assert not facts_help(question, nearest, 100_000)


def test_an_embedder_without_a_lens_still_has_a_floor() -> None:
    question = Question("anything", None)
    assert facts_help(question, [near("one", 0.6)], 10)
    assert not facts_help(question, [near("one", 0.1)], 10)


def test_of_thousands_only_the_best_are_reported() -> None:
    many = [near(f"fact number {n}", 0.1 + n / 10_000) for n in range(1000)]
    ranking = ranked(many, budget=50)
    assert len(ranking) == len(inside(ranking)) + SHOWN


def test_no_candidates_no_facts() -> None:
    assert ranked([]) == ()


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(-1, 1), st.integers(1, 30), st.booleans(), st.booleans()), max_size=25
    ),
    st.integers(0, 150),
    st.floats(-5, 5),
)
def test_F8_whatever_comes_the_budget_holds_and_every_fact_is_decided(
    drawn: list[tuple[float, int, bool, bool]], budget: int, about_user: float
) -> None:
    candidates = [
        Candidate(fact("answer " * rule + "word " * size, f"f{n}", "rule"), nearness, nearness)
        for n, (nearness, size, rule, _) in enumerate(drawn)
    ]
    said = {f"f{n}" for n, (*_, recent) in enumerate(drawn) if recent}
    ranking = ranked(candidates, budget=budget, about_user=about_user, said=said)
    lines = [r.line for r in ranking if r.considered.decision == "in"]
    assert sum(len(line.split()) + 1 for line in lines) <= budget
    assert {r.fact.id for r in ranking} == {c.fact.id for c in candidates}
    assert not said & set(inside(ranking))
    assert all(r.considered.reason for r in ranking)


def test_the_order_in_which_candidates_come_changes_nothing() -> None:
    candidates = [near(f"fact number {n}", (n * 7 % 10) / 20) for n in range(10)]
    shuffled = random.Random(3).sample(candidates, len(candidates))
    assert ranked(candidates) == ranked(shuffled)
