"""No path leads out of the allowed folders: not by ``..``, links, absolute paths or letter case."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from assistant.config import ToolsConfig
from assistant.tools.base import ToolFailure
from assistant.tools.builtin import files, notes
from assistant.tools.roots import Place, Roots
from assistant.tools.toolbox import Toolbox
from tests.tools.support import Bench, code


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    """``tmp/open`` may be read; ``tmp/closed`` and ``tmp/openness`` may not."""
    for name in ("open", "closed", "openness"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file.txt").write_text(f"in {name}")
    (tmp_path / "open" / "sub").mkdir()
    (tmp_path / "open" / "sub" / "deep.txt").write_text("deep\nmore Deep\n")
    (tmp_path / "open" / "out").symlink_to(tmp_path / "closed")
    (tmp_path / "open" / "leak.txt").symlink_to(tmp_path / "closed" / "file.txt")
    (tmp_path / "open" / "hop").symlink_to("out")
    (tmp_path / "open" / "fine.txt").symlink_to("sub/deep.txt")
    (tmp_path / "open" / ".ssh").mkdir()
    (tmp_path / "open" / ".ssh" / "id_rsa").write_text("KEY")
    for name in (".ENV", ".Env.Local", "server.KEY"):
        (tmp_path / "open" / name).write_text("KEY")
    return tmp_path / "open"


def escapes(inside: Path) -> list[str]:
    outside = inside.parent / "closed" / "file.txt"
    return [
        "../closed/file.txt",
        "sub/../../closed/file.txt",
        "./././../closed/file.txt",
        str(outside),
        f"{inside}/../closed/file.txt",
        str(inside.parent / "openness" / "file.txt"),
        f"{inside}ness/file.txt",
        "out/file.txt",
        "leak.txt",
        "hop/file.txt",
        str(inside / "out" / "file.txt"),
        "/etc/passwd",
        "//etc/passwd",
        "~/../../../etc/passwd",
        "~root",
        "/proc/self/environ",
        "/proc/self/root/etc/passwd",
        f"/proc/self/cwd/{outside}",
        str(outside).upper(),
        "..",
        "/",
        "sub/..\x00/file.txt",
        "",
        "FILE.TXT/../../closed/file.txt",
        ".ssh/id_rsa",
        "sub/../.ssh/id_rsa",
        ".ENV",
        ".Env.Local",
        "server.KEY",
        "no-such-file",
    ]


def test_no_path_leads_out(inside: Path) -> None:
    roots = Roots([inside])
    for path in escapes(inside):
        with pytest.raises(ToolFailure):
            roots.read(roots.place(path))


def test_what_is_inside_is_read_by_any_name(inside: Path) -> None:
    roots = Roots([inside])
    for path in ("file.txt", str(inside / "file.txt"), "sub/../file.txt", "./file.txt"):
        assert roots.read(roots.place(path)) == "in open"
    assert roots.read(roots.place("fine.txt")).startswith("deep")


def test_a_link_that_is_put_in_place_after_the_check_is_not_followed(inside: Path) -> None:
    roots = Roots([inside])
    place = roots.place("sub/deep.txt")
    (inside / "sub" / "deep.txt").unlink()
    (inside / "sub" / "deep.txt").symlink_to(inside.parent / "closed" / "file.txt")
    with pytest.raises(ToolFailure):
        roots.read(place)
    (inside / "sub" / "deep.txt").unlink()
    (inside / "sub").rmdir()
    (inside / "sub").symlink_to(inside.parent / "closed")
    with pytest.raises(ToolFailure):
        roots.read(Place(place.root, place.root / "sub" / "file.txt"))


def test_a_root_that_is_a_link_is_the_folder_it_leads_to(inside: Path) -> None:
    link = inside.parent / "link"
    link.symlink_to(inside)
    roots = Roots([link])
    assert roots.read(roots.place("file.txt")) == "in open"
    assert roots.read(roots.place(str(link / "file.txt"))) == "in open"


def test_the_assistants_own_folder_is_never_read(inside: Path) -> None:
    private = inside / "sub"
    alias = inside / "alias"
    alias.symlink_to(private)
    roots = Roots([inside], [private])
    for path in ("sub/deep.txt", "alias/deep.txt", "fine.txt", "sub"):
        with pytest.raises(ToolFailure, match="secrets"):
            roots.place(path)
    assert all("deep" not in place.name for place in roots.walk(roots.place(".")))
    assert all(entry.name != "sub" for entry in roots.entries(roots.place(".")))


def test_devices_pipes_and_folders_are_no_files(inside: Path) -> None:
    os.mkfifo(inside / "pipe")
    roots = Roots([inside])
    for path in ("pipe", "sub"):
        with pytest.raises(ToolFailure):
            roots.read(roots.place(path))


def bench(inside: Path) -> Bench:
    config = ToolsConfig(roots=(str(inside),))
    return Bench(inside.parent, (*files.TOOLS, *notes.TOOLS), config, says="once")


def test_the_tools_read_list_and_search(inside: Path) -> None:
    b = bench(inside)
    read = b.run("files.read", path="sub/deep.txt", first_line=2, lines=1).data
    assert (read["lines"], read["text"]) == ("2-2 of 2", "more Deep")
    names = [row["name"] for row in b.run("files.list").data]
    assert "sub/" in names
    assert ".ssh" not in names
    hits = b.run("files.search", text="DEEP").data
    assert [hit["line"] for hit in hits] == [1, 2]
    assert b.run("files.search", text="in closed").data == []


def test_the_tools_refuse_what_the_roots_refuse(inside: Path) -> None:
    b = bench(inside)
    for path in escapes(inside):
        assert not b.run("files.read", path=path).success, path
        assert not b.run("files.search", text="in", path=path or "..").success, path
    for path in ("../closed", "out", "/etc", "~"):
        assert not b.run("files.list", path=path).success, path


def test_a_changed_file_is_read_again(inside: Path) -> None:
    b = bench(inside)
    assert b.run("files.read", path="file.txt").data["text"] == "in open"
    assert b.run("files.read", path="file.txt").metadata.cached
    (inside / "file.txt").write_text("changed!")
    assert b.run("files.read", path="file.txt").data["text"] == "changed!"


def test_T7_the_only_file_that_a_search_finds_is_read_ahead(inside: Path) -> None:
    b = bench(inside)
    toolbox = Toolbox(b.pipeline, lambda _: None)  # type: ignore[arg-type, return-value]
    for search, read in (
        (b.run("files.search", text="deep"), {"path": str(inside / "sub" / "deep.txt")}),
        (b.run("files.search", text="in open"), {"path": str(inside / "file.txt")}),
    ):
        thread = toolbox.fetch_ahead(search)
        assert thread is not None
        thread.join(10)
        assert b.run("files.read", read).metadata.cached, "it was there before it was asked for"
    assert toolbox.fetch_ahead(b.run("files.search", text="e")) is None, "several files: no guess"
    assert toolbox.fetch_ahead(b.run("files.search", text="no such words")) is None


def test_T7_the_only_note_that_a_search_finds_is_read_ahead(inside: Path) -> None:
    b = bench(inside)
    b.run("notes.add", text="the locker is by the door, number 47", note="gym")
    toolbox = Toolbox(b.pipeline, lambda _: None)  # type: ignore[arg-type, return-value]
    thread = toolbox.fetch_ahead(b.run("notes.search", words="locker"))
    assert thread is not None
    thread.join(10)
    assert b.run("notes.read", note="gym").metadata.cached


def test_without_roots_there_are_no_file_tools(inside: Path) -> None:
    b = Bench(inside.parent, files.TOOLS)
    result = b.run("files.read", path=str(inside / "file.txt"))
    assert code(result) == "TOOL_NOT_FOUND"
    assert result.error
    assert "tools.roots" in result.error.message


def test_notes_stay_in_their_folder(inside: Path) -> None:
    b = bench(inside)
    added = b.run("notes.add", text="milk\nand  bread", note="../../closed/evil")
    assert added.data["note"] == "closed-evil"
    assert [p.name for p in (inside.parent / "notes").iterdir()] == ["closed-evil.md"]
    assert (inside.parent / "notes").stat().st_mode & 0o777 == 0o700
    assert b.run("notes.read", note="closed-evil").data.rstrip().endswith("milk and bread")
    for name in ("../open/file", str(inside / "file"), "../closed/file.txt"):
        assert not b.run("notes.read", note=name).success, name
    link = inside.parent / "notes" / "link.md"
    link.symlink_to(inside.parent / "closed" / "file.txt")
    assert not b.run("notes.add", text="x", note="link").success
    assert (inside.parent / "closed" / "file.txt").read_text() == "in closed"


def test_notes_are_found_by_words_without_accents(inside: Path) -> None:
    b = bench(inside)
    assert b.run("notes.search", words="anything").data == []
    b.run("notes.add", text="El teléfono del plomero es 555-1234", note="casa")
    b.run("notes.add", text="Comprar leche", note="compras")
    found = b.run("notes.search", words="telefono plomero").data
    assert [(row["note"], "555-1234" in row["text"]) for row in found] == [("casa", True)]
    assert b.asked[0].words == "add to the note casa.md: El teléfono del plomero es 555-1234"
