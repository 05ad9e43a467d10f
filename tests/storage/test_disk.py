"""A disk without room: nothing by halves, and a clear word."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from assistant.errors import StorageUnavailable
from tests.contract.samples import NOW, fact
from tests.storage.conftest import ROOT, SCRIPT, Opener, run


def fill_up(stores: object) -> None:
    """No page may be added any more, as on a full disk."""
    with stores._database.reading() as connection:  # type: ignore[attr-defined]
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")


def test_a_full_disk_undoes_the_transaction_and_says_so(open_home: Opener) -> None:
    stores = open_home()
    before = fact("antes")
    stores.facts.add(before)
    fill_up(stores)

    def too_much() -> None:
        with stores.transaction():
            stores.keyvalue.put("n", "k", 1)
            for n in range(500):
                stores.facts.add(fact(f"{n} " + "largo " * 200))

    with pytest.raises(StorageUnavailable, match="full") as caught:
        too_much()
    assert "space" in caught.value.hint
    assert stores.facts.all() == [before]
    assert stores.keyvalue.get("n", "k", now=NOW) is None
    stores.close()
    again = open_home()
    again.facts.add(fact("después"))
    assert len(again.facts.all()) == 2
    assert again.check() == []


def test_a_transaction_that_was_undone_does_not_go_on(open_home: Opener) -> None:
    """SQLite may undo everything by itself: what follows must not be written alone."""
    stores = open_home()

    def careless() -> None:
        with stores.transaction():
            stores.facts.add(fact("primero"))
            with stores._database.reading() as connection:
                connection.execute("ROLLBACK")  # as SQLite does after some failures
            with suppress(StorageUnavailable):
                stores.facts.add(fact("segundo"))
            with suppress(StorageUnavailable):
                stores.keyvalue.put("n", "k", 1)

    with pytest.raises(StorageUnavailable, match="undone"):
        careless()
    assert stores.facts.all() == []
    assert stores.keyvalue.get("n", "k", now=NOW) is None
    stores.facts.add(fact("tercero"))
    assert len(stores.facts.all()) == 1


LIMITED = """
import resource
from assistant.errors import StorageUnavailable
stores = open_home()
stores.facts.add(fact("antes"))
room = max(os.path.getsize(path), os.path.getsize(path + "-wal")) + 30_000
resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
done = 0
try:
    while True:
        with stores.transaction():
            stores.facts.add(fact("largo " * 200, id=f"{done}a"))
            stores.facts.add(fact("largo " * 200, id=f"{done}b"))
        done += 1
except StorageUnavailable as error:
    print(done, error.hint)
"""


def test_a_file_that_cannot_grow_loses_nothing_acknowledged(open_home: Opener, path: Path) -> None:
    done, *hint = run(path, LIMITED).split()
    assert "halves;" in hint or "halves." in hint
    assert len(open_home().facts.all()) == 1 + 2 * int(done)


SMALL_DISK = """
from assistant.errors import AssistantError
done = 0
try:
    stores = open_home()
    while True:
        with stores.transaction():
            stores.facts.add(fact("largo " * 200, id=f"{done}a"))
            stores.facts.add(fact("largo " * 200, id=f"{done}b"))
        done += 1
except AssistantError as error:
    print(done, type(error).__name__, error.message)
os.remove(os.path.join(os.path.dirname(path), "ballast"))
again = open_home()
print(len(again.facts.all()), again.check())
again.facts.add(fact("hay lugar otra vez"))
"""


def mount_and_run(folder: Path, size: int) -> str:
    """The body above on a file system of ``size`` bytes, in a mount space of its own."""
    script = SCRIPT + SMALL_DISK
    command = (
        f"mount -t tmpfs -o size={size},mode=700 tmpfs {folder}"
        f" && head -c 100000 /dev/zero > {folder}/ballast"
        f' && exec "$0" -c "$1" {folder}/assistant.db'
    )
    done: subprocess.CompletedProcess[str] = subprocess.run(
        ["unshare", "-m", "sh", "-c", command, sys.executable, script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if "mount" in done.stderr or "unshare" in done.stderr:
        pytest.skip("no mount spaces here")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("size", [900_000, 1_500_000])
def test_a_disk_that_fills_up_loses_nothing_acknowledged(tmp_path: Path, size: int) -> None:
    told, kept = mount_and_run(tmp_path, size).splitlines()
    done, kind, *_ = told.split()
    assert kind == "StorageUnavailable"
    assert kept == f"{2 * int(done)} []"
