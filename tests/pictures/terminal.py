"""The picture of the terminal: a real run of the program, its screen kept by rich as vectors.

The model is scripted, everything else is the program itself: what it notes, what it recalls, what
it draws.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import pexpect
import pyte
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from tests.servers.scripted import Reply, ScriptedServer

COLUMNS, ROWS, PORT = 88, 90, 18080
WAIT = 60.0
QUIET = 1.2
"""Seconds without a new letter after which the screen is taken to be complete."""
NOW = "2026-11-18T15:00:00+00:00"
EARLIER = (
    ("2026-04-20T10:00:00+00:00", "lives in Rosario", "personal"),
    ("2026-05-29T10:00:00+00:00", "prefers short answers", "preferences"),
    ("2026-11-02T10:00:00+00:00", "works in fintech, team of 5", "work"),
)
"""What had been said before, and when."""
TALK: Sequence[tuple[str, str]] = (
    ("From now on we deploy on Thursdays", "Thursdays it is."),
    ("¿Qué le conviene revisar a mi equipo de fintech un miércoles?",
     "Mañana se deploya: **migraciones** con vuelta atrás, *feature flags* apagados,\n"
     "y quién está de guardia el viernes."),
    ("/why", ""),
)  # fmt: skip
FIRST_MINUTES: Sequence[str] = (
    "I'm Dana, and I work as a nurse in Leeds",
    "the team meeting is on Tuesdays at 7:45",
    "mi hermana vive en Oslo",
    "where do I work?",
    "¿dónde vive mi hermana?",
    "what's my blood type?",
    "what is the capital of France?",
    "what's 15% of 240?",
    "no sorry, at 8:15",
    "when is the team meeting?",
)
"""Typed by somebody new, with the embedded model."""
MARKET: Sequence[str] = (
    "trading price AAPL",
    "trading chart BTC/USD -n 60",
    "trading signals BTC/USD",
    "trading size 100 95 --risk 1 --target 115 --capital 10000",
)
THEME = TerminalTheme(
    (21, 24, 30),
    (222, 226, 232),
    [(60, 66, 76), (240, 120, 110), (140, 200, 130), (240, 190, 100), (110, 180, 250),
     (210, 150, 230), (100, 205, 215), (222, 226, 232)],
    [(140, 148, 160), (250, 150, 140), (165, 220, 150), (250, 210, 130), (150, 205, 255),
     (225, 180, 245), (140, 225, 235), (255, 255, 255)],
)  # fmt: skip
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font: 16px system-ui, sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def pictures(home: Path) -> dict[str, str]:
    """The SVG of a conversation, and that of the board of facts after it."""
    talk, board = screens(home)
    return {"terminal": drawn(talk), "board": drawn(board)}


def first_minutes(home: Path, models: Path) -> list[Text]:
    """What somebody new sees: a new home, the embedded model from that folder, no network."""
    own = home / ".assistant"
    own.mkdir(parents=True, mode=0o700)
    (own / "models").symlink_to(models)
    chat = Run(_environment(home), "chat")
    chat.settle()
    for text in FIRST_MINUTES:
        chat.type(text)
    chat.process.send("\x04")
    talk = chat.finish()
    while talk[-1].plain.strip() in ("", ">"):
        talk.pop()
    return [_command("make chat"), *talk]


def market(home: Path) -> list[Text]:
    """What the trading pack shows of its simulated market."""
    environment = _environment(home)
    Run(environment, "packs", "enable", "trading").finish()
    shown: list[Text] = []
    for words in MARKET:
        shown += [_command(f"assistant {words}"), *Run(environment, *words.split()).finish()]
    return shown


def drawn(lines: Sequence[Text]) -> str:
    """A screen as SVG."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), color_system="truecolor")
    for line in lines:
        console.print(line, overflow="crop", no_wrap=True)
    return console.export_svg(
        title="assistant", theme=THEME, code_format=FRAME, unique_id="terminal"
    )


def screens(home: Path) -> tuple[list[Text], list[Text]]:
    """What the terminal shows: each command after a prompt, and below it what it printed."""
    replies = (Reply(said, usage=False) for _, said in TALK if said)
    with ScriptedServer(*replies, port=PORT) as server:
        environment = _environment(home, server)
        for instant, text, domain in EARLIER:
            words = ("facts", "add", text, "--domain", domain)
            Run({**environment, "ASSISTANT_NOW": instant}, *words).finish()
        chat = Run(environment, "chat")
        chat.settle()
        for text, _ in TALK:
            chat.type(text)
        chat.process.send("\x04")
        talk = [_command("assistant chat"), *chat.finish()]
        while talk[-1].plain.strip() in ("", ">"):
            talk.pop()
        return talk, [_command("assistant facts"), *Run(environment, "facts").finish()]


class Run:
    """The program in a terminal so tall that nothing scrolls away."""

    def __init__(self, environment: dict[str, str], *words: str) -> None:
        self.process: Any = pexpect.spawn(
            sys.executable,
            ["-m", "assistant.cli.main", *words],
            env=environment,
            dimensions=(ROWS, COLUMNS),
            encoding="utf-8",
            timeout=WAIT,
        )
        self.screen = _Screen(self.process.send)
        self.stream = pyte.Stream(self.screen)

    def type(self, text: str) -> None:
        self.process.send(f"{text}\r")
        self.settle()

    def settle(self) -> None:
        """Wait until something was written and then nothing more."""
        deadline, last = time.monotonic() + WAIT, 0.0
        while time.monotonic() < deadline:
            try:
                self._feed(self.process.read_nonblocking(4096, 0.1))
                last = time.monotonic()
            except pexpect.TIMEOUT:
                if last and time.monotonic() - last > QUIET:
                    return
            except pexpect.EOF:
                return

    def finish(self) -> list[Text]:
        """All that the screen shows once the program has ended."""
        with contextlib.suppress(pexpect.EOF):
            while True:
                self._feed(self.process.read_nonblocking(4096, WAIT))
        self.process.close()
        rows = [self.screen.line(y) for y in range(ROWS)]
        while rows and not rows[-1].plain.strip():
            rows.pop()
        return rows

    def _feed(self, data: str) -> None:
        self.stream.feed(re.sub(r"\x1b\[([\d;]*)m", _grey, data))


class _Screen(pyte.Screen):
    def __init__(self, answer: Callable[[str], object]) -> None:
        super().__init__(COLUMNS, ROWS)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        self._answer(data)  # where the cursor is

    def line(self, y: int) -> Text:
        """The row as runs of letters of one style."""
        row = self.buffer[y]
        chars = [row[x] for x in range(COLUMNS) if row[x].data]
        runs = ((style, "".join(c.data for c in run)) for style, run in groupby(chars, _style))
        text = Text.assemble(*((letters, style) for style, letters in runs))
        text.rstrip()
        return text


def _grey(sequence: re.Match[str]) -> str:
    """pyte knows no faint letters: grey ones stand for them."""
    codes = sequence[1].split(";")
    if "38" in codes or "48" in codes:  # a 2 there begins a colour
        return sequence[0]
    return f"\x1b[{';'.join('90' if code == '2' else code for code in codes)}m"


def _style(char: Any) -> Style:
    return Style(
        color=_colour(char.fg), bgcolor=_colour(char.bg), bold=char.bold, italic=char.italics,
        underline=char.underscore, reverse=char.reverse,
    )  # fmt: skip


def _colour(name: str) -> str | None:
    """pyte's names as rich knows them."""
    if name == "default":
        return None
    if re.fullmatch(r"[0-9a-f]{6}", name):
        return f"#{name}"
    name = name.replace("brown", "yellow")
    return f"bright_{name[6:]}" if name.startswith("bright") else name


def _command(text: str) -> Text:
    return Text.assemble(("$ ", "bold green"), (text, "bold"))


def _environment(home: Path, server: ScriptedServer | None = None) -> dict[str, str]:
    """Without a server, the embedded model answers."""
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "PYTHONPATH", "LANG")}
    model = {"ASSISTANT_MODEL": "embedded"}
    if server is not None:
        model = {
            "ASSISTANT_MODEL": "qwen3:8b",
            "OPENAI_BASE_URL": server.base_url,
            "OPENAI_API_KEY": "none",
        }
    return {
        **kept,
        "HOME": str(home),
        "ASSISTANT_HOME": str(home / ".assistant"),
        **model,
        "ASSISTANT_NOW": NOW,
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "PROMPT_TOOLKIT_COLOR_DEPTH": "DEPTH_8_BIT",
    }
