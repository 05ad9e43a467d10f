"""``assistant models accept``: the yes that a server of another account on this machine needs."""

from __future__ import annotations

from typing import Annotated

import typer

from assistant.cli import plain
from assistant.cli.language import interface_language
from assistant.errors import UsageError
from assistant.messages import say


def accept(
    port: Annotated[
        int | None,
        typer.Argument(metavar="PORT", min=1, max=65535, help="Where the server listens."),
    ] = None,
    revoke: Annotated[
        bool, typer.Option("--revoke", help="Take the yes back: it is sent nothing any more.")
    ] = False,
) -> None:
    """Let a server of another account on this machine be asked.

    A local server is asked by itself only where its port belongs to you. Without
    PORT, those that wait for a yes. The yes holds for that port, its owner of now
    and that server.

    \b
    assistant models accept 11434
    """
    from assistant.answerer import waiting_line
    from assistant.cli.opening import open_app
    from assistant.cli.servers import outcome

    with open_app() as app:
        language = interface_language(app.config.ui)
        there = [found for found in app.models.local_servers() if found.standing != "own"]
        if port is None:
            waiting = [found for found in there if not found.usable]
            for found in waiting:
                plain.out(waiting_line(found, language))
            if not waiting:
                plain.err(say("servers.none", language))
            return
        chosen = next((found for found in there if found.server.port == port), None)
        if chosen is None:
            raise UsageError(
                say("servers.none_there", language, port=port), say("servers.none_hint", language)
            )
        app.models.accept(chosen, accepted=not revoke)
    plain.err(outcome(chosen, language, accepted=not revoke))


def settle(name: str | None) -> None:
    """A model that a server of another account has: ask for the yes that it needs, or say how."""
    from assistant.cli import consent
    from assistant.cli.opening import open_app
    from assistant.cli.servers import outcome, question
    from assistant.errors import AssistantError
    from assistant.llm.discover import ServerNotAccepted

    with open_app(model=name) as app:
        language = interface_language(app.config.ui)
        try:
            app.models.choice()
        except ServerNotAccepted as error:
            if not consent.somebody():
                plain.err(plain.dim(str(error), err=True))
                return
            accepted = consent.is_yes(consent.answer_to(question(error.found, language), language))
            app.models.accept(error.found, accepted=accepted)
            plain.err(outcome(error.found, language, accepted=accepted))
        except AssistantError:
            return  # it is told when it is asked
