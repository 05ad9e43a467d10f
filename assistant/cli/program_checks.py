"""The checks of the program on this machine: model, embedder, tools, sandbox, terminal."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from assistant.cli import plain
from assistant.cli.findings import Finding, Installation
from assistant.errors import AssistantError, ModelUnavailable

NARROW = 40
"""Columns under which tables and bars no longer fit."""


def check_model(installation: Installation) -> Finding:
    """One is found, and answers."""
    from assistant.answerer import waiting_line
    from assistant.cli.words import model_line, next_step
    from assistant.llm.base import ChatRequest
    from assistant.records import ChatMessage

    _recall_acceptances(installation)
    choice = installation.app.models.choice()
    told = model_line(choice, installation.language)
    waiting = [waiting_line(found, installation.language) for found in choice.passed_over]
    hint = "; ".join(waiting) or next_step(choice, installation.language)
    model = installation.app.services().model()
    if model is None:
        return Finding("model", "fail", told, hint, ModelUnavailable.exit_status)
    started = time.monotonic()
    events = model.stream(ChatRequest((ChatMessage("user", "Say ok."),), max_tokens=16))
    next(iter(events), None)
    seconds = time.monotonic() - started
    answers = installation.say("model_answers", seconds=f"{seconds:.1f}")
    return Finding("model", "ok", f"{told}; {answers}", hint)


def _recall_acceptances(installation: Installation) -> None:
    """The person's word on local servers, which a look that writes nothing has not read."""
    from contextlib import closing, suppress

    from assistant.llm import acceptance

    if not installation.location.exists():
        return
    with (
        suppress(AssistantError),  # the check of the database tells it
        closing(installation.location.open(installation.app.clock)) as stores,
    ):
        acceptance.copy(stores.keyvalue, installation.app.stores.keyvalue, installation.app.now())


def check_embedder(installation: Installation) -> Finding:
    """It loads, and tells what is alike from what is not."""
    from assistant.embedding.open import shared_embedder

    app = installation.app
    cache = app.paths.cache if app.paths.data.is_dir() else None
    started = time.monotonic()
    embedder = shared_embedder(app.config.embedding, cache)
    one, other, far = embedder.embed(
        ["The bus leaves at noon.", "The bus goes at midday.", "I prefer tea to coffee."]
    )
    milliseconds = (time.monotonic() - started) * 1000
    told = installation.say("embedder", name=embedder.name, milliseconds=f"{milliseconds:.0f}")
    if float(one @ other) > float(one @ far):
        return Finding("embedder", "ok", told)
    hint = installation.say("embedder_hint")
    return Finding(
        "embedder", "fail", installation.say("embedder_bad", name=embedder.name), hint, 1
    )


def check_tools(installation: Installation) -> Finding:
    """What [tools] names exists: tools, categories, folders; packages of tools load."""
    from assistant.tools.registry import open_registry

    config = installation.app.config.tools
    broken: list[str] = []
    registry = open_registry(lambda name, _: broken.append(name), installation.app.packs.all_tools)
    known = {tool.id for tool in registry} | set(registry.by_category())
    unknown = [name for name in (*config.on, *config.off, *config.allow) if name not in known]
    gone = [root for root in config.roots if not Path(root).expanduser().is_dir()]
    if not (broken or unknown or gone):
        return Finding("tools", "ok", installation.say("tools", count=len(registry)))
    told = [
        installation.say(key, names=", ".join(names))
        for key, names in (
            ("tools_broken", broken), ("tools_unknown", unknown), ("tools_gone", gone)
        )
        if names
    ]  # fmt: skip
    return Finding("tools", "warn", "; ".join(told), installation.say("tools_hint"))


def check_packs(installation: Installation) -> Finding:
    """Those that are on load, and hold what they promise."""
    from assistant.cli.packs import reason
    from assistant.packs.checking import problems

    packs = installation.app.packs
    usable = packs.usable
    wrong = {f.pack: reason(f, installation.language) for f in packs.failures}
    wrong |= {pack.name: "; ".join(found) for pack in usable if (found := problems(pack))}
    if not wrong:
        names = ", ".join(pack.name for pack in usable)
        return Finding("packs", "ok", names or installation.say("packs_none"))
    told = "; ".join(f"{name}: {plain.line(why)}" for name, why in wrong.items())
    return Finding("packs", "warn", told, installation.say("packs_hint", name=next(iter(wrong))))


def check_sandbox(installation: Installation) -> Finding:
    """What would hold back a command of the model, where commands may run at all."""
    from assistant.tools.sandbox.choice import chosen

    config = installation.app.config.tools
    found = chosen(config.shell)
    if found.kind != "none":
        return Finding("sandbox", "ok", installation.say("sandbox", kind=found.kind))
    told = installation.say("sandbox_none", why=found.why_none)
    if not config.enabled or not {"shell", "shell.run"} & set(config.on):
        return Finding("sandbox", "ok", f"{told}; {installation.say('sandbox_unused')}")
    return Finding("sandbox", "warn", told, installation.say("sandbox_hint"))


def check_terminal(installation: Installation) -> Finding:
    """What the screen can show."""
    if not plain.interactive(sys.stdout):
        return Finding("terminal", "ok", installation.say("terminal_none"))
    columns = plain.columns()
    colour, unicode = plain.styled(sys.stdout), plain.unicode(sys.stdout)
    yes_no = {True: installation.say("yes"), False: installation.say("no")}
    told = installation.say(
        "terminal", columns=columns, colour=yes_no[colour], unicode=yes_no[unicode]
    )
    if not unicode:
        return Finding("terminal", "warn", told, installation.say("terminal_unicode"))
    if columns < NARROW:
        return Finding(
            "terminal", "warn", told, installation.say("terminal_narrow", columns=NARROW)
        )
    return Finding("terminal", "ok", told)
