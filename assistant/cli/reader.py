"""Reads entries at a terminal: editing, history, completion, the toolbar."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application.current import get_app
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.cursor_shapes import ModalCursorShapeConfig
from prompt_toolkit.filters import Condition, completion_is_selected
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from assistant.cli import history, keyboard, plain, slash
from assistant.cli.completion import offers
from assistant.cli.pasting import Entry, Pastes, within
from assistant.cli.stack import Look
from assistant.cli.talk import Chat, unfinished, unquoted
from assistant.cli.toolbar import Status, draw
from assistant.secrets import speaks_of_phrase

if TYPE_CHECKING:
    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyPressEvent

    from assistant.secrets import Redactor

TWICE = 2.0
"""Seconds within which a second Ctrl-C at an empty prompt leaves."""
MENU_ROWS = 6
STYLE = {
    "bottom-toolbar": "noreverse fg:ansibrightblack",
    "completion-menu": "bg:default fg:default",
    "completion-menu.completion.current": "reverse",
    "completion-menu.meta.completion": "bg:default fg:ansibrightblack",
    "completion-menu.meta.completion.current": "reverse",
}


class Reader:
    """What the person enters, one text after another."""

    def __init__(self, chat: Chat) -> None:
        ui = chat.app.config.ui
        vi = ui.keys == "vi"
        self._chat = chat
        self._status = Status()
        self._pastes = Pastes()
        self._session: PromptSession[str] = PromptSession(
            history=_history(chat),
            multiline=True,
            vi_mode=vi,
            cursor=ModalCursorShapeConfig() if vi else None,
            completer=_Completer(chat),
            complete_while_typing=_types_command,
            enable_history_search=~_types_command,
            reserve_space_for_menu=MENU_ROWS,
            enable_open_in_editor=True,
            key_bindings=_keys(self._pastes),
            bottom_toolbar=self._toolbar if ui.toolbar and plain.capable(sys.stdout) else None,
            prompt_continuation=_continuation,
            style=Style.from_dict(STYLE),
            color_depth=None if plain.styled(sys.stdout) else ColorDepth.DEPTH_1_BIT,
        )
        self._session.default_buffer.on_text_changed += self._follow

    def entries(self) -> Iterator[Entry]:
        """Until Ctrl-D or Ctrl-C twice."""
        stopped = 0.0
        while True:
            self._status = Status.of(self._chat)
            self._pastes.begin()
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
                self._chat.screen.notice(self._chat.say("repl.leave"))
                continue
            finally:
                keyboard.bracket()
            yield within(self._pastes.entry(text), unquoted(text))
            plain.out()  # what was said stands apart from what comes

    def _follow(self, buffer: Buffer) -> None:
        self._pastes.follow(buffer.text, buffer.cursor_position)

    def _toolbar(self) -> FormattedText:
        chat = self._chat
        status = replace(
            self._status,
            attached=len(chat.attached),
            indexing=chat.app.indexing.progress,
            model=chat.model,
        )
        return FormattedText(draw(status, Look.here(chat.language)))


class _Completer(Completer):
    """``offers`` as prompt_toolkit wants them."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    def get_completions(self, document: Document, _: Any) -> Iterable[Completion]:
        for offer in offers(self._chat, document.text_before_cursor):
            yield Completion(offer.text, -offer.replaces, display_meta=offer.meaning)


class _History(InMemoryHistory):
    """Entries of this run for the arrow keys; one that holds a secret, or may tell a passphrase, is
    none of them (F4)."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def append_string(self, string: str) -> None:
        if not (self._redactor.find(string) or speaks_of_phrase(string)):
            super().append_string(string)


class _KeptHistory(_History):
    """Entries of this run and of those before."""

    def __init__(self, chat: Chat) -> None:
        super().__init__(chat.app.redactor)
        self._chat = chat
        self._path = chat.app.paths.history
        history.trim(self._path)

    def load_history_strings(self) -> Iterable[str]:
        return reversed(history.read(self._path))

    def store_string(self, string: str) -> None:
        history.append(self._path, string, self._chat.session.conversation.id)


def _history(chat: Chat) -> InMemoryHistory:
    return _History(chat.app.redactor) if chat.talk.incognito else _KeptHistory(chat)


class _Discarded(KeyboardInterrupt):
    """Ctrl-C that threw away what was being typed."""


@Condition
def _types_command() -> bool:
    """A menu belongs to commands; elsewhere the up arrow looks for what began alike."""
    return get_app().current_buffer.text.startswith("/")


def _keys(pastes: Pastes) -> KeyBindings:
    keys = KeyBindings()

    @keys.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        text = event.data.replace("\r\n", "\n").replace("\r", "\n")
        pastes.pasted(text)
        event.current_buffer.insert_text(text)

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
        command = slash.TABLE.get(event.current_buffer.text.strip().removeprefix("/"))
        if command is not None and not command.argument:
            event.current_buffer.validate_and_handle()

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
