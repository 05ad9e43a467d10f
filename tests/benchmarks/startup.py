"""How long each command takes to start, and `ask` beside `llm` on the same instant server.

    python -m tests.benchmarks.startup [--runs 11] [--no-llm] [--environments FOLDER] [--json]

Runs are interleaved, so that a machine whose speed drifts slows all alike; medians are printed with
their ratio to `python -c pass`. `llm` is installed in a throw-away environment. Asserts nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks import answers, embedding
from tests.benchmarks.base import Figure, Findings, Scale, Table, at_most
from tests.benchmarks.environments import compile_project, python_with, versions
from tests.benchmarks.tables import plain

ROOT = Path(__file__).parents[2]
ASSISTANT = str(Path(sys.executable).with_name("assistant"))
QUESTION = "Say ok."
NOTHING = "python -c pass"
FACTS = ("the deploy is on Thursdays", "trabaja en fintech", "prefers short answers")
COMMANDS: Mapping[str, Sequence[str]] = {
    NOTHING: (sys.executable, "-c", "pass"),
    "assistant --help": (ASSISTANT, "--help"),
    "assistant config path": (ASSISTANT, "config", "path"),
    "assistant config show": (ASSISTANT, "config", "show"),
    "assistant stats": (ASSISTANT, "stats"),
    "assistant facts": (ASSISTANT, "facts"),
    "assistant facts list": (ASSISTANT, "facts", "list"),
    "assistant sessions list": (ASSISTANT, "sessions", "list"),
    "assistant models list": (ASSISTANT, "models", "list"),
    "assistant prompt": (ASSISTANT, "prompt", QUESTION),
    "assistant ask": (ASSISTANT, "ask", QUESTION),
    "assistant ask -c": (ASSISTANT, "ask", "-c", QUESTION),
}
Times = dict[str, list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--no-llm", action="store_true", help="leave the other tool out")
    parser.add_argument("--environments", type=Path, help="made there, or found there ready")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environments = None if options.no_llm else options.environments or Path(folder)
        times = compare(options.runs, environments)
    print(json.dumps(times, indent=2) if options.json else plain(table(times)))


def compare(runs: int, environments: Path | None) -> Times:
    """Every command, and `llm` where there is a place to install it; all from byte code."""
    compile_project()
    with tempfile.TemporaryDirectory() as folder, instant_server(Path(folder)) as base_url:
        commands = dict(COMMANDS)
        environment = prepare_home(Path(folder), base_url)
        if environments:
            commands["llm"] = prepare_llm(Path(folder), environments, base_url)
        return measure(commands, environment, runs)


@contextmanager
def instant_server(folder: Path) -> Iterator[str]:
    """A chat server in a process of its own that answers at once; yields its address."""
    port_file = folder / "port"
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.servers.scripted", "--port-file", str(port_file)], cwd=ROOT
    )
    try:
        while not port_file.exists():
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port_file.read_text()}/v1"
    finally:
        server.terminate()
        server.wait()


def prepare_home(folder: Path, base_url: str) -> dict[str, str]:
    """An environment whose assistant asks that server, with a database that has been used."""
    environment = {
        **os.environ,
        "ASSISTANT_HOME": str(folder / "home"),
        "ASSISTANT_MODEL": "scripted-model",
        "LLM_USER_PATH": str(folder / "llm-home"),
        "OPENAI_BASE_URL": base_url,
        "OPENAI_API_KEY": "none",
    }
    for _ in range(3):
        run((ASSISTANT, "ask", "-c", QUESTION), environment)
    for fact in FACTS:
        run((ASSISTANT, "facts", "add", fact), environment)
    return environment


def prepare_llm(folder: Path, environments: Path, base_url: str) -> Sequence[str]:
    """Install `llm` unless it is there, and show it the same server; returns its command."""
    python = python_with(environments, "llm", "llm")
    home = folder / "llm-home"
    home.mkdir()
    home.joinpath("extra-openai-models.yaml").write_text(
        f"- model_id: scripted\n  model_name: scripted-model\n  api_base: {base_url}\n"
    )
    return (str(python.with_name("llm")), "-m", "scripted", QUESTION)


def measure(
    commands: Mapping[str, Sequence[str]], environment: Mapping[str, str], runs: int
) -> Times:
    """Seconds of each run of each command, one of each in turn, after one that is not counted."""
    times: Times = {name: [] for name in commands}
    for number in range(runs + 1):
        for name, words in commands.items():
            seconds = run(words, environment)
            if number:
                times[name].append(seconds)
    return times


def run(words: Sequence[str], environment: Mapping[str, str]) -> float:
    started = time.perf_counter()
    ended = subprocess.run(
        words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    seconds = time.perf_counter() - started
    if ended.returncode:
        raise SystemExit(f"{' '.join(words)} ended with {ended.returncode}: {ended.stderr}")
    return seconds


def table(times: Times) -> Table:
    base, llm = statistics.median(times[NOTHING]), times.get("llm")
    rows = []
    for name, seconds in times.items():
        median = statistics.median(seconds)
        beside = median / statistics.median(llm) if llm else None
        spread = (1000 * median, 1000 * min(seconds), 1000 * max(seconds))
        rows.append((name, *spread, median / base, beside))
    columns = ("command", "median, ms", "min", "max", f"× {NOTHING}", "× llm")
    return Table("From the shell to the prompt again", columns, tuple(rows))


def findings(scale: Scale) -> Findings:
    times = compare(3 if scale.quick else 11, scale.environments)
    costs = answers.measure(2 if scale.quick else 5)
    embedded = embedding.measure()
    medians = {name: statistics.median(seconds) for name, seconds in times.items()}
    asking, llm, base = medians["assistant ask"], medians["llm"], medians[NOTHING]
    figures = (
        Figure("time", "`--help`", medians["assistant --help"] / base, "× `python -c pass`"),
        Figure("time", "`facts list`", medians["assistant facts list"] / base, "× `python -c pass`"),
        Figure("time", "`ask`, instant server", 1000 * asking, "ms", headline=True,
               others={"llm": 1000 * llm}),
        Figure("time", "… of llm's time", asking / llm, "×", at_most(1.0)),
        Figure("time", "`ask`, the first in a new home", 1000 * costs.first, "ms"),
        Figure("time", "`ask`, an answer given again", 1000 * costs.kept, "ms"),
        Figure("time", "first embedding in a new process", embedded[-1].first, "s", at_most(0.5)),
    )  # fmt: skip
    kept = ", ".join(costs.imported) or "none of the heavy packages"
    python = python_with(scale.environments, "llm")
    return Findings(
        figures,
        (table(times), embedding.table(embedded)),
        (f"An answer given again imports {kept}; a computed one takes {costs.computed:.2f} s.",),
        versions(python, "llm"),
    )


if __name__ == "__main__":
    if not shutil.which(ASSISTANT):
        raise SystemExit("install the package first: `make install`")
    main()
