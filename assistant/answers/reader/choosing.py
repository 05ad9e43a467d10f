"""From what the reader says of a question and of each fact to what is answered."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from assistant.answers.reader.debts import of_the_other_way, of_the_same_way
from assistant.answers.reader.persons import (
    members,
    names_whose_name,
    of_another,
    of_another_code,
    of_another_pet,
    of_one_like_it,
    of_the_same_role,
    says,
    says_it_of_another,
)
from assistant.answers.reader.places import of_another_place
from assistant.answers.reader.question import asks_for_several, asks_of_oneself, asks_whether
from assistant.answers.reader.verdicts import Verdict, verdict
from assistant.answers.reader.weekdays import of_another_day
from assistant.memory.matching.relation import belief_in_change
from assistant.reader import Reading
from assistant.records import Fact, Language
from assistant.text.phrases import listed
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, Wording, wording

Outcome = Literal["answered", "untold", "elsewhere"]
Beside = Callable[[int], Sequence[float]]
"""Of each fact the logit that it answers a question that the one at a place answers."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What memory says to a question.

    ``answered``: ``facts`` hold it, the newest value alone, in the order of telling where they are
    several. ``untold``: a question about the user that no fact answers. ``elsewhere``: not a
    question for the memory. ``certainty``, 0 to 1, is that of the outcome. ``ruled_out``: untold,
    since what would answer is told of somebody or something else. ``best``: the fact that answers,
    where others may answer as well.
    """

    outcome: Outcome
    certainty: float
    facts: tuple[Fact, ...] = ()
    verdict: Verdict | None = None
    ruled_out: bool = False
    best: Fact | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """Logits: ``told``, from which the answer is told rather than said to be unknown; ``best``:
    how much of the best fact's own counts for it; ``several``: from which more than one fact may be
    asked for, and ``joins``: from which a further one belongs to the answer then, read beside the
    best, ``listed``: where several are asked for by the form of the question; ``own`` and ``sure``:
    how much its own logit counts for that, and that several are asked for; ``alone``: from which
    one belongs to it by its own logit else. ``elsewhere``: the share from which the question is not
    for the memory; ``named``: what is believed of the fact that tells of the one name a question
    holds; ``least``: the logit under which no fact answers, whatever the question is like, and
    ``unshared``, under which none without a word of it says yes or no, and ``affirms``, under which
    such a one is told without a yes; ``outdated``: from which a fact may be so, ``newer``: how much
    more than a later one that tells the same anew, which may answer by ``nearly`` as much less, and
    of which it is believed by ``changed`` that it changes it; ``renews``: by how much less at most
    it makes anything outdated."""

    told: float = -1.5
    best: float = 0.5
    several: float = -3.0
    joins: float = -0.5
    listed: float = -1.0
    own: float = 0.3
    sure: float = 0.3
    alone: float = 3.0
    elsewhere: float = 0.35
    least: float = -2.0
    unshared: float = 1.0
    affirms: float = 3.0
    named: float = 1.0
    outdated: float = -2.0
    newer: float = 2.5
    nearly: float = 4.0
    changed: float = 0.2
    renews: float = 8.0


BOUNDS = Bounds()
_NOTHING = -20.0
"""Logit of a fact that is told of somebody else than is asked about."""
_MOST_NAMING = 3
"""Facts about somebody, at most, that say who that is."""
_LEAST = 1e-6
_UNHEARD = 0.005
"""Share of what is no request under which nothing is known of it."""


def choose(
    question: str, language: Language, facts: Sequence[Fact], reading: Reading, also: Beside
) -> Answer:
    """The facts that answer, or why none does. ``facts``: oldest first, as they were read;
    ``also``: that each answers beside one that does."""
    if naming := _naming_who_is_asked(question, language, facts):
        nearest = sorted(naming, key=lambda n: -reading.answers[n])[:_MOST_NAMING]
        return Answer("answered", 1.0, tuple(facts[n] for n in sorted(nearest)))
    logits = _of_whom_is_asked(question, language, facts, reading)
    best = _newest(logits, _outdated(reading), facts)
    told, untold, apart = _as_a_question(reading)
    named = _asks_for_a_name_alone(question, language, facts[best])
    if apart > BOUNDS.elsewhere and not (named or asks_of_oneself(question)):
        return Answer("elsewhere", apart)
    whether = asks_whether(question, language)
    unshared = whether and _shares_nothing(question, language, facts[best])
    another = _names_another(question, language, facts[best])
    if whether and (another or says_it_of_another(wording(question, language), facts[best])):
        return Answer("untold", 1 - told)
    if logits[best] < (BOUNDS.unshared if unshared else BOUNDS.least):
        likest = max(range(len(facts)), key=reading.answers.__getitem__)
        ruled_out = logits[likest] == _NOTHING and reading.answers[likest] > 0
        return Answer("untold", 1 - told, ruled_out=ruled_out)
    belief = _logit(told, untold) + BOUNDS.best * logits[best] - BOUNDS.told
    belief = max(belief, BOUNDS.named) if named else belief
    certainty = 1 / (1 + math.exp(-abs(belief)))
    if belief <= 0:
        return Answer("untold", certainty * (1 - apart))
    if whether:
        said = verdict(question, language, facts[best])
        unsure = said == "yes" and unshared and logits[best] < BOUNDS.affirms
        said = None if unsure else said
        return Answer("answered", certainty * (1 - apart), (facts[best],), said)
    listed_out = asks_for_several(question)
    several = listed_out or reading.several > BOUNDS.several
    least = BOUNDS.listed if listed_out else BOUNDS.joins
    if several:
        chosen = _beside(logits, best, least - BOUNDS.sure * reading.several, also)
    else:
        chosen = [n for n, logit in enumerate(logits) if n == best or logit > BOUNDS.alone]
    owed = of_the_same_way(question, facts[best], facts)
    alike = owed or of_the_same_role(wording(question, language), facts[best], facts)
    found = dict.fromkeys(alike or [facts[n] for n in chosen])
    if len(found) > 1 and not owed:
        found = dict.fromkeys(members(question, language, tuple(found)))
    one = facts[best] if several else None
    return Answer("answered", certainty * (1 - apart), tuple(found), best=one)


def _beside(logits: Sequence[float], best: int, least: float, also: Beside) -> list[int]:
    """The best fact, and those that answer beside it."""
    both = [more + BOUNDS.own * logit for more, logit in zip(also(best), logits, strict=True)]
    open_ones = (n for n, logit in enumerate(logits) if logit > _NOTHING)
    return [n for n in open_ones if n == best or both[n] > least]


def _as_a_question(reading: Reading) -> tuple[float, float, float]:
    """The shares that a fact answers, that none does, and that it is not for the memory, of a
    message that is known to request no change of it."""
    kinds = [reading.shares[want] for want in ("told", "untold", "elsewhere")]
    if sum(kinds) < _UNHEARD:
        return kinds[0], kinds[1], 1 - kinds[0] - kinds[1]
    told, untold, apart = (kind / sum(kinds) for kind in kinds)
    return told, untold, apart


def _newest(logits: list[float], outdated: Sequence[float], facts: Sequence[Fact]) -> int:
    """The fact that answers best, or a later one that tells the same anew. The logit of what it
    replaces falls to nothing."""
    best = max(range(len(logits)), key=logits.__getitem__)
    if outdated[best] <= BOUNDS.outdated:
        return best
    later = [
        n
        for n in range(best + 1, len(logits))
        if outdated[best] - outdated[n] > BOUNDS.newer
        and logits[n] > logits[best] - BOUNDS.nearly
        and belief_in_change(facts[best].fact, facts[n].fact) >= BOUNDS.changed
    ]
    if not later:
        return best
    logits[best] = _NOTHING
    return max(later, key=lambda n: logits[n] - outdated[n])


def _asks_for_a_name_alone(question: str, language: Language, fact: Fact) -> bool:
    """Whether a question asks who or what one is whom the fact names, and nothing else: "who is
    Luna?"."""
    titles = listed("titles") | listed("of doctors")
    side = wording(question, language)
    asked = [word for word in side.words if word.text not in titles]
    told = wording(fact.fact, fact.language).words
    return bool(asked) and all(
        _is_a_name(word, side) and any(same_word(word, other) for other in told) for word in asked
    )


def _is_a_name(word: Word, side: Wording) -> bool:
    """Whether it is written as one, or may be one that was typed small: in "who is verónica?", but
    not in "who is the owner?"."""
    small = not word.kind and side.before(word) in listed("tells")
    return word.exact or (small and word.text.isalpha())


def _naming_who_is_asked(question: str, language: Language, facts: Sequence[Fact]) -> Sequence[int]:
    """The facts that name who is asked for, in "who is Nelson?": whatever they tell, it is of
    him."""
    asked = wording(question, language)
    if named := names_whose_name(question, asked, facts):
        return named
    if not any(says("who").fullmatch(token) for token in asked.tokens[:1]):
        return ()
    return [n for n, fact in enumerate(facts) if _asks_for_a_name_alone(question, language, fact)]


def _shares_nothing(question: str, language: Language, fact: Fact) -> bool:
    """Whether a fact in the language of the question holds none of its words but of whom both
    tell: a verdict on being allergic rarely rests on being a nurse."""
    asked, told = wording(question, language).words, wording(fact.fact, fact.language).words
    of_it = [word for word in asked if not (word.exact or word.kind in ("person", "pet"))]
    alike = any(same_word(word, other) for word in of_it for other in told)
    return fact.language == language and bool(of_it) and not alike


def _names_another(question: str, language: Language, fact: Fact) -> bool:
    """Whether a question names somebody, and a fact in its language has none of the names, nor who
    else it is about: that Nora does not drive is no answer to "does Nuala drive?"."""
    asked = wording(question, language).words
    told = wording(fact.fact, fact.language).words
    telling = [word for word in asked if word.exact or word.kind]
    met = any(same_word(word, other) for word in telling for other in told)
    return fact.language == language and any(word.exact for word in asked) and not met


def ruled_out(question: str, language: Language, facts: Sequence[Fact]) -> list[bool]:
    """Of each fact whether it is told of somebody else than is asked about, of another place of
    theirs, of another day, or of a debt of the other way: such a one answers nothing."""
    asked = wording(question, language)
    told = [wording(fact.fact, fact.language) for fact in facts]
    whether = asks_whether(question, language)
    return [
        like
        or of_another(asked, one)
        or of_another_place(question, fact.fact)
        or of_the_other_way(question, fact.fact)
        or (of_another_pet(asked, one) if whether else of_another_code(asked, one))
        or (not whether and of_another_day(asked.tokens, one.tokens))
        for fact, one, like in zip(facts, told, of_one_like_it(asked, told), strict=True)
    ]


def _of_whom_is_asked(
    question: str, language: Language, facts: Sequence[Fact], reading: Reading
) -> list[float]:
    """The logits that each fact answers, less where it is outdated; nothing where it cannot."""
    others = ruled_out(question, language, facts)
    read = zip(others, reading.answers, _outdated(reading), strict=True)
    return [
        _NOTHING if other else answers - max(outdated, 0.0) for other, answers, outdated in read
    ]


def _outdated(reading: Reading) -> list[float]:
    """Of each fact the logit that it is outdated: nothing of one after which none comes that might
    answer as well."""
    answers = reading.answers
    later = [max(answers[n + 1 :], default=-math.inf) for n in range(len(answers))]
    return [
        outdated if after > own - BOUNDS.renews else min(outdated, 0.0)
        for outdated, own, after in zip(reading.outdated, answers, later, strict=True)
    ]


def _logit(one: float, other: float) -> float:
    return math.log((one + _LEAST) / (other + _LEAST))
