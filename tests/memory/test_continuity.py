"""Continuity of a turn on SPEC's scale (C1)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from assistant.embedding.universal import UniversalEmbedder
from assistant.memory.window import UNDECIDED, continuity, similarity

angles = st.floats(0, 2 * np.pi)


def at(angle: float) -> NDArray[np.float32]:
    return np.array([np.cos(angle), np.sin(angle)], np.float32)


def plain(cosine: float) -> float:
    return cosine


def test_C1_nothing_before_is_no_continuity() -> None:
    assert similarity(at(0), [], plain) == 0.0


@given(angles, st.lists(angles, min_size=1, max_size=4))
def test_C1_continuity_is_between_0_and_1(message: float, earlier: list[float]) -> None:
    assert 0 <= similarity(at(message), [at(a) for a in earlier], plain) <= 1


@given(angles, st.lists(angles, min_size=1, max_size=4))
def test_C1_repeating_what_was_said_is_full_continuity(
    message: float, earlier: list[float]
) -> None:
    spoken = [at(a) for a in [*earlier, message]]
    assert similarity(at(message), spoken, plain) == pytest.approx(1, abs=1e-5)


def test_C1_the_reply_counts_as_much_as_the_message_before() -> None:
    near_reply = similarity(at(0), [at(2), at(0.1)], plain)
    near_message = similarity(at(0), [at(0.1), at(2)], plain)
    assert near_reply == pytest.approx(near_message)


def test_C1_opposite_vectors_that_cancel_out_are_no_error() -> None:
    assert similarity(at(np.pi / 2), [at(0), at(np.pi)], plain) == pytest.approx(0, abs=1e-6)


@given(st.floats(0, 1))
def test_C1_a_follow_up_is_undecided_at_least_and_a_shift_at_most(near: float) -> None:
    assert continuity(near, shift=False, follow_up=True) >= UNDECIDED
    assert continuity(near, shift=True, follow_up=False) <= UNDECIDED
    assert continuity(near, shift=False, follow_up=False) == near


def test_C1_the_default_embedder_puts_the_same_subject_over_another(
    embedder_cache: Path,
) -> None:
    embedder = UniversalEmbedder(embedder_cache)
    message, before, elsewhere = embedder.embed(
        [
            "¿cómo agrego un índice a la tabla de pedidos?",
            "la consulta sobre la tabla de pedidos es lenta",
            "mi tía hace unos ravioles increíbles",
        ]
    )
    same = similarity(message, [before], embedder.calibrate)
    assert same > 0.4 > similarity(message, [elsewhere], embedder.calibrate)
