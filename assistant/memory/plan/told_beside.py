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
    names = [*_told_of(fact), *(word for word in told if word.exact)]
    named = any(same_word(word, name) for word in held for name in names)
    lacks = len(asked) - len(held)
    if not held or (lacks and not (named and lacks <= _LACKING and len(asked) <= _NAMED_BY)):
        return None
    typed = wording(about, language).tokens
    said = " ".join(typed[word.place] for word in _of_one_part(fact, held))
    found = _word_for_word(fact, about, language)
    found = found or divided(fact, Statement(said, said, language), all_of=len(asked) < _SEVERAL)
    if found is None or _is_of_whom_goes(found.left) or _leaves_a_pronoun(fact, found.left):
        return None
    return found if len(held) >= _SEVERAL or _is_named(held[0], found, fact.language) else None


def _word_for_word(fact: Fact, about: str, language: Language) -> Divided | None:
    """What goes where it is named in its own words."""
    found = divided(fact, Statement(about, about, language), all_of=True)
    return found if found and tokens(found.gone) == tokens(about) else None


def _of_one_part(fact: Fact, held: Sequence[Word]) -> Sequence[Word]:
    """The words that name a part: the names alone where a part before theirs has the verb of both,
    "le presto la tabla al Coco y el wetsuit a la Mafe"."""
    exact = {word.text for word in wording(fact.fact, fact.language).words if word.exact}
    names = [word for word in held if word.text in exact]
    parts = [wording(part, fact.language).words for part in _stretches(fact)]

    def first(words: Sequence[Word]) -> int:
        found = (any(same_word(word, o) for word in words for o in part) for part in parts)
        return next((n for n, is_there in enumerate(found) if is_there), -1)

    others = [word for word in held if word not in names]
    return names if names and others and first(others) < first(names) else held


def _stretches(fact: Fact) -> list[str]:
    """Each part of a fact as it was told."""
    return [fact.fact[start:end] for start, end in cut(fact.fact, fact.language)]


def _leaves_a_pronoun(fact: Fact, left: str) -> bool:
    """Whether a part stays that begins with "he", and not the one that tells who that is."""
    stays = True
    for part in _stretches(fact):
        if not _is_of_whom_goes(part):
            stays = part in left
        elif part in left and not stays:
            return True
    return False


def _is_named(word: Word, found: Divided, language: Language) -> bool:
    """Whether one word, as it was told, names what goes, and nothing of what stays."""
    left = wording(found.left, language).words
    return word.text in tokens(found.gone) and not any(same_word(word, other) for other in left)


def _told_of(fact: Fact) -> list[Word]:
    """The word that each part of a fact begins with."""
    words = (wording(text, fact.language).words[:1] for text in _stretches(fact))
    return [word for first in words for word in first if word.kind != "number"]


def _is_of_whom_goes(left: str) -> bool:
    """Whether what stays is told of whoever is named in what goes: "su marido es cocinero"."""
    first = "".join(tokens(left)[:1]).partition("'")[0]
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
    parts = [(text, wording(text, fact.language).words) for text in _stretches(fact)]
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
