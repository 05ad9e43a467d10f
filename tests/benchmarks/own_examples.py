"""Our own labelled examples, scored: what everybody who has the project can measure.

    python -m tests.benchmarks.own_examples

Blind dialogues trained nothing; the other examples of ``data/`` served to build what they measure.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from assistant.config import EmbeddingConfig
from assistant.embedding.base import Embedder
from assistant.embedding.open import open_embedder
from assistant.memory.matching import Meaning
from tests.benchmarks import dedup, segments, signals, topics
from tests.benchmarks.base import Figure, Findings, Goal, Scale, Table, at_least, at_most
from tests.benchmarks.tables import plain
from training.examples import read_examples

EVERY = 10
"""In a quick run, one example in so many."""


def findings(scale: Scale) -> Findings:
    step = EVERY if scale.quick else 1
    embedder = open_embedder(EmbeddingConfig(), None)
    figures = (
        *_signals(embedder, step),
        *_segments(embedder),
        *_dedup(embedder, step),
        _figure("topic shifts of the blind dialogues, F1", 100 * topics.score(topics.blind())["f1"],
                at_least(85)),
    )  # fmt: skip
    rows = tuple((f.name, f.value, str(f.goal or "")) for f in figures)
    remark = "On our own examples only the blind dialogues are unseen: the others flatter."
    return Findings(figures, (Table("Our own examples", ("", "%", "goal"), rows),), (remark,))


def _figure(name: str, value: float, goal: Goal | None = None) -> Figure:
    return Figure("memory", name, value, "%", goal)


def _signals(embedder: Embedder, step: int) -> tuple[Figure, ...]:
    scored = signals.score(list(read_examples())[::step], embedder.embed)
    kept = [s for s in scored if s.example.kept]
    ignored = [s for s in scored if not s.example.kept]
    return (
        _figure("facts written when they should be", _percent(s.right for s in kept), at_least(95)),
        _figure("… and when they should not", _percent(not s.right for s in ignored), at_most(3)),
    )


def _segments(embedder: Embedder) -> tuple[Figure, ...]:
    found = segments.report(segments.answers(embedder))
    return (
        _figure("yesterday's summary comes back", 100 * found["right at all"]),
        _figure("… none where none fits", 100 * found["silent"]),
    )


def _dedup(embedder: Embedder, step: int) -> tuple[Figure, ...]:
    meaning = Meaning(embedder.embed, embedder.calibrate)
    judged = [(pair.same, not dedup.judge(pair, meaning)) for pair in dedup.pairs()[::step]]
    return (
        _figure("answers given again to the same question",
                _percent(reused for same, reused in judged if same), at_least(60)),
        _figure("… and to another one",
                _percent(reused for same, reused in judged if not same), at_most(1)),
    )  # fmt: skip


def _percent(held: Iterable[bool]) -> float:
    values = list(held)
    return 100 * sum(values) / max(1, len(values))


def main() -> None:
    for table in findings(Scale(quick=False, environments=Path())).tables:
        print(plain(table))


if __name__ == "__main__":
    main()
