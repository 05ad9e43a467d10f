"""Measuring: what each part of a request weighs, each text counted once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from assistant.llm.base import TokenCounter
from assistant.records import ChatMessage

EXACT_CHARS = 400_000
SAMPLES = 20
SAMPLE_CHARS = 2000

_PROBE = ChatMessage("user", "")


class Meter:
    """A TokenCounter that remembers; itself a TokenCounter, for one assembly."""

    def __init__(self, counter: TokenCounter) -> None:
        self._counter = counter
        self._counts: dict[str, int] = {}

    def count(self, text: str) -> int:
        known = self._counts.get(text)
        if known is None:
            known = self._counts[text] = self._counter.count(text) if text else 0
        return known

    def estimate(self, text: str) -> int:
        """The count of a text; of a very long one a projection from samples of it."""
        if len(text) <= EXACT_CHARS:
            return self.count(text)
        step = len(text) // SAMPLES
        sample = "".join(text[i : i + SAMPLE_CHARS] for i in range(0, len(text), step))
        return len(text) * self.count(sample) // len(sample)

    def cut(self, text: str, tokens: int) -> str:
        return self._counter.cut(text, tokens)

    def count_messages(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = ()
    ) -> int:
        return self._counter.count_messages(messages, tools)

    @cached_property
    def _empty_message(self) -> int:
        return self._counter.count_messages((_PROBE,))

    @cached_property
    def per_message(self) -> int:
        """Tokens that the chat format adds to each message."""
        return self._counter.count_messages((_PROBE, _PROBE)) - self._empty_message

    @cached_property
    def base(self) -> int:
        """Tokens that the chat format adds to a request."""
        return self._empty_message - self.per_message

    def message(self, message: ChatMessage) -> int:
        """A message with its overhead."""
        if not message.tool_calls and message.tool_call_id is None:
            return self.per_message + self.count(message.content)
        return self._counter.count_messages((message,)) - self.base

    def schema(self, tool: Mapping[str, Any]) -> int:
        """What one tool's definition adds to a request."""
        return self._counter.count_messages((_PROBE,), (tool,)) - self._empty_message
