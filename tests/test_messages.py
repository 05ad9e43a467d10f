"""Every language says everything that the program has to say."""

from __future__ import annotations

import re

import pytest

from assistant.languages import known, table
from assistant.messages import lacking, say
from assistant.resources import data_path

SHIPPED = tuple(entry.name for entry in data_path("languages").iterdir() if entry.is_dir())


def catalogue(language: str) -> dict[str, str]:
    tables = table(language, "messages")
    return {f"{s}.{k}": text for s, sentences in tables.items() for k, text in sentences.items()}


def test_every_shipped_language_is_known() -> None:
    assert set(SHIPPED) == set(known()) == {"en", "es"}


@pytest.mark.parametrize("language", SHIPPED)
def test_every_shipped_language_has_every_key_with_the_same_placeholders(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert not lacking(language)
    assert set(english) == set(other)
    for key, text in english.items():
        assert set(re.findall(r"\{\w+}", text)) == set(re.findall(r"\{\w+}", other[key])), key


def test_a_noun_goes_with_its_number() -> None:
    assert say("slash.copy_block", "en", number=2, lines=1) == "block 2, 1 line"
    assert say("slash.copy_block", "en", number=2, lines="12") == "block 2, 12 lines"
    assert say("slash.copy_block", "es", number=2, lines="1") == "el bloque 2, 1 línea"
    assert say("slash.copy_block", "es", number=2, lines=0) == "el bloque 2, 0 líneas"


def test_A4_the_disclaimer_is_the_one_of_the_specification() -> None:
    assert say("reuse.disclaimer", "es") == "[Respuesta recuperada de conversación anterior]"
    assert say("reuse.disclaimer", "en") == "[Answer retrieved from an earlier conversation]"


def test_no_sentence_is_left_that_nobody_says() -> None:
    """By its name, or by the part of it before what is filled in: ``greeting_{kind}``, one, many;
    a hint goes with its sentence."""
    package = data_path().parent / "assistant"
    code = "\n".join(path.read_text("utf-8") for path in package.rglob("*.py"))
    said = set(re.findall(r"(?<=[\"'.])\w+(?=[\"'])", code))
    begun = set(re.findall(r"(?<=[\"'.])\w+_(?=\{)", code))
    for key in catalogue("en"):
        name = key.partition(".")[2]
        stem, _, ending = name.rpartition("_")
        plural = ending in ("one", "many", "hint") and stem in said
        assert name in said or plural or f"{stem}_" in begun, key
