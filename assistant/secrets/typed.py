"""What one types to get in, without a name of a secret: "to get into the bank I type X",
"use X for the database", "root / X"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from assistant.secrets import values
from assistant.secrets.base import Secret
from assistant.secrets.values import trimmed
from assistant.secrets.ways import any_of, numbered
from assistant.text.folding import fold_in_place

LIKELY = re.compile(r"[^\W\d]-?\d|\d[^\W\d]|[!#$%^&*+~=?]\w")
"""In every value that can be found here; most texts have none."""
_LOOK_BACK = 80
_SIGN = re.compile(r"[!#$%^&*+~=?](?=.)")
_NO_PASSWORD = re.compile(r"[./:@\\()<>{}\[\]|]")
_LETTERS = re.compile(r"[a-z]{3}")
_INSIDE = re.compile(r"[a-z]\d+[a-z_-]")
"""A figure among letters, as in "p3anut"."""
_BEHIND = re.compile(r"[a-z]{4,}[_-]?\d{2,}[!#*?]*")
_BARE = re.compile(r"\S{6,60}")
_WHO = re.compile(
    r"[^\s,;/]{2,40}(?:[ ]?[/,]|[ ](?:y|and|luego|then|despues)(?:[ ](?:luego|despues|then))?)[ ]"
)
_PAIR = re.compile(
    r"(?:^|[\n:,;(]|[ ]-)[ \t]{0,4}(?P<who>[a-z][\w.@-]{1,40})[ \t]{1,2}[/|][ \t]{1,2}"
    r"(?P<value>\S{6,40}?)(?=[ \t]*(?:$|[\n,;)]|[.!](?:\s|$)))",
)


def find_typed(text: str) -> Iterator[Secret]:
    """No word of a language, beside the verb that enters it and the account that it opens; or
    behind the user whom it lets in."""
    if not LIKELY.search(text):
        return
    low = fold_in_place(text)
    for verb in _entering().finditer(low):
        who = _WHO.match(low, verb.end())
        for at in filter(None, (verb.end(), who and who.end())):
            span = typed_at(text, at)
            if span and _opens(low, verb.start(), span[1]):
                yield Secret(span, "password")
    for pair in _PAIR.finditer(low):
        if _signs_in(text, low, pair):
            yield Secret(trimmed(text, *pair.span("value")), "password")


def typed_at(text: str, at: int) -> tuple[int, int] | None:
    """The span of a password that begins there."""
    bare = _BARE.match(text, at)
    span = trimmed(text, *bare.span()) if bare else (at, at)
    return span if _is_typed(text[slice(*span)]) else None


def _is_typed(value: str) -> bool:
    """A password as people make one, and no version or number of a thing ("postgres15")."""
    return _is_made(value) and not numbered().fullmatch(fold_in_place(value))


def _is_made(value: str) -> bool:
    """Letters with figures among or behind them, or a sign; no quantity and no path."""
    low = fold_in_place(value)
    if len(value) < 6 or not _LETTERS.search(low) or _NO_PASSWORD.search(value):
        return False
    if values.placeholder(value) or values.code(value):
        return False
    return bool(_INSIDE.search(low) or _BEHIND.fullmatch(low) or _SIGN.search(value))


def _opens(low: str, begin: int, end: int) -> bool:
    """Whether the clause around says what account it opens."""
    if _to_account().match(low, end):
        return True
    clause = re.split(r"[\n.;?!](?=\s)", low[max(0, begin - _LOOK_BACK) : begin])[-1]
    return _account().search(clause) is not None


def _signs_in(text: str, low: str, pair: re.Match[str]) -> bool:
    """The second of "root / X": behind the name of anybody its figures stand among the letters."""
    value = text[slice(*pair.span("value"))]
    if _user().fullmatch(pair["who"]):
        return _is_made(value)
    if not _is_typed(value):
        return False
    before = low[max(0, pair.start() - _LOOK_BACK) : pair.start() + 1]
    if _accessed().search(before):
        return True
    return len(value) >= 7 and not value.isupper() and bool(_INSIDE.search(fold_in_place(value)))


@cache
def _entering() -> re.Pattern[str]:
    return re.compile(rf"{any_of('entering')}[ ](?:{any_of('adverbs')}[ ])?(?=\S)")


@cache
def _to_account() -> re.Pattern[str]:
    return re.compile(
        rf"[\"'`»”)]{{0,2}}(?:[ ](?:from now on|siempre|always|cada vez))?[ ,]{{1,2}}{any_of('prepositions')}[ ]"
        rf"(?:[^\s.,;]{{1,12}}[ ]){{0,3}}?{any_of('accounts')}"
    )


@cache
def _account() -> re.Pattern[str]:
    return re.compile(any_of("accounts"))


@cache
def _user() -> re.Pattern[str]:
    return re.compile(any_of("users"))


@cache
def _accessed() -> re.Pattern[str]:
    return re.compile(any_of("access", "accounts"))
