"""The database is its owner's alone, and a home that refuses says why."""

from __future__ import annotations

import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.errors import ConfigurationError, StorageUnavailable
from assistant.storage.open import open_stores
from assistant.storage.volatile.stores import VolatileStores
from tests.contract.samples import NOW, fact
from tests.storage.conftest import Opener, run


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_files_are_0600_and_folders_0700_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    path = tmp_path / "deep" / "home" / "assistant.db"
    body = f"""
os.umask({umask})
stores = open_home()
stores.facts.add(fact())
print(*sorted(f"{{e.name}} {{e.stat().st_mode & 0o777:o}}" for e in os.scandir(os.path.dirname(path))), sep="\\n")
stores.close()
"""
    modes = dict(line.split() for line in run(path, body).splitlines())
    assert modes == {"assistant.db": "600", "assistant.db-wal": "600", "assistant.db-shm": "600"}
    assert mode(path.parent) == mode(path.parent.parent) == 0o700
    assert {mode(file) for file in path.parent.iterdir()} == {0o600}  # its backup too


def test_a_database_that_others_could_read_is_closed_to_them(open_home: Opener, path: Path) -> None:
    open_home().close()
    path.chmod(0o644)
    open_home()
    assert mode(path) == 0o600


def test_an_existing_folder_keeps_its_mode(open_home: Opener, path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.parent.chmod(0o755)
    open_home()
    assert mode(path.parent) == 0o755


def test_a_folder_in_the_place_of_the_database(path: Path, open_home: Opener) -> None:
    path.mkdir(parents=True)
    with pytest.raises(StorageUnavailable, match="not a file"):
        open_home()


def test_a_home_below_a_file(path: Path, open_home: Opener) -> None:
    path.parent.parent.mkdir(exist_ok=True)
    path.parent.write_text("a file where the folder should be")
    with pytest.raises(StorageUnavailable) as caught:
        open_home()
    assert str(path) in caught.value.message
    assert "ASSISTANT_HOME" in caught.value.hint


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that another user can reach (pytest's own are private)."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


SAY_WHY = """
import assistant.storage.sqlite.stores
from assistant.errors import AssistantError
if os.getuid() == 0:  # permissions do not bind root: become nobody
    os.setgid(65534), os.setuid(65534)
try:
    stores = open_home()
    stores.facts.add(fact())
except AssistantError as error:
    print(type(error).__name__, "|", error.message, "|", error.hint)
else:
    print("no failure")
"""


def test_a_home_that_cannot_be_written(shared_folder: Path) -> None:
    shared_folder.chmod(0o555)
    said = run(shared_folder / "assistant.db", SAY_WHY)
    assert said.startswith("StorageUnavailable")
    assert "Permission denied" in said
    assert "ASSISTANT_HOME" in said


def test_a_database_in_a_read_only_folder(shared_folder: Path) -> None:
    path = shared_folder / "assistant.db"
    run(path, "open_home().close()")
    for file in shared_folder.iterdir():
        file.chmod(0o444)
    shared_folder.chmod(0o555)
    said = run(path, SAY_WHY)
    assert said.startswith("StorageUnavailable")
    assert str(path) in said


def test_urls_name_the_back_end(tmp_path: Path) -> None:
    assert isinstance(open_stores("memory:", clock=lambda: NOW), VolatileStores)
    for url in (f"sqlite://{tmp_path}/a.db", str(tmp_path / "b.db"), tmp_path / "c.db"):
        stores = open_stores(url, clock=lambda: NOW)
        stores.facts.add(fact())
        stores.close()
    assert {p.name for p in tmp_path.glob("*.db")} == {"a.db", "b.db", "c.db"}
    with pytest.raises(ConfigurationError, match="postgres"):
        open_stores("postgres://x/y", clock=lambda: NOW)


def test_opening_and_everyday_use_load_nothing_heavy(path: Path) -> None:
    body = """
stores = open_home()
stores.facts.add(fact())
stores.facts.search(["fintech"], 5), stores.facts.all(), stores.keyvalue.put("n", "k", 1)
stores.close()
print(*sorted({"numpy", "sqlite_utils", "tempfile"} & set(sys.modules)))
"""
    assert run(path, body).strip() == ""
