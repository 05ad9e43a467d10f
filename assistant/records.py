"""The nouns of the program, as frozen values.

Every module speaks in these; database rows, JSON objects and SDK types are turned into them at
the edge and go no further. Instants are timezone-aware datetimes in UTC. Imports nothing local.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Domain = str
"""What a fact is about: one of ``DOMAINS``, or one that a pack adds."""
Confidence = Literal["high", "medium", "low"]
FactSource = Literal["explicit", "inferred"]
FactKind = Literal["instruction", "rule", "decision", "preference", "statement"]
FactState = Literal["active", "dormant", "stale", "superseded"]
Language = str
"""A code such as "es": the name of a folder of ``data/languages``."""
Author = Literal["user", "assistant"]
AnswerSource = Literal["model", "cache", "dedup", "memory"]
MeasuredSource = Literal["model", "cache", "dedup", "memory", "untold"]
"""Where a measured turn's reply came from; ``untold``: memory had no more to say than that."""

DOMAINS: tuple[Domain, ...] = ("work", "preferences", "decisions", "personal", "projects")
"""The core's, which the trained weights tell apart; their places in this order stand in them."""


@dataclass(frozen=True, slots=True)
class Slot:
    """What a fact says something about, so that two values for it can be seen to disagree.

    ``subject`` and ``attribute`` are normalised (lower case, no accents, lemmas); ``value`` keeps
    the user's words. ``many`` tells whether the slot may hold several values at once
    (languages spoken) or one (the operating system of *the* server).
    """

    subject: str
    attribute: str
    value: str
    many: bool = False
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that the user stated on purpose, kept across conversations (F1)."""

    id: str
    domain: Domain
    fact: str
    confidence: Confidence
    source: FactSource
    created_at: datetime
    last_confirmed_at: datetime
    kind: FactKind = "statement"
    role: str = "default"
    language: Language = "en"
    slot: Slot | None = None
    replaces: str | None = None  # id of the fact that this one superseded (F7)
    superseded_by: str | None = None
    retired_at: datetime | None = None

    @property
    def live(self) -> bool:
        """Neither superseded nor forgotten; says nothing of its age."""
        return self.retired_at is None


@dataclass(frozen=True, slots=True)
class Message:
    """One row of a turn (C1): what one side said, with the size the tokenizer gave it.

    ``turn_number`` starts at 1 and is shared by the user's row and the reply's.
    ``summarized_at`` is set in the transaction that drops ``content`` (C3).
    """

    id: str
    session_id: str
    turn_number: int
    role: Author
    content: str
    timestamp: datetime
    token_count: int
    semantic_continuity: float = 0.0
    summarized_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One exchange. ``shift`` tells that it opened a new topic; ``state`` how its reply ended."""

    number: int
    user: Message
    reply: Message
    shift: bool = False
    state: Literal["complete", "interrupted", "failed"] = "complete"

    @property
    def token_count(self) -> int:
        return self.user.token_count + self.reply.token_count


@dataclass(frozen=True, slots=True)
class Conversation:
    """A dialogue with one role; ``id`` is ``{role}:{user}:{uuid}``."""

    id: str
    role: str
    created_at: datetime
    last_activity_at: datetime
    turn_count: int = 0
    ended_at: datetime | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Segment:
    """Up to three consecutive turns on one topic, kept only as keys and values (S1). Write-once."""

    id: str
    session_id: str
    role: str
    first_turn: int
    last_turn: int
    created_at: datetime
    topic: str
    discussed: tuple[str, ...] = ()
    outcome: str = ""
    decisions: tuple[str, ...] = ()
    open_questions: tuple[str, ...] = ()
    language: Language = "en"
    token_count: int = 0


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that the model asked for; ``arguments`` is the JSON text as it came."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message as the chat protocol has it, ready to be sent."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them; None where it did not say."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class TurnMetrics:
    """What a request cost (M1). ``full_history_tokens``: its size had nothing been forgotten; 0
    for a reply that spared no request, since nobody could have been asked or it is no answer.
    ``strategies`` are those by which its prompt was made to fit (K3); none: it fitted."""

    session_id: str
    turn_number: int
    at: datetime
    source: MeasuredSource
    model: str
    prompt_tokens: int
    completion_tokens: int
    full_history_tokens: int
    sections: Mapping[str, int] = field(default_factory=dict)
    server_prompt_tokens: int | None = None
    role: str = "default"
    alert: str | None = None
    strategies: tuple[str, ...] = ()

    @property
    def answered_by(self) -> AnswerSource:
        """Where the reply came from, whatever it had to say."""
        return "memory" if self.source == "untold" else self.source


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A call of a tool in a turn, without a word of it (T10). ``turn_number`` is 0 where the turn
    failed, ``tool`` empty where no tool has the name that was called."""

    session_id: str
    turn_number: int
    at: datetime
    tool: str
    outcome: str
    milliseconds: float
    cached: bool


@dataclass(frozen=True, slots=True)
class ErrorRecord:
    """A failure worth keeping (D3); ``message`` never holds secrets or bodies."""

    at: datetime
    session_id: str | None
    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class ConsideredFact:
    """Why a fact is in the prompt or out of it; ``score`` is the ranking's, higher is nearer."""

    id: str
    fact: str
    decision: Literal["in", "out"]
    reason: str
    score: float
