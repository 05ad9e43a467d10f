"""A short run of every target; ``python -m tests.fuzz TARGET`` runs one for as long as wanted."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.seeds import SEEDS
from tests.fuzz.targets import TARGETS

_NAMES = """choices delta message content tool_calls index id function name arguments finish_reason
usage prompt_tokens topic discussed outcome decisions open_questions expression path fact"""
_KEYS = st.sampled_from(_NAMES.split()) | st.text(max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=12,
)


def _encoded(value: object) -> bytes:
    return json.dumps(value).encode()


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_well_formed_or_hostile_breaks_nothing(name: str) -> None:
    for seed in SEEDS:
        TARGETS[name](seed)
        TARGETS[name](seed[: len(seed) // 2])


@pytest.mark.parametrize("name", TARGETS)
@given(data=st.binary(max_size=200) | st.text(max_size=200).map(str.encode) | JSON.map(_encoded))
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
