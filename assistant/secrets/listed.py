"""Digits beside their name, and the lists of codes and of words that an account was given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from assistant.secrets import values
from assistant.secrets.scan import Named, Scan
from assistant.secrets.ways import any_of

LONGEST_BLOCK = 4_000
"""Characters after the name of codes or words that may be a list of them."""
FEWEST_WORDS = 5
LONGEST_CVV = 4

_DIGITS = re.compile(r"#?\d(?:[ .-]?\d){2,11}(?!\w)[#*]?")
_DIGITS_NEAR = re.compile(r"[\s:=,\"'|*`()#-]{1,8}")
_NUMBER = re.compile(
    r"(?:[A-Z]{1,4}[ .-]?|[a-z]{1,4})?\d(?:[ .-]?\d|[ .-]?[A-Z](?![a-z])|[a-z](?![a-z])){4,32}(?!\w)"
)
_ACCOUNT = re.compile(r"\d(?:[ -]?\d){7,33}(?![\w.])")
_CARD = re.compile(r"\d(?:[ .-]?\d){11,18}(?!\w)")
_CODE = re.compile(
    r"[\s,;/*•\"'\[\]`|-]{0,8}(?:\d{1,2}[.)][ ]+)?(?:y |and )?"
    r"(?P<code>[A-Za-z0-9]{3,20}(?:[-–#][A-Za-z0-9]{2,10}){0,6}|\d{3,6}(?: \d{3,6})(?!\w))(?![\w@/])"
)
_CODES_BEGIN = re.compile(
    r"[^\n:=\[]{0,80}?(?:[:=\[]|\n|[ ](?:is|are|es|son|to|a|now|ahora)[ ](?=\S*\d)|[, ]{1,2}(?=#?\d[\d #*-]{2,}))"
)
_DASHED_WORDS = re.compile(r"[a-z]{3,8}(?:-[a-z]{3,8})+")
_LOCK = re.compile(r"#?\d[\d #*-]{1,14}[\d#*]|\d{3,12}")
_WORD = re.compile(r"[\s,;\"'|*-]{0,4}(?:\d{1,2}[.):]?[ \t]{0,3})?([^\W\d_]{2,12})(?![\w'’])")
_WORDS_BEGIN = re.compile(r"[^\n:=(]{0,60}?(?:[:=(\n]|[ ](?:is|are|es|son)[ ])")
_LIST_ENDS = re.compile(r"[ \t]*(?:$|[\n.,;!\"')])")
_PURPOSE = re.compile(r"(?P<purpose>(?:[ ][a-z]{1,14}){1,8})[ ](?=#?\d{3})")
_DIGITS_OF = {"digits": _DIGITS, "number": _NUMBER, "account": _ACCOUNT, "card": _CARD}
_ASIDE = re.compile(r"[^\n\d]{0,40}?[,:][ ]")


def numbers_after(source: Scan, found: Named) -> Iterator[tuple[int, int]]:
    """A PIN, an identity number, an account: digits beside their name, or linked to it."""
    text, low, words = source
    takes = found.name.takes
    pattern = _DIGITS_OF[takes]
    places = [
        _DIGITS_NEAR.match(text, found.end),
        _linked(source, found),
        _ASIDE.match(low, found.end),
        words.entering.match(low, found.end) if takes == "digits" else None,
        _of_a_lock(source, found) if takes == "digits" else None,
    ]
    for place in filter(None, places):
        start = place.end()
        while start < len(text) and text[start] in "\"'`*([":
            start += 1
        value = pattern.match(text, start)
        if value and not words.units.match(low, value.end()):
            digits = sum(c.isdigit() for c in value.group())
            if digits >= (5 if takes == "number" else 3) and not (
                found.name.kind == "cvv" and digits > LONGEST_CVV
            ):
                yield value.span()
                return


def _linked(source: Scan, found: Named) -> re.Match[str] | None:
    """What leads from the name to its number; "in 2019" does not."""
    low, words = source.low, source.words
    linked = words.linked.match(low, found.end)
    if linked and linked["loose"] not in (None, "as", "como", "like"):
        return linked if words.changing.search(low, max(0, found.start - 60), found.start) else None
    return linked


def _of_a_lock(source: Scan, found: Named) -> re.Match[str] | None:
    """What the number opens: "the pin of the garage door 2580"."""
    purpose = _PURPOSE.match(source.low, found.end)
    return purpose if purpose and _locks().search(purpose["purpose"]) else None


@cache
def _locks() -> re.Pattern[str]:
    return re.compile(any_of("doors", "accounts"))


def codes_after(source: Scan, found: Named) -> Iterator[tuple[int, int]]:
    """One code of a door, or the list of codes that an account was given."""
    text = source.text
    begin = _CODES_BEGIN.match(source.low, found.end)
    near = _DIGITS_NEAR.match(text, found.end)
    for place in filter(None, (near, begin)):
        if lock := _LOCK.match(text, place.end()):
            yield lock.span()
    if begin is None:
        return
    at, most = begin.end(), found.end + LONGEST_BLOCK
    spans: list[tuple[int, int]] = []
    while at < most and (code := _CODE.match(text, at)):
        value = code["code"]
        if value.isalpha() or not (
            any(c.isdigit() for c in value) or _DASHED_WORDS.fullmatch(value)
        ):
            break
        spans.append(code.span("code"))
        at = code.end()
    if len(spans) > 1 or (spans and values.odd(text[slice(*spans[0])])):
        yield from spans


def words_after(source: Scan, found: Named) -> Iterator[tuple[int, int]]:
    """The words of a phrase that gives a wallet back."""
    text = source.text
    begin = _WORDS_BEGIN.match(source.low, found.end)
    if begin is None:
        return
    at, most = begin.end(), found.end + LONGEST_BLOCK
    first = last = count = 0
    while at < most and (word := _WORD.match(text, at)):
        first = first or word.start(1)
        last, count, at = word.end(1), count + 1, word.end()
    announced = begin.group()[-1] in ":=" or count >= 11
    if count >= FEWEST_WORDS and (announced or _drawn(source, first, last)):
        yield first, last


def _drawn(source: Scan, begin: int, end: int) -> bool:
    """Whether words after a verb are no sentence: none of them a small one, and nothing after."""
    said = source.low[begin:end].split()
    if not _LIST_ENDS.match(source.text, end) or values.predicate(said[0]):
        return False
    return source.words.not_values.isdisjoint(said)
