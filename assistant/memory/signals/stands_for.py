"""A message that begins with "she" or with a verb that lacks its subject, read with whom the turn
before told of in that place (F5).

"My dad Joe lives in Cork", and then "he's 51": by itself the second says nothing of whom it tells,
and in Spanish "tiene 51 años" could be anybody. A subject is put in only where one thing can be
meant: a wrong one is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from assistant.languages import pattern, table
from assistant.memory.matching.named_last import whom_named_last
from assistant.memory.matching.told_of import WHO, begins_with
from assistant.memory.signals.described import begins_described, with_the_name
from assistant.memory.signals.language import detect_language
from assistant.memory.signals.leaning import is_of_nobody
from assistant.memory.signals.lexicon import Lexicon, load_lexicon
from assistant.memory.signals.spoken_of import SpokenOf, may_mean, spoken_of
from assistant.memory.signals.text import Canon, tokenize
from assistant.records import Fact
from assistant.text.dictionaries import is_folded_word
from assistant.text.folding import fold
from assistant.text.phrases import listed
from assistant.text.verbs import begins_with_verb
from assistant.text.wording import wording

_LONGEST = 200
"""Characters of a message that are looked at."""


def goes_on(text: str) -> bool:
    """Whether a message begins with what stands for somebody, and asks nothing."""
    return "?" not in text and (_standing(text)[1] is not None or begins_described(text))


def with_whom(text: str, told: Sequence[Fact], before: str = "") -> str:
    """``text`` with whom the turn before told of in the place of what stands for them; as it is
    where nothing does, or more than one could be meant. ``told``: the facts that it told; where it
    told none, whom ``before``, its message, names."""
    if begins_described(text) and "?" not in text:
        return with_the_name(text, told) or text
    lexicon, (canon, found) = load_lexicon(), _standing(text)
    if found is None or not goes_on(text):
        return text
    key = next(key for key, value in found.groupdict().items() if value)
    how, _, language = key.partition("_")
    forms = table(language, "memory").get("stands_for", {})
    if how not in forms or detect_language(text) != language:
        return text  # "he dejado el café"
    living = any(found[key] in listed(sort) for sort in ("he", "she"))
    of_all = [_told_of(f, living=living) for f in told] or [_named_in(before, lexicon)]
    meant = [of for of in of_all if of and may_mean(found[key], of, lexicon)]
    if len({of.typed for of in meant}) != 1:
        return text
    first, end = canon.tokens_within(*found.span(key))
    at, stop = canon.tokens[first].span[0], canon.tokens[end - 1].span[1]
    _, *behind = text[at:stop].split()
    put = forms[how].format(whom=meant[0].typed, typed=text[at:stop], behind=" ".join(behind))
    put += _written_out(canon, end, forms, lexicon)
    for apart, one in forms.get("contracted", ()):
        put = put.replace(apart, one)
    return f"{put[:1].upper()}{put[1:]}{text[stop:]}" if text[:1].isupper() else put + text[stop:]


def _written_out(canon: Canon, end: int, forms: Mapping[str, str], lexicon: Lexicon) -> str:
    """The verb that is typed as one with the word before it: "is" or "has" of "he's"."""
    verb, *after = canon.tokens[end:]
    if verb.span != canon.tokens[end - 1].span:
        return ""
    behind = after[0].word if after else ""
    if re.fullmatch(forms.get("either", "(?!)"), behind):
        return forms["shortened"]
    return f" {'has' if behind in lexicon.entries('after_has') else verb.word}"


def leaves_open(text: str) -> bool:
    """Whether a message that begins so names nobody: "she charges 900 a month"."""
    canon, found = _standing(text)
    return found is not None and is_of_nobody(canon.text, load_lexicon())


def _standing(text: str) -> tuple[Canon, re.Match[str] | None]:
    """The beginning of a message, and what in it stands for somebody."""
    lexicon = load_lexicon()
    canon = Canon.of(tokenize(text[:_LONGEST], lexicon.speller))
    return canon, lexicon.match("stands_for", canon.text, 0)


def _told_of(fact: Fact, *, living: bool) -> SpokenOf | None:
    """Of whom or what a fact tells: "my sister Ruth", or the dog of "I have a dog called Rex".
    ``living``: what it begins with is a name where nothing else says so, since "he" is meant."""
    lexicon = load_lexicon()
    said = pattern("memory", "stands_for", "led").sub("", fact.fact)
    found = spoken_of(said, tokenize(said, lexicon.speller), lexicon)
    found = found or _brought_in(said, lexicon)
    if found:
        return found
    begun = begins_with(said, fact.language)
    if begun:
        return _told(begun.whom, begun.rest, bool(begun.names), lexicon)
    name, _, rest = said.partition(" ")
    written = name.istitle() and said != fact.fact  # with a capital, and not as it begins
    unlisted = living or written or not is_folded_word(fold(name))
    unlisted = unlisted and not any(w.kind for w in wording(name, fact.language).words)
    if name.isalpha() and unlisted and begins_with_verb(rest, fact.language):
        return _told(name, rest, True, lexicon)  # "aarav is allergic to peanuts"
    return None


def _named_in(message: str, lexicon: Lexicon) -> SpokenOf | None:
    """Whom alone a message names that told nothing: "where does my dad live?"."""
    language = detect_language(message)
    roles = {word.text for word in wording(message, language).words if word.kind in WHO}
    whom = whom_named_last(message, language)
    if not roles or not roles <= set(fold(whom).split()):
        return None
    return _told(whom, "", False, lexicon)


def _brought_in(said: str, lexicon: Lexicon) -> SpokenOf | None:
    found = pattern("memory", "stands_for", "brought_in").search(said)
    if found is None:
        return None
    groups = {key: value for key, value in found.groupdict().items() if value}
    language = next(iter(groups)).partition("_")[2]
    role_and_name = " ".join(groups.values())
    own = table(language, "memory")["stands_for"]["own"].format(role_and_name)
    return _told(own, "", True, lexicon)


def _told(typed: str, rest: str, named: bool, lexicon: Lexicon) -> SpokenOf:
    tokens, behind = tokenize(typed, lexicon.speller), Canon.of(tokenize(rest, lexicon.speller))
    return SpokenOf(tokens, typed, behind.text, named)
