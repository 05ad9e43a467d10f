"""Writes the generated parts of the documentation: ``python -m tests.docs`` (``make docs``).

A block between ``<!-- help: ask -->`` and ``<!-- end -->`` holds the output of
``assistant ask --help``. ``tests/test_docs.py`` compares them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(r"<!-- help:(?P<words>[a-z ]*)-->\n.*?<!-- end -->", re.DOTALL)


def generated(page: str) -> str:
    """The page with every help block as the program prints it now."""
    return BLOCK.sub(lambda block: _help(block["words"].split()), page)


def _help(words: list[str]) -> str:
    shown = subprocess.run(
        [sys.executable, "-m", "assistant.cli.main", *words, "--help"],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "80"},
    ).stdout
    name = " ".join(words)
    return f"<!-- help: {name} -->\n```text\n{shown.rstrip()}\n```\n<!-- end -->".replace(
        "  -->", " -->"
    )


def main() -> None:
    for page in PAGES:
        page.write_text(generated(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
