"""Results about news, signals and sizes as lines for people. Pure: data in, lines out."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from assistant.cli import plain
from assistant.cli.report.screen import BOLD, DIM, Screen
from assistant.packs.trading.commands.results import number, pairs, table, under
from assistant.packs.trading.commands.words import Words

Data = Mapping[str, Any]
HUNDRED = Decimal(100)


def news(data: Data, words: Words, screen: Screen) -> list[str]:
    """Each item with its time and where it stood."""
    lines = []
    for item in data["news"]:
        at = plain.line(str(item["at"])).replace("T", " ")[:16]
        said = f"{at}  {plain.line(item['title'])} ({plain.line(item['source'])})"
        lines += screen.wrap(said, indent="  ")
    return [*(lines or screen.wrap(words("news.none"))), *_under(data, words, screen)]


def sentiment(data: Data, words: Words, screen: Screen) -> list[str]:
    """How the news read, and the strongest of them."""
    mean = number(data["mean"])
    if mean is None:
        return [*screen.wrap(words("news.none")), *_under(data, words, screen)]
    counts = {name: data[name] for name in ("positive", "neutral", "negative")}
    head = words("news.mean", mean=words.signed(mean), count=data["read"])
    lines = [screen.paint(line, BOLD) for line in screen.wrap(head)]
    lines += screen.wrap(words("news.counts", **counts))
    for item in data["strongest"]:
        score = words.signed(Decimal(str(item["score"])))
        lines += screen.wrap(f"{score}  {plain.line(item['title'])}", indent="  ")
    lines += [screen.paint(line, DIM) for line in screen.wrap(words("news.method"))]
    return [*lines, *_under(data, words, screen)]


def signal(data: Data, words: Words, screen: Screen) -> list[str]:
    """The verdict first: without one there is no direction."""
    way = data.get("direction")
    if way:
        chance = words.percent(_hundredths(data["probability_up"]), signed=False)
        verdict = words("signals.direction", way=words(f"signals.{way}"), chance=chance)
    else:
        better = str(data["verdict"]).startswith("better")
        verdict = words("signals.better" if better else "signals.chance")
    head = screen.wrap(f"{data['symbol']}: {verdict}")
    rows = [
        [words("signals.days"), str(data["test_days"])],
        [words("signals.base"), words.percent(_hundredths(data["base_rate_up"]), signed=False)],
        [words("signals.brier"), _figure(data["brier"], words)],
        [words("signals.brier_base"), _figure(data["brier_of_base_rate"], words)],
        [words("signals.p"), _figure(data["p_value"], words)],
    ]
    lines = [screen.paint(line, BOLD) for line in head]
    lines += pairs(rows, screen)
    if "features" in data:
        told = [[words("signals.feature"), words("signals.weight"), words("signals.today")]]
        for one in data["features"]:
            numbers = (words.signed(Decimal(str(one[name]))) for name in ("coefficient", "today"))
            told.append([plain.line(str(one["name"])).replace("_", " "), *numbers])
        lines += ["", *table(told, screen, right=(1, 2))]
    lines += [screen.paint(line, DIM) for line in screen.wrap(words("signals.advice"))]
    return [*lines, *_under(data, words, screen)]


def size(data: Data, words: Words, screen: Screen) -> list[str]:
    """How much, what it costs, what it risks and what it may bring."""
    figures = {name: Decimal(str(data[name])) for name in ("quantity", "value", "loss")}
    shares = {name: Decimal(str(data[name])) for name in ("share_percent", "risk_percent")}
    rows = [
        [words("size.quantity"), words.quantity(figures["quantity"]), ""],
        [
            words("size.value"),
            words.money(figures["value"]),
            _share(shares["share_percent"], words),
        ],
        [words("size.loss"), words.money(figures["loss"]), _share(shares["risk_percent"], words)],
    ]
    reward = data.get("risk_reward")
    if reward:
        ratio, even = (Decimal(str(reward[name])) for name in ("ratio", "break_even_percent"))
        rows.append([words("size.ratio"), words.price(ratio), ""])
        rows.append([words("size.even"), _share(even, words), ""])
    lines = pairs(rows, screen, right=(1, 2))
    lines += screen.wrap(words("size.limited")) if data.get("limited") else []
    note = words("size.computed")
    return [*lines, *(screen.paint(line, DIM) for line in screen.wrap(note))]


def term(data: Data, words: Words, screen: Screen) -> list[str]:
    """A term: its other names, its meaning, and an example in numbers."""
    lines = [screen.paint(line, BOLD) for line in screen.wrap(str(data["term"]))]
    if data["also"]:
        also = words("explain.also", names=data["also"])
        lines += [screen.paint(line, DIM) for line in screen.wrap(also)]
    lines += screen.wrap(str(data["meaning"]))
    lines += screen.wrap(words("explain.example", example=data["example"]))
    return [*lines, *(screen.paint(line, DIM) for line in screen.wrap(words("explain.source")))]


def _share(percent: Decimal, words: Words) -> str:
    return words.percent(percent, signed=False)


def _hundredths(share: object) -> Decimal:
    return Decimal(str(share)) * HUNDRED


def _figure(value: object, words: Words) -> str:
    found = number(value)
    return words.price(found) if found is not None else words("report.unknown")


def _under(data: Data, words: Words, screen: Screen) -> list[str]:
    problems = data.get("problems")
    notes = [*data.get("notes", ()), *([problems] if problems else [])]
    return under([{**data, "notes": notes}], words, screen)
