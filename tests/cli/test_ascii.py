"""What a letter becomes on a terminal that lacks it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.cli.ascii import HANDLER, NEAREST, nearest, register

SHOW = """
from assistant.cli import plain
plain.prepare_streams()
print("¿Qué mañana? █ … “x”", flush=True)
"""


@given(st.characters(exclude_categories=["Cs"]))
def test_any_letter_can_be_written_as_ascii(letter: str) -> None:
    register()
    assert nearest(letter).isascii()
    assert letter.encode("ascii", HANDLER).isascii()


def test_the_nearest_letter_is_meant() -> None:
    register()
    assert "¿Cómo? «sí»… █░ ┌─┐ ñ 漢".encode("ascii", HANDLER) == b'Como? "si"... #. +-+ n ?'
    assert all(value.isascii() for value in NEAREST.values())


def test_letters_that_the_encoding_has_stay() -> None:
    register()
    assert "mañana…".encode("latin-1", HANDLER) == "mañana...".encode("latin-1")


@pytest.mark.parametrize(
    ("locale", "shown"),
    [("C", b'Que manana? # ... "x"'), ("es_AR.UTF-8", "¿Qué mañana? █ … “x”".encode())],
)
def test_a_terminal_whose_locale_is_C_gets_no_other_letters(locale: str, shown: bytes) -> None:
    ours, theirs = pty.openpty()
    env = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
    env |= {"LANG": locale, "PYTHONUTF8": "1"}  # a machine may lack the locale itself
    subprocess.run([sys.executable, "-c", SHOW], stdout=theirs, env=env, check=True, timeout=60)
    os.close(theirs)
    assert os.read(ours, 4096).strip() == shown
    os.close(ours)


def test_a_pipe_is_utf8_even_then() -> None:
    env = {**os.environ, "LANG": "C", "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-c", SHOW], capture_output=True, env=env, check=True)
    assert done.stdout.decode().strip() == "¿Qué mañana? █ … “x”"
