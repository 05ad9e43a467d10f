"""F7: which of the facts that a request may mean is forgotten, by the answer to the question."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.cli.slash_facts import chosen_of

FACTS = ("me and beth are off to Lisbon in February", "beth teaches year 6", "beth is vegan")


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ("y", (0, 1, 2)),
        ("1 3", (0, 2)),
        ("the lisbon one", (0,)),
        ("just the vegan one", (2,)),
        ("the beth one", ()),  # each of them is
        ("the bank one", ()),
        ("lisbon", ()),  # the next message may be anything
        ("the lisbon one?", ()),
        ("the lisbon trip is on the 14th of February now", ()),
        ("4", ()),
        ("n", ()),
        ("", ()),
    ],
)
def test_F7_one_of_several_is_picked_by_number_or_by_its_words(
    said: str, chosen: tuple[int, ...], tmp_path: Path
) -> None:
    with open_app(home=tmp_path, answers=False) as app:
        for fact in FACTS:
            app.facts.add(fact)
        meant = sorted(app.facts.all(), key=lambda view: FACTS.index(view.fact))
        assert list(chosen_of(meant, said)) == [meant[place] for place in chosen]
