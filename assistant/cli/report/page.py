"""The report as one page: no network, no script, light and dark, from a phone to a wide screen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from assistant.cli.report import markup, svg
from assistant.cli.report.figures import (
    SOON,
    Figures,
    Stretch,
    by_section,
    by_source,
    nice_top,
    stretches,
)
from assistant.cli.report.markup import card, details, key, numbers, plot, table, text
from assistant.cli.report.words import Words, headline
from assistant.cli.sections import css_class, section_title
from assistant.cli.words import short_id
from assistant.config import HARD_BUDGET
from assistant.messages import say

POINTS, STACKS, CONVERSATIONS, ALERTS = 60, 24, 10, 20
TALL, LOW = 270, 220


def page(figures: Figures, words: Words, now: datetime, scope: str) -> str:
    """The whole document. ``scope`` says what the figures are of."""
    footer = words("written", date=f"{now:%Y-%m-%d %H:%M} UTC")
    return markup.document(words.language, words("title"), scope, _body(figures, words), footer)


def _body(figures: Figures, words: Words) -> str:
    if not figures.measures:
        return f"<section><p>{text(words('nothing'))}</p></section>"
    cards = (_growth, _makeup, _sources, _compressed, _facts, _alerts, _conversations)
    drawn = "\n".join(draw(figures, words) for draw in cards)
    return f'{numbers(headline(figures, words))}\n<div class="cards">\n{drawn}\n</div>'


def _growth(figures: Figures, words: Words) -> str:
    marks = stretches(figures.measures, POINTS)
    if not marks:
        return card(words("growth"), words("growth_none"), "")
    sent, full = [float(m.sent) for m in marks], [float(m.full) for m in marks]
    axis = _axis(nice_top(max(*sent, *full)), words)
    last = marks[-1]
    place = 100 if len(marks) > 1 else 56
    lifts = _lifts(sent[-1], full[-1], axis)
    names = [
        svg.text(f"{words(css)} {words.number(int(values[-1]))}", x=place, y=axis.at(values[-1]),
                 css=f"label {css}", anchor="end", dy=lift)
        for css, values, lift in zip(("sent", "full"), (sent, full), lifts, strict=True)
    ]  # fmt: skip
    drawn = [
        svg.grid(axis),
        svg.stretched([svg.curve(sent, axis, "sent", filled=True), svg.curve(full, axis, "full")]),
        *_under(marks, words),
        *names,
    ]
    said = words("growth_alt", turn=last.last, sent=last.sent, full=last.full)
    picture = svg.picture("growth", words("growth"), said, TALL, drawn)
    head = [words(key) for key in ("turn", "requests", "sent", "full")]
    rows = [
        [words.turns(m.first, m.last), *map(words.number, (m.requests, m.sent, m.full))]
        for m in marks
    ]
    shown = details(words("figures"), table(head, rows))
    return card(words("growth"), words("growth_caption"), plot(picture, axis) + shown, wide=True)


def _lifts(sent: float, full: float, axis: svg.Axis) -> tuple[int, int]:
    """How far from its end each curve's words stand: over it; the lower one's under it when the
    other is near."""
    over, under = -9, 20
    if abs(axis.at(sent) - axis.at(full)) * TALL / 100 > 2 * under:
        return over, over
    return (over, under) if sent > full else (under, over)


def _makeup(figures: Figures, words: Words) -> str:
    marks = stretches(figures.measures, STACKS)
    if not marks:
        return ""
    asked = [m for m in figures.measures if m.prompt_tokens]
    means = {name: round(n / len(asked)) for name, n in by_section(asked).items()}
    names = [name for name, mean in means.items() if mean]
    said = {name: section_title(name, words.language) for name in names}
    axis = _axis(HARD_BUDGET, words)
    columns = [
        [(f"{css_class(n)} edge", float(mark.sections.get(n, 0))) for n in names] for mark in marks
    ]
    limit = '<line x1="0" x2="100%" y1="0" y2="0" class="limit"/>' + svg.text(
        words("limit"), x=100, y=0, css="strong", anchor="end", dy=-7
    )
    drawn = [svg.grid(axis), svg.stretched([svg.stacks(columns, axis)]), limit,
             *_under(marks, words)]  # fmt: skip
    whole = sum(means.values()) or 1
    parts = ", ".join(f"{said[n]} {words.number(means[n])}" for n in names)
    alt = words("makeup_alt", whole=whole, parts=parts)
    picture = svg.picture("makeup", words("makeup"), alt, LOW, drawn)
    head = [words("makeup_mean", count=whole), words("tokens"), words("share")]
    rows = [[said[n], words.number(means[n]), words.percent(means[n] / whole)] for n in names]
    caption = words("makeup_caption", budget=HARD_BUDGET)
    means_table = table(head, rows[::-1], keys=[*map(css_class, names[::-1])])
    by_turn = [
        [words.turns(m.first, m.last), *(words.number(m.sections.get(n, 0)) for n in names)]
        for m in marks
    ]
    detail = details(words("figures"), table([words("turn"), *said.values()], by_turn))
    return card(words("makeup"), caption, plot(picture, axis) + means_table + detail)


def _sources(figures: Figures, words: Words) -> str:
    sources = by_source(figures.measures)
    most = max(1, *(part["turns"] for part in sources.values()))
    names = {name: say(f"report_sources.{name}", words.language) for name in sources}
    rows = [
        (names[name], words.number(part["turns"]), [("sent", part["turns"] / most)])
        for name, part in sources.items()
    ]
    drawn, height = svg.bars(rows)
    alt = ", ".join(f"{name} {figure}" for name, figure, _ in rows)
    picture = svg.picture("sources", words("sources"), alt, height, [drawn])
    head = [words(key) for key in ("source", "answers", "saved_tokens", "unmade")]
    shown = table(
        head, [[names[n], *map(words.number, part.values())] for n, part in sources.items()]
    )
    return card(words("sources"), words("sources_caption"), picture + shown)


def _facts(figures: Figures, words: Words) -> str:
    counts = figures.facts
    if counts is None:
        return ""
    if not counts.all:
        return card(words("facts"), words("facts_none"), "")
    states = [
        (say(f"fact_states.{state}", words.language), int(getattr(counts, state)))
        for state in ("active", "dormant", "stale")
    ]
    drawn, height = svg.bars(
        [(name, words.number(n), [("facts", n / counts.all)]) for name, n in states]
    )
    alt = ", ".join(f"{name} {n}" for name, n in states)
    picture = svg.picture("facts", words("facts"), alt, height, [drawn])
    shown = table([words("state"), words("count")], [[n, words.number(c)] for n, c in states])
    soon = words.counted("facts_soon", counts.soon, days=SOON)
    note = f'<p class="note">{text(soon)}</p>' if counts.soon else ""
    return card(words("facts"), words("facts_caption"), picture + shown + note)


def _conversations(figures: Figures, words: Words) -> str:
    parts = figures.conversations
    if not parts:
        return ""
    most = max(1, *(max(p.full_history_tokens, p.prompt_tokens) for _, p in parts))
    shown = parts[:CONVERSATIONS]
    rows = [
        (short_id(name),
         f"{words.number(p.prompt_tokens)} / {words.number(p.full_history_tokens)}",
         [("sent", p.prompt_tokens / most), ("full", p.full_history_tokens / most)])
        for name, p in shown
    ]  # fmt: skip
    drawn, height = svg.bars(rows)
    alt = "; ".join(f"{name}: {figure}" for name, figure, _ in rows)
    picture = svg.picture("talks", words("by_conversation"), alt, height, [drawn])
    named = f'<p class="caption">{key("sent", words("sent"))} / {key("full", words("full"))}</p>'
    head = [words(k) for k in ("conversation", "turns_many", "sent", "full", "saved")]
    rows_shown = table(head, [
        [short_id(name), words.number(p.turns), words.number(p.prompt_tokens),
         words.number(p.full_history_tokens), words.percent(p.saved)]
        for name, p in shown
    ])  # fmt: skip
    rest = len(parts) - CONVERSATIONS
    more = f'<p class="soft">{text(words("more", count=rest))}</p>' if rest > 0 else ""
    inner = named + picture + rows_shown + more
    return card(words("by_conversation"), words("by_conversation_caption"), inner, wide=True)


def _compressed(figures: Figures, words: Words) -> str:
    found = figures.compressed
    if not found.prompts:
        return ""
    head = [words("strategy"), words("prompts")]
    title = f"{words('compressed')} ({words.number(found.prompts)})"
    return card(title, words("compressed_caption"), table(head, words.strategies(found)))


def _alerts(figures: Figures, words: Words) -> str:
    alerts = figures.alerts
    if not alerts:
        return card(words("alerts"), words("alerts_none"), "")
    items = "".join(
        f"<li>{measure.at:%Y-%m-%d %H:%M}, {text(words('turn'))} {measure.turn_number}: "
        f"{text(measure.alert or '')}</li>"
        for measure in alerts[: -ALERTS - 1 : -1]
    )
    title = f"{words('alerts')} ({words.number(len(alerts))})"
    return card(title, "", f'<ul class="alerts">{items}</ul>')


def _axis(top: int, words: Words) -> svg.Axis:
    return svg.Axis(top, [(value, words.number(int(value))) for value in (0, top / 2, top)])


def _under(marks: Sequence[Stretch], words: Words) -> list[str]:
    """The numbers of the first and last turn, and what they count."""
    first, last = words.number(marks[0].first), words.number(marks[-1].last)
    ends = (
        [svg.text(first, x=0, y=100, dy=19), svg.text(last, x=100, y=100, dy=19, anchor="end")]
        if len(marks) > 1
        else []
    )
    middle = words("turns_axis") + ("" if len(marks) > 1 else f" {last}")
    return [*ends, svg.text(middle, x=50, y=100, dy=37, anchor="middle")]
