"""Keyphrases: the runs of words that say what turns were about, in their own spelling.

Statistical and local, after RAKE (Rose et al. 2010): candidates are runs of words between stop
words and marks; here a word weighs by how rare it is, how often and by whom it was said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from assistant.memory.wording import fold, listed, stem
from assistant.resources import data_path

LONGEST_PHRASE = 4
_WORD = re.compile(
    r"https?://\S+|[$€£]?\d+(?:[.,:/-]\d+)*(?:%|\w{1,4}\b)?|`[^`\n]{1,40}`|[^\W_]+(?:[-'’._/@+#][^\W_]+)*[+#]{0,2}"
)
_SENTENCE = re.compile(r"[^.!?¿¡\n]+(?:[.](?=\w)[^.!?¿¡\n]*)*[.!?]*")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, who said it and in which turn."""

    text: str
    by_user: bool
    turn: int
    question: bool


@dataclass(frozen=True, slots=True)
class Phrase:
    """A candidate: its spelling, the stems it covers, where it stands."""

    text: str
    stems: tuple[str, ...]
    sentence: int


def sentences(text: str, *, by_user: bool, turn: int) -> list[Said]:
    """The sentences of a message, blank ones left out."""
    found = []
    for match in _SENTENCE.finditer(text):
        body = match.group().strip(" \t-*#>|")
        if body:
            opens = match.start() > 0 and text[match.start() - 1] == "¿"
            found.append(Said(body, by_user, turn, opens or body.endswith("?")))
    return found


def candidates(said: Sequence[Said]) -> list[Phrase]:
    """Runs of words that carry meaning, at most four long, in order."""
    found = []
    for index, sentence in enumerate(said):
        run: list[str] = []
        end = 0
        for match in _WORD.finditer(sentence.text):
            word = match.group()
            gap = sentence.text[end : match.start()]
            end = match.end()
            if run and (gap.strip() or is_common(word) or len(run) == LONGEST_PHRASE):
                found.append(_phrase(run, index))
                run = []
            if not is_common(word):
                run.append(word)
        if run:
            found.append(_phrase(run, index))
    return found


def weights(said: Sequence[Said], phrases: Sequence[Phrase]) -> dict[str, float]:
    """How much each stem tells: said often, by the user, as a name or with a number."""
    times: Counter[str] = Counter()
    best: dict[str, float] = {}
    for phrase in phrases:
        author = 1.15 if said[phrase.sentence].by_user else 1.0
        for word, key in zip(phrase.text.split(), phrase.stems, strict=True):
            times[key] += 1
            best[key] = max(
                best.get(key, 0.0), author * _character(word, said[phrase.sentence].text)
            )
    return {key: best[key] * (1 + 0.35 * min(times[key] - 1, 3)) for key in best}


def is_common(word: str) -> bool:
    """A function word, small talk, or a single letter: it says nothing of the subject."""
    folded = fold(word)
    bare = folded.split("'")[0]
    if len(folded) < 2:
        return not folded.isdigit()
    common = _common()
    return folded in common or bare in common


def _character(word: str, sentence: str) -> float:
    if word[0].isdigit() or word[0] in "$€£`":
        return 1.5
    if word[0].isupper() and not sentence.startswith(word):
        return 1.5  # a name
    if any(mark in word for mark in "._/@#+") or word[1:].lower() != word[1:]:
        return 1.5  # an identifier
    if fold(word).endswith(("ly", "mente", "ing", "ed", "ando", "iendo")):
        return 0.8
    return 0.75 if len(word) <= 3 else 1.0


def _phrase(words: Sequence[str], sentence: int) -> Phrase:
    spelled = [word.strip("`’'") for word in words]
    return Phrase(" ".join(spelled), tuple(stem(fold(w)) for w in spelled), sentence)


@cache
def _common() -> frozenset[str]:
    chatter = {
        fold(word)
        for line in data_path("segments", "chatter.txt").read_text("utf-8").splitlines()
        if not line.startswith("#")
        for word in line.split()
    }
    return frozenset(chatter | listed("function") | listed("numbers"))
