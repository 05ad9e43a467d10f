"""A feed's bytes as news: nothing in them marks up, drives a terminal, or lies about the time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.packs.trading.news.items import Item, NotAFeed, items_of, together
from tests.packs.trading.news.support import ATOM, NOW, item, rss


def read(*items: str) -> tuple[Item, ...]:
    return items_of(rss(*items), "wire.test", NOW)


def test_rss_is_read() -> None:
    (found,) = read(item("Apple rises", "It rose.", "http://news.test/1"))
    at = datetime(2026, 1, 2, 8, tzinfo=UTC)
    assert found == Item("Apple rises", "It rose.", "http://news.test/1", at, ("Wire",))


def test_atom_is_read_and_its_markup_gone() -> None:
    (found,) = items_of(ATOM, "bolsa.test", NOW)
    assert found.title == "YPF sube 4%"
    assert found.at == datetime(2026, 1, 29, 15, tzinfo=UTC)
    assert found.sources == ("Bolsa",)


@pytest.mark.parametrize(
    "title",
    [
        "Apple &lt;script&gt;alert(1)&lt;/script&gt;rises",
        "Apple &amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;rises",
        "<![CDATA[Apple <script>alert(1)</script>rises]]>",
        "<![CDATA[Apple <b onclick='x()'>rises</b>]]>",
        "Apple\n\n   rises",
        "<![CDATA[Apple \x1b[31mrises\x1b[0m]]>",
        "<![CDATA[Apple \x1b]0;owned\x07rises]]>",
        "Apple &#27;[2Jrises",
        "Apple &#x202e;rises",
    ],
)
def test_markup_and_escape_sequences_are_gone(title: str) -> None:
    for found in read(item(title, title), item("other", title)):
        if found.title != "other":
            assert " ".join(found.title.split()) == "Apple rises"
        assert "alert" not in found.summary
        assert "\x1b" not in found.summary + found.title
        assert "\n" not in found.summary + found.title
        assert "\u202e" not in found.summary + found.title


def test_a_sign_that_is_no_markup_stays() -> None:
    assert read(item("S&amp;P 500 &lt; 6,000 for AT&amp;T"))[0].title == "S&P 500 < 6,000 for AT&T"


def test_long_ones_are_cut() -> None:
    (found,) = read(item("very " * 500, "long " * 5_000))
    assert len(found.title) == 300
    assert len(found.summary) == 600
    assert found.title.endswith("…")


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "file:///etc/passwd", "http://[", "x" * 900]
)
def test_a_link_is_of_the_web_or_none(link: str) -> None:
    assert read(item("a", link=link))[0].link == ""


@pytest.mark.parametrize(
    "date",
    ["", "soon", "Fri, 30 Jan 2031 08:00:00 GMT", "2026-13-45", "Thu, 01 Jan 1970 00:00:00 GMT",
     "0000-00-00", "Fri, 30 Jan 2026 99:99:99 GMT"],
)  # fmt: skip
def test_a_date_that_cannot_be_believed_is_none(date: str) -> None:
    (found,) = read(item("a", date=date))
    assert found.at is None or found.at <= NOW + timedelta(hours=1)
    assert found.at is None or found.at.year > 1990


def test_one_without_a_title_is_left_out() -> None:
    assert [found.title for found in read(item(""), item("<b></b>"), item("a"))] == ["a"]


def test_more_than_are_read_are_left_out() -> None:
    assert len(read(*(item(f"number {n}") for n in range(500)))) == 200


BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">'
    + b"".join(
        f'<!ENTITY lol{n} "{f"&lol{n - 1};" * 10}">'.replace("&lol0;", "&lol;").encode()
        for n in range(1, 10)
    )
    + b"]><rss version='2.0'><channel><title>&lol9;</title></channel></rss>"
)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (BOMB, "declares entities"),
        (BOMB.decode().encode("utf-16"), "declares entities"),
        (b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss/>', "declares entities"),
        (b"<html><body>Sign in</body></html>", "no RSS nor Atom"),
        (b"", "no RSS nor Atom"),
        (b"\x00\x01\x02" * 50, "no RSS nor Atom"),
        (b'{"items": []}', "no RSS nor Atom"),
        (b"/etc/passwd", "no RSS nor Atom"),
        (b"http://127.0.0.1:1/feed", "no RSS nor Atom"),
    ],
)
def test_what_is_no_feed_says_why(content: bytes, why: str) -> None:
    with pytest.raises(NotAFeed, match=why):
        items_of(content, "x", NOW)


@given(st.binary(max_size=400))
def test_whatever_comes_is_news_or_no_feed(noise: bytes) -> None:
    for content in (noise, rss(item("a")).replace(b"<item>", noise)):
        try:
            found = items_of(content, "x", NOW)
        except NotAFeed:
            continue
        assert all(isinstance(one, Item) for one in found)


def at(hour: int) -> datetime:
    return datetime(2026, 1, 30, hour, tzinfo=UTC)


def test_news_of_several_feeds_are_told_once_newest_first_undated_last() -> None:
    items = [
        Item("Old", "", "http://a.test/old", at(1), ("A",)),
        Item("No date", "", "", None, ("A",)),
        Item("New", "", "http://a.test/new?utm_source=rss", at(5), ("A",)),
        Item("New, said otherwise", "more", "http://A.test/new/", at(4), ("B",)),
        Item("OLD!", "", "http://b.test/other", at(2), ("B",)),
    ]
    found = together(items)
    assert [one.title for one in found] == ["New", "Old", "No date"]
    assert found[0].sources == ("A", "B")
    assert (found[0].summary, found[0].at) == ("more", at(4))
    assert found[1].at == at(1)
