"""After a power cut the home opens, and holds all that was acknowledged (A5, C3)."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.errors import AssistantError
from tests.faults.powercut import Call, Disk, calls, cut_often, record

strace = pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")


@strace
@pytest.mark.slow
def test_A5_a_power_cut_at_any_call_loses_nothing_acknowledged(home: Path, tmp_path: Path) -> None:
    home.mkdir(exist_ok=True)
    run = record(home, tmp_path / "calls", 12)
    assert cut_often(run, tmp_path, 150) > 0


@strace
@pytest.mark.slow
def test_a_disk_that_never_syncs_is_found_out(home: Path, tmp_path: Path) -> None:
    """The check itself: were the syncs left out, acknowledged turns would be missing."""
    home.mkdir(exist_ok=True)
    run = [call for call in record(home, tmp_path / "calls", 6) if call.kind != "sync"]
    with pytest.raises((AssertionError, AssistantError)):  # lost rows, or no database at all
        cut_often(run, tmp_path, 30)


def test_what_was_synced_stays_and_the_rest_may_go() -> None:
    disk, rng = Disk(), random.Random(1)
    for call in (Call("create", "f"), Call("write", "f", b"kept"), Call("sync", "f")):
        disk.run(call)
    disk.run(Call("write", "f", b"more", 4))
    found = {disk.after_power_cut(rng)["f"] for _ in range(50)}
    assert found == {b"kept", b"keptmore"}


def test_a_file_that_was_removed_may_still_be_there() -> None:
    disk, rng = Disk(), random.Random(1)
    for call in (Call("create", "f"), Call("write", "f", b"x"), Call("sync", "f")):
        disk.run(call)
    disk.run(Call("remove", "f"))
    assert {tuple(disk.after_power_cut(rng)) for _ in range(50)} == {("f",), ()}


def test_a_torn_write_keeps_its_first_sectors() -> None:
    disk, rng = Disk(), random.Random(1)
    disk.run(Call("create", "f"))
    disk.run(Call("sync", "f"))
    disk.run(Call("write", "f", bytes([7]) * 2048))
    sizes = {len(disk.after_power_cut(rng)["f"]) for _ in range(500)}
    assert sizes == {0, 512, 1024, 1536, 2048}


def test_a_trace_is_read_into_calls() -> None:
    def path(name: str) -> str:
        return "".join(rf"\x{byte:02x}" for byte in f"/h/{name}".encode())

    trace = [
        f'7 openat(AT_FDCWD<{path("")}>, "{path("a")}", O_RDWR|O_CREAT, 0600) = 3<{path("a")}>',
        f'7 openat(AT_FDCWD<{path("")}>, "{path("b")}", O_RDONLY) = -1 ENOENT (No such file)',
        rf'7 pwrite64(3<{path("a")}>, "\x61\x62", 2, 8192) = 2',
        f"7 fdatasync(3<{path('a')}>) = 0",
        f"7 ftruncate(3<{path('a')}>, 512) = 0",
        f'7 unlink("{path("a")}") = 0',
        "7 +++ killed by SIGKILL +++",
    ]
    write = Call("write", "a", b"ab", 8192)
    assert list(calls(iter(trace))) == [
        Call("create", "a"),
        write,
        Call("sync", "a"),
        replace(write, kind="truncate", data=b"", offset=512),
        Call("remove", "a"),
    ]
