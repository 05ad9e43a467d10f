"""Verified forgetting: the facts and everything that was derived from them (F7).

One transaction hides them and notes a task without their words; then ``Stores.scrub`` leaves their
bytes in no file, now or as soon as other programs let it. What stays for good is a keyed hash, so
that the same words are not noted again until they are stated anew on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from assistant.memory.base import ForgetRequest, MemoryChange, Reading
from assistant.memory.forgetting import digest, digests, has_own, mentions
from assistant.memory.matching import Meaning
from assistant.memory.plan.meant import meant
from assistant.memory.segments.archive import wording_of
from assistant.memory.signals import read
from assistant.memory.signals.language import detect_language
from assistant.memory.titles import title_in, untitled
from assistant.memory.traces import (
    Traces,
    telling_words,
    trace_of,
    trace_of_conversation,
    trace_of_text,
    trace_of_value,
)
from assistant.records import Fact, Language
from assistant.storage.base import Stores
from assistant.texts import texts_of

ANSWERS = "answers"
KEYS = "keys"
RESULTS = "tools/"
"""The namespaces of kept answers, of the home's own keys, and how those of tools' results begin."""
_A_TEXT = 12
"""Characters of a text that is looked for in the bytes of files: a shorter one is anywhere."""


class Forgetter:
    """``key`` gives the home's own key; it is read only when a hash is needed."""

    def __init__(self, stores: Stores, key: Callable[[], bytes], meaning: Callable[[], Meaning]):
        self._stores = stores
        self._key = key
        self._meaning = meaning

    def is_forgotten(self, text: str) -> bool:
        """Whether what a text says was forgotten."""
        return any(map(self._stores.facts.forgotten, digests(text, self._key())))

    def any_of_forgotten(self) -> Callable[[str], bool]:
        """``is_forgotten`` for many texts: nothing is hashed where nothing ever was forgotten."""
        return self.is_forgotten if self._stores.facts.any_forgotten() else lambda _text: False

    def lift(self, text: str) -> None:
        """It was stated anew on purpose: it may be stored again."""
        for known_as in digests(text, self._key()):
            self._stores.facts.lift(known_as)

    def meant_by(self, words: str) -> tuple[list[Fact], bool]:
        """The facts that a request to forget in those words means or may mean, and whether each of
        them holds all that the words name."""
        facts = self._stores.facts.all()
        request = ForgetRequest((0, len(words)), words)
        found = meant(request, facts, read(words).language, self._meaning())
        ids = {*found.plain, *found.doubtful}
        return [fact for fact in facts if fact.id in ids], bool(found.plain) or found.all_held

    def forget(
        self, ids: Sequence[str], now: datetime, reason: str, *, told: str = ""
    ) -> MemoryChange:
        """Hide facts with every earlier version of them, and all that tells of them, and owe that
        their bytes go from every file: in the caller's transaction; it is done right after.
        ``told``: what of a fact is to be forgotten, where the rest of it stays."""
        chain = self.with_ancestors(ids)
        key = self._key()
        texts = [(told or fact.fact, fact.language) for fact in chain]
        digests = [digest(text, key) for text, _ in texts]
        self._stores.facts.erase([fact.id for fact in chain], digests, now)
        self._stores.keyvalue.delete(ANSWERS)  # any may rest on the fact without naming it
        traces = [trace_of(text, language, key) for text, language in texts]
        words = [word for text, language in texts for word in telling_words(text, language)]
        self._erase_told(traces, words, now)
        gone = [fact.id for fact in chain if fact.live] or [fact.id for fact in chain]
        return MemoryChange("forgotten", tuple(gone), reason=reason)

    def forget_asked(self, abouts: Sequence[str], language: Language, now: datetime) -> None:
        """What a request names goes from summaries and turns even if it never was a fact."""
        key = self._key()
        traces = [trace_of(about, language, key) for about in abouts]
        words = [word for about in abouts for word in telling_words(about, language)]
        self._erase_told(traces, words, now)

    def forget_texts(self, texts: Sequence[str], known_as: Sequence[str], now: datetime) -> None:
        """What is no fact goes with what tells of it, all of its own words; ``known_as`` is what it
        is known again by (``is_forgotten``). A text that no word of its own tells from others
        ("day") leaves what was said in peace."""
        key = self._key()
        self._stores.facts.erase([], [digest(name, key) for name in known_as], now)
        told = _telling(texts)
        traces = [trace_of_value(text, language, key) for text, language in told]
        words = [word for text, language in told for word in telling_words(text, language)]
        self._erase_told(traces, words, now)

    def facts_telling(self, texts: Sequence[str]) -> list[Fact]:
        """The live facts that tell of texts which have a word of their own, as ``forget_texts``."""
        key = self._key()
        traces = [trace_of_value(text, language, key) for text, language in _telling(texts)]
        tells = Traces(traces, key).tells
        return [fact for fact in self._stores.facts.all() if tells(fact.fact)]

    def forget_said(
        self, texts: Sequence[str], now: datetime, *, conversation: str | None = None
    ) -> None:
        """Have what was typed, word for word, go from every file; of a conversation that is
        deleted, everything."""
        key = self._key()
        traces = [trace_of_text(text, key) for text in texts]
        traces += [trace_of_conversation(conversation)] if conversation else []
        self._stores.erasures.owe(traces, [text for text in texts if len(text) >= _A_TEXT], now)
        self._stores.scrub()

    def forget_turn(self, conversation: str, number: int, now: datetime) -> None:
        """A turn loses its text, here and where it was typed."""
        turns = self._stores.conversations.turns(conversation)
        said = [turn.user.content for turn in turns if turn.number == number]
        self._stores.conversations.drop(conversation, [number], now)
        stored = self._stores.conversations.get(conversation)
        named = title_in(stored.metadata) if stored else None
        if stored and named and named.turn == number:
            self._stores.conversations.save(untitled(stored))
        self.forget_said(said, now)

    def forgotten_since(self, number: int) -> Traces | None:
        """What was forgotten after that task (``Erasures.turn``): None where nothing was."""
        traces = self._stores.erasures.since(number)
        return Traces(traces, self._key()) if traces else None

    def erase_mentions(self, tells: Callable[[str], bool], now: datetime) -> None:
        """Summaries, raw turns, structured state, documents of packs, kept answers, results of
        tools and errors that tell of it go, and what a caller keeps of a turn with them."""
        self._erase_segments(tells)
        self._erase_turns(tells, now)
        self._erase_entries(tells, lambda namespace: namespace != KEYS)
        self._stores.collections.erase(tells)
        self._stores.journal.erase_errors(tells)

    def erase_results(self, tells: Callable[[str], bool]) -> None:
        """What tools had read or kept for a turn and that tells of it."""
        self._stores.collections.erase(tells)
        self._erase_entries(tells, lambda namespace: namespace.startswith(RESULTS))

    def _erase_told(self, traces: Sequence[str], words: Sequence[str], now: datetime) -> None:
        """All that tells of it, now in the stores and after the commit in the files."""
        tells = Traces(traces, self._key()).tells
        over = [f.id for f in self._stores.facts.all(retired=True) if not f.live and tells(f.fact)]
        self._stores.facts.erase(over, [], now)  # what was replaced long ago tells of it as well
        self.erase_mentions(tells, now)
        self._stores.erasures.owe(traces, words, now)
        self._stores.scrub()

    def with_ancestors(self, ids: Sequence[str]) -> list[Fact]:
        """The facts and what they replaced: forgetting the van forgets the van before it."""
        by_successor: dict[str, list[Fact]] = {}
        for fact in self._stores.facts.all(retired=True):
            if fact.superseded_by:
                by_successor.setdefault(fact.superseded_by, []).append(fact)
        found: dict[str, Fact] = {}
        waiting = [f for f in map(self._stores.facts.get, ids) if f is not None]
        while waiting:
            fact = waiting.pop()
            if fact.id not in found:
                found[fact.id] = fact
                waiting += by_successor.get(fact.id, [])
        return list(found.values())

    def _erase_segments(self, tells: Callable[[str], bool]) -> None:
        segments = (
            segment
            for conversation in self._stores.conversations.all()
            for segment in self._stores.segments.all(conversation.id)
        )
        self._stores.segments.erase([s.id for s in segments if tells(wording_of(s))])

    def _erase_turns(self, tells: Callable[[str], bool], now: datetime) -> None:
        """Raw turns of any window that tell of it lose their text, and the titles made of them."""
        for conversation in self._stores.conversations.all():
            numbers = [
                turn.number
                for turn in self._stores.conversations.turns(conversation.id)
                if tells(turn.user.content) or tells(turn.reply.content)
            ]
            if numbers:
                self._stores.conversations.drop(conversation.id, numbers, now)
            named = title_in(conversation.metadata)
            if named and (named.turn in numbers or tells(named.text)):
                self._stores.conversations.save(untitled(conversation))

    def _erase_entries(self, tells: Callable[[str], bool], of: Callable[[str], bool]) -> None:
        """Entries of those namespaces, also past their end where nobody swept them yet."""
        for namespace, entry, value in self._stores.keyvalue.entries():
            if of(namespace) and tells("\n".join((entry, *texts_of(value)))):
                self._stores.keyvalue.delete(namespace, entry)


def _telling(texts: Iterable[str]) -> list[tuple[str, Language]]:
    """Those that a word of their own tells from others, each with its language."""
    told = [(text, detect_language(text)) for text in texts]
    return [(text, language) for text, language in told if has_own(text, language)]


def telling_of(facts: Iterable[Fact]) -> Callable[[str], bool]:
    """Whether a text tells of any of those facts."""
    known = [(fact.fact, fact.language) for fact in facts]
    return lambda text: any(mentions(fact, language, text) for fact, language in known)


def asked_to_go(reading: Reading) -> tuple[str, ...]:
    """What a message names to be forgotten; nothing where it names no thing."""
    forgets = [r for r in reading.forgets if not (r.everything or r.loose)]
    return tuple(r.about for r in forgets if r.about.strip())


def telling_of_asked(reading: Reading) -> Callable[[str], bool] | None:
    """Whether a text tells of what a message names to be forgotten; None where it names nothing."""
    abouts = asked_to_go(reading)
    if not abouts:
        return None
    return lambda text: any(mentions(about, reading.language, text) for about in abouts)
