"""Databases, homes and the names of homes that are not as they were: nothing is lost."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from assistant.storage.sqlite.seals import allow_seals
from tests.hostile.base import hold, orderly
from tests.hostile.places import ODD, Place, fits


def odd_databases(place: Place) -> None:
    """Damaged, cut, newer, older, or of another program; put back afterwards, all is there."""
    rng, file = place.rng, place.program.home / "assistant.db"
    _at_rest(file)
    kept = place.program.work / "kept.db"
    shutil.copy(file, kept)
    data = bytearray(file.read_bytes())
    kind = rng.choice(
        ("flips", "flips", "cut", "text", "empty", "version", "rows", "other", "folder")
    )
    if kind == "flips":
        for _ in range(rng.randrange(1, 40)):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind == "cut":
        del data[rng.randrange(len(data)) :]
    file.write_bytes({"text": b"no database " * 999, "empty": b""}.get(kind, bytes(data)))
    if kind in ("version", "rows", "other"):
        _bent(rng, file, kind)
    if kind == "folder":
        file.unlink()
        file.mkdir()
    for _ in range(2):
        run = place.program.run(*place.command())
        orderly(run)
    for rest in place.program.home.glob("assistant.db*"):
        shutil.rmtree(rest) if rest.is_dir() else rest.unlink()
    shutil.copy(kept, file)


def _bent(rng: random.Random, file: Path, kind: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        allow_seals(database)
        if kind == "version":
            version = rng.choice((-5, -(2**31), 9999, 2**31 - 1, 0, 1))
            database.execute(f"PRAGMA user_version = {version}")
        elif kind == "other":
            database.execute("DROP TABLE facts")
            database.execute("CREATE TABLE facts (x)")
        else:
            column = rng.choice(
                ("created_at", "last_confirmed_at", "domain", "confidence", "source", "fact")
            )
            value = rng.choice(
                [odd for odd in ODD if isinstance(odd, str | int | float) and fits(odd)]
            )
            database.execute(
                f"UPDATE OR IGNORE facts SET {column} = ? WHERE rowid = (SELECT min(rowid) FROM facts)",
                (value,),
            )
        database.commit()


def _at_rest(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        allow_seals(database)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def odd_homes(place: Place) -> None:
    """What lies in the home is not what it was: garbage, folders, links, modes."""
    rng, home = place.rng, place.program.home
    orderly(place.program.run("ask", "-c", "hello"))
    for _ in range(rng.randrange(1, 4)):
        path = home / rng.choice(
            (
                "history",
                "logs",
                "cache/odd",
                "assistant.db-shm",
                "models",
                "backup",
                "assistant.db.backup-2026-01-01",
            )
        )
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        rng.choice((lambda p: p.write_bytes(rng.randbytes(3000)), lambda p: p.mkdir(), lambda p: p.symlink_to("/dev/zero"),
                    lambda p: p.symlink_to(p.name), lambda p: os.mkfifo(p), lambda p: p.write_bytes(b"\n" * 99_999)))(path)  # fmt: skip
    home.chmod(rng.choice((0o777, 0o755, 0o700, 0o500)))
    command = place.command()
    orderly(place.program.run(*command))
    home.chmod(0o700)
    if not (home / "assistant.db").exists():
        hold(False, "nothing is lost", command)
    shm = home / "assistant.db-shm"
    if shm.is_dir() and not shm.is_symlink():
        shutil.rmtree(shm)
    elif shm.is_symlink() or not shm.is_file():
        shm.unlink(missing_ok=True)


def odd_places(place: Place) -> None:
    """Homes with names that nobody expects: each can be told something."""
    rng = place.rng
    made = rng.choice(
        (
            b"caf\xe9",
            b"with space",
            b"-rf",
            b"a\nb",
            b"\x1b]0;x\x07",
            "ñandú".encode(),
            b"'; --",
            b"%s",
            b"a" * 200,
            b"%41?x#y",
        )
    )
    home = Path(os.fsdecode(os.fsencode(place.program.work) + b"/" + made))
    home.mkdir(mode=0o700)
    (home / "cache").symlink_to(place.program.home / "cache")
    here: Mapping[str, str] = {"ASSISTANT_HOME": str(home)}
    orderly(place.program.run("facts", "add", "my lamp is blue", env=here), 0)
    hold(
        "lamp" in orderly(place.program.run("facts", "list", env=here), 0).out,
        "what was told is kept",
        made,
    )
    orderly(place.program.run(*place.command(), env=here))
