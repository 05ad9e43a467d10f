"""The domain of a fact (F1), where no trained head decides: by kind, then by its words."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.memory.signals.lexicon import Lexicon
from assistant.records import Domain, FactKind

_LISTS: tuple[tuple[Domain, str], ...] = (
    ("work", "work_word"),
    ("projects", "project_word"),
    ("personal", "personal_word"),
)


def domain_of(kind: FactKind, words: Iterable[str], lexicon: Lexicon) -> Domain:
    """Decisions and preferences are domains of their own; the rest goes where its words point."""
    if kind == "decision":
        return "decisions"
    if kind == "preference":
        return "preferences"
    counts = _counts(set(words), lexicon)
    if kind == "rule":
        return "work" if counts["work"] > 1 else "preferences"
    best = max(counts, key=lambda name: counts[name])
    if not counts[best]:
        return "personal" if kind == "statement" else "projects"
    return best


def _counts(words: set[str], lexicon: Lexicon) -> dict[Domain, int]:
    return {domain: len(words & lexicon.entries(name)) for domain, name in _LISTS}
