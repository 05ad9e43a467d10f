"""The words of a sentence: how much each says of what a conversation was about, by the lists of
each language, and the marks by which a summary tells the assistant's from the person's (F3, S1)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple, cast

from assistant.languages import FALLBACK, each, known, table
from assistant.records import Language
from assistant.text.folding import fold

FUNCTION, LIGHT, FULL = 0.0, 0.4, 1.0


@lru_cache(maxsize=16_384)
def weight(word: str, language: Language) -> float:
    """``FUNCTION`` for grammar, ``LIGHT`` for small talk, ``FULL`` for words with a subject."""
    if "/" in word:
        return max(weight(part, language) for part in word.split("/"))
    folded = fold(word)
    function, light = _classes(language)
    if (
        not folded
        or folded in function
        or (len(folded) < 2 and folded.isascii() and not folded.isdigit())
    ):
        return FUNCTION
    bare = folded.partition("'")[0]
    return LIGHT if folded in light or bare in light or bare in function else FULL


def is_common(word: str) -> bool:
    """Whether a word tells nothing of a subject in some language."""
    return any(weight(word, language) < FULL for language in known())


def belongs(word: str, section: str) -> bool:
    """Whether a list of the words of some language's ``summaries.toml`` holds it."""
    return fold(word) in listed(section)


@cache
def listed(section: str) -> frozenset[str]:
    """A list of words of all languages, folded."""
    return frozenset().union(*(_split(own[section]) for _, own in each("summaries", "words")))


@cache
def _classes(language: Language) -> tuple[frozenset[str], frozenset[str]]:
    own = table(language, "summaries").get("own", {})
    function, light = _split(own.get("function", "")), _split(own.get("light", ""))
    return listed("function") | function, listed("light") | light


def _split(words: str) -> frozenset[str]:
    return frozenset(fold(word) for word in words.split())


def by_assistant(language: Language) -> str:
    """What stands before words that only a reply said."""
    return _mark(language, "by_assistant")


def agreed(language: Language) -> str:
    """What follows a proposal of a reply that the person said yes to."""
    return _mark(language, "agreed")


def marked(phrase: str, language: Language) -> str:
    """A phrase of a reply, said to be one."""
    return f"{by_assistant(language)} {phrase}"


def unmarked(phrase: str) -> str:
    """What was said, without the marks."""
    for _, own in each("memory", "marks"):
        if phrase.startswith(own["by_assistant"]):
            phrase = phrase.removeprefix(own["by_assistant"]).removesuffix(own["agreed"])
    return phrase.strip()


def _mark(language: Language, key: str) -> str:
    own = table(language, "memory").get("marks") or table(FALLBACK, "memory")["marks"]
    return str(own[key])


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
