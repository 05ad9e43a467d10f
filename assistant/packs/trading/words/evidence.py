"""What speaks for a candidate being an instrument, and what against it."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from typing import NamedTuple

from assistant.packs.trading.words.candidates import (
    CURRENCIES,
    LONGEST_TEXT,
    Candidate,
    Token,
    tokens_of,
)
from assistant.packs.trading.words.instruments import gazetteer
from assistant.packs.trading.words.vocabulary import entries, pattern
from assistant.text.folding import fold_in_place

NEAR = 4
"""Words between a candidate and what is said of it."""
ENOUGH = 2
"""More of one kind of word adds nothing."""
AROUND = 60
"""Characters before and behind a candidate that are looked at for what goes with it."""
COMMON = 2
"""The doubt up to which a ticker in capitals is more likely one than a word that is stressed."""
FEW_WORDS = 3
"""A message of so few words is about what it names."""

SURE_LOOKS = ("cashtag", "pair", "marked")
NAMES = ("Name", "name", "misspelt")

_SENTENCE_END = re.compile(r"[.!?;\n](?=\s|$)")
_FIGURE = r"(?:[$€]|us\$|u\$s)?\s?\d"
_PERCENT = re.compile(r"\W{0,3}(?:[+-]\s?\d|\d[\d.,]*\s?%|x\s?\d)")


class Setting(NamedTuple):
    """A text as evidence sees it: folded, with the places of the words that matter, as numbers of
    tokens, and where its sentences end; ``loud`` are words in capitals that are no tickers."""

    text: str
    tokens: tuple[Token, ...]
    strong: tuple[int, ...]
    weak: tuple[int, ...]
    asks: tuple[int, ...]
    goods: tuple[int, ...]
    loud: tuple[int, ...]
    ends: tuple[int, ...]


def setting_of(text: str) -> Setting:
    """The first ``LONGEST_TEXT`` characters of a text."""
    folded = fold_in_place(text[:LONGEST_TEXT])
    tokens = tokens_of(text)
    starts = [token.start for token in tokens]

    def places(section: str, key: str) -> tuple[int, ...]:
        found = pattern(section, key).finditer(folded)
        return tuple(bisect_left(starts, match.start()) for match in found)

    said = {*places("market", "strong"), *places("market", "weak"), *places("market", "asks")}
    ends = (bisect_left(starts, match.end()) for match in _SENTENCE_END.finditer(folded))
    return Setting(
        folded,
        tokens,
        places("market", "strong"),
        places("market", "weak"),
        places("market", "asks"),
        places("goods", "words"),
        tuple(n for n, token in enumerate(tokens) if _loud(token) and n not in said),
        tuple(ends),
    )


def _loud(token: Token) -> bool:
    """Whether a word is in capitals though it is most likely no ticker: so others may be."""
    written = token.written
    if len(written) < 2 or not written.isalpha() or not written.isupper():
        return False
    senses = gazetteer().senses.get((token.word,), ())
    return token.word not in CURRENCIES and all(s.doubt > COMMON for s in senses)


def evidence(one: Candidate, setting: Setting) -> dict[str, float]:
    """The evidence for a candidate by itself, by its names in ``weights.toml``."""
    before = setting.text[max(0, one.start - AROUND) : one.start]
    behind = setting.text[one.end : one.end + AROUND]
    named = one.look in NAMES and one.doubt > 0
    doubtful = one.look == "TICKER" and one.doubt > 0
    found = {
        "price": _priced().match(behind) is not None or _PERCENT.match(behind) is not None,
        "quantity": _counted().search(before) is not None,
        "titled": one.look not in SURE_LOOKS and _ending("titles").search(before) is not None,
        "article": one.look == "name"
        and one.doubt > 1
        and (_ending("articles").search(before) or _one_of_many().search(before)) is not None,
        "acts": one.look not in SURE_LOOKS and _acting().match(behind) is not None,
        "jargon": one.look in ("TICKER", "ticker", "tick") and _folded(one, setting) in _jargon(),
        "place": named and _placed().search(before) is not None,
        "loud": doubtful
        and any(abs(n - m) == 1 for n in setting.loud for m in (one.first, one.last)),
        "loud_elsewhere": doubtful and bool(setting.loud),
        "instrument": _instrument(before, behind),
        "plural": one.look == "Name" and _several(before, one, setting),
        "topic": one.doubt > 0 and bool(setting.strong) and _opens(before, behind),
        "alone": len(setting.tokens) - (one.last - one.first) <= FEW_WORDS,
        "coin": one.kind == "coin" and one.look not in SURE_LOOKS,
    }
    return {
        **{name: 1.0 for name, there in found.items() if there},
        **_words(one, setting),
    }


def _folded(one: Candidate, setting: Setting) -> str:
    return setting.text[one.start : one.end]


def _instrument(before: str, behind: str) -> bool:
    """Whether it is called a share, a call or another paper: "my rig calls"."""
    definite = _ending("definite").search(before)
    return _papers().match(behind) is not None and definite is None


def _several(before: str, one: Candidate, setting: Setting) -> bool:
    """Whether a name that is of one stands as if it were of several, as shares do where a market
    is spoken of: "las Galicia"."""
    single = not _folded(one, setting).endswith("s")
    near = any(
        abs(place - one.first) <= NEAR
        for places in (setting.strong, setting.weak)
        for place in places
    )
    return single and near and _ending("plural").search(before) is not None


def _opens(before: str, behind: str) -> bool:
    """Whether a message that speaks of a market begins by telling what it is about."""
    return not before.strip() and _announced().match(behind) is not None


def _words(one: Candidate, setting: Setting) -> dict[str, float]:
    """How many words of each kind stand near it, and elsewhere in the text."""
    after = bisect_left(setting.ends, one.first + 1)
    begins = setting.ends[after - 1] if after else 0
    ends = setting.ends[after] if after < len(setting.ends) else len(setting.tokens)
    low, high = max(begins, one.first - NEAR), min(ends, one.last + NEAR + 1)
    found: dict[str, float] = {}
    for name, places in (
        ("strong", setting.strong),
        ("weak", setting.weak),
        ("asks", setting.asks),
        ("goods", setting.goods),
    ):
        if name == "goods" and one.look not in (*NAMES, "ticker", "tick"):
            continue  # a thing that is bought is not called by its ticker
        others = [place for place in places if not one.first <= place <= one.last]
        near = sum(low <= place < high for place in others)
        found[f"near_{name}"] = float(min(near, ENOUGH))
        found[name] = float(min(len(others) - near, ENOUGH))
    return found


def listed(one: Candidate, other: Candidate, setting: Setting) -> bool:
    """Whether two instruments stand side by side, as the things of a list do."""
    first, second = sorted((one, other), key=lambda candidate: candidate.start)
    between = setting.text[first.end : second.start]
    return one.symbol != other.symbol and _joint().fullmatch(between) is not None


def _alternatives(key: str) -> str:
    return "|".join(re.escape(fold_in_place(word)) for word in entries("around", key))


@cache
def _ending(key: str) -> re.Pattern[str]:
    """Text that ends in an entry of a list."""
    return re.compile(rf"(?<!\w)(?:{_alternatives(key)})\s+[\"'«]?$")


@cache
def _placed() -> re.Pattern[str]:
    """Text that ends in a word before a place, with or without an article."""
    article = rf"(?:(?:{_alternatives('articles')}|el|los|the)\s+)?"
    return re.compile(rf"(?<!\w)(?:{_alternatives('places')})\s+{article}$")


@cache
def _one_of_many() -> re.Pattern[str]:
    """Text that ends in "a good", before a thing of which there are many."""
    return re.compile(rf"(?<!\w)(?:{_alternatives('indefinite')})\s+[^\W\d_]+\s+$")


@cache
def _acting() -> re.Pattern[str]:
    """What somebody does to the writer, or to one of theirs: a firm does, its share does not."""
    return re.compile(rf"\s+(?:{_alternatives('acts')})(?!\w)")


@cache
def _papers() -> re.Pattern[str]:
    shared = _alternatives("no_paper")
    return re.compile(rf"\s+(?:{_alternatives('papers')})(?!\w)(?!\s+(?:{shared})(?!\w))")


@cache
def _announced() -> re.Pattern[str]:
    return re.compile(rf"\s*(?:[,:?]|(?:{_alternatives('announcing')})(?!\w))")


@cache
def _jargon() -> frozenset[str]:
    """Short words of the trade that are tickers too."""
    return frozenset(fold_in_place(word) for word in entries("around", "jargon"))


@cache
def _joint() -> re.Pattern[str]:
    article = rf"(?:(?:{_alternatives('articles')}|el|los|del|al|de|a)\s+){{0,2}}"
    word = rf"(?:\s*,)?\s+(?:{_alternatives('joints')})\s+{article}"
    return re.compile(rf"\s*[,/+&;]\s*|{word}|\s")


@cache
def _priced() -> re.Pattern[str]:
    return re.compile(rf"\W{{0,2}}\s(?:(?:{_alternatives('at_price')})\s+{_FIGURE}|[$€]\s?\d)")


@cache
def _counted() -> re.Pattern[str]:
    return re.compile(
        rf"\d(?:[\d.,]*\d)?k?\s+(?:(?:{_alternatives('shares_of')})\s+)?(?:[a-z]+\s+)?$"
    )
