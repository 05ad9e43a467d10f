"""An answer as a sentence, in the language of the question (A6).

A fact is told back as its owner would be: "my bleep number is 4071" becomes "Your bleep number is
4071." where that is a matter of pronouns alone. Where a verb would have to be put otherwise, or the
fact is in the other language, it is quoted as it was told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.answers.reader.verdicts import Verdict
from assistant.memory.phrases import fold
from assistant.messages import say
from assistant.records import Fact, Language

_ENGLISH = (
    (re.compile(r"\b(?:i'm|i am)\b", re.IGNORECASE), "you're"),
    (re.compile(r"\bam i\b", re.IGNORECASE), "are you"),
    (re.compile(r"\bi was\b", re.IGNORECASE), "you were"),
    (re.compile(r"\bi(?=\b)(?!\.\w|[-/])", re.IGNORECASE), "you"),
    (re.compile(r"\b(?:myself|ourselves)\b", re.IGNORECASE), "yourself"),
    (re.compile(r"\bmy\b", re.IGNORECASE), "your"),
    (re.compile(r"\bmine\b", re.IGNORECASE), "yours"),
    (re.compile(r"\bme\b", re.IGNORECASE), "you"),
)
_NOTED = {
    "is": "you're",
    "isn't": "you're not",
    "has": "you have",
    "was": "you were",
    "doesn't": "you don't",
    "lives": "you live",
    "works": "you work",
    "prefers": "you prefer",
    "likes": "you like",
    "hates": "you hate",
    "uses": "you use",
    "can't": "you can't",
}
"""How a fact that was noted without its subject begins, and how it is told back."""
_FIRST_PERSON = re.compile(r"\b(?:i|my|mine|me|myself)\b", re.IGNORECASE)
_ADDRESSED = re.compile(r"\b(?:you|your|yours|us|our|we|let's)\b|[\"“”«»]", re.IGNORECASE)
_IMPERATIVE = re.compile(r"^(?:please|always|never|don't|do not|stop)\b", re.IGNORECASE)
_OWN_THING = re.compile(
    r"^mis? (?P<thing>[^,;:]+?) (?P<verb>es|son|se llama|se llaman|está|están|vive|trabaja|cumple"
    r"|tiene|queda|empieza|vence|termina)\b",
    re.IGNORECASE,
)
_SPEAKER = re.compile(
    r"\b(?:yo|me|nos|mi|mis|mí|conmigo|soy|estoy|tengo|voy|somos|nuestr\w+|\w+(?:amos|emos|imos)"
    r"|te|tu|tus|vos|usted)\b"
)


def told(facts: Sequence[Fact], verdict: Verdict | None, language: Language) -> str:
    """What the facts say; the verdict stands first."""
    if len(facts) > 1:
        lines = "\n".join(f"- {_on_a_line(fact.fact)}" for fact in facts)
        return f"{say('reader.told', language)}\n{lines}"
    sentence = _sentence(facts[0], language)
    if verdict is None:
        return sentence
    begun = sentence if sentence[:2].isupper() else sentence[:1].lower() + sentence[1:]
    return f"{say(f'reader.{verdict}', language)}: {begun}"


def untold(language: Language) -> str:
    """That memory does not hold it, in one line (A7)."""
    return say("reader.untold", language)


def rests_on(facts: Sequence[Fact], language: Language) -> str:
    """The dim line: on how much it rests, and since when."""
    day = f"{max(fact.last_confirmed_at for fact in facts).astimezone():%Y-%m-%d}"
    key = "reader.rests_on_one" if len(facts) == 1 else "reader.rests_on_several"
    return say(key, language, day=day, count=len(facts))


def _sentence(fact: Fact, language: Language) -> str:
    text = _on_a_line(fact.fact).rstrip(" .")
    mine = fact.language == language
    turned = (_to_you(text) if language == "en" else _to_tu(text)) if mine else None
    if turned is None:
        return f"{say('reader.told', language)} {say('reader.quoted', language, text=text)}"
    return f"{turned[:1].upper()}{turned[1:]}."


def _to_you(text: str) -> str | None:
    """An English sentence about its speaker, told back; None where that is not sure."""
    noted, _, rest = text.partition(" ")
    if noted in _NOTED and not _FIRST_PERSON.search(rest) and not _ADDRESSED.search(rest):
        return f"{_NOTED[noted]} {rest}"
    if not _FIRST_PERSON.search(text) or _ADDRESSED.search(text) or _IMPERATIVE.match(text):
        return None
    for pattern, other in _ENGLISH:
        text = pattern.sub(other, text)
    return text


def _to_tu(text: str) -> str | None:
    """The same for a Spanish sentence about a thing or a person of the speaker's: its verb stays.
    What the speaker does needs another verb, and is quoted."""
    found = _OWN_THING.match(text)
    if found is None or _SPEAKER.search(fold(text[found.start("verb") :])):
        return None
    if _SPEAKER.search(fold(found["thing"])):
        return None
    return f"{'Tus' if text[:3].lower() == 'mis' else 'Tu'}{text[text.index(' ') :]}"


def _on_a_line(text: str) -> str:
    return " ".join(text.split())
