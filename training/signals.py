"""Trains the head of the signals on the examples in ``training/data/signals``.

Questions that the other data holds are learned from as well, one in fourteen: nobody means them to
be kept, and many are typed as a search would be, without a mark or a verb. Multinomial logistic
regression with an L2 penalty, by L-BFGS, in numpy alone; the result is the same on every run.
Needs the default embedder.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.arrays import listed
from assistant.memory.signals.clauses import RawClause, split
from assistant.memory.signals.features import UNIT, Head, Linear, _current, clause_features, spelled
from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.regions import find_regions
from assistant.memory.signals.rewording import core
from assistant.resources import data_path
from training.examples import Example, asked, read_examples

Matrix = NDArray[np.float32]
Places = NDArray[np.int64]
Embed = Callable[[Sequence[str]], Matrix]

ASKED_EVERY = 14
KIND_STRENGTH, DOMAIN_STRENGTH = 3.0, 1.0  # inverse of the penalty; best on held-out examples
# How far the embedding counts beside the features, best on held-out examples: what a fact is about
# shows in its words.
KIND_SCALE = 5.0
DOMAIN_SCALE = 3.0
SEEN_AT_LEAST = 2
SHAPES_AT_LEAST = 4  # of features that come in hosts: endings, pairs, stems, frames
SMALLEST = 65  # weights of fewer thousandths in every class are left out


@dataclass(frozen=True)
class Said:
    """Words with their features."""

    text: str
    features: frozenset[str]


@dataclass(frozen=True)
class Sample:
    """A clause to learn from: ``whole`` shows its kind, the ``content`` of it its domain."""

    whole: Said
    content: Said
    kind: str
    domain: str | None


def samples_of(example: Example) -> list[Sample]:
    """The clauses of an example; of a kept one only those that hold the fact."""
    lexicon = load_lexicon()
    clauses = split(example.text, find_regions(example.text), lexicon)
    found = []
    for place, clause in enumerate(clauses):
        whole = _said(example.text, clauses, place, clause)
        if example.kept and len(clauses) > 1 and not example.held_by(whole.text):
            continue
        content = _said(example.text, clauses, place, core(clause, lexicon))
        domain = example.domains[0] if example.kept else None
        found.append(Sample(whole, content, example.kind, domain))
    return found


def _said(message: str, clauses: Sequence[RawClause], place: int, part: RawClause) -> Said:
    """What ``part`` of the clause at ``place`` says, among the other clauses of its message."""
    start, end = part.canon.whole_span
    others = [*clauses[:place], part, *clauses[place + 1 :]]
    text = message[start:end]
    return Said(text, clause_features(text, part, others, load_lexicon()))


@dataclass(frozen=True)
class Table:
    """Samples by features: few of the first ``width`` columns each, all of the ``dense`` ones.

    Entry n is ``values[n]`` in column ``columns[n]``; the entries of a sample begin at its place
    in ``starts``, and every sample has one. ``by_column`` puts them in the order of columns, each
    of which has one, too; those of a column begin at its place in ``borders``.
    """

    width: int
    columns: Places
    values: Matrix
    starts: Places
    dense: Matrix

    @cached_property
    def by_column(self) -> Places:
        return np.argsort(self.columns, kind="stable")

    @cached_property
    def borders(self) -> Places:
        return np.searchsorted(self.columns[self.by_column], np.arange(self.width))

    @cached_property
    def owners(self) -> Places:
        """The sample of each entry, in the order of columns."""
        counts = np.diff(self.starts, append=len(self.columns))
        return np.repeat(np.arange(len(self.starts)), counts)[self.by_column]

    def times(self, w: Matrix) -> Matrix:
        """(samples, classes), for weights (columns, classes)."""
        entries = self.values[:, None] * w[self.columns]
        found: Matrix = np.add.reduceat(entries, self.starts, axis=0)
        return found + self.dense @ w[self.width :]

    def turned_times(self, z: Matrix) -> Matrix:
        """(columns, classes), for (samples, classes)."""
        entries = self.values[self.by_column, None] * z[self.owners]
        return np.concatenate([np.add.reduceat(entries, self.borders, axis=0), self.dense.T @ z])


def fit(x: Table, labels: Sequence[str], names: Sequence[str], strength: float) -> Matrix:
    """Weights of shape (columns, classes): softmax regression, penalised, by L-BFGS."""
    target = np.zeros((len(labels), len(names)), np.float32)
    target[np.arange(len(labels)), [names.index(label) for label in labels]] = 1

    def loss(w: Matrix) -> tuple[float, Matrix]:
        z = x.times(w)
        z -= z.max(axis=1, keepdims=True)
        p = np.exp(z)
        p /= p.sum(axis=1, keepdims=True)
        value = -float(np.log(np.maximum((p * target).sum(axis=1), 1e-12)).sum()) * strength
        return value + 0.5 * float((w * w).sum()), strength * x.turned_times(p - target) + w

    columns = x.width + x.dense.shape[1]
    return lbfgs(loss, np.zeros((columns, len(names)), np.float32))


def lbfgs(
    loss: Callable[[Matrix], tuple[float, Matrix]], w: Matrix, *, steps: int = 120, memory: int = 8
) -> Matrix:
    """Nocedal and Wright, algorithm 7.5, with a backtracking line search."""
    value, slope = loss(w)
    history: list[tuple[Matrix, Matrix, float]] = []
    for _ in range(steps):
        direction = -_two_loops(slope, history)
        along = float((slope * direction).sum())
        length = 1.0 if history else 1.0 / float(np.linalg.norm(slope))
        for _ in range(25):
            tried = w + length * direction
            new_value, new_slope = loss(tried)
            if new_value <= value + 1e-4 * length * along:
                break
            length /= 2
        moved, turned = tried - w, new_slope - slope
        if (curve := float((moved * turned).sum())) > 1e-10:
            history = [*history[-memory + 1 :], (moved, turned, 1 / curve)]
        done = abs(value - new_value) < 1e-6 * abs(value)
        w, value, slope = tried, new_value, new_slope
        if done:
            break
    return w


def _two_loops(slope: Matrix, history: Sequence[tuple[Matrix, Matrix, float]]) -> Matrix:
    q = slope.copy()
    factors = []
    for moved, turned, rho in reversed(history):
        factors.append(rho * float((moved * q).sum()))
        q -= factors[-1] * turned
    if history:
        moved, turned, _ = history[-1]
        q *= float((moved * turned).sum()) / float((turned * turned).sum())
    for (moved, turned, rho), factor in zip(history, reversed(factors), strict=True):
        q += moved * (factor - rho * float((turned * q).sum()))
    return q


def embedded(said: Sequence[Said]) -> Matrix:
    """The default embedder's vectors, one row each."""
    from assistant.config import EmbeddingConfig
    from assistant.embedding.open import open_embedder

    return open_embedder(EmbeddingConfig(), None).embed([one.text for one in said])


def train(samples: Sequence[Sample]) -> Head:
    """The four models."""
    kinds = [(sample.whole, sample.kind) for sample in samples]
    domains = [(sample.content, sample.domain) for sample in samples if sample.domain]
    models = {}
    for name, examples, scale, strength in (
        ("kind", kinds, KIND_SCALE, KIND_STRENGTH),
        ("domain", domains, DOMAIN_SCALE, DOMAIN_STRENGTH),
    ):
        said, labels = [one for one, _ in examples], [label for _, label in examples]
        vectors = embedded(said) * scale
        models[name] = _model(said, labels, vectors[:, :0], strength)
        models[f"{name}+vector"] = _rescaled(_model(said, labels, vectors, strength), scale)
    return Head(models, vectors.shape[1])


def _rescaled(model: Linear, scale: float) -> Linear:
    """For vectors as they come, where it was trained on longer ones."""
    return model._replace(vector=np.rint(model.vector * scale))


def _model(said: Sequence[Said], labels: Sequence[str], vectors: Matrix, strength: float) -> Linear:
    counts = Counter(feature for one in said for feature in one.features)
    names = sorted(name for name, count in counts.items() if count >= _needed(name))
    x = _table(said, names, vectors)
    classes = sorted(set(labels))
    w = fit(x, labels, classes, strength)
    worth = np.array([weight_of(name) for name in names], np.float32)[:, None]
    weights = np.rint(w[: len(names)] * worth * UNIT).astype(np.int16)
    telling = np.flatnonzero(np.abs(weights).max(axis=1, initial=0) >= SMALLEST)
    return Linear(
        labels=tuple(classes),
        bias=np.rint(w[len(names)] * UNIT).astype(np.int32),
        features=spelled(names[place] for place in telling),
        weights=weights[telling],
        vector=w[len(names) + 1 :] * UNIT,
    )


def _table(said: Sequence[Said], names: Sequence[str], vectors: Matrix) -> Table:
    """A column for each name, one that is 1 for every sample, and those of the vectors."""
    place = {name: index for index, name in enumerate(names)}
    columns: list[int] = []
    values: list[float] = []
    starts = []
    for one in said:
        starts.append(len(columns))
        known = sorted(one.features & place.keys())
        columns += [*(place[name] for name in known), len(names)]
        values += [*map(weight_of, known), 1.0]
    return Table(
        len(names) + 1, np.array(columns), np.array(values, np.float32), np.array(starts), vectors
    )


def _needed(feature: str) -> int:
    return SHAPES_AT_LEAST if feature.startswith(("e:", "b:", "k:", "t:")) else SEEN_AT_LEAST


def weight_of(feature: str) -> float:
    """The value of a feature that is present; rare kinds are held back in training."""
    if feature.startswith(("cue:", "ctx:", "asked", "accent:")):
        return 1.0
    return 0.4 if feature.startswith(("e:", "b:", "k:", "t:")) else 0.5


@contextmanager
def replaced_by(other: Head) -> Iterator[None]:
    """Another head for a while: to measure one that has not seen the examples."""
    kept = _current[:]
    _current[:] = [other]
    try:
        yield
    finally:
        _current[:] = kept


def write_head(head: Head, path: Path) -> None:
    """Put a head into a file that ``load_head`` reads in milliseconds."""
    arrays = {"dimensions": np.array(head.dimensions)}
    for name, model in head.models.items():
        arrays |= {
            f"{name} labels": listed(model.labels),
            f"{name} features": model.features,
            f"{name} bias": np.asarray(model.bias, np.int32),
            f"{name} weights": np.asarray(model.weights, np.int16),
            f"{name} vector": np.asarray(model.vector, np.int16),
        }
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("signals", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the head into data/signals/")
    options = parser.parse_args(arguments)
    examples = [*read_examples(), *asked()[::ASKED_EVERY]]
    samples = [sample for example in examples for sample in samples_of(example)]
    print(f"{len(samples)} clauses")
    head = train(samples)
    if options.write:
        path = data_path("signals", "head.npz")
        write_head(head, path)
        print(f"{path.stat().st_size // 1024} KB written to {path}")
