"""The lines that greet."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.cli.words import banner, way_on
from assistant.llm import catalogue
from assistant.llm.discover import Choice
from assistant.records import Language

SMALL = "smollm2-135m-instruct"
CHOICES = (
    Choice("none", reason="no server, no key and no weights"),
    Choice("embedded", SMALL, reason="no server, no key"),
    Choice("endpoint", "gpt-4o-mini", "https://api.openai.com/v1", "OPENAI_API_KEY is set"),
    Choice("endpoint", "llama3.2:3b", "http://localhost:11434/v1", "Ollama"),
)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: f"{choice.kind} {choice.model}")
def test_two_lines_of_80_columns_tell_the_model_the_data_and_the_way_on(
    home: Path, choice: Choice, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ASSISTANT_HOME")
    with open_app() as app:
        first, second = banner(app, choice, language)
    assert len(first) < 80
    assert len(second) < 80
    assert choice.model in first
    assert "~/.local/share/assistant" in second or "~/Library" in second
    assert "/help" in second
    if choice.kind == "none":
        assert "assistant models pull" in second
    if choice.kind == "embedded":
        assert "Ollama" in second


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_greeting_ends_with_the_one_command_that_gives_a_better_model(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "machine_memory", lambda: 4_000_000_000)
    (line,) = way_on(CHOICES[1], language)
    assert line.endswith(": `assistant models pull qwen2.5-1.5b-instruct --use`")
    for choice in (CHOICES[0], *CHOICES[2:], Choice("embedded", "qwen2.5-1.5b-instruct")):
        assert way_on(choice, language) == []


def test_incognito_says_so_instead(home: Path) -> None:
    with open_app(incognito=True) as app:
        _, second = banner(app, CHOICES[0], incognito=True)
    assert "incognito" in second
    assert str(home) not in second
