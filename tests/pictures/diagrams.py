"""The diagrams: growth, the parts of a prompt, the life of a fact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from html import escape

from assistant.cli.report import svg
from assistant.cli.report.figures import nice_top, stretches
from assistant.config import HARD_BUDGET
from assistant.memory.decay import state_of
from assistant.prompt.table import NAMES
from assistant.records import Confidence, Fact, TurnMetrics
from assistant.resources import data_path

WIDTH = 760
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
DAYS = 210
TURN = 20


def growth(rows: Sequence[TurnMetrics]) -> str:
    """Tokens of each request beside those of the full history."""
    marks = stretches(rows, 60)
    sent, full = [float(m.sent) for m in marks], [float(m.full) for m in marks]
    axis = _axis(nice_top(max(*sent, *full)))
    said = f"at turn {marks[-1].last}: {sent[-1]:,.0f} tokens sent, {full[-1]:,.0f} with the full history"
    inner = [
        svg.grid(axis),
        svg.stretched([svg.curve(sent, axis, "sent", filled=True), svg.curve(full, axis, "full")]),
        svg.text(f"with the full history {full[-1]:,.0f}", x=100, y=axis.at(full[-1]), dy=-10,
                 css="label full", anchor="end"),
        svg.text(f"sent {sent[-1]:,.0f}", x=100, y=axis.at(sent[-1]), dy=-10,
                 css="label sent", anchor="end"),
        svg.text("1", x=0, y=100, dy=20),
        svg.text(str(marks[-1].last), x=100, y=100, dy=20, anchor="end"),
        svg.text("turn of the conversation", x=50, y=100, dy=36, anchor="middle"),
    ]  # fmt: skip
    return _standing("Tokens of a request by turn", said, 330, [_plot(inner, 74, 52, 230)])


def prompt(rows: Sequence[TurnMetrics]) -> str:
    """The parts of the prompt of one turn, on the scale of the limit."""
    row = next(m for m in rows if m.turn_number == TURN)
    names = [name for name in NAMES if row.sections.get(name)]
    sizes = {name: row.sections[name] for name in names}
    said = ", ".join(f"{name} {sizes[name]:,}" for name in names)
    bar, done = [], 0.0
    for name in names:
        share = 100 * sizes[name] / HARD_BUDGET
        bar.append(
            f'<rect x="{done:.2f}%" y="0" width="{share:.2f}%" height="100%" class="{name} edge"/>'
        )
        done += share
    limit = '<line x1="100%" x2="100%" y1="-8" y2="56" class="limit"/>'
    track = '<rect x="0" y="0" width="100%" height="100%" class="track"/>'
    ends = [
        svg.text(f"{row.prompt_tokens:,} tokens sent", x=done, y=0, dy=-12, css="label strong", anchor="end"),
        svg.text(f"{HARD_BUDGET:,}: the limit", x=100, y=0, dy=-12, anchor="end"),
    ]  # fmt: skip
    parts = [_plot([track, *bar, limit, *ends], 20, 88, 48, right=20)]
    for place, name in enumerate(names):
        x, y = 20 + 185 * (place % 4), 176 + 30 * (place // 4)
        parts.append(f'<rect x="{x}" y="{y - 11}" width="12" height="12" rx="2" class="{name}"/>')
        parts.append(
            f'<text x="{x + 20}" y="{y}" class="strong">{name} '
            f'<tspan class="soft">{sizes[name]:,}</tspan></text>'
        )
    height = 176 + 30 * ((len(names) - 1) // 4) + 24
    return _standing(f"The prompt of turn {TURN}, part by part", said, height, parts)


def life() -> str:
    """The states of a fact by age, for each confidence, from the program's own rule."""
    levels: tuple[Confidence, ...] = ("high", "medium", "low")
    styles = {"active": "facts", "dormant": "summaries", "stale": "system"}
    parts, said = [], []
    for place, level in enumerate(levels):
        spans = _spans(level)
        y = 66 + 48 * place
        parts.append(f'<text x="20" y="{y + 20}" class="strong">{level}</text>')
        inner = []
        for state, first, last in spans:
            x, width = 100 * first / DAYS, 100 * (last - first) / DAYS
            inner.append(
                f'<rect x="{x:.2f}%" y="0" width="{width:.2f}%" height="100%"'
                f' class="{styles[state]} edge"/>'
                f'<text x="{x:.2f}%" dx="8" y="20" class="on">{state}</text>'
            )
        said.append(f"{level}: " + ", ".join(f"{s} until day {last}" for s, _, last in spans))
        parts.append(_plot(inner, 90, y, 30, right=20))
    days = [
        svg.text(f"{day}", x=100 * day / DAYS, y=0, dy=16, anchor="middle")
        for day in (0, 30, 90, 180)
    ]
    parts.append(_plot(days, 90, 206, 20, right=20))
    caption = "days since you last said it, by confidence"
    parts.append(
        f'<text x="{90 + (WIDTH - 110) / 2:g}" y="246" text-anchor="middle">{caption}</text>'
    )
    return _standing("The life of a fact", "; ".join(said), 264, parts)


def _spans(level: Confidence) -> list[tuple[str, int, int]]:
    """(state, first day, last day) of a fact that nobody confirms."""
    stated = datetime(2026, 1, 1, tzinfo=UTC)
    fact = Fact("x", "work", "x", level, "explicit", stated, stated)
    spans: list[tuple[str, int, int]] = []
    for day in range(DAYS):
        state = state_of(fact, stated + timedelta(days=day)).state
        if spans and spans[-1][0] == state:
            spans[-1] = (state, spans[-1][1], day + 1)
        else:
            spans.append((state, day, day + 1))
    return spans


def _axis(top: int) -> svg.Axis:
    return svg.Axis(top, [(value, f"{value:,.0f}") for value in (0, top / 2, top)])


def _plot(inner: Iterable[str], x: int, y: int, height: int, right: int = 30) -> str:
    """A part of the picture with percentages of its own."""
    width = WIDTH - x - right
    return f'<svg x="{x}" y="{y}" width="{width}" height="{height}">{"".join(inner)}</svg>'


def _standing(title: str, description: str, height: int, parts: Iterable[str]) -> str:
    """A picture that stands alone: its style inside, a card of its own, light and dark."""
    style = data_path("report", "style.css").read_text("utf-8")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
        f' height="{height}" role="img" aria-labelledby="t d"><title id="t">{escape(title)}</title>'
        f'<desc id="d">{escape(description)}</desc><style>{style}\n'
        f"text {{ font-family: {FONT}; }} .card {{ fill: var(--card); stroke: var(--line); }}"
        " svg .heading { fill: var(--ink); font-size: 16px; font-weight: 650; }"
        " svg .on { fill: #10151b; font-weight: 600; } svg .soft { fill: var(--soft); }</style>"
        f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="10" class="card"/>'
        f'<text x="20" y="32" class="heading">{escape(title)}</text>{"".join(parts)}</svg>\n'
    )
