"""kill -9 at random instants of a conversation loses nothing that was acknowledged (C3, A5)."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.records import Segment

KILLS = int(os.environ.get("ASSISTANT_TEST_KILLS", "200"))


def run_and_kill(home: Path, seed: int, after: float) -> tuple[list[str], dict[str, int]]:
    """Facts that were acknowledged, and the last acknowledged turn of each conversation."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.replayer", str(seed)],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "ASSISTANT_HOME": str(home), "OPENBLAS_NUM_THREADS": "1"},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    timer = threading.Timer(after, process.kill)
    timer.start()
    facts, turns = [], {}
    for line in process.stdout:
        words = line.split()
        if line.endswith("\n") and words[0] == "fact":
            facts.append(words[1])
        elif line.endswith("\n") and words[0] == "turn" and len(words) == 3:
            turns[words[2]] = int(words[1])
    timer.cancel()
    process.wait()
    return facts, turns


def check(home: Path, facts: list[str], turns: dict[str, int], known: dict[str, Segment]) -> None:
    """No half turn, none both raw and summed up, no summary edited, no fact lost."""
    with open_app(home=home, answers=False) as app:
        stored = {fact.id for fact in app.stores.facts.all(retired=True)}
        assert set(facts) <= stored
        for conversation in app.stores.conversations.all():
            rows = app.stores.conversations.messages(conversation.id)
            by_turn: dict[int, list[str]] = {}
            for row in rows:
                by_turn.setdefault(row.turn_number, []).append(row.role)
                assert bool(row.content) != bool(row.summarized_at)
            assert all(sorted(pair) == ["assistant", "user"] for pair in by_turn.values())
            assert sorted(by_turn) == list(range(1, conversation.turn_count + 1))
            assert conversation.turn_count >= turns.get(conversation.id, 0)
            summed_up = {row.turn_number for row in rows if row.summarized_at}
            segments = app.stores.segments.all(conversation.id)
            covered = [n for s in segments for n in range(s.first_turn, s.last_turn + 1)]
            assert len(covered) == len(set(covered)), "no turn in two summaries"
            assert set(covered) == summed_up
            for segment in segments:
                assert known.setdefault(segment.id, segment) == segment, "no summary was edited"
        assert app.stores.check() == []


@pytest.mark.slow
def test_C3_A5_kills_at_random_instants_lose_nothing(home: Path) -> None:
    rng = random.Random(7)
    known: dict[str, Segment] = {}
    facts: list[str] = []
    for seed in range(KILLS):
        if seed % 25 == 0:  # a home of its own now and then: its first moments are tried too
            home, known, facts = home.with_name(f"home-{seed}"), {}, []
        noted, turns = run_and_kill(home, seed, rng.uniform(0.0, 0.6))
        facts += noted
        check(home, facts, turns, known)


def test_a_kill_in_the_middle_of_a_turn(home: Path) -> None:
    facts, turns = run_and_kill(home, 1, 0.5)
    check(home, facts, turns, {})


def test_S3_the_database_itself_refuses_to_edit_a_summary(home: Path) -> None:
    with open_app(home=home, answers=False) as app:
        session = app.session()
        session.observe("¿qué es un rebase?", "Reescribe commits.")
        session.end()
        app.stores.flush()
    with sqlite3.connect(home / "assistant.db") as raw, pytest.raises(sqlite3.Error, match="S3"):
        raw.execute("UPDATE segments SET topic = 'another'")
