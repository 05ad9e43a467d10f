"""Makes the fact of a statement: by itself, in the place of another, or put right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from assistant.memory.base import Finding
from assistant.memory.matching import Meaning
from assistant.memory.matching.told_of import fully_named
from assistant.memory.plan.cutting import part_of
from assistant.memory.plan.exchanged import with_what_is_instead, with_what_was_exchanged
from assistant.memory.plan.in_place import with_new_values
from assistant.memory.plan.moved import still_so, without_where
from assistant.memory.plan.parts import divided
from assistant.memory.plan.statements import Statement, restated
from assistant.records import Domain, Fact, FactKind
from assistant.text.phrases import listed

_FEW = 2
"""Words that tell nothing by themselves."""
_STANDING: tuple[FactKind, ...] = ("rule", "preference", "instruction")


class FactMaker(NamedTuple):
    """Makes the fact of one statement."""

    statement: Statement
    now: datetime
    role: str
    new_id: Callable[[], str]
    meaning: Meaning

    def fact(self) -> Fact:
        """The fact as the statement has it."""
        finding = self.statement.finding
        assert finding is not None, "only findings are kept by themselves"
        return self._build(self.statement.text, finding.domain, finding.kind, finding, None)

    def corrected(self, old: Fact) -> Fact:
        """The same fact with the right value."""
        return self._build(self.statement.text, old.domain, old.kind, None, old.id)

    def successor(self, old: Fact) -> Fact:
        """The fact that takes the place of ``old``: of its sort, where the statement has none."""
        statement = self.statement
        finding = statement.finding
        text = restated(statement.text, old, statement.language, self.meaning)
        text = fully_named(text, statement.language, old.fact, old.language)
        kind = old.kind if finding is None or old.kind in _STANDING else finding.kind
        return self._build(text, old.domain, kind, finding, old.id)

    def in_place_of(self, old: Fact) -> tuple[Fact, ...]:
        """The fact that takes the place of ``old``, and what else is kept: its own words with the
        new values, and the statement if it tells more; or the statement, and what it does not speak
        of."""
        if text := with_what_was_exchanged(old, self.statement):
            given = replace(self.corrected(old), fact=text, language=old.language)
            also = with_new_values(given, self.statement, self.meaning)  # "…, blue 2021"
            return (replace(given, fact=also.text) if also and not also.news else given,)
        renewed = with_new_values(old, self.statement, self.meaning)
        if renewed and not (renewed.news and self._changes_more(renewed.text, old)):
            text, news = renewed
            more = (self.fact(),) if news and self.statement.finding else ()
            return (replace(self.corrected(old), fact=text, language=old.language), *more)
        if text := with_what_is_instead(old, self.statement, self.meaning):
            return (replace(self.corrected(old), fact=text, language=old.language),)
        found = divided(old, self.statement, named=True)
        of_it = without_where(replace(old, fact=found.gone) if found else old, self.statement) or ""
        rest = (found.left if found else "").removeprefix(f"{of_it.partition(' ')[0]}: ")
        stays = ", ".join(filter(None, (of_it, rest)))
        stays = still_so(stays, old.language, self.statement) if stays else stays
        left = (part_of(old, stays, self.new_id()),) if stays else ()
        return (self.successor(old), *left)

    def _changes_more(self, renewed: str, old: Fact) -> bool:
        """Whether the statement changes more of a fact than its values: who has moved lives nowhere
        near what they paid before."""
        return still_so(renewed, old.language, self.statement) != renewed

    def _build(
        self,
        text: str,
        domain: Domain,
        kind: FactKind,
        finding: Finding | None,
        replaces: str | None,
    ) -> Fact:
        return Fact(
            id=self.new_id(),
            domain=domain,
            fact=_by_itself(text),
            confidence="high",
            source="explicit",
            created_at=self.now,
            last_confirmed_at=self.now,
            kind=kind,
            role=self.role,
            language=self.statement.language,
            slot=finding.slot if finding else None,
            replaces=replaces,
        )


def _by_itself(text: str) -> str:
    """A text without the "and" that joined it to what was said before it."""
    first, _, rest = text.partition(" ")
    return rest if first.lower() in listed("joins") and len(rest.split()) > _FEW else text
