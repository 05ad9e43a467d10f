"""Strings that drive a terminal, in every field that is ever shown: none comes out raw."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from contextlib import closing
from typing import Any

from assistant import Assistant
from assistant.storage.sqlite.seals import allow_seals
from tests.hostile.base import Family, Scene, hold, orderly
from tests.hostile.program import Program
from tests.hostile.terminal import Keyboard, shown_by
from tests.hostile.words import name
from tests.servers.scripted import Reply, ScriptedServer

SEQUENCES = ("\x1b]0;owned\x07", "\x1b]52;c;b3duZWQ=\x07", "\x1b[2J", "\x1b[3;7H", "\x1b[?1049h", "\x1b[38;5;213m", "\x1bc", "\x1b(0",
             "\x1bP+q\x1b\\", "\x1b_x\x1b\\", "\x1b^x\x1b\\", "\x1b[6n", "\x9b2J", "\x9d0;x\x9c", "\x90x\x9c", "\x85", "\x08\x08\x08", "\x07",
             "\x0e", "\x7f", "\u202e", "\u2066", "\u200f", "\u061c", "\x0b", "\x0c", "\x00", "\x1b]8;;http://x\x1b\\", "\r\x1b[K")  # fmt: skip
RAW = re.compile(
    r"\x1b\](?:0;owned|52|8;;http)|\x1b\[(?:2J|3;7H|\?1049h|38;5;213m|6n)|\x1b[c(P_^]"
    r"|[\x00\x07\x08\x0b\x0c\x0e\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""The sequences above, and every control that no program has to write to a terminal by itself."""
COMMANDS = (("facts",), ("facts", "list"), ("sessions", "list"), ("stats",), ("prompt", "what is my boat called?"), ("doctor",),
            ("models", "list"), ("tools", "list"), ("config", "show"), ("ask", "-c", "what is my boat called?"),
            ("facts", "list", "--search", "boat"), ("config", "path"))  # fmt: skip
COLUMNS = ("id", "domain", "fact", "confidence", "source", "created_at", "role", "kind", "slot_subject", "slot_attribute", "slot_value")  # fmt: skip


def evil(rng: random.Random) -> str:
    pieces = [
        piece for _ in range(rng.randrange(1, 4)) for piece in (rng.choice(SEQUENCES), name(rng))
    ]
    return " ".join(("boat", *pieces)) if rng.random() < 0.5 else "".join(pieces)


def _home(scene: Scene, server: ScriptedServer, *, opens: bool = False) -> Program:
    """A home in which as much as can be is hostile, by import, by talk and by hand. ``opens``: no
    setting of it is refused."""
    rng = scene.rng
    program = scene.home()
    program.use(server)
    at = "2026-01-01T00:00:00+00:00"
    rows = [{"id": f"id{n}{evil(rng)}", "domain": "work", "fact": f"my boat is called {evil(rng)}", "confidence": "high", "source": "explicit",
             "created_at": at, "last_confirmed_at": at} for n in range(2)]  # fmt: skip
    orderly(
        program.run(
            "facts", "import", "-", stdin="".join(json.dumps(row) + "\n" for row in rows).encode()
        )
    )
    with Assistant.open(home=program.home, model=None) as assistant:
        assistant.remember("my boat is called Zora")
        for _ in range(3):
            assistant.observe(f"¿qué opinás de {evil(rng)}?", evil(rng))
        if scene.chance(0.5):
            assistant.end_conversation()
    if scene.chance(0.5):
        _by_hand(program, rng)
    if scene.chance(0.5):
        _settings(program, rng, refused=not opens)
    return program


def _settings(program: Program, rng: random.Random, *, refused: bool) -> None:
    """A configuration with hostile text: where it is refused, it is quoted."""
    role = f"r{evil(rng)}" if refused and rng.random() < 0.2 else "reviewer"
    texts = [_toml(text) for text in (role, evil(rng), f"/tmp/{evil(rng)}")]
    with (program.home / "config.toml").open("a") as file:
        file.write("[roles.{}]\nprompt = {}\n[tools]\nroots = [{}]\n".format(*texts))


def _toml(text: str) -> str:
    return json.dumps(text).replace("\x7f", "\\u007f")


def _by_hand(program: Program, rng: random.Random) -> None:
    """A field of a fact as no version of the program would write it."""
    with closing(sqlite3.connect(program.home / "assistant.db")) as database:
        allow_seals(database)
        there = {row[1] for row in database.execute("PRAGMA table_info(facts)")}
        column = rng.choice([column for column in COLUMNS if column in there])
        text = evil(rng).replace("\x00", "")
        database.execute(
            f"UPDATE OR IGNORE facts SET {column} = ? WHERE seq = (SELECT max(seq) FROM facts)",
            (text,),
        )
        database.commit()


def _quiet(shown: str, what: object) -> None:
    found = RAW.search(shown)
    where = shown[max(0, found.start() - 60) : found.end() + 40] if found else ""
    hold(not found, "nothing hostile reaches a terminal raw", (what, where))
    hold("Traceback (most recent" not in shown, "no traceback", (what, shown[-700:]))


def commands(scene: Scene) -> None:
    rng = scene.rng
    reply = (
        Reply(f"So: {evil(rng)}\n\n```{evil(rng)}\n{evil(rng)}\n```\n")
        if scene.chance(0.6)
        else Reply(status=400, body=json.dumps({"error": {"message": evil(rng)}}))
    )
    with ScriptedServer(reply, models=("scripted-model", evil(rng))) as server:
        program = _home(scene, server)
        for words in rng.sample(COMMANDS, 4):
            shown, status = shown_by(program, *words)
            _quiet(shown, words)
            hold(
                status in (0, 2, 65, 69, 75, 77, 78),
                "an exit status of the contract",
                (words, status, shown[-600:]),
            )


def arguments(scene: Scene) -> None:
    """What was given to a command comes back in its words."""
    rng = scene.rng
    with ScriptedServer(Reply("ok")) as server:
        program = _home(scene, server)
        odd = evil(rng).replace("\x00", "")
        file = program.work / odd.replace("/", "")
        file.write_text(f"my boat is called {odd}\n")
        for words in rng.sample((("facts", "show", odd), ("ask", "--role", odd, "x"), ("ask", "--session", odd, "x"), ("ask", "boat?", "-f", str(file)), ("facts", "import", str(file)),
                                 ("ask", "-m", odd, "x"), ("tools", "show", odd), (odd,), ("ask", f"--{odd}"), ("facts", "add", f"my dog is {odd}"), ("prompt", odd)), 4):  # fmt: skip
            shown, _ = shown_by(program, *(words if words[0] != odd else ("--", odd)))
            _quiet(shown, words)


def as_json(scene: Scene) -> None:
    """JSON goes to programs, and often to a terminal by way of them."""
    with ScriptedServer(Reply(f"So {evil(scene.rng)}")) as server:
        program = _home(scene, server)
        for words in (
            ("facts", "list", "--json"),
            ("prompt", "--json", "my boat?"),
            ("sessions", "list", "--json"),
            ("ask", "-c", "--json", "my boat?"),
            ("stats", "--json"),
        ):
            run: Any = orderly(program.run(*words))
            found = RAW.search(run.out.replace("\n", ""))
            hold(not found, "JSON escapes what drives a terminal", (words, found))
            if not run.status:
                hold(run.json is not None, "what is printed is JSON", run)


def a_dialogue(scene: Scene) -> None:
    rng = scene.rng
    call = {
        "id": evil(rng),
        "name": f"files_{evil(rng)}",
        "arguments": json.dumps({"x": evil(rng)}),
    }
    replies = (
        Reply(evil(rng)),
        Reply(tool_calls=[call]),
        Reply(f"# {evil(rng)}\n\n- {evil(rng)}\n\n| {evil(rng)} |\n|--|\n| {evil(rng)} |\n"),
    )
    with ScriptedServer(*replies) as server:
        program = _home(scene, server, opens=True)
        with Keyboard(program) as keyboard:
            for line in (
                "tell me something",
                "and then?",
                *rng.sample(
                    ("/facts", "/why", "/sessions", "/stats", "/prompt my boat?", "/why bytes"), 3
                ),
            ):
                keyboard.say(line, answer="n")
            raw = keyboard.raw
    own = re.sub(
        r"\x1b\[(?:2J|\?1049h|6n)|\x1b\]0;[^\x07\x1b]*\x07|\x07|\x08|\x0e|\x7f", "", raw
    )  # the editor's own
    _quiet(own, "a dialogue")
    hold(
        "owned" not in "".join(re.findall(r"\x1b\][^\x07]*\x07", raw)),
        "nothing hostile reaches a terminal raw",
        "title",
    )


FAMILY = Family(
    "terminals",
    "no control or bidirectional character of anybody's text reaches a terminal raw",
    (commands, as_json, arguments, a_dialogue),
)
