"""What ``assistant doctor`` looks at: one function for each check, each with one finding.

A check repairs nothing and creates nothing. What it cannot do is a finding too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from assistant.cli import plain
from assistant.cli.findings import Finding, Installation, failure_of
from assistant.cli.home_checks import (
    check_backups,
    check_config,
    check_database,
    check_disk,
    check_encryption,
    check_home,
    check_languages,
    check_permissions,
)
from assistant.cli.program_checks import (
    check_embedder,
    check_model,
    check_packs,
    check_sandbox,
    check_terminal,
    check_tools,
)
from assistant.errors import AssistantError

Check = Callable[[Installation], Finding]


def examine(installation: Installation) -> Iterator[Finding]:
    """Every check in turn; none keeps another from being made."""
    for name, check in CHECKS.items():
        try:
            yield check(installation)
        except AssistantError as error:
            yield failure_of(name, error)
        except Exception as error:  # a bug of one check, or of a library, is a finding as well
            told = installation.say("broken", kind=type(error).__name__, why=plain.line(str(error)))
            yield Finding(name, "fail", told, status=1)


CHECKS: dict[str, Check] = {
    "config": check_config,
    "languages": check_languages,
    "home": check_home,
    "disk": check_disk,
    "encryption": check_encryption,
    "database": check_database,
    "backups": check_backups,
    "permissions": check_permissions,
    "tools": check_tools,
    "packs": check_packs,
    "sandbox": check_sandbox,
    "embedder": check_embedder,
    "model": check_model,
    "terminal": check_terminal,
}
