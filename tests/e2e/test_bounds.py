"""Bad input of every kind, given to the real program: an expected word, or it is survived."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from assistant.limits import CALLS
from assistant.messages import say
from assistant.start import WORDS
from assistant.storage.open import open_stores
from assistant.storage.sqlite.seals import allow_seals
from tests.contract.samples import NOW
from tests.e2e.conftest import Cli, Ended
from tests.servers.raw import Behaviour, RawServer, delta, events
from tests.servers.scripted import Reply, ScriptedServer

FAR = ("9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59-12:00",
       "0001-01-01T00:00:00+14:00", "1970-01-01T00:00:00+00:00", "2999-06-01T00:00:00+00:00")  # fmt: skip
COMMANDS = (["ask", "-c", "hello"], ["facts"], ["facts", "list"], ["stats"], ["prompt", "hi"],
            ["sessions", "list"], ["facts", "add", "my bike is green"])  # fmt: skip
TOLD = "my cat is called Tiza"
ROW: dict[str, Any] = {
    "id": "a1", "domain": "work", "fact": "uno dos", "confidence": "high", "source": "explicit",
    "created_at": "2026-01-01T00:00:00+00:00", "last_confirmed_at": "2026-01-01T00:00:00+00:00",
}  # fmt: skip


def expected(ended: Ended, *statuses: int) -> None:
    assert ended.status in statuses, (ended.status, ended.err)
    assert "Traceback" not in ended.err
    assert "bug" not in ended.err


def remembered(assistant: Cli) -> list[str]:
    return [fact["fact"] for fact in assistant("facts", "list", "--json").json]


def importing(assistant: Cli, *rows: dict[str, Any], escaped: bool = False) -> Ended:
    text = "".join(json.dumps(row, ensure_ascii=escaped) + "\n" for row in rows)
    file = assistant.home / "in.jsonl"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    return assistant("facts", "import", str(file))


# -- time ------------------------------------------------------------------------------------------


def test_one_fact_at_the_end_of_time_stops_no_command(assistant: Cli) -> None:
    assert assistant("facts", "add", "the printer is on floor three").status == 0
    assert assistant("facts", "add", "my dentist is called Ramona").status == 0
    with closing(sqlite3.connect(assistant.home / "assistant.db")) as database:
        allow_seals(database)
        (bad,) = database.execute("SELECT id FROM facts WHERE fact LIKE '%printer%'").fetchone()
        at = "9999-12-31T23:59:59.000000+00:00"
        database.execute(
            "UPDATE facts SET created_at = ?, last_confirmed_at = ? WHERE id = ?", (at, at, bad)
        )
        database.commit()
    told = []
    for words in COMMANDS:
        ended = assistant(*words)
        expected(ended, 0)
        told += [line for line in ended.err.splitlines() if bad in line]
    assert len(told) == 1, "named once on stderr"
    assert remembered(assistant) == ["my dentist is called Ramona", "my bike is green"]
    doctor = assistant("doctor")
    assert bad in doctor.out
    assert "all is well" not in doctor.out
    expected(assistant("facts", "forget", bad), 0)
    assert bad not in assistant("doctor").out


@pytest.mark.parametrize("now", [FAR[0], *FAR[3:]])
def test_no_clock_stops_a_command(now: str, assistant: Cli) -> None:
    """Nor does it for good: with the right time again all is as it was."""
    assert assistant("facts", "add", "my dentist is called Ramona").status == 0
    assert assistant("ask", "-c", "hello there").status == 0
    for words in COMMANDS:
        expected(assistant(*words, env={"ASSISTANT_NOW": now}), 0)
    for words in (["ask", "-c", "hello"], ["stats"]):
        expected(assistant(*words), 0)
    assert "my dentist is called Ramona" in remembered(assistant)
    asked = assistant("prompt", "--json", "what is my dentist called?").json
    assert [c for c in asked["considered"] if c["decision"] == "in" and "Ramona" in c["fact"]]


@pytest.mark.parametrize("at", FAR[:4])
def test_an_import_of_an_impossible_date_is_refused_by_line(at: str, assistant: Cli) -> None:
    ended = importing(assistant, ROW, {**ROW, "id": "a2", "created_at": at})
    expected(ended, 65)
    assert "Line 2" in ended.err
    assert "created_at" in ended.err
    assert remembered(assistant) == [], "all or nothing"


# -- a model's replies -----------------------------------------------------------------------------


def calls(count: int) -> list[dict[str, Any]]:
    return [
        {"index": n, "id": f"c{n}", "type": "function",
         "function": {"name": "time_now", "arguments": "{}"}}
        for n in range(count)
    ]  # fmt: skip


def usage(tokens: Any) -> dict[str, Any]:
    return {"choices": [], "usage": {"prompt_tokens": tokens, "completion_tokens": tokens}}


def said(*more: Any) -> bytes:
    return events(delta({"content": "ok"}), delta({}, "stop"), *more)


DEEP = b"[" * 100_000 + b"]" * 100_000
BEHAVIOURS: dict[str, Behaviour | bytes] = {
    "usage of 10^30": said(usage(10**30)),
    "usage below zero": said(usage(-5)),
    "usage of words": said(usage("many")),
    "a deep event": events(DEEP),
    "a deep answer": b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n" + DEEP,
    "a deep refusal": b"HTTP/1.1 400 Bad\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n" + DEEP,
    "1,000 calls": events(delta({"tool_calls": calls(1000)}), delta({}, "tool_calls")),
    "calls of nothing": events(delta({"tool_calls": [{"index": 10**30, "function": {"name": "\ud800"}}]}), delta({}, "tool_calls")),
    "deep arguments": events(delta({"tool_calls": [{"index": 0, "id": "c", "function": {"name": "time_now", "arguments": "[" * 50_000}}]}), delta({}, "tool_calls")),
    "a line without end": b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: " + b"a" * 6_000_000,
}  # fmt: skip


@pytest.mark.parametrize("name", BEHAVIOURS)
def test_R3_what_is_typed_is_kept_whatever_the_model_does(name: str, assistant: Cli) -> None:
    assistant.configure("[model]\nread_timeout = 2.0\nmax_retries = 0\n")
    with RawServer(BEHAVIOURS[name]) as server:
        ended = assistant("ask", "-c", TOLD, env=_of(server))
    expected(ended, 0, 69)
    assert TOLD in ended.err, "the person is told that it was noted"
    assert remembered(assistant) == [TOLD]


def test_T7_a_thousand_calls_are_a_few_lines(assistant: Cli) -> None:
    with RawServer(BEHAVIOURS["1,000 calls"]) as server:
        ended = assistant("ask", TOLD, env=_of(server))
    rounds = 6
    assert ended.err.count("time_now") + ended.err.count("time.now") <= CALLS.value * rounds


def _of(server: RawServer) -> dict[str, str]:
    return {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "sk-test-0000",
            "ASSISTANT_MODEL": "scripted-model"}  # fmt: skip


def test_R3_a_bug_in_the_middle_of_a_turn_keeps_what_was_typed(
    assistant: Cli, server: ScriptedServer
) -> None:
    """Any exception at all, here one of a tool loop that was broken on purpose."""
    body = (
        "import assistant.session.turn as turn, sys\n"
        "def broken(*a, **k): raise RuntimeError('not meant')\n"
        "turn.stream_reply = broken\n"
        "import assistant.session.asking as asking\n"
        "asking.stream_reply = broken\n"
        "from assistant.cli.main import run\n"
        f"sys.exit(run(['ask', '-c', {TOLD!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", body], env=assistant.environment, capture_output=True,
        encoding="utf-8", stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 1
    assert TOLD in done.stderr
    assert remembered(assistant) == [TOLD]


# -- schemas, addresses, configuration -------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "reply"),
    [
        ('{"$ref": "#"}', "{}"),
        ('{"pattern": "^(a+)+$"}', json.dumps("a" * 50 + "!")),
        ("[" * 100_000, "{}"),
        ('{"allOf": [' * 300 + "{}" + "]}" * 300, "{}"),
        ('{"type": "array"}', "[" * 5000 + "]" * 5000),
        ('{"$ref": "http://127.0.0.1:9/s"}', "{}"),
    ],
    ids=["a circle", "a pattern", "deep", "deep parts", "a deep answer", "elsewhere"],
)
def test_a_schema_that_runs_away_is_refused(
    schema: str, reply: str, assistant: Cli, server: ScriptedServer
) -> None:
    (assistant.home / "s.json").write_text(schema)
    server.replies = [Reply(reply)]
    expected(assistant("ask", "--schema", str(assistant.home / "s.json"), "hi"), 65)


@pytest.mark.parametrize(
    "variables",
    [
        {"OPENAI_BASE_URL": "http://127.0.0.1:99999/v1"},
        {"OPENAI_BASE_URL": "http://[::1/v1"},
        {"OPENAI_BASE_URL": "http://h\x01ost/v1"},
        {"OPENAI_BASE_URL": "x" * 100_000},
        {"ASSISTANT_MODEL": "m\udcff"},
        {"OPENAI_API_KEY": "clave-ñ"},
        {"OPENAI_API_KEY": "two\nlines"},
        {"ASSISTANT_MEMORY_MAX_CHARS": "9" * 5000},
        {"ASSISTANT_MEMORY_MAX_MESSAGES": "-1"},
        {"ASSISTANT_MEMORY_MAX_MESSAGES": "1e3"},
        {"ASSISTANT_NOW": "x" * 5000},
    ],
    ids=lambda v: " ".join(f"{k}={v[k][:20]!r}" for k in v),
)
def test_a_variable_of_rubbish_is_refused_by_name(
    variables: dict[str, str], assistant: Cli
) -> None:
    expected(assistant("ask", "hi", env=variables), 78)


def test_rubbish_in_the_users_name_is_survived(assistant: Cli) -> None:
    expected(assistant("ask", "-c", TOLD, env={"USER": "jos\udce9:x"}), 0)


def test_a_configuration_nested_without_end_is_refused(assistant: Cli) -> None:
    for text in ("a = " + "[" * 50_000, "a = " + "[" * 50_000 + "]" * 50_000, "[" * 50_000,
                 "a = " + "{a=" * 20_000, "x" * 2_000_000):  # fmt: skip
        (assistant.home / "config.toml").write_text(text)
        for words in (["config", "show"], ["config", "check"], ["facts", "list"]):
            expected(assistant(*words), 78)
    expected(assistant("doctor"), 78)


# -- files -----------------------------------------------------------------------------------------


def test_devices_and_silent_pipes_are_refused_by_name(assistant: Cli) -> None:
    pipe = assistant.home / "pipe"
    os.mkfifo(pipe)
    for file in ("/dev/zero", str(pipe)):
        for words in (["ask", "x", "-f", file], ["ask", "x", "--schema", file],
                      ["facts", "import", file]):  # fmt: skip
            ended = assistant(*words, timeout=60)
            expected(ended, 65)
            assert file in ended.err
    (assistant.home / "config.toml").symlink_to("/dev/zero")
    expected(assistant("config", "show"), 78)


def test_a_stray_byte_is_replaced_and_told(assistant: Cli, server: ScriptedServer) -> None:
    file = assistant.home / "notes.txt"
    file.write_bytes(b"the disk of host quil\xffmes is full\n")
    ended = assistant("ask", "Which disk is full?", "-f", str(file))
    expected(ended, 0)
    assert "notes.txt" in ended.err
    assert "UTF-8" in ended.err
    assert "quil\ufffdmes" in str(server.chats[-1])


def test_a_home_whose_name_is_too_long_is_told(assistant: Cli, tmp_path: Path) -> None:
    ended = assistant("facts", "list", env={"ASSISTANT_HOME": str(tmp_path / ("h" * 300))})
    assert ended.status == 78
    assert "File name too long" in ended.err
    assert "Traceback" not in ended.err


def test_U1_a_home_whose_name_is_not_utf8_works(assistant: Cli, tmp_path: Path) -> None:
    home = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    home.mkdir(mode=0o700)
    (home / "cache").symlink_to(assistant.home / "cache")
    here = {"ASSISTANT_HOME": str(home)}
    for words in (["facts", "add", TOLD], ["facts", "list"], ["prompt", "hi"], ["stats"],
                  ["ask", "-c", "hello"], ["config", "init"]):  # fmt: skip
        process = assistant.start(*words, env=here)
        _, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
    process = assistant.start("config", "path", env={**here, "PYTHONIOENCODING": "utf-8:strict"})
    assert process.communicate(timeout=60)[0].strip() == os.fsencode(home / "config.toml")
    assert list(home.glob("assistant.db.backup-*")), "its backup too"


# -- imports ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "field",
    [{"id": "x\ud800"}, {"fact": "dos \udfff"}, {"role": "\ud800"}, {"replaces": "\ud800"},
     {"slot": {"subject": "\ud800", "attribute": "b", "value": "c"}}, {"domain": ["work"]},
     {"created_at": 3}, {"fact": "x" * 100_000}, {"id": "x" * 100_000}, {"source": {}},
     {"kind": None}],
    ids=lambda f: str(f)[:30],
)  # fmt: skip
def test_a_field_of_rubbish_is_refused_by_line_and_name(
    field: dict[str, Any], assistant: Cli
) -> None:
    ended = importing(assistant, {**ROW, **field}, escaped=True)
    expected(ended, 65)
    assert "Line 1" in ended.err
    assert remembered(assistant) == []


def test_a_line_that_is_no_object_is_refused(assistant: Cli) -> None:
    for text in ("[" * 100_000, '{"id": ' + "9" * 5000 + "}", "3", "null", '{"a": NaN}'):
        (assistant.home / "in.jsonl").write_text(text + "\n")
        expected(assistant("facts", "import", str(assistant.home / "in.jsonl")), 65)


def test_an_export_comes_back_whatever_letters_it_holds(assistant: Cli, tmp_path: Path) -> None:
    odd = "uno\u2028dos\u2029tres\x85cuatro\x1c\x1d\x1e\x0b\x0c fin"
    expected(importing(assistant, {**ROW, "fact": odd}), 0)
    out = tmp_path / "out.jsonl"
    expected(assistant("facts", "export", "-o", str(out)), 0)
    other = {"ASSISTANT_HOME": str(tmp_path / "other")}
    expected(assistant("facts", "import", str(out), env=other), 0)
    there = assistant("facts", "export", env=other)
    assert there.out == out.read_text("utf-8")
    assert json.loads(there.out)["fact"] == odd
    expected(assistant("facts", "import", str(out), env=other), 0)
    assert assistant("facts", "export", env=other).out == there.out, "twice changes nothing"


def many(count: int) -> str:
    rows = (
        {**ROW, "id": f"i{n:06}", "fact": f"the part {n} lies in shelf {n % 97}"}
        for n in range(count)
    )
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_a_killed_import_leaves_nothing_and_can_be_repeated(assistant: Cli) -> None:
    """At any moment of it; the same file then comes in whole."""
    count = 3000
    file = assistant.home / "many.jsonl"
    file.write_text(many(count))
    assert assistant("facts", "add", TOLD).status == 0
    for share in (0.5, 0.9, 1.3):
        process = assistant.start("facts", "import", str(file))
        time.sleep(share)
        process.send_signal(signal.SIGKILL)
        process.wait()
        there = len(remembered(assistant))
        assert there in (1, count + 1), "whole or not at all"
    expected(assistant("facts", "import", str(file)), 0)
    before = assistant("facts", "export").out
    assert before.count("\n") == count + 1
    again = assistant("facts", "import", str(file))
    expected(again, 0)
    assert "0 facts" in again.err
    assert assistant("facts", "export").out == before
    with closing(open_stores(assistant.home / "assistant.db", clock=lambda: NOW)) as stores:
        ids = [id for id, _ in stores.facts.search(["part", "1234"], 3)]
    assert ids[0] == "i001234", "found by its words at once"


def test_F4_a_row_with_a_secret_is_set_aside_and_named(assistant: Cli) -> None:
    bad = {**ROW, "id": "b", "fact": "the key is AKIAIOSFODNN7EXAMPLE of the bucket"}
    ended = importing(assistant, ROW, bad)
    assert ended.status == 0
    assert "fact 2" in ended.err
    assert remembered(assistant) == [ROW["fact"]]


# -- modes -----------------------------------------------------------------------------------------


def test_an_open_home_is_closed_and_that_is_said_once(assistant: Cli) -> None:
    assert assistant("facts", "add", TOLD).status == 0
    (assistant.home / "history").write_text('"x"\n')
    (assistant.home / "config.toml").write_text("")
    for file, mode in ((assistant.home, 0o777), (assistant.home / "history", 0o666),
                       (assistant.home / "assistant.db", 0o644),
                       (assistant.home / "config.toml", 0o666)):  # fmt: skip
        file.chmod(mode)
    first, second = assistant("facts", "list"), assistant("facts", "list")
    assert "others" in first.err
    assert second.err == ""
    assert assistant.home.stat().st_mode & 0o777 == 0o700
    for name in ("history", "assistant.db", "config.toml"):
        assert (assistant.home / name).stat().st_mode & 0o777 == 0o600, name


def test_a_linked_database_keeps_its_targets_mode_and_that_is_said(
    assistant: Cli, tmp_path: Path
) -> None:
    assert assistant("facts", "add", TOLD).status == 0
    target = tmp_path / "elsewhere.db"
    (assistant.home / "assistant.db").rename(target)
    target.chmod(0o644)
    (assistant.home / "assistant.db").symlink_to(target)
    ended = assistant("facts", "list")
    expected(ended, 0)
    assert target.stat().st_mode & 0o777 == 0o644
    assert str(target) in ended.err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_home_of_another_user_is_refused(assistant: Cli) -> None:
    os.chown(assistant.home, 65534, 65534)
    ended = assistant("facts", "list")
    expected(ended, 75)
    assert "another user" in ended.err


# -- Ctrl-C ----------------------------------------------------------------------------------------


def test_ctrl_c_at_any_instant_of_the_start_ends_in_a_word(assistant: Cli) -> None:
    """From our first line on: before it Python itself starts, whose own words are not ours."""
    assert assistant("facts", "add", TOLD).status == 0
    ready = "import os; os.write(1, b'!')\nfrom assistant.start import watch; watch()\nos.write(1, b'!')\n"
    program = (
        ready
        + "import sys; sys.argv = ['assistant', *sys.argv[1:]]\nfrom assistant.start import main; main()"
    )
    seen = set()
    for words in (["facts", "list"], ["ask", "hi"]):
        for milliseconds in range(0, 500, 50):
            process = subprocess.Popen(
                [sys.executable, "-c", program, *words], env=assistant.environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            )  # fmt: skip
            assert process.stdout is not None
            assert process.stdout.read(2) == b"!!"
            time.sleep(milliseconds / 1000)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
            told = err.decode()
            assert "Traceback" not in told, (words, milliseconds, told)
            assert process.returncode in (0, 130), (words, milliseconds, told)
            if process.returncode == 130:
                assert told.splitlines()[-1:] == ["interrupted"], (words, milliseconds, told)
            seen.add(process.returncode)
    assert 130 in seen


def test_the_word_at_the_start_is_the_programs() -> None:
    assert {language: say("ui.interrupted", language) for language in WORDS} == WORDS
