"""A reply as it streams: each sentence is judged with all before it, and only then shown."""

from __future__ import annotations

import re
from collections.abc import Callable

from assistant.answers.guard.base import Asked, Why, words
from assistant.answers.guard.judging import fault, is_echo, is_empty
from assistant.answers.guard.loops import SHORTEST_SENTENCE

FENCE = "```"

_SPEAKS = re.compile(r"[^\W\d_]|\n")
_END = re.compile(r"[.!?…][\"'»”)*]*[ \t]+|\n+")


class NoReply(Exception):
    """What comes is no reply, or none any more: the generation may end."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class Gate:
    """Lets the sentences of one reply pass. ``text`` is what passed.

    A question that only restates the message is left out; from the first sentence that is no reply
    on, or that was said already, nothing passes any more.
    """

    def __init__(self, asked: Asked, show: Callable[[str], None] | None = None) -> None:
        self._asked = asked
        self._show = show
        self._held = ""
        self._said: set[tuple[str, ...]] = set()
        self.text = ""

    def feed(self, piece: str) -> None:
        """Take a piece of the reply. Raises NoReply."""
        self._held += piece
        while end := self._end():
            sentence, self._held = self._held[:end], self._held[end:]
            self._take(sentence)

    def _end(self) -> int:
        """Where the first sentence ends that is held; 0 for none. The number of a list's item ends
        none."""
        ends = (end.end() for end in _END.finditer(self._held))
        return next((end for end in ends if _SPEAKS.search(self._held, 0, end)), 0)

    def finish(self, *, whole: bool = True) -> None:
        """The reply has ended; where it was cut short, its last words are let go unless they are
        all there is. Raises NoReply where nothing passed."""
        rest, self._held = self._held, ""
        if rest.strip() and (whole or not self.text.strip()):
            self._take(rest)
        if not self.text.strip():
            raise NoReply("empty")

    def _take(self, sentence: str) -> None:
        if not self.text.strip() and (is_empty(sentence) or is_echo(sentence, self._asked)):
            return
        if why := self._why_not(sentence):
            raise NoReply(why)
        self._said.add(_without_figures(sentence))
        self.text += sentence
        if self._show:
            self._show(sentence)

    def _why_not(self, sentence: str) -> Why | None:
        if not any(map(str.isalnum, sentence)) or self._in_code:
            return None
        again = _without_figures(sentence)
        if len(again) >= SHORTEST_SENTENCE and again in self._said:
            return "loop"
        return fault(self.text + sentence, self._asked)

    @property
    def _in_code(self) -> bool:
        return self.text.count(FENCE) % 2 == 1


def _without_figures(sentence: str) -> tuple[str, ...]:
    """What two items of a list have in common that are the same but for their number."""
    return tuple(word for word in words(sentence) if not word.isdigit())
