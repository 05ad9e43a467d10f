"""How long results are kept, and what ends them (T5, A2, A3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assistant.tools.cache import key_of, lifetime
from tests.tools.support import Bench, make


def read(place: str = "here") -> str:
    """Read."""
    return place


@pytest.mark.parametrize(("declared", "seconds"), [(5, 5), (0, 0), (None, 30)])
def test_T5_a_result_is_good_for_what_its_tool_declares(declared: int | None, seconds: int) -> None:
    assert lifetime(make(read, kept=declared)).total_seconds() == seconds


def test_A2_an_idempotent_tool_is_kept_for_an_hour_and_T5_a_side_effect_never() -> None:
    assert lifetime(make(read, idempotent=True)).total_seconds() == 3600
    assert not lifetime(make(read, kept=5, tell=lambda *_: "write"))


@pytest.mark.parametrize("declared", [{"kept": 5}, {"kept": 0}, {"tell": lambda *_: "write"}])
def test_what_contradicts_idempotent_is_refused(declared: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="cannot be idempotent"):
        make(read, idempotent=True, **declared)


def test_a_lifetime_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"test\.tool: results are kept 0 seconds or longer"):
        make(read, kept=-1)


def test_T5_the_key_holds_tool_user_and_a_hash_of_the_parameters() -> None:
    tool = make(read)
    key = key_of(tool, "me", {"b": 1, "a": "x"})
    assert key.startswith("tool:test.tool:me:")
    assert key == key_of(tool, "me", {"a": "x", "b": 1})
    assert key != key_of(tool, "you", {"a": "x", "b": 1})
    assert key != key_of(tool, "me", {"a": "x", "b": 2})
    assert key != key_of(tool, "me", {"a": "x", "b": 1}, "another version")


def test_T5_a_side_effect_ends_what_its_category_had_read(tmp_path: Path) -> None:
    state = ["old"]

    def write(text: str) -> str:
        """Write."""
        state[0] = text
        return text

    def look() -> str:
        """Look."""
        return state[0]

    tools = [make(look, "box.look"), make(write, "box.write", tell=lambda *_: "write")]
    bench = Bench(tmp_path, tools, says="once")
    assert bench.run("box.look").data == "old"
    bench.run("box.write", text="new")
    assert bench.run("box.look").data == "new"


def test_a_fingerprint_makes_a_new_version_a_new_result(tmp_path: Path) -> None:
    version = ["1"]

    def look() -> str:
        """Look."""
        return version[0]

    def fingerprint(_: Any, __: Any) -> str:
        return version[0]

    bench = Bench(tmp_path, [make(look, fingerprint=fingerprint)])
    assert bench.run("test.tool").data == "1"
    version[0] = "2"
    assert bench.run("test.tool").data == "2"


def test_a_result_that_is_too_large_is_not_kept(tmp_path: Path) -> None:
    def large() -> str:
        """Return much."""
        return "x" * 100_000

    bench = Bench(tmp_path, [make(large)])
    bench.run("test.tool")
    assert not bench.run("test.tool").metadata.cached
