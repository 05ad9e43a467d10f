"""``assistant models``: which models are here, which one answers, how to get another."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from assistant.cli import plain
from assistant.cli.language import interface_language
from assistant.cli.progress import MB, Bar
from assistant.errors import UsageError
from assistant.messages import say

if TYPE_CHECKING:
    from pathlib import Path

    from assistant.app import App
    from assistant.llm.catalogue import NamedModel
    from assistant.records import Language

AUTOMATIC = "auto"
GB = 1000 * MB


@click.group("models")
def command() -> None:
    """List, fetch, choose and check models.

    \b
    assistant models pull
    """


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def list_(as_json: bool) -> None:
    """Models on this machine, and those that can be fetched by name.

    \b
    assistant models list --json
    """
    from assistant.answerer import waiting_line
    from assistant.cli.words import model_line, next_step

    with _app() as app:
        rows = _rows(app)
        choice = app.choice()
        language = interface_language(app.config.ui)
        waiting = [waiting_line(found, language) for found in choice.passed_over]
    if as_json:
        plain.out(plain.json_text(rows))
        return
    for line in _table(rows, language):
        plain.out(line)
    now = say("models.now", language, model=model_line(choice, language))
    for text in (_advice(language), now, *waiting, next_step(choice, language)):
        if text:
            plain.err(plain.dim(text, err=True))


@command.command()
@click.argument("source", metavar="[NAME|URL]", required=False)
@click.option("--sha256", metavar="HASH", help="Refuse a file with another hash.")
@click.option("--use", "use_it", is_flag=True, help="Let it answer from now on.")
@click.option("--if-missing", is_flag=True, help="Do nothing if any model is here already.")
@click.option("--quiet", is_flag=True, help="Say nothing unless it fails.")
def pull(
    source: str | None, sha256: str | None, use_it: bool, if_missing: bool, quiet: bool
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
        rows = _rows(app) if source is None and not (if_missing or quiet) else []
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


@command.command()
@click.argument("name", metavar="NAME")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
def remove(name: str, yes: bool) -> None:
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


@command.command()
@click.argument("name", metavar="NAME")
def use(name: str) -> None:
    """Write into the configuration which model answers; `auto` chooses by itself.

    NAME is a model of a server, or one that was fetched.

    \b
    assistant models use llama3.2
    assistant models use auto
    """
    from assistant.cli.words import tilde

    with _app() as app:
        file, language = app.paths.config, interface_language(app.config.ui)
    _set_model(file, "" if name == AUTOMATIC else name)
    plain.err(say("models.set", language, model=plain.line(name), file=tilde(file)))
    _settle(None if name == AUTOMATIC else name)


@command.command()
@click.argument("port", metavar="[PORT]", type=click.IntRange(1, 65535), required=False)
@click.option("--revoke", is_flag=True, help="Take the yes back: it is sent nothing any more.")
def accept(port: int | None, revoke: bool) -> None:
    """Let a server of another account on this machine be asked.

    A local server is asked by itself only where its port belongs to you. Without
    PORT, those that wait for a yes. The yes holds for that port, its owner of now
    and that server.

    \b
    assistant models accept 11434
    """
    from assistant.answerer import waiting_line
    from assistant.cli.servers import outcome

    with _app() as app:
        language = interface_language(app.config.ui)
        there = [found for found in app.local_servers() if found.standing != "own"]
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
        app.accept(chosen, accepted=not revoke)
    plain.err(outcome(chosen, language, accepted=not revoke))


def _settle(name: str | None) -> None:
    """A model that a server of another account has: ask for the yes that it needs, or say how."""
    from assistant.cli import consent
    from assistant.cli.servers import outcome, question
    from assistant.errors import AssistantError
    from assistant.llm.discover import ServerNotAccepted

    with _app(name) as app:
        language = interface_language(app.config.ui)
        try:
            app.choice()
        except ServerNotAccepted as error:
            if not consent.somebody():
                plain.err(plain.dim(str(error), err=True))
                return
            accepted = consent.is_yes(consent.answer_to(question(error.found, language), language))
            app.accept(error.found, accepted=accepted)
            plain.err(outcome(error.found, language, accepted=accepted))
        except AssistantError:
            return  # it is told when it is asked


@command.command()
@click.option("-m", "--model", metavar="MODEL", help="That model instead of the chosen one.")
def check(model: str | None) -> None:
    """Ask the model for one word and say how it went.

    \b
    assistant models check -m llama3.2
    """
    from assistant.cli.words import model_line
    from assistant.errors import ModelUnavailable

    with _app(model) as app:
        language = interface_language(app.config.ui)
        plain.out(model_line(app.choice(), language))
        kit = app.kit()
        answering = kit.model()
        if answering is None:
            raise ModelUnavailable(
                say("model.missing", language), say("model.nothing_hint", language)
            )
        for line in _try_out(answering, kit.counter(), language):
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


def _rows(app: App) -> list[dict[str, Any]]:
    """Fetched models, then the named ones that are not here."""
    from assistant.llm import catalogue, weights

    here = {m.name.lower(): m for m in weights.installed(app.paths.models)}
    best = catalogue.recommended(catalogue.machine_memory())
    rows: list[dict[str, Any]] = [
        {
            "name": file.name,
            "bytes": file.size,
            "fetched": True,
            "path": str(file.path),
            **_known(catalogue.named(name), best),
        }
        for name, file in here.items()
    ]
    rows += [
        {"name": m.name, "bytes": m.size, "fetched": False, "path": None, **_known(m, best)}
        for m in catalogue.NAMED
        if m.name not in here
    ]
    return rows


def _known(model: NamedModel | None, best: NamedModel) -> dict[str, Any]:
    """What is known of a model by its name alone."""
    if model is None:
        return {"memory": None, "licence": None, "recommended": False}
    return {"memory": model.memory, "licence": model.licence, "recommended": model == best}


def _table(rows: list[dict[str, Any]], language: Language) -> list[str]:
    titles = tuple(say(f"models.{key}", language) for key in ("name", "size", "memory", "licence"))
    return plain.table([(*titles, ""), *(_cells(row, language) for row in rows)], right=(1, 2))


def _cells(row: dict[str, Any], language: Language) -> tuple[str, ...]:
    state = (
        say("models.here", language) if row["fetched"] else f"assistant models pull {row['name']}"
    )
    if row["recommended"]:
        state = f"{state} ({say('models.recommended', language)})"
    memory = f"{row['memory'] / GB:.1f} GB" if row["memory"] else ""
    name, size = plain.line(row["name"]), f"{row['bytes'] / MB:,.0f} MB"
    return name, size, memory, row["licence"] or "", state


def _advice(language: Language) -> str:
    """What the recommendation rests on."""
    from assistant.llm import catalogue

    memory = catalogue.machine_memory()
    if memory is None:
        return ""
    model = catalogue.recommended(memory).name
    return say("models.advice", language, memory=f"{memory / GB:.0f}", model=model)


def _chosen(rows: list[dict[str, Any]], default: str, language: Language) -> tuple[str, bool]:
    """Which model to fetch, and whether the person chose it, of those that are listed here."""
    from assistant.cli import consent
    from assistant.llm import catalogue

    for text in (*_table(rows, language), _advice(language)):
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
