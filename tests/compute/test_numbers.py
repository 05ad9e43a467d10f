"""Numbers as they are said and written (A11)."""

from __future__ import annotations

import pytest

from assistant.compute.numbers import in_figures, read, spelled, write
from assistant.records import Language


@pytest.mark.parametrize(
    ("said", "language", "value", "length"),
    [
        ("twelve times", "en", 12, 1),
        ("two hundred and six apples", "en", 206, 4),
        ("twenty-two", "en", 22, 1),
        ("two million five hundred thousand", "en", 2_500_000, 5),
        ("three and four", "en", 3, 1),
        ("mil doscientos treinta y cuatro", "es", 1234, 5),
        ("cien mil", "es", 100_000, 2),
        ("treinta y uno de marzo", "es", 31, 3),
        ("cinco y seis", "es", 5, 1),
        ("veintiún", "es", None, 0),
    ],
)
def test_A11_whole_numbers_in_words(
    said: str, language: Language, value: int | None, length: int
) -> None:
    found = spelled(said.split(), language)
    assert (found.value, found.length) == (value, length) if found else value is None


def test_A11_what_is_no_number_stays() -> None:
    assert in_figures("a dozen times eight", "en") == "a dozen times 8"
    assert in_figures("once more", "en") == "once more"
    assert in_figures("once por ocho", "es") == "11 por 8"


def test_A11_a_number_that_can_be_read_in_two_ways_is_not_read() -> None:
    assert read("1,500", "en") == "1500"
    assert read("1,500", "es") is None
    assert read("1.234,5", "en") == "1234.5"
    assert write(2.5, "es") == "2,5"
