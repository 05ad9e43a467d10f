"""JSON and schemas from elsewhere."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from assistant import documents
from assistant.documents import Unusable, check_schema, problems, read_json
from assistant.limits import CHECKING


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never ends is given up after one second of the processor."""
    monkeypatch.setattr(documents, "CHECKING", CHECKING._replace(value=1))


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "[" * 5000 + "]" * 5000, '{"a":' * 300 + "1" + "}" * 300]
)
def test_deep_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"levels deep|Expecting"):
        read_json(text)


def test_what_a_person_writes_is_not_deep() -> None:
    assert read_json("[" * 60 + "]" * 60)


def test_a_document_is_checked() -> None:
    schema = {"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}
    assert problems(schema, {"age": 3}) == []
    assert problems(schema, {"age": "x"}) == ["$.age: 'x' is not of type 'integer'"]
    assert problems(schema, {}) == ["$: 'age' is a required property"]


def test_patterns_are_checked_too() -> None:
    schema = {
        "properties": {"when": {"pattern": r"^\d{4}-\d\d$"}},
        "patternProperties": {"^x": False},
    }
    assert problems(schema, {"when": "2026-01"}) == []
    assert "does not match" in problems(schema, {"when": "soon"})[0]
    assert problems(schema, {"xy": 1})


@pytest.mark.parametrize(
    ("schema", "document"),
    [
        ({"properties": {"a": {"pattern": "^(a+)+$"}}}, {"a": "a" * 60 + "!"}),
        ({"patternProperties": {"^(a|a)*$": {}}}, {"a" * 60 + "!": 1}),
        ({"patternProperties": {"(x+x+)+y": {}}, "additionalProperties": False}, {"x" * 60: 1}),
    ],
    ids=["pattern", "patternProperties", "additionalProperties"],
)
@pytest.mark.usefixtures("impatient")
def test_a_pattern_that_never_ends_is_given_up(schema: Any, document: Any) -> None:
    with pytest.raises(Unusable, match="takes longer than 1 s"):
        problems(schema, document)


@pytest.mark.usefixtures("impatient")
def test_a_schema_whose_parts_multiply_is_given_up() -> None:
    """Twelve definitions, each twice the one before, eight times over: billions of checks."""
    definitions: dict[str, Any] = {"d0": {"type": "string"}}
    for n in range(1, 40):
        definitions[f"d{n}"] = {"allOf": [{"$ref": f"#/$defs/d{n - 1}"}] * 3}
    with pytest.raises(Unusable, match="takes longer"):
        problems({"$defs": definitions, "$ref": "#/$defs/d39"}, "x")


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"$ref": "#"}, "refers to itself without end"),
        ({"allOf": [{"$ref": "#"}]}, "refers to itself without end"),
        ({"$ref": "#/$defs/gone"}, "not in it"),
        ({"$ref": "http://127.0.0.1:9/schema.json"}, "not in it"),
        ({"$ref": "file:///etc/passwd"}, "not in it"),
        ({"type": "nonsense"}, "nonsense"),
        ({"pattern": "("}, "regex"),
        (3, "not"),
        (["a"], "not"),
    ],
)
def test_a_schema_that_cannot_be_applied_is_refused_at_once(schema: object, why: str) -> None:
    with pytest.raises(Unusable, match=why):
        check_schema(schema)


def test_a_recursive_schema_that_ends_with_its_document_is_fine() -> None:
    tree = {"type": "object", "properties": {"left": {"$ref": "#"}, "name": {"type": "string"}}}
    check_schema(tree)
    assert problems(tree, {"left": {"left": {"name": "x"}}}) == []
    assert "is not of type" in problems(tree, {"left": {"left": {"name": 3}}})[0]


def test_the_standards_own_schemas_may_be_referred_to() -> None:
    schema = {"$ref": "http://json-schema.org/draft-07/schema#"}
    check_schema(schema)
    assert problems(schema, {"type": 12})


def test_the_process_apart_runs_nothing_of_the_folder_it_is_started_in(tmp_path: Any) -> None:
    """A ``json.py`` beside the person's files is not ours."""
    (tmp_path / "json.py").write_text("raise SystemExit('hijacked')")
    (tmp_path / "jsonschema.py").write_text("raise SystemExit('hijacked')")
    body = (
        "from assistant.documents import problems;print(problems({'pattern': '^a'}, 'b', 'first'))"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", body], cwd=tmp_path, capture_output=True, encoding="utf-8"
    )
    assert "does not match" in done.stdout, done.stderr


def test_odd_numbers_of_a_schema_are_told_and_no_bug() -> None:
    for schema, document in (({"multipleOf": 1e-300}, 10**300), ({"maximum": 1e400}, 1)):
        text = json.dumps(document)
        try:
            problems(schema, json.loads(text))
        except Unusable:
            continue
