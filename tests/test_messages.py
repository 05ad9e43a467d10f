"""Both languages say everything that the program has to say."""

from __future__ import annotations

import re
import tomllib

from assistant.messages import say
from assistant.resources import data_path


def catalogue(language: str) -> dict[str, str]:
    tables = tomllib.loads(data_path("messages", f"{language}.toml").read_text("utf-8"))
    return {f"{s}.{k}": text for s, table in tables.items() for k, text in table.items()}


def test_both_languages_have_every_key_with_the_same_placeholders() -> None:
    english, spanish = catalogue("en"), catalogue("es")
    assert set(english) == set(spanish)
    for key, text in english.items():
        assert set(re.findall(r"\{\w+}", text)) == set(re.findall(r"\{\w+}", spanish[key])), key


def test_a_noun_goes_with_its_number() -> None:
    assert say("slash.copy_block", "en", number=2, lines=1) == "block 2, 1 line"
    assert say("slash.copy_block", "en", number=2, lines="12") == "block 2, 12 lines"
    assert say("slash.copy_block", "es", number=2, lines="1") == "el bloque 2, 1 línea"
    assert say("slash.copy_block", "es", number=2, lines=0) == "el bloque 2, 0 líneas"


def test_A4_the_disclaimer_is_the_one_of_the_specification() -> None:
    assert say("reuse.disclaimer", "es") == "[Respuesta recuperada de conversación anterior]"
    assert say("reuse.disclaimer", "en") == "[Answer retrieved from an earlier conversation]"


def test_no_sentence_is_left_that_nobody_says() -> None:
    """By its name, or by the part of it before what is filled in: ``greeting_{kind}``, one, many."""
    package = data_path().parent / "assistant"
    code = "\n".join(path.read_text("utf-8") for path in package.rglob("*.py"))
    for key in catalogue("en"):
        name = key.partition(".")[2]
        stem, _, ending = name.rpartition("_")
        said = rf"[\"'.]{name}[\"']"
        if ending:
            said += rf"|[\"'.]{stem}_\{{"
        if ending in ("one", "many"):
            said += rf"|[\"'.]{stem}[\"']"
        assert re.search(said, code), key
