"""The names that no pack may take are those that the program has."""

from __future__ import annotations

from assistant.cli import slash
from assistant.cli.commands import COMMANDS
from assistant.packs import names
from assistant.tools.builtin import builtin_tools


def test_every_command_of_the_program_is_taken() -> None:
    assert set(COMMANDS) == names.COMMANDS


def test_every_slash_command_and_its_other_names_are_taken() -> None:
    assert set(slash.TABLE) | set(slash.ALIASES) == names.SLASH


def test_every_category_of_the_built_in_tools_is_taken() -> None:
    assert {tool.category for tool in builtin_tools()} == names.CATEGORIES


def test_nothing_is_taken_twice() -> None:
    assert not names.COMMANDS & names.PLANNED
