"""Counting requests as the asked model does, and never letting one pass 4,000 of its tokens (P1).

Two numbers: the *estimate*, which is what is shown and what sections are measured by (cl100k times
a factor learned from the server's own counts), and the *bound*, which no tokenizer in use passes. A
request whose bound is over 4,000 is reported as large as its bound, so that it never fits. For the
embedded model both are its own tokenizer's exact count.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard, cast

from assistant.config import HARD_BUDGET
from assistant.limits import RATIOS
from assistant.llm.base import ChatModel
from assistant.llm.protocol import message_json
from assistant.llm.tokenizer import FOREIGN, PLAIN, Cl100k, Tokenizer
from assistant.records import ChatMessage
from assistant.storage.base import KeyValue

if TYPE_CHECKING:
    from assistant.llm.embedded import Embedded

NAMESPACE = "token_factors"
CREDIBLE = FOREIGN
"""The most tokens that any tokenizer we measured makes of one of ours, whatever the text."""
MOST = 2 * PLAIN
"""As which a report beyond that counts once it is confirmed: prompts stay usable."""
_FIRST_CUT = 6  # characters a token, to begin the search for a cut


class Overhead(NamedTuple):
    """Tokens that the chat format adds: to a request, a message, the tools and each of them.

    ``no_system``: some templates put a system message of their own where there is none.
    """

    request: int = 3
    message: int = 4
    no_system: int = 0
    tools: int = 12
    tool: int = 8
    call: int = 8


class Factor(NamedTuple):
    """What a model's server taught: its tokens for each of ours, 1 at least.

    ``estimate`` is the middle of the latest ``ratios``; ``excess`` is by how much the bound was
    ever passed. No report does more than a real tokenizer could: one beyond ``CREDIBLE`` counts
    only beside a second of its kind, and then as ``MOST``.
    """

    estimate: float = 1.0
    excess: float = 1.0
    ratios: tuple[float, ...] = ()

    def after(self, ours: int, theirs: int) -> Factor:
        """With one more request, counted ``ours`` with this factor and ``theirs`` by the server."""
        ratio = theirs / max(1, ours) * self.estimate
        ratios = (*self.ratios, ratio)[-RATIOS.value :]
        odd = [r for r in ratios if r > CREDIBLE]
        believed = sorted(min(r, MOST) for r in ratios if r <= CREDIBLE or len(odd) > 1)
        if not believed:
            return self._replace(ratios=ratios)
        estimate = min(max(1.0, believed[(len(believed) - 1) // 2]), CREDIBLE)
        return Factor(estimate, max(self.excess, believed[-1] / PLAIN), ratios)


class Counter:
    """A TokenCounter for one model."""

    def __init__(
        self,
        tokenizer: Tokenizer | None = None,
        overhead: Overhead | None = None,
        factor: Factor | None = None,
        *,
        cautious: bool = False,
    ) -> None:
        """``cautious``: the tokenizer is not the model's own, so that the bound has a say."""
        self._tokenizer = tokenizer or Cl100k()
        self._overhead = overhead or Overhead()
        self._factor = factor or Factor()
        self._cautious = cautious

    def count(self, text: str) -> int:
        return math.ceil(self._tokenizer.count(text) * self._factor.estimate) if text else 0

    def count_messages(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = ()
    ) -> int:
        texts = [text for message in messages for text in _texts(message)]
        schemas = [_compact(tool) for tool in tools]
        overhead = self._of_format(messages, len(schemas))
        estimate = overhead + sum(map(self.count, texts + schemas))
        longest = sum(len(text.encode("utf-8", "replace")) for text in texts + schemas) + overhead
        if not self._cautious or longest <= HARD_BUDGET:
            return estimate  # not even one token a byte would pass
        bound = overhead + sum(self._bound(text) for text in texts + schemas)
        return max(estimate, bound) if bound > HARD_BUDGET else estimate

    def cut(self, text: str, tokens: int) -> str:
        low, high, most = 0, max(1, tokens * _FIRST_CUT), 0
        while True:  # until text[:low] fits and text[:high] does not
            most = self.count(text[:high])
            if most > tokens:
                break
            if high >= len(text):
                return text
            low, high = high, high * 2
        high = min(high, len(text))
        guess = low + (high - low) * tokens // most  # as if tokens were spread evenly
        step = max(1, (high - low) // 32)
        while high - low > 1:
            guess = min(max(guess, low + 1), high - 1)
            if self.count(text[:guess]) <= tokens:
                low, guess = guess, min(guess + step, (guess + high) // 2)
            else:
                high, guess = guess, max(guess - step, (low + guess) // 2)
        return text[: _whole_character(text, low)]

    def _bound(self, text: str) -> int:
        return math.ceil(self._tokenizer.bound(text) * self._factor.excess) + 1

    def _of_format(self, messages: Sequence[ChatMessage], tools: int) -> int:
        o = self._overhead
        calls = sum(len(message.tool_calls) for message in messages)
        total = o.request + o.message * len(messages) + o.call * calls
        total += 0 if any(message.role == "system" for message in messages) else o.no_system
        return total + (o.tools + o.tool * tools if tools else 0)


class _Own:
    """The model's own tokenizer: the count is the bound."""

    def __init__(self, model: Embedded) -> None:
        self.count: Callable[[str], int] = lru_cache(maxsize=4096)(model.count)

    def bound(self, text: str) -> int:
        return self.count(text)


def open_counter(model: ChatModel | None, keyvalue: KeyValue, now: datetime) -> Counter:
    """The counter of that model; without one, cl100k itself."""
    if model is None:
        return Counter()
    if model.embedded:
        from assistant.llm.embedded import Embedded

        assert isinstance(model, Embedded)
        return Counter(_Own(model), _measured_overhead(model))
    return Counter(factor=_stored(keyvalue, model.name, now) or Factor(), cautious=True)


def learn(keyvalue: KeyValue, model: str, ours: int, theirs: int, now: datetime) -> None:
    """Remember what the server counted where we had counted ``ours`` (with the factor so far)."""
    if ours <= 0 or theirs <= 0:
        return
    known = _stored(keyvalue, model, now)
    factor = (known or Factor()).after(ours, theirs)
    if factor != known:
        value = {
            "estimate": round(factor.estimate, 4),
            "excess": round(factor.excess, 4),
            "ratios": [round(ratio, 4) for ratio in factor.ratios],
        }
        keyvalue.put(NAMESPACE, model, value)


def _stored(keyvalue: KeyValue, model: str, now: datetime) -> Factor | None:
    value = keyvalue.get(NAMESPACE, model, now=now)
    if not isinstance(value, Mapping):
        return None
    estimate, excess = value.get("estimate"), value.get("excess")
    if not (_within(estimate, 1.0, CREDIBLE) and _within(excess, 1.0, MOST / PLAIN)):
        return None
    ratios = value.get("ratios")
    seen = ratios[-RATIOS.value :] if isinstance(ratios, list) else [estimate]
    return Factor(estimate, excess, tuple(r for r in seen if _within(r, 0.0, math.inf)))


def _within(number: object, lowest: float, highest: float) -> TypeGuard[float]:
    fine = isinstance(number, (int, float)) and not isinstance(number, bool)
    return fine and lowest <= cast(float, number) <= highest


def _measured_overhead(model: Embedded) -> Overhead:
    """What the model's chat template adds, by applying it to short requests."""

    def size(*roles: str) -> int:
        messages = [message_json(ChatMessage(cast(Any, role), "a")) for role in roles]
        return model.count(model.template(messages)) - len(roles) * model.count("a")

    two, four = size("system", "user"), size("system", "user", "assistant", "user")
    if not 0 < two < four:
        return Overhead(request=8, message=8)
    message = math.ceil((four - two) / 2)
    request = max(1, two - 2 * message)
    return Overhead(request, message, max(0, size("user") - message - request))


def _texts(message: ChatMessage) -> list[str]:
    calls = [f"{call.name} {call.arguments}" for call in message.tool_calls]
    return [message.content, *calls, message.tool_call_id or ""]


def _compact(tool: Mapping[str, Any]) -> str:
    return json.dumps(tool, ensure_ascii=False, separators=(",", ":"))


def _whole_character(text: str, end: int) -> int:
    """``end``, moved back so that it parts no emoji sequence nor a letter from its accent."""
    import unicodedata

    def joins(at: int) -> bool:
        after, before = text[at], text[at - 1]
        return (
            bool(unicodedata.combining(after))
            or after in "\u200d\ufe0e\ufe0f"
            or before == "\u200d"
            or "\U0001f3fb" <= after <= "\U0001f3ff"
        )

    first = end
    while 0 < end < len(text) and first - end < 32 and joins(end):
        end -= 1
    return end
