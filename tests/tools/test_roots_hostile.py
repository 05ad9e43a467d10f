"""Files that change under a tool's hands, and paths that nobody types."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from assistant.config import ToolsConfig
from assistant.tools.base import ToolFailure
from assistant.tools.builtin import files, notes
from assistant.tools.roots import Place, Roots
from tests.tools.support import Bench, code


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    """``tmp/open`` may be read, and holds the assistant's own folder; ``tmp/closed`` may not."""
    for name in ("open", "open/sub", "open/home", "closed"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file.txt").write_text(f"in {name}")
    (tmp_path / "open" / "home" / "assistant.db").write_text("what was told")
    return tmp_path / "open"


def bench(inside: Path) -> Bench:
    made = Bench(inside.parent, files.TOOLS, ToolsConfig(roots=(str(inside),)))
    made.pipeline.here = made.pipeline.here._replace(private=(inside / "home",))
    return made


def everything(inside: Path) -> str:
    """All that the file tools give of a folder."""
    made = bench(inside)
    found = [made.run("files.search", text="a"), made.run("files.search", text="in")]
    found += [made.run("files.list"), made.run("files.list", path="sub")]
    return str([result.as_object() for result in found])


def test_the_assistants_own_files_are_never_read_whatever_the_roots_say(inside: Path) -> None:
    (inside / "alias").symlink_to(inside / "home")
    (inside / "linked.txt").hardlink_to(inside / "home" / "assistant.db")
    made = bench(inside)
    for path in ("home/assistant.db", "alias/assistant.db", "linked.txt", "sub/../home/file.txt"):
        assert code(made.run("files.read", path=path)) == "EXECUTION_ERROR", path
    assert code(made.run("files.list", path="home")) == "EXECUTION_ERROR"
    assert "what was told" not in everything(inside)
    narrow = Roots([inside / "home"], [inside / "home"])
    with pytest.raises(ToolFailure):
        narrow.place("assistant.db")


def test_an_own_folder_that_moves_in_between_is_refused_by_identity(inside: Path) -> None:
    roots = Roots([inside], [inside / "moved"])
    place = roots.place("home/assistant.db")
    (inside / "home").rename(inside / "moved")
    (inside / "home").symlink_to("moved")
    with pytest.raises(ToolFailure):
        roots.read(place)
    with pytest.raises(ToolFailure):
        roots.read(Place(inside, inside / "moved" / "assistant.db"))


def test_what_is_swapped_for_a_link_leads_nowhere(inside: Path) -> None:
    roots = Roots([inside])
    file, folder = roots.place("sub/file.txt"), roots.place("sub")
    (inside / "sub").rename(inside / "was")
    (inside / "sub").symlink_to(inside.parent / "closed")
    for attempt in (lambda: roots.read(file), lambda: roots.entries(folder)):
        with pytest.raises(ToolFailure):
            attempt()
    with pytest.raises(ToolFailure):
        list(roots.walk(folder))


def test_a_race_of_links_gives_nothing_away(inside: Path) -> None:
    """A folder flickers between itself and a link to what is closed while everything is read."""
    done = threading.Event()

    def flicker() -> None:
        link, kept = inside / "link", inside / "kept"
        while not done.is_set():
            (inside / "sub").rename(kept)
            link.symlink_to(inside.parent / "closed")
            link.rename(inside / "sub")
            (inside / "sub").unlink()
            kept.rename(inside / "sub")

    thread = threading.Thread(target=flicker)
    thread.start()
    roots = Roots([inside])
    try:
        for _ in range(300):
            try:
                assert "closed" not in roots.read(roots.place("sub/file.txt"))
                for place in roots.walk(roots.place("sub")):
                    assert "closed" not in roots.read(place)
            except ToolFailure:
                continue
    finally:
        done.set()
        thread.join()


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices of POSIX")
def test_pipes_sockets_and_devices_are_not_opened(inside: Path) -> None:
    os.mkfifo(inside / "pipe")
    opened = threading.Event()

    def wait_for_a_reader() -> None:
        with (inside / "pipe").open("wb"):
            opened.set()

    writer = threading.Thread(target=wait_for_a_reader, daemon=True)
    writer.start()
    made = bench(inside)
    assert code(made.run("files.read", path="pipe")) == "EXECUTION_ERROR"
    assert made.run("files.search", text="a").success
    assert not opened.wait(0.2), "even looking into it would have let the writer go on"
    with (inside / "pipe").open("rb"):
        writer.join()
    devices = Roots(["/dev"])
    with pytest.raises(ToolFailure, match="not a file"):
        devices.read(devices.place("zero"))


HOSTILE: list[Any] = [
    "sub\0/file.txt", "\0", "a" * 300, "a/" * 3000, "x" * 100_000, "sub/\n/file.txt", "-rf",
    "--help", "sub/\udcff", "\ud800", "~", "~nobody/x", "~" * 50, "\x1b]0;title\x07", "\u202etxt",
    "/proc/self/fd/0", "/dev/stdin", "file:///etc/passwd", "C:\\Windows", "\\\\host\\share",
    "sub/file.txt/", "sub/file.txt/..", " ", ".", "", 7, None, ["sub"], {"path": "sub"},
]  # fmt: skip


@pytest.mark.parametrize("path", HOSTILE, ids=lambda path: repr(path)[:20])
def test_a_hostile_path_is_refused_in_words(inside: Path, path: Any) -> None:
    made = bench(inside)
    for tool, rest in (("files.read", {}), ("files.list", {}), ("files.search", {"text": "zz"})):
        result = made.run(tool, {"path": path, **rest})
        if result.error is not None:
            assert code(result) in ("VALIDATION_ERROR", "EXECUTION_ERROR")
            result.error.message.encode()
            assert "\x1b" not in result.error.message
            assert "Error" not in result.error.message.split(": ")[-1], "no bug's name"
        assert "closed" not in str(result.as_object())


@pytest.mark.skipif(os.name != "posix", reason="names of bytes")
def test_a_name_that_is_no_text_is_listed_and_read(inside: Path) -> None:
    Path(os.fsdecode(os.fsencode(inside) + b"/odd-\xff.txt")).write_text("odd words")
    (inside / "-rf").write_text("dash words")
    (inside / "two\nlines.txt").write_text("line words")
    made = bench(inside)
    listed = made.run("files.list")
    assert listed.success, listed.error
    str(listed.as_object()).encode()
    assert any("odd-" in row["name"] for row in listed.data)
    hits = made.run("files.search", text="words")
    assert hits.success, hits.error
    assert {hit["text"] for hit in hits.data} == {"odd words", "dash words", "line words"}
    str(hits.as_object()).encode()
    assert made.run("files.read", path="-rf").data["text"] == "dash words"


@pytest.mark.parametrize("name", ["../../x", "a\0b", "", "~/x", "x" * 999, "\ud800", "-rf", "/x"])
def test_a_note_cannot_be_named_out_of_its_folder(tmp_path: Path, name: str) -> None:
    made = Bench(tmp_path, notes.TOOLS, says="once")
    result = made.run("notes.add", text="words", note=name)
    assert result.success or code(result) in ("VALIDATION_ERROR", "EXECUTION_ERROR")
    outside = [p for p in tmp_path.rglob("*.md") if p.parent != tmp_path / "notes"]
    assert not outside
    read = made.run("notes.read", note=name)
    assert read.success or code(read) in ("VALIDATION_ERROR", "EXECUTION_ERROR")
