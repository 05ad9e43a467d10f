"""``assistant stats``: what prompts cost, and what they would have cost with nothing forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import click

from assistant.cli import plain
from assistant.cli.times import since as instant

if TYPE_CHECKING:
    from assistant.records import TurnMetrics


@dataclass(frozen=True, slots=True)
class Totals:
    """Tokens of a set of turns; ``full_history_tokens`` is the size without this memory (M1)."""

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


@click.command("stats")
@click.option("--session", metavar="ID", help="That conversation alone.")
@click.option("--since", metavar="7d", help="From then on: 30m, 12h, 7d, 2w or a date.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(session: str | None, since: str | None, as_json: bool) -> None:
    """Tokens by section and by conversation, and the size without memory.

    \b
    assistant stats --since 7d
    """
    from assistant.app import open_app
    from assistant.session.conversations import names

    with open_app() as app:
        start = instant(since, app.now()) if since else None
        measures = app.stores.journal.metrics(since=start)
        if session:
            measures = [m for m in measures if names(session, m.session_id)]
        alerts = [m.alert for m in measures if m.alert]
    if as_json:
        plain.out(plain.json_text(as_object(measures)))
        return
    for line in describe(measures):
        plain.out(line)
    for alert in alerts:
        plain.err(f"alert: {plain.line(alert)}")


def totals(measures: Iterable[TurnMetrics]) -> Totals:
    rows = list(measures)
    return Totals(
        turns=len(rows),
        prompt_tokens=sum(m.prompt_tokens for m in rows),
        completion_tokens=sum(m.completion_tokens for m in rows),
        full_history_tokens=sum(m.full_history_tokens for m in rows),
        largest_prompt=max((m.prompt_tokens for m in rows), default=0),
    )


def by_section(measures: Iterable[TurnMetrics]) -> Mapping[str, int]:
    """Tokens of each section, in the prompt's order."""
    from assistant.records import SECTION_NAMES

    rows = list(measures)
    return {name: sum(m.sections.get(name, 0) for m in rows) for name in SECTION_NAMES}


def by_source(measures: Iterable[TurnMetrics]) -> dict[str, dict[str, int]]:
    """For each source its answers, the tokens that it saved, and the requests not made (M1)."""
    return {
        source: {
            "turns": len(rows),
            "tokens_saved": sum(max(0, m.full_history_tokens - m.prompt_tokens) for m in rows),
            "requests_not_made": 0 if source == "model" else len(rows),
        }
        for source, rows in grouped(measures, "source").items()
    }


def grouped(measures: Iterable[TurnMetrics], key: str) -> dict[str, list[TurnMetrics]]:
    """Turns by an attribute (session_id, source), in order of first appearance."""
    groups: dict[str, list[TurnMetrics]] = {}
    for measure in measures:
        groups.setdefault(str(getattr(measure, key)), []).append(measure)
    return groups


def as_object(measures: Sequence[TurnMetrics]) -> dict[str, object]:
    whole = totals(measures)
    return {
        **asdict(whole),
        "saved": round(whole.saved, 4),
        "sections": dict(by_section(measures)),
        "sources": {name: len(rows) for name, rows in grouped(measures, "source").items()},
        "saved_by_source": by_source(measures),
        "sessions": [
            {"session": name, **asdict(part), "saved": round(part.saved, 4)}
            for name, rows in grouped(measures, "session_id").items()
            for part in (totals(rows),)
        ],
        "alerts": [
            {"session": m.session_id, "turn": m.turn_number, "alert": m.alert}
            for m in measures
            if m.alert
        ],
    }


def describe(measures: Sequence[TurnMetrics]) -> list[str]:
    if not measures:
        return ["nothing has been measured yet: `assistant ask` or `assistant chat` first"]
    whole = totals(measures)
    return [
        f"{whole.turns:,} turns, {whole.prompt_tokens:,} prompt tokens"
        f" instead of {whole.full_history_tokens:,} with the full history"
        f" ({whole.saved:.0%} saved)",
        f"largest prompt {whole.largest_prompt:,} tokens; replies {whole.completion_tokens:,}",
        "",
        plain.bold("by section"),
        *_sections(by_section(measures)),
        "",
        plain.bold("by source"),
        *_sources(measures),
        "",
        plain.bold("by conversation"),
        *_sessions(measures),
    ]


def _sections(sections: Mapping[str, int]) -> list[str]:
    whole = sum(sections.values()) or 1
    rows = [(name, f"{n:,}", f"{n / whole:.0%}") for name, n in sections.items() if n]
    return plain.table(rows, right=(1, 2))


def _sources(measures: Sequence[TurnMetrics]) -> list[str]:
    rows = [("source", "answers", "tokens saved", "requests not made")]
    for name, part in by_source(measures).items():
        answers, saved, unmade = (f"{n:,}" for n in part.values())
        rows.append((name, answers, saved, unmade))
    return plain.table(rows, right=(1, 2, 3))


def _sessions(measures: Sequence[TurnMetrics]) -> list[str]:
    rows = [("conversation", "turns", "tokens", "full history", "saved")]
    for name, turns in grouped(measures, "session_id").items():
        part = totals(turns)
        rows.append(
            (plain.line(name), f"{part.turns:,}", f"{part.prompt_tokens:,}",
             f"{part.full_history_tokens:,}", f"{part.saved:.0%}")
        )  # fmt: skip
    return plain.table(rows, right=(1, 2, 3, 4))
