"""The checks of a home: its files, its room, who may read it, whether it is sound."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from assistant.cli import plain
from assistant.cli.findings import Finding, Installation, failure_of
from assistant.cli.soundness import damage_of, made_at
from assistant.cli.words import tilde
from assistant.errors import Damaged, NotAuthorised, StorageUnavailable
from assistant.languages import folder, known
from assistant.messages import lacking

MB = 1024 * 1024
LITTLE_SPACE = 500 * MB
NO_SPACE = 50 * MB


def check_config(installation: Installation) -> Finding:
    """The file is read without complaint."""
    if installation.wrong_config is not None:
        return failure_of("config", installation.wrong_config)
    file = installation.app.paths.config
    key = "config" if file.exists() else "config_none"
    return Finding("config", "ok", installation.say(key, file=tilde(file)))


def check_languages(installation: Installation) -> Finding:
    """Every language that is known says all that English says."""
    names = known()
    poor = next(filter(lacking, names), None)
    if poor is None:
        return Finding("languages", "ok", ", ".join(names))
    keys = lacking(poor)
    told = installation.say(
        "languages_lacking", language=poor, count=len(keys), keys=", ".join(keys[:3])
    )
    hint = installation.say("languages_hint", file=tilde(folder(poor) / "messages.toml"))
    return Finding("languages", "warn", told, hint)


def check_home(installation: Installation) -> Finding:
    """The folder of the data can be written, or be made."""
    folder = installation.app.paths.data
    probe = _existing(folder) / f".doctor-{os.getpid()}"
    try:
        probe.touch(mode=0o600)
        probe.unlink()
    except OSError:
        told = installation.say("home_unwritable", folder=tilde(probe.parent))
        raise StorageUnavailable(told, installation.say("home_hint")) from None
    key = "home" if folder.exists() else "home_none"
    return Finding("home", "ok", installation.say(key, folder=tilde(folder)))


def check_disk(installation: Installation) -> Finding:
    """There is room for the database, its backups and a model."""
    free = shutil.disk_usage(_existing(installation.app.paths.data)).free
    told = installation.say("disk", megabytes=plain.number(free // MB, installation.language))
    if free >= LITTLE_SPACE:
        return Finding("disk", "ok", told)
    hint = installation.say("disk_hint")
    if free >= NO_SPACE:
        return Finding("disk", "warn", told, hint)
    return Finding("disk", "fail", told, hint, StorageUnavailable.exit_status)


def check_encryption(installation: Installation) -> Finding:
    """Whether the home is encrypted, by what, and whether anything in it is not."""
    from assistant.homekey import is_encrypted

    if not is_encrypted(installation.app.paths.data):
        return Finding("encryption", "ok", installation.say("plain"))
    installation.app.unlock()
    from assistant.storage.encryption import header
    from assistant.storage.encryption.conversion import Home, plain_files

    found = header.read(installation.app.paths.data)
    if found is None:  # it was being decrypted, and is by now
        return Finding("encryption", "ok", installation.say("plain"))
    if loose := plain_files(Home.of(installation.app.paths)):
        told = installation.say("encrypted_not_all", files=", ".join(map(tilde, loose[:4])))
        return Finding("encryption", "warn", told, installation.say("encrypted_not_all_hint"))
    told = installation.say("encrypted_keyring" if found.by_keyring else "encrypted_passphrase")
    return Finding("encryption", "ok", told, installation.say("encrypted_limits"))


def check_database(installation: Installation) -> Finding:
    """It opens, and every page, row and index of it is sound."""
    from contextlib import closing

    from assistant.session.leftovers import Leftovers

    location, clock = installation.location, installation.app.clock
    if not location.exists() and not location.backups():
        return Finding("database", "ok", installation.say("database_none"))
    if problems := damage_of(location, clock):
        key = "damaged_hint" if location.backups() else "start_anew"
        key = "elsewhere_hint" if installation.stored_elsewhere else key
        hint = installation.say(key, file=tilde(location.name))
        return Finding("database", "fail", "; ".join(problems[:3]), hint, Damaged.exit_status)
    beside = Leftovers(installation.app.paths)
    with closing(location.open(clock, surroundings=lambda: beside)) as stores:
        facts, conversations = len(stores.facts.all()), len(stores.conversations.all())
        aside = stores.unusable()
    size = f"{location.size() / MB:.1f}"
    told = installation.say("database", facts=facts, conversations=conversations, megabytes=size)
    if aside:
        rows = "; ".join(plain.line(f"{table} {row} ({why})") for table, row, why in aside[:3])
        told = f"{told}; {installation.say('aside', count=len(aside), rows=rows)}"
        return Finding("database", "warn", told, installation.say("aside_hint"))
    return Finding("database", "ok", told)


def check_backups(installation: Installation) -> Finding:
    """The newest copy, should it be needed, can be read."""
    backup = next(iter(installation.location.backups()), None)
    if backup is None:
        key = "backups_elsewhere" if installation.stored_elsewhere else "backups_none"
        return Finding("backups", "ok", installation.say(key))
    told = installation.say("backups", date=made_at(backup), name=backup.name)
    if not backup.readable():
        hint = installation.say("backups_hint", file=tilde(backup.path))
        return Finding("backups", "warn", installation.say("backups_bad", name=backup.name), hint)
    return Finding("backups", "ok", told)


def check_permissions(installation: Installation) -> Finding:
    """Nobody else can read what is private."""
    paths = installation.app.paths
    files = {paths.data, paths.config, *paths.data.glob("*")} - {paths.models}  # nothing of yours
    loose = sorted(tilde(f) for f in files if f.exists() and f.stat().st_mode & 0o077)
    if not loose:
        return Finding("permissions", "ok", installation.say("permissions"))
    told = installation.say("permissions_loose", files=", ".join(loose[:4]), count=len(loose))
    hint = installation.say("permissions_hint", folder=tilde(paths.data))
    return Finding("permissions", "fail", told, hint, NotAuthorised.exit_status)


def _existing(path: Path) -> Path:
    """The path, or the nearest one above it that is there."""
    return next(p for p in (path, *path.parents) if p.exists())
