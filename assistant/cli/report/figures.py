"""The figures of a report, from what each turn recorded (M1, M2). Pure: rows in, numbers out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.prompt.table import NAMES, STRATEGIES, in_order
from assistant.records import TurnMetrics

if TYPE_CHECKING:
    from assistant.session.facts import FactView

SOON = 30
"""Days within which a fact's change of state is worth a word."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Tokens of some turns' requests; ``full_history_tokens``: their size without memory (M1)."""

    turns: int
    prompt_tokens: int
    completion_tokens: int
    full_history_tokens: int
    largest_prompt: int

    @property
    def saved(self) -> float:
        """The share of the full history that was not sent; 0 where the memory cost more."""
        if not self.full_history_tokens:
            return 0.0
        return max(0.0, 1 - self.prompt_tokens / self.full_history_tokens)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The requests of neighbouring turns, as one mark of a picture; every size is a mean.

    ``first`` and ``last`` count turns from the beginning of their conversations. ``sections`` add
    up to ``sent`` but for rounding.
    """

    first: int
    last: int
    requests: int
    sent: int
    full: int
    sections: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class FactCounts:
    """Facts by state, and how many change it within ``SOON`` days (M3)."""

    active: int
    dormant: int
    stale: int
    soon: int

    @property
    def all(self) -> int:
        return self.active + self.dormant + self.stale


@dataclass(frozen=True, slots=True)
class Compressed:
    """Prompts that had to be made to fit, and how many of them by each strategy (K3)."""

    prompts: int
    strategies: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Figures:
    """All that a report shows; ``facts`` is None where it is about one conversation. ``alone``
    are the ids of turns that were asked by themselves, which are no conversations (R2)."""

    measures: Sequence[TurnMetrics]
    facts: FactCounts | None = None
    alone: frozenset[str] = frozenset()

    @property
    def totals(self) -> Totals:
        return totals(self.measures)

    @property
    def requests_not_made(self) -> int:
        """Those that a source without a model spared (M1)."""
        return _not_made(self.measures)

    @property
    def alerts(self) -> list[TurnMetrics]:
        return [m for m in self.measures if m.alert]

    @property
    def compressed(self) -> Compressed:
        return compressed(self.measures)

    @property
    def conversations(self) -> list[tuple[str, Totals]]:
        """Those whose full history is largest first."""
        groups = grouped(self.measures, "session_id").items()
        parts = [(name, totals(rows)) for name, rows in groups if name not in self.alone]
        return sorted(parts, key=lambda part: -part[1].full_history_tokens)

    @property
    def asked_alone(self) -> int:
        """Turns asked by themselves."""
        return totals(m for m in self.measures if m.session_id in self.alone).turns


def totals(measures: Iterable[TurnMetrics]) -> Totals:
    rows = list(measures)
    return Totals(
        turns=_count_turns(rows),
        prompt_tokens=sum(m.prompt_tokens for m in rows),
        completion_tokens=sum(m.completion_tokens for m in rows),
        full_history_tokens=sum(m.full_history_tokens for m in rows),
        largest_prompt=max((m.prompt_tokens for m in rows), default=0),
    )


def _count_turns(rows: Iterable[TurnMetrics]) -> int:
    """A turn with tools takes several requests, each with a row; a refused one sent nothing."""
    answered = (m for m in rows if m.prompt_tokens or m.source != "model")
    return len({(m.session_id, m.turn_number) for m in answered})


def _not_made(rows: Iterable[TurnMetrics]) -> int:
    """Where no model could have been asked, none was spared: such a row saved nothing."""
    return sum(1 for m in rows if m.source != "model" and m.full_history_tokens)


def by_section(measures: Iterable[TurnMetrics]) -> Mapping[str, int]:
    """Tokens of each section, in the prompt's order."""
    rows = list(measures)
    seen = in_order({*NAMES, *(name for m in rows for name in m.sections)})
    return {name: sum(m.sections.get(name, 0) for m in rows) for name in seen}


def by_source(measures: Iterable[TurnMetrics]) -> dict[str, dict[str, int]]:
    """For each source its answers, the tokens that it saved, and the requests not made (M1)."""
    return {
        source: {
            "turns": _count_turns(rows),
            "tokens_saved": sum(max(0, m.full_history_tokens - m.prompt_tokens) for m in rows),
            "requests_not_made": _not_made(rows),
        }
        for source, rows in grouped(measures, "source").items()
    }


def compressed(measures: Iterable[TurnMetrics]) -> Compressed:
    """The strategies in the order of the ladder."""
    rows = [m.strategies for m in measures if m.strategies]
    counts = Counter(name for names in rows for name in names)
    return Compressed(len(rows), {name: counts[name] for name in STRATEGIES if counts[name]})


def grouped(measures: Iterable[TurnMetrics], key: str) -> dict[str, list[TurnMetrics]]:
    """Turns by an attribute (session_id, source), in order of first appearance."""
    groups: dict[str, list[TurnMetrics]] = {}
    for measure in measures:
        groups.setdefault(str(getattr(measure, key)), []).append(measure)
    return groups


def stretches(measures: Iterable[TurnMetrics], limit: int) -> list[Stretch]:
    """Requests to a model by their place in the conversation, in at most ``limit`` stretches.

    Turns answered without a model sent nothing and are left out; the sources tell of them.
    """
    turns: dict[int, list[TurnMetrics]] = {}
    for measure in measures:
        if measure.prompt_tokens:
            turns.setdefault(measure.turn_number, []).append(measure)
    size = _stretch_size(turns, limit)
    bins: dict[int, list[TurnMetrics]] = {}
    for number in sorted(turns):
        bins.setdefault((number - 1) // size, []).extend(turns[number])
    return [_stretch(rows) for rows in bins.values()]


def asked_alone(measures: Sequence[TurnMetrics], stored: Iterable[str]) -> frozenset[str]:
    """The ids that belong to no ``stored`` conversation and had one turn alone (R2)."""
    longer = {m.session_id for m in measures if m.turn_number > 1}
    return frozenset(m.session_id for m in measures) - longer - frozenset(stored)


def count_facts(facts: Iterable[FactView], soon: int) -> FactCounts:
    """Facts that are neither superseded nor forgotten."""
    states = Counter(str(fact.state) for fact in facts)
    return FactCounts(states["active"], states["dormant"], states["stale"], soon)


def nice_top(value: float) -> int:
    """The end of an axis that begins at zero: the next 1, 1.5, 2, 3, 4, 5, 6 or 8 × 10ⁿ."""
    power = 10
    while power * 10 < value:
        power *= 10
    return next(
        int(step * power) for step in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if step * power >= value
    )


def _stretch_size(turns: Mapping[int, object], limit: int) -> int:
    return 1 if len(turns) <= limit else -(-max(turns) // limit)


def _stretch(rows: Sequence[TurnMetrics]) -> Stretch:
    numbers = [m.turn_number for m in rows]
    sections = {name: round(total / len(rows)) for name, total in by_section(rows).items()}
    return Stretch(
        first=min(numbers),
        last=max(numbers),
        requests=len(rows),
        sent=round(sum(m.prompt_tokens for m in rows) / len(rows)),
        full=round(sum(m.full_history_tokens for m in rows) / len(rows)),
        sections=sections,
    )
