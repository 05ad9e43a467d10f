"""The conversation at a terminal: prompt_toolkit reads, rich draws the answers."""

from __future__ import annotations

import shutil
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.filters import completion_is_selected
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.styles import Style

from assistant.cli import failures, history, keyboard, plain, slash, words
from assistant.cli.sinks import RawSink
from assistant.cli.talk import Chat, converse, unfinished, unquoted

if TYPE_CHECKING:
    from pathlib import Path

    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyPressEvent

    from assistant.cli.request import Talk
    from assistant.cli.sinks import Sink
    from assistant.errors import AssistantError

TWICE = 2.0
"""Seconds within which a second Ctrl-C at an empty prompt leaves."""


def run(talk: Talk) -> int:
    """Talk until the person leaves; returns the exit status."""
    screen = TerminalScreen()
    chat = Chat.open(talk, screen)
    with chat.app:
        chat.session.warm_up()  # models load while the person reads and types
        screen.markdown = chat.app.config.ui.markdown
        choice = chat.app.choice()
        chat.model = choice.model
        for line in words.banner(chat.app, choice, incognito=talk.incognito):
            screen.notice(line)
        for line in words.reminder(chat.app):
            screen.notice(line)
        converse(chat, Reader(chat).entries())
    return 0  # what failed was said when it did; leaving is no failure


class TerminalScreen:
    """Answers as Markdown where the terminal can show it, notices dim."""

    markdown = True

    def show(self, lines: Iterable[str]) -> None:
        for line in lines:
            plain.out(line)

    def notice(self, text: str) -> None:
        width = shutil.get_terminal_size().columns
        for line in textwrap.wrap(plain.line(text), max(20, width - 1)):
            plain.out(plain.dim(line))

    def failure(self, error: AssistantError) -> None:
        failures.tell(error)

    def answer(self) -> Sink:
        if self.markdown and plain.capable(sys.stdout) and plain.unicode(sys.stdout):
            from assistant.cli.render import MarkdownSink, console

            return MarkdownSink(console())
        return RawSink()


class Reader:
    """Reads entries with editing, history, completion and a toolbar."""

    def __init__(self, chat: Chat) -> None:
        ui = chat.app.config.ui
        self._chat = chat
        self._session: PromptSession[str] = PromptSession(
            history=_history(chat),
            multiline=True,
            vi_mode=ui.keys == "vi",
            completer=_SlashCompleter(),
            complete_while_typing=False,
            key_bindings=_keys(),
            bottom_toolbar=self._toolbar if ui.toolbar and plain.capable(sys.stdout) else None,
            prompt_continuation=_continuation,
            style=Style.from_dict({"bottom-toolbar": "noreverse fg:ansibrightblack"}),
            enable_history_search=False,
        )

    def entries(self) -> Iterator[str]:
        """What the person enters, until Ctrl-D or Ctrl-C twice."""
        stopped = 0.0
        while True:
            try:
                text = self._session.prompt("> ")
            except EOFError:
                return
            except _Discarded:
                continue
            except KeyboardInterrupt:
                if time.monotonic() - stopped < TWICE:
                    return
                stopped = time.monotonic()
                self._chat.screen.notice("Ctrl-C again, or Ctrl-D, leaves")
                continue
            with keyboard.echo(False):
                yield unquoted(text)

    def _toolbar(self) -> FormattedText:
        return FormattedText([("", toolbar(self._chat))])


def toolbar(chat: Chat) -> str:
    """Tokens of the last prompt against the limit, and the model."""
    last = chat.last
    used = f"{last.prompt_tokens:,}" if last else "0"
    budget = chat.app.config.prompt.budget
    indexing = chat.app.indexing
    if indexing:
        return f"indexing facts for the embedder: {indexing[0]:,} of {indexing[1]:,}"
    return f"{used} of {budget:,} tokens · {plain.line(chat.model) or 'no model'}"


class _SlashCompleter(Completer):
    """Names of commands, at the beginning of an entry."""

    def get_completions(self, document: Document, _: Any) -> Iterable[Completion]:
        text = document.text_before_cursor
        if not text.startswith("/") or " " in text:
            return
        for name, command in slash.all_():
            if name.startswith(text[1:]):
                yield Completion(f"/{name}", -len(text), display_meta=command.help)


class _KeptHistory(InMemoryHistory):
    """Entries of this run and of those before."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        history.trim(path)

    def load_history_strings(self) -> Iterable[str]:
        return reversed(history.read(self._path))

    def store_string(self, string: str) -> None:
        history.append(self._path, string)


def _history(chat: Chat) -> InMemoryHistory:
    return InMemoryHistory() if chat.talk.incognito else _KeptHistory(chat.app.paths.history)


class _Discarded(KeyboardInterrupt):
    """Ctrl-C that threw away what was being typed."""


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("enter", filter=~completion_is_selected)
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if unfinished(buffer.text):
            buffer.newline()
        else:
            buffer.validate_and_handle()

    @keys.add("enter", filter=completion_is_selected)
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.complete_state = None

    @keys.add("escape", "enter")
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.newline()

    @keys.add("c-c")
    def _(event: KeyPressEvent) -> None:
        typed = bool(event.current_buffer.text)
        event.app.exit(exception=_Discarded() if typed else KeyboardInterrupt())

    return keys


def _continuation(_: int, __: int, wrap_count: int) -> str:
    return "" if wrap_count else "  "
