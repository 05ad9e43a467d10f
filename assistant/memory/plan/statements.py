"""What a message states, one statement a clause, with the text that would be stored for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assistant.characters import one_line
from assistant.memory.base import Clause, Finding, Reading
from assistant.memory.matching import Meaning, relate
from assistant.memory.matching.alignment import Alignment, align
from assistant.memory.plan.subjects import standing
from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.regions import overlaps
from assistant.records import Fact, Language
from assistant.text.dictionaries import is_folded_word
from assistant.text.folding import fold
from assistant.text.phrases import CUES, listed, places_of, tokens
from assistant.text.verbs import begins_with_verb
from assistant.text.word_forms import same_word
from assistant.text.wording import Wording, wording

CORRECTS = 0.5
_JOINT = re.compile(r"\s*[,;:]\s+|\s+[-–—]\s+")
_NO = re.compile(
    r"\W*(?:(?:hm+|mm+|uh|eh|ah|ay|uy|oh|uf|wait|but|pero|q(?:ue)?),? )?"
    r"(?:no+|nope|nah)\s*[,.;:]+\s*",
    re.IGNORECASE,
)
_DENIAL = re.compile(r"(?:(?:y|and|but|pero) )?(?:no|not)\s", re.IGNORECASE)
LONGEST_JOINED = 24
_LEAST_OWN = 2
"""Words that a clause has beside those of its restated form: "and it's"."""
_FEWEST_LEFT = 3
"""Words that tell something without the denial behind them: a name alone is no fact."""
_REQUEST_DOUBT = 0.3
_NEVER = 1.0


class Statement(NamedTuple):
    """Something that the user says is so.

    ``said`` is the clause as typed, with its "now" and "still"; ``text`` what a fact made of it
    would hold. Without ``finding`` it is nothing to keep by itself: it can only bear on known
    facts. ``doubt`` is what its form takes from the belief that it changes one: a request is
    mostly for this once. ``passing``: it tells what is so for the moment.
    """

    said: str
    text: str
    language: Language
    finding: Finding | None = None
    doubt: float = 0.0
    passing: bool = False

    @property
    def on_purpose(self) -> bool:
        """Whether saying it is meant for the memory: it lifts a tombstone."""
        kinds = ("instruction", "rule")
        return self.finding is not None and (self.finding.on_purpose or self.finding.kind in kinds)


def statements(reading: Reading, meaning: Meaning) -> list[Statement]:
    """The statements of a message in order, without those that it takes back itself."""
    found = [(finding.span, _of_finding(finding, reading)) for finding in reading.findings]
    taken = [finding.span for finding in reading.findings]
    taken += [request.span for request in reading.forgets]
    taken += [secret.span for secret in reading.secrets]
    found += [
        (clause.span, _of_clause(clause, doubt, reading.language))
        for clause in reading.clauses
        if not overlaps(clause.span, taken)
        for doubt in _doubts(clause, reading.language)
    ]
    found.sort(key=lambda pair: pair[0])
    return _last_word([_without_what_stays(statement) for _, statement in found], meaning)


def _without_what_stays(statement: Statement) -> Statement:
    """A statement of a change without the piece that says of something else that it stays as it is:
    "…, la de suelo pélvico la dejo igual"."""
    pieces = pieces_of(statement.said)
    told = [p for p in pieces if not places_of(tokens(p), "stays the same")]
    changes = wording(", ".join(told), statement.language).cues
    if not told or len(told) == len(pieces) or not (changes["new"] or changes["gone"]):
        return statement
    text = [p for p in pieces_of(statement.text) if not places_of(tokens(p), "stays the same")]
    return statement._replace(said=", ".join(told), text=", ".join(text) or statement.text)


def joined(said: Sequence[Statement]) -> Statement | None:
    """A short message as one statement: "moved house. my station is Todmorden"."""
    if not 1 < len(said) <= 3 or sum(len(tokens(s.said)) for s in said) > LONGEST_JOINED:
        return None
    finding = next((s.finding for s in said if s.finding), None)
    language = said[0].language
    first, *rest = said
    whole = ", ".join((first.said, *(_going_on(s.said, language) for s in rest)))
    text = ", ".join((first.text, *(_going_on(s.text, language) for s in rest)))
    doubt, passing = min(s.doubt for s in said), all(s.passing for s in said)
    return Statement(whole, text, language, finding, doubt, passing)


def restated(text: str, known: Fact, language: Language, meaning: Meaning) -> str:
    """A new value's text without the pieces that only say that the old one is over.

    "dejamos drone, el ci corre en woodpecker" becomes "el ci corre en woodpecker", "la tiene Nati,
    no Rosario" "la tiene Nati", and "it's at 10 now" names what is; every piece stays when the rest
    would not tell what it is about.
    """
    text = _without_denial(without_no(text) or text, known, language)
    pieces = pieces_of(text)
    facts = pieces_of(known.fact)
    if len(pieces) < 2:
        return standing(text, (), facts, language) or text
    found = align(known.fact, known.language, text, language, meaning)
    old_words = {word.text for word in found.met((*found.anchors, *found.values))}
    last = len(pieces) - 1
    kept = [n for n, p in enumerate(pieces) if n == last or not _only_ends(p, old_words, language)]
    if len(kept) == len(pieces):
        return text
    named = [standing(pieces[n], pieces[:n], facts, language) for n in kept]
    rest = ", ".join(piece or "" for piece in named)
    if not listed("there").isdisjoint(tokens(rest)):
        return text  # "now my contact there is Nikhil"
    if None in named or not _tells(rest, found, language, put=named != [pieces[n] for n in kept]):
        return text
    unnamed = _lacks_its_name(text, rest, known, language)
    return text if unnamed or _lacks_its_subject(text, rest, known, language) else rest


def _lacks_its_name(text: str, rest: str, known: Fact, language: Language) -> bool:
    """Whether a statement begins with a name that the fact has, and what is left of it only a word
    that stands for it: "Ximena ya no va a natación, ahora la metí a danza"."""
    first = next(iter(wording(text, language).words), None)
    own = wording(known.fact, known.language).words
    names = any(word.exact for word in wording(rest, language).words)
    if first is None or first.place or names or is_folded_word(first.text):
        return False
    told = [token for token in tokens(rest) if token not in listed("before its verb")]
    if not told or told[0] not in listed("stands for an object"):
        return False
    return any(first.text == word.text for word in own)


def _lacks_its_subject(text: str, rest: str, known: Fact, language: Language) -> bool:
    """Whether what is left of a text says no more of whom it tells: "Malena quit hockey, took up
    volleyball", "Renata's practice has moved, it is on Fridays now"."""
    left, *_ = tokens(rest)
    if begins_with_verb(rest, language) and left not in listed("when"):
        return True
    named = [word for word in wording(text, language).words if word.exact]
    own = wording(known.fact, known.language).words
    still = {word.text for word in wording(rest, language).words if word.exact}
    return not still and any(same_word(word, other) for word in named for other in own)


def _without_denial(text: str, known: Fact, language: Language) -> str:
    """A text without its end that only says what is not so, in words of the fact."""
    marks = list(_JOINT.finditer(text))
    if not marks or not _DENIAL.match(text, marks[-1].end()):
        return text
    words = wording(text[marks[-1].end() :], language).words
    denied = [word for word in words if word.text not in listed("negation")]
    held = wording(known.fact, known.language).words
    over = denied and all(any(same_word(word, other) for other in held) for word in denied)
    rest = text[: marks[-1].start()]
    return rest if over and len(tokens(rest)) >= _FEWEST_LEFT else text


def repeats(text: str, fact: str, language: Language) -> bool:
    """Whether a fact holds this very text, or what ``restated`` left of it."""
    if tokens(text.replace("-", " ")) == tokens(fact.replace("-", " ")):
        return True
    pieces, facts = pieces_of(without_no(text) or text), pieces_of(fact)
    kept = {tokens(piece) for piece in facts}
    left, held = set(kept), {token for piece in kept for token in piece}
    for n, piece in enumerate(pieces):
        forms = {tokens(piece)} & kept
        if not forms and len({*tokens(piece)} - held) <= _LEAST_OWN:
            named = standing(piece, pieces[:n], facts, language) or piece
            forms = {tokens(named)} & kept
        if not forms and not _cued(piece, language):
            return False
        left -= forms
    return not left


def is_within(text: str, fact: str) -> bool:
    """Whether a fact holds each piece of this text, word for word."""
    return {tokens(piece) for piece in pieces_of(text)} <= {tokens(p) for p in pieces_of(fact)}


def without_no(text: str) -> str | None:
    """What follows a "no, …" that only answers; None where a text begins with none."""
    match = _NO.match(text)
    return text[match.end() :].strip() or None if match else None


def _going_on(text: str, language: Language) -> str:
    """A sentence as it reads after a comma: without its capital, unless that may be a name's."""
    first = wording(text, language)
    named = any(word.place == 0 for word in first.words) and not _cued_first(first)
    return text if named else text[:1].lower() + text[1:]


def _cued_first(found: Wording) -> bool:
    return any(0 in found.cues[name] for name in CUES)


def pieces_of(text: str) -> list[str]:
    """What stands between commas, colons and dashes."""
    return [piece for piece in _JOINT.split(text) if piece.strip()]


def _tells(rest: str, found: Alignment, language: Language, *, put: bool) -> bool:
    """Whether what is left of a text tells what it is about, as it does with a subject ``put``."""
    told = wording(rest, language).words
    about = any(same_word(anchor, word) for anchor in found.anchors for word in told)
    unmet = not found.met(found.anchors)
    return len(told) >= 2 and (put or about or unmet or len(told) >= 3)


def _only_ends(piece: str, old_words: set[str], language: Language) -> bool:
    found = wording(piece, language)
    cued = {place for name in CUES for place in found.cues[name]}
    new = [w for w in found.words if w.text not in old_words and w.place not in cued]
    return bool(cued) and not new


def _cued(piece: str, language: Language) -> bool:
    return any(wording(piece, language).cues[name] for name in CUES)


def _doubts(clause: Clause, language: Language) -> Iterator[float]:
    """The doubt of a clause that says something; nothing for one that does not (F3)."""
    if clause.status == "passing" and load_lexicon().has("chat", fold(clause.text)):
        return  # "gracias parce, u da best" changes nothing
    cues = wording(clause.text, language).cues
    changes = bool(cues["new"] or cues["gone"])
    if clause.status in ("assertion", "passing"):
        yield 0.0
    elif clause.status == "request":
        yield _REQUEST_DOUBT if changes else _NEVER


def _of_clause(clause: Clause, doubt: float, language: Language) -> Statement:
    passing = clause.status == "passing"
    said = clause.standing or clause.text
    return Statement(said, _tidy(said), language, None, doubt, passing)


def _of_finding(finding: Finding, reading: Reading) -> Statement:
    clauses = [c for c in reading.clauses if overlaps(c.span, [finding.span])]
    said = ", ".join(c.standing or c.text for c in clauses) or finding.text
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
    if len(pieces_of(earlier.text)) > 1:
        return False  # what it tells besides would be lost
    before = wording(earlier.said, earlier.language)
    cues = wording(later.said, later.language).cues
    if not (cues["new"] or cues["gone"]) or before.cues["gone"] or before.negated():
        return False  # "ya no abre a las 8" is no more taken back by what follows than said by it
    relation = relate(earlier.text, earlier.language, later.said, later.language, meaning)
    return relation.changed >= CORRECTS


def _tidy(text: str) -> str:
    return one_line(text).strip(" .,;:!¡")


def only_excepts(statement: Statement) -> bool:
    """Whether it says of a thing that it is not the one, and no more: "not the Houston company"."""
    first = tokens(statement.text)[:2]
    excepts = first[:1] in (("not",), ("no",))
    return excepts and not (listed("articles") | listed("owners")).isdisjoint(first[1:])
