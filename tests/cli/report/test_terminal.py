"""The report in a terminal: any width, with and without colour and Unicode."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.cli import layout, plain
from assistant.cli.report.figures import FactCounts, Figures
from assistant.cli.report.page import page
from assistant.cli.report.plot import Pair, columns_with_marks, stacked_bar
from assistant.cli.report.screen import Screen
from assistant.cli.report.terminal import lines_of
from assistant.cli.report.words import Words
from assistant.prompt.table import NAMES
from assistant.records import Language, MeasuredSource
from tests.cli.report.samples import AT, conversation, figures, measure

BARE = Screen(79)


def report(
    chosen: Figures | None = None, screen: Screen = BARE, language: Language = "en"
) -> list[str]:
    return lines_of(chosen or figures(), screen, Words(language))


@pytest.mark.parametrize("width", [36, 39, 59, 79, 100])
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("turns", [1, 2, 30, 10_000])
def test_no_line_is_wider_than_the_terminal(width: int, language: Language, turns: int) -> None:
    for line in report(figures(turns), Screen(width), language):
        assert len(line) <= width, line


def test_M1_a_section_that_the_core_does_not_know_is_told_by_its_name() -> None:
    rows = [replace(measure(n), sections={"system": 400, "beds": 80}) for n in (1, 2)]
    lines = report(Figures(rows, None), Screen(79, unicode=False))
    assert ["x", "beds", "80", "17%"] in [line.split() for line in lines], lines


def test_long_numbers_of_turns_give_way_to_the_bars() -> None:
    most = 10**6
    rows = [
        replace(measure(n), prompt_tokens=most, sections={"system": most})
        for n in range(1, 2 * most, most // 10)
    ]
    for line in report(Figures(rows, None), Screen(36, unicode=False), "en"):
        assert layout.cells(line) <= 36, line


WORDS = st.text(st.characters(codec="utf-8"), max_size=40)
TOKENS = st.integers(0, 10**7)
COUNTS = st.integers(0, 10**6)
SECTIONS = st.dictionaries(st.sampled_from(NAMES) | WORDS, TOKENS)
SOURCES = st.sampled_from(get_args(MeasuredSource))


@st.composite
def any_figures(draw: st.DrawFn) -> Figures:
    rows = [
        replace(
            measure(draw(st.integers(1, 10**6)), session=draw(WORDS), alert=draw(WORDS)),
            prompt_tokens=draw(TOKENS), completion_tokens=draw(TOKENS),
            full_history_tokens=draw(TOKENS), source=draw(SOURCES), sections=draw(SECTIONS),
        )
        for _ in range(draw(st.integers(0, 12)))
    ]  # fmt: skip
    facts = FactCounts(draw(COUNTS), draw(COUNTS), draw(COUNTS), draw(COUNTS))
    return Figures(rows, draw(st.sampled_from([None, facts])))


@given(any_figures(), st.integers(36, 100), st.booleans(), st.sampled_from(["en", "es"]))
@settings(deadline=None)
def test_whatever_was_measured_is_shown_within_the_terminal(
    chosen: Figures, width: int, unicode: bool, language: Language
) -> None:
    for line in report(chosen, Screen(width, unicode=unicode), language):
        assert layout.cells(line) <= width, line
        assert not set("\x1b\n\r") & set(line)
        assert unicode or line.isascii()
    text = page(chosen, Words(language), AT, "all")
    assert "\x1b" not in text


def test_a_long_name_beside_a_large_number_stays_within_a_narrow_window() -> None:
    named = replace(measure(1), prompt_tokens=2_000_000, sections={"garden.ripeness.of": 1_500_000})
    told = report(replace(figures(), measures=(named,)), Screen(36, unicode=False), "en")
    assert [line for line in told if "1,500,000" in line]
    assert max(map(layout.cells, told)) <= 36


@given(WORDS, st.integers(4, 60))
def test_wrapping_loses_nothing(text: str, width: int) -> None:
    screen = Screen()
    lines = screen.wrap(text, width)
    assert all(layout.cells(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(screen.letters(text).split())


@pytest.mark.parametrize("language", ["en", "es"])
def test_without_unicode_every_letter_is_ascii(language: Language) -> None:
    text = "\n".join(report(screen=Screen(79, unicode=False), language=language))
    assert text.isascii()
    assert "?" not in text


def test_colours_are_only_added_to_the_same_letters() -> None:
    coloured = report(screen=Screen(79, colour=True))
    bare = [plain.bare(line) for line in coloured]
    assert any("\x1b[" in plain.shown(line) for line in coloured)
    assert not any("\x1b" in line for line in report())
    assert [len(line.rstrip()) for line in bare] == [len(line.rstrip()) for line in report()]


def test_M1_the_numbers_come_first_and_plain() -> None:
    first, second, *_ = report()
    whole = figures().totals
    assert first.split()[0] == f"{whole.saved:.0%}"
    assert f"{whole.prompt_tokens:,} tokens sent instead of" in first
    assert second.split()[0] == "39"


def test_M2_alerts_are_shown_with_their_turn() -> None:
    text = "\n".join(report())
    assert "Alerts (1)" in text
    assert "turn 31: 4,120 tokens were asked for" in text


def test_K3_prompts_that_were_made_to_fit_are_shown_by_strategy() -> None:
    rows = [
        measure(1, strategies=("trim_conversation", "summarise")),
        measure(2, strategies=("summarise",)),
    ]
    text = "\n".join(report(Figures(rows)))
    assert "Prompts that were made to fit (2)" in text
    assert re.search(r"conversation trimmed +1\nshorter summaries +2", text)
    assert "made to fit" not in "\n".join(report())


def test_M3_facts_are_counted_by_state_with_what_is_about_to_change() -> None:
    text = "\n".join(report())
    assert re.search(r"active +12 █", text)
    assert re.search(r"dormant +3 █", text)
    assert "2 facts change their state within 30 days: `assistant facts review`" in text


def test_each_source_tells_what_it_saved() -> None:
    text = "\n".join(report())
    assert re.search(r"kept answer +1 +2,500 +1\n", text)
    assert re.search(r"known or worked out +1 +2,600 +1\n", text)


def test_with_nothing_measured_a_kind_sentence_names_the_next_step() -> None:
    assert "assistant chat" in " ".join(report(Figures([])))
    assert "assistant chat" in " ".join(report(Figures([]), language="es"))


def test_answers_of_the_memory_alone_need_no_picture() -> None:
    text = "\n".join(report(Figures([measure(1, source="memory")])))
    assert "No request went to a model yet." in text
    assert "What a prompt is made of" not in text


def test_facts_are_left_out_of_the_report_of_one_conversation() -> None:
    assert "What is remembered" not in "\n".join(report(Figures(conversation(3))))
    assert "Nothing is remembered yet" in "\n".join(
        report(Figures(conversation(3), FactCounts(0, 0, 0, 0)))
    )


def test_nothing_less_than_everything_is_a_hundred_percent() -> None:
    assert Words("en").percent(0.9999) == "99%"
    assert Words("es").percent(0.9999) == "99\u00a0%"
    assert Words("en").percent(1) == "100%"


def test_a_hostile_name_cannot_drive_the_terminal() -> None:
    rows = [measure(1, session="a:b:\x1b]0;x\x07\x1b[2J", alert="\x1b[31mred\nline")]
    assert not any(set("\x1b\x07\n") & set(line) for line in report(Figures(rows)))


def test_columns_begin_at_zero_and_end_under_their_marks() -> None:
    drawn = columns_with_marks(
        [Pair(100, 800), Pair(400, 800)], Screen(30), labels=("800", "400", "0"), styles=("", "")
    )
    assert drawn == [
        "800 │───── ─────",
        *["    │"] * 4,
        "400 │      █████",
        "    │      █████",
        "    │      █████",
        "    │▂▂▂▂▂ █████",
        "  0 │█████ █████",
    ]


def test_parts_of_a_bar_fill_it_exactly() -> None:
    parts = [("s", "", 333), ("w", "", 333), ("m", "", 334)]
    assert stacked_bar(parts, 1000, 10, BARE) == "ssswwwwmmm"
    assert len(stacked_bar(parts, 1000, 37, BARE)) == 37
    assert stacked_bar(parts, 2000, 10, BARE) == "sswmm"
