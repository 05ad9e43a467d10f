"""The text of a fact (F5) and its slot: the user's words without greeting, "recordá que" and
trailing asides.

First person becomes third only where a clause has a single first-person word, the verb it begins
with: more would need grammar, and a wrong sentence is worse than a personal one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from assistant.characters import one_line
from assistant.languages import table
from assistant.memory.signals.clauses import RawClause, split
from assistant.memory.signals.lexicon import Lexicon, load_frames, load_lexicon
from assistant.memory.signals.regions import Span, find_regions
from assistant.memory.signals.text import READ_AT_MOST, Canon
from assistant.records import Language, Slot
from assistant.text.phrases import listed

LONGEST = 240  # characters; a fact is one thing

_EDGES = " \t,;:.-–—!¡¿()…"
_CLOSING = _EDGES.replace("(", "").replace(")", "")
_LEADS = ("remember", "announcement")
_MOST_LEADS = 6
_FEWEST_BEHIND = 3
"""Words of what goes on with an "and", and is told by itself."""

_FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i've|i'll|i'd|im|ive|me|my|mine|myself|we|us|our|ours|we're"
    r"|yo|mi|mis|m[ií][oa]s?|nos|nuestr[oa]s?|conmigo|\w+[aei]mos|nosotr[oa]s"
    r"|y|pero|and|but)\b",  # after a conjunction comes another verb, which would stay behind
    re.IGNORECASE,
)
_BEGINNING = re.compile(
    r"^(?P<subject>yo |i )?"
    r"(?P<adverb>(?:[a-z]+ly|also|only|always|never|still|mostly|just|no longer) )?"
    r"(?P<verb>[\w']+)(?= )",
    re.IGNORECASE,
)
_SAME_IN_ENGLISH = re.compile(
    r"(?:ed|n't|ould|ought|can|may|must|will|shall|might|do|don"
    r"|(?:do|does|did|ca|wo|is|are|was|has|have|had|should|would|could|ai)nt)$"
)
_OPENED = re.compile(r"(?<![:;=])\(")
"""What a ")" closes; ":(" is a face."""
_HISSING = ("s", "sh", "ch", "x", "z")


def fact_text(message: str, clause: RawClause, lexicon: Lexicon, language: Language) -> str:
    """Short and self-contained, in the user's words; "" when nothing is left."""
    said = one_line(core(clause, lexicon).typed(message))
    text = said.lstrip(_EDGES).rstrip(_CLOSING)
    text += ")" * max(0, len(_OPENED.findall(text)) - text.count(")"))
    text = _third_person(text, lexicon, language)
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0] + "…"


def core(clause: RawClause, lexicon: Lexicon) -> RawClause:
    """The clause without leading fillers and instructions and a trailing aside; all where that
    is all."""
    canon = clause.canon
    if given := clause.given:
        return clause._replace(canon=Canon.of([given]))
    start, end = 0, len(canon.tokens)
    for cue in ("remember_tail", "aside_tail", "asked_kindly"):
        tail = lexicon.search(cue, clause.text)
        if tail and tail.start() > 0:
            end = min(end, canon.tokens_within(*tail.span())[0])
    for _ in range(_MOST_LEADS):
        skipped = _skip(clause, start, end, lexicon)
        if skipped == start:
            break
        start = skipped
    return clause._replace(canon=Canon.of(canon.tokens[start:end])) if start < end else clause


def _skip(clause: RawClause, start: int, end: int, lexicon: Lexicon) -> int:
    """The next start after one leading filler or instruction; ``start`` when none is there."""
    canon = clause.canon
    while start < end and canon.tokens[start].word in _EDGES:
        start += 1
    if end - start > _FEWEST_BEHIND and canon.tokens[start].word in listed("joins"):
        return start + 1  # "and have bought a Volvo"
    offset = canon.starts[start] if start < end else len(canon.text)
    for cue in _LEADS:
        if (match := lexicon.match(cue, canon.text, offset)) and match.end() > offset:
            after = canon.tokens_within(offset, match.end())[1]
            # "a partir de ahora tuteame": one word is no fact, the announcement makes it one
            return start if cue == "announcement" and end - after == 1 else after
    if (match := lexicon.match("filler", canon.text, offset)) and match.end() > offset:
        after = canon.tokens_within(offset, match.end())[1]
        if after >= end or canon.tokens[after].word in _EDGES:  # "no, ..." but not "no como"
            return after
    return start


def _third_person(text: str, lexicon: Lexicon, language: Language) -> str:
    match = _BEGINNING.match(text)
    if match is None or _FIRST_PERSON.search(text, match.end()):
        return text
    verb, known = match["verb"].lower(), lexicon.third_person.get(language, {})
    third = known.get(verb)
    if not table(language, "signals").get("third_person_adds_s"):
        repeated = any(word in known for word in text[match.end() :].lower().split())
        return text if third is None or repeated else third + text[match.end() :]
    if third is None and match["subject"] and not _SAME_IN_ENGLISH.search(verb):
        third = with_s(verb)
    if third is None:
        return text
    return f"{match['adverb'] or ''}{third}{text[match.end() :]}"


def with_s(verb: str) -> str:
    """The third person of an English verb."""
    if verb.endswith(_HISSING):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


_USER = "user"
_BESIDE_VALUE = " ,;:.-"
_ARTICLES = re.compile(r"^(?:(?:el|la|los|las|mi|mis|nuestr[oa]s?|the|my|our|a|an|un|una)\s)+")


def slot_of(message: str, clause: RawClause) -> Slot | None:
    """The first frame that fits the clause; ``value`` in the user's own words."""
    for pattern, frame in _frames():
        match = pattern.search(clause.text)
        if match is None or not match["value"].strip(_BESIDE_VALUE):
            continue
        subject = match.groupdict().get("subject") or frame.get("subject", _USER)
        start, end = clause.canon.span(*match.span("value"))
        return Slot(
            subject=_ARTICLES.sub("", subject.strip(_BESIDE_VALUE)).replace(" 's", "'s"),
            attribute=frame["attribute"],
            value=message[start:end].strip(_BESIDE_VALUE),
            many=frame.get("many", False),
            negated=frame.get("negated", False),
        )
    return None


@cache
def _frames() -> tuple[tuple[re.Pattern[str], Mapping[str, Any]], ...]:
    return tuple(
        (re.compile(rf"(?<!\S)(?:{frame['pattern']})(?!\S)"), frame) for frame in load_frames()
    )


_FOREIGN = frozenset({"quoted", "pasted", "untyped"})


def own_words(text: str, untyped: Sequence[Span] = ()) -> str:
    """``text`` with an empty line in the place of what others said. Code and names in quotes stay;
    of a text that is longer than what is read, the rest stays unless it is ``untyped``."""
    lexicon = load_lexicon()
    lexicon.forget_texts()
    head = text[:READ_AT_MOST]
    regions = find_regions(head, untyped)
    foreign = [region.span for region in regions if region.kind in _FOREIGN]
    foreign += [c.canon.whole_span for c in split(head, regions, lexicon) if c.whose != "own"]
    foreign += [span for span in untyped if span[1] > len(head)]
    for start, end in sorted(foreign, reverse=True):
        text = f"{text[:start]}\n\n{text[end:]}"
    return text


def blanked(text: str, spans: Iterable[Span]) -> str:
    """``text`` with blanks in the place of the spans; every other character keeps its place."""
    kept = list(text)
    for start, end in spans:
        kept[start:end] = " " * (min(end, len(text)) - start)
    return "".join(kept)
