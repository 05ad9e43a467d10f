"""The names of secrets and the small words around them, from ``data/secrets/names.toml``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from assistant.resources import toml_of

VERBS = "that's|this is|it's|esa es|ese es|es|is|was|era|sera|as|como|son|are|being"
"""What links a value to the name after it."""


class Name(NamedTuple):
    """One entry of the file: a kind and what may be the value beside its names."""

    kind: str
    takes: str


class Vocabulary(NamedTuple):
    """``named`` has one group a row of ``names``; ``joined`` finds the few that are written into
    other words (``dbPassword``, ``PGPASSWORD``). The other patterns match at a place. All are
    over folded text, and bounded: none reads further than a few words."""

    names: Sequence[Name]
    named: re.Pattern[str]
    joined: re.Pattern[str]
    linked: re.Pattern[str]
    further: re.Pattern[str]
    verbs: re.Pattern[str]
    before: re.Pattern[str]
    about: frozenset[str]
    about_them: frozenset[str]
    counting: frozenset[str]
    locked: frozenset[str]
    possessives: frozenset[str]
    not_values: frozenset[str]
    units: re.Pattern[str]
    goes_on: re.Pattern[str]
    changing: re.Pattern[str]
    entering: re.Pattern[str]
    networks: re.Pattern[str]
    accounts: re.Pattern[str]
    rescue: re.Pattern[str]


@cache
def vocabulary() -> Vocabulary:
    """Read and compiled when a text first asks for it."""
    data = toml_of("secrets", "names.toml")
    rows, words = data["names"], data["words"]
    named = "|".join(f"({_names(row['names'])})" for row in rows)
    return Vocabulary(
        names=[Name(row["kind"], row["takes"]) for row in rows],
        named=re.compile(rf"(?<![a-z])(?=[{_firsts(rows)}])(?:{named})"),
        joined=re.compile(rf"(?<=[a-z])(?:{'|'.join(words['joined'])})"),
        linked=_linked(words),
        further=re.compile(
            rf"(?:[ ]{{1,2}}[a-z']{{1,14}}){{1,8}}?[ ]{{1,2}}(?:{_any(words['links'])})[ ]{{1,2}}"
            rf"(?:(?:{_any(words['adverbs'])})[ ]{{1,2}})?"
        ),
        verbs=re.compile(rf"(?<=[ ,—–\n-])(?:{VERBS})(?=\s)"),
        before=_before(words),
        about=frozenset(words["about"]),
        about_them=frozenset(words["about_them"]),
        counting=frozenset(words["counting"]),
        locked=frozenset(words["locked"]),
        possessives=frozenset(words["possessives"]),
        not_values=frozenset(words["not_values"]),
        units=re.compile(rf"[\s-]{{0,2}}(?:{'|'.join(words['units'])})(?!\w)"),
        goes_on=re.compile(rf"[\t\n]|\s*(?:$|[^\w\s/@+$-]|-\s|(?:{_any(words['goes_on'])})(?!\w))"),
        changing=re.compile(rf"(?<!\w)(?:{'|'.join(words['changing'])})(?!\w)[^.;\n]{{0,50}}\Z"),
        entering=re.compile(
            rf"[^\n.;\d]{{0,40}}?(?<!\w)(?:{'|'.join(words['entering'])})(?!\w)[ ]{{1,2}}"
        ),
        networks=re.compile(rf"(?<!\w)(?:{_any(words['networks'])})(?!\w)"),
        accounts=re.compile(
            rf"(?<!\w)(?:{_any(words['accounts'])})(?:[ ]?[:=][ ]?|[ ])(?P<who>[^\s,;/|]{{1,60}})[ ]?[,;/|]\s(?:(?:y|and|con|with)\s)?"
            r"(?:(?:la|el|the|su)\s)?\Z"
        ),
        rescue=re.compile(rf"(?<!\w)(?:{_any(words['rescue'])})(?!\w)"),
    )


def _names(entries: Sequence[str]) -> str:
    """Longest first; a space in an entry may be a dash, an underscore or nothing."""
    ordered = sorted(entries, key=len, reverse=True)
    return "|".join(entry.replace(" ", r"(?:[ _-]|)") for entry in ordered)


def _firsts(rows: Sequence[Mapping[str, Sequence[str]]]) -> str:
    """The letters with which a name may begin: most places are passed over by them alone."""
    whole = [name for row in rows for name in row["names"]]
    letters = {name[0] for name in whole} | set(
        "".join(re.findall(r"[(|:]([a-z])", " ".join(whole)))
    )
    return "".join(sorted(letter for letter in letters if letter.isalpha()))


def _any(words: Sequence[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


def _linked(words: Mapping[str, Sequence[str]]) -> re.Pattern[str]:
    """From a name to its value: what it is for, then a link or a mark."""
    purpose = rf"[ ,]{{1,2}}(?:{_any(words['prepositions'])})(?!\w)(?:[ ,]{{1,2}}[\w'./@&#()-]{{1,30}}){{0,7}}?"
    aside = r"(?:[ ]{1,2}[\w'./@&#()-]{1,30}){1,5}?"
    links, loose = _any(words["links"]), _any(words["loose_links"])
    denied = _any(words["denied"])
    mark = r"[ \t]{0,2}(?:[:=]|[-=]>|→)[ \t]{0,2}(?:\n[ \t]{0,8})?"
    return re.compile(
        rf"(?P<purpose>(?:{purpose})?)(?P<remark>(?:,[ ][a-z' ]{{1,30}}?(?=,[ ]))?)"
        rf"(?:(?P<mark>{mark})|(?P<own>'s[ ]{{1,2}})|[ ,]{{1,2}}(?:(?P<denied>{denied})|(?P<link>{links})|(?P<loose>{loose}))"
        rf"(?!\w)[ ]{{0,2}}:?\s{{1,2}}(?:(?:{_any(words['adverbs'])})\s{{1,2}})?)"
        rf"|(?P<aside>{aside})(?P<mark2>{mark})"
    )


def _before(words: Mapping[str, Sequence[str]]) -> re.Pattern[str]:
    """From a value to the name after it: "hunter2b is the wifi password", "X como clave"."""
    owned = rf"(?P<owner>{_any(words['owners'])})\s{{1,2}}(?:[\w'./-]{{1,20}}\s{{1,2}}){{0,3}}"
    return re.compile(
        rf"[\s,—–-]{{1,4}}(?:{VERBS})\s{{1,2}}(?:(?:still|now|also|aun|ahora)\s)?(?:{owned})?\Z"
    )
