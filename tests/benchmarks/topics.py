"""Measures the head of topic shifts: python -m tests.benchmarks.topics [TIAGE.json …] [--failures]

Prints F1 on ``topics_blind``, dialogues that trained nothing, and on files of TIAGE (MIT; neither shipped nor
trained on) where given.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from assistant.embedding.universal import UniversalEmbedder
from assistant.memory.topics import Context, Exchange, shift
from training.topics import corpus
from training.topics.corpus import Dialogue, Line
from training.topics.head import known_vectors

BLIND = sorted((Path(__file__).parent / "topics_blind").glob("*.txt"))


def score(dialogues: Sequence[Dialogue], failures: bool = False) -> dict[str, float]:
    """Precision, recall and F1 of the whole decision on the user's turns after the first."""
    embedder = UniversalEmbedder()
    known = known_vectors(embedder, dialogues)
    hits = false = missed = 0
    for dialogue in dialogues:
        before: list[Exchange] = []
        for place in range(0, len(dialogue) - 1, 2):
            user, reply = dialogue[place], dialogue[place + 1]
            got = shift(Context(tuple(before[-2:]), embedder.name), known[user.text])
            if place:
                hits += got.shift and user.shift
                false += got.shift and not user.shift
                missed += user.shift and not got.shift
                if failures and got.shift != user.shift:
                    print(f"  {got.reason} {got.score:.2f}: {before[-1].reply.text} | {user.text}")
            before.append(Exchange(known[user.text], known[reply.text]))
    return prf(hits, false, missed)


def prf(hits: int, false: int, missed: int) -> dict[str, float]:
    precision = hits / (hits + false) if hits + false else 0.0
    recall = hits / (hits + missed) if hits + missed else 0.0
    f1 = 2 * hits / (2 * hits + false + missed) if hits else 0.0
    return {"precision": round(precision, 3), "recall": round(recall, 3), "f1": round(f1, 3)}


def blind() -> list[Dialogue]:
    """Dialogues that trained nothing, a file for each kind."""
    return [d for path in BLIND for d in corpus.read(path, replies=False)]


def tiage(path: Path) -> list[Dialogue]:
    found = json.loads(path.read_text("utf-8"))
    return [
        [Line(n % 2 == 0, text, label == "1") for n, (text, label) in enumerate(d)]
        for d in found.values()
    ]


def main(arguments: list[str]) -> None:
    failures = "--failures" in arguments
    for path in BLIND:
        print(path.stem, score(corpus.read(path, replies=False), failures))
    print("all blind", score(blind()))
    for name in arguments:
        if name != "--failures":
            print(name, score(tiage(Path(name))))


if __name__ == "__main__":
    main(sys.argv[1:])
