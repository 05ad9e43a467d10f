"""Feeds of the web and of files: asked only for what is new, bounded, never followed elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from assistant.limits import FEED
from assistant.packs.trading.news.feeds import Feed, read_feeds
from tests.bounds import PATIENCE
from tests.packs.trading.news.support import ATOM, NOW, Answer, FeedServer, item, rss

ONE = rss(item("Apple rises", link="http://news.test/1"))
OTHER = rss(item("Apple falls", link="http://news.test/2"))


def read(
    addresses: Sequence[str], folder: Path, seconds: float = PATIENCE, hours: int = 0
) -> list[Feed]:
    folder.mkdir(exist_ok=True, mode=0o700)
    return read_feeds(addresses, lambda: folder, NOW + timedelta(hours=hours), seconds)


def titles(feeds: Sequence[Feed]) -> list[str]:
    return [one.title for feed in feeds for one in feed.items]


def test_what_has_not_changed_is_not_sent_again(tmp_path: Path) -> None:
    headers = {"ETag": '"7"', "Last-Modified": "Fri, 30 Jan 2026 07:00:00 GMT"}
    with FeedServer(a=Answer(ONE, headers=headers)) as server:
        first = read([server.url("a")], tmp_path / "x")
        again = read([server.url("a")], tmp_path / "x", hours=1)
        (_, before), (_, after) = server.asked
    assert "If-None-Match" not in before
    assert after["If-None-Match"] == '"7"'
    assert after["If-Modified-Since"] == headers["Last-Modified"]
    assert titles(first) == titles(again) == ["Apple rises"]
    assert (again[0].at, again[0].delayed) == (NOW + timedelta(hours=1), False)


def test_what_has_changed_takes_its_place(tmp_path: Path) -> None:
    with FeedServer(a=Answer(ONE, headers={"ETag": '"7"'})) as server:
        read([server.url("a")], tmp_path / "x")
        server.answers["a"] = Answer(OTHER, headers={"ETag": '"8"'})
        assert titles(read([server.url("a")], tmp_path / "x")) == ["Apple falls"]


def test_K6_one_that_cannot_be_reached_is_told_from_what_was_kept_as_delayed(
    tmp_path: Path,
) -> None:
    with FeedServer(a=Answer(ONE)) as server:
        address = server.url("a")
        read([address], tmp_path / "x")
    (feed,) = read([address], tmp_path / "x", hours=5)
    assert titles([feed]) == ["Apple rises"]
    assert (feed.delayed, feed.at) == (True, NOW)
    assert "could not be reached" in feed.problem


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Answer(status=500), "answered 500"),
        (Answer(b"<html>sign in</html>"), "no RSS nor Atom"),
        (Answer(b"x" * (FEED.value + 1)), "larger than"),
        (
            Answer(status=302, headers={"Location": "http://elsewhere.test/feed"}),
            "moved to another",
        ),
        (Answer(status=302, headers={"Location": "http://127.0.0.1:1/feed"}), "moved to another"),
        (Answer(status=302, headers={"Location": "file:///etc/passwd"}), "only http and https"),
        (Answer(status=304), "nothing has changed since never"),
    ],
)
def test_a_bad_answer_is_told_and_spoils_no_other(tmp_path: Path, answer: Answer, why: str) -> None:
    with FeedServer(bad=answer, good=Answer(ATOM)) as server:
        bad, good = read(server.urls("bad", "good"), tmp_path / "x")
    assert why in bad.problem
    assert (bad.items, good.problem, len(good.items)) == ((), "", 1)


def test_a_bad_answer_does_not_take_the_place_of_a_good_one(tmp_path: Path) -> None:
    with FeedServer(a=Answer(ONE, headers={"ETag": '"7"'})) as server:
        read([server.url("a")], tmp_path / "x")
        server.answers["a"] = Answer(b"<html>sign in</html>")
        (feed,) = read([server.url("a")], tmp_path / "x")
    assert (titles([feed]), feed.delayed) == (["Apple rises"], True)


def test_a_redirect_on_the_same_site_is_followed(tmp_path: Path) -> None:
    with FeedServer(b=Answer(ONE)) as server:
        server.answers["a"] = Answer(status=301, headers={"Location": server.url("b")})
        assert titles(read([server.url("a")], tmp_path / "x")) == ["Apple rises"]


def test_one_that_stalls_is_left_behind(tmp_path: Path) -> None:
    with FeedServer(slow=Answer(ONE, seconds=PATIENCE), good=Answer(ATOM)) as server:
        slow, good = read(server.urls("slow", "good"), tmp_path / "x", seconds=0.4)
    assert "could not be reached" in slow.problem
    assert titles([good]) == ["YPF sube 4%"]


def test_a_large_answer_is_not_read_to_its_end(tmp_path: Path) -> None:
    """50 MB would take their time on a slow line: what is past the bound is never asked for."""
    with FeedServer(a=Answer(b"x" * (50 * 1024 * 1024))) as server:
        (feed,) = read([server.url("a")], tmp_path / "x")
    assert "larger than" in feed.problem


def test_a_tag_that_no_header_can_hold_is_not_sent_back(tmp_path: Path) -> None:
    with FeedServer(a=Answer(ONE, headers={"ETag": '"7"'})) as server:
        read([server.url("a")], tmp_path / "x")
        (kept,) = (tmp_path / "x" / "feeds").iterdir()
        kept.write_bytes(kept.read_bytes().replace(b'\\"7\\"', b"7\\r\\nX-Evil: 1"))
        assert titles(read([server.url("a")], tmp_path / "x")) == ["Apple rises"]
        assert "If-None-Match" not in server.asked[-1][1]
        assert "X-Evil" not in server.asked[-1][1]


def test_files_and_folders_serve_offline(tmp_path: Path) -> None:
    folder = tmp_path / "news"
    folder.mkdir()
    (folder / "a.xml").write_bytes(ONE)
    (folder / "b.atom").write_bytes(ATOM)
    (folder / "notes.txt").write_text("none of it")
    feeds = read([str(folder)], tmp_path / "x")
    assert titles(feeds) == ["Apple rises", "YPF sube 4%"]
    assert titles(read([f"file://{folder / 'a.xml'}"], tmp_path / "x")) == ["Apple rises"]


@pytest.mark.parametrize(
    ("name", "why"),
    [("missing.xml", "No such file"), ("empty", "holds no .xml"), ("large.xml", "is larger than")],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "empty").mkdir()
    with (tmp_path / "large.xml").open("wb") as file:
        file.truncate(FEED.value + 1)
    (feed,) = read([str(tmp_path / name)], tmp_path / "x")
    assert why in feed.problem


def test_a_file_is_named_by_its_whole_path(tmp_path: Path) -> None:
    (feed,) = read(["news/a.xml"], tmp_path / "x")
    assert "whole path" in feed.problem


def test_what_was_kept_and_is_broken_is_as_if_it_were_not(tmp_path: Path) -> None:
    with FeedServer(a=Answer(ONE, headers={"ETag": '"7"'})) as server:
        read([server.url("a")], tmp_path / "x")
        (kept,) = (tmp_path / "x" / "feeds").iterdir()
        kept.write_bytes(b"{broken")
        assert titles(read([server.url("a")], tmp_path / "x")) == ["Apple rises"]
        assert "If-None-Match" not in server.asked[-1][1]
