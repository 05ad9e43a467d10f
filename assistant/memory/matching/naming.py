"""What a text begins with: who somebody is, "my sister is called Ruth", or a heading. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from assistant.languages import each, joined
from assistant.records import Fact
from assistant.text.folding import fold
from assistant.text.phrases import TOKEN, tokens

_HEADING = 3
"""Words of a heading, at most."""


class Named(NamedTuple):
    """Whom a fact begins with: "my", "sister", "Ruth"; ``alone``: it says no more."""

    owner: str
    role: str
    name: str
    alone: bool


@lru_cache(maxsize=4096)
def named_in(text: str) -> Named | None:
    """Whom a text begins with by role and by name, where it does."""
    found = next((match for form in _forms() if (match := form.match(text))), None)
    if found is None:
        return None
    alone = not TOKEN.search(text, found.end())
    return Named(found["owner"], found["role"], found["name"], alone)


def with_role(text: str, facts: Sequence[Fact]) -> str:
    """A text that begins with a name, with whose it is before that, where one fact says who that
    is, and others tell of them without the name: "Ruth moved to Cork" as "my sister Ruth moved to
    Cork"."""
    first = TOKEN.match(text)
    if first is None:
        return text
    known = (named_in(fact.fact) for fact in facts)
    mine = {found[:2]: found for found in known if found and fold(found.name) == fold(first[0])}
    if len(mine) != 1:
        return text
    (found,) = mine.values()
    whose = f"{found.owner} {found.role} ".lower()
    others = (fact.fact for fact in facts if fact.fact.lower().startswith(whose))
    if all(fold(found.name) in tokens(other) for other in others):
        return text
    return f"{whose}{found.name.title()}{text[first.end() :]}"


def heading(text: str) -> list[str]:
    """The words before the colon of what is told under a heading, "my committee: …"; none
    without."""
    before, mark, _ = text.partition(": ")
    words = tokens(before) if mark else []
    return [*words] if len(words) <= _HEADING else []


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    """How a fact begins that says who somebody is, one a language."""
    own = (own["named"] for _, own in each("memory", "naming"))
    return tuple(re.compile(joined(source), re.IGNORECASE) for source in own)
