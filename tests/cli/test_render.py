"""Answers drawn on a real (emulated) terminal."""

from __future__ import annotations

import io
import random

import pyte
import pytest
from rich.console import Console

from assistant.cli.render import MarkdownSink

ANSWER = """# Plan

A **first** paragraph that is long enough to wrap in a narrow window, with `code` in it.

1. one
2. two

   more of two
3. three

```python
def f(x):
    return x
```

| a | b |
|---|---|
| 1 | 2 |

Last words.
"""


class Terminal:
    """A window of some size that answers are drawn on."""

    def __init__(self, columns: int, lines: int) -> None:
        self.screen = pyte.HistoryScreen(columns, lines, history=1000)
        self.stream = pyte.Stream(self.screen)
        self.file = _Pipe(self.stream)
        self.console = Console(
            file=self.file,
            force_terminal=True,
            width=columns,
            height=lines,
            highlight=False,
            color_system="standard",
            legacy_windows=False,
        )

    def text(self) -> str:
        """Everything that was ever scrolled away, then what is on the screen."""
        above = [
            "".join(row[i].data for i in range(self.screen.columns)).rstrip()
            for row in self.screen.history.top
        ]
        return "\n".join([*above, *(line.rstrip() for line in self.screen.display)]).rstrip()


class _Pipe(io.StringIO):
    def __init__(self, stream: pyte.Stream) -> None:
        super().__init__()
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.feed(text.replace("\n", "\r\n"))
        return super().write(text)


def pieces(text: str, seed: int = 0) -> list[str]:
    chance = random.Random(seed)
    cut = []
    while text:
        size = chance.randint(1, 9)
        cut.append(text[:size])
        text = text[size:]
    return cut


def draw(terminal: Terminal, text: str, seed: int = 0) -> str:
    sink = MarkdownSink(terminal.console)
    for piece in pieces(text, seed):
        sink._next = 0  # draw every piece: the pauses between drawings are not what is tested
        sink.feed(piece)
    sink.finish(text)
    return terminal.text()


@pytest.mark.parametrize("columns", [100, 80, 40, 20])
@pytest.mark.parametrize("seed", range(3))
def test_a_streamed_answer_looks_like_one_drawn_at_once(columns: int, seed: int) -> None:
    at_once = Terminal(columns, 60)
    MarkdownSink(at_once.console).finish(ANSWER)
    assert draw(Terminal(columns, 60), ANSWER, seed) == at_once.text()


@pytest.mark.parametrize("lines", [8, 12, 24])
def test_a_block_taller_than_the_window_is_shown_once_and_whole(lines: int) -> None:
    code = "```\n" + "\n".join(f"line {n}" for n in range(60)) + "\n```\n"
    shown = draw(Terminal(40, lines), f"before\n\n{code}\nafter").split()
    lines_of_code = [word for n in range(60) for word in ("line", str(n))]
    assert shown == ["before", *lines_of_code, "after"]


def test_markdown_is_drawn() -> None:
    shown = draw(Terminal(80, 60), ANSWER)
    assert "**" not in shown
    assert "```" not in shown
    assert shown.startswith("Plan\n\nA first paragraph")
    assert "def f(x):" in shown
    assert shown.endswith("Last words.")


def test_tags_are_shown_and_not_swallowed() -> None:
    shown = draw(Terminal(80, 20), "Use <memory> and </b>.\n\n<div>\nraw\n</div>\n")
    for tag in ("<memory>", "</b>", "<div>", "raw", "</div>"):
        assert tag in shown


def test_a_link_shows_where_it_leads() -> None:
    assert "https://example.org/x" in draw(Terminal(80, 10), "see [this](https://example.org/x)")


def test_an_answer_cannot_drive_the_terminal() -> None:
    terminal = Terminal(80, 10)
    shown = draw(terminal, "one \x1b[2J\x1b]0;title\x07 two\n\nthree \x9b31m four")
    assert shown.split("\n")[0].startswith("one")
    assert "two" in shown
    assert terminal.screen.title == ""


def test_a_narrower_window_leaves_no_copies_behind() -> None:
    """The lines to climb are counted with the width of the moment."""
    terminal = Terminal(60, 20)
    sink = MarkdownSink(terminal.console)
    sink.feed("word " * 20)
    rows = sink._drawn
    terminal.console.width = 30
    assert sink._climb() == f"\x1b[{sum(-(-cells // 30) for cells in rows)}A\r"


def test_an_answer_that_was_not_streamed_is_drawn_whole() -> None:
    terminal = Terminal(80, 10)
    MarkdownSink(terminal.console).finish("**hello**")
    assert terminal.text() == "hello"


def test_nothing_is_drawn_for_an_answer_that_never_came() -> None:
    terminal = Terminal(80, 10)
    MarkdownSink(terminal.console).finish("")
    assert terminal.text() == ""


LONG_LINE = (
    'if request.headers.get("X-Signature") != sign(request.data, key="AAAABBBBCCCC", n=1234):'
)


@pytest.mark.parametrize("columns", [80, 40, 24])
def test_a_long_line_of_code_is_folded_and_loses_nothing(columns: int) -> None:
    shown = draw(Terminal(columns, 40), f"```python\ndef f():\n    {LONG_LINE}\n        pass\n```")
    first, *rest = shown.split("\n")
    assert first.rstrip() == "  def f():"
    assert rest[0].startswith("      if ")
    assert all(line.startswith("        ") for line in rest[1:])
    assert "".join("".join(rest).split()) == "".join(f"{LONG_LINE}pass".split())


TABLE = """
| State | Meaning | What the sender does |
|---|---|---:|
| `4xx` | malformed | tries no more, except after 429 |
| `5xx` | a failure of yours | exponentially delayed repetition |
"""


@pytest.mark.parametrize("columns", [100, 80, 40, 24])
def test_a_table_is_never_cut(columns: int) -> None:
    shown = draw(Terminal(columns, 40), TABLE)
    assert "…" not in shown
    words = shown.replace("\n", " ").split()
    for word in ("malformed", "except", "429", "exponentially", "delayed", "repetition", "yours"):
        assert word in words


def test_a_table_without_room_becomes_a_list() -> None:
    shown = draw(Terminal(30, 40), TABLE)
    assert shown.startswith("State: 4xx\nMeaning: malformed\nWhat the sender does: tries")
    assert "\n\nState: 5xx\n" in shown
    assert draw(Terminal(80, 40), TABLE).split()[:2] == ["State", "Meaning"]
