"""Of whom a fact and a statement speak: the speaker, a sister, "she", "my boss"."""

from __future__ import annotations

from assistant.memory.matching.alignment import Alignment
from assistant.text.phrases import listed
from assistant.text.wording import Word, Wording, is_listed

_PARTICIPLE = ("ado", "ido", "cho", "sto", "rto", "elto", "rito")


def of_a_stranger(found: Alignment) -> bool:
    """Whether a statement begins with somebody whom the fact cannot mean."""
    if found.said.holds("speaker"):
        return False
    persons = any(word.kind == "person" for word in found.known.words)
    begins = begins_with_person(found.said) and not persons
    return (
        (begins and not _acts_on_mine(found))
        or (not persons and _of_another_owner(found))
        or not _may_stand_for(_pronoun(found.said), found.known)
        or (_impersonal(found.said) and found.said.negated() and of_the_speaker(found.known))
    )


def another_in_place(found: Alignment) -> bool:
    """Whether a statement tells a change, and only that it is somebody else now: "my mother walks
    the dog now" of "my father walks the dog"."""
    left = (*found.left_known, *found.left_said)
    told = found.said.cues["new"] and found.pairs
    return bool(told) and all(word.kind == "person" for word in left)


def moved_home(found: Alignment) -> bool:
    """Whether somebody who lives in one place has moved to another: "me mudé a Soria". Who moves is
    who lives there: nobody stands before the verb whom the fact does not name, nor is left out."""
    moves, lives = found.said.places("moves home"), found.known.places("lives")
    if not moves or not lives or not found.left_said or found.met(found.values):
        return False
    role = any(word.kind == "person" for word in found.met(found.anchors))  # "my brother" is Leo
    same = all(role or word.place > min(lives) for word in found.left_known)
    return same and min(word.place for word in found.left_said) > min(moves)


def owners(found: Alignment) -> dict[str, float]:
    """What is "mine" in the fact and in the statement ("my desk", "mi jefa")."""
    known, said = _owned(found.known), _owned(found.said)
    met_known = {word.place for word, _ in found.pairs}
    left = {word.place for word in found.left_said}
    return {
        "owned missing": float(bool(known) and not any(w.place in met_known for w in known)),
        "owned foreign": float(any(word.place in left for word in said)),
    }


def _acts_on_mine(found: Alignment) -> bool:
    """Whether somebody changes what a fact tells of the speaker's: "the doctor upped my pills",
    "landlord put the rent up to 980"."""
    changes = found.said.cues["new"]
    of_mine = {word.place for word in _owned(found.said) if word.place > 1}
    plainly = found.swapped and not listed("theirs") & set(found.said.tokens)
    definite = listed("articles") if plainly else ()
    return any(
        word.kind != "person"
        and (word.place in of_mine or found.said.before(word) in definite)
        and any(plainly or place < word.place for place in changes)
        for word in found.met(found.anchors)
    )


def _of_another_owner(found: Alignment) -> bool:
    """ "her flat is on the sixth floor" beside "my flat is on the second floor"."""
    mine = {word.place for word in _owned(found.known) if word.place == 1}
    theirs = found.said.tokens[:1] and found.said.tokens[0] in listed("theirs")
    return bool(theirs) and any(k.place in mine and s.place == 1 for k, s in found.pairs)


def _owned(text: Wording) -> list[Word]:
    return [w for w in text.words if text.before(w) in listed("owners")]


def _pronoun(said: Wording) -> str:
    """ "he" or "she" where a statement begins with one, and "" elsewhere."""
    first = next(iter(said.tokens), "").partition("'")[0]
    if first == "he" and said.tokens[1:] and said.tokens[1].endswith(_PARTICIPLE):
        return ""  # "he vuelto a fumar" tells of the speaker
    return next((sort for sort in ("he", "she") if first in listed("pronouns") & listed(sort)), "")


def _impersonal(said: Wording) -> bool:
    """Whether a statement begins with "it": "it's not working" tells nothing of my job."""
    return bool(said.tokens) and said.tokens[0].partition("'")[0] in listed("impersonal")


def _may_stand_for(pronoun: str, known: Wording) -> bool:
    """Whether "she" may be somebody that a fact speaks of: neither a brother nor the speaker."""
    if not pronoun:
        return True
    if of_the_speaker(known):
        return False
    other = {"he": "she", "she": "he"}[pronoun]
    persons = {word.text for word in known.words if word.kind == "person"}
    return not (persons & listed(other)) or bool(persons & listed(pronoun))


def of_the_speaker(known: Wording) -> bool:
    """Whether a fact has no subject but the speaker: "works at Siemens", "I live in Hull"."""
    first = next(iter(known.words), None)
    begin = next(iter(known.tokens), "")
    if begin in listed("determiners") or begin in listed("pronouns"):
        return False
    if first is not None and first.place == 0:
        follows = known.tokens[1:2] and known.tokens[1] in listed("links")
        return not first.kind and (is_listed(first) or bool(begin.endswith("s") and follows))
    return bool(begin)


def begins_with_person(said: Wording) -> bool:
    """ "my sister…", "mi mejor amiga…": someone else is spoken of."""
    first, *more = said.words or (None,)
    if first is None or first.kind == "person":
        return first is not None
    owned = said.tokens[0] in listed("owners") and first.place == 1
    return owned and bool(more) and more[0].kind == "person" and more[0].place == 2
