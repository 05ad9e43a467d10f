"""``assistant chat``: a conversation at the terminal, or over lines of a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from assistant.cli import clipboard, failures, plain, streams
from assistant.cli.pasting import Entry
from assistant.cli.request import Again, Incognito, Model, Role, SessionId, Talk, Verbose
from assistant.cli.sinks import NoMark, RawSink
from assistant.cli.talk import Chat, converse, unfinished, unquoted

if TYPE_CHECKING:
    from assistant.errors import AssistantError


def chat(
    again: Again = False,
    session_id: SessionId = None,
    role: Role = "default",
    model: Model = None,
    verbose: Verbose = False,
    incognito: Incognito = False,
) -> int:
    """Talk. The prompt stays the same size however long the conversation gets.

    \b
    assistant chat            a new conversation
    assistant chat -c         the last one
    """
    return start(Talk(again, session_id, role, model, incognito, verbose))


def start(talk: Talk) -> int:
    """Hold a conversation until the person leaves or the input ends."""
    if plain.interactive(sys.stdin, sys.stdout):
        from assistant.cli.repl import run

        return run(talk)
    chat = Chat.open(talk, LineScreen())
    with chat.app:
        chat.session.warm_up()
        if talk.goes_on:
            chat.recall()
        entered = entries(streams.lines())
        if sys.stdin is not None and sys.stdin.isatty():
            return converse(chat, map(Entry, entered))  # typed, and the answers go elsewhere
        return converse(chat, _as_data(chat, entered))


class LineScreen:
    """Answers on stdout, everything else on stderr."""

    attended = False

    def show(self, lines: Iterable[str]) -> None:
        for text in lines:
            plain.out(text)

    def notice(self, text: str, *, whole: bool = True) -> None:  # noqa: ARG002 (nothing is cut)
        plain.err(plain.dim(plain.clean(text), err=True))

    def failure(self, error: AssistantError) -> None:
        failures.tell(error)

    def answer(self) -> RawSink:
        return RawSink()

    def mark(self) -> NoMark:
        return NoMark()

    def agreed(self, _question: str, _keys: str) -> bool:
        return False  # nobody is there to be asked

    def answered(self, _question: str, _keys: str) -> str:
        return ""

    def edited(self, _text: str) -> str | None:
        raise OSError("no terminal")

    def copy(self, text: str) -> None:
        clipboard.copy(text, None)


def _as_data(chat: Chat, texts: Iterable[str]) -> Iterator[Entry]:
    """What comes through a pipe was typed by nobody: it may ask, and changes no memory (F3)."""
    from assistant.cli.noticing import language_of

    told = False
    for text in texts:
        if text.strip() and not told:
            chat.language = language_of(text, chat.app.config.ui, chat.language)
            chat.screen.notice(chat.say("repl.piped"), whole=True)
            told = True
        yield Entry.piped(text)


def entries(lines: Iterable[str]) -> Iterator[str]:
    """Messages from lines: one each, or all that stands between two ``\"\"\"``."""
    held: list[str] = []
    for line in lines:
        held.append(line)
        if not unfinished("\n".join(held)):
            yield unquoted("\n".join(held))
            held = []
    if held:
        yield unquoted("\n".join(held))
