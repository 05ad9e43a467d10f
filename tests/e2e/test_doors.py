"""What leaves through the network and what reaches the terminal, held against the program as
people run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.conftest import Cli
from tests.servers.files import FileServer
from tests.servers.scripted import Reply, ScriptedServer


def schema_file(folder: Path, schema: object) -> str:
    file = folder / "schema.json"
    file.write_text(json.dumps(schema))
    return str(file)


@pytest.mark.parametrize(
    "place",
    [
        lambda ref: {"$ref": ref},
        lambda ref: {"properties": {"a": {"$ref": ref}}},
        lambda ref: {"$id": ref.rpartition("/")[0] + "/", "items": {"$ref": "tiny.gguf"}},
        lambda ref: {"$defs": {"x": {"anyOf": [{"$dynamicRef": ref}]}}, "$ref": "#/$defs/x"},
        lambda ref: {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "allOf": [{"$ref": ref}],
        },
    ],
)
def test_a_schema_is_never_fetched(
    assistant: Cli, server: ScriptedServer, tmp_path: Path, place: object
) -> None:
    with FileServer(b'{"type": "object"}') as remote:
        name = schema_file(tmp_path, place(remote.url()))  # type: ignore[operator]
        ended = assistant("ask", "A city?", "--schema", name)
        assert remote.ranges == [], "nobody was asked"
    assert ended.status == 65
    assert "nothing is fetched" in ended.said
    assert "$defs" in ended.err, "what to do"
    assert server.requests == [], "and no model before it"


def test_a_schema_may_refer_to_itself_and_to_the_standard(
    assistant: Cli, server: ScriptedServer, tmp_path: Path
) -> None:
    server.replies = [Reply('{"next": {"next": {}}}')]
    whole = {"$id": "http://127.0.0.1:9/x", "properties": {"next": {"$ref": "#"}}, "type": "object"}
    assert assistant("ask", "A list?", "--schema", schema_file(tmp_path, whole)).status == 0
    standard = {"$ref": "https://json-schema.org/draft/2020-12/schema"}
    assert assistant("ask", "A list?", "--schema", schema_file(tmp_path, standard)).status == 0


@pytest.mark.parametrize("status", [302, 307, 308])
def test_a_redirect_of_the_endpoint_takes_no_fact_along(
    assistant: Cli, server: ScriptedServer, status: int
) -> None:
    assistant("facts", "add", "my sister is called Eleuteria")
    with ScriptedServer(Reply("caught")) as elsewhere:
        there = {"Location": f"{elsewhere.base_url}/chat/completions"}
        server.replies = [Reply(status=status, headers=there, body="{}")]
        ended = assistant("ask", "Write a poem about my sister")
        assert elsewhere.requests == []
    assert ended.status == 69
    assert "points elsewhere" in ended.said
    assert elsewhere.base_url in ended.err


OSC = "\x1b]0;renamed\x07"
HOSTILE = f"x{OSC}\x9b2J\u202e\nactive (99)"


def imported(assistant: Cli, folder: Path) -> None:
    at = "2026-01-01T00:00:00+00:00"
    row = {
        "id": f"id{HOSTILE}", "domain": "work", "fact": f"the server {HOSTILE} is here",
        "confidence": "high", "source": "explicit", "created_at": at, "last_confirmed_at": at,
    }  # fmt: skip
    file = folder / "facts.jsonl"
    file.write_text(json.dumps(row) + "\n")
    assert assistant("facts", "import", str(file)).status == 0


@pytest.mark.parametrize(
    "words",
    [
        ("facts", "list"), ("facts",), ("facts", "list", "--json"), ("facts", "export"),
        ("facts", "show", "id"), ("facts", "confirm", "id"), ("facts", "forget", "-y", "id"),
        ("prompt", "which server is here?"), ("prompt", "--json", "which server is here?"),
        ("ask", "which server is here?", "--json"), ("ask", f"tell {HOSTILE}"), ("ask", "x", "-f", HOSTILE),
        ("facts", "show", HOSTILE), (HOSTILE,), ("models", "use", HOSTILE), ("sessions", "show", HOSTILE),
        ("tools", "run", HOSTILE), ("stats", "--session", HOSTILE), ("ask", "-m", HOSTILE, "x"),
        ("chat", "--role", HOSTILE), ("config", "check"), ("ask", "--verbose", f"say {HOSTILE}"),
        ("facts", "list", "--state", HOSTILE), (f"--{HOSTILE}",), ("facts", "add", HOSTILE),
    ],
    ids=lambda words: "-".join(words)[:24].encode("ascii", "replace").decode().replace("\x1b", "?"),
)  # fmt: skip
def test_no_sequence_reaches_a_terminal_whatever_command(
    assistant: Cli, server: ScriptedServer, tmp_path: Path, words: tuple[str, ...]
) -> None:
    imported(assistant, tmp_path)
    server.replies = [Reply(f"it is {HOSTILE} there")]
    ended = assistant(*words)
    for text in (ended.out, ended.err):
        assert not set("\x1b\x07\x9b\u202e") & set(text), repr(text)
    told = [ended.err] if words[0] == "ask" else [ended.out, ended.err]  # a reply has its own lines
    assert not any(line.startswith("active (99)") for text in told for line in text.splitlines())


def test_json_gives_back_what_was_imported(assistant: Cli, tmp_path: Path) -> None:
    imported(assistant, tmp_path)
    ended = assistant("facts", "list", "--json")
    assert ended.json[0]["id"] == f"id{HOSTILE}"
    exported = assistant("facts", "export").out
    assert json.loads(exported)["id"] == f"id{HOSTILE}"
    assert len(exported.splitlines()) == 1


def test_a_shell_is_offered_no_command_and_no_sequence(assistant: Cli, tmp_path: Path) -> None:
    imported(assistant, tmp_path)
    asked = {
        "_ASSISTANT_COMPLETE": "complete_bash",
        "COMP_WORDS": "assistant facts show ",
        "COMP_CWORD": "3",
    }
    ended = assistant(env=asked)
    assert "id" not in ended.out
    zsh = {"_ASSISTANT_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "assistant facts show "}
    assert not set("\x1b\x9b\u202e") & set(assistant(env=zsh).out)


def test_a_report_loads_nothing_and_runs_nothing(
    assistant: Cli, server: ScriptedServer, tmp_path: Path
) -> None:
    hostile = '"><script>alert(1)</script><img src=http://127.0.0.1:9/x onerror=alert(1)>'
    assistant("facts", "add", f"my page is {hostile}")
    assistant("ask", "-c", f"about {hostile}, what else?")
    page = tmp_path / "report.html"
    assert assistant("stats", "--html", str(page), "--session", "default").status == 0
    assert assistant("stats", "--html", str(page), "--session", hostile).status == 0
    text = page.read_text()
    assert "<script" not in text
    assert "<img" not in text
    assert "default-src 'none'" in text
