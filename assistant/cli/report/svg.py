"""Vector pictures whose letters keep their size: positions in percent, no script, nothing loaded.

Each picture fills the width that it is given. Curves live in an inner drawing that is stretched;
their strokes are not. Text comes escaped from ``text`` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

ROW = 46
"""Height of a bar and the words over it, in pixels."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A vertical axis from ``low`` to ``top``; ``ticks`` are (value, words)."""

    top: float
    ticks: Sequence[tuple[float, str]]
    low: float = 0.0

    def at(self, value: float) -> float:
        """Percent from the upper edge; a value over the top stays at it."""
        share = (min(value, self.top) - self.low) / (self.top - self.low)
        return round(100 - 100 * share, 2)


def text(words: str, *, x: float, y: float, css: str = "", anchor: str = "start",
         dx: float = 0, dy: float = 0) -> str:  # fmt: skip
    """Words at a place in percent, moved by pixels."""
    return (
        f'<text x="{x:g}%" y="{y:g}%" dx="{dx:g}" dy="{dy:g}" text-anchor="{anchor}"'
        f' class="{css}">{escape(words)}</text>'
    )


def picture(identity: str, title: str, description: str, height: int, parts: Iterable[str]) -> str:
    """A whole picture, named and described for those who do not see it."""
    return (
        f'<svg role="img" aria-labelledby="{identity}-t {identity}-d" width="100%"'
        f' height="{height}"><title id="{identity}-t">{escape(title)}</title>'
        f'<desc id="{identity}-d">{escape(description)}</desc>{"".join(parts)}</svg>'
    )


def grid(axis: Axis) -> str:
    """A line and words for each tick; the line of zero is darker."""
    drawn = []
    for value, words in axis.ticks:
        y = axis.at(value)
        css = "zero" if value == 0 else "grid"
        drawn.append(f'<line x1="0" x2="100%" y1="{y:g}%" y2="{y:g}%" class="{css}"/>')
        drawn.append(text(words, x=0, y=y, dx=-8, dy=4, anchor="end"))
    return "".join(drawn)


def stretched(parts: Iterable[str]) -> str:
    """A drawing of 100 × 100 that fills its picture."""
    return (
        '<svg x="0" y="0" width="100%" height="100%" viewBox="0 0 100 100"'
        f' preserveAspectRatio="none">{"".join(parts)}</svg>'
    )


def places(count: int) -> list[float]:
    """Where so many points stand from left to right, in percent; a single one in the middle."""
    return [50.0] if count == 1 else [round(100 * i / (count - 1), 2) for i in range(count)]


def curve(values: Sequence[float], axis: Axis, css: str, *, filled: bool = False) -> str:
    """A line through the values, for ``stretched``; ``filled`` down to zero."""
    points = [f"{x:g},{axis.at(v):g}" for x, v in zip(places(len(values)), values, strict=True)]
    if len(points) == 1:  # a point has no line: a short one is seen
        y = axis.at(values[0])
        points = [f"44,{y:g}", f"56,{y:g}"]
    joined = " ".join(points)
    first, last = points[0].split(",")[0], points[-1].split(",")[0]
    area = f'<polygon points="{first},100 {joined} {last},100" class="area"/>' if filled else ""
    return f'{area}<polyline points="{joined}" class="curve {css}"/>'


def stacks(columns: Sequence[Sequence[tuple[str, float]]], axis: Axis) -> str:
    """Columns of (css, value) from the bottom up, for ``stretched``."""
    width = min(100 / max(1, len(columns)), 16)
    left = (100 - width * len(columns)) / 2 if len(columns) < 7 else 0
    drawn = []
    for number, parts in enumerate(columns):
        done = 0.0
        for css, value in parts:
            upper, lower = axis.at(done + value), axis.at(done)
            done += value
            drawn.append(
                f'<rect x="{left + width * number + width * 0.06:.2f}" y="{upper:g}"'
                f' width="{width * 0.88:.2f}" height="{lower - upper:.2f}" class="{css}"/>'
            )
    return "".join(drawn)


def bars(rows: Sequence[tuple[str, str, Sequence[tuple[str, float]]]]) -> tuple[str, int]:
    """Rows of (name, figure, [(css, share of the width)]) and the height that they take."""
    drawn, y = [], 0
    for name, figure, parts in rows:
        drawn.append(
            f'<text x="0" y="{y + 14}" class="strong">{escape(name)}</text>'
            f'<text x="100%" y="{y + 14}" text-anchor="end">{escape(figure)}</text>'
        )
        thick = 14 if len(parts) == 1 else 7
        for place, (css, share) in enumerate(parts):
            top = y + 21 + place * (thick + 1)
            drawn.append(f'<rect x="0" y="{top}" width="100%" height="{thick}" class="track"/>')
            drawn.append(
                f'<rect x="0" y="{top}" width="{100 * share:.2f}%" height="{thick}" class="{css}"/>'
            )
        y += ROW
    return "".join(drawn), y
