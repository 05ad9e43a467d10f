"""Which questions may be answered from an earlier answer at all (A3, A4), and whether a message
says that the answer before it was wrong."""

from __future__ import annotations

import re
from typing import Literal

from assistant.memory.dedup import cues
from assistant.memory.dedup.text import tokens

Refusal = Literal[
    "time", "state", "creative", "context", "nothing asked", "too long", "told"
]  # fmt: skip

LONGEST = 60
"""Words of a question; longer ones bring their own material and are asked each time."""
_PAYLOAD = re.compile(r"```|\n\s*\n|https?://")
_SPOKEN = re.compile(r"[,:;?¿—–]")
_EXPLETIVE = re.compile(
    r"(?:is|was) it (?=\w+ (?:to|for|that)\b)|does it take|do they (?=speak|use)"
)
_IS = re.compile(r"(?<!\w)(que|como|donde|quien|cual|cuando) esta(?= )")
"""The verb, which has lost its accent: no pointing word."""
_ACCENTED_IS = re.compile(r"(?<!\w)está(?!\w)", re.IGNORECASE)
_HOW = re.compile(r"^how \w+ ")
_ANYBODY = re.compile(
    r"(?<!\w)(?:(?:can|could|should|must) (?:i|we)|(?:do|would) (?:i|we)"
    r"(?! (?:usually |normally |often |always |generally )?(?:have|know|like|use|live|work|own"
    r"|prefer|drink|eat|drive|weigh|wear|earn|owe|hate|love|study|play|speak|teach|sleep|pay))"
    r"|(?:tell|show|give|help|let) (?:me|us)|tengo que|tenemos que|se me|si me|if i"
    r"|me (?:sirve|conviene|puede)n?|(?:explain|define|describe)(?: \w+)* for me)(?!\w)"
)
"""Said of oneself, meant of anybody."""
_STATES = re.compile(
    r"^(?:i|we|he|she|soy|estoy|somos|estamos|trabajo|vivo|tengo|me llamo|uso|prefiero|siempre|"
    r"recorda|recuerda|remember|never|nunca|always|olvida\w*|forget|from now on|a partir de)(?!\w)"
)


def refusal(text: str) -> Refusal | None:
    """Why a message is never answered from an earlier answer; None when it may be."""
    words = tokens(text)
    if len(words) > LONGEST or _PAYLOAD.search(text):
        return "too long"
    plain = " ".join(words)
    for name in ("time", "state", "creative"):
        if cues.found("never", name, plain):
            return name
    if not content(words):
        return "nothing asked"
    if _leans_on_context(text, words, plain):
        return "context"
    if _STATES.search(plain) and "?" not in text:
        return "told"
    return None


def personal(text: str) -> bool:
    """Whether the question is about the person who asks: its answer rests on facts."""
    return cues.found("never", "personal", _ANYBODY.sub("", " ".join(tokens(text))))


def content(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words that say what is asked about."""
    skipped = cues.words("function")
    return tuple(word for word in words if word not in skipped and len(word) > 1)


def _leans_on_context(text: str, words: tuple[str, ...], plain: str) -> bool:
    """A pronoun is fine after the thing that it stands for: "cold start: what is that"."""
    if cues.whole("never", "opening", plain) or _points(text, plain):
        return True
    solid = set(content(words)) - cues.light()
    if not solid - cues.words("relational") and not personal(text):
        return True  # "what's the name?" of what; "what's my name?" says of whom
    plain = _EXPLETIVE.sub("", plain)
    pronoun = cues.pattern("never", "pronoun").search(plain)
    if pronoun is None:
        return False
    before = set(_HOW.sub("", plain[: pronoun.start()]).split()) & solid
    named = len(before) > 1 or (before and _SPOKEN.search(text.strip(" ?¿.!")))
    return not named


def _points(text: str, plain: str) -> bool:
    """Words that point at something outside the question."""
    plain = _IS.sub(r"\1", plain)
    if _ACCENTED_IS.search(text):
        plain = re.sub(r"(?<!\w)esta(?!\w)", "es", plain)
    match = cues.pattern("never", "pointing").search(plain)
    if match is None:
        return False
    text = text.strip(" ?¿.!")
    opening = _SPOKEN.split(text, maxsplit=1)[0]
    topic = set(content(tokens(opening))) - cues.light()
    return not (topic and _SPOKEN.search(text) and match.group() in plain[len(opening) // 2 :])


LONGEST_CORRECTION = 25
_ASKS_ON = re.compile(r"[¿\s]*\w+ \w.*\?\s*", re.DOTALL)
"""No mark after the first word: "¿No lleva ajo?", but not "No, ¿seguro?"."""


def corrects(text: str) -> bool:
    """Such an answer is never given again. A false alarm only costs a reuse."""
    words = tokens(text)
    plain = " ".join(words)
    if len(words) > LONGEST_CORRECTION:
        return False
    denies = cues.whole("never", "denial", plain) and not _ASKS_ON.fullmatch(text)
    return denies or cues.whole("never", "correction", plain)
