"""How well ``rank`` finds what matters: python -m tests.benchmarks.recall [--people DIR]

Ten people of forty facts (``recall_blind``), written before the program was asked about any of
them, and never trained on. ``python -m training recall`` reports on its own people unseen.
For each invented person: with all facts stored, the share of questions with a right fact in the
prompt (150 tokens), the share of the world's questions for which
nothing is injected but rules that hold for every answer, and the number of facts injected.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.embedding.base import Embedder
from assistant.llm.tokens import Counter
from assistant.memory.base import OfferedFact
from assistant.memory.index import Found
from assistant.memory.ranking import TokenBudget, rank
from assistant.memory.recall.relevance import RelevanceModel, lens_for
from assistant.memory.recall.scoring import Candidate, Question
from assistant.prompt.budget import Meter
from assistant.prompt.fitting import FactLines
from assistant.records import Fact, FactKind
from training.recall.people import Person, people

Array = NDArray[Any]
NOW = datetime(2026, 1, 5, tzinfo=UTC)
BLIND = Path(__file__).parent / "recall_blind"
SECTION = 150
"""Tokens of the facts' section (F8)."""


def facts_of(person: Person) -> list[Fact]:
    """The facts as ``facts add`` would store them."""
    return [
        Fact(
            id=f"{person.name}/{n}",
            domain=domain,
            fact=text,
            confidence="high",
            source="explicit",
            created_at=NOW,
            last_confirmed_at=NOW,
            kind=_kind(domain),
            language="es" if _looks_spanish(text) else "en",
        )
        for n, (domain, text) in enumerate(person.facts)
    ]


def _kind(domain: str) -> FactKind:
    return "preference" if domain == "preferences" else "statement"


def _looks_spanish(text: str) -> bool:
    padded = f" {text.lower()} "
    signs = (
        " de ",
        " el ",
        " la ",
        " no ",
        " en ",
        " con ",
        " los ",
        " mi ",
        " que ",
        " me ",
        " un ",
    )
    return sum(sign in padded for sign in signs) + any(c in padded for c in "áéíóúñ") >= 1 and not (
        " the " in padded or " i " in padded or " my " in padded
    )


def look(
    relevance: RelevanceModel, question: str, vector: Array, facts: Sequence[Fact], rows: Array
) -> Found:
    """What ``FactIndex`` finds among so few facts: every one."""
    verdict = relevance.consult(vector)
    nearness = relevance.nearness(rows, relevance.aim(vector))
    fits = verdict.fit(relevance.centred_facts(rows))
    domains = [verdict.domain(fact.domain) for fact in facts]
    columns = ((rows @ vector).tolist(), nearness.tolist(), fits.tolist(), domains)
    return Found(
        Question(question, relevance.about_user(vector, question), verdict.about_user),
        tuple(map(Candidate, facts, *columns)),
        len(facts),
    )


def rankings(
    person: Person, embedder: Embedder, relevance: RelevanceModel
) -> list[tuple[OfferedFact, ...]]:
    facts = facts_of(person)
    rows = embedder.embed([f.fact for f in facts])
    vectors = embedder.embed([q.text for q in person.questions])
    found = (
        look(relevance, asked.text, vector, facts, rows)
        for asked, vector in zip(person.questions, vectors, strict=True)
    )
    lines = FactLines(SECTION, Meter(Counter()))
    room = TokenBudget(lines.room, lines.cost)
    return [rank(f.question, f.candidates, stored=f.stored, room=room) for f in found]


def report(
    person: Person, ranked: Sequence[Sequence[OfferedFact]], *, failures: bool
) -> tuple[Array, Array]:
    """Prints a line; returns (right ones found, asked), (silent ones, of the world)."""
    found, silent, sizes, missed = [], [], [], []
    for asked, ranking in zip(person.questions, ranked, strict=True):
        inside = [
            r.fact.id
            for r in ranking
            if r.considered.decision == "in" and (asked.right or not r.standing)
        ]
        if asked.right:
            hit = any(f"{person.name}/{n}" in inside for n in asked.right)
            found.append(hit)
            sizes.append(len(inside))
            if not hit:
                missed.append(f"{asked.text} -> {person.facts[asked.right[0]][1]}")
        else:
            silent.append(not inside)
            if inside:
                missed.append(f"(loud) {asked.text}")
    print(
        f"{person.name:26} right {np.mean(found):6.1%}   silent "
        f"{np.mean(silent) if silent else 1:6.1%}   facts {np.mean(sizes):4.1f}"
    )
    if failures:
        print(*(f"    {line}" for line in missed), sep="\n")
    return np.array([sum(found), len(found)]), np.array([sum(silent), len(silent)])


def main() -> None:
    from assistant.config import EmbeddingConfig
    from assistant.embedding.open import open_embedder

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=Path, default=BLIND)
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--cache", type=Path)
    options = parser.parse_args()
    embedder = open_embedder(EmbeddingConfig(), options.cache)
    relevance = lens_for(embedder.name)
    if relevance is None:
        parser.error(f"no relevance was trained for {embedder.name}")
    total = np.zeros((2, 2))
    for person in people(options.people):
        ranked = rankings(person, embedder, relevance)
        total += report(person, ranked, failures=options.failures)
    (hit, asked), (silent, world) = total
    print(f"{'all':26} right {hit / asked:6.1%}   silent {silent / max(world, 1):6.1%}")


if __name__ == "__main__":
    main()
