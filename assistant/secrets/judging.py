"""Whether what stands beside a name is the secret that the name announces."""

from __future__ import annotations

import re
from typing import Literal

from assistant.secrets import values
from assistant.secrets.scan import Named, Scan, account_before

Manner = Literal["code", "flag", "marked", "linked", "loose", "near", "comma"]
"""How a value stands beside its name: assigned in code, behind the flag of a command, marked by a
colon, linked by a verb, loosely by a preposition, near it with nothing between, or as the next
argument of a call. The less that says, the more the value has to look like one."""

LONG_ENOUGH = 6
FEWEST_QUOTED = 3
"""Words in quotes that are a phrase whatever they say."""
_ENCODED = re.compile(r"[A-Za-z0-9]+|[A-Za-z0-9+/_-]{38,}={0,2}|[A-Za-z0-9+/]{20,}=")
_DASHED = re.compile(r"[^\W\d_]{3,}(?:[-_.][^\W\d_]{3,}){2,}")
_IDENTIFIER = re.compile(r"[A-Z\d]+(?:[-/.][A-Z\d]+)*")
_TIME = re.compile(r"(?:[01]?\d|2[0-3])[:.h]?[0-5]\d")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_SIGNS_IN = re.compile(r"log ?-?ins?")
_ODD_SIGN = re.compile(r"\d|[!@#$%^&*+~=?]")
_SIGN_INSIDE = re.compile(r"[^\W\d_][!#^][^\W\d_]")
"""A mark between letters that neither code nor addresses put there: "Jiaca!leibia"."""


def is_value(
    source: Scan, begin: int, end: int, found: Named, *, how: Manner, quoted: bool
) -> bool:
    """``begin`` and ``end``: where it stands; ``quoted``: in quotes."""
    text, low, words = source
    value, word, takes = text[begin:end], low[begin:end].rstrip("!?"), found.name.takes
    told = quoted and how == "code"
    if len(value) < (1 if takes == "any" and (quoted or how == "code") else 3):
        return False
    if values.placeholder(value) or (word in words.not_values and not told):
        return False
    if not quoted and values.code(value):
        return False
    if value[0] == "-" and how in ("near", "loose"):
        return False
    if value[0].isdigit() and words.units.match(low, end):
        return False
    if takes == "phrase":
        if dashed_phrase(value) or (quoted and len(value.split()) >= FEWEST_QUOTED):
            return True
        return how not in ("near", "loose") and _is_phrase(source, begin, word.split())
    if takes == "drawn":
        return len(value) >= 20 and values.opaque(value) and bool(_ENCODED.fullmatch(value))
    if takes == "opaque":
        return _is_opaque(value, how, quoted)
    return _is_password(source, begin, end, found, how, quoted)


def dashed_phrase(value: str) -> bool:
    """Words drawn by lot and joined: "gato-manta-luna-trece"."""
    return bool(_DASHED.fullmatch(value))


def _is_phrase(source: Scan, begin: int, said: list[str]) -> bool:
    """ "correct horse magnet staple" is one, "too long to remember" is not."""
    not_values = source.words.not_values
    idle = sum(word in not_values for word in said)
    first = said[0].rstrip(",")
    if values.odd(first) or values.made_up(first):
        return True
    alone = source.words.goes_on.match(source.low, begin + len(first))
    if alone and first not in not_values and not values.predicate(first):
        return True
    if values.predicate(said[0]) and len(said) > 1 and said[1] in not_values:
        return False
    return idle == 0 or ((said[0] not in not_values or len(said) >= 3) and 3 * idle <= len(said))


def _is_opaque(value: str, how: Manner, quoted: bool) -> bool:
    """A key or a token. The less the place says, the more the value has to."""
    if how in ("near", "loose"):
        return values.drawn(value)
    if values.opaque(value):
        return True
    mixed = any(c.isalpha() for c in value) and any(c.isdigit() for c in value)
    mixed = mixed or bool(_SIGN_INSIDE.search(value))
    if how in ("code", "flag", "marked", "comma") and len(value) >= LONG_ENOUGH and mixed:
        return values.odd(value)
    if not quoted or how != "code" or " " in value:
        return False
    capitals = any(c.isupper() for c in value) and value != value.capitalize()
    return (len(value) >= 12 and capitals) or (len(value) >= 8 and values.made_up(value))


def _is_password(
    source: Scan, begin: int, end: int, found: Named, how: Manner, quoted: bool
) -> bool:
    """A password may be any word: then the sentence, or the line, must end with it."""
    text, low, words = source
    value, word = text[begin:end], low[begin:end].rstrip("!?")
    any_value, is_odd = found.name.takes == "any", values.odd(value)
    if found.name.takes == "clock" and (_TIME.fullmatch(value) or not _ODD_SIGN.search(value)):
        return False  # "the alarm's a SimpliSafe"
    if _ADDRESS.fullmatch(value) and _SIGNS_IN.search(low, found.start, found.end):
        return False  # who signs in, and not with what
    if found.thing and not any_value and _IDENTIFIER.fullmatch(value):
        return False  # "la clave de la materia es MAT-204"
    if how in ("near", "loose", "comma"):
        if quoted and any_value and how == "near":
            return True
        letters = any(c.isalpha() for c in value)
        return is_odd and len(value) >= 4 and bool(_ODD_SIGN.search(value)) and letters
    if is_odd:
        return len(value) >= 4 or how == "code"
    if quoted or how == "flag":
        return any_value or how in ("code", "flag") or found.possessed
    if not (any_value or found.possessed or (how == "code" and found.upper)):
        if how != "code" or values.predicate(word):
            return False
        signs_in = account_before(source, found) is not None
        return _is_field(text, begin, end, found) or (signs_in and values.made_up(value))
    if how == "code" and not (values.plain(value) and text[begin - 1] == " "):
        return True
    if not values.plain(value.rstrip("!?")):
        return True
    ends = words.goes_on.match(low, end) or (
        how == "code" and found.start != 0 and text[begin - 1] != " "
    )
    return bool(ends and not values.predicate(word)) or values.made_up(value)


def _is_field(text: str, begin: int, end: int, found: Named) -> bool:
    """ "Pass: letmein": the name begins the line and the value ends it."""
    return (
        text[max(0, found.start - 1) : found.start] in ("", "\n")
        and text[end : end + 1] in ("", "\n")
        and "\n" not in text[found.end : begin]
    )
