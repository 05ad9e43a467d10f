"""Trains the reader of answers/reader/: python -m tests.benchmarks.train_reader [--write]

Without --write it reports how readers that never saw a writer do on that writer's cases; with it,
one is trained on all of them and put into ``data/answers/``. Needs torch and scikit-learn, which
nothing else does. Some minutes; deterministic on one machine.
"""

from __future__ import annotations

import argparse
import pickle
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.answers.reader.choosing import Answer, choose, related_signs
from assistant.answers.reader.network import Network, Scores
from assistant.answers.reader.pairs import Candidate, Pairs, Question, pair
from assistant.app import open_app
from assistant.errors import AssistantError
from assistant.memory.arrays import listed
from assistant.memory.phrases import TOKEN
from assistant.resources import data_path
from assistant.session.base import TurnInput
from assistant.session.reading import put_to_memory
from assistant.session.turn import draft
from tests.benchmarks.reader import writers
from tests.benchmarks.reader_asking import Seen, asking_weights, tasks
from tests.benchmarks.reader_cases import TALK, TAUGHT, Case, talk, taught, written
from tests.benchmarks.reader_people import learned_first
from tests.benchmarks.recall_data import people

Array = NDArray[Any]
DIRECTIONS = 96
"""Kept of the vectors of words."""
FREQUENT = 16_000
"""Words of the people of ``data/recall`` whose vectors are shipped."""
MEMBERS = 2
WEIGHTS = {TAUGHT: 0.7, TALK: 0.35}
WRITTEN_WEIGHT = 1.5
ASKING = 2.0
"""How much more a case counts for what asks the memory than a task of ``reader_asking``."""
PENALTY = 1.0
"""The inverse of the ridge on the relations' weights."""
FOLDS = (("bea", "hamish"), ("socorro", "devon"), ("chuy", "lindqvist", "yamila"))
"""Writers that are held out together, to train three times and not seven."""
DAY = datetime(2026, 1, 5, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Asked:
    """A case as the program put it to its memory; ``places``: of each candidate among the facts."""

    case: Case
    question: Question
    candidates: tuple[Candidate, ...]
    places: tuple[int, ...]

    def marked(self, places: Sequence[int]) -> Array:
        return np.array([place in places for place in self.places], np.float32)


def put(cases: Sequence[Case]) -> list[Asked]:
    """Each case through a real home."""
    by_person: dict[tuple[str, ...], list[Case]] = {}
    for case in cases:
        by_person.setdefault(case.facts, []).append(case)
    return [asked for facts, own in by_person.items() for asked in _put_to(facts, own)]


def _put_to(facts: Sequence[str], cases: Sequence[Case]) -> list[Asked]:
    now = [DAY]

    def clock() -> datetime:
        now[0] += timedelta(seconds=20)
        return now[0]

    found = []
    with tempfile.TemporaryDirectory() as home, open_app(home=Path(home), clock=clock) as app:
        ids: list[str] = []
        for fact in facts:
            try:
                ids.append(app.facts.add(fact).id)
            except AssistantError:  # refused as a secret
                ids.append("")
        session = app.session(ephemeral=True)
        for case in cases:
            drafted = draft(session._kit, session.conversation, TurnInput(case.question), clock())
            near = put_to_memory(session._kit, drafted)
            if near is not None and near[1]:
                question, candidates = near
                places = tuple(ids.index(c.fact.id) for c in candidates)
                found.append(Asked(case, question, tuple(candidates), places))
    return found


def words_of_people() -> list[str]:
    """The most frequent words, none that holds a digit."""
    seen: Counter[str] = Counter()
    for person in people():
        for text in (*(fact for _, fact in person.facts), *(q.text for q in person.questions)):
            seen.update(word.lower() for word in TOKEN.findall(text))
    kept = [word for word, _ in seen.most_common() if not any(map(str.isdigit, word))]
    return kept[:FREQUENT]


def vocabulary(embed: Callable[[Sequence[str]], Array]) -> dict[str, Array]:
    """The arrays of a network that do not depend on its training."""
    words = words_of_people()
    vectors = np.concatenate([embed(words[n : n + 256]) for n in range(0, len(words), 256)])
    mean = vectors.mean(0)
    _, _, directions = np.linalg.svd(vectors[::3] - mean, full_matrices=False)
    basis = directions[:DIRECTIONS].T.astype(np.float16)
    reduced = (vectors - mean) @ basis.astype(np.float32)
    scale = float(np.abs(reduced).max()) / 127
    return {
        "words": listed(words),
        "rows": np.round(reduced / scale).astype(np.int8),
        "scale": np.float32(scale),
        "basis": basis,
        "mean": mean.astype(np.float16),
    }


def relation_weights(asked: Sequence[Asked], scores: Sequence[Scores]) -> Array:
    """(3, k): for neither, belonging, replacing, from the cases whose best candidate is right."""
    from sklearn.linear_model import LogisticRegression

    rows, labels = list[Array](), list[int]()
    for one, found in zip(asked, scores, strict=True):
        logits = found.answers.tolist()
        best = int(np.argmax(logits))
        uses, old = one.marked(one.case.uses), one.marked(one.case.old)
        if not uses[best] and not old[best]:
            continue
        others, x = related_signs(one.question, one.candidates, logits, best)
        for n, row in zip(others, x, strict=True):
            rows.append(row)
            labels.append((2 if old[best] else 1) if uses[n] else 0)
    model = LogisticRegression(C=PENALTY, max_iter=3000).fit(np.array(rows), labels)
    fitted = np.concatenate([model.coef_, model.intercept_[:, None]], axis=1)
    weights = np.zeros((3, fitted.shape[1]), np.float32)
    weights[model.classes_] = fitted
    return weights


def is_right(case: Case, one: Asked, answer: Answer) -> bool:
    """Whether the facts that are told are those that answer."""
    if case.kind in ("unknown", "not_memory"):
        return answer.outcome != "answered"
    ids = {c.fact.id for c in answer.facts}
    told = {place for place, c in zip(one.places, one.candidates, strict=True) if c.fact.id in ids}
    return answer.outcome == "answered" and told == set(case.uses)


def report(asked: Sequence[Asked], answers: Sequence[Answer]) -> str:
    """Right by kind, and how many tell a fact that does not answer."""
    all_, good, wrong = Counter[str](), Counter[str](), 0
    for one, answer in zip(asked, answers, strict=True):
        right = is_right(one.case, one, answer)
        all_[one.case.kind] += 1
        good[one.case.kind] += right
        wrong += answer.outcome == "answered" and not right
    kinds = ", ".join(f"{kind} {good[kind]}/{all_[kind]}" for kind in sorted(all_))
    return f"{100 * sum(good.values()) / len(asked):.1f} %, told wrongly {wrong}: {kinds}"


@dataclass(frozen=True)
class Lessons:
    """What is learned from, once; ``words``: the arrays that do not depend on the training."""

    embedder: str
    words: dict[str, Array]
    asked: list[Asked]
    pairs: list[Pairs]
    first: tuple[list[Pairs], list[Array]]
    tasks: list[Seen]


def lessons() -> Lessons:
    """Of all writers, the taught and the people of ``data/recall``."""
    asked = put([*taught(), *talk(), *(case for name in writers() for case in written(name))])
    with tempfile.TemporaryDirectory() as home, open_app(home=Path(home)) as app:
        embedder = app.session(ephemeral=True)._kit.memory.embedder
        embed = once(embedder.embed)
        words = vocabulary(embed)
        empty = Network.of(words)
        pairs = [
            pair(one.question, one.candidates, lambda w: empty.vectors(w, embed)) for one in asked
        ]
        first = learned_first(embed, lambda w: empty.vectors(w, embed))
        return Lessons(embedder.name, words, asked, pairs, first, tasks(embedder.name, embed))


def once(embed: Callable[[Sequence[str]], Array]) -> Callable[[Sequence[str]], Array]:
    """An embedder that embeds each text once."""
    seen: dict[str, Array] = {}

    def embedded(texts: Sequence[str]) -> Array:
        new = list(dict.fromkeys(text for text in texts if text not in seen))
        if new:
            seen.update(zip(new, embed(new), strict=True))
        return np.stack([seen[text] for text in texts])

    return embedded


class Trainer:
    """Networks after the people of ``data/recall``, and after cases that are chosen."""

    def __init__(self, learned: Lessons) -> None:
        from tests.benchmarks import reader_net

        self._of = learned
        self._basis = Network.of(learned.words).basis
        first, marks = learned.first
        one = np.ones(len(first), np.float32)
        before = reader_net.Lessons(first, marks, [0 * m for m in marks], one, one, self._basis)
        self._begun = reader_net.begun(before, MEMBERS)
        asked = learned.asked
        self._mine = np.array([one.case.kind != "not_memory" for one in asked], np.float32)
        weights = [WEIGHTS.get(one.case.writer, WRITTEN_WEIGHT) for one in asked]
        self._weights = np.array(weights, np.float32)
        gold, spare = ([a.marked(getattr(a.case, n)) for a in asked] for n in ("uses", "old"))
        self._cases = reader_net.Lessons(
            learned.pairs, gold, spare, self._mine, self._weights, self._basis
        )
        self._taught = reader_net.taught

    def trained(self, chosen: Sequence[int]) -> Network:
        """By the chosen cases alone."""
        learned, rows = self._of, list(chosen)
        parts = self._taught(self._begun, self._cases, rows)
        pairs = [learned.pairs[n] for n in rows]
        mine, weights = self._mine[rows], self._weights[rows]
        asking = asking_weights(pairs, mine, ASKING * weights, learned.tasks, self._basis)
        return Network.of({**learned.words, **parts, "asking": asking})


def unseen_scores(learned: Lessons, trainer: Trainer) -> dict[int, Scores]:
    """Of each writer's cases by a network that never saw that writer."""
    writer = [one.case.writer for one in learned.asked]
    found: dict[int, Scores] = {}
    for held in FOLDS:
        net = trainer.trained([n for n, name in enumerate(writer) if name not in held])
        own = [n for n, name in enumerate(writer) if name in held]
        found |= {n: net.read(learned.pairs[n]) for n in own}
    return found


def write(learned: Lessons, trainer: Trainer, unseen: dict[int, Scores]) -> None:
    """One network by all cases, and the relations, into ``data/answers``."""
    net = trainer.trained(range(len(learned.asked)))
    rows = [n for n, one in enumerate(learned.asked) if one.case.writer != TALK]
    scores = [unseen.get(n) or net.read(learned.pairs[n]) for n in rows]
    relations = relation_weights([learned.asked[n] for n in rows], scores)
    np.savetxt(data_path("answers", "relations.txt"), relations, fmt="%.3f")
    parts = {key: value.astype(np.float16) for key, value in net.parts.items()}
    arrays: dict[str, Any] = {**learned.words, **parts, "asking": net.asking}
    name = learned.embedder.partition("/")[0]
    np.savez_compressed(data_path("answers", f"reader-{name}.npz"), **arrays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--kept", type=Path, help="a file that keeps the lessons between two runs")
    arguments = parser.parse_args()
    kept: Path | None = arguments.kept
    learned = pickle.loads(kept.read_bytes()) if kept and kept.exists() else lessons()
    if kept:
        kept.write_bytes(pickle.dumps(learned))
    trainer = Trainer(learned)
    unseen = unseen_scores(learned, trainer)
    for held in writers():
        others = [n for n in unseen if learned.asked[n].case.writer != held]
        own = [n for n in unseen if learned.asked[n].case.writer == held]
        weights = relation_weights([learned.asked[n] for n in others], [unseen[n] for n in others])
        asked = [learned.asked[n] for n in own]
        scores = (unseen[n] for n in own)
        answers = [
            choose(one.question, one.candidates, found, weights)
            for one, found in zip(asked, scores, strict=True)
        ]
        print(f"{held:10s} {report(asked, answers)}", flush=True)
    if arguments.write:
        write(learned, trainer, unseen)


if __name__ == "__main__":
    main()
