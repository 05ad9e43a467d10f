"""The prompt of a small model (A9): what it can do decides what it is sent.

A static part of a few words in the language of the message, two example exchanges that look like
what is asked, the facts that bear on it right beside the question, the last two turns, no tools.
The texts are ``prompt.toml`` of each language; ``python -m tests.benchmarks.small`` compares them
with others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from assistant.config import PromptConfig
from assistant.languages import FALLBACK, table
from assistant.llm.base import TokenCounter
from assistant.memory.base import OfferedFact
from assistant.prompt.base import PromptSource
from assistant.prompt.elision import shorten
from assistant.prompt.sections import facts_beside
from assistant.records import ChatMessage, Language, Turn
from assistant.text.folding import fold_in_place

BUDGET = 600
MOST_FACTS, MOST_EXAMPLES, MOST_TURNS = 3, 2, 2
BEARS, BESIDE = 3.0, 2.3
"""The least score of a fact that bears on a question, and how far below the best one's it may lie:
a tenth of its chance to be the one wanted (scores are logarithms of chances). On the questions of
``tests/benchmarks/small.py`` those about a fact score 3.7 and more, small talk 2.3 at most; a small
model talks of whatever fact it is shown."""
NEAR = 0.25
"""The continuity from which the turns before are of use: else it talks on about them."""
ROLE_TOKENS = 80
MESSAGE_TOKENS = 56
"""What is shown of a message of the window: it stays under the floor of elisions, whose mark a
small model copies."""
WHY_OUT = "a small model gets only what bears on the question"

_LIMITS: Mapping[str, int] = {
    "budget": BUDGET,
    "summarise_over": BUDGET,
    "facts": 100,
    "summaries": 0,
    "window": 260,
    "tool_results": 120,
    "fragments": 280,
}
_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r"[\"«“].+?[\"»”]", re.DOTALL)
OTHER_SORT = 0.5


class Example(NamedTuple):
    """An exchange that shows how to answer; ``known`` are the facts that it rests on."""

    ask: str
    reply: str
    known: tuple[str, ...] = ()


class Texts(NamedTuple):
    """What a language has: the static part, the words that lead facts in, the examples."""

    static: str
    known: str
    examples: tuple[Example, ...]
    about: tuple[Example, ...]


@cache
def texts(language: Language) -> Texts:
    """The words of a small model's prompt in a language."""
    own = table(language, "prompt") or table(FALLBACK, "prompt")
    return Texts(own["static"], own["known"], _examples(own["examples"]), _examples(own["about"]))


def for_small(
    source: PromptSource, limits: PromptConfig, counter: TokenCounter
) -> tuple[PromptSource, PromptConfig]:
    """What of a source a small model is sent, and within which limits.

    Tools go along only where a call of one was demanded: they are the caller's.
    """
    own = texts(source.language)
    facts = _nearest(source.facts)
    known = [o.fact.fact for o in facts if o.considered.decision == "in"]
    shown = () if source.exchange else chosen(source.message, own.about if known else own.examples)
    small = replace(
        source,
        system=own.static,
        role_prompt=shorten(source.role_prompt.strip(), ROLE_TOKENS, counter),
        state=(),
        facts=facts,
        summaries=(),
        context=(),
        window=tuple(_shortened(turn, counter) for turn in source.window[-MOST_TURNS:]),
        run=source.run[-MOST_TURNS:],
        examples=tuple(m for example in shown for m in _messages(example, own)),
        facts_lead=own.known,
    )
    return small, limits_for_small(limits)


def limits_for_small(limits: PromptConfig) -> PromptConfig:
    """The limits of a small model's prompt, where those that are set are not lower."""
    return replace(limits, **{k: min(v, getattr(limits, k)) for k, v in _LIMITS.items()})


def chosen(message: str, examples: Sequence[Example]) -> tuple[Example, ...]:
    """The examples whose words are most like the message's, the nearest last.

    By words, the little ones above all: what is asked shows in "what is the … of", "name three".
    One that works on a quoted text, and one that does not, are of two sorts.
    """
    asked = _features(message)

    def likeness(example: Example) -> float:
        other = bool(_QUOTED.search(example.ask)) != bool(_QUOTED.search(message))
        return _likeness(asked, _features(example.ask)) * (OTHER_SORT if other else 1.0)

    ranked = sorted(examples, key=likeness, reverse=True)
    return tuple(reversed(ranked[:MOST_EXAMPLES]))


def _messages(example: Example, own: Texts) -> tuple[ChatMessage, ChatMessage]:
    asked = example.ask
    if example.known:
        asked = f"{facts_beside(own.known, example.known)}\n{asked}"
    return ChatMessage("user", asked), ChatMessage("assistant", example.reply)


def _nearest(offered: Sequence[OfferedFact]) -> tuple[OfferedFact, ...]:
    """Three at most stay in: those that bear on the question, and a rule for every answer."""
    inside = [o for o in offered if o.considered.decision == "in"]
    bearing = sorted((o for o in inside if not o.standing), key=lambda o: -o.considered.score)
    best = bearing[0].considered.score if bearing else 0.0
    bearing = [o for o in bearing if o.considered.score >= max(BEARS, best - BESIDE)]
    rules = [o for o in inside if o.standing][:1]
    kept = {o.fact.id for o in (*bearing[: MOST_FACTS - len(rules)], *rules)}
    whole = (o._replace(line="") for o in offered)  # telegrams are for those who read between them
    return tuple(
        o
        if o.considered.decision == "out" or o.fact.id in kept
        else o._replace(considered=replace(o.considered, decision="out", reason=WHY_OUT))
        for o in whole
    )


def _shortened(turn: Turn, counter: TokenCounter) -> Turn:
    def cut(content: str) -> str:
        return shorten(content, MESSAGE_TOKENS, counter)

    return replace(
        turn,
        user=replace(turn.user, content=cut(turn.user.content)),
        reply=replace(turn.reply, content=cut(turn.reply.content)),
    )


def _features(text: str) -> frozenset[object]:
    words = _WORD.findall(fold_in_place(text))
    pairs = zip(["", *words], words, strict=False)
    return frozenset((*words, *pairs, *(["?"] if "?" in text else [])))


def _likeness(one: frozenset[object], other: frozenset[object]) -> float:
    return len(one & other) / max(1, len(one | other))


def _examples(rows: Sequence[Mapping[str, Any]]) -> tuple[Example, ...]:
    return tuple(Example(r["ask"], r["reply"], tuple(r.get("known", ()))) for r in rows)
