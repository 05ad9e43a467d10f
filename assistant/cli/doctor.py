"""``assistant doctor``: what works here, what does not, and what to do about it."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli import plain
from assistant.cli.options import JsonObject

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from assistant.cli.findings import Finding, Installation


def doctor(
    as_json: JsonObject = False,
    wanted: Annotated[
        bool, typer.Option("--restore", help="Put back the newest good backup.")
    ] = False,
    tried: Annotated[
        bool, typer.Option("--drill", help="Try the newest backup in a home apart.")
    ] = False,
    yes: Annotated[bool, typer.Option("-y", "--yes", help="Restore without asking.")] = False,
) -> int:
    """Check model, memory, files and terminal, and say what to do.

    The exit status is 0, or that of the first thing that fails. A damaged
    database is never touched unless --restore says so, and even then it is
    kept beside the restored one. --drill restores the newest backup into a
    temporary home, compares it with what was written down when it was made,
    asks it a question, and removes it.

    \b
    assistant doctor
    assistant doctor --drill
    assistant doctor --restore
    """
    installation = admitted()
    with installation.app:
        if wanted:
            restore(installation, yes=yes)
            return 0
        if tried:
            from assistant.cli.drill import drill

            findings = _told(installation, drill(installation), as_json=as_json)
        else:
            from assistant.cli.checks import examine

            findings = _told(installation, examine(installation), as_json=as_json)
    return next((f.status for f in findings if f.state == "fail"), 0)


def admitted() -> Installation:
    """This person's home, whatever state it is in."""
    from assistant.app import App, open_app
    from assistant.cli.findings import Installation
    from assistant.cli.language import interface_language
    from assistant.config import Config
    from assistant.errors import ConfigurationError
    from assistant.paths import resolve_paths

    try:
        app = open_app(incognito=True)
    except ConfigurationError as error:
        from datetime import UTC, datetime

        config = Config()
        app = App(
            resolve_paths(None), config, lambda: datetime.now(UTC), os.environ, incognito=True
        )
        return Installation(app, interface_language(config.ui), error)
    return Installation(app, interface_language(app.config.ui))


def restore(installation: Installation, *, yes: bool) -> None:
    """Put the newest backup that can be read in the place of a database that is damaged or gone.

    Raises UsageError when there is nothing to mend, BadData when no backup helps.
    """
    from assistant.cli.consent import make_sure
    from assistant.cli.soundness import damage_of, made_at
    from assistant.cli.words import tilde
    from assistant.errors import BadData, UsageError
    from assistant.homekey import is_encrypted

    installation.app.unlock()
    location, found = installation.location, installation.location.backups()
    needed = damage_of(location, installation.app.clock) if location.exists() else found
    if not needed:
        raise UsageError(installation.say("sound"), installation.say("sound_hint"))
    backup = next((backup for backup in found if backup.readable()), None)
    if backup is None:
        raise BadData(
            installation.say("no_backup", file=tilde(location.name)),
            installation.say("start_anew", file=tilde(location.name)),
        )
    plain.err(installation.say("about", name=backup.name, date=made_at(backup)))
    if (condition := backup.condition()) != "sound":
        plain.err(installation.say(f"digest_{condition}", name=backup.name))
    if not yes:
        make_sure(installation.say("ask"), installation.language)
    aside = backup.restore(installation.app.now())
    if is_encrypted(installation.app.paths.data):  # what was set aside may be of any kind
        from assistant.storage.encryption.access import encrypt_what_is_plain

        encrypt_what_is_plain(installation.app.paths)
    plain.err(installation.say("restored", name=backup.name))
    if aside:
        plain.err(installation.say("kept", file=tilde(aside)))


def _told(installation: Installation, made: Iterable[Finding], *, as_json: bool) -> list[Finding]:
    """Every finding, each line as soon as it is known."""
    findings = []
    for finding in made:
        findings.append(finding)
        if not as_json:
            for line in lines_of(finding):
                plain.out(line)
            plain.write("", flush=True)
    if as_json:
        plain.out(plain.json_text(as_object(findings)))
        return findings
    states = [finding.state for finding in findings]
    failed, poor = states.count("fail"), states.count("warn")
    key = "some_fail" if failed else "some_warn" if poor else "all_fine"
    plain.err(plain.dim(installation.say(key, failed=failed, poor=poor), err=True))
    return findings


def lines_of(finding: Finding) -> list[str]:
    """A finding as a person reads it: never by colour alone."""
    state = finding.state if finding.state == "ok" else plain.bold(finding.state)
    padding = " " * (4 - len(finding.state))
    lines = [f"{state}{padding}  {finding.check:<11}  {finding.message}"]
    if finding.hint:
        arrow = "→" if plain.unicode(sys.stdout) else "->"
        lines.append(f"{'':19}{arrow} {finding.hint}")
    return lines


def as_object(findings: Sequence[Finding]) -> dict[str, object]:
    """The contract of ``doctor --json``."""
    return {
        "ok": all(f.state != "fail" for f in findings),
        "checks": [asdict(finding) for finding in findings],
    }
