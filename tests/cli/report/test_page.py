"""The report as a page: whole in itself, escaped, readable on a phone and on a wide screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from assistant.cli.report.figures import FactCounts, Figures
from assistant.cli.report.page import page
from assistant.cli.report.words import Words
from assistant.cli.sections import OTHER_CLASS
from assistant.prompt.table import NAMES
from assistant.records import Language
from assistant.resources import data_path
from tests.browser import Browser, executable
from tests.cli.report.samples import conversation, figures, measure

NOW = datetime(2026, 1, 31, tzinfo=UTC)
HOSTILE = '"><script>alert(1)</script>\x1b[2J&`'
TURNS = (1, 2, 30, 10_000)


def drawn(chosen: Figures | None = None, language: Language = "en", scope: str = "all") -> str:
    return page(chosen or figures(), Words(language), NOW, scope)


def hostile() -> Figures:
    rows = [
        replace(
            measure(n, session=f"r:u:{HOSTILE}", alert=HOSTILE), sections={HOSTILE: 50, "facts": 50}
        )
        for n in range(1, 4)
    ]
    return Figures(rows, FactCounts(1, 0, 0, 0))


class _Balanced(HTMLParser):
    """Every element that is opened is closed, in order."""

    VOID = ("meta", "link", "line", "rect", "polyline", "polygon")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("chosen", [figures(), hostile(), Figures([]), figures(1)])
def test_the_page_is_whole(chosen: Figures, language: Language) -> None:
    text = drawn(chosen, language, scope=HOSTILE)
    parser = _Balanced()
    parser.feed(text)
    assert parser.open == []
    assert f'lang="{language}"' in text
    assert not {"script", "img", "iframe", "object", "style>"} & set(parser.names)


def test_nothing_is_loaded_and_nothing_may_be() -> None:
    text = drawn()
    assert "default-src 'none'" in text
    assert not re.search(r"https?://", text)
    assert not re.search(r"url\(|@import|src=", text)


def test_what_comes_from_elsewhere_is_escaped() -> None:
    text = drawn(hostile(), scope=HOSTILE)
    assert "<script" not in text
    assert "\x1b" not in text
    assert "&lt;script&gt;" in text


def test_every_picture_has_a_name_a_description_and_a_table() -> None:
    sections = re.findall(r"<section.*?</section>", drawn(), re.DOTALL)
    pictured = [section for section in sections if "<svg role" in section]
    assert len(pictured) == 5
    for section in pictured:
        (whole,) = re.findall(r"<svg role.*</svg>", section, re.DOTALL)
        svg = ElementTree.fromstring(whole)
        assert (svg[0].tag, svg[1].tag) == ("title", "desc")
        assert svg[0].text
        assert svg[1].text
        assert "<table>" in section


def test_M1_M2_M3_the_page_says_what_the_terminal_says() -> None:
    text = re.sub(r"<[^>]+>", "", drawn())
    whole = figures().totals
    assert f"{whole.prompt_tokens:,} tokens sent instead of {whole.full_history_tokens:,}" in text
    assert "turn 31: 4,120 tokens were asked for" in text
    assert "2 facts change their state within 30 days" in text


def test_K3_the_page_counts_prompts_that_were_made_to_fit() -> None:
    chosen = Figures([*figures().measures, measure(50, strategies=("summarise",))])
    text = re.sub(r"<[^>]+>", " ", drawn(chosen))
    assert "Prompts that were made to fit (1)" in text
    assert re.search(r"shorter summaries\s+1", text)
    assert "made to fit" not in drawn()


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2 between two colours written #rrggbb."""

    def luminance(colour: str) -> float:
        channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def schemes() -> Iterator[dict[str, str]]:
    style = data_path("report", "style.css").read_text("utf-8")
    for block in re.findall(r":root \{(.*?)\}", style, re.DOTALL):
        yield dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", block))


def test_words_have_enough_contrast_and_marks_can_be_told_apart() -> None:
    both = list(schemes())
    assert len(both) == 2
    for colours in both:
        for name in ("ink", "soft", "sent", "full"):
            assert contrast(colours[name], colours["card"]) >= 4.5, (name, colours)
        for name in (*NAMES, OTHER_CLASS):
            if name != "state":  # hardly ever seen, and beside its number
                floor = 2.0 if name in ("facts", "summaries") else 3.0
                assert contrast(colours[name], colours["card"]) >= floor, name


@pytest.mark.slow
@pytest.mark.skipif(executable() is None, reason="Chromium is not here")
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_browser_shows_it_at_any_width_and_in_both_schemes(
    tmp_path: Path, language: Language
) -> None:
    """No overflow, no request, no complaint; the texts are on the page."""
    pages = {str(turns): figures(turns) for turns in TURNS} | {
        "none": Figures([]), "hostile": hostile(), "one": Figures(conversation(12)),
    }  # fmt: skip
    with Browser(tmp_path / "profile") as browser:
        for name, chosen in pages.items():
            file = tmp_path / f"{name}.html"
            file.write_text(drawn(chosen, language), "utf-8")
            images = set()
            for width in (320, 400, 768, 1280):
                for dark in (False, True):
                    shown = browser.open(file, width=width, dark=dark)
                    where = f"{name} at {width}"
                    assert shown.content_width <= width, where
                    assert not shown.overflowing, (where, shown.overflowing)
                    assert not shown.requests, (where, shown.requests)
                    assert not shown.complaints, (where, shown.complaints)
                    assert Words(language)("title") in shown.text
                    images.add(shown.screenshot)
            assert len(images) == 8, f"light and dark look the same: {name}"
