"""The parts of a message that are not the user's own words: code, logs, pasted text, quotations.

Only shapes are judged here, never meaning; every pattern is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from assistant.memory.signals.letters import letter_begins

RegionKind = Literal["code", "pasted", "quoted", "mention", "untyped"]
Span = tuple[int, int]

MENTION_WORDS = 3  # a quotation of so few words is a name or a term, not somebody's sentence
FEWEST_TYPED = 2  # words of a sentence that a pasted name only completes
TYPED_LINES = 8  # people type less; beyond it only the first and the last paragraph are theirs
TYPED_CHARS = 900
_PARAGRAPH = 320

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_BLOCK = re.compile(r'"""[^\0]*?(?:"""|\Z)|<<<[^\0]*?(?:>>>|\Z)|\'\'\'[^\0]*?(?:\'\'\'|\Z)')
_INLINE = re.compile(r"`[^`\n]{1,200}`")
_QUOTE = re.compile(
    r'"[^"\n]{1,600}"|“[^”\n]{1,600}”|«[^»\n]{1,600}»|„[^“”\n]{1,600}[“”]'
    r"|(?<![\w'])'(?=[^\s'])[^'\n]{0,200}(?:'(?=\w)[^'\n]{0,200}){0,6}(?<=\S)'(?!\w)"
    r"|(?<!\w)‘[^’\n]{1,400}’(?!\w)"
)
_UNCLOSED = re.compile(r'["“«][^"”»\n]{12,}$', re.MULTILINE)

_CODE_LINE = re.compile(
    r"""^\s*(?:
        (?:from\s+\S+\s+import\s | import\s+[\w.]+(?:\s+as\s+\w+|\s*,\s*[\w.]+)*\s*;?$
        | import\s+[{*\w][^;]*\sfrom\s+["'].* | \#include\b)
      | (?:async\s+)?(?:def|fn|func|function)\s+\w+\s*\(.*
      | (?:class|struct|impl|interface|namespace)\s+\w+.*[:{(]\s*$
      | (?:const|let|var|auto|final)\s+\w+.*=.*
      | (?:public|private|protected|static|return|export|using|package)\s.*[;{(]\s*$
      | (?:else|try|except\b.*|finally|elif\b.*|with\b.*|for\b.*\bin\b.*|while\b.*|if\b.*)\s*:\s*$
      | (?:if|for|while|switch|else)\s*[({].* | \}.* | \{.*[:,].*
      | (?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|SET|DROP|GRANT|FROM|WHERE)\s.*;?$
      | [\w.\[\]]+\s*(?:=|:=|\+=|=>|->)\s*[\w"'\[({].*[;(){}\[\]"'].*
      | [\w.\-]+=\S*$
      | (?:\#|//|--|/\*|\*|;;|<!--|%|REM\b)\s?\S.*
      | <[a-zA-Z/!][^>]*>.*
      | (?:\$|>>>|%|\#|[\w.-]+@[\w.-]+[:~][^\s]*[$\#])\s+\S.*
      | export\s+\w+=\S*(?:\s+\#.*)?$ | -?(?:ba|z|k|da|fi)?sh:\s.*:\s.*
      | (?:sudo|git|npm|pip|docker|kubectl|cd|ls|curl|apt|brew|echo)\s+[\w./-]+.*\s(?:--?\w|&&|\|).*
      | ["'][\w-]+["']\s*:.* | [\w-]+:\s*(?:[\[{].*|true|false|null),?$
      | .*[;{]\s*$
      | .*\w\(.*\)\s*[;{].*
      | @@.*@@.* | (?:\+\+\+|---)\s\S.* | diff\s--git.*
    )""",
    re.VERBOSE,
)
_TERMINAL = re.compile(
    r"^[ \t]*(?:\$|>>>|[\w.-]+@[\w.-]+[:~]\S*[$\#])[ \t]+\S.*(?:\n[ \t]*\S.*)*", re.MULTILINE
)
_LIST_ITEM = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+\S")
_LOG_LINE = re.compile(
    r"""^\s*(?:
        \[?\d{4}-\d\d-\d\d[T\s]\d\d:\d\d.*
      | \[?\d{1,4}[/.-]\d\d?[/.-]\d{1,4},?\s+\d\d?:\d\d.*
      | (?:\[\d\d?:\d\d(?::\d\d)?\]|\d\d?:\d\d:\d\d)\s+\S.*
      | \d\d?:\d\d\s+(?:[A-Z]{3,}\b|[\w./-]+(?:\[\d+\])?:\s|<\S+>).*
      | \[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|CRITICAL|NOTICE)\b\]?[\s:].*
      | (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s+\d+\s\d\d:\d\d.*
      | [\w./-]+\[\d+\]:\s.*
      | Traceback\s\(most.* | \s*File\s".*",\sline.* | \s*at\s[\w.$<>]+\(.*
      | \w*(?:Error|Exception):\s.*
      | \w+\s+(?:ERR!|ERROR:?|WARN(?:ING)?:?|FATAL:?)\s.*
    )""",
    re.VERBOSE,
)
_TIMED = re.compile(r"^\s*\d\d?:\d\d\s+\S")
"""Among others a line of a log or a chat; alone it may tell of an hour: "5:30 is when I get up"."""
_REPLY_LINE = re.compile(
    r"^\s*\|.*\||^(?:From|To|Subject|Date|De|Para|Asunto|Fecha|Cc|Sent|Enviado):\s"
)
_REPLIED = re.compile(r"^\s*>")
_PAIR_LINE = re.compile(r"^\s*(?:-\s+)?[\w.-]+\s*:(?:\s|$)")
_HEADER = re.compile(r"^(?:From|To|Subject|Date|De|Para|Asunto|Fecha|Cc|Sent|Enviado):\s")


def overlaps(span: Span, others: Iterable[Span]) -> bool:
    """Whether a span of the message has a character in common with one of the others."""
    return any(start < span[1] and span[0] < end for start, end in others)


class Region(NamedTuple):
    kind: RegionKind
    span: Span


def find_regions(text: str, untyped: Sequence[Span] = ()) -> tuple[Region, ...]:
    """Regions in order, none overlapping another; what they leave is the user's own.

    ``untyped`` are the spans that are known not to have been typed: pasted, piped. A name or a
    number pasted into a typed sentence ("my editor is …") is a mention, as one in quotes is.
    """
    taken = [_untyped(text, start, end) for start, end in untyped if start < end]
    for region in (*_delimited(text), *_lines(text), *_excess(text), *_inside(text)):
        if all(region.span[1] <= r.span[0] or region.span[0] >= r.span[1] for r in taken):
            taken.append(region)
    return tuple(sorted(taken, key=lambda region: region.span))


def _untyped(text: str, start: int, end: int) -> Region:
    words = text[start:end].split()
    line = text[text.rfind("\n", 0, start) + 1 : start]
    named = 0 < len(words) <= MENTION_WORDS and "\n" not in text[start:end].strip()
    typed = re.split(r"[.!?;:]\s", line)[-1].split()
    into = len(typed) >= FEWEST_TYPED and not any(mark in text[start:end] for mark in ":;!?")
    return Region("mention" if named and into else "untyped", (start, end))


def _delimited(text: str) -> Iterator[Region]:
    for match in _FENCE.finditer(text):
        yield Region("code", match.span())
    for match in _BLOCK.finditer(text):
        yield Region("pasted", match.span())


def _lines(text: str) -> Iterator[Region]:
    """Whole lines by their shape: code, logs, quoted mail."""
    lines = list(_numbered_lines(text))
    mail = _mail_begins(lines)
    if len(lines) > 1 and all(_PAIR_LINE.match(line) for _, line in lines):
        yield from (Region("code", (start, start + len(line))) for start, line in lines)
        return
    codes = [bool(_CODE_LINE.match(line)) for _, line in lines]
    terminals = _terminals(text)
    several = len(lines) > 1
    for index, ((start, line), code) in enumerate(zip(lines, codes, strict=True)):
        lone_item = _LIST_ITEM.match(line) and not line.rstrip().endswith((";", "{", "*/"))
        printed = any(begin < start < end for begin, end in terminals)
        replied = _REPLIED.match(line) or (_REPLY_LINE.match(line) and several)
        logged = _LOG_LINE.match(line) or (_TIMED.match(line) and several)
        if index >= mail or printed or replied:
            yield Region("pasted", (start, start + len(line)))
        elif logged or (code and not lone_item):
            yield Region("code", (start, start + len(line)))


def _terminals(text: str) -> list[tuple[int, int]]:
    """From each line typed at a shell's prompt to the next empty line: what it printed."""
    return [match.span() for match in _TERMINAL.finditer(text)]


def _mail_begins(lines: Sequence[tuple[int, str]]) -> int:
    """Index of the line where a pasted mail begins: two headers in a row, or as a letter does;
    past the end if none."""
    headers = [bool(_HEADER.match(line)) for _, line in lines]
    mail = next((i for i, two in enumerate(pairwise(headers)) if all(two)), len(lines))
    return min(mail, letter_begins([line for _, line in lines]))


def _numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.split("\n"):
        if line.strip():
            yield at, line[:500]
        at += len(line) + 1


def _excess(text: str) -> Iterator[Region]:
    """Of a message longer than people type, all but a short first and last paragraph."""
    lines = [(start, start + len(line)) for start, line in _numbered_lines(text)]
    if len(lines) <= TYPED_LINES and len(text) <= TYPED_CHARS:
        return
    for index, (start, end) in enumerate(lines):
        outer = index in (0, len(lines) - 1)
        if not (outer and end - start <= _PARAGRAPH):
            yield Region("pasted", (start, end))


def _inside(text: str) -> Iterator[Region]:
    for match in _INLINE.finditer(text):
        yield Region(_quoted_kind(match.group(), "code"), match.span())
    for match in _QUOTE.finditer(text):
        if match.group().strip("\"'“”«»‘’ ") and not _whole(match, text):
            yield Region(_quoted_kind(match.group(), "quoted"), match.span())
    for match in _UNCLOSED.finditer(text):
        yield Region("quoted", match.span())


def _whole(match: re.Match[str], text: str) -> bool:
    """Plain marks around the whole message are how some people type, not a quotation."""
    return match.group() == text.strip() and text.strip()[0] in "\"'"


def _quoted_kind(quoted: str, kind: RegionKind) -> RegionKind:
    return "mention" if len(quoted.split()) <= MENTION_WORDS else kind
