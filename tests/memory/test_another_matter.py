"""F7: what tells of somebody or something else leaves a fact as it is, whatever words both have."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import Assistant

OFFICE = "The firm is called Dunlop Rennie, and our office is on the third floor"


@pytest.mark.parametrize(
    ("told", "later"),
    [
        (OFFICE, "Fiona Rennie, my partner in the firm, retires at Easter"),  # who is described
        (
            "Mr Abercrombie is buying 9 Falkland Street, and his settlement date is 19 December",
            "Mrs Abernethy is selling 22 Clarence Drive, and she settles on 12 December",
        ),
        (  # a list under a heading of its own
            "my advisor is dr. Lindqvist",
            "my comittee: dr lindqvist, dr Okonkwo, dr Reyes-Pratt y dr Sun",
        ),
        ("el bono del roco ha subido a 74", "sí, el bono del roco ya no es 68"),
    ],
)
def test_F7_another_matter_takes_nothing(tmp_path: Path, told: str, later: str) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        assistant.remember(told)
        assistant.observe(later, "ok")
        assert told in {f.fact for f in assistant.facts() if f.state == "active"}


def test_F7_what_holds_instead_stands_behind_a_comma(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        assistant.remember("abro el puesto a las ocho")
        assistant.observe("ya no abro tan pronto, a las nueve", "ok")
        [held] = [f.fact for f in assistant.facts() if f.state == "active"]
        assert "nueve" in held
