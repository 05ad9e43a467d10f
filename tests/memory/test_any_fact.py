"""F7: whatever a fact and a message say, taking them apart and comparing them ends."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.memory.matching import Meaning, relate
from assistant.memory.matching.naming import with_role
from assistant.memory.plan.in_place import with_new_values
from assistant.memory.plan.parts import divided
from assistant.memory.plan.statements import Statement
from assistant.memory.plan.told_beside import part_asked, part_meant
from assistant.records import Language
from tests.memory.facts import fact

WORDS = (
    *(
        "Dani",
        "Ruth",
        "Mr",
        "mi ex se llama gonzalo",
        "is called Ruth",
        "my sister",
        "who's 8",
        ":",
    ),
    *(
        "que",
        "y",
        "and",
        ",",
        ";",
        "los martes",
        "viernes 14",
        "11 am",
        "£350",
        "quid",
        "68",
        "...",
    ),
    *("ya no", "not", "le presto", "lo vendo", "vive", "in", "the", "there", "'", "his", "\u202e"),
    *(
        "cambié la kangoo por una berlingo gris",
        "kangoo blanca",
        "staging:",
        "he",
        "no longer",
        "😂",
    ),
)
said = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
languages: st.SearchStrategy[Language] = st.sampled_from(["en", "es"])


@settings(deadline=None)
@given(said, said, languages, languages)
def test_F7_any_fact_beside_any_message(
    told: str, later: str, one: Language, other: Language
) -> None:
    known, statement = fact(told, language=one), Statement(later, later, other)
    relate(told, one, later, other, Meaning())
    with_role(later, [known])
    with_new_values(known, statement, Meaning())
    for all_of in (False, True):
        found = divided(known, statement, named=True, all_of=all_of)
        assert found is None or (found.gone and found.left)
    if part_asked(known, later, other):
        meant = part_meant(known, later, other)
        assert meant is not None
        assert part_meant(known, meant.gone, one) == meant
