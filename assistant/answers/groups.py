"""The groups that a question about the memory may name: "my family", "our projects"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from assistant.languages import each, joined
from assistant.records import Domain, Fact
from assistant.resources import toml_of
from assistant.text.folding import fold
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, wording


class Group(NamedTuple):
    """A fact belongs to it that is of its domain, or holds the word of one of its members.

    ``apart``: what does not, whatever its domain, unless it holds such a word: whoever works on
    Thursdays has the dentist on one.
    """

    domain: Domain | None
    members: tuple[Word, ...]
    apart: re.Pattern[str]

    def holds(self, fact: Fact) -> bool:
        said = wording(fact.fact, fact.language).words if self.members else ()
        if any(same_word(member, word) for member in self.members for word in said):
            return True
        return fact.domain == self.domain and not self.apart.search(fold(fact.fact))


def group_of(name: str) -> Group:
    """The group that is called so, in folded words; one that holds nothing where none is."""
    return _groups().get(name) or Group(None, (), _NOTHING)


_NOTHING = re.compile("(?!)")


@cache
def _groups() -> Mapping[str, Group]:
    domains = toml_of("answers", "groups.toml")
    names: dict[str, list[str]] = {}
    members: dict[str, tuple[Word, ...]] = {}
    apart: dict[str, list[str]] = {}
    for language, groups in each("answers", "groups"):
        for name, own in groups.items():
            names.setdefault(name, []).extend(map(fold, own["names"]))
            words = wording(" ".join(own.get("members", ())), language).words
            members[name] = (*members.get(name, ()), *words)
            apart.setdefault(name, []).extend(map(joined, filter(None, [own.get("apart")])))
    return {
        called: Group(
            domains.get(name), members[name], re.compile("|".join(apart[name]) or _NOTHING.pattern)
        )
        for name, all_names in names.items()
        for called in all_names
    }
