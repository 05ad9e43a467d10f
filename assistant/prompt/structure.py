"""What kind of text it is, and where it may be cut.

``breaks`` gives each line the strength of the cut before it: 3 begins something (a heading, a
definition, an error), 2 a block (a paragraph, a log entry, a top-level element), 1 a line that
stands alone, 0 continues the line before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Literal

Kind = Literal["code", "markdown", "log", "json", "table", "text"]

_SUFFIXES: Mapping[Kind, str] = {
    "markdown": "md markdown rst",
    "log": "log out err",
    "json": "json jsonl ndjson geojson ipynb",
    "table": "csv tsv",
    "code": "py pyi js ts tsx jsx mjs java kt scala c h cc cpp hpp cs go rs rb php swift sh bash"
    " zsh lua pl r jl sql ex exs hs ml css scss vue dart toml yaml yml ini cfg tf diff patch",
    "text": "txt text srt eml",
}
_KINDS = {f".{suffix}": kind for kind, many in _SUFFIXES.items() for suffix in many.split()}

READ = 300
"""Characters of a line that say what it is."""

_HEADING = re.compile(r"#{1,6} \S|[=~-]{4,}\s*$")
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_LIST_ITEM = re.compile(r"\s*([-*+]|\d+[.)]) \S")
_DEFINITION = re.compile(
    r"\s*(?:(?:pub(?:\([a-z]+\))?|export|default|public|private|protected|internal|static|final"
    r"|abstract|async|override|sealed|data|unsafe|open|local|inline|virtual|declare)\s+)*"
    r"(?:def|class|func|function|fn|struct|enum|interface|trait|impl|module|namespace|object|record"
    r"|protocol|extension|macro|sub|type|CREATE|create)\b"
    r"|\s*[\w<>\[\],:*&~ ]+\([^;]*\)\s*(?:const\s*)?\{\s*$"
    r"|(?:const|let|var|export const)\s+\w+\s*=\s*(?:async\s*)?(?:\(|function)"
    r"|\[[\w.\-\"' ]+\]\s*$|[\w\-.]+:\s*$|@@ |diff --git "
)
_CODE_LINE = re.compile(
    r"\s*(?:import |from \w+ import|#include|using |package |def \w|class \w|func |fn |const |let "
    r"|var |return\b|if ?\(|for ?\(|while ?\(|#!/|public |private |\}|@\w+|export )"
    r"|.*[{};]\s*$"
)
_LEADING = re.compile(r"\s*(?:@\w|#|//|/\*|\*|--|///)")
_ENTRY = re.compile(
    r"\W{0,2}(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d[:/.]\d\d[:/.]\d\d|[A-Z][a-z]{2}\s+\d{1,2} \d\d:\d\d"
    r"|\d{1,2}/[A-Z][a-z]{2}/\d{4}|\d{10,13}\b|(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL"
    r"|CRITICAL|PANIC)\b|[A-Z]\d{4} \d\d:)"
    r"|\d{1,3}(?:\.\d{1,3}){3} \S+ \S+ \[",
)
ALARM = re.compile(
    r"\b(?:ERROR|FATAL|CRITICAL|PANIC|SEVERE|Traceback|panic:|Caused by|[A-Z]\w*(?:Error|Exception)"
    r"|error\[|error:|FAILED|Segmentation fault|[Uu]nhandled)"
)
"""What an error looks like in a log; error blocks matter when nothing is asked."""


def detect(name: str, text: str) -> Kind:
    """The kind of a text, by its name, otherwise by a look at its first lines."""
    kind = _KINDS.get(PurePath(name).suffix.lower())
    if kind is not None:
        return kind
    head = [line for line in text[:8000].splitlines() if line.strip()][:60]
    if not head:
        return "text"
    if text.lstrip()[:1] in ("{", "[") and _looks_like_json(head):
        return "json"
    return _by_majority(head)


def breaks(kind: Kind, lines: Sequence[str]) -> list[int]:
    """The strength of the cut before each line; the first line's is 3."""
    strengths = list(_RULES[kind](lines))
    if strengths:
        strengths[0] = 3
    return strengths


def title(kind: Kind, line: str) -> str:
    """What a line announces for the ones below it: a heading, a definition; else nothing."""
    if kind == "markdown" and _HEADING.match(line) and line.startswith("#"):
        return line.lstrip("# ").strip()
    if kind == "code" and line[:1].strip() and _DEFINITION.match(line, 0, READ):
        return line.strip().rstrip("{:").strip()
    return ""


def _looks_like_json(head: Sequence[str]) -> bool:
    first = head[0].strip()
    return bool(re.match(r'[\[{]\s*(?:$|["\[{\d\]}-]|true|false|null)', first)) and (
        '"' in first or len(head) == 1 or bool(re.match(r'\s*["\[{}\]]', head[1]))
    )


def _by_majority(head: Sequence[str]) -> Kind:
    def share(pattern: re.Pattern[str]) -> float:
        return sum(bool(pattern.match(line)) for line in head) / len(head)

    if share(_ENTRY) >= 0.3:
        return "log"
    if any(line.startswith("#") and line[1:2] in "# " for line in head) and share(
        re.compile(r"#{1,6} |[-*+] |```|\d+\. |>")
    ) >= (0.08 if not _is_code(head) else 0.5):
        return "markdown"
    if _is_code(head):
        return "code"
    for separator in ",;\t":
        columns = {line.count(separator) for line in head}
        if len(head) > 2 and len(columns) == 1 and columns != {0}:
            return "table"
    return "text"


def _is_code(head: Sequence[str]) -> bool:
    return sum(bool(_CODE_LINE.match(line)) for line in head) / len(head) >= 0.3


def _after_blank(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    blank = True
    for line in lines:
        yield line, blank
        blank = not line.strip()


def _markdown(lines: Sequence[str]) -> Iterator[int]:
    fenced = False
    for line, after_blank in _after_blank(lines):
        opens = bool(_FENCE.match(line))
        if fenced:
            fenced = not opens
            yield 0
            continue
        fenced = opens
        if line.startswith("#") and _HEADING.match(line):
            yield 3
        elif after_blank or opens:
            yield 2
        else:
            yield 1 if _LIST_ITEM.match(line) else 0


def _code(lines: Sequence[str]) -> list[int]:
    strengths = [
        _code_strength(line, after_blank) if line.strip() else 0
        for line, after_blank in _after_blank(lines)
    ]
    # Decorators and comments right above a definition belong to it.
    for i in range(len(lines) - 1, 0, -1):
        above = lines[i - 1]
        if strengths[i] >= 2 and above.strip() and _LEADING.match(above):
            strengths[i - 1] = max(strengths[i - 1], strengths[i])
            strengths[i] = 0
    return strengths


def _code_strength(line: str, after_blank: bool) -> int:
    top = not line[0].isspace()
    if _DEFINITION.match(line, 0, READ):
        return 3 if top else 2
    if after_blank:
        return 2 if top else 1
    return 0


def _log(lines: Sequence[str]) -> Iterator[int]:
    alarmed = False
    for line in lines:
        if not _ENTRY.match(line):
            yield 1 if not line[:1].isspace() and not alarmed else 0
            continue
        was, alarmed = alarmed, bool(ALARM.search(line, 0, READ))
        yield 3 if alarmed and not was else 2


def _json(lines: Sequence[str]) -> Iterator[int]:
    indents = sorted({len(line) - len(line.lstrip()) for line in lines[:2000]})
    step = indents[1] if len(indents) > 1 else 1
    for line in lines:
        if line.lstrip()[:1] in ("}", "]"):
            yield 0
            continue
        yield max(0, 2 - (len(line) - len(line.lstrip())) // max(1, step) // 2)


def _text(lines: Sequence[str]) -> Iterator[int]:
    for line, after_blank in _after_blank(lines):
        if not line.strip():
            yield 0
        elif after_blank:
            yield 2
        else:
            yield 1 if line[:1].isupper() or _LIST_ITEM.match(line) else 0


def _table(lines: Sequence[str]) -> Iterator[int]:
    return iter([1] * len(lines))


_RULES: Mapping[Kind, Callable[[Sequence[str]], Iterator[int] | list[int]]] = {
    "markdown": _markdown,
    "code": _code,
    "log": _log,
    "json": _json,
    "table": _table,
    "text": _text,
}
