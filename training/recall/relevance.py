"""Trains the relevance model of ``memory/recall/relevance.py``.

Without --write it reports how lenses that never saw a person do on that person (4 folds; the
general questions of a fold are unseen as well, and shared out among its people); with it, one relevance
is trained on everything and put into ``data/recall/``. With --fill N each person is filled up to N
facts with other people's: harder than N facts of one's own, for some of those fit by chance.
Deterministic; a minute a fold.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.arrays import listed
from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.recall.examples import (
    NO_DOMAIN,
    QuestionExamples,
    QuestionGroups,
    packed,
    unpacked,
)
from assistant.memory.recall.relevance import RelevanceModel
from assistant.records import DOMAINS, Domain
from assistant.resources import data_path
from tests.benchmarks.recall import rankings, report
from training.recall.adam import Adam
from training.recall.people import Asked, Person, general, meetings, people
from training.recall.personal import train_personal

Array = NDArray[Any]
STEPS, RATE = 50, 0.003
"""Of ``Adam``, over everything at once."""
TEMPERATURE = 0.11
"""Softness of the choice among facts."""
STAY = 0.008
"""Pull towards no map at all: some 36,000 questions for a quarter of a million numbers."""
PEOPLE_WEIGHT, MEETINGS_WEIGHT = 2.0, 0.3
"""Of all people together, and of all meetings."""
VIEW = 128
"""Directions in which facts are compared with an aim at first: of 32,000 facts the thirteen nearest
are then among the 128 nearest in 99.8 of 100 cases."""
GIST = 96
"""Directions in which questions are compared with each other; in all 512 hardly better."""
GROUP, GROUPING = 64, 8
"""Questions in a group of examples, about, and rounds of k-means that make the groups."""
FOLDS = 4


@dataclass(frozen=True)
class Lesson:
    """Questions and facts, centred and of unit length, and which of the facts each one wants;
    ``domains`` as ``QuestionExamples`` takes them."""

    questions: Array
    facts: Array
    wanted: Array
    domains: Array
    weight: float


def unit(rows: Array) -> Array:
    lengths: Array = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
    return lengths


def train_turn(lessons: Sequence[Lesson]) -> Array:
    """The map under which each question's softmax over its lesson's facts falls on its own."""
    questions = np.concatenate([lesson.questions for lesson in lessons])
    ends = np.cumsum([len(lesson.questions) for lesson in lessons])[:-1]
    turn = np.eye(questions.shape[1], dtype=np.float32)
    adam = Adam(RATE)
    for _ in range(STEPS):
        aims = np.split(questions @ turn, ends)
        pulls = [_pull(lesson, aim) for lesson, aim in zip(lessons, aims, strict=True)]
        slope = questions.T @ np.concatenate(pulls) + STAY * (turn - np.eye(len(turn)))
        turn -= adam.step(slope)
    return turn


def _pull(lesson: Lesson, aims: Array) -> Array:
    """The slope of the lesson's loss in each question's aim."""
    scores = aims @ lesson.facts.T / TEMPERATURE
    chosen = np.exp(scores - scores.max(1, keepdims=True))
    off = chosen / chosen.sum(1, keepdims=True) - lesson.wanted
    pull: Array = off @ lesson.facts * (lesson.weight / TEMPERATURE / len(lesson.questions))
    return pull


@dataclass(frozen=True)
class Pairs:
    """Texts of questions and facts, and which belong together: (rows, columns) of places;
    ``domains`` of the facts, where they are known."""

    questions: tuple[str, ...]
    facts: tuple[str, ...]
    belong: tuple[tuple[int, int], ...]
    domains: tuple[Domain, ...] = ()

    def matrix(self) -> Array:
        wanted = np.zeros((len(self.questions), len(self.facts)), np.float32)
        wanted[tuple(zip(*self.belong, strict=True))] = 1
        shares: Array = wanted / wanted.sum(1, keepdims=True)
        return shares

    def places(self) -> Array:
        """The domains as ``QuestionExamples`` takes them."""
        known = [DOMAINS.index(domain) for domain in self.domains]
        return np.array(known or [NO_DOMAIN] * len(self.facts), np.int8)


def pairs_of(person: Person) -> Pairs:
    asked = [q for q in person.questions if q.right]
    belong = tuple((n, place) for n, q in enumerate(asked) for place in q.right)
    domains, texts = zip(*person.facts, strict=True)
    return Pairs(tuple(q.text for q in asked), texts, belong, domains)


def pairs_met() -> Pairs:
    """The meetings, all in one."""
    questions, facts, belong = list[str](), list[str](), list[tuple[int, int]]()
    for block in meetings():
        rows = range(len(questions), len(questions) + len(block.questions))
        columns = range(len(facts), len(facts) + len(block.facts))
        belong += [(row, column) for row in rows for column in columns]
        questions += block.questions
        facts += block.facts
    return Pairs(tuple(questions), tuple(facts), tuple(belong))


def build(embed: Any, persons: Sequence[Person], others: Sequence[str]) -> RelevanceModel:
    """A relevance model from the meetings, ``persons``, and ``others``, questions that need no fact."""
    met, known = pairs_met(), [pairs_of(person) for person in persons]
    question_mean, fact_mean = embed(met.questions).mean(0), embed(met.facts).mean(0)

    def lesson(pairs: Pairs, weight: float) -> Lesson:
        questions, facts = embed(pairs.questions), embed(pairs.facts)
        centred = unit(questions - question_mean), unit(facts - fact_mean)
        return Lesson(*centred, pairs.matrix(), pairs.places(), weight)

    each = PEOPLE_WEIGHT / len(known)
    lessons = [lesson(met, MEETINGS_WEIGHT), *(lesson(pairs, each) for pairs in known)]
    world = [*others, *(q.text for p in persons for q in p.questions if not q.right)]
    own = [question for pairs in known for question in pairs.questions]
    personal = train_personal(embed(own + world), own + world, len(own))
    everyone = [*(lesson.questions for lesson in lessons), unit(embed(world) - question_mean)]
    gist = directions(np.concatenate(everyone), GIST)
    examples = precede(lessons, everyone, gist)
    turn = train_turn(lessons)
    view = directions(np.concatenate([lesson.questions for lesson in lessons]) @ turn, VIEW)
    return RelevanceModel(turn, view, question_mean, fact_mean, *personal, gist, examples)


def directions(rows: Array, count: int) -> Array:
    """The principal directions of the rows, as columns."""
    principal: Array = np.linalg.eigh(rows.T @ rows)[1][:, -count:]
    return principal


def precede(lessons: Sequence[Lesson], questions: Sequence[Array], gist: Array) -> QuestionExamples:
    """Every question of the lessons with the facts that it wants, and behind them in ``questions``
    those of the world."""
    asked, held = list[Array](), list[Array]()
    rows = columns = 0
    for lesson in lessons:
        row, column = np.nonzero(lesson.wanted)
        asked.append(row + rows)
        held.append(column + columns)
        rows, columns = rows + len(lesson.questions), columns + len(lesson.facts)
    facts = np.concatenate([lesson.facts for lesson in lessons])
    seen = unpacked(packed(np.concatenate(questions) @ gist))
    (users, order), (world, _) = crowd(seen[:rows]), crowd(seen[rows:])
    moved = np.argsort(order)[np.concatenate(asked)]
    sorting = np.argsort(moved, kind="stable")
    return QuestionExamples(
        users,
        world,
        packed(facts),
        moved[sorting].astype(np.int32),
        np.concatenate(held)[sorting].astype(np.int32),
        np.concatenate([lesson.domains for lesson in lessons]),
    )


def crowd(rows: Array) -> tuple[QuestionGroups, Array]:
    """The rows put together by likeness (k-means by direction), and where each of them came from."""
    centres = rows[::GROUP]
    for _ in range(GROUPING):
        groups = (rows @ centres.T).argmax(1)
        filled = np.unique(groups)
        centres = np.stack([rows[groups == group].mean(0) for group in filled])
    groups = (rows @ centres.T).argmax(1)
    filled, sizes = np.unique(groups, return_counts=True)
    order = np.argsort(groups, kind="stable")
    borders = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    means = np.stack([rows[groups == group].mean(0) for group in filled])
    return QuestionGroups.grouped(rows[order], borders, means), order


def cross_validate(
    embedder: Any, persons: Sequence[Person], *, fill: int = 0, failures: bool = False
) -> None:
    total = np.zeros((2, 2))
    others = general()
    for fold in range(FOLDS):
        known = [p for n, p in enumerate(persons) if n % FOLDS != fold]
        relevance = build(
            embedder.embed, known, [q for n, q in enumerate(others) if n % FOLDS != fold]
        )
        for person in strange(persons[fold::FOLDS], others[fold::FOLDS], fill):
            ranked = rankings(person, embedder, relevance)
            total += report(person, ranked, failures=failures)
    (hit, asked), (silent, world) = total
    print(f"{'all, unseen':26} right {hit / asked:6.1%}   silent {silent / world:6.1%}")


def strange(persons: Sequence[Person], others: Sequence[str], fill: int) -> list[Person]:
    """The people as they are asked: with a share of ``others``, and ``fill`` facts at least."""
    everybody = [fact for person in persons for fact in person.facts]
    met = []
    for n, person in enumerate(persons):
        questions = (*person.questions, *(Asked(q, ()) for q in others[n :: len(persons)]))
        strangers = [fact for fact in everybody if fact not in person.facts]
        more = random.Random(n).sample(strangers, max(0, fill - len(person.facts)))
        met.append(replace(person, facts=(*person.facts, *more), questions=questions))
    return met


def write(relevance: RelevanceModel, name: str) -> None:
    path = data_path("recall") / f"lens-{name.partition('/')[0]}.npz"
    users, world = relevance.examples.users, relevance.examples.world
    np.save(path.with_suffix(".facts.npy"), relevance.examples.facts)
    np.savez(  # noise does not compress, and what is packed takes longer to read
        path,
        turn=relevance.turn.astype(np.float16),
        view=relevance.view.astype(np.float16),
        question_mean=relevance.question_mean.astype(np.float32),
        fact_mean=relevance.fact_mean.astype(np.float32),
        personal=relevance.personal.astype(np.float32),
        personal_bias=np.float32(relevance.personal_bias),
        manners=listed(relevance.manners),
        manner_weights=np.array([*relevance.manners.values()], np.float16),
        gist=relevance.gist.astype(np.float16),
        users=packed(users.questions),
        users_borders=users.borders,
        users_centres=users.centres,
        world=packed(world.questions),
        world_borders=world.borders,
        world_centres=world.centres,
        asked=relevance.examples.asked,
        held=relevance.examples.held,
        domains=relevance.examples.domains,
    )


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("recall", description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="put the relevance model into data/recall/"
    )
    parser.add_argument("--fill", type=int, default=0, metavar="N")
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--cache", type=Path, help="folder of the embedder's prepared tables")
    options = parser.parse_args(arguments)
    embedder = open_embedder(EmbeddingConfig(), options.cache)
    if options.write:
        write(build(embedder.embed, people(), general()), embedder.name)
    else:
        cross_validate(embedder, people(), fill=options.fill, failures=options.failures)
