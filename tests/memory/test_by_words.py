"""What the words that a question shares with a fact say for it (F8)."""

from __future__ import annotations

from dataclasses import replace

from assistant.memory.recall.scoring import Candidate, by_words
from tests.memory.facts import fact


def test_F8_a_word_that_one_fact_alone_has_says_more_for_it() -> None:
    told = ["mi vieja, elsa, vive en lanús", "mi hermano vive en valencia", "toma losartán"]
    candidates = [Candidate(replace(fact(text), id=text), 0.0, 0.0) for text in told]
    elsa, brother, other = by_words("elsa vive en quilmes?", "es", candidates).values()
    assert elsa > brother > other == 0
