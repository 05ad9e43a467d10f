"""The table of limits: whole, in order, and printed by the documentation as it is."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from assistant import limits
from tests.test_architecture import modules, nodes, written

PACKAGE = Path(__file__).parent.parent / "assistant"
PAGE = Path(__file__).parent.parent / "docs" / "limits.md"


def test_every_limit_says_what_it_bounds_and_what_happens_past_it() -> None:
    table = dict(limits.table())
    assert len(table) > 40
    for name, limit in table.items():
        assert limit.value > 0, name
        assert limit.what, name
        assert limit.past, name
    assert len({limit.what for limit in table.values()}) == len(table)


def test_every_limit_is_used_by_some_code() -> None:
    """One that nobody reads bounds nothing."""
    sources = [p.read_text("utf-8") for p in PACKAGE.rglob("*.py") if p.name != "limits.py"]
    for name, _ in limits.table():
        naming = [text for text in sources if name in text]
        assert any(re.search(rf"\b{name}\.value\b", text) for text in naming) or any(
            re.search(rf"\b{name}\b", text) and "limits import" in text for text in naming
        ), name


def test_the_documentation_prints_every_limit() -> None:
    page = PAGE.read_text("utf-8")
    for name, limit in limits.table():
        assert limit.what in page, name


def test_no_input_of_the_person_is_read_without_a_bound() -> None:
    """``read_text`` and ``read_bytes`` of a path read whatever is there; what the program ships is
    its own, all else goes through ``files.read_bytes``."""
    shipped = (
        "data_path(",
        "_SCHEMA /",
        "RESOURCES /",  # an installed package's
        "__init__.py",
        "example()",
        "table.read_text('ascii')",  # the kernel's
        "path.read_bytes()",
        "path.read_text(",
    )
    reading = ("read_text", "read_bytes")
    for path, tree in modules():
        for node in nodes(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in reading:
                called = written(node)
                assert any(own in called for own in shipped), f"{path}: {called}"


def test_lines_of_json_are_split_at_newlines_alone() -> None:
    """``splitlines`` knows seven more ends of a line, which stand unescaped in JSON strings."""
    for name in ("memory/exchange.py", "cli/facts/exchange.py", "cli/history.py", "llm/protocol.py",
                 "llm/openai.py", "llm/bounded.py", "session/logs.py"):  # fmt: skip
        assert ".splitlines" not in (PACKAGE / name).read_text("utf-8"), name
