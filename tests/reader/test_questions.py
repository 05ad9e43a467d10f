"""What answers a question beside a fact that does, by the weights that are shipped."""

from __future__ import annotations

from assistant.reader import reader

FACTS = (
    "atorvastatin 20mg every morning since the march bloods",
    "ibuprofen wrecked my stomach, gp switched me to naproxen",
    "dad's on metformin 500 twice daily",
    "tom keeps wicket for the club, dodgy knee",
)


def test_what_answers_beside_a_fact_is_told_from_what_does_not() -> None:
    also = reader().also("what meds am i on", FACTS, 0)
    assert len(also) == len(FACTS)
    assert also[0] == 0.0
    assert also[1] == max(also[1:])


def test_of_one_fact_nothing_is_read_beside_it() -> None:
    assert reader().also("what meds am i on", FACTS[:1], 0) == (0.0,)
