"""The commands about a message and its answer: compose, attach, ask again, copy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.cli import plain, streams
from assistant.errors import UsageError

if TYPE_CHECKING:
    from assistant.cli.talk import Chat

_FENCED = re.compile(r"^( {0,3})(`{3,}|~{3,})[^\n]*\n(.*?)^ {0,3}\2[`~]*[ \t]*$", re.M | re.S)


def edit(chat: Chat, text: str) -> None:
    """Compose the message in the editor; nothing is sent when it was left as it is."""
    try:
        written = chat.screen.edited(text)
    except OSError as error:
        raise UsageError(
            chat.say("slash.edit_failed", why=plain.line(str(error))),
            chat.say("slash.edit_failed_hint"),
        ) from error
    if written is None or not written.strip():
        chat.screen.notice(chat.say("slash.edit_empty"))
        return
    chat.screen.show([plain.dim(line) for line in plain.clean(written.strip()).split("\n")])
    chat.ask(written.strip())


def file(chat: Chat, path: str) -> None:
    """Attach a text file to the next message; with ``-`` none, without a path say which wait."""
    if path == "-":
        chat.attached.clear()
        chat.screen.notice(chat.say("slash.file_dropped"))
        return
    if path:
        from assistant.session.base import Attachment

        place = Path(path.strip("\"'")).expanduser()
        text = streams.read_file(place)
        chat.attached = [a for a in chat.attached if a.name != str(place)]
        chat.attached.append(Attachment(str(place), text, "file"))
    if not chat.attached:
        chat.screen.notice(chat.say("slash.file_none"))
    for attachment in chat.attached:
        size = chat.say(
            "slash.file_size",
            lines=plain.number(attachment.text.count("\n") + 1, chat.language),
            characters=plain.number(len(attachment.text), chat.language),
        )
        name = plain.line(attachment.name)
        chat.screen.notice(chat.say("slash.file_waits", name=name, size=size), whole=True)


def retry(chat: Chat, _: str) -> None:
    """Ask the last message again, with its files, whatever is known already."""
    chat.ask_again()


def fresh(chat: Chat, text: str) -> None:
    """Ask the model, even if the answer is known."""
    chat.ask_again(text)


def wrong(chat: Chat, _: str) -> None:
    """Never give the last answer again."""
    kept = chat.session.wrong()
    chat.screen.notice(chat.say("slash.wrong_done" if kept else "slash.wrong_unknown"))


def copy(chat: Chat, number: str) -> None:
    """The last answer, or one of its blocks of code, to the clipboard."""
    if chat.last is None:
        raise UsageError(chat.say("slash.copy_nothing"), chat.say("slash.ask_first"))
    if not number:
        text = chat.last.text
        characters = plain.number(len(text), chat.language)
        what = chat.say("slash.copy_answer", characters=characters)
    else:
        text = _block(chat, chat.last.text, number)
        what = chat.say("slash.copy_block", number=number, lines=text.count("\n") + 1)
    chat.screen.copy(plain.clean(text))
    chat.screen.notice(chat.say("slash.copy_done", what=what))


def code_blocks(markdown: str) -> list[str]:
    """The fenced blocks of a text, without their fences, in order."""
    return [match[3].rstrip("\n") for match in _FENCED.finditer(markdown)]


def _block(chat: Chat, markdown: str, number: str) -> str:
    blocks = code_blocks(markdown)
    if not number.isdecimal():
        raise UsageError(chat.say("slash.copy_number", word=plain.line(number)))
    if not 1 <= int(number) <= len(blocks):
        raise UsageError(
            chat.say("slash.copy_no_block", number=number),
            chat.say("slash.copy_blocks", count=len(blocks)),
        )
    return blocks[int(number) - 1]
