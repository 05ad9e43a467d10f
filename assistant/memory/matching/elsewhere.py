"""Signs that a statement has to do with another matter than a fact, whatever words they share."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from assistant.memory.matching.alignment import Alignment
from assistant.memory.matching.evidence import parts_of
from assistant.memory.matching.persons import of_the_speaker_alone
from assistant.memory.matching.verdicts import keeps_the_diet, set_against, stands_before
from assistant.memory.matching.wishes import another_wish
from assistant.text.phrases import listed
from assistant.text.wording import PAST, Word, Wording

APART = 0.7
"""Belief in one attribute below which two texts that share but a person are of two matters."""


def another_matter(
    said: str, found: Alignment, signs: Mapping[str, float], *, decided: bool, worded: bool
) -> bool:
    """Whether a statement leaves a fact as it is. ``decided``: a verdict says that it changes it;
    ``worded``: they share a word."""
    return (
        _another_of_a_kind(found)
        or another_wish(found)
        or keeps_the_diet(found)
        or _identified_apart(found)
        or {_dated(found.known), _dated(found.said)} == {True, False}
        or (not worded and _numbered_apart(found))
        or _denies_another(found, signs)
        or _two_denials(found)
        or _qualified_apart(found)
        or _only_when_or_how_many(found, signs)
        or of_the_speaker_alone(found)
        or _happens_once(found)
        or _ends_another(found)
        or _likes_in_its_way(found)
        or _one_more(found)
        or _shares_only_a_person(signs)
        or (not decided and _keeps_its_value(said, signs))
    )


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


def _identified_apart(found: Alignment) -> bool:
    """Whether each tells something of its own of another thing, by its identifier: "alpha-17 runs
    Debian" and "alpha-71 runs Ubuntu", "A1002 is paid" and "A1003 is unpaid"."""
    known, said = (
        {word.text for word in side.words if word.exact and any(map(str.isdigit, word.text))}
        for side in (found.known, found.said)
    )
    own = [word for word in (*found.left_known, *found.left_said) if not word.exact]
    told = found.said.cues["new"] or found.said.cues["gone"]
    return bool(known and said and own) and not (known & said or told)


def _two_denials(found: Alignment) -> bool:
    """Whether each denies something of its own: "never use jargon in mails" stands beside "no
    emojis in mails", "no trabajo los lunes" beside "los miércoles tampoco"."""
    known, said = found.known, found.said
    denied = known.negated() and said.negated() and not said.cues["gone"]
    instead = found.swapped and said.cues["new"]
    return denied and bool(found.left_known) and bool(found.left_said) and not instead


def _denies_another(found: Alignment, signs: Mapping[str, float]) -> bool:
    """Whether one denies of another value what the other tells of its own: "closes on Sundays" and
    "doesn't close on Saturdays" both hold."""
    kinds = found.swapped
    rivals = [word for word in found.left_said if word.kind in kinds]
    whole = signs["anchors"] == 1 or not found.anchors
    cued = signs["new"] or signs["gone"]
    return bool(signs["negation"] and whole and not cued) and len(rivals) == 1


def _only_when_or_how_many(found: Alignment, signs: Mapping[str, float]) -> bool:
    """Whether a statement that tells of no change has but a day or a number of the fact, and a
    matter of its own: "the museum doesn't open on Mondays" beside "works Mondays to Fridays"."""
    things = listed("kinds of things") | {"", "person"}
    own = [word for word in found.left_said if word.kind in things]
    value = all(known.kind not in things for known, _ in found.pairs)
    ended = signs["gone"] and stands_before(found, found.met(found.known.words), "gone")
    told = ended or any(signs[name] for name in ("new", "exchanged", "left value"))
    return bool(found.pairs and found.anchors and own and value and not told)


def _happens_once(found: Alignment) -> bool:
    """Whether a statement that tells of no change tells of one day: "we had a bad deploy last
    Friday", or "el domingo que viene no almuerzo" beside what is so on Sundays."""
    cues = found.said.cues
    past = any(word.kind == PAST for word in found.said.words)
    coming = found.said.holds("coming day") and found.known.holds("every week")
    return not (cues["new"] or cues["gone"]) and bool(past or coming)


def _ends_another(found: Alignment) -> bool:
    """Whether a statement only ends another thing of the sort that the fact tells of: "vendí el
    auto" leaves the bicycle."""
    said = found.said
    only = said.cues["gone"] and not said.cues["new"] and not found.pairs and found.swapped
    ended = {said.tokens[place] for place in said.cues["gone"]}
    return bool(only) and [said.led_by(word) in ended for word in found.left_said] == [True]


def _likes_in_its_way(found: Alignment) -> bool:
    """Whether a statement only tells how the liked one of two is taken: "i prefer my tea with
    milk" beside "prefers tea to coffee"."""
    less = set_against(found.known) if found.known.holds("preferring") else ()
    told = found.said.cues["new"] or found.said.cues["gone"] or found.met(less)
    return bool(less and found.pairs) and not told and not set_against(found.said)


def _shares_only_a_person(signs: Mapping[str, float]) -> bool:
    """Whether a statement that tells of no change has nothing but the person of a fact: "mi abuela
    viajó a Luján" beside what she cooks."""
    change = ("new", "gone", "swap", "frame filled", "negation", "values", "still")
    told = any(signs[name] for name in change)
    return bool(signs["only person"]) and not told and signs["attribute"] < APART


def _keeps_its_value(said: str, signs: Mapping[str, float]) -> bool:
    """Whether a statement of one part holds all that could be another in a fact, and nothing in it
    tells of a change: "the Welsh choir sings on the pier" of "a Welsh choir is coming"."""
    change = ("new", "gone", "negation", "swap", "rival", "left value", "frame filled", "denied")
    told = any(signs[name] for name in change)
    return bool(signs["all values"]) and not told and len(parts_of(said)) < 2


def _one_more(found: Alignment) -> bool:
    """Whether a statement brings in one more animal beside those that a fact does not count, and
    ends none: "adopté una gata"."""
    said = found.said
    kept = any(word.kind == "pet" for word in found.known.words)
    counted = "number" in found.swapped or bool(said.cues["gone"])
    return (kept and not counted) and any(
        word.kind == "pet" and said.before(word) in listed("indefinite") for word in said.words
    )


def _qualified_apart(found: Alignment) -> bool:
    """Whether the two tell different things of things told apart by what they are of or for:
    "the billing module is in Java" and "the reports module is in Kotlin"."""
    cues = found.said.cues
    if cues["new"] or cues["gone"] or min(len(found.left_known), len(found.left_said)) < 2:
        return False
    left_known, left_said = (
        {word.place for word in left if not word.kind or word.kind == "person"}
        for left in (found.left_known, found.left_said)
    )
    return any(
        known & left_known and said & left_said
        for k, s in found.pairs
        for known, said in zip(_qualifiers(found.known, k), _qualifiers(found.said, s), strict=True)
    )


def _qualifiers(side: Wording, word: Word) -> tuple[set[int], set[int]]:
    """The places of what may qualify a thing: right before it, and after an "of" behind it."""
    determined = word.place > 1 and side.tokens[word.place - 2] in listed("determiners")
    before = {word.place - 1} if determined else set()
    after = word.place + 1
    if after >= len(side.tokens) or side.tokens[after] not in listed("of a thing"):
        return before, set()
    articles = listed("determiners")
    more = (at for at in range(after + 1, len(side.tokens)) if side.tokens[at] not in articles)
    return before, set(list(more)[:1])


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


def _numbered_apart(found: Alignment) -> bool:
    """Whether one holds a figure and the other none: "the server runs Postgres 16" is not changed
    by "we moved everything to OVH", however alike what they speak of."""
    known, said = (
        any(word.kind == "number" and word.text[0].isdigit() for word in side.words)
        for side in (found.known, found.said)
    )
    return known != said
