"""News as the model and the person get them: through the pipeline of a home."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from assistant.app import App, open_app
from assistant.tools.calls import Call, Result
from assistant.tools.conclusion import conclude
from tests.clock import Clock
from tests.packs.trading.news.support import Answer, FeedServer, item, rss
from tests.prompt.support import COUNTER

NEWS, SENTIMENT = "news.get_news", "news.get_sentiment"
WIRE = rss(
    item("Apple profit jumps 20% and beats estimates", link="http://w.test/1"),
    item("Tesla recalls a million cars", link="http://w.test/2"),
    item("Apple to report results on Thursday", link="http://w.test/3", date=""),
    item("Gardeners welcome the rain", link="http://w.test/4"),
)

Run = Callable[..., Result]


@pytest.fixture
def opened(home: Path) -> Iterator[Callable[..., App]]:
    with ExitStack() as stack:

        def open_home(*feeds: str) -> App:
            home.mkdir(mode=0o700, exist_ok=True)
            told = ", ".join(f"'{feed}'" for feed in feeds)
            (home / "config.toml").write_text(
                f'[packs]\non = ["trading"]\n[packs.trading]\nfeeds = [{told}]\n'
            )
            return stack.enter_context(open_app(home=home, clock=Clock(), answers=False))

        yield open_home


def run(app: App, tool: str, **arguments: Any) -> Result:
    return app.toolbox().pipeline.execute(Call(tool, arguments))


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "wire.xml"
    path.write_bytes(WIRE)
    return str(path)


def test_K6_the_latest_news_have_source_and_time(opened: Callable[..., App], file: str) -> None:
    data = run(opened(file), NEWS).data
    assert data["found"] == 4
    assert data["news"][0]["title"] == "Apple profit jumps 20% and beats estimates"
    assert data["news"][0]["source"] == "Wire"
    assert data["news"][-1] == {
        "at": "no date", "title": "Apple to report results on Thursday", "source": "Wire",
    }  # fmt: skip
    assert (data["source"], data["simulated"], data["delayed"]) == ("1 of 1 feeds", False, False)
    assert data["as_of"].startswith("20")
    assert "problems" not in data


@pytest.mark.parametrize("symbol", ["AAPL", "aapl", "$AAPL"])
def test_news_about_a_symbol_are_those_that_name_it(
    opened: Callable[..., App], file: str, symbol: str
) -> None:
    data = run(opened(file), NEWS, symbol=symbol).data
    assert [one["title"][:5] for one in data["news"]] == ["Apple", "Apple"]
    assert data["found"] == 2


def test_none_about_a_symbol_is_no_failure(opened: Callable[..., App], file: str) -> None:
    data = run(opened(file), NEWS, symbol="KO").data
    assert (data["found"], data["news"]) == (0, [])


@pytest.mark.parametrize("tool", [NEWS, SENTIMENT])
def test_without_feeds_it_says_how_to_add_some(opened: Callable[..., App], tool: str) -> None:
    result = run(opened(), tool)
    assert result.error is not None
    assert "no news feeds are configured" in result.error.message
    assert "[packs.trading], feeds = [" in result.error.message


def test_the_sentiment_of_a_symbol_is_counted(opened: Callable[..., App], file: str) -> None:
    app = opened(file)
    apple = run(app, SENTIMENT, symbol="AAPL").data
    assert (apple["read"], apple["positive"], apple["neutral"], apple["negative"]) == (2, 1, 1, 0)
    assert apple["mean"] > 0
    assert apple["strongest"][0]["title"] == "Apple profit jumps 20% and beats estimates"
    tesla = run(app, SENTIMENT, symbol="TSLA").data
    assert (tesla["negative"], tesla["mean"] < 0) == (1, True)
    assert run(app, SENTIMENT, symbol="KO").data["mean"] is None


def test_T5_results_are_kept_for_five_minutes_of_the_same_feeds(
    opened: Callable[..., App], file: str
) -> None:
    app = opened(file)
    assert not run(app, NEWS).metadata.cached
    assert run(app, NEWS).metadata.cached
    assert not run(opened(file, file), NEWS).metadata.cached


@pytest.mark.parametrize("tool", [NEWS, SENTIMENT])
def test_T8_the_conclusion_is_short(opened: Callable[..., App], tmp_path: Path, tool: str) -> None:
    path = tmp_path / "long.xml"
    path.write_bytes(rss(*(item(f"Apple rises {n} " + "and rises " * 60) for n in range(50))))
    data = run(opened(str(path), str(tmp_path / "gone.xml")), tool, symbol="AAPL").data
    assert COUNTER.count(conclude(data, 10_000, COUNTER)) <= 300
    assert data["problems"].startswith("gone.xml: No such file")


def test_K6_news_that_were_kept_are_delayed(opened: Callable[..., App]) -> None:
    with FeedServer(a=Answer(WIRE)) as server:
        address = server.url("a")
        assert run(opened(address), NEWS).data["delayed"] is False
    app = opened(address)
    data = run(app, NEWS, symbol="AAPL").data
    assert data["delayed"] is True
    assert "could not be reached" in data["problems"]


def test_where_no_feed_can_be_read_that_is_told(opened: Callable[..., App], tmp_path: Path) -> None:
    result = run(opened(str(tmp_path / "gone.xml")), NEWS)
    assert result.error is not None
    assert "no feed could be read: gone.xml: No such file" in result.error.message


def test_a_wrong_configuration_is_told_by_its_key(opened: Callable[..., App], home: Path) -> None:
    app = opened()
    app.close()
    (home / "config.toml").write_text('[packs]\non = ["trading"]\n[packs.trading]\nfeeds = "one"\n')
    with open_app(home=home, clock=Clock(), answers=False) as other:
        result = run(other, NEWS)
    assert result.error is not None
    assert "packs.trading.feeds" in result.error.message
