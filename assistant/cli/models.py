"""``assistant models``: which models are here, which one answers, how to get another."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assistant.cli import offers, plain
from assistant.cli.language import interface_language
from assistant.cli.models_table import advice, rows_of, table
from assistant.cli.options import JsonArray, Yes
from assistant.cli.progress import MB, Bar
from assistant.messages import say

if TYPE_CHECKING:
    from pathlib import Path

    from assistant.app import App
    from assistant.records import Language

AUTOMATIC = "auto"


def models() -> None:
    """List, fetch, choose and check models.

    \b
    assistant models pull
    """


def list_(as_json: JsonArray = False) -> None:
    """Models on this machine, and those that can be fetched by name.

    \b
    assistant models list --json
    """
    from assistant.answerer import waiting_line
    from assistant.cli.words import model_line, next_step

    with _app() as app:
        rows = rows_of(app)
        choice = app.models.choice()
        language = interface_language(app.config.ui)
        waiting = [waiting_line(found, language) for found in choice.passed_over]
    if as_json:
        plain.out(plain.json_text(rows))
        return
    for line in table(rows, language):
        plain.out(line)
    now = say("models.now", language, model=model_line(choice, language))
    for text in (advice(language), now, *waiting, next_step(choice, language)):
        if text:
            plain.err(plain.dim(text, err=True))


def pull(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME|URL",
            help="What to fetch; asked for when left out.",
            autocompletion=offers.fetchable,
        ),
    ] = None,
    sha256: Annotated[
        str | None, typer.Option(metavar="HASH", help="Refuse a file with another hash.")
    ] = None,
    use_it: Annotated[bool, typer.Option("--use", help="Let it answer from now on.")] = False,
    if_missing: Annotated[
        bool, typer.Option("--if-missing", help="Do nothing if any model is here already.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing unless it fails.")] = False,
) -> None:
    """Fetch a model into the models folder. What broke off goes on where it stopped.

    Without a name it lists those that are known, with the memory that each
    takes, and asks which; where nobody can be asked, it fetches the default.

    \b
    assistant models pull
    assistant models pull qwen2.5-1.5b-instruct --use
    assistant models pull hf:OWNER/REPOSITORY/FILE.gguf
    """
    from assistant.cli.words import tilde
    from assistant.llm import weights

    with _app() as app:
        folder, name = app.paths.models, source or app.config.embedded.model
        file, language = app.paths.config, interface_language(app.config.ui)
        rows = rows_of(app) if source is None and not (if_missing or quiet) else []
    if if_missing and _is_here(name, folder):
        return
    if rows:
        name, asked = _chosen(rows, name, language)
        use_it = use_it or asked
    with Bar(name, quiet=quiet) as bar:
        fetched = weights.pull(name, folder, sha256=sha256, progress=lambda d, n: bar(d, n or 0))
    if not quiet:
        size, where = f"{fetched.size / MB:.0f}", tilde(fetched.path)
        told = say("models.fetched", language, model=fetched.name, path=where, megabytes=size)
        plain.err(told)
    if use_it:
        _set_model(file, fetched.name)
        if not quiet:
            told = say("models.set", language, model=fetched.name, file=tilde(file))
            plain.err(told)


def remove(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="The fetched model.", autocompletion=offers.models),
    ],
    yes: Yes = False,
) -> None:
    """Delete a fetched model.

    \b
    assistant models remove smollm2-135m-instruct
    """
    from assistant.cli.consent import make_sure
    from assistant.llm import weights

    with _app() as app:
        folder, language = app.paths.models, interface_language(app.config.ui)
    if not yes:
        make_sure(say("models.remove", language, model=name), language)
    gone = weights.remove(name, folder)
    size = f"{gone.size / MB:.0f}"
    plain.err(say("models.removed", language, model=gone.name, megabytes=size))


def use(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="The model, or `auto`.", autocompletion=offers.models),
    ],
) -> None:
    """Write into the configuration which model answers; `auto` chooses by itself.

    NAME is a model of a server, or one that was fetched.

    \b
    assistant models use llama3.2
    assistant models use auto
    """
    from assistant.cli.accept import settle
    from assistant.cli.words import tilde

    with _app() as app:
        file, language = app.paths.config, interface_language(app.config.ui)
    _set_model(file, "" if name == AUTOMATIC else name)
    plain.err(say("models.set", language, model=plain.line(name), file=tilde(file)))
    settle(None if name == AUTOMATIC else name)


def check(
    model: Annotated[
        str | None,
        typer.Option(
            "-m",
            "--model",
            metavar="MODEL",
            help="That model instead of the chosen one.",
            autocompletion=offers.models,
        ),
    ] = None,
) -> None:
    """Ask the model for one word and say how it went.

    \b
    assistant models check -m llama3.2
    """
    from assistant.cli.words import model_line
    from assistant.errors import ModelUnavailable

    with _app(model) as app:
        language = interface_language(app.config.ui)
        plain.out(model_line(app.models.choice(), language))
        services = app.services()
        answering = services.model()
        if answering is None:
            raise ModelUnavailable(
                say("model.missing", language), say("model.nothing_hint", language)
            )
        for line in _try_out(answering, services.counter(), language):
            plain.out(line)


def _try_out(model: Any, counter: Any, language: Language) -> list[str]:
    from assistant.llm.base import ChatRequest, Finished
    from assistant.records import ChatMessage, Usage

    messages = (ChatMessage("user", "Say ok."),)
    started = time.monotonic()
    first: float | None = None
    usage = Usage()
    for event in model.stream(ChatRequest(messages, max_tokens=16)):
        first = first or time.monotonic() - started
        if isinstance(event, Finished):
            usage = event.usage
    lines = [say("models.answers", language, seconds=f"{first or 0:.2f}")]
    if (theirs := usage.prompt_tokens) is not None:
        ours = counter.count_messages(messages)
        lines.append(say("models.counts", language, theirs=theirs, ours=ours))
    return lines


def _app(model: str | None = None) -> App:
    from assistant.cli.opening import open_app

    return open_app(model=model)


def _is_here(name: str, folder: Path) -> bool:
    from assistant.llm import weights

    return weights.find(name, folder) is not None or (
        "/" not in name and bool(weights.installed(folder))
    )


def _chosen(rows: list[dict[str, Any]], default: str, language: Language) -> tuple[str, bool]:
    """Which model to fetch, and whether the person chose it, of those that are listed here."""
    from assistant.cli import consent
    from assistant.llm import catalogue

    for text in (*table(rows, language), advice(language)):
        if text:
            plain.err(text)
    if not consent.somebody():
        return default, False
    best = catalogue.recommended(catalogue.machine_memory()).name
    answer = consent.line_to(say("models.which", language, model=best)).strip()
    return plain.line(answer) or best, True


def _set_model(file: Path, name: str) -> None:
    """Change one key of the configuration; comments, order and the rest stay as they are."""
    import tomlkit

    from assistant.cli.config import edited

    with edited(file) as document:
        document.setdefault("model", tomlkit.table())["name"] = name
