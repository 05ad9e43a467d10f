"""Reading the person's files: bounded in bytes and time, no device."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from assistant.files import Unreadable, read_bytes
from assistant.limits import Limit

TEN = Limit("", "ten bytes", 10, "bytes", "refused")


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"0123456789")
    assert read_bytes(file, TEN) == b"0123456789"


def test_a_larger_one_is_refused_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "sparse"
    with file.open("wb") as stream:
        stream.truncate(1 << 42)
    with pytest.raises(Unreadable, match="larger than 10 bytes"):
        read_bytes(file, TEN)


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/full"])
def test_a_device_is_refused_by_name(device: str) -> None:
    if not Path(device).exists():
        pytest.skip("no such device here")
    with pytest.raises(Unreadable, match="is a device"):
        read_bytes(Path(device), TEN)


def test_so_is_a_link_to_one(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").symlink_to("/dev/zero")
    with pytest.raises(Unreadable, match="is a device"):
        read_bytes(tmp_path / "notes.txt", TEN)


def test_the_null_device_is_empty() -> None:
    assert read_bytes(Path(os.devnull), TEN) == b""


def test_a_pipe_that_nobody_writes_to_ends_in_a_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.files.FIFO_SILENCE", TEN._replace(value=0.3))  # type: ignore[arg-type]
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Unreadable, match="said nothing"):
        read_bytes(tmp_path / "pipe", TEN)


def test_so_does_one_that_stops_in_the_middle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.files.FIFO_SILENCE", TEN._replace(value=0.3))  # type: ignore[arg-type]
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    held = threading.Event()

    def write() -> None:
        with pipe.open("wb", buffering=0) as stream:
            stream.write(b"abc")
            held.wait(30)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    with pytest.raises(Unreadable, match="said nothing"):
        read_bytes(pipe, TEN)
    held.set()


def test_a_pipe_is_read_to_its_end_and_no_further_than_the_limit(tmp_path: Path) -> None:
    for count in (9, 11):
        pipe = tmp_path / f"pipe{count}"
        os.mkfifo(pipe)

        def write(pipe: Path = pipe, count: int = count) -> None:
            with pipe.open("wb", buffering=0) as stream:
                time.sleep(0.05)
                stream.write(b"x" * count)

        threading.Thread(target=write, daemon=True).start()
        if count == 9:
            assert read_bytes(pipe, TEN) == b"x" * 9
        else:
            with pytest.raises(Unreadable, match="larger than"):
                read_bytes(pipe, TEN)
