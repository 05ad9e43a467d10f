"""The checks of the program on this machine: model, embedder, tools, sandbox, terminal."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from assistant.cli import plain
from assistant.cli.findings import Finding, Patient
from assistant.errors import AssistantError, ModelUnavailable

NARROW = 40
"""Columns under which tables and bars no longer fit."""


def check_model(patient: Patient) -> Finding:
    """One is found, and answers."""
    from assistant.answerer import waiting_line
    from assistant.cli.words import model_line, next_step
    from assistant.llm.base import ChatRequest
    from assistant.records import ChatMessage

    _recall_acceptances(patient)
    choice = patient.app.models.choice()
    told = model_line(choice, patient.language)
    waiting = [waiting_line(found, patient.language) for found in choice.passed_over]
    hint = "; ".join(waiting) or next_step(choice, patient.language)
    model = patient.app.kit().model()
    if model is None:
        return Finding("model", "fail", told, hint, ModelUnavailable.exit_status)
    started = time.monotonic()
    events = model.stream(ChatRequest((ChatMessage("user", "Say ok."),), max_tokens=16))
    next(iter(events), None)
    seconds = time.monotonic() - started
    answers = patient.say("model_answers", seconds=f"{seconds:.1f}")
    return Finding("model", "ok", f"{told}; {answers}", hint)


def _recall_acceptances(patient: Patient) -> None:
    """The person's word on local servers, which a look that writes nothing has not read."""
    from contextlib import closing, suppress

    from assistant.llm import acceptance

    if not patient.location.exists():
        return
    with (
        suppress(AssistantError),  # the check of the database tells it
        closing(patient.location.open(patient.app.clock)) as stores,
    ):
        acceptance.copy(stores.keyvalue, patient.app.stores.keyvalue, patient.app.now())


def check_embedder(patient: Patient) -> Finding:
    """It loads, and tells what is alike from what is not."""
    from assistant.embedding.open import shared_embedder

    app = patient.app
    cache = app.paths.cache if app.paths.data.is_dir() else None
    started = time.monotonic()
    embedder = shared_embedder(app.config.embedding, cache)
    one, other, far = embedder.embed(
        ["The bus leaves at noon.", "The bus goes at midday.", "I prefer tea to coffee."]
    )
    milliseconds = (time.monotonic() - started) * 1000
    told = patient.say("embedder", name=embedder.name, milliseconds=f"{milliseconds:.0f}")
    if float(one @ other) > float(one @ far):
        return Finding("embedder", "ok", told)
    hint = patient.say("embedder_hint")
    return Finding("embedder", "fail", patient.say("embedder_bad", name=embedder.name), hint, 1)


def check_tools(patient: Patient) -> Finding:
    """What [tools] names exists: tools, categories, folders; packages of tools load."""
    from assistant.tools.registry import open_registry

    config = patient.app.config.tools
    broken: list[str] = []
    registry = open_registry(lambda name, _: broken.append(name), patient.app.packs.all_tools)
    known = {tool.id for tool in registry} | set(registry.by_category())
    unknown = [name for name in (*config.on, *config.off, *config.allow) if name not in known]
    gone = [root for root in config.roots if not Path(root).expanduser().is_dir()]
    if not (broken or unknown or gone):
        return Finding("tools", "ok", patient.say("tools", count=len(registry)))
    told = [
        patient.say(key, names=", ".join(names))
        for key, names in (
            ("tools_broken", broken), ("tools_unknown", unknown), ("tools_gone", gone)
        )
        if names
    ]  # fmt: skip
    return Finding("tools", "warn", "; ".join(told), patient.say("tools_hint"))


def check_packs(patient: Patient) -> Finding:
    """Those that are on load, and hold what they promise."""
    from assistant.cli.packs import reason
    from assistant.packs.checking import problems

    packs = patient.app.packs
    usable = packs.usable
    wrong = {f.pack: reason(f, patient.language) for f in packs.failures}
    wrong |= {pack.name: "; ".join(found) for pack in usable if (found := problems(pack))}
    if not wrong:
        names = ", ".join(pack.name for pack in usable)
        return Finding("packs", "ok", names or patient.say("packs_none"))
    told = "; ".join(f"{name}: {plain.line(why)}" for name, why in wrong.items())
    return Finding("packs", "warn", told, patient.say("packs_hint", name=next(iter(wrong))))


def check_sandbox(patient: Patient) -> Finding:
    """What would hold back a command of the model, where commands may run at all."""
    from assistant.tools.sandbox.choice import chosen

    config = patient.app.config.tools
    found = chosen(config.shell)
    if found.kind != "none":
        return Finding("sandbox", "ok", patient.say("sandbox", kind=found.kind))
    told = patient.say("sandbox_none", why=found.why_none)
    if not config.enabled or not {"shell", "shell.run"} & set(config.on):
        return Finding("sandbox", "ok", f"{told}; {patient.say('sandbox_unused')}")
    return Finding("sandbox", "warn", told, patient.say("sandbox_hint"))


def check_terminal(patient: Patient) -> Finding:
    """What the screen can show."""
    if not plain.interactive(sys.stdout):
        return Finding("terminal", "ok", patient.say("terminal_none"))
    columns = plain.columns()
    colour, unicode = plain.styled(sys.stdout), plain.unicode(sys.stdout)
    yes_no = {True: patient.say("yes"), False: patient.say("no")}
    told = patient.say("terminal", columns=columns, colour=yes_no[colour], unicode=yes_no[unicode])
    if not unicode:
        return Finding("terminal", "warn", told, patient.say("terminal_unicode"))
    if columns < NARROW:
        return Finding("terminal", "warn", told, patient.say("terminal_narrow", columns=NARROW))
    return Finding("terminal", "ok", told)
