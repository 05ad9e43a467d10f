"""The figures of a report: sums, means, and what they are taken over."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.cli.report.figures import Figures, asked_alone, by_source, nice_top, stretches
from assistant.cli.report.words import Words, headline
from tests.cli.report.samples import conversation, measure


def test_M1_what_is_sent_stays_level_while_the_full_history_grows() -> None:
    marks = stretches(conversation(40), 60)
    assert [m.first for m in marks] == list(range(1, 41))
    assert marks[-1].sent == marks[10].sent
    assert marks[-1].full > 5 * marks[-1].sent


def test_many_turns_become_few_stretches_that_hold_them_all() -> None:
    marks = stretches(conversation(10_000), 60)
    assert len(marks) <= 60
    assert (marks[0].first, marks[-1].last) == (1, 10_000)
    assert sum(m.requests for m in marks) == 10_000


def test_a_turn_of_several_conversations_is_their_mean() -> None:
    rows = [measure(1, window=100, full=700), measure(1, window=300, full=900, session="b")]
    (mark,) = stretches(rows, 10)
    assert (mark.requests, mark.sent, mark.full) == (2, 700, 800)
    assert sum(mark.sections.values()) == mark.sent


def test_answers_without_a_model_are_no_requests() -> None:
    rows = [measure(1), measure(2, source="cache"), measure(3, source="memory")]
    assert [m.first for m in stretches(rows, 10)] == [1]


def test_a_turn_with_tools_counts_once_and_each_of_its_requests_weighs() -> None:
    whole = Figures([measure(1), measure(1, window=700), measure(2)]).totals
    assert (whole.turns, whole.prompt_tokens) == (2, 1100 + 1200 + 1100)


def test_M2_a_refused_request_is_an_alert_and_no_turn() -> None:
    refused = replace(measure(2, alert="too long"), prompt_tokens=0, full_history_tokens=0)
    whole = Figures([measure(1), refused])
    assert whole.totals.turns == 1
    assert by_source(whole.measures)["model"]["turns"] == 1
    assert [m.alert for m in whole.alerts] == ["too long"]


def test_the_conversation_with_the_longest_history_comes_first() -> None:
    both = [*conversation(2, "short"), *conversation(9, "long")]
    assert [name for name, _ in Figures(both).conversations] == ["long", "short"]


def test_R2_a_question_by_itself_is_no_conversation() -> None:
    rows = [*conversation(2, "ended"), *conversation(1, "kept"), measure(1, session="asked")]
    whole = Figures(rows, alone=asked_alone(rows, ["kept"]))
    assert {name for name, _ in whole.conversations} == {"ended", "kept"}
    assert whole.asked_alone == 1
    assert headline(whole, Words("en"))[1] == (
        "4", "turns", "in 2 conversations, 1 question of `assistant ask` by itself",
    )  # fmt: skip


def test_M1_what_is_not_told_is_no_answer_and_spares_nothing() -> None:
    rows = [measure(1), measure(2, source="untold", full=0), measure(3, source="memory", full=0)]
    whole = Figures(rows)
    assert whole.requests_not_made == 0
    assert whole.totals.turns == 3
    assert by_source(rows)["untold"] == {"turns": 1, "tokens_saved": 0, "requests_not_made": 0}
    assert rows[1].answered_by == "memory"


@pytest.mark.parametrize(
    ("value", "top"), [(0, 10), (7, 10), (10, 10), (11, 15), (1401, 1500), (13_007, 15_000)]
)
def test_an_axis_ends_at_a_round_number(value: int, top: int) -> None:
    assert nice_top(value) == top


@given(st.integers(0, 10**9))
def test_no_value_is_over_its_axis(value: int) -> None:
    assert value <= nice_top(value) <= max(10, 2 * value)


@given(st.lists(st.integers(1, 3000), max_size=60), st.integers(1, 60))
def test_there_are_never_more_stretches_than_asked_for(turns: list[int], limit: int) -> None:
    marks = stretches([measure(turn) for turn in turns], limit)
    assert len(marks) <= limit
    assert sum(m.requests for m in marks) == len(turns)
