"""The memory of one home, as a session uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from assistant.config import Config
from assistant.embedding.base import Embedder
from assistant.languages import FALLBACK
from assistant.memory.base import (
    Action,
    Add,
    Ask,
    AskForget,
    Forget,
    MemoryChange,
    Reading,
    Supersede,
    TakeBack,
)
from assistant.memory.domains import NO_DOMAINS, Recogniser
from assistant.memory.engine.base import Group, Perceived, Recalled, Written
from assistant.memory.engine.curation import Curator
from assistant.memory.engine.dialogue import Dialogue, Leaving, SegmentSize, nobody
from assistant.memory.engine.facts import FactKeeper
from assistant.memory.engine.forgetting import Forgetter, asked_to_go, telling_of, telling_of_asked
from assistant.memory.engine.outdated import Outdated
from assistant.memory.engine.state import StateKeeper, confirmed_in
from assistant.memory.engine.vectors import Remembering
from assistant.memory.matching import Meaning
from assistant.memory.ranking import TokenBudget
from assistant.memory.signals import read
from assistant.memory.signals.language import detect_language
from assistant.memory.signals.stands_for import goes_on, with_whom
from assistant.memory.signals.text import READ_AT_MOST
from assistant.memory.traces import Traces
from assistant.records import Conversation, Language
from assistant.storage.base import Stores

if TYPE_CHECKING:
    from assistant.embedding.base import Matrix

SPOKEN = 3
"""Messages before one that tell its language, where its own words do not."""
_SAID = 12
"""How many of the facts stated lately a conversation remembers as said."""


class Memory:
    """Facts and dialogue together. Methods that write run inside the turn's transaction (A5).

    ``facts`` plans, applies and recalls; ``curator`` and ``forgetter`` serve the user's hands.
    """

    def __init__(
        self,
        stores: Stores,
        embedder: Embedder,
        config: Config,
        *,
        key: Callable[[], bytes],
        size: SegmentSize,
        domains: Recogniser = NO_DOMAINS,
        leaving: Leaving = nobody,
    ) -> None:
        """``key`` is the home's own, for hashes of forgotten texts; ``size`` counts a segment;
        ``domains`` knows those that are not the core's; ``leaving`` learns from turns before
        their raw text goes."""
        embedder = Remembering(embedder)
        self._stores = stores
        self._embedder = embedder
        self._config = config
        self._domains = domains
        self._dialogue = Dialogue(stores, embedder, config, size, leaving)
        self._outdated = Outdated(stores)
        self._state = StateKeeper(stores, lambda: Meaning.of(embedder))
        self.forgetter = Forgetter(stores, key, lambda: Meaning.of(embedder))
        self.facts = FactKeeper(stores, embedder, config, self.forgetter)
        self.curator = Curator(stores, self.facts, self.forgetter, domains)

    def embed(self, texts: Sequence[str]) -> Matrix:
        """The embedder's unit vectors, one row a text."""
        return self._embedder.embed(texts)

    def language_of(self, text: str) -> Language:
        """That of a message, as ``perceive`` finds it, before anything else of it is read."""
        return detect_language(text[:READ_AT_MOST]) if self._config.memory.enabled else FALLBACK

    def perceive(
        self,
        conversation: Conversation,
        text: str,
        now: datetime,
        untyped: Sequence[tuple[int, int]] = (),
        instead_of: int = 0,
    ) -> Perceived:
        """Read a message against its conversation. Writes nothing.

        ``untyped`` spans of it, pasted or piped, ask nothing of the memory (F3). The turn of the
        number ``instead_of`` gives way to this one, and is not looked at.
        """
        with self._stores.together():
            turns = self._stores.conversations.turns(conversation.id)
            turns = [turn for turn in turns if turn.number != instead_of]
            if not self._config.memory.enabled:
                return Perceived(text, Reading(language=FALLBACK), self._dialogue.look(turns, text))
            ahead = self._dialogue.ahead(turns, text)
            spoken = " ".join(turn.user.content for turn in turns[-SPOKEN:])
            lately = said_lately(conversation)
            before = turns[-1] if turns and not untyped and goes_on(text) else None
            told = self.facts.told_in(lately, before.number) if before else []
            named = with_whom(text, told, before.user.content) if before else text
            reading = read(
                named,
                lambda pieces: self.embed([*pieces, *ahead])[: len(pieces)],
                untyped,
                detect_language(spoken[:READ_AT_MOST]) if turns else None,
            )
            reading = self._domains.placed(reading)
            scene = self._dialogue.look(turns, text)
            said = turns[-1].user.timestamp if turns else None
            return Perceived(
                text,
                reading,
                scene,
                actions=self.facts.intend(
                    *(reading, conversation.role, now, lately, said),
                    goes_on_from=told if named != text else (),
                ),
                recent_facts=lately,
                confirmed=confirmed_in(text, reading),
            )

    def recall(
        self, conversation: Conversation, seen: Perceived, now: datetime, room: TokenBudget
    ) -> Recalled:
        """What matters to the message, in the order of rank. Writes nothing."""
        if not self._config.memory.enabled:
            return Recalled()
        outdated = partial(self._outdated.tells, now=now)
        with self._stores.together():
            facts, stale = self.facts.recall(conversation.role, seen, now, room)
            return Recalled(
                state=self._told_state(conversation, now),
                facts=facts,
                stale=stale,
                summaries=self._dialogue.summaries(
                    conversation, seen.scene, seen.text, now, outdated
                ),
            )

    @property
    def embedder(self) -> Embedder:
        """The one that gives the vectors, which remembers its latest."""
        return self._embedder

    def apply(self, seen: Perceived, now: datetime) -> tuple[MemoryChange, ...]:
        """Carry out the changes that the message asks for.

        What it asks to forget goes from summaries and turns too, even if it never was a fact.
        """
        if not any(isinstance(action, Forget) for action in seen.actions):
            abouts = asked_to_go(seen.reading)
            if abouts:
                self.forgetter.forget_asked(abouts, seen.reading.language, now)
        return self.facts.apply(seen.actions, now)

    def confirm(
        self, conversation: Conversation, seen: Perceived, proofs: Sequence[str], now: datetime
    ) -> tuple[str, ...]:
        """Write down what the message confirms and what allowed side effects proved (C8, T8).

        Before ``apply``: what the same message asks to forget goes from there too.
        """
        results = (*seen.confirmed, *proofs)
        return self._state.confirm(conversation.id, results, seen.reading.language, now)

    def to_be_forgotten(self, seen: Perceived) -> Callable[[str], bool]:
        """Whether a text tells of what this very message asks to forget. Ask before ``apply``."""
        gone = [a for a in seen.actions if isinstance(a, (Forget, TakeBack))]
        ids = [identity for action in gone for identity in action.fact_ids]
        known = [fact for fact in map(self._stores.facts.get, ids) if fact is not None]
        of_facts, of_words = telling_of(known), _only_mentioned(seen)
        return lambda text: of_facts(text) or bool(of_words and of_words(text))

    def without_forgotten(self, seen: Perceived, gone: Traces) -> Perceived:
        """A message perceived before something was forgotten elsewhere: what tells of that is
        neither noted nor confirmed by it, whoever was faster."""
        return replace(
            seen,
            actions=tuple(a for a in seen.actions if not _states(a, gone)),
            confirmed=tuple(text for text in seen.confirmed if not gone.tells(text)),
        )

    def state(self, conversation: Conversation, now: datetime) -> tuple[str, ...]:
        """Every confirmed result of a conversation, oldest first."""
        return self._state.lines(conversation.id, now)

    def _told_state(self, conversation: Conversation, now: datetime) -> tuple[str, ...]:
        """Confirmed results, but those that tell of an outdated fact (F9)."""
        lines = self.state(conversation, now)
        return tuple(line for line in lines if not self._outdated.told_in(line, now))

    def slide(
        self,
        conversation: Conversation,
        seen: Perceived,
        now: datetime,
        *,
        pressed: bool = False,
        written: Written | None = None,
    ) -> None:
        """After a turn was stored: what left the window becomes segments (C3)."""
        self._dialogue.slide(conversation, seen.scene, now, pressed=pressed, written=written)

    def waiting(self, conversation: Conversation) -> tuple[Group, ...]:
        """Turns that left the window and have no summary yet."""
        return self._dialogue.waiting(conversation)

    def take_in(self, conversation: Conversation, written: Written, now: datetime) -> None:
        """Summaries that the model has written meanwhile take the place of their turns."""
        self._dialogue.take_in(conversation, written, now)

    def close(self, conversation: Conversation, now: datetime) -> None:
        """The conversation ends: its window becomes segments, the raw text goes (C7)."""
        self._dialogue.close(conversation, now)
        self._dialogue.closed.expire(now)

    def embed_segments(self) -> int:
        """Give closed summaries that this embedder has not seen a vector; returns how many."""
        return self._dialogue.closed.embed_missing()


def _states(action: Action, gone: Traces) -> bool:
    """Whether a change of memory would write what was forgotten."""
    return isinstance(action, Add | Supersede | Ask) and gone.states(action.fact.fact)


def _only_mentioned(seen: Perceived) -> Callable[[str], bool] | None:
    """What tells of things that the message asks to forget and that no fact holds, if any."""
    if any(isinstance(action, (Forget, AskForget, TakeBack)) for action in seen.actions):
        return None
    return telling_of_asked(seen.reading)


def said_lately(conversation: Conversation) -> dict[str, int]:
    """Facts stated in this conversation and the turn that stated them (F8)."""
    said = conversation.metadata.get("said", {})
    return {str(fact): int(turn) for fact, turn in said.items()}


def said_after(
    conversation: Conversation, changes: Sequence[MemoryChange], turn: int
) -> Mapping[str, int]:
    """``said_lately`` once a turn has changed facts, for the conversation's metadata."""
    said = said_lately(conversation)
    for change in changes:
        if change.kind in ("noted", "confirmed", "replaced", "asked"):
            said[change.fact_ids[0]] = turn
        elif change.kind == "forgotten":
            for identity in change.fact_ids:
                said.pop(identity, None)
    return dict(sorted(said.items(), key=lambda item: item[1])[-_SAID:])


def load_reader() -> None:
    """Load what every memory reads with now, as a process that serves many needs it; some 0.1 s."""
    from assistant.reader import reader

    reader()
