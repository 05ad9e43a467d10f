"""The lists of words behind the proof of sameness, and where they come from (A4)."""

from __future__ import annotations

from itertools import product

import pytest

from assistant.memory.dedup.lexicon import opposite
from assistant.resources import data_path


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("accept", "reject"),  # of the dictionary
        ("aceptar", "reject"),  # … and of what translates it
        ("upload", "descargar"),  # written by hand: a dictionary has none of these
        ("enable", "desactivar"),
        ("activar", "desactivar"),  # by its prefix
    ],
)
def test_A4_opposites_are_known_across_languages(one: str, other: str) -> None:
    assert opposite(one, other)
    assert opposite(other, one)


def test_A4_what_is_written_by_hand_is_in_no_dictionary() -> None:
    generated = {frozenset(row) for row in _rows("antonyms.txt")}
    doubled = [
        row
        for row in _rows("opposites.txt")
        if all(frozenset(pair) in generated for pair in product(*(side.split("=") for side in row)))
    ]
    assert len(generated) > 900
    assert doubled == []


def _rows(name: str) -> list[tuple[str, ...]]:
    lines = data_path("dedup", name).read_text("utf-8").splitlines()
    return [tuple(line.split(" | ")) for line in lines if line and not line.startswith("#")]
