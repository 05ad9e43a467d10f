"""News, signals and sizes at the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.packs.trading.commands.conftest import Program, settle

FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>Daily</title>
<item><title>Apple profit beats forecasts, shares jump</title>
<pubDate>Mon, 24 Nov 2025 12:00:00 GMT</pubDate></item>
<item><title>Rain &#27;[2J tomorrow</title>
<pubDate>Sun, 23 Nov 2025 12:00:00 GMT</pubDate></item></channel></rss>"""


@pytest.fixture
def fed(home: Path, tmp_path: Path) -> None:
    pytest.importorskip("feedparser")
    (tmp_path / "daily.rss").write_text(FEED)
    settle(home, f'feeds = ["{(tmp_path / "daily.rss").as_posix()}"]')


def test_news_come_with_their_time_and_source(trading: Program, fed: None) -> None:
    ran = trading("news")
    assert ran.status == 0
    assert ran.out.startswith("2025-11-24 12:00 Apple profit beats forecasts, shares jump (Daily)")
    assert "source: 1 of 1 feeds" in ran.out
    assert "\x1b" not in ran.out
    assert len(trading("news", "AAPL", "--json").json["news"]) == 1
    assert trading("news", "MELI").out.startswith("There is no news about it")


def test_sentiment_says_what_it_is(trading: Program, fed: None) -> None:
    ran = trading("news", "AAPL", "--sentiment")
    assert ran.status == 0
    assert re.match(r"mean [+-]\d\.\d\d of 1\n", ran.out)
    assert "not their truth" in ran.out


def test_without_feeds_it_says_how_to_name_some(trading: Program) -> None:
    pytest.importorskip("feedparser")
    ran = trading("news")
    assert (ran.status, ran.out) == (75, "")
    assert "feeds = [" in ran.err


def test_K6_a_signal_stands_beside_its_base_rate_and_is_no_advice(trading: Program) -> None:
    ran = trading("signals", "AAPL")
    assert ran.status == 0
    for said in ("base rate of rises", "Brier score", "days tested", "no advice", "simulated data"):
        assert said in ran.out
    found = trading("signals", "AAPL", "--json").json
    assert ("no better than chance" in ran.out) == (found["direction"] is None)
    assert "coefficient" in trading("signals", "AAPL", "--features").out


def test_a_size_follows_from_the_account_or_from_what_is_given(trading: Program) -> None:
    ran = trading("size", "100", "95", "--target", "115")
    assert ran.status == 0
    rows = dict(re.split(r"  +", line, maxsplit=1) for line in ran.out.splitlines()[:5])
    assert rows["quantity"] == "20"
    assert rows["lost at the stop"] == "100.00   1.00%"
    assert rows["reward over risk"] == "3.00"
    assert trading("size", "100", "95", "--capital", "500", "--json").json["quantity"] == "1"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("size", "100", "100"), 65),
        (("size", "100", "95", "--risk", "150"), 65),
        (("size", "100", "95", "--capital", "0"), 65),
        (("size", "100", "ninety"), 2),
        (("size", "100"), 2),
        (("signals", "AAPLL"), 65),
        (("news", "-n", "0"), 2),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_reason(
    trading: Program, words: tuple[str, ...], status: int
) -> None:
    ran = trading(*words)
    assert (ran.status, ran.out) == (status, "")
    assert "Traceback" not in ran.err


def test_a_term_is_explained_in_the_language_of_the_person(trading: Program, home: Path) -> None:
    ran = trading("explain", "stop", "loss")
    assert ran.status == 0
    assert ran.out.lower().startswith("stop")
    assert "For example: " in ran.out
    settle(home, rest='[ui]\nlanguage = "es"')
    assert "Por ejemplo: " in trading("explain", "stop", "loss").out
    assert set(trading("explain", "p/e", "--json").json) >= {"term", "meaning", "example"}


def test_a_term_that_is_unknown_is_refused_with_those_alike(trading: Program) -> None:
    ran = trading("explain", "stpo", "loss")
    assert (ran.status, ran.out) == (65, "")
    assert "nearest: " in ran.err


def test_no_figure_of_a_size_is_lost_on_40_columns(
    trading: Program, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(home, rest='[ui]\nlanguage = "es"')
    monkeypatch.setenv("COLUMNS", "40")
    ran = trading("size", "100", "95", "--target", "115", "--capital", "10000")
    assert all(len(line) < 40 for line in ran.out.splitlines()), ran.out
    told = " ".join(ran.out.split())
    for figure in ("cantidad: 20", "cuesta: 2.000,00 20,00 %", "riesgo: 3,00", "ganar: 25,00 %"):
        assert figure in told
    monkeypatch.setenv("COLUMNS", "80")
    assert "cantidad: 20" not in trading("size", "100", "95", "--capital", "10000").out
