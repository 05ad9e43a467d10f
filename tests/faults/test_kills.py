"""kill -9 at random instants of a conversation loses nothing that was acknowledged (C3, A5)."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.storage.sqlite.seals import allow_seals
from tests.faults.conftest import Prepare
from tests.faults.invariants import check
from tests.faults.kills import kill_often, run_and_kill

KILLS = int(os.environ.get("ASSISTANT_TEST_KILLS", "200"))


@pytest.mark.heavy
@pytest.mark.slow
def test_C3_A5_kills_at_random_instants_lose_nothing(
    tmp_path: Path, home: Path, prepare: Prepare
) -> None:
    assert kill_often(tmp_path, KILLS, prepare=prepare) > 0


def test_a_kill_in_the_middle_of_a_turn(home: Path, prepare: Prepare) -> None:
    prepare(home)
    check(home, run_and_kill(home, 1, 0.5), {})


def test_S3_the_database_itself_refuses_to_edit_a_summary(home: Path) -> None:
    with open_app(home=home, answers=False) as app:
        session = app.session()
        session.observe("¿qué es un rebase?", "Reescribe commits.")
        session.end()
        app.stores.flush()
    with sqlite3.connect(home / "assistant.db") as raw:
        allow_seals(raw)
        with pytest.raises(sqlite3.Error, match="S3"):
            raw.execute("UPDATE segments SET topic = 'another'")
