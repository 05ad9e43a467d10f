"""Forgetting for good: which facts are meant, what must go with them, what is kept of them.

Only a keyed hash stays behind: it tells whether the same words come back, and the words cannot be
read out of it without the key.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence

from assistant.memory.base import ForgetRequest
from assistant.memory.matching.meaning import Meaning
from assistant.memory.wording import Word, is_listed, listed, same_word, tokens, wording
from assistant.records import Fact, Language

ENOUGH = 0.5
"""Share of a request's words that a fact must hold to be meant by it."""
CLEAR, MARGIN = 0.45, 0.15
"""Where no word is shared: how like the request a fact must be, and how much more than the next."""
TRANSLATION = 0.85
WORTH_TRANSLATING, ALSO_MEANT = 0.2, 0.6
"""How like the request a fact must be for its words to be taken as translations: where no fact
holds the words themselves, and where one does."""
PARTLY_MEANT = 0.35
"""How like the request a fact must be that holds only some of its words."""
_DATED = frozenset({"weekday", "month", "number", "season"})


def digest(text: str, key: bytes) -> str:
    """The keyed hash of what a text says, in hexadecimal (HMAC-SHA-256).

    Case, accents, punctuation, the order of words, their endings and the words of an instruction
    ("recordá que…") make no difference; numbers, names and a "no" do.
    """
    return hmac.digest(key, _essence(text).encode(), hashlib.sha256).hex()


def which(
    request: ForgetRequest, facts: Sequence[Fact], language: Language, meaning: Meaning
) -> tuple[str, ...]:
    """The ids of exactly the live facts that a request to forget means; none when unclear."""
    live = [fact for fact in facts if fact.live]
    if request.everything:
        return tuple(fact.id for fact in live)
    asked = wording(request.about, language).words
    vague = listed("vague") | listed("aspects")
    naming = [word for word in asked if word.text not in vague] or list(asked)
    held = _shares_held(naming, live, language, request.about, meaning)
    best = max(held.values(), default=0.0)
    if best >= (1 if request.whole else ENOUGH):
        meant = [fact for fact in live if held[fact.id] == best]
        if best < 1 and meaning.known:
            meant = _likeliest(request.about, meant, meaning)
        return tuple(fact.id for fact in _of_that_sort(meant, asked))
    return () if request.loose else _nearest(request.about, live, meaning)


def mentions(fact: str, language: Language, text: str) -> bool:
    """Whether a text (a summary, an answer) tells of a fact: half its words, or one of its own.

    Errs on the side of yes: what tells of a forgotten fact has to go too.
    """
    words = [word for word in wording(fact, language).words if word.kind != "person"]
    if not words:
        return " ".join(tokens(fact)) in " ".join(tokens(text))
    there = [*wording(text, "es").words, *wording(text, "en").words]
    held = [word for word in words if any(same_word(word, other) for other in there)]
    return 2 * len(held) >= len(words) or any(map(is_own, held))


def _essence(text: str) -> str:
    """The stems of what a text says, sorted; a plain instruction to remember left out."""
    found = tokens(text)
    # The list of one language or the other, never a guess: a hash must not depend on one.
    instruction = listed("to remember")
    kept = {word.key for word in wording(text, "es").words if word.text not in instruction}
    kept |= {token for token in found if token in listed("negation")}
    return " ".join(sorted(kept or set(found)))


def _shares_held(
    asked: Sequence[Word], facts: Sequence[Fact], language: Language, about: str, meaning: Meaning
) -> dict[str, float]:
    """The share of the words that each fact holds, in other languages by what they mean."""
    own = {fact.id: _own_share(asked, fact) for fact in facts}
    likeness = ALSO_MEANT if max(own.values(), default=0.0) >= ENOUGH else WORTH_TRANSLATING
    for fact in facts:
        across = language != fact.language and own[fact.id] < 1 and meaning.known
        if across and meaning.likeness(about, fact.fact) >= likeness:
            own[fact.id] = _share_meant(asked, fact, meaning)
    return own


def _own_share(asked: Sequence[Word], fact: Fact) -> float:
    there = wording(fact.fact, fact.language).words
    return sum(any(same_word(word, other) for other in there) for word in asked) / len(asked or [1])


def _share_meant(asked: Sequence[Word], fact: Fact, meaning: Meaning) -> float:
    there = wording(fact.fact, fact.language).words
    held = [
        word
        for word in asked
        if any(same_word(word, other) for other in there) or _translated(word, there, meaning)
    ]
    return len(held) / max(1, len(asked))


def _translated(word: Word, there: Iterable[Word], meaning: Meaning) -> bool:
    return not word.kind and any(
        meaning.likeness(word.text, other.text) >= TRANSLATION for other in there if not other.kind
    )


def _likeliest(about: str, facts: Sequence[Fact], meaning: Meaning) -> list[Fact]:
    """Of facts that hold only some of the words, those that are near what is asked."""
    near = {fact.id: meaning.likeness(about, fact.fact) for fact in facts}
    enough = max(PARTLY_MEANT, max(near.values()) - MARGIN)
    return [fact for fact in facts if near[fact.id] >= enough]


def _of_that_sort(facts: list[Fact], asked: Iterable[Word]) -> list[Fact]:
    """Of several, "the club number" means those that hold the word, "the wedding date" those that
    hold a date."""
    sides = [word for word in asked if word.text in listed("aspects")]
    facts = [fact for fact in facts if sides and _own_share(sides, fact) == 1] or facts
    if not any(word.text in listed("of dates") for word in asked):
        return facts
    dated = [f for f in facts if any(w.kind in _DATED for w in wording(f.fact, f.language).words)]
    return dated or facts


def _nearest(about: str, facts: Sequence[Fact], meaning: Meaning) -> tuple[str, ...]:
    """The one fact that is clearly nearer in meaning than all others."""
    if not meaning.known:
        return ()
    scored = sorted(((meaning.likeness(about, f.fact), f.id) for f in facts), reverse=True)
    if not scored or scored[0][0] < CLEAR:
        return ()
    if len(scored) > 1 and scored[0][0] - scored[1][0] < MARGIN:
        return ()
    return (scored[0][1],)


def is_own(word: Word) -> bool:
    """A word by which one fact can be told from others: a thing, or neither listed nor common."""
    if word.text[0].isdigit() or word.kind == "number":
        return len(word.text) >= 4
    if word.kind in listed("kinds of things"):
        return True
    return len(word.text) >= 3 and not is_listed(word) and word.text not in listed("common")
