"""Who the person is, for packs that ask: the lines of the section ``user`` (K3).

What is not known is left out. From facts comes what could be told in any turn: none that is
dormant, stale or another role's (F6, F9).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from assistant.config import Config
from assistant.languages import FALLBACK, each
from assistant.memory.decay import state_of
from assistant.packs.base import Moment, Pack, spoken
from assistant.packs.telling import About
from assistant.prompt.table import ABOUT_USER, LAST_OF_PACKS, SectionRow
from assistant.records import Fact
from assistant.storage.base import Facts
from assistant.text.folding import fold
from assistant.text.phrases import any_of

ROW = SectionRow(
    "user",
    ABOUT_USER,
    cap=80,
    step=LAST_OF_PACKS,
    pressed=None,
    header="The user:",
    strategy="drop_pack_sections",
)
LOOKED_AT = 64
"""Facts with one of the words that are read."""


def asked_by(packs: Iterable[Pack]) -> tuple[About, ...]:
    """What the packs ask of the person, each once: the name and the plan first, what the person
    said of themself, then language and time zone."""
    asked = {about.name: about for pack in packs for about in pack.person}
    first, last = ("name", "plan"), ("language", "time_zone")
    others = [name for name in asked if name not in (*first, *last)]
    return tuple(asked[name] for name in (*first, *others, *last) if name in asked)


def lines(asked: Sequence[About], moment: Moment, config: Config, facts: Facts) -> tuple[str, ...]:
    """What of it is known, a line each."""
    person = _Person(moment, config, facts)
    return tuple(line for about in asked for line in person.line(about))


class _Person:
    def __init__(self, moment: Moment, config: Config, facts: Facts) -> None:
        self._moment = moment
        self._config = config
        self._facts = facts

    def line(self, about: About) -> Iterator[str]:
        """What is known of one thing: a line or none."""
        if about.name == "plan":
            yield f"plan: {self._config.role(self._moment.role).plan}"
        elif about.name == "language":
            chosen = self._config.ui.language
            yield f"language: {self._moment.language if chosen == 'auto' else chosen}"
        elif about.name == "time_zone":
            yield f"time zone: {_offset(self._moment.now)}"
        elif about.name == "name":
            known = (f.slot.value for f in self._with(_name_words()) if f.slot and _is_name(f))
            yield from (f"name: {name}" for name in list(known)[:1])
        else:
            words = [word for own in about.words.values() for word in own]
            label = spoken(about.label, FALLBACK)
            yield from (f"{label}: {fact.fact}" for fact in self._with(words)[:1])

    def _with(self, words: Sequence[str]) -> list[Fact]:
        """Facts that have one of the words or phrases and may be told, the newest first."""
        if not self._config.memory.enabled:
            return []
        single = [word for phrase in words for word in fold(phrase).split()]
        found = (self._facts.get(id) for id, _ in self._facts.search(single, LOOKED_AT))
        pattern = any_of(words)
        told = [f for f in found if f and self._may_be_told(f) and pattern.search(fold(f.fact))]
        return sorted(told, key=lambda fact: fact.last_confirmed_at, reverse=True)

    def _may_be_told(self, fact: Fact) -> bool:
        role = self._moment.role
        seen = fact.role == role or self._config.role(role).facts == "all"
        return seen and state_of(fact, self._moment.now).injection == "automatic"


def _name_words() -> list[str]:
    """Words with which people say what they are called."""
    return [word for _, own in each("memory", "person") for word in own["name"]]


def _is_name(fact: Fact) -> bool:
    """Whether a fact says what the person is called."""
    slot = fact.slot
    return bool(slot and not slot.negated and (slot.subject, slot.attribute) == ("user", "name"))


def _offset(now: datetime) -> str:
    """How far the person's clock is from UTC: ``UTC-03:00``."""
    offset = f"{now.astimezone():%z}"
    return f"UTC{offset[:3]}:{offset[3:5]}"
