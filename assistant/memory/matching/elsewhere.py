"""What the networks get wrong: a statement tells of another thing, day, wish or person."""

from __future__ import annotations

from itertools import pairwise

from assistant.memory.matching.alignment import Alignment, spelled_like
from assistant.memory.matching.naming import heading, named_in
from assistant.memory.matching.persons import begins_with_person
from assistant.text.dictionaries import is_folded_word
from assistant.text.folding import fold
from assistant.text.phrases import TOKEN, listed
from assistant.text.wording import Word, Wording, strokes_apart

_ABOUT = tuple(
    f"style: {name}"
    for name in (
        *("address", "language", "length", "shape"),
        *("emojis", "tone", "units", "explanations"),
    )
)
"""Matters of how the person wishes to be answered."""


_NEAR_IT = 3
"""Words from what denies a number to it, at most."""
_PARTICIPLE = ("ado", "ao", "ido", "io", "cho", "sto", "rto", "elto", "rito")


def another_thing(found: Alignment) -> bool:
    """Whether each tells something of its own of a thing called otherwise, by its number, by its
    identifier or by a name that differs by a letter or two: "room 12B is for chemistry" and "room
    12D is for biology", "Falcon ships in May" and "Falkon ships in June"."""
    if _called_apart(found, told_of=True) or strokes_apart(found.known, found.said):
        return True
    if found.said.cues["new"] or found.said.cues["gone"]:
        return False
    names = _called_apart(found, told_of=False) and all(map(bool, _own(found, exact=True)))
    apart = _identified_apart(found) or _spelled_apart(found)
    return names or (apart and all(map(bool, _own(found, exact=False))))


def another_day(found: Alignment) -> bool:
    """Whether a statement excepts one day, or denies another: "not next Sunday" neither denies nor
    repeats what is so on Sundays, nor does "not on Tuesdays" what is so on Mondays."""
    days = [(known, told) for known, told in found.pairs if known.kind == "weekday"]
    excepted = any(
        found.known.tokens[known.place] != found.said.tokens[told.place] for known, told in days
    )
    left = [{word.kind for word in words} for words in (found.left_known, found.left_said)]
    another = not days and all("weekday" in kinds for kinds in left)
    another = another and not found.said.cues["new"]  # "…anymore, they come on Thursdays now"
    return found.said.negated() and (excepted or another)


def another_wish(found: Alignment) -> bool:
    """Whether both tell how to answer, and not of the same matter."""
    known, said = (
        {name for name in _ABOUT if side.holds(name)} for side in (found.known, found.said)
    )
    return bool(known and said) and not known & said


def another_denial(found: Alignment) -> bool:
    """Whether each denies something of its own: "never use jargon in mails" stands beside "no
    emojis in mails"."""
    denied = found.known.negated() and found.said.negated() and not found.said.cues["gone"]
    return denied and bool(found.left_known and found.left_said)


def one_more(found: Alignment) -> bool:
    """Whether a statement brings in one more animal, and ends none: "adopté una gata"."""
    said = found.said
    kept = any(word.kind == "pet" for word in found.known.words) and not said.cues["gone"]
    return kept and any(
        word.kind == "pet" and said.before(word) in listed("indefinite") for word in said.words
    )


def of_another_person(found: Alignment) -> bool:
    """Whether a statement begins with somebody whom the fact cannot mean: "she" where it speaks of
    a brother or the speaker, "my sister" where it speaks of nobody, unless the statement speaks of
    the speaker as well. "He vuelto a fumar" does."""
    first, second, *_ = (*found.said.tokens, "", "")
    first = "" if second.endswith(_PARTICIPLE) else first.partition("'")[0]
    sort = next((s for s in ("he", "she") if first in listed("pronouns") & listed(s)), "")
    persons = {word.text for word in found.known.words if word.kind == "person"}
    mine = found.said.holds("speaker") or listed("owners").intersection(found.said.tokens[1:])
    named = any(one.exact or two.exact for one, two in found.pairs)  # "my sister Ruth" is Ruth
    begins = begins_with_person(found.said) and not (persons or mine or named)
    return begins or (bool(sort) and persons.isdisjoint(listed(sort)))


def denies_another_number(found: Alignment, said: str) -> bool:
    """Whether a statement says that some number holds no more, and the fact has another: "the pass
    is not 68 any more" leaves what tells that it is 74. Behind a comma stands what holds now."""
    left = [
        [word.place for word in words if word.kind == "number"]
        for words in (found.left_known, found.left_said)
    ]
    met = any(word.kind == "number" for word, _ in found.pairs)
    if met or not left[0] or len(left[1]) != 1:
        return False
    denied = {*found.said.cues["gone"], *found.said.cues["negation"]}
    before = len(TOKEN.findall(_last_clause(said, left[1][0])))
    return any(0 < left[1][0] - place <= min(_NEAR_IT, before) for place in denied)


def _last_clause(said: str, place: int) -> str:
    """What stands before a word of a text, from the comma before it on."""
    starts = [word.start() for word in TOKEN.finditer(said)]
    return said[: starts[place] if place < len(starts) else len(said)].rpartition(", ")[2]


def only_named(found: Alignment, fact: str, said: str) -> bool:
    """Whether a fact says who somebody is and no more, and a statement tells something else of
    them: Ruth moves, and is still my sister."""
    named, told = named_in(fact), named_in(said)
    if named is None or not named.alone or found.said.cues["gone"]:
        return False
    if told and (told.alone or fold(told.name) != fold(named.name)):
        return False
    met = {fold(word.text) for _, word in found.pairs}
    return fold(named.name) in met <= {fold(named.name), fold(named.role)}


def only_describes(found: Alignment, said: str) -> bool:
    """Whether what a statement shares with a fact only describes whom it begins with, and whom the
    fact does not name: "Fiona Rennie, my partner in the firm, retires at Easter" says nothing of
    what the firm is called."""
    words = {word.place: word for word in found.said.words}
    first = words.get(0)
    if first is None or first not in found.left_said:
        return False
    if not first.exact and is_folded_word(first.text):
        return False
    before, mark, aside = said.partition(",")
    aside, closed, _ = aside.partition(",")
    if not (mark and closed) or listed("determiners").isdisjoint(aside.lower().split()[:1]):
        return False
    end = len(TOKEN.findall(f"{before} {aside}"))
    named = len(TOKEN.findall(before))
    met = [told for _, told in found.pairs if not (told.exact and told.place < named)]
    return all(told.place < end for told in met)


def _own(found: Alignment, *, exact: bool) -> tuple[list[Word], list[Word]]:
    """What each tells of its own, without what it tells it of. ``exact``: names as well."""
    known, said = (
        [
            word
            for word in left
            if (not word.exact or (exact and word.place not in side.identifiers()))
            and word.kind != "number"
            and word.place + 1 not in side.coded
        ]
        for left, side in ((found.left_known, found.known), (found.left_said, found.said))
    )
    return known, said


def _called_apart(found: Alignment, *, told_of: bool) -> bool:
    """Whether a word has another number or identifier behind it. ``told_of``: with a verb behind
    that: "sala 3 tiene proyector" and "sala 5 tiene proyector"."""
    known, said = _called(found.known, told_of=told_of), _called(found.said, told_of=told_of)
    return any(known[name].isdisjoint(said[name]) for name in known.keys() & said.keys())


def _called(side: Wording, *, told_of: bool) -> dict[str, set[str]]:
    codes, ends = side.identifiers(), (*side.tokens, "", "")
    called: dict[str, set[str]] = {}
    amounts = listed("of amounts") | listed("of paying") | listed("owes")
    for before, word in pairwise(side.words):
        if before.text in amounts:
            continue  # "peso 168" is no name of a thing
        if (word.kind == "number" or word.place in codes) and before.place + 1 == word.place:
            after = word.place + 1 + (word.place + 1 in side.coded)
            if not told_of or ends[after] in listed("told of"):
                called.setdefault(before.key, set()).add(codes.get(word.place, word.text))
    return called


def _identified_apart(found: Alignment) -> bool:
    known, said = (set(side.identifiers().values()) for side in (found.known, found.said))
    return bool(known and said) and known.isdisjoint(said)


def _spelled_apart(found: Alignment) -> bool:
    known, said = (
        [word for word in left if word.exact] for left in (found.left_known, found.left_said)
    )
    return any(spelled_like(one, other) for one in known for other in said)


def subjects_apart(found: Alignment, fact: str, said: str) -> bool:
    """Whether each tells by "is" or the like, or by a colon, of what it names before it, of which
    the other has no word."""
    named = [
        [
            word
            for word in side.words
            if word.place < (len(heading(text)) or predicate(side))
            and word.text not in listed("to remember")
        ]
        for side, text in ((found.known, fact), (found.said, said))
    ]
    apart = all(word in found.left_known for word in named[0])
    return all(named) and apart and all(word in found.left_said for word in named[1])


def predicate(side: Wording) -> int:
    """Where "is" or the like stands; 0 where it does not."""
    return next((n for n, token in enumerate(side.tokens) if token in listed("tells")), 0)
