"""HTML as text: what a reader sees, paragraphs apart, without navigation, scripts and styles."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from assistant.characters import one_line

_SILENT = frozenset(
    {"script", "style", "noscript", "template", "svg", "nav", "footer", "form", "iframe", "head"}
)
_BLOCKS = frozenset(
    {"p", "div", "section", "article", "main", "header", "ul", "ol", "table", "tr", "blockquote"}
    | {"pre", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "dl", "dt", "dd", "figure", "aside"}
)
_HEADINGS = {f"h{n}": "#" * n + " " for n in range(1, 7)}


def as_text(html: str) -> tuple[str, str]:
    """(title, text). Never fails: what cannot be parsed is left out."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (one_line(line) for line in "".join(reader.pieces).splitlines())
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return one_line("".join(reader.title)), text


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.title: list[str] = []
        self._silent: list[str] = []
        self._in_title = False

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        if tag == "body":
            self._silent.clear()  # a head that was never closed
        self._in_title = tag == "title" and not self.title
        if tag in _SILENT or (self._silent and tag == self._silent[-1]):
            self._silent.append(tag)
        elif tag in _BLOCKS:
            self.pieces.append("\n" + _HEADINGS.get(tag, ""))
        elif tag == "li":
            self.pieces.append("\n- ")
        elif tag in ("td", "th"):
            self.pieces.append(" | ")

    def handle_endtag(self, tag: str) -> None:
        self._in_title = False
        if tag in self._silent:
            while self._silent.pop() != tag:
                pass
        elif tag in _BLOCKS:
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title.append(data)
        elif not self._silent:
            self.pieces.append(data)
