"""Counting: exact where the tokenizer is the model's own, never under it where it is not."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.config import HARD_BUDGET
from assistant.llm.openai import Endpoint
from assistant.llm.tokenizer import Cl100k, preload
from assistant.llm.tokens import NAMESPACE, Counter, Factor, learn, open_counter
from assistant.records import ChatMessage, ToolCall
from assistant.storage.base import KeyValue
from assistant.storage.open import open_stores
from tests.bounds import assert_linear
from tests.llm.samples import KINDS, sample

NOW = datetime(2026, 1, 30, 9, tzinfo=UTC)
COUNTER = Counter()
CAUTIOUS = Counter(cautious=True)
MODEL = Endpoint("some-model", "http://127.0.0.1:9/v1")
TOOL = {"type": "function", "function": {"name": "time_now", "parameters": {"type": "object"}}}


@pytest.fixture
def keyvalue(tmp_path: Path) -> Iterator[KeyValue]:
    stores = open_stores(tmp_path / "assistant.db", clock=lambda: NOW)
    yield stores.keyvalue
    stores.close()


def request(text: str) -> tuple[ChatMessage, ...]:
    return (ChatMessage("system", "You help."), ChatMessage("user", text))


def test_counts_as_cl100k_does() -> None:
    assert COUNTER.count("") == 0
    assert COUNTER.count("hello world") == 2
    assert COUNTER.count("¿Me ayudás con el despliegue?") == 11
    assert COUNTER.count("<|endoftext|>") > 1, "a special token in a text is only text"


def test_a_request_has_the_formats_own_tokens() -> None:
    empty = COUNTER.count_messages([ChatMessage("user", "")])
    assert empty == 7
    assert COUNTER.count_messages(request("hello")) == 3 + 4 + 4 + COUNTER.count("You help.") + 1


def test_T9_tool_schemas_and_calls_count() -> None:
    messages = request("hello")
    bare = COUNTER.count_messages(messages)
    one, two = (COUNTER.count_messages(messages, (TOOL,) * n) for n in (1, 2))
    assert bare + 20 < one < two
    call = ChatMessage("assistant", "", tool_calls=(ToolCall("id", "time_now", '{"zone": "UTC"}'),))
    assert (
        COUNTER.count_messages([call]) > COUNTER.count_messages([ChatMessage("assistant", "")]) + 8
    )


@pytest.mark.parametrize("kind", KINDS)
def test_P1_cut_is_the_longest_beginning_that_fits(kind: str) -> None:
    text = sample(kind, 0)
    for tokens in (0, 1, 7, 100, 1000):
        piece = COUNTER.cut(text, tokens)
        assert text.startswith(piece)
        assert COUNTER.count(piece) <= tokens
        if tokens >= 100:
            assert COUNTER.count(text[: len(piece) + 40]) >= tokens - 8, "much more would fit"


def test_cut_gives_a_short_text_back() -> None:
    assert COUNTER.cut("hello world", 2) == "hello world"
    assert COUNTER.cut("hello world", 100) == "hello world"


@pytest.mark.parametrize("whole", ["👍🏽", "👩\u200d💻", "❤️", "e\u0301", "n\u0303o"])
def test_cut_parts_no_character(whole: str) -> None:
    text = whole * 20
    allowed = {unicodedata.normalize("NFC", (whole * n)) for n in range(21)}
    if whole == "n\u0303o":
        allowed |= {unicodedata.normalize("NFC", whole * n + "n\u0303") for n in range(21)}
    for tokens in range(1, 30):
        assert unicodedata.normalize("NFC", COUNTER.cut(text, tokens)) in allowed


@given(st.text(max_size=400))
def test_the_bound_is_never_below_the_estimate(text: str) -> None:
    assert Cl100k().bound(text) >= Cl100k().count(text)


@given(st.text(max_size=60), st.integers(0, 60))
def test_a_text_in_two_parts_never_counts_less(text: str, at: int) -> None:
    assert COUNTER.count(text[:at]) + COUNTER.count(text[at:]) >= COUNTER.count(text) - 1


@pytest.mark.parametrize(
    ("unit", "length"), [("x", 1 << 20), (" ", 1 << 20), ("\n", 1 << 20), ("字", 1 << 18)]
)
def test_huge_repetitive_texts_count_in_linear_time(unit: str, length: int) -> None:
    def count(text: str) -> int:
        return CAUTIOUS.count_messages([ChatMessage("user", text)])

    assert count(unit * length) > HARD_BUDGET
    assert_linear(count, lambda size: unit * size, length)


def test_lone_surrogates_are_counted_not_refused() -> None:
    text = "a\ud800b" * 3000
    assert CAUTIOUS.count_messages([ChatMessage("user", text)]) > HARD_BUDGET


@pytest.mark.parametrize("kind", KINDS)
def test_P1_the_first_request_to_an_unknown_model_keeps_a_margin(kind: str) -> None:
    """Near the limit the bound decides; far from it the estimate is shown as it is."""
    text = sample(kind, 1)
    assert CAUTIOUS.count_messages(request(text)) > HARD_BUDGET
    small = COUNTER.cut(text, 300)
    assert CAUTIOUS.count_messages(request(small)) == COUNTER.count_messages(request(small))
    largest = max(
        (
            t
            for t in range(500, 4000, 50)
            if CAUTIOUS.count_messages(request(COUNTER.cut(text, t))) <= HARD_BUDGET
        ),
        default=0,
    )
    assert largest <= HARD_BUDGET / 1.2


def test_the_factor_follows_the_servers_own_counts(keyvalue: KeyValue) -> None:
    text = "palabra " * 500
    before = open_counter(MODEL, keyvalue, NOW).count(text)
    learn(keyvalue, MODEL.name, before, round(before * 1.3), NOW)
    after = open_counter(MODEL, keyvalue, NOW).count(text)
    assert round(before * 1.3) <= after <= before * 1.3 + 2
    assert (
        open_counter(Endpoint("another", "http://127.0.0.1:9"), keyvalue, NOW).count(text) == before
    )


def test_the_factor_never_goes_below_one(keyvalue: KeyValue) -> None:
    for _ in range(20):
        learn(keyvalue, MODEL.name, 1000, 10, NOW)
    assert open_counter(MODEL, keyvalue, NOW).count("hello world") == 2


def test_one_odd_request_does_not_inflate_the_factor_for_long() -> None:
    factor = Factor().after(1000, 2000)
    for _ in range(20):
        factor = factor.after(round(1000 * factor.estimate), 1000)
    assert factor.estimate < 1.01
    assert factor.excess > 1.4, "but the bound remembers"


def test_P1_a_bound_that_was_passed_is_raised_for_good(keyvalue: KeyValue) -> None:
    messages = request("palabra " * 1600)
    assert open_counter(MODEL, keyvalue, NOW).count_messages(messages) <= HARD_BUDGET
    for _ in range(2):  # an odd tokenizer: twice what the bound allows
        learn(keyvalue, MODEL.name, 1000, 2700, NOW)
    for _ in range(40):  # and then only texts that it likes
        learn(keyvalue, MODEL.name, 1000, 1000, NOW)
        learn(keyvalue, MODEL.name, 1000, 500, NOW)
    counter = open_counter(MODEL, keyvalue, NOW)
    assert counter.count("hello world") == 2
    assert counter.count_messages(messages) > HARD_BUDGET


@pytest.mark.parametrize("rubbish", [None, 3, {"estimate": "x"}, {"estimate": 0.1, "excess": 99}])
def test_a_damaged_factor_is_ignored(keyvalue: KeyValue, rubbish: object) -> None:
    keyvalue.put(NAMESPACE, MODEL.name, rubbish)
    assert open_counter(MODEL, keyvalue, NOW).count("hello world") == 2


@pytest.mark.parametrize(("ours", "theirs"), [(0, 10), (10, 0), (-1, 5)])
def test_odd_counts_teach_nothing(keyvalue: KeyValue, ours: int, theirs: int) -> None:
    learn(keyvalue, MODEL.name, ours, theirs, NOW)
    assert keyvalue.get(NAMESPACE, MODEL.name, now=NOW) is None


def test_preload_returns_at_once() -> None:
    preload().join(5)
    assert COUNTER.count("hello") == 1


@given(st.integers(2_200, 10**12), st.integers(0, 6))
def test_P1_one_report_that_no_tokenizer_can_mean_changes_nothing(theirs: int, before: int) -> None:
    factor = Factor()
    for _ in range(before):
        factor = factor.after(round(1000 * factor.estimate), 1200)
    known = (factor.estimate, factor.excess)
    odd = factor.after(round(1000 * factor.estimate), theirs)
    assert (odd.estimate, odd.excess) == known
    for _ in range(3):
        odd = odd.after(round(1000 * odd.estimate), 1200)
    assert odd.estimate <= 1.21


def test_P1_a_server_that_always_counts_wrongly_leaves_prompts_that_can_be_used(
    keyvalue: KeyValue,
) -> None:
    for _ in range(50):
        learn(keyvalue, MODEL.name, 1000, 10**9, NOW)
    counter = open_counter(MODEL, keyvalue, NOW)
    small = request(COUNTER.cut(sample("words", 0), 1200))
    assert counter.count_messages(small) <= HARD_BUDGET
    assert counter.count_messages(request(sample("words", 0) * 20)) > HARD_BUDGET


@given(st.lists(st.integers(0, 10**12), max_size=30))
def test_the_factor_stays_within_what_tokenizers_do(reports: list[int]) -> None:
    factor = Factor()
    for theirs in reports:
        factor = factor.after(1000, theirs)
        assert 1.0 <= factor.estimate <= 2.1
        assert 1.0 <= factor.excess <= 2.0
