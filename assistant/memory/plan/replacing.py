"""Whether a text given by hand takes the place of a known fact, or stands beside it (F7). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.memory.matching import Meaning
from assistant.memory.matching.alignment import Alignment, align
from assistant.memory.matching.elsewhere import predicate
from assistant.memory.matching.persons import of_the_speaker
from assistant.memory.matching.told_of import shares_its_thing
from assistant.memory.plan.lists import leaves_the_list
from assistant.memory.plan.statements import Statement
from assistant.records import Fact
from assistant.text.dictionaries import is_folded_word
from assistant.text.phrases import listed, tokens
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, Wording, wording

OF_TIME = ("number", "weekday", "month", "season", "part of the day")
COMMON = 0.2
"""Belief in one attribute from which two texts that are of two things may bear on each other."""
_BEGINNING = 3
"""Tokens among which what a text is about stands."""
_SEVERAL = 2
"""Words of its own on either side from which two texts tell of two things."""


def changes_one_value(known: Fact, told: Fact) -> bool:
    """Whether the text tells of a change ("moved to Lisbon"), or differs from the fact in one value
    alone: "payments listens on 8443" and "ledger listens on 8433" differ in two, and both hold."""
    found = align(known.fact, known.language, told.fact, told.language, Meaning())
    if found.said.cues["also"]:
        return False
    if found.said.cues["new"] or found.said.cues["gone"]:
        return min(map(len, map(_untitled, (found.left_known, found.left_said)))) < _SEVERAL
    if len(found.left_known) != 1 or len(found.left_said) != 1:
        return False
    one, other = found.left_known[0], found.left_said[0]
    last = one.place == found.known.words[-1].place or other.place == found.said.words[-1].place
    return last or _of_one_kind(one, other)


def tell_of_two(found: Alignment) -> bool:
    """Whether a statement that speaks of no change differs from a fact in the thing that it tells
    of and in what it tells: "we deploy the API on Mondays" and "… the site on Tuesdays"."""
    if any(found.said.cues[name] for name in ("new", "gone")) or not found.swapped:
        return False
    sides = (found.left_known, found.left_said)
    things = [[word for word in side if not word.kind and not word.exact] for side in sides]
    values = {word.place for word in found.values}
    return bool(things[1]) and any(word.place not in values for word in things[0])


def begin_apart(found: Alignment) -> bool:
    """Whether the statement begins with another name and tells of no change: "Hartnell's visit is
    on Thursday" leaves Hartley's."""
    changes = found.said.cues["new"] or _ends_what_is_known(found)
    return not changes and begins_with_another(found)


def _ends_what_is_known(found: Alignment) -> bool:
    """Whether what a statement says is over stands in the fact: not in "Abernethy is selling her
    flat", beside what Abercrombie buys."""
    ended = found.said.cues["gone"]
    behind = range(max(ended, default=0), max(ended, default=0) + _BEGINNING + 1)
    return bool(ended) and any(told.place in behind for _, told in found.pairs)


def begins_with_another(found: Alignment) -> bool:
    """Whether each begins with a name that the other lacks."""
    first = (first_name(found.known), first_name(found.said))
    return first[0] in found.left_known and first[1] in found.left_said


def is_of_another(found: Alignment) -> bool:
    """Whether a statement begins with a name that the fact lacks, and the fact with another, or it
    tells of the speaker alone: that Benja turned six is nothing of the day on which I was born."""
    first = first_name(found.said)
    alone = first in found.left_said and of_the_speaker(found.known)
    return alone or begins_with_another(found)


def begins_with_another_code(fact: Fact, statement: Statement) -> bool:
    """Whether each begins with an identifier that the other lacks: what becomes of mx2 is no change
    of mx1."""
    known = wording(fact.fact, fact.language)
    said = wording(statement.said, statement.language)
    own, other = _first_code(known), _first_code(said)
    return bool(own and other) and own not in said.tokens and other not in known.tokens


def _first_code(side: Wording) -> str:
    """The identifier that a text begins with; "" where it begins with none."""
    return side.identifiers().get(0, "")


def first_name(side: Wording) -> Word | None:
    """The name that a text begins with, before what is told of it: behind "I live in" stands no
    subject. Names are typed without capitals: what no dictionary has is one."""
    end = min(predicate(side) or _BEGINNING, _BEGINNING)
    first = [word for word in side.words if word.place < end and not word.kind][:1]
    return next((w for w in first if w.exact or not is_folded_word(w.text)), None)


def are_both_over(found: Alignment) -> bool:
    """Whether a fact and a statement tell of two things that they are done with in the same word:
    "I sold the bike", "I sold the car". Neither is instead of the other, as one hour of closing
    is."""
    done = {found.known.tokens[place] for place in found.known.cues["gone"]}
    again = not done.isdisjoint(found.said.tokens)
    sides = (found.left_known, found.left_said)
    of_one = _first_code(found.known) == _first_code(found.said) != ""
    return again and not of_one and all(any(w.kind not in OF_TIME for w in s) for s in sides)


def _untitled(words: Sequence[Word]) -> list[Word]:
    """Without what stands before a name: "doctora Pérez" and "doctor Gómez" differ in one value."""
    return [word for word in words if word.text not in listed("titles") | listed("of doctors")]


def bears_on(fact: Fact, statement: Statement, meaning: Meaning) -> bool:
    """Whether a question may be put: the two have the thing or the attribute in common. A number
    that both hold is neither, nor are years; and what only tells more of a list asks nothing."""
    known, told = wording(fact.fact, fact.language), wording(statement.said, statement.language)
    own, said = known.words, told.words
    shared = [word for word in said if any(same_word(word, other) for other in own)]
    if told.cues["gone"] and any(w.exact and any(same_word(w, s) for s in shared) for w in own):
        return True  # Biscuit, who was put to sleep, is the dog
    if leaves_the_list(fact, statement):
        return False
    plain = listed("when") | listed("common")
    by_chance = bool(shared) and all(w.kind == "number" or w.text in plain for w in shared)
    if not by_chance and shares_its_thing(
        fact.fact, fact.language, statement.said, statement.language
    ):
        return True
    return max(meaning.same_attribute(fact.fact, statement.said)) >= COMMON


def says_no_more(known: Fact, told: Fact) -> bool:
    """Whether a text given by hand holds nothing that the fact lacks: "Dale's house panel is 200
    amps" is not "the house panel is 200 amps" said again."""
    found = align(known.fact, known.language, told.fact, told.language, Meaning())
    owners = [{t for t in tokens(fact.fact) if t.endswith("'s")} for fact in (known, told)]
    return not found.left_said and not found.left_known and owners[0] == owners[1]


def holds_all(fact: Fact, statement: Statement) -> bool:
    """Whether a fact has every word of a statement, of which one says too little."""
    told = wording(fact.fact, fact.language).words
    said = wording(statement.said, statement.language).words
    held = all(any(same_word(word, other) for other in told) for word in said)
    return held and len(said) >= _SEVERAL


def _of_one_kind(one: Word, other: Word) -> bool:
    return bool(one.kind) and one.kind == other.kind and one.kind != "person"
