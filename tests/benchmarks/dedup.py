"""Which questions are taken for one (A4): python -m tests.benchmarks.dedup [--batch N] [--pairs FILE]

Reports on ``training/data/dedup/pairs.jsonl`` (or another file of its kind: write one before looking at
what the program says) every wrong reuse, every miss with its reason, and reuse by kind.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.dedup.eligibility import may_be_reused, standing
from assistant.memory.dedup.proof import prove
from assistant.memory.matching import Meaning
from training import DATA


@dataclass(frozen=True, slots=True)
class Pair:
    """Two questions, whether one answer serves both, and what sets them apart or joins them."""

    first: str
    second: str
    same: bool
    kind: str
    batch: int


def pairs(path: Path | None = None) -> list[Pair]:
    """Every line of the file."""
    path = path or DATA / "dedup" / "pairs.jsonl"
    return [Pair(**json.loads(line)) for line in path.read_text("utf-8").splitlines() if line]


def judge(pair: Pair, meaning: Meaning) -> str:
    """Why the second is not answered with the answer to the first; empty when it is."""
    for text in (pair.first, pair.second):
        if not may_be_reused(text):
            shares = standing(text)
            return max(shares, key=shares.__getitem__)
    similarity = meaning.likeness(pair.first, pair.second)
    found = prove(pair.first, pair.second, similarity=similarity, read=True)
    return found.reason


def report(every: Sequence[Pair], meaning: Meaning) -> None:
    """Reuse by kind, every wrong reuse, and every miss with its reason."""
    by: dict[tuple[bool, str], list[int]] = defaultdict(lambda: [0, 0])
    for pair in every:
        reason = judge(pair, meaning)
        tally = by[(pair.same, pair.kind)]
        tally[0] += not reason
        tally[1] += 1
        if pair.same == bool(reason):
            told = f"miss  {pair.kind} ({reason})" if reason else f"WRONG {pair.kind}"
            print(told, "|", pair.first, "|", pair.second)
    for same in (True, False):
        rows = {kind: tally for (s, kind), tally in by.items() if s == same}
        reused, total = (sum(tally[i] for tally in rows.values()) for i in (0, 1))
        print(f"{'same' if same else 'not '}: {reused} of {total} reused "
              f"({100 * reused / max(total, 1):.1f} %)")  # fmt: skip
        print("   " + ", ".join(f"{kind} {t[0]}/{t[1]}" for kind, t in sorted(rows.items())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batch", type=int, help="only this batch")
    parser.add_argument("--pairs", type=Path, help="another file of pairs")
    parser.add_argument("--cache", type=Path, help="folder for the embedder's prepared tables")
    arguments = parser.parse_args()
    embedder = open_embedder(EmbeddingConfig(), arguments.cache)
    every = pairs(arguments.pairs)
    if arguments.batch is not None:
        every = [pair for pair in every if pair.batch == arguments.batch]
    report(every, Meaning(embedder.embed, embedder.calibrate))


if __name__ == "__main__":
    main()
