"""``assistant doctor --drill``: the newest backup, put back where it can do no harm.

Each step is a finding in plain words. What fails ends in status 65; what came after the backup was
made is told, and is no fault.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.app import App
from assistant.cli import plain
from assistant.cli.checks import Finding, Patient
from assistant.cli.soundness import damage_of, made_at
from assistant.errors import AssistantError, BadData
from assistant.homekey import lent_key
from assistant.paths import Paths
from assistant.storage.open import driver_for
from assistant.storage.sqlite import digests
from assistant.storage.sqlite.backups import newest_backup
from assistant.storage.sqlite.drill import compared, since, temporary_home
from assistant.storage.sqlite.driver import Driver, database_errors

if TYPE_CHECKING:
    from assistant.embedding.base import Embedder

BAD = BadData.exit_status


def drill(patient: Patient) -> Iterator[Finding]:
    """Every step in turn; a failure keeps none of the others from being made."""
    backup = newest_backup(patient.database)
    if backup is None:
        yield Finding("backup", "ok", patient.say("backups_none"))
        return
    yield Finding("backup", "ok", patient.say("backups", date=made_at(backup), name=backup.name))
    yield digest_finding(patient, backup)
    patient.app.unlock()
    folder = patient.database.parent
    driver = driver_for(patient.database)
    with temporary_home(folder) as home, lent_key(folder, home):
        copy = home / patient.database.name
        shutil.copyfile(backup, copy)
        copy.chmod(0o600)
        yield from _rows(patient, backup, copy, driver)
        yield _since(patient, copy, driver)
        yield from _opened(patient, copy)


def digest_finding(patient: Patient, backup: Path) -> Finding:
    """Whether a backup is, to the last bit, what was made."""
    condition = digests.check(backup)
    told = patient.say(f"digest_{condition}", name=backup.name)
    if condition == "sound":
        return Finding("digest", "ok", told)
    hint = patient.say("drill_hint" if condition == "altered" else "digest_hint")
    return Finding("digest", "fail" if condition == "altered" else "warn", told, hint, BAD)


def _rows(patient: Patient, backup: Path, copy: Path, driver: Driver) -> Iterator[Finding]:
    """Counts and contents, table by table, as they were written down."""
    made = digests.last_recorded(backup)
    if made is None or not made.tables:
        return
    hint = patient.say("drill_hint")
    try:
        altered, counts = compared(copy, made, driver)
    except _failures() as error:
        told = patient.say("drill_unreadable", why=plain.line(str(error)))
        yield Finding("rows", "fail", told, hint, BAD)
        return
    if altered:
        told = patient.say("drill_altered", tables=", ".join(altered))
        yield Finding("rows", "fail", told, hint, BAD)
        return
    yield Finding("rows", "ok", patient.say("drill_rows", counts=_counts(counts)))


def _since(patient: Patient, copy: Path, driver: Driver) -> Finding:
    """What the database has by now and the backup cannot have."""
    try:
        newer, gone = since(patient.database, copy, driver)
    except _failures() as error:
        told = patient.say("drill_not_compared", why=plain.line(str(error)))
        return Finding("since", "ok", told)
    told = "; ".join(
        patient.say(key, counts=_counts(counts))
        for key, counts in (("drill_newer", newer), ("drill_gone", gone))
        if counts
    )
    return Finding("since", "ok", told or patient.say("drill_same"))


def _opened(patient: Patient, copy: Path) -> Iterator[Finding]:
    """The program itself, with the restored home: every check of the stores, and a question."""
    try:
        problems = damage_of(copy, patient.app.clock)
    except AssistantError as error:
        problems = [plain.line(error.message)]
    if problems:
        told = "; ".join(problems[:3])
        yield Finding("integrity", "fail", told, patient.say("drill_hint"), BAD)
        return
    yield Finding("integrity", "ok", patient.say("drill_opens"))
    try:
        yield _recall(patient, copy.parent)
    except AssistantError as error:
        yield Finding("recall", "fail", plain.line(error.message), error.hint, BAD)


def _recall(patient: Patient, home: Path) -> Finding:
    """The newest fact has to be found by its own words."""
    with _RestoredHome(patient.app, home) as restored:
        facts = restored.stores.facts.all()
        if not facts:
            return Finding("recall", "ok", patient.say("drill_no_facts"))
        newest = max(facts, key=lambda fact: fact.created_at)
        found = restored.memory.facts.search(newest.fact)
    if any(fact.id == newest.id for fact in found):
        return Finding("recall", "ok", patient.say("drill_recalled", facts=len(facts)))
    told = patient.say("drill_not_recalled", id=newest.id)
    return Finding("recall", "fail", told, patient.say("drill_hint"), BAD)


class _RestoredHome(App):
    """The person's settings over a restored home; the encoder is the one that is there."""

    def __init__(self, app: App, home: Path) -> None:
        paths = Paths(config=app.paths.config, data=home)
        super().__init__(paths, app.config, app.clock, {}, answers=False)
        self._encoder_cache = app.paths.cache

    @cached_property
    def embedder(self) -> Embedder:
        from assistant.embedding.open import shared_embedder

        return shared_embedder(self.config.embedding, self._encoder_cache)


def _failures() -> tuple[type[Exception], ...]:
    return (OSError, ValueError, *database_errors())


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{table} {count}" for table, count in counts.items() if count) or "-"
