"""What a turn costs beside its model, stage by stage, in a warm process.

    python -m tests.benchmarks.turn [FACTS ...]        default: 100 1000 10000

Each home holds that many invented facts; then 60 turns of a conversation are observed. Times are
milliseconds, median and 95th percentile. Nothing is asserted.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

from assistant.app import App, open_app
from assistant.records import Fact
from assistant.session import turn as stages
from assistant.session.base import TurnInput
from assistant.session.commit import commit
from assistant.session.session import Session

SUBJECTS = [
    "el servidor de pagos",
    "mi hermana",
    "the billing script",
    "our staging box",
    "la oficina",
    "my bike",
]
VERBS = ["corre", "vive en", "depends on", "is painted", "usa", "cuesta", "starts at", "se llama"]
VALUES = [
    "Postgres",
    "Rosario",
    "Tuesday",
    "azul",
    "Kafka",
    "40 euros",
    "nueve y media",
    "Ñandú",
    "Debian",
    "Caddy",
]
MESSAGES = (
    "¿qué día es el deploy del servidor de pagos?",
    "recordá que la impresora {n} está en el piso {n}",
    "how do I rotate the logs of nginx?",
    "otra cosa, ¿qué cocino hoy con calabaza?",
    "and what about the oven temperature",
    "ok gracias",
)
TURNS = 60


def fill(app: App, count: int) -> None:
    """That many invented facts, with their vectors."""
    rng = random.Random(3)
    now = datetime.now(UTC)
    with app.stores.transaction():
        for n in range(count):
            text = f"{rng.choice(SUBJECTS)} {n} {rng.choice(VERBS)} {rng.choice(VALUES)} {rng.randrange(9999)}"
            app.stores.facts.add(Fact(f"{n:012x}", "work", text, "high", "explicit", now, now))
    app.memory.facts.embed_missing(lambda _done, _total: None)


def timed_turn(session: Session, text: str) -> dict[str, float]:
    """One observed turn, taken apart."""
    clock = time.perf_counter
    begin = clock()
    session.renew()
    now = session._kit.clock()
    drafted = stages.draft(session._kit, session.conversation, TurnInput(text), now)
    read = clock()
    prompt = stages.build_prompt(session._kit, drafted)
    built = clock()
    reply = stages.given_reply("Una respuesta corta sobre eso, con dos o tres datos.")
    commit(session._kit, drafted, reply, prompt, keep=True)
    session._advance()
    end = clock()
    return {
        "embed, topics, signals, plan": read - begin,
        "recall, summaries, assemble": built - read,
        "commit": end - built,
        "whole turn": end - begin,
    }


def measure(count: int) -> dict[str, list[float]]:
    """Seconds of each stage over the turns."""
    times: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, open_app(home=Path(folder), answers=False) as app:
        fill(app, count)
        session = app.session()
        for n in range(TURNS + 6):
            stages_of = timed_turn(session, MESSAGES[n % len(MESSAGES)].format(n=n))
            if n >= 6:  # the first turns warm up
                for stage, seconds in stages_of.items():
                    times[stage].append(seconds)
    return times


def main() -> None:
    sizes = [int(word) for word in sys.argv[1:]] or [100, 1_000, 10_000]
    print(f"{'facts':>8}  {'stage':32}  {'p50 ms':>8}  {'p95 ms':>8}")
    for size in sizes:
        for stage, seconds in measure(size).items():
            ordered = sorted(seconds)
            p50, p95 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
            print(f"{size:8,}  {stage:32}  {p50 * 1000:8.1f}  {p95 * 1000:8.1f}")


if __name__ == "__main__":
    main()
