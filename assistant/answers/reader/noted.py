"""A fact that was noted without its subject, in the third person (F5: "teaches chemistry"), with
its owner as the subject again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from assistant.languages import joined, table
from assistant.memory.signals.rewording import with_s
from assistant.records import Language
from assistant.text.folding import fold


class Owned(NamedTuple):
    """A verb and its subject, as its owner says it and as it is told back; ``told`` is empty where
    the language needs another verb than the owner's to tell it."""

    said: str
    told: str = ""


class Noted(NamedTuple):
    """``rest``: what follows the verb."""

    owned: Owned
    rest: str


def noted(text: str, language: Language) -> Noted | None:
    """None for what was noted with a subject of its own, or may have been."""
    own = table(language, "reader").get("told_back", {})
    first, _, rest = text.partition(" ")
    if not rest or ("impersonal" in own and _regex(own["impersonal"]).match(fold(text))):
        return None
    forms = _forms(language)
    if first in forms:
        return Noted(forms[first], rest)
    second, _, after = rest.partition(" ")
    found = forms.get(second)
    if found is None or not after or "adverbs" not in own or "'" in found.said:
        return None
    if not _regex(own["adverbs"]).fullmatch(first):
        return None
    return Noted(Owned(*(_with_adverb(form, first) for form in found)), after)


def _with_adverb(form: str, adverb: str) -> str:
    """ "I also work", "también trabajo"."""
    subject, _, verb = form.rpartition(" ")
    return " ".join(filter(None, (subject, adverb, verb))) if form else ""


@cache
def _forms(language: Language) -> Mapping[str, Owned]:
    """By the verb in the third person."""
    return dict(_each_form(language))


def _each_form(language: Language) -> Iterator[tuple[str, Owned]]:
    """What the language lists last counts."""
    own: Mapping[str, Any] = table(language, "reader").get("told_back", {})
    reworded = table(language, "signals").get("third_person", {})
    subjects: tuple[str, str] | None = own.get("subjects")
    for said, third in reworded.items():
        if subjects is None:
            yield third, Owned(said)
    for base in own.get("verbs", "").split() if subjects else ():
        yield with_s(base), Owned(*(f"{subject} {base}" for subject in subjects or ()))
    for third, forms in own.get("noted", {}).items():
        yield third, Owned(*forms)


@cache
def _regex(source: str) -> re.Pattern[str]:
    return re.compile(joined(source), re.IGNORECASE)
