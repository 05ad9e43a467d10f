"""What packs' sources add to a turn (K2), beside the same turn with a pack that brings none.

    python -m tests.benchmarks.context [--turns 30]

Six sources that take 100 ms each, one that does not answer, and the turns after that while it still
does not; then how long the program takes to end when Ctrl-C comes while it waits for one. The same
messages go to all homes in turn, so that a machine whose speed drifts slows all alike. Nothing is
asserted.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from pathlib import Path

from assistant.app import App, open_app
from assistant.session.session import Session
from tests.benchmarks.base import Figure, Findings, Scale, Table, at_most
from tests.benchmarks.replay import own_exchanges
from tests.benchmarks.tables import plain
from tests.packs.support import config_of, declare, write_pack

TURNS, WARMING_UP, LEAVES = 30, 5, 5
SIX, NEVER, STILL, LEAVING = (
    "six sources of 100 ms",
    "one source that never answers",
    "the turns after, while it does not",
    "from Ctrl-C to the end, waiting for a source",
)
LIMITS = {SIX: 110, NEVER: 310, STILL: 10, LEAVING: 500}
"""Milliseconds at most."""
CODE = """
import pathlib, threading, time

GO = threading.Event()

def slow(moment):
    time.sleep(0.1)
    return ["it came after 100 ms"]

def held(moment):
    GO.wait()
    return ["it came at last"]

def noted(moment):
    pathlib.Path(moment.text).touch()
    return held(moment)

def source(name, lines, **more):
    texts = {"en": name, "es": name}
    return Source(name, lines, cap=40, title=texts, reason=texts, always=True, **more)
"""
SOURCES = {
    "quiet": "()",
    "six": "tuple(source(f's{i}', slow) for i in range(6))",
    "never": "(source('never', held),)",
    "noted": "(source('noted', noted, deadline=5),)",
}


@dataclass(frozen=True, slots=True)
class Measured:
    """Milliseconds more than a turn without sources, by what was asked."""

    more: dict[str, list[float]] = field(default_factory=lambda: {n: [] for n in LIMITS})
    quiet: list[float] = field(default_factory=list)


def home_with(folder: Path, name: str) -> Path:
    """A home whose one pack has those sources."""
    home = folder / f"home-{name}"
    home.mkdir(mode=0o700)
    place = write_pack(folder, name, declare(name, sources=SOURCES[name]), CODE)
    (home / "config.toml").write_text(config_of([name], [place]), "utf-8")
    return home


def measure(turns: int = TURNS, leaves: int = LEAVES) -> Measured:
    """Every case, on the same messages in turn."""
    found = Measured()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        place = Path(folder)
        apps = {
            name: stack.enter_context(opened(place, name)) for name in ("quiet", "six", "never")
        }
        sessions = {name: app.session() for name, app in apps.items()}
        for n, (text, reply) in enumerate(islice(own_exchanges(), turns + WARMING_UP)):
            taken = {name: timed(sessions[name], text, reply) for name in ("quiet", "six")}
            taken["never"], taken["still"] = held(sessions["never"], text, reply)
            if n < WARMING_UP:
                continue
            found.quiet.append(taken["quiet"])
            for what, name in ((SIX, "six"), (NEVER, "never"), (STILL, "still")):
                found.more[what].append(taken[name] - taken["quiet"])
        if os.name == "posix":
            home = home_with(place, "noted")
            found.more[LEAVING] += [left(home, place / f"began-{n}") for n in range(leaves)]
    return found


def opened(folder: Path, name: str) -> App:
    return open_app(home=home_with(folder, name), answers=False)


def timed(session: Session, text: str, reply: str) -> float:
    """One whole turn beside its model, in milliseconds."""
    start = time.perf_counter()
    session.observe(text, reply)
    return (time.perf_counter() - start) * 1000


def held(session: Session, text: str, reply: str) -> tuple[float, float]:
    """A turn whose source does not answer, and the next one; then it answers."""
    go: threading.Event = import_module("made_never").GO
    go.clear()
    first, second = timed(session, text, reply), timed(session, text, reply)
    go.set()
    for thread in threading.enumerate():
        if thread.name.startswith("source "):
            thread.join()
    return first, second


def left(home: Path, began: Path) -> float:
    """Milliseconds that a program needs to end by Ctrl-C while a source makes it wait."""
    program = [sys.executable, "-m", "assistant.cli.main", "prompt", "--no-stdin", str(began)]
    running = subprocess.Popen(
        program,
        env={**os.environ, "ASSISTANT_HOME": str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not began.exists() and running.poll() is None:
        time.sleep(0.001)
    start = time.perf_counter()
    running.send_signal(signal.SIGINT)
    running.wait()
    return (time.perf_counter() - start) * 1000


def table(found: Measured) -> Table:
    """What each adds: median, the slowest of ten, the most."""
    rows = [
        (what, statistics.median(values), ninth(values), max(values), LIMITS[what])
        for what, values in given(found)
    ]
    quiet = statistics.median(found.quiet)
    columns = ("ms more than a turn without sources", "median", "p90", "most", "limit")
    return Table(f"Sources of a turn, which takes {quiet:.1f} ms without", columns, tuple(rows))


def given(found: Measured) -> Iterator[tuple[str, Sequence[float]]]:
    return ((what, values) for what, values in found.more.items() if values)


def ninth(values: Sequence[float]) -> float:
    return sorted(values)[int(len(values) * 0.9)] if len(values) > 1 else values[0]


def findings(scale: Scale) -> Findings:
    found = measure(5 if scale.quick else TURNS, 2 if scale.quick else LEAVES)
    figures = tuple(
        Figure("time", f"{what}, median", statistics.median(values), "ms", at_most(LIMITS[what]))
        for what, values in given(found)
    )
    return Findings(figures, (table(found),))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--turns", type=int, default=TURNS)
    print(plain(table(measure(parser.parse_args().turns))))


if __name__ == "__main__":
    main()
