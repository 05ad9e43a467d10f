"""A million facts of a thousand people in one store, and how long one of them waits for theirs.

    python -m tests.benchmarks.shared_facts [postgres | sqlite] [--users 1000] [--facts 1000]
                                            [--asked 400]

The facts of the first 20 are written through the stores: sentences of a pool, put together, each
with a vector that is mixed of those of its parts. The others' are copies of them, made by the
database (the files are copied, in SQLite). Then people ask, in a random order. ``cold``: the
person's first message in this process, which reads their facts and vectors. ``warm``: a later one.
A recall is ``Memory.recall`` and the embedding of its question.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

from assistant.app import App, open_app
from assistant.memory.ranking import TokenBudget
from assistant.records import DOMAINS, Fact
from assistant.server.caller import Caller
from assistant.server.homes import open_home
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.shared import megabytes, percentile
from tests.benchmarks.tables import plain
from tests.benchmarks.turn_homes import SUBJECTS, VALUES, VERBS

if TYPE_CHECKING:
    from assistant.embedding.base import Matrix

GOAL = 40.0
"""Milliseconds of a recall, at the 95th percentile."""
POOL = 2_000
WRITTEN = 20
OPEN = 128
"""Homes that stay open, as a server has them."""
QUESTIONS = ("where does {} live?", "what does {} use?", "¿cuánto cuesta {}?", "when does {} start?",
             "¿de qué color es {}?", "tell me about {}", "help me to write a mail", "¿qué hora es?")  # fmt: skip
ROOM = TokenBudget(140, lambda line, _: len(line) // 4 + 1)
START = datetime(2026, 1, 1, tzinfo=UTC)


class Pool(NamedTuple):
    """Sentences and their vectors, of which everybody's facts are made."""

    texts: Sequence[str]
    vectors: Matrix

    def facts(self, user: int, count: int) -> tuple[list[Fact], dict[str, Matrix]]:
        """As many facts of that user, each with its vector."""
        import numpy as np

        rng = np.random.default_rng(user)
        pairs = rng.integers(len(self.texts), size=(count, 2))
        rows = self.vectors[pairs].sum(axis=1)
        rows += 0.01 * rng.standard_normal(rows.shape, np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        facts = []
        for n, (one, other) in enumerate(pairs.tolist()):
            at = START + timedelta(hours=n)
            text = f"{self.texts[one]}; {self.texts[other]} ({user}-{n})"
            domain = DOMAINS[n % len(DOMAINS)]
            facts.append(Fact(f"{user:04x}{n:08x}", domain, text, "high", "explicit", at, at))
        return facts, {fact.id: row for fact, row in zip(facts, rows, strict=True)}


def pool(app: App) -> Pool:
    rng = random.Random(7)
    texts = [
        f"{rng.choice(SUBJECTS)} {rng.choice(VERBS)} {rng.choice(VALUES)} {rng.randrange(999)}"
        for _ in range(POOL)
    ]
    return Pool(texts, app.embedder.embed(texts))


def caller(user: int) -> Caller:
    return Caller(f"user{user:04d}", "client", "premium")


def fill(host: App, users: int, count: int) -> float:
    """The facts of the first people, through the stores; returns how many a second it took in."""
    given, begin = pool(host), time.perf_counter()
    for user in range(min(users, WRITTEN)):
        facts, vectors = given.facts(user, count)
        home = open_home(host, caller(user))
        with contextlib.closing(home), home.stores.transaction():
            home.stores.facts.add_all(facts)
            home.stores.facts.put_vectors(host.embedder.name, vectors)
    return min(users, WRITTEN) * count / (time.perf_counter() - begin)


def copy_rows(users: int) -> None:
    """Below the stores, as the administrator, whom no policy stops: what the first have."""
    from tests.engines import postgres

    server = postgres()
    for table in ("facts", "fact_vectors"):
        named = server.run(
            "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns"
            f" WHERE table_schema = 'assistant' AND table_name = '{table}'"
            " AND is_identity = 'NO' AND column_name <> 'owner'",
            database="shared",
        )
        columns = named[0][0]
        server.run(
            f"INSERT INTO assistant.{table} (owner, {columns})"
            f" SELECT 'user' || lpad(n::text, 4, '0'), {columns} FROM assistant.{table},"
            f" generate_series({WRITTEN}, {users - 1}) AS n"
            f" WHERE owner = 'user' || lpad((n % {WRITTEN})::text, 4, '0')",
            f"ANALYZE assistant.{table}",
            database="shared",
        )


def copy_files(host: App, users: int) -> None:
    folder = host.paths.data / "users"
    for user in range(WRITTEN, users):
        shutil.copytree(folder / caller(user % WRITTEN).name, folder / caller(user).name)


class Took(NamedTuple):
    """Milliseconds: recall with the embedding of its question; that and reading the message."""

    recall: float
    whole: float


def ask(home: App, text: str) -> Took:
    """One message read, and what matters to it recalled."""
    now, clock = home.now(), time.perf_counter
    conversation = home.services("client").new_conversation("client", now)
    begin = clock()
    home.embedder.embed([text])
    embedded = clock()
    seen = home.memory.perceive(conversation, text, now)
    read = clock()
    found = home.memory.recall(conversation, seen, now, ROOM)
    end = clock()
    assert found.facts
    return Took((embedded - begin + end - read) * 1000, (end - embedded) * 1000)


def asked(host: App, users: int, count: int) -> dict[str, list[Took]]:
    """Each person asks once, then again while the home is open."""
    rng = random.Random(11)
    taken: dict[str, list[Took]] = {"cold": [], "warm": []}

    def question() -> str:
        return rng.choice(QUESTIONS).format(rng.choice(SUBJECTS)) + f" ({rng.randrange(9999)})"

    homes: list[App] = []
    for user in rng.sample(range(users), min(users, count)):
        home = open_home(host, caller(user))
        homes.append(home)
        home.memory  # noqa: B018 (what every home makes at its first message is not recall)
        taken["cold"].append(ask(home, question()))
        taken["warm"].append(ask(rng.choice(homes), question()))
        if len(homes) > OPEN:
            homes.pop(0).close()
    for home in homes:
        home.close()
    return taken


@contextlib.contextmanager
def host_of(store: str) -> Iterator[App]:
    """A server's own App over a new store, its embedder loaded."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        environ = {"USER": "host"}
        if store == "postgres":
            from tests.engines import postgres

            environ["ASSISTANT_STORAGE_URL"] = postgres().url
        stack.enter_context(patch.dict(os.environ, environ))
        app = stack.enter_context(open_app(home=folder / "home", answers=False))
        app.embedder.warm_up()
        yield app


def stored_megabytes(store: str, app: App) -> float:
    """What the store takes on the disk."""
    if store == "postgres":
        from tests.engines import postgres

        found = postgres().run("SELECT pg_database_size('shared')")
        return float(found[0][0]) / 2**20
    return sum(file.stat().st_size for file in app.paths.data.rglob("*.db*")) / 2**20


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("store", nargs="?", default="postgres")
    parser.add_argument("--users", type=int, default=1_000)
    parser.add_argument("--facts", type=int, default=1_000)
    parser.add_argument("--asked", type=int, default=400)
    options = parser.parse_args(arguments)
    with host_of(options.store) as app:
        rate = fill(app, options.users, options.facts)
        begin = time.perf_counter()
        if options.store == "postgres":
            copy_rows(options.users)
        else:
            copy_files(app, options.users)
        copied = time.perf_counter() - begin
        size = stored_megabytes(options.store, app)
        before = megabytes(os.getpid())
        taken = asked(app, options.users, options.asked)
        grown = megabytes(os.getpid()) - before
    total = options.users * options.facts
    print(f"{total:,} facts: {rate:,.0f} a second through the stores, copied in {copied:.0f} s, "
          f"{size:,.0f} MB on the disk; {min(OPEN, options.asked)} open homes {grown:.0f} MB")  # fmt: skip
    print(plain(table(options, taken)))
    worst = max(percentile([each.recall for each in taken[kind]], 0.95) for kind in taken)
    print(f"goal: p95 at most {GOAL:g} ms; load of the machine {os.getloadavg()[0]:.1f}")
    return 0 if worst <= GOAL else 1


def table(options: argparse.Namespace, taken: dict[str, list[Took]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for kind, times in taken.items():
        columns = [[each.recall for each in times], [each.whole for each in times]]
        cells = [round(percentile(c, part), 1) for c in columns for part in (0.5, 0.95)]
        rows.append((kind, len(times), *cells))
    names = ("", "asked", "p50 ms", "p95 ms", "p50 with reading", "p95 with reading")
    title = (
        f"Recall of one of {options.users:,} people with {options.facts:,} facts, {options.store}"
    )
    return Table(title, names, tuple(rows))


if __name__ == "__main__":
    raise SystemExit(main())
