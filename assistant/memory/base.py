"""The values that the memory policies hand to each other: what was read, what is to be done.

Policies are pure: they take data and ``now`` and return data. ``engine/`` alone loads, decides
and applies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from assistant.records import ConsideredFact, Domain, Fact, FactKind, Language, Segment, Slot
from assistant.secrets import Secret

ClauseStatus = Literal[
    "assertion",
    "question",
    "request",
    "hypothetical",
    "quoted",
    "reported",
    "code",
    "pasted",
    "passing",
    "negated",
    "about the talk",
]


class Clause(NamedTuple):
    """A piece of the typed message that says one thing, and how. ``span`` in characters.
    ``standing``: the same with the subject that stands in another piece; "" where it has its own.
    """

    text: str
    span: tuple[int, int]
    status: ClauseStatus
    standing: str = ""


class Finding(NamedTuple):
    """Something in the typed message that the user means to be kept (F2).

    ``text`` is the fact, short and self-contained, in the user's language and terms (F5).
    ``on_purpose`` marks an instruction to remember: it lifts a tombstone.
    """

    kind: FactKind
    span: tuple[int, int]
    text: str
    domain: Domain
    language: Language
    slot: Slot | None = None
    on_purpose: bool = False


class ForgetRequest(NamedTuple):
    """The user asks that something be forgotten; ``about`` holds the words that name it.

    ``loose``: they are ordinary words for a thing ("olvidate de la partición"), which may be no
    matter of the memory: only a fact that holds them is meant. ``whole``: only one that holds all.
    ``open``: the request itself only points back to them ("olvidate de todo eso"). ``last``: so
    many of the things said last are taken back, whatever they are about. ``core``: of ``about``,
    the words that name the thing itself and not what is told of it; ``spared``: what is excepted.
    ``likely``: it is read so by its meaning alone. ``asked``: the question that names it, whose
    answer is to be forgotten: "where I work".
    """

    span: tuple[int, int]
    about: str
    everything: bool = False
    loose: bool = False
    whole: bool = False
    open: bool = False
    last: int = 0
    core: str = ""
    spared: str = ""
    likely: bool = False
    asked: str = ""


class Reading(NamedTuple):
    """What the rules found in one typed message. ``text``: its own words, as far as they are read;
    what is quoted, pasted or code is blank. ``message``: the same, each character in its place.
    ``wary``: it may ask the memory for something, though no request was read. ``concerns``: it does
    so, or may put right something that is known: the reader looks at it.
    """

    language: Language
    clauses: tuple[Clause, ...] = ()
    findings: tuple[Finding, ...] = ()
    forgets: tuple[ForgetRequest, ...] = ()
    secrets: tuple[Secret, ...] = ()
    text: str = ""
    message: str = ""
    wary: bool = False
    concerns: bool = False


class Add(NamedTuple):
    """Store a new fact."""

    fact: Fact
    reason: str


class Confirm(NamedTuple):
    """The user stated a known fact again: renew ``last_confirmed_at`` (F7)."""

    fact_id: str
    reason: str


class Supersede(NamedTuple):
    """Insert ``fact``, then retire each of ``old_ids`` and link it, in one transaction."""

    fact: Fact
    old_ids: tuple[str, ...]
    reason: str


class Forget(NamedTuple):
    """Erase these facts and all that was derived from them; ``told``: what of one it is, where the
    rest of it stays as a fact of its own."""

    fact_ids: tuple[str, ...]
    reason: str
    told: str = ""


class AskForget(NamedTuple):
    """These facts may be meant to be forgotten, or they are several: the person is asked first.
    ``told``: of each the part that is meant, "" where it is the whole; none where all are whole.

    Changes nothing by itself: nothing is gone until the yes.
    """

    fact_ids: tuple[str, ...]
    reason: Literal["several", "unclear", "everything"]
    told: tuple[str, ...] = ()


class TakeBack(NamedTuple):
    """Erase what was said last as if it had not been said: what it replaced is live again."""

    fact_ids: tuple[str, ...]
    reason: str


class NothingMeant(NamedTuple):
    """Something was to be forgotten that no fact tells of: nothing goes, and it is said."""

    reason: str


class Ask(NamedTuple):
    """It is unclear whether ``fact`` replaces ``old_id``: both stay, the user is asked once."""

    fact: Fact
    old_id: str
    reason: str


class Refuse(NamedTuple):
    """Something that was asked to be kept and will not be: a secret (F4), a forgotten text."""

    what: Literal["secret", "forgotten"]
    reason: str


Action = Add | Confirm | Supersede | Forget | AskForget | TakeBack | NothingMeant | Ask | Refuse


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """What a turn did to the facts, for the dim line that tells it (F5). No text once forgotten.

    ``to_forget``: the facts whose forgetting waits for the person's yes, ``text`` a line for each,
    and ``replaced`` of each the part that is meant, empty where that is the whole;
    ``unmeant``: a request to forget that means no fact.
    """

    kind: Literal[
        "noted",
        "confirmed",
        "replaced",
        "forgotten",
        "asked",
        "refused",
        "to_forget",
        "unmeant",
    ]
    fact_ids: tuple[str, ...]
    text: str = ""
    replaced: str = ""
    reason: str = ""


class OfferedFact(NamedTuple):
    """A fact and what the ranking decided about it; ``standing`` marks a rule or a preference
    about how to answer, which always has a place (F8). ``line`` is how it reads in the prompt;
    empty: the fact's own words."""

    fact: Fact
    considered: ConsideredFact
    standing: bool = False
    line: str = ""


class Summary(NamedTuple):
    """A closed segment offered to the prompt. The least relevant gives way first, the oldest among
    equals; 0.0 suits the conversation's own segments, more those recalled for the question (S4).
    """

    segment: Segment
    relevance: float = 0.0
