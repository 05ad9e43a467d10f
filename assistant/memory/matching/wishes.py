"""Wishes about the answers: which stand side by side, and which one takes the other's place.

"Tratame de vos" leaves "nothing in long lists" as it is: one is about how the person is addressed,
the other about the shape of the answers.
"""

from __future__ import annotations

from assistant.memory.matching.alignment import Alignment
from assistant.text.wording import Wording

_ABOUT = tuple(
    f"style: {name}"
    for name in (
        *("address", "language", "length", "shape"),
        *("emojis", "tone", "units", "explanations"),
    )
)
_FORMS = tuple(f"addressed as {form}" for form in ("vos", "tu", "usted"))


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
