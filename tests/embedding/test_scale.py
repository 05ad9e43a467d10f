"""SPEC's scale for an embedder's cosines."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.embedding.scale import Scale, measure, paraphrases
from assistant.embedding.universal import SCALE, UniversalEmbedder


def test_the_line_goes_through_its_two_means() -> None:
    scale = Scale(unrelated=0.2, same=0.8)
    assert [scale.place(c) for c in (-1, 0.2, 0.5, 0.8, 1)] == pytest.approx([0, 0, 0.5, 1, 1])


def test_the_default_s_scale_is_what_its_data_gives(embedder_cache: Path) -> None:
    measured = measure(UniversalEmbedder(embedder_cache).embed)
    assert measured.unrelated == pytest.approx(SCALE.unrelated, abs=0.005)
    assert measured.same == pytest.approx(SCALE.same, abs=0.005)


def test_there_are_paraphrases_in_both_languages() -> None:
    spanish = [a for a, b in paraphrases() if not (a + b).isascii()]
    assert 10 <= len(spanish) <= len(paraphrases()) - 10
