"""The judgement: the same said again, a change of it, or another matter.

Signs know words that are the same, or listed; that "the Corolla went to a gentleman from Madina"
ends "I drive a Corolla" only meaning tells. The network (``PairNetwork``) knows more of it and
costs milliseconds for each new text, so it is asked about the facts alone that a statement most
likely bears on.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from assistant.arrays import softmax
from assistant.memory.matching.alignment import Alignment, align
from assistant.memory.matching.elsewhere import (
    another_matter,
    another_thing,
    named_apart,
    stands_beside,
)
from assistant.memory.matching.evidence import evidence
from assistant.memory.matching.meaning import Meaning
from assistant.memory.matching.persons import another_in_place
from assistant.memory.matching.verdicts import (
    addressed_otherwise,
    another_figure,
    taken_up_again,
)
from assistant.records import Language
from assistant.resources import data_path
from assistant.text.phrases import listed, tokens
from assistant.text.wording import strokes_apart
from assistant.text.words import names

if TYPE_CHECKING:
    from assistant.reader.encoder import Matrix


class Relation(NamedTuple):
    """Shares of belief that a statement repeats a fact, changes it, or has nothing to do with it.

    They add up to 1. ``worded``: the two have words in common, or words for the same thing.
    ``open``: a statement that tells of a change and names no matter of its own, "me pasé al
    Nación": it is about something known, or it would not have been said so. ``apart``: the belief
    in "other" before any guard.
    """

    same: float
    changed: float
    other: float
    worded: bool = True
    open: bool = False
    apart: float = 0.0


ALIKE = 0.5
"""Belief that two texts are of one attribute from which a value of the kind is another value."""
UNSURE = 0.49
"""Belief in a change at most where it is told of somebody else: it is asked about."""
LEAST_DECIDED = 0.1
"""Belief in a change, at least, of the network where words decide that there is one."""
_DECIDING = ("exchanged", "over", "moved", "preferred", "succeeded")
"""Verdicts that a statement changes a fact."""
_NOTHING_CHANGED = ("stranger", "another one", "this once")
"""Signs that it changes nothing."""
LABELS = ("same", "changed", "other")
NETWORKS = ("relation.npz", "relation_words.npz", "relation_words_2.npz")
"""One sees the signs too, two the words alone: trainings differ by chance, the mean is steady."""
IDENTICAL = Relation(1.0, 0.0, 0.0)
_LEFT_ALONE = Relation(0.0, 0.0, 1.0)


def relate(
    fact: str,
    fact_language: Language,
    said: str,
    said_language: Language,
    meaning: Meaning,
    *,
    closely: bool = False,
) -> Relation:
    """How a statement relates to a fact. Deterministic; with no embedder it goes by words alone.
    ``closely``: by the network as well, which takes milliseconds."""
    pair = compare(fact, fact_language, said, said_language, meaning)
    if pair is None:
        return IDENTICAL
    return pair.closely() if closely else pair.by_signs()


class Pair(NamedTuple):
    """A fact and a statement side by side, and what speaks for and against."""

    fact: str
    said: str
    found: Alignment
    signs: Mapping[str, float]

    def by_signs(self) -> Relation:
        return settle(weigh(self.signs), self.signs, self.found, self.said)

    def closely(self) -> Relation:
        """By the network as well, where it has a say."""
        if _differs_in_a_number(self.signs):
            return self.by_signs()
        judged = weigh_closely(self.fact, self.said, self.signs) if self.is_open() else _LEFT_ALONE
        return settle_closely(judged, self.signs, self.found, self.said)

    def is_open(self) -> bool:
        """Whether the network has a say: ``settle_closely`` does not decide without it."""
        signs, found = self.signs, self.found
        settled = _differs_in_a_number(signs) or _is_left_alone(signs, found)
        return not (settled or _is_plainly_denied(signs, found))


def compare(
    fact: str, fact_language: Language, said: str, said_language: Language, meaning: Meaning
) -> Pair | None:
    """The two side by side; None where the statement is the fact again."""
    told = tokens(said)
    if tokens(fact) == told or ("," in fact and told in map(tokens, fact.split(","))):
        return None  # a part of a fact that is said again renews it (F7)
    found = align(fact, fact_language, said, said_language, meaning)
    return Pair(fact, said, found, evidence(fact, said, found, meaning))


def _is_left_alone(signs: Mapping[str, float], found: Alignment) -> bool:
    """Whether a statement surely changes nothing: it tells of another thing, or of this once."""
    return any(signs[name] for name in _NOTHING_CHANGED) or another_thing(found)


def _differs_in_a_number(signs: Mapping[str, float]) -> bool:
    """Whether both are the same but for a number: signs know that better than meaning does."""
    return bool(signs["numbers differ"] and signs["frame kept"]) and signs["anchors"] == 1


def weigh(signs: Mapping[str, float]) -> Relation:
    """The trained judgement (multinomial logistic regression)."""
    order, columns = _weights()
    values = [signs[name] for name in order]
    scores = [math.exp(sum(map(mul, values, column))) for column in columns]
    same, changed, other = (score / sum(scores) for score in scores)
    return Relation(same, changed, other)


def weigh_closely(fact: str, said: str, signs: Mapping[str, float]) -> Relation:
    """The network's judgement."""
    same, changed, other = softmax(relation_logits(fact, said, signs)).tolist()
    return Relation(same, changed, other)


def settle_closely(
    judged: Relation, signs: Mapping[str, float], found: Alignment, said: str
) -> Relation:
    """What the network may not overrule: a stranger, another person or thing, or this once, changes
    nothing, another name or value repeats nothing, and what is plainly denied or exchanged is over.
    The other guards of ``settle`` are wrong more often than the network is where they differ."""
    if _is_left_alone(signs, found):
        return _LEFT_ALONE
    if named_apart(found):
        judged = Relation(0.0, judged.changed, judged.other + judged.same)
    decided = _is_decided(signs, found) and judged.changed >= LEAST_DECIDED
    if _is_plainly_denied(signs, found) or decided:
        judged = Relation(0.0, 1.0, 0.0)
    elif _of_one_day(found):
        judged = _LEFT_ALONE
    elif stands_beside(found) or _tells_nothing(found):
        judged = Relation(judged.same, 0.0, judged.other + judged.changed)
    elif _disliked_only_now(found):
        judged = Relation(0.0, judged.changed, judged.other + judged.same)
    if signs["other person"]:  # of one it may be asked, where another stands in the place of one
        most = UNSURE if another_in_place(found) else 0.0
        over = max(0.0, judged.changed - most)
        judged = Relation(judged.same, judged.changed - over, judged.other + over)
    worded = bool(signs["anchors"] or signs["values"])
    return judged._replace(worded=worded, open=_names_no_matter(said, found, signs))


def _tells_nothing(found: Alignment) -> bool:
    """Whether a statement names what the fact tells of, or a part of it, and no more: "boat:"."""
    ends = any(found.said.cues[cue] for cue in ("gone", "new", "negation"))
    return not found.left_said and not ends


def settle(judged: Relation, signs: Mapping[str, float], found: Alignment, said: str) -> Relation:
    """What no weight may overrule: another value is no repetition, another person no change."""
    if any(signs[name] for name in _NOTHING_CHANGED):
        return Relation(0.0, 0.0, 1.0, apart=judged.other)
    same, changed, other = judged.same, judged.changed, judged.other
    another = signs["frame filled"] and not signs["frame kept"] and not signs["all values"]
    if signs["swap"] or signs["numbers differ"] or another:
        if signs["anchors"] == 1 or not found.anchors:
            changed += same
        else:
            other += same
        same = 0.0
    elif signs["denied"] or signs["another value"]:
        same, changed = 0.0, changed + same
    elif signs["nothing new"]:
        same, changed = same + changed, 0.0
    if signs["barred"]:
        return IDENTICAL
    if _is_decided(signs, found):
        same, changed, other = 0.0, changed + same + other, 0.0
    other_names = strokes_apart(found.known, found.said)
    if other_names or _disliked_only_now(found) or _names_more(said, found):
        same, other = 0.0, other + same
    worded = bool(signs["anchors"] or signs["values"])
    elsewhere = another_matter(found)
    replaces = ("new", "gone", "denied", "exchanged", "succeeded")
    additive = signs["many"] and not any(signs[name] for name in replaces)
    alike = signs["attribute"] > ALIKE or signs["numbers differ"]
    additive = additive and not (signs["swap and anchors"] == 1 and alike)
    apart = signs["other person"] and not another_in_place(found)
    if apart or additive or elsewhere:
        other += changed
        changed = 0.0
    elif signs["other person"] and changed > UNSURE:  # of one it may be asked, not taken, instead
        other, changed = other + changed - UNSURE, UNSURE
    return Relation(
        same, changed, other, worded, _names_no_matter(said, found, signs), judged.other
    )


def _is_plainly_denied(signs: Mapping[str, float], found: Alignment) -> bool:
    """Whether a fact is denied and nothing else is told."""
    return bool(signs["denied"]) and not (found.left_said or _of_one_day(found))


def _of_one_day(found: Alignment) -> bool:
    """Whether a statement excepts one day, or denies another: "not next Sunday" neither denies nor
    repeats what is so on Sundays, nor does "not on Tuesdays" what is so on Mondays."""
    days = [(known, told) for known, told in found.pairs if known.kind == "weekday"]
    excepted = any(
        found.known.tokens[known.place] != found.said.tokens[told.place] for known, told in days
    )
    left = [{word.kind for word in words} for words in (found.left_known, found.left_said)]
    another = not days and all("weekday" in kinds for kinds in left)
    return found.said.negated() and (excepted or another)


def _is_decided(signs: Mapping[str, float], found: Alignment) -> bool:
    """Whether a verdict by itself tells of a change."""
    resumed = taken_up_again(found, rival=signs["attribute"] > ALIKE)
    anew = addressed_otherwise(found) or another_figure(found)
    return any(signs[name] for name in _DECIDING) or resumed or anew


def _disliked_only_now(found: Alignment) -> bool:
    """Whether a statement tells a dislike of what a fact tells without a feeling: "i hate Mondays"
    is not that they are the day off."""
    known = found.known
    return found.said.holds("dislikes") and not known.negated() and not known.holds("likes")


def _names_more(said: str, found: Alignment) -> bool:
    """Whether a statement holds a name that the fact lacks: it says more than the fact again, and
    to take it for a repetition would lose the name."""
    named = names(said)
    return any(word.text in named and not word.kind for word in found.left_said)


def _names_no_matter(said: str, found: Alignment, signs: Mapping[str, float]) -> bool:
    named = names(said)
    own = [word for word in found.said.words if not word.kind and word.text not in named]
    cued = {place for places in found.said.cues.values() for place in places}
    return bool(signs["new"]) and all(
        word.place in cued or word.text in listed("when") or word.text in listed("common")
        for word in own
    )


@cache
def _weights() -> tuple[tuple[str, ...], tuple[tuple[float, ...], ...]]:
    """The signs' names, and a column of weights for each of same, changed and other."""
    table = json.loads(data_path("plan", "weights.json").read_text(encoding="utf-8"))
    order = tuple(table[LABELS[0]])
    return order, tuple(tuple(table[label][name] for name in order) for label in LABELS)


def look_at(texts: Sequence[str]) -> None:
    """Read several texts at once: cheaper than one by one when they are compared."""
    from assistant.reader import reader

    reader().lower_states(texts)


def relation_logits(fact: str, said: str, signs: Mapping[str, float]) -> Matrix:
    """Of same, changed and other: the mean of what the networks say."""
    from assistant.reader import reader
    from assistant.reader.pair_network import mean_logits

    known, told = reader().lower_states((fact, said))
    return mean_logits("plan", NETWORKS, [known], told, signs)
