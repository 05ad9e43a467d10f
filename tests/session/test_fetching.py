"""Sources are asked at once, waited for until their deadlines, and never twice (K2)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from assistant.session.fetching import KEPT, Fetched, Fetcher, Told, Wanted
from tests.bounds import PATIENCE

NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
AT_ONCE = 0.02
"""Seconds: a deadline that passes while a source is held."""


def wanted(name: str, call: Callable[[], Any], deadline: float = PATIENCE, **more: Any) -> Wanted:
    return Wanted(name, lambda: Told((str(call()),)), more.pop("at", NOW), deadline, **more)


def asked(fetcher: Fetcher, *sources: Wanted) -> tuple[Fetched, ...]:
    return fetcher.begin(sources).wait()


def lines(found: Fetched) -> tuple[str, ...]:
    return found.told.lines if found.told else ()


class Held:
    """A source that answers when it is let go, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.go = threading.Event()
        self.thread = threading.current_thread()

    def __call__(self) -> str:
        self.asked += 1
        self.thread = threading.current_thread()
        self.go.wait(PATIENCE)
        return f"answer {self.asked}"

    def end(self) -> None:
        self.go.set()
        self.thread.join(PATIENCE)


@pytest.fixture
def held() -> Iterator[Held]:
    source = Held()
    yield source
    source.end()


# ------------------------------------------------------------------ at once, within the deadline


def test_K2_sources_are_asked_at_once() -> None:
    """Each waits until all the others are there too: one after another, none would answer."""
    meeting = threading.Barrier(6)
    sources = [wanted(f"s{i}", lambda: meeting.wait(PATIENCE)) for i in range(6)]
    assert [found.outcome for found in asked(Fetcher(), *sources)] == ["fresh"] * 6


def test_answers_come_in_the_order_of_the_asking() -> None:
    first, second = threading.Event(), threading.Event()

    def last() -> str:
        second.wait(PATIENCE)
        return "a"

    def after(before: threading.Event, done: threading.Event, text: str) -> str:
        before.wait(PATIENCE)
        done.set()
        return text

    first.set()
    found = asked(
        Fetcher(), wanted("a", last), wanted("b", lambda: after(first, second, "b"), PATIENCE / 2)
    )
    assert [lines(f) for f in found] == [("a",), ("b",)]


def test_K2_one_that_is_late_is_left_out_and_the_others_are_there(held: Held) -> None:
    late, there = asked(Fetcher(), wanted("held", held, AT_ONCE), wanted("quick", lambda: "here"))
    assert (late.outcome, late.told) == ("late", None)
    assert late.milliseconds >= AT_ONCE * 1000 - 1
    assert lines(there) == ("here",)


def test_K2_a_late_one_is_neither_asked_nor_waited_for_until_it_is_back(held: Held) -> None:
    fetcher = Fetcher()
    assert asked(fetcher, wanted("held", held, AT_ONCE))[0].outcome == "late"
    for _ in range(3):  # with that patience a second waiting would never end
        assert asked(fetcher, wanted("held", held, 10_000))[0].outcome == "busy"
    assert held.asked == 1
    held.end()
    (found,) = asked(fetcher, wanted("held", held))
    assert (found.outcome, lines(found)) == ("fresh", ("answer 2",))


def test_one_that_is_not_late_yet_keeps_nobody_else_from_asking(held: Held) -> None:
    fetcher = Fetcher()
    first = fetcher.begin([wanted("held", held)])
    second = fetcher.begin([wanted("held", lambda: "another")])
    assert second.wait()[0].outcome == "fresh"
    held.go.set()
    assert first.wait()[0].outcome == "fresh"


@pytest.mark.parametrize("error", [ValueError, SystemExit, KeyboardInterrupt])
def test_K2_one_that_fails_is_left_out_by_the_kind_of_its_failure(
    error: type[BaseException],
) -> None:
    def fail() -> str:
        raise error("no")

    (found,) = asked(Fetcher(), wanted("bad", fail))
    assert (found.outcome, found.told, found.error) == ("failed", None, error.__name__)


def test_where_the_system_gives_no_thread_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    fetcher = Fetcher()
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        assert asked(fetcher, wanted("s", lambda: "x"))[0].error == "RuntimeError"
    assert asked(fetcher, wanted("s", lambda: "x"))[0].outcome == "fresh"


def test_K2_where_nothing_is_asked_or_all_is_kept_there_is_no_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fetcher = Fetcher()
    source = wanted("s", lambda: "x", good_for=60)
    assert asked(fetcher, source)[0].outcome == "fresh"
    monkeypatch.setattr(threading, "Thread", None)
    assert asked(fetcher) == ()
    assert asked(fetcher, source)[0].outcome == "kept"


def test_leaving_waits_for_no_source(held: Held) -> None:
    fetcher = Fetcher()
    asked(fetcher, wanted("held", held, AT_ONCE))
    assert held.thread.daemon


# ------------------------------------------------------------------ what is kept


def counted(fetcher: Fetcher, at: datetime = NOW, key: str = "", good_for: float = 60) -> str:
    (found,) = asked(fetcher, wanted("c", lambda: "x", at=at, key=key, good_for=good_for))
    return found.outcome


def test_K2_lines_serve_again_while_they_are_good_and_for_the_same_key() -> None:
    fetcher = Fetcher()
    assert counted(fetcher) == "fresh"
    assert counted(fetcher, NOW + timedelta(seconds=59)) == "kept"
    assert counted(fetcher, key="another") == "fresh"
    assert counted(fetcher, NOW + timedelta(seconds=60)) == "fresh"


def test_a_source_whose_lines_are_good_for_nothing_is_asked_each_time() -> None:
    fetcher = Fetcher()
    assert [counted(fetcher, good_for=0) for _ in range(2)] == ["fresh", "fresh"]


def test_a_clock_that_went_back_makes_nothing_good() -> None:
    fetcher = Fetcher()
    counted(fetcher)
    assert counted(fetcher, NOW - timedelta(seconds=1)) == "fresh"


def test_of_many_keys_the_latest_are_kept() -> None:
    fetcher = Fetcher()
    for i in range(KEPT + 1):
        counted(fetcher, key=str(i))
    assert counted(fetcher, key=str(KEPT)) == "kept"
    assert counted(fetcher, key="1") == "kept"
    assert counted(fetcher, key="0") == "fresh"


def test_a_failure_is_not_kept() -> None:
    fetcher = Fetcher()
    for _ in range(2):
        (found,) = asked(fetcher, wanted("bad", lambda: 1 // 0, good_for=60))
        assert found.outcome == "failed"


def test_K2_what_came_late_serves_the_next_turn(held: Held) -> None:
    fetcher = Fetcher()
    source = wanted("held", held, AT_ONCE, good_for=60)
    assert asked(fetcher, source)[0].outcome == "late"
    held.end()
    (found,) = asked(fetcher, source)
    assert (found.outcome, lines(found), held.asked) == ("kept", ("answer 1",), 1)


def test_F7_what_was_asked_before_something_was_forgotten_serves_no_more(held: Held) -> None:
    fetcher = Fetcher()
    source = wanted("held", held, AT_ONCE, good_for=60)
    counted(fetcher)
    asked(fetcher, source)
    fetcher.forget()
    held.end()
    assert counted(fetcher) == "fresh"
    assert asked(fetcher, source._replace(deadline=PATIENCE))[0].outcome == "fresh"
