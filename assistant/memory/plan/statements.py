"""What a message states, one statement a clause, with the text that would be stored for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from assistant.memory.base import Clause, Finding, Reading
from assistant.memory.matching import Meaning, relate
from assistant.memory.matching.alignment import align
from assistant.memory.wording import CUES, tokens, wording
from assistant.records import Fact, Language

CORRECTS = 0.5
_JOINT = re.compile(r"\s*[,;:]\s+|\s+[-–—]\s+")
LONGEST_JOINED = 24
_REQUEST_DOUBT = 0.3
_NEVER = 1.0


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that the user says is so.

    ``said`` is the clause as typed, with its "now" and "still"; ``text`` what a fact made of it
    would hold. Without ``finding`` it is nothing to keep by itself: it can only bear on known
    facts. ``doubt`` is what its form takes from the belief that it changes one: a request is
    mostly for this once.
    """

    said: str
    text: str
    language: Language
    finding: Finding | None = None
    doubt: float = 0.0

    @property
    def on_purpose(self) -> bool:
        """Whether saying it is meant for the memory: it lifts a tombstone."""
        kinds = ("instruction", "rule")
        return self.finding is not None and (self.finding.on_purpose or self.finding.kind in kinds)


def statements(reading: Reading, meaning: Meaning) -> list[Statement]:
    """The statements of a message in order, without those that it takes back itself."""
    found = [_of_finding(finding, reading) for finding in reading.findings]
    taken = [finding.span for finding in reading.findings]
    taken += [request.span for request in reading.forgets]
    taken += [secret.span for secret in reading.secrets]
    found += [
        Statement(clause.text, _tidy(clause.text), reading.language, None, doubt)
        for clause in reading.clauses
        if not _overlaps(clause.span, taken)
        for doubt in _doubts(clause, reading.language)
    ]
    return _last_word(found, meaning)


def joined(said: Sequence[Statement]) -> Statement | None:
    """A short message as one statement: "moved house. my station is Todmorden"."""
    if not 1 < len(said) <= 3 or sum(len(tokens(s.said)) for s in said) > LONGEST_JOINED:
        return None
    finding = next((s.finding for s in said if s.finding), None)
    whole = ", ".join(s.said for s in said)
    text = ", ".join(s.text for s in said)
    return Statement(whole, text, said[0].language, finding, min(s.doubt for s in said))


def restated(text: str, known: Fact, language: Language, meaning: Meaning) -> str:
    """A new value's text without the pieces that only say that the old one is over.

    "dejamos drone, el ci corre en woodpecker" becomes "el ci corre en woodpecker"; a piece stays
    when the rest would no longer tell what it is about.
    """
    pieces = [piece for piece in _JOINT.split(text) if piece.strip()]
    if len(pieces) < 2:
        return text
    found = align(known.fact, known.language, text, language, meaning)
    old_words = {word.text for word in found.met((*found.anchors, *found.values))}
    anchors = {word.text for word in found.met(found.anchors)}
    kept = [p for p in pieces[:-1] if not _only_ends(p, old_words, language)] + pieces[-1:]
    rest = " ".join(kept)
    told = {word.text for word in wording(rest, language).words}
    if not kept or len(kept) == len(pieces):
        return text
    if len(told) < 2 or (anchors and not told & anchors and len(told) < 3 and _bare(rest)):
        return text
    return ", ".join(kept)


def repeats(text: str, fact: str, language: Language) -> bool:
    """Whether a fact holds this very text, or what ``restated`` left of it."""
    pieces = [tokens(piece) for piece in _JOINT.split(text)]
    kept = [tokens(piece) for piece in _JOINT.split(fact)]
    if tokens(text.replace("-", " ")) == tokens(fact.replace("-", " ")):
        return True
    dropped = [piece for piece in pieces if piece not in kept]
    return all(piece in pieces for piece in kept) and all(
        _cued(" ".join(piece), language) for piece in dropped
    )


def _only_ends(piece: str, old_words: set[str], language: Language) -> bool:
    found = wording(piece, language)
    cued = {place for name in CUES for place in found.cues[name]}
    new = [w for w in found.words if w.text not in old_words and w.place not in cued]
    return bool(cued) and not new


def _cued(piece: str, language: Language) -> bool:
    return any(wording(piece, language).cues[name] for name in CUES)


def _bare(rest: str) -> bool:
    """A piece without a verb of its own, as far as its length tells."""
    return len(tokens(rest)) < 3


def _doubts(clause: Clause, language: Language) -> Iterator[float]:
    """The doubt of a clause that says something; nothing for one that does not (F3)."""
    cues = wording(clause.text, language).cues
    changes = bool(cues["new"] or cues["gone"])
    if clause.status == "assertion" or (clause.status == "passing" and not cues["for now"]):
        yield 0.0
    elif clause.status == "request":
        yield _REQUEST_DOUBT if changes else _NEVER
    elif clause.status == "reported" and cues["still"]:
        yield _NEVER


def _of_finding(finding: Finding, reading: Reading) -> Statement:
    clause = next((c for c in reading.clauses if _overlaps(c.span, [finding.span])), None)
    said = clause.text if clause else finding.text
    return Statement(said, finding.text, finding.language, finding)


def _last_word(found: list[Statement], meaning: Meaning) -> list[Statement]:
    """Of what one message says twice or corrects, only the last."""
    kept: list[Statement] = []
    for index, statement in enumerate(found):
        later = found[index + 1 :]
        if not any(_takes_back(statement, other, meaning) for other in later):
            kept.append(statement)
    return kept


def _takes_back(earlier: Statement, later: Statement, meaning: Meaning) -> bool:
    if tokens(earlier.text) == tokens(later.text):
        return True
    cues = wording(later.said, later.language).cues
    if not (cues["new"] or cues["gone"]):
        return False
    relation = relate(earlier.text, earlier.language, later.said, later.language, meaning)
    return relation.changed >= CORRECTS


def _tidy(text: str) -> str:
    return " ".join(text.split()).strip(" .,;:!¡")


def _overlaps(span: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)
