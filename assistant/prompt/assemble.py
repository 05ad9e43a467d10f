"""From everything that may enter a prompt to the request that is sent (P1–P8).

Each section first gets its own cap; over ``summarise_over`` the window and the summaries are
pressed; over the budget sections give way in the order of ``LADDER``, each as far as needed before
the next. The result is counted whole, and raises rather than pass its budget.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

from assistant.config import HARD_BUDGET, PromptConfig
from assistant.embedding.base import Embedder
from assistant.errors import BudgetExceeded
from assistant.llm.base import TokenCounter
from assistant.prompt.base import Drop, Prompt, PromptSource, Section
from assistant.prompt.budget import Meter
from assistant.prompt.dialogue import exchanges, fit_exchange, fit_window, window_floor
from assistant.prompt.elision import elide
from assistant.prompt.fitting import Fitted, fit_facts, fit_state, fit_summaries, fit_tools
from assistant.prompt.fragments import Fragments, fit_fragments, prepare, split_typed
from assistant.prompt.omissions import leave_out_recent, needs_format, shorten_used_tools
from assistant.prompt.sections import merge_neighbours, system_content, user_content
from assistant.records import SECTION_NAMES, ChatMessage, SectionName

STATE_TOKENS = 150
ERROR_TOKENS = 80
PRESSED_WINDOW = 600
PRESSED_SUMMARIES = 100
FRAGMENTS_SHARE = 400
"""Room that a long typed message leaves to the attachments; else it becomes fragments itself."""

LADDER: tuple[SectionName, ...] = ("summaries", "window", "fragments", "facts", "tools")
"""What gives way over the budget, in order. P5 names the first three; facts that are no standing
rule and tool definitions follow, before a request that cannot fit is refused."""

Fit = Callable[[int, str], Fitted]


@dataclass(frozen=True, slots=True)
class _Draft:
    """What is fixed, how each other section is fitted, and what it holds at the moment."""

    source: PromptSource
    system: str
    words: str
    fixed: int
    exchange: Fitted
    fits: Mapping[str, Fit]
    held: Mapping[str, Fitted]
    floors: Mapping[str, int]
    pressed: bool = False

    @property
    def tokens(self) -> int:
        return self.fixed + sum(fitted.tokens for fitted in self.held.values())

    def with_less(self, section: str, room: int, reason: str) -> _Draft:
        room = max(room, self.floors.get(section, 0), 0)
        fitted = self.fits[section](room, reason)
        return replace(self, held={**self.held, section: fitted})


def assemble(
    source: PromptSource,
    counter: TokenCounter,
    limits: PromptConfig,
    embedder: Embedder | None = None,
) -> Prompt:
    """The prompt of a turn and the report of what was kept, cut, dropped and why. Deterministic.

    ``embedder`` helps to choose fragments. Raises BudgetExceeded where what must be sent (system,
    role, state, tool chain, standing rules, message) does not fit in the budget.
    """
    budget = min(limits.budget, HARD_BUDGET)
    meter = Meter(counter)
    source = replace(source, last_error=elide(source.last_error, ERROR_TOKENS, meter))
    draft = _draft(source, limits, budget, meter, embedder)
    goal = budget
    while True:
        fitted = _make_fit(_press(draft, limits), goal)
        if fitted.tokens > goal:
            raise _cannot_fit(fitted, budget)
        prompt = _finish(fitted, budget, meter)
        if prompt.tokens <= budget:
            break
        goal -= prompt.tokens - budget  # the parts counted alone came out smaller than the whole
    lost = _lost_with_their_turn(draft, fitted)
    if lost:
        kept = {i: turn for i, turn in source.recent_facts.items() if i not in lost}
        return assemble(replace(source, recent_facts=kept), counter, limits, embedder)
    return prompt
