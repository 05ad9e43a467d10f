"""The reader's parts: pieces of words, weights in few bits, and texts that do not see one another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from assistant.arrays import listed, softmax
from assistant.reader.encoder import APART, Layer
from assistant.reader.packing import pack, unpack
from assistant.reader.vocabulary import BEGIN, END, UNKNOWN, Vocabulary

PIECES = ("", "", "", "", "\u2581", "\u2581ma", "\u2581mar", "tes", "t", "e", "s", "a", "m", "r")
SCORES = (0.0, 0, 0, 0, -4, -3, -2, -2, -5, -5, -5, -5, -5, -5)


@pytest.fixture
def vocabulary() -> Vocabulary:
    return Vocabulary(listed(PIECES), np.array(SCORES, np.float16))


def test_a_word_is_cut_where_its_pieces_are_likeliest(vocabulary: Vocabulary) -> None:
    assert vocabulary.ids("martes", 9) == [BEGIN, 6, 7, END]


def test_a_letter_without_a_piece_is_unknown_and_the_rest_is_read(vocabulary: Vocabulary) -> None:
    assert vocabulary.ids("mar€tes", 9) == [BEGIN, 6, UNKNOWN, 7, END]


def test_only_the_first_pieces_are_read(vocabulary: Vocabulary) -> None:
    assert vocabulary.ids("martes " * 50, 3) == [BEGIN, 6, 7, 6, END]


@given(st.text(max_size=60))
def test_every_text_has_a_beginning_and_an_end(text: str) -> None:
    ids = Vocabulary(listed(PIECES), np.array(SCORES, np.float16)).ids(text, 8)
    assert (ids[0], ids[-1]) == (BEGIN, END)
    assert len(ids) <= 10


@pytest.mark.parametrize(("bits", "furthest"), [(4, 0.51), (8, 0.51)])
def test_packed_weights_are_off_by_half_a_step_at_most(bits: int, furthest: float) -> None:
    matrix = np.random.default_rng(3).normal(size=(6, 64)).astype(np.float32)
    values, scales = pack(matrix, bits)
    steps = np.repeat(scales.astype(np.float32), 32, axis=1)
    off = np.abs(unpack(values, scales) - matrix) / np.abs(steps)
    # the one value at the other end of four bits has no step of its own
    assert np.mean(off < furthest + 0.05) > 0.95
    assert off.max() < 1.1


def test_what_is_packed_again_stays_as_it_is() -> None:
    matrix = unpack(*pack(np.random.default_rng(4).normal(size=(4, 32)).astype(np.float32), 4))
    assert np.allclose(unpack(*pack(matrix, 4)), matrix, atol=1e-3)


def layer() -> Layer:
    rng = np.random.default_rng(5)
    arrays: dict[str, NDArray[Any]] = {}
    for part, shape in (("qkv", (96, 32)), ("o", (32, 32)), ("i", (64, 32)), ("f", (32, 64))):
        values, scales = pack(rng.normal(scale=0.2, size=shape).astype(np.float32), 8)
        arrays |= {f"x.{part}.values": values, f"x.{part}.scales": scales}
        arrays[f"x.{part}.bias"] = np.zeros(shape[0], np.float32)
    for norm in ("n1", "n2"):
        arrays |= {f"x.{norm}.scale": np.ones(32), f"x.{norm}.shift": np.zeros(32)}
    return Layer(arrays, "x", 4)


def test_words_that_are_kept_apart_do_not_see_one_another() -> None:
    rows = np.random.default_rng(6).normal(size=(7, 32)).astype(np.float32)
    apart = np.zeros((7, 7), np.float32)
    apart[:3, 3:] = apart[3:, :3] = APART
    together = layer()(rows, apart)
    alone = layer()(rows[:3], np.zeros((3, 3), np.float32))
    assert np.allclose(together[:3], alone, atol=1e-5)


def test_each_text_is_read_as_if_it_were_alone() -> None:
    rows = np.random.default_rng(7).normal(size=(7, 32)).astype(np.float32)
    each = layer().each(rows, (3, 4))
    assert each.dtype == np.float32
    for part in (slice(0, 3), slice(3, 7)):
        assert np.allclose(each[part], layer()(rows[part], np.zeros((1, 1), np.float32)), atol=1e-5)


def test_shares_sum_to_one() -> None:
    shares = softmax(np.array([[1e4, 0.0, -1e4], [0.0, 0.0, 0.0]], np.float32))
    assert np.allclose(shares.sum(-1), 1)
