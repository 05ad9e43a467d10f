"""What the program says of itself, in the language of the person: one file per language.

``data/messages/en.toml`` and ``es.toml`` hold the same keys; a test compares them.
"""

from __future__ import annotations

import string
import tomllib
from functools import cache
from typing import Any

from assistant.records import Language
from assistant.resources import data_path


def say(key: str, language: Language, **values: object) -> str:
    """The notice ``section.name`` in that language, its ``{placeholders}`` filled. One that offers
    two words, ``{lines:line|lines}``, becomes the one that goes with its number."""
    section, name = key.split(".")
    return _FORMATTER.format(str(_catalogue(language)[section][name]), **values)


class _Formatter(string.Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        one, either, many = format_spec.partition("|")
        if either:
            return one if str(value) == "1" else many
        return str(super().format_field(value, format_spec))


_FORMATTER = _Formatter()


@cache
def _catalogue(language: Language) -> dict[str, Any]:
    return tomllib.loads(data_path("messages", f"{language}.toml").read_text("utf-8"))
