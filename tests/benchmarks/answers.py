"""What a kept answer costs: python -m tests.benchmarks.answers [--runs 5]

Asks the instant loopback server, then the same question again: the time of each, and whether the
second imports the model's client.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.servers.scripted import Reply, ScriptedServer

QUESTION = "how do I rename a git branch"
HEAVY = ("openai", "tiktoken", "numpy", "prompt_toolkit", "pint", "simplemma")


def run(words: Sequence[str], environment: Mapping[str, str]) -> float:
    """Seconds that a command takes."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "assistant.cli.main", *words],
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    return time.perf_counter() - start


def imported(words: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Those of the heavy packages that a command imports."""
    ended = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "assistant.cli.main", *words],
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    names = {line.rsplit("|", 1)[-1].strip() for line in ended.stderr.splitlines()}
    return [name for name in HEAVY if name in names]


def environment_of(home: Path, server: ScriptedServer) -> dict[str, str]:
    """A home of its own whose model is the server."""
    return {
        **os.environ,
        "ASSISTANT_HOME": str(home),
        "OPENAI_BASE_URL": server.base_url,
        "OPENAI_API_KEY": "sk-test-0000",
        "ASSISTANT_MODEL": "scripted-model",
    }


@dataclass(frozen=True, slots=True)
class Costs:
    """Medians in seconds of `ask`: the first in a home, asking the model, giving a kept answer
    again, computing one. ``imported``: the heavy packages that a kept answer loads."""

    first: float
    asked: float
    kept: float
    computed: float
    imported: tuple[str, ...]


def measure(runs: int) -> Costs:
    with tempfile.TemporaryDirectory() as folder, ScriptedServer(Reply("git branch -m")) as server:
        homes = [environment_of(Path(folder) / f"home-{n}", server) for n in range(runs)]
        first = [run(["ask", QUESTION], home) for home in homes]
        environment = homes[0]

        def median(*words: str) -> float:
            return statistics.median(run(["ask", *words], environment) for _ in range(runs))

        return Costs(
            statistics.median(first),
            asked=median("--fresh", QUESTION),
            kept=median(QUESTION),
            computed=median("15% of 240"),
            imported=tuple(imported(["ask", QUESTION], environment)),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    costs = measure(parser.parse_args().runs)
    print(f"first in a home {costs.first:.3f} s, asked {costs.asked:.3f} s, kept {costs.kept:.3f} s"
          f" ({costs.kept / costs.asked:.2f} of it), computed {costs.computed:.3f} s")  # fmt: skip
    print("imported by a kept answer:", ", ".join(costs.imported) or "none")


if __name__ == "__main__":
    main()
