"""From where to where: "de binario a decimal" is not "de decimal a binario"."""

from __future__ import annotations

from collections.abc import Sequence

TO = frozenset({"to", "into", "onto", "toward", "towards", "a", "hacia", "hasta"})
FROM = frozenset({"from", "de", "desde"})
PLAIN_FROM = frozenset({"from", "desde"})
"""Where nothing is led to, "de" is "of"."""
IN = frozenset({"en", "in", "as"})
PARTICLES = frozenset(
    {"up", "down", "off", "out", "away", "back", "over", "through", "around", "apart", "together"}
    | {"in", "on", "into", "onto", "after", "before", "under", "behind", "within", "outside"}
)
IN_OR_ON = frozenset({"in", "on"})
THAN = frozenset({"than", "que"})
_INFINITIVE = frozenset(
    {"how", "way", "ways", "want", "need", "used", "able", "command", "tool", "trying", "order"}
    | {"what", "have", "like", "going", "use", "steps", "option", "it", "try", "has", "supposed"}
    | {"method", "where", "when"}
)
_SPANISH = frozenset(
    {"de", "en", "el", "la", "los", "las", "como", "que", "se", "un", "una", "del"}
)
_ENGLISH = frozenset({"the", "to", "of", "in", "is", "with", "from", "into", "how", "for"})
_WHO = frozenset({"what", "who", "which", "que", "quien"})
_ENGLISH_WHO = frozenset({"what", "who", "which"})
_DO = frozenset({"do", "does", "did"})
_BE = frozenset({"is", "are", "was", "were"})
_ARTICLES = frozenset({"the", "el", "la", "los", "las", "un", "una", "an", "my", "mi", "mis"})


def particles_exchanged(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """ "Sign in to" against "sign up for": a particle may be missing, not be another one."""
    here = PARTICLES & (set(mine) - set(theirs))
    there = PARTICLES & (set(theirs) - set(mine))
    return bool(here and there) and not here | there <= IN_OR_ON


def turned_round(
    mine: Sequence[str], theirs: Sequence[str], pairs: Sequence[tuple[int, int]]
) -> bool:
    """Whether aligned words (places in each question) change roles."""
    partner = dict(pairs)
    ours, others = list(partner), list(partner.values())
    to_mine, to_theirs = _led(mine, ours, TO), _led(theirs, others, TO)
    from_mine = _led(mine, ours, FROM if to_mine else PLAIN_FROM)
    from_theirs = _led(theirs, others, FROM if to_theirs else PLAIN_FROM)
    in_mine, in_theirs = _led(mine, ours, IN), _led(theirs, others, IN)
    if _elsewhere(partner, to_mine, to_theirs) or _elsewhere(partner, in_mine, in_theirs):
        return True
    if any(partner[place] in from_theirs for place in to_mine):
        return True
    if any(partner[place] in to_theirs for place in from_mine):
        return True
    asked = bool(mine) and bool(theirs) and mine[0] in _WHO and theirs[0] in _WHO
    if asked and (_suffered(mine, theirs, partner) or _swapped(mine, theirs)):
        return True
    one_language = _spanish(mine) == _spanish(theirs)
    return _compared(mine, theirs, pairs) or _mirrored(pairs, asked=asked and one_language)


def _swapped(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """English: "what eats owls" asks who acts, "what do owls eat" what is acted on."""
    helped = bool(_DO & set(mine[1:4])), bool(_DO & set(theirs[1:4]))
    plain = theirs if helped[0] else mine
    acts = len(plain) > 2 and plain[0] in _ENGLISH_WHO and not _BE & set(plain)
    return helped[0] != helped[1] and acts and plain[1].endswith("s")


def _suffered(mine: Sequence[str], theirs: Sequence[str], partner: dict[int, int]) -> bool:
    """ "Qué caza al león" against "qué caza el león": who does it, and to whom it is done."""
    if not (_spanish(mine) and _spanish(theirs)):
        return False
    to = frozenset({"a"})
    return any(_after(mine, a, to) != _after(theirs, b, to) for a, b in partner.items())


def _elsewhere(partner: dict[int, int], mine: frozenset[int], theirs: frozenset[int]) -> bool:
    """Whether both go somewhere, and not to one place."""
    return bool(mine and theirs) and not any(partner[place] in theirs for place in mine)


def _led(words: Sequence[str], places: Sequence[int], by: frozenset[str]) -> frozenset[int]:
    """Of the content words at those places, the ones that such a preposition leads."""
    return frozenset(place for place in places if _after(words, place, by))


def _after(words: Sequence[str], place: int, prepositions: frozenset[str]) -> bool:
    """An English "a" is an article, a Spanish one a preposition."""
    index = place - 1
    spanish = _spanish(words)
    articles = _ARTICLES if spanish else _ARTICLES | {"a"}
    while index >= 0 and words[index] in articles:
        index -= 1
    if index < 0 or words[index] not in prepositions:
        return False
    infinitive = words[index] == "to" and (index == 0 or words[index - 1] in _INFINITIVE)
    return not infinitive


def _spanish(words: Sequence[str]) -> bool:
    infinitive = bool(words) and words[0].endswith(("ar", "er", "ir"))
    return bool(_SPANISH & set(words)) or (infinitive and not _ENGLISH & set(words))


def _compared(mine: Sequence[str], theirs: Sequence[str], pairs: Sequence[tuple[int, int]]) -> bool:
    """ "X bigger than Y" against "Y bigger than X"."""
    places = [_than(mine), _than(theirs)]
    if None in places:
        return False
    here, there = places
    after = {b for a, b in pairs if here is not None and a > here}
    return bool(after) and not any(there is not None and b > there for b in after)


def _than(words: Sequence[str]) -> int | None:
    comparing = {"more", "less", "mas", "menos", "mayor", "menor", "mejor", "peor", "tan", "better"}
    comparing |= {w for w in words if len(w) > 4 and w.endswith("er")}
    if not comparing & set(words):
        return None
    return next((i for i, w in enumerate(words) if w in THAN and i > 1), None)


def _mirrored(pairs: Sequence[tuple[int, int]], *, asked: bool) -> bool:
    """ "Dogs eat cats" against "cats eat dogs": the ends change places around one middle;
    with ``asked``, "what do bats eat" against "what eats bats"."""
    if len(pairs) == 2 and asked:
        (a, b), (c, d) = sorted(pairs)
        return b > d and c - a == 1
    if len(pairs) != 3:
        return False
    ordered = [b for _, b in sorted(pairs)]
    return ordered[0] > ordered[1] > ordered[2]
