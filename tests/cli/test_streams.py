"""What comes in is read whole, as text, or refused with a word."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from assistant.cli import streams
from assistant.errors import BadData, UsageError
from assistant.limits import FILE


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[BinaryIO]:
    """The writing end of the pipe that is this test's stdin."""
    read_end, write_end = os.pipe()
    reader, writer = os.fdopen(read_end, "r"), os.fdopen(write_end, "wb", buffering=0)
    monkeypatch.setattr("sys.stdin", reader)
    yield writer
    reader.close()
    writer.close()


def test_an_idle_pipe_is_left_after_the_deadline(pipe: BinaryIO) -> None:
    with pytest.raises(streams.Silence):
        streams.read_stdin(0.1)


def test_the_deadline_holds_for_the_first_byte_only(pipe: BinaryIO) -> None:
    def write() -> None:
        pipe.write(b"one ")
        time.sleep(0.3)
        pipe.write(b"two")
        pipe.close()

    threading.Thread(target=write).start()
    assert streams.read_stdin(0.1) == "one two"


def test_without_a_deadline_the_pipe_is_waited_for(pipe: BinaryIO) -> None:
    threading.Timer(0.3, lambda: (pipe.write(b"late"), pipe.close())).start()
    assert streams.read_stdin(None) == "late"


def test_an_empty_pipe_is_nothing(pipe: BinaryIO) -> None:
    pipe.close()
    assert streams.read_stdin(1) is None


def test_a_terminal_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    main, terminal = os.openpty()
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert streams.read_stdin(60) is None
    os.close(main)


def test_without_any_stdin_nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert streams.read_stdin(60) is None


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        ("sí, señor".encode(), "sí, señor"),
        (b"\xef\xbb\xbfmarked", "marked"),
        (b"a\r\nb\n", "a\nb\n"),
    ],
)
def test_text_is_decoded(data: bytes, text: str) -> None:
    assert streams.decode(data, "it") == text


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"a\0b", "zero byte at offset 1"), ("año señor".encode("latin-1"), "byte 0xf1 at offset 1")],
)
def test_what_is_not_text_is_refused_with_the_place(data: bytes, why: str) -> None:
    with pytest.raises(BadData, match=why) as refusal:
        streams.decode(data, "notes.txt")
    assert refusal.value.message.startswith("notes.txt")
    assert refusal.value.hint


@pytest.mark.parametrize("count", [1, 2, 5])
def test_stray_bytes_in_a_text_are_replaced_and_told(
    count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    data = b"\xff".join([b"all is well here and there. " * 120] * (count + 1))
    text = streams.decode(data, "notes.txt")
    assert text.count("\ufffd") == count
    told = capsys.readouterr().err
    assert "notes.txt" in told
    assert f": {count};" in told


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file"):
        streams.read_file(tmp_path / "absent")
    with pytest.raises(UsageError, match="is a folder"):
        streams.read_file(tmp_path)


def test_what_would_fill_the_memory_is_refused(tmp_path: Path, pipe: BinaryIO) -> None:
    ten = FILE._replace(value=10)
    (tmp_path / "big").write_text("x" * 11)
    with pytest.raises(BadData, match="larger than"):
        streams.read_file(tmp_path / "big", ten)
    pipe.write(b"x" * 11)
    pipe.close()
    with pytest.raises(BadData, match="larger than"):
        streams.read_stdin(1, ten)
