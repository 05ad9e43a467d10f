"""Taking in a file: whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.packs.trading.market.base import MarketFailure
from assistant.packs.trading.market.importing import OWN, import_file
from assistant.packs.trading.market.open import open_market
from assistant.packs.trading.settings import Settings
from tests.packs.trading.market.support import HEAD, NOW, clock, hourly, write_csv


def test_what_was_taken_in_is_what_the_market_tells(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "download (3).csv", hourly(30))
    told = import_file(source, "btc", "1h", tmp_path / "pack", NOW)
    assert (told.symbol, told.candles, told.path.name) == ("BTC/USD", 30, "BTC-USD.1h.csv")
    assert (told.first, told.last) == (hourly(30)[0].at, hourly(30)[-1].at)
    market = open_market(Settings(data="files"), tmp_path / "pack", clock)
    assert market.candles("BTC/USD", "1h", 30).candles == tuple(hourly(30))
    assert sorted(p.name for p in (tmp_path / "pack" / OWN).iterdir()) == ["BTC-USD.1h.csv"]


def test_nothing_is_half_imported(tmp_path: Path) -> None:
    good = write_csv(tmp_path / "good.csv", hourly(3))
    there = import_file(good, "BTC/USD", "1h", tmp_path, NOW).path
    before = there.read_bytes()
    bad = tmp_path / "bad.csv"
    bad.write_text(good.read_text() + "2026-01-02T00:00:00Z,1,2,3,oops,1\n")
    with pytest.raises(MarketFailure, match=r"bad\.csv, line 5, column 'close'"):
        import_file(bad, "BTC/USD", "1h", tmp_path, NOW)
    assert there.read_bytes() == before
    assert [p.name for p in there.parent.iterdir()] == [there.name]


def test_a_file_that_is_not_there_is_told_by_name(tmp_path: Path) -> None:
    with pytest.raises(MarketFailure, match=r"none\.csv: No such file"):
        import_file(tmp_path / "none.csv", "AAPL", "1d", tmp_path, NOW)
    with pytest.raises(MarketFailure, match="is a folder, not a file"):
        import_file(tmp_path, "AAPL", "1d", tmp_path, NOW)


def test_a_symbol_that_is_a_path_leads_nowhere(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "x.csv", hourly(3))
    with pytest.raises(MarketFailure, match="no symbol"):
        import_file(source, "../../etc/passwd", "1h", tmp_path / "pack", NOW)
    assert not (tmp_path / "pack").exists()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    source = tmp_path / "x.csv"
    source.write_text(HEAD + "2026-01-05,10,12,9,11,500\n")
    (tmp_path / OWN).write_text("a file where the folder should be")
    with pytest.raises(MarketFailure, match=r"AAPL\.1d\.csv cannot be written"):
        import_file(source, "AAPL", "1d", tmp_path, NOW)
