"""Live a week: ``python -m tests.week LIFE [--model scripted] [--days N] [--home DIR] [--show]``.

Prints what is lived and at the end what came of it; status 1 where a check failed. In the folder
stay the home, the page of ``assistant stats --html`` and ``prompts.txt``, the memory block of every
request. Without ``--model scripted`` the embedded
model answers, in few words: `assistant models pull` fetches it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from tests.conftest import REAL_MODELS
from tests.servers.scripted import ScriptedServer
from tests.week.desk import Desk
from tests.week.life import Life, Tally
from tests.week.script import days_of

FOLDER = Path(__file__).parent


class Setting(NamedTuple):
    """Who lives where: the language, the first instant, a Monday's, and the time zone; ``pack`` is
    the one whose profile is looked at, which the person switches on."""

    language: str
    begins: str
    zone: str
    pack: str = ""


LONDON, CHICAGO = "Europe/London", "America/Chicago"
BUENOS_AIRES = "America/Argentina/Buenos_Aires"
LIVES = {
    "en": Setting("en", "2026-03-02T06:00:00+00:00", LONDON),
    "es": Setting("es", "2026-03-02T02:00:00-03:00", BUENOS_AIRES),
    "trader-en": Setting("en", "2026-03-02T06:00:00-06:00", CHICAGO, "trading"),
    "trader-es": Setting("es", "2026-03-02T06:00:00-03:00", BUENOS_AIRES, "trading"),
}
MEAN = 2300
"""Tokens that the prompts of a life may have on average."""
REPLY_TOKENS = 40
"""Of the embedded model: a week is to be lived in minutes."""
GROWTH = 1.25
"""A day's mean prompt may be so much larger than those of the days before it."""


def live(
    name: str, folder: Path, *, scripted: bool, days: int | None, tell: Callable[[str], object]
) -> Tally:
    """The first ``days`` of a life, or all of it; its files stay in ``folder``."""
    lived = LIVES[name]
    with ExitStack() as stack:
        server = stack.enter_context(ScriptedServer()) if scripted else None
        if server is None and REAL_MODELS is None:
            raise SystemExit("the embedded model is not here: run `assistant models pull`")
        desk = Desk(
            folder,
            scripted=server,
            models=None if scripted else REAL_MODELS,
            zone=lived.zone,
            reply=REPLY_TOKENS,
        )
        desk.set_clock(datetime.fromisoformat(lived.begins))
        desk.lay_out(FOLDER / name / "desk")
        life = Life(desk, lived.language, tell, lived.pack)
        for day in days_of(FOLDER / name)[:days]:
            life.live(day)
        status, said = desk.shell(f"assistant stats --html {folder / 'stats.html'}")
        life.tally.judge("the end", "stats --html", "" if status == 0 else said)
        means = [sum(sizes) / len(sizes) for sizes in life.tally.tokens.values() if sizes]
        for number, mean in enumerate(means[2:], 2):
            grew = mean > GROWTH * max(means[:number])
            life.tally.judge("the end", "the prompt does not grow", f"{means}" if grew else "")
        mean = life.tally.mean
        why_not = f"{mean:.0f} tokens" if mean > MEAN else ""
        life.tally.judge("the end", f"at most {MEAN} tokens on average", why_not)
        return life.tally


def report(tally: Tally, seconds: float) -> str:
    """What came of it, on one screen."""
    lines = [f"{'day':16}{'requests':>9}{'mean':>7}{'largest':>9}   tokens of a prompt"]
    for day, sizes in tally.tokens.items():
        if sizes:
            mean = sum(sizes) / len(sizes)
            lines.append(f"{day:16}{len(sizes):9}{mean:7.0f}{max(sizes):9}")
    lines += [
        f"{'all':16}{sum(map(len, tally.tokens.values())):9}{tally.mean:7.0f}",
        f"turns lived        {tally.turns} in {seconds / 60:.1f} minutes",
        f"facts written      {tally.noted}, superseded {tally.superseded}, forgotten or taken back {tally.forgotten}",
        f"crashes survived   {tally.crashes}",
        f"checks held        {tally.held}, failed {sum(map(len, tally.failed.values()))}",
    ]
    for name, places in tally.failed.items():
        lines += [f"- {name} ({len(places)})", *(f"    {place[:400]}" for place in places[:3])]
    wishes = {name: list(filter(None, places)) for name, places in tally.wishes.items()}
    open_ = {name: places for name, places in wishes.items() if places}
    lines.append(f"wished for          {len(wishes)}, not yet: {len(open_)}")
    lines += [f"- {name}: {places[0].partition(':')[0]}" for name, places in open_.items()]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.week", description=__doc__)
    parser.add_argument("life", choices=sorted(LIVES))
    parser.add_argument("--model", choices=("embedded", "scripted"), default="embedded")
    parser.add_argument("--days", type=int)
    parser.add_argument("--home", type=Path, help="a new folder to live in, kept afterwards")
    parser.add_argument("--show", action="store_true", help="every line as it is lived")
    options = parser.parse_args(arguments)
    folder = options.home or Path(tempfile.mkdtemp(prefix="week-"))
    tell = sys.stderr.write if options.show else (lambda _: None)
    began = time.monotonic()
    tally = live(
        options.life, folder, scripted=options.model == "scripted", days=options.days, tell=tell
    )
    print(report(tally, time.monotonic() - began))
    print(f"to be read: {folder / 'stats.html'} and {folder / 'prompts.txt'}")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
