"""Hostile files, settings, imports, databases and clocks: an expected word, and nothing is lost."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from assistant.storage.sqlite.seals import allow_seals
from tests.hostile.base import Family, Scene, hold, orderly
from tests.hostile.program import ROOT, Program
from tests.hostile.words import identifier, language, name, statement
from tests.servers.scripted import Reply, ScriptedServer

COMMANDS = (("facts",), ("facts", "list"), ("facts", "list", "--json"), ("stats",), ("prompt", "--json", "hi"),
            ("sessions", "list"), ("ask", "-c", "hello"), ("config", "show"), ("config", "check"), ("doctor",),
            ("facts", "export"), ("tools", "list"), ("facts", "add", "my lamp is green"))  # fmt: skip
WHEN = ("9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00",
        "1970-01-01T00:00:00+00:00", "2038-01-19T03:14:08+00:00", "1969-12-31T23:59:59+00:00", "8999-12-31T00:00:00+00:00",
        "2026-02-30T00:00:00+00:00", "2026-01-01", "26", "", "+99999-01-01T00:00:00Z", "2026-01-01T00:00:00+99:00", "NaN", "1e400")  # fmt: skip
ODD: tuple[Any, ...] = (
    None, 0, -1, 10**30, 1.5, True, "", " ", [], {}, ["work"], {"a": 1}, "x" * 5000, "a\ud800b", "\udfff", "\x00", "uno\u2028dos\u2029",
    "\x1b]0;x\x07", "\u202eabc", "../../etc/passwd", "'; DROP TABLE facts; --", "%s%n", "é" * 400, "NaN", "9" * 400, *WHEN[:8],
)  # fmt: skip
SCHEMAS = (
    '{"$ref":"#"}', '{"$ref":"http://127.0.0.1:9/x"}', '{"$ref":"file:///etc/passwd"}', "[]", "3", "null", "{", '{"type":"nothing"}',
    '{"type":"string","pattern":"^(a+)+$"}', '{"pattern":"(?:(?:a|a)*)*b"}', '{"allOf":' * 500 + "[]" + "}" * 500,
    '{"$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"},{"$ref":"#/$defs/b"}]},"b":{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"}',
    '{"items":{"$dynamicRef":"#x"}}', '{"enum":[' + "1," * 100_000 + "1]}", '{"minLength":1e400}', '{"$schema":"x:y","$id":"\\u0000"}',
)  # fmt: skip


class _Place:
    """A home with a few facts and a server that answers; ``untouched`` says that they are there."""

    def __init__(self, scene: Scene, server: ScriptedServer) -> None:
        self.rng = scene.rng
        self.program: Program = scene.home()
        self.program.use(server)
        spoken = language(scene.rng)
        made = (statement(scene.rng, spoken, identifier(scene.rng)).text for _ in range(3))
        for text in made:
            orderly(self.program.run("facts", "add", text), 0)
        self.told = self.program.texts()

    def untouched(self) -> None:
        live = self.program.texts()
        hold(set(self.told) <= set(live), "nothing is lost", set(self.told) - set(live))

    def command(self) -> tuple[str, ...]:
        return self.rng.choice(COMMANDS)


def among(attack: Callable[[_Place], object]) -> Callable[[Scene], None]:
    """One attack on such a home; what it gives is the hostile thing, told when something breaks."""

    def attempt(scene: Scene) -> None:
        replies = [
            Reply(scene.rng.choice(("ok", "a" * 40, '{"a": 1}', "[" * 5000, '"' + "a" * 30 + '!"')))
        ]
        with ScriptedServer(*replies) as server:
            place = _Place(scene, server)
            attack(place)
            place.untouched()

    return attempt


def odd_files(place: _Place) -> None:
    rng, work = place.rng, place.program.work
    os.mkfifo(work / "fifo")
    (work / "loop").symlink_to("loop")
    (work / "zero").symlink_to("/dev/zero")
    with (work / "sparse").open("wb") as sparse:
        sparse.truncate(1 << 36)
    (work / "binary").write_bytes(rng.randbytes(5000))
    (work / "utf16").write_text("hola, ¿qué tal?" * 50, "utf-16")
    (work / "line").write_bytes(b"a" * 5_000_000)
    (work / "nul").write_bytes(b"text\0text\n" * 50)
    (work / "empty").touch()
    odd_name = os.fsdecode(b"caf\xe9\x1b]0;x\x07\n.txt")
    (work / odd_name).write_text("plain text\n")
    files = (
        "fifo",
        "loop",
        "zero",
        "sparse",
        "binary",
        "utf16",
        "line",
        "nul",
        "empty",
        odd_name,
        ".",
        "absent",
        "/dev/full",
        "/proc/self/mem",
        "",
    )
    for _ in range(2):
        file = rng.choice(files)
        words = rng.choice(
            (
                ("ask", "what is it?", "-f"),
                ("ask", "hi", "--schema"),
                ("facts", "import"),
                ("prompt", "hi", "-f"),
            )
        )
        orderly(place.program.run(*words, file))


def odd_pipes(place: _Place) -> None:
    rng = place.rng
    data = rng.choice((rng.randbytes(rng.choice((1, 300, 100_000))), b"\xff\xfe" + "hola".encode("utf-16-le"), b"a" * 3_000_000,
                       b"\n" * 100_000, b"[" * 100_000, "\u2028".encode() * 999, b"\x1b[2J" * 99, b"", b"/quit\n/quit\n" * 500))  # fmt: skip
    words = rng.choice(
        (("ask", "what is it?"), ("ask",), ("chat",), (), ("facts", "import", "-"), ("prompt", "x"))
    )
    orderly(place.program.run(*words, stdin=data))


def odd_schemas(place: _Place) -> None:
    file = place.program.work / "schema.json"
    file.write_text(place.rng.choice(SCHEMAS))
    orderly(place.program.run("ask", "--schema", str(file), "hi"))


def odd_settings(place: _Place) -> None:
    """A configuration of rubbish, or the shipped example with a few bytes of it changed."""
    rng, file = place.rng, place.program.home / "config.toml"
    good = file.read_bytes()
    data = bytearray((ROOT / "config.example.toml").read_bytes())
    for _ in range(rng.randrange(1, 8)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    deep = rng.choice((b"[", b"{a=", b"[[")) * rng.choice((50, 50_000))
    file.write_bytes(rng.choice((bytes(data), bytes(data), b"a = " + deep, deep, rng.randbytes(200), b"x" * 2_000_000, b"[model]\nread_timeout = nan\n",
                                 b"[model]\ntemperature = inf\n", b"[prompt]\nbudget = 99999999999999999999\n", b"[log]\nlevel = 7\n", b"[tools]\nroots = ['\\u0000']\n")))  # fmt: skip
    command = place.command()
    run = orderly(place.program.run(*command))
    hold("\x1b" not in run.err, "nothing drives the terminal", run)
    file.write_bytes(good)


def odd_imports(place: _Place) -> None:
    """Rows of which some are bent: whole or not at all."""
    rng = place.rng
    before = place.program.texts()
    rows = [_row(rng, n) for n in range(rng.randrange(1, 30))]
    for _ in range(rng.randrange(3)):
        rows[rng.randrange(len(rows))] |= {
            rng.choice((*rows[0], "slot", "role", "kind", "replaces")): rng.choice(ODD)
        }
    lines = [json.dumps(row, ensure_ascii=rng.random() < 0.5) for row in rows]
    if rng.random() < 0.3:
        lines[rng.randrange(len(lines))] = rng.choice(
            (
                "[" * 100_000,
                "null",
                "{",
                '{"id": ' + "9" * 5000 + "}",
                "\ufeff{}",
                "NaN",
                "x" * 70_000,
            )
        )
    file = place.program.work / "in.jsonl"
    file.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    run = orderly(place.program.run("facts", "import", str(file)))
    after = place.program.texts()
    if run.status:
        hold(set(after) == set(before), "an import that fails changes nothing", run)
    exported = orderly(place.program.run("facts", "export"), 0)
    (place.program.work / "out.jsonl").write_text(exported.out, "utf-8")
    orderly(place.program.run("facts", "import", str(place.program.work / "out.jsonl")), 0)
    hold(
        sorted(after) == sorted(place.program.texts()), "an export that is imported changes nothing"
    )


def _row(rng: random.Random, number: int) -> dict[str, Any]:
    at = "2026-01-01T00:00:00+00:00"
    text = statement(rng, language(rng), identifier(rng)).text
    return {"id": f"row-{number}", "domain": "work", "fact": text, "confidence": "high", "source": "explicit",
            "created_at": at, "last_confirmed_at": at}  # fmt: skip


def odd_databases(place: _Place) -> None:
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
                [odd for odd in ODD if isinstance(odd, str | int | float) and _fits(odd)]
            )
            database.execute(
                f"UPDATE OR IGNORE facts SET {column} = ? WHERE rowid = (SELECT min(rowid) FROM facts)",
                (value,),
            )
        database.commit()


def _fits(value: Any) -> bool:
    if isinstance(value, str):
        return not any("\ud800" <= c <= "\udfff" for c in value)
    return not isinstance(value, int) or abs(value) < 2**63


def _at_rest(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        allow_seals(database)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def odd_clocks(place: _Place) -> None:
    for _ in range(3):
        orderly(place.program.run(*place.command(), env={"ASSISTANT_NOW": place.rng.choice(WHEN)}))
    listed = orderly(place.program.run("facts", "list", "--json"), 0).json
    states = {fact["fact"]: fact["state"] for fact in listed}
    hold(
        all(states.get(text) == "active" for text in place.told),
        "a wrong clock changes no fact's state",
        states,
    )


def odd_variables(place: _Place) -> None:
    rng = place.rng
    values = ("", " ", "\udcff", "x" * 100_000, "two\nlines", "-1", "1e3", "9" * 5000, "http://[::1/v1", "http://127.0.0.1:99999/v1",
              "\x1b]0;x\x07", "file:///etc/passwd", "ñ", "http://h\x01ost/v1", "//", "NaN", "embedded")  # fmt: skip
    names = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "ASSISTANT_MODEL", "ASSISTANT_MEMORY_MAX_CHARS", "ASSISTANT_MEMORY_MAX_MESSAGES",
             "ASSISTANT_NOW", "COLUMNS", "LANG", "TZ", "USER", "TERM", "EDITOR", "PAGER", "LC_ALL", "PYTHONIOENCODING")  # fmt: skip
    chosen = {rng.choice(names): rng.choice(values) for _ in range(2)}
    if "PYTHONIOENCODING" in chosen:
        chosen["PYTHONIOENCODING"] = rng.choice(("ascii", "latin-1", "utf-8:strict", "cp437"))
    run = orderly(place.program.run(*place.command(), env=chosen))
    hold("\x1b]" not in run.err + run.out, "nothing drives the terminal", (chosen, run))


def odd_homes(place: _Place) -> None:
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


def odd_places(place: _Place) -> None:
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


def odd_words(place: _Place) -> None:
    """Arguments of rubbish to every command that takes one."""
    rng = place.rng
    rubbish = [odd for odd in ODD if isinstance(odd, str) and "\x00" not in odd and _fits(odd)] + [
        "\udcff",
        "-",
        "--",
        "-f",
        "\n" * 99,
        name(rng),
    ]
    command = rng.choice((("facts", "show"), ("facts", "forget", "-y"), ("facts", "edit", "x1"), ("facts", "confirm"), ("sessions", "show"), ("sessions", "delete", "-y"),
                          ("ask", "--session"), ("ask", "--role"), ("ask", "-m"), ("facts", "list", "--search"), ("models", "check"), ("tools", "show"), ("prompt",), ("stats", "--since")))  # fmt: skip
    orderly(place.program.run(*command, rng.choice(rubbish)))


_ATTACKS = (odd_imports, odd_databases, odd_files, odd_clocks, odd_settings, odd_schemas, odd_homes, odd_pipes, odd_variables, odd_places, odd_words)  # fmt: skip
FAMILY = Family(
    "inputs",
    "files, settings, imports, databases, clocks and names: never a bug, nothing lost",
    tuple(among(attack) for attack in _ATTACKS),
    weight=1.4,
)
