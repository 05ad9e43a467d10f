"""Forgetting for good: what must go with the facts that are meant, what is kept of them.

Only a keyed hash stays behind: it tells whether the same words come back, and the words cannot be
read out of it without the key.
"""

from __future__ import annotations

import hashlib
import hmac

from assistant.records import Language
from assistant.text.phrases import listed, tokens
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, in_every_language, is_listed, wording


def digest(text: str, key: bytes) -> str:
    """The keyed hash of what a text says, in hexadecimal (HMAC-SHA-256).

    Case, accents, punctuation, the order of words, their endings and the words of an instruction
    ("recordá que…") make no difference; numbers, names and a "no" do.
    """
    return digests(text, key)[0]


def digests(text: str, key: bytes) -> tuple[str, ...]:
    """The hashes by which a text is known again: ``digest``, and the one of homes whose hashes
    were made from the text as it was typed, where a capital may make a name of a word."""
    read_as = dict.fromkeys((_essence(text.lower()), _essence(text)))
    return tuple(hmac.digest(key, essence.encode(), hashlib.sha256).hex() for essence in read_as)


def mentions(fact: str, language: Language, text: str) -> bool:
    """Whether a text (a summary, an answer) tells of a fact: half its words, or one of its own.

    Errs on the side of yes: what tells of a forgotten fact has to go too.
    """
    words = [word for word in wording(fact, language).words if word.kind != "person"]
    if not words:
        return " ".join(tokens(fact)) in " ".join(tokens(text))
    there = in_every_language(text)
    held = [word for word in words if any(same_word(word, other) for other in there)]
    return 2 * len(held) >= len(words) or any(map(is_own, held))


_HASHED_AS = "es"
"""How a text is read whose hash is kept: always the same way, whatever its language."""


def _essence(text: str) -> str:
    """The stems of what a text says, sorted; a plain instruction to remember left out."""
    found = tokens(text)
    # The list of one language or the other, never a guess: a hash must not depend on one.
    instruction = listed("to remember")
    kept = {word.key for word in wording(text, _HASHED_AS).words if word.text not in instruction}
    kept |= {token for token in found if token in listed("negation")}
    return " ".join(sorted(kept or set(found)))


def has_own(text: str, language: Language) -> bool:
    """Whether a text holds a word by which it can be told from others."""
    return any(map(is_own, wording(text, language).words))


def is_own(word: Word) -> bool:
    """A word by which one fact can be told from others: a thing, or neither listed nor common."""
    if word.text[0].isdigit() or word.kind == "number":
        return len(word.text) >= 4
    if word.kind in listed("kinds of things"):
        return True
    return len(word.text) >= 3 and not is_listed(word) and word.text not in listed("common")
