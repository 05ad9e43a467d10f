"""Packs are found without being imported: shipped ones, installed ones, folders."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from assistant.packs import finding
from assistant.packs.finding import find, in_folder
from tests.packs.support import GARDEN, write_pack


def test_a_folder_that_declares_a_pack_holds_it() -> None:
    (found,) = in_folder(GARDEN)
    assert (found.name, found.origin, found.place) == ("garden", "folder", str(GARDEN))
    assert found.about == "Plants, and when they were watered."


def test_finding_imports_nothing(tmp_path: Path) -> None:
    write_pack(tmp_path, "loud", "raise SystemExit('imported')\n")
    assert [place.name for place in find([tmp_path / "loud"])["loud"]] == ["loud"]


@pytest.mark.parametrize(
    "text",
    [None, "not toml [", "[project]\nname = 'x'\n", "[project]\nentry-points = 3\n", "\x00"],
    ids=["none", "no TOML", "no pack", "wrong", "bytes"],
)
def test_a_folder_without_a_pack_holds_none(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "pyproject.toml").write_text(text)
    assert in_folder(tmp_path) == ()


def test_an_installed_package_brings_a_pack_by_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "garden = assistant_garden:PACK\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    (found,) = find()["garden"]
    assert (found.origin, found.place) == ("installed", "assistant-garden 1.0")
    assert found.about == "Plants, and when they were watered."


def test_the_same_pack_in_a_folder_and_installed_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "garden = assistant_garden:PACK\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert len(find([GARDEN])["garden"]) == 1


def test_two_packs_of_one_name_are_two(tmp_path: Path) -> None:
    write_pack(tmp_path / "a", "twin")
    other = write_pack(tmp_path / "b", "twin")
    project = other / "pyproject.toml"
    project.write_text(project.read_text().replace("made_twin:PACK", "other_twin:PACK"))
    assert len(find([tmp_path / "a" / "twin", other])["twin"]) == 2


def test_a_shipped_pack_is_a_folder_beside_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "moon").mkdir()
    (tmp_path / "moon" / "__init__.py").write_text("raise RuntimeError\n")
    (tmp_path / "notes").mkdir()
    monkeypatch.setattr(finding, "__file__", str(tmp_path / "finding.py"))
    found = find()
    assert [(p.origin, p.value) for p in found["moon"]] == [
        ("shipped", "assistant.packs.moon:PACK")
    ]
    assert "notes" not in found


def test_what_is_installed_goes_before_what_a_folder_holds(tmp_path: Path) -> None:
    """A folder's modules come last on the path: none takes the place of one that is there."""
    folder = write_pack(tmp_path, "sly")
    (folder / "json.py").write_text("raise RuntimeError('taken over')\n")
    code = f"""
import sys
from assistant.packs.finding import in_folder
from pathlib import Path
in_folder(Path({str(folder)!r}))[0].load()
sys.modules.pop("json")
import json
assert sys.path[-1] == {str(folder)!r}
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


ROOT = Path(__file__).parent.parent.parent


def install(site: Path, points: str) -> None:
    """What an installer leaves of the garden in a folder of packages."""
    folder = site / "assistant_garden-1.0.dist-info"
    folder.mkdir(parents=True)
    about = "Metadata-Version: 2.1\nName: assistant-garden\nVersion: 1.0\n"
    (folder / "METADATA").write_text(f"{about}Summary: Plants, and when they were watered.\n")
    (folder / "entry_points.txt").write_text(f"[assistant.packs]\n{points}")
