"""What the shell completes: names of roles, conversations, facts, tools and models of this home.

``attach`` is called while a completion is being answered and at no other time; a command says
nothing of it. What cannot be read is not offered: a shell is no place for an error.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from assistant.cli import plain

if TYPE_CHECKING:
    from assistant.app import App

MOST = 200
_HARMLESS = re.compile(r"[\w@%+=:,./-]+")
"""What a shell takes as one plain word: an imported id may hold a command, or a sequence."""
LONGEST_MEANING = 60

Source = Callable[["App"], Iterator[tuple[str, str]]]
"""Texts and what they mean."""


def attach(command: click.Command) -> None:
    """Let the parameters of a command and its subcommands be completed."""
    for parameter in command.params:
        if parameter.metavar == "FILE":
            parameter.type = click.Path()
        elif (source := _source_of(parameter)) is not None:
            parameter.type = Offered(source)
    for subcommand in getattr(command, "commands", {}).values():
        attach(subcommand)


class Offered(StringParamType):
    """A text of which some values are known."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 (click's contract)
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        from assistant.app import open_app

        found: list[CompletionItem] = []
        with contextlib.suppress(Exception), open_app(answers=False) as app:
            for text, meaning in self._source(app):
                fits = text.startswith(incomplete) and _HARMLESS.fullmatch(text)
                if fits and len(found) < MOST:
                    found.append(CompletionItem(text, help=_short(meaning)))
        return found


def _roles(app: App) -> Iterator[tuple[str, str]]:
    from assistant.cli.slash_talk import roles

    yield from ((name, app.config.role(name).prompt) for name in roles(app.config))


def _conversations(app: App) -> Iterator[tuple[str, str]]:
    """By the beginning of their last part: a shell would split a whole id at its colons."""
    from assistant.cli.words import short_id

    if _readable(app):
        for conversation in app.stores.conversations.all():
            topics = [s.topic for s in app.stores.segments.all(conversation.id)]
            meaning = f"{conversation.last_activity_at:%Y-%m-%d} {'; '.join(topics)}"
            yield short_id(conversation.id), meaning


def _readable(app: App) -> bool:
    """A shell is no place to be asked for a passphrase, by whatever command."""
    from assistant.homekey import is_encrypted

    return app.paths.database.exists() and not is_encrypted(app.paths.data)


def _facts(app: App) -> Iterator[tuple[str, str]]:
    if _readable(app):
        yield from ((fact.id, fact.fact) for fact in app.stores.facts.all())


def _tools(_: App) -> Iterator[tuple[str, str]]:
    from assistant.tools.registry import open_registry

    yield from ((tool.id, tool.description) for tool in open_registry())


def _categories(_: App) -> Iterator[tuple[str, str]]:
    from assistant.tools.registry import open_registry

    yield from ((category, "") for category in open_registry().by_category())


def _models(app: App) -> Iterator[tuple[str, str]]:
    from assistant.llm import weights

    yield from ((model.name, "") for model in weights.installed(app.paths.models))


def _fetchable(_: App) -> Iterator[tuple[str, str]]:
    from assistant.llm import catalogue

    yield from ((model.name, "") for model in catalogue.NAMED)


SOURCES: Mapping[tuple[str, str | None], Source] = {
    ("role", "NAME"): _roles,
    ("session", "ID"): _conversations,
    ("conversation", "ID"): _conversations,
    ("identity", "ID"): _facts,
    ("identities", "ID..."): _facts,
    ("identities", "[ID]..."): _facts,
    ("identity", "TOOL"): _tools,
    ("category", "NAME"): _categories,
    ("model", "MODEL"): _models,
    ("name", "NAME"): _models,
    ("source", "[NAME|URL]"): _fetchable,
}
"""A parameter's name and what stands for it in the help -> what may be written there."""


def _source_of(parameter: Any) -> Source | None:
    return SOURCES.get((parameter.name, parameter.metavar))


def _short(meaning: str) -> str:
    line = plain.line(meaning)
    return line if len(line) <= LONGEST_MEANING else f"{line[: LONGEST_MEANING - 1]}…"
