"""From where to where: "de binario a decimal" is not "de decimal a binario"."""

from __future__ import annotations

from collections.abc import Sequence

TO = frozenset({"to", "into", "onto", "toward", "towards", "a", "hacia", "en", "->", "hasta"})
FROM = frozenset({"from", "de", "desde"})
THAN = frozenset({"than", "que"})
_INFINITIVE = frozenset(
    {"how", "way", "ways", "want", "need", "used", "able", "command", "tool", "trying", "order"}
    | {"what", "have", "like", "going", "use", "steps", "option", "it", "try", "has", "supposed"}
    | {"method", "where", "when"}
)
_WHO = frozenset({"what", "who", "which", "que", "quien"})
_ARTICLES = frozenset({"the", "el", "la", "los", "las", "un", "una", "an", "my", "mi", "mis"})


def goals(words: Sequence[str], places: Sequence[int]) -> frozenset[int]:
    """Of the content words at those places, the ones that something goes to."""
    return frozenset(place for place in places if _after(words, place, TO))


def origins(words: Sequence[str], places: Sequence[int]) -> frozenset[int]:
    """The ones that something comes from."""
    return frozenset(place for place in places if _after(words, place, FROM))


def _after(words: Sequence[str], place: int, prepositions: frozenset[str]) -> bool:
    """An English "a" is an article, a Spanish one a preposition."""
    english = not {"de", "en", "el", "la", "los", "las", "como", "que"} & set(words)
    index = place - 1
    while index >= 0 and words[index] in _ARTICLES:
        index -= 1
    if index < 0 or words[index] not in prepositions:
        return False
    infinitive = words[index] == "to" and (index == 0 or words[index - 1] in _INFINITIVE)
    return not infinitive and not (words[index] == "a" and english and "de" not in words)


def turned_round(
    mine: Sequence[str], theirs: Sequence[str], pairs: Sequence[tuple[int, int]]
) -> bool:
    """Whether aligned words (places in each question) change roles."""
    ours, others = [a for a, _ in pairs], [b for _, b in pairs]
    to_mine, to_theirs = goals(mine, ours), goals(theirs, others)
    partner = dict(pairs)
    if to_mine and to_theirs and not {partner[p] for p in to_mine} & to_theirs:
        return True
    if {partner[p] for p in to_mine} & origins(theirs, others):
        return True
    if {partner[p] for p in origins(mine, ours)} & to_theirs:
        return True
    asked = bool(mine) and bool(theirs) and mine[0] in _WHO and theirs[0] in _WHO
    return _compared(mine, theirs, pairs) or _mirrored(pairs, asked=asked)


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
