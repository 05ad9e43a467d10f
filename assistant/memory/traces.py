"""What was forgotten, known again without its words: keyed hashes of them, and nothing else.

``mentions`` (``memory/forgetting.py``) tells from a fact's words whether a text tells of it. While
its bytes are still owed to be erased, another process, which never saw the words, has to tell the
same: a trace holds what that comparison needs of each word (its key, its beginnings) as keyed
hashes. Whoever has the home's key may try words out against them: a trace is kept only as long as
something is owed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from assistant.characters import one_line
from assistant.memory.forgetting import is_own
from assistant.records import Language
from assistant.text.folding import fold
from assistant.text.phrases import tokens
from assistant.text.word_forms import other_gender, plain_name, same_names
from assistant.text.wording import Word, in_every_language, wording

_SIZE = 6
_SHORTEST_BEGINNING = 4
_AGAIN, _SHORTEST_AGAIN = "re", 5
_WRITTEN = re.compile(r"[^\W\d_]{5,}|\d{6,}")


class _WordTrace(NamedTuple):
    """A word as ``same_word`` compares it. ``beginnings`` are hashed from four letters on; none of
    a word that is equal to itself alone. ``name`` is what another is the same name by; ``exact``:
    by that alone."""

    key: str
    again: str
    beginnings: tuple[str, ...]
    length: int
    own: bool
    name: str
    exact: bool


def trace_of(text: str, language: Language, key: bytes) -> str:
    """Of a fact, or of what a request to forget names: what tells of it tells of that."""
    hashed = _Hash(key)
    words = [w for w in wording(text, language).words if w.kind != "person"]
    if not words:
        run = tokens(text)
        return json.dumps({"run": hashed("run", " ".join(run)), "length": len(run)})
    return json.dumps({"words": [_word_trace(word, hashed) for word in words]})


def trace_of_value(text: str, language: Language, key: bytes) -> str:
    """Of a value, such as a name or a habit in a few words: what has all of its own words tells of
    it. One that says half of them, or only its currency, tells of something else."""
    hashed = _Hash(key)
    words = [_word_trace(word, hashed) for word in wording(text, language).words if is_own(word)]
    return json.dumps({"words": words, "all": True})


def trace_of_text(text: str, key: bytes) -> str:
    """Of one text, word for word: nothing else tells of it."""
    return json.dumps({"text": _Hash(key)("text", _plain(text))})


def trace_of_conversation(identity: str) -> str:
    """Of everything that was typed in a conversation."""
    return json.dumps({"conversation": identity})


def telling_words(text: str, language: Language) -> tuple[str, ...]:
    """The words of a fact that tell it from others, as they are written: what to look for in the
    bytes of a file. None so short that chance would write it."""
    own = {word.text for word in wording(text, language).words if is_own(word)}
    return tuple(dict.fromkeys(w for w in _WRITTEN.findall(text) if fold(w) in own))


class Traces:
    """Several traces, together."""

    def __init__(self, traces: Iterable[str], key: bytes) -> None:
        read = [json.loads(trace) for trace in traces]
        self._hash = lru_cache(maxsize=65_536)(_Hash(key))
        self._facts = [_fact_trace(entry["words"]) for entry in read if entry.get("words")]
        self._whole = [entry.get("all", False) for entry in read if entry.get("words")]
        self._runs = {(e["run"], e["length"]) for e in read if "run" in e}
        self._texts = {entry["text"] for entry in read if "text" in entry}
        self.conversations = frozenset(e["conversation"] for e in read if "conversation" in e)

    def tells(self, text: str) -> bool:
        """Whether a text tells of any of it, as ``mentions`` has it."""
        return self._held(text, own=True)

    def states(self, text: str) -> bool:
        """Whether a text says it again: half of its words. For facts, of which one that shares no
        more than a name is another."""
        return self._held(text, own=False)

    def _held(self, text: str, *, own: bool) -> bool:
        if self._texts and self._hash("text", _plain(text)) in self._texts:
            return True
        if self._runs and any(self._holds_run(text, *run) for run in self._runs):
            return True
        if not self._facts:
            return False
        held: set[tuple[int, int]] = set()
        for word in set(in_every_language(text)):
            held |= self._found(word._replace(place=0))
        counts: dict[int, int] = {}
        for number, place in held:
            if own and self._facts[number][place].own and not self._whole[number]:
                return True
            counts[number] = counts.get(number, 0) + 1
        return any(
            (1 if self._whole[number] else 2) * count >= len(self._facts[number])
            for number, count in counts.items()
        )

    def _holds_run(self, text: str, run: str, length: int) -> bool:
        found = tokens(text)
        starts = range(len(found) - length + 1) if length else ()
        return any(self._hash("run", " ".join(found[n : n + length])) == run for n in starts)

    def _found(self, word: Word) -> frozenset[tuple[int, int]]:
        """The words of the facts that are forms of this one (``same_word``)."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = frozenset(self._forms(word))
        return known

    @cached_property
    def _known(self) -> dict[Word, frozenset[tuple[int, int]]]:
        return {}

    @cached_property
    def _table(self) -> Mapping[str, list[tuple[int, int]]]:
        table: dict[str, list[tuple[int, int]]] = {}
        for number, words in enumerate(self._facts):
            for place, word in enumerate(words):
                forms = () if word.exact else (word.key, word.again, *word.beginnings)
                for name in {word.name, *forms} - {""}:
                    table.setdefault(name, []).append((number, place))
        return table

    def _forms(self, word: Word) -> Iterable[tuple[int, int]]:
        for name in same_names(word.text):
            for number, place in self._table.get(self._hash("name", name), ()):
                if word.exact or self._facts[number][place].exact:
                    yield number, place
        if word.exact:
            return
        other = {self._hash("name", plain_name(text)) for text in other_gender(word)}
        for number, place in self._alike(word):
            if self._facts[number][place].name not in other:
                yield number, place

    def _alike(self, word: Word) -> Iterable[tuple[int, int]]:
        yield from self._table.get(self._hash("key", word.key), ())
        if len(word.key) >= _SHORTEST_AGAIN:
            yield from self._table.get(self._hash("again", word.key), ())
        stripped = word.key.removeprefix(_AGAIN)
        if stripped != word.key and len(stripped) >= _SHORTEST_AGAIN:
            yield from self._table.get(self._hash("key", stripped), ())
        if word.kind or word.text[0].isdigit():
            return
        for shared in range(_SHORTEST_BEGINNING, len(word.text) + 1):
            there = self._table.get(self._hash("begins", word.text[:shared]))
            if there is None:
                return
            for number, place in there:
                longest = max(len(word.text), self._facts[number][place].length)
                if shared >= (0.6 if shared > _SHORTEST_BEGINNING else 0.75) * longest:
                    yield number, place


class _Hash:
    """A keyed hash (BLAKE2b) of a part of a text; the kind of part makes another hash of it."""

    def __init__(self, key: bytes) -> None:
        self._key = key[:64]

    def __call__(self, kind: str, text: str) -> str:
        told = f"{kind}\0{text}".encode("utf-8", "replace")
        return blake2b(told, key=self._key, digest_size=_SIZE).hexdigest()


def _word_trace(word: Word, hashed: _Hash) -> _WordTrace:
    begins = () if word.kind or word.text[0].isdigit() else _beginnings(word.text)
    again = word.key.removeprefix(_AGAIN) if word.key.startswith(_AGAIN) else ""
    return _WordTrace(
        key=hashed("key", word.key),
        again=hashed("again", again) if len(again) >= _SHORTEST_AGAIN else "",
        beginnings=tuple(hashed("begins", beginning) for beginning in begins),
        length=len(word.text),
        own=is_own(word),
        name=hashed("name", plain_name(word.text)),
        exact=word.exact,
    )


def _beginnings(text: str) -> tuple[str, ...]:
    return tuple(text[:n] for n in range(_SHORTEST_BEGINNING, len(text) + 1))


def _fact_trace(words: Iterable[Sequence[Any]]) -> tuple[_WordTrace, ...]:
    return tuple(_WordTrace(w[0], w[1], tuple(w[2]), *w[3:]) for w in words)


def _plain(text: str) -> str:
    """A text but for its case and its spaces."""
    return one_line(text).casefold()
