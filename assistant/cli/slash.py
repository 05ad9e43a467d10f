"""The commands of a conversation: one table, name to what it does.

A new command is a line in ``TABLE``, a function that takes the conversation and the words after the
name, and its help under ``[slash]`` in the messages; packs that are on bring theirs (``known``).
What it prints goes to ``chat.screen``, what
fails raises AssistantError.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from assistant.cli import (
    layout,
    plain,
    slash_answers,
    slash_facts,
    slash_looks,
    slash_profile,
    slash_talk,
)
from assistant.cli.pack_calls import Calls
from assistant.errors import UsageError

if TYPE_CHECKING:
    from assistant.cli.talk import Chat
    from assistant.packs.base import Pack, SlashCommand, Words

KEYS = "keys"
"""What ``/help`` tells of besides the commands."""
PROMPT_ROWS = 3
"""Rows of a window that its prompt and toolbar take, and the line that asked."""
Group = Literal["talk", "answer", "memory", "program", "packs"]
Argument = Literal[
    "", "commands", "sessions", "roles", "models", "files", "facts", "sent", "categories"
]


@dataclass(frozen=True, slots=True)
class Slash:
    """What a command does, the words that it takes, and what Tab offers for them.

    ``changes_memory``: only who typed it may call it (F3). ``help`` is its line where it does not
    stand in the messages.
    """

    run: Callable[[Chat, str], None]
    group: Group
    argument: str = ""
    completes: Argument = ""
    changes_memory: bool = False
    help: Words | None = None


def help_(chat: Chat, name: str) -> None:
    """All the commands in as much detail as the window has room for, or one of them."""
    name = name.removeprefix("/").lower()
    if name == KEYS:
        chat.screen.show(_keys(chat))
    elif name:
        chat.screen.show(layout.hanging([_usage(chat, name, _find(chat, name))], plain.columns()))
    else:
        chat.screen.show(_fitting(chat, _whole(chat), _without_groups(chat), _names(chat)))


def _fitting(chat: Chat, *forms: Sequence[str]) -> Sequence[str]:
    """The first that a window shows whole, above its prompt and toolbar; what scrolls out of it is
    not read. All of it goes to a file."""
    if not chat.screen.attended:
        return forms[0]
    _, rows = plain.window(sys.stdout)
    return next((lines for lines in forms if len(lines) + PROMPT_ROWS <= rows), forms[-1])


def _groups(chat: Chat) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    every = known(chat)
    for group in dict.fromkeys(command.group for command in every.values()):
        rows = [_usage(chat, name, c) for name, c in every.items() if c.group == group]
        yield chat.say(f"slash.group_{group}"), rows


def _whole(chat: Chat) -> list[str]:
    lines: list[str] = []
    for group, rows in _groups(chat):
        lines += [plain.dim(group), *layout.hanging(rows, plain.columns(), left=WIDEST)]
    return [*lines, "", *_keys(chat)]


def _without_groups(chat: Chat) -> list[str]:
    rows = [row for _, rows in _groups(chat) for row in rows]
    return layout.hanging(rows, plain.columns(), left=WIDEST)


def _names(chat: Chat) -> list[str]:
    lines: list[str] = []
    for group, rows in _groups(chat):
        names = " ".join(usage.split()[0] for usage, _ in rows)
        lines += [plain.dim(group), *layout.wrapped([names], plain.columns())]
    return [*lines, *layout.wrapped([chat.say("slash.help_more")], plain.columns())]


def _keys(chat: Chat) -> list[str]:
    keys = [chat.say(f"slash.keys_{about}") for about in ("send", "find", "stop")]
    return layout.wrapped(keys, plain.columns())


def quit_(_: Chat, __: str) -> None:
    from assistant.cli.talk import Leave

    raise Leave


TABLE: dict[str, Slash] = {
    "new": Slash(slash_talk.new, "talk"),
    "topic": Slash(slash_talk.topic, "talk", "[NAME]"),
    "sessions": Slash(slash_talk.sessions, "talk", "[ID]", "sessions"),
    "delete": Slash(slash_talk.delete, "talk", changes_memory=True),
    "role": Slash(slash_talk.role, "talk", "[NAME]", "roles"),
    "model": Slash(slash_talk.model, "talk", "[NAME]", "models"),
    "edit": Slash(slash_answers.edit, "answer", "[TEXT]"),
    "file": Slash(slash_answers.file, "answer", "[PATH|-]", "files"),
    "retry": Slash(slash_answers.retry, "answer"),
    "fresh": Slash(slash_answers.fresh, "answer", "[TEXT]"),
    "wrong": Slash(slash_answers.wrong, "answer", changes_memory=True),
    "copy": Slash(slash_answers.copy, "answer", "[NUMBER]"),
    "facts": Slash(slash_facts.facts, "memory", "[WORDS]"),
    "forget": Slash(slash_facts.forget, "memory", "ID|WORDS", "facts", changes_memory=True),
    "profile": Slash(slash_profile.profile, "memory", "[PACK]"),
    "undo": Slash(slash_facts.undo, "memory", changes_memory=True),
    "state": Slash(slash_looks.state, "memory"),
    "why": Slash(slash_looks.why, "memory", "[WORDS|bytes]", "sent"),
    "prompt": Slash(slash_looks.prompt, "memory", "[TEXT]"),
    "stats": Slash(slash_looks.stats, "program"),
    "tools": Slash(slash_looks.tools, "program", "[CATEGORY]", "categories"),
    "help": Slash(help_, "program", "[COMMAND]", "commands"),
    "quit": Slash(quit_, "program"),
}
ALIASES: Mapping[str, str] = {"exit": "quit", "q": "quit", "bye": "quit", "salir": "quit"}
"""Other names by which a command is called; what is typed from habit elsewhere."""
_LEAVING = re.compile(r"(?::(?:q|wq|x|qa)!?|(?:exit|quit|salir)(?:\(\)|[;.!])?)")

WIDEST = max(len(f"/{name} {command.argument}") for name, command in TABLE.items())


def is_command(text: str) -> bool:
    """A slash and letters: ``/etc/hosts`` and ``/ 2`` are messages."""
    first = text.strip().split(maxsplit=1)[0]
    return first.startswith("/") and first[1:].isalpha()


def leaves(text: str) -> bool:
    """Whether a message is the word with which one leaves any other program, and nothing else."""
    return _LEAVING.fullmatch(text.strip().lower()) is not None


def run(chat: Chat, text: str, *, typed: bool = True) -> None:
    """Run the command that ``text`` calls.

    Raises UsageError for an unknown one, and for one that changes the memory where nobody typed it.
    """
    name, *rest = text.strip()[1:].split(maxsplit=1)
    command = _find(chat, name)
    if command.changes_memory and not typed:
        raise UsageError(
            chat.say("slash.untyped", name=plain.line(name)), chat.say("slash.untyped_hint")
        )
    command.run(chat, rest[0] if rest else "")


def _usage(chat: Chat, name: str, command: Slash) -> tuple[str, str]:
    return f"/{name} {command.argument}".rstrip(), meaning(chat, name, command)


def meaning(chat: Chat, name: str, command: Slash) -> str:
    """What a command does, in the language of the conversation."""
    if command.help is not None:
        return plain.line(command.help[chat.language])
    return chat.say(f"slash.{name}")


def known(chat: Chat) -> Mapping[str, Slash]:
    """Every command by its name, those of packs that are on last."""
    packs = chat.app.session_packs
    if packs is None:
        return TABLE
    return TABLE | {c.name: _of_pack(p, c) for p in packs.usable for c in p.slash}


def _of_pack(pack: Pack, command: SlashCommand) -> Slash:
    def run(chat: Chat, words: str) -> None:
        packs = chat.app.session_packs
        assert packs is not None
        conversation = chat.session.conversation
        moment = packs.moment(pack, words, conversation, chat.language)
        calls = Calls(chat.app, pack, chat.language, conversation.role, conversation.id)
        lines = command.run(replace(moment, call=calls))
        chat.screen.show(part for line in lines for part in line.splitlines() or [""])

    return Slash(run, "packs", command.argument, help=command.help)


def _find(chat: Chat, name: str) -> Slash:
    every = known(chat)
    command = every.get(ALIASES.get(name.lower(), name.lower()))
    if command is not None:
        return command
    import difflib

    close = difflib.get_close_matches(name, every, n=1, cutoff=0.5)
    hint = chat.say("slash.meant", name=close[0]) if close else chat.say("slash.list_them")
    raise UsageError(chat.say("slash.unknown", name=plain.line(name)), hint)
