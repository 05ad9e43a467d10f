"""Stores that are closed while other threads use them: an error there, and never a crash."""

from __future__ import annotations

from pathlib import Path

from tests.storage.conftest import run

HAMMER = """
import threading
from contextlib import suppress

def use(stores, started):
    with suppress(Exception):
        while True:
            stores.facts.search(["largo"], 50)
            with stores.transaction():
                stores.keyvalue.put("n", "k", "largo " * 50)
            started.set()

for round in range(12):
    stores = open_home()
    if not round:
        for n in range(40):
            stores.facts.add(fact("largo " * 20, id=str(n)))
    started = threading.Event()
    threads = [threading.Thread(target=use, args=(stores, started)) for _ in range(3)]
    for thread in threads:
        thread.start()
    started.wait()
    stores.close()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
print("whole", open_home().check())
"""


def test_closing_while_others_read_and_write_ends_them_with_an_error(path: Path) -> None:
    assert run(path, HAMMER).splitlines()[-1] == "whole []"
