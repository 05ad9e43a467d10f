"""How a day is written, and how it is read.

    # prose                     for who reads; nothing happens
    @ 09:30                     the clock; also "@ +3 days 09:30"
    1$ assistant chat           terminal 1 (or 2) starts something to talk with
    > words                     typed there, in the terminal used last; "2> words" in terminal 2
    < words                     what a scripted model answers; the embedded one has its own words
    < call notes-add {"note": …}  the scripted model calls a tool before it answers
    $ assistant ask "…"         a command line of the shell, to its end
    ! the model is down         until "! the model is up"

Indented lines say what must come of the line above, one thing each::

    noted: words                a fact with these words is noted; "noted nothing"
    replaced: words             one with these is superseded, and no other; it never enters a prompt
                                again. "replaced nothing" holds of every line without it
    confirmed: words            one with these is renewed, without a second row
    forgot: words               from now on these words are in no prompt, no fact and no file
    took back: words            the fact is no more (undo)
    says: words                 on the screen (or stdout and stderr) after it; "says not: words"
    recalls: words              in the memory block of the request: facts, summaries, state
    knows: words                there or in the window
    knows not: words            not among its facts; "sent not: words": nowhere in memory or window
    source: model               who answered: model, memory, cache, dedup or nobody
    status: 0                   the exit status of a command
    always: words               from now on in every request, as a fact or in the window, until
                                "no longer: words"
    never noted: words          no fact ever has these words
    section: trading.now        the request has that section; "section not: trading.now"
    profile: style = words      the life's pack has learned a value with these words in that field,
                                as "key: value" in a table; "profile not: style = words"
    favourite: GGAL             exactly this is among its favourites; "not favourite: GGAL"
    unlearned: notes = words    it was learned and is no more; from now on these words are in no
                                prompt and no file
    answers: y                  typed when the program asks something back
    killed: mid-reply           kill -9 while the answer comes; "killed: mid-write", as it is kept

After ``wish`` stands what should come of it and does not yet: the report tells it apart. After
``scripted`` stands what needs the answer of the script: the embedded model calls no tools, and its
answers may be cut, and are not kept then.
Words are compared without case and with blanks as one; ``a / b`` means a or b.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

Kind = Literal["clock", "open", "type", "shell", "fault"]
When = Literal["always", "wish", "scripted"]
"""Whether an expectation is one, but a wish, or one of a scripted model alone."""
MANNERS = ("answers", "killed")
"""What is said of how a thing is done, not of what comes of it."""
EXPECTED = (
    *(
        "noted nothing",
        "noted",
        "replaced nothing",
        "replaced",
        "confirmed",
        "forgot",
        "took back",
        "says not",
        "says",
    ),
    *("sent not", "knows not", "knows", "recalls", "source", "status", "always", "no longer"),
    *("never noted", "section not", "section", "profile not", "profile"),
    *("not favourite", "favourite", "unlearned", *MANNERS),
)
_ACTION = re.compile(r"(?P<at>@)|(?P<open>[12])\$|(?P<type>[12]?)>|(?P<shell>\$)|(?P<fault>!)")
_CLOCK = re.compile(r"(?:\+(\d+) days? )?(\d\d):(\d\d)")

_Line = tuple[str, str]
"""Where it stands, and what it says."""


class Misspelt(ValueError):
    """A line that means nothing; the place and the line."""


@dataclass(frozen=True, slots=True)
class Expectation:
    kind: str
    words: str
    place: str
    when: When = "always"

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}" if self.words else self.kind


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done. ``days`` and ``text`` (hh:mm) are the clock's where it is one."""

    kind: Kind
    text: str
    place: str
    terminal: int = 0  # 0: the one used last
    days: int = 0
    reply: str = ""
    expected: tuple[Expectation, ...] = ()
    manners: tuple[tuple[str, str], ...] = ()

    def manner(self, name: str) -> str:
        return dict(self.manners).get(name, "")


@dataclass(frozen=True, slots=True)
class Day:
    name: str
    steps: tuple[Step, ...]


def days_of(folder: Path) -> list[Day]:
    """The days of a life, in the order of their files' names."""
    return [read(path.stem, path.read_text("utf-8")) for path in sorted(folder.glob("*.txt"))]


def read(name: str, text: str) -> Day:
    """Raises Misspelt."""
    blocks: list[list[_Line]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        written = (f"{name}:{number}", line)
        if not line.startswith((" ", "<")):
            blocks.append([written])
        elif blocks:
            blocks[-1].append(written)
        else:
            raise Misspelt(f"{written[0]}: nothing stands before {line!r}")
    return Day(name, tuple(_step(*block) for block in blocks))


def _step(action: _Line, *about: _Line) -> Step:
    place, line = action
    found = _ACTION.match(line)
    if not found:
        raise Misspelt(f"{place}: {line!r} is no action")
    said = [line[1:].strip() for _, line in about if line.startswith("<")]
    expected = [_expectation(*line) for line in about if not line[1].startswith("<")]
    step = Step(
        "type",
        line[found.end() :].strip(),
        place,
        terminal=int(found["open"] or found["type"] or 0),
        reply="\n".join(said),
        expected=tuple(e for e in expected if e.kind not in MANNERS),
        manners=tuple((e.kind, e.words) for e in expected if e.kind in MANNERS),
    )
    if found["at"]:
        clock = _CLOCK.fullmatch(step.text)
        if not clock:
            raise Misspelt(f"{place}: {step.text!r} is no time")
        return replace(step, kind="clock", days=int(clock[1] or 0), text=f"{clock[2]}:{clock[3]}")
    if found["open"]:
        return replace(step, kind="open")
    return replace(step, kind="shell" if found["shell"] else "fault" if found["fault"] else "type")


def _expectation(place: str, line: str) -> Expectation:
    line, when = line.strip(), "always"
    for only in ("wish", "scripted"):
        if line.startswith(f"{only} "):
            line, when = line.removeprefix(f"{only} "), only
    kind = next((k for k in EXPECTED if line == k or line.startswith(f"{k}:")), None)
    if kind is None:
        raise Misspelt(f"{place}: {line!r} expects nothing that is known")
    return Expectation(
        kind, line.removeprefix(kind).removeprefix(":").strip(), place, cast(When, when)
    )
