"""What the shell completes: names of roles, conversations, facts, tools and models of this home.

Options and arguments name these as their ``autocompletion``. What cannot be read is not offered: a
shell is no place for an error.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from assistant.cli import plain

if TYPE_CHECKING:
    from assistant.app import App

MOST = 200
_HARMLESS = re.compile(r"[\w@%+=:,./-]+")
"""What a shell takes as one plain word: an imported id may hold a command, or a sequence."""
LONGEST_MEANING = 60

Source = Callable[["App"], Iterator[tuple[str, str]]]
"""Texts and what they mean."""


Offered = Callable[[str], list[tuple[str, str]]]
_IN_A_SHELL = str.maketrans({"\\": "/", "`": "’", "'": "’", '"': "”", "$": "S", "[": "(", "]": ")"})
"""A fact may be anybody's words: zsh is told meanings in words that it evaluates, in which typer
escapes these, but not what escapes them; and rich, which typer asks to print them, reads brackets.
"""


def _offered(source: Source) -> Offered:
    """What typer asks while a shell completes: texts of a source, with their meaning."""

    def complete(incomplete: str) -> list[tuple[str, str]]:
        from assistant.app import open_app

        found: list[tuple[str, str]] = []
        with contextlib.suppress(Exception), open_app(answers=False) as app:
            for text, meaning in source(app):
                fits = text.startswith(incomplete) and _HARMLESS.fullmatch(text)
                if fits and len(found) < MOST:
                    found.append((text, _short(meaning)))
        return found

    return complete


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

    return app.location.exists() and not is_encrypted(app.paths.data)


def _facts(app: App) -> Iterator[tuple[str, str]]:
    if _readable(app):
        yield from ((fact.id, fact.fact) for fact in app.stores.facts.all())


def _domains(app: App) -> Iterator[tuple[str, str]]:
    yield from ((domain, "") for domain in app.domains())


def _tools(app: App) -> Iterator[tuple[str, str]]:
    from assistant.tools.registry import open_registry

    known = open_registry(of_packs=app.packs.all_tools)
    yield from ((tool.id, tool.description) for tool in known)


def _categories(app: App) -> Iterator[tuple[str, str]]:
    from assistant.tools.registry import open_registry

    known = open_registry(of_packs=app.packs.all_tools)
    yield from ((category, "") for category in known.by_category())


def _packs(app: App) -> Iterator[tuple[str, str]]:
    from assistant.packs.finding import find

    found = find(app.config.packs.folders)
    yield from ((name, places[0].about) for name, places in found.items())


def _models(app: App) -> Iterator[tuple[str, str]]:
    from assistant.llm import weights

    yield from ((model.name, "") for model in weights.installed(app.paths.models))


def _fetchable(_: App) -> Iterator[tuple[str, str]]:
    from assistant.llm import catalogue

    yield from ((model.name, "") for model in catalogue.NAMED)


def _short(meaning: str) -> str:
    line = plain.line(meaning).translate(_IN_A_SHELL)
    return line if len(line) <= LONGEST_MEANING else f"{line[: LONGEST_MEANING - 1]}…"


roles = _offered(_roles)
conversations = _offered(_conversations)
facts = _offered(_facts)
tools = _offered(_tools)
domains = _offered(_domains)
categories = _offered(_categories)
packs = _offered(_packs)
models = _offered(_models)
fetchable = _offered(_fetchable)
