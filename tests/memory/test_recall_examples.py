"""What examples say of a new question, on axes that can be counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.memory.recall.examples import (
    NO_DOMAIN,
    UNHEARD,
    QuestionExamples,
    QuestionGroups,
    Verdict,
    packed,
    unpacked,
)
from assistant.records import DOMAINS

AXES = np.eye(8, dtype=np.float32)


WORK, PERSONAL = DOMAINS.index("work"), DOMAINS.index("personal")


def places(*numbers: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array(numbers, np.int32)


PRECEDENTS = QuestionExamples(
    users=QuestionGroups.of(AXES[[0, 1]]),
    world=QuestionGroups.of(AXES[[2]]),
    facts=packed(AXES[[4, 5, 6]]),
    asked=places(0, 1, 1),
    held=places(0, 1, 2),
    domains=np.array([WORK, PERSONAL, NO_DOMAIN], np.int8),
)


def test_a_question_like_one_about_users_is_about_users() -> None:
    assert PRECEDENTS.consult(AXES[0]).about_user > 5
    assert PRECEDENTS.consult(AXES[2]).about_user < -5


def test_F8_how_many_questions_of_the_world_are_known_makes_none_likelier() -> None:
    more = PRECEDENTS._replace(world=QuestionGroups.of(AXES[[2, 2, 2, 2]]))
    question = (AXES[0] + AXES[2]) / np.float32(2**0.5)
    one, four = (known.consult(question).about_user for known in (PRECEDENTS, more))
    assert one == pytest.approx(four, abs=1e-4)


def test_a_fact_like_those_that_mattered_to_a_like_question_fits() -> None:
    fit = PRECEDENTS.consult(AXES[0]).fit(AXES[[4, 5, 7]])
    assert fit[0] > 7
    assert fit[0] > fit[1] + 5
    assert fit[2] == pytest.approx(0, abs=1e-3)


def test_a_question_that_wanted_many_facts_has_one_voice() -> None:
    between = (AXES[0] + AXES[1]) / np.float32(2**0.5)
    verdict = PRECEDENTS.consult(between)
    assert verdict.weights.tolist() == pytest.approx([0.5, 0.25, 0.25])


def test_a_fact_that_mattered_to_two_like_questions_counts_twice() -> None:
    shared = QuestionExamples(
        QuestionGroups.of(AXES[[0, 0, 0]]),
        QuestionGroups.of(AXES[[2]]),
        packed(AXES[[4, 5]]),
        places(0, 1, 2),
        places(0, 0, 1),
        np.array([WORK, WORK], np.int8),
    )
    verdict = shared.consult(AXES[0])
    assert verdict.weights.tolist() == pytest.approx([2 / 3, 1 / 3])


def test_F8_the_domain_that_mattered_to_like_questions_speaks_for_a_fact() -> None:
    asked_of_work, asked_of_person = PRECEDENTS.consult(AXES[0]), PRECEDENTS.consult(AXES[1])
    assert asked_of_work.domain("work") > asked_of_work.domain("personal")
    assert asked_of_person.domain("personal") > asked_of_person.domain("work")
    assert asked_of_work.domain("projects") == pytest.approx(np.log(UNHEARD))


def test_K1_a_domain_that_no_precedent_knows_speaks_neither_for_a_fact_nor_against_it() -> None:
    verdict = Verdict(0.0, AXES[:1], AXES[0, :1], (-3.0, -1.0, 0.0, -3.0, -3.0))
    assert verdict.domain("garden") == pytest.approx(-2.0)


def test_packing_keeps_directions() -> None:
    rows = np.random.default_rng(1).standard_normal((5, 64)).astype(np.float32)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    assert np.allclose((unpacked(packed(rows)) * unit).sum(1), 1, atol=1e-3)
