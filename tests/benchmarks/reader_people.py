"""What the reader learns first: the questions of the people of ``data/recall``, and their facts.

They say which facts matter to a question, which is nearly but not quite which facts answer it, so
they come before the cases of ``reader_cases.py``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.answers.reader.pairs import CANDIDATES, Candidate, Pairs, Question, pair
from assistant.answers.reader.question import asked_for
from assistant.memory.signals.language import detect_language
from assistant.records import Fact
from tests.benchmarks.recall_data import Asked, Person, people

Array = NDArray[Any]
Embed = Callable[[Sequence[str]], Array]
PEOPLE = 480
VALUES = 7
"""The first signs of ``asked.toml``, those of a question for one value."""
WITHOUT = 0.35
"""Share of the questions that are put to facts none of which matters."""
UNSEEN = [0, 1, 3, 4, 7, 9]
"""Of ``Pairs.ranks``: what recall says of a fact. It was taught by these very people."""
SEED = 2
_DAY = datetime(2026, 1, 5, tzinfo=UTC)


def learned_first(
    embed: Embed, vectors: Callable[[Sequence[str]], Array]
) -> tuple[list[Pairs], list[Array]]:
    """The pairs, and which of their candidates matter."""
    rng = random.Random(SEED)
    asked = list(_questions(rng))
    texts = list(dict.fromkeys(t for p, q in asked for t in (q.text, *(f for _, f in p.facts))))
    rows = [embed(texts[n : n + 256]) for n in range(0, len(texts), 256)]
    known = dict(zip(texts, np.concatenate(rows), strict=True))
    pairs, gold = [], []
    for person, question in asked:
        places = _places(person, question, known, rng)
        candidates = [_candidate(person, n, known, known[question.text]) for n in places]
        put = Question(
            question.text, detect_language(question.text), known[question.text], 0.0, 0.0
        )
        found = pair(put, candidates, vectors)
        found.ranks[:, UNSEEN] = 0.0
        pairs.append(found)
        gold.append(np.array([n in question.right for n in places], np.float32))
    return pairs, gold


def _questions(rng: random.Random) -> Iterator[tuple[Person, Asked]]:
    """Those for one value, which one fact or two answer."""
    for person in rng.sample(people(), PEOPLE):
        for question in person.questions:
            wanted = asked_for(question.text)[:VALUES].any() and len(question.text.split()) > 2
            if wanted and len(question.right) in (1, 2):
                yield person, question


def _places(
    person: Person, question: Asked, known: dict[str, Array], rng: random.Random
) -> list[int]:
    """The facts that matter among those nearest, in no order; at times they are left out."""
    facts = np.stack([known[text] for _, text in person.facts])
    nearest = np.argsort(-(facts @ known[question.text])).tolist()
    right = [] if rng.random() < WITHOUT else list(question.right)
    others = [n for n in nearest if n not in question.right][: rng.choice((4, 6, 7, 8))]
    places = [*right, *others][:CANDIDATES]
    rng.shuffle(places)
    return places


def _candidate(person: Person, place: int, known: dict[str, Array], asked: Array) -> Candidate:
    domain, text = person.facts[place]
    fact = Fact(
        str(place), domain, text, "high", "explicit", _DAY, _DAY, language=detect_language(text)
    )
    return Candidate(fact, 0.0, float(known[text] @ asked), 0.0, 0.0, known[text])
