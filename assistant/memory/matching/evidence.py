"""What speaks for and against: a statement and a known fact, as named numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from assistant.memory.matching.alignment import Alignment, kinds_of
from assistant.memory.matching.meaning import Meaning
from assistant.memory.matching.persons import of_a_stranger, owners
from assistant.memory.matching.verdicts import NEAR, stands_before, verdicts
from assistant.text.phrases import listed
from assistant.text.wording import Word, Wording

_PARTS = re.compile(r"[,;:.()]\s|\s[-–—]\s|\s(?:y|and|but|pero|so|así que|asi que|que)\s")
_EVENT = re.compile(
    r"\b\w{2,}[éíó]\b|\b\w{3,}(?:aron|ieron|imos|amos)\b|\b\w{3,}ed\b"
    r"|\b(?:got|sold|bought|left|went|put|cut|became|took|gave|quit|came|found|lost|began|told)\b"
)
_EQUAL = 0.95
"""Likeness from which two texts say the same, where no value differs."""
_TOGETHER = (
    *(("foreign", "denied"), ("foreign first", "denied"), ("denied", "attribute of many")),
    *(("foreign", "nothing new"), ("foreign", "high likeness"), ("new", "high likeness")),
    *(("new", "announced"), ("topic", "gone"), ("negation", "attribute of a part")),
    *(("only person", "attribute"), ("only person", "attribute of many")),
    *(("person", "attribute of many and cue"), ("frame filled", "once and topic")),
    *(("rival", "attribute and nothing shared"), ("swap", "attribute and nothing shared")),
    *(("swap", "attribute of many and nothing shared"), ("attribute", "across")),
    *(("another value", "from now on"), ("gone anchor", "event and topic")),
    ("owned missing", "led by change and attribute"),
    *(("one value", "attribute"), ("one value", "frame filled"), ("frame filled", "attribute")),
)
"""Signs that say more together than each by itself: a line of plain weights cannot tell that what
is denied stays where the denial speaks of something else."""


def evidence(fact: str, said: str, alignment: Alignment, meaning: Meaning) -> dict[str, float]:
    """Each sign by its name, most of them 0–1. The weights for them are in ``weights.json``."""
    signs = {"one": 1.0}
    signs.update(_overlap(alignment))
    signs.update(_disagreement(alignment))
    signs.update(_cues(alignment, said))
    signs.update(verdicts(fact, said, alignment))
    signs.update(owners(alignment))
    signs.update(_frame(alignment))
    signs["announced"] = meaning.announces(said) / 4
    signs.update(_likeness(fact, said, alignment, meaning))
    signs.update(_attribute(fact, said, signs, meaning))
    cue = max(signs["new"], signs["gone"])
    signs["cue and likeness"] = cue * signs["likeness"]
    signs["cue and swap"] = cue * signs["swap"]
    signs["cue and nothing shared"] = cue * signs["nothing shared"]
    signs["cue and person"] = cue * signs["person"]
    signs["led by change and topic"] = signs["led by change"] * signs["topic"]
    signs["led by change and attribute"] = signs["led by change"] * signs["attribute at all"]
    swapped = (cue and bool(alignment.left_said)) or signs["left value"]
    signs.update(_across(alignment, signs))
    equal = signs["all values"] and signs["likeness"] >= _EQUAL and not swapped
    refilled = signs["rival"] or (signs["frame filled"] and alignment.left_said)
    whole = not (alignment.left_known or cue or refilled) and len(alignment.pairs) > 1
    if (
        (equal or whole)
        and alignment.known.negated() == alignment.said.negated()
        and not signs["gone"]
    ):
        signs["nothing new"] = 1.0
    lost = not signs["values"] and signs["left both"] and signs["anchors"] == 1
    signs["another value"] = float(bool(lost and signs["new"] and not signs["still"]))
    signs["other words"] = signs["high likeness"] * (1 - signs["anchors"]) * (1 - cue)
    for one, other in _TOGETHER:
        signs[f"{one}, {other}"] = signs.get(one, 0.0) * signs.get(other, 0.0)
    return signs


def _across(found: Alignment, signs: Mapping[str, float]) -> dict[str, float]:
    """Two languages share few words: there the meaning of the whole has to speak for them."""
    across = float(found.across)
    return {
        "across": across,
        "across and likeness": across * signs["likeness"],
        "across and high likeness": across * signs["high likeness"],
        "across and foreign": across * signs["foreign"],
        "across and swap": across * signs["swap"],
    }


def _attribute(
    fact: str, said: str, signs: Mapping[str, float], meaning: Meaning
) -> dict[str, float]:
    """Whether both speak of the same attribute, where they may share no word at all."""
    whole = meaning.same_attribute(fact, said)
    pairs = [whole, *(meaning.same_attribute(fact, part) for part in parts_of(said))]
    one, many = (max(values) for values in zip(*pairs, strict=True))
    cue = max(signs["new"], signs["gone"])
    event = float(bool(_EVENT.search(said.lower())))
    once = meaning.happens_once(said) * (1 - signs["from now on"])
    return {
        "once": once,
        "once and nothing shared": once * signs["nothing shared"],
        "once and attribute": once * _magnitude(one),
        "once and topic": once * signs["topic"],
        "attribute": whole[0],
        "attribute at all": _magnitude(one),
        "attribute at all and cue": _magnitude(one) * max(cue, event),
        "attribute and event": one * event,
        "attribute of a part": one,
        "attribute of many": many,
        "attribute and cue": one * cue,
        "attribute and announced": one * max(0.0, signs["announced"]),
        "attribute and person": one * signs["person"],
        "attribute and foreign owner": one * signs["owned foreign"],
        "attribute and nothing shared": one * signs["nothing shared"],
        "attribute of many and cue": many * cue,
        "attribute of many and nothing shared": many * signs["nothing shared"],
    }


def _magnitude(belief: float) -> float:
    """A small belief on the scale of its order of magnitude: 0 for 0.001 and less, 1 for 1."""
    return 1 + math.log10(max(belief, 0.001)) / 3


def parts_of(said: str) -> list[str]:
    """The pieces of a sentence between commas and conjunctions."""
    return [part.strip() for part in _PARTS.split(said) if part and len(part.strip()) > 3]


def _overlap(found: Alignment) -> dict[str, float]:
    anchors, values = found.met(found.anchors), found.met(found.values)
    topical = [word for word in anchors if word.kind != "person"]
    said = len(found.pairs) + len(found.left_said)
    swapped = found.swapped
    first = min((word.place for word in found.said.words), default=0)
    foreign = [w for w in found.left_said if w.kind not in swapped and w.kind != "number"]
    return {
        "anchors": len(anchors) / max(1, len(found.anchors)),
        "values": len(values) / max(1, len(found.values)),
        "all values": float(len(values) == len(found.values)),
        "said": len(found.pairs) / max(1, said),
        "no anchors": float(not found.anchors),
        "only person": float(bool(anchors) and not topical),
        "only value": float(bool(values) and not anchors and bool(found.anchors)),
        "nothing shared": float(not found.pairs),
        "foreign": min(len(foreign), 3) / 3,
        "foreign first": float(any(word.place == first for word in foreign)),
        "topic": float(bool(topical)),
    }


def _disagreement(found: Alignment) -> dict[str, float]:
    swap = float(bool(found.swapped))
    mine = {word.key for word in found.known.words if word.kind == "number"}
    theirs = {word.key for word in found.said.words if word.kind == "number"}
    persons = {word.key for word in found.known.words if word.kind == "person"}
    others = {word.key for word in found.said.words if word.kind == "person"}
    shared = len(found.met(found.anchors)) / max(1, len(found.anchors))
    return {
        "swap": swap,
        "swap and anchors": swap * shared,
        "rival": float(bool(kinds_of(found.values) & kinds_of(found.left_said))),
        "one value": float(len(found.left_known) == len(found.left_said) == 1 <= len(found.pairs)),
        "numbers differ": float(bool(mine) and bool(theirs) and not mine & theirs),
        "numbers same": float(bool(mine) and mine <= theirs),
        "person": float(persons != others),
        "other person": float(bool(persons) and bool(others) and not persons & others),
        "stranger": float(of_a_stranger(found)),
        "many": float(found.known.holds("many") and found.said.holds("many")),
        "negation": float(found.known.negated() != found.said.negated()),
    }


def _cues(found: Alignment, said: str) -> dict[str, float]:
    anchors = [word for word in found.met(found.anchors) if word.kind != "person"]
    values = found.met(found.values)
    cues = found.said.cues
    return {
        "new": float(bool(cues["new"])),
        "gone": float(bool(cues["gone"])),
        "still": float(bool(cues["still"])),
        "also": float(bool(cues["also"])),
        "for now": float(bool(cues["for now"])),
        "gone value": _beside(found.said, "gone", values),
        "left value": float(
            any(found.said.led_by(word) in listed("left behind") for word in values)
        ),
        "negated value": float(
            stands_before(found, values, "negation") and not found.known.negated()
        ),
        "from now on": float(found.said.holds("from now on")),
        "gone anchor": float(stands_before(found, anchors, "gone")),
        "new anchor": _beside(found.said, "new", anchors),
        "new value": _beside(found.said, "new", values),
        "event and topic": float(bool(anchors) and bool(_EVENT.search(said.lower()))),
    }


def _beside(said: Wording, cue: str, words: tuple[Word, ...] | list[Word]) -> float:
    near = any(abs(place - word.place) <= NEAR for place in said.cues[cue] for word in words)
    return float(near)


def _frame(found: Alignment) -> dict[str, float]:
    """Whether the words before a value come again: before the same value, or before another."""
    again = {"frame kept": 0.0, "frame filled": 0.0}
    tokens, said = found.known.tokens, found.said.tokens
    for value in found.values:
        before = tokens[max(0, value.place - 2) : value.place]
        if not before or all(token in listed("links") for token in before):
            continue
        for start in range(len(said) - len(before)):
            if said[start : start + len(before)] == before:
                follows = said[start + len(before)]
                kept = any(k is value and s.text == follows for k, s in found.pairs)
                again["frame kept" if kept or follows == value.text else "frame filled"] = 1.0
    return again


def _likeness(fact: str, said: str, found: Alignment, meaning: Meaning) -> dict[str, float]:
    if meaning.known:
        whole = meaning.likeness(fact, said)
        best = max([whole, *(meaning.likeness(fact, part) for part in parts_of(said))])
    else:  # words in common are the next best guess
        words = 2 * len(found.pairs) + len(found.left_known) + len(found.left_said)
        whole = best = 2 * len(found.pairs) / max(1, words)
    return {
        "likeness": whole,
        "high likeness": max(0.0, whole - 0.6),
        "part likeness": best,
        "left both": float(bool(found.left_known) and bool(found.left_said)),
    }
