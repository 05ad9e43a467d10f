"""What the user's hands do with a fact that was replaced: it never counts as true again (F7)."""

from __future__ import annotations

import pytest

from assistant.app import open_app
from assistant.cli.main import run
from tests.cli.facts.test_commands import add, listed, output


@pytest.fixture
def versions(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """The ids of a fact and of the one that replaced it, by way of a third."""
    add("el equipo son 5 personas")
    (first,) = listed(capsys)
    assert run(["facts", "edit", first["id"], "el equipo son 6 personas"]) == 0
    (second,) = listed(capsys, "--state", "active")
    assert run(["facts", "edit", second["id"], "el equipo son 7 personas"]) == 0
    (third,) = listed(capsys, "--state", "active")
    return first["id"], third["id"]


@pytest.mark.parametrize("words", [["confirm"], ["edit", "el equipo son 8 personas"]])
def test_F7_a_replaced_fact_is_not_confirmed_but_told_by_what(
    capsys: pytest.CaptureFixture[str], versions: tuple[str, str], words: list[str]
) -> None:
    old, new = versions
    before = listed(capsys)
    command, *text = words
    assert run(["facts", command, old[:6], *text]) == 2
    out, said = output(capsys)
    assert f"Fact {old} was replaced by {new}" in said
    assert out == ""
    assert listed(capsys) == before


def test_F7_of_several_ids_none_is_confirmed_where_one_was_replaced(
    versions: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = versions
    with open_app() as app:
        before = app.facts.find(new).last_confirmed_at
    monkeypatch.setenv("ASSISTANT_NOW", "2046-01-01T09:00:00+00:00")
    assert run(["facts", "confirm", new, old]) == 2
    with open_app() as app:
        assert app.facts.find(new).last_confirmed_at == before
