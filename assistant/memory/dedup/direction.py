"""Who does it to whom, from where to where: "dogs chase cats" is not "cats chase dogs".

Two words that change places set two questions apart, unless a preposition, a comma, another voice
or the free order of Spanish lets them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from assistant.memory.dedup.relations import Pair, led_within, superlative
from assistant.memory.dedup.sentence import Role, Sentence

_JOINING = frozenset({"and", "or", "vs", "versus", "y", "e", "o", "u"})
_HELPING = frozenset({"do", "does", "did", "can", "could", "should", "would", "will"})
_BEING = frozenset({"is", "are", "was", "were", "be", "been", "being", "am"})
_FREELY = frozenset({"cuando", "donde", "como", "por", "cuanto", "when", "where", "how", "why"})
_SPEAKERS = frozenset({"i", "you", "we"})
_PERSONS = _SPEAKERS | {"one", "people", "it", "they", "he", "she", "someone"}
_CLITICS = frozenset({"se", "me", "te", "nos", "le", "les", "lo", "la"})
_HELPING_SPANISH = frozenset({"puede", "pueden", "debe", "hace"})


def turned_round(one: Sentence, other: Sentence, pairs: Sequence[Pair]) -> bool:
    """Whether two words change places and nothing lets them."""
    moved = [
        (first, second)
        for first, second in combinations(sorted(pairs, key=lambda pair: pair[0].place), 2)
        if first[1].place > second[1].place and not _separate(one, other, first, second)
    ]
    if any(_exchanged(one, other, first, second) for first, second in moved):
        return True
    held = [swap for swap in moved if not _led(one, other, *swap) and not _loose(one, other, *swap)]
    if one.spanish != other.spanish:
        held = [swap for swap in held if not _side_by_side(pairs, *swap)]
    return bool(held) and not _one_moves(one, other, held)


def other_voice(one: Sentence, other: Sentence) -> bool:
    """ "How are dogs trained" against "how do dogs train", "se cura" against "cura"."""
    if one.spanish and other.spanish:
        return bool(_reflexive(one) & _plain(other) | _reflexive(other) & _plain(one))
    if one.spanish != other.spanish:
        english, spanish = (other, one) if one.spanish else (one, other)
        return _other_part(english, spanish)
    if one.passive == other.passive:
        return False
    passive, active = (one, other) if one.passive else (other, one)
    return _noun_acts(active) or bool(_SPEAKERS & set(passive.tokens[:4]))


def _separate(one: Sentence, other: Sentence, first: Pair, second: Pair) -> bool:
    """Whether a comma or colon stands between them on a side."""
    mine = (first[0].text in one.set_off) != (second[0].text in one.set_off)
    return mine or (first[1].text in other.set_off) != (second[1].text in other.set_off)


def _led(one: Sentence, other: Sentence, first: Pair, second: Pair) -> bool:
    """Whether a preposition leads one of them, if one of its own."""
    if any(led_within(word) for word in (*first, *second)):
        return True
    return any(found.leads for found in _roles(one, other, first, second))


def _exchanged(one: Sentence, other: Sentence, first: Pair, second: Pair) -> bool:
    """Whether one word is led here and the other there: "euros in dollars"."""
    a, b, c, d = _roles(one, other, first, second)
    here = a.leads and not b.leads and d.leads and not c.leads and a.leads & d.leads
    there = b.leads and not a.leads and c.leads and not d.leads and b.leads & c.leads
    return bool(here or there)


def _roles(one: Sentence, other: Sentence, first: Pair, second: Pair) -> tuple[Role, ...]:
    return tuple(
        side.role(pair[n].place) for pair in (first, second) for n, side in enumerate((one, other))
    )


def _loose(one: Sentence, other: Sentence, first: Pair, second: Pair) -> bool:
    """Whether order says nothing: joined by "and", a superlative, another voice."""
    if one.spanish == other.spanish and one.passive != other.passive:
        return True
    if _joined(one, first[0].place, second[0].place):
        return _joined(other, second[1].place, first[1].place)
    return any(superlative(token) for word in (*first, *second) for token in word.text.split())


def _joined(sentence: Sentence, start: int, end: int) -> bool:
    between = {
        token
        for place, token in enumerate(sentence.tokens)
        if start < place < end and sentence.places.get(place) is not sentence.places.get(start)
    }
    return bool(_JOINING & between) and between <= _JOINING | sentence.articles


def _side_by_side(pairs: Sequence[Pair], first: Pair, second: Pair) -> bool:
    """Whether no paired word stands between them: Spanish and English turn such round."""
    for n in (0, 1):
        low, high = sorted((first[n].place, second[n].place))
        if any(low < pair[n].place < high for pair in pairs):
            return False
    return True


def _one_moves(one: Sentence, other: Sentence, held: Sequence[tuple[Pair, Pair]]) -> bool:
    """Whether but one word moves, and Spanish lets it: "cuándo murió Gardel".

    Not in the questions where it may be who acts or who suffers.
    """
    if not (one.spanish or other.spanish):
        return False
    asked = {one.tokens[0], other.tokens[0]}
    if not asked <= _FREELY:
        return False
    return bool(set.intersection(*({first[0].place, second[0].place} for first, second in held)))


def _noun_acts(english: Sentence) -> bool:
    """ "How do dogs train", not "how do I"."""
    for index, token in enumerate(english.tokens[:4]):
        if token in _HELPING:
            return not _PERSONS & set(english.tokens[index + 1 : index + 2])
    return False


def _other_part(english: Sentence, spanish: Sentence) -> bool:
    """ "What eats spiders" against "qué comen las arañas": the one acts, the other suffers."""
    begins = spanish.tokens[:1], english.tokens[:1]
    if begins not in {(("que",), ("what",)), (("que",), ("which",))}:
        return False
    first = english.places.get(1)
    if not (_HELPING | _BEING) & set(english.tokens[1:4]):
        return first is not None and first.weight != "asking" and english.tokens[1].endswith("s")
    verb, bare = spanish.places.get(1), 2 in spanish.places
    helped = english.tokens[1] in _HELPING
    return helped and bare and verb is not None and verb.weight != "asking"


def _reflexive(sentence: Sentence) -> frozenset[str]:
    return frozenset(verb for before, verb in pairwise(sentence.tokens) if before == "se")


def _plain(sentence: Sentence) -> frozenset[str]:
    """The words that no clitic stands before."""
    found = pairwise(("", *sentence.tokens))
    plain = {word for before, word in found if before not in _CLITICS and len(word) > 2}
    return frozenset(plain) - _HELPING_SPANISH
