"""Secrets that come in by every door: afterwards no file of the home holds a byte of them (F4)."""

from __future__ import annotations

import json
from collections.abc import Callable

from assistant import Assistant
from tests.hostile.base import Broken, Family, Scene, hold, orderly
from tests.hostile.credentials import Secret, secret, traces
from tests.hostile.program import KEY, Program
from tests.hostile.terminal import Keyboard
from tests.hostile.words import language, name
from tests.servers.scripted import Reply, ScriptedServer

ORDERS = {
    "en": (
        "{s}",
        "remember that {s}",
        "note this: {s}",
        "{s}, ok?",
        "please keep: {s}",
        "hi! {s} — can you help me?",
    ),
    "es": (
        "{s}",
        "recordá que {s}",
        "anotá esto: {s}",
        "{s}, ¿sí?",
        "guardá esto: {s}",
        "¡hola! {s} — ¿me ayudás?",
    ),
}
DEBUG = '[log]\nlevel = "debug"\n'
Door = Callable[[Scene, Program, ScriptedServer, Secret], None]


def _typed(scene: Scene, secret: Secret) -> str:
    return scene.rng.choice(ORDERS[language(scene.rng)]).format(s=secret.text)


def typed(scene: Scene, program: Program, server: ScriptedServer, secret: Secret) -> None:
    server.replies = [Reply("ok")]
    orderly(program.run("ask", "-c", _typed(scene, secret)))


def far_into_a_message(
    scene: Scene, program: Program, server: ScriptedServer, secret: Secret
) -> None:
    filler = " ".join(name(scene.rng) for _ in range(scene.rng.choice((50, 900, 2500))))
    orderly(program.run("ask", "-c", f"{filler}\n{secret.text}\n{filler[:300]}"))


def in_a_reply(scene: Scene, program: Program, server: ScriptedServer, secret: Secret) -> None:
    server.replies = [
        Reply(f"Sure: {secret.text} is what you asked for.\n\n```\n{secret.text}\n```")
    ]
    orderly(program.run("ask", "-c", "what did I write?"))
    orderly(program.run("ask", "-c", "thanks"))


def in_a_file(scene: Scene, program: Program, server: ScriptedServer, secret: Secret) -> None:
    """What a file assigns, a reply quotes."""
    file = program.work / scene.rng.choice((".env", "config.yaml", "notes.txt", "id_rsa"))
    file.write_text(f"# settings\n{secret.text}\n")
    server.replies = [Reply(f"It says {secret.text}.")]
    orderly(program.run("ask", "-c", "what does it say?", "-f", str(file)))
    orderly(program.run("ask", "-c", "what did it say?", stdin=secret.text.encode()))


def in_a_refusal(scene: Scene, program: Program, server: ScriptedServer, secret: Secret) -> None:
    """A server that answers 400 with the prompt in its message."""
    status = scene.rng.choice((400, 401, 422, 429, 500))
    body = json.dumps({"error": {"message": f"bad prompt: {secret.text}", "param": secret.text}})
    server.replies = [Reply(status=status, body=body)]
    orderly(program.run("ask", "-c", _typed(scene, secret)))


def in_a_tools_result(
    scene: Scene, program: Program, server: ScriptedServer, secret: Secret
) -> None:
    file = program.work / "page.txt"
    file.write_text(f"one\n{secret.text}\nthree\n")
    call = {"id": "a", "name": "files_read", "arguments": json.dumps({"path": str(file)})}
    echo = {"id": "b", "name": "files_search", "arguments": json.dumps({"text": secret.parts[0]})}
    server.replies = [Reply(tool_calls=[call]), Reply(tool_calls=[echo]), Reply(secret.text)]
    orderly(program.run("ask", "-c", "what is in the page?"))


def by_hand(scene: Scene, program: Program, server: ScriptedServer, secret: Secret) -> None:
    orderly(program.run("facts", "add", "--", secret.text))
    row = {"id": "x1", "domain": "work", "fact": secret.text, "confidence": "high", "source": "explicit",
           "created_at": "2026-01-01T00:00:00+00:00", "last_confirmed_at": "2026-01-01T00:00:00+00:00"}  # fmt: skip
    orderly(program.run("facts", "import", "-", stdin=json.dumps(row).encode() + b"\n"))


def at_a_terminal(scene: Scene, program: Program, server: ScriptedServer, secret: Secret) -> None:
    """Input history, drafts, titles, and the summary when the dialogue ends."""
    server.replies = [Reply(f"ok, {secret.text}")]
    with Keyboard(program) as keyboard:
        keyboard.say(_typed(scene, secret).replace("\n", "\\n"), answer="n")
        keyboard.say("cambiemos de tema", answer="n")


def in_turns(scene: Scene, program: Program, server: ScriptedServer, secret: Secret) -> None:
    """Turns of the library until they leave the window for a summary."""
    with Assistant.open(home=program.home, model=None) as assistant:
        for number in range(scene.rng.randrange(2, 9)):
            text = (
                _typed(scene, secret) if number % 3 == 0 else f"¿qué opinás de {name(scene.rng)}?"
            )
            assistant.observe(text, f"claro: {secret.text}" if number % 2 else "sí")
        assistant.end_conversation()


DOORS: tuple[Door, ...] = (in_turns, typed, in_a_reply, in_turns, in_a_refusal, in_a_file, in_turns, in_a_tools_result,
         at_a_terminal, by_hand, far_into_a_message)  # fmt: skip


def through(door: Door) -> Callable[[Scene], None]:
    def attack(scene: Scene) -> None:
        debug = DEBUG if scene.chance(0.4) else ""
        config = debug + f"[tools]\nroots = [{json.dumps(str(scene.folder))}]\n"
        program, came = scene.home(config), secret(scene.rng, typed=door is at_a_terminal)
        with ScriptedServer(Reply("ok")) as server:
            program.use(server)
            with scene.about((door.__name__, came.kind)):
                door(scene, program, server, came)
                if scene.chance(0.3):
                    orderly(
                        program.run(
                            *scene.rng.choice(
                                (("stats",), ("sessions", "list"), ("facts", "list"), ("doctor",))
                            )
                        )
                    )
        found = program.bytes()
        left = traces(found, came)
        if left:
            raise Broken(
                "no byte of a secret stays", (door.__name__, came.kind, came.text[:200], left[:4])
            )
        hold(
            not any(KEY.encode() in data for data in found.values()), "the key in use stays nowhere"
        )

    return attack


FAMILY = Family(
    "secrets",
    "no byte of a secret, nor of the key in use, is in any file of the home",
    tuple(through(door) for door in DOORS),
)
