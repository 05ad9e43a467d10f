"""Trains the reader of answers/reader/: python -m tests.benchmarks.train_reader [--write]

Without --write it reports how readers that never saw a writer do on that writer's cases; with it,
one is trained on all of them and put into ``data/answers/``. Needs torch and scikit-learn, which
nothing else does. Some minutes; deterministic on one machine.
"""

from __future__ import annotations

import argparse
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
from assistant.answers.reader.pairs import Candidate, Question, pair
from assistant.app import open_app
from assistant.errors import AssistantError
from assistant.memory.arrays import listed
from assistant.memory.phrases import TOKEN
from assistant.resources import data_path
from assistant.session.base import TurnInput
from assistant.session.reading import put_to_memory
from assistant.session.turn import draft
from tests.benchmarks.reader import writers
from tests.benchmarks.reader_cases import TALK, TAUGHT, Case, talk, taught, written
from tests.benchmarks.recall_data import people

Array = NDArray[Any]
DIRECTIONS = 96
"""Kept of the vectors of words."""
FREQUENT = 16_000
"""Words of the people of ``data/recall`` whose vectors are shipped."""
MEMBERS = 3
WEIGHTS = {TAUGHT: 0.7, TALK: 0.35}
WRITTEN_WEIGHT = 1.5
PENALTY = 1.0
"""The inverse of the ridge on the relations' weights."""
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


def main() -> None:
    from tests.benchmarks.reader_net import train

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    names = writers()
    cases = [*taught(), *talk(), *(case for name in names for case in written(name))]
    asked = put(cases)
    with tempfile.TemporaryDirectory() as home, open_app(home=Path(home)) as app:
        embedder = app.session(ephemeral=True)._kit.memory.embedder
        words = vocabulary(embedder.embed)
        empty = Network.of(words)
        pairs = [
            pair(a.question, a.candidates, lambda w: empty.vectors(w, embedder.embed))
            for a in asked
        ]
        name = embedder.name.partition("/")[0]
    weight = np.array([WEIGHTS.get(a.case.writer, WRITTEN_WEIGHT) for a in asked], np.float32)
    gold = [a.marked(a.case.uses) for a in asked]
    spare = [a.marked(a.case.old) for a in asked]
    mine = np.array([a.case.kind != "not_memory" for a in asked], np.float32)

    def trained(rows: Sequence[int]) -> Network:
        parts = train(
            [pairs[n] for n in rows],
            [gold[n] for n in rows],
            [spare[n] for n in rows],
            mine[list(rows)],
            weight[list(rows)],
            empty.basis,
            MEMBERS,
        )
        return Network.of({**words, **parts})

    unseen: dict[int, Scores] = {}
    for held in names:
        net = trained([n for n, a in enumerate(asked) if a.case.writer != held])
        unseen |= {n: net.read(pairs[n]) for n, a in enumerate(asked) if a.case.writer == held}
    for held in names:
        others = [n for n in unseen if asked[n].case.writer != held]
        weights = relation_weights([asked[n] for n in others], [unseen[n] for n in others])
        own = [n for n in unseen if asked[n].case.writer == held]
        answers = [choose(asked[n].question, asked[n].candidates, unseen[n], weights) for n in own]
        print(f"{held:10s} {report([asked[n] for n in own], answers)}")
    if arguments.write:
        net = trained(range(len(asked)))
        learned = [n for n, a in enumerate(asked) if a.case.writer in (TAUGHT, *names)]
        scores = [unseen.get(n) or net.read(pairs[n]) for n in learned]
        relations = relation_weights([asked[n] for n in learned], scores)
        np.savetxt(data_path("answers", "relations.txt"), relations, fmt="%.3f")
        parts = {key: value.astype(np.float16) for key, value in net.parts.items()}
        arrays: dict[str, Any] = {**words, **parts}
        np.savez_compressed(data_path("answers", f"reader-{name}.npz"), **arrays)


if __name__ == "__main__":
    main()
