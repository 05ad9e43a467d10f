"""Plain output."""

from __future__ import annotations

import io
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.cli import layout, plain


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@given(st.text())
def test_nothing_that_is_shown_can_drive_the_terminal(text: str) -> None:
    shown = plain.clean(text)
    assert not any(ord(c) < 32 and c not in "\n\t" for c in shown)
    assert not any(0x7F <= ord(c) < 0xA0 for c in shown)
    assert plain.clean(shown) == shown


def test_an_escape_sequence_becomes_harmless_text() -> None:
    assert plain.clean("\x1b[2J\x9b31mred\x07 \u202eabc") == "[2J31mred abc"
    assert plain.clean("tab\tand\nline") == "tab\tand\nline"


def test_text_from_elsewhere_stays_on_its_line() -> None:
    assert plain.line(" a\n b\tc ") == "a b c"


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False), ({"NO_COLOR": "1"}, False)],
)
def test_styles_are_for_terminals_that_want_them(
    variables: dict[str, str], wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert plain.styled(Terminal()) is wanted
    assert not plain.styled(io.StringIO())
    assert not plain.styled(None)


def test_columns_are_aligned() -> None:
    lines = layout.table([("name", "1"), ("n", "1,000")], right=(1,))
    assert lines == ["name      1", "n     1,000"]
    assert layout.table([]) == []


def test_columns_count_what_a_terminal_shows() -> None:
    assert layout.cells("abc") == 3
    assert layout.cells("ñandú") == 5
    assert layout.cells("n\u0303") == 1
    assert layout.cells("漢字") == 4
    assert layout.cells("a\u200bb") == 2


@given(st.text(), st.integers(4, 100))
def test_a_text_that_is_cut_fits(text: str, width: int) -> None:
    shown = layout.cut(text, width)
    assert layout.cells(shown) <= width
    assert shown == text or shown.endswith(("…", "..."))


def test_wide_letters_and_styles_do_not_shift_columns() -> None:
    lines = layout.table([("漢字", "1"), ("\x1b[2mabcd\x1b[0m", "2")])
    assert lines == ["漢字  1", "\x1b[2mabcd\x1b[0m  2"]


@given(st.text(st.characters(max_codepoint=0x2100) | st.characters()))
def test_no_json_can_drive_a_terminal_and_it_reads_back_the_same(text: str) -> None:
    value = {text: [text], "id": text}
    written = plain.json_text(value)
    assert json.loads(written) == value
    assert plain.shown(written) == written, "nothing is left to be taken out"
    assert not re.search(
        "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]", written
    )
    assert written.splitlines() == written.split("\n")
    assert written.encode("utf-8")


def test_json_keeps_the_users_own_letters() -> None:
    assert "ñandú 漢字 🙂" in plain.json_text("ñandú 漢字 🙂")


@given(st.text(), st.text())
def test_styles_pass_the_door_and_nothing_else_does(before: str, inside: str) -> None:
    shown = plain.shown(before + plain.sgr("1", inside))
    assert shown == f"{plain.clean(before)}\x1b[1m{plain.clean(inside)}\x1b[0m"


@pytest.mark.parametrize(
    "forged",
    [
        "\x1b[8m",
        "\x0e8m",
        "\x0e000000000000" + "8m",
        "\x1b]0;x\x07",
        "\x9b2J",
        "\x1b]52;c;eA==\x07",
    ],
)
def test_no_text_can_forge_a_style(forged: str, capsys: pytest.CaptureFixture[str]) -> None:
    plain.out(forged)
    plain.err(forged)
    plain.ask(forged)
    plain.write(forged)
    told = capsys.readouterr()
    assert plain.clean(told.out + told.err) == told.out + told.err


def test_a_cell_stays_on_its_line() -> None:
    (line,) = layout.table([("a\nb\r\x85c\u2028d", "x")])
    assert line.splitlines() == [line]
