"""A pack is whole or not at all, and one that fails costs itself alone (K1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.packs.loading import Failure, Packs
from tests.packs.support import GARDEN, declare, write_pack

TOOL = '''
@tool("{id}")
def act() -> str:
    """Act."""
    return "done"
def tools():
    return [act]
'''


def failure(tmp_path: Path, name: str, code: str | None = None, before: str = "") -> Failure:
    """What keeps a pack from being used beside the garden, which goes on."""
    heard: list[Failure] = []
    folder = write_pack(tmp_path, name, code, before)
    packs = Packs(["garden", name], [GARDEN, folder], heard.append)
    assert [pack.name for pack in packs.usable] == ["garden"]
    assert heard == packs.failures
    (told,) = heard
    assert told.pack == name
    return told


def test_those_that_are_on_are_there_in_their_order(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, "moon")
    packs = Packs(["moon", "garden", "moon"], [GARDEN, folder])
    assert [pack.name for pack in packs.usable] == ["moon", "garden"]
    assert [tool.id for tool in packs.tools["garden"]] == [
        "garden.water",
        "garden.plan",
        "garden.history",
        "garden.needs",
        "garden.watered",
        "weeding.next",
    ]
    assert packs.failures == []


def test_one_that_is_nowhere_is_missing() -> None:
    packs = Packs(["nowhere"])
    assert packs.usable == ()
    assert packs.failures == [Failure("nowhere", "missing")]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import no_such_module\n", "No module named 'no_such_module'"),
        ("PACK = 1 / 0\n", "ZeroDivisionError"),
        ("raise SystemExit(3)\n", "ends the program"),
        ("def broken(:\n", "SyntaxError"),
    ],
)
def test_code_that_raises_is_broken(tmp_path: Path, code: str, why: str) -> None:
    told = failure(tmp_path, "broken", code)
    assert told.kind == "broken"
    assert why in told.why


def test_what_is_no_pack_has_the_wrong_shape(tmp_path: Path) -> None:
    told = failure(tmp_path, "dull", "PACK = {'name': 'dull'}\n")
    assert (told.kind, told.why) == ("shape", "made_dull:PACK is no Pack")


def test_a_declaration_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    told = failure(tmp_path, "mute", declare("mute", summary='{"en": "one"}'))
    assert (told.kind, told.why) == ("shape", "the summary of 'mute' is missing in: es")


def test_a_pack_has_the_name_by_which_it_is_found(tmp_path: Path) -> None:
    told = failure(tmp_path, "alias", declare("other"))
    assert (told.kind, told.why) == ("shape", "made_alias:PACK calls itself 'other'")


@pytest.mark.parametrize("name", ["facts", "time", "work", "serve"])
def test_a_name_of_the_program_is_taken(tmp_path: Path, name: str) -> None:
    assert failure(tmp_path, name) == Failure(name, "taken", name)


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"categories": '("notes",)'}, "notes"),
        ({"categories": '("weeding",)'}, "weeding"),
        ({"domains": '(Domain("work", {"en": ("a",), "es": ("b",)}),)'}, "work"),
        ({"domains": '(Domain("garden", {"en": ("a",), "es": ("b",)}),)'}, "garden"),
        ({"slash": '(SlashCommand("forget", print, {"en": "a", "es": "b"}),)'}, "/forget"),
        ({"slash": '(SlashCommand("salir", print, {"en": "a", "es": "b"}),)'}, "/salir"),
        ({"slash": '(SlashCommand("beds", print, {"en": "a", "es": "b"}),)'}, "/beds"),
    ],
)
def test_a_part_takes_no_name_of_the_program_or_of_another_pack(
    tmp_path: Path, parts: dict[str, str], why: str
) -> None:
    told = failure(tmp_path, "clash", declare("clash", **parts))
    assert told == Failure("clash", "taken", why)


def test_T1_a_tool_of_another_pack_is_taken(tmp_path: Path) -> None:
    """Its id, and the name that the model calls it by."""
    code = declare("rival", tools="tools", categories='("rival", "garden_x")')
    told = failure(tmp_path, "rival", code, TOOL.format(id="garden.water"))
    assert (told.kind, told.why) == (
        "shape",
        "garden.water stands in a category that the pack does not declare",
    )


def test_K1_a_tool_that_only_reads_may_stand_in_a_category_of_the_program(tmp_path: Path) -> None:
    before = TOOL.format(id="calculate.interest")
    folder = write_pack(tmp_path, "bank", declare("bank", tools="tools"), before)
    packs = Packs(["bank"], [folder])
    assert [tool.id for tool in packs.tools["bank"]] == ["calculate.interest"]
    assert packs.failures == []


def test_T5_one_that_changes_something_may_not(tmp_path: Path) -> None:
    """It would void what the program's own tools of that category had read."""
    before = TOOL.format(id="notes.stamp").replace('stamp")', 'stamp", tell=lambda a, l: "stamp")')
    told = failure(tmp_path, "post", declare("post", tools="tools"), before)
    assert (told.kind, told.why) == (
        "shape",
        "notes.stamp changes something, and stands in a category of the program's",
    )


def test_T1_nor_one_that_the_program_has_itself(tmp_path: Path) -> None:
    before = TOOL.format(id="time.now")
    told = failure(tmp_path, "clock", declare("clock", tools="tools"), before)
    assert told == Failure("clock", "taken", "time.now")


def test_T1_a_tool_twice_is_one_too_many(tmp_path: Path) -> None:
    before = TOOL.format(id="echo.act") + "def twice():\n    return [act, act]\n"
    told = failure(tmp_path, "echo", declare("echo", tools="twice"), before)
    assert told == Failure("echo", "taken", "echo.act")


def test_tools_that_do_not_load_take_the_whole_pack_along(tmp_path: Path) -> None:
    before = "def tools():\n    import no_such_module\n"
    told = failure(tmp_path, "hollow", declare("hollow", tools="tools"), before)
    assert told.kind == "broken"


def test_what_is_no_tool_has_the_wrong_shape(tmp_path: Path) -> None:
    told = failure(tmp_path, "odd", declare("odd", tools="lambda: ['x']"))
    assert (told.kind, told.why) == ("shape", "'x' is no Tool")


def test_two_packs_of_one_name_are_told_apart_by_nobody(tmp_path: Path) -> None:
    write_pack(tmp_path / "a", "twin")
    other = write_pack(tmp_path / "b", "twin")
    project = other / "pyproject.toml"
    project.write_text(project.read_text().replace("made_twin:PACK", "other_twin:PACK"))
    packs = Packs(["twin"], [tmp_path / "a" / "twin", other])
    assert packs.usable == ()
    assert packs.failures[0].kind == "taken"
    assert str(other) in packs.failures[0].why
