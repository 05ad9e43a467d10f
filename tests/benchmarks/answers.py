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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder, ScriptedServer(Reply("git branch -m")) as server:
        environment = environment_of(Path(folder) / "home", server)
        run(["ask", "--fresh", QUESTION], environment)
        asked = [run(["ask", "--fresh", QUESTION], environment) for _ in range(runs)]
        kept = [run(["ask", QUESTION], environment) for _ in range(runs)]
        known = [run(["ask", "15% of 240"], environment) for _ in range(runs)]
        print(f"asked {statistics.median(asked):.3f} s, kept {statistics.median(kept):.3f} s"
              f" ({statistics.median(kept) / statistics.median(asked):.2f} of it),"
              f" computed {statistics.median(known):.3f} s")  # fmt: skip
        print("imported by a kept answer:", imported(["ask", QUESTION], environment) or "none")


if __name__ == "__main__":
    main()
