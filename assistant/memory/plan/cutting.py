"""Where a fact is cut into its parts, and how one reads without the part before it. Pure.

"Samuel studies at San José and Ana at La Salle": what is told of Ana has its verb before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise

from assistant.languages import pattern, table
from assistant.records import Fact, Language
from assistant.text.dictionaries import is_folded_word
from assistant.text.folding import fold
from assistant.text.phrases import TOKEN, listed, tokens
from assistant.text.verbs import begins_with_verb, has_verb
from assistant.text.wording import wording

_FEWEST = 2
"""Words of a part."""
_ASIDE = 4
"""Pieces of a sentence with asides: the subject, one or two of them, what is told."""
_SUBJECT = 4
"""Words of a subject, at most."""
_FAR = 5
"""Words among which the name of somebody stands who is described before it."""
_TOGETHER = ("weekday", "month", "time of day")
"""Kinds of values that are told several at once: "on Tuesdays and Thursdays"."""


@cache
def joints() -> re.Pattern[str]:
    """What stands between two parts: a comma, "and"."""
    return re.compile(rf"[,;]\s+(?:(?:{_joins()})\s+)?|\s+(?:{_joins()})\s+", re.IGNORECASE)


@cache
def _joins() -> str:
    return "|".join(sorted(listed("joins")))


def cut(text: str, language: Language) -> list[tuple[int, int]]:
    """Where the parts are: between commas and what joins, which cuts no single word off
    ("matemática y química")."""
    marks = list(joints().finditer(text))
    edges = [0, *(edge for mark in marks for edge in mark.span()), len(text)]
    pieces = list(zip(edges[::2], edges[1::2], strict=True))
    spans: list[tuple[int, int]] = []
    verb_at = 0  # of the subject that began last, where it is described before its verb
    for n, piece in enumerate(pieces):
        verb = _verb_of_a_subject(text, pieces[n : n + _ASIDE], language)
        begins = verb or any(
            _describes_more(text[slice(*later)]) for later in pieces[n + 1 : n + 2]
        )
        if spans and (
            n <= verb_at or (not begins and _belong_together(text, spans, piece, language))
        ):
            spans[-1] = (spans[-1][0], piece[1])
        else:
            spans.append(piece)
            verb_at = n + verb
    return spans


def _verb_of_a_subject(text: str, pieces: Sequence[tuple[int, int]], language: Language) -> int:
    """How many pieces behind a subject its verb stands, where what is between commas describes it:
    "Jomon, one of my nurses, is back"; 0 where it is none."""
    told = [text[slice(*piece)] for piece in pieces]
    named = any(not word[0].isdigit() for word in tokens(told[0]))
    if not named or has_verb(told[0], language) or len(tokens(told[0])) > _SUBJECT:
        return 0
    for n, (before, after) in enumerate(pairwise(pieces), 1):
        if text[before[1] : after[0]].strip() != ",":
            return 0
        indefinite = not listed("indefinite").isdisjoint(tokens(told[n])[:1])
        aside = indefinite or _describes_more(told[n])
        if not aside and begins_with_verb(told[n], language):
            return n
        if not aside and has_verb(told[n], language):
            return 0
    return 0


def _describes_more(text: str) -> bool:
    """Whether a piece describes whom the one before names: "…, who does the mornings", "…, de 9
    años"."""
    first = "".join(tokens(text)[:1]).partition("'")[0]  # "who's"
    return first in listed("relatives") | listed("of")


def _belong_together(
    text: str, spans: list[tuple[int, int]], later: tuple[int, int], language: Language
) -> bool:
    before, after = text[slice(*spans[-1])], text[slice(*later)]
    told = tokens(after)
    if len(told) < _FEWEST or told[0] in listed("parts of an hour") or _describes_more(after):
        return True
    if told[0] in listed("speaker") and told[1] in listed("links"):
        return True  # "Encarni y yo a Lanzarote"
    if "," in text[spans[-1][1] : later[0]]:
        return False
    if _describes_more(before.rpartition(", ")[2]) and not stands(after, language):
        return True  # "Fiachra, who's 8 and does piano"
    last, first = wording(before, language).words[-1:], wording(after, language).words[:1]
    several = bool(last and first) and last[0].kind == first[0].kind in _TOGETHER
    if several and first[0].place <= 1:
        return True
    subject = len(spans) == 1 and len(tokens(before)) <= _SUBJECT
    subject = subject and not has_verb(before, language)
    goes_on = begins_with_verb(after, language) and told[0] not in listed("speaker")
    return subject and has_verb(after, language) and not goes_on


def stands(text: str, language: Language) -> bool:
    """Whether a part says of whom or what it is, and what: "el mecánico es don Rubio", "amira does
    windows"."""
    told = tokens(text)
    if not told or told[0].partition("'")[0] in listed("theirs") | listed("pronouns"):
        return False
    if told[0] in listed("speaker"):  # not "i test his lights"
        return listed("theirs").isdisjoint(told) and has_verb(text, language)
    text = without_clauses(text)
    told = tokens(text)
    if told[0] in listed("indefinite"):  # "un vasco muy intenso" says more of whoever was named
        text = text.rpartition(" ")[0]
    begins = told[0] in listed("determiners") or text[:1].isupper()
    begins = begins or not (told[0] in listed("function") or is_folded_word(told[0]))
    return begins and (not listed("tells").isdisjoint(told) or has_verb(text, language))


def without_clauses(text: str) -> str:
    """A text as far as a clause that only describes: "una moto | que casi no uso"."""
    found = islice(TOKEN.finditer(text), 1, None)
    end = next((f.start() for f in found if fold(f.group()) in listed("relatives")), len(text))
    return text[:end].strip()


def completed(text: str, joint: str, before: str, language: Language) -> str | None:
    """A part as it reads without the one ``before``; None where it says too little. ``joint``: what
    stands between them."""
    if stands(text, language):
        return text
    if _is_of_the_speaker(text, language):
        return text
    subject, verb, rest = _begun(before, language)
    told, is_ = tokens(text), fold(verb) in listed("is")
    if not told or not listed("there").isdisjoint(told) or not (subject or verb):
        return None
    if subject and rest[:1] and tokens(rest)[:1] == told[:1] and not verb:
        return f"{subject} {text}"  # "contact at Zentrix is Priya, and at Bluepeak it is Arvind"
    if verb and _joins_on(joint) and not (is_ or has_verb(without_clauses(text), language)):
        if _goes_on_alike(rest, told) and _is_named(subject) and _is_named(text):
            name = next(TOKEN.finditer(text)).end()
            # "Samuel studies at …, and Ana at …", "Wilmer earns 1200 and Yeison 2000"
            return f"{text[:name]} {verb}{text[name:]}"
        if other := _with_verb(text, verb, rest) if subject else "":
            return other  # "el clásico lo vendo a 38 y el mixto a 48"
        return f"{subject} {verb} {text}".strip()  # "we have a van, and a small car"
    first, _, behind = text.partition(" ")
    denied = fold(first) in listed("negation")  # "and can't manage the stairs"
    goes_on = (denied and "'" in first) or begins_with_verb(behind if denied else text, language)
    goes_on = goes_on and told[0] not in listed("speaker")
    plain = fold(subject) not in listed("speaker") or told[0] in listed("is")
    goes_on = goes_on and plain and bool(subject and verb)
    return f"{_done_to(subject, text, language)} {text}" if goes_on else None


def _done_to(subject: str, text: str, language: Language) -> str:
    """A subject as it stands before what is done to it: "a mi casero | hay que pagarle"."""
    own = table(language, "memory").get("elided", {})
    done = re.match(own.get("done_to", "(?!)"), fold(text))
    return own["to"].format(whom=subject) if done else subject


def _goes_on_alike(rest: str, told: Sequence[str]) -> bool:
    """Whether behind its name a part goes on as the first one does behind its verb."""
    before, after = tokens(rest)[:1], tuple(told[1:2])
    numbers = all(word[0].isdigit() for word in (*before, *after))
    return bool(before) and (before == after or (numbers and bool(after)))


def _with_verb(text: str, verb: str, rest: str) -> str:
    """A part that begins with another thing, and goes on as the first one does behind its verb,
    with that verb; "" for any other."""
    first, typed = tokens(rest)[:1], list(TOKEN.finditer(text))
    if fold(typed[0].group()) not in listed("determiners"):
        return ""
    ends = (one for one in typed[_FEWEST:] if (fold(one.group()),) == first)
    end = next(ends, None)
    return f"{text[: end.start()]}{verb} {text[end.start() :]}" if end else ""


def _is_of_the_speaker(text: str, language: Language) -> bool:
    """Whether a part begins with a verb in the first person: "pago 1.050 euros de alquiler"."""
    first = text.partition(" ")[0].lower()
    own = pattern("reader", "whether", "own_doing")
    return begins_with_verb(text, language) and own.fullmatch(first) is not None


def _joins_on(joint: str) -> bool:
    return not listed("joins").isdisjoint(tokens(joint))


def _is_named(text: str) -> bool:
    told = tokens(text)
    return bool(told) and (text[:1].isupper() or not is_folded_word(told[0]))


def subject_of(text: str, language: Language) -> frozenset[str]:
    """The words before the verb of a statement that begins with its subject."""
    first, *rest = tokens(text) or ("",)
    verb = next((token for token in rest if token not in listed("before its verb")), "")
    if first not in listed("function") and begins_with_verb(verb, language):
        return frozenset((first,))  # a name that was typed small may be a word
    subject, verb, _ = _begun(text, language)
    return frozenset(tokens(subject)) if verb else frozenset()


def _begun(text: str, language: Language) -> tuple[str, str, str]:
    """The subject, the verb and the rest of a text, as far as they are plain: "mi hermano Lucho",
    "vive", "en Barcelona"; "contact", "", "at Zentrix is Priya"."""
    typed = list(TOKEN.finditer(text))
    told = [fold(found.group()) for found in typed]
    ends = _subject_ends(typed, told) if typed else None
    ends = 0 if ends is None and begins_with_verb(text, language) else ends  # "tengo un gol"
    subject = text[: typed[ends - 1].end()] if ends else ""
    spoken, mark, _ = subject.replace("’", "'").partition("'")
    if mark:  # "we've booked", but not "Ana's mother lives"
        subject = spoken if fold(spoken) in listed("speaker") | listed("pronouns") else ""
    if ends is None or ends == len(typed) or (not ends and not begins_with_verb(text, language)):
        return "", "", text
    bare = listed("function") - listed("tells") - listed("clitics")
    if ends and told[ends] in bare:
        return subject, "", text[typed[ends].start() :]
    verb = ends
    while told[verb] in listed("clitics") and verb + 1 < len(typed):
        verb += 1  # "le presto", "lo vendo"
    last = typed[verb].end()
    return subject, text[typed[ends].start() : last], text[last:].strip()


def _subject_ends(typed: list[re.Match[str]], told: list[str]) -> int | None:
    """How many words the subject has; None where that is not plain."""
    ends = 0
    if told[0] in listed("speaker") | listed("pronouns"):
        return 1
    if told[0] in listed("determiners"):
        ends = 2
        if told[ends : ends + 1] and told[ends] in listed("of"):
            ends += 2
        named = (n for n in range(1, _FAR) if n < len(typed) and typed[n].group()[:1].isupper())
        name = next(named, 0)
        described = listed("function").isdisjoint(told[ends:name])
        ends = max(ends, name) if described else ends  # "our practice nurse Isla"
    elif not is_folded_word(told[0]) or (told[1:2] and told[1] not in listed("function")):
        ends = int(not is_folded_word(told[0]) or typed[0].group()[:1].isupper())
    elif told[1:2]:
        return 1 if told[0] not in listed("function") else None
    while ends and ends < len(typed) and typed[ends].group()[:1].isupper():
        ends += 1
    if ends and told[ends + 1 : ends + 2] and told[ends + 1] in listed("is"):
        ends += 1  # "the Alpina party is …"
    return min(ends, len(typed))


def with_its_noun(left: str, first: str) -> str:
    """What stays, of one that was named in the part before: "el servidor de producción"."""
    noun = re.match(r"\w+ (?P<noun>\w+) ", first)
    elided = of_what_was_named().match(left)
    if not (noun and elided):
        return left
    return f"{elided['article']} {noun['noun']} {elided['of']}{left[elided.end() :]}"


def of_what_was_named() -> re.Pattern[str]:
    """How a part begins that does not name again what it is of: "el de producción" of a server."""
    return pattern("memory", "elided", "noun", re.IGNORECASE)


def part_of(fact: Fact, text: str, identity: str) -> Fact:
    """A part of a fact as one of its own, told when that was. Without the slot: it may be of what
    goes."""
    return replace(fact, id=identity, fact=text, slot=None, replaces=None, superseded_by=None)
