"""Which fragments matter to the question."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from assistant.prompt.budget import Meter
from assistant.prompt.choosing import MAX_EMBEDDED, rank, spread
from assistant.prompt.chunking import Chunk, chunk
from tests.prompt.support import COUNTER, words

NOTES = [
    "The office opens at nine and closes at six on weekdays.",
    "Deployments go out on Tuesdays after the review meeting.",
    "The cat of the office is called Fermina and sleeps all day.",
    "Invoices are paid within thirty days of their arrival.",
    "Backups run every night and are kept for two weeks.",
]


def pieces(paragraphs: Sequence[str]) -> tuple[str, tuple[Chunk, ...]]:
    """One fragment for each paragraph."""
    text, chunks, at = "\n".join(paragraphs), [], 0
    for number, paragraph in enumerate(paragraphs, 1):
        chunks.append(Chunk(at, at + len(paragraph), number, number))
        at += len(paragraph) + 1
    return text, tuple(chunks)


def order(question: str, paragraphs: Sequence[str] = NOTES, embed: Any = None) -> list[int]:
    text, chunks = pieces(paragraphs)
    return [i for _, i in rank([text], [chunks], question, embed)]


def test_P7_what_the_question_names_comes_first() -> None:
    assert order("what is the cat called?")[0] == 2


def test_P7_what_nothing_links_to_the_question_is_absent() -> None:
    assert set(order("when do invoices get paid?")) == {2, 3, 4}  # with its neighbours


def test_P7_meaning_finds_what_words_do_not() -> None:
    def embed(texts: Sequence[str]) -> Any:
        near = ("felino", "cat")
        rows = [[float(any(n in t.lower() for n in near)), 0.2] for t in texts]
        return np.array([row / np.linalg.norm(row) for row in map(np.array, rows)], np.float32)

    assert order("¿cómo se llama el felino?", embed=embed)[0] == 2


def test_neighbours_of_a_hit_come_before_strangers() -> None:
    paragraphs = [words(20, f"w{i}x") for i in range(12)]
    paragraphs[6] = "kerosene"
    assert order("kerosene", paragraphs)[:3] == [6, 5, 7]


def test_a_question_that_nothing_matches_gets_a_spread() -> None:
    assert order("kerosene")[:2] == [0, 4]


@pytest.mark.parametrize(
    "question",
    ["", "summarise this file", "¿de qué trata este documento?", "resumilo en 3 líneas por favor",
     "explain this code", "tl;dr"],
)  # fmt: skip
def test_P7_without_a_question_a_spread_from_both_ends(question: str) -> None:
    assert order(question)[:2] == [0, 4]
    assert sorted(order(question)) == [0, 1, 2, 3, 4]


def test_a_spread_shows_each_sort_of_error_before_more_of_the_same() -> None:
    lines = [f"2026-01-30 09:{i % 60:02d}:00 INFO fine {i} {words(8)}" for i in range(200)]
    for i in range(20, 180, 20):
        lines[i] = f"2026-01-30 09:00:00 ERROR cannot reach {'redis' if i == 100 else 'kafka'} {i}"
    text = "\n".join(lines)
    chunks = chunk("app.log", text, Meter(COUNTER))
    first = [text[chunks[i].start : chunks[i].end] for _, i in spread([text], [chunks])[:4]]
    assert "redis" in first[2] + first[3]
    assert "kafka" in first[2] + first[3]


def test_a_spread_covers_the_middle_evenly() -> None:
    text, chunks = pieces([words(5, f"p{i}x") for i in range(64)])
    early = [i for _, i in spread([text], [chunks])[:9]]
    assert max(b - a for a, b in pairwise(sorted(early))) <= 16


def test_texts_take_turns_in_a_spread() -> None:
    text, chunks = pieces(NOTES)
    assert [source for source, _ in spread([text, text], [chunks, chunks])[:4]] == [0, 1, 0, 1]


def test_repeats_come_last() -> None:
    paragraphs = ["kerosene leak at 7", "kerosene leak at 8", "kerosene price", "other"]
    assert {*order("kerosene leak", paragraphs)[:2]} != {0, 1}


def test_few_fragments_are_embedded_however_long_the_text() -> None:
    seen: list[int] = []

    def embed(texts: Sequence[str]) -> Any:
        seen.append(len(texts))
        return np.ones((len(texts), 1), np.float32)

    order("kerosene number 7", [f"kerosene {i} {words(4)}" for i in range(900)], embed)
    assert seen == [MAX_EMBEDDED + 1]
