"""Asking the person before a side effect, and remembering an "always" (T6)."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.cli import plain

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.tools.base import Consent, Question

_YES = {"y", "yes", "s", "si", "sí", "o", "once", "u", "una"}
_ALWAYS = {"a", "always", "s", "siempre"}


def attend(app: App, before: Callable[[], None] | None = None) -> None:
    """Let tools ask the person, where one sits at a terminal. ``before`` clears the screen for the
    question."""
    if not _somebody():
        return

    def confirm(question: Question) -> Consent:
        if before is not None:
            before()
        return ask(question)

    app.confirm = confirm
    app.keep_consent = lambda tool: keep(app.paths.config, tool)


def ask(question: Question) -> Consent:
    """What the person answers; anything unclear, or the end of the input, is a no."""
    from assistant.messages import say

    key = "tools.consent_always" if question.may_always else "tools.consent_once"
    words = plain.clean(question.words)
    plain.err(say("tools.consent", question.language, tool=question.tool, words=words))
    sys.stderr.write(f"{say(key, question.language)}: ")
    sys.stderr.flush()
    with _visible_keyboard():
        line = sys.stdin.readline()
    return understood(line, may_always=question.may_always, language=question.language)


def understood(line: str, *, may_always: bool, language: str) -> Consent:
    """An answer in either language. A lone "s" is "siempre" in Spanish where that is offered."""
    word = line.strip().casefold()
    if may_always and word in _ALWAYS and not (word == "s" and language != "es"):
        return "always"
    return "once" if word in _YES else "no"


def keep(file: Path, tool: str) -> None:
    """Add a tool to ``tools.allow``; comments, order and the rest of the file stay as they are."""
    import tomlkit

    from assistant.cli.config import write_private

    document = tomlkit.parse(file.read_text("utf-8") if file.exists() else "")
    allow = document.setdefault("tools", tomlkit.table()).setdefault("allow", tomlkit.array())
    if tool not in allow:
        allow.append(tool)
        write_private(file, tomlkit.dumps(document))


def _somebody() -> bool:
    return all(s is not None and s.isatty() for s in (sys.stdin, sys.stderr))


@contextlib.contextmanager
def _visible_keyboard() -> Iterator[None]:
    """Keys pressed before the question are no answer to it; those pressed now are shown."""
    try:
        import termios

        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
    except (ImportError, OSError, ValueError):
        yield
        return
    shown = [*before]
    shown[3] = int(before[3]) | termios.ECHO | termios.ICANON
    termios.tcflush(descriptor, termios.TCIFLUSH)
    termios.tcsetattr(descriptor, termios.TCSADRAIN, shown)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
