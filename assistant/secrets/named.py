"""Secrets beside their name: "my password's X", ``DB_PASSWORD=X``, "X is the wifi password".

A name is found first; then the few words after it, or before it, say whether a value stands there.
What may be one depends on the name (``takes``): beside "password" any word, beside "token" only
what looks drawn by lot, beside "PIN" digits. No look goes further than a line or a block of codes,
so that the whole is linear in the length of the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from assistant.secrets import values
from assistant.secrets.base import BLOT, Secret, folded
from assistant.secrets.values import trimmed
from assistant.secrets.vocabulary import Name, Vocabulary, vocabulary

LOOK_BACK = 160
"""Characters before a name in which its value may stand."""
LONGEST_BLOCK = 4_000
"""Characters after the name of codes or words that may be a list of them."""

LONGEST_WORD = 400
"""Characters by which a value without spaces is judged; one that goes on is taken whole."""

_JOINED_BEFORE = re.compile(r"[\w$-]{0,60}\Z")
_JOINED_AFTER = re.compile(r"(?:[\w-]{0,48}\w)?")
_PARTS = re.compile(r"[a-z]+|\d+|[A-Z]+(?![a-z])|[A-Z][a-z]*", re.ASCII)
_ASSIGNED = re.compile(
    r"[\"'`\]]{0,3}(?:[ \t]{0,12}(?::=|=>|->|==?)|[ \t]{0,12}:(?=[\s\"'`\[])|:)[ \t]{0,8}"
    r"(?:[|>]-?[ \t]{0,2}(?=\n))?(?:\n[ \t]{1,12})?"
)
_FUNCTION_ARGUMENT = re.compile(
    r"[\"'`][ \t]{0,2}(?:,|value[ ]?=|content[ ]?=)[ \t]{0,2}(?=[\"'`])"
)
_DEFAULT = re.compile(r":?[-=]([^}\s]{1,200})\}")
_CELL = re.compile(r"[ \t*`_]{0,6}\|[ \t]{0,6}")
_ANSWERED = re.compile(
    r"[^\n:=]{0,60}\n(?:\[[^\]\n]{1,24}\][ ]?)?(?:[\w ]{1,24}:[ ])(?=\S{4,60}[ \t]*(?:\n|$))"
)
_NEXT_LINE = re.compile(r"[^\n:=.?]{0,40}[ \t]*\n[ \t]{0,4}(?=\S{4,60}[ \t]*(?:\n|$))")
_QUOTED = re.compile(
    r"\"([^\"\n]{1,300})\"|'([^'\n]{1,300})'|`([^`\n]{1,300})`|“([^”\n]{1,300})”|«([^»\n]{1,300})»|‘([^’\n]{1,300})’"
)
_BARE = re.compile(r"\S{1,400}")
_REST = re.compile(r"\S*")
_NEXT_FIELD = re.compile(
    r"(?<=.)(?:[,;&](?=\s*[\"']?[\w.-]{1,40}[\"']?\s*[=:])|&(?=\w)|</|[\"'](?=[,;)}\]]|$))"
)
_PAIRED = re.compile(r"[ \t]{0,2}[/|:,][ \t]{0,2}(?=\S)")
_MORE = re.compile(r"(?:[ \t]{0,2}[,;/][ \t]{0,2}|[ \t](?:and|or|y|o|e)[ \t])(?=\S)")
_DIGITS = re.compile(r"#?\d(?:[ .-]?\d){2,11}(?!\w)[#*]?")
_DIGITS_NEAR = re.compile(r"[\s:=,\"'|*`()#-]{1,8}")
_NUMBER = re.compile(r"[A-Za-z]{0,4}[ .-]?\d(?:[ .-]?[\dA-Za-z](?![a-z]{2})){4,32}(?!\w)")
_CARD = re.compile(r"\d(?:[ .-]?\d){11,18}(?!\w)")
_CODE = re.compile(
    r"[\s,;/*•\"'\[\]`|-]{0,8}(?:\d{1,2}[.)][ ]+)?(?:y |and )?"
    r"(?P<code>[A-Za-z0-9]{3,10}(?:[-–#][A-Za-z0-9]{2,10}){0,6}|\d{3,6}(?: \d{3,6})(?!\w))(?![\w@/])"
)
_CODES_BEGIN = re.compile(
    r"[^\n:=\[]{0,80}?(?:[:=\[]|\n|[ ](?:is|are|es|son|to|a|now|ahora)[ ](?=\S*\d)|[, ]{1,2}(?=#?\d[\d #*-]{2,}))"
)
_LOCK = re.compile(r"#?\d[\d #*-]{1,14}[\d#*]|\d{3,12}")
_WORD = re.compile(r"[\s,;\"'|*-]{0,4}(?:\d{1,2}[.):]?[ \t]{0,3})?([^\W\d_]{2,12})(?![\w'’])")
_WORDS_BEGIN = re.compile(r"[^\n:=(]{0,60}?(?:[:=(\n]|[ ](?:is|are|es|son)[ ])")
_PHRASE_ENDS = re.compile(
    r"[.;!?](?:\s|$)|,\s|\n|\"|”|»|[ ](?:y|and|but|pero|so|please|que|anotala|guardala)[ ](?=(?:mi|my|the|la|el|i|no|si|it|don't|please)\b)"
)
_FEWEST_WORDS = 5
_LONG_ENOUGH = 6
LONGEST_PHRASE = 200
MOST_LISTED = 20
_ENCODED = re.compile(r"[A-Za-z0-9]+|[A-Za-z0-9+/_-]{38,}={0,2}|[A-Za-z0-9+/]{20,}=")
_LITERAL = re.compile(r"[\w.:]{1,60}\([ ]{0,2}b?[\"']([^\"'\n]{8,300})[\"']")
_LETTERS = re.compile(r"[a-z]+")
_ODD_SIGN = re.compile(r"\d|[!@#$%^&*+~=?]")
_SCHEME = re.compile(r"(?:bearer|basic|token|digest|apikey)[ ]{1,2}(?=\S{6})")
_LIST = re.compile(r"\[['\"]")
_FOLLOWING = re.compile(r"[ ]?([a-z_]+)")
_NEAR = re.compile(r"[ \t]{1,2}|,[ ]|[ \t]?\n[ \t]{0,4}(?=\S{4,60}[ \t]*(?:\n|$))")
_ASIDE = re.compile(r"[^\n\d]{0,40}?[,:][ ]")


def named_secret(name: str, value: str) -> bool:
    """Whether a value is secret because of the name that it is stored under."""
    return any(True for _ in find_named(f'"{name}": {json.dumps(value, ensure_ascii=False)}'))


class _Found(NamedTuple):
    """A name in the text: ``start`` and ``end`` of all that is written as one word with it."""

    name: Name
    start: int
    end: int
    flag: bool
    upper: bool
    possessed: bool


def find_named(text: str) -> Iterator[Secret]:
    """The values that stand beside the name of a secret."""
    words = vocabulary()
    low = folded(text)
    at = 0
    while match := words.named.search(low, at):
        name = words.names[(match.lastindex or 1) - 1]
        found = _whole_name(text, low, match.start(), match.end(), name, words)
        at = match.end() if found else match.start() + 1  # a shorter name may begin here
        if found:
            for secret in _secrets(text, low, found, words):
                at = max(at, secret.span[1])
                yield secret
    for match in words.joined.finditer(low):
        inner = words.named.match(low[match.start() : match.end()])
        name = words.names[(inner.lastindex or 1) - 1] if inner else Name("password", "any")
        if found := _whole_name(text, low, *match.span(), name, words):
            yield from _secrets(text, low, found, words)


def _secrets(text: str, low: str, found: _Found, words: Vocabulary) -> Iterator[Secret]:
    for start, end in _values(text, low, found, words):
        if start < end and not values.placeholder(text[start:end]):
            yield Secret((start, end), found.name.kind)


def _whole_name(
    text: str, low: str, start: int, end: int, name: Name, words: Vocabulary
) -> _Found | None:
    """The identifier around a name, where it is one: no part of another word, nor the name of
    something about a secret."""
    left = _JOINED_BEFORE.search(text, max(0, start - 60), start)
    right = _JOINED_AFTER.match(text, end)
    before = left.group() if left else ""
    after = right.group() if right else ""
    if after[:1].isalpha() and not (after[0].isupper() and text[end - 1].islower()):
        return None
    if before[-1:].isalpha() and not _capital_begins(text, start, before, name):
        return None
    if any(part.lower() in words.counting for part in _parts(before)):
        return None
    if any(
        part.lower() in words.about or part.lower().startswith("hash") for part in _parts(after)
    ):
        return None
    if name.takes == "drawn" and not before:
        return None
    begin, close = start - len(before), end + len(after)
    whole = text[begin:close]
    spaced = low[max(0, begin - 60) : begin].split()
    return _Found(
        name,
        begin,
        close,
        before.startswith("-") and not text[max(0, begin - 1) : begin].strip(),
        whole.isupper() and len(whole) > 5,
        bool(spaced)
        and (
            spaced[-1] in words.possessives
            or not words.locked.isdisjoint(_LETTERS.findall(low, max(0, begin - 60), begin))
        ),
    )


def _capital_begins(text: str, start: int, before: str, name: Name) -> bool:
    """``dbPassword``, ``PGPASSWORD``."""
    if text[start].isupper() and before[-1].islower():
        return True
    return name.takes in ("any", "opaque") and before.isupper() and text[start].isupper()


@lru_cache(maxsize=1024)
def _parts(identifier: str) -> tuple[str, ...]:
    return tuple(_PARTS.findall(identifier))


def _values(text: str, low: str, found: _Found, words: Vocabulary) -> Iterator[tuple[int, int]]:
    takes = found.name.takes
    if takes == "codes":
        yield from _codes(text, low, found)
    elif takes == "words":
        yield from _words(text, low, found)
    elif takes in ("digits", "number", "card"):
        yield from _numbers(text, low, found, words)
    else:
        yield from _after(text, low, found, words)
    if takes not in ("words", "phrase"):
        yield from _ahead(text, low, found, words)


# -- after the name -----------------------------------------------------------------------------


def _after(text: str, low: str, found: _Found, words: Vocabulary) -> Iterator[tuple[int, int]]:
    """The value after a name: assigned, linked by words, or simply next to it."""
    end = found.end
    tag = text[found.start - 1 : found.start] == "<" and text[end : end + 1] == ">"
    if tag:
        yield from _taken(text, low, end + 1, found, words, how="code")
        return
    if text[max(0, found.start - 2) : found.start] == "${":  # a reference, maybe with a default
        if default := _DEFAULT.match(text, end):
            yield default.span(1)
        return
    assigned = _ASSIGNED.match(text, end) or _FUNCTION_ARGUMENT.match(text, end)
    if assigned and not (assigned.group().startswith(" ") and found.name.takes == "own"):
        how = "comma" if "," in assigned.group() else "code"
        yield from _taken(text, low, assigned.end(), found, words, how=how)
        return
    following = _FOLLOWING.match(low, end)
    if following and following[1] in words.about and following[1] != "at":
        return
    if cell := _CELL.match(text, end):
        yield from _taken(text, low, cell.end(), found, words, how="near")
        return
    linked = words.linked.match(low, end)
    if linked and not _of_something_else(linked, words):
        loose = bool(linked["loose"] or linked["aside2"])
        marked = bool(linked["mark"] or linked["mark2"])
        if linked["aside"] and found.name.takes == "opaque" and not marked:
            return
        if linked["loose"] in ("to", "a", "por") and words.changing.search(
            low, max(0, found.start - 60), found.start
        ):
            loose = False
        how = "loose" if loose else "marked" if marked else "linked"
        known = found
        if words.locked.intersection(
            re.findall(r"[a-z]+", linked["purpose"] or linked["aside"] or "")
        ):
            known = found._replace(possessed=True)
        spans = list(_taken(text, low, linked.end(), known, words, how=how))
        yield from spans
        if spans:
            return
    yield from _next_to(text, low, found, words)


def _of_something_else(linked: re.Match[str], words: Vocabulary) -> bool:
    """ "password manager at work: Bitwarden": an aside that makes it the name of something else."""
    between = linked["aside"] or linked["aside2"] or ""
    return any(word in words.about for word in re.findall(r"[a-z]+", between))


def _next_to(text: str, low: str, found: _Found, words: Vocabulary) -> Iterator[tuple[int, int]]:
    """ "with password hunter2", ``--password hunter2``, or alone on the next line."""
    near = re.compile(r"[ \t]{1,2}|,[ ]|[ \t]?\n[ \t]{0,4}(?=\S{4,60}[ \t]*(?:\n|$))").match(
        text, found.end
    )
    if near and near.end() < len(text):
        yield from _taken(text, low, near.end(), found, words, how="flag" if found.flag else "near")
    for pattern in (_ANSWERED, _NEXT_LINE):
        if found.name.takes in ("any", "own") and (line := pattern.match(text, found.end)):
            yield from _taken(text, low, line.end(), found, words, how="near")


def _taken(
    text: str, low: str, start: int, found: _Found, words: Vocabulary, *, how: str
) -> Iterator[tuple[int, int]]:
    """The value that begins at ``start``, if it is one, and those listed after it.

    ``how`` it stands there: code, flag (of a command), marked (by a colon), linked (by a verb),
    loose (by a preposition), near (by nothing), comma (the next argument of a call).
    """
    if scheme := _SCHEME.match(low, start):
        start = scheme.end()
    if _LIST.match(text, start):
        start += 1
    if text.startswith(BLOT, start) or text[start : start + 1] in ("{", "["):
        return
    place = _place(text, start, found, how)
    if place is None:
        return
    begin, end, quoted = place
    after = end + quoted
    paired = _pair(text, after, how)
    if _is_value(text, low, begin, end, found, words, how=how, quoted=quoted):
        if end - begin == LONGEST_WORD and (rest := _REST.match(text, end)):
            after = end = rest.end()
        yield begin, end
    elif not (paired and found.name.kind == "password"):
        return
    if paired:
        yield paired
        after = paired[1]
    if how in ("marked", "linked") and found.name.kind in ("password", "token", "api_key"):
        yield from _listed(text, after)


def _place(text: str, start: int, found: _Found, how: str) -> tuple[int, int, bool] | None:
    """Where a value would stand, and whether in quotes."""
    if quoted := _QUOTED.match(text, start):
        return *quoted.span(quoted.lastindex or 1), True
    bare = _BARE.match(text, start)
    if not bare:
        return None
    begin, end = bare.span()
    if how == "code" and (literal := _LITERAL.match(text, start)):
        return (*literal.span(1), True) if values.drawn(literal[1]) else None
    if how in ("code", "flag") and (cut := _NEXT_FIELD.search(text, begin, end)):
        end = cut.start()
    if found.name.takes == "phrase":
        stop = _PHRASE_ENDS.search(text, begin, begin + LONGEST_PHRASE)
        end = stop.start() if stop else min(len(text), begin + LONGEST_PHRASE)
    return *trimmed(text, begin, end), False


def _pair(text: str, at: int, how: str) -> tuple[int, int] | None:
    """The password of "login: bob / hunter2"."""
    separator = _PAIRED.match(text, at)
    bare = _BARE.match(text, separator.end()) if separator else None
    if separator is None or bare is None or (how == "code" and separator.group() != " / "):
        return None
    span = trimmed(text, *bare.span())
    return span if values.odd(text[slice(*span)]) else None


def _listed(text: str, at: int) -> Iterator[tuple[int, int]]:
    """ "passwords: one1, two2 and three3": those after the first."""
    for _ in range(MOST_LISTED):
        more = _MORE.match(text, at)
        bare = _BARE.match(text, more.end()) if more else None
        if not bare:
            return
        span = trimmed(text, *bare.span())
        if not values.odd(text[slice(*span)]) or span[1] - span[0] < _LONG_ENOUGH:
            return
        yield span
        at = span[1]


def _is_value(
    text: str,
    low: str,
    begin: int,
    end: int,
    found: _Found,
    words: Vocabulary,
    *,
    how: str,
    quoted: bool,
) -> bool:
    """Whether what stands there is the secret that the name announces."""
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
        if how in ("near", "loose") and not quoted:
            return False
        return _is_phrase(word.split(), words)
    if takes == "drawn":
        return len(value) >= 20 and values.opaque(value) and bool(_ENCODED.fullmatch(value))
    if takes == "opaque":
        return _is_opaque(value, how, quoted)
    return _is_password(text, low, begin, end, found, words, how, quoted)


def _is_phrase(said: list[str], words: Vocabulary) -> bool:
    """ "correct horse magnet staple" is one, "too long to remember" is not."""
    idle = sum(word in words.not_values for word in said)
    if values.predicate(said[0]) and len(said) > 1 and said[1] in words.not_values:
        return False
    return idle == 0 or (
        (said[0] not in words.not_values or len(said) >= 3) and 3 * idle <= len(said)
    )


def _is_opaque(value: str, how: str, quoted: bool) -> bool:
    """A key or a token. The less the place says, the more the value has to."""
    if how in ("near", "loose"):
        return values.drawn(value)
    if values.opaque(value):
        return True
    mixed = any(c.isalpha() for c in value) and any(c.isdigit() for c in value)
    if how in ("code", "flag", "marked", "comma") and len(value) >= _LONG_ENOUGH and mixed:
        return values.odd(value)
    capitals = any(c.isupper() for c in value) and value != value.capitalize()
    return quoted and how == "code" and len(value) >= 12 and " " not in value and capitals


def _is_password(
    text: str,
    low: str,
    begin: int,
    end: int,
    found: _Found,
    words: Vocabulary,
    how: str,
    quoted: bool,
) -> bool:
    """A password may be any word: then the sentence, or the line, must end with it."""
    value, word = text[begin:end], low[begin:end].rstrip("!?")
    any_value, is_odd = found.name.takes == "any", values.odd(value)
    if how in ("near", "loose", "comma"):
        if quoted and any_value and how == "near":
            return True
        return (
            is_odd
            and len(value) >= 4
            and bool(_ODD_SIGN.search(value))
            and any(c.isalpha() for c in value)
        )
    if is_odd:
        return len(value) >= 4 or how == "code"
    if quoted or how == "flag":
        return any_value or how in ("code", "flag") or found.possessed
    if not (any_value or found.possessed or (how == "code" and found.upper)):
        return how == "code" and _is_field(text, begin, end, found) and not values.predicate(word)
    if how == "code" and not (values.plain(value) and text[begin - 1] == " "):
        return True
    if not values.plain(value.rstrip("!?")):
        return True
    return not values.predicate(word) and bool(
        words.goes_on.match(low, end)
        or (how == "code" and found.start != 0 and text[begin - 1] != " ")
    )


def _is_field(text: str, begin: int, end: int, found: _Found) -> bool:
    """ "Pass: letmein": the name begins the line and the value ends it."""
    return (
        not text[max(0, found.start - 1) : found.start].strip(" \t\n|*-")
        and (text[end : end + 1] in ("", "\n") and "\n" not in text[found.end : begin])
        and text[max(0, found.start - 1) : found.start] in ("", "\n")
    )


# -- numbers, codes, words ----------------------------------------------------------------------


def _numbers(text: str, low: str, found: _Found, words: Vocabulary) -> Iterator[tuple[int, int]]:
    """A PIN, an identity number, an account: digits beside their name, or linked to it."""
    takes = found.name.takes
    pattern = {"digits": _DIGITS, "number": _NUMBER, "card": _CARD}[takes]
    starts = []
    if near := _DIGITS_NEAR.match(text, found.end):
        starts.append(near.end())
    if linked := words.linked.match(low, found.end):
        starts.append(linked.end())
    if cell := _ASIDE.match(low, found.end):
        starts.append(cell.end())
    if takes == "digits" and (entered := words.entering.match(low, found.end)):
        starts.append(entered.end())
    for start in starts:
        while start < len(text) and text[start] in "\"'`*([":
            start += 1
        value = pattern.match(text, start)
        if value and not words.units.match(low, value.end()):
            digits = sum(c.isdigit() for c in value.group())
            if digits >= (5 if takes == "number" else 3):
                yield value.span()
                return


def _codes(text: str, low: str, found: _Found) -> Iterator[tuple[int, int]]:
    """One code of a door, or the list of codes that an account was given."""
    begin = _CODES_BEGIN.match(low, found.end)
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
        if not (re.search(r"\d", value) or re.fullmatch(r"[a-z]{3,8}(?:-[a-z]{3,8})+", value)):
            break
        spans.append(code.span("code"))
        at = code.end()
    if len(spans) > 1 or (spans and values.odd(text[slice(*spans[0])])):
        yield from spans


def _words(text: str, low: str, found: _Found) -> Iterator[tuple[int, int]]:
    """The words of a phrase that gives a wallet back."""
    begin = _WORDS_BEGIN.match(low, found.end)
    if begin is None:
        return
    at, most = begin.end(), found.end + LONGEST_BLOCK
    first = last = count = 0
    while at < most and (word := _WORD.match(text, at)):
        first = first or word.start(1)
        last, count, at = word.end(1), count + 1, word.end()
    if count >= _FEWEST_WORDS and (begin.group()[-1] in ":=" or count >= 11):
        yield first, last


# -- before the name ----------------------------------------------------------------------------


def _ahead(text: str, low: str, found: _Found, words: Vocabulary) -> Iterator[tuple[int, int]]:
    """ "hunter2b is the wifi password", "uso tortuga como clave"."""
    following = _FOLLOWING.match(low, found.end)
    if following and following[1] in words.about and following[1] != "at":
        return
    window = max(0, found.start - LOOK_BACK)
    link = None
    for at in range(found.start - 1, window, -1):  # the nearest verb
        if low[at] in "\n.;?!" and low[at + 1 : at + 2] in (" ", "\n", ""):
            break
        if low[at] in " ,—–-\n":
            link = words.before.match(low, at, found.start)
            if link:
                break
    if not link:
        return
    start = link.start()
    piece = re.search(r"\S{3,80}\Z", text[max(window, start - 80) : start].rstrip(" ,—–-\n"))
    if not piece:
        return
    stop = max(window, start - 80) + piece.end()
    begin, end = trimmed(text, stop - len(piece.group()), stop)
    value, word = text[begin:end], low[begin:end]
    if (
        len(value) < 3
        or values.placeholder(value)
        or values.code(value)
        or word in words.not_values
    ):
        return
    if found.name.takes in ("digits", "number", "codes", "card"):
        good = (
            bool(re.fullmatch(r"[#\d][\d #*.-]{1,20}[\d#*]?[A-Za-z]?", value))
            and link["owner"] is not None
        )
    elif found.name.takes == "opaque":
        good = values.opaque(value)
    else:
        owned = link["owner"] in words.possessives or bool(
            words.locked.intersection(link.group().split())
        )
        alone = not low[max(0, begin - 1) : begin].strip() or begin == 0
        first = (
            begin == 0
            or low[begin - 2 : begin] in (". ", "\n", ": ", ", ")
            or low[begin - 1] in "\n\"'"
        )
        good = (values.odd(value) and len(value) >= 4) or (
            owned and alone and first and values.plain(value) and not values.predicate(word)
        )
    if good:
        yield begin, end
