"""A prompt in the making: what is fixed, what can give way, and what each part holds so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from assistant.config import HARD_BUDGET, PromptConfig
from assistant.prompt.base import Drop, PromptSource
from assistant.prompt.budget import Meter
from assistant.prompt.dialogue import exchanges, fit_exchange, fit_window
from assistant.prompt.fitting import Fitted, fit_facts, fit_state, fit_summaries, fit_tools
from assistant.prompt.fragments import Fragments, fit_fragments
from assistant.prompt.omissions import leave_out_recent, needs_format, shorten_used_tools
from assistant.prompt.sections import system_content, user_words
from assistant.records import SectionName

STATE_TOKENS = 150
JOINTS = 16
"""Tokens for what joins the parts: the memory block's tags, blank lines."""

Fit = Callable[[int, str], Fitted]


class Fixed(NamedTuple):
    """What is sent as it is: the system text with the role, the state, the tool chain, the words.

    ``tokens`` counts all of it with the chat format's overhead. ``rules`` is what the standing
    rules need: they always have a place (F8).
    """

    state: Fitted
    chain: Fitted
    words: str
    words_tokens: int
    tokens: int
    rules: int


class Draft(NamedTuple):
    """Fitted sections by name, and for each the way to fit it to less room.

    ``hidden`` maps each fact that was left out because its turn is shown to that turn's number.
    """

    source: PromptSource
    fixed: Fixed
    fits: Mapping[SectionName, Fit]
    held: Mapping[SectionName, Fitted]
    hidden: Mapping[str, int]
    omitted: tuple[Drop, ...] = ()
    pressed: bool = False

    @property
    def tokens(self) -> int:
        """An upper estimate of the whole request."""
        return self.fixed.tokens + sum(fitted.tokens for fitted in self.held.values())

    def give_way(self, section: SectionName, room: int, reason: str) -> Draft:
        """The same draft with that section in at most ``room`` tokens."""
        fitted = self.fits[section](max(0, room), reason)
        return self._replace(held={**self.held, section: fitted})


def fix(source: PromptSource, limits: PromptConfig, meter: Meter) -> Fixed:
    """Write and measure what no ladder touches; tool results have a cap of their own (T8)."""
    state = fit_state(source.state, STATE_TOKENS, _over("state", STATE_TOKENS), meter)
    room = limits.tool_results
    chain = fit_exchange(source.exchange, room, _over("pending results", room), meter)
    instructions = source.format_instructions if needs_format(source.previous_output) else ""
    words = user_words(
        source.message, instructions, source.last_error, with_data=bool(source.attachments)
    )
    words_tokens = meter.per_message + meter.count(words)
    system = system_content(source.system, source.role_prompt, (), (), ())
    examples = sum(map(meter.message, source.examples))
    standing = [o for o in source.facts if o.standing]
    return Fixed(
        state=state,
        chain=chain,
        words=words,
        words_tokens=words_tokens,
        tokens=meter.base
        + meter.per_message
        + meter.count(system)
        + JOINTS
        + examples
        + state.tokens
        + chain.tokens
        + words_tokens,
        rules=fit_facts(standing, limits.facts, "", meter).tokens,
    )


def begin(
    source: PromptSource, fixed: Fixed, fragments: Fragments, limits: PromptConfig, meter: Meter
) -> Draft:
    """Every section within its own cap, what P6 leaves out left out."""
    dialogue = exchanges(source.window, source.run)
    tools = shorten_used_tools(source.tools, source.used_tools)
    fits: dict[SectionName, Fit] = {
        "summaries": partial(fit_summaries, source.summaries, meter=meter),
        "window": partial(fit_window, dialogue, source.language, meter=meter),
        "tools": partial(fit_tools, tools, meter=meter),
        "fragments": partial(fit_fragments, fragments, source.language, meter=meter),
    }
    caps: dict[SectionName, int] = {
        "summaries": limits.summaries,
        "window": limits.window,
        "tools": HARD_BUDGET,
        "fragments": limits.fragments,
    }
    held = {name: fit(caps[name], _over(name, caps[name])) for name, fit in fits.items()}
    facts = leave_out_recent(source.facts, source.recent_facts, held["window"].shown_turns)
    fits["facts"] = lambda room, why: fit_facts(facts, max(room, fixed.rules), why, meter)
    held["facts"] = fits["facts"](limits.facts, _over("facts", limits.facts))
    hidden = {
        now.fact.id: source.recent_facts[now.fact.id]
        for was, now in zip(source.facts, facts, strict=True)
        if was is not now
    }
    return Draft(source, fixed, fits, held, hidden, _omitted(source, meter))


def _over(what: str, tokens: int) -> str:
    return f"over the {tokens:,} tokens for {what}"


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
