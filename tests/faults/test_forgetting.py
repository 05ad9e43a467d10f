"""Forgetting leaves nothing, whatever happens meanwhile (F7): suspended, killed and raced."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from assistant import steps
from assistant.app import App, open_app
from assistant.cli import history
from assistant.records import ErrorRecord
from assistant.session.base import TurnInput
from assistant.storage.base import Document
from assistant.storage.sqlite.connection import Database
from tests.bounds import PATIENCE
from tests.clock import Clock
from tests.servers.scripted import Reply, ScriptedServer
from tests.session.support import answering

WORDS = ("Escolástica", "Wermelskirchen")
FACT = "mi cuñada se llama Escolástica Wermelskirchen"
OTHER_FACT = "mi perro se llama Bartolomeo"
LATER = (
    ("facts", "list"),
    ("stats",),
    ("sessions", "list"),
    ("prompt", "hola"),
    ("doctor",),
)
"""Commands of all kinds: each opens the memory, none has to do with forgetting."""


def lived_in(home: Path) -> str:
    """A home that holds the words wherever a home can; returns the fact's id."""
    home.mkdir(mode=0o700, exist_ok=True)
    (home / "config.toml").write_text(
        '[log]\nlevel = "debug"\n[model]\nprobe_local_servers = false\n'
    )
    clock = Clock()
    with open_app(home=home, clock=clock, answers=False) as app:
        fact = app.facts.add(FACT)
        app.facts.add(OTHER_FACT)
        closed = app.session()
        closed.observe(f"¿te acordás de {WORDS[0]}?", f"Sí, {WORDS[0]} {WORDS[1]}.")
        closed.observe("¿cómo hago un rebase?", "Con git rebase.")
        closed.end()
        talk = app.session()
        talk.observe(f"¿y si {WORDS[0]} viene el lunes?", "Se verá.")
        talk.observe("¿qué hora es en Roma?", f"La que diga {WORDS[1]}.")
        history.append(app.paths.history, f"recordá que {FACT}", talk.conversation.id)
        history.append(app.paths.history, "¿qué hora es en Roma?", talk.conversation.id)
        for name in ("tool result", "another"):
            app.log.write("debug", name, data={"lines": [f"a\n{WORDS[0]}\nb"]})
        app.log.write("error", "bug", traceback=f"KeyError: '{WORDS[1]}'")
        soon = clock() + timedelta(seconds=30)
        put = app.stores.keyvalue.put
        put("tools/files", "k", {"data": f"1\n{WORDS[0]}\n2"}, expires_at=soon)
        put("answers", "k", {"answer": WORDS[1]}, expires_at=clock() - timedelta(hours=1))
        content = {"steps": [{"note": f"ask {WORDS[1]}"}]}
        app.stores.collections.put(Document("garden/plants", "1", content, {"by": "me"}))
        app.stores.collections.put(Document("garden/plants", "2", {}, {"by": WORDS[0]}))
        app.stores.journal.record_error(ErrorRecord(clock(), None, "BadData", f"400: {WORDS[0]}"))
        app.stores.flush()  # with the day's backup
        for name in ("assistant.db.damaged-2026", "assistant.db.backup-2026-01-01.77.tmp"):
            (home / name).write_text(FACT)
    return fact.id


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("prepared") / "home"
    return folder, lived_in(folder)


@pytest.fixture
def fact(home: Path, prepared: tuple[Path, str]) -> str:
    """A home that was lived in, and the id of what is to be forgotten there."""
    shutil.copytree(prepared[0], home, symlinks=True)
    return prepared[1]


def left(home: Path, words: Sequence[str] = WORDS) -> list[str]:
    """Files of the home that hold one of the words, however it is written; the full-text indexes
    too, which write only what one word has more than the one before."""
    forms = {form.encode() for w in words for form in (w, w.lower(), w.upper(), _plain(w))}
    found = []
    for file in sorted(home.rglob("*")):
        if file.is_file() and not {"cache", "models"} & set(file.relative_to(home).parts):
            content = file.read_bytes()
            found += [file.name for form in forms if form.lower() in content.lower()]
    with closing(sqlite3.connect(home / "assistant.db")) as connection:
        for index in ("facts_fts", "segments_fts"):
            connection.execute(f"CREATE VIRTUAL TABLE temp.t USING fts5vocab(main, {index}, row)")
            terms = {term for (term,) in connection.execute("SELECT term FROM t")}
            connection.execute("DROP TABLE temp.t")
            found += [index for word in words if _plain(word) in terms]
    return sorted(set(found))


def _plain(word: str) -> str:
    return word.lower().replace("á", "a")


def command(*words: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "assistant.cli.main", *words]
    return subprocess.run(
        program, capture_output=True, text=True, timeout=4 * PATIENCE, check=False
    )


def stepper(step: str, kind: str, *words: str) -> subprocess.Popen[str]:
    program = [sys.executable, "-m", "tests.faults.stepper", step, kind, *words]
    return subprocess.Popen(
        program,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def soundly(home: Path) -> None:
    """Nothing else went, and nothing is owed."""
    with open_app(home=home, answers=False) as app:
        assert [f.fact for f in app.facts.all()] == [OTHER_FACT]
        assert not app.stores.erasures.pending()
        assert app.stores.check() == []


def test_F7_the_home_holds_the_words_everywhere_before(home: Path, fact: str) -> None:
    found = left(home)
    for name in ("assistant.db", "facts_fts", "history", "segments_fts"):
        assert name in found
    for part in (".jsonl", ".backup-", ".damaged-", ".tmp"):
        assert any(part in name for name in found)


def test_F7_forgetting_leaves_nothing_anywhere(home: Path, fact: str) -> None:
    ended = command("facts", "forget", "-y", fact)
    assert ended.returncode == 0, ended.stderr
    assert "lets go" not in ended.stderr
    assert left(home) == []
    soundly(home)


@pytest.mark.parametrize("step", steps.STEPS)
def test_F7_killed_at_any_step_the_next_command_goes_on(home: Path, fact: str, step: str) -> None:
    process = stepper(step, "kill", "facts", "forget", "-y", fact)
    process.communicate(timeout=4 * PATIENCE)
    assert process.returncode == -signal.SIGKILL
    if step == "recorded":  # nothing was promised yet
        assert command("facts", "forget", "-y", fact).returncode == 0
    else:
        later = LATER[steps.STEPS.index(step) % len(LATER)]
        ended = command(*later)
        assert ended.returncode == 0 or later == ("doctor",), ended.stderr
    assert left(home) == []
    soundly(home)


@pytest.mark.parametrize("step", steps.STEPS)
def test_F7_suspended_at_any_step_others_go_on(home: Path, fact: str, step: str) -> None:
    process = stepper(step, "stop", "facts", "forget", "-y", fact)
    try:
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        if step != "recorded":  # it holds the write lock: others may only read
            assert command("facts", "list").returncode == 0
            if step != "rewriting":  # it holds a file in its hands
                assert left(home) == []
        process.send_signal(signal.SIGCONT)
        _, err = process.communicate(timeout=4 * PATIENCE)
        assert process.returncode == 0, err
    finally:
        process.kill()
    assert command("stats").returncode == 0
    assert left(home) == []
    soundly(home)


def test_F7_another_that_reads_delays_it_and_never_prevents_it(home: Path, fact: str) -> None:
    with closing(sqlite3.connect(home / "assistant.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM facts").fetchone() == (2,)
        ended = command("facts", "forget", "-y", fact)
        assert ended.returncode == 0, ended.stderr
        assert "as soon as the other program lets go" in ended.stderr
        assert FACT not in command("facts", "list").stdout
        assert "history" not in left(home)
        assert "assistant.db" in left(home)
        reader.execute("COMMIT")
    assert command("sessions", "list").returncode == 0
    assert left(home) == []
    soundly(home)


def test_F7_the_other_program_itself_completes_it_at_its_end(home: Path, fact: str) -> None:
    with open_app(home=home, answers=False) as other:
        database: Database = other.stores._database  # type: ignore[attr-defined]
        with database.snapshot() as connection:
            assert connection.execute("SELECT count(*) FROM facts").fetchone() == (2,)
            ended = command("facts", "forget", "-y", fact)
            assert ended.returncode == 0, ended.stderr
    assert left(home) == []
    soundly(home)


def test_F7_a_backup_in_the_making_holds_none_of_it(home: Path, fact: str) -> None:
    """One that is killed in the middle leaves half a copy, which goes too."""
    for backup in home.glob("assistant.db.backup-*"):
        backup.unlink()
    maker = (
        "import os, signal\n"
        "from assistant.app import open_app\n"
        "from assistant.storage.sqlite import backups\n"
        "copy = backups._copy_lasting_rows\n"
        "def stopped(*a):\n"
        "    copy(*a)\n"
        "    os.kill(os.getpid(), signal.SIGSTOP)\n"
        "backups._copy_lasting_rows = stopped\n"
        "with open_app(answers=False) as app:\n"
        "    app.stores.keyvalue.put('x', 'x', 1)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", maker])
    try:
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        ended = command("facts", "forget", "-y", fact)
        assert ended.returncode == 75, "the maker holds the write lock: nothing was hidden"
        assert any(".tmp" in name for name in left(home))
    finally:
        process.kill()
        process.wait()
    assert command("facts", "forget", "-y", fact).returncode == 0
    assert left(home) == []
    soundly(home)


@pytest.fixture
def talking(home: Path, fact: str, embedder_cache: Path) -> Iterator[tuple[App, ScriptedServer]]:
    """The home with a model that answers what the test says."""
    with ScriptedServer() as server, answering(home, Clock(), server) as app:
        yield app, server


def test_F7_a_turn_in_flight_does_not_write_it_back(
    home: Path, fact: str, talking: tuple[App, ScriptedServer]
) -> None:
    """The reply streams, another program forgets, the turn is committed without it."""
    app, server = talking
    server.replies = [Reply(f"Tu cuñada es {WORDS[0]} {WORDS[1]}, según me contaste.")]
    seen: list[str] = []

    def meanwhile(piece: str) -> None:
        if not seen:
            ended = command("facts", "forget", "-y", fact)
            assert ended.returncode == 0, ended.stderr
            assert "as soon as the other program lets go" in ended.stderr
            app.log.write("debug", "tool result", data=WORDS[0])  # of this very turn
            app.stores.keyvalue.put("tools/files", "late", {"data": WORDS[1]})
        seen.append(piece)

    session = app.session()
    text = f"recordá que {WORDS[0]} vive en Roma. ¿Cómo se llama mi cuñada {WORDS[0]}?"
    result = session.respond(TurnInput(text), on_text=meanwhile)
    assert WORDS[0] in result.text, "the person had seen it stream"
    assert any("mientras tanto se olvidó algo" in notice for notice in result.notices)
    assert result.memory_changes == ()
    assert command("facts", "list").returncode == 0
    app.close()
    assert left(home) == []
    soundly(home)


def test_F7_a_turn_in_flight_that_is_killed_leaves_none_of_it(home: Path, fact: str) -> None:
    reader = (
        "import sys\n"
        "from assistant.app import open_app\n"
        "app = open_app(answers=False)\n"
        "with app.stores.erasures.turn():\n"
        "    print('in a turn', flush=True)\n"
        "    sys.stdin.readline()\n"
        f"    app.stores.keyvalue.put('tools/files', 'late', {{'data': 'x\\n{WORDS[1]}'}})\n"
        f"    app.log.write('debug', 'tool result', data='{WORDS[0]}')\n"
        "    print('written', flush=True)\n"
        "    sys.stdin.readline()\n"
    )
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-c", reader], stdin=pipe, stdout=pipe, text=True)
    assert process.stdin
    assert process.stdout
    try:
        assert process.stdout.readline() == "in a turn\n"
        assert command("facts", "forget", "-y", fact).returncode == 0
        process.stdin.write("go on\n")
        process.stdin.flush()
        assert process.stdout.readline() == "written\n"
        assert left(home)
    finally:
        process.kill()
        process.wait()
    assert command("stats").returncode == 0
    assert left(home) == []
    soundly(home)


def test_F7_what_is_said_again_while_it_is_owed_stays(home: Path, fact: str) -> None:
    with closing(sqlite3.connect(home / "assistant.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM facts").fetchone()
        assert command("facts", "forget", "-y", fact).returncode == 0
        with open_app(home=home, answers=False) as app:
            session = app.session()
            session.observe(f"recordá que {FACT}", "Anotado.")
            said = session.conversation.id
    assert command("stats").returncode == 0
    with open_app(home=home, answers=False) as app:
        assert not app.stores.erasures.pending()
        assert len(app.facts.all()) == 2
        assert WORDS[0] in app.stores.conversations.turns(said)[0].user.content


def test_F7_two_that_forget_at_once_both_get_it(home: Path, fact: str) -> None:
    with open_app(home=home, answers=False) as app:
        other = next(f.id for f in app.facts.all() if f.id != fact)
    first = stepper("rewritten", "wait", "facts", "forget", "-y", fact)
    assert first.stdout
    assert first.stdout.readline() == "step rewritten\n"
    ended = command("facts", "forget", "-y", other)
    assert ended.returncode == 0, ended.stderr
    first.communicate("\n", timeout=4 * PATIENCE)
    assert command("stats").returncode == 0
    assert left(home, (*WORDS, "Bartolomeo")) == []
    with open_app(home=home, answers=False) as app:
        assert app.facts.all() == []
        assert not app.stores.erasures.pending()


LETTERS = "abcdefghijlmnoprstu"


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 12))]
)
def test_F7_any_home_killed_anywhere_keeps_nothing_of_it_and_all_else(
    home: Path, seed: int
) -> None:
    rng = random.Random(seed)

    def name() -> str:
        return "Zq" + "".join(rng.choice(LETTERS) for _ in range(8))

    shapes = ("my {} is called {}", "recordá que mi {} se llama {}", "our {} runs on {}")
    # one fact a thing: a second name of the same thing would take the place of the first (F7)
    things = ["cat", "server", "perro", "boat", "tía", "garden", "laptop", "escuela"]
    named = {name(): thing for thing in rng.sample(things, rng.randint(3, len(things)))}
    with open_app(home=home, answers=False) as app:
        ids = {
            n: app.facts.add(rng.choice(shapes).format(thing, n)).id for n, thing in named.items()
        }
        for _ in range(rng.randint(1, 3)):
            session = app.session()
            for _ in range(rng.randint(1, 8)):
                about = rng.choice(list(named))
                session.observe(f"{rng.choice(things)}: ¿{about}?", f"yes, {about.upper()}!")
                history.append(app.paths.history, f"say\n{about}", session.conversation.id)
                app.log.write("info", "x", detail={"of": about})
            if rng.random() < 0.5:
                session.end()
        app.stores.flush()
    gone = rng.sample(sorted(named), rng.randint(1, len(named) - 1))
    step = rng.choice([s for s in steps.STEPS if s != "recorded"])
    stepper(step, "kill", "facts", "forget", "-y", *(ids[n] for n in gone)).communicate()
    assert command(*rng.choice(LATER[:4])).returncode == 0
    assert left(home, gone) == []
    with open_app(home=home, answers=False) as app:
        kept = {f.id for f in app.facts.all()}
        assert kept == {ids[n] for n in named if n not in gone}
        assert app.stores.check() == []
