"""Train the model that hears requests to the memory in any words (``signals/asking.py``).

Without --write it leaves some writers out and tells what is heard of them; with it, it learns from
all. The messages are those of the suites ``forgetting``, ``requests`` and ``requests-said``, the
changes of ``training/data/plan/examples.txt`` and statements of ``training/data/signals``; each
writer is measured by a model that has read none of his.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from assistant.embedding.universal import UniversalEmbedder
from assistant.memory.signals.asking import CONCERNS, WEIGHTS, features, load_weights
from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.pieces import Said
from assistant.resources import data_path
from tests.benchmarks import forgetting, suites
from training import DATA
from training.examples import read_examples

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

OTHERS = 5000
"""Statements and questions of the signals that are no requests."""
WEIGHT = {
    "fact": 1.0,
    "signal": 2.0,
    "correction": 3.0,
    "statement": 3.0,
    "not_a_request": 2.5,
    "undo_scope": 9.0,
}
ASKED, UNDONE = ("one", "topic", "none", "all", "forget"), ("undo_scope",)
CORRECTED = ("correction",)
TOLD, QUESTION = "told", "question"
"""What people tell and ask, from which is learned only what concerns nothing that is known."""
SAID = {"forget": "forget", "correct": "correction", "fact": "statement", "task": "not_a_request"}
"""The kinds of ``requests-said``."""
FOLDS = 8
HELD = (
    *("ayelen", "cristobal", "declan", "evaristo", "nerea", "tamsin", "fergus", "lupe"),
    *("milagros", "walt", "lucia (said)", "mick (said)", "paco (said)"),
)
"""Writers by whom the bounds of what is forgotten are set."""


class Row(NamedTuple):
    writer: str
    kind: str
    text: str

    @property
    def undoes(self) -> bool:
        return self.kind in UNDONE

    @property
    def asks(self) -> bool:
        return self.kind in (*ASKED, *UNDONE)

    @property
    def concerns(self) -> bool:
        return self.asks or self.kind in CORRECTED


def rows() -> Iterator[Row]:
    for writer in suites.parts(forgetting.SUITE):
        for case in suites.cases(forgetting.SUITE, writer):
            yield Row(writer, case["kind"], case["message"])
            yield from (Row(writer, "fact", fact) for fact in case["facts"])
    for writer in suites.parts("requests"):
        for person in suites.cases("requests", writer):
            yield from (Row(writer, said["kind"], said["m"]) for said in person["said"])
            yield from (Row(writer, "fact", fact) for fact in person["facts"])
    for writer in suites.parts("requests-said"):
        for said in suites.cases("requests-said", writer):
            yield Row(f"{writer} (said)", SAID[said["kind"]], said["text"])
    for line in (DATA / "plan" / "examples.txt").read_text("utf-8").splitlines():
        parts = [part.strip() for part in line.split("|")]
        if len(parts) > 2 and not line.startswith("#"):
            yield Row("", "forget" if parts[0] == "forget" else "signal", parts[2])
    others = list(read_examples())
    random.Random(1).shuffle(others)
    yield from (Row("", "signal", example.text) for example in others[:OTHERS])


def told_and_asked() -> Iterator[Row]:
    """Every second fact and question of the people of ``cases/people``."""
    for writer in suites.parts("people"):
        for person in suites.cases("people", writer):
            yield from (Row(writer, TOLD, fact) for fact in person["facts"][::2])
            yield from (Row(writer, QUESTION, asked["q"]) for asked in person["asked"][::2])


def table(found: list[Row]) -> Matrix:
    lexicon = load_lexicon()
    vectors = UniversalEmbedder().embed([row.text for row in found])
    said = [Said(row.text, lexicon) for row in found]
    return np.array(
        [
            features(row.text, one.canonical, vector, lexicon)
            for row, one, vector in zip(found, said, vectors, strict=True)
        ],
        np.float64,
    )


def fitted(x: Matrix, wanted: Matrix, weight: Matrix) -> Matrix:
    """Logistic regression with a ridge, by Newton's method."""
    ridge = np.r_[np.full(x.shape[1] - 1, 0.5), 1e-3]
    w = np.zeros(x.shape[1])
    for _ in range(25):
        p = 1 / (1 + np.exp(-x @ w))
        slope = x.T @ (weight * (p - wanted)) + ridge * w
        curve = (x * (weight * p * (1 - p))[:, None]).T @ x + np.diag(ridge)
        step = np.linalg.solve(curve, slope)
        w -= step
        if np.abs(step).max() < 1e-4:
            break
    return w


def trained(x: Matrix, found: list[Row]) -> Matrix:
    asks = np.array([row.asks for row in found])
    weight = np.array([WEIGHT.get(row.kind, 1.0) for row in found])
    undone = np.array([float(row.undoes) for row in found])
    concerns = np.array([float(row.concerns) for row in found])
    open_ = np.array([row.kind not in (TOLD, QUESTION) for row in found])
    columns = (
        fitted(x[open_], asks[open_].astype(float), weight[open_]),
        fitted(x[asks], undone[asks], np.ones(int(asks.sum()))),
        fitted(x, concerns, np.ones(len(found))),
    )
    return np.stack(columns, axis=1)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("requests", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--hold", nargs="*", default=HELD, help="writers who teach nothing")
    options = parser.parse_args(arguments)
    held = set(options.hold) if options.write else set()
    found = [row for row in (*rows(), *told_and_asked()) if row.writer not in held]
    x = table(found)
    if options.write:
        # What more writers teach makes it hear more, of statements too: the mean with what is there
        # hears more of requests alone.
        weights = (load_weights() + trained(x, found)) / 2
        np.savez(data_path("signals", WEIGHTS), weights=weights.astype(np.float32))
        return
    heard: dict[str, list[bool]] = {}
    writers = sorted({row.writer for row in found} - {""})
    for fold in range(FOLDS):
        out = set(writers[fold::FOLDS])
        mine = np.array([row.writer in out for row in found])
        others = [row for row in found if row.writer not in out]
        scores = x[mine] @ trained(x[~mine], others)
        mine_rows = (row for row in found if row.writer in out)
        for row, (asks, undoes, concerns) in zip(mine_rows, scores, strict=True):
            said = asks >= 0 and (undoes >= 0) == row.undoes if row.asks else asks >= 0
            heard.setdefault(row.kind, []).append(bool(said))
            heard.setdefault(f"{row.kind}, read", []).append(bool(concerns > CONCERNS))
            if row.asks:
                heard.setdefault(row.writer, []).append(bool(said))
    for kind, each in sorted(heard.items()):
        print(
            f"{kind:20} heard as a request {sum(each)} of {len(each)}: {sum(each) / len(each):.0%}"
        )
