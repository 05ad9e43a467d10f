"""Questions about the memory itself: what it holds of a thing, since when, and what changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from assistant.answers import periods
from assistant.answers.base import Answer, Memory, Talk
from assistant.answers.groups import group_of
from assistant.answers.memory_questions import Asked, owned, read
from assistant.answers.periods import Period
from assistant.answers.reader.rendering import as_said
from assistant.answers.spoken_of import is_somebody, naming, say_who, speaks_of, with_all_of_them
from assistant.answers.vocabulary import own, words
from assistant.compute import calendar
from assistant.memory.decay import state_of
from assistant.messages import say
from assistant.records import Fact, Language
from assistant.text.folding import fold
from assistant.text.word_forms import same_word
from assistant.text.wording import wording

_MOST = 3
"""Facts that "when did I tell you" may mean before it is not clear which one."""
_SHARED = 0.6
"""Of a fact's words, how many the last exchange must hold for "that" to mean it."""


class Question(NamedTuple):
    """What is asked of which memory, and when; ``now`` is in the person's own time zone."""

    asked: Asked
    period: Period | None
    now: datetime
    memory: Memory

    def facts(self) -> list[Fact]:
        """Dormant ones too: asking is explicit retrieval (F6); stale ones are never told (F9)."""
        every = self.memory.facts()
        return [fact for fact in every if state_of(fact, self.now).injection != "never"]

    def day(self, at: datetime) -> date:
        return at.astimezone(self.now.tzinfo).date()

    def written(self, at: datetime) -> str:
        return calendar.written(self.day(at), self.asked.language)

    def within(self, at: datetime) -> bool:
        return self.period is not None and self.period.holds(self.day(at))

    def say(self, key: str, **values: object) -> str:
        if self.period:
            values["period"] = self.period.said
        return say(f"computed.{key}", self.asked.language, **values)

    def nothing(self, key: str) -> Answer:
        return Answer(self.say(key), empty=True)


def answer(text: str, now: datetime, memory: Memory) -> Answer | None:
    """What is stored, by itself; None for anything but a question about it, and where nothing
    stored is surely meant: what is not found by its words may yet be found by its meaning."""
    nothing = None  # "what do you know of April": of the month nothing, of a daughter something
    for asked in read(text):
        period = _period(asked, now)
        if asked.period and period is None:
            continue
        found = _ANSWERS[asked.kind](Question(asked, period, now, memory))
        if found and not found.empty:
            return found
        nothing = nothing or found
    return nothing


def _period(asked: Asked, now: datetime) -> Period | None:
    try:
        return periods.read(asked.period, now.date(), asked.language)
    except (ValueError, OverflowError):
        return None  # a day that no calendar has


def _about(question: Question) -> Answer | None:
    """What is stored about a thing; of the person's own alone where the world may be meant."""
    asked, about = question.asked, fold(question.asked.about)
    own = owned(about)
    if about in words("about_memory", "myself"):
        chosen = question.facts()
    elif own or not asked.worldly:
        wanted = wording(f"de {asked.about}", asked.language).words
        group = group_of(own or about)
        chosen = [
            fact
            for fact in question.facts()
            if group.holds(fact) or (wanted and speaks_of(fact, wanted))
        ]
        if wanted and all(is_somebody(word, asked.language) for word in wanted):
            chosen = with_all_of_them(chosen, question.facts())
    else:
        chosen = naming(question.facts(), asked)
    if question.period:
        chosen = [fact for fact in chosen if question.within(fact.created_at)]
    if not chosen:
        return None
    return _list(question, "told_about", chosen, about=_turned(asked.about, asked.language))


def _about_somebody(question: Question) -> Answer | None:
    """The same of somebody of the person's own: a sister, or whom a fact names beside who that
    is."""
    asked, about = question.asked, fold(question.asked.about)
    named = wording(owned(about) or about, asked.language).words
    if owned(about) and all(is_somebody(word, asked.language) for word in named):
        return _about(question)
    told = naming(question.facts(), asked)
    if not say_who(told):
        return None
    return _list(question, "told_about", told, about=asked.about)


def _told(question: Question) -> Answer | None:
    """All that was told, or what was in some days."""
    every = question.facts()
    if question.period is None:
        return _list(question, "told_all", every) if every else question.nothing("told_nothing")
    new = [fact for fact in every if question.within(fact.created_at)]
    again = [f for f in every if f not in new and question.within(f.last_confirmed_at)]
    if not new and not again:
        return question.nothing("told_nothing_in")
    return _list(question, "told_in", [*new, *again])


def _when(question: Question) -> Answer | None:
    """The day of what is quoted, or of what the last exchange was about."""
    asked = question.asked
    if fold(asked.about) in words("about_memory", "that"):
        chosen = _just_told(question)
    else:
        wanted = wording(f"de {asked.about}", asked.language).words
        chosen = [f for f in question.facts() if wanted and speaks_of(f, wanted)]
    if not 0 < len(chosen) <= _MOST:
        return None
    return Answer("\n".join(_dated(question, fact) for fact in chosen), tuple(chosen))


def _just_told(question: Question) -> list[Fact]:
    """The facts whose words the last exchange holds."""
    exchange = question.memory.last_exchange()
    found = []
    for fact in question.facts() if exchange else ():
        words = wording(fact.fact, fact.language).words
        said = wording(exchange, fact.language).words
        shared = sum(any(same_word(word, other) for other in said) for word in words)
        if words and shared / len(words) >= _SHARED:
            found.append(fact)
    return found


def _changed(question: Question) -> Answer | None:
    """What is new, replaces another, was confirmed or taken back. What no longer holds is counted
    and not told: the reply stands in the window, and nothing contradicted returns there (F9)."""
    if question.period is None:
        return None
    changes: list[tuple[datetime, str, Fact]] = []
    for fact in question.facts():
        if question.within(fact.created_at):
            key = "changed_replaced" if fact.replaces else "changed_new"
            changes.append((fact.created_at, key, fact))
        elif question.within(fact.last_confirmed_at):
            changes.append((fact.last_confirmed_at, "changed_confirmed", fact))
    changes.sort(key=lambda change: change[0])
    lines = [
        f"- {question.say(key, fact=as_said(fact), date=question.day(at).isoformat())}"
        for at, key, fact in changes
    ]
    gone = sum(
        fact.retired_at is not None and not fact.superseded_by and question.within(fact.retired_at)
        for fact in question.memory.retired()
    )
    if gone:
        lines.append(f"- {question.say('changed_gone', count=gone)}")
    if not lines:
        return question.nothing("changed_nothing")
    facts = tuple(fact for _, _, fact in changes)
    return Answer("\n".join((question.say("changed"), *lines)), facts)


def _talked(question: Question) -> Answer | None:
    """The topics of some days; of the last day that has any where none is named."""
    period = question.period
    talk = question.memory.talk(period.first if period else None)
    if period is None:
        if not talk:
            return question.nothing("talked_never")
        last = max(topic.at for topic in talk)
        chosen = [topic for topic in talk if question.day(topic.at) == question.day(last)]
        head = question.say("talked_last", date=question.written(last))
    else:
        chosen = [topic for topic in talk if question.within(topic.at)]
        if not chosen:
            return question.nothing("talked_nothing")
        head = question.say("talked")
    dated = period is not None and period.first != period.last
    lines = (_topic(topic, question.day(topic.at) if dated else None) for topic in chosen)
    return Answer("\n".join((head, *dict.fromkeys(lines))))


def _talking(question: Question) -> Answer | None:
    """The topics of this conversation, or of the last one where it has none yet."""
    talk = question.memory.talking()
    if not talk:
        return _talked(question)
    lines = dict.fromkeys(_topic(topic, None) for topic in talk)
    return Answer("\n".join((question.say("talking"), *lines)))


def _topic(talk: Talk, day: date | None) -> str:
    outcome = f": {talk.outcome}" if talk.outcome else ""
    return f"- {talk.topic}{outcome}{f' ({day.isoformat()})' if day else ''}"


def _count(question: Question) -> Answer | None:
    chosen = question.facts()
    if not chosen:
        return question.nothing("told_nothing")
    last = max(chosen, key=lambda fact: fact.created_at)
    words = {"date": question.written(last.created_at), "fact": as_said(last)}
    return Answer(question.say("told_count", count=len(chosen), **words), (last,))


def _last(question: Question) -> Answer | None:
    return _one(question, "last_told", max)


def _first(question: Question) -> Answer | None:
    return _one(question, "first_told", min)


def _one(question: Question, key: str, choose: Callable[..., Fact]) -> Answer:
    chosen = question.facts()
    if not chosen:
        return question.nothing("told_nothing")
    fact = choose(chosen, key=lambda f: f.created_at)
    said = question.say(key, date=question.written(fact.created_at), fact=as_said(fact))
    return Answer(said, (fact,))


def _list(question: Question, key: str, facts: Sequence[Fact], **words: object) -> Answer:
    lines = (f"- {as_said(f)} ({question.day(f.last_confirmed_at).isoformat()})" for f in facts)
    return Answer("\n".join((question.say(key, **words), *lines)), tuple(facts))


def _dated(question: Question, fact: Fact) -> str:
    words = {"date": question.written(fact.created_at), "fact": as_said(fact)}
    if question.day(fact.created_at) == question.day(fact.last_confirmed_at):
        return question.say("told_when", **words)
    return question.say("told_confirmed", again=question.written(fact.last_confirmed_at), **words)


def _turned(about: str, language: Language) -> str:
    """ "my work" said by the other side."""
    first, _, rest = about.partition(" ")
    turned: Mapping[str, str] = own(language, "about_memory", "turned", {})
    if not rest:
        turned = {**turned, **own(language, "about_memory", "turned_whole", {})}
    return " ".join(filter(None, (turned.get(fold(first), first), rest)))


_ANSWERS: Mapping[str, Callable[[Question], Answer | None]] = {
    "about": _about,
    "whom": _about_somebody,
    "told": _told,
    "when": _when,
    "changed": _changed,
    "talked": _talked,
    "talking": _talking,
    "count": _count,
    "last": _last,
    "first": _first,
}
