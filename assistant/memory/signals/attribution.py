"""Whose words a sentence holds: what somebody else says, writes or thinks is nobody's order (F3).

"Bob said my boss is Zacarias", "según Ana, mi jefe es Raúl", "Ana me dijo: olvidate de todo",
"Bob: remember that…". A report reaches to the end of its sentence, or to where the user takes the
word again ("…, so I'll do it from now on"); after a colon to the end of its line, or of the lines
below it. What the user tells to remember or to forget ("remember that Bob said…") stays the user's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assistant.memory.signals.lexicon import Lexicon
from assistant.memory.signals.text import Canon, Token

Tokens = Sequence[Token]

_JOINTS = frozenset({",", "-", "...", "(", ")", ";", ":"})
_OWN_SUBJECT = frozenset({"i", "we", "yo", "nosotros", "nosotras"})
_FIRST_PERSON = _OWN_SUBJECT | {"my", "our", "mi", "mis", "me", "nos", "nuestro", "nuestra"}
_STRESSED = frozenset({"yo", "nosotros", "nosotras"})
"""Spanish says "I" only to set oneself against others: "dice que…, pero yo…"."""
_MOST_JOINTS = 24
"""Where a report may begin in one sentence; what has more joints is a list or rubbish."""
_LONGEST_LABEL = 3
"""Words of a speaker's name before a colon."""
_LONGEST_PLACE = 4
"""Words and marks of where it was said, behind the name."""
_PLACED = frozenset({"on", "in", "via", "en", "por"})
_LABEL_LISTS = ("job", "work_word", "project_word", "personal_word", "answer_word", "function")
_QUOTED = frozenset({"{q}", "{c}", "{m}", "{p}"})


class Piece(NamedTuple):
    """A run of a sentence's words, and whether they are somebody else's."""

    tokens: Tokens
    reported: bool


class Attribution:
    """Goes over the sentences of one message in order."""

    def __init__(self, source: str, lexicon: Lexicon) -> None:
        self._source = source
        self._lexicon = lexicon
        self._until = 0
        """Up to this character the words are a speaker's, whatever sentence they are in."""

    def pieces(self, sentence: Tokens) -> Iterator[Piece]:
        """The sentence in runs of the user's own words and of somebody else's."""
        start = next((i for i, t in enumerate(sentence) if t.span[0] >= self._until), None)
        if start is None:
            yield Piece(sentence, True)
            return
        if start:
            yield Piece(sentence[:start], True)
        yield from self._cut(sentence[start:])

    def _cut(self, sentence: Tokens) -> Iterator[Piece]:
        canon = Canon.of(sentence)
        if not sentence or not (
            self._lexicon.has("report_sign", canon.text) or self._named(sentence)
        ):
            yield from (Piece(sentence, False),) if sentence else ()
            return
        if self._lexicon.search("report_closes", canon.text):
            yield Piece(sentence, True)
            return
        if self._ordered(canon):
            yield Piece(sentence, False)
            return
        begin, end = self._report(canon)
        if begin == end:
            yield Piece(sentence, False)
            return
        if any(t.word not in _JOINTS for t in sentence[:begin]):
            yield Piece(sentence[:begin], False)
        yield Piece(sentence[begin:end], True)
        yield from self._cut(sentence[end:])

    def _ordered(self, canon: Canon) -> bool:
        """Whether the user tells the memory to keep, or to forget, what is said of the report."""
        return any(self._lexicon.match(cue, canon.text, 0) for cue in ("remember", "forget"))

    def _report(self, canon: Canon) -> tuple[int, int]:
        """The first report of a sentence, as a range of its tokens; empty where there is none."""
        tokens, count = canon.tokens, len(canon.tokens)
        if said := self._direct(canon):
            return said
        if aside := self._lexicon.search("report_aside", canon.text):
            said_at = canon.tokens_within(*aside.span())[1]
            return 0, self._released(canon, said_at, of_user=True)
        for begin in self._begins(tokens):
            match = self._lexicon.match("report_opens", canon.text, canon.starts[begin])
            if match is not None:
                said_at = canon.tokens_within(match.start(), match.end())[1]
                return begin, self._released(canon, said_at, of_user=self._of_user(canon, said_at))
            match = self._lexicon.match("report_answers", canon.text, canon.starts[begin])
            if match is not None:  # "she said yes, so we…": a report only where it ends
                said_at = canon.tokens_within(match.start(), match.end())[1] - 1
                end = self._released(canon, said_at, of_user=self._of_user(canon, said_at))
                if end < count:
                    return begin, end
        return 0, 0

    def _direct(self, canon: Canon) -> tuple[int, int] | None:
        """Somebody's own words after a colon: "Ana wrote: …", "mail from Bob: …", "Bob: …"."""
        named = self._named(canon.tokens)
        colons = [i for i, token in enumerate(canon.tokens) if token.word == ":"]
        if not (colons or named):
            return None
        match = self._lexicon.search("report_direct", canon.text)
        colon = named if named else None
        if colon is None and match is not None:
            colon = next((c for c in colons if canon.starts[c] <= match.end() - 1), None)
        if colon is None:
            return None
        after = canon.tokens[colon + 1 : colon + 2]
        if after and after[0].word in _QUOTED:
            return 0, colon + 2
        self._until = self._block_end(canon.tokens[colon].span[1])
        return 0, sum(token.span[0] < self._until for token in canon.tokens)

    def _named(self, tokens: Tokens) -> int:
        """Where the mark after a speaker's name stands that begins a line; 0 where none does.

        A name is written with capitals, or is a person's word ("mum: …"), where it was said may
        stand behind it ("Ana on slack > …"), and what follows must speak in the first person or to
        the reader: "City: Rome" is a note, and "Vim > Emacs" ranks two things.
        """
        near = tokens[: _LONGEST_LABEL + _LONGEST_PLACE]
        colon = next((i for i, t in enumerate(near) if i and t.word in (":", ">")), 0)
        if tokens and tokens[0].word == "<":  # "<ana> : …" and "<ana> …"
            colon = next((i for i, t in enumerate(near) if t.word == ":"), 0)
        if not colon or not self._begins_line(tokens[0].span[0]):
            return 0
        label = [t for t in tokens[:colon] if t.word not in ("@", "<", ">", "-")]
        place = next((i for i, t in enumerate(label) if i and t.word in _PLACED), len(label))
        label = label[:place]
        if not 0 < len(label) <= _LONGEST_LABEL or not self._is_speaker(label, tokens[0]):
            return 0
        rest = Canon.of(tokens[colon + 1 :]).text
        if tokens[colon + 1 : colon + 2] and tokens[colon + 1].word in _QUOTED:
            return colon
        if tokens[colon].word == ">":
            opens = ("first_person", "claim", "standing", "remember", "forget")
            return colon if any(self._lexicon.match(cue, rest, 0) for cue in opens) else 0
        speaks = ("first_person", "standing", "remember", "forget", "prefer")
        return colon if any(self._lexicon.has(cue, rest) for cue in speaks) else 0

    def _is_speaker(self, label: Tokens, first: Token) -> bool:
        if first.word in ("@", "<"):
            return True
        persons = self._lexicon.entries("person")
        if label[-1].word in persons:
            return all(t.word in persons or t.word in _FIRST_PERSON | {"el", "la"} for t in label)
        known = frozenset().union(*map(self._lexicon.entries, _LABEL_LISTS))
        return all(
            token.word not in known
            and token.word.isalpha()
            and self._source[token.span[0]].isupper()
            and not self._common(token.word)
            for token in label
        )

    def _common(self, word: str) -> bool:
        from assistant.memory.segments.words import is_common

        leads = self._lexicon.entries("report_lead") | self._lexicon.entries("keep_verb")
        return word in leads or is_common(word) or bool(self._lexicon.match("filler", word, 0))

    def _begins_line(self, at: int) -> bool:
        line = self._source[self._source.rfind("\n", 0, at) + 1 : at]
        return not line.strip(" \t-*•[]()0123456789:.,/")

    def _block_end(self, at: int) -> int:
        """The end of the line, or of the paragraph below where nothing follows on the line."""
        end = self._source.find("\n", at)
        if end < 0:
            return len(self._source)
        if self._source[at:end].strip():
            return end
        below = end + len(self._source[end:]) - len(self._source[end:].lstrip())
        stop = self._source.find("\n\n", below)
        return len(self._source) if stop < 0 else stop

    def _begins(self, tokens: Tokens) -> Iterator[int]:
        """Where a report may begin: at the first word, and after each joint."""
        joins = self._lexicon.entries("conjunction") | _JOINTS
        yield 0
        seen = 0
        for place in range(1, len(tokens)):
            if tokens[place - 1].word in joins and tokens[place].word not in _JOINTS:
                seen += 1
                if seen > _MOST_JOINTS:
                    return
                yield place

    def _released(self, canon: Canon, said_at: int, *, of_user: bool) -> int:
        """Where the user takes the word again; the end of the sentence where that is nowhere.

        Of somebody who speaks of the user ("Bob says I…") a mere comma or "and" goes on; only what
        is set against it, or follows from it, after a mark is the user's.
        """
        tokens = canon.tokens
        for place in range(said_at + 1, len(tokens) - 1):
            offset = canon.starts[place]
            joint = tokens[place - 1].word in _JOINTS
            turn = self._lexicon.match("report_release", canon.text, offset)
            if turn is not None:
                after = self._led(canon, canon.tokens_within(offset, turn.end())[1])
                stressed = after < len(tokens) and tokens[after].word in _STRESSED
                if (joint or stressed or not of_user) and self._own(canon, after, turned=True):
                    return after
            elif (
                joint
                and not of_user
                and self._own(canon, place, turned=tokens[place - 1].word == ":")
            ):
                return place
        return len(tokens)

    def _led(self, canon: Canon, at: int) -> int:
        """Where what is told begins after "it's like this:"."""
        if at >= len(canon.tokens):
            return at
        lead = self._lexicon.match("lead_in", canon.text, canon.starts[at])
        return canon.tokens_within(canon.starts[at], lead.end())[1] if lead else at

    def _of_user(self, canon: Canon, at: int) -> bool:
        """Whether what is said begins with the user."""
        while at < len(canon.tokens) and canon.tokens[at].word in ("que", "that", ",", ":", "no"):
            at += 1
        if at >= len(canon.tokens):
            return False
        first = canon.tokens[at].word
        claimed = self._lexicon.match("claim", canon.text, canon.starts[at])
        return first in _FIRST_PERSON or claimed is not None

    def _own(self, canon: Canon, at: int, *, turned: bool) -> bool:
        """Whether the user speaks from there on."""
        if at >= len(canon.tokens):
            return False
        offset = canon.starts[at]
        if canon.tokens[at].word in _OWN_SUBJECT or self._lexicon.match(
            "claim", canon.text, offset
        ):
            return True
        if not turned:
            return False
        if self._lexicon.match("first_person", canon.text, offset):
            return True
        rest = Canon.of(canon.tokens[at:]).text
        return any(self._lexicon.match(cue, rest, 0) for cue in ("standing", "remember", "prefer"))
