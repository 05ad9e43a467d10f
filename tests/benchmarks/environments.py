"""Environments of their own for the programs that are measured beside this one."""

from __future__ import annotations

import compileall
import subprocess
import venv
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]


def python_with(folder: Path, name: str, *requirements: str) -> Path:
    """The Python of ``folder/name``, where the requirements are installed unless they were before.

    Raises CalledProcessError, which carries pip's words.
    """
    home = folder / name
    python, ready = home / "bin" / "python", home / ".ready"
    if not ready.exists():
        venv.create(home, with_pip=True, clear=True)
        install = [str(python), "-m", "pip", "install", "--quiet", *requirements]
        subprocess.run(install, check=True, capture_output=True, text=True)
        ready.touch()
    return python


def compile_project() -> None:
    """Byte code for this project, as pip makes it for what it installs: of an editable one the
    first start makes it, or every start, where Python is told to write none."""
    compileall.compile_dir(ROOT / "assistant", quiet=1)


def versions(python: Path, *packages: str) -> Mapping[str, str]:
    """What is installed there, by name."""
    code = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]))"
    told = subprocess.run(
        [python, "-c", code, *packages], check=True, capture_output=True, text=True
    )
    return dict(zip(packages, told.stdout.split(), strict=True))
