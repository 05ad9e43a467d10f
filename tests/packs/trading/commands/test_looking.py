"""Prices, candles, indicators and the watchlist at the command line."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from assistant.cli import plain
from assistant.packs.trading.commands import desk
from assistant.packs.trading.market import open as opening
from tests.bounds import PATIENCE
from tests.packs.trading.commands.conftest import Program, settle

SIMULATED = "source: simulated market · 2025-11-25 18:00 UTC · simulated data"


def test_K6_a_price_says_where_it_comes_from(trading: Program) -> None:
    ran = trading("price", "AAPL")
    assert ran.status == 0
    first, market, label = ran.out.splitlines()
    assert first.startswith("AAPL  ")
    assert " USD  " in first
    assert market == "New York is open"
    assert label == SIMULATED


def test_several_prices_stand_in_a_table(trading: Program) -> None:
    lines = trading("price", "AAPL", "btc", "GGAL").out.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["AAPL", "BTC/USD", "GGAL"]
    assert lines[3:] == [SIMULATED]


def test_json_is_what_the_tool_gave(trading: Program) -> None:
    (found,) = trading("price", "AAPL", "--json").json
    assert (found["symbol"], found["simulated"]) == ("AAPL", True)
    candles = trading("chart", "AAPL", "-n", "3", "--json").json
    assert len(candles["candles"]) == 3


def test_an_unknown_symbol_names_the_three_nearest(trading: Program) -> None:
    ran = trading("price", "AAPLL")
    assert (ran.status, ran.out) == (65, "")
    assert "near it are AAPL, " in ran.err
    assert ran.err.count(",") >= 2


def test_what_is_known_is_shown_beside_what_is_not(trading: Program, home: Path) -> None:
    ran = trading("price", "AAPL", "AAPLL", "GGAL", "ZZZZQ")
    assert ran.status == 65
    assert [line.split()[0] for line in ran.out.splitlines()[:2]] == ["AAPL", "GGAL"]
    assert "'AAPLL' is known here" in ran.err
    assert "'ZZZZQ' is known here" in ran.err
    ran = trading("price", "AAPL", "AAPLL", "--json")
    assert ran.status == 65
    assert [found["symbol"] for found in ran.json] == ["AAPL"]


def test_a_failure_of_the_market_is_told_in_the_language_of_the_interface(
    trading: Program, home: Path
) -> None:
    settle(home, rest='[ui]\nlanguage = "es"')
    said = trading("price", "AAPLL").err
    assert said.startswith("assistant: No se conoce ningún símbolo 'AAPLL'; se parecen AAPL")
    settle(home, 'data = "files"', rest='[ui]\nlanguage = "es"')
    assert "No hay archivos de velas; importar alguno con" in trading("price", "AAPL").err


def test_without_a_terminal_a_chart_is_a_table(trading: Program) -> None:
    ran = trading("chart", "AAPL", "-n", "3")
    head, *rows, label = ran.out.splitlines()
    assert head.split() == ["time", "(UTC)", "open", "high", "low", "close", "volume"]
    assert len(rows) == 3
    assert rows == sorted(rows)
    assert label.startswith("source: simulated market")


@pytest.mark.parametrize("columns", [80, 40])
def test_on_a_terminal_it_is_a_picture_that_fits(
    trading: Program, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(plain, "interactive", lambda *streams: sys.stdout in streams)
    ran = trading("chart", "AAPL", "-t", "1h")
    assert ran.status == 0
    assert all(len(line) < columns for line in ran.out.splitlines())
    assert "█" in ran.out
    assert "AAPL · 1h · " in ran.out
    assert "simulated data" in " ".join(ran.out.split())


def test_indicators_are_named_and_compared_with_the_candle_before(trading: Program) -> None:
    pytest.importorskip("talib")
    ran = trading("indicators", "AAPL", "rsi", "MACD")
    assert ran.status == 0
    names = [line.split("  ")[0] for line in ran.out.splitlines()[2:6]]
    assert names == ["RSI", "MACD", "MACD signal", "MACD histogram"]


def test_an_unknown_indicator_is_refused(trading: Program) -> None:
    ran = trading("indicators", "AAPL", "XYZ")
    assert (ran.status, ran.out) == (65, "")


def test_T6_watching_asks_and_shows_the_list(trading: Program) -> None:
    assert trading("watch").out.startswith("Nothing is watched.")
    refused = trading("watch", "AAPL")
    assert (refused.status, refused.out) == (75, "")
    ran = trading("watch", "AAPL", answers="y\n")
    assert ran.status == 0
    assert "AAPL" in ran.err
    assert ran.out.startswith("AAPL  ")
    assert trading("watch", "AAPL", "--remove", answers="y\n").out.startswith("Nothing is watched.")


def test_it_speaks_the_language_of_the_interface(trading: Program, home: Path) -> None:
    settle(home, rest='[ui]\nlanguage = "es"')
    said = trading("price", "AAPL").out
    assert "Nueva York está abierto" in said
    assert "datos simulados" in said


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("chart", "AAPL", "-n", "0"), 2),
        (("chart", "AAPL", "-n", "501"), 2),
        (("chart", "AAPL", "-n", "many"), 2),
        (("chart", "AAPL", "-t", "3d"), 2),
        (("price",), 2),
        (("price", "../.."), 65),
        (("price", ""), 65),
        (("indicators", "AAPL", "-t", "1w"), 65),
    ],
)
def test_words_that_do_not_fit_are_told_in_a_line(
    trading: Program, words: tuple[str, ...], status: int
) -> None:
    ran = trading(*words)
    assert (ran.status, ran.out) == (status, "")
    assert ran.err
    assert "Traceback" not in ran.err


def test_what_is_not_installed_is_one_line_that_says_how(
    trading: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib import util

    found = util.find_spec
    monkeypatch.setattr(
        util, "find_spec", lambda name, *rest: None if name == "talib" else found(name, *rest)
    )
    assert "talib" in opening.missing("talib")
    ran = trading("indicators", "AAPL")
    assert (ran.status, ran.out) == (2, "")
    assert "pip install 'local-assistant[trading]'" in ran.err.splitlines()[0]


def test_without_a_data_folder_files_say_what_to_do(trading: Program, home: Path) -> None:
    settle(home, 'data = "files"')
    ran = trading("price", "AAPL")
    assert (ran.status, ran.out) == (65, "")
    assert "assistant trading import" in ran.err


def test_a_setting_that_cannot_be_is_named(trading: Program, home: Path) -> None:
    settle(home, 'data = "magic"')
    ran = trading("price", "AAPL")
    assert (ran.status, ran.out) == (78, "")
    assert "packs.trading.data" in ran.err


def test_what_takes_long_says_so_and_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    seen = threading.Event()

    def draw(text: str, _stream: object) -> None:
        drawn.append(text)
        if "asking the market" in text:
            seen.set()

    monkeypatch.setattr(plain, "draw", draw)
    monkeypatch.setattr(plain, "capable", lambda _stream: True)
    monkeypatch.setattr(desk, "PATIENT", PATIENCE)
    with desk.waiting("asking the market,"):
        pass
    assert drawn == [], "what is quick is not told"
    monkeypatch.setattr(desk, "PATIENT", 0.01)
    with desk.waiting("asking the market,"):
        assert seen.wait(PATIENCE)
    assert drawn[-1] == "\r\x1b[K"
