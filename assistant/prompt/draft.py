"""A prompt in the making: what is fixed, what can give way, and what each part holds so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from assistant.config import PromptConfig
from assistant.prompt.base import Drop, PromptSource
from assistant.prompt.budget import Meter
from assistant.prompt.dialogue import exchanges, fit_exchange, fit_window
from assistant.prompt.fitting import (
    Fitted,
    fit_context,
    fit_facts,
    fit_state,
    fit_summaries,
    fit_tools,
)
from assistant.prompt.fragments import Fragments, fit_fragments
from assistant.prompt.omissions import leave_out_recent, needs_format, shorten_used_tools
from assistant.prompt.sections import system_content, user_words
from assistant.prompt.table import FACTS, RESULTS, STATE, SectionRow, Strategy, ladder, with_rows

JOINTS = 16
"""Tokens for what joins the parts: the memory block's tags, blank lines."""

Fit = Callable[[int, str], Fitted]


class Fixed(NamedTuple):
    """What is sent as it is: the system text with the role, the state, the tool chain, the words.

    ``frame`` counts the system text, the examples and the chat format's overhead. ``rules`` is what
    the standing rules need: they always have a place (F8).
    """

    frame: int
    held: Mapping[str, Fitted]
    rules: int

    @property
    def tokens(self) -> int:
        return self.frame + sum(fitted.tokens for fitted in self.held.values())


class Draft(NamedTuple):
    """Fitted sections by name, and for each that can give way how to fit it to less room.

    ``rows`` is the table with the rows of this turn.
    ``hidden`` maps each fact that was left out because its turn is shown to that turn's number.
    ``used`` are the strategies by which sections gave way so far.
    """

    source: PromptSource
    rows: tuple[SectionRow, ...]
    frame: int
    fits: Mapping[str, Fit]
    held: Mapping[str, Fitted]
    hidden: Mapping[str, int]
    omitted: tuple[Drop, ...] = ()
    pressed: bool = False
    used: frozenset[Strategy] = frozenset()

    @property
    def tokens(self) -> int:
        """An upper estimate of the whole request."""
        return self.frame + sum(fitted.tokens for fitted in self.held.values())

    def give_way(self, row: SectionRow, room: int, reason: str) -> Draft:
        """The same draft with that section in at most ``room`` tokens."""
        fitted = self.fits[row.name](max(0, room), reason)
        used = self.used
        if fitted.tokens < self.held[row.name].tokens:
            used |= {row.strategy}
        return self._replace(held={**self.held, row.name: fitted}, used=used)

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """Those used, in the order of the ladder."""
        steps = (rung.row.strategy for rung in ladder(self.rows))
        return tuple(dict.fromkeys(step for step in steps if step in self.used))


def fix(source: PromptSource, limits: PromptConfig, meter: Meter) -> Fixed:
    """Write and measure what no ladder touches; tool results have a cap of their own (T8)."""
    instructions = source.format_instructions if needs_format(source.previous_output) else ""
    words = user_words(
        source.message, instructions, source.last_error, with_data=bool(source.attachments)
    )
    held = {
        "state": _capped(STATE, partial(fit_state, source.state, meter=meter), limits),
        RESULTS.name: _capped(RESULTS, partial(fit_exchange, source.exchange, meter=meter), limits),
        "message": Fitted(meter.per_message + meter.count(words), (words,) if words else ()),
    }
    system = meter.per_message + meter.count(system_content(source.system, source.role_prompt))
    examples = sum(map(meter.message, source.examples))
    standing = [o for o in source.facts if o.standing]
    return Fixed(
        frame=meter.base + system + JOINTS + examples,
        held=held,
        rules=fit_facts(standing, limits.facts, "", meter).tokens,
    )


def begin(
    source: PromptSource, fixed: Fixed, fragments: Fragments, limits: PromptConfig, meter: Meter
) -> Draft:
    """Every section within its own cap, what P6 leaves out left out."""
    dialogue = exchanges(source.window, source.run)
    tools = shorten_used_tools(source.tools, source.used_tools)
    context = [c for c in source.context if any(line.strip() for line in c.lines)]
    rows = with_rows(c.section for c in context)
    fits: dict[str, Fit] = {
        "summaries": partial(fit_summaries, source.summaries, meter=meter),
        "window": partial(fit_window, dialogue, source.language, meter=meter),
        "tools": partial(fit_tools, tools, meter=meter),
        "fragments": partial(fit_fragments, fragments, source.language, meter=meter),
        **{c.section.name: partial(fit_context, c, meter=meter) for c in context},
    }
    held = {row.name: _capped(row, fits[row.name], limits) for row in rows if row.name in fits}
    facts = leave_out_recent(source.facts, source.recent_facts, held["window"].shown_turns)
    fits["facts"] = lambda room, why: fit_facts(facts, max(room, fixed.rules), why, meter)
    held["facts"] = _capped(FACTS, fits["facts"], limits)
    hidden = {
        now.fact.id: source.recent_facts[now.fact.id]
        for was, now in zip(source.facts, facts, strict=True)
        if was is not now
    }
    return Draft(
        source=source,
        rows=rows,
        frame=fixed.frame,
        fits=fits,
        held={**fixed.held, **held},
        hidden=hidden,
        omitted=_omitted(source, meter),
    )


def _capped(row: SectionRow, fit: Fit, limits: PromptConfig) -> Fitted:
    return fit(row.most(limits), row.over_cap(limits))


def _omitted(source: PromptSource, meter: Meter) -> tuple[Drop, ...]:
    """What P6 leaves out, as drops: known tools' descriptions, format instructions."""
    short = shorten_used_tools(source.tools, source.used_tools)
    drops = [
        Drop(
            "tools",
            f"{tool['function']['name']}: full description",
            meter.schema(tool) - meter.schema(shorter),
            "already used in this conversation",
        )
        for tool, shorter in zip(source.tools, short, strict=True)
        if tool is not shorter
    ]
    if source.format_instructions and not needs_format(source.previous_output):
        tokens = meter.count(source.format_instructions)
        drops.append(
            Drop("message", "format instructions", tokens, "the previous output was valid")
        )
    return tuple(drops)
