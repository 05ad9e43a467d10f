"""Homes that a server has open: few, whoever comes (U5)."""

from __future__ import annotations

import gc
import sqlite3
import weakref
from contextlib import closing
from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.server import homes as module
from assistant.server.caller import Caller
from assistant.server.homes import Homes
from assistant.server.running import PAGES
from assistant.storage.open import share_memory


def test_closed_homes_are_let_go_of_without_waiting_for_python_to_look_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "OPEN", 1)
    monkeypatch.setattr(module, "SWEPT", 2)
    alive = []
    gc.disable()
    try:
        with open_app(home=tmp_path / "home", answers=False) as app:
            homes = Homes(app)
            for n in range(7):
                with homes.lease(Caller(f"p{n}", "client", "free")) as home:
                    alive.append(weakref.ref(home.app))
                del home
            held = [n for n, each in enumerate(alive) if each() is not None]
            homes.close()
    finally:
        gc.enable()
    assert held == [6]  # six were closed, and looked through after every second


def test_all_homes_together_keep_a_bounded_part_of_their_files_in_memory() -> None:
    with closing(sqlite3.connect(":memory:")) as database:
        before = database.execute("PRAGMA soft_heap_limit").fetchone()[0]
        try:
            share_memory(PAGES)
            assert database.execute("PRAGMA soft_heap_limit").fetchone()[0] == PAGES
        finally:
            database.execute(f"PRAGMA soft_heap_limit = {before}")
