"""Plain output, and the one door to the terminal: all that is printed passes ``shown``.

The door lets no control character through, whatever it is given and wherever that came from: ids,
names of files, replies. Styles are marks that only this process knows, so that no text can forge
one; the door turns them into sequences. ``draw`` is for the few modules that move the cursor
themselves, and ``tests/test_architecture.py`` names them.

Commands that only list use this alone, since importing rich costs twice what starting Python does.
Terminal colours are never assumed: NO_COLOR, TERM=dumb and redirection turn them off.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, TextIO

from assistant.characters import CONTROL, json_escaped, one_line
from assistant.errors import StorageUnavailable

if TYPE_CHECKING:
    from pathlib import Path

    from assistant.records import Language

_MARK = f"\x0e{os.urandom(6).hex()}"
"""Begins a style; no text from elsewhere can hold it."""
_STYLE = re.compile(rf"(?:\x1b\[|{_MARK})([\d;]{{0,20}})m")
_MARKED = re.compile(rf"{_MARK}([\d;]{{0,20}})m")
_DRIVING = re.compile(f"[{re.escape(''.join(map(chr, CONTROL)))}]")


def clean(text: str) -> str:
    """``text`` without the characters that could drive a terminal.

    C0 and C1 controls go, newline and tab apart, and so do the marks that reverse the direction
    of writing. What remains of an escape sequence is harmless text.
    """
    return text.translate(CONTROL)


def line(text: str) -> str:
    """``text`` cleaned, on one line: for what comes from elsewhere and stands in a column."""
    return one_line(clean(text))


def shown(text: str) -> str:
    """``text`` as the terminal gets it: cleaned, our own styles as sequences."""
    if _DRIVING.search(text) is None:
        return text
    parts = _MARKED.split(text)
    parts[::2] = [clean(part) for part in parts[::2]]
    parts[1::2] = [f"\x1b[{code}m" for code in parts[1::2]]
    return "".join(parts)


def prepare_streams() -> None:
    """Let no letter that the terminal lacks end the program, nor reach it as other letters.

    It becomes the nearest that there is: ``á`` is ``a``, ``…`` is ``...``, the rest ``?``.
    """
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper):
            continue
        if unicode(stream):
            if stream.errors == "strict":  # a folder's name need not be UTF-8: it passes as it is
                stream.reconfigure(errors="surrogateescape")
            continue
        from assistant.cli.ascii import HANDLER, register

        register()
        if stream.isatty() and _is_utf8(stream):  # Python's choice; the terminal said C
            stream.reconfigure(encoding="ascii", errors=HANDLER)
        else:
            stream.reconfigure(errors=HANDLER)


def out(text: str = "") -> None:
    """A line on stdout."""
    write(text + "\n")


def out_path(path: Path) -> None:
    """A path on stdout: down a pipe the very name, whatever its bytes, since a program opens it."""
    write(f"{path}\n", as_is=sys.stdout is not None and not sys.stdout.isatty())


def out_whole(text: str) -> None:
    """A whole text on stdout: down a pipe exactly, since a program reads it."""
    write(text, as_is=sys.stdout is not None and not sys.stdout.isatty())


def write(text: str, *, flush: bool = False, as_is: bool = False) -> None:
    """Text on stdout; nowhere when there is none. ``as_is``: not for a terminal.

    Raises BrokenPipeError when nobody reads any more, StorageUnavailable when it cannot be kept.
    """
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text if as_is else shown(text))
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
                stream.write(shown(text) + "\n")
            stream.flush()
        except (AttributeError, OSError, ValueError):
            continue


def ask(text: str) -> None:
    """A question on stderr, the answer beside it. Never fails."""
    with contextlib.suppress(AttributeError, OSError, ValueError):
        sys.stderr.write(shown(text))
        sys.stderr.flush()


def ask_unseen(text: str) -> str:
    """A question whose answer is not shown, at the terminal itself; on stderr where it has none."""
    from getpass import getpass

    return getpass(clean(text), stream=sys.stderr if os.name == "nt" else None)


def draw(sequences: str, stream: TextIO) -> None:
    """Text with sequences of our own making, in which nothing from elsewhere is left uncleaned.

    For what draws anew over itself; everything else is a ``write``.
    """
    stream.write(sequences)
    stream.flush()


def interactive(*streams: TextIO | None) -> bool:
    """Whether all of them are a terminal."""
    return all(stream is not None and stream.isatty() for stream in streams)


def styled(stream: TextIO | None) -> bool:
    """Whether that stream is a terminal that wants colours and styles."""
    return capable(stream) and not os.environ.get("NO_COLOR")


def sgr(codes: str, text: str) -> str:
    """``text`` in a style, by its numbers; for where ``styled`` was asked."""
    return f"{_MARK}{codes}m{text}{_MARK}0m"


def capable(stream: TextIO | None) -> bool:
    """Whether that stream is a terminal on which lines can be drawn again."""
    return stream is not None and stream.isatty() and os.environ.get("TERM", "") != "dumb"


def unicode(stream: TextIO | None) -> bool:
    """Whether that stream can show every letter: UTF-8, and no terminal whose locale is C."""
    if not _is_utf8(stream):
        return False
    locale = os.environ.get("LC_ALL") or os.environ.get("LANG")
    return locale not in ("C", "POSIX") or not (stream is not None and stream.isatty())


def columns() -> int:
    """The terminal's width; 80 where nobody knows."""
    import shutil

    return shutil.get_terminal_size().columns or 80


def window(stream: TextIO | None) -> tuple[int, int]:
    """Columns and rows of the terminal behind a stream, whatever the others lead to and the
    environment says."""
    try:
        size = os.get_terminal_size(stream.fileno() if stream is not None else -1)
    except (OSError, ValueError, AttributeError):
        return columns(), 24
    return max(20, size.columns or 80), max(8, size.lines or 24)


def dim(text: str, *, err: bool = False) -> str:
    return _style("2", text, sys.stderr if err else sys.stdout)


def bold(text: str) -> str:
    return _style("1", text, sys.stdout)


def number(value: int, language: Language) -> str:
    """A whole number, grouped as the language writes it."""
    from assistant.compute.writing import grouped

    return grouped(value, language)


def bare(text: str) -> str:
    """``text`` without its styles."""
    return _STYLE.sub("", text)


def json_text(value: object) -> str:
    """A JSON value, readable, in the user's own letters; what could drive a terminal is escaped."""
    import json

    return json_escaped(json.dumps(value, ensure_ascii=False, indent=2))


def _is_utf8(stream: TextIO | None) -> bool:
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "") == "utf8"


def _style(code: str, text: str, stream: TextIO | None) -> str:
    return sgr(code, text) if styled(stream) else text
