"""Trains what an embedder tells of a statement and a fact.

Learns from ``training/data/plan/attributes.txt`` of which attribute a sentence is
(``attributes-….npz``), for one embedder. Without --write nothing is changed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.config import EmbeddingConfig
from assistant.embedding.base import Embedder
from assistant.embedding.open import open_embedder
from assistant.resources import data_path
from training import DATA
from training.examples import read_examples

Array = NDArray[Any]
Embed = Callable[[Sequence[str]], NDArray[np.float32]]
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


@dataclass(frozen=True, slots=True)
class Example:
    """What was known, what is said later, and what that is to it."""

    expect: str
    fact: str
    later: str
    must: tuple[str, ...] = ()


def examples(name: str = "examples.txt") -> list[Example]:
    """The lines ``expect | fact | later | words of the surviving fact``."""
    found = []
    for line in (DATA / "plan" / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            expect, fact, later, must = (part.strip() for part in line.split("|"))
            found.append(Example(expect, fact, later, tuple(filter(None, must.split(";")))))
    return found


def write_attributes(embedder: Embedder) -> None:
    """Learn the kinds of ``attributes.txt``; what signals ignore teaches "none of them"."""
    from sklearn.linear_model import LogisticRegression

    kinds, sentences = attribute_sentences()
    texts = [text for _, text in sentences]
    labels = [kind for kind, _ in sentences]
    others = [e.text for e in read_examples() if not e.kept and len(e.text) < LONGEST_IDLE]
    texts += others[::IDLE_STEP]
    labels += [NO_KIND] * len(others[::IDLE_STEP])
    vectors = embedder.embed(texts) * ATTRIBUTE_SCALE
    model = LogisticRegression(C=ATTRIBUTE_STRENGTH, max_iter=1000).fit(vectors, labels)
    order = [list(model.classes_).index(kind) for kind in (NO_KIND, *kinds)]
    weights = np.c_[model.coef_ * ATTRIBUTE_SCALE, model.intercept_].T[:, order]
    np.savez(
        data_path("plan", f"attributes-{embedder.name.partition('/')[0]}.npz"),
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


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("matching", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--cache", type=Path, help="folder for the embedder's prepared tables")
    options = parser.parse_args(arguments)
    embedder = open_embedder(EmbeddingConfig(), options.cache)
    if options.write:
        write_attributes(embedder)
