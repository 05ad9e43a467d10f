"""Asking the person before a side effect, and remembering an "always" (T6)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.characters import visible
from assistant.cli import keyboard, layout, plain
from assistant.errors import AssistantError, UsageError

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.records import Language
    from assistant.tools.calls import Consent, Question

LEFT_FREE = 6
"""Rows of the window for the notes, the question and what goes before."""
BAR = "  | "


def _answers(kind: str, *languages: Language) -> frozenset[str]:
    """The words of an answer (``yes``, ``once``, ``always``, ``all``) in some languages or all."""
    from assistant.languages import known, setting

    return frozenset(
        word for language in languages or known() for word in setting(language, "answers", kind)
    )


def attend(app: App, before: Callable[[], None] | None = None) -> None:
    """Let tools ask the person, where one sits at a terminal. ``before`` clears the screen for the
    question."""
    if not somebody():
        return

    language: Language = "en"

    def confirm(question: Question) -> Consent:
        nonlocal language
        language = question.language
        if before is not None:
            before()
        return ask(question)

    app.confirm = confirm
    app.keep_consent = lambda tool: _keep_and_tell(app.paths.config, tool, language)


def ask(question: Question) -> Consent:
    """What the person answers; anything unclear, or the end of the input, is a no."""
    from assistant.messages import say

    language = question.language
    seen = visible(question.words)
    told = say("tools.consent", language, tool=question.tool, words=seen.text)
    columns, height = plain.window(sys.stderr)
    if not _shown(question, _rows(told, columns), height):
        return "no"
    if seen.hidden:
        plain.err(say("tools.consent_hidden", language, count=seen.hidden))
    if seen.scripts:
        plain.err(say("tools.consent_scripts", language, scripts=", ".join(seen.scripts)))
    key = "tools.consent_always" if question.may_always else "tools.consent_once"
    if question.about:
        plain.err(plain.clean(question.about))
    if question.scope:
        key = "tools.consent_site"
    plain.ask(f"{say(key, language, site=visible(question.scope).text)}: ")
    with keyboard.echo(True):
        line = sys.stdin.readline()
    return understood(line, may_always=question.may_always, language=language)


def _shown(question: Question, rows: list[str], height: int) -> bool:
    """All of it, a page at a time where the window cannot hold it: its own text never scrolls its
    beginning or the question away unseen. False when the person has seen enough."""
    from assistant.messages import say

    language, page = question.language, max(4, height - LEFT_FREE)
    for first in range(0, len(rows), page):
        for row in rows[first : first + page]:
            plain.err(row)
        last = min(first + page, len(rows))
        if last < len(rows):
            numbers = {"first": first + 1, "last": last, "total": len(rows)}
            plain.ask(f"{say('tools.consent_more', language, **numbers)}: ")
            with keyboard.echo(True):
                if sys.stdin.readline() not in ("\n", "\r\n"):
                    return False
    if len(rows) > page:
        plain.err(say("tools.consent_all", language, total=len(rows), tool=question.tool))
    return True


def _rows(text: str, columns: int) -> list[str]:
    """Rows of the window; all but the first behind a bar, so that none can pass for a question."""
    rows: list[str] = []
    for line in text.split("\n"):
        rest = line
        while True:
            end = _fitting(rest, columns - 1 - (len(BAR) if rows else 0))
            rows.append(rest[:end])
            rest = rest[end:]
            if not rest:
                break
    return [rows[0], *(f"{BAR}{row}" for row in rows[1:])]


def _fitting(line: str, room: int) -> int:
    """Where a row of it ends: behind a space, or within a word that is longer than a row. Nothing
    is left out, since what is agreed to has to be seen."""
    used = 0
    for end, c in enumerate(line):
        used += layout.cells(c)
        if used > room:
            return (line.rfind(" ", 0, end) + 1) or max(1, end)
    return len(line)


def make_sure(question: str, language: Language) -> None:
    """Ask before what cannot be taken back. Raises typer.Abort unless the answer is a clear yes,
    UsageError where nobody can be asked."""
    import typer

    from assistant.messages import say

    if not somebody():
        raise UsageError(say("ui.nobody", language), say("ui.nobody_hint", language))
    if not is_yes(answer_to(question, language)):
        raise typer.Abort


def answer_to(question: str, language: Language) -> str:
    """What the person enters to a question that is answered with yes or no."""
    from assistant.messages import say

    return line_to(f"{question} {say('ui.yes_no', language)}:")


def line_to(question: str) -> str:
    """The line that the person enters to a question."""
    plain.ask(f"{plain.line(question)} ")
    return sys.stdin.readline()


def is_yes(line: str) -> bool:
    """A clear yes in any language."""
    return line.strip().casefold() in _answers("yes")


def is_all(line: str) -> bool:
    """Whether all of something is meant, in any language."""
    return line.strip().casefold() in _answers("all")


def understood(line: str, *, may_always: bool, language: Language) -> Consent:
    """An answer in any language. A lone "s" is "siempre" in Spanish where that is offered."""
    word, yes = line.strip().casefold(), _answers("yes")
    always = _answers("always", language) | (_answers("always") - yes)
    if may_always and word in always:
        return "always"
    return "once" if word in yes | _answers("once") else "no"


def keep(file: Path, tool: str) -> None:
    """Add a tool to ``tools.allow``; comments, order and the rest of the file stay as they are."""
    import tomlkit

    from assistant.cli.config import edited

    with edited(file) as document:
        allow = document.setdefault("tools", tomlkit.table()).setdefault("allow", tomlkit.array())
        if tool not in allow:
            allow.append(tool)


def _keep_and_tell(file: Path, tool: str, language: Language) -> None:
    """The call goes on even where its "always" cannot be written down."""
    from assistant.cli.words import tilde
    from assistant.messages import say

    try:
        keep(file, tool)
        told = say("tools.kept", language, tool=tool, file=tilde(file))
    except AssistantError as error:
        told = say("tools.not_kept", language, tool=tool, why=plain.line(error.message))
    plain.err(plain.dim(told, err=True))


def somebody() -> bool:
    """Whether a person sits at a terminal."""
    return plain.interactive(sys.stdin, sys.stderr)
