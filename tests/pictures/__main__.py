"""``python -m tests.pictures [NAME]…``: write the pictures, or those of that name."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.conftest import REAL_MODELS
from tests.pictures import diagrams, terminal
from tests.pictures.dialogue import measured

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        if not names or {"growth", "prompt"} & set(names):
            rows = measured(Path(folder) / "measured")
            write("growth", diagrams.growth(rows), names)
            write("prompt", diagrams.prompt(rows), names)
        write("life", diagrams.life(), names)
        if not names or {"terminal", "board"} & set(names):
            for name, text in terminal.pictures(Path(folder) / "terminal").items():
                write(name, text, names)
        if not names or "trading" in names:
            shown = terminal.market(Path(folder) / "trading")
            write("trading", terminal.drawn(shown), names)
        if "first-minutes" in names or (not names and REAL_MODELS):
            if REAL_MODELS is None:
                raise SystemExit("the embedded model is not here: run `assistant models pull`")
            screen = terminal.first_minutes(Path(folder) / "first-minutes", REAL_MODELS)
            write("first-minutes", terminal.drawn(screen), names)


def write(name: str, text: str, names: list[str]) -> None:
    if not names or name in names:
        (FOLDER / f"{name}.svg").write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
