"""What pages are made of: the document itself, cards, tables, keys. Whatever stands in them is
escaped here; nothing is loaded from elsewhere, and nothing may be."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from assistant.cli import plain
from assistant.cli.report import svg
from assistant.resources import data_path

NOTHING_LOADED = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def document(
    language: str, title: str, scope: str, body: str, footer: str, *, style: str = ""
) -> str:
    """A whole page. ``body`` is markup; ``style`` is added to that of all reports."""
    shared = data_path("report", "style.css").read_text("utf-8")
    name = escape(title)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{NOTHING_LOADED}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        '<meta name="referrer" content="no-referrer">'
        f'<link rel="icon" href="data:,"><title>{name}</title>'
        f"<style>\n{shared}{style}</style></head>\n"
        f'<body><main><header><h1>{name}</h1><p class="soft">{text(scope)}</p></header>\n'
        f"{body}\n"
        f"<footer>{text(footer)}</footer>"
        "</main></body></html>\n"
    )


def numbers(rows: Sequence[tuple[str, str, str]]) -> str:
    """The big numbers, each with its name and a detail; the first counts most."""
    return (
        '<dl class="numbers">'
        + "".join(
            f"<div{' class=first' if not place else ''}><dt>{text(name)}"
            f"<small>{text(detail)}</small></dt><dd>{text(number)}</dd></div>"
            for place, (number, name, detail) in enumerate(rows)
        )
        + "</dl>"
    )


def plot(picture: str, axis: svg.Axis) -> str:
    """The picture with room for its labels."""
    far = " far" if max(len(words) for _, words in axis.ticks) > 7 else ""
    return f'<div class="plot{far}">{picture}</div>'


def card(title: str, caption: str, inner: str, *, wide: bool = False) -> str:
    said = f'<p class="caption">{text(caption)}</p>' if caption else ""
    kind = ' class="wide"' if wide else ""
    return f"<section{kind}><h2>{text(title)}</h2>{said}{inner}</section>"


def details(summary: str, table: str) -> str:
    return f"<details><summary>{text(summary)}</summary>{table}</details>"


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], keys: Sequence[str] | None = None
) -> str:
    """Rows under a heading; ``keys`` are the colours that the rows have in the picture."""
    top = "".join(f'<th scope="col">{text(cell)}</th>' for cell in head)
    body = []
    for place, (name, *cells) in enumerate(rows):
        said = key(keys[place], name) if keys else text(name)
        rest = "".join(f"<td>{text(cell)}</td>" for cell in cells)
        body.append(f'<tr><th scope="row">{said}</th>{rest}</tr>')
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{text(head[0])}"><table>'
        f"<thead><tr>{top}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def key(css: str, words: str) -> str:
    return f'<span class="key {css}"></span>{text(words)}'


def text(words: str) -> str:
    """Anything as text of the page: cleaned, escaped, `commands` as code."""
    first, *rest = escape(plain.line(words)).split("`")
    return first + "".join(
        f"<code>{part}</code>" if place % 2 == 0 and place + 1 < len(rest) else part
        for place, part in enumerate(rest)
    )
