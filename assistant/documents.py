"""JSON from elsewhere, and JSON Schemas: read and checked within bounds.

A schema's patterns may take for ever on a short text (``^(a+)+$``), its references may go round in
circles, and a remote one would be fetched from wherever it says. So nothing is fetched, and a
schema that holds what can run away is applied in a process of its own, whose processor time and
memory the system bounds. The others are applied here: starting a process costs a quarter of a
second.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from assistant.limits import CHECKING, DEPTH, MB

How = Literal["best", "first"]
"""Which problem is told: the one that says most, or the first few as they come."""

_RUNAWAY = frozenset(
    {"pattern", "patternProperties", "uniqueItems", "multipleOf"}
    | {"$ref", "$dynamicRef", "$recursiveRef"}
)
_WALL = 10
"""Seconds that the process may take on a machine that is busy with others."""
_MEMORY = 1024 * MB
_LONGEST = 300
_MOST = 3
_CHILD = (
    "import sys; sys.path.append(sys.argv[1]); from assistant.documents import serve;"
    " serve(int(sys.argv[2]))"
)


class Unusable(ValueError):
    """A schema that cannot be applied; the message says why."""


def read_json(text: str | bytes) -> Any:
    """The document of a text. Raises ValueError, also for one that is nested too deeply."""
    try:
        document = json.loads(text)
    except RecursionError:
        raise ValueError(_too_deep()) from None
    check_depth(document)
    return document


def check_depth(document: object) -> None:
    """Raises ValueError for a document nested deeper than any that a person or a model means."""
    level, depth = [document], 0
    while level:
        if depth > DEPTH.value:
            raise ValueError(_too_deep())
        depth += 1
        level = [inner for value in level for inner in _inside(value)]


def check_schema(schema: Any) -> None:
    """Raises Unusable for what is no JSON Schema, or none that can be applied."""
    from jsonschema.exceptions import SchemaError
    from jsonschema.validators import validator_for

    try:
        check_depth(schema)
        validator_for(schema).check_schema(schema)
    except (SchemaError, AttributeError, TypeError, ValueError, RecursionError) as error:
        why = getattr(error, "message", None) or (
            str(error) if isinstance(error, ValueError) else "it is not an object"
        )
        raise Unusable(why[:_LONGEST]) from None
    if isinstance(schema, Mapping) and _may_run_away(schema):
        problems(schema, {})  # whether its references lead anywhere


def problems(schema: Mapping[str, Any], document: Any, how: How = "best") -> list[str]:
    """What keeps a document from being valid, in words; [] when nothing does. Raises Unusable when
    the schema cannot be applied to it within the limits."""
    check_depth(document)
    if _may_run_away(schema):
        return _apart(schema, document, how)
    return _problems(schema, document, how)


def serve(seconds: int) -> None:
    """In the process apart: one check from stdin, its outcome to stdout, in so many seconds of the
    processor."""
    _bound_this_process(seconds)
    asked = json.load(sys.stdin)
    outcome: dict[str, Any]
    try:
        outcome = {"problems": _problems(asked["schema"], asked["document"], asked["how"])}
    except Unusable as error:
        outcome = {"unusable": str(error)}
    json.dump(outcome, sys.stdout)


def _problems(schema: Mapping[str, Any], document: Any, how: How) -> list[str]:
    from itertools import islice

    from jsonschema.exceptions import best_match
    from jsonschema.validators import validator_for
    from jsonschema_specifications import REGISTRY
    from referencing.exceptions import Unresolvable

    validator = validator_for(schema)(schema, registry=REGISTRY)  # fetches nothing
    try:
        if how == "best":
            worst = best_match(validator.iter_errors(document))
            found = [worst] if worst else []
        else:
            found = list(islice(validator.iter_errors(document), _MOST))
        return [f"{error.json_path}: {error.message[:_LONGEST]}" for error in found]
    except RecursionError:
        raise Unusable("it refers to itself without end") from None
    except Unresolvable as error:
        raise Unusable(
            f"it refers to '{error.ref[:_LONGEST]}', which is not in it, and nothing is fetched: "
            "put that part under $defs"
        ) from None
    except Exception as error:  # whatever a library makes of an odd schema
        raise Unusable(f"it cannot be applied ({type(error).__name__})") from None


def _apart(schema: Mapping[str, Any], document: object, how: How) -> list[str]:
    words = [
        sys.executable,
        "-I",
        "-c",
        _CHILD,
        str(Path(__file__).parents[1]),
        str(CHECKING.value),
    ]
    asked = json.dumps({"schema": schema, "document": document, "how": how})
    try:
        done = subprocess.run(  # noqa: S603 -- this very program
            words, input=asked.encode(), capture_output=True, timeout=_WALL, check=True
        )
        outcome = json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError):
        raise Unusable(f"to apply it takes longer than {CHECKING.value} s") from None
    if "unusable" in outcome:
        raise Unusable(outcome["unusable"])
    return [str(problem) for problem in outcome["problems"]]


def _bound_this_process(seconds: int) -> None:
    try:
        import resource
    except ImportError:  # not a POSIX system: the wall clock bounds it
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _may_run_away(schema: object) -> bool:
    """Whether any part of it holds a keyword whose cost the sizes do not bound. A property of that
    name counts too: the answer is the same, a little later."""
    level = [schema]
    while level:
        if any(isinstance(v, Mapping) and not _RUNAWAY.isdisjoint(v) for v in level):
            return True
        level = [inner for value in level for inner in _inside(value)]
    return False


def _inside(value: object) -> list[Any]:
    if isinstance(value, Mapping):
        return list(value.values())
    return list(value) if isinstance(value, (list, tuple)) else []


def _too_deep() -> str:
    return f"it is nested more than {DEPTH.value} levels deep"
