"""Candles and trades in and out of files, and the report."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packs.trading.commands.conftest import Program, settle

HEAD = "at,open,high,low,close,volume\n"
ROWS = "".join(
    f"2025-11-{day}T14:30:00+00:00,{day},{day + 2},{day - 2},{day + 1},1000\n"
    for day in (18, 19, 20, 21, 24)
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "AAPL.1d.csv").write_text(HEAD + ROWS)
    return tmp_path


def test_candles_that_are_taken_in_are_what_files_tell(
    trading: Program, home: Path, here: Path
) -> None:
    ran = trading("import", "AAPL.1d.csv")
    assert ran.status == 0
    assert ran.out == "AAPL: 5 candles of 1d, 2025-11-18 to 2025-11-24\n"
    assert 'data = "files"' in ran.err
    settle(home, 'data = "files"')
    assert 'data = "files"' not in trading("import", "AAPL.1d.csv").err
    assert "25.00 USD" in trading("price", "AAPL").out
    assert "source: files" in trading("price", "AAPL").out


def test_what_is_exported_can_be_taken_in(trading: Program, home: Path, here: Path) -> None:
    settle(home, 'data = "files"')
    trading("import", "AAPL.1d.csv")
    out = trading("export", "AAPL")
    assert out.out.startswith(HEAD)
    assert len(out.out.splitlines()) == 6
    (here / "other.csv").write_text(out.out)
    assert trading("import", "other.csv", "MSFT").out.startswith("MSFT: 5 candles of 1d")
    assert trading("export", "MSFT").out == out.out


def test_a_bad_line_is_named_and_nothing_is_half_imported(
    trading: Program, home: Path, here: Path
) -> None:
    settle(home, 'data = "files"')
    trading("import", "AAPL.1d.csv")
    before = trading("export", "AAPL").out
    (here / "AAPL.1d.csv").write_text(HEAD + ROWS.replace("24,26,22", "24,x,22"))
    ran = trading("import", "AAPL.1d.csv")
    assert (ran.status, ran.out) == (65, "")
    assert "6" in ran.err
    assert "high" in ran.err
    assert trading("export", "AAPL").out == before


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("import", "nowhere.csv", "AAPL"), 65),
        (("import", "."), 2),
        (("import", ".", "AAPL"), 65),
        (("import", "plain.csv"), 2),
        (("import", "empty.csv", "AAPL"), 65),
        (("import", "AAPL.1d.csv", "../../etc/passwd"), 65),
        (("import", "--trades", "nowhere.csv"), 65),
        (("import", "--trades", "."), 65),
        (("import", "--trades", "AAPL.1d.csv"), 65),
        (("import", "--trades", "binary.csv"), 65),
        (("export",), 2),
        (("export", "NOPE"), 65),
        (("import", "AAPL.1d.csv", "-t", "2d"), 2),
    ],
)
def test_files_that_cannot_be_read_are_told_in_a_line(
    trading: Program, here: Path, words: tuple[str, ...], status: int
) -> None:
    (here / "plain.csv").write_text(HEAD + ROWS)
    (here / "empty.csv").write_text("")
    (here / "binary.csv").write_bytes(b"\xff\xfe\x00")
    ran = trading(*words)
    assert (ran.status, ran.out) == (status, "")
    assert ran.err.startswith("assistant: ")
    assert "Traceback" not in ran.err


def test_trades_go_in_once_and_come_out_again(trading: Program, here: Path) -> None:
    (here / "trades.csv").write_text(
        "at,symbol,side,quantity,price,fee\n"
        "2025-10-01T15:00:00+00:00,AAPL,buy,10,20.5,0.2\n"
        "2025-10-20T15:00:00+00:00,AAPL,sell,4,25,0.1\n"
    )
    assert trading("import", "--trades", "trades.csv").out == "trades taken in: 2\n"
    assert "taken in before" in trading("import", "--trades", "trades.csv").out
    out = trading("export", "--trades").out
    assert out.startswith("at,symbol,side,quantity,price,fee,order,realised,simulated\n")
    assert len(out.splitlines()) == 3
    assert trading("check").status == 0


def test_a_report_is_a_page_or_lines(trading: Program, here: Path) -> None:
    (here / "trades.csv").write_text(
        "at,symbol,side,quantity,price,fee\n2025-10-01T15:00:00+00:00,AAPL,buy,10,20.5,0.2\n"
    )
    trading("import", "--trades", "trades.csv")
    ran = trading("report", "--html", "report.html")
    assert (ran.status, ran.out) == (0, "")
    assert "report.html" in ran.err
    page = (here / "report.html").read_text("utf-8")
    assert "AAPL · 1d" in page
    assert "simulated data" in page
    assert (here / "report.html").stat().st_mode & 0o777 == 0o600
    lines = trading("report").out
    assert "What the account was worth" in lines
    assert "no real money, and no advice" in lines


def test_what_is_taken_in_is_told_as_json(trading: Program, home: Path, here: Path) -> None:
    found = trading("import", "AAPL.1d.csv", "--json").json
    assert (found["symbol"], found["timeframe"], found["candles"]) == ("AAPL", "1d", 5)
    (here / "trades.csv").write_text(
        "at,symbol,side,quantity,price\n2025-11-20T15:00:00+00:00,AAPL,buy,1,100\n"
    )
    words = ("import", "--trades", "trades.csv", "--json")
    assert trading(*words).json == {"trades": 1, "repeated": False}
    assert trading(*words).json == {"trades": 0, "repeated": True}


def test_a_report_and_a_check_as_json(trading: Program, home: Path, here: Path) -> None:
    (here / "trades.csv").write_text(
        "at,symbol,side,quantity,price\n2025-11-20T15:00:00+00:00,AAPL,buy,1,100\n"
    )
    trading("import", "--trades", "trades.csv")
    report = trading("report", "--json").json
    assert report["portfolio"]["positions"][0]["symbol"] == "AAPL"
    assert [trade["quantity"] for trade in report["trades"]] == ["1"]
    assert (report["simulated"], report["alerts"]) == (True, [])
    assert len(report["curve"]) >= 1
    assert trading("check", "--json").json == {"whole": True, "entries": 2, "findings": []}


def test_trades_in_other_money_are_refused_with_line_and_column(
    trading: Program, home: Path, here: Path
) -> None:
    (here / "trades.csv").write_text(
        "at,symbol,side,quantity,price\n2025-11-20T15:00:00+00:00,YPFD,buy,1,100\n"
    )
    ran = trading("import", "--trades", "trades.csv")
    assert (ran.status, ran.out) == (65, "")
    assert "ine 2, column symbol: YPFD is priced in ARS and the account is in USD" in ran.err
