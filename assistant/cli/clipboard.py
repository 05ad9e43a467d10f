"""Programs beside the conversation: the clipboard's and the editor."""

from __future__ import annotations

import base64
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from assistant.cli import plain
from assistant.files import Unreadable, read_bytes
from assistant.limits import TYPED_LINE

LONGEST_OSC = 74_000
"""Characters of Base64 that terminals take in one sequence; a longer one is left out."""
WAIT = 3.0
PROGRAMS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "pbcopy": (("pbcopy",), ""),
    "wl-copy": (("wl-copy",), "WAYLAND_DISPLAY"),
    "xclip": (("xclip", "-selection", "clipboard"), "DISPLAY"),
    "xsel": (("xsel", "--clipboard", "--input"), "DISPLAY"),
}
"""The program, its words, and the variable without which it has nothing to talk to."""


EDITORS = ("sensible-editor", "nano", "vim", "vi", "notepad")
"""Tried in turn where the person has named none."""


def copy(text: str, terminal: TextIO | None) -> None:
    """Put ``text`` on the clipboard: by the terminal itself (OSC 52, which also works over ssh),
    and by the first program that is here. Never fails: neither tells whether it worked."""
    if plain.capable(terminal) and terminal is not None:
        plain.draw(osc52(text, inside_tmux=bool(os.environ.get("TMUX"))), terminal)
    for program, (command, needs) in PROGRAMS.items():
        if shutil.which(program) and (not needs or os.environ.get(needs)):
            _feed(command, text)
            return


def osc52(text: str, *, inside_tmux: bool = False) -> str:
    """The sequence that asks a terminal to take ``text``; empty where it would be too long."""
    encoded = base64.b64encode(text.encode("utf-8", "replace")).decode()
    if len(encoded) > LONGEST_OSC:
        return ""
    sequence = f"\x1b]52;c;{encoded}\x07"
    # tmux takes it where set-clipboard is on, and hands it through only when it is wrapped.
    if not inside_tmux:
        return sequence
    doubled = sequence.replace("\x1b", "\x1b\x1b")
    return f"{sequence}\x1bPtmux;{doubled}\x1b\\"


def edited(text: str) -> str | None:
    """What the person makes of ``text`` in $VISUAL or $EDITOR; None when it was left as it is.

    Raises OSError where none can be started, or it fails.
    """
    with tempfile.TemporaryDirectory() as folder:  # of this person alone
        file = Path(folder) / "assistant.md"
        file.write_text(text, "utf-8")
        words = (*_editor(), str(file))
        if status := subprocess.run(words, check=False).returncode:  # noqa: S603 (their own choice)
            raise OSError(f"{words[0]}: {status}")
        try:
            written = read_bytes(file, TYPED_LINE).decode("utf-8", "replace")
        except Unreadable as error:
            raise OSError(f"{file.name} {error}") from error
    return None if written == text else written


def _editor() -> list[str]:
    """The words that start it. Raises OSError where there is none."""
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    if words := shlex.split(chosen):
        return words
    if found := next(filter(shutil.which, EDITORS), None):
        return [found]
    raise OSError(", ".join(EDITORS))


def _feed(command: tuple[str, ...], text: str) -> None:
    try:
        subprocess.run(  # noqa: S603 (fixed words, found on the PATH)
            command,
            input=text.encode("utf-8", "replace"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=WAIT,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return
