"""The Python face of the contracts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant import Assistant
from assistant.errors import ModelUnavailable
from tests.clock import Clock

NAMES = ["system", "state", "facts", "summaries", "window", "tools", "fragments", "message"]


@pytest.fixture
def assistant(home: Path) -> Iterator[Assistant]:
    with Assistant.open(home=home, clock=Clock(), model=None) as opened:
        yield opened


def test_observe_is_a_turn_whose_reply_is_given(assistant: Assistant) -> None:
    answer = assistant.observe("hola", "buenas")
    assert (answer.text, answer.source, answer.shift) == ("buenas", "model", False)
    assert 0 < answer.prompt_tokens <= 4000


def test_preview_shows_every_section_by_its_name(assistant: Assistant) -> None:
    preview = assistant.preview("hello")
    assert [s.name for s in preview.sections] == NAMES
    assert sum(s.tokens for s in preview.sections) == preview.tokens <= preview.budget == 4000
    assert all(set(m) == {"role", "content"} for m in preview.messages)
    assert preview.reuse is None


def test_without_a_model_respond_never_calls_one(assistant: Assistant) -> None:
    with pytest.raises(ModelUnavailable):
        assistant.respond("how tall is the Eiffel tower?")


def test_remember_returns_the_fact_and_facts_lists_it(assistant: Assistant) -> None:
    fact = assistant.remember("uso Neovim con LSP", domain="preferences")
    (listed,) = assistant.facts()
    assert listed == fact
    assert (fact.domain, fact.state, fact.confidence) == ("preferences", "active", "high")
    assert fact.last_confirmed_at.tzinfo is not None


def test_end_conversation_begins_another(assistant: Assistant) -> None:
    first = assistant.observe("uno", "dos").session
    assistant.end_conversation()
    assert assistant.observe("tres", "cuatro").session != first


def test_roles_have_conversations_of_their_own(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "config.toml").write_text('[roles.reviewer]\nprompt = "You review code."\n')
    with Assistant.open(home=home, model=None) as assistant:
        assistant.observe("el secreto del otro diálogo es ananá", "bien")
        text = str(assistant.preview("hola", role="reviewer").messages)
        assert "You review code." in text
        assert "ananá" not in text


def test_a_copy_of_the_folder_after_flush_is_complete(home: Path, tmp_path: Path) -> None:
    import shutil

    with Assistant.open(home=home, model=None) as assistant:
        assistant.remember("mi despacho está en Bilbao")
        assistant.flush()
        shutil.copytree(home, tmp_path / "copy")
    with Assistant.open(home=tmp_path / "copy", model=None) as copy:
        assert [f.fact for f in copy.facts()] == ["mi despacho está en Bilbao"]
