"""What a turn costs beside its model, stage by stage, in a warm process.

    python -m tests.benchmarks.turn [--facts 100 1000 10000] [--segments 10 100 1000]

Each home holds that many invented facts, or closed summaries of other conversations; then 150 turns
of our own dialogues are observed, one in six telling a fact. Times are milliseconds, median and 95th percentile. Nothing is
asserted.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from assistant.app import App, open_app
from assistant.session import turn as stages
from assistant.session.base import TurnInput
from assistant.session.commit import commit
from assistant.session.prompting import build_prompt
from assistant.session.session import Session
from tests.benchmarks.base import Figure, Findings, Scale, Table, at_most
from tests.benchmarks.replay import own_exchanges
from tests.benchmarks.tables import plain
from tests.benchmarks.turn_homes import fill_facts, fill_segments

TURNS, WARMING_UP = 150, 30
STAGES = ("embed", "policies", "recall", "assemble", "commit", "whole turn")
TOLD = "recordá que la impresora {n} está en el piso {n}"
EVERY = 6
"""One message in so many tells a fact."""
What = Literal["facts", "segments"]


@dataclass(frozen=True, slots=True)
class Row:
    """One stage with so many facts or segments: milliseconds."""

    what: What
    size: int
    stage: str
    p50: float
    p95: float


@contextmanager
def clocked(owner: Any, method: str) -> Iterator[list[float]]:
    """The seconds of each call of a method while inside."""
    real: Callable[..., Any] = getattr(owner, method)
    taken: list[float] = []

    def timed(*arguments: Any, **named: Any) -> Any:
        start = time.perf_counter()
        try:
            return real(*arguments, **named)
        finally:
            taken.append(time.perf_counter() - start)

    setattr(owner, method, timed)
    try:
        yield taken
    finally:
        setattr(owner, method, real)


def timed_turn(session: Session, text: str) -> dict[str, float]:
    """One observed turn, taken apart; what recall and commit embed counts there."""
    clock, services = time.perf_counter, session._services
    begin = clock()
    session.renew()
    with clocked(services.memory._embedder, "embed") as embeds:
        drafted = stages.draft(services, session.conversation, TurnInput(text), services.clock())
    read = clock()
    with clocked(services.memory, "recall") as recalls:
        prompt = build_prompt(services, drafted)
    built = clock()
    reply = stages.given_reply("Una respuesta corta sobre eso, con dos o tres datos.")
    commit(services, drafted, reply, prompt, keep=True)
    session._advance()
    end = clock()
    parts = (sum(embeds), read - begin - sum(embeds), sum(recalls), built - read - sum(recalls),
             end - built, end - begin)  # fmt: skip
    return dict(zip(STAGES, parts, strict=True))


def measure(what: What, size: int, turns: int = TURNS) -> list[Row]:
    """Every stage at one size."""
    fill: Callable[[App, int], None] = fill_facts if what == "facts" else fill_segments
    times: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, open_app(home=Path(folder), answers=False) as app:
        fill(app, size)
        session = app.session()
        for n, text in enumerate(messages(turns + WARMING_UP)):
            taken = timed_turn(session, text)
            if n >= WARMING_UP:
                for stage, seconds in taken.items():
                    times[stage].append(seconds)
    return [Row(what, size, stage, *_percentiles(times[stage])) for stage in STAGES]


def messages(count: int) -> Iterator[str]:
    """What people type: our own dialogues, and now and then something to remember."""
    for n, (text, _) in enumerate(islice(own_exchanges(), count)):
        yield TOLD.format(n=n) if n % EVERY == EVERY - 1 else text


def _percentiles(seconds: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(seconds)
    return ordered[len(ordered) // 2] * 1000, ordered[int(len(ordered) * 0.95)] * 1000


def table(rows: Sequence[Row]) -> Table:
    """A line a size, the median and the 95th percentile of every stage; then how it grows."""
    what = rows[0].what
    whole = by_size(rows, "whole turn")
    lines = []
    for size, row in whole.items():
        cells = [f"{s.p50:.1f} / {s.p95:.1f}" for s in rows if s.size == size]
        before = whole.get(size // 10)
        lines.append((size, *cells, row.p50 / before.p50 if before else None))
    columns = (what, *STAGES, "growth of the median")
    return Table(f"A turn by {what}: p50 / p95 in ms", columns, tuple(lines))


def by_size(rows: Sequence[Row], stage: str) -> Mapping[int, Row]:
    return {row.size: row for row in rows if row.stage == stage}


def findings(scale: Scale) -> Findings:
    turns = 12 if scale.quick else TURNS
    sizes: Mapping[What, Sequence[int]] = {
        "facts": (100, 1_000) if scale.quick else (100, 1_000, 10_000, 100_000),
        "segments": (10, 100) if scale.quick else (10, 100, 1_000, 10_000),
    }
    rows = {
        what: [r for n in found for r in measure(what, n, turns)] for what, found in sizes.items()
    }
    figures: list[Figure] = []
    for what, found in rows.items():
        whole = by_size(found, "whole turn")
        for size in (10_000, 100_000, max(whole)):
            if size in whole and not any(f"{size:,} {what}" in f.name for f in figures):
                limit = at_most(30) if (what, size) == ("facts", 10_000) else None
                name = f"a turn beside its model, {size:,} {what}, p95"
                figures.append(
                    Figure("time", name, whole[size].p95, "ms", limit, headline=limit is not None)
                )
    remark = "“Growth” is the whole turn's median over that of a tenth of the size."
    return Findings(tuple(figures), tuple(map(table, rows.values())), (remark,))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--facts", type=int, nargs="*", default=[100, 1_000, 10_000])
    parser.add_argument("--segments", type=int, nargs="*", default=[])
    options = parser.parse_args()
    sizes: Mapping[What, list[int]] = {"facts": options.facts, "segments": options.segments}
    for what, found in sizes.items():
        if found:
            print(plain(table([row for size in found for row in measure(what, size)])))


if __name__ == "__main__":
    main()
