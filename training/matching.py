"""Trains how a statement relates to a fact.

Learns from ``training/data/plan/examples.txt`` the direction of sentences that announce a change
(``change-….npz``, for one embedder) and the weights of all evidence (``weights.json``); reports
what cross-validation says of both. Without --write it only reports.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.config import EmbeddingConfig
from assistant.embedding.base import Embedder
from assistant.embedding.open import open_embedder
from assistant.memory.matching.alignment import Alignment, align
from assistant.memory.matching.evidence import evidence
from assistant.memory.matching.meaning import Meaning
from assistant.memory.matching.relation import LABELS, Relation, settle
from assistant.memory.signals.language import detect_language
from assistant.resources import data_path
from assistant.text.word_forms import same_word
from assistant.text.wording import wording
from training import DATA
from training.examples import read_examples
from training.signals import fit

Array = NDArray[Any]
Embed = Callable[[Sequence[str]], NDArray[np.float32]]
FOLDS = 8
STRANGERS = 4
"""For each example, so many facts that have nothing to do with its statement are learned as well."""
STRANGER_WEIGHT = 0.4
RIDGE = 0.3
RIDGE_OF_CHANGE = 5.0
ATTRIBUTE_SCALE = 8.0
"""How far the embedding counts beside the bias."""
ATTRIBUTE_STRENGTH = 3.0
"""Of the attributes' fit, as its penalty's inverse."""
NO_KIND = ""
PASSING = "none"
"""The section of what happens once, whatever it is about: it is about none of the kinds."""
IDLE_STEP = 16
LONGEST_IDLE = 80
"""Every so many of the messages that signals ignore, when so short, is about none of the kinds."""
NAMES = {"confirm": "same", "contradict": "changed", "unrelated": "other"}


@dataclass(frozen=True, slots=True)
class Example:
    """What was known, what is said later, and what that is to it."""

    expect: str
    fact: str
    later: str
    must: tuple[str, ...] = ()

    @property
    def label(self) -> int:
        return LABELS.index(NAMES[self.expect])


@dataclass(frozen=True, slots=True)
class Seen:
    """An example with what speaks for and against."""

    pair: Example
    signs: dict[str, float]
    alignment: Alignment

    def judged(self, shares: Sequence[float] | Array) -> Array:
        """The shares after the verdicts, which no weight overrules."""
        same, changed, other = map(float, shares)
        found = settle(Relation(same, changed, other), self.signs, self.alignment, self.pair.later)
        return np.array((found.same, found.changed, found.other))

    @property
    def settled(self) -> bool:
        """Whether the verdicts alone put it right, whatever the weights believe: it teaches them
        nothing."""
        beliefs = (shares for n, shares in enumerate(np.eye(len(LABELS))) if n != self.pair.label)
        return all(int(self.judged(shares).argmax()) == self.pair.label for shares in beliefs)


def examples(name: str = "examples.txt") -> list[Example]:
    """The lines ``expect | fact | later | words of the surviving fact``."""
    found = []
    for line in (DATA / "plan" / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            expect, fact, later, must = (part.strip() for part in line.split("|"))
            found.append(Example(expect, fact, later, tuple(filter(None, must.split(";")))))
    return found


def strangers(pairs: Sequence[Example], embed: Embed, meaning: Meaning) -> list[Example]:
    """Statements beside facts of other matters: for each the nearest few, as a real memory has."""
    facts = list(dict.fromkeys(pair.fact for pair in pairs))
    near = embed([pair.later for pair in pairs]) @ embed(facts).T
    meaning.learn([*facts, *(pair.later for pair in pairs)])
    found: list[Example] = []
    for pair, row in zip(pairs, near, strict=True):
        ranked = (facts[i] for i in np.argsort(-row))
        others = (fact for fact in ranked if _another_matter(fact, pair, meaning))
        found += [Example("unrelated", fact, pair.later) for fact in islice(others, STRANGERS)]
    return found


def _another_matter(fact: str, pair: Example, meaning: Meaning) -> bool:
    own, later = pair.fact, pair.later
    mine = wording(fact, detect_language(fact)).words
    theirs = wording(own, detect_language(own)).words
    shared = any(same_word(a, b) for a in mine for b in theirs)
    alike = {w.kind for w in mine if w.kind} & {w.kind for w in theirs if w.kind} - {"number"}
    likeness = meaning.likeness(fact, own)
    if max(meaning.same_attribute(fact, text)[0] for text in (own, later)) >= 0.12:
        return False
    return not shared and likeness < 0.35 and (not alike or likeness < 0.15)


def seen_in(pair: Example, meaning: Meaning) -> Seen:
    """The evidence of one example."""
    languages = detect_language(pair.fact), detect_language(pair.later)
    alignment = align(pair.fact, languages[0], pair.later, languages[1], meaning)
    return Seen(pair, evidence(pair.fact, pair.later, alignment, meaning), alignment)


def shares(x: Array, w: Array) -> Array:
    """Softmax of the scores."""
    scores = x @ w
    powers = np.exp(scores - scores.max(1, keepdims=True))
    result: Array = powers / powers.sum(1, keepdims=True)
    return result


def train(x: Array, labels: Array, weight: Array) -> Array:
    """Multinomial logistic regression with a ridge, by Newton's steps one label at a time."""
    w = np.zeros((x.shape[1], len(LABELS)))
    wanted = np.eye(len(LABELS))[labels]
    for _ in range(15):
        p = shares(x, w)
        for c in range(len(LABELS)):
            slope = x.T @ (weight * (p[:, c] - wanted[:, c])) + RIDGE * w[:, c]
            curve = (x * (weight * np.maximum(p[:, c] * (1 - p[:, c]), 0.02))[:, None]).T @ x
            w[:, c] -= 0.7 * np.linalg.solve(curve + RIDGE * np.eye(len(slope)), slope)
    return w


def folds(count: int) -> Array:
    """To which of the folds each row belongs."""
    result = np.zeros(count, dtype=int)
    result[np.random.default_rng(0).permutation(count)] = np.arange(count) % FOLDS
    return result


def cross_validate(x: Array, labels: Array, weight: Array) -> Array:
    """Shares for each row from weights that never saw it."""
    fold = folds(len(labels))
    result = np.zeros((len(labels), len(LABELS)))
    for held in range(FOLDS):
        rest = fold != held
        result[~rest] = shares(x[~rest], train(x[rest], labels[rest], weight[rest]))
    return result


def train_change(vectors: Array, changed: Array) -> Array:
    """Logistic regression with a ridge on the vectors of sentences; the bias comes last."""
    x = np.c_[vectors, np.ones(len(vectors))]
    w = np.zeros(x.shape[1])
    for _ in range(12):
        p = 1 / (1 + np.exp(-x @ w))
        slope = x.T @ (p - changed) + RIDGE_OF_CHANGE * w
        curve = (x * np.maximum(p * (1 - p), 0.02)[:, None]).T @ x
        w -= np.linalg.solve(curve + RIDGE_OF_CHANGE * np.eye(len(w)), slope)
    return w


def write_attributes(embedder: Embedder) -> None:
    """Learn the kinds of ``attributes.txt``; what signals ignore teaches "none of them"."""
    kinds, sentences = attribute_sentences()
    texts = [text for _, text in sentences]
    labels = [kind for kind, _ in sentences]
    others = [e.text for e in read_examples() if not e.kept and len(e.text) < LONGEST_IDLE]
    texts += others[::IDLE_STEP]
    labels += [NO_KIND] * len(others[::IDLE_STEP])
    vectors = embedder.embed(texts) * ATTRIBUTE_SCALE
    x = np.c_[vectors, np.ones(len(texts))].astype(np.float32)
    weights = fit(x, labels, [NO_KIND, *kinds], ATTRIBUTE_STRENGTH)
    weights[:-1] *= ATTRIBUTE_SCALE
    model = embedder.name.partition("/")[0]
    np.savez(
        data_path("plan", f"attributes-{model}.npz"),
        weights=weights.astype(np.float16),
        many=np.array([False, *kinds.values()]),
    )


def attribute_sentences() -> tuple[dict[str, bool], list[tuple[str, str]]]:
    """The kinds with whether they admit many values, and pairs of a kind and a sentence."""
    kinds: dict[str, bool] = {}
    found: list[tuple[str, str]] = []
    kind = ""
    for line in (DATA / "plan" / "attributes.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            kind, _, many = line.strip("[] ").partition(":")
            if kind == PASSING:
                kind = NO_KIND
            else:
                kinds[kind] = many.strip() == "many"
        elif line and not line.startswith("#"):
            found.append((kind, line))
    return kinds, found


def unseen_change(vectors: Array, changed: Array, own: int) -> Array:
    """The logit of each sentence from a direction that never saw it; only ``own`` rows teach."""
    fold = folds(len(vectors))
    result = np.zeros(len(vectors))
    for held in range(FOLDS):
        teach = (fold != held) & (np.arange(len(vectors)) < own)
        w = train_change(vectors[teach], changed[teach])
        result[fold == held] = vectors[fold == held] @ w[:-1] + w[-1]
    return result


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("matching", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--cache", type=Path, help="folder for the embedder's prepared tables")
    options = parser.parse_args(arguments)
    embedder = open_embedder(EmbeddingConfig(), options.cache)
    if options.write:
        write_attributes(embedder)
    meaning = Meaning.of(embedder)
    own = [pair for pair in examples() if pair.expect in NAMES]
    pairs = own + strangers(own, embedder.embed, meaning)
    meaning.learn(text for pair in pairs for text in (pair.fact, pair.later))
    rows = [seen_in(pair, meaning) for pair in pairs]
    names = list(rows[0].signs)
    x = np.array([[row.signs[name] for name in names] for row in rows])
    labels = np.array([pair.label for pair in pairs])
    vectors = embedder.embed([pair.later for pair in pairs]).astype(float)
    changed = (labels == LABELS.index("changed")).astype(float)
    x[:, names.index("announced")] = unseen_change(vectors, changed, len(own)) / 4
    weight = np.where(np.arange(len(pairs)) < len(own), 1.0, STRANGER_WEIGHT)
    weight[[row.settled for row in rows]] = 0.0
    believed = cross_validate(x, labels, weight)
    judged = np.array([row.judged(shares) for row, shares in zip(rows, believed, strict=True)])
    touched = float((judged[len(own) :].argmax(1) != LABELS.index("other")).mean())
    print(f"facts of other matters touched: {touched:.4f} of {len(pairs) - len(own)}")
    report(own, judged[: len(own)])
    if options.write:
        columns = train(x, labels, weight).T
        table = {
            label: {name: round(float(v), 3) for name, v in zip(names, column, strict=True)}
            for label, column in zip(LABELS, columns, strict=True)
        }
        direction = train_change(vectors[: len(own)], changed[: len(own)])
        model = embedder.name.partition("/")[0]
        path = data_path("plan", f"change-{model}.npz")
        np.savez(path, weights=direction.astype(np.float32))
        data_path("plan", "weights.json").write_text(json.dumps(table, indent=1) + "\n", "utf-8")


def report(pairs: Sequence[Example], judged: Array) -> None:
    """Accuracy on held-out folds, and every miss."""
    right = 0
    for pair, row in zip(pairs, judged, strict=True):
        if int(row.argmax()) == pair.label:
            right += 1
        else:
            print(f"{NAMES[pair.expect]:8s}{row.round(2)} {pair.fact} | {pair.later}")
    print(f"{right} of {len(pairs)} on held-out folds: {right / len(pairs):.3f}")
