"""The text of a fact (F5): the user's words without greeting, "recordá que" and trailing asides.

First person becomes third only where the clause has a single first-person word, its verb: more
would need grammar, and a wrong sentence is worse than a personal one.
"""

from __future__ import annotations

import re

from assistant.memory.signals.clauses import RawClause
from assistant.memory.signals.lexicon import Lexicon
from assistant.records import Language

_LONGEST = 240
_TRIM = " \t,;:.-–—!¡()…"


def fact_text(message: str, clause: RawClause, lexicon: Lexicon, language: Language) -> str:
    """Short and self-contained, in the user's words; "" when nothing is left."""
    start, end = _core(clause, lexicon)
    if start >= end:
        return ""
    first, last = clause.canon.tokens[start], clause.canon.tokens[end - 1]
    text = " ".join(message[first.span[0] : last.span[1]].split())
    text = _strip(text)
    text = _third_person(text, lexicon, language)
    return text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + "…"


def _strip(text: str) -> str:
    text = text.lstrip(_TRIM + "¿").rstrip(_TRIM.replace(")", "").replace("(", ""))
    return text + ")" * max(0, text.count("(") - text.count(")"))


def _core(clause: RawClause, lexicon: Lexicon) -> tuple[int, int]:
    """Token range of the content: between leading fillers and instructions and a trailing aside."""
    tokens, text = clause.canon.tokens, clause.text
    start, end = 0, len(tokens)
    tail = lexicon.search("remember_tail", text)
    if tail and tail.start() > 0:
        end = clause.canon.tokens_within(tail.start(), tail.end())[0]
    for _ in range(6):
        skipped = _skip(clause, start, end, lexicon)
        if skipped == start:
            break
        start = skipped
    if start >= end:
        return 0, len(tokens)
    return start, end


def _skip(clause: RawClause, start: int, end: int, lexicon: Lexicon) -> int:
    """The next start after one leading filler or instruction, or ``start`` when none is there."""
    canon = clause.canon
    while start < end and canon.tokens[start].word in _TRIM:
        start += 1
    offset = canon.starts[start] if start < end else len(canon.text)
    for cue in ("remember", "announcement", "filler"):
        match = lexicon.pattern(cue).match(canon.text, offset)
        if match and match.end() > offset:
            after = canon.tokens_within(offset, match.end())[1]
            aside = (after < end and canon.tokens[after].word in ",:-.") or after >= end
            if cue != "filler" or aside:
                return after
    return start


def _third_person(text: str, lexicon: Lexicon, language: Language) -> str:
    if language == "es":
        return _third_es(text, lexicon)
    return _third_en(text)


_EN_FIRST = re.compile(
    r"\b(?:i|i'm|i've|i'll|i'd|im|ive|me|my|mine|myself|we|us|our|ours|we're)\b", re.I
)
_EN_SUBJECT = re.compile(
    r"^(?:i (?P<adverb>(?:\w+ly|also|only|always|never|still|mostly|just) )?(?P<verb>[a-z]+)|(?P<am>i'm|im) )",
    re.I,
)
_EN_IRREGULAR = {"am": "is", "have": "has", "do": "does", "go": "goes", "was": "was", "were": "was"}
_EN_SAME = re.compile(r"(?:ed|n't|ought|ould|can|may|must|will|shall|might)$")
_EN_PAST = frozenset(
    [
        "chose",
        "picked",
        "went",
        "grew",
        "got",
        "left",
        "quit",
        "made",
        "wrote",
        "built",
        "bought",
        "sold",
        "took",
        "gave",
        "kept",
        "ran",
        "ate",
        "saw",
        "did",
        "had",
        "met",
        "became",
        "began",
    ]
)


def _third_en(text: str) -> str:
    match = _EN_SUBJECT.match(text)
    if not match or _EN_FIRST.search(text, match.end()):
        return text
    if match["am"]:
        return "is " + text[match.end() :]
    verb = match["verb"].lower()
    if verb in ("do", "don", "would", "can", "will", "could", "should"):
        return text
    third = verb if verb in _EN_PAST or _EN_SAME.search(verb) else _add_s(verb)
    return f"{match['adverb'] or ''}{third}{text[match.end() :]}"


def _add_s(verb: str) -> str:
    if verb in _EN_IRREGULAR:
        return _EN_IRREGULAR[verb]
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


_ES_FIRST = re.compile(
    r"\b(?:yo|me|mi|mis|mío|mía|mio|mia|nos|nuestr[oa]s?|conmigo|\w+[aei]mos|nosotr[oa]s)\b", re.I
)
_ES_VERBS = {
    "trabajo": "trabaja", "laburo": "labura", "curro": "curra", "chambeo": "chambea", "vivo": "vive",
    "tengo": "tiene", "soy": "es", "estoy": "está", "uso": "usa", "estudio": "estudia", "hablo": "habla",
    "prefiero": "prefiere", "odio": "odia", "detesto": "detesta", "evito": "evita", "toco": "toca",
    "doy": "da", "llevo": "lleva", "dirijo": "dirige", "mantengo": "mantiene", "juego": "juega",
    "nací": "nació", "crecí": "creció", "mido": "mide", "peso": "pesa", "corro": "corre", "entreno": "entrena",
    "programo": "programa", "escribo": "escribe", "enseño": "enseña", "manejo": "maneja", "vendo": "vende",
    "decidí": "decidió", "elegí": "eligió", "opté": "optó", "resolví": "resolvió", "administro": "administra",
    "coordino": "coordina", "cobro": "cobra", "facturo": "factura", "colaboro": "colabora", "alquilo": "alquila",
}  # fmt: skip
_ES_OTHER_VERB = re.compile(r"\b(?:" + "|".join(_ES_VERBS) + r")\b", re.I)
_ES_START = re.compile(r"^(?:yo )?(?P<verb>\w+)\b(?! (?:yo)\b)", re.I)


def _third_es(text: str, lexicon: Lexicon) -> str:
    match = _ES_START.match(text)
    if not match or (third := _ES_VERBS.get(match["verb"].lower())) is None:
        return text
    rest = text[match.end() :]
    if _ES_FIRST.search(rest) or _ES_OTHER_VERB.search(rest):
        return text
    return third + rest
