"""What holds for any text whatever."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.memory.base import Reading
from assistant.memory.signals import read
from assistant.memory.signals.text import READ_AT_MOST
from tests.bounds import assert_linear

SCRAPS = st.sampled_from(
    [
        "recordá que", "remember that", "siempre", "never", "mi clave es", "hunter2", "4111111111111111",
        "vivo en Lima", "i prefer tea", '"', "'", "```", "\n", "> ", "¿", "?", ". ", ", ", "olvidate de",
        "forget", "si tuviera", "mi jefe dice que", "\x00", "ﬁ", "İ", "🙂", "«", "{", "};", "no lo guardes",
    ]
)  # fmt: skip
MESSAGES = st.one_of(st.text(max_size=300), st.lists(SCRAPS, max_size=25).map(" ".join))


def overlap(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] < b[1] and b[0] < a[1]


@settings(max_examples=300, deadline=None)
@given(MESSAGES)
def test_F4_reading_never_raises_and_no_finding_holds_a_secret(text: str) -> None:
    reading = read(text)
    spans = [clause.span for clause in reading.clauses]
    spans += [finding.span for finding in reading.findings]
    spans += [request.span for request in reading.forgets]
    spans += [secret.span for secret in reading.secrets]
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert all(clause.text == text[slice(*clause.span)] for clause in reading.clauses)
    for finding in reading.findings:
        assert finding.text
        assert not any(overlap(finding.span, secret.span) for secret in reading.secrets)


@settings(max_examples=100, deadline=None)
@given(MESSAGES)
def test_Reading_is_a_function_of_the_text(text: str) -> None:
    assert read(text) == read(text)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="abc \n", max_size=200))
def test_F3_what_is_fenced_as_code_writes_nothing(text: str) -> None:
    assert read(f"```\nremember that {text}\n```").findings == ()


@pytest.mark.parametrize(
    "unit", ["a", " ", '"', "'", "(", "a,", "que ", "no lo ", "recordá que ", "x\n", "1234 ", "mi clave de "]
)  # fmt: skip
def test_Rubbish_of_ten_megabytes_is_read_in_linear_time(unit: str) -> None:
    def rubbish(size: int) -> str:
        return unit * (size // len(unit))

    assert all(clause.span[1] <= READ_AT_MOST for clause in read(rubbish(10_000_000)).clauses)
    assert_linear(read, rubbish, 10_000_000)
    assert_linear(read, rubbish, READ_AT_MOST)


def test_An_empty_message_says_nothing() -> None:
    assert read("") == Reading("en")
    assert read(" \n ") == Reading("en")


@pytest.mark.parametrize(
    "unit",
    [
        *("a. ", "no, ", "te ", "lo, ", "forget. ", "borralo, ", "i said no. ", "delete x y, "),
        *("que te ", "the last thing, ", "forget it, ", "no guardes ", "everything about me. "),
    ],
)
def test_F7_requests_are_read_in_linear_time(unit: str) -> None:
    """Of as many pieces, sentences and orders as there are."""
    assert_linear(read, lambda size: (unit * size)[:size], READ_AT_MOST)
