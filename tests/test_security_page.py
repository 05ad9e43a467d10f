"""Every promise of docs/security.md names a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAMED = re.findall(
    r"`(tests/[\w/]+\.py)(?:::(\w+))?`", (ROOT / "docs/security.md").read_text("utf-8")
)


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_a_promise_is_held_by_a_test(file: str, test: str) -> None:
    assert (ROOT / file).exists()
    assert f"def {test}" in (ROOT / file).read_text("utf-8")


def test_every_row_names_its_test() -> None:
    page = (ROOT / "docs/security.md").read_text("utf-8")
    tables = page.partition("## Who can write memory")[2]
    rows = [line for line in tables.splitlines() if line.startswith("| ") and "held by" not in line]
    assert rows
    assert [row for row in rows if "`tests/" not in row] == []
