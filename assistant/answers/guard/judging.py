"""The judgements, each a pure function of a reply and what it answers; the first that holds counts.

They are meant for a small model: what they let pass may be wrong, what they stop is no reply to
anything. ``is_broken`` is what of them holds for every model.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from assistant.answers.guard import idle
from assistant.answers.guard.base import Asked, Said, Why, content, mentions, prose, words
from assistant.answers.guard.gibberish import is_gibberish
from assistant.answers.guard.loops import letters_loop, loops, one_word
from assistant.languages import known, pattern
from assistant.memory.signals.language import function_words, is_foreign
from assistant.records import Language
from assistant.text.folding import fold, fold_in_place
from assistant.text.wording import wording

QUOTED = 6
"""Words in a row that nobody has in common with the prompt by chance."""
EXAMPLE = 4
"""Words of a whole sentence that an example said, and the reply says again."""
CONTRACTED = 3
"""Words in which "you're" and "you are" differ."""
ECHO = 3
"""Words of the shortest message that can be echoed: who is greeted greets."""
ECHO_ADDS = 4
"""Of so many words of a statement that is told back one may be added."""
RESTATED = 0.8
"""The share of a question's words in the message that make it the message's."""
REPEATED = 0.6
"""The share of a message's words with a subject that a reply repeats which adds none."""
SHINGLE = 3
COPIED_WORDS = 8
"""Words of the shortest reply that can be a copy: short answers are alike."""
SAID_ONCE = 3
"""Words from which even a short answer is not given to two questions."""
COPIED, COPIED_LEANING = 0.6, 0.9
"""The share of a reply's shingles in an earlier one from which it is that one again; a reply to a
follow-up may say more of it again."""
SAME_QUESTION = 0.6
OWN_SCRIPTS = ("LATIN", "GREEK")
"""Scripts that both languages write, formulas included."""
FOREIGN_LETTERS = 0.15
SPOKEN = 3
"""Messages before this one that tell what language is spoken, where its own words do not."""
UNTOLD = 0.5
"""The share of what "you told me" is followed by that was told somewhere."""
READ_AT_MOST = 20_000
"""Characters of the end of a reply that tell whether it ended in a loop."""
TIMES_BROKEN = 6
"""So often in a row even a model that knows better does not repeat itself on purpose."""

_MARKER = re.compile(r"\[\s*(?:…|\.\.\.)[^\]\n]{0,40}(?:\]|$)|\btokens elided\b", re.IGNORECASE)
_TAG = re.compile(r"</?(?:memory|data|\|im_)|<\|", re.IGNORECASE)
_SHOWN = re.compile(r"[`\d]")
_IN_QUOTES = re.compile(r"\"([^\"]+)\"|«([^»]+)»|“([^”]+)”|(?<!\w)'([^']+)'")
_TEXT_GIVEN = re.compile(r":(?!.*\?)|:[^?]*,", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")


def fault(reply: str, asked: Asked) -> Why | None:
    """Why a reply is none; None for one that is."""
    return next((why for why, holds in _JUDGEMENTS if holds(reply, asked)), None)


def is_broken(reply: str) -> Why | None:
    """Whether a reply is none whoever gave it: nothing at all, or one thing without end."""
    if is_empty(reply):
        return "empty"
    said = prose(reply[-READ_AT_MOST:])
    return "loop" if letters_loop(said) or loops(words(said), TIMES_BROKEN) else None


def is_empty(reply: str) -> bool:
    """No letter, no figure, no sign that stands for something."""
    return not any(unicodedata.category(char)[0] in "LNS" for char in reply)


def is_echo(sentence: str, asked: Asked) -> bool:
    """The message again: all of it, its beginning kept, the same question in other words, or
    nothing but its words."""
    said, message = words(sentence), words(asked.message)
    if len(message) < ECHO or not said:
        return False
    if said == message:
        return True
    if _adds_nothing(sentence, asked):
        return True
    if "?" not in asked.message:
        return _tells_it_back(sentence, asked)
    if said[: len(message)] == message:
        return True
    asks_again = sentence.rstrip("*\"' ").endswith("?")
    return asks_again and _share(said, set(message)) >= RESTATED


def _is_echo(reply: str, asked: Asked) -> bool:
    """Nothing but the message."""
    said = sentences(reply)
    echoed = bool(said) and all(is_echo(sentence, asked) for sentence in said)
    return echoed or idle.names_nobody(reply, asked, _alike)


def _adds_nothing(reply: str, asked: Asked) -> bool:
    """Most of what was asked, and no other word with a subject: "the opposite of brave".

    What may be answered with the message's own words is left alone: a choice, yes or no, a text
    that is to be worked on, something said once more.
    """
    if _says("yes_or_no").match(asked.message) or not _says("asks").search(fold(asked.message)):
        return False
    given = _TEXT_GIVEN.search(asked.message) or _says("choice").search(asked.message)
    if given or mentions(asked.message, "again"):
        return False
    theirs = content(_says("form").sub(" ", fold_in_place(asked.message)))
    own = content(prose(reply))
    if not theirs or len(own) < 2 or _shows(reply, asked):
        return False
    repeated = sum(any(_alike(word, one) for one in own) for word in theirs)
    return repeated >= REPEATED * len(theirs) and all(
        any(_alike(word, one) for one in words(asked.message)) for word in own
    )


def _tells_it_back(reply: str, asked: Asked) -> bool:
    """What was told, told back with the persons exchanged: "my boss said that I should rest"."""
    if not asked.states or _TEXT_GIVEN.search(asked.message) or mentions(asked.message, "again"):
        return False
    theirs, own = content(asked.message), content(prose(reply))
    if len(theirs) < ECHO or not own:
        return False
    repeated = sum(word in own for word in theirs)
    added = sum(not any(_alike(word, one) for one in words(asked.message)) for word in own)
    return repeated >= RESTATED * len(theirs) and added <= len(own) // ECHO_ADDS


def _alike(one: str, other: str) -> bool:
    """Forms of one word, or the same word ill spelled."""
    pairs = enumerate(zip(one, other, strict=False))
    shared = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
    return one == other or shared >= max(4, 0.6 * max(len(one), len(other)))


def _shows(reply: str, asked: Asked) -> bool:
    """Whether a reply shows what may be the answer however short: code, a figure, a letter or a
    word in quotes that the message does not quote."""
    quoted = {"".join(found).strip(".") for found in _IN_QUOTES.findall(reply)}
    given = {"".join(found).strip(".") for found in _IN_QUOTES.findall(asked.message)}
    return _SHOWN.search(reply) is not None or not quoted <= given


def _has_marker(reply: str, asked: Asked) -> bool:
    return bool(_MARKER.search(reply)) and not _MARKER.search(asked.message)


def _quotes_prompt(reply: str, asked: Asked) -> bool:
    if _TAG.search(reply) and not _TAG.search(asked.message):
        return True
    said = sentences(reply)
    own = _shingles(words(reply), QUOTED) - _shingles(words(asked.message), QUOTED)
    return any(
        own & _shingles(words(text), QUOTED)
        or any(_says_as_much(sentence, said) for sentence in sentences(text))
        for text in asked.unquotable
    )


def _says_as_much(sentence: str, reply: Iterable[str]) -> bool:
    """Whether a sentence was said in so many words, but for one or two little ones: "you're a
    helpful assistant" is "you are …"."""
    own = words(sentence)
    return len(own) >= EXAMPLE and any(
        content(said) == content(sentence) and len(set(own) ^ set(words(said))) <= CONTRACTED
        for said in reply
    )


def _loops(reply: str, _: Asked) -> bool:
    said = prose(reply)
    return letters_loop(said) or loops(words(said)) or one_word(words(said))


def _other_language(reply: str, asked: Asked) -> bool:
    if _any_language(asked) or (language := _language(asked)) is None:
        return False
    said = prose(reply)
    own = function_words(said, language)
    other = max(function_words(said, one) for one in known() if one != language)
    return (other > 1 and not own) or (other > 2 and other > 2 * own) or is_foreign(said)


def _other_script(reply: str, asked: Asked) -> bool:
    if _any_language(asked):
        return False
    letters = [char for char in prose(reply) if char.isalpha()]
    known = {_script(char) for char in asked.message if char.isalpha()} | set(OWN_SCRIPTS)
    foreign = sum(_script(char) not in known for char in letters)
    return foreign > FOREIGN_LETTERS * len(letters)


def _is_copy(reply: str, asked: Asked) -> bool:
    """An earlier reply again, to another question."""
    said = words(reply)
    if mentions(asked.message, "again"):
        return False
    if mentions(asked.message, "rework"):
        return any(said == words(turn.reply) for turn in asked.earlier)
    if len(said) < COPIED_WORDS:
        return len(said) >= SAID_ONCE and any(
            said == words(turn.reply) and not _same_question(turn, asked)
            for turn in asked.earlier
            if content(asked.message)  # who is thanked twice answers twice
        )
    most = COPIED_LEANING if asked.follow_up else COPIED
    own = _shingles(said, SHINGLE)
    return any(
        len(own & _shingles(words(turn.reply), SHINGLE)) >= most * len(own)
        for turn in asked.earlier
        if not _same_question(turn, asked)
    )


def _is_invented(reply: str, asked: Asked) -> bool:
    """ "You told me that …", and nobody did; "you're kind", and nobody asked."""
    said = [sentence for sentence in sentences(reply) if "?" not in sentence]
    claims = [sentence for sentence in said if mentions(sentence, "told")]
    if not claims:
        return idle.speaks_of_the_person(reply, asked, _alike)
    told = " . ".join((asked.message, *asked.known, *(turn.message for turn in asked.earlier)))
    there = wording(told, asked.language).keys
    return any(
        _share([w.key for w in wording(claim, asked.language).words], there) < UNTOLD
        for claim in claims
    )


_JUDGEMENTS: Sequence[tuple[Why, Callable[[str, Asked], bool]]] = (
    ("empty", lambda reply, _: is_empty(reply)),
    ("marker", _has_marker),
    ("prompt", _quotes_prompt),
    ("echo", _is_echo),
    ("loop", _loops),
    ("script", _other_script),
    ("language", _other_language),
    ("copy", _is_copy),
    ("invented", _is_invented),
    ("gibberish", is_gibberish),
)


def sentences(text: str) -> list[str]:
    """The sentences of a text that say something."""
    return [part for part in _SENTENCE.split(text) if any(map(str.isalnum, part))]


def _any_language(asked: Asked) -> bool:
    """A language is named, or the message is in one that is neither: then the reply may be, too."""
    before = asked.earlier[-SPOKEN:] if asked.follow_up else ()
    named = (asked.message, *asked.known, *(turn.message for turn in before))
    return is_foreign(asked.message) or any(mentions(text, "languages") for text in named)


def _language(asked: Asked) -> Language | None:
    """The language that is spoken: the message's, else that of the messages before it; None where
    a few words tell none."""
    for text in (asked.message, " ".join(turn.message for turn in asked.earlier[-SPOKEN:])):
        counts = {language: function_words(text, language) for language in known()}
        likeliest = max(known(), key=counts.__getitem__)
        if all(counts[likeliest] > 2 * counts[other] for other in known() if other != likeliest):
            return likeliest
    return None


def _says(key: str) -> re.Pattern[str]:
    return pattern("answers", "guard", key, re.DOTALL | re.IGNORECASE)


def _same_question(turn: Said, asked: Asked) -> bool:
    one, other = set(words(turn.message)), set(words(asked.message))
    return len(one & other) > SAME_QUESTION * max(1, len(one | other))


def _shingles(said: Sequence[str], size: int) -> set[tuple[str, ...]]:
    return {tuple(said[at : at + size]) for at in range(len(said) - size + 1)}


def _share(said: Sequence[str], there: Iterable[str]) -> float:
    there = set(there)
    return sum(word in there for word in said) / len(said) if said else 1.0


@lru_cache(maxsize=1024)
def _script(char: str) -> str:
    return unicodedata.name(char, "LATIN").split()[0]
