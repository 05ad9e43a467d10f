"""A file of what is known of companies."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.packs.trading.market.base import MarketFailure
from assistant.packs.trading.market.fundamentals import Figures


def written(folder: Path, name: str, text: str) -> Figures:
    (folder / name).write_text(text)
    return Figures(folder / name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("f.json", '{"aapl": {"name": "Apple", "pe": 31.5, "shares": 15000}, "btc": {"cap": 1}}'),
        ("f.csv", "Symbol,name,pe,shares\nAAPL,Apple,31.5,15000\nbtc,Bitcoin,,\n"),
    ],
)
def test_JSON_and_CSV_tell_the_same(tmp_path: Path, name: str, text: str) -> None:
    figures = written(tmp_path, name, text)
    assert figures.symbols() == ["AAPL", "BTC/USD"]
    found = figures.of("AAPL")
    assert found.values == {"name": "Apple", "pe": 31.5, "shares": 15000}
    assert found.origin.source == f"file {name}"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("f.json", "[1]", "an object of objects"),
        ("f.json", '{"AAPL": 3}', "an object of objects"),
        ("f.json", "{", r"f\.json: "),
        ("f.json", "[" * 500, r"f\.json: "),
        ("f.csv", "name,pe\nApple,3\n", "line 1: there is no column 'symbol'"),
        ("f.csv", "symbol,pe\nAAPL,3,4\n", "line 2: columns do not match"),
        ("f.csv", "symbol,pe\nAAPL\n", "line 2: columns do not match"),
        ("f.json", '{"../../etc": {}}', "no symbol"),
    ],
)
def test_what_cannot_be_used_is_told(tmp_path: Path, name: str, text: str, told: str) -> None:
    with pytest.raises(MarketFailure, match=told):
        written(tmp_path, name, text).symbols()


def test_what_is_not_in_it_and_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MarketFailure, match="near it are AAPL"):
        written(tmp_path, "f.json", '{"AAPL": {}}').of("AAPK")
    with pytest.raises(MarketFailure, match=r"none\.json: No such file"):
        Figures(tmp_path / "none.json").symbols()


def test_texts_are_bounded_and_on_one_line(tmp_path: Path) -> None:
    figures = written(tmp_path, "f.json", '{"AAPL": {"name": "A\\n' + "x" * 900 + '", "l": [1]}}')
    values = figures.of("AAPL").values
    assert len(values["name"]) == 500
    assert "\n" not in values["name"]
    assert values["l"] == "[1]"
