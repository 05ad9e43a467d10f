"""Answers from memory (A6, A7): which facts answer a question, if any, and the sentence.

``answer`` decides; ``rendering`` puts it into words. Loads nothing heavy before it is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from assistant.answers.reader.aliases import with_alias
from assistant.answers.reader.choosing import Answer, choose, ruled_out
from assistant.answers.reader.ours import of_us
from assistant.answers.reader.question import asks_whether
from assistant.answers.reader.rendering import as_told
from assistant.memory.matching import parts_of
from assistant.memory.matching.spelling import spelled_as_told
from assistant.memory.plan.unmarked import has_question_word
from assistant.reader import MOST_FACTS, reader
from assistant.records import Fact, Language
from assistant.text.phrases import listed, tokens
from assistant.text.wording import wording

__all__ = ["FURTHEST", "Answer", "answer"]

CANDIDATES = 8
"""Facts that are read, the nearest: the right one is hardly ever behind them."""
FURTHEST, FURTHER = 16, 2.0
"""Facts among which others that answer as well are looked for, and the logit from which one of
those behind the candidates does."""
FEWEST = 3
"""Words of a part that says something by itself."""


def answer(question: str, language: Language, nearest: Sequence[Fact]) -> Answer | None:
    """What the facts, nearest first, say to the question; None where there is none."""
    facts = sorted(nearest[:CANDIDATES], key=lambda fact: (fact.created_at, fact.id))
    if not facts:
        return None
    question = spelled_as_told(question, facts)
    found = _read(question, language, [(fact, as_told(fact, language)) for fact in facts])
    if found.best:
        return _with_further(question, language, found, found.best, nearest[CANDIDATES:FURTHEST])
    if found.outcome != "untold" or found.ruled_out:
        return found
    for asked, told in _otherwise(question, language, nearest[:CANDIDATES], facts):
        again = _read(asked, language, told)
        if again.outcome == "answered":
            return again
    return found


_Told = Sequence[tuple[Fact, str]]


def _with_further(
    question: str, language: Language, found: Answer, best: Fact, further: Sequence[Fact]
) -> Answer:
    """With what answers as well, though it is not among the nearest."""
    others = ruled_out(question, language, further)
    further = [fact for fact, other in zip(further, others, strict=True) if not other]
    texts = [as_told(fact, language) for fact in (best, *further)]
    also = reader().also(question, texts, 0)[1:]
    more = [fact for fact, logit in zip(further, also, strict=True) if logit > FURTHER]
    facts = sorted((*found.facts, *more), key=lambda fact: (fact.created_at, fact.id))
    return replace(found, facts=tuple(facts)) if more else found


def _otherwise(
    question: str, language: Language, nearest: Sequence[Fact], facts: Sequence[Fact]
) -> Iterator[tuple[str, _Told]]:
    """The other ways to read a question that nothing seems to answer: with the statements of each
    fact by themselves, as what is told beside it may have hidden it; of "us"; and with who
    somebody is. ``facts``: the nearest, the oldest first."""
    each = {fact.id: _parts(fact, language) for fact in nearest}
    read = list(takewhile(lambda fact: _fit(each, nearest, fact), nearest))
    parts = [(fact, part) for fact in facts if fact in read for part in each[fact.id]]
    if len(parts) > len(read):
        yield question, parts
    ours = [(fact, of_us(part, fact.language, question, language)) for fact, part in parts]
    if ours != parts:
        yield question, ours
    asks = has_question_word(question) or asks_whether(question, language)
    if asks and (found := with_alias(question, language, facts)):
        asked, known = found
        yield asked, [(fact, as_told(fact, language)) for fact in known]


def _fit(each: Mapping[str, Sequence[str]], nearest: Sequence[Fact], last: Fact) -> bool:
    """Whether the parts of the facts as far as the last are no more than are read at once."""
    upto = nearest[: nearest.index(last) + 1]
    return sum(len(each[fact.id]) for fact in upto) <= MOST_FACTS


def _read(question: str, language: Language, told: Sequence[tuple[Fact, str]]) -> Answer:
    texts = [text for _, text in told]
    reading = reader().read(question, texts, asked=True)
    beside = partial(reader().also, question, texts)
    return choose(question, language, [fact for fact, _ in told], reading, beside)


def _parts(fact: Fact, language: Language) -> Sequence[str]:
    """The statements of a fact, each by itself and under the name of whom it is told, where it
    holds two and each says something."""
    whole = as_told(fact, language)
    first, *others = parts_of(whole) or [whole]
    if not others or any(len(part.split()) < FEWEST for part in (first, *others)):
        return [whole]
    name = next((w.text for w in wording(first, fact.language).words if w.exact), "")
    return [first, *(f"{name.title()}: {p}" if name and _stands_for(p) else p for p in others)]


def _stands_for(part: str) -> bool:
    """Whether a part begins with a word that stands for somebody named before it: "his number"."""
    first = tokens(part)[0].partition("'")[0]
    return first in listed("theirs") | listed("pronouns")
