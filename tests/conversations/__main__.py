"""Hold a conversation and write it down: ``python -m tests.conversations {en,es} [--typed FILE]``.

What is typed stands in ``en.txt`` and ``es.txt``; the program runs in a terminal with the embedded
model and a new home. The page under ``docs/conversations`` holds each turn whole, as it came.
"""

from __future__ import annotations

import argparse
import tempfile
from datetime import datetime
from pathlib import Path

import pyte

from tests.conftest import REAL_MODELS
from tests.week.desk import READY, Desk, Seat, after

FOLDER = Path(__file__).parent
PAGES = FOLDER.parents[1] / "docs" / "conversations"
BEGINS = "2026-11-23T09:00:00+00:00"
ZONES = {"en": "Europe/London", "es": "America/Argentina/Buenos_Aires"}
MINUTES = 2
"""That pass between two turns, for ages and windows."""
COLUMNS, ROWS = 120, 500
HEADS = {
    "en": "# Forty turns in English\n\nThe embedded model, a new home, nothing edited: "
    "`python -m tests.conversations en`.",
    "es": "# Cuarenta turnos en castellano\n\nEl modelo embebido, una memoria nueva, nada "
    "retocado: `python -m tests.conversations es`.",
}


def hold(language: str, lines: list[str], folder: Path) -> list[tuple[str, str]]:
    """Each line typed, with what the terminal showed until the next prompt."""
    desk = Desk(folder, scripted=None, models=REAL_MODELS, zone=ZONES[language], reply=80)
    desk.set_clock(datetime.fromisoformat(BEGINS))
    seat = desk.sit_down("assistant chat")
    turns = []
    for line in lines:
        desk.pass_(minutes=MINUTES)
        typed, _, answer = line.partition("\t")
        turns.append((typed, shown(seat, typed, answer)))
    seat.leave()
    return turns


def shown(seat: Seat, line: str, answer: str) -> str:
    """What stands on the screen below the line once it was answered; ``answer`` is typed to a
    question that the program asks back (a tab stands before it in the file)."""
    before = len(seat.raw)
    seat.say(line, answer)
    screen = pyte.Screen(COLUMNS, ROWS)
    pyte.Stream(screen).feed(after(seat.raw[before:]).partition(READY)[0])
    return "\n".join(row.rstrip() for row in screen.display).strip("\n")


def page(language: str, turns: list[tuple[str, str]]) -> str:
    """The conversation as Markdown."""
    said = "\n\n".join(f"> {typed}\n\n```text\n{shown}\n```" for typed, shown in turns)
    return f"{HEADS[language]}\n\n{said}\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.conversations")
    parser.add_argument("language", choices=sorted(ZONES))
    parser.add_argument("--typed", type=Path, help="other lines to type; the page is printed")
    chosen = parser.parse_args()
    if REAL_MODELS is None:
        raise SystemExit("the embedded model is not here: run `assistant models pull`")
    typed = chosen.typed or FOLDER / f"{chosen.language}.txt"
    lines = typed.read_text("utf-8").splitlines()
    with tempfile.TemporaryDirectory() as folder:
        written = page(chosen.language, hold(chosen.language, lines, Path(folder)))
    if chosen.typed:
        print(written)
    else:
        PAGES.mkdir(exist_ok=True)
        (PAGES / f"{chosen.language}.md").write_text(written, "utf-8")


if __name__ == "__main__":
    main()
