"""The report as a page: whole in itself, escaped, honest about its data, readable anywhere."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from assistant.packs.trading.commands.words import Words
from assistant.packs.trading.report.figures import Figures
from assistant.packs.trading.report.page import SHOWN, page
from assistant.records import Language
from tests.browser import Browser, executable
from tests.packs.trading.report.samples import NONE, NOW, figures

HOSTILE = '"><script>alert(1)</script>\x1b[2J&'


def drawn(chosen: Figures | None = None, language: Language = "en") -> str:
    return page(chosen or figures(), Words(language), NOW)


def visible(markup: str) -> str:
    return re.sub(r"<[^>]*>", " ", markup.partition("<body>")[2])


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    "chosen", [figures(), figures(HOSTILE), figures(days=1), Figures(NONE)], ids=range(4)
)
def test_the_page_is_whole_and_nothing_in_it_runs(chosen: Figures, language: Language) -> None:
    text = drawn(chosen, language)
    body = text[text.index("<body>") : text.index("</body>")] + "</body>"
    ElementTree.fromstring(
        body.replace("class=first", "")
    )  # every element is closed, everything escaped
    assert "<script" not in text
    assert "\x1b" not in text
    assert "default-src 'none'" in text
    assert not re.search(r"https?://|url\(|@import|src=", text)


def test_K6_it_says_what_it_rests_on() -> None:
    shown = visible(drawn())
    assert "source: simulated market · 2025-04-15 21:00 UTC · simulated data" in shown
    assert "no real money, and no advice" in shown
    assert "BTC/USD has no price" in shown


def test_it_tells_of_portfolio_curve_drawdown_trades_orders_and_alerts() -> None:
    shown = visible(drawn())
    for part in ("12,204.00", "+22.04%", "-8.87%", "96.00 / 95.00", "AAPL above 120: waits"):
        assert part in shown, part
    assert "fired on 2025-04-12 21:00 UTC at 94.80" in shown
    assert drawn().count("<polyline") == 4  # two curves, an average in each picture of candles
    assert shown.count(" buy ") + shown.count(" sell ") >= 60


def test_only_the_latest_trades_stand_open() -> None:
    trades = drawn().partition("<h2>Trades</h2>")[2].partition("<details>")[0]
    assert trades.count("<tr>") == SHOWN + 1


def test_an_account_that_did_nothing_says_so_everywhere() -> None:
    shown = visible(drawn(Figures(NONE)))
    for said in ("Nothing is held.", "Nothing was bought or sold yet.", "None."):
        assert said in shown
    assert "source:" not in shown


@pytest.mark.slow
@pytest.mark.skipif(executable() is None, reason="Chromium is not here")
def test_it_fits_a_phone_and_a_desk_in_light_and_dark(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(drawn(language="es"), "utf-8")
    with Browser(tmp_path / "profile") as browser:
        seen = [
            browser.open(file, width=width, dark=dark)
            for width in (380, 1280)
            for dark in (False, True)
        ]
    for page_ in seen:
        assert page_.content_width <= page_.width
        assert (page_.overflowing, page_.requests, page_.complaints) == ((), (), ())
    assert seen[0].screenshot != seen[1].screenshot
