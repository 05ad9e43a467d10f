"""Programs beside the conversation: the clipboard's and the editor."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
from collections.abc import Mapping
from typing import TextIO

from assistant.cli import plain

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

    Raises OSError where it cannot be started.
    """
    import click

    try:
        return click.edit(text, extension=".md")
    except click.ClickException as error:
        raise OSError(error.format_message()) from error


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
