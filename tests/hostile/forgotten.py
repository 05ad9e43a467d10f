"""Forgetting leaves nothing, while others read, write, stream or are suspended, and when killed (F7)."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

from assistant import Assistant
from tests.hostile.base import Family, Scene, hold, orderly
from tests.hostile.program import Program
from tests.hostile.words import name, word
from tests.servers.scripted import Reply, ScriptedServer

LATER = (("facts", "list"), ("stats",), ("sessions", "list"), ("prompt", "hola"), ("facts",),
         ("ask", "-c", "good morning"), ("facts", "add", "my bike is green"), ("doctor",))  # fmt: skip
"""Any command goes on with what is owed."""
CONFIG = '[log]\nlevel = "debug"\n'
Trouble = Callable[["_Case"], Iterator[None]]


class _Case:
    """A home that holds a made-up word wherever a home can, and the fact that is to go."""

    def __init__(self, scene: Scene, server: ScriptedServer) -> None:
        rng = self.rng = scene.rng
        self.server = server
        self.program: Program = scene.home(CONFIG)
        self.program.use(server)
        self.word, self.kept = name(rng) + word(rng, 2), name(rng) + word(rng, 2)
        self.text = rng.choice(("my boat is called {}", "mi barco se llama {}")).format(self.word)
        told = rng.choice(("remember that {}", "recordá que {}")).format(self.text)
        with Assistant.open(home=self.program.home, model=None) as assistant:
            assistant.observe(told, f"Yes, {self.word} is a fine name.")
            if scene.chance(0.5):
                assistant.observe(f"is {self.word} a good name for a boat?", f"{self.word}? Yes.")
            if scene.chance(0.3):
                assistant.end_conversation()
            assistant.remember(f"my horse is called {self.kept}")
            assistant.flush()
        server.replies = [Reply("Fine.")]
        self.id = next(told.id for told in self.program.facts() if self.word in told.fact)

    def forget(self, **more: float) -> None:
        orderly(self.program.run("facts", "forget", self.id, "-y", **more), 0, 75)  # type: ignore[arg-type]

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        return self.program.quietly(*words)

    def left(self) -> list[str]:
        plain = self.word.lower().encode()
        return [file for file, data in self.program.bytes().items() if plain in data.lower()]


@contextmanager
def _reader(case: _Case) -> Iterator[None]:
    """Another program reads the database meanwhile, and lets go a moment later."""
    with sqlite3.connect(case.program.home / "assistant.db") as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM facts").fetchone()
        yield
    connection.close()


@contextmanager
def _suspended(case: _Case) -> Iterator[None]:
    """A turn that is suspended while its reply comes, and wakes up when all is over."""
    with _turn(case, Reply(pieces=["So, ", *[f"{case.word} "] * 9], pause=0.2)) as process:
        try:
            time.sleep(case.rng.uniform(0.0, 1.0))
            process.send_signal(signal.SIGSTOP)
            yield
        finally:
            process.send_signal(signal.SIGCONT)


@contextmanager
def _streaming(case: _Case) -> Iterator[None]:
    """A reply that says the word, slowly, from before to after."""
    with _turn(case, Reply(pieces=["So, ", *[f"{case.word} "] * 5, *["and "] * 15], pause=0.1)):
        yield


@contextmanager
def _turn(case: _Case, reply: Reply) -> Iterator[subprocess.Popen[bytes]]:
    """A turn that has begun: its request is at the server. It ends by itself afterwards."""
    case.server.replies = [reply]
    asked = len(case.server.requests)
    question = case.rng.choice(("what is my boat called?", f"why {case.word}?", "tell me a story"))
    process = case.start("ask", "-c", question)
    deadline = time.monotonic() + 30
    while len(case.server.requests) == asked and process.poll() is None:
        if time.monotonic() > deadline:
            break
        time.sleep(0.02)
    try:
        yield process
    finally:
        process.wait()


@contextmanager
def _writers(case: _Case) -> Iterator[None]:
    processes = [
        case.start("facts", "add", f"the shelf {n} holds {name(case.rng)}") for n in range(2)
    ]
    processes.append(case.start("ask", "-c", "hello there"))
    yield
    for process in processes:
        process.wait()


@contextmanager
def _nobody(case: _Case) -> Iterator[None]:
    yield


def amid(*troubles: Callable[[_Case], object], kills: bool = False) -> Callable[[Scene], None]:
    """Forget amid those troubles; when it ``kills``, forgetting itself is killed at random instants."""

    def attack(scene: Scene) -> None:
        with ScriptedServer(Reply("ok")) as server:
            case = _Case(scene, server)
            named = [trouble.__name__ for trouble in troubles]
            with ExitStack() as stack:
                for trouble in troubles:
                    stack.enter_context(trouble(case))  # type: ignore[arg-type]
                gone = _killed(case) if kills else _asked(case)
            later = [scene.rng.choice(LATER) for _ in range(2)]
            server.replies = [Reply("Fine.")]
            for words in later:
                orderly(case.program.run(*words), *(() if words[0] == "doctor" else (0,)))
            told = case.program.texts()
            with scene.about((named, "killed" if kills else "", later, told)):
                _judge(case, told, gone)

    return attack


def _asked(case: _Case) -> bool:
    case.forget()
    return True


def _killed(case: _Case) -> bool:
    """Killed a few times; whether somebody was told that it is gone."""
    for _ in range(case.rng.randrange(1, 4)):
        process = case.start("facts", "forget", case.id, "-y")
        with suppress(subprocess.TimeoutExpired):
            if process.wait(timeout=case.rng.uniform(0.1, 1.2)) == 0:
                return True
        process.kill()
        process.wait()
    return False


def _judge(case: _Case, told: list[str], gone: bool) -> None:
    still = any(case.word in fact for fact in told)
    hold(not (gone and still), "what was forgotten does not come back")
    hold(any(case.kept in fact for fact in told), "nothing else is forgotten")
    if not still:
        left = case.left()
        hold(not left, "no byte of what was forgotten stays after the next command", left)
        return
    case.forget()  # it was killed before anything was written down: now for good
    left = case.left()
    hold(not left, "no byte of what was forgotten stays", left)


def in_the_dialogue(scene: Scene) -> None:
    """By words, in the conversation that told it, while nothing else happens."""
    with ScriptedServer(Reply("ok")) as server:
        case = _Case(scene, server)
        words = (
            scene.rng.choice(("forget {}", "please forget about {}"))
            if "boat" in case.text
            else "olvidate de {}"
        )
        thing = "my boat" if "boat" in case.text else "mi barco"
        run = orderly(case.program.run("ask", "-c", words.format(thing)), 0)
        orderly(case.program.run(*scene.rng.choice(LATER)))
        told = case.program.texts()
        with scene.about((run, told)):
            hold(any(case.kept in fact for fact in told), "nothing else is forgotten")
            if not any(case.word in fact for fact in told):
                hold(not case.left(), "no byte of what was forgotten stays", case.left())


def deleted_meanwhile(scene: Scene) -> None:
    """A conversation is deleted while it is used; afterwards its words are nowhere."""
    with ScriptedServer(Reply("ok")) as server:
        case = _Case(scene, server)
        asking = threading.Thread(target=lambda: case.program.run("stats"))
        asking.start()
        sessions = orderly(case.program.run("sessions", "list", "--json"), 0).json
        for session in sessions:
            orderly(case.program.run("sessions", "delete", session["id"], "-y"), 0, 75)
        asking.join()
        case.forget()
        orderly(case.program.run("facts", "list"), 0)
        hold(not case.left(), "no byte of what was deleted stays", case.left())


FAMILY = Family(
    "forgotten",
    "what is forgotten leaves no byte, whoever reads, writes, streams, sleeps or is killed",
    (amid(_reader), amid(_nobody, kills=True), amid(_streaming), amid(_suspended), in_the_dialogue,
     amid(_writers, kills=True), amid(_reader, _writers), deleted_meanwhile, amid(_suspended, _reader, kills=True)),
    weight=1.2,
)  # fmt: skip
