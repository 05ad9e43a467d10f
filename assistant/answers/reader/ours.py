"""A question of "us", and a fact that names the group: "when do we meet?", "the team meets on…".

Who says "we" of a team is of it. The reader sees two different subjects, so the fact is read with
"we" in the place of the group, where question and fact speak of the same beside that.
"""

from __future__ import annotations

import re

from assistant.answers.reader.persons import says, words_for
from assistant.languages import known, pattern, table
from assistant.records import Language
from assistant.text.word_forms import same_word
from assistant.text.wording import wording


def of_us(told: str, of: Language, question: str, language: Language) -> str:
    """The fact as one who is of the group tells it; as it is where that is not asked. ``of`` is the
    fact's language, ``language`` the question's."""
    asked = wording(question, language)
    us = any(map(says("us_verb").fullmatch, asked.tokens))
    match = _group().match(told)
    if match is None or not (us or words_for("us") & set(asked.tokens)):
        return told
    rest = wording(told[match.end() :], of)
    meeting = all(any(map(says("meeting").fullmatch, one.tokens)) for one in (asked, rest))
    same = any(same_word(one, other) for one in asked.words for other in rest.words)
    return f"{_we(match)}{told[match.end() :]}" if meeting or same else told


def _group() -> re.Pattern[str]:
    return pattern("reader", "persons", "group", re.IGNORECASE)


def _we(match: re.Match[str]) -> str:
    """The "we" of the language whose group it is."""
    for language in known():
        own = table(language, "reader").get("persons", {})
        if "we" in own and re.fullmatch(own["group"], match.group(), re.IGNORECASE):
            return str(own["we"])
    return match.group()
