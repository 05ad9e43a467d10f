"""A value that stands later in the clause than right after its name: behind what it is ("the pin is
my mother's year of birth, 1957"), before how it is written ("12 de octubre todo junto"), or said in
words ("three one eight")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from assistant.secrets import values
from assistant.secrets.following import names_another
from assistant.secrets.scan import Named, Scan, letters
from assistant.secrets.ways import NO_END, any_of

FEWEST_SAID = {"cvv": 3, "code": 3}
"""Digits that numbers in words must be at least, by the kind of the name."""
FEWEST_OTHERS = 4
"""The same of any other name; and the words that a card must have."""
FEWEST_WORDS = 3

_KINDS = ("password", "passphrase", "pin", "code")
_SAID = ("any", "own", "digits", "number", "account", "card", "codes")
_FIGURES = re.compile(r"#?\d{3,12}[#*]?|\d{1,2}(?:-\d{1,2}){2,5}")
_PLATE = re.compile(
    r"\d{3,5}[ -]?[A-Z]{2,3}(?!\w)|[A-Z]{1,3}[ -]?\d{3,5}(?:[ -]?[A-Z]{1,2})?(?!\w)"
)
_BARE = re.compile(r"[^\s,;]{4,60}")
_CLAUSE_ENDS = re.compile(r"[\"'`)]{0,2}[ \t]*(?:$|[\n,;)]|[.!](?:\s|$))")
_TOLD = re.compile(r"[:=]|(?<!\w)(?:is|are|es|son|ahora|now)(?!\w)")


def described_after(source: Scan, found: Named) -> Iterator[tuple[int, int]]:
    """The spans of values that a name announces and words part from it."""
    if names_another(source, found):
        return
    if found.name.takes in _SAID and (span := _said(source, found)):
        yield span
    if found.name.kind not in _KINDS:
        return
    linked = source.words.linked.match(source.low, found.end)
    if linked is None or linked["loose"] or linked["denied"]:
        return
    marked = bool(linked["mark"] or linked["mark2"])
    about = letters(linked["purpose"] or linked["aside"] or "")
    if not source.words.about.isdisjoint(about):
        return
    owned = found.possessed or not source.words.locked.isdisjoint(about)
    if found.name.takes == "own" and not (owned or marked):
        return
    if span := _behind(source, found, linked.end()) or _spelled(source, linked.end()):
        yield span


def _behind(source: Scan, found: Named, at: int) -> tuple[int, int] | None:
    """After what the value is, at the end of the clause."""
    description = _description().match(source.low, at)
    if description is None:
        return None
    text, at = source.text, description.end()
    patterns = (_FIGURES,) if found.name.takes == "digits" else (_PLATE, _FIGURES, _BARE)
    for pattern in patterns:
        value = pattern.match(text, at)
        if value is None or not _CLAUSE_ENDS.match(text, value.end()):
            continue
        begin, end = values.trimmed(text, *value.span())
        if values.odd(text[begin:end]) or pattern is not _BARE:
            return begin, end
    return None


def _spelled(source: Scan, at: int) -> tuple[int, int] | None:
    """Before how it is to be written, which goes with it."""
    match = _spelling().match(source.low, at)
    if match is None:
        return None
    rest = re.sub(any_of("spelled"), " ", match["value"])
    said = re.findall(r"\w{2,}", rest)
    if not said or values.predicate(said[0]) or source.words.not_values.issuperset(said):
        return None
    return match.span()


def _said(source: Scan, found: Named) -> tuple[int, int] | None:
    """Numbers in words, as many digits as the kind has at least."""
    low, takes = source.low, found.name.takes
    match = _spoken().match(low, found.end)
    if (
        match is None
        or low.endswith("pins", found.start, found.end)
        or source.words.units.match(low, match.end())
    ):
        return None
    if takes == "own" and not _TOLD.search(low, found.end, match.start("run")):
        return None
    run = re.findall(r"[a-z]+", match["run"])
    single = sum(bool(_digit().fullmatch(word)) for word in run)
    tens = sum(word not in ("y", "and") for word in run) - single
    least = FEWEST_SAID.get(found.name.kind, FEWEST_OTHERS)
    words = FEWEST_OTHERS if takes == "card" else FEWEST_WORDS
    enough = single + 2 * tens >= least and single + tens >= words
    return match.span("run") if enough else None


@cache
def _description() -> re.Pattern[str]:
    return re.compile(
        rf"{any_of('articles')}[ ][^\n.;,:?!\d]{{2,80}}(?:,|:|[ ][-–—]|[ ](?=\())[ ]?\(?(?:o sea,?[ ]|es decir,?[ ]|that is,?[ ])?"
    )


@cache
def _spelling() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<value>{NO_END}{{3,80}}?)(?:[ ,(]{{1,3}}(?:(?:y|and)[ ])?{any_of('spelled')}){{1,4}}"
    )


@cache
def _digit() -> re.Pattern[str]:
    return re.compile(any_of("digits"))


@cache
def _spoken() -> re.Pattern[str]:
    number = any_of("digits", "numbers")
    return re.compile(
        rf"\??[^\n.;?!\d]{{0,50}}?(?P<run>{number}(?:[ ,-]{{1,2}}(?:(?:y|and)[ ])?{number}){{2,40}})"
    )
