"""Many processes at one home, some killed: what was acknowledged is there, what was forgotten is not."""

from __future__ import annotations

import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from assistant.app import open_app
from tests.faults.invariants import Acknowledged, check, check_conversation
from tests.faults.kills import run_and_kill
from tests.hostile.base import Family, Scene, hold, orderly
from tests.hostile.program import Program
from tests.hostile.words import Language, identifier, language, name, statement
from tests.servers.scripted import Reply, ScriptedServer


def _soundly(program: Program) -> None:
    """Every page and every conversation is whole."""
    with open_app(home=program.home, answers=False) as app:
        for conversation in app.stores.conversations.all():
            check_conversation(app.stores, conversation.id, {}, forgotten=True)
        damage = app.stores.check()
    hold(not damage, "no row is damaged", damage)


def a_crowd(scene: Scene) -> None:
    """Some add, some forget, some ask, all at once; a few are killed."""
    rng = scene.rng
    spoken: Language = language(rng)
    with ScriptedServer(Reply("ok")) as server:
        program = scene.home()
        program.use(server)
        old = [statement(rng, spoken, f"{identifier(rng)}{n}x") for n in range(4)]
        program.remember(*(one.text for one in old))
        known = {told.fact: told.id for told in program.facts()}
        gone = [id for text, id in known.items() if any(one.id in text for one in old[:2])]
        new = [statement(rng, spoken, f"{identifier(rng)}{n}y") for n in range(3)]
        jobs: list[tuple[str, ...]] = [("facts", "add", one.text) for one in new]
        jobs += [("facts", "forget", id, "-y") for id in gone]
        jobs += [
            ("ask", "-c", f"what of {name(rng)}?"),
            ("ask", "-c", "remember that my lamp is red"),
            ("stats",),
        ]
        rng.shuffle(jobs)
        doomed = {number: rng.uniform(0.05, 1.5) for number in rng.sample(range(len(jobs)), 2)}
        with ThreadPoolExecutor(len(jobs)) as pool:
            ended = list(
                pool.map(lambda job: _run(program, job[1], doomed.get(job[0])), enumerate(jobs))
            )
        done = [job for job, status in zip(jobs, ended, strict=True) if status == 0]
        bad = [
            (j, s)
            for n, (j, s) in enumerate(zip(jobs, ended, strict=True))
            if s not in (0, 75) and n not in doomed
        ]
        hold(not bad, "each of a crowd ends as it would alone", bad)
    live = program.facts()
    texts = [told.fact for told in live]
    for one in new:
        added = ("facts", "add", one.text) in done
        hold(
            not added or any(one.id in text for text in texts),
            "what was acknowledged is kept",
            one.text,
        )
    for one in old[2:]:
        hold(any(one.id in text for text in texts), "nothing else is lost", one.text)
    for id in gone:
        forgot = ("facts", "forget", id, "-y") in done
        hold(not forgot or id not in {told.id for told in live}, "what was forgotten stays so", id)
    _soundly(program)


def _run(program: Program, words: tuple[str, ...], killed_after: float | None) -> int:
    """The status; one that is killed says nothing of use unless it was done before."""
    process = program.quietly(*words)
    try:
        return process.wait(timeout=120 if killed_after is None else killed_after)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def killed_in_a_dialogue(scene: Scene) -> None:
    """Turn after turn until SIGKILL, three times; then the check of the faults."""
    program = scene.home()
    said = Acknowledged()
    for _ in range(2):
        heard = run_and_kill(
            program.home,
            scene.rng.randrange(10**6),
            scene.rng.uniform(0.0, 1.0),
            first=scene.rng.choice(("ready", "turn")),
        )
        said.facts += heard.facts
        said.turns |= heard.turns
    try:
        check(program.home, said, {})
    except AssertionError as error:
        hold(False, "what was acknowledged is kept", error)


def killed_while_it_answers(scene: Scene) -> None:
    """A turn that dies in mid-stream is as if it had not been, and its conversation goes on."""
    rng = scene.rng
    with ScriptedServer(Reply("one")) as server:
        program = scene.home()
        program.use(server)
        first = orderly(program.run("ask", "-c", "--json", "hello there"), 0).json
        server.replies = [Reply("word " * 40, pause=0.05)]
        process = program.quietly("ask", "-c", "and then?")
        time.sleep(rng.uniform(0.2, 2.0))
        process.kill()
        process.wait()
        server.replies = [Reply("two")]
        again = orderly(program.run("ask", "-c", "--json", "go on"), 0).json
        hold(
            again["session"] == first["session"],
            "a conversation goes on after a kill",
            (first, again),
        )
        hold(
            again["turn"] in (first["turn"] + 1, first["turn"] + 2),
            "no turn is lost or doubled",
            again,
        )
    _soundly(program)


def imports_at_once(scene: Scene) -> None:
    """The same file twice at once, one of them killed: whole or not at all, and each fact once."""
    rng = scene.rng
    program = scene.home()
    at = "2026-01-01T00:00:00+00:00"
    count = rng.choice((50, 400))
    file = program.work / "in.jsonl"
    file.write_text(
        "".join(
            f'{{"id": "i{n}", "domain": "work", "fact": "the part {n} lies in shelf {n}", "confidence": "high", "source": "explicit", "created_at": "{at}", "last_confirmed_at": "{at}"}}\n'
            for n in range(count)
        )
    )
    jobs = [
        (None, ("facts", "import", str(file))),
        (rng.uniform(0.1, 1.5), ("facts", "import", str(file))),
    ]
    with ThreadPoolExecutor(2) as pool:
        ended = list(pool.map(lambda job: _run(program, job[1], job[0]), jobs))
    there = len(program.facts())
    hold(ended[0] in (0, 75), "each of a crowd ends as it would alone", ended)
    hold(there in (0, count), "an import is whole or not at all", (there, count))
    hold(there == count or ended[0] != 0, "what was acknowledged is kept", (ended, there))


FAMILY = Family(
    "races",
    "nothing acknowledged is lost, nothing is by halves, whoever else runs or is killed",
    (a_crowd, killed_while_it_answers, killed_in_a_dialogue, imports_at_once),
)
