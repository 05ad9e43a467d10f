"""Strategies for input that looks like what programs exchange, for hypothesis and for atheris."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hypothesis import strategies as st

from tests.fuzz.seeds import SHAPES

_NAMES = """choices delta message content tool_calls index id function name arguments finish_reason
usage prompt_tokens topic discussed outcome decisions open_questions expression path domain fact
confidence source created_at last_confirmed_at slot subject attribute value many negated"""
_KEYS = st.sampled_from(_NAMES.split()) | st.text(max_size=8)
_LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(("stop", "work", "high", "explicit", "2026-01-05T10:00:00+00:00", "es"))
    | st.text(max_size=20)
)
JSON = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=8),
    max_leaves=20,
)


def altered(value: object, way: Sequence[int], other: object) -> object:
    """``value`` with another one in the place that the way leads to."""
    if not way or not isinstance(value, (dict, list)) or not value:
        return other
    if isinstance(value, dict):
        name = list(value)[way[0] % len(value)]
        return {**value, name: altered(value[name], way[1:], other)}
    place = way[0] % len(value)
    return [*value[:place], altered(value[place], way[1:], other), *value[place + 1 :]]


ALTERED = st.builds(
    altered, st.sampled_from(SHAPES), st.lists(st.integers(0, 12), min_size=1, max_size=7), JSON
)
DEEP = st.integers(2_000, 200_000).map(lambda depth: b"[" * depth)
RUBBISH = (
    st.binary(max_size=200)
    | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))
    | (ALTERED | JSON).map(lambda value: json.dumps(value).encode())
    | DEEP
)
