"""The parts of which a pack's share of a prompt is made: a section each, not asked for yet (K3).

``PARTS`` is the table of them: what else a pack has to say is a function more in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from assistant.languages import FALLBACK
from assistant.messages import say
from assistant.packs.base import (
    DEADLINE,
    INSTRUCTIONS,
    STATE,
    Moment,
    Pack,
    Shorter,
    Source,
    serves,
    spoken,
)
from assistant.prompt.table import INSTRUCTIONS as AFTER_THE_ROLE
from assistant.prompt.table import LAST_OF_PACKS, SectionRow
from assistant.prompt.table import STATE as CORE_STATE


class Part(NamedTuple):
    """A section that is there if ``lines`` gives any, which is asked in a thread, unless it never
    ``waits`` for anything (K2).

    ``deadline``, ``good_for`` and ``shorter`` are a source's (``packs/base.py``); ``key`` is what
    its lines depend on.
    """

    section: SectionRow
    lines: Callable[[], Iterable[str]]
    reason: str
    shorter: Sequence[Shorter] = ()
    deadline: float = DEADLINE
    good_for: float = 0.0
    key: Callable[[], str] = str
    waits: bool = True


PartsOf = Callable[[Pack, Moment, bool], Iterable[Part]]
"""What a pack has to say at a moment; the last tells whether the message is of its domain."""


def state_of(pack: Pack, moment: Moment, _about: bool) -> Iterator[Part]:
    """What results have confirmed: it stays as long as anything of the pack does."""
    state = pack.state_of(moment.role)
    if state is not None and moment.state:
        lines = state.lines
        row = SectionRow(
            f"{pack.name}.{STATE}",
            order=CORE_STATE.order + 1,
            cap=state.cap,
            step=LAST_OF_PACKS,
            pressed=None,
            header=f"State of {pack.name} (confirmed):",
            strategy="drop_pack_sections",
        )
        yield Part(row, lambda: lines(moment), say("packs.state", moment.language))


def sources_of(pack: Pack, moment: Moment, about: bool) -> Iterator[Part]:
    """The domain's context: the sources that serve."""
    for source in pack.sources:
        if serves(source.roles, moment.role) and (source.always or about):
            yield _of_source(pack, source, moment)


def instructions_of(pack: Pack, moment: Moment, about: bool) -> Iterator[Part]:
    """How the model has to treat the domain."""
    own = next((i for i in pack.instructions if serves(i.roles, moment.role)), None)
    if own is None or not (own.always or about):
        return
    row = SectionRow(
        f"{pack.name}.{INSTRUCTIONS}",
        order=AFTER_THE_ROLE,
        place="rules",
        cap=own.cap,
        step=LAST_OF_PACKS,
        pressed=None,
        header=f"# How to answer about {pack.name}",
        strategy="drop_pack_sections",
    )
    told = own.lines.get(moment.language) or own.lines[FALLBACK]
    yield Part(row, lambda: told, say("packs.instructions", moment.language), waits=False)


PARTS: tuple[PartsOf, ...] = (state_of, sources_of, instructions_of)


def _of_source(pack: Pack, source: Source, moment: Moment) -> Part:
    section = SectionRow(
        f"{pack.name}.{source.name}",
        cap=source.cap,
        place="data" if source.outside else "memory",
        header=source.header or f"{spoken(source.title, FALLBACK)}:",
        titles=source.title,
    )
    return Part(
        section,
        lambda: source.lines(moment),
        spoken(source.reason, moment.language),
        source.shorter,
        source.deadline,
        source.good_for,
        lambda: f"{moment.language} {_key(source, moment)}",
    )


def _key(source: Source, moment: Moment) -> str:
    """What a source's lines depend on beside the language and the time."""
    if source.key is not None:
        return str(source.key(moment))
    return json.dumps([moment.text, moment.role, moment.conversation, dict(moment.state)])
