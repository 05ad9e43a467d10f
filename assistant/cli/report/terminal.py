"""The report as lines of a terminal: big plain numbers first, then pictures, then tables.

Readable without colour, without Unicode and at 40 columns; what a colour says, a letter or a number
says too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.cli import layout, plain
from assistant.cli.report.figures import (
    SOON,
    Figures,
    Stretch,
    by_section,
    by_source,
    nice_top,
    stretches,
)
from assistant.cli.report.plot import Pair, axis_top, bar, columns_with_marks, stacked_bar
from assistant.cli.report.screen import BOLD, DIM, Screen
from assistant.cli.report.words import Words, headline
from assistant.cli.sections import Marks, marks_of, section_title
from assistant.cli.words import short_id
from assistant.messages import say

SENT, FULL = "34", "33"
BARS, CONVERSATIONS = 8, 10
NARROW = 60
"""Cells below which a table leaves its less important columns out."""
SHORTEST_BAR = 4


def lines_of(figures: Figures, screen: Screen, words: Words) -> list[str]:
    """The whole report."""
    if not figures.measures:
        return screen.wrap(words("nothing"))
    parts = [
        _headline(figures, screen, words),
        _growth(figures, screen, words),
        _makeup(figures, screen, words),
        _sources(figures, screen, words),
        _compressed(figures, screen, words),
        _facts(figures, screen, words),
        _conversations(figures, screen, words),
        _alerts(figures, screen, words),
    ]
    return [line for part in parts if part for line in ("", *part)][1:]


def _title(text: str, screen: Screen) -> list[str]:
    return [screen.paint(line, BOLD) for line in screen.wrap(text)]


def _headline(figures: Figures, screen: Screen, words: Words) -> list[str]:
    rows = headline(figures, words)
    if not figures.requests_not_made:
        rows = rows[:-1]  # on a page it keeps its place; here a line costs one
    margin = max(len(row[0]) for row in rows)
    lines = []
    for number, name, detail in rows:
        first, *rest = screen.wrap(f"{name}: {detail}", screen.width - margin - 2)
        lines.append(f"{screen.paint(screen.letters(number).rjust(margin), BOLD)}  {first}")
        lines += [" " * (margin + 2) + line for line in rest]
    return lines


def _growth(figures: Figures, screen: Screen, words: Words) -> list[str]:
    largest = max(max(m.prompt_tokens, m.full_history_tokens) for m in figures.measures)
    margin = len(words.number(nice_top(largest))) + 2
    marks = stretches(figures.measures, screen.width - margin)
    title = _title(words("growth"), screen)
    if not marks:
        return [*title, *screen.wrap(words("growth_none"))]
    pairs = [Pair(mark.sent, mark.full) for mark in marks]
    top = axis_top(pairs)
    labels = [words.number(n) for n in (top, top // 2, 0)]
    drawn = columns_with_marks(pairs, screen, labels=labels, styles=(SENT, FULL))
    margin = max(map(len, labels)) + 2  # of means, so never more than that of the largest
    axis = f"{words('turn')} {words.turns(marks[0].first, marks[-1].last)}"
    last = marks[-1]
    block, line = ("█", "─") if screen.unicode else ("#", "-")
    key = [
        f"{screen.paint(block, SENT)} {words('sent')} {words.number(last.sent)}",
        f"{screen.paint(line, FULL)} {screen.letters(words('full'))} {words.number(last.full)}",
    ]
    under = " " * margin + screen.paint(screen.letters(axis), DIM)
    return [*title, *drawn, under, *_side_by_side(key, margin, screen)]


def _side_by_side(texts: Sequence[str], margin: int, screen: Screen) -> list[str]:
    """The texts in one line where they fit (their styles have no width), else one each."""
    bare = sum(len(plain.bare(text)) + 3 for text in texts)
    if margin + bare <= screen.width:
        return [" " * margin + "   ".join(texts)]
    return ["  " + text for text in texts]


def _makeup(figures: Figures, screen: Screen, words: Words) -> list[str]:
    marks = stretches(figures.measures, BARS)
    if not marks:
        return []
    asked = [m for m in figures.measures if m.prompt_tokens]
    means = {name: round(n / len(asked)) for name, n in by_section(asked).items()}
    present = {name: marks_of(name) for name, mean in means.items() if mean}
    whole = max(max(mark.sent, sum(mark.sections.values())) for mark in marks)
    right = max(len(words.number(mark.sent)) for mark in marks)
    turns = [f"{words('turn')} {words.turns(mark.first, mark.last)}" for mark in marks]
    names = [screen.short(turn, screen.width - right - 3 - SHORTEST_BAR) for turn in turns]
    left = max(map(len, names))
    width = screen.width - left - right - 3
    lines = _title(words("makeup"), screen)
    for name, mark in zip(names, marks, strict=True):
        drawn = stacked_bar(_parts(mark, present), whole, width, screen)
        lines.append(f"{name:<{left}} {drawn} {words.number(mark.sent)}")
    return [*lines, *_key(means, present, screen, words)]


def _key(
    means: Mapping[str, int],
    present: Mapping[str, Marks],
    screen: Screen,
    words: Words,
) -> list[str]:
    """The mark of each section, with its tokens in the mean prompt and its share of it."""
    total = sum(means.values()) or 1
    figures = [(words.number(means[n]), words.percent(means[n] / total)) for n in present]
    taken = sum(max((layout.cells(row[i]) for row in figures), default=0) for i in (0, 1))
    room = screen.width - taken - len("  x") - 3 * len("  ")
    names = [screen.short(section_title(name, words.language), room) for name in present]
    marks = present.values()
    rows = [(mark, name, *own) for (mark, *_), name, own in zip(marks, names, figures, strict=True)]
    table = layout.table([[screen.letters(cell) for cell in row] for row in rows], right=(2, 3))
    whole = "█" if screen.colour and screen.unicode else ""
    return [
        f"  {screen.paint(whole or row[0], style)}{row[1:]}"
        for row, (_, _, style) in zip(table, marks, strict=True)
    ]


def _parts(mark: Stretch, present: Mapping[str, Marks]) -> list[tuple[str, str, int]]:
    return [
        (marks.letter, marks.code, mark.sections.get(name, 0)) for name, marks in present.items()
    ]


def _sources(figures: Figures, screen: Screen, words: Words) -> list[str]:
    sources = by_source(figures.measures)
    heads = [words(key) for key in ("source", "answers", "saved_tokens", "unmade")]
    rows = [heads]
    for name, part in sources.items():
        numbers = [words.number(n) for n in part.values()]
        rows.append([say(f"report_sources.{name}", words.language), *numbers])
    return [*_title(words("sources"), screen), *_table(rows, screen)]


def _compressed(figures: Figures, screen: Screen, words: Words) -> list[str]:
    found = figures.compressed
    if not found.prompts:
        return []
    head = [words("strategy"), words("prompts")]
    rows = [head, *words.strategies(found)]
    title = f"{words('compressed')} ({words.number(found.prompts)})"
    return [*_title(title, screen), *_table(rows, screen)]


def _facts(figures: Figures, screen: Screen, words: Words) -> list[str]:
    counts = figures.facts
    if counts is None:
        return []
    title = _title(words("facts"), screen)
    if not counts.all:
        return [*title, words("facts_none")]
    names = {state: say(f"fact_states.{state}", words.language)
             for state in ("active", "dormant", "stale")}  # fmt: skip
    numbers = {state: words.number(getattr(counts, state)) for state in names}
    left, right = (max(map(len, column.values())) for column in (names, numbers))
    width = max(SHORTEST_BAR, min(40, screen.width - left - right - 3))
    lines = [
        f"{name:<{left}}  {numbers[state]:>{right}} "
        f"{bar(getattr(counts, state) / counts.all, width, screen, SENT)}".rstrip()
        for state, name in names.items()
    ]
    if counts.soon:
        lines += screen.wrap(words.counted("facts_soon", counts.soon, days=SOON))
    return [*title, *lines]


def _conversations(figures: Figures, screen: Screen, words: Words) -> list[str]:
    parts = figures.conversations
    if not parts:
        return []
    heads = ["conversation", "turns_many", "sent", "full", "saved"]
    wide = screen.width >= NARROW
    rows = [[words(key) for key in heads]]
    for name, part in parts[:CONVERSATIONS]:
        sizes = (part.turns, part.prompt_tokens, part.full_history_tokens)
        label = name if wide else short_id(name)
        rows.append([label, *map(words.number, sizes), words.percent(part.saved)])
    if not wide:
        rows = [[row[0], row[1], row[2], row[4]] for row in rows]
    lines = [*_title(words("by_conversation"), screen), *_table(rows, screen)]
    rest = len(parts) - CONVERSATIONS
    return [*lines, *screen.wrap(words("more", count=rest))] if rest > 0 else lines


def _alerts(figures: Figures, screen: Screen, words: Words) -> list[str]:
    if not figures.alerts:
        return []
    lines = _title(f"{words('alerts')} ({words.number(len(figures.alerts))})", screen)
    for measure in figures.alerts[-CONVERSATIONS:]:
        where = f"{measure.at:%Y-%m-%d %H:%M}, {words('turn')} {measure.turn_number}"
        lines += screen.wrap(f"! {where}: {measure.alert}", indent="  ")
    return lines


def _table(rows: Sequence[Sequence[str]], screen: Screen) -> list[str]:
    """Aligned columns, the first shortened as far as the width asks; the heading is dim."""
    rows = [[screen.letters(cell) for cell in row] for row in rows]
    numbers = range(1, len(rows[0]))
    taken = sum(max(len(row[i]) for row in rows) + 2 for i in numbers)
    room = screen.width - taken
    if room < 8:  # the headings are what is long: give each its own lines
        return _stacked(rows, screen)
    rows = [[screen.short(row[0], room), *row[1:]] for row in rows]
    heading, *rest = layout.table(rows, right=tuple(numbers))
    return [screen.paint(heading, DIM), *rest]


def _stacked(rows: Sequence[Sequence[str]], screen: Screen) -> list[str]:
    """Each row as a name and, under it, one line for each figure."""
    heads, *rest = rows
    lines = []
    for row in rest:
        lines.append(screen.short(row[0], screen.width))
        lines += [f"  {cell} {head}" for head, cell in zip(heads[1:], row[1:], strict=True)]
    return lines
