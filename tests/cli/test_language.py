"""The language of the interface where no message tells it."""

from __future__ import annotations

import pytest

from assistant.cli.language import interface_language
from assistant.config import UiConfig


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_AR.UTF-8"}, "es"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "es_UY"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": ""}, "es"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_auto_is_the_language_of_the_locale(environ: dict[str, str], language: str) -> None:
    assert interface_language(UiConfig(), environ) == language


def test_what_is_set_comes_first() -> None:
    assert interface_language(UiConfig(language="es"), {"LANG": "en_US.UTF-8"}) == "es"
    assert interface_language(UiConfig(language="en"), {"LANG": "es_AR.UTF-8"}) == "en"
