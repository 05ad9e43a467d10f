"""Signs that a statement has to do with another matter than a fact, whatever words they share."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from assistant.memory.matching.alignment import Alignment
from assistant.memory.matching.verdicts import another_wish, keeps_the_diet
from assistant.text.phrases import listed, tokens
from assistant.text.slips import slips
from assistant.text.wording import Word, Wording, strokes_apart


def another_matter(found: Alignment) -> bool:
    """Whether a statement leaves a fact as it is."""
    return (
        _another_of_a_kind(found)
        or _identified_apart(found)
        or _numbered_apart(found)
        or {_dated(found.known), _dated(found.said)} == {True, False}
        or stands_beside(found)
    )


def another_thing(found: Alignment) -> bool:
    """Whether a statement tells of a thing told apart from the fact's by its name or its number,
    and of no change."""
    told = found.said.cues["new"] or found.said.cues["gone"]
    another = _another_of_a_kind(found) or _numbered_apart(found) or _spelled_apart(found)
    return (not told and another) or _identified_apart(found)


def named_apart(found: Alignment) -> bool:
    """Whether each holds a name, an identifier or a value that the other lacks: whatever else they
    share, neither says the other again."""
    names = [any(w.exact for w in side) for side in (found.left_known, found.left_said)]
    return all(names) or bool(found.swapped) or strokes_apart(found.known, found.said)


def stands_beside(found: Alignment) -> bool:
    """Whether both hold, however alike they are: another wish, one more animal."""
    return another_wish(found) or keeps_the_diet(found) or _two_denials(found) or _one_more(found)


def spelled_like(one: Word, other: Word) -> bool:
    """Nearly spelled alike and not one word: "orbis" and "orbix"."""
    return slips(one.text, other.text) <= 2 and min(len(one.text), len(other.text)) > 3


def _spelled_apart(found: Alignment) -> bool:
    """Whether each has a name that differs from the other's by a letter or two: Falcon is not
    Falkon."""
    names = [[w for w in side if w.exact] for side in (found.left_known, found.left_said)]
    return any(spelled_like(one, other) for one in names[0] for other in names[1])


def _another_of_a_kind(found: Alignment) -> bool:
    """Whether the two tell different things of things told apart by their number: "server 2 runs
    Debian" and "server 3 runs Ubuntu", "printer 1 is on floor 1" and "printer 7 is on floor 7"."""
    known, said = (_numbers_by_name(side) for side in (found.known, found.said))
    told = {word.text for word in found.said.words if word.kind == "number"}
    differing = [name for name in known.keys() & said.keys() if not known[name] & told]
    met = {word.key for pair in found.pairs for word in pair}
    told_anew = all(
        any(word.kind != "number" and word.key not in met for word in left)
        for left in (found.left_known, found.left_said)
    )
    return len(differing) > 1 or (bool(differing) and told_anew)


def _numbered_apart(found: Alignment) -> bool:
    """Whether each tells something of a thing called by another number: "room 12 has the projector"
    and "room 14 has it". No change of blind writers is told so."""
    known, said = (_called_by_number(side) for side in (found.known, found.said))
    return any(known[name].isdisjoint(said[name]) for name in known.keys() & said.keys())


def _called_by_number(side: Wording) -> dict[str, set[str]]:
    """The numbers that stand behind each word, of which something is told."""
    ends = (*side.tokens, "")
    told = {ends[n] for n, token in enumerate(ends[1:]) if token in listed("told of")}
    return {
        name: own for name, numbers in _numbers_by_name(side).items() if (own := numbers & told)
    }


def _identified_apart(found: Alignment) -> bool:
    """Whether each tells something of its own of another thing, by its identifier: "alpha-17 runs
    Debian" and "alpha-71 runs Ubuntu", "A1002 is paid" and "A1003 is unpaid"."""
    known, said = found.known.identifiers(), found.said.identifiers()
    left = ((found.left_known, found.known.coded), (found.left_said, found.said.coded))
    own = any(
        not word.exact and word.place + 1 not in coded for words, coded in left for word in words
    )
    told = found.said.cues["new"] or found.said.cues["gone"]
    apart = set(known.values()).isdisjoint(said.values())
    own = (own and not told) or _called_by(found, known, said)
    return bool(known and said and own and apart)


def _called_by(found: Alignment, known: Mapping[int, str], said: Mapping[int, str]) -> bool:
    """Whether the identifiers stand right behind what both speak of, and something else is told:
    "boat GM367 was made by Ana", not "my desk is 4B"."""
    behind = any(k.place + 1 in known and s.place + 1 in said for k, s in found.pairs)
    parts = {part for name in said.values() for part in tokens(name)} | {*said.values()}
    told = found.said.cues["gone"] or any(word.text not in parts for word in found.left_said)
    return behind and bool(told)


def _two_denials(found: Alignment) -> bool:
    """Whether each denies something of its own: "never use jargon in mails" stands beside "no
    emojis in mails", "no trabajo los lunes" beside "los miércoles tampoco"."""
    known, said = found.known, found.said
    denied = known.negated() and said.negated() and not said.cues["gone"]
    instead = found.swapped and said.cues["new"]
    return denied and bool(found.left_known) and bool(found.left_said) and not instead


def _one_more(found: Alignment) -> bool:
    """Whether a statement brings in one more animal beside those that a fact does not count, and
    ends none: "adopté una gata"."""
    said = found.said
    kept = any(word.kind == "pet" for word in found.known.words)
    counted = "number" in found.swapped or bool(said.cues["gone"])
    return (kept and not counted) and any(
        word.kind == "pet" and said.before(word) in listed("indefinite") for word in said.words
    )


def _numbers_by_name(side: Wording) -> dict[str, set[str]]:
    """The numbers that stand right behind each word."""
    numbers: dict[str, set[str]] = {}
    for before, word in pairwise(side.words):
        if word.kind == "number" and before.kind != "number" and before.place + 1 == word.place:
            numbers.setdefault(before.key, set()).add(word.text)
    return numbers


def _dated(side: Wording) -> bool | None:
    """Whether its numbers are days of a month; None without numbers: "it is 6.5 metres long" is not
    changed by "it goes back on April 6th", nor by "it goes back soon"."""
    months = {word.place for word in side.words if word.text in listed("months")}
    numbers = [word.place for word in side.words if word.kind == "number"]
    return all(months & {n - 2, n - 1, n + 1, n + 2} for n in numbers) if numbers else None
