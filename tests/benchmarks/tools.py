"""How often the right tool is offered, what schemas weigh, what the pipeline costs.

python -m tests.benchmarks.tools
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assistant.app import open_app
from assistant.config import ToolsConfig
from assistant.llm.tokens import open_counter
from assistant.session.tool_loop import offered
from assistant.storage.open import open_stores
from assistant.tools.base import Call, Surroundings, Tool
from assistant.tools.builtin import builtin_tools
from assistant.tools.offering import SHARE
from assistant.tools.pipeline import Pipeline
from assistant.tools.registry import Registry
from assistant.tools.toolbox import Toolbox

# Questions that no example of data/tools/examples.toml repeats.
QUESTIONS: tuple[tuple[str, str], ...] = (
    ("calculate.evaluate", "if I put away 230 a month, what do I have after 14 months?"),
    ("calculate.evaluate", "divide 98765 by 43 for me"),
    ("calculate.evaluate", "si la cena salió 48.300 y somos 7, ¿cuánto pone cada uno?"),
    ("calculate.evaluate", "¿cuánto me queda de 1500 con un descuento del 35%?"),
    ("calculate.convert", "the recipe says 2 cups, how much is that in ml?"),
    ("calculate.convert", "I'm 5'11\", what is that in cm?"),
    ("calculate.convert", "¿cuántos grados Fahrenheit son 38 de fiebre?"),
    ("calculate.convert", "un disco de 2 TB, ¿cuántos GB tiene?"),
    ("time.now", "is it already past midnight in Sydney?"),
    ("time.now", "which weekday are we on?"),
    ("time.now", "¿ya es de noche en Nueva Delhi?"),
    ("time.now", "decime la hora"),
    ("time.convert", "the webinar starts 17:30 Paris, what does my clock say then?"),
    ("time.convert", "si el partido es 20:45 hora de Roma, ¿a qué hora lo veo yo?"),
    ("time.difference", "how long from 3 March to 19 August?"),
    ("time.difference", "¿cuántos días hay entre el 4 de mayo y el 30 de junio?"),
    ("memory.search", "do you still know which editor I said I prefer?"),
    ("memory.search", "¿te acordás de lo que te conté de mi jefa?"),
    ("memory.topics", "remind me of the subjects of our chats this month"),
    ("memory.topics", "¿de qué estuvimos charlando la semana pasada?"),
    ("notes.search", "somewhere I jotted down the locker code, look in my notes"),
    ("notes.search", "fijate en mis apuntes si tengo el teléfono del plomero"),
    ("notes.read", "show me everything in the note called garden"),
    ("notes.read", "quiero ver completa mi nota de libros"),
    ("notes.add", "jot down: call the dentist on Monday"),
    ("notes.add", "agendá en mis notas que el gas se paga el 12"),
    ("files.read", "look at settings.toml, which database does it use?"),
    ("files.read", "fijate qué hay en requirements.txt"),
    ("files.list", "show me what is inside the docs folder"),
    ("files.list", "¿qué hay en la carpeta de fotos?"),
    ("files.search", "where in the code do we call send_invoice?"),
    ("files.search", "¿dónde aparece la palabra 'vencimiento' en mis archivos?"),
    ("web.fetch", "what is on https://news.example.com today?"),
    ("web.fetch", "leé https://blog.example.com/post y contame lo importante"),
    ("shell.run", "is nginx running? check it"),
    ("shell.run", "instalá las dependencias con npm"),
)

# Written after the examples and the weights were settled, and never used to change them.
UNSEEN: tuple[tuple[str, str], ...] = (
    ("calculate.evaluate", "three nights at 87.50 plus a 12 % tax, what's the total?"),
    ("calculate.evaluate", "raíz cúbica de 2197, ¿cuánto da?"),
    ("calculate.evaluate", "si ahorro 45 por semana, ¿cuánto tengo al año?"),
    ("calculate.evaluate", "what's the average of 71, 84 and 90?"),
    ("calculate.convert", "my suitcase weighs 51 pounds, am I over 23 kilos?"),
    ("calculate.convert", "¿a cuántos km/h equivalen 30 nudos?"),
    ("calculate.convert", "the oven must be at 425 F, mine shows Celsius"),
    ("calculate.convert", "cuántas onzas hay en medio kilo"),
    ("time.now", "are the shops in Lisbon open yet?"),
    ("time.now", "¿en qué semana del año estamos?"),
    ("time.now", "¿es fin de semana ya en Tokio?"),
    (
        "time.convert",
        "they want to meet at 8 in the evening Lagos time, is that late for me in Lima?",
    ),
    ("time.convert", "mi vuelo aterriza a las 6:40 hora de Miami, ¿qué hora será en Buenos Aires?"),
    ("time.difference", "how old in days is somebody born on 2 February 2001?"),
    ("time.difference", "¿cuánto falta para el 21 de septiembre?"),
    ("memory.search", "what was my daughter's school called, I told you once"),
    ("memory.search", "¿qué te dije sobre mis alergias?"),
    ("memory.topics", "which things have you and I been discussing?"),
    ("memory.topics", "hacé un repaso de nuestras últimas charlas"),
    ("notes.search", "is there anything about the boiler in my notes?"),
    ("notes.search", "¿anoté en algún lado la medida de la ventana?"),
    ("notes.read", "open the packing note"),
    ("notes.read", "mostrame entera la nota de regalos"),
    ("notes.add", "put 'renew passport' on my to-do note"),
    ("notes.add", "tomá nota: el código del portón cambió"),
    ("files.read", "check what package.json says about the version"),
    ("files.read", "mirá el archivo notas.csv y contame qué columnas trae"),
    ("files.list", "which PDFs are there in the invoices directory?"),
    ("files.list", "¿qué tengo en el directorio de descargas?"),
    ("files.search", "which of my files mention the landlord?"),
    ("files.search", "encontrá todas las líneas que digan deprecated"),
    ("web.fetch", "https://example.net/changelog: anything new about security there?"),
    ("web.fetch", "¿qué publicaron hoy en https://noticias.example.org?"),
    ("shell.run", "which branch am I on in git?"),
    ("shell.run", "matá el proceso que está usando el puerto 3000"),
    ("shell.run", "compile the project and tell me if it fails"),
)

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


def offering(app: Any, questions: Sequence[tuple[str, str]]) -> None:
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
    total = len(questions)
    print(f"{len(toolbox.usable)} tools, a share of {SHARE} tokens, {total} questions")
    print(f"offered: {len(places)}/{total}; first: {sum(p == 1 for p in places)}/{total};"
          f" in the first three: {sum(p <= 3 for p in places)}/{total}")  # fmt: skip
    for wanted, question in missed:
        print(f"  missed {wanted}: {question}")


def overhead(runs: int = 300) -> None:
    """Milliseconds of everything but the handler, in a home on disk."""

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
    print(f"pipeline: median {statistics.median(spent):.2f} ms,"
          f" p95 {spent[int(runs * 0.95)]:.2f} ms a call")  # fmt: skip


def parallel() -> None:
    """Three tools of one second, called at once, over HTTP with a scripted model."""
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
        toolbox = app._tools("default")
        assert toolbox is not None
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
    print(f"three tools of 1 s at once: {ended[-1] - started[0]:.2f} s")


def weights(app: Any) -> None:
    """Tokens of the definitions in a prompt, before and after the first use."""
    from assistant.prompt.omissions import shorten_used_tools

    toolbox = toolbox_of_twenty(app)
    counter = open_counter(None, app.stores.keyvalue, app.now())

    def tokens(definitions: Any) -> int:
        return counter.count_messages((), tuple(definitions)) - counter.count_messages(())

    whole = [toolbox.offered("x", counter)]
    names = {d["function"]["name"] for d in whole[0]}
    print(f"definitions: {tokens(whole[0])} tokens for {len(names)} of 20 tools,"
          f" {tokens(shorten_used_tools(whole[0], names))} once all were used")  # fmt: skip


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_app(home=Path(folder), answers=False) as app,
    ):
        weights(app)
        offering(app, QUESTIONS)
        offering(app, UNSEEN)
    overhead()
    parallel()


if __name__ == "__main__":
    main()
