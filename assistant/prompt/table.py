"""The table of the prompt's sections: order, place, cap, ladder and reasons of each, here alone.

The core's eight are its rows; who has more to say in a turn brings a row with the lines
(``base.Context``), and nothing else is edited. Rows are plain data, so that a command which only
names sections imports none of what writes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from assistant.config.sections import HARD_BUDGET

if TYPE_CHECKING:
    from assistant.config import PromptConfig

Place = Literal["static", "rules", "memory", "dialogue", "schemas", "data", "words"]
"""Where a section stands: ``static`` is the part that is the same in every request (P2), all others
are the delta. ``rules`` follow it and the role, each under its header; ``memory`` is the block
of the system message, under such headers; ``data`` comes fenced before the words of the message.
These two give no orders. The others have one section each."""

INSTRUCTIONS = 50
"""After the role and before all that is mere data (P4): how packs want their domain treated."""
ABOUT_USER, BESIDE_MEMORY, KNOWN, TALK = 310, 350, 360, 370
"""After the summaries and before the window, in this order (P4, K3): who the person is, what packs
bring, what they know of the person, what the conversation is about."""
FIRST_TO_GIVE_WAY, TALK_STEP, LAST_OF_PACKS = 0, 5, 45
"""Steps of the ladder for sections that are added: the domain's context, then what is told of the
conversation; those that are short and matter in every turn only before the tools."""

Strategy = Literal[
    "reduce_domain_context",
    "trim_conversation",
    "summarise",
    "fewer_fragments",
    "fewer_facts",
    "drop_pack_sections",
    "fewer_tools",
]
"""What a step of the ladder does to the prompt, as its report and ``stats`` name it (K3)."""
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)


class SectionRow(NamedTuple):
    """A section of the prompt, whatever a turn puts into it.

    ``order`` sorts the sections, in the prompt within their place and in every report. ``cap`` is
    its most tokens, or the setting of ``[prompt]`` that says them. ``step`` sorts the ladder, the
    first giving way first; without one it never does. ``pressed`` is what it gives way to over
    ``summarise_over`` (P5), where nothing of it is lost whole by that; without one it waits for the
    budget. ``strategy`` is what its giving way is called (K3). ``header`` leads its lines in the
    memory block; empty: its name. ``titles`` is its name for people, by language; the core's stand
    in the messages.
    """

    name: str
    order: int = BESIDE_MEMORY
    place: Place = "memory"
    cap: int | str = HARD_BUDGET
    step: int | None = FIRST_TO_GIVE_WAY
    pressed: int | None = 0
    header: str = ""
    titles: Mapping[str, str] = MappingProxyType({})
    strategy: Strategy = "reduce_domain_context"

    @property
    def heading(self) -> str:
        return self.header or f"{self.name.capitalize()}:"

    def most(self, limits: PromptConfig) -> int:
        """Its cap in tokens."""
        return self.cap if isinstance(self.cap, int) else int(getattr(limits, self.cap))

    def over_cap(self, limits: PromptConfig) -> str:
        """Why something of it went although the prompt had room."""
        return f"over the {self.most(limits):,} tokens for {self.name}"


def over_limit(tokens: int) -> str:
    """Why something gave way to the size of the whole."""
    return f"the prompt passed {tokens:,} tokens"


SYSTEM = SectionRow("system", 0, "static", step=None)
# Its newest lines stay: a later confirmation outweighs an earlier one.
STATE = SectionRow("state", 100, "memory", cap=150, step=None, header="State (confirmed):")
# By rank, the last first; the standing rules stay (F8).
FACTS = SectionRow(
    *("facts", 200, "memory", "facts"),
    step=40,
    pressed=None,
    header="User said:",
    strategy="fewer_facts",
)
# Lines get shorter, then the least relevant goes.
SUMMARIES = SectionRow(
    *("summaries", 300, "memory", "summaries"),
    step=10,
    pressed=100,
    header="Earlier turns:",
    strategy="summarise",
)
# Long messages lose their middle, then the oldest turn goes.
WINDOW = SectionRow(
    "window", 400, "dialogue", "window", step=20, pressed=600, strategy="trim_conversation"
)
# The least useful for the question goes first: its definition, not its result.
TOOLS = SectionRow("tools", 500, "schemas", step=50, pressed=None, strategy="fewer_tools")
# The least relevant fragment goes first.
FRAGMENTS = SectionRow(
    "fragments", 600, "data", "fragments", step=30, pressed=None, strategy="fewer_fragments"
)
MESSAGE = SectionRow("message", 700, "words", step=None)

SECTIONS = (SYSTEM, STATE, FACTS, SUMMARIES, WINDOW, TOOLS, FRAGMENTS, MESSAGE)
"""P5 names what gives way: summaries, window, fragments. Facts and tool definitions follow, before
a request that cannot fit is refused; what a pack adds goes before them all (K3)."""
NAMES = tuple(row.name for row in SECTIONS)

RESULTS = SectionRow("pending results", TOOLS.order, "dialogue", "tool_results", step=None)
"""The chain of tool calls under way: counted with ``tools``, with a cap of its own (T8)."""


FOR_LINES: tuple[Place, ...] = ("rules", "memory", "data")


def with_rows(added: Iterable[SectionRow]) -> tuple[SectionRow, ...]:
    """The core's rows and those, in order.

    Raises ValueError for a name that is taken, and for a row that could not give way, that has no
    cap in tokens, or whose place is not for lines: such a section could push the request out.
    """
    rows = {row.name: row for row in SECTIONS}
    for row in added:
        if row.name in rows:
            raise ValueError(f"the prompt has a section {row.name!r} already")
        if row.step is None or not isinstance(row.cap, int) or row.place not in FOR_LINES:
            needs = f"a step, a cap in tokens, and a place among {', '.join(FOR_LINES)}"
            raise ValueError(f"section {row.name!r} needs {needs}")
        rows[row.name] = row
    return tuple(sorted(rows.values(), key=lambda row: (row.order, row.name)))


class Rung(NamedTuple):
    """A step of the ladder: the section that gives way; ``whole``: until nothing of it is left,
    else only as far as nothing is lost whole by it."""

    row: SectionRow
    whole: bool = True


def ladder(rows: Iterable[SectionRow]) -> tuple[Rung, ...]:
    """What gives way, the first to do so first.

    Beside sections of packs the window's long messages get shorter before a summary does (K3); its
    turns are lost where P5 has them lost.
    """
    steps = [(row.step, row.order, row.name, row) for row in rows if row.step is not None]
    rungs = [Rung(row) for *_, row in sorted(steps, key=lambda step: step[:3])]
    if any(rung.row.name not in NAMES for rung in rungs):
        rungs.insert(rungs.index(Rung(SUMMARIES)), Rung(WINDOW, whole=False))
    return tuple(rungs)


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Names of sections as they were recorded: the core's in its order, then any others."""
    seen = frozenset(names)
    return (*(name for name in NAMES if name in seen), *sorted(seen.difference(NAMES)))
