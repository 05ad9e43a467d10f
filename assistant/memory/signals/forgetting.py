"""Requests to forget (F7): "olvidate de…", "scrub the van from your notes"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.memory.base import ForgetRequest
from assistant.memory.signals.clauses import RawClause
from assistant.memory.signals.lexicon import Lexicon

_ALL_OF_IT = frozenset({"me", "us", "mi", "nosotros"})
_REASONS = re.compile(r" (?:[,;.]|-+|porque|ya que|because|since) ")


def find_forgets(clauses: Sequence[RawClause], lexicon: Lexicon) -> tuple[ForgetRequest, ...]:
    """The requests in order; orders to delete files, branches and the like are none."""
    return tuple(
        request for clause in clauses if (request := _forget_request(clause, lexicon)) is not None
    )


def _forget_request(clause: RawClause, lexicon: Lexicon) -> ForgetRequest | None:
    text = clause.text
    if clause.asked or clause.whose != "own":
        return None
    named = lexicon.search("forget_named", text)
    said = next(filter(None, named.groupdict().values()), "") if named else ""
    if (about := _named(said, lexicon) or said.strip()) and about not in _ALL_OF_IT:
        return ForgetRequest(clause.canon.whole_span, about)
    if lexicon.has("forget_not", text):
        return None
    if lexicon.has("everything", text) and lexicon.has("forget", text):
        return ForgetRequest(clause.canon.whole_span, text, everything=True)
    if match := lexicon.search("forget_tail", text):
        return ForgetRequest(clause.canon.whole_span, _about(text, lexicon))
    match = lexicon.search("forget", text)
    if match is None or not _leads(text, match.start(), lexicon):
        return None
    rest = text[match.end() :].strip()
    if rest.startswith((",", "...", "-")):
        return None  # "olvidate, era otra cosa": nothing is named
    sure = lexicon.has("forget_sure", match.group())
    loose = lexicon.has("forget_thing", rest)
    if not sure and (loose or not lexicon.has("forget_object", text)):
        return None  # "borrá la tabla" is work to be done
    about = _named(rest, lexicon)
    asked = rest if lexicon.has("mem_matter", rest) else ""
    span = clause.canon.whole_span
    return ForgetRequest(span, about, loose=loose, asked=asked) if about else None


def _named(text: str, lexicon: Lexicon) -> str:
    """The words that name the matter, without why where they can do without."""
    return _about(_before_reasons(text), lexicon) or _about(text, lexicon)


def _before_reasons(text: str) -> str:
    """What is named, without why: "lo de Fermín, ya no viene"."""
    return _REASONS.split(text, maxsplit=1)[0]


def _leads(text: str, at: int, lexicon: Lexicon) -> bool:
    """Whether only fillers stand before the verb."""
    before = text[:at].strip(" ,:-")
    parts = [part.strip() for part in before.split(",")]
    return not before or all(
        (match := lexicon.match("filler", part, 0)) and match.end() == len(part) for part in parts
    )


def _about(text: str, lexicon: Lexicon) -> str:
    """The words that name what is to be forgotten."""
    kept = lexicon.pattern("forget_words").sub(" ", text)
    return " ".join(word for word in kept.split() if word not in {",", "-", ":", "(", ")", "."})
