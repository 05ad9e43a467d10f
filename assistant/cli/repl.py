"""The conversation at a terminal: prompt_toolkit reads, rich draws the answers."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from assistant.cli import clipboard, consent, failures, keyboard, layout, plain, servers, words
from assistant.cli.reader import Reader
from assistant.cli.sinks import DimMark, NoMark, RawSink
from assistant.cli.talk import Chat, converse

if TYPE_CHECKING:
    from assistant.cli.request import Talk
    from assistant.cli.sinks import Mark, Sink
    from assistant.errors import AssistantError


def run(talk: Talk) -> int:
    """Talk until the person leaves; returns the exit status."""
    with keyboard.bracketed_pastes():
        return _run(talk)


def _run(talk: Talk) -> int:
    screen = TerminalScreen()
    chat = Chat.open(talk, screen)
    with chat.app:
        servers.settle(chat)
        chat.session.warm_up()  # models load while the person reads and types
        screen.markdown = chat.app.config.ui.markdown
        choice = chat.app.models.choice()
        chat.model = choice.model
        greeting = words.banner(chat.app, choice, chat.language, incognito=talk.incognito)
        greeting += words.reminder(chat.app, chat.language)
        greeting += words.way_on(choice, chat.language)
        screen.show(plain.dim(line) for line in layout.wrapped(greeting, plain.columns()))
        if talk.goes_on:
            chat.recall()
        reader = Reader(chat)
        with keyboard.echo(False):  # what is typed meanwhile waits for the next prompt
            converse(chat, reader.entries())
    return 0  # what failed was said when it did; leaving is no failure


class TerminalScreen:
    """Answers as Markdown where the terminal can show it, notices dim."""

    markdown = True
    attended = True

    def show(self, lines: Iterable[str]) -> None:
        for line in lines:
            plain.out(line)

    def notice(self, text: str, *, whole: bool = False) -> None:
        width, text = plain.columns(), plain.line(text)
        for line in layout.wrapped([text], width) if whole else [layout.cut(text, width - 1)]:
            plain.out(plain.dim(line))

    def failure(self, error: AssistantError) -> None:
        failures.tell(error)

    def answer(self) -> Sink:
        if self.markdown and plain.capable(sys.stdout) and plain.unicode(sys.stdout):
            from assistant.cli.render import MarkdownSink, console

            return MarkdownSink(console())
        return RawSink()

    def mark(self) -> Mark:
        return DimMark() if plain.capable(sys.stdout) else NoMark()

    def agreed(self, question: str, keys: str) -> bool:
        return consent.is_yes(self.answered(question, keys))

    def answered(self, question: str, keys: str) -> str:
        plain.write(f"{plain.clean(question)} {keys}: ", flush=True)
        with keyboard.echo(True):
            return sys.stdin.readline().strip()

    def edited(self, text: str) -> str | None:
        with keyboard.echo(True):
            written = clipboard.edited(text)
        keyboard.bracket()
        return written

    def copy(self, text: str) -> None:
        clipboard.copy(text, sys.stdout)
