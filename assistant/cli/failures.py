"""The one error boundary: whatever ends a command becomes a short word and an exit status.

Expected failures say what, why and what to do next. A bug says where its traceback is. A closed
pipe says nothing. No other module of the command line prints an error or chooses a status, the
conversation apart, which must survive them and uses ``tell``.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from assistant.cli import plain
from assistant.errors import AssistantError, Declined
from assistant.start import INTERRUPTED as INTERRUPTED
from assistant.start import Working

if TYPE_CHECKING:
    from pathlib import Path

    from assistant.records import Language


def guard(command: Callable[[], int]) -> int:
    """Run ``command`` and return the exit status of the process. Raises nothing."""
    try:
        with Working():
            status = command()
            plain.write("", flush=True)
            return status
    except BrokenPipeError:
        plain.abandon_stdout()
        return 0  # the reader has what it wanted, as with `head`
    except Exception as error:
        return _report(error)
    except KeyboardInterrupt:
        plain.err(spoken("interrupted"))
        return INTERRUPTED


def tell(error: AssistantError) -> None:
    """Say on stderr what happened and why, on a second line what to do next, and what the memory
    kept all the same."""
    from assistant.retold import retold

    language = _language()
    message, hint = retold(error.message, language), retold(error.hint, language)
    if isinstance(error, Declined):
        plain.err(plain.line(message))
    else:
        plain.err(f"assistant: {plain.line(message).rstrip('.')}")
    if hint:
        plain.err(plain.dim(f"  {plain.line(hint)}", err=True))
    for note in getattr(error, "__notes__", ()):
        plain.err(plain.dim(plain.line(note), err=True))


def spoken(key: str, **values: object) -> str:
    """A sentence about the command line itself, in the person's language as far as it can be
    told: what went wrong may be the configuration."""
    from assistant.messages import say

    return say(f"ui.{key}", _language(), **values)


def _language() -> Language:
    from assistant.cli.language import interface_language
    from assistant.config import UiConfig, load_config
    from assistant.paths import resolve_paths

    ui = UiConfig()
    with contextlib.suppress(Exception):  # telling of a failure must not be the next one
        ui = load_config(resolve_paths(None).config).ui
    return interface_language(ui)


def _report(error: Exception) -> int:
    if not isinstance(error, AssistantError):
        error = bug(error)
    tell(error)
    return error.exit_status


def bug(error: Exception) -> AssistantError:
    """A bug as what a person is told: its kind, and the file that holds the traceback."""
    where = _log_bug(error)
    kept = spoken("bug_kept", file=where) if where else spoken("bug_lost")
    told = AssistantError(spoken("bug", kind=type(error).__name__, kept=kept))
    for note in getattr(error, "__notes__", ()):  # what the memory kept all the same
        told.add_note(note)
    return told


def _log_bug(error: Exception) -> Path | None:
    """Write the traceback under logs/ (gone after 24 hours); None where that cannot be."""
    import os
    import traceback
    from datetime import UTC, datetime

    from assistant.paths import resolve_paths
    from assistant.secrets import Redactor
    from assistant.session.logs import Log

    if "--incognito" in sys.argv:
        return None
    with contextlib.suppress(Exception):
        folder = resolve_paths(None).logs
        trace = "".join(traceback.format_exception(error))
        key = Redactor([os.environ.get("OPENAI_API_KEY", "")])
        log = Log(folder, lambda: datetime.now(UTC), redactor=key)
        log.write("error", "bug", traceback=trace)
        return max(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    return None
