"""What the trained head sees of a clause: cues, words, word endings and where they stand.

Names are strings, so that a finding can say which signs spoke for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from assistant.memory.signals.clauses import RawClause
from assistant.memory.signals.lexicon import Lexicon

CONTEXT_CUES = ("retract", "play", "texttask", "unsure", "reported")
_ENDING = 4
_EDGE = 3


def clause_features(
    clause: RawClause, others: Sequence[RawClause], lexicon: Lexicon
) -> frozenset[str]:
    """Features of a clause among the ``others`` of its message."""
    text = clause.text
    found = {f"cue:{cue}" for cue in lexicon.cues if lexicon.has(cue, text)}
    rest = " . ".join(other.text for other in others if other is not clause)
    if rest:
        found.update(f"ctx:{cue}" for cue in CONTEXT_CUES if lexicon.has(cue, rest))
        found.add("ctx:asked" if any(o.asked for o in others if o is not clause) else "ctx:more")
    if clause.asked:
        found.add("asked")
    words = text.split()
    found.update(_pairs(found))
    found.update(_words(words))
    found.add(f"len:{min(len(words), 40) // 4}")
    return frozenset(found)


def _pairs(cues: set[str]) -> list[str]:
    ordered = sorted(cue for cue in cues if cue.startswith("cue:"))
    return [f"{a}&{b}" for i, a in enumerate(ordered) for b in ordered[i + 1 :]]


def _words(words: Sequence[str]) -> set[str]:
    found = {f"w:{word}" for word in words}
    found.update(f"b:{a} {b}" for a, b in zip(words, words[1:], strict=False))
    found.update(f"^{i}:{word}" for i, word in enumerate(words[:_EDGE]))
    found.update(f"$:{word}" for word in words[-2:])
    found.update(f"e:{word[-n:]}" for word in words for n in (3, _ENDING) if len(word) > n + 1)
    if len(words) > 1:
        found.add(f"^^:{words[0]} {words[1]}")
    return found
