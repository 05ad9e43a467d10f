"""The labelled examples of ``training/data/signals``: what trains and measures the head."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.text.folding import fold_in_place
from training import DATA
from training.recall.people import general, people

_ASKS = re.compile(
    r"(?:a |con |de |en |para |por )?(?:que|qué|como|cómo|cual|cuál|cuando|cuándo|donde|dónde|quien"
    r"|quién|cuant|cuánt|puedo|me conviene|what|how|when|where|who|which|why|can|should|do|does)\b"
    r"|.*\?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Example:
    """A message and what should be kept of it: ``expect`` is store or ignore, ``must`` the words
    that a stored fact holds, ``round`` the batch it was written in."""

    text: str
    lang: str
    expect: str
    kind: str
    domains: tuple[str, ...]
    must: tuple[str, ...]
    round: int

    @property
    def kept(self) -> bool:
        return self.expect == "store"

    def held_by(self, text: str) -> bool:
        return all(fold_in_place(word) in fold_in_place(text) for word in self.must)


def read_examples() -> Iterator[Example]:
    """Every example, file by file in order of name."""
    for path in sorted((DATA / "signals").glob("examples.*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            if line.strip():
                row = json.loads(line)
                yield Example(
                    text=row["text"],
                    lang=row["lang"],
                    expect=row["expect"],
                    kind=row["kind"],
                    domains=tuple(row.get("domains", ())),
                    must=tuple(row.get("must", ())),
                    round=row["round"],
                )


def asked() -> list[Example]:
    """Questions of ``training/data``: nothing of them is to be kept. Those of the
    invented people only where they are asked as questions; the others may state something."""
    texts: dict[str, None] = {}
    for line in (DATA / "dedup" / "pairs.jsonl").read_text("utf-8").splitlines():
        pair = json.loads(line)
        texts |= dict.fromkeys((pair["first"], pair["second"]))
    texts |= dict.fromkeys(general())
    for person in people():
        for question in person.questions:
            if not question.right or _ASKS.match(question.text):
                texts[question.text] = None
    return [Example(text, "", "ignore", "question", (), (), 0) for text in texts if " " in text]
