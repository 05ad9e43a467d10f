"""The server does what its description says, whatever is sent."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from assistant.server.description import description
from assistant.server.web import make_app
from tests.server.support import running
from tests.servers.scripted import Reply, ScriptedServer

EXAMPLES = int(os.environ.get("ASSISTANT_TEST_EXAMPLES", "12"))


def test_every_path_that_there_is_is_described(home: Path) -> None:
    from assistant.app import open_app
    from assistant.server.turns import Turns

    with open_app(home=home, answers=False) as app:
        routes = make_app(app, Turns()).routes
        there = {
            (getattr(route, "path", ""), method.lower())
            for route in routes
            for method in (getattr(route, "methods", None) or ())
            if method != "HEAD"
        }
    open_ones = {"/healthz", "/readyz", "/openapi.json", "/metrics"}
    told = {(path, method) for path, ways in description()["paths"].items() for method in ways}
    assert {each for each in there if each[0] not in open_ones} == told


def test_every_shape_that_is_named_is_there() -> None:
    text = json.dumps(description())
    named = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named == set(description()["components"]["schemas"]) | named
    assert named <= set(description()["components"]["schemas"])


@pytest.mark.slow
def test_the_server_keeps_its_description(home: Path, model: ScriptedServer) -> None:
    """Schemathesis: statuses, headers and bodies as described, no 500, for data that fits and data
    that does not."""
    schemathesis = pytest.importorskip("schemathesis")
    from hypothesis import HealthCheck, given, settings
    from schemathesis.checks import load_all_checks, not_a_server_error
    from schemathesis.core.failures import FailureGroup
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    load_all_checks()
    model.replies = [Reply("Paris.")]
    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    ]
    with running(home, model) as served:
        schema = schemathesis.openapi.from_url(f"{served.url}/openapi.json")
        few = settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        failures: list[str] = []
        for result in schema.get_all_operations():
            operation = result.ok()

            def check(case: object) -> None:
                try:
                    case.call_and_validate(  # type: ignore[attr-defined]
                        headers={"Authorization": f"Bearer {served.key}"}, checks=checks
                    )
                except FailureGroup as group:
                    failures.extend(f"{operation.label}: {e}" for e in group.exceptions)  # noqa: B023

            few(given(case=operation.as_strategy())(check))()
        page = served.call("GET", "/metrics").body.decode()
        assert 'route="POST /v1/chat/completions",status="200"' in page, (
            "some were asked in earnest"
        )
        assert not failures, "\n\n".join(failures[:5])
