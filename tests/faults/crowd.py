"""Many processes that talk to one home at once, all killed in the end."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.faults.invariants import check
from tests.faults.kills import run_and_kill


@dataclass(frozen=True, slots=True)
class QuestionGroups:
    """How a run went: what was acknowledged, and how many processes gave up by themselves."""

    turns: int
    facts: int
    gave_up: tuple[str, ...]


def crowd(home: Path, processes: int, seconds: float) -> QuestionGroups:
    """``processes`` conversations at once for ``seconds``, then SIGKILL for all, then the check.

    Raises AssertionError at the first loss.
    """
    said = run_and_kill(home, processes, 0.0)  # it prepares the embedder's tables for all
    environment = {**os.environ, "ASSISTANT_HOME": str(home), "OPENBLAS_NUM_THREADS": "1"}
    with ExitStack() as stack:
        members = [_member(stack, seed, environment) for seed in range(processes)]
        time.sleep(seconds)
        gave_up = [_text(m.err) for m in members if m.process.poll() is not None]
        for member in members:
            member.process.kill()
        for member in members:
            member.process.wait()
            said.hear(_text(member.out).splitlines(keepends=True))
    check(home, said, {})
    return QuestionGroups(sum(said.turns.values()), len(said.facts), tuple(gave_up))


@dataclass(frozen=True, slots=True)
class _Member:
    process: subprocess.Popen[bytes]
    out: IO[bytes]
    err: IO[bytes]


def _member(stack: ExitStack, seed: int, environment: dict[str, str]) -> _Member:
    out = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 -- closed by the stack
    err = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 -- closed by the stack
    command = [sys.executable, "-m", "tests.faults.replayer", str(seed)]
    return _Member(subprocess.Popen(command, stdout=out, stderr=err, env=environment), out, err)


def _text(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode()
