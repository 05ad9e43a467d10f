"""Sentences about the program itself: which model answers, where the data is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from assistant.cli import plain

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.llm.discover import Choice


def model_line(choice: Choice) -> str:
    """Which model answers and why."""
    if choice.kind == "none":
        return "no model: memory and stats work, a question gets what the memory holds"
    name = plain.line(choice.model)
    if choice.kind == "embedded":
        return f"{name}, in this process: small, and it shows, above all in Spanish"
    return f"{name} at {plain.line(choice.base_url)} ({plain.line(choice.reason)})"


def next_step(choice: Choice) -> str:
    """How to get a better model than a small one or none; empty where nothing is missing."""
    if choice.kind == "none":
        return "to get one: `assistant models pull`, run Ollama, or set OPENAI_API_KEY"
    if choice.kind == "embedded":
        return "a better one: run Ollama, or set OPENAI_API_KEY"
    return ""


def banner(app: App, choice: Choice, *, incognito: bool = False) -> list[str]:
    """The two lines that greet: the model found, and where the data lives."""
    where = (
        "incognito: nothing is read or kept"
        if incognito
        else f"your data stays in {tilde(app.paths.data)}"
    )
    second = [part for part in (next_step(choice), where, "/help lists the commands") if part]
    return [f"assistant: {model_line(choice)}", "; ".join(second)]


def reminder(app: App) -> list[str]:
    """A line about facts that are about to change state, when there are any (M3)."""
    days = app.config.memory.remind_days_before_expiry
    soon = len(app.facts.about_to_change(days)) if days else 0
    if not soon:
        return []
    some = "1 fact is" if soon == 1 else f"{soon} facts are"
    return [f"{some} about to change state: `assistant facts review` keeps or drops them"]


def tilde(path: Path) -> str:
    """A path as people write it."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)
