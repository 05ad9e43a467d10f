"""The values of a prompt: what may enter it, and what came of it.

``assemble`` turns a ``PromptSource`` into a ``Prompt``; everything here is frozen data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from assistant.memory.base import OfferedFact, Summary
from assistant.prompt.table import SectionRow, Strategy
from assistant.records import ChatMessage, ConsideredFact, Language, Turn

AttachmentKind = Literal["stdin", "file", "typed"]


class Attachment(NamedTuple):
    """A text that goes with the message; only the fragments that matter are sent (P7).

    ``first_line`` is the number its first line has for the user.
    """

    name: str
    text: str
    kind: AttachmentKind = "file"
    first_line: int = 1


class Shorter(NamedTuple):
    """The lines of a section after a named strategy ("5 symbols"), fewer tokens than before it."""

    strategy: str
    lines: tuple[str, ...]


class Context(NamedTuple):
    """What a section that is not the core's holds in this turn (K1, K3).

    ``lines`` are plain text, what matters most first; without any the section is absent.
    ``reason`` tells the person, in the language of the message, why they are here. Over a limit
    the first of ``shorter`` that fits takes their place; of the last, lines go from the end.
    """

    section: SectionRow
    lines: tuple[str, ...]
    reason: str = ""
    shorter: tuple[Shorter, ...] = ()


class SourceReport(NamedTuple):
    """How a source of the turn fared (K2): ``fresh``, ``kept`` from an earlier turn, or left out:
    ``late``, ``busy`` with an earlier turn's call still, ``failed``. ``name`` and ``titles`` are
    its section's; ``why`` tells the person of one that was left out."""

    name: str
    outcome: Literal["fresh", "kept", "late", "busy", "failed"]
    milliseconds: int
    why: str = ""
    titles: Mapping[str, str] = MappingProxyType({})


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
    ``context`` is what sections of packs hold in this turn, ``sources`` how what filled them fared.
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
    context: tuple[Context, ...] = ()
    sources: tuple[SourceReport, ...] = ()
    used_tools: frozenset[str] = frozenset()
    recent_facts: Mapping[str, int] = field(default_factory=dict)
    format_instructions: str = ""
    previous_output: OutputCheck | None = None
    last_error: str = ""
    examples: tuple[ChatMessage, ...] = ()
    facts_lead: str = ""


class Section(NamedTuple):
    """A part of the prompt: its size with the chat format's overhead, and what it holds.

    ``titles`` and ``reason`` are those of a section that is not the core's (``Context``).
    """

    name: str
    tokens: int
    items: list[str]
    titles: Mapping[str, str] = MappingProxyType({})
    reason: str = ""


class Drop(NamedTuple):
    """Something that was left out or shortened: how many tokens went, and why."""

    section: str
    what: str
    tokens: int
    reason: str


class Compression(NamedTuple):
    """What gave way to the limits, by the strategies in the order of the ladder (K3). Tokens are
    those of the whole, ``original_tokens`` counted part by part."""

    compressed: bool
    original_tokens: int
    compressed_tokens: int
    strategies: tuple[Strategy, ...]


@dataclass(frozen=True, slots=True)
class Prompt:
    """A request that fits: ``tokens`` ≤ ``budget`` ≤ 4,000, counted whole (P1).

    ``sections`` has the core's eight and those that ``context`` filled, in the table's order; their
    tokens add up to ``tokens``.
    ``considered`` is every fact offered, with the final decision. ``notices`` are for the user, in
    the language of the message. ``pressed`` tells that the draft passed ``summarise_over`` (P5):
    the oldest turns of the window are worth summarising early. ``wanted`` is what it would have
    weighed had nothing given way for the budget (M2). ``unquotable`` are the program's own words in
    it, which no reply repeats (A10). ``strategies`` are what made it fit, in the order of the
    ladder (K3); ``sources`` tell how what was asked for the turn fared (K2).
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
    strategies: tuple[Strategy, ...] = ()
    sources: tuple[SourceReport, ...] = ()

    @property
    def compression(self) -> Compression:
        """The report of what gave way; of one that fitted, the same size twice."""
        original = max(self.wanted, self.tokens) if self.strategies else self.tokens
        return Compression(bool(self.strategies), original, self.tokens, self.strategies)
