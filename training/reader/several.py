"""Fits whether a question asks for more than one fact (``Reading.several``): a regression over the
mean of its words as the reader's encoder leaves them, of unit length.

    python -m training several [--write]

Told is the area under the curve of the writers who teach nothing; with --write the weights take the
place of those in ``data/reader/reader.npz``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from assistant.reader import Reader
from assistant.reader.joint import unit
from assistant.resources import data_path
from training.reader.cases import Case, lessons, writers_of_homes
from training.reader.together import HELD, Array

C, LISTS_COUNT = 5.0, 2.0
"""How little the weights are held back, and how much a question beside near ones counts."""
_AT_ONCE = 64


def asked(cases: Sequence[Case]) -> list[Case]:
    """Each question that facts answer once; what wants yes or no is told one."""
    told = (case for case in cases if case.want == "told" and case.kind != "yes_no")
    return list({case.message: case for case in told}.values())


def wholes(reader: Reader, cases: Sequence[Case]) -> Array:
    found = []
    for at in range(0, len(cases), _AT_ONCE):
        own = [case.message for case in cases[at : at + _AT_ONCE]]
        found += [unit(rows.sum(0)) for rows in reader.states(own)]
    return np.array(found)


def fitted(reader: Reader, cases: Sequence[Case]) -> dict[str, Array]:
    """As ``assistant/reader/joint.py`` loads them."""
    from sklearn.linear_model import LogisticRegression

    own, near = asked(cases), writers_of_homes()
    counts = [LISTS_COUNT if case.writer in near else 1.0 for case in own]
    model = LogisticRegression(C=C, max_iter=2000)
    model.fit(wholes(reader, own), [len(case.uses) > 1 for case in own], sample_weight=counts)
    weight, bias = (each.astype(np.float16) for each in (model.coef_, model.intercept_))
    return {"joint.several.weight": weight, "joint.several.bias": bias}


def report(reader: Reader, arrays: dict[str, Array], cases: Sequence[Case]) -> str:
    from sklearn.metrics import roc_auc_score

    own, near = asked(cases), writers_of_homes()
    logits = wholes(reader, own) @ arrays["joint.several.weight"].astype(np.float32)[0]
    several = np.array([len(case.uses) > 1 for case in own])
    new = np.array([case.writer in near for case in own])
    areas = [roc_auc_score(several[part], logits[part]) for part in (~new, new)]
    return f"an area of {areas[0]:.3f}; beside near ones {areas[1]:.3f}"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("several", description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    path = data_path("reader", "reader.npz")
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    reader, every = Reader(arrays), lessons()
    held = [case for case in every if case.writer in HELD]
    print("before:", report(reader, arrays, held))
    found = fitted(reader, [case for case in every if case.writer not in HELD])
    print("after:", report(reader, found, held))
    if options.write:
        np.savez(path, allow_pickle=False, **(arrays | found))
