"""The proof that two questions are one: every sign compared, every word accounted for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant.memory.dedup import cues
from assistant.memory.dedup.alignment import Alignment, Word, align
from assistant.memory.dedup.direction import other_voice, turned_round
from assistant.memory.dedup.marks import difference, marks
from assistant.memory.dedup.relations import related_otherwise, stray
from assistant.memory.dedup.sentence import sentence
from assistant.memory.dedup.spelling import respelled, supposed
from assistant.memory.dedup.text import figures, normalise, tokens
from assistant.memory.signals.language import detect_language

AGREEING = 0.4
"""Similarity under which two texts are about two things (C5), whatever their words have in common:
one of them may be meant in another sense. Misspelt questions embed badly and are not held to it."""
_BETWEEN = frozenset({"of", "de"})
"""May stand between a word and what says that it is one: "the meaning of big"."""
NETWORKS = ("same.npz", "same_2.npz")
"""They differ by their seed: what one takes for the same by chance the other seldom does."""
SURE = 2.4
"""Logit, the mean of both, from which they say "the same" whatever the words say …"""
DOUBTED = -1.0
"""… and below which what the words prove is not: see ``training/cards/same.md``."""
LONGEST = 300
"""Characters of a question that they read."""
_OWN_SAKE = frozenset({"what", "meaning", "works"})


class Proof(NamedTuple):
    """``same`` only when nothing speaks against it; ``reason`` names the first thing that does."""

    same: bool
    similarity: float
    reason: str = ""


def prove(one: str, other: str, *, similarity: float, read: bool = False) -> Proof:
    """Whether the answer to ``one`` answers ``other``.

    ``similarity`` is that of the two embedded, on SPEC's scale. ``read``: networks read both side
    by side as well, which takes its time. Figures that both have count to the letter all the same.
    A false "same" is worth ten missed ones: where certainty is short, the answer is no.
    """
    if normalise(one) == normalise(other):
        return Proof(True, 1.0)
    reason = _difference(one, other, similarity)
    if read:
        reason = _as_read(one, other, similarity, reason)
    return Proof(not reason, similarity, reason)


def _as_read(one: str, other: str, similarity: float, reason: str) -> str:
    """What sets two questions apart to the networks, which see the words where they stand."""
    mine, theirs = figures(one), figures(other)
    if mine and theirs and mine != theirs:
        return reason or "number"
    logit = same_logit(one, other, similarity)
    if logit >= SURE:
        return ""
    return reason or ("doubted" if logit < DOUBTED else "")


def _difference(one: str, other: str, similarity: float) -> str:
    """What sets two questions apart; empty when nothing does.

    Slips are supposed first: the dictionaries are only opened when everything else agrees.
    """
    cross = detect_language(one) != detect_language(other)
    mended = supposed(one, other)
    reason = _apart(*mended, cross, similarity)
    if reason or not mended[-1]:
        return reason
    return _apart(*respelled(one, other), cross, similarity)


def _apart(one: str, other: str, slips: int, cross: bool, similarity: float) -> str:
    mine, theirs = marks(one), marks(other)
    return difference(mine, theirs) or _worded_otherwise(
        one, other, (mine.ask, theirs.ask), slips, cross, similarity
    )


def _worded_otherwise(
    one: str, other: str, asks: tuple[str, str], slips: int, cross: bool, similarity: float
) -> str:
    """What sets the words of two questions apart, whatever their marks; empty when nothing does."""
    found = align(one, other, asks=asks, cross=cross)
    otherwise = _stands_otherwise(found, one, other)
    if otherwise == "direction" and not found.opposed:
        return otherwise
    mismatched = _mismatch(found) or otherwise
    if mismatched:
        return mismatched
    if not cross and _named_otherwise(found, asks[0]):
        return "another name"
    if _mentioned_otherwise(found, one, other, asked=any(asks)):
        return "another name"
    return "" if slips or similarity >= AGREEING else "another sense"


def _mismatch(found: Alignment) -> str:
    """Why an alignment proves two questions different; empty when it does not."""
    if found.opposed:
        return "opposite"
    if bool(found.hard_left) != bool(found.hard_right):
        return "more is asked"
    if found.hard_left:
        return "other words"
    return "" if found.pairs else "nothing shared"


def _stands_otherwise(found: Alignment, one: str, other: str) -> str:
    """How paired words stand in another way; empty when they do not."""
    mine, theirs = sentence(one, found.mine), sentence(other, found.theirs)
    pairs = [(a, b) for a, b in found.pairs if "asking" not in (a.weight, b.weight)]
    if other_voice(mine, theirs) or turned_round(mine, theirs, pairs):
        return "direction"
    alike = [(a, b) for a, b in found.pairs if a.text == b.text or (a, b) in pairs]
    if related_otherwise(mine, theirs, alike):
        return "relation"
    return "particle" if stray(mine, theirs) else ""


def _named_otherwise(found: Alignment, ask: str) -> bool:
    """What is asked about for its own sake has one name: "apt update" is not "apt upgrade"."""
    own = ask == "purpose" or (ask in _OWN_SAKE and len(found.pairs) == 1)
    named = zip(found.pairs, found.kinds, strict=True)
    return own and any(kind == "group" and a.weight == b.weight == "hard" for (a, b), kind in named)


def _mentioned_otherwise(found: Alignment, one: str, other: str, *, asked: bool) -> bool:
    """A word that is spoken of, not used, is a name: "the delete keyword" is not "the remove
    keyword". So is one that is a message by itself: whoever says "quit" may mean a command."""
    alone = len(found.pairs) == 1 and not asked
    mine, theirs = tokens(one), tokens(other)
    for (a, b), kind in zip(found.pairs, found.kinds, strict=True):
        if kind != "group" or a.text == b.text:
            continue
        if alone or _is_mentioned(a, mine) or _is_mentioned(b, theirs):
            return True
    return False


def _is_mentioned(word: Word, among: Sequence[str]) -> bool:
    """Whether what stands directly before or behind a word says that it is one."""
    before = [token for token in among[: word.place] if token not in _BETWEEN]
    behind = among[word.place + len(word.text.split()) :]
    return bool(
        (before and before[-1] in cues.words("mentioned_behind"))
        or (behind and behind[0] in cues.words("mentioned_before"))
    )


def same_logit(one: str, other: str, similarity: float) -> float:
    """That the answer to the one answers the other, by the networks."""
    from assistant.memory.dedup.likeness import NAMES, likeness
    from assistant.reader import reader
    from assistant.reader.pair_network import mean_logits

    signs = dict(zip(NAMES, likeness(one, other, similarity).tolist(), strict=True))
    known, asked = reader().lower_states((one[:LONGEST], other[:LONGEST]))
    differ, same = mean_logits("dedup", NETWORKS, [known], asked, signs).tolist()
    return float(same - differ)
