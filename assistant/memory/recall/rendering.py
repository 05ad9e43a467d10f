"""A fact as it stands in a prompt: its own words, without those that say nothing there.

The section's header says whose facts these are, so a leading "I" or "Tengo" adds nothing; every
token saved lets another fact in. Names, numbers and negations are never touched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from assistant.records import Fact, Language

_SPACE = re.compile(r"\s+")
_HOUR = r"(?:\d|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)"
_NO_NAME = r"(?-i:(?![A-ZÁÉÍÓÚÑ]))"
"""An article before a capital letter may be part of a name: "La Paz", "Mar de las Pampas"."""
_ENGLISH = (
    re.compile(
        r"^(?:i'm|i am|we're|we are|i've|i'd(?! (?:rather|sooner|better))|i have (?=an? )"
        r"|we have (?=an? )|i|we|there (?:is|are)) ",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?:strongly|really|absolutely|personally|simply) ", re.IGNORECASE),
    re.compile(rf"^(?:(?:the|an?) {_NO_NAME}|(?:my|our) )(?=[\w'\"])", re.IGNORECASE),
    re.compile(r"(?<![\w'])(?:the|an?(?! (?:few|little|lot|bit)\b)|my|our) (?=[\w'\"])"),
)
_SPANISH = (
    re.compile(r"^(?:yo|soy|somos|estoy|estamos|tengo|tenemos|hay) (?=\w)", re.IGNORECASE),
    re.compile(
        rf"^(?:(?:el|la|los|las) {_NO_NAME}|(?:una?|mis?|nuestr[oa]s?) )(?=\w)", re.IGNORECASE
    ),
    # After a preposition these are articles; elsewhere "la" may be a pronoun. Hours keep theirs.
    re.compile(
        r"\b(?P<kept>(?:a|con|de|desde|en|entre|hasta|para|por|sin|sobre) )(?:el|la|los|las|mis?) "
        rf"{_NO_NAME}(?=\w)(?!(?:que|de|mañana|tarde|noche|madrugada|{_HOUR})\b)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?<=\w )(?P<kept>)(?:el|los) "
        r"(?=\d|lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|domingo)",
        re.IGNORECASE,
    ),
)
_REASON = re.compile(
    r"(?:,? (?:because|since (?:i|it|they|we|my)|as (?:i|it|they|we|my)|due to|owing to|so that"
    r"|porque|ya que|puesto que|debido a|para que) .*|, (?:so|as it|which|lo que|lo cual) .*"
    r"|; (?:i|it|they) .*|\. \S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_UNSAID = {
    "en": frozenset({"are", "has", "is", "of"}),
    "es": frozenset({"de", "del", "el", "es", "están", "está", "la", "las", "los", "son"}),
}
"""Words that a telegram leaves out. "Un" and "una" are numbers too, "que" and "a" tell what is
better than what ("prefiero tren a avión"), "me" and "that" who does what to whom ("mi jefe me
llama", "the dog that bit me"): those stay."""
_NOUN_OF = {
    "en": r"\b(?:an?|the|my|our|his|her|its|their|your|this|every|each)",
    "es": r"\b(?:el|la|los|las|una?|mis?|sus?|tus?|nuestr[oa]s?|este|esta|cada)",
}
"""Before a noun. "De" and "of" say nothing only between nouns ("la jefa de enfermería"); after
other words they change the sense: "dejé de fumar", "tratame de vos", "instead of Kafka"."""
_VERBS = frozenset({"are", "has", "is", "es", "está", "están", "son"})
_POINTING = frozenset(
    {"he", "she", "it", "they", "who", "what", "that", "which", "there", "this", "where"}
    | {"que", "quien", "eso", "esto", "él", "ella", "ellos", "ellas", "lo", "donde", "ya"}
)
"""Words after which a verb stays: "she has my back", "rust is what it is in"."""
_ARTICLES = frozenset({"el", "la", "las", "los"})
_BEFORE_A_PRONOUN = re.compile(rf"(?:que|de|{_HOUR})\b")
_QUOTES = re.compile('["«»“”]')
SHORTEST = 4
"""Words that a shortened line keeps at least: less would no longer say what it is about."""


def full(fact: Fact) -> str:
    """The whole fact on one line, without what the section's header already says."""
    return _full(fact.fact, fact.language)


def brief(fact: Fact) -> str:
    """As ``full``, without the reasons that follow: they matter less than one more fact."""
    return _brief(fact.fact, fact.language)


def terse(fact: Fact) -> str:
    """As ``brief``, without the little words that a telegram leaves out."""
    return _terse(fact.fact, fact.language)


@lru_cache(maxsize=4096)
def _full(text: str, language: Language) -> str:
    line = _SPACE.sub(" ", text).strip().rstrip(".")
    for pattern in _ENGLISH if language == "en" else _SPANISH:
        kept = r"\g<kept>" if pattern.groups else ""
        line = _kept(pattern.sub(kept, line), line)
    return line


@lru_cache(maxsize=4096)
def _brief(text: str, language: Language) -> str:
    line = _full(text, language)
    return _kept(_REASON.sub("", line).rstrip(" ,;"), line)


@lru_cache(maxsize=4096)
def _terse(text: str, language: Language) -> str:
    line = _brief(text, language)
    if _QUOTES.search(line):
        return line
    said = line.split(" ")
    left = [word for n, word in enumerate(said) if not _unsaid(said, n, text, language)]
    return _kept(" ".join(left), line)


def _unsaid(said: Sequence[str], n: int, text: str, language: Language) -> bool:
    """Whether the word at ``n`` of a line of ``text`` may go: not out of a name ("Mar del Plata"),
    nor at the end, nor where it carries sense."""
    little = _UNSAID[language]
    if said[n] not in little or n + 1 == len(said) or _tells(said, n, text, language):
        return False
    before = next((word for word in reversed(said[:n]) if word not in little), "")
    after = next((word for word in said[n:] if word not in little), "")
    return not (before[:1].isupper() and after[:1].isupper())


def _tells(said: Sequence[str], n: int, text: str, language: Language) -> bool:
    """Whether a little word says something: a duty ("has to"), a pronoun, what stands before an
    hour, a "de" or "of" that does not join two nouns, or that leads to a name: "el hijo de Ana" is
    no son called Ana."""
    word, after, before = said[n], said[n + 1], said[n - 1] if n else ""
    if word in _VERBS:
        return after == "to" or before.lower() in _POINTING
    if word in _ARTICLES:
        earlier = f" {text.lower()}".split(f" {word} {after.lower()}", 1)[0]
        doubled = f" {word} " in earlier  # "la poda la hago"
        return doubled or _BEFORE_A_PRONOUN.match(after) is not None
    joined = rf"{_NOUN_OF[language]}\s+{re.escape(before)}\s+{word}\b"
    return after[:1].isupper() or not (before and re.search(joined, text, re.IGNORECASE))


def _kept(shorter: str, line: str) -> str:
    return shorter if len(shorter.split()) >= min(SHORTEST, len(line.split())) else line
