"""A question of "us" is answered by what is told of the group (A6)."""

from __future__ import annotations

import pytest

from assistant.answers.reader.ours import of_us

TEAM = "the team meets on Tuesdays at 10"
EQUIPO = "el equipo se junta los martes a las 10"


@pytest.mark.parametrize(
    ("fact", "of", "question", "language", "read_as"),
    [
        (TEAM, "en", "when do we meet?", "en", "we meets on Tuesdays at 10"),
        (TEAM, "en", "when's our meeting?", "en", "we meets on Tuesdays at 10"),
        (TEAM, "en", "¿cuándo nos juntamos?", "es", "we meets on Tuesdays at 10"),
        (EQUIPO, "es", "¿cuándo nos juntamos?", "es", "nosotros se junta los martes a las 10"),
        (EQUIPO, "es", "what time do we meet?", "en", "nosotros se junta los martes a las 10"),
        (TEAM, "en", "when does the team meet?", "en", TEAM),
        (TEAM, "en", "when do we eat?", "en", TEAM),
        (TEAM, "en", "when do I meet my boss?", "en", TEAM),
        ("the teamster meets us", "en", "when do we meet?", "en", "the teamster meets us"),
    ],
)
def test_A6_who_says_we_of_a_group_is_of_it(
    fact: str, of: str, question: str, language: str, read_as: str
) -> None:
    assert of_us(fact, of, question, language) == read_as
