"""What is known of a thing that a message only names: "mx2 ip", "printer code"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.answers.reader import rendering
from assistant.records import Fact
from assistant.session.base import Reply
from assistant.session.reading import nearest_to
from assistant.session.services import Services
from assistant.text.verbs import has_verb
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, identifies, wording

if TYPE_CHECKING:
    from assistant.session.turn import Draft

_MOST_WORDS, _MOST_FACTS = 5, 3


def of_what_is_named(services: Services, draft: Draft) -> Reply | None:
    """The facts about the thing with a code that a message names, or where no model is there to
    make anything of the words, those that have most of them."""
    turn, language = draft.turn, draft.language
    if draft.seen.actions or turn.attachments or turn.earlier or turn.tool or "?" in turn.text:
        return None
    if len(turn.text.split()) > _MOST_WORDS or has_verb(turn.text, language):
        return None
    words = wording(turn.text, language).words
    codes = [word for word in words if identifies(word.text)]
    if not codes and services.model() is not None:
        return None
    near = nearest_to(services, draft)
    held = [(_held(words, fact), fact) for fact in near if _held(codes, fact) == len(codes)]
    most = max((count for count, _ in held), default=0)
    if 2 * most < len(words) or not most:
        return None
    facts = [fact for count, fact in held if count == most][:_MOST_FACTS]
    return Reply(
        rendering.told(facts, None, language),
        source="memory",
        remarks=(rendering.rests_on(facts, language),),
        facts=tuple(fact.id for fact in facts),
    )


def _held(words: Sequence[Word], fact: Fact) -> int:
    own = wording(fact.fact, fact.language).words
    return sum(any(same_word(word, other) for other in own) for word in words)
