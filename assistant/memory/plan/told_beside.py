"""What a request to forget means of a fact that tells several things: those that it names go, what
is told beside them stays as a fact of its own (F7). Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assistant.memory.base import Action, Add, AskForget, Forget
from assistant.memory.plan.cutting import cut, part_of
from assistant.memory.plan.parts import Divided, divided
from assistant.memory.plan.statements import Statement
from assistant.records import Fact, Language
from assistant.text.phrases import listed, tokens
from assistant.text.verbs import has_verb
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, wording

_SEVERAL = 2
"""Words by which a part is named surely."""
_LACKING, _NAMED_BY = 1, 3
"""Words that a fact may lack, of so many by which a part of it is named."""


def part_meant(fact: Fact, about: str, language: Language) -> Divided | None:
    """What goes of a fact that is to be forgotten by these words, and what stays; None where all of
    it goes. One word alone names a part beside another that is of something else; a word may be
    missing where it says of whom: Lucía's "pay" is what she earns."""
    told = wording(fact.fact, fact.language).words
    asked = wording(about, language).words
    held = [word for word in asked if any(same_word(word, other) for other in told)]
    named = any(same_word(word, first) for word in held for first in _told_of(fact))
    lacks = len(asked) - len(held)
    if not held or (lacks and not (named and lacks <= _LACKING and len(asked) <= _NAMED_BY)):
        return None
    typed = wording(about, language).tokens
    said = " ".join(typed[word.place] for word in held)
    found = divided(fact, Statement(said, said, language))
    if found is None or any(map(_is_of_whom_goes, _stretches(fact, found.left))):
        return None
    return found if len(held) >= _SEVERAL or _is_named(held[0], found, fact.language) else None


def _stretches(fact: Fact, left: str) -> list[str]:
    """What stays, and each part of the fact in it as it was told."""
    spans = cut(fact.fact, fact.language)
    return [left, *(part for start, end in spans if (part := fact.fact[start:end]) in left)]


def _is_named(word: Word, found: Divided, language: Language) -> bool:
    """Whether one word, as it was told, names what goes, and nothing of what stays."""
    left = wording(found.left, language).words
    return word.text in tokens(found.gone) and not any(same_word(word, other) for other in left)


def _told_of(fact: Fact) -> list[Word]:
    """The word that each part of a fact begins with."""
    texts = _stretches(fact, fact.fact)[1:]
    words = (wording(text, fact.language).words[:1] for text in texts)
    return [word for first in words for word in first if word.kind != "number"]


def _is_of_whom_goes(left: str) -> bool:
    """Whether what stays is told of whoever is named in what goes: "su marido es cocinero"."""
    first = tokens(left)[0].partition("'")[0]
    return first in listed("theirs") | listed("pronouns")


def in_part(
    action: Action | None,
    about: str,
    language: Language,
    live: Sequence[Fact],
    new_id: Callable[[], str],
) -> list[Action]:
    """What is done to forget what is named by these words, or asked: of a fact told in several
    parts those that are named, in its own words."""
    if not isinstance(action, Forget | AskForget) or not about:
        return [action] if action else []
    facts = {fact.id: fact for fact in live}
    meant = [facts[id] for id in action.fact_ids]
    if isinstance(action, AskForget):
        return [action._replace(told=tuple(part_asked(f, about, language) for f in meant))]
    found = part_meant(meant[0], about, language) if len(meant) == 1 else None
    if found is None:
        apart = len(meant) == 1 and _tells_of_others(meant[0], about, language)
        return [AskForget(action.fact_ids, "unclear") if apart else action]
    rest = part_of(meant[0], found.left, new_id())
    return [action._replace(told=found.gone), Add(rest, "what it says besides")]


def _tells_of_others(fact: Fact, about: str, language: Language) -> bool:
    """Whether a part of a fact tells, under a name of its own, of somebody or something else."""
    asked = wording(about, language).words
    texts = _stretches(fact, fact.fact)[1:]
    parts = [(text, wording(text, fact.language).words) for text in texts]
    held = [any(same_word(word, o) for word in asked for o in words) for _, words in parts]
    return any(held) and any(
        not is_held
        and sum(word.kind != "number" for word in words) >= _SEVERAL
        and _begins_with_a_thing(text, words, fact.language)
        for is_held, (text, words) in zip(held, parts, strict=True)
    )


def _begins_with_a_thing(text: str, words: Sequence[Word], language: Language) -> bool:
    """Whether a part begins with what it is told of: "Mr Gilmour …", "the van …"."""
    first = tokens(text)[0]
    named = first in listed("determiners") | listed("titles") or words[0].exact
    telling = sum(word.kind != "number" for word in words)
    bare = words[0].place == 0 and telling > _SEVERAL and not has_verb(text, language)
    return (named or bare) and not _is_of_whom_goes(text)


def part_asked(fact: Fact, about: str, language: Language) -> str:
    """The part that the person is asked about, in words that mean just that part again; "" for the
    whole fact."""
    found = part_meant(fact, about, language)
    again = part_meant(fact, found.gone, fact.language) if found else None
    return found.gone if found and again == found else ""
