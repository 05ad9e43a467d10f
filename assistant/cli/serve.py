"""``assistant serve``: the memory for any client that speaks chat completions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli import plain
from assistant.cli.language import interface_language
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.app import App

PORT = 8765


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Listen there.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65_535, help="Listen on that port; 0 takes any.")
    ] = PORT,
    model: Annotated[
        str | None, typer.Option("-m", "--model", metavar="NAME", help="Ask this model.")
    ] = None,
    at_once: Annotated[
        int | None, typer.Option("--turns", min=1, max=256, metavar="N", help="Turns at once.")
    ] = None,
    waiting: Annotated[
        int | None,
        typer.Option("--queue", min=0, max=10_000, metavar="N", help="Turns that may wait."),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="Let pages of that origin ask; repeatable."),
    ] = None,
) -> int:
    """Serve the memory to any client of the OpenAI protocol.

    It prints the address and, at the first start, the key to paste there. The
    newest message of a request is the turn; the history that a client sends is
    compared, and never forwarded. Needs: pip install 'local-assistant[server]'

    \b
    assistant serve
    assistant serve --port 9000 -m none
    """
    from assistant.server.extra import require_extra

    require_extra()
    from assistant.cli.opening import open_app

    with open_app(model=model) as app:
        run(app, host, port, (at_once, waiting), origin or [])
    return 0


def run(
    app: App, host: str, port: int, most: tuple[int | None, int | None], origins: Sequence[str]
) -> None:
    """Listen, say where, and serve until told to stop."""
    from assistant.llm import tokenizer
    from assistant.memory.engine.memory import load_reader
    from assistant.server.accounts import open_directory, own_key
    from assistant.server.running import listen, serve
    from assistant.server.turns import AT_ONCE, WAITING, Turns

    language = interface_language(app.config.ui)
    bound = listen(host, port)
    with bound:
        directory = open_directory(app)
        try:
            key = own_key(directory)
        finally:
            directory.close()
        at_once, waiting = most
        usual = 1 if is_in_process(app) else AT_ONCE
        turns = Turns(at_once or usual, WAITING if waiting is None else waiting)
        app.services().warm_up()
        # What each turn reads and counts with is there before anybody asks.
        load_reader()
        tokenizer.load()
        told = banner(app, host, bound.getsockname()[1], key)

        def ready() -> None:
            for line in told:
                plain.err(line)

        serve(app, bound, turns, origins=origins, ready=ready)
    plain.err(plain.dim(say("serve.stopped", language), err=True))


def is_in_process(app: App) -> bool:
    """Whether the model is the one in this process, which answers one turn at a time."""
    model = app.services().model()
    return model is not None and model.embedded


def banner(app: App, host: str, port: int, key: str | None) -> list[str]:
    """What the person has to paste, and what to mind."""
    language = interface_language(app.config.ui)
    shown = f"[{host}]" if ":" in host else host
    name = app.services().model_name()
    lines = [
        say("serve.base_url", language, url=f"http://{shown}:{port}/v1"),
        say("serve.key", language, key=key) if key else say("serve.key_known", language),
        say("serve.model", language, model=name) if name else say("serve.no_model", language),
    ]
    from assistant.llm.address import is_everywhere, is_this_machine

    if is_everywhere(host) or not is_this_machine(f"http://{shown}:{port}/v1"):
        lines.append(say("serve.plain_http", language))
    return [plain.clean(line) for line in lines]
