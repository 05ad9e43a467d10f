"""The value after a name: assigned to it, linked to it by words, or simply next to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.secrets import values
from assistant.secrets.base import BLOT
from assistant.secrets.judging import LONG_ENOUGH, Manner, dashed_phrase, is_value
from assistant.secrets.scan import LOOK_AROUND, LOOK_BACK, Named, Scan, account_before, letters
from assistant.secrets.values import trimmed

LONGEST_WORD = 400
"""Characters by which a value without spaces is judged; one that goes on is taken whole."""
LONGEST_PHRASE = 200
MOST_LISTED = 20

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
    r"[^\n:=]{0,60}\n(?:\[[^\]\n]{1,24}\][ ]?)?(?:[\w .]{1,24}:[ ])(?:[^\n:]{0,30}?(?:es|is|it's)[ ])?(?=\S{4,60}[ \t]*(?:\n|$))"
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
_CHANGED_TO = re.compile(r"[ ](?:to|a|por)[ ]")
_MORE = re.compile(r"(?:[ \t]{0,2}[,;/][ \t]{0,2}|[ \t](?:and|or|y|o|e)[ \t])(?=\S)")
_PHRASE_ENDS = re.compile(
    r"[.;!?](?:\s|$)|,\s|\n|\"|”|»|[ ](?:y|and|but|pero|so|please|que|anotala|guardala)[ ](?=(?:mi|my|the|la|el|i|no|si|it|don't|please)\b)"
)
_LITERAL = re.compile(r"[\w.:]{1,60}\([ ]{0,2}b?[\"']([^\"'\n]{8,300})[\"']")
_SCHEME = re.compile(r"(?:bearer|basic|token|digest|apikey)[ ]{1,2}(?=\S{6})")
_LIST = re.compile(r"\[['\"]")
_FOLLOWING = re.compile(r"[ ]?([a-z_]+)")
_OF_THEM = re.compile(r"([a-z]+)[ ]de(?:[ ](?:la|las|los|mis?|tus?|sus?)|l)?[ ]\Z")
_INSTEAD = re.compile(r"\S{1,60}\s(?:(?:but|sino)\s)?(?:it's|it is|its|es|era|is)\s")
_NO_WORD = re.compile(r"[\d!@#$%^&*+~=]")
_FURTHER = re.compile(
    r"[ ](?:de|del|for|of|para|from|on|to)(?:[ ][A-Za-zÀ-ÿ'-]{1,20}){1,6}[ ](?=[\w.~+/=-]{12,}(?![\w]))"
)
_NEAR = re.compile(r"[ \t]{1,12}|,[ ]|[ \t]?\n[ \t]{0,4}(?=\S{4,60}[ \t]*(?:\n|$))")


def names_another(source: Scan, found: Named) -> bool:
    """The next word makes it the name of something about a secret: "password manager"."""
    following = _FOLLOWING.match(source.low, found.end)
    return bool(following and following[1] in source.words.about and following[1] != "at")


def _of_another(source: Scan, found: Named) -> bool:
    """The same of the word before it: "gestor de contraseñas: Bitwarden", but not "la clave del
    gestor de contraseñas"."""
    words, window = source.words, max(0, found.start - LOOK_AROUND)
    before = _OF_THEM.search(source.low, window, found.start)
    if before is None or before[1] not in words.about_them:
        return False
    return not words.named.search(source.low, window, before.start())


def after_name(source: Scan, found: Named) -> Iterator[tuple[int, int]]:
    """The spans of the values after a name."""
    text, end = source.text, found.end
    if _of_another(source, found):
        return
    if text[found.start - 1 : found.start] == "<" and text[end : end + 1] == ">":  # a tag
        yield from _taken(source, end + 1, found, how="code")
        return
    if text[max(0, found.start - 2) : found.start] == "${":  # a reference, maybe with a default
        if default := _DEFAULT.match(text, end):
            yield default.span(1)
        return
    assigned = _ASSIGNED.match(text, end) or _FUNCTION_ARGUMENT.match(text, end)
    if assigned and not (assigned.group().startswith(" ") and found.name.takes == "own"):
        how: Manner = "comma" if "," in assigned.group() else "code"
        yield from _taken(source, assigned.end(), found, how=how)
        return
    if names_another(source, found):
        return
    if cell := _CELL.match(text, end):
        yield from _taken(source, cell.end(), found, how="near")
        return
    spans = list(_linked_to(source, found))
    yield from spans
    if not spans:
        yield from _next_to(source, found)


def _linked_to(source: Scan, found: Named) -> Iterator[tuple[int, int]]:
    """ "password for the NAS is X", "password: X", "password was changed to X"."""
    text, low, words = source
    if (told := _CHANGED_TO.match(low, found.end)) and _changes(source, found):
        yield from _taken(source, told.end(), found, how="linked")
        return
    linked = words.linked.match(low, found.end)
    if not linked:
        yield from _linked_further(source, found)
        return
    aside, purpose = linked["aside"] or "", linked["purpose"] or ""
    if not words.about.isdisjoint(letters(aside)):  # "password manager at work: Bitwarden"
        return
    if linked["mark2"] == "=":  # "login failed user=ana"
        return
    marked = bool(linked["mark"] or linked["mark2"])
    if aside and found.name.takes == "opaque" and not marked:
        return
    if purpose and linked["own"] and _is_word(text, linked.end()):
        return  # "the password for the school's website": the school has one
    locked = not words.locked.isdisjoint(letters(purpose or aside))
    found = found._replace(possessed=found.possessed or locked)
    found = found._replace(thing=bool(purpose) and not found.possessed)
    if linked["denied"] and (instead := _INSTEAD.match(low, linked.end())):
        yield from _taken(source, instead.end(), found, how="linked")
    loose = bool(linked["loose"] or linked["denied"] or linked["remark"])
    if linked["loose"] in ("to", "a", "por") and _changes(source, found):
        loose = False
    how: Manner = "loose" if loose else "marked" if marked else "linked"
    yield from _taken(source, linked.end(), found, how=how)


def _changes(source: Scan, found: Named) -> bool:
    """ "I changed my password to …"."""
    window = max(0, found.start - LOOK_AROUND)
    return source.words.changing.search(source.low, window, found.start) is not None


def _is_word(text: str, at: int) -> bool:
    bare = _BARE.match(text, at)
    return bool(bare and values.plain(bare.group().rstrip(".,;:!?")))


def _linked_further(source: Scan, found: Named) -> Iterator[tuple[int, int]]:
    """ "the password they gave me for the rig is X": words between, and what is no word after."""
    low, words = source.low, source.words
    if not _NO_WORD.search(source.text, found.end, found.end + LOOK_BACK):
        return
    linked = words.further.match(low, found.end)
    if linked and words.about.isdisjoint(letters(low, found.end, linked.end())):
        yield from _taken(source, linked.end(), found, how="loose")


def _next_to(source: Scan, found: Named) -> Iterator[tuple[int, int]]:
    """ "with password hunter2", ``--password hunter2``, or alone on the next line."""
    text = source.text
    near = _NEAR.match(text, found.end)
    if found.name.takes == "opaque" and (further := _FURTHER.match(text, found.end)):
        yield from _taken(source, further.end(), found, how="near")
    elif near and near.end() < len(text):
        signs_in = _signs_in(source, found, near.end())
        how: Manner = "flag" if found.flag else "marked" if signs_in else "near"
        yield from _taken(source, near.end(), found, how=how)
    for pattern in (_ANSWERED, _NEXT_LINE):
        if found.name.takes in ("any", "own") and (line := pattern.match(text, found.end)):
            yield from _taken(source, line.end(), found, how="near")


def _signs_in(source: Scan, found: Named, at: int) -> bool:
    """ "user info, password X": who it is stands before; a plain word is no value beside another."""
    account = account_before(source, found)
    value = _BARE.match(source.text, at)
    if not account or not value:
        return False
    return not (account["who"].isalpha() and values.plain(value.group().rstrip(".,;:!?")))


def _taken(source: Scan, start: int, found: Named, *, how: Manner) -> Iterator[tuple[int, int]]:
    """The value that begins at ``start``, if it is one, and those listed after it."""
    text = source.text
    if scheme := _SCHEME.match(source.low, start):
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
    if is_value(source, begin, end, found, how=how, quoted=quoted):
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


def _place(text: str, start: int, found: Named, how: Manner) -> tuple[int, int, bool] | None:
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
    if found.name.takes == "phrase" and not dashed_phrase(text[slice(*trimmed(text, begin, end))]):
        stop = _PHRASE_ENDS.search(text, begin, begin + LONGEST_PHRASE)
        end = stop.start() if stop else min(len(text), begin + LONGEST_PHRASE)
    return *trimmed(text, begin, end), False


def _pair(text: str, at: int, how: Manner) -> tuple[int, int] | None:
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
        if not values.odd(text[slice(*span)]) or span[1] - span[0] < LONG_ENOUGH:
            return
        yield span
        at = span[1]
