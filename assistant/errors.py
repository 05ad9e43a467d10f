"""Expected failures: what happened, why, and what to do next, each with its exit status.

Anything else that escapes is a bug and ends with status 1. The command line turns these into one
line on stderr (``cli/failures.py``); the library only raises them.
"""

from __future__ import annotations

from typing import ClassVar


class AssistantError(Exception):
    """Something expected went wrong. ``message`` says what and why, ``hint`` what to do next;
    ``kept`` is what may be written down of it, where that is less: a server's own words may hold
    what it was sent. Both are English, or in the person's language where that is known already;
    ``retold.py`` says an English one in another language."""

    exit_status: ClassVar[int] = 1

    def __init__(self, message: str, hint: str = "", *, kept: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.kept = kept or message

    def __str__(self) -> str:
        return f"{self.message}. {self.hint}" if self.hint else self.message


class UsageError(AssistantError):
    """The command was called with words that do not fit."""

    exit_status = 2


class Declined(AssistantError):
    """The person was asked and said no: that is how it ends, and nothing went wrong."""

    exit_status = 130


class NothingToAsk(AssistantError):
    """No prompt was given (SKIP)."""

    exit_status = 3


class BudgetExceeded(AssistantError):
    """The request cannot fit in the 4,000 tokens of P1, whatever is left out."""

    exit_status = 4


class BadData(AssistantError):
    """Input or stored data that cannot be read: binary text, a corrupt database, broken JSON."""

    exit_status = 65


class Damaged(BadData):
    """The database itself cannot be read any more; a backup may be put in its place."""


class ModelUnavailable(AssistantError):
    """No model answers: no network, no server, no weights, an unknown name, a broken stream."""

    exit_status = 69


class StorageUnavailable(AssistantError):
    """The home cannot be written or read: read-only, full disk, no permission."""

    exit_status = 75


class TryAgainLater(AssistantError):
    """A limit that time lifts: the server's rate limit, a database that stays locked."""

    exit_status = 75


class Unsettled(AssistantError):
    """What was written may be there or not: the connection broke while it was committed. Whoever
    repeats it looks first."""

    exit_status = 75


class NotAuthorised(AssistantError):
    """The key is missing, wrong, or not allowed to do this."""

    exit_status = 77


class StoreRefused(NotAuthorised):
    """A server that keeps the memory does not let this user in, or do this."""


class ConfigurationError(AssistantError):
    """The configuration has an unknown key, a wrong type or an impossible value."""

    exit_status = 78
