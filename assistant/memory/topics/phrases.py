"""Phrases that announce another subject, told apart from the same words used otherwise (C5, C6)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from assistant.memory.topics import signs
from assistant.resources import toml_of
from assistant.text.beginnings import prefixes, union
from assistant.text.folding import fold
from assistant.text.slips import slips

LONGEST = 400
"""Characters at a message's beginning in which an announcement is looked for."""

_TOKEN = re.compile(r"[\w']+")
_BEGUN = re.compile(r"[\w']+ ?")
_WORD = re.compile(r"[^\W\d_]+")
_QUOTED = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|\"[^\"\n]*\"|«[^»\n]*»|(?<!\w)'[^'\n]*'(?!\w)", re.DOTALL
)
_JOINT = re.compile(r"\A[ .,:;…!?—–\-¿¡\n]*(?:(?:but|pero)\b[ ,]*)?[¿¡]*")
_REFUSED = re.compile(r"no+p?e?[, ]*")  # "no, otra cosa" asks for another answer
_PAUSE = re.compile(r"\s*(?:[.,:;…!?—–)]|-(?=\s)|\n|\Z)")
_ASKS = r"(?=[ ,]*[¿?])|(?= (?:%s)\b)"


class Announcement(NamedTuple):
    """A phrase used as such. ``rest`` is what the message says after it, folded."""

    kind: Literal["flush", "announce"]
    rest: str

    @property
    def alone(self) -> bool:
        """Nothing but the phrase: the subject itself comes in the next message."""
        return not signs.content(self.rest)


@lru_cache(maxsize=256)
def announcement(text: str) -> Announcement | None:
    """The announcement that ``text`` makes, if any; a letter amiss in its words is forgiven."""
    folded = masked(text)
    found = _announcement(folded)
    if found is None:
        mended = _WORD.sub(_mended, folded)
        found = _announcement(mended) if mended != folded else None
    return found


def _announcement(folded: str) -> Announcement | None:
    for match in _uses("flush", folded):
        rest = folded[match.end() :]
        if _free(match, folded):
            return Announcement("flush", rest)
    for match in _uses("announce", folded):
        if _free(match, folded):
            return _unless_elliptic(folded[match.end() :])
    for match in _uses("naming", folded):
        rest = folded[match.end() :].lstrip()
        if signs.content(rest) and not _pattern("same").match(rest):
            return Announcement("announce", rest)
    for match in _uses("ambiguous", folded):
        rest = folded[match.end() :]
        paused = _PAUSE.match(rest) or _asks().match(rest)
        if paused and _free(match, folded) and not _REFUSED.fullmatch(folded[: match.start()]):
            return _unless_elliptic(rest)
    if any(_uses("closing", folded)):
        return Announcement("announce", folded)
    return None


def hinted(text: str) -> bool:
    """Whether a softer marker ("by the way", "me olvidaba") begins a clause of ``text``."""
    return any(_uses("hints", masked(text)))


def masked(text: str) -> str:
    """Folded, spaces single, quoted words and code replaced by a sign that no pattern has."""
    shown = _QUOTED.sub("§", text[:LONGEST])
    return re.sub(r"[ \t]+", " ", fold(shown)).strip().lstrip("¿¡ ")


def _free(match: re.Match[str], folded: str) -> bool:
    """What follows does not make the phrase an ordinary part of its sentence."""
    rest = folded[match.end() :]
    if rest[:1].isalnum() or rest[:1] in {"-", "_", "/"}:  # in the middle of a word
        return False
    return not _pattern("blocked").match(rest.lstrip()) or _PAUSE.match(rest) is not None


def _mended(match: re.Match[str]) -> str:
    """The word of a phrase that was meant: "d" before "tema", "canbiando", "diferent"."""
    return _meant(match[0])


@lru_cache(maxsize=4096)
def _meant(word: str) -> str:
    if word == "d":
        return "de"
    spelled, others = _spelled()
    if word in spelled or word in others:
        return word
    near = [right for right in spelled if slips(word, right, 1) == 1]
    return near[0] if len(near) == 1 else word


@cache
def _spelled() -> tuple[frozenset[str], frozenset[str]]:
    """The words that are mended, and words of their own that are not."""
    spelling = _file()["spelling"]
    return frozenset(spelling["spelled"]), frozenset(spelling["others"])


def _unless_elliptic(rest: str) -> Announcement | None:
    """ "Otra cosa: ¿y si falla?" still asks about the same."""
    rest = _JOINT.sub("", rest)
    return None if rest and signs.elliptic(rest) else Announcement("announce", rest)


def _uses(name: str, folded: str) -> Iterator[re.Match[str]]:
    """Where an entry of a list begins a clause (``closing``: ends the message)."""
    begun = _beginnings(name)
    if begun is None or not begun.isdisjoint(prefixes(" ".join(_TOKEN.findall(folded)))):
        yield from _pattern(name).finditer(folded)


@cache
def _beginnings(name: str) -> frozenset[str] | None:
    """Letters one of which a message must have at the beginning of a word to hold an entry."""
    found = union(_file()[name])
    if found is None:
        return None
    words = {match[0] if (match := _BEGUN.match(begun)) else "" for begun in found}
    return frozenset(words) if "" not in words else None


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """A list as one pattern, compiled when a message first comes as far as to need it."""
    entries = "|".join(f"(?:{entry})" for entry in _file()[name])
    if name in ("blocked", "same"):
        return re.compile(entries)
    if name == "closing":
        return re.compile(rf"[,.;—–-] ?(?:{entries})[.!?… ]*\Z")
    lead = "|".join(f"(?:{entry})" for entry in _file()["lead"])
    begin = rf"(?:\A|(?<=[.,:;…!?¿¡—–\n(])|(?<= - )) ?[¿¡]? ?(?:(?:{lead})[ ,.:;!…—-]+){{0,3}}[¿¡]?"
    end = "" if name == "naming" else r"(?!\w)"
    return re.compile(rf"{begin}(?:{entries}){end}")


@cache
def _asks() -> re.Pattern[str]:
    asking = signs.listed("asking") + signs.listed("requesting")
    return re.compile(_ASKS % "|".join(f"(?:{entry})" for entry in asking))


def _file() -> Mapping[str, Any]:
    return toml_of("topics", "phrases.toml")
