"""How often the right tool is offered, what schemas weigh, what the pipeline costs.

python -m tests.benchmarks.tools
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assistant.app import open_app
from assistant.config import ToolsConfig
from assistant.llm.tokens import open_counter
from assistant.session.tool_loop import offered
from assistant.storage.open import open_stores
from assistant.tools.base import Surroundings, Tool
from assistant.tools.builtin import builtin_tools
from assistant.tools.calls import Call
from assistant.tools.offering import SHARE
from assistant.tools.pipeline import Pipeline
from assistant.tools.registry import Registry
from assistant.tools.toolbox import Toolbox
from tests.benchmarks.base import Figure, Findings, Scale, Table
from tests.benchmarks.tables import plain
from tests.benchmarks.tool_questions import QUESTIONS, UNSEEN

OTHERS = {
    "mail.send": "Send an e-mail to someone.",
    "mail.search": "Search the person's e-mail.",
    "calendar.add": "Add an event to the calendar.",
    "calendar.list": "List the events of a day or week.",
    "weather.forecast": "Tell the weather of the next days in a place.",
}


def extra_tools() -> list[Tool]:
    """Tools of other packages, so that there are 20."""

    def make(id: str, description: str) -> Tool:
        def handler(text: str, when: str = "") -> str:
            return text + when

        handler.__doc__ = f"{description}\n\nArgs:\n    text: What.\n    when: A date, or empty."
        return Tool(id, handler)

    return [make(id, description) for id, description in OTHERS.items()]


def toolbox_of_twenty(app: Any) -> Toolbox:
    config = ToolsConfig(on=("web.fetch", "shell.run"), roots=(tempfile.gettempdir(),))
    here = app.toolbox().pipeline.here
    everything = Surroundings(
        here.user, "premium", config, here.notes, here.clock, here.memory, here.private
    )
    registry = Registry([*builtin_tools(), *extra_tools()])
    pipeline = Pipeline(registry, everything, app.stores, lambda *_a, **_k: None)
    return Toolbox(pipeline, app.embedder.embed)


@dataclass(frozen=True, slots=True)
class Offered:
    """Where among the tools offered the right one stood, from 1, and the questions without it."""

    questions: int
    places: tuple[int, ...]
    missed: tuple[tuple[str, str], ...]

    def within(self, place: int) -> int:
        return sum(each <= place for each in self.places)


def offering(app: Any, questions: Sequence[tuple[str, str]]) -> Offered:
    """Which tools come with each question, of twenty."""
    toolbox = toolbox_of_twenty(app)
    counter = open_counter(None, app.stores.keyvalue, app.now())
    places, missed = [], []
    for wanted, question in questions:
        names = [t["function"]["name"] for t in offered(toolbox, question, counter, frozenset())]
        name = wanted.replace(".", "-")
        if name in names:
            places.append(names.index(name) + 1)
        else:
            missed.append((wanted, question))
    return Offered(len(questions), tuple(places), tuple(missed))


def overhead(runs: int = 300) -> tuple[float, float]:
    """Milliseconds of everything but the handler, in a home on disk: median and p95."""

    def nothing(number: int) -> int:
        """Give the number back.

        Args:
            number: Any.
        """
        return number

    with tempfile.TemporaryDirectory() as folder:
        stores = open_stores(str(Path(folder) / "a.db"), clock=lambda: datetime.now(UTC))
        here = Surroundings("me", "premium", ToolsConfig(), Path(folder), lambda: datetime.now(UTC))
        from assistant.tools.base import RateLimit

        quick = Tool("test.nothing", nothing, rate_limit=RateLimit(1_000_000))
        pipeline = Pipeline(Registry([quick]), here, stores, lambda *_a, **_k: None)
        pipeline.execute(Call("test.nothing", {"number": -1}))
        spent = []
        for number in range(runs):
            started = time.perf_counter()
            assert pipeline.execute(Call("test.nothing", {"number": number})).success
            spent.append((time.perf_counter() - started) * 1000)
        stores.close()
    spent.sort()
    return statistics.median(spent), spent[int(runs * 0.95)]


def parallel() -> float:
    """Seconds of three tools of one second, called at once, over HTTP with a scripted model."""
    from assistant.session.base import TurnInput
    from assistant.tools.base import RateLimit
    from tests.servers.scripted import Reply, ScriptedServer

    def slow(number: int) -> int:
        """Take a second."""
        time.sleep(1)
        return number

    calls = [
        {"id": f"call_{n}", "name": "test-slow", "arguments": f'{{"number": {n}}}'}
        for n in range(3)
    ]
    with (
        tempfile.TemporaryDirectory() as folder,
        ScriptedServer(Reply("ready"), Reply(tool_calls=calls), Reply("done")) as server,
        open_app(home=Path(folder), model=f"{server.base_url}|scripted-model") as app,
    ):
        session = app.session()
        toolbox = app.session_toolbox("default")
        toolbox.pipeline.registry.add(Tool("test.slow", slow, rate_limit=RateLimit()))
        session.respond(TurnInput("load everything first"))
        ended: list[float] = []
        started: list[float] = []
        admit = toolbox.pipeline.admit

        def timed(call: Call) -> Any:
            started.append(time.perf_counter())
            return admit(call)

        toolbox.pipeline.admit = timed  # type: ignore[method-assign]
        session.respond(TurnInput("go"), on_tool=lambda _: ended.append(time.perf_counter()))
    return ended[-1] - started[0]


def weights(app: Any) -> tuple[int, int]:
    """Tokens of the definitions in a prompt, before and after the first use of all of them."""
    from assistant.prompt.omissions import shorten_used_tools

    toolbox = toolbox_of_twenty(app)
    counter = open_counter(None, app.stores.keyvalue, app.now())

    def tokens(definitions: Any) -> int:
        return counter.count_messages((), tuple(definitions)) - counter.count_messages(())

    whole = toolbox.offered("x", counter)
    names = {definition["function"]["name"] for definition in whole}
    return tokens(whole), tokens(shorten_used_tools(whole, names))


@dataclass(frozen=True, slots=True)
class Costs:
    """What the tools weigh and take; ``unseen`` questions changed no weight."""

    weights: tuple[int, int]
    known: Offered
    unseen: Offered
    overhead: tuple[float, float]
    parallel: float


def measure() -> Costs:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_app(home=Path(folder), answers=False) as app,
    ):
        offers = (weights(app), offering(app, QUESTIONS), offering(app, UNSEEN))
    return Costs(*offers, overhead(), parallel())


def table(costs: Costs) -> Table:
    rows = (
        ("tokens of the definitions", costs.weights[0]),
        ("… once all were used", costs.weights[1]),
        (f"the right one is offered, of {costs.known.questions}", len(costs.known.places)),
        (f"… of {costs.unseen.questions} unseen questions", len(costs.unseen.places)),
        ("… as the first of them", costs.unseen.within(1)),
        ("… among the first three", costs.unseen.within(3)),
        ("around a call, ms (median)", costs.overhead[0]),
        ("… p95", costs.overhead[1]),
        ("three tools of 1 s at once, s", costs.parallel),
    )
    return Table(f"Twenty tools, a share of {SHARE} tokens", ("", "figure"), rows)


def findings(_: Scale) -> Findings:
    costs = measure()
    offered_share = 100 * len(costs.unseen.places) / costs.unseen.questions
    return Findings(
        (
            Figure("memory", "the right tool is offered, unseen questions", offered_share, "%"),
            Figure("time", "around a tool call, p95", costs.overhead[1], "ms"),
        ),
        (table(costs),),
    )


def main() -> None:
    costs = measure()
    print(plain(table(costs)))
    for wanted, question in (*costs.known.missed, *costs.unseen.missed):
        print(f"  missed {wanted}: {question}")


if __name__ == "__main__":
    main()
