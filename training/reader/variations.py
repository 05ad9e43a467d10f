"""Cases made of cases while the reader is trained: other facts beside the one that answers.

What a question asks for, or a request means, is taken out of the memory (A7, F7: what stands nearest
is not it), and what it is about is told of somebody or something else as well (A6: of two that are
alike). Their wording is people's own; what they are worth is in ``docs/benchmarks/reader.md``.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from assistant.text.folding import fold
from training.reader.cases import Case
from training.reader.persons import NAMES, ended, of_another

FEW, FACTS, MOST = 6, 8, 12
"""Facts beside a message: as many as the program reads, fewer or more."""
_PERSONS = (
    "hermana madre mamá tía prima abuela hija sobrina suegra cuñada vecina jefa amiga nieta novia",
    "hermano padre papá tío primo abuelo hijo sobrino suegro cuñado vecino jefe amigo nieto novio",
    "sister mother mum mom aunt cousin grandmother daughter niece neighbour boss brother father dad "
    "uncle grandfather son nephew landlord wife husband partner girlfriend boyfriend roommate",
)
_SAME = {frozenset(pair) for pair in (("madre", "mamá"), ("padre", "papá"), ("mother", "mum"))}
_SAME |= {frozenset(pair) for pair in (("mother", "mom"), ("mum", "mom"), ("father", "dad"))}
_WORD = re.compile(r"[^\W_]+")
_TAKEN_OUT, _BESIDE, _ASKED_OF_OTHER, _OLDER = 0.16, 0.4, 0.35, 0.15
"""Shares of the questions that memory answers."""
_ONE_LESS, _OF_OTHERS, _OF_OTHERS_BESIDE_ONE = 0.5, 0.4, 0.12
"""Shares of the lists that have a member less; and of those, and of other questions, beside which
the like is told of somebody else."""
_DOES = 0.5
_STEM, _COMMON = 5, 60
"""Letters by which words are the same here; and of how many facts such a beginning says nothing."""


class _Told(NamedTuple):
    text: str
    use: bool = False
    old: bool = False


class Variations:
    """``cases``: those whose names may be lent to others."""

    def __init__(self, cases: Iterable[Case]) -> None:
        facts = {fact for case in cases for fact in case.facts}
        words = (_WORD.finditer(fact) for fact in facts)
        found = {m[0] for own in words for m in own if m.start() > 2 and _is_name(m[0])}
        self._names = sorted(found)
        self._of_others = defaultdict[str, list[str]](list)
        for fact in sorted(facts):
            if _of_somebody(" ".join(fact.split()[:2])):
                for stem in _stems(fact):
                    self._of_others[stem].append(fact)

    def __call__(self, case: Case, rng: random.Random) -> Case:
        told = [_Told(fact, n in case.uses, n in case.old) for n, fact in enumerate(case.facts)]
        if case.want == "told" or case.kind in ("one", "topic"):
            other = self._alike(case, told, rng) if rng.random() < _BESIDE else None
            others = [one for one in told if not (one.use or one.old)]
            if (other or others) and rng.random() < (_ASKED_OF_OTHER if other else _TAKEN_OUT):
                told = others
                kind = "unknown" if case.asks else "none"
                case = replace(case, kind=kind, affirms=None)
            elif case.asks and other is None and rng.random() < _OLDER:
                told = _with_older(told, rng)
            if other is not None:
                told.insert(rng.randrange(len(told) + 1), _Told(other))
        if case.kind == "list" and rng.random() < _ONE_LESS:
            told = _one_less(told, rng)
        if case.want == "told" and rng.random() < (
            _OF_OTHERS if case.kind == "list" else _OF_OTHERS_BESIDE_ONE
        ):
            told = self._with_others(case, told, rng)
        told = _fewer(case, told, rng)
        return replace(
            case,
            facts=tuple(one.text for one in told),
            uses=tuple(n for n, one in enumerate(told) if one.use),
            old=tuple(n for n, one in enumerate(told) if one.old),
        )

    def _alike(self, case: Case, told: Sequence[_Told], rng: random.Random) -> str | None:
        """The fact that answers, told of another than the question asks about; None where it is not
        what the user does, and the question names nobody and nothing that the fact names too."""
        used = [one.text for one in told if one.use]
        if len(used) != 1 or any(one.old for one in told) or case.kind == "list":
            return None
        asked = {fold(word) for word in _WORD.findall(case.message)}
        held = {fold(word) for one in told for word in _WORD.findall(one.text)} | asked
        if not _of_somebody(case.message) and rng.random() < _DOES:
            another = of_another(used[0], rng.choice(NAMES))
            if another is not None:
                return another
        shared = [m for m in _WORD.finditer(used[0]) if fold(m[0]) in asked]
        rng.shuffle(shared)
        for found in shared:
            other = self._other(found[0], held, case, rng)
            if other is not None:
                text = used[0][: found.start()] + other + used[0][found.end() :]
                return _other_numbers(text, rng) if rng.random() < 0.6 else text
        return None

    def _with_others(self, case: Case, told: list[_Told], rng: random.Random) -> list[_Told]:
        """With what shares a word of the question or of its answer and is told of somebody else, where
        nobody else is asked about."""
        used = " ".join(one.text for one in told if one.use)
        if not used or _of_somebody(f"{case.message} {used}") or any(one.old for one in told):
            return told
        near = [self._of_others.get(stem, []) for stem in sorted(_stems(f"{case.message} {used}"))]
        near = [facts for facts in near if 0 < len(facts) <= _COMMON]
        if not near:
            return told
        others = [_Told(rng.choice(rng.choice(near))) for _ in range(rng.choice((1, 1, 2)))]
        for other in dict.fromkeys(others):
            told = told.copy()
            told.insert(rng.randrange(len(told) + 1), other)
        return told

    def _other(self, word: str, held: set[str], case: Case, rng: random.Random) -> str | None:
        for persons in _PERSONS:
            if word.lower() in persons.split():
                others = [
                    person
                    for person in persons.split()
                    if fold(person) not in held and frozenset((person, word.lower())) not in _SAME
                ]
                return rng.choice(others) if others else None
        if _is_name(word) and any(word == m[0] for m in _WORD.finditer(case.message)):
            name = rng.choice(self._names)
            return name if fold(name) not in held else None
        if word.isdigit() and case.kind != "yes_no":
            number = _other_number(word, rng)
            return number if number not in held else None
        return None


def _one_less(told: list[_Told], rng: random.Random) -> list[_Told]:
    """With one of the members no longer so, or so of somebody else."""
    places = [n for n, one in enumerate(told) if one.use]
    rng.shuffle(places)
    for n in places if len(places) > 1 else ():
        text = told[n].text
        other = ended(text, rng) if rng.random() < 0.5 else of_another(text, rng.choice(NAMES))
        if other is not None:
            return [*told[:n], _Told(other), *told[n + 1 :]]
    return told


def _of_somebody(text: str) -> bool:
    words = {word.lower() for word in _WORD.findall(text)}
    return any(words & set(persons.split()) for persons in _PERSONS)


def _stems(text: str) -> set[str]:
    return {fold(word)[:_STEM] for word in _WORD.findall(text) if len(word) >= _STEM}


def _with_older(told: list[_Told], rng: random.Random) -> list[_Told]:
    """With what the one fact that answers said before, told before it; where it has a number."""
    places = [n for n, one in enumerate(told) if one.use]
    if len(places) != 1 or any(one.old for one in told):
        return told
    older = _other_numbers(told[places[0]].text, rng)
    if older == told[places[0]].text:
        return told
    at = rng.randrange(places[0] + 1)
    return [*told[:at], _Told(older, old=True), *told[at:]]


def _fewer(case: Case, told: list[_Told], rng: random.Random) -> list[_Told]:
    """At most so many facts; mostly some less and, where their order says nothing, in another."""
    others = [one for one in told if not (one.use or one.old)]
    needed = len(told) - len(others)
    most = rng.choice((FEW, FACTS, FACTS, MOST, MOST))
    if case.want != "forget all" and len(told) > most:
        kept = set(rng.sample(others, max(0, most - needed)))
        told = [one for one in told if one.use or one.old or one in kept]
    if rng.random() > 0.3:
        told = [one for one in told if one.use or one.old or rng.random() > 0.12] or told
        if not any(one.old for one in told) and case.want not in ("correct", "take back"):
            rng.shuffle(told)
    return told


def _is_name(word: str) -> bool:
    return len(word) > 2 and word[0].isupper() and word[1:].islower()


def _other_numbers(text: str, rng: random.Random) -> str:
    return re.sub(r"\d+", lambda m: _other_number(m[0], rng), text)


def _other_number(digits: str, rng: random.Random) -> str:
    """Of as many digits, and near where it is a short one."""
    if len(digits) < 3:
        return str(max(1, int(digits) + rng.choice((-3, -2, -1, 1, 2, 3))))
    place = rng.randrange(1, len(digits))
    return digits[:place] + rng.choice("0123456789") + digits[place + 1 :]
