"""A statement that tells of several, and a fact that does, are compared part by part (F7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.memory.plan.several import told_of_its_own
from assistant.memory.plan.statements import Statement
from tests.memory.facts import fact
from tests.memory.test_put_right import after

DAYANA = "Dayana gana 1200 y lleva la caja, y Wilmer está en cocina"


@pytest.mark.parametrize(
    ("known", "said", "own"),
    [
        ("Wilmer gana 2100", DAYANA, "Wilmer está en cocina"),
        ("Dayana gana 1100", DAYANA, "Dayana gana 1200 y lleva la caja"),
        ("Yeison gana 1800", DAYANA, DAYANA),  # of nobody whom it names
        ("Ana lives in Leeds", "Ana moved to York, she rents there", None),  # all of it is hers
    ],
)
def test_F7_of_a_statement_what_is_told_of_the_fact_s_own_is_compared(
    known: str, said: str, own: str | None
) -> None:
    assert told_of_its_own(Statement(said, said, "es"), fact(known)).said == (own or said)


def test_F7_what_is_told_of_one_is_no_news_of_another(tmp_path: Path) -> None:
    known = after(tmp_path, ["Wilmer gana 2100 y Yeison 1800"], DAYANA)
    assert sorted(known) == sorted([DAYANA, "Wilmer gana 2100 y Yeison 1800"])


def test_F7_a_change_is_seen_in_the_part_that_it_is_of(tmp_path: Path) -> None:
    known = after(tmp_path, ["Wilmer gana 2100 y Yeison 1800"], "le subí el sueldo a Yeison a 2000")
    assert known == ["Wilmer gana 2100 y Yeison 2000"]
