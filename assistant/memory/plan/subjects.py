"""A clause made to stand by itself: what its pronoun or its missing subject means, named (F5).

"it closes at 20:00 now" says nothing without "the box office doesn't close at 18:00" before it.
The subject is taken over where the two clauses share their verb, and only then: a wrong subject
is worse than none. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from assistant.languages import table
from assistant.records import Language
from assistant.text.folding import fold
from assistant.text.phrases import listed
from assistant.text.wording import wording

_CONTRACTED = (
    (re.compile(r"\b(it|he|she)['’]s\b(?! (?:got|been|had)\b)", re.IGNORECASE), r"\1 is"),
    (re.compile(r"\b(they)['’]re\b", re.IGNORECASE), r"\1 are"),
)
_NEGATED = re.compile(r"(?<=\w)n['’]t\b", re.IGNORECASE)
_BE = frozenset(("is", "are", "was", "were", "es", "son", "era", "eran"))
_SPEAKERS = frozenset(("i", "we"))
_JOINS = frozenset(("y", "e", "pero", "sino", "and", "but", "so"))
_LONGEST_SUBJECT = 6


class _Named(NamedTuple):
    """A clause around its verb: its subject and what follows, each as typed; None for a subject
    that cannot be told from the words beside it."""

    subject: tuple[str, ...] | None
    rest: tuple[str, ...]
    denied: bool


class _Open(NamedTuple):
    """A clause that may lack its subject: the words before its verb, the verb, what follows."""

    pronoun: str
    before: tuple[str, ...]
    verb: str
    rest: tuple[str, ...]


def standing(
    clause: str, before: Sequence[str], known: Sequence[str], language: Language
) -> str | None:
    """``clause`` with its subject named, as the clauses ``before`` it in the message or
    those of the ``known`` fact name it; None where it lacks one that cannot be told surely."""
    open_ = _opened(clause)
    if open_ is None:
        return clause
    for source in before[::-1]:
        named = _around(source, _bare(open_.verb))
        if named and named.subject != () and (named.denied or open_.pronoun):
            return _joined(open_, named, clause, language)
    for source in known if open_.pronoun or open_.before else ():
        named = _around(source, _bare(open_.verb))
        if not named or not named.subject or not _fits(open_.pronoun, named.subject):
            continue
        if _about(named.subject, before, _bare(open_.verb), language):
            return _joined(open_, named, clause, language)
    return None if open_.pronoun else clause


def has_pronoun(clause: str) -> bool:
    """Whether a pronoun stands for the subject of a clause: "it's at 10 now"."""
    open_ = _opened(clause[:1].lower() + clause[1:])
    return open_ is not None and bool(open_.pronoun)


def _opened(clause: str) -> _Open | None:
    """None for a clause that has a subject of its own, as far as its first words tell."""
    for pattern, full in _CONTRACTED:
        clause = pattern.sub(full, clause, count=1)
    words, pronoun, at = clause.split(), "", 0
    lead: list[str] = []
    while at < len(words) - 1:
        word = _bare(words[at])
        if not pronoun and (word in listed("stands for") or words[at].lower() == "él"):
            pronoun = word
        elif word in listed("before its verb"):
            lead.append(words[at])
        else:
            break
        at += 1
    if at == len(words) or not _may_be_verb(words[at]):
        return None
    return _Open(pronoun, tuple(lead), words[at], tuple(words[at + 1 :]))


def _around(source: str, verb: str) -> _Named | None:
    """A clause around that verb, in the same form or denied with "does not"."""
    words = _NEGATED.sub(" not", source).split()
    bare = [_bare(word) for word in words]
    for at in range(1, len(words)):
        helped = bare[at - 2 : at] in (["does", "not"], ["do", "not"]) and at >= 2
        form = _third(bare[at]) if helped and bare[at - 2] == "does" else (bare[at],)
        if verb not in form:
            continue
        end = at - 2 if helped else at
        denied = helped or bare[at - 1] == "no" or "not" in bare[at : at + 2]
        while end and bare[end - 1] in (*listed("before its verb"), "longer"):
            denied = denied or bare[end - 1] in ("not", "longer")
            end -= 1
        denied = denied or bare[at + 1 : at + 3] == ["no", "longer"]
        subject = tuple(words[:end]) if not end or _nameable(words[:end]) else None
        return _Named(subject, _trimmed(words[at + 1 :]), denied)
    return None


def _joined(open_: _Open, named: _Named, clause: str, language: Language) -> str | None:
    """The clause with the subject, or with what the other says the subject is: "Tomasz isn't our
    designer, it's Aoife" says who the designer is."""
    if named.subject is None:
        return None
    personal = open_.pronoun not in ("", "it")
    alike = personal or _same_sort(open_.rest, named.rest, language)
    described, value = _describes(named.rest), _is_name(open_.rest)
    if _bare(open_.verb) in _BE and not alike:
        if not _describes(named.subject) and described and value:
            return _put(open_, named.rest, language)
        if described or not _describes(named.subject):
            return None
    elif not open_.pronoun and not alike and (value or _describes(open_.rest)):
        return clause  # "ahora reparte Brisa" names who
    return _put(open_, named.subject, language)


def _put(open_: _Open, subject: Sequence[str], language: Language) -> str:
    lead = [word for word in open_.before if _bare(word) not in _JOINS]
    told = [open_.verb, *open_.rest]
    if not lead or table(language, "memory").get("words", {}).get("subject_first"):
        return " ".join((*subject, *(word.lower() for word in lead), *told))
    first = subject[0].lower() if _describes(subject) else subject[0]
    return " ".join((*lead, first, *subject[1:], *told))


def _fits(pronoun: str, subject: Sequence[str]) -> bool:
    """Whether a pronoun may stand for a subject: "she" for no brother, "it" for no person."""
    held = {_bare(word) for word in subject}
    return not any(
        held & listed(sort)
        for sort in ("he", "she")
        if pronoun == "it"
        or (pronoun in listed("he") | listed("she") and pronoun not in listed(sort))
    )


def _about(subject: Sequence[str], before: Sequence[str], verb: str, language: Language) -> bool:
    """Whether the clauses before are of the fact's subject or name none of their own."""
    wanted = wording(" ".join(subject), language).keys
    for clause in before:
        named = _around(clause, verb)
        if named is not None and named.subject == ():
            return True
        if wanted & wording(clause, language).keys:
            return True
    return not before


def _same_sort(one: Sequence[str], other: Sequence[str], language: Language) -> bool:
    """Whether what follows the two verbs may take each other's place: two hours, two names."""
    if not one or not other:
        return False
    first, second = (_bare(words[0]) for words in (one, other))
    kinds = [
        {word.kind for word in wording(" ".join(words), language).words} - {"", "person"}
        for words in (one, other)
    ]
    if kinds[0] & kinds[1] or (_is_name(one) and _is_name(other)):
        return True
    return first == second and first not in listed("determiners")


def _nameable(words: Sequence[str]) -> bool:
    """Whether words are a subject, and nothing beside it, that another clause can take over."""
    if not 0 < len(words) <= _LONGEST_SUBJECT or words[-1][-1] in ",;:":
        return False
    if any(map(_says_more, words[1:])) or _names_another(words):
        return False
    if _describes(words):
        return len(words) > 1
    return _is_name(words) and not _says_more(words[0])


def _says_more(word: str) -> bool:
    """Whether a word says when or whether, or stands for a subject itself."""
    bare = _bare(word)
    lists = ("no subject", "negation", "new", "still", "also", "for now", "stands for")
    return (
        bare in _SPEAKERS
        or bare.endswith(("mente", "ly"))
        or any(bare in listed(name) for name in lists)
    )


def _names_another(words: Sequence[str]) -> bool:
    """Whether a second thing follows that no preposition ties to the first: "Ana says the inn"."""
    ties = (*listed("ends a thing"), *listed("before its verb"), *listed("determiners"), "of")
    for at in range(2, len(words)):
        tied = _bare(words[at - 1]) in ties or words[at - 1][0].isupper()
        if _bare(words[at]) in listed("determiners") and not tied:
            return True
        if words[at][0].isupper() and not tied and not (at == 2 and _describes(words)):
            return True
    return False


def _describes(words: Sequence[str]) -> bool:
    return bool(words) and _bare(words[0]) in listed("determiners")


def _is_name(words: Sequence[str]) -> bool:
    if not words or not words[0][0].isupper():
        return False
    word = _bare(words[0])
    return word in ("mr", "mrs") or word not in listed("function")


def _may_be_verb(word: str) -> bool:
    bare = _bare(word)
    accented = bare not in word  # "está" is no "esta"
    listed_ = bare in listed("determiners") or bare in listed("ends a thing")
    return word[0].islower() and (accented or not listed_)


def _third(verb: str) -> tuple[str, ...]:
    return (f"{verb}s", f"{verb}es", f"{verb[:-1]}ies")


def _trimmed(words: Sequence[str]) -> tuple[str, ...]:
    """Without the words that say since when, or that it is over."""
    around = {"not", "no", "now", "longer", "any", "more", "anymore", "ahora", "ya", "mas"}
    start, end = 0, len(words)
    while start < end and _bare(words[start]) in around:
        start += 1
    while end > start and _bare(words[end - 1]) in around:
        end -= 1
    return tuple(words[start:end])


def _bare(word: str) -> str:
    return fold(word).strip(".,;:!?¡¿\"'()")
