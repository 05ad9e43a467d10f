"""What ``assistant doctor`` looks at: one function for each check, each with one finding.

A check repairs nothing and creates nothing. What it cannot do is a finding too.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from assistant.cli import plain
from assistant.cli.soundness import damage_of, made_at, readable
from assistant.cli.words import tilde
from assistant.errors import (
    AssistantError,
    Damaged,
    ModelUnavailable,
    NotAuthorised,
    StorageUnavailable,
)
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.errors import ConfigurationError
    from assistant.records import Language

State = Literal["ok", "warn", "fail"]

MB = 1024 * 1024
LITTLE_SPACE = 500 * MB
NO_SPACE = 50 * MB
NARROW = 40
"""Columns under which tables and bars no longer fit."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found, what to do about it, and the exit status that a failure stands for."""

    check: str
    state: State
    message: str
    hint: str = ""
    status: int = 0


@dataclass(frozen=True, slots=True)
class Patient:
    """A home and the program on this machine. ``app`` is incognito: it leaves the home alone."""

    app: App
    language: Language
    wrong_config: ConfigurationError | None = None

    def say(self, key: str, **values: object) -> str:
        return say(f"doctor.{key}", self.language, **values)

    @property
    def database(self) -> Path:
        return self.app.paths.database


Check = Callable[[Patient], Finding]


def examine(patient: Patient) -> Iterator[Finding]:
    """Every check in turn; none keeps another from being made."""
    for name, check in CHECKS.items():
        try:
            yield check(patient)
        except AssistantError as error:
            yield _failure(name, error)
        except Exception as error:  # a bug of one check, or of a library, is a finding as well
            told = patient.say("broken", kind=type(error).__name__, why=plain.line(str(error)))
            yield Finding(name, "fail", told, status=1)


def check_config(patient: Patient) -> Finding:
    """The file is read without complaint."""
    if patient.wrong_config is not None:
        return _failure("config", patient.wrong_config)
    file = patient.app.paths.config
    key = "config" if file.exists() else "config_none"
    return Finding("config", "ok", patient.say(key, file=tilde(file)))


def check_home(patient: Patient) -> Finding:
    """The folder of the data can be written, or be made."""
    folder = patient.app.paths.data
    probe = _existing(folder) / f".doctor-{os.getpid()}"
    try:
        probe.touch(mode=0o600)
        probe.unlink()
    except OSError:
        told = patient.say("home_unwritable", folder=tilde(probe.parent))
        raise StorageUnavailable(told, patient.say("home_hint")) from None
    key = "home" if folder.exists() else "home_none"
    return Finding("home", "ok", patient.say(key, folder=tilde(folder)))


def check_disk(patient: Patient) -> Finding:
    """There is room for the database, its backups and a model."""
    free = shutil.disk_usage(_existing(patient.app.paths.data)).free
    told = patient.say("disk", megabytes=plain.number(free // MB, patient.language))
    if free >= LITTLE_SPACE:
        return Finding("disk", "ok", told)
    hint = patient.say("disk_hint")
    if free >= NO_SPACE:
        return Finding("disk", "warn", told, hint)
    return Finding("disk", "fail", told, hint, StorageUnavailable.exit_status)


def check_encryption(patient: Patient) -> Finding:
    """Whether the home is encrypted, by what, and whether anything in it is not."""
    from assistant.homekey import is_encrypted

    if not is_encrypted(patient.app.paths.data):
        return Finding("encryption", "ok", patient.say("plain"))
    patient.app.unlock()
    from assistant.storage.encryption import header
    from assistant.storage.encryption.conversion import Home, plain_files

    found = header.read(patient.app.paths.data)
    if found is None:  # it was being decrypted, and is by now
        return Finding("encryption", "ok", patient.say("plain"))
    if loose := plain_files(Home.of(patient.app.paths)):
        told = patient.say("encrypted_not_all", files=", ".join(map(tilde, loose[:4])))
        return Finding("encryption", "warn", told, patient.say("encrypted_not_all_hint"))
    told = patient.say("encrypted_keyring" if found.by_keyring else "encrypted_passphrase")
    return Finding("encryption", "ok", told, patient.say("encrypted_limits"))


def check_database(patient: Patient) -> Finding:
    """It opens, and every page, row and index of it is sound."""
    from contextlib import closing

    from assistant.session.leftovers import Leftovers
    from assistant.storage.open import open_stores
    from assistant.storage.sqlite.backups import newest_backup

    file = patient.database
    if not file.exists():
        return Finding("database", "ok", patient.say("database_none"))
    problems = damage_of(file, patient.app.clock)
    if problems:
        hint = patient.say(
            "damaged_hint" if newest_backup(file) else "start_anew", file=tilde(file)
        )
        return Finding("database", "fail", "; ".join(problems[:3]), hint, Damaged.exit_status)
    clock, paths = patient.app.clock, patient.app.paths
    with closing(open_stores(file, clock=clock, surroundings=lambda: Leftovers(paths))) as stores:
        facts, conversations = len(stores.facts.all()), len(stores.conversations.all())
        aside = stores.unusable()
    size = f"{file.stat().st_size / MB:.1f}"
    told = patient.say("database", facts=facts, conversations=conversations, megabytes=size)
    if aside:
        rows = "; ".join(plain.line(f"{table} {row} ({why})") for table, row, why in aside[:3])
        told = f"{told}; {patient.say('aside', count=len(aside), rows=rows)}"
        return Finding("database", "warn", told, patient.say("aside_hint"))
    return Finding("database", "ok", told)


def check_backups(patient: Patient) -> Finding:
    """The newest copy, should it be needed, can be read."""
    from assistant.storage.sqlite.backups import newest_backup

    backup = newest_backup(patient.database)
    if backup is None:
        return Finding("backups", "ok", patient.say("backups_none"))
    told = patient.say("backups", date=made_at(backup), name=backup.name)
    if not readable(backup):
        hint = patient.say("backups_hint", file=tilde(backup))
        return Finding("backups", "warn", patient.say("backups_bad", name=backup.name), hint)
    return Finding("backups", "ok", told)


def check_permissions(patient: Patient) -> Finding:
    """Nobody else can read what is private."""
    paths = patient.app.paths
    files = {paths.data, paths.config, *paths.data.glob("*")} - {paths.models}  # nothing of yours
    loose = sorted(tilde(f) for f in files if f.exists() and f.stat().st_mode & 0o077)
    if not loose:
        return Finding("permissions", "ok", patient.say("permissions"))
    told = patient.say("permissions_loose", files=", ".join(loose[:4]), count=len(loose))
    hint = patient.say("permissions_hint", folder=tilde(paths.data))
    return Finding("permissions", "fail", told, hint, NotAuthorised.exit_status)


def check_model(patient: Patient) -> Finding:
    """One is found, and answers."""
    from assistant.answerer import waiting_line
    from assistant.cli.words import model_line, next_step
    from assistant.llm.base import ChatRequest
    from assistant.records import ChatMessage

    _recall_acceptances(patient)
    choice = patient.app.choice()
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
    from assistant.storage.open import open_stores

    if not patient.database.exists():
        return
    with (
        suppress(AssistantError),  # the check of the database tells it
        closing(open_stores(patient.database, clock=patient.app.clock)) as stores,
    ):
        acceptance.copy(stores.keyvalue, patient.app.stores.keyvalue, patient.app.now())


def check_embedder(patient: Patient) -> Finding:
    """It loads, and tells what is alike from what is not."""
    from assistant.embedding.open import open_embedder

    app = patient.app
    cache = app.paths.cache if app.paths.data.is_dir() else None
    started = time.monotonic()
    embedder = open_embedder(app.config.embedding, cache)
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
    registry = open_registry(lambda name, _: broken.append(name))
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


CHECKS: dict[str, Check] = {
    "config": check_config,
    "home": check_home,
    "disk": check_disk,
    "encryption": check_encryption,
    "database": check_database,
    "backups": check_backups,
    "permissions": check_permissions,
    "tools": check_tools,
    "sandbox": check_sandbox,
    "embedder": check_embedder,
    "model": check_model,
    "terminal": check_terminal,
}


def _failure(name: str, error: AssistantError) -> Finding:
    return Finding(name, "fail", plain.line(error.message), error.hint, error.exit_status)


def _existing(path: Path) -> Path:
    """The path, or the nearest one above it that is there."""
    return next(p for p in (path, *path.parents) if p.exists())
