"""``assistant models``: which models are here, which one answers, how to get another."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from assistant.cli import plain
from assistant.cli.progress import MB, Bar

if TYPE_CHECKING:
    from pathlib import Path

    from assistant.app import App

AUTOMATIC = "auto"


@click.group("models")
def command() -> None:
    """List, fetch, choose and check models."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def list_(as_json: bool) -> None:
    """Models on this machine, and those that can be fetched by name."""
    from assistant.cli.words import model_line, next_step

    with _app() as app:
        rows = _rows(app)
        choice = app.choice()
    if as_json:
        plain.out(plain.json_text(rows))
        return
    for line in plain.table([_cells(row) for row in rows], right=(1,)):
        plain.out(line)
    for text in (f"answers now: {model_line(choice)}", next_step(choice)):
        if text:
            plain.err(plain.dim(text, err=True))


@command.command()
@click.argument("source", metavar="[NAME|URL]", required=False)
@click.option("--sha256", metavar="HASH", help="Refuse a file with another hash.")
@click.option("--if-missing", is_flag=True, help="Do nothing if any model is here already.")
@click.option("--quiet", is_flag=True, help="Say nothing unless it fails.")
def pull(source: str | None, sha256: str | None, if_missing: bool, quiet: bool) -> None:
    """Fetch a model into the models folder; without a name, the small default one.

    \b
    assistant models pull
    assistant models pull hf:OWNER/REPOSITORY/FILE.gguf
    """
    from assistant.cli.words import tilde
    from assistant.llm import weights

    with _app() as app:
        folder, name = app.paths.models, source or app.config.embedded.model
    if if_missing and _is_here(name, folder):
        return
    with Bar(name, quiet=quiet) as bar:
        fetched = weights.pull(name, folder, sha256=sha256, progress=lambda d, n: bar(d, n or 0))
    if not quiet:
        plain.err(f"{fetched.name} is in {tilde(fetched.path)} ({fetched.size / MB:.0f} MB)")


@command.command()
@click.argument("name", metavar="NAME")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
def remove(name: str, yes: bool) -> None:
    """Delete a fetched model."""
    from assistant.llm import weights

    with _app() as app:
        folder = app.paths.models
    if not yes:
        click.confirm(f"Delete {name}?", abort=True, err=True)
    gone = weights.remove(name, folder)
    plain.err(f"deleted {gone.name} ({gone.size / MB:.0f} MB)")


@command.command()
@click.argument("name", metavar="NAME")
def use(name: str) -> None:
    """Write into the configuration which model answers; `auto` chooses by itself.

    NAME is a model of a server, or one that was fetched.
    """
    from assistant.cli.words import tilde

    with _app() as app:
        file = app.paths.config
    _set_model(file, "" if name == AUTOMATIC else name)
    plain.err(f"{plain.line(name)} is set in {tilde(file)}")


@command.command()
@click.option("-m", "--model", metavar="MODEL", help="That model instead of the chosen one.")
def check(model: str | None) -> None:
    """Ask the model for one word and say how it went."""
    from assistant.cli.words import model_line
    from assistant.errors import ModelUnavailable

    with _app(model) as app:
        plain.out(model_line(app.choice()))
        kit = app.kit()
        answering = kit.model()
        if answering is None:
            raise ModelUnavailable(
                "No model is set up", "Run `assistant models pull`, or set OPENAI_API_KEY."
            )
        for line in _try_out(answering, kit.counter()):
            plain.out(line)


def _try_out(model: Any, counter: Any) -> list[str]:
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
    lines = [f"it answers: first word after {first or 0:.2f} s"]
    if usage.prompt_tokens is not None:
        ours = counter.count_messages(messages)
        lines.append(f"it counted {usage.prompt_tokens} prompt tokens; our count is {ours}")
    return lines


def _app(model: str | None = None) -> App:
    from assistant.app import open_app

    return open_app(model=model)


def _is_here(name: str, folder: Path) -> bool:
    from assistant.llm import weights

    return weights.find(name, folder) is not None or (
        "/" not in name and bool(weights.installed(folder))
    )


def _rows(app: App) -> list[dict[str, Any]]:
    """Fetched models, then the named ones that are not here."""
    from assistant.llm import weights

    here = weights.installed(app.paths.models)
    names = {model.name.lower() for model in here}
    rows: list[dict[str, Any]] = [
        {"name": m.name, "bytes": m.size, "fetched": True, "path": str(m.path)} for m in here
    ]
    for named in weights.NAMED:
        if named.name not in names:
            rows.append({"name": named.name, "bytes": named.size, "fetched": False, "path": None})
    return rows


def _cells(row: dict[str, Any]) -> tuple[str, str, str]:
    state = "here" if row["fetched"] else f"assistant models pull {row['name']}"
    return plain.line(row["name"]), f"{row['bytes'] / MB:.0f} MB", state


def _set_model(file: Path, name: str) -> None:
    """Change one key of the configuration; comments, order and the rest stay as they are."""
    import tomlkit

    from assistant.cli.config import edited

    with edited(file) as document:
        document.setdefault("model", tomlkit.table())["name"] = name
