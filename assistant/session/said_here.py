"""What a question asks for and this conversation holds, where memory does not: "you have not told
me" would not be true of what was said three messages ago and not kept."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from assistant.answers.vocabulary import words as listed
from assistant.languages import each
from assistant.memory.plan.unmarked import has_question_word, may_request
from assistant.memory.signals.language import detect_language
from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.text import Canon, tokenize
from assistant.records import Turn
from assistant.secrets import BLOT
from assistant.text.phrases import tokens
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, wording

LONGEST = 200
"""Characters of a message that is quoted whole."""


def said_here(question: str, window: Sequence[Turn], kept: Container[int] = ()) -> tuple[str, ...]:
    """The latest message that has all the words of a question, and what was stated right after it,
    which may put it right; nothing where none has. Of the turns ``kept`` memory has judged."""
    asked = _words(question)
    said = [turn.user.content if turn.number not in kept else BLOT for turn in window]
    for place in range(len(said) - 1, -1, -1) if asked else ():
        if _states(said[place]) and _holds(said[place], asked):
            return said[place], *_next(said[place + 1 :])
    return ()


def _next(later: Sequence[str]) -> Iterator[str]:
    if later and _states(later[0]):
        yield later[0]


def _states(message: str) -> bool:
    """Whether it tells something: it may be neither asked nor wanted forgotten."""
    asks = "?" in message or has_question_word(message) or may_request(message)
    if asks or BLOT in message or len(message) > LONGEST:
        return False
    lexicon = load_lexicon()
    return not lexicon.has("forget", Canon.of(tokenize(message, lexicon.speller)).text)


def _holds(message: str, asked: Sequence[Word]) -> bool:
    """All of the words; a single one in that very form ("vivo" is not "vive")."""
    if len(asked) == 1:
        return asked[0].text in tokens(message)
    told = wording(message, detect_language(message)).words
    return all(any(same_word(word, other) for other in told) for word in asked)


def _words(text: str) -> Sequence[Word]:
    """The words of a question that say what it is about."""
    asking = {word for _, own in each("summaries", "words") for word in own["function"].split()}
    asking |= listed("questions", "asking")
    found = wording(text, detect_language(text)).words
    return [word for word in found if not asking.issuperset(tokens(word.text))]
