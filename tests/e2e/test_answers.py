"""Answers without the model, as people run the program."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.benchmarks.answers import environment_of, imported, run
from tests.e2e.conftest import Cli
from tests.servers.scripted import Reply, ScriptedServer

QUESTION = "how do I rename a git branch"
PLANTED = "quetzalcoatlus"


def test_A1_the_model_is_asked_once(assistant: Cli, server: ScriptedServer) -> None:
    server.replies = [Reply("git branch -m")]
    first, second = assistant("ask", "--json", QUESTION), assistant("ask", "--json", QUESTION)
    assert (first.json["source"], second.json["source"]) == ("model", "dedup")
    assert second.json["text"] == "git branch -m"
    assert second.json["prompt_tokens"] == 0
    assert len(server.chats) == 1


def test_A4_fresh_asks_again(assistant: Cli, server: ScriptedServer) -> None:
    assistant("ask", QUESTION)
    assert assistant("ask", "--fresh", "--json", QUESTION).json["source"] == "model"
    assert len(server.chats) == 2


def test_A4_the_disclaimer_is_no_part_of_the_answer(assistant: Cli, server: ScriptedServer) -> None:
    server.replies = [Reply("git branch -m")]
    assistant("ask", QUESTION)
    again = assistant("ask", "git: change the name of a branch")
    assert again.out == "git branch -m\n"
    assert again.said == "[Answer retrieved from an earlier conversation]"


def test_A2_files_and_piped_text_are_asked_about_each_time(
    assistant: Cli, server: ScriptedServer
) -> None:
    assistant("ask", QUESTION)
    assistant("ask", QUESTION, stdin="some data")
    assistant("ask", QUESTION, stdin="other data")
    assert len(server.chats) == 3


def test_M1_stats_tell_what_was_not_asked(assistant: Cli) -> None:
    assistant("ask", QUESTION)
    assistant("ask", QUESTION)
    saved = assistant("stats", "--json").json["saved_by_source"]["dedup"]
    assert saved["requests_not_made"] == 1
    assert saved["tokens_saved"] > 300


def test_M1_stats_count_what_was_worked_out(assistant: Cli, server: ScriptedServer) -> None:
    assert assistant("ask", "what is 15% of 240?").out == "15% of 240 = 36\n"
    saved = assistant("stats", "--json").json["saved_by_source"]["memory"]
    assert saved["requests_not_made"] == 1
    assert 300 < saved["tokens_saved"] < 600, "at least the system prompt"
    assert server.chats == []


def test_M1_where_no_model_could_be_asked_nothing_was_saved(alone: Cli) -> None:
    assert alone("facts", "add", "my dog is called Rex").status == 0
    assert alone("ask", "what is 15% of 240?").status == 0
    assert alone("ask", "what is my dog called?").out == "Your dog is called Rex.\n"
    assert alone("ask", "when is my sister's birthday?").out == "You have not told me that.\n"
    figures = alone("stats", "--json").json
    assert (figures["full_history_tokens"], figures["saved"]) == (0, 0.0)
    assert figures["sources"] == {"memory": 2, "untold": 1}
    assert {part["requests_not_made"] for part in figures["saved_by_source"].values()} == {0}
    shown = alone("stats").out
    assert "no request went to a model, and none was spared" in shown
    assert "3 questions of `assistant ask` by themselves" in shown
    assert "conversation" not in shown.replace("its turn in the conversation", "")


@pytest.mark.slow
def test_A1_a_kept_answer_imports_no_client(home: Path, server: ScriptedServer) -> None:
    environment = environment_of(home, server)
    run(["ask", QUESTION], environment)
    assert imported(["ask", QUESTION], environment) == []


def test_D1_old_logs_are_gone_after_any_command(assistant: Cli) -> None:
    logs = assistant.home / "logs"
    logs.mkdir(mode=0o700, parents=True)
    old = logs / f"{datetime.now(UTC) - timedelta(hours=26):%Y%m%dT%H}.jsonl"
    young = logs / f"{datetime.now(UTC) - timedelta(hours=2):%Y%m%dT%H}.jsonl"
    for path in (old, young):
        path.write_text("{}\n")
    assistant("facts", "list")
    assert not old.exists()
    assert young.exists()


def test_D2_no_prompt_holds_what_a_log_says(assistant: Cli, server: ScriptedServer) -> None:
    logs = assistant.home / "logs"
    logs.mkdir(mode=0o700, parents=True)
    (logs / f"{datetime.now(UTC):%Y%m%dT%H}.jsonl").write_text(f'{{"event": "{PLANTED}"}}\n')
    assistant("ask", "what is the log's last event?")
    assistant("ask", "and before that?")
    assert PLANTED not in str(server.chats)


def test_D3_only_the_last_error_is_told_and_only_on_a_retry(
    assistant: Cli, server: ScriptedServer, tmp_path: Path
) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text('{"type": "object", "required": ["city"]}')
    asked = ("ask", "A city?", "--schema", os.fspath(schema))
    server.replies = [Reply("[1]")]
    assert assistant(*asked).status == 65  # two errors in the table
    server.replies = [Reply('{"town": 1}'), Reply('{"city": "Rosario"}')]
    assert assistant(*asked).status == 0
    first, retry = (chat["messages"][-1]["content"] for chat in server.chats[-2:])
    assert "'city' is a required property" in retry
    assert "required property" not in first
    assert "[1]" not in retry, "an older error stays out"


def test_D1_neither_bodies_nor_keys_are_logged(assistant: Cli, server: ScriptedServer) -> None:
    server.replies = [Reply(f"{PLANTED} answered")]
    assistant("ask", f"{PLANTED} asked")
    server.replies = [Reply(status=401, body=f'{{"error": {{"message": "{PLANTED}"}}}}')]
    assistant("ask", f"{PLANTED} asked again")
    written = "".join(p.read_text() for p in (assistant.home / "logs").glob("*.jsonl"))
    assert PLANTED not in written
    assert "sk-test-0000" not in written


def test_D1_verbose_shows_the_log_on_stderr(assistant: Cli, server: ScriptedServer) -> None:
    server.replies = [Reply(status=401)]
    ended = assistant("ask", "--verbose", "anything at all, really?")
    assert '"event"' in ended.err
    assert '"event"' not in ended.out
    assert os.fspath(assistant.home) not in ended.out
