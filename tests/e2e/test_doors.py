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
        lambda ref: {"$schema": "http://json-schema.org/draft-07/schema#", "allOf": [{"$ref": ref}]},
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
