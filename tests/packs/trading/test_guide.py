"""The pack's guides say what the program does."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from assistant.packs.trading.commands import command
from assistant.packs.trading.settings import Settings, settings
from assistant.packs.trading.texts import shipped
from tests.packs.trading.session import BLOCK, record

GUIDES = {language: shipped(f"guide.{language}.md") for language in ("en", "es")}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_session_in_the_guide_is_what_a_terminal_shows(language: str, tmp_path: Path) -> None:
    pytest.importorskip("holidays")
    (told,) = BLOCK.findall(GUIDES[language])
    assert record(language, tmp_path) == told, "run `python -m tests.packs.trading.session`"
    assert "<svg" in (tmp_path / "report.html").read_text("utf-8")


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_setting_stands_there_with_its_default(language: str) -> None:
    section = GUIDES[language].split("\n## ")
    (table,) = [part for part in section if part.startswith(("All settings", "Todos los ajustes"))]
    told = dict(re.findall(r"^\| `(\w+)` \|\s*`?([^`|]*?)`?\s*\|", table, re.MULTILINE))
    assert list(told) == [field.name for field in fields(Settings)]
    defaults = settings({})
    for name, value in told.items():
        assert value.strip('"').replace("[]", "()") == _written(getattr(defaults, name)), name


def _written(value: Any) -> str:
    return str(value)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_command_stands_there(language: str) -> None:
    every = [
        one.name or one.callback.__name__ for one in command.registered_commands if one.callback
    ]
    for name in (*every, "alerts"):
        assert f"`assistant trading {name}" in GUIDES[language], name
