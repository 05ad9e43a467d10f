"""What is told of a domain that is none of those there are."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.errors import UsageError
from assistant.messages import say
from assistant.records import Domain, Language


def unknown_domain(domain: str, known: Iterable[Domain], language: Language) -> UsageError:
    """What is told of a domain that is none of those."""
    return UsageError(
        say("facts.no_domain", language, name=domain),
        say("facts.domains", language, names=", ".join(known)),
    )
