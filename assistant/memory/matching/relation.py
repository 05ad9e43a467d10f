"""The judgement: the same said again, a change of it, or another matter.

That "the Corolla went to a gentleman from Madina" ends "I drive a Corolla" only meaning tells:
small networks (``PairNetwork``) judge by the words of both texts where they stand. What stands here
and in ``elsewhere`` is what they get wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.arrays import softmax
from assistant.memory.matching.alignment import Alignment, align
from assistant.memory.matching.elsewhere import (
    another_day,
    another_denial,
    another_thing,
    another_wish,
    denies_another_number,
    of_another_person,
    one_more,
    only_describes,
    only_named,
    subjects_apart,
)
from assistant.memory.matching.instead import (
    addressed_otherwise,
    keeps_the_diet,
    liked_most,
    moved_home,
    taken_up_again,
)
from assistant.memory.matching.meaning import Meaning
from assistant.records import Language
from assistant.text.dictionaries import is_folded_word
from assistant.text.phrases import listed, tokens
from assistant.text.words import names

if TYPE_CHECKING:
    from assistant.reader.encoder import Matrix


class Relation(NamedTuple):
    """Shares of belief that a statement repeats a fact, changes it, or has nothing to do with it.

    They add up to 1. ``worded``: the two have words in common, or words for the same thing.
    ``open``: a statement that tells of a change and names no matter of its own, "me pasé al
    Nación": it is about something known, or it would not have been said so.
    """

    same: float
    changed: float
    other: float
    worded: bool = True
    open: bool = False


UNSURE = 0.49
"""Belief in a change at most where it is told of somebody else: it is asked about."""
COMMON = 0.005
"""Belief that two texts are of one attribute from which either may change the other without a word
in common."""
LEAST_DECIDED = 0.05
"""Belief in a change, at least, where a denial decides that there is one; an end needs none."""
NETWORKS = ("relation_words.npz", "relation_words_2.npz", "relation_words_3.npz")
"""Trainings differ by chance, the mean is steady."""
_SEVERAL = 3
"""Words that a statement tells of something beside what is known of it, at least."""
_BESIDE = 2
"""Words behind that for a person or an animal among which their name stands: "a dog, murphy"."""
BY_CHANCE = ("when", "common", "titles", "of doctors", "light verbs")
"""Words that two texts may share which are of different matters."""
INSTEAD = (taken_up_again, addressed_otherwise, moved_home, liked_most)
LABELS = ("same", "changed", "other")
IDENTICAL = Relation(1.0, 0.0, 0.0)
LEFT_ALONE = Relation(0.0, 0.0, 1.0)


def relate(
    fact: str, fact_language: Language, said: str, said_language: Language, meaning: Meaning
) -> Relation:
    """How a statement relates to a fact. Deterministic; takes milliseconds."""
    told = tokens(said)
    if tokens(fact) == told or ("," in fact and told in map(tokens, fact.split(","))):
        return IDENTICAL  # a part of a fact that is said again renews it (F7)
    found = align(fact, fact_language, said, said_language, meaning)
    beside = only_describes(found, said) or denies_another_number(found, said)
    if beside or only_named(found, fact, said) or _is_left_alone(found):
        return LEFT_ALONE
    if any(tells(found) for tells in INSTEAD):
        return Relation(0.0, 1.0, 0.0)
    if not (found.pairs or may_be_near(fact, said, meaning)):
        return LEFT_ALONE
    same, changed, other = softmax(relation_logits(fact, said)).tolist()
    if fact_language == said_language and _lacks_its_name(found):
        same, other = 0.0, other + same
    if fact_language == said_language and _tells_more_of_it(found):
        same, other = 0.0, other + same
    apart = subjects_apart(found, fact, said)
    if apart and _share_a_name(found):
        same, changed, other = 0.0, 0.0, 1.0  # one dentist may be the neighbour too
    elif _is_only_disliked(found) or _tells_of_two(found) or apart:
        same, other = 0.0, other + same
    elif _is_plainly_denied(found) and (changed >= LEAST_DECIDED or found.said.cues["gone"]):
        same, changed, other = 0.0, 1.0, 0.0
    elif _changes_nothing(found):
        changed, other = 0.0, other + changed
    return Relation(same, changed, other, _is_worded(found), _names_no_matter(said, found))


def _share_a_name(found: Alignment) -> bool:
    changes = found.said.cues["new"] or found.said.cues["gone"]
    return not changes and any(known.exact or told.exact for known, told in found.pairs)


def _is_left_alone(found: Alignment) -> bool:
    """Whether a statement surely changes nothing."""
    another = found.said.holds("another one") and not found.known.holds("another one")
    return (
        (another and not found.said.cues["gone"])
        or found.said.holds("this once")
        or another_thing(found)
        or another_day(found)
        or of_another_person(found)
    )


def _is_plainly_denied(found: Alignment) -> bool:
    """Whether a fact that denies nothing is denied or ended, and nothing else is told."""
    known, told = found.known.cues, found.said.cues
    denied = (told["negation"] or told["gone"]) and not told["still"]
    more = [word for word in found.left_said if word.text not in listed("when")]
    return bool(denied and found.pairs) and not (known["negation"] or more)


def _is_worded(found: Alignment) -> bool:
    """Whether the two share more than numbers, times and titles, which they may by chance: "a las 5
    y media" is no word of "de 12 a 5"; nor is it enough that both tell of a father, or of Samir,
    where the statement does not say that something changes. An identifier is one thing's."""
    codes = found.known.identifiers()
    if any(known.place in codes for known, _ in found.pairs):
        return True
    if found.pairs and found.known.holds("owes") and found.said.holds("settles"):
        return True  # "ya le pagué a Leidy"
    news = found.said.cues["new"] or found.said.cues["gone"]
    shared = {
        known.text
        for known, told in found.pairs
        if known.kind != "number"
        if news or not (known.exact or told.exact or known.kind == "person")
    }
    return not shared <= set().union(*map(listed, (*BY_CHANCE, "of paying")))


def may_be_near(fact: str, said: str, meaning: Meaning) -> bool:
    """Whether two texts without a word in common may be of one matter that has one value."""
    return meaning.same_attribute(fact, said)[0] >= COMMON or not meaning.known


def _tells_of_two(found: Alignment) -> bool:
    """Whether each has a value of one kind, and more, that the other lacks: "C++ is my main
    language" and "C# is my second language"."""
    return bool(found.swapped) and min(len(found.left_known), len(found.left_said)) > 1


def _lacks_its_name(found: Alignment) -> bool:
    """Whether a statement has none of the names that a fact tells: "ginger biscuits" say nothing
    again of a dog called Biscuit."""
    names = [word for word in found.values if word.exact]
    met = any(known.text == said.text for known, said in found.pairs if known in names)
    return bool(names) and not met


def _tells_more_of_it(found: Alignment) -> bool:
    """Whether a statement shares with a fact only the name that it begins with, and has several
    words of its own: "murphy is on apoquel for his skin" says nothing again of "a dog, murphy"."""
    if len(found.pairs) != 1 or len(found.left_said) < _SEVERAL:
        return False
    known, told = found.pairs[0]
    whose = [word for word in found.known.words if word.kind in ("person", "pet")]
    named = told.exact or not is_folded_word(told.text)
    named = named or any(0 < known.place - word.place <= _BESIDE for word in whose)
    return told.place == 0 and named


def _is_only_disliked(found: Alignment) -> bool:
    """Whether a statement tells a dislike of what a fact tells without a feeling: "i hate Mondays"
    is not that they are the day off."""
    known = found.known
    return found.said.holds("dislikes") and not known.negated() and not known.holds("likes")


def _changes_nothing(found: Alignment) -> bool:
    """Whether a statement only names what the fact tells of, "boat:", or tells of something beside
    it: "hablo italiano" beside "hablo francés", another wish, one more animal."""
    if another_wish(found) or another_denial(found) or one_more(found) or keeps_the_diet(found):
        return True
    ends = any(found.said.cues[cue] for cue in ("gone", "new", "negation"))
    many = found.pairs and all(known.text in listed("many") for known, _ in found.pairs)
    return not ends and bool(many or not found.left_said)


def _names_no_matter(said: str, found: Alignment) -> bool:
    named = names(said)
    own = [word for word in found.said.words if not word.kind and word.text not in named]
    cued = {place for places in found.said.cues.values() for place in places}
    return bool(found.said.cues["new"]) and all(
        word.place in cued or word.text in listed("when") or word.text in listed("common")
        for word in own
    )


def look_at(texts: Sequence[str]) -> None:
    """Read several texts at once: cheaper than one by one when they are compared."""
    from assistant.reader import reader

    reader().lower_states(texts)


def belief_in_change(fact: str, said: str) -> float:
    """How likely a text changes a fact, by what the networks say alone."""
    return float(softmax(relation_logits(fact, said))[LABELS.index("changed")])


def relation_logits(fact: str, said: str) -> Matrix:
    """Of same, changed and other: the mean of what the networks say."""
    from assistant.reader import reader
    from assistant.reader.pair_network import mean_logits

    known, told = reader().lower_states((fact, said))
    return mean_logits("plan", NETWORKS, [known], told, {})
