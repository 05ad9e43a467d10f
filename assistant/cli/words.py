"""Sentences about the program itself: which model answers, where the data is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.cli import plain
from assistant.messages import say, say_counted

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.llm.discover import Choice
    from assistant.records import Language


PULL = "assistant models pull"
SHORT_ID = 8
"""Letters of a conversation's id that name it in nearly every home."""


def model_line(choice: Choice, language: Language = "en") -> str:
    """Which model answers and why."""
    return say(
        f"repl.greeting_{choice.kind}",
        language,
        model=plain.line(choice.model),
        address=plain.line(choice.base_url),
        reason=plain.line(choice.reason),
    )


def next_step(choice: Choice, language: Language = "en") -> str:
    """How to get a better model than a small one or none; empty where nothing is missing."""
    if choice.kind == "endpoint":
        return ""
    command = f"`{better_command(choice) or PULL}`"
    return say(f"repl.next_{choice.kind}", language, command=command)


def better_command(choice: Choice) -> str:
    """The one command that gets a larger model than the one in process; empty where none would."""
    from assistant.llm import catalogue

    if choice.kind != "embedded":
        return ""
    better = catalogue.better_than(choice.model, catalogue.machine_memory())
    return catalogue.pull_command(better) if better else ""


def banner(
    app: App, choice: Choice, language: Language = "en", *, incognito: bool = False
) -> list[str]:
    """The two lines that greet: the model found, and where the data lives."""
    key = "repl.data" if choice.kind == "endpoint" else "repl.data_short"
    data = say(key, language, path=tilde(app.paths.data))
    where = say("repl.incognito", language) if incognito else data
    second = say(f"repl.start_{choice.kind}", language, where=where)
    return [f"assistant: {model_line(choice, language)}", second]


def way_on(choice: Choice, language: Language = "en") -> list[str]:
    """A line with the one command that gives a better model, where a small one answers."""
    command = better_command(choice)
    return [say("repl.better", language, command=command)] if command else []


def reminder(app: App, language: Language = "en") -> list[str]:
    """A line about facts that are about to change state, when there are any (M3)."""
    days = app.config.memory.remind_days_before_expiry
    soon = len(app.facts.about_to_change(days)) if days else 0
    if not soon:
        return []
    return [say_counted("repl.expiring", language, soon)]


def short_id(conversation: str) -> str:
    """As much of a conversation's id as names it: the first letters of its last part."""
    return plain.line(conversation.rsplit(":", 1)[-1])[:SHORT_ID]


def unique_id(conversation: str, among: Iterable[str]) -> str:
    """The same, with as many letters more as tell it from the others."""
    own = plain.line(conversation.rsplit(":", 1)[-1])
    others = [other.rsplit(":", 1)[-1] for other in among if other != conversation]
    length = SHORT_ID
    while length < len(own) and any(other.startswith(own[:length]) for other in others):
        length += 1
    return own[:length]


def tilde(path: Path | str) -> str:
    """A path as people write it."""
    try:
        return f"~/{Path(path).relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)
