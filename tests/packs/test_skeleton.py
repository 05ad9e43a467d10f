"""``packs new`` writes a pack that works: installed or not, here or anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from assistant.packs.finding import in_folder
from assistant.packs.skeleton import files, may_be_called, write
from assistant.resources import data_path
from tests.conftest import GUARD

pytestmark = pytest.mark.slow  # it runs the tests of a pack
ROOT = Path(__file__).parent.parent.parent


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(GUARD), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=cwd,
        env=environment,
        capture_output=True,
        encoding="utf-8",
    )


def green(folder: Path, cwd: Path) -> str:
    done = run("pytest", "-p", "no:cacheprovider", "-n0", str(folder), cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_shipped_one_is_green() -> None:
    folder = data_path("packs", "sample")
    assert "3 passed" in green(folder, folder)


def test_a_new_one_is_green_where_it_stands(tmp_path: Path) -> None:
    written = write("demo", tmp_path / "demo")
    assert "3 passed" in green(tmp_path / "demo", tmp_path)
    assert all("sample" not in f"{f}{f.read_text()}".lower() for f in written)
    (found,) = in_folder(tmp_path / "demo")
    assert (found.name, found.value) == ("demo", "assistant_demo:PACK")


def test_a_new_one_in_this_repository_is_found_by_its_tests() -> None:
    """``assistant packs new demo && make test``: what stands in ./demo is collected."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]
    assert "*/tests" in settings["ini_options"]["testpaths"]


def test_it_passes_the_linter_of_this_repository() -> None:
    done = run("ruff", "check", str(data_path("packs", "sample")), cwd=ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["demo", "my_pack2"])
def test_a_name_of_small_letters_is_one(name: str) -> None:
    assert may_be_called(name)
    assert all(".." not in path.parts and not path.is_absolute() for path, _ in files(name))


@pytest.mark.parametrize(
    "name", ["", "Demo", "my-pack", "2nd", "a/b", "../x", "class", "facts", "time", "profile", "ñu"]
)
def test_others_are_none(name: str) -> None:
    assert not may_be_called(name)
