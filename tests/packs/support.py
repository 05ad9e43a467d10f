"""Packs for tests: the garden beside this file, and small ones that a test writes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

GARDEN = Path(__file__).parent / "garden"
WORDS = '{"en": "one", "es": "uno"}'


def config_of(on: Sequence[str], folders: Sequence[Path]) -> str:
    """The section of a configuration."""
    names = ", ".join(f'"{name}"' for name in on)
    places = ", ".join(f'"{folder.as_posix()}"' for folder in folders)
    return f"[packs]\non = [{names}]\nfolders = [{places}]\n"


def use(home: Path, on: Sequence[str] = ("garden",), folders: Sequence[Path] = (GARDEN,)) -> None:
    """Have a home use packs."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    (home / "config.toml").write_text(config_of(on, folders))


def declare(name: str, **parts: str) -> str:
    """The code of a pack's declaration; ``parts`` are its fields, as code."""
    given = {"summary": WORDS, "guide": "Path(__file__).parent", **parts}
    fields = "".join(f", {key}={value}" for key, value in given.items())
    return f"PACK = Pack(name={name!r}{fields})\n"


def write_pack(folder: Path, name: str, code: str | None = None, before: str = "") -> Path:
    """A folder with a pack of that name; returns it. ``before`` stands before the declaration."""
    place = folder / name
    package = place / f"made_{name}"
    package.mkdir(parents=True)
    (place / "pyproject.toml").write_text(
        f'[project]\nname = "made-{name}"\ndescription = "Made for a test."\n'
        f'[project.entry-points."assistant.packs"]\n{name} = "made_{name}:PACK"\n'
    )
    head = """\
        from pathlib import Path
        from assistant.packs import *
        from assistant.tools.base import tool
        """
    (package / "__init__.py").write_text(dedent(head) + dedent(before) + (code or declare(name)))
    for language in ("en", "es"):
        (package / f"guide.{language}.md").write_text(f"# {name}\n")
    return place
