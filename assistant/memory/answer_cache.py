"""Answers that are kept for a while, so that the same question needs no model (A2, A4).

One entry of the namespace ``answers`` for each question and role; its text goes when its time is
over (C4), when any fact is forgotten, and with its conversation.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from assistant.config import Config
from assistant.embedding.base import Embedder
from assistant.memory.decay import state_of
from assistant.memory.dedup.text import normalise
from assistant.records import AnswerSource, Fact
from assistant.storage.base import Stores
from assistant.text.phrases import tokens
from assistant.text.wording import stem

if TYPE_CHECKING:
    from assistant.embedding.base import Matrix
    from assistant.memory.matching import Meaning

NAMESPACE = "answers"
NEAR_ENOUGH = 0.35
"""Similarity of two embedded questions under which the proof is not even tried."""
CLOSEST = 8
"""Candidates that the proof is tried on …"""
READ = 1
"""… and those that the reader looks at, the nearest."""
TOUCHING = 0.25
"""Similarity of a question and a new fact from which the fact may matter to the answer."""
_STANDING = ("rule", "preference")


class KeptAnswer(NamedTuple):
    """An answer, the question it was given to, and everything that it rested on.

    ``setting`` tells model, role and prompts apart; ``facts`` maps the ids it used to their texts'
    hashes, ``revision`` is that of all facts then. ``saved_tokens``: what the prompt weighed.
    """

    role: str
    question: str
    answer: str
    at: str
    conversation: str
    turn: int
    setting: str
    revision: int
    facts: Mapping[str, str]
    personal: bool
    saved_tokens: int
    embedder: str
    vector: str

    @property
    def answered_at(self) -> datetime:
        return datetime.fromisoformat(self.at)


class FoundAnswer(NamedTuple):
    """A kept answer that is right for a question, and from where it comes."""

    key: str
    kept: KeptAnswer
    source: AnswerSource
    similarity: float


class AnswerKeeper:
    """Reading changes nothing. Writes run inside the caller's transaction."""

    def __init__(self, stores: Stores, embedder: Embedder, config: Config) -> None:
        self._stores = stores
        self._embedder = embedder
        self._lifetime = timedelta(hours=config.memory.answer_ttl_hours)
        self._active = config.memory.enabled and bool(self._lifetime)

    def identical(
        self, role: str, setting: str, question: str, now: datetime
    ) -> FoundAnswer | None:
        """The answer to the very same words; loads no embedder.

        What may not be given again was never kept, so nothing else is asked of the question.
        """
        if not self._active:
            return None
        key = _key(role, question)
        kept = _read(self._stores.keyvalue.get(NAMESPACE, key, now=now))
        if kept is None or kept.setting != setting:
            return None
        if kept.revision != self._stores.facts.revision() or not self._facts_stand(kept, now):
            return None
        return FoundAnswer(key, kept, "cache" if kept.personal else "dedup", 1.0)

    def same(self, role: str, setting: str, question: str, now: datetime) -> FoundAnswer | None:
        """The answer to a question that is proven to be the same; the likeliest of several."""
        from assistant.memory.matching import Meaning

        if not self._active:
            return None
        entries = [
            (key, kept)
            for key, value in self._stores.keyvalue.items(NAMESPACE, now=now)
            if (kept := _read(value)) and kept.role == role and kept.setting == setting
        ]
        meaning = Meaning.of(self._embedder)
        alike = [(self._similarity(kept, question, meaning), key, kept) for key, kept in entries]
        near = sorted((a for a in alike if a[0] >= NEAR_ENOUGH), key=lambda found: -found[0])
        if not near:
            return None
        from assistant.memory.dedup.eligibility import may_be_reused  # few questions come as far
        from assistant.memory.dedup.proof import prove

        if not may_be_reused(question):
            return None
        for place, (similarity, key, kept) in enumerate(near[:CLOSEST]):
            proof = prove(kept.question, question, similarity=similarity, read=place < READ)
            if proof.same and self._untouched(kept, question, now, meaning):
                identical = normalise(kept.question) == normalise(question)
                source: AnswerSource = "cache" if identical and kept.personal else "dedup"
                return FoundAnswer(key, kept, source, round(proof.similarity, 3))
        return None

    def keep(
        self,
        role: str,
        setting: str,
        question: str,
        answer: str,
        *,
        conversation: str,
        turn: int,
        facts: Mapping[str, str],
        tokens: int,
        now: datetime,
    ) -> None:
        """Keep a complete answer for its lifetime, unless its question may never be reused.

        ``facts`` maps the ids of the facts that the prompt held to their texts.
        """
        from assistant.memory.dedup.eligibility import may_be_reused, personal

        if not self._active or not answer.strip() or not may_be_reused(question):
            return
        kept = KeptAnswer(
            role=role,
            question=question,
            answer=answer,
            at=now.isoformat(),
            conversation=conversation,
            turn=turn,
            setting=setting,
            revision=self._stores.facts.revision(),
            facts={identity: _hash(text) for identity, text in facts.items()},
            personal=personal(question),
            saved_tokens=tokens,
            embedder=self._embedder.name,
            vector=_pack(self._embedder.embed([question])[0]),
        )
        self._stores.keyvalue.put(
            NAMESPACE, _key(role, question), kept._asdict(), expires_at=now + self._lifetime
        )

    def hear(self, conversation: str, message: str, turn: int, now: datetime) -> None:
        """A message that says the answer before it was wrong takes that answer away."""
        from assistant.memory.dedup.eligibility import corrects

        if self._active and corrects(message):
            for key, value in self._stores.keyvalue.items(NAMESPACE, now=now):
                kept = _read(value)
                if kept and (kept.conversation, kept.turn) == (conversation, turn - 1):
                    self.evict(key)

    def evict(self, key: str) -> bool:
        """Never give that answer again; tells whether it was there."""
        return self._stores.keyvalue.delete(NAMESPACE, key) > 0

    def evict_question(self, role: str, question: str) -> bool:
        """The same by its question."""
        return self.evict(_key(role, question))

    def forget_conversation(self, conversation: str, now: datetime) -> None:
        """Answers given in a conversation go with it (C7)."""
        for key, value in self._stores.keyvalue.items(NAMESPACE, now=now):
            kept = _read(value)
            if kept and kept.conversation == conversation:
                self.evict(key)

    def _similarity(self, kept: KeptAnswer, question: str, meaning: Meaning) -> float:
        if kept.embedder == self._embedder.name:
            meaning.give(kept.question, _unpack(kept.vector))
        return meaning.likeness(kept.question, question)

    def _untouched(self, kept: KeptAnswer, question: str, now: datetime, meaning: Meaning) -> bool:
        """Whether no change of facts since then may matter to the answer (A2).

        What a general answer was told beside its question may change, and be confirmed, as long
        as neither question nor answer touch it.
        """
        facts = self._stores.facts
        lapsed = [identity for identity in kept.facts if not self._stands(kept, identity, now)]
        if not lapsed and kept.revision == facts.revision():
            return True
        from assistant.memory.dedup.eligibility import personal

        if kept.personal or personal(question):
            return False
        changed = facts.changes(kept.revision)
        if changed is None:
            return False
        old = [facts.get(identity) for identity in lapsed]
        new = [facts.get(identity) for identity in changed if identity not in kept.facts]
        if None in old:
            return False
        concerned = [*old, *(fact for fact in new if fact and fact.live)]
        return not any(fact and _matters(fact, kept, question, meaning) for fact in concerned)

    def _facts_stand(self, kept: KeptAnswer, now: datetime) -> bool:
        return all(self._stands(kept, identity, now) for identity in kept.facts)

    def _stands(self, kept: KeptAnswer, identity: str, now: datetime) -> bool:
        """Whether a fact that was told still says the same and may be told."""
        fact = self._stores.facts.get(identity)
        if fact is None or not fact.live or _hash(fact.fact) != kept.facts[identity]:
            return False
        return state_of(fact, now).injection == "automatic"


def _matters(fact: Fact, kept: KeptAnswer, question: str, meaning: Meaning) -> bool:
    """Whether a new or lapsed fact may change an answer: rules do, others by words or meaning."""
    from assistant.memory.recall.cues import holds_always

    if fact.kind in _STANDING or holds_always(fact):
        return True
    said = {stem(t) for t in tokens(f"{question} {kept.question} {kept.answer}") if len(t) > 3}
    if said & {stem(t) for t in tokens(fact.fact) if len(t) > 3}:
        return True
    return meaning.likeness(fact.fact, question) >= TOUCHING


def _key(role: str, question: str) -> str:
    return f"{role}:{_hash(normalise(question))}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _read(value: object) -> KeptAnswer | None:
    return KeptAnswer(**cast("dict[str, Any]", value)) if isinstance(value, dict) else None


def _pack(vector: Matrix) -> str:
    return base64.b64encode(vector.astype("float16").tobytes()).decode()


def _unpack(text: str) -> Matrix:
    import numpy as np

    return np.frombuffer(base64.b64decode(text), dtype=np.float16).astype(np.float32)
