"""What the rest of the program asks of a model and of a tokenizer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from assistant.records import ChatMessage, ToolCall, Usage


class ChatRequest(NamedTuple):
    """One call of the chat protocol. ``tools`` are OpenAI function definitions; ``sampling`` holds
    llama.cpp's own parameters beside the temperature, for the model in process alone."""

    messages: tuple[ChatMessage, ...]
    tools: tuple[Mapping[str, Any], ...] = ()
    tool_choice: str | Mapping[str, Any] | None = None
    response_schema: Mapping[str, Any] | None = None
    max_tokens: int | None = None
    temperature: float | None = None
    sampling: Mapping[str, float] | None = None


class TextDelta(NamedTuple):
    """A piece of the reply's text, in order."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The last event of a stream: why it ended, the calls that it asks for, the server's count."""

    reason: Literal["stop", "length", "tool_calls", "other"]
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)


ChatEvent = TextDelta | Finished


class ChatModel(Protocol):
    """A model that answers. Failures are the typed ones of ``errors.py``."""

    @property
    def name(self) -> str:
        """What the user calls it; also the key of its token factor."""

    @property
    def embedded(self) -> bool:
        """True for the small model in process."""

    @property
    def sent(self) -> bytes:
        """The body of the last request as it was sent; kept nowhere else, empty before it."""

    def stream(self, request: ChatRequest) -> Iterator[ChatEvent]:
        """Text pieces as they come, then exactly one ``Finished``.

        Closing the iterator early cancels the request. Raises ModelUnavailable, TryAgainLater,
        NotAuthorised, or BudgetExceeded when the request is over the model's own context; a stream
        that breaks in the middle raises after its last piece.
        """

    def close(self) -> None: ...


class TokenCounter(Protocol):
    """Counts tokens as the asked model would see them, never less."""

    def count(self, text: str) -> int: ...

    def count_messages(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = ()
    ) -> int:
        """A whole request: contents, overhead of each message and of the template, tool schemas."""

    def cut(self, text: str, tokens: int) -> str:
        """The longest beginning of ``text`` of at most that many tokens, never half a character."""
