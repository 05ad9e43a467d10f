"""What a disk may hold after the power went, made from the system calls of a real run.

``strace`` records every write, sync, truncation and removal of the database's files. When the power
goes, all that was synced is there; of what was not, each write may be there, may be missing, and may
be torn between sectors, in any order; files appear and vanish in the order they did so, up to any
point after the last sync (the ordered mode of common file systems).
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.faults.invariants import Acknowledged, check

SECTOR = 512
NAMES = ("assistant.db", "assistant.db-wal", "assistant.db-journal")
ACKNOWLEDGED = "acknowledged"
CALLS = "openat,pwrite64,write,ftruncate,fsync,fdatasync,unlink"

_CALL = re.compile(r"^\d+ +(?P<name>\w+)\((?P<arguments>.*)\) += (?P<result>\d+)")
_FD = re.compile(r"^\d+<(?P<path>[^>]*)>")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Call:
    """One system call on one of the files: ``data`` written at ``offset``, or the new size."""

    kind: str
    file: str
    data: bytes = b""
    offset: int = 0


@dataclass(slots=True)
class File:
    """What is surely on the disk, and the calls whose fate is open."""

    synced: bytearray = field(default_factory=bytearray)
    open: list[Call] = field(default_factory=list)


@dataclass(slots=True)
class Disk:
    """The files by name, and which of them the directory surely names."""

    files: dict[str, File] = field(default_factory=dict)
    named: list[frozenset[str]] = field(default_factory=lambda: [frozenset()])
    """The directory as it was at the last sync, then after each change since."""

    def run(self, call: Call) -> None:
        names = self.named[-1]
        if call.kind == "create" and call.file not in names:
            self.files[call.file] = File()
            self.named.append(names | {call.file})
        elif call.kind == "remove":
            self.named.append(names - {call.file})
        elif call.kind == "sync":
            file = self.files[call.file]
            for pending in file.open:
                apply(file.synced, pending)
            file.open.clear()
            self.named = [names]
        elif call.kind in ("write", "truncate"):
            self.files[call.file].open.append(call)

    def after_power_cut(self, rng: random.Random) -> dict[str, bytes]:
        """One of the many states that the disk may be found in."""
        found = {}
        for name in rng.choice(self.named):
            content = bytearray(self.files[name].synced)
            share = rng.choice((0.0, 0.5, 0.9, 1.0))
            for call in self.files[name].open:
                if rng.random() < share:
                    apply(content, torn(call, rng) if rng.random() < 0.2 else call)
            found[name] = bytes(content)
        return found


def apply(content: bytearray, call: Call) -> None:
    """Do to the bytes what the call did."""
    if call.kind == "truncate":
        del content[call.offset :]
    content.extend(bytes(max(0, call.offset - len(content))))
    content[call.offset : call.offset + len(call.data)] = call.data


def torn(call: Call, rng: random.Random) -> Call:
    """A write of which only the first sectors arrived."""
    kept = rng.randrange(len(call.data) // SECTOR + 1) * SECTOR
    return replace(call, data=call.data[:kept]) if kept else Call("write", call.file)


def record(home: Path, log: Path, seconds: float, seed: int = 1) -> list[Call]:
    """The calls of a conversation of ``seconds`` in ``home``, in order, acknowledgements among them.

    Needs ``strace``. The embedder's tables should be in ``home`` already.
    """
    watched = [word for name in (*NAMES, ACKNOWLEDGED) for word in ("-P", str(home / name))]
    command = ["strace", "-f", "-qq", "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}"]
    replay = [sys.executable, "-m", "tests.faults.replayer", str(seed)]
    environment = {**os.environ, "ASSISTANT_HOME": str(home), "OPENBLAS_NUM_THREADS": "1"}
    with (home / ACKNOWLEDGED).open("wb") as said:
        process = subprocess.Popen(
            [*command, *watched, "-o", str(log), *replay],
            stdout=said,
            env=environment,
            start_new_session=True,
        )
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    with log.open(encoding="ascii", errors="replace") as lines:
        return list(calls(lines))


def calls(lines: Iterator[str]) -> Iterator[Call]:
    """What the lines of a trace did to the watched files. Failed calls did nothing."""
    for line in lines:
        found = _CALL.match(line)
        if found:
            call = _call(found["name"], found["arguments"])
            if call is not None:
                yield call


def _call(name: str, arguments: str) -> Call | None:
    strings = [_decoded(text) for text in _STRING.findall(arguments)]
    if name == "unlink":
        return Call("remove", _name(strings[0]))
    if name == "openat":
        return Call("create", _name(strings[0])) if "O_CREAT" in arguments else None
    descriptor = _FD.match(arguments)
    assert descriptor is not None, arguments[:200]
    file = _name(_decoded(descriptor["path"]))
    if name == "pwrite64":
        return Call("write", file, strings[0], int(arguments.rpartition(",")[2]))
    if name == "write":
        return Call("said", file, strings[0])
    if name == "ftruncate":
        return Call("truncate", file, b"", int(arguments.rpartition(",")[2]))
    return Call("sync", file)


def _decoded(text: str) -> bytes:
    """What strace wrote as ``\\x61\\x62``."""
    return bytes.fromhex(text.replace(r"\x", ""))


def _name(path: bytes) -> str:
    return Path(os.fsdecode(path)).name


def cut_often(run: list[Call], folder: Path, cuts: int, *, seed: int = 7) -> int:
    """Cut the power at ``cuts`` random calls of ``run`` and check what is left each time.

    Returns how many acknowledged turns stood before the cuts, in all; raises AssertionError at the
    first loss.
    """
    rng = random.Random(seed)
    points = set(rng.sample(range(len(run)), min(cuts, len(run))))
    disk, said, turns = Disk(), bytearray(), 0
    for index, call in enumerate(run):
        if call.kind == "said":
            said += call.data
        else:
            disk.run(call)
        if index in points:
            acknowledged = Acknowledged()
            acknowledged.hear(said.decode().splitlines(keepends=True))
            turns += sum(acknowledged.turns.values())
            home = folder / "after"
            _lay(home, disk.after_power_cut(rng))
            check(home, acknowledged, {})
    return turns


def _lay(home: Path, files: dict[str, bytes]) -> None:
    if home.exists():
        shutil.rmtree(home)
    home.mkdir(mode=0o700)
    for name, content in files.items():
        (home / name).write_bytes(content)
        (home / name).chmod(0o600)
