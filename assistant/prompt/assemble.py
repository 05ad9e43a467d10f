"""From everything that may enter a prompt to the request that is sent (P1–P8).

Each section first gets its own cap; over ``summarise_over`` some are pressed; over the budget they
give way, each as far as needed before the next. ``table.py`` says which, and in what order. The
result is counted whole, and raises rather than pass its budget.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from assistant.config import HARD_BUDGET, PromptConfig
from assistant.errors import BudgetExceeded
from assistant.llm.base import TokenCounter
from assistant.prompt.base import Prompt, PromptSource
from assistant.prompt.budget import CHARS_PER_TOKEN_AT_MOST, Density, Meter
from assistant.prompt.draft import Draft, begin, fix
from assistant.prompt.elision import elide
from assistant.prompt.fragments import prepare, split_typed
from assistant.prompt.layout import lay_out
from assistant.prompt.table import NAMES, SectionRow, ladder, over_limit

if TYPE_CHECKING:
    from assistant.prompt.choosing import Embed

ERROR_TOKENS = 80
LONG_MESSAGE = 300
"""A typed message over this becomes fragments where it does not fit whole."""
ROOM_FOR_ATTACHMENTS = 400
"""What a long typed message must leave to attachments; else it becomes fragments too."""


class Step(NamedTuple):
    """A section that gives way, and the tokens that it keeps."""

    row: SectionRow
    least: int


def assemble(
    source: PromptSource, counter: TokenCounter, limits: PromptConfig, embed: Embed | None = None
) -> Prompt:
    """The prompt of a turn and the report of what was kept, cut, dropped and why. Deterministic.

    ``embed`` helps to choose fragments. Raises BudgetExceeded where what must be sent (system,
    role, state, tool chain, standing rules, message) does not fit in the budget.
    """
    meter = Meter(counter)
    budget = min(limits.budget, HARD_BUDGET)
    error = elide(source.last_error, ERROR_TOKENS, meter)
    source = replace(source, message=source.message.strip(), last_error=error)
    long = Density(source.message, meter).total > LONG_MESSAGE
    if not (long and _passes(source, budget, limits, meter)):
        question = source.message or "\n".join(m.content for m in source.run[-1:])
        try:
            return _assemble(source, question, budget, limits, meter, embed)
        except BudgetExceeded:
            if not long:
                raise
    typed = Density(source.message, meter).total
    message, question, rest = split_typed(source.message, meter)
    source = replace(source, message=message, attachments=(rest, *source.attachments))
    prompt = _assemble(source, question, budget, limits, meter, embed)
    return replace(prompt, wanted=max(prompt.wanted, typed))


def _passes(source: PromptSource, budget: int, limits: PromptConfig, meter: Meter) -> bool:
    """Whether the message does not fit whole, even if all that can give way did."""
    if len(source.message) > budget * CHARS_PER_TOKEN_AT_MOST:
        return True
    fixed = fix(source, limits, meter)
    data = sum(len(a.text) for a in source.attachments) // 4
    return fixed.tokens + fixed.rules + min(data, ROOM_FOR_ATTACHMENTS) > budget


def _assemble(
    source: PromptSource,
    question: str,
    budget: int,
    limits: PromptConfig,
    meter: Meter,
    embed: Embed | None,
) -> Prompt:
    fixed = fix(source, limits, meter)
    fragments = prepare(source.attachments, question, meter, embed)
    while True:
        whole = begin(source, fixed, fragments, limits, meter)
        draft, prompt = _within(_press(whole, limits), budget, meter)
        prompt = replace(prompt, wanted=max(whole.tokens, prompt.tokens))
        shown = draft.held["window"].shown_turns
        lost = {fact for fact, turn in draft.hidden.items() if turn not in shown}
        if not lost:
            return prompt
        # Their turns went: these facts are no longer said elsewhere in the prompt.
        still = {fact: turn for fact, turn in source.recent_facts.items() if fact not in lost}
        source = replace(source, recent_facts=still)


def _press(draft: Draft, limits: PromptConfig) -> Draft:
    """Aggressive summarising (P5): shorter summary lines, long messages elided; no turn is lost.
    Where sections of packs can make the room, nothing has to be summarised (K3)."""
    rungs = [(rung, rung.row.pressed) for rung in ladder(draft.rows)]
    steps = [Step(r.row, max(p, draft.held[r.row.name].floor)) for r, p in rungs if p is not None]
    goal = limits.summarise_over
    draft = _reduce(draft, goal, [step for step in steps if step.row.name not in NAMES])
    if draft.tokens <= goal:
        return draft
    core = [step for step in steps if step.row.name in NAMES]
    return _reduce(draft._replace(pressed=True), goal, core)


def _within(draft: Draft, budget: int, meter: Meter) -> tuple[Draft, Prompt]:
    """The prompt of at most ``budget`` tokens, counted whole. Raises BudgetExceeded."""
    goal = budget
    steps = [
        Step(rung.row, 0 if rung.whole else draft.held[rung.row.name].floor)
        for rung in ladder(draft.rows)
    ]
    while True:
        fitted = _reduce(draft, goal, steps)
        prompt = lay_out(fitted, budget, meter)
        if prompt.tokens <= budget:
            return fitted, prompt
        if fitted.tokens > goal:
            raise _cannot_fit(prompt)
        # The whole counts more than its parts, as the counter of an unknown tokenizer may say.
        goal = min(goal, fitted.tokens) * budget // prompt.tokens


def _reduce(draft: Draft, goal: int, steps: Iterable[Step]) -> Draft:
    """Sections give way in order, none below its ``least``, until ``goal`` is met."""
    for row, least in steps:
        excess = draft.tokens - goal
        held = draft.held[row.name].tokens
        if excess > 0 and held > least:
            draft = draft.give_way(row, max(least, held - excess), over_limit(goal))
    return draft


def _cannot_fit(prompt: Prompt) -> BudgetExceeded:
    parts = sorted(((s.tokens, s.name) for s in prompt.sections if s.tokens), reverse=True)
    largest = ", ".join(f"{name} {tokens:,}" for tokens, name in parts[:3])
    return BudgetExceeded(
        f"The request needs {prompt.tokens:,} tokens of a budget of {prompt.budget:,} ({largest})",
        "Shorten the message or the role's prompt, or raise prompt.budget (4,000 at most).",
    )
