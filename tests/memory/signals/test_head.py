"""The shipped weights against the shipped examples. `tests/benchmarks/signals.py --folds 5`
tells how well unseen ones are read; here only that weights and examples belong together."""

from __future__ import annotations

from collections import Counter

import pytest

from assistant.memory.signals.features import load_head
from assistant.memory.signals.weighing import STORED_KINDS
from tests.benchmarks.signals import score
from tests.memory.signals.conftest import Embed
from training.examples import read_examples


def test_The_examples_cover_every_kind_in_both_languages() -> None:
    examples = list(read_examples())
    assert len(examples) > 4000
    counts = Counter((e.lang, e.kind) for e in examples)
    assert all(counts[lang, kind] >= 20 for lang in ("es", "en") for kind in STORED_KINDS)
    assert 0.4 < sum(e.kept for e in examples) / len(examples) < 0.6


def test_Probabilities_add_up() -> None:
    for question in ("kind", "domain"):
        assert sum(load_head().ask(question, {"w:vivo"}, None).values()) == pytest.approx(1)


@pytest.mark.heavy
@pytest.mark.slow
def test_F2_F3_the_shipped_head_knows_its_examples(embed: Embed) -> None:
    scored = score(list(read_examples())[::4], embed)
    kept = [s for s in scored if s.example.kept]
    ignored = [s for s in scored if not s.example.kept]
    assert sum(s.right for s in kept) / len(kept) > 0.95
    assert sum(not s.right for s in ignored) / len(ignored) < 0.03
