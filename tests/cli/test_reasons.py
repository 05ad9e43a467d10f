"""Reasons of the prompt's report, in both languages."""

from __future__ import annotations

import ast
import re

import pytest

from assistant.cli.reasons import TABLE, in_words
from tests.test_architecture import modules


@pytest.mark.parametrize(
    ("reason", "spanish"),
    [
        ("2nd nearest to the question", "el 2.º más cercano a la pregunta"),
        ("no room in 1,200 tokens", "no hay espacio en 1.200 tokens"),
        ("dormant: only when asked for", "dormido: solo si se pregunta por él"),
        ("stale: last confirmed 2025-01-31", "vencido: confirmado por última vez el 2025-01-31"),
        ("no room: the prompt passed 4,000 tokens", "la petición pasó los 4.000 tokens"),
        ("something new", "something new"),
    ],
)
def test_a_reason_is_told_in_spanish(reason: str, spanish: str) -> None:
    assert in_words(reason, "es") == spanish
    assert in_words(reason, "en") == reason


def test_every_pattern_is_of_a_reason_that_the_policies_give() -> None:
    """The words of each, variable parts apart, stand in the code of memory/ or prompt/."""
    said = "\n".join(
        node.value
        for path, tree in modules()
        if path.startswith(("memory/", "prompt/"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    for pattern, _ in TABLE:
        words = max((part.strip(" :") for part in re.split(r"\([^)]*\)", pattern)), key=len)
        assert words in said, pattern
