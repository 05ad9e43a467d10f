"""As much meaning as fits."""

from __future__ import annotations

from assistant.memory.segments.summarise import pack
from assistant.memory.segments.units import Unit


def _unit(text: str, place: int, value: float, sentence: int = 0, turn: int = 1) -> Unit:
    keys = tuple(word.lower() for word in text.split())
    return Unit(text, keys, sentence, turn, (sentence, place), value)


def _words(points: tuple[str, ...]) -> int:
    return sum(len(point.split()) for point in points)


UNITS = [
    _unit("alpha", 0, 1.0),
    _unit("beta", 1, 3.0),
    _unit("gamma", 2, 2.0, sentence=1),
    _unit("Postgres", 3, 2.5, sentence=2, turn=2),
    _unit("Postgres 16", 4, 2.6, sentence=3, turn=2),
]


def test_S2_the_most_telling_fit_in_the_order_of_the_turns() -> None:
    assert pack(UNITS, (), lambda points: _words(points) <= 4) == ("beta", "gamma", "Postgres 16")


def test_points_are_sentences_where_there_is_room_and_turns_where_there_is_little() -> None:
    assert pack(UNITS, (), lambda points: len(points) <= 3) == (
        "alpha beta",
        "gamma",
        "Postgres 16",
    )
    assert pack(UNITS, (), lambda points: len(points) <= 2) == ("alpha beta gamma", "Postgres 16")


def test_no_word_is_shown_twice() -> None:
    points = pack(UNITS, {"beta"}, lambda points: True)
    words = " ".join(points).split()
    assert "beta" not in words
    assert len(words) == len(set(words))


def test_where_nothing_fits_there_are_no_points() -> None:
    assert pack(UNITS, (), lambda points: not points) == ()
    assert pack([], (), lambda points: True) == ()
