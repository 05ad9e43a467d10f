"""``assistant ask``: one question, its answer alone on stdout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assistant.cli import consent, failures, plain, streams
from assistant.cli.options import JsonObject
from assistant.cli.request import (
    Again,
    Content,
    Files,
    Incognito,
    Model,
    NoStdin,
    Prompts,
    Role,
    SessionId,
    Talk,
    Texts,
    Verbose,
)
from assistant.errors import BadData

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assistant.app import App
    from assistant.cli.sinks import Sink
    from assistant.session.base import TurnResult
    from assistant.tools.calls import ToolRun


def ask(
    prompts: Prompts = None,
    texts: Texts = None,
    files: Files = None,
    no_stdin: NoStdin = False,
    again: Again = False,
    session_id: SessionId = None,
    role: Role = "default",
    model: Model = None,
    verbose: Verbose = False,
    incognito: Incognito = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Ask the model even if the answer is known.")
    ] = False,
    as_json: JsonObject = False,
    schema: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A JSON Schema that the answer must satisfy."),
    ] = None,
    no_stream: Annotated[
        bool, typer.Option("--no-stream", help="Print the answer when it is complete.")
    ] = False,
) -> int:
    """Ask once. Piped text and files are data; the answer alone goes to stdout.

    \b
    git diff --staged | assistant ask "Write a commit message"
    assistant ask -c "And in Spanish?"
    """
    content = Content(prompts or (), texts or (), files or (), no_stdin)
    chosen = Talk(again, session_id, role, model, incognito, verbose)
    wanted = _read_schema(schema) if schema else None
    with chosen.open_app() as app:
        consent.attend(app)
        kept = (
            None if fresh or wanted or chosen.goes_on else app.at_once(chosen.role, content.typed)
        )
        session = None if kept else chosen.open_session(app, ephemeral=True)
        if content.typed and session:
            session.warm_up()  # while the pipe is read
        turn = content.read(app.config.ask)
        if kept and not turn.attachments:
            return _deliver(app, kept(), None, as_json=as_json)
        session = session or chosen.open_session(app, ephemeral=True)
        sink = None if as_json or wanted or no_stream else _sink(app)
        result = session.respond(
            turn,
            on_text=sink.feed if sink else None,
            fresh=fresh,
            schema=wanted,
            on_tool=_tell_tool,
        )
        return _deliver(app, result, sink, as_json=as_json)


def as_object(result: TurnResult) -> dict[str, Any]:
    """The contract of ``ask --json``."""
    return {
        "text": result.text,
        "model": result.model,
        "session": result.session,
        "turn": result.turn,
        "source": result.source,
        "prompt_tokens": result.prompt_tokens,
        "completion_tokens": result.completion_tokens,
        "sections": dict(result.sections),
        "facts_used": list(result.facts_used),
        "notices": list(result.notices),
    }


def _tell_tool(run: ToolRun) -> None:
    from assistant.cli.tool_runs import run_line

    plain.err(plain.dim(run_line(run), err=True))


def _deliver(app: App, result: TurnResult, sink: Sink | None, *, as_json: bool) -> int:
    if as_json:
        plain.out(plain.json_text(as_object(result)))
    else:
        (sink or _sink(app)).finish(result.text)
        for notice in result.notices:
            plain.err(plain.dim(notice, err=True))
    if result.state == "interrupted":
        plain.err(failures.spoken("interrupted"))
        return failures.INTERRUPTED
    return 0


def _sink(app: App) -> Sink:
    """Rendered on a terminal that can show it, raw Markdown everywhere else."""
    from assistant.cli.sinks import RawSink

    if app.config.ui.markdown and plain.capable(sys.stdout) and plain.unicode(sys.stdout):
        from assistant.cli.render import MarkdownSink, console

        return MarkdownSink(console())
    return RawSink()


def _read_schema(name: str) -> Mapping[str, Any]:
    """A JSON Schema from a file. Raises UsageError or BadData."""
    from assistant.documents import Unusable, check_schema, read_json
    from assistant.limits import SCHEMA

    try:
        schema = read_json(streams.read_file(Path(name), SCHEMA))
    except ValueError as error:
        raise BadData(f"{name} is not JSON: {error}", "A JSON Schema is expected.") from None
    try:
        check_schema(schema)
    except Unusable as error:
        raise BadData(f"{name} is not a JSON Schema that can be used: {error}") from None
    _stands_alone(schema)
    return schema if isinstance(schema, dict) else {"allOf": [schema]}


def _stands_alone(schema: Any) -> None:
    """Every ``$ref`` leads to a place in the schema itself, before a model is asked for anything.

    Raises BadData for one that does not: it would have to be fetched, which nothing ever is.
    """
    from jsonschema_specifications import REGISTRY
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012, specification_with

    from assistant.session.reply import unresolvable

    dialect = schema.get("$schema") if isinstance(schema, dict) else None
    specification = specification_with(str(dialect), default=DRAFT202012)
    root = specification.create_resource(schema)
    resources = [(root, REGISTRY.resolver_with_root(root))]
    while resources:
        resource, resolver = resources.pop()
        contents = resource.contents
        for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
            ref = contents.get(keyword) if isinstance(contents, dict) else None
            if isinstance(ref, str):
                try:
                    resolver.lookup(ref)
                except Unresolvable:
                    raise unresolvable(ref) from None
        resources += [(sub, resolver.in_subresource(sub)) for sub in resource.subresources()]
