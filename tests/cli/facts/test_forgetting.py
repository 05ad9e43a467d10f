"""``assistant facts forget``: what it asks, and what a program reads of it."""

from __future__ import annotations

import json
import shlex

import pytest

from assistant.api import MemoryChange
from assistant.cli.main import run
from assistant.session.facts import FactBook, FactView
from assistant.session.notices import of_changes
from tests.cli.facts.test_commands import add, listed, output


def unclear(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Words that may mean the first so many facts."""

    def meant(book: FactBook, _: str) -> tuple[list[FactView], bool]:
        return book.all()[:count], False

    monkeypatch.setattr(FactBook, "meant_by", meant)


@pytest.mark.parametrize(
    ("language", "count", "asked", "how"),
    [
        ("en", 1, "Is this the one that is meant?", "If it is: `assistant facts forget "),
        ("en", 2, "Which of these are meant?", "With the ids of those alone: `assistant facts"),
        ("es", 1, "¿Es este?", "Si es este: `assistant facts forget "),
        ("es", 2, "¿Cuáles de estos son?", "Con los ids de esos solos: `assistant facts forget "),
    ],
)
def test_F7_what_is_not_plain_is_asked_in_its_number_with_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    language: str, count: int, asked: str, how: str,
) -> None:  # fmt: skip
    add("uso Neovim")
    add("el equipo son 5 personas")
    unclear(monkeypatch, count)
    rows = listed(capsys)
    monkeypatch.setenv("LANG", f"{language}_AR.UTF-8")
    assert run(["facts", "forget", "--words", "eso", "-y"]) == 2
    said = output(capsys)[1]
    assert asked in said
    assert how in said
    ids = [word for line in said.splitlines() if how in line for word in line.split()]
    assert {row["id"] for row in rows[:count]} <= set(ids)
    assert len(listed(capsys)) == 2


def test_forget_json_names_what_is_gone(capsys: pytest.CaptureFixture[str]) -> None:
    add("uso Neovim")
    add("el equipo son 5 personas")
    rows = listed(capsys)
    assert run(["facts", "forget", rows[0]["id"][:6], "-y", "--json"]) == 0
    assert json.loads(output(capsys)[0]) == {"forgotten": [rows[0]["id"]]}
    assert run(["facts", "forget", "--all", "-y", "--json"]) == 0
    assert json.loads(output(capsys)[0]) == {"forgotten": [rows[1]["id"]]}
    assert run(["facts", "forget", "--all", "-y", "--json"]) == 0
    assert json.loads(output(capsys)[0]) == {"forgotten": []}


def test_F7_only_a_part_of_a_fact_goes(capsys: pytest.CaptureFixture[str]) -> None:
    add("I can't abide coriander, and I am allergic to penicillin")
    [row] = listed(capsys)
    assert run(["facts", "forget", row["id"], "--only", "the tractor", "-y"]) == 2
    assert "no part of it" in output(capsys)[1]
    assert run(["facts", "forget", row["id"], "--only", "the coriander", "-y"]) == 0
    assert output(capsys)[1].startswith(f"{row['id']}  I can't abide coriander\n")
    assert [left["fact"] for left in listed(capsys)] == ["I am allergic to penicillin"]


def test_F7_only_goes_with_one_fact(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["facts", "forget", "--all", "--only", "tea", "-y"]) == 2
    assert "--only goes with the id of one fact" in output(capsys)[1]


def test_F7_the_command_that_a_script_is_told_forgets_that_part(
    capsys: pytest.CaptureFixture[str],
) -> None:
    add("lucía gana 38 mil y bruno 70 mil")
    [row] = listed(capsys)
    part = MemoryChange("to_forget", (row["id"],), "lucía gana 38 mil", "lucía gana 38 mil")
    [told] = of_changes([part], "es")
    command = shlex.split(told.rpartition(": ")[2])
    assert run(command[1:]) == 0
    capsys.readouterr()
    assert [left["fact"] for left in listed(capsys)] == ["bruno 70 mil"]
