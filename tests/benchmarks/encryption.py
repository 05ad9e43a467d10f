"""What encryption at rest costs: the same work in a plain home and in an encrypted one, in turns.

    python -m tests.benchmarks.encryption [--facts 10000] [--runs 11]

A turn (p50, p95) and adding a fact in a warm process; `facts list` from the shell, with the key
from a command; and how long a home takes to be encrypted and decrypted. Asserts nothing.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

from assistant.app import App, open_app
from assistant.homekey import forget_key
from assistant.session.session import Session
from tests.benchmarks import startup
from tests.benchmarks.base import Figure, Findings, Scale, Table
from tests.benchmarks.tables import plain
from tests.benchmarks.turn import TURNS, WARMING_UP, messages, timed_turn
from tests.benchmarks.turn_homes import fill_facts
from tests.encryption import PASSPHRASE, begin_encrypted, open_by_command

KINDS: Mapping[str, Callable[[Path], None]] = {
    "plain": lambda _: None,
    "encrypted": begin_encrypted,
}
Times = dict[str, dict[str, list[float]]]


def measure_turns(facts: int, turns: int) -> Times:
    """Seconds of whole turns and of added facts by kind of home, one of each kind in turn."""
    times: Times = {kind: {"turn": [], "add": []} for kind in KINDS}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        opened: dict[str, tuple[App, Session]] = {}
        for kind, prepare in KINDS.items():
            home = Path(folder) / kind
            prepare(home)
            stack.callback(forget_key, home)
            app = stack.enter_context(open_app(home=home, answers=False))
            fill_facts(app, facts)
            opened[kind] = (app, app.session())
        for number, text in enumerate(messages(turns + WARMING_UP)):
            for kind, (app, session) in opened.items():
                taken = timed_turn(session, text)["whole turn"]
                began = time.perf_counter()
                app.facts.add(f"the printer {number} stands on floor {number}", "work")
                added = time.perf_counter() - began
                if number >= WARMING_UP:
                    times[kind]["turn"].append(taken)
                    times[kind]["add"].append(added)
    return times


def measure_starts(runs: int) -> dict[str, list[float]]:
    """Seconds of `facts list` by kind of home; the encrypted one pays Argon2id as a person does."""
    from assistant.paths import resolve_paths
    from assistant.storage.encryption import access
    from assistant.storage.encryption.conversion import Home, encrypt

    commands = ("facts", "list")
    with tempfile.TemporaryDirectory() as folder:
        environments = {}
        for kind in KINDS:
            home = Path(folder) / kind
            environments[kind] = {**os.environ, "ASSISTANT_HOME": str(home)}
            for fact in startup.FACTS:
                startup.run((startup.ASSISTANT, "facts", "add", fact), environments[kind])
            if kind == "encrypted":
                encrypt(
                    Home.of(resolve_paths(home)),
                    lambda key, state: access.by_passphrase(key, PASSPHRASE, state),
                )
                open_by_command(home)
        times: dict[str, list[float]] = {kind: [] for kind in KINDS}
        for number in range(runs + 1):
            for kind, environment in environments.items():
                seconds = startup.run((startup.ASSISTANT, *commands), environment)
                if number:
                    times[kind].append(seconds)
    return times


def measure_conversion(facts: int) -> tuple[float, float, float]:
    """Seconds to encrypt and to decrypt a home of so many facts, and its size in MB."""
    from assistant.storage.encryption import access, header
    from assistant.storage.encryption.conversion import Home, decrypt, encrypt

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        with open_app(home=home, answers=False) as app:
            fill_facts(app, facts)
        where = Home.of(app.paths)
        size = where.database.stat().st_size / 1e6
        began = time.perf_counter()
        key = encrypt(where, lambda key, state: access.by_passphrase(key, PASSPHRASE, state))
        encrypted = time.perf_counter()
        found = header.read(home)
        assert found is not None
        decrypt(where, found, key)
        return encrypted - began, time.perf_counter() - encrypted, size


def turns_table(times: Times, facts: int) -> Table:
    rows = []
    for work in ("turn", "add"):
        cells = [1000 * percentile(times[kind][work], p) for kind in KINDS for p in (0.5, 0.95)]
        rows.append((work, *cells, cells[3] / cells[1]))
    columns = ("work", "plain p50", "plain p95", "encrypted p50", "encrypted p95", "p95, ×")
    return Table(f"A plain and an encrypted home of {facts:,} facts, ms", columns, tuple(rows))


def starts_table(times: Mapping[str, list[float]]) -> Table:
    rows = tuple((kind, 1000 * statistics.median(taken)) for kind, taken in times.items())
    return Table("`facts list` from the shell, the key by passphrase", ("home", "median, ms"), rows)


def percentile(seconds: list[float], share: float) -> float:
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))]


def findings(scale: Scale) -> Findings:
    facts, turns = (1_000, 12) if scale.quick else (10_000, TURNS)
    times, starts = measure_turns(facts, turns), measure_starts(3 if scale.quick else 11)
    there, back, size = measure_conversion(facts)
    p95 = {kind: 1000 * percentile(times[kind]["turn"], 0.95) for kind in KINDS}
    medians = {kind: 1000 * statistics.median(taken) for kind, taken in starts.items()}
    figures = (
        Figure("time", f"a turn in an encrypted home, {facts:,} facts, p95", p95["encrypted"], "ms",
               others={"plain": p95["plain"]}),
        Figure("time", "`facts list` in an encrypted home", medians["encrypted"], "ms",
               others={"plain": medians["plain"]}),
        Figure("time", f"to encrypt a home of {size:.0f} MB", there, "s"),
        Figure("time", "… and to decrypt it", back, "s"),
    )  # fmt: skip
    return Findings(figures, (turns_table(times, facts), starts_table(starts)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--facts", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=11)
    options = parser.parse_args()
    print(plain(turns_table(measure_turns(options.facts, TURNS), options.facts)))
    print(plain(starts_table(measure_starts(options.runs))))
    there, back, size = measure_conversion(options.facts)
    print(f"encrypted in {there:.2f} s, decrypted in {back:.2f} s: {size:.1f} MB")


if __name__ == "__main__":
    main()
