"""Answers to what a person asks again and again, fetched when a conversation begins (K5).

The pack says which call answers a question; only tools that read, that ask nobody and whose results
are kept are called, through the one pipeline with its permissions and limits, in a thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from threading import Thread
from typing import TYPE_CHECKING

from assistant.session.services import Services

if TYPE_CHECKING:
    from assistant.packs.base import Pack
    from assistant.packs.now import Ahead
    from assistant.session.profiles import Frequent
    from assistant.tools.toolbox import Toolbox

MOST = 3
"""Calls for each pack."""


def fetch_frequent(services: Services) -> Thread | None:
    """Begin to fetch; returns at once, with the thread that does it. None where nothing is asked
    often enough, or no pack knows what answers it."""
    packs = services.packs()
    asked = [
        (pack, question)
        for pack in (packs.usable if packs else ())
        if packs and pack.ahead is not None and pack.profile
        for question in packs.profiles.frequent(pack)
    ]
    if not asked:
        return None
    thread = Thread(target=_fetch, args=(services, asked), name="fetch-frequent", daemon=True)
    thread.start()
    return thread


def _fetch(services: Services, asked: list[tuple[Pack, Frequent]]) -> None:
    with suppress(Exception):  # nobody asked for it: its failure is nobody's concern
        toolbox = services.tools()
        if toolbox is None:
            return
        for pack in dict.fromkeys(pack.name for pack, _ in asked):
            questions = [question for own, question in asked if own.name == pack]
            found = next(own for own, _ in asked if own.name == pack)
            for call in islice(_calls(found, questions), MOST):
                _run(toolbox, call)


def _calls(pack: Pack, questions: list[Frequent]) -> Iterator[Ahead]:
    """Each call once, the most asked question's first."""
    seen: list[Ahead] = []
    for question in questions:
        for call in pack.ahead(question.template, question.names) if pack.ahead else ():
            if call not in seen:
                seen.append(call)
                yield call


def _run(toolbox: Toolbox, call: Ahead) -> None:
    from assistant.tools.cache import lifetime
    from assistant.tools.calls import Call

    tool = toolbox.pipeline.registry.find(call.tool)
    if tool in toolbox.usable and tool.tell is None and lifetime(tool):
        toolbox.pipeline.execute(Call(call.tool, call.arguments))
