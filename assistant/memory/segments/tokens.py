"""The words of a sentence with the marks between them: what units are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, cast

from assistant.memory.segments.words import FUNCTION, belongs, weight
from assistant.records import Language

Kind = Literal["code", "url", "number", "han", "word"]

LONGEST_WORD = 40
_TOKEN = re.compile(
    r"`(?P<code>[^`\n]{1,80})`"
    r"|(?P<url>https?://[^\s<>\"')\]]+)"
    r"|(?P<number>[$€£¥#]?\d+(?:[.,:/-]\d+)*(?:\s?[%°]|[a-zA-Zª-ºµ]{1,4}\b)?(?![\w-]))"
    r"|(?P<han>[\u30a1-\u30ff]{2,12}|[\u3400-\u9fff]{1,6}|[\uac00-\ud7af]{1,8})"
    r"|[\u3040-\u30ff]+"  # hiragana: the grammar of Japanese
    r"|(?P<word>\w(?:(?![\u3040-\u9fff\uac00-\ud7af])\w|[-'’./@+&](?=\w))*(?:\+\+|#(?!\w))?)"
)
_HOST = re.compile(r"https?://(?:www\.)?([^/?#:]+)")


@dataclass(frozen=True, slots=True)
class Token:
    """``before`` is what stands between it and the token before it."""

    text: str
    kind: Kind
    before: str
    weight: float
    first: bool

    @property
    def capital(self) -> bool:
        """Spelled as names and identifiers are."""
        odd = self.text[1:] != self.text[1:].lower() or any(c in "_./@+#" for c in self.text)
        return self.kind in ("code", "url") or self.text[0].isupper() or odd

    @property
    def joined(self) -> bool:
        """Nothing but a space stands between it and the token before it."""
        return self.before in (" ", "") and not self.first


def tokens(sentence: str, language: Language) -> list[Token]:
    """The tokens of a sentence. Absurdly long ones are left out, vocatives weigh nothing."""
    found: list[Token] = []
    end = 0
    for match in _TOKEN.finditer(sentence):
        kind = cast(Kind, match.lastgroup or "word")
        text = _spelling(match.group(kind) or "", kind)
        if text:
            own = weight(text, language) if kind == "word" else 1.0
            found.append(Token(text, kind, sentence[end : match.start()], own, first=not found))
            end = match.end()
    after = [token.before for token in found[1:]] + [sentence[end:]]
    return [
        replace(token, weight=FUNCTION) if _addressed(found, n, after[n]) else token
        for n, token in enumerate(found)
    ]


def _spelling(text: str, kind: Kind) -> str:
    """As it is shown: of an address its host, nothing of what is too long to be a word."""
    if kind == "url":
        host = _HOST.match(text)
        text = host.group(1) if host else ""
    return "" if len(text) > LONGEST_WORD else text.strip("_'’").rstrip(".-/&")


def _addressed(found: list[Token], n: int, after: str) -> bool:
    """A name by which somebody is spoken to: "Thanks, Ana!", "that is great, Ana"."""
    token = found[n]
    if token.kind != "word" or not token.text[0].isupper() or not token.text.isalpha():
        return False
    closed = not after.strip() or after.lstrip()[0] in ",.!?;:"
    if not closed or not n:
        return False
    before = found[n - 1]
    if belongs(before.text, "greetings"):
        return True
    at_end = n == len(found) - 1 and token.before.strip() == ","
    return at_end and not before.capital and not any(t.before.strip() == "," for t in found[1:n])
