"""Of whom or what a claim tells, taken over by a further claim of the same (F5).

"my sister Ruth lives in Galway and she's allergic to walnuts" says two things of her: the second
stands by itself with "my sister Ruth" in the place of its "she", or before a verb that lacks its
subject. A subject is taken over only where nothing else can be meant: a wrong one is worse than one
long fact.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from assistant.memory.signals.lexicon import Lexicon
from assistant.memory.signals.text import Canon, Token
from assistant.text.phrases import listed
from assistant.text.wording import in_every_language

Tokens = Sequence[Token]


_LONGEST_NAME = 2  # words


class SpokenOf(NamedTuple):
    """``tokens`` name the subject, ``typed`` as the person did; ``rest`` is the claim behind it,
    which does nothing but tell the name where it is ``named``."""

    tokens: tuple[Token, ...]
    typed: str
    rest: str
    named: bool = False


class Stood(NamedTuple):
    """A claim with its subject: ``tokens`` that stand nowhere in the message are ``typed``."""

    tokens: tuple[Token, ...]
    typed: str


def spoken_of(source: str, part: Tokens, lexicon: Lexicon) -> SpokenOf | None:
    """The subject of a claim about somebody or something of the person's; None for other parts."""
    canon = Canon.of(part)
    match = lexicon.match("tells_of", canon.text, 0)
    if match is None:
        return None
    begun, ended = _span(match, "subject")
    first, end = canon.tokens_within(begun, ended)
    subject, name = tuple(part[first:end]), _name_given(source, part, lexicon)
    if lexicon.entries("function").issuperset(token.word for token in subject):
        return None  # "the VA…" read as a verb of the other language
    if not lexicon.match("owned", canon.text, 0) and not _is_name(source, subject, lexicon):
        return None
    stop = subject[-1].span[1]
    if part[end].span == subject[-1].span:  # "my brother's a nurse"
        stop = subject[-1].span[0] + len(subject[-1].word)
    typed = source[subject[0].span[0] : stop]
    if name and not {token.word for token in name} & {token.word for token in subject}:
        typed = f"{typed} {source[name[0].span[0] : name[-1].span[1]]}"
        subject = (*subject, *name)
    return SpokenOf(subject, typed, canon.text[ended + 1 :], bool(name))


def goes_on(part: Tokens, piece: Tokens, of: SpokenOf, lexicon: Lexicon) -> Stood | None:
    """A part as a further claim of that subject; None where it is none, or may be of another.
    ``piece``: what of the part stands before its first mark."""
    canon = Canon.of(piece)
    match = lexicon.match("tells_more", canon.text, 0)
    if match is None:
        return None
    spoken = canon.text[slice(*_span(match, "pronoun"))]
    verb = canon.tokens_within(*_span(match, "verb"))[0]
    if lexicon.entries("pointing") & set(canon.text[match.end() :].split()):
        return None  # "my brother has a boat and he adores it"
    if not may_mean(spoken, of, lexicon):
        return None
    begin = part[0].span[0]
    put = [Token(token.word, (begin, begin)) for token in of.tokens]
    rest, typed = list(part[verb:]), of.typed
    if verb and rest and rest[0].span == part[verb - 1].span:  # "she's" is one word as typed
        after = rest[1].word if len(rest) > 1 else ""
        word = "has" if after in lexicon.entries("after_has") else rest[0].word
        rest[0] = Token(word, (rest[0].span[1],) * 2)
        typed = f"{typed} {word}"
    return Stood((*put, *rest), typed)


def _span(match: re.Match[str], name: str) -> tuple[int, int]:
    """Where the group of that name matched, in whichever pattern; (0, 0) for nowhere. All patterns
    of a cue may stand in one, so that each calls its group otherwise: "verb_en", "verb_es"."""
    groups = (key for key, value in match.groupdict().items() if value and key.startswith(name))
    key = next(groups, None)
    return match.span(key) if key else (0, 0)


def _name_given(source: str, part: Tokens, lexicon: Lexicon) -> Tokens:
    """The name that a claim does nothing but give: "my dog is called Bruno", "my boss is Rita
    Okafor"."""
    match = lexicon.match("gives_name", Canon.of(part).text, 0)
    if match is None:
        return ()
    capitals = [source[token.span[0]].isupper() for token in part]
    start = len(part)
    while start > len(part) - _LONGEST_NAME and capitals[start - 1]:
        start -= 1
    name = part[start:]
    if any(_span(match, "outright")):  # whatever else it means: a daughter is called April
        return tuple(name)
    known = {word.text for word in in_every_language(Canon.of(name).text) if word.kind}
    return () if known & {token.word for token in name} else tuple(name)  # "my wife is German"


def _is_name(source: str, subject: Tokens, lexicon: Lexicon) -> bool:
    own = {*lexicon.entries("function"), *lexicon.entries("pointing")}
    return all(source[token.span[0]].isupper() and token.word not in own for token in subject)


def may_mean(pronoun: str, of: SpokenOf, lexicon: Lexicon) -> bool:
    """Whether a pronoun, or a verb without any, can mean that subject and nothing else named."""
    own = {token.word for token in of.tokens}
    living = _living(" ".join(own), lexicon)
    for sort, against in (("he", "she"), ("she", "he")):
        if pronoun in listed(sort):
            others = _living(of.rest, lexicon) - own - listed(against)
            return bool(living or len(own) == 1 or of.named) and not (
                own & listed(against) or others
            )
    thing = pronoun in listed("impersonal")
    person = thing and not own.isdisjoint(lexicon.entries("person"))
    return not person and not lexicon.has("brings_in", of.rest)


def _living(text: str, lexicon: Lexicon) -> set[str]:
    """The words for persons and animals."""
    found = {w.text for w in in_every_language(text) if w.kind in ("person", "pet")}
    return found | (lexicon.entries("person") & set(text.split()))
