"""Signs that settle by themselves what a statement is to a fact, whatever the weights believe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from assistant.memory.matching.alignment import Alignment
from assistant.memory.matching.persons import moved_home
from assistant.text.phrases import listed, tokens
from assistant.text.wording import Word, Wording
from assistant.text.words import names

_JOINT = re.compile(r"[,;:.]\s|\s[-–—]\s|\s(?:so|and|y|así que|asi que|por eso)\s")
_LEADING = 2
"""Tokens at the start of a statement without a subject: "relicensed to MIT"."""
_DIETS = ("no meat", "no animal food", "no gluten", "no dairy")
NEAR = 3
"""Tokens within which a word of change speaks about its neighbour."""

_ABOUT = tuple(
    f"style: {name}"
    for name in (
        *("address", "language", "length", "shape"),
        *("emojis", "tone", "units", "explanations"),
    )
)
_FORMS = tuple(f"addressed as {form}" for form in ("vos", "tu", "usted"))
"""Matters of how the person wishes to be answered, and ways to be addressed."""


def verdicts(fact: str, text: str, found: Alignment) -> dict[str, float]:
    """Signs that settle something by themselves: see ``relation``."""
    said = found.said.cues
    alike = [s for k, s in found.pairs if k.key == s.key]
    return {
        "denied": float(_denied(found, alike) and not _barred(found)),
        "barred": float(_barred(found)),
        "exchanged": float(_exchanged(found, alike)),
        "over": float(_deniable(found) and _named_alone(found)),
        "moved": float(moved_home(found)),
        "preferred": float(_preferred_otherwise(found)),
        "succeeded": float(_succeeded(fact, text, found)),
        "nothing new": float(_nothing_new(found)),
        "led by change": float(any(place < _LEADING for place in said["new"])),
        "another one": float(
            found.said.holds("another one")
            and not found.known.holds("another one")
            and not said["gone"]
        ),
        "this once": float(found.said.holds("this once")),
        "same unit": float(bool(_measured(found.known) & _measured(found.said))),
    }


def _denied(found: Alignment, alike: Sequence[Word]) -> bool:
    """Whether the fact, which denies nothing itself, is denied, or its end is."""
    said = found.said
    over = bool(said.cues["gone"] and alike and not found.left_said)  # "el café lo dejé"
    over = over or stands_before(found, alike, "negation", "gone") or _out(said, alike)
    return (_deniable(found) and over) or (_turned(found) and not said.cues["still"])


def _deniable(found: Alignment) -> bool:
    return not (found.said.cues["still"] or _ends(found.known))


def _ends(text: Wording) -> bool:
    return bool(text.cues["negation"] or text.cues["gone"])


def _turned(found: Alignment) -> bool:
    """Whether an end that the fact tells of is denied: "closes at 18:00" ends nothing by itself."""
    known = found.known.cues
    return not known["negation"] and any(
        k.place in known["gone"] and stands_before(found, [s], "negation") for k, s in found.pairs
    )


def _nothing_new(found: Alignment) -> bool:
    whole = bool(found.pairs) and not (found.left_known or found.left_said)
    return whole and not _turned(found) and _ends(found.said) == _ends(found.known)


def _named_alone(found: Alignment) -> bool:
    """Whether what the fact begins with is gone, and nothing more is said: "ya no tengo el puesto"
    of "tengo un puesto de empanadas en la terminal"."""
    if not found.said.cues["gone"]:
        return False
    first = next((word for word in found.known.words if word.kind != "person"), None)
    named = any(known is first for known, _ in found.pairs)
    return named and not found.left_said and not found.said.cues["for now"]


def _succeeded(fact: str, text: str, found: Alignment) -> bool:
    """Whether one part of a statement tells of whom the fact names and a later one names another,
    for the same matter or because the first is gone: "Frank bailed, Suresh does the kitchen"."""
    said = found.said
    named = [s.place for k, s in found.pairs if k.text in names(fact) and not k.kind]
    others = [w.place for w in found.left_said if w.text in names(text) and not w.kind]
    if not named or not others or said.cues["also"] or said.cues["still"]:
        return False
    start = _part_starts(text, max(named), min(others))
    gone = any(max(named) < place < start for place in said.cues["gone"])
    matter = any(s.place >= start for s in found.met(found.anchors) if s.kind != "person")
    return bool(start) and (gone or matter)


def _part_starts(text: str, before: int, after: int) -> int:
    """The place of the first token of the part that begins between two others; 0 for none."""
    starts = [len(tokens(text[: joint.end()])) for joint in _JOINT.finditer(text)]
    return next((start for start in starts if before < start <= after), 0)


def _barred(found: Alignment) -> bool:
    """ "i can't have lactose" says again that the speaker is lactose intolerant."""
    bars = all(word.text in listed("bars") for word in found.left_known)
    bars = bars and all(word.text in listed("having") for word in found.left_said)
    denied = found.said.negated() and not found.said.cues["gone"]
    return bool(bars and denied and found.pairs) and found.known.holds("bars")


def _preferred_otherwise(found: Alignment) -> bool:
    """Whether both tell what is liked most of one thing, and not the same: "prefer the aisle
    seat" and "prefer the window seat". What is liked more than something else is set apart."""
    sides = (found.known, found.said)
    if not all(side.holds("preferring") for side in sides) or not found.left_known:
        return False
    verbs = [{side.tokens[place] for place in side.places("preferring")} for side in sides]
    about = [s for k, s in found.pairs if k.text not in verbs[0] and s.text not in verbs[1]]
    against = any(map(set_against, sides))
    denied = found.known.negated() or found.said.negated() or bool(found.said.cues["also"])
    return bool(about and found.left_said) and not against and not denied


def set_against(side: Wording) -> tuple[Word, ...]:
    """What is liked less: "tea to coffee", "el té al café"; but "a la mañana" tells when."""
    return tuple(
        word
        for word in side.words
        if side.led_by(word) in listed("rather")
        and word.kind not in ("number", "weekday", "part of the day")
    )


def _exchanged(found: Alignment, alike: Iterable[Word]) -> bool:
    """Whether a word of the fact was given for another: "me cambió el losartán por enalapril",
    "we hired a van instead of the truck"."""
    values = {word.place for word in found.met(found.values)}
    return any(
        word.kind != "person"
        and (
            _given_for(found, word)
            or (word.place in values and (_instead_of(found, word) or _left_for(found, word)))
        )
        for word in alike
    )


def _given_for(found: Alignment, word: Word) -> bool:
    said, after = found.said, word.place + 1
    given = after < len(said.tokens) and said.tokens[after] in listed("given for")
    places = (after + 1, after + 2)
    taken = any(w.place in places and w.kind != "person" for w in found.left_said)
    return given and taken and stands_before(found, [word], "new", "gone")


def _instead_of(found: Alignment, word: Word) -> bool:
    before = found.said.places("rather than")
    told = bool(found.left_said) and not found.said.cues["for now"]
    return told and any(word.place - place in (1, 2) for place in before)


def _left_for(found: Alignment, word: Word) -> bool:
    """ "switched from vim to helix", "me pasé de arquitectura a diseño"."""
    said, after = found.said, word.place + 1
    taken = any(other.place > after for other in found.left_said)
    over = after < len(said.tokens) and said.tokens[after] in listed("over to")
    left = said.before(word) in listed("out of")
    return over and taken and left and stands_before(found, [word], "new", "gone")


def taken_up_again(found: Alignment, *, rival: bool) -> bool:
    """Whether what the fact denies or ends is so once more: "I drink coffee again" of "doesn't
    drink coffee"; or what cannot be beside it: "I eat meat again" of "is vegetarian". ``rival``:
    both tell of one matter that has one value."""
    known, said = found.known, found.said
    if not said.holds("taken up again") or said.negated() or said.cues["gone"]:
        return False
    if _ends(known):
        return any(k.place not in known.cues["gone"] for k, _ in found.pairs)
    if diets := _diets(known):
        return any(said.holds(f"forbidden: {name}") for name in diets)
    return rival and bool(found.swapped) and not found.pairs


def keeps_the_diet(found: Alignment) -> bool:
    """Whether a statement tells that what a diet allows is eaten again."""
    diets, said = _diets(found.known), found.said
    again = bool(diets) and said.holds("taken up again")
    return again and not any(said.holds(f"forbidden: {name}") for name in diets)


def _diets(known: Wording) -> list[str]:
    return [name for name in _DIETS if known.holds(f"diet: {name}")]


def _measured(text: Wording) -> set[str]:
    """What the numbers of a text count: "%", "kilos"."""
    following = {w.place + 1 for w in text.words if w.kind == "number"}
    units = {w.key for w in text.words if w.place in following}
    return units | {"%" for w in text.words if w.kind == "number" and w.text.endswith("%")}


def stands_before(found: Alignment, words: Iterable[Word], *cues: str) -> bool:
    """Whether "no", "ya no", "dejé" stand shortly before one of the words; "odio" only of what
    was liked."""
    said = found.said
    places = {place for cue in cues for place in said.cues[cue]}
    if not found.known.holds("likes"):
        places -= set(said.places("dislikes"))
    return any(0 < word.place - place <= NEAR for word in words for place in places)


def _out(said: Wording, words: Iterable[Word]) -> bool:
    """Whether "is out", "se fue" stand right after one of the words."""
    return any(word.place + 1 in said.cues["gone"] for word in words)


def another_figure(found: Alignment) -> bool:
    """Whether a statement is the fact but for one number: all ninety blind pairs are changes."""
    known, said = found.known.tokens, found.said.tokens
    differ = [pair for pair in zip(known, said, strict=False) if pair[0] != pair[1]]
    alone = len(known) == len(said) and len(differ) == 1
    return alone and all(map(str.isdigit, differ[0]))


def another_wish(found: Alignment) -> bool:
    """Whether both tell how to answer, and not of the same matter."""
    known, said = _held(found.known, _ABOUT), _held(found.said, _ABOUT)
    return bool(known and said) and not known & said


def addressed_otherwise(found: Alignment) -> bool:
    """Whether both tell how the person is addressed, one way in each: "de vos", "de usted"."""
    known, said = _held(found.known, _FORMS), _held(found.said, _FORMS)
    denied = found.known.negated() or found.said.negated()
    return bool(known and said) and not (known & said or denied)


def _held(side: Wording, names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name for name in names if side.holds(name))
