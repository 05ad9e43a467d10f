"""Measuring: what each part of a request weighs, each text counted once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import ceil
from typing import Any

from assistant.llm.base import TokenCounter
from assistant.records import ChatMessage

CHARS_PER_TOKEN_AT_MOST = 40
"""Texts longer than this for the room they have are not worth counting."""
SAMPLES = 100
SAMPLE_CHARS = 4000

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
        """What one more tool's definition adds to a request."""
        count = self._counter.count_messages
        return count((_PROBE,), (tool, tool)) - count((_PROBE,), (tool,))

    def schemas_overhead(self, tool: Mapping[str, Any]) -> int:
        """What having tools at all adds to a request."""
        alone = self._counter.count_messages((_PROBE,), (tool,))
        return alone - self._empty_message - self.schema(tool)


class Density:
    """Sizes projected from a text's bytes and the exact count of at most 100 samples of it.

    Counting each line would cost seconds for ten megabytes, or where a count is a request to a
    server; a fragment's size need not be exact before the fragment is chosen.
    """

    def __init__(self, text: str, meter: Meter) -> None:
        self._block = max(SAMPLE_CHARS, -(-len(text) // SAMPLES))
        samples = [text[i : i + SAMPLE_CHARS] for i in range(0, len(text), self._block)]
        self._per_byte = [meter.count(sample) / _bytes(sample) for sample in samples]
        covered = sum(map(len, samples))
        self.total = sum(map(meter.count, samples)) * len(text) // max(1, covered)

    def tokens(self, part: str, start: int) -> int:
        """About how many tokens ``part``, which begins at ``start`` in the text, has."""
        return ceil(_bytes(part) * self._per_byte[start // self._block])


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
