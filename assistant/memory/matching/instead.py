"""What the networks get wrong: a statement tells that something else is so now."""

from __future__ import annotations

from assistant.memory.matching.alignment import Alignment
from assistant.text.phrases import listed
from assistant.text.wording import Word

_DIETS = ("no meat", "no animal food", "no gluten", "no dairy")
_DATED = ("number", "weekday", "month", "season")
_NEAR = 4
"""Words between what ends or takes up again and the thing, at most."""
_FORMS = tuple(f"addressed as {form}" for form in ("vos", "tu", "usted"))


def taken_up_again(found: Alignment) -> bool:
    """Whether what the fact denies or ends is so once more: "I drink coffee again" of "doesn't
    drink coffee"; or what cannot be beside it: "I eat meat again" of "is vegetarian"."""
    known, said = found.known, found.said
    if not said.holds("taken up again") or said.negated() or said.cues["gone"]:
        return False
    if known.cues["negation"] or known.cues["gone"]:
        return _is_what_was_over(found)
    return any(known.holds(f"diet: {name}") and said.holds(f"forbidden: {name}") for name in _DIETS)


def _is_what_was_over(found: Alignment) -> bool:
    """Whether what a fact denies stands beside the word that it is taken up again; fish is not the
    meat that is not eaten."""
    over = found.known.cues["gone"]
    ended = (*over, *found.known.cues["negation"])
    again = found.said.places("taken up again")

    def is_over(word: Word) -> bool:
        return any(0 < word.place - place <= _NEAR for place in ended)

    def is_again(word: Word) -> bool:
        return word.kind not in _DATED and any(abs(word.place - p) <= _NEAR for p in again)

    another = any(map(is_over, found.left_known)) and any(map(is_again, found.left_said))
    met = any(is_over(k) and is_again(s) for k, s in found.pairs if k.place not in over)
    return met and not another


def keeps_the_diet(found: Alignment) -> bool:
    """Whether a statement tells that what a diet allows is eaten again."""
    diet = any(found.known.holds(f"diet: {name}") for name in _DIETS)
    return diet and found.said.holds("taken up again") and not taken_up_again(found)


def addressed_otherwise(found: Alignment) -> bool:
    """Whether both tell how the person is addressed, one way in each: "de vos", "de usted"."""
    known, said = (
        {form for form in _FORMS if side.holds(form)} for side in (found.known, found.said)
    )
    denied = found.known.negated() or found.said.negated()
    return bool(known and said) and known.isdisjoint(said) and not denied


def moved_home(found: Alignment) -> bool:
    """Whether somebody who lives in one place has moved to another: "me mudé a Soria". Who moves is
    who lives there: nobody stands before the verb whom the fact does not name, nor is left out."""
    moves, lives = found.said.places("moves home"), found.known.places("lives")
    if not moves or not lives or not found.left_said or found.met(found.values):
        return False
    role = any(word.kind == "person" for word in found.met(found.anchors))  # "my brother" is Leo
    same = all(role or word.place > min(lives) for word in found.left_known)
    return same and min(word.place for word in found.left_said) > min(moves)


def liked_most(found: Alignment) -> bool:
    """Whether both tell which of one kind is liked most: "my favourite food is ramen"."""
    best = listed("liked most")
    both = any(known.text in best for known, _ in found.pairs)
    kinds = [known for known, _ in found.pairs if known.text not in best]
    return (
        both and bool(kinds and found.left_known and found.left_said) and not found.said.negated()
    )
