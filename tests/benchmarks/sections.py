"""The sections of the report, in the order in which they run: the heaviest last.

A section is a module of this folder with ``findings(scale)``. It runs in a process of its own, so
that imports and memory are its own, and a failure too:

    python -m tests.benchmarks.sections NAME --environments FOLDER --into FILE [--quick]
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.benchmarks.base import Findings, Scale
from tests.benchmarks.environments import ROOT
from tests.benchmarks.machine import Work

LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class Section:
    """``module`` is in ``tests.benchmarks``."""

    title: str
    module: str


SECTIONS: Mapping[str, Section] = {
    "quality": Section("Memory quality", "quality"),
    "secrets": Section("Secrets, and what is taken for one", "secrets"),
    "cost": Section("Tokens, and what a cache keeps", "cost"),
    "startup": Section("Starting, and `ask` beside llm", "startup"),
    "beside": Section("The fact memory beside mem0", "beside"),
    "tools": Section("Tools", "tools"),
    "context": Section("Sources of a turn", "context"),
    "faults": Section("Kills, power cuts, full disks, flipped bits, crowds", "faults"),
    "fuzz": Section("Fuzzing", "fuzzing"),
    "small": Section("What the embedded model can do", "small"),
    "hostile": Section("Hostile attempts", "hostile"),
    "facts": Section("Facts by size", "facts"),
    "encryption": Section("Encryption at rest", "encryption"),
    "trading": Section("The words of the trading pack", "trading_words"),
    "market": Section("The trading pack's tools", "trading"),
    "paper": Section("The trading pack's paper account", "trading_paper"),
    "turn": Section("A turn, stage by stage", "turn"),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a section: its findings, or why there are none."""

    name: str
    seconds: float
    findings: Findings = field(default_factory=Findings)
    failure: str = ""
    others: float | None = None
    """The share of the processors that other programs used meanwhile."""

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "seconds": round(self.seconds, 1),
            "processors used by others": self.others,
            "failure": self.failure,
            **self.findings.as_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outcome:
        return cls(
            data["name"],
            data["seconds"],
            Findings.from_json(data),
            data["failure"],
            data["processors used by others"],
        )


def run(name: str, scale: Scale, folder: Path) -> Outcome:
    """One section in a process of its own. Never raises for what fails in it."""
    into = folder / f"{name}.json"
    words = [sys.executable, "-m", "tests.benchmarks.sections", name, "--into", str(into)]
    words += ["--environments", str(scale.environments), *(["--quick"] if scale.quick else [])]
    environment = {
        **os.environ,
        "OPENBLAS_NUM_THREADS": "1",
        "ASSISTANT_HOME": str(folder / "home"),
    }
    before, start = Work.now(), time.perf_counter()
    ended = subprocess.run(words, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True)
    seconds = time.perf_counter() - start
    others = Work.now().by_others_since(before, seconds)
    if ended.returncode or not into.exists():
        return Outcome(name, seconds, failure=reason(ended.stderr), others=others)
    findings = Findings.from_json(json.loads(into.read_text("utf-8")))
    return Outcome(name, seconds, findings, others=others)


def reason(stderr: str) -> str:
    """The last line that says something, without an end."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    return (lines[-1] if lines else "it ended without a word")[:LONGEST_REASON]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("name", choices=SECTIONS)
    parser.add_argument("--environments", type=Path, required=True)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    module = importlib.import_module(f"tests.benchmarks.{SECTIONS[options.name].module}")
    try:
        found: Findings = module.findings(Scale(options.quick, options.environments))
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error}: {reason(error.stderr or '')}")
    options.into.write_text(json.dumps(found.as_json()), "utf-8")


if __name__ == "__main__":
    main()
