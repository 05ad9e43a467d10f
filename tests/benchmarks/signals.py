"""Scores the signals on the examples of ``training/data``: by kind, by round, with and without vectors.

    python -m tests.benchmarks.signals [--plain] [--round N] [--folds K] [--errors]

The shipped head has seen the examples, so plain figures flatter it. ``--folds K`` trains K heads,
each without a part of the examples, and scores every example by a head that has not seen it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from assistant.memory.base import Reading
from assistant.memory.signals import read
from training.examples import Example, read_examples

if TYPE_CHECKING:
    from training.signals import Matrix

    Embed = Callable[[Sequence[str]], Matrix]


@dataclass(frozen=True)
class Scored:
    """An example with its reading and the milliseconds it took."""

    example: Example
    reading: Reading
    took: float

    @property
    def right(self) -> bool:
        if not self.example.kept:
            return not self.reading.findings
        return any(self.example.held_by(finding.text) for finding in self.reading.findings)

    @property
    def domain_right(self) -> bool:
        found = next(f for f in self.reading.findings if self.example.held_by(f.text))
        return found.domain in self.example.domains


def score(examples: Sequence[Example], embed: Embed | None) -> list[Scored]:
    scored = []
    for example in examples:
        start = perf_counter()
        reading = read(example.text, embed)
        scored.append(Scored(example, reading, (perf_counter() - start) * 1000))
    return scored


def score_unseen(examples: Sequence[Example], embed: Embed | None, folds: int) -> list[Scored]:
    """Each example by a head trained on the other folds."""
    from training.signals import replaced_by, samples_of, train

    scored: list[Scored] = []
    for fold in range(folds):
        learnt = [s for i, e in enumerate(examples) if i % folds != fold for s in samples_of(e)]
        with replaced_by(train(learnt)):
            scored += score([e for i, e in enumerate(examples) if i % folds == fold], embed)
    return scored


def report(scored: Sequence[Scored]) -> None:
    for title, key in (("kind", lambda e: f"{e.expect}/{e.kind}"), ("round", lambda e: e.round)):
        total = Counter(key(s.example) for s in scored)
        right = Counter(key(s.example) for s in scored if s.right)
        print(title, *(f"{name} {right[name]}/{total[name]}" for name in sorted(total)), sep="  ")
    kept = [s for s in scored if s.example.kept]
    ignored = [s for s in scored if not s.example.kept]
    found = [s for s in kept if s.right]
    took = sorted(s.took for s in scored)
    print(
        f"write recall {share(len(found), len(kept))}"
        f"  false writes {share(sum(not s.right for s in ignored), len(ignored))}"
        f"  domain {share(sum(s.domain_right for s in found), len(found))}"
        f"  p50 {took[len(took) // 2]:.1f} ms  p95 {took[int(len(took) * 0.95)]:.1f} ms"
    )


def share(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.1f} % ({part}/{whole})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plain", action="store_true", help="without the embedder")
    parser.add_argument("--round", type=int, help="only the examples of this round")
    parser.add_argument("--folds", type=int, help="score each example by a head that never saw it")
    parser.add_argument("--errors", action="store_true", help="list what went wrong")
    args = parser.parse_args()
    examples = [e for e in read_examples() if args.round in (None, e.round)]
    embed = None if args.plain else default_embed()
    scored = score_unseen(examples, embed, args.folds) if args.folds else score(examples, embed)
    report(scored)
    for s in scored if args.errors else ():
        if not s.right:
            texts = [finding.text for finding in s.reading.findings]
            print(f"{s.example.expect}/{s.example.kind}  {s.example.text!r}  {texts}")


def default_embed() -> Embed:
    from assistant.config import EmbeddingConfig
    from assistant.embedding.open import open_embedder

    return open_embedder(EmbeddingConfig(), None).embed


if __name__ == "__main__":
    main()
