"""The facts of a turn: planned, applied, recalled (F2–F9)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.config import Config
from assistant.embedding.base import Embedder
from assistant.memory.base import (
    Action,
    Forget,
    MemoryChange,
    OfferedFact,
    Reading,
    Supersede,
    TakeBack,
)
from assistant.memory.decay import state_of, steady
from assistant.memory.engine.base import Perceived
from assistant.memory.engine.changes import Changes
from assistant.memory.engine.forgetting import Forgetter
from assistant.memory.index import FactIndex, embed_missing
from assistant.memory.matching import Meaning
from assistant.memory.plan import Unkept, plan
from assistant.memory.ranking import TokenBudget, rank
from assistant.memory.recall.cues import asks_memory
from assistant.memory.recall.scoring import by_words, facts_help, matching, score
from assistant.memory.segments.archive import content_words
from assistant.reader import read as read_beside
from assistant.records import Fact, Turn
from assistant.storage.base import Stores
from assistant.text.phrases import tokens
from assistant.text.wording import stem

if TYPE_CHECKING:
    from assistant.embedding.base import Matrix

RECENT_TURNS = 3
"""Facts said in so many turns are in the window already (F8)."""
NEAREST_REACHED = 3
FEW = 300
"""Up to so many facts a message is compared with every one of them."""
_NEVER_STATES = ("question", "quoted", "code", "pasted", "about the talk")


def new_id() -> str:
    """Twelve letters and digits: short enough to type a beginning of, long enough to be unique."""
    return uuid.uuid4().hex[:12]


class FactKeeper:
    """See ``memory.py``. Writes happen inside the caller's transaction."""

    def __init__(
        self, stores: Stores, embedder: Embedder, config: Config, forgetter: Forgetter
    ) -> None:
        self._stores = stores
        self._embedder = embedder
        self._config = config
        self._forgetter = forgetter
        self._changes = Changes(stores, embedder, forgetter)
        self._index = FactIndex(stores.facts, embedder.name, embedder.calibrate)

    def intend(
        self,
        reading: Reading,
        role: str,
        now: datetime,
        lately: Iterable[str] = (),
        said: datetime | None = None,
        goes_on_from: Sequence[Fact] = (),
    ) -> tuple[Action, ...]:
        """The changes that a message asks for, as typed actions (F7). Writes nothing.

        ``lately`` holds the ids of facts that its conversation stated just before; ``said`` is when
        its last message came, and ``goes_on_from`` what that told where this goes on from it.
        """
        known, vectors = self._near(reading, role, lately)
        return tuple(
            plan(
                reading,
                known,
                now=now,
                role=role,
                new_id=new_id,
                meaning=Meaning.of(self._embedder),
                vectors=vectors,
                forgotten=self._forgetter.is_forgotten,
                asked=self._changes.asked(now),
                unkept=Unkept(self._changes.refused_at(now), said),
                reads=read_beside,
                told_before={fact.id for fact in goes_on_from},
            )
        )

    def told_in(self, lately: Mapping[str, int], turn: int) -> list[Fact]:
        """The facts that a turn told, of those that a conversation stated ``lately``."""
        found = (self._stores.facts.get(id) for id, number in lately.items() if number == turn)
        return [fact for fact in found if fact is not None and fact.live]

    def note_refusal(self, now: datetime) -> None:
        """That something told was not kept: "forget that" right after it means nothing else."""
        self._changes.note_refusal(now)

    def recall(
        self, role: str, seen: Perceived, now: datetime, room: TokenBudget
    ) -> tuple[tuple[OfferedFact, ...], Fact | None]:
        """Every fact considered for the message, in the order of rank, with its reason (F8); and
        the stale fact that the question reaches for, if it does (F6)."""
        if not self._index.stored():
            return (), None  # nothing to compare with: the embedder need not be loaded
        vector = self._embedder.embed([seen.text])[0]
        words = content_words(seen.text)
        found = self._index.find(seen.text, vector, words=words, role=self._own(role))
        now = steady(now, (c.fact.last_confirmed_at for c in found.candidates))
        explicit = asks_memory(seen.text)
        leaving = _retired_by(seen.actions)
        facts = rank(
            found.question,
            found.candidates,
            stored=found.stored,
            room=room,
            barred=lambda fact: _barred(fact, now, explicit, leaving),
            said=_said_in(seen.window[-RECENT_TURNS:], seen.recent_facts),
        )
        # What is too old to be told may be the very thing that is asked for.
        reached = not seen.actions and facts_help(found.question, found.candidates, found.stored)
        return facts, _reached_for(facts, words, now) if reached else None

    def nearest(self, role: str, seen: Perceived, now: datetime, limit: int) -> list[Fact]:
        """The facts nearest to a message that may be told, dormant ones too: a question that one of
        them answers asks for it (F6)."""
        if not self._index.stored():
            return []
        vector = self._embedder.embed([seen.text])[0]
        words = content_words(seen.text)
        found = self._index.find(seen.text, vector, words=words, role=self._own(role))
        now = steady(now, (c.fact.last_confirmed_at for c in found.candidates))
        leaving = _retired_by(seen.actions)
        open_ones = [c for c in found.candidates if not _barred(c.fact, now, True, leaving)]
        shared = by_words(seen.text, seen.reading.language, open_ones)
        open_ones.sort(key=lambda c: (-score(found.question, c) - shared[c.fact.id], c.fact.id))
        return [c.fact for c in open_ones[:limit]]

    def search(self, words: str, limit: int = 20) -> list[Fact]:
        """Live facts that the words are about, whatever their age, nearest first."""
        vector = self._embedder.embed([words])[0]
        wanted = content_words(words)
        found = self._index.find(words, vector, words=wanted)
        return matching(found.question, wanted, found.candidates, found.stored)[:limit]

    def apply(self, actions: Sequence[Action], now: datetime) -> tuple[MemoryChange, ...]:
        """Carry actions out."""
        return tuple(change for action in actions for change in self._changes.apply(action, now))

    def embed_missing(self, progress: Callable[[int, int], None]) -> int:
        """Vectors for the facts that this embedder has not seen; returns how many."""
        return embed_missing(self._stores.facts, self._embedder, progress)

    def _near(
        self, reading: Reading, role: str, lately: Iterable[str]
    ) -> tuple[list[Fact], Matrix | None]:
        """The facts that a message may bear on: all that the role sees while they are few or some
        are to be forgotten, else those near to anything it says and those stated just before: "no,
        7" is near to nothing."""
        own = self._own(role)
        stored = self._index.stored(own)
        if not stored:
            return [], None  # nothing to compare with: the embedder need not be loaded
        if reading.forgets or stored <= FEW:
            return self._visible(self._stores.facts.all(role=own))
        kept = {finding.span for finding in reading.findings}
        texts = [
            clause.text
            for clause in reading.clauses
            if clause.span in kept or clause.status not in _NEVER_STATES
        ]
        if not texts:
            return [], None
        near = {id: fact for id in lately if (fact := self._seen(id, own))}
        for text, vector in zip(texts, self._embedder.embed(texts), strict=True):
            found = self._index.near(vector, words=content_words(text), role=own)
            near.update((fact.id, fact) for fact in found)
        held, vectors = self._index.vectors(list(near))
        return [near[identity] for identity in held], vectors

    def _seen(self, identity: str, own: str | None) -> Fact | None:
        """That live fact, where the role sees it."""
        fact = self._stores.facts.get(identity)
        return fact if fact and fact.live and own in (None, fact.role) else None

    def _visible(self, seen: Sequence[Fact]) -> tuple[list[Fact], Matrix | None]:
        """The live facts that a role sees and, where all have one, a row of vectors for each."""
        ids, matrix, _ = self._stores.facts.vectors(self._embedder.name)
        known = {fact.id: fact for fact in seen}
        if len(ids) == len(known) and all(identity in known for identity in ids):
            return [known[identity] for identity in ids], matrix if ids else None
        places = [n for n, identity in enumerate(ids) if identity in known]
        if len(places) == len(known):
            return [known[ids[n]] for n in places], matrix[places] if places else None
        return list(known.values()), None

    def _own(self, role: str) -> str | None:
        """The role whose facts alone are seen; None where the role sees all."""
        return None if self._config.role(role).facts == "all" else role


def _barred(fact: Fact, now: datetime, explicit: bool, leaving: frozenset[str]) -> str:
    """Why a fact may not be injected (F6, F9); empty when it may."""
    if fact.id in leaving:
        return "this message changes it"
    decay = state_of(fact, now)
    if decay.injection == "never":
        return f"{decay.state}: last confirmed {fact.last_confirmed_at.date().isoformat()}"
    if decay.injection == "explicit" and not explicit:
        return f"{decay.state}: only when asked for"
    return ""


def _retired_by(actions: Sequence[Action]) -> frozenset[str]:
    """Facts that the message at hand forgets or replaces: no longer worth telling."""
    ids: set[str] = set()
    for action in actions:
        if isinstance(action, (Forget, TakeBack)):
            ids.update(action.fact_ids)
        elif isinstance(action, Supersede):
            ids.update(action.old_ids)
    return frozenset(ids)


def _said_in(turns: Sequence[Turn], recent: Mapping[str, int]) -> frozenset[str]:
    """Facts stated in those turns."""
    numbers = {turn.number for turn in turns}
    return frozenset(fact for fact, number in recent.items() if number in numbers)


def _reached_for(facts: Sequence[OfferedFact], words: Sequence[str], now: datetime) -> Fact | None:
    """The stale fact among the nearest to the question that holds one of its words: the person is
    asked about it, and not whenever something old is vaguely near."""
    asked = {stem(word) for word in words}
    nearest = sorted(facts, key=lambda f: -f.considered.score)[:NEAREST_REACHED]
    stale = (f.fact for f in nearest if state_of(f.fact, now).state == "stale")
    return next((fact for fact in stale if asked & set(map(stem, tokens(fact.fact)))), None)
