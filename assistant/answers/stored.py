"""What is stored about a thing: "¿qué sabés de mi equipo?" lists the facts with their dates."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime

from assistant.answers.text import plain
from assistant.memory.decay import state_of
from assistant.memory.wording import Word, same_word, wording
from assistant.messages import say
from assistant.records import Fact, Language

_ASKED = re.compile(
    r"^(?:que|what) (?:(?:sabes|sabe|recordas|recuerdas|tenes guardado|tienes guardado"
    r"|tenes anotado|tienes anotado) (?:de|del|sobre|acerca de)"
    r"|do you (?:know|remember|have stored) about|have you (?:got )?(?:stored|noted|saved) about"
    r"|te dije (?:de|del|sobre)|did i tell you about) (?P<about>.+)$"
)
_MYSELF = frozenset({"mi", "me", "myself", "mi mismo"})
_OWNED = re.compile(r"^(?:mi|mis|my|our|nuestro|nuestra|nuestros|nuestras) .+")
LONGEST = 100


def answer(
    text: str, language: Language, now: datetime, facts: Callable[[], Sequence[Fact]]
) -> str | None:
    """The facts about what is named, with the dates when they were last confirmed.

    None when it names nothing of the person's own, or no fact speaks of it.
    """
    asked = _ASKED.match(plain(text)) if len(text) <= LONGEST else None
    if asked is None:
        return None
    about = asked["about"].strip()
    if about in _MYSELF:
        chosen = [fact for fact in facts() if _told(fact, now)]
    elif _OWNED.match(about):
        wanted = wording(about, language).words
        chosen = [f for f in facts() if wanted and _told(f, now) and _speaks_of(f, wanted)]
    else:
        return None
    if not chosen:
        return None
    lines = [f"- {f.fact} ({f.last_confirmed_at.astimezone():%Y-%m-%d})" for f in chosen]
    return "\n".join([say("memory.stored", language, about=about), *lines])


def _told(fact: Fact, now: datetime) -> bool:
    """Dormant facts too: asking is explicit retrieval (F6); stale ones are never told (F9)."""
    return state_of(fact, now).injection != "never"


def _speaks_of(fact: Fact, wanted: Sequence[Word]) -> bool:
    said = wording(fact.fact, fact.language).words
    return all(any(same_word(word, other) for other in said) for word in wanted)
