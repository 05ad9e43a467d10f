"""What the program says of itself, in the language of the person: one file per language.

``data/messages/en.toml`` and ``es.toml`` hold the same keys; a test compares them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from assistant.records import Language
from assistant.resources import data_path


def say(key: str, language: Language, **values: object) -> str:
    """The notice ``section.name`` in that language, its ``{placeholders}`` filled."""
    section, name = key.split(".")
    return str(_catalogue(language)[section][name]).format(**values)


@cache
def _catalogue(language: Language) -> dict[str, Any]:
    return tomllib.loads(data_path("messages", f"{language}.toml").read_text("utf-8"))
