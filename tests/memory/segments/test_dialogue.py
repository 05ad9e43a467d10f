"""Segments in the engine: which closed ones take which slots (S2, S4), and what is kept (C3)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from assistant.config import Config, EmbeddingConfig, MemoryConfig
from assistant.embedding.open import open_embedder
from assistant.memory.engine.dialogue import Dialogue
from assistant.records import Conversation, Segment
from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.memory.segments.samples import ENGLISH, NOW, SPANISH, Pairs, size, turns

pytestmark = pytest.mark.slow
EMBEDDER = open_embedder(EmbeddingConfig(), None)


class Talk:
    """A store and the engine's dialogue over it."""

    def __init__(self, config: Config | None = None) -> None:
        self.stores: Stores = open_stores("memory:", clock=lambda: NOW)
        self.dialogue = Dialogue(self.stores, EMBEDDER, config or Config(), size)

    def hold(self, name: str, pairs: Pairs, *, days_ago: int = 2, end: bool = True) -> Conversation:
        """A conversation with those exchanges, ended or still going on."""
        at = NOW - timedelta(days=days_ago)
        conversation = Conversation(name, "default", created_at=at, last_activity_at=at)
        self.stores.conversations.save(conversation)
        for turn in turns(pairs, session=name, at=at):
            self.stores.conversations.append(turn)
        if end:
            self.dialogue.close(conversation, at)
        return conversation

    def ask(self, question: str, here: Conversation | None = None) -> list[str]:
        """The conversations whose summaries the prompt is offered."""
        here = here or Conversation("now", "default", created_at=NOW, last_activity_at=NOW)
        scene = self.dialogue.look(self.stores.conversations.turns(here.id), question)
        offered = self.dialogue.summaries(here, scene, question, NOW, _never)
        return [recalled.segment.session_id for recalled in offered]


def _never(_: Segment) -> bool:
    return False


def _long(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Fifteen turns: nine of them, three segments, have left the window of six."""
    return [*pairs, *(("¿y qué más?", "Nada más por ahora.") for _ in range(15 - len(pairs)))]


def test_C3_a_closed_conversation_leaves_summaries_and_no_text() -> None:
    talk = Talk()
    talk.hold("past", SPANISH["frontend"])
    assert talk.stores.conversations.turns("past") == []
    assert [s.decisions for s in talk.stores.segments.all("past")] == [
        ("quedarnos con React y usar Recharts para los gráficos",)
    ]


def test_S4_with_no_retention_nothing_is_kept() -> None:
    talk = Talk(Config(memory=MemoryConfig(segment_retention_days=0)))
    talk.hold("past", SPANISH["frontend"])
    assert talk.stores.segments.all("past") == []
    assert talk.ask("¿qué decidimos para los gráficos?") == []


def test_S4_past_its_retention_a_summary_does_not_come_back() -> None:
    talk = Talk()
    talk.hold("past", SPANISH["frontend"], days_ago=200)
    assert talk.ask("¿qué decidimos usar para los gráficos del panel, React?") == []


def test_S4_yesterday_comes_back_in_another_conversation_and_language() -> None:
    talk = Talk()
    talk.hold("frontend", SPANISH["frontend"])
    talk.hold("migration", ENGLISH["migration"])
    assert talk.ask("what did we decide to use for the charts?")[-1] == "frontend"
    assert talk.ask("¿cuándo es la migración de MySQL a Postgres?") == ["migration"]


def test_S4_a_follow_up_pulls_nothing_old() -> None:
    talk = Talk()
    talk.hold("frontend", SPANISH["frontend"])
    baking = [("¿cómo hago pan de masa madre?", "Harina, agua, sal y un fermento activo.")]
    here = talk.hold("here", baking, days_ago=0, end=False)
    assert talk.ask("¿y si se me pasa?", here) == []


def test_S2_a_closed_summary_takes_one_slot_of_this_conversation_and_two_when_asked_for() -> None:
    talk = Talk()
    talk.hold("frontend", SPANISH["frontend"])
    talk.hold("mobile", SPANISH["mobile"])
    here = talk.hold("here", _long([*SPANISH["facturas"]] * 4), days_ago=0, end=False)
    plain = talk.ask("¿React o React Native para los gráficos de la app de reservas?", here)
    asked = talk.ask("¿qué decidimos sobre React en el panel y en la app de reservas?", here)
    assert plain.count("here") == 3 == len(plain) - 1
    assert (len(asked), asked.count("here")) == (4, 2)
