"""The parts of a fact: which of them a statement changes, and what stays (F5, F7).

"Tengo dos hijos, Simón de 15 y Lola de 9": who tells that Lola is 10 now says nothing of Simón.
What a statement does not speak of stays as a fact of its own; where the first part changes, what
only elaborated it goes with it ("vivo en Ávila, cerca del parque").
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from assistant.memory.plan.cutting import (
    completed,
    cut,
    joints,
    of_what_was_named,
    stands,
    subject_of,
    with_its_noun,
)
from assistant.memory.plan.part import (
    NAME,
    Part,
    is_name,
    is_theirs,
    is_told_of,
    name_of,
    names_another,
    of_the_amount,
    says_a_thing,
    says_a_word,
    says_more,
    says_more_than_of_whom,
    says_most,
    says_of_whom_and_more,
)
from assistant.memory.plan.statements import Statement
from assistant.memory.plan.substitutions import is_denied, values_of
from assistant.records import Fact
from assistant.text.phrases import listed, tokens
from assistant.text.verbs import begins_with_verb, has_verb
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, wording

_LEFT_UNDER_A_NAME = 2
"""Words that carry meaning."""
_BEGINNING = 3
"""Words of a part among which whom it tells of stands."""


class Divided(NamedTuple):
    """A fact of which a part goes: that part, and what stays."""

    gone: str
    left: str


def divided(
    fact: Fact, statement: Statement, *, named: bool = False, all_of: bool = False
) -> Divided | None:
    """What goes of a fact of which a statement speaks in part, and what stays; None where that is
    none of it, or all. ``named``: what stays and does not say of whom it is told stays under a name
    that both have. ``all_of``: what is told of whomever the statement names goes with them."""
    parts = parts_told(fact, statement)
    gone = _spoken_of(parts, statement)
    gone = _with_what_is_told_of_them(parts, gone) if all_of else gone
    left, lead = _left(fact, parts, gone, statement, named=named)
    if not any(gone) or not left:
        return None
    kept = {part.span for part in left}
    stays = _joined(fact.fact, left)
    stays = with_its_noun(stays, parts[0].text) if gone[0] else stays
    over = _joined(fact.fact, [part for part in parts if part.span not in kept])
    return Divided(over, lead + stays) if tokens(stays) else None


def _left(
    fact: Fact, parts: Sequence[Part], gone: Sequence[bool], statement: Statement, *, named: bool
) -> tuple[list[Part], str]:
    """The parts that stay, each as it reads without the one that says of whom it is told, and the
    name that all of them stand under; what says too little by itself goes, where there is none."""
    heads = dict(zip((part.span for part in parts), _heads(parts), strict=True))
    over = [part for part, goes in zip(parts, gone, strict=True) if goes]
    left = [part for part in parts if part not in over]
    by_itself = [
        part._replace(text=text)
        for part in left
        for head in (heads[part.span],)
        if (text := _by_itself(fact, parts, part, head) if head in over else part.text)
    ]
    lacks = gone[0] and named and len(by_itself) < len(left)
    of_others = [part for part in left if not is_theirs(part)] if lacks else []
    lead = _name(parts[0], of_others, statement) if of_others else ""
    return (of_others, lead) if lead else (by_itself, "")


def _with_what_is_told_of_them(parts: Sequence[Part], gone: Sequence[bool]) -> list[bool]:
    """With all that is told of whomever a part that goes begins with."""
    over = [p for p, goes in zip(parts, gone, strict=True) if goes and _begins_with_whom(p)]
    return [goes or head in over for goes, head in zip(gone, _heads(parts), strict=True)]


def _spoken_of(parts: Sequence[Part], statement: Statement) -> list[bool]:
    """Of each part whether the statement speaks of it."""
    of_names = [p for p in parts if not names_another(p)] if any(map(is_told_of, parts)) else []
    told_of = _of_its_subject(parts, statement) or _of_one_of_them(parts)
    told_of = told_of or of_names or _of_its_name(parts)
    told_of = told_of or _of_one_before(parts) or [*parts]
    spoken = [bool(part.shared) and part in told_of for part in parts]
    if _names_several(parts):
        return spoken
    said = wording(statement.said, statement.language).words
    if amount := of_the_amount(parts, spoken, said):
        return [part is amount for part in parts]
    about = subject_of(statement.said, statement.language)
    of_whom = (partial(says_of_whom_and_more, about), partial(says_more_than_of_whom, about))
    for meant in (
        partial(says_a_word, said),
        *(of_whom if about else ()),
        says_more,
        says_a_thing,
        partial(says_most, parts),
    ):
        closer = [is_ and meant(part) for is_, part in zip(spoken, parts, strict=True)]
        spoken = closer if any(closer) else spoken
    coded = (any(w.exact and not w.text.isalpha() for w in part.shared) for part in parts)
    return [is_ or code for is_, code in zip(spoken, coded, strict=True)]


def _names_several(parts: Sequence[Part]) -> bool:
    """Whether a statement is of several whom the parts tell of, one after the other: "Carla and
    Thiago moved to Cusco"."""
    names = ((w for w in part.shared if is_name(w) and _may_be_of(part, w)) for part in parts)
    return len({word.text for each in names for word in each}) > 1


def _heads(parts: Sequence[Part]) -> list[Part]:
    """Of each part the one that says of whom it is told: itself, where it does."""
    heads: list[Part] = []
    for part in parts:
        own = not heads or stands(part.text, part.language)
        heads.append(part if own else heads[-1])
    return heads


def _by_itself(fact: Fact, parts: Sequence[Part], part: Part, head: Part) -> str | None:
    """A part as it reads where the one that says of whom it is told is over."""
    before = parts[parts.index(part) - 1]
    joint = fact.fact[before.span[1] : part.span[0]]
    if of_what_was_named().match(part.text):
        return part.text
    if "".join(tokens(part.text)[:1]).partition("'")[0] in listed("pronouns"):
        name = name_of(head)
        return f"{name}: {part.text}" if name else None
    return completed(part.text, joint, head.text, fact.language)


def _of_one_before(parts: Sequence[Part]) -> list[Part]:
    """The part that tells of another of what was named before ("y la de billing en el 8081"), where
    a statement names that one and not the first."""
    told = [part for part in parts[1:] if part.shared and of_what_was_named().match(part.text)]
    names = {word.key for part in told for word in part.shared}
    return told if names - {word.key for word in parts[0].shared} else []


def stands_with_another(fact: Fact, statement: Statement, place: int) -> bool:
    """Whether what stands there is told of somebody whom the statement does not name: "Samir es QA"
    beside the product owner."""
    parts = parts_told(fact, statement)
    there = next((part for part in parts if part.span[0] <= place < part.span[1]), None)
    return there is not None and names_another(there) and any(part.shared for part in parts)


def spoken_of(fact: Fact, statement: Statement) -> range:
    """Where in a fact what a statement speaks of stands: the part that goes, or all of it."""
    parts = parts_told(fact, statement)
    spoken = [
        part.span for part, is_ in zip(parts, _spoken_of(parts, statement), strict=True) if is_
    ]
    return range(spoken[0][0], spoken[-1][1]) if spoken else range(len(fact.fact))


def _name(first: Part, left: Sequence[Part], statement: Statement) -> str:
    """The name that the first part and a statement with news have, and that what is left stands
    under: "Alpina: 300 people, open bar". "" where some of that says of whom it is itself, or one
    of the two tells hardly anything: "Alpina's party is off" ends all of it, and so does that it
    is paid."""
    told = sum(len(part.words) for part in left)
    own = [word for part in (first, *left) for word in part.words]
    said = wording(statement.said, statement.language)
    news = [word for word in said.words if not any(same_word(word, other) for other in own)]
    little = told <= _LEFT_UNDER_A_NAME or len(news) < _LEFT_UNDER_A_NAME
    little = little or bool(said.holds("settles"))
    if little or any(stands(part.text, part.language) for part in left):
        return ""
    names = {word.text for word in first.shared if word.exact}
    if said.cues["gone"]:
        names -= {word.text for word in said.words[:1]}  # who has left is not whom it is about
    told_of = values_of(statement.said, statement.language)
    names -= {token.word for token in told_of if is_denied(statement.said, token)}
    typed = NAME.findall(first.text)
    name = next((name for name in typed if names & set(tokens(name))), "")
    return f"{name}: " if name else ""


def _of_its_name(parts: Sequence[Part]) -> list[Part]:
    """The parts that a statement names, where all others name somebody else: "la Encarni gana
    1200 euros y la Rocio 1050", of whom Rocío has a rise."""
    named = [p for p in parts if any(is_name(w) and w.place < _BEGINNING for w in p.shared)]
    return named if all(map(names_another, (p for p in parts if p not in named))) else []


def _of_one_of_them(parts: Sequence[Part]) -> list[Part]:
    """The parts about the one whom a statement names, where the parts begin with several: what
    goes on with a verb, or without one, is of whoever was named last."""
    about: list[list[Part]] = []
    for part in parts:
        if not about or (part.tells_of_its_own and (part.tells or _begins_with_a_name(part))):
            about.append([])
        about[-1].append(part)
    named = [sum(_may_be_of(each[0], word) for word in each[0].shared) for each in about]
    best = max(named)
    return about[named.index(best)] if best and named.count(best) == 1 < len(about) else []


def _may_be_of(part: Part, word: Word) -> bool:
    """Whether a word says whom or what a part tells of: a name, what it begins with, "the
    partners"."""
    begins = not word.place or not listed("determiners").isdisjoint(tokens(part.text)[:1])
    named = (is_name(word) and word.text.isalpha()) or begins
    return named and word.place < _BEGINNING + word.exact


def _begins_with_a_name(part: Part) -> bool:
    return any(word.place == 0 and is_name(word) for word in part.words[:1])


def _begins_with_whom(part: Part) -> bool:
    """Whether it is told of the one whom a statement names."""
    return any(_may_be_of(part, word) for word in part.shared)


def _of_its_subject(parts: Sequence[Part], statement: Statement) -> list[Part]:
    """The part that begins with the name that a statement begins with, where all others begin with
    something else: "Leo starts at St Anne's with Maya" is of Leo."""
    said = next(iter(wording(statement.said, statement.language).words), None)
    first = [next(iter(part.words), None) for part in parts]
    if said is None or said.place or any(word is None or word.place for word in first):
        return []
    mine = [w is not None and w.place == 0 and is_name(w) and w.text == said.text for w in first]
    goes_on = [bool(p.span[0]) and not (p.tells_of_its_own and p.tells) for p in parts]
    of_it = [own or more for own, more in zip(mine, goes_on, strict=True)]
    return [part for part, own in zip(parts, of_it, strict=True) if own] if any(mine) else []


def _joined(text: str, parts: Sequence[Part]) -> str:
    """Parts with what stood between them, and a comma where something is left out."""
    joined = ""
    for before, part in zip((None, *parts[:-1]), parts, strict=True):
        between = text[before.span[1] : part.span[0]] if before else ""
        joined += (between if joints().fullmatch(between) else ", " if before else "") + part.text
    return joined


def parts_told(fact: Fact, statement: Statement) -> list[Part]:
    """The parts in order. Numbers are shared by chance; another day is instead of the days told."""
    said = wording(statement.said, statement.language).words

    def meets(word: Word) -> bool:
        if word.kind in ("number", "person"):
            return word.kind == "person" and any(same_word(word, other) for other in said)
        return any(same_word(word, o) or word.kind == o.kind != "" for o in said)

    def shared(words: Sequence[Word]) -> tuple[Word, ...]:
        return tuple(filter(meets, words))

    spans = [(fact.fact[start:end], (start, end)) for start, end in cut(fact.fact, fact.language)]
    names = {word.text for word in wording(fact.fact, fact.language).words if word.exact}
    words = [_named(wording(text, fact.language).words, names) for text, _ in spans]
    return [
        Part(
            *one,
            own,
            shared(own),
            not begins_with_verb(one[0], fact.language),
            has_verb(one[0], fact.language),
            fact.language,
        )
        for one, own in zip(spans, words, strict=True)
    ]


def _named(words: Sequence[Word], names: Collection[str]) -> tuple[Word, ...]:
    """With the names of the whole fact, of which one may begin a part."""
    return tuple(w._replace(exact=w.exact or (w.text in names and not w.kind)) for w in words)
