"""The words of a sentence with the marks between them: what units are made of."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple, cast

from assistant.memory.segments.words import FULL, FUNCTION, belongs, weight
from assistant.records import Language
from assistant.text.folding import fold

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
_ODD = re.compile(r"[_./@+#]")
_HOST = re.compile(r"https?://(?:www\.)?([^/?#:]+)")


class Token(NamedTuple):
    """``before`` is what stands between it and the token before it, ``after`` the mark or letter
    that follows. ``capital``: spelled as names and identifiers are."""

    text: str
    kind: Kind
    before: str
    after: str
    weight: float
    capital: bool
    first: bool

    @property
    def closed(self) -> bool:
        """A mark or the end of the sentence follows."""
        return not self.after or self.after in ",.!?;:-–—"

    @property
    def joined(self) -> bool:
        """Nothing but a space stands between it and the token before it."""
        return self.before in (" ", "") and not self.first


Row = Sequence[Token]
"""The tokens of a sentence, in order."""


def rows(sentences: Sequence[str], language: Language) -> list[Row]:
    """The tokens of each sentence; names of those who are spoken to weigh nothing."""
    found = [tokens(sentence, language) for sentence in sentences]
    names = {fold(row[n].text) for row in found for n in range(len(row)) if _addressed(row, n)}
    return [[_unless_addressed(row, n, names) for n in range(len(row))] for row in found]


def tokens(sentence: str, language: Language) -> list[Token]:
    """The tokens of a sentence. Absurdly long ones are left out."""
    found: list[Token] = []
    end = 0
    for match in _TOKEN.finditer(sentence):
        kind = cast(Kind, match.lastgroup or "word")
        text = _spelling(match.group(kind) or "", kind)
        if text:
            own = weight(text, language) if kind == "word" else 1.0
            after = sentence[match.end() :].lstrip()[:1]
            before = sentence[end : match.start()]
            found.append(Token(text, kind, before, after, own, _capital(text, kind), not found))
            end = match.end()
    return found


def _capital(text: str, kind: Kind) -> bool:
    odd = text[1:] != text[1:].lower() or (not text.isalnum() and _ODD.search(text) is not None)
    return kind in ("code", "url") or text[0].isupper() or odd


def _spelling(text: str, kind: Kind) -> str:
    """As it is shown: of an address its host, nothing of what is too long to be a word."""
    if kind == "url":
        host = _HOST.match(text)
        text = host.group(1) if host else ""
    return "" if len(text) > LONGEST_WORD else text.strip("_'’").rstrip(".-/&")


def _unless_addressed(row: Row, n: int, names: Collection[str]) -> Token:
    token = row[n]
    spoken_to = (token.closed and (n == 0 or not token.joined)) or _addressed(row, n)
    if spoken_to and fold(token.text) in names and token.text[0].isupper():
        return token._replace(weight=FUNCTION)
    return token


def _addressed(row: Row, n: int) -> bool:
    """A name by which somebody is spoken to: "Thanks, Ana!", "That is great, Ana."."""
    token = row[n]
    if n == 0 or not token.closed or not token.text[0].isupper() or not token.text.isalpha():
        return False
    if belongs(row[n - 1].text, "greetings"):
        return True
    if token.before.strip() != ",":
        return False
    aside = all(other.weight < FULL for other in row[:n])
    ends = n == len(row) - 1 and not any("," in other.before for other in row[:n])
    return aside or (ends and not row[n - 1].capital)
