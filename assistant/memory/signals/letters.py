"""A mail or letter given in a message, known by its shape: its head, or its greeting and its end.

"Subject: …", "Asunto: …" begin one, and so does "Hi team," where "Best, Phil" ends it (F3). It has
nothing of the person's own after its beginning; what stands before it they may have typed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_SUBJECT = re.compile(r"^\s*(?:Subject|Asunto|SUBJECT|ASUNTO)\s?:\s")
_HEAD = re.compile(r"^\s*(?:Re|RE|Fwd|FWD|Fw|FW|RV|De|From|To|Cc|CC)\s?:\s")
"""Begins a letter on the first line alone: "De:" may be a word of a list further below."""

_NAME = r"[^\W\d_][\w.'’-]{0,30}"
_NAMES = rf"{_NAME}(?: {_NAME}){{0,3}}"
_HELLO = (
    r"(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hola"
    r"|buen[oa]s(?: d[ií]as| tardes| noches)?|estimad[oa]s?|querid[oa]s?)"
)
_TO_SOMEBODY = rf"{_HELLO},? (?!(?:there|again|assistant|asistente|friend|amig[oa])\b){_NAMES}"
_ADDRESSED = re.compile(rf"^\s*{_TO_SOMEBODY}\s?[,:!](?:\s|$)", re.IGNORECASE)
_GREETING_LINE = re.compile(rf"^\s*{_HELLO}\s?[,:!]\s*$", re.IGNORECASE)
_ADDRESSED_LINE = re.compile(rf"^\s*{_TO_SOMEBODY}\s?[,:!]\s*$", re.IGNORECASE)

_REGARDS = (
    r"(?:(?:all the )?best(?: (?:regards|wishes))?|(?:with )?(?:kind(?:est)?|warm(?:est)?|many) "
    r"(?:regards|wishes)|regards|sincerely|yours(?: (?:sincerely|faithfully|truly))?"
    r"|(?:un |muchos )?(?:cordial )?(?:saludos?|abrazos?)"
    r"(?: (?:cordial(?:es)?|atentos?|afectuosos?|a todos))?|atentamente|atte|cordialmente)"
)
_THANKS = r"(?:(?:many )?thanks|thank you|cheers|love|(?:muchas )?gracias|un beso|besos)"
_SIGNED_LINE = re.compile(rf"^\s*{_REGARDS}\s?[,.!-]?(?:\s?{_NAMES})?\s*$", re.IGNORECASE)
_THANKED_LINE = re.compile(rf"^\s*{_THANKS}\s?[,.!-]?(?:\s?{_NAMES})?\s*$", re.IGNORECASE)
_SIGNED_INSIDE = re.compile(
    rf"[.!?]\s(?i:{_REGARDS})\s?,\s?[A-ZÁÉÍÓÚÑ][\w'’-]*(?: [A-ZÁÉÍÓÚÑ][\w'’-]*){{0,2}}[.!]?\s*$"
)
_SIGNATURE = 3
"""Lines from the end among which a letter is signed."""


def letter_begins(lines: Sequence[str]) -> int:
    """The index of the line where a letter begins; past the end where there is none. ``lines`` are
    those of a message that are not empty. Thanks alone end no letter that is addressed to nobody:
    "Hi," and "Thanks" are said to an assistant too."""
    if not lines:
        return 0
    if _HEAD.match(lines[0]) or (_ADDRESSED.match(lines[0]) and _SIGNED_INSIDE.search(lines[-1])):
        return 0
    last = lines[1:][-_SIGNATURE:]
    signed = any(_SIGNED_LINE.match(line) for line in last)
    thanked = signed or any(_THANKED_LINE.match(line) for line in last)
    for index, line in enumerate(lines):
        if _SUBJECT.match(line):
            return index
        if (thanked and _ADDRESSED_LINE.match(line)) or (signed and _GREETING_LINE.match(line)):
            return index
    return len(lines)
