"""What a text itself calls a secret, and whether it speaks of a phrase that is one (F4)."""

from __future__ import annotations

import re

from assistant.secrets.base import CALLED, Secret
from assistant.secrets.vocabulary import vocabulary
from assistant.text.folding import fold_in_place

_BEFORE = 48
"""Characters before a value in which its name may stand."""
_BETWEEN = re.compile(
    r"(?:[\s:=,\"'(]|\b(?:is|was|are|es|era|for|to|de|del|para|ahora|now|the|my|el|la|mi)\b)*\Z"
)
_PHRASES = ("passphrase", "seed_phrase")
_PHRASE = re.compile(r"\W*(?:[^\W\d_]+\W+){3,}[^\W\d_]+")
"""Four words or more."""


def by_its_name(text: str, secret: Secret) -> Secret:
    """The secret under the kind that the words right before it give it: a password that looks like
    the number of a card is a password."""
    if secret.kind in CALLED:
        return secret
    before = fold_in_place(text[max(0, secret.span[0] - _BEFORE) : secret.span[0]])
    words = vocabulary()
    for match in words.named.finditer(before):
        kind = words.names[(match.lastindex or 1) - 1].kind
        if kind in CALLED and _BETWEEN.match(before, match.end()):
            return secret._replace(kind=kind)
    return secret


def speaks_of_phrase(text: str) -> bool:
    """Whether a text that asks nothing names a passphrase and goes on: it may say which one it is
    in words that no finder tells from others ("use passphrase winter sun follows rain")."""
    if text.rstrip().endswith("?"):
        return False
    words = vocabulary()
    low = fold_in_place(text)
    return any(
        words.names[(match.lastindex or 1) - 1].kind in _PHRASES and _PHRASE.match(low, match.end())
        for match in words.named.finditer(low)
    )
