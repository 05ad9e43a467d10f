"""Facts as JSON Lines, out and in again; importing what was exported changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, get_args

from assistant.characters import json_escaped, whole
from assistant.clock import EARLIEST, LATEST
from assistant.errors import BadData
from assistant.languages import known
from assistant.limits import FACT, FACT_NAME, IMPORT_LINE
from assistant.memory.base import Action, Add, Refuse
from assistant.records import (
    DOMAINS,
    Confidence,
    Domain,
    Fact,
    FactKind,
    FactSource,
    Slot,
)
from assistant.text.phrases import tokens

_DERIVED = frozenset({"state", "next_change_at"})  # told by `facts list --json`, never stored
_REQUIRED = ("id", "domain", "fact", "confidence", "source", "created_at", "last_confirmed_at")
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "confidence": get_args(Confidence),
    "source": get_args(FactSource),
    "kind": get_args(FactKind),
}
_TEXTS = ("id", "domain", "fact", "role", "replaces", "superseded_by")
_INSTANTS = ("created_at", "last_confirmed_at", "retired_at")
_OPTIONAL = ("replaces", "superseded_by", "retired_at", "slot")
_SLOT_TEXTS = ("subject", "attribute", "value")
_SLOT_FLAGS = ("many", "negated")
_FIELDS = (*_REQUIRED, "kind", "role", "language", *_OPTIONAL)


def to_line(fact: Fact) -> str:
    """One JSON object on one line, every field named; instants as ISO 8601 in UTC."""
    row: dict[str, Any] = {name: getattr(fact, name) for name in _FIELDS if name != "slot"}
    for name in _INSTANTS:
        row[name] = row[name] and row[name].astimezone(UTC).isoformat()
    row["slot"] = fact.slot and {
        name: getattr(fact.slot, name) for name in (*_SLOT_TEXTS, *_SLOT_FLAGS)
    }
    return json_escaped(json.dumps(row, ensure_ascii=False))


def split_lines(text: str) -> Iterator[str]:
    """The lines of JSON Lines: "\\n" alone ends one. The other separators that ``splitlines``
    knows stand unescaped inside JSON strings."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    if start < len(text):
        yield text[start:]


def from_line(line: str, line_number: int, domains: Sequence[Domain] = DOMAINS) -> Fact:
    """The fact of one line. Raises ``BadData`` naming the line and the field that is wrong; a
    domain is, that is none of ``domains``."""
    if len(line) > IMPORT_LINE.value:
        raise BadData(
            f"Line {line_number} is longer than {IMPORT_LINE.value:,} characters",
            "Each line holds one fact as `export` does",
        )
    row = _object(line, line_number)
    unknown = sorted(set(row) - set(_FIELDS) - _DERIVED)
    if unknown:
        raise _bad(line_number, unknown[0], "is not a field of a fact")
    for name in _REQUIRED:
        if name not in row:
            raise _bad(line_number, name, "is missing")
    values = {
        name: _value(name, row[name], line_number)
        for name in _FIELDS
        if name in row and not (row[name] is None and name in _OPTIONAL)
    }
    if values["domain"] not in domains:
        raise _bad(
            *(line_number, "domain", f"is none of {', '.join(domains)}"),
            "Switch on the pack that it is of, or mend that line, and import again",
        )
    return Fact(**values)


def merge(
    known: Iterable[Fact],
    incoming: Sequence[Fact],
    forgotten: Callable[[str], bool] = lambda _text: False,
) -> list[Action]:
    """What importing ``incoming`` does to ``known``, retired facts included in both.

    A fact whose id or, among live ones of its role, whose words are known is left alone; one that
    was forgotten is refused: an old copy does not bring it back. Applied twice, changes nothing.
    """
    here = list(known)
    ids = {fact.id for fact in here}
    texts = {_words(fact) for fact in here if fact.live}
    actions: list[Action] = []
    for fact in incoming:
        if fact.id in ids or (fact.live and _words(fact) in texts):
            continue
        ids.add(fact.id)
        if forgotten(fact.fact):
            actions.append(Refuse("forgotten", "it was forgotten on this machine"))
        else:
            actions.append(Add(fact, "imported"))
    return actions


def _words(fact: Fact) -> tuple[str, tuple[str, ...]]:
    return fact.role, tokens(fact.fact)


def _object(line: str, line_number: int) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadData(
            f"Line {line_number} is not JSON ({error})", "Each line holds one fact as `export` does"
        ) from error
    if not isinstance(row, dict):
        raise BadData(
            f"Line {line_number} is not a JSON object", "Each line holds one fact as `export` does"
        )
    return row


def _value(name: str, value: Any, line_number: int) -> Any:
    if name == "language" or name in _CHOICES:
        return _choice(name, value, line_number)
    if name in _TEXTS:
        return _text(name, value, line_number)
    if name in _INSTANTS:
        return _instant(name, value, line_number)
    return _slot(value, line_number)


def _choice(name: str, value: Any, line_number: int) -> str:
    choices = known() if name == "language" else _CHOICES[name]
    if not isinstance(value, str) or value not in choices:
        raise _bad(line_number, name, f"is none of {', '.join(choices)}")
    return str(value)


def _text(name: str, value: Any, line_number: int) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _bad(line_number, name, "is not a text")
    limit = FACT if name == "fact" else FACT_NAME
    if len(value) > limit.value:
        raise _bad(line_number, name, f"is longer than {limit.value:,} characters")
    if whole(value) != value:
        raise _bad(line_number, name, "holds half a character (a lone surrogate)")
    return value


def _instant(name: str, value: Any, line_number: int) -> datetime:
    try:
        instant = datetime.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise _bad(line_number, name, "is not an instant in ISO 8601") from error
    if instant.tzinfo is None:
        raise _bad(line_number, name, "has no time zone (add Z for UTC)")
    if not EARLIEST <= instant <= LATEST:
        years = f"{EARLIEST.year} to {LATEST.year}"
        raise _bad(line_number, name, f"lies outside the years {years}")
    return instant.astimezone(UTC)


def _slot(value: Any, line_number: int) -> Slot:
    if not isinstance(value, dict) or set(value) - {*_SLOT_TEXTS, *_SLOT_FLAGS}:
        raise _bad(line_number, "slot", "is not an object with subject, attribute and value")
    for name in _SLOT_TEXTS:
        part = value.get(name)
        if not isinstance(part, str) or len(part) > FACT_NAME.value or whole(part) != part:
            what = f"is not a whole text of at most {FACT_NAME.value} characters"
            raise _bad(line_number, f"slot.{name}", what)
    for name in _SLOT_FLAGS:
        if not isinstance(value.get(name, False), bool):
            raise _bad(line_number, f"slot.{name}", "is neither true nor false")
    return Slot(**value)


def _bad(
    line_number: int,
    name: str,
    wrong: str,
    hint: str = "Mend that line, or leave it out, and import again",
) -> BadData:
    return BadData(f"Line {line_number}: `{name}` {wrong}", hint)
