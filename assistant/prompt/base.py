"""The values of a prompt: what may enter it, and what came of it.

``assemble`` turns a ``PromptSource`` into a ``Prompt``; everything here is frozen data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from assistant.records import (
    ChatMessage,
    ConsideredFact,
    Fact,
    Language,
    SectionName,
    Segment,
    Turn,
)

AttachmentKind = Literal["stdin", "file", "typed"]


class Attachment(NamedTuple):
    """A text that goes with the message; only the fragments that matter are sent (P7).

    ``first_line`` is the number its first line has for the user.
    """

    name: str
    text: str
    kind: AttachmentKind = "file"
    first_line: int = 1


class OfferedFact(NamedTuple):
    """A fact and what the ranking decided about it; ``standing`` marks a rule or a preference
    about how to answer, which always has a place (F8). ``line`` is how it reads in the prompt;
    empty: the fact's own words."""

    fact: Fact
    considered: ConsideredFact
    standing: bool = False
    line: str = ""


class Summary(NamedTuple):
    """A closed segment offered to the prompt. The least relevant gives way first, the oldest among
    equals; 0.0 suits the conversation's own segments, more those recalled for the question (S4).
    """

    segment: Segment
    relevance: float = 0.0


class OutputCheck(NamedTuple):
    """How the previous output fared: what lets format instructions be left out (P6)."""

    valid: bool
    structure_ok: bool
    parse_error: str = ""


@dataclass(frozen=True, slots=True)
class PromptSource:
    """Everything that may enter a prompt, before any choice.

    ``system`` is the static text, ``role_prompt`` what the role adds to it. ``state`` holds
    confirmed lines, oldest first. ``facts`` are in order of rank, those decided "out" included.
    ``window`` and ``run`` (messages of a one-shot run, R1) are oldest first. ``exchange`` is the
    pending tool chain: calls and results that follow the message. ``tools`` are OpenAI function
    definitions, most useful first. ``used_tools`` have already succeeded in this conversation;
    ``recent_facts`` maps a fact that was just said to the number of the turn that said it.
    ``examples`` are exchanges that show a small model how to answer; with ``facts_lead`` the facts
    stand after those words before the question, not in the system message.
    """

    system: str
    message: str
    language: Language = "en"
    role_prompt: str = ""
    state: tuple[str, ...] = ()
    facts: tuple[OfferedFact, ...] = ()
    summaries: tuple[Summary, ...] = ()
    window: tuple[Turn, ...] = ()
    run: tuple[ChatMessage, ...] = ()
    exchange: tuple[ChatMessage, ...] = ()
    tools: tuple[Mapping[str, Any], ...] = ()
    attachments: tuple[Attachment, ...] = ()
    used_tools: frozenset[str] = frozenset()
    recent_facts: Mapping[str, int] = field(default_factory=dict)
    format_instructions: str = ""
    previous_output: OutputCheck | None = None
    last_error: str = ""
    examples: tuple[ChatMessage, ...] = ()
    facts_lead: str = ""


class Section(NamedTuple):
    """A part of the prompt: its size with the chat format's overhead, and what it holds."""

    name: SectionName
    tokens: int
    items: list[str]


class Drop(NamedTuple):
    """Something that was left out or shortened: how many tokens went, and why."""

    section: SectionName
    what: str
    tokens: int
    reason: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """A request that fits: ``tokens`` ≤ ``budget`` ≤ 4,000, counted whole (P1).

    ``sections`` has all eight names in SPEC's order and their tokens add up to ``tokens``.
    ``considered`` is every fact offered, with the final decision. ``notices`` are for the user, in
    the language of the message. ``pressed`` tells that the draft passed ``summarise_over`` (P5):
    the oldest turns of the window are worth summarising early. ``wanted`` is what it would have
    weighed had nothing given way for the budget (M2). ``unquotable`` are the program's own words in
    it, which no reply repeats (A10).
    """

    messages: tuple[ChatMessage, ...]
    tools: tuple[Mapping[str, Any], ...]
    tokens: int
    budget: int
    sections: tuple[Section, ...]
    considered: tuple[ConsideredFact, ...] = ()
    drops: tuple[Drop, ...] = ()
    notices: tuple[str, ...] = ()
    pressed: bool = False
    wanted: int = 0
    unquotable: tuple[str, ...] = ()
