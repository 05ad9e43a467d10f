"""Plain output: lines, dim words and aligned columns, without rich.

Commands that only list use this alone, since importing rich costs twice what starting Python does.
Terminal colours are never assumed: NO_COLOR, TERM=dumb and redirection turn them off.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TextIO

from assistant.errors import StorageUnavailable

_DIRECTION_MARKS = (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_CONTROL: Mapping[int, None] = {
    code: None
    for code in (*range(0x20), *range(0x7F, 0xA0), *_DIRECTION_MARKS)
    if chr(code) not in "\n\t"
}


def clean(text: str) -> str:
    """``text`` without the characters that could drive a terminal.

    C0 and C1 controls go, newline and tab apart, and so do the marks that reverse the direction
    of writing. What remains of an escape sequence is harmless text.
    """
    return text.translate(_CONTROL)


def line(text: str) -> str:
    """``text`` cleaned, on one line: for what comes from elsewhere and stands in a column."""
    return " ".join(clean(text).split())


def prepare_streams() -> None:
    """Let no letter that the terminal lacks end the program: it becomes ``?``."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not unicode(stream):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def out(text: str = "") -> None:
    """A line on stdout."""
    write(text + "\n")


def write(text: str, *, flush: bool = False) -> None:
    """Text on stdout; nowhere when there is none.

    Raises BrokenPipeError when nobody reads any more, StorageUnavailable when it cannot be kept.
    """
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        if flush:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        abandon_stdout()
        raise StorageUnavailable(
            f"The output cannot be written: {error.strerror}", "Free some space, or redirect it."
        ) from error


def abandon_stdout() -> None:
    """Leave nothing to be flushed later, which would fail again."""
    with contextlib.suppress(Exception):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def err(text: str) -> None:
    """A line on stderr, after what stdout still holds. Never fails: nobody could be told."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is sys.stderr:
                stream.write(text + "\n")
            stream.flush()
        except (AttributeError, OSError, ValueError):
            continue


def styled(stream: TextIO | None) -> bool:
    """Whether that stream is a terminal that wants colours and styles."""
    return capable(stream) and not os.environ.get("NO_COLOR")


def capable(stream: TextIO | None) -> bool:
    """Whether that stream is a terminal on which lines can be drawn again."""
    return stream is not None and stream.isatty() and os.environ.get("TERM", "") != "dumb"


def unicode(stream: TextIO | None) -> bool:
    """Whether that stream can show every letter."""
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "") == "utf8"


def dim(text: str, *, err: bool = False) -> str:
    return _style("2", text, sys.stderr if err else sys.stdout)


def bold(text: str) -> str:
    return _style("1", text, sys.stdout)


def table(rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> list[str]:
    """Rows as lines of aligned columns, two spaces apart; ``right`` lists right-aligned columns."""
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if i in right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def json_text(value: object) -> str:
    """A JSON value, readable, in the user's own letters."""
    import json

    return json.dumps(value, ensure_ascii=False, indent=2)


def _style(code: str, text: str, stream: TextIO | None) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if styled(stream) else text
