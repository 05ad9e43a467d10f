"""How well closed segments are recalled (S4): python -m tests.benchmarks.segments [--failures]

On ``training/data/segments``: conversations of the past, questions about them, and questions
that none of them is about. Goes through the engine with the default embedder. Reported: how often a
right segment comes back (first; at all), and how often nothing does where nothing fits.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from assistant.config import Config, EmbeddingConfig
from assistant.embedding.base import Embedder
from assistant.embedding.open import open_embedder
from assistant.memory.engine.dialogue import Dialogue
from assistant.records import Conversation, Segment
from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.memory.segments.samples import size, turns
from training import DATA

NOW = datetime(2026, 6, 20, 12, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Case:
    """A question and the past conversations that it may be about; none: silence is right."""

    question: str
    right: frozenset[str]


@dataclass(frozen=True, slots=True)
class Answer:
    """The past conversations that came back, most relevant first."""

    case: Case
    found: tuple[str, ...]

    @property
    def good(self) -> bool:
        return bool(self.case.right & set(self.found)) if self.case.right else not self.found


class Past:
    """The example conversations, ended, in a store of their own."""

    def __init__(self, embedder: Embedder) -> None:
        self._stores: Stores = open_stores("memory:", clock=lambda: NOW)
        self._dialogue = Dialogue(self._stores, embedder, Config(), size)
        for row in _rows("segment"):
            self._hold(row)

    def ask(self, question: str) -> tuple[str, ...]:
        """The conversations whose segments a first question of a new one brings back."""
        here = _conversation("now", NOW)
        scene = self._dialogue.look(self._stores.conversations.turns(here.id), question)
        found = self._dialogue.summaries(here, scene, question, NOW, _never)
        ranked = sorted(found, key=lambda recalled: -recalled.relevance)
        return tuple(recalled.segment.session_id for recalled in ranked)

    def _hold(self, row: dict[str, Any]) -> None:
        name, at = row["segment"], NOW - timedelta(days=row["days_ago"])
        conversation = _conversation(name, at)
        self._stores.conversations.save(conversation)
        for turn in turns([(user, reply) for user, reply in row["turns"]], session=name, at=at):
            self._stores.conversations.append(turn)
        self._dialogue.close(conversation, at)


def cases() -> list[Case]:
    return [Case(row["question"], frozenset(row["right"])) for row in _rows("question")]


def answers(embedder: Embedder) -> list[Answer]:
    past = Past(embedder)
    return [Answer(case, past.ask(case.question)) for case in cases()]


def report(found: list[Answer]) -> dict[str, float]:
    about = [answer for answer in found if answer.case.right]
    about_none = [answer for answer in found if not answer.case.right]
    first = [bool(answer.case.right & set(answer.found[:1])) for answer in about]
    return {
        "questions": len(about),
        "right first": round(sum(first) / len(first), 3),
        "right at all": round(sum(answer.good for answer in about) / len(about), 3),
        "segments a question": round(sum(len(a.found) for a in about) / len(about), 2),
        "unrelated": len(about_none),
        "silent": round(sum(answer.good for answer in about_none) / len(about_none), 3),
    }


def _rows(key: str) -> Iterator[dict[str, Any]]:
    for line in (DATA / "segments" / "examples.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if key in row:
            yield row


def _conversation(name: str, at: datetime) -> Conversation:
    return Conversation(id=name, role="default", created_at=at, last_activity_at=at)


def _never(_: Segment) -> bool:
    return False


def main(arguments: list[str]) -> None:
    found = answers(open_embedder(EmbeddingConfig(), None))
    print(json.dumps(report(found)))
    for answer in found:
        if "--failures" in arguments and not answer.good:
            print(f"{answer.case.question} -> {answer.found}, not {sorted(answer.case.right)}")


if __name__ == "__main__":
    main(sys.argv[1:])
