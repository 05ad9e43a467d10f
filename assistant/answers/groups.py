"""The groups that a question about the memory may name: "my family", "our projects"."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from assistant.languages import each
from assistant.records import Domain, Fact
from assistant.resources import toml_of
from assistant.text.folding import fold
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, wording


class Group(NamedTuple):
    """A fact belongs to it that is of its domain, or holds the word of one of its members."""

    domain: Domain | None
    members: tuple[Word, ...]

    def holds(self, fact: Fact) -> bool:
        if fact.domain == self.domain:
            return True
        said = wording(fact.fact, fact.language).words if self.members else ()
        return any(same_word(member, word) for member in self.members for word in said)


def group_of(name: str) -> Group:
    """The group that is called so, in folded words; one that holds nothing where none is."""
    return _groups().get(name) or Group(None, ())


@cache
def _groups() -> Mapping[str, Group]:
    domains = toml_of("answers", "groups.toml")
    names: dict[str, list[str]] = {}
    members: dict[str, tuple[Word, ...]] = {}
    for language, groups in each("answers", "groups"):
        for name, own in groups.items():
            names.setdefault(name, []).extend(map(fold, own["names"]))
            words = wording(" ".join(own.get("members", ())), language).words
            members[name] = (*members.get(name, ()), *words)
    return {
        called: Group(domains.get(name), members[name])
        for name, all_names in names.items()
        for called in all_names
    }
