"""The commands of a conversation: one table, name to what it does.

A new command is a line in ``TABLE`` and a function that takes the conversation and the words after
the name; what it prints goes to ``chat.screen``, what fails raises AssistantError.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.cli import plain, slash_facts
from assistant.errors import UsageError

if TYPE_CHECKING:
    from assistant.cli.talk import Chat


@dataclass(frozen=True, slots=True)
class Slash:
    """What a command does, in a few words, and the words that it takes."""

    run: Callable[[Chat, str], None]
    help: str
    argument: str = ""


def help_(chat: Chat, _: str) -> None:
    rows = [(f"/{name} {command.argument}".rstrip(), command.help) for name, command in all_()]
    chat.screen.show([*plain.table(rows), "", *KEYS])


def new(chat: Chat, _: str) -> None:
    chat.session.new()
    chat.last = None
    chat.screen.notice("a new conversation")


def model(chat: Chat, name: str) -> None:
    from assistant.cli.words import model_line, next_step

    if name:
        chat.use_model(name)
    choice = chat.app.choice()
    chat.model = choice.model
    chat.screen.show(filter(None, (model_line(choice), next_step(choice))))


def prompt(chat: Chat, text: str) -> None:
    from assistant.cli.prompt import describe
    from assistant.session.base import TurnInput

    chat.screen.show(describe(chat.session.preview(TurnInput(text))))


def fresh(chat: Chat, text: str) -> None:
    chat.ask_again(text)


def wrong(chat: Chat, _: str) -> None:
    kept = chat.session.wrong()
    chat.screen.notice("that answer will not be given again" if kept else "it was not kept")


def tools(chat: Chat, category: str) -> None:
    from assistant.cli.tools import as_object, lines_of

    pipeline = chat.app.toolbox(chat.session.conversation.role).pipeline
    chosen = [tool for tool in pipeline.registry if category in ("", tool.category)]
    chat.screen.show(lines_of([as_object(chat.app, pipeline, tool) for tool in chosen]))


def quit_(_: Chat, __: str) -> None:
    from assistant.cli.talk import Leave

    raise Leave


TABLE: Mapping[str, Slash] = {
    "help": Slash(help_, "this list"),
    "new": Slash(new, "start another conversation"),
    "model": Slash(model, "which model answers; with a name, use that one", "[NAME]"),
    "prompt": Slash(prompt, "what would be sent, section by section", "[TEXT]"),
    "facts": Slash(slash_facts.facts, "what is remembered; with words, about them", "[WORDS]"),
    "forget": Slash(slash_facts.forget, "forget a fact for good", "ID|WORDS"),
    "undo": Slash(slash_facts.undo, "take back what the last message noted"),
    "why": Slash(slash_facts.why, "why facts were in the last prompt, or not", "[WORDS]"),
    "fresh": Slash(fresh, "ask the model again, even if the answer is known", "[TEXT]"),
    "wrong": Slash(wrong, "the last answer was wrong: never give it again"),
    "tools": Slash(tools, "what the model may do, and the calls left", "[CATEGORY]"),
    "quit": Slash(quit_, "leave (so does Ctrl-D)"),
}

KEYS = (
    "Enter sends; Alt-Enter, or a line that begins with three quotes, goes on in the next line.",
    "Ctrl-C stops an answer; Ctrl-D or Ctrl-C twice leaves.",
)


def all_() -> list[tuple[str, Slash]]:
    return list(TABLE.items())


def is_command(text: str) -> bool:
    """A slash and letters: ``/etc/hosts`` and ``/ 2`` are messages."""
    first = text.strip().split(maxsplit=1)[0]
    return first.startswith("/") and first[1:].isalpha()


def run(chat: Chat, text: str) -> None:
    """Run the command that ``text`` calls. Raises UsageError for an unknown one."""
    name, _, argument = text.strip()[1:].partition(" ")
    command = TABLE.get(name)
    if command is None:
        import difflib

        close = difflib.get_close_matches(name, TABLE, n=1)
        hint = f"Did you mean /{close[0]}? " if close else ""
        raise UsageError(f"There is no command /{name}", f"{hint}/help lists them.")
    command.run(chat, argument.strip())
