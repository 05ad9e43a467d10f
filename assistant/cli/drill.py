"""``assistant doctor --drill``: the newest backup, put back where it can do no harm.

Each step is a finding in plain words. What fails ends in status 65; what came after the backup was
made is told, and is no fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from assistant.app import App
from assistant.cli import plain
from assistant.cli.findings import Finding, Installation
from assistant.cli.soundness import damage_of, made_at
from assistant.errors import AssistantError, BadData
from assistant.paths import Paths

if TYPE_CHECKING:
    from assistant.embedding.base import Embedder
    from assistant.storage.base.locations import Backup, Trial

BAD = BadData.exit_status


def drill(installation: Installation) -> Iterator[Finding]:
    """Every step in turn; a failure keeps none of the others from being made."""
    backup = next(iter(installation.location.backups()), None)
    if backup is None:
        yield Finding("backup", "ok", installation.say("backups_none"))
        return
    yield Finding(
        "backup", "ok", installation.say("backups", date=made_at(backup), name=backup.name)
    )
    yield digest_finding(installation, backup)
    installation.app.unlock()
    with backup.trial() as trial:
        yield from _rows(installation, trial)
        yield _since(installation, trial)
        yield from _opened(installation, trial)


def digest_finding(installation: Installation, backup: Backup) -> Finding:
    """Whether a backup is, to the last bit, what was made."""
    condition = backup.condition()
    told = installation.say(f"digest_{condition}", name=backup.name)
    if condition == "sound":
        return Finding("digest", "ok", told)
    hint = installation.say("drill_hint" if condition == "altered" else "digest_hint")
    return Finding("digest", "fail" if condition == "altered" else "warn", told, hint, BAD)


def _rows(installation: Installation, trial: Trial) -> Iterator[Finding]:
    """Counts and contents, table by table, as they were written down."""
    hint = installation.say("drill_hint")
    try:
        found = trial.compared()
    except BadData as error:
        told = installation.say("drill_unreadable", why=plain.line(error.message))
        yield Finding("rows", "fail", told, hint, BAD)
        return
    if found is None:
        return
    altered, counts = found
    if altered:
        told = installation.say("drill_altered", tables=", ".join(altered))
        yield Finding("rows", "fail", told, hint, BAD)
        return
    yield Finding("rows", "ok", installation.say("drill_rows", counts=_counts(counts)))


def _since(installation: Installation, trial: Trial) -> Finding:
    """What the database has by now and the backup cannot have."""
    try:
        newer, gone = trial.since()
    except BadData as error:
        told = installation.say("drill_not_compared", why=plain.line(error.message))
        return Finding("since", "ok", told)
    told = "; ".join(
        installation.say(key, counts=_counts(counts))
        for key, counts in (("drill_newer", newer), ("drill_gone", gone))
        if counts
    )
    return Finding("since", "ok", told or installation.say("drill_same"))


def _opened(installation: Installation, trial: Trial) -> Iterator[Finding]:
    """The program itself, with the restored home: every check of the stores, and a question."""
    try:
        problems = damage_of(trial.location, installation.app.clock)
    except AssistantError as error:
        problems = [plain.line(error.message)]
    if problems:
        told = "; ".join(problems[:3])
        yield Finding("integrity", "fail", told, installation.say("drill_hint"), BAD)
        return
    yield Finding("integrity", "ok", installation.say("drill_opens"))
    try:
        yield _recall(installation, trial)
    except AssistantError as error:
        yield Finding("recall", "fail", plain.line(error.message), error.hint, BAD)


def _recall(installation: Installation, trial: Trial) -> Finding:
    """The newest fact has to be found by its own words."""
    with _RestoredHome(installation.app, trial) as restored:
        facts = restored.stores.facts.all()
        if not facts:
            return Finding("recall", "ok", installation.say("drill_no_facts"))
        newest = max(facts, key=lambda fact: fact.created_at)
        found = restored.memory.facts.search(newest.fact)
    if any(fact.id == newest.id for fact in found):
        return Finding("recall", "ok", installation.say("drill_recalled", facts=len(facts)))
    told = installation.say("drill_not_recalled", id=newest.id)
    return Finding("recall", "fail", told, installation.say("drill_hint"), BAD)


class _RestoredHome(App):
    """The person's settings over a restored home; the encoder is the one that is there."""

    def __init__(self, app: App, trial: Trial) -> None:
        paths = Paths(config=app.paths.config, data=trial.home)
        super().__init__(paths, app.config, app.clock, {}, answers=False)
        self.location = trial.location
        self._encoder_cache = app.paths.cache

    @cached_property
    def embedder(self) -> Embedder:
        from assistant.embedding.open import shared_embedder

        return shared_embedder(self.config.embedding, self._encoder_cache)


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{table} {count}" for table, count in counts.items() if count) or "-"
