"""What a person changes by hand (``assistant facts``), each in a transaction of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from assistant.characters import one_line, whole
from assistant.errors import BadData, UsageError
from assistant.languages import setting
from assistant.limits import FACT
from assistant.memory.base import (
    Action,
    Add,
    Ask,
    Clause,
    Confirm,
    Finding,
    Forget,
    MemoryChange,
    Reading,
    Supersede,
)
from assistant.memory.domains import NO_DOMAINS, Recogniser
from assistant.memory.engine.facts import FactKeeper, new_id
from assistant.memory.engine.forgetting import Forgetter
from assistant.memory.exchange import merge
from assistant.memory.plan.cutting import part_of
from assistant.memory.plan.replacing import changes_one_value, says_no_more
from assistant.memory.plan.statements import repeats
from assistant.memory.plan.told_beside import part_asked, part_meant
from assistant.memory.signals import read
from assistant.messages import say
from assistant.records import Domain, Fact
from assistant.secrets import find
from assistant.storage.base import Stores
from assistant.text.phrases import tokens

MOST_ALIKE = 20
AT_ONCE = 1000
"""Facts of an import between two words on how far it is."""


Progress = Callable[[int, int], None]
"""Called with what is done and all there is to do."""


def _nobody(_done: int, _total: int) -> None: ...


SetAside = Callable[[int, str], None]
"""Told of a fact that is not taken in: its number in the import and the kind of its secret."""


def _untold(_change: MemoryChange) -> None: ...


def _unheard(_number: int, _kind: str) -> None: ...


class Curator:
    """Adds, rewords, confirms, forgets and imports on the user's explicit word."""

    def __init__(
        self,
        stores: Stores,
        keeper: FactKeeper,
        forgetter: Forgetter,
        domains: Recogniser = NO_DOMAINS,
    ) -> None:
        self._stores = stores
        self._keeper = keeper
        self._forgetter = forgetter
        self._domains = domains

    def remember(
        self,
        text: str,
        domain: Domain | None,
        role: str,
        now: datetime,
        told: Callable[[MemoryChange], None] = _untold,
    ) -> Fact:
        """Keep a text on purpose. Returns the new fact, or the known one with the same words;
        ``told`` takes what it did to others: replaced one, or may have.

        Raises UsageError for a text without a letter or digit and BadData for a secret (F4).
        """
        try:
            fact = self._fact(text, domain, role, now)
        except BadData:
            with self._stores.transaction():
                self._keeper.note_refusal(now)
            raise
        known = self._told_already(fact)
        if known is not None:
            return self.confirm(known, now)
        action = self._planned(fact, now)
        if isinstance(action, Confirm) and (known := self._stores.facts.get(action.fact_id)):
            return self.confirm(known, now)
        for change in self._carry_out(action, now):
            told(change)
        return self._stores.facts.get(fact.id) or fact

    def _planned(self, fact: Fact, now: datetime) -> Action:
        """What stating the fact does to those known (F7), as if it had been typed; its text stays
        as it was given, and where it is doubtful whether it replaces one, both stay."""
        span = (0, len(fact.fact))
        told = Finding(
            *(fact.kind, span, fact.fact, fact.domain, fact.language),
            slot=fact.slot,
            on_purpose=True,
        )
        clauses = (Clause(fact.fact, span, "assertion"),)
        reading = Reading(fact.language, clauses, (told,))
        planned = self._keeper.intend(reading, fact.role, now)
        match planned[0] if len(planned) == 1 else None:
            case Confirm(identity) as confirm:
                known = self._stores.facts.get(identity)
                if known is not None and says_no_more(known, fact):
                    return confirm
            case Supersede(_, old_ids, _):
                if self._one_value_apart(fact, old_ids):
                    return Supersede(replace(fact, replaces=old_ids[0]), old_ids, "a new value")
                return Ask(fact, old_ids[0], "it may replace what was known")
            case Ask(_, old_id, reason):
                return Ask(fact, old_id, reason)
        return Add(fact, "added by hand")

    def _one_value_apart(self, fact: Fact, old_ids: Sequence[str]) -> bool:
        """Whether a text given by hand may retire facts: it tells of a change in so many words, or
        says the same with another value. Whoever adds fact after fact tells of several things."""
        known = [old for old in map(self._stores.facts.get, old_ids) if old is not None]
        return all(changes_one_value(old, fact) for old in known)

    def _told_already(self, fact: Fact) -> Fact | None:
        """The role's fact with the same words, looked for among those that share the most."""
        for identity, _ in self._stores.facts.search(tokens(fact.fact), MOST_ALIKE):
            known = self._stores.facts.get(identity)
            if known is None or known.role != fact.role:
                continue
            if repeats(fact.fact, known.fact, fact.language):
                return known
        return None

    def reword(self, known: Fact, text: str, domain: Domain | None, now: datetime) -> Fact:
        """The new wording supersedes the old one, which stays in the history."""
        fact = replace(
            self._fact(text, domain or known.domain, known.role, now),
            kind=known.kind,
            replaces=known.id,
        )
        self._carry_out(Supersede(fact, (known.id,), "edited by hand"), now)
        return fact

    def confirm(self, known: Fact, now: datetime) -> Fact:
        """Its age begins again (F7)."""
        self._carry_out(Confirm(known.id, "confirmed by hand"), now)
        return self._stores.facts.get(known.id) or known

    def forget(
        self, facts: Sequence[Fact], now: datetime, parts: Mapping[str, str] | None = None
    ) -> tuple[MemoryChange, ...]:
        """Erase them and what was derived from them, their bytes as soon as others let go.
        ``parts``: by id what is meant of a fact that tells several things; what stays of it is
        told as noted."""
        reason, said = "forgotten by hand", parts or {}
        found = {f.id: part_meant(f, said.get(f.id, ""), f.language) for f in facts}
        actions: list[Action] = [Forget(tuple(i for i, part in found.items() if not part), reason)]
        for fact in facts:
            if part := found[fact.id]:
                rest = part_of(fact, part.left, new_id())
                actions += [Forget((fact.id,), reason, part.gone), Add(rest, reason)]
        with self._stores.transaction():
            return self._keeper.apply(actions, now)

    def part_of(self, fact: Fact, words: str) -> str:
        """What of a fact these words are about, as ``forget`` takes it; "" where that is nothing of
        it, or all."""
        return part_asked(fact, words, read(words).language)

    def undo(
        self, changes: Sequence[MemoryChange], now: datetime, said: tuple[str, int] | None = None
    ) -> list[str]:
        """New facts of a turn go without a trace, those they replaced are live again. With them
        goes the raw text of the turn that ``said`` them (conversation and number)."""
        undone = []
        with self._stores.transaction():
            for change in changes:
                new = self._stores.facts.get(change.fact_ids[0]) if change.fact_ids else None
                if new is None or change.kind not in ("noted", "replaced", "asked"):
                    continue
                self._stores.facts.erase([new.id], [], now)
                undone.append(new.fact)
                if change.kind == "replaced":
                    self._revive(change.fact_ids[1:])
            if undone and said:
                self._forgetter.forget_turn(*said, now)
            self._stores.scrub()
        return undone

    def _revive(self, ids: Sequence[str]) -> None:
        for identity in ids:
            old = self._stores.facts.get(identity)
            if old is not None:
                live = replace(old, superseded_by=None, retired_at=None)
                self._stores.facts.update(live)
        self._keeper.embed_missing(lambda _done, _total: None)

    def take_in(
        self, incoming: Sequence[Fact], progress: Progress = _nobody, aside: SetAside = _unheard
    ) -> int:
        """Import, all or nothing; returns how many facts were new. Their vectors come later
        (``embed_missing``). Those that hold a secret are set aside and told (F4)."""
        total = 2 * len(incoming)
        fine: list[Fact] = []
        for number, fact in enumerate(incoming, 1):
            if found := find(fact.fact):
                aside(number, found[0].kind)
            else:
                fine.append(fact)
            if not number % AT_ONCE:
                progress(number, total)
        with self._stores.transaction():  # what is forgotten meanwhile does not come back
            known = self._stores.facts.all(retired=True)
            actions = merge(known, fine, self._forgetter.any_of_forgotten())
            new = [action.fact for action in actions if isinstance(action, Add)]
            for start in range(0, len(new), AT_ONCE):
                self._stores.facts.add_all(new[start : start + AT_ONCE])
                progress(len(incoming) + start, total)
        progress(total, total)
        return len(new)

    def _carry_out(self, action: Action, now: datetime) -> tuple[MemoryChange, ...]:
        with self._stores.transaction():
            return self._keeper.apply([action], now)

    def _fact(self, text: str, domain: Domain | None, role: str, now: datetime) -> Fact:
        words = one_line(whole(text))
        if not words:
            raise UsageError("There is nothing to remember", "Give the fact's text.")
        if not any(map(str.isalnum, words)):
            raise UsageError(
                "There is nothing to remember in that: it has no letter and no digit",
                "Give the fact's text.",
            )
        if len(words) > FACT.value:
            raise BadData(
                f"Not kept: a fact is one statement of at most {FACT.value:,} characters",
                "Say in a sentence what matters of it.",
            )
        reading = read(words)
        if reading.secrets:
            kind = say(f"secrets.{reading.secrets[0].kind}", reading.language)
            raise BadData(
                say("memory.secret", reading.language, kind=kind),
                say("memory.secret_hint", reading.language),
            )
        found = _as_instruction(reading, words)
        found = self._domains.placed(found)
        finding = found.findings[0] if found.findings else None
        return Fact(
            id=new_id(),
            domain=domain or (finding.domain if finding else "personal"),
            fact=words,
            confidence="high",
            source="explicit",
            created_at=now,
            last_confirmed_at=now,
            kind=finding.kind if finding else "instruction",
            role=role,
            language=reading.language,
            slot=finding.slot if finding else None,
        )


def _as_instruction(reading: Reading, words: str) -> Reading:
    """The words as they read when they are to be remembered: for their domain and kind."""
    if reading.findings:
        return reading
    return read(f"{setting(reading.language, 'phrases', 'remember')} {words}")
