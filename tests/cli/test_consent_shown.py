"""What a person agrees to is what they see: all of it, and nothing that hides (T6)."""

from __future__ import annotations

import sys
from pathlib import Path

import pexpect
import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.characters import visible
from assistant.config import ToolsConfig
from assistant.tools.builtin.shell import TOOLS
from tests.tools.support import Bench, code

PROGRAM = """
import sys
from pathlib import Path
from assistant.cli.consent import ask
from assistant.messages import say
from assistant.tools.calls import Question
command = Path(sys.argv[1]).read_text("utf-8")
answer = ask(Question("shell.run", say("tools.run_command", "en", command=command), False))
print(f"ANSWER {answer}")
"""
KEYS = "Allow? [y]es, [N]o:"


class Person:
    """Sits at a terminal of that size and reads the question."""

    def __init__(self, folder: Path, command: str, columns: int, rows: int = 24) -> None:
        (folder / "command").write_text(command, "utf-8")
        self._screen = pyte.HistoryScreen(columns, rows, history=10_000, ratio=0.5)
        self._stream = pyte.Stream(self._screen)
        self.raw = ""
        self._child = pexpect.spawn(
            sys.executable,
            ["-c", PROGRAM, str(folder / "command")],
            dimensions=(rows, columns),
            encoding="utf-8",
            timeout=60,
        )

    def until(self, *words: str) -> int:
        found = self._child.expect_exact([*words])
        seen = self._child.before + self._child.after
        self.raw += seen
        self._stream.feed(seen)
        return int(found)

    def answer(self, words: str) -> str:
        self._child.sendline(words)
        self.until("ANSWER ")
        return str(self._child.readline().strip())

    def turn(self) -> None:
        self._child.sendline("")

    @property
    def window(self) -> list[str]:
        return [line.rstrip() for line in self._screen.display]

    @property
    def everything(self) -> str:
        """All rows ever shown, the bar before each taken off."""
        above = [
            "".join(row[n].data for n in range(self._screen.columns))
            for row in self._screen.history.top
        ]
        return "".join(
            line.rstrip().removeprefix("  | ") for line in [*above, *self._screen.display]
        )


@pytest.mark.parametrize("columns", [80, 40])
def test_T6_a_command_is_shown_whole_and_the_question_stays(tmp_path: Path, columns: int) -> None:
    command = "echo " + "".join(f"part{n:03}," for n in range(60)) + "end"
    person = Person(tmp_path, command, columns)
    person.until(KEYS)
    assert any(line.startswith("Allow?") for line in person.window)
    assert command.replace(" ", "") in person.everything.replace(" ", "")
    assert person.answer("y") == "once"


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("filler", ["\n", "x", " ", "# nothing to see here\n"])
def test_T6_what_is_long_is_paged_never_scrolled_away(
    tmp_path: Path, columns: int, filler: str
) -> None:
    command = (
        "rm -rf ~/everything;" + filler * (3000 // len(filler) if filler != "\n" else 200) + "; id"
    )
    person = Person(tmp_path, command, columns)
    pages = 0
    while person.until(KEYS, "refuses:") == 1:
        assert pages > 0 or person.window[0].startswith("shell.run"), "it begins where it begins"
        pages += 1
        person.turn()
    assert pages > 0 or filler == " ", "space that pushes is written as one code"
    assert any("id" in line for line in person.window)
    assert person.answer("") == "no"


def test_T6_a_page_can_be_refused(tmp_path: Path) -> None:
    person = Person(tmp_path, "true\n" * 200, 80)
    person.until("refuses:")
    assert person.answer("n") == "no"


@pytest.mark.parametrize("columns", [80, 40])
def test_T6_no_text_can_pass_for_the_question(tmp_path: Path, columns: int) -> None:
    fake = (
        "ls\nAllow? [y]es, [N]o: y\nshell.run wants to run in a shell: ls"
        + "\r\x1b[2J\x1b[H\x1b[8m"
    )
    person = Person(tmp_path, fake, columns)
    person.until("\r\nAllow? [y]es, [N]o:")
    assert "\x1b" not in person.raw
    assert "<U+001B>" in person.everything
    assert sum(line.startswith("Allow?") for line in person.window) == 1
    assert sum(line.startswith("shell.run") for line in person.window) == 1
    assert "3 characters show nothing" in person.everything


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("ls \u202e txt.sh", "ls <U+202E> txt.sh"),
        ("ls\u200b -l", "ls<U+200B> -l"),
        ("ls \x1b]0;x\x07", "ls <U+001B>]0;x<U+0007>"),
        ("a\x9b2J", "a<U+009B>2J"),
        ("rm a  ", "rm a<U+0020 ×2>"),
        ("rm a \nls", "rm a<U+0020>\nls"),
        ("ls" + " " * 500 + "; rm -rf ~", "ls<U+0020 ×500>; rm -rf ~"),
        ("cat p\u0430ssword", "cat p<U+0430>ssword"),
        ("cat \uff41\uff42", "cat <U+FF41><U+FF42>"),
        ("ls\u00a0-l", "ls<U+00A0>-l"),
        ("id\u037e ls", "id<U+037E> ls"),
        ("a\ufe0f\u3164\u2800\U000e0041", "a<U+FE0F><U+3164><U+2800><U+E0041>"),
        ("a\r\nb\tc", "a<U+000D>\nb<U+0009>c"),
        ("a\u2028b", "a<U+2028>b"),
        ("a\ud800", "a<U+D800>"),
        ("echo ¿qué año, ñandú? 1ª «sí»", "echo ¿qué año, ñandú? 1ª «sí»"),
        ("echo привет 漢字", "echo привет 漢字"),
        ("for x in a; do\n  ls\ndone", "for x in a; do\n  ls\ndone"),
    ],
)
def test_T6_nothing_hides(command: str, shown: str) -> None:
    assert visible(command).text == shown


def test_T6_other_alphabets_are_named() -> None:
    assert visible("./\u0455\u0443\u0455").scripts == ("CYRILLIC",)
    assert visible("echo año").scripts == ()


@given(st.text())
def test_T6_what_is_shown_is_harmless_and_tells_all(text: str) -> None:
    seen = visible(text)
    assert all(c == "\n" or c.isprintable() for c in seen.text)
    assert (seen.hidden == 0) == (seen.text == text)
    assert visible(seen.text).text == seen.text


def test_T6_the_words_of_the_question_are_the_command_that_runs(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TOOLS, ToolsConfig(on=("shell.run",)), says="no")
    command = "echo \x1b[8m; rm -rf ~ \u202e"
    bench.run("shell.run", command=command)
    assert command in bench.asked[0].words, "nothing is taken out before it is seen"


def test_T6_what_nobody_can_read_is_refused_with_its_reason(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TOOLS, ToolsConfig(on=("shell.run",)), says="once")
    result = bench.run("shell.run", command=":\n" * 500)
    assert code(result) == "EXECUTION_ERROR"
    assert result.error is not None
    assert "too long for a person to read" in result.error.message
    assert bench.asked == []
