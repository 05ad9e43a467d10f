"""A short run of every target; ``python -m tests.fuzz TARGET`` runs one for as long as wanted."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.campaign import inputs_of
from tests.fuzz.inputs import RUBBISH
from tests.fuzz.seeds import SEEDS
from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize(
    ("output", "inputs"),
    [("#2 INITED cov: 3\n#512 pulse", 512), ("#8 NEW\nDone 91 in 2 second(s)", 91), ("", 0)],
)
def test_a_campaign_reads_how_much_was_tried(output: str, inputs: int) -> None:
    assert inputs_of(output) == inputs


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_well_formed_or_hostile_breaks_nothing(name: str) -> None:
    for seed in SEEDS:
        TARGETS[name](seed)
        TARGETS[name](seed[: len(seed) // 2])


@pytest.mark.parametrize("name", TARGETS)
@given(data=RUBBISH)
@settings(max_examples=60, deadline=None)
def test_rubbish_breaks_nothing(name: str, data: bytes) -> None:
    TARGETS[name](data)


@pytest.mark.parametrize("name", TARGETS)
@given(
    seed=st.sampled_from(SEEDS),
    cuts=st.lists(st.tuples(st.integers(0, 400), st.binary(max_size=6)), max_size=4),
)
@settings(max_examples=60, deadline=None)
def test_damaged_input_breaks_nothing(
    name: str, seed: bytes, cuts: list[tuple[int, bytes]]
) -> None:
    for place, piece in cuts:
        seed = seed[:place] + piece + seed[place + len(piece) :]
    TARGETS[name](seed)


@pytest.mark.parametrize(
    "line",
    [
        {"choices": [{"delta": {"tool_calls": [{"function": [1]}]}}]},
        {"choices": [{"delta": {}, "finish_reason": {"why": []}}]},
        {"choices": [{"delta": {"tool_calls": [{"index": "first", "function": {}}]}}]},
        {"choices": [{"delta": {"content": "half \ud800 and \ud83d"}}]},
        {"choices": [], "usage": {"prompt_tokens": "many"}},
    ],
)
def test_what_a_server_may_bend_is_no_bug(line: object) -> None:
    TARGETS["replies"](json.dumps(line).encode())
