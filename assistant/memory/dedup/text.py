"""A question in plain words: folded, contractions written out, cut into tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from assistant.memory.dedup import cues
from assistant.text.folding import fold
from assistant.text.wording import stem

_TOKEN = re.compile(
    r"(?<![^\s`'\"(])--?(?=[a-z0-9])\w[\w.-]*(?<![.-])|\d+(?:[.,:/]\d+)*%?|\w+(?:[-./]\w+)*(?:\+\+|#)?"
)
"""An option with its dashes, a number with its sign, a number, a word."""
_MEASURE = re.compile(r"(?<!\w)(\d+(?:[.,]\d+)?)([a-zµ°]{1,4}|%)(?!\w)")
_CLITIC = re.compile(r"'(?:s|re|ve|ll|d|m)(?!\w)")
_AUXILIARY = re.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should)n'?t(?!\w)"
)
_BY = re.compile(
    r"(?<!\w)x(?= (?:q|que|favor|eso|ahi|aca|el|la|los|las|un|una|dia|mes|ano|ejemplo)(?!\w))"
)
"""Shorthand for "por"; elsewhere x is a letter."""
_SYMBOLS = re.compile(r"[=<>|^~%*+/\\@$#&]+|!(?==)")
_WORD = re.compile(r"\w+")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)?")
_DOUBLED = re.compile(r"([bcdfgklmnprtz])\1$")
_BROKEN = re.compile("(?<=[a-z])(?:ie|ue)(?=[a-z])")
_BARE = {
    "s": ("",),
    "es": ("", "is"),
    "ed": ("", "e"),
    "d": ("",),
    "ing": ("", "e", "s", "ed", "es"),
    "ies": ("y", "ied", "ying"),
    "ied": ("y",),
    "ying": ("y",),
    "ly": ("",),
    "ces": ("z",),
}
"""The endings of English words and of plurals, each with those beside which it may stand."""
_SPANISH_ENDINGS = frozenset(
    {"o", "a", "as", "an", "e", "es", "en", "amos", "emos", "imos", "ais", "eis", "ar", "er", "ir"}
    | {"ando", "iendo", "yendo", "ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas", "io"}
    | {"aron", "ieron", "aba", "aban", "abas", "ia", "ian", "ias", "ara", "aran", "era", "eran"}
    | {"ira", "iran", "aria", "eria", "iria", "acion", "aciones", "icion", "amiento", "imiento"}
    | {"arse", "erse", "irse", "arme", "erme", "irme", "arte", "erte", "irte", "os", "arlo", "arla"}
    | {"ste", "aste", "iste", "i", "arle", "erle", "irle", "ed", "ad", "id", "arnos", "ernos"}
)
"""The endings of Spanish verbs, and of words that have a gender."""
_PLURAL = 5
_OPEN = re.compile(r"[aeio]s?$|[aei]r$")


@lru_cache(maxsize=1024)
def normalise(text: str) -> str:
    """Two texts with one form are one question: letters, numbers, operators and order count.

    Case, accents, marks, courtesies and spaces do not.
    """
    return " ".join((*tokens(text), *symbols(text), *sorted(accented(text))))


@lru_cache(maxsize=1024)
def accented(text: str) -> frozenset[str]:
    """Of the words that are another word without their accent or tilde, those that have it.

    "Caña" is not "cana" (a missing accent elsewhere makes no difference).
    """
    lowered = text.lower()
    if lowered.isascii():
        return frozenset()
    found = (word for word in _WORD.findall(lowered) if not word.isascii())
    return frozenset(fold(word) for word in found) & cues.words("accented")


def symbols(text: str) -> tuple[str, ...]:
    """The operators of a question, in order: ``>>`` is not ``>``."""
    return tuple(_SYMBOLS.findall(text))


def figures(text: str) -> tuple[str, ...]:
    """The numbers of a question that are written in figures, in ascending order."""
    return tuple(sorted(_FIGURE.findall(text)))


@lru_cache(maxsize=1024)
def tokens(text: str) -> tuple[str, ...]:
    """Folded words and numbers, shorthand expanded, a number apart from its unit."""
    folded = _AUXILIARY.sub(r"\1 not", fold(text).replace("won't", "will not"))
    folded = folded.replace("can't", "can not").replace("cannot", "can not")
    expand = cues.table("expand")
    for short in ("what's", "who's", "how's", "where's", "why's"):
        folded = folded.replace(short, expand[short])
    folded = _BY.sub("por", _CLITIC.sub("", folded))
    folded = _MEASURE.sub(lambda m: _measure(m.group(1), m.group(2)), folded)
    found = (match.group().replace(",", ".") for match in _TOKEN.finditer(folded))
    words = " ".join(str(expand.get(token, token)) for token in found)
    return tuple(_unframed(words).split())


def written_out(plain: str) -> tuple[str, ...]:
    """The tokens of a few plain words, as they stand in a list."""
    expand = cues.table("expand")
    return tuple(" ".join(str(expand.get(word, word)) for word in fold(plain).split()).split())


def _unframed(words: str) -> str:
    """Without the courtesy around a question; a message that is nothing else stays."""
    before = ""
    while words != before:
        before = words
        for part in ("then", "always", "end"):
            words = _frame(part).sub("", words) or words
    return words


@cache
def _frame(part: str) -> re.Pattern[str]:
    """Courtesies where they stand: before a question, at the start of anything, at the end."""
    table = cues.table("frame")
    phrases = "|".join(table[part])
    if part == "end":
        return re.compile(rf" (?:{phrases})$")
    after = rf" (?=(?:{table['asks']})(?!\w))" if part == "then" else " (?=.)"
    return re.compile(rf"^(?:{phrases}){after}")


def _measure(number: str, unit: str) -> str:
    return f"{number} {unit}" if unit in cues.words("units") else f"{number}{unit}"


def root(token: str) -> str:
    """What the forms of one word have in common, doubled last letters made one.

    They are where English adds an ending ("planning"), not in a Spanish word ("pollo", "perro").
    """
    if token.endswith("oes"):
        return root(token[:-2])
    if len(token) > _PLURAL and token.endswith("es") and token[-3] in "lrndzj":
        return root(token[:-2])
    one = token[:-1] if len(token) > 4 and token[-1] == "s" and token[-2] != "s" else token
    bare = stem(one) if _OPEN.search(token) else _DOUBLED.sub(r"\1", stem(one))
    return bare[:-1] if len(bare) > 4 and bare.endswith("i") else bare


def other_gender(one: str, other: str) -> bool:
    """Words that differ in a last "o" or "a": as nouns two things ("plato", "plata")."""
    one, other = one.removesuffix("s"), other.removesuffix("s")
    return one[:-1] == other[:-1] and {one[-1:], other[-1:]} == {"o", "a"}


def in_spanish(words: Sequence[str]) -> bool:
    """Whether tokens are Spanish, as their little words tell; without such an infinitive may."""
    infinitive = bool(words) and words[0].endswith(("ar", "er", "ir"))
    if cues.words("spanish") & set(words):
        return True
    return infinitive and not cues.words("plainly_english") & set(words)


def unbroken(word: str) -> str:
    """With the vowel that Spanish breaks in some forms of a verb ("enciende", "encender")."""
    return _BROKEN.sub(lambda found: "e" if found.group() == "ie" else "o", word, count=1)


def inflected(one: str, other: str, *, spanish: bool) -> bool:
    """Whether two words of one root differ as forms of one word of that language do.

    "Plan" and "plane", "bass" and "base" do not.
    """
    if one == other:
        return True
    shared = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    for cut in (shared, shared - 1):
        a, b = one[cut:], other[cut:]
        if cut < 2:
            return False
        if _forms_of(a, b, one[cut - 1]) or (spanish and {a, b} <= _SPANISH_ENDINGS):
            return True
    return False


def _forms_of(one: str, other: str, last: str) -> bool:
    """Endings of one English word, or of a Spanish plural, behind a letter."""
    for a, b in ((one, other), (other, one)):
        if a in _BARE.get(b.removeprefix(last) if len(b) > 2 else b, ()):
            return True
    return False
