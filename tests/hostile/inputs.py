"""Hostile files, settings, imports, databases and clocks: an expected word, and nothing is lost."""

from __future__ import annotations

import json
import os
import random
from typing import Any

from tests.hostile.base import Family, hold, orderly
from tests.hostile.homes import odd_databases, odd_homes, odd_places
from tests.hostile.places import ODD, WHEN, Place, among, fits
from tests.hostile.program import ROOT
from tests.hostile.words import identifier, language, name, statement

SCHEMAS = (
    '{"$ref":"#"}', '{"$ref":"http://127.0.0.1:9/x"}', '{"$ref":"file:///etc/passwd"}', "[]", "3", "null", "{", '{"type":"nothing"}',
    '{"type":"string","pattern":"^(a+)+$"}', '{"pattern":"(?:(?:a|a)*)*b"}', '{"allOf":' * 500 + "[]" + "}" * 500,
    '{"$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"},{"$ref":"#/$defs/b"}]},"b":{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"}',
    '{"items":{"$dynamicRef":"#x"}}', '{"enum":[' + "1," * 100_000 + "1]}", '{"minLength":1e400}', '{"$schema":"x:y","$id":"\\u0000"}',
)  # fmt: skip


def odd_files(place: Place) -> None:
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


def odd_pipes(place: Place) -> None:
    rng = place.rng
    data = rng.choice((rng.randbytes(rng.choice((1, 300, 100_000))), b"\xff\xfe" + "hola".encode("utf-16-le"), b"a" * 3_000_000,
                       b"\n" * 100_000, b"[" * 100_000, "\u2028".encode() * 999, b"\x1b[2J" * 99, b"", b"/quit\n/quit\n" * 500))  # fmt: skip
    words = rng.choice(
        (("ask", "what is it?"), ("ask",), ("chat",), (), ("facts", "import", "-"), ("prompt", "x"))
    )
    orderly(place.program.run(*words, stdin=data))


def odd_schemas(place: Place) -> None:
    file = place.program.work / "schema.json"
    file.write_text(place.rng.choice(SCHEMAS))
    orderly(place.program.run("ask", "--schema", str(file), "hi"))


def odd_settings(place: Place) -> None:
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


def odd_imports(place: Place) -> None:
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


def odd_clocks(place: Place) -> None:
    for _ in range(3):
        orderly(place.program.run(*place.command(), env={"ASSISTANT_NOW": place.rng.choice(WHEN)}))
    listed = orderly(place.program.run("facts", "list", "--json"), 0).json
    states = {fact["fact"]: fact["state"] for fact in listed}
    hold(
        all(states.get(text) == "active" for text in place.told),
        "a wrong clock changes no fact's state",
        states,
    )


def odd_variables(place: Place) -> None:
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


def odd_words(place: Place) -> None:
    """Arguments of rubbish to every command that takes one."""
    rng = place.rng
    rubbish = [odd for odd in ODD if isinstance(odd, str) and "\x00" not in odd and fits(odd)] + [
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
