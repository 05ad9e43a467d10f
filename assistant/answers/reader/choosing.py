"""From what the network says of each candidate to what is answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from assistant.answers.reader.doubts import doubt, says_all
from assistant.answers.reader.network import Scores
from assistant.answers.reader.pairs import Candidate, Question
from assistant.answers.reader.persons import of_another
from assistant.answers.reader.question import asks_several, asks_whether
from assistant.answers.reader.verdicts import Verdict, verdict
from assistant.memory.wording import Wording, same_word, wording
from assistant.resources import data_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

Outcome = Literal["answered", "untold", "elsewhere"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What memory says to a question.

    ``answered``: ``facts`` hold it, the newest value alone, in the order of telling where they are
    several. ``untold``: a question about the user that no fact answers. ``elsewhere``: not a
    question for the memory. ``certainty``, 0 to 1, is that of the outcome.
    """

    outcome: Outcome
    certainty: float
    facts: tuple[Candidate, ...] = ()
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """Logits from which a candidate answers, from which a question is about the user, and under
    which its words speak against its asking for anything told; ``says_all``: the least logit of a
    fact with every word of a question for yes or no."""

    answers: float = 0.35
    about_user: float = 0.0
    asks: float = -1.5
    asks_untold: float = -1.0
    says_all: float = 1.5
    replaces: float = 0.5
    joins: float = 0.5


BOUNDS = Bounds()
_NOTHING = -20.0
"""Logit of a fact without a word that says anything."""


def choose(
    question: Question, candidates: Sequence[Candidate], scores: Scores, weights: Matrix
) -> Answer:
    """The facts that answer, or why none does; ``weights`` as ``relations`` gives them."""
    logits = _of_whom_is_asked(question, candidates, scores)
    best = max(range(len(logits)), key=logits.__getitem__)
    related = relate(question, candidates, logits, best, weights)
    newest = max(related, key=lambda n: related[n][1], default=best)
    chosen, belief = [best], logits[best]
    if newest != best and related[newest][1] > BOUNDS.replaces:
        chosen, belief = [newest], max(belief, logits[newest])
    elif asks_several(question.text) or belief > BOUNDS.answers:
        chosen += [n for n, (joins, _) in related.items() if joins > BOUNDS.joins]
    if _says_all(question, candidates[chosen[0]]):
        belief = max(belief, BOUNDS.says_all)
    against = min(0.0, scores.asks - BOUNDS.asks) - min(
        _doubt(question, candidates, n) for n in (best, chosen[0])
    )
    about = _share(scores.about_user - BOUNDS.about_user)
    held = _share(belief + against - BOUNDS.answers)
    named = _named(question, candidates[chosen[0]])
    if scores.about_user <= BOUNDS.about_user and not named:
        return Answer("elsewhere", 1 - about)
    if belief + against <= BOUNDS.answers:
        told_of = scores.asks > BOUNDS.asks_untold
        return Answer("untold" if told_of else "elsewhere", (1 - held) * about)
    told = sorted((candidates[n] for n in chosen), key=lambda c: c.fact.created_at)
    said = None
    if asks_whether(question.text, question.language):
        told = [candidates[chosen[0]]]
        said = verdict(question.text, question.language, told[0])
    return Answer("answered", held * about, tuple(told), said)


def _of_whom_is_asked(
    question: Question, candidates: Sequence[Candidate], scores: Scores
) -> list[float]:
    """The logits; what is told of somebody else than is asked about answers nothing."""
    asked = wording(question.text, question.language)
    return [
        _NOTHING if of_another(asked, wording(c.fact.fact, c.fact.language)) else float(logit)
        for c, logit in zip(candidates, scores.answers, strict=True)
    ]


def _says_all(question: Question, candidate: Candidate) -> bool:
    if not asks_whether(question.text, question.language):
        return False
    fact = candidate.fact
    asked = wording(question.text, question.language)
    return says_all(asked, wording(fact.fact, fact.language))


def _doubt(question: Question, candidates: Sequence[Candidate], chosen: int) -> float:
    texts = [wording(c.fact.fact, c.fact.language) for c in candidates]
    others = [text for n, text in enumerate(texts) if n != chosen]
    asked = wording(question.text, question.language)
    return doubt(question.text, asked, texts[chosen], others)


def _named(question: Question, candidate: Candidate) -> bool:
    """Whether both say one name: "who is Luna?" is then no question of the world."""
    fact = candidate.fact
    told = wording(fact.fact, fact.language).words
    asked = (word for word in wording(question.text, question.language).words if word.exact)
    return any(word.exact and same_word(one, word) for one in asked for word in told)


def relate(
    question: Question,
    candidates: Sequence[Candidate],
    logits: Sequence[float],
    best: int,
    weights: Matrix,
) -> dict[int, tuple[float, float]]:
    """For each candidate beside the best: beliefs that it belongs to the answer as well, and that
    it has replaced the best."""
    import numpy as np

    others, x = related_signs(question, candidates, logits, best)
    if not others:
        return {}
    z = np.concatenate([x, np.ones((len(x), 1), np.float32)], axis=1) @ weights.T
    shares = np.exp(z - z.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    return {n: (float(s[1]), float(s[2])) for n, s in zip(others, shares, strict=True)}


def related_signs(
    question: Question, candidates: Sequence[Candidate], logits: Sequence[float], best: int
) -> tuple[list[int], Matrix]:
    """The candidates beside the best, and a row of what is seen of each."""
    import numpy as np

    others = [n for n in range(len(candidates)) if n != best and logits[n] > _NOTHING]
    if not others:
        return [], np.zeros((0, 0), np.float32)
    texts = [wording(c.fact.fact, c.fact.language) for c in candidates]
    order = sorted(range(len(candidates)), key=lambda n: candidates[n].fact.created_at)
    place = {n: at for at, n in enumerate(order)}
    several = asks_several(question.text)
    rows = [
        [
            *(logits[n] / 4, (logits[n] - logits[best]) / 4, several),
            *_signs(candidates, texts, place, best, n),
        ]
        for n in others
    ]
    x = np.array(rows, np.float32)
    return others, np.concatenate([x, x * x[:, 2:3], x * x[:, 3:4]], axis=1)


def _signs(
    candidates: Sequence[Candidate],
    texts: Sequence[Wording],
    place: dict[int, int],
    best: int,
    n: int,
) -> list[float]:
    """What speaks for one fact belonging to another, or replacing it."""
    one, other = texts[best], texts[n]
    later = place[n] > place[best]
    news = bool(other.cues["new"] or other.cues["gone"])
    shared = sum(any(same_word(a, b) for b in other.words) for a in one.words)
    alike = float(candidates[best].vector @ candidates[n].vector)
    near = abs(place[n] - place[best]) == 1
    both = _values(one) & _values(other)
    return [
        *(float(later), float(later and news), candidates[n].change / 4 * later, alike),
        *(float(near), float(bool(other.cues["also"])), shared / 3, float(bool(both))),
    ]


def _values(text: Wording) -> set[str]:
    kinds = {word.kind or ("name" if word.exact else "") for word in text.words}
    return kinds - {"", "person"}


@cache
def relations() -> Matrix:
    """(3, k): for neither, belonging, replacing (``data/answers/relations.txt``)."""
    import numpy as np

    return np.loadtxt(data_path("answers", "relations.txt"), dtype=np.float32, ndmin=2)


def _share(logit: float) -> float:
    import math

    return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))
