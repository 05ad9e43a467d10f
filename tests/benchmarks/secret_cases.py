"""The cases of ``cases/secrets``: secrets of 40 kinds, and harmless texts that resemble them.

All are invented or published as examples. ``split`` tells which were looked at while the detectors
were written ("dev") and which were not ("held"); and the writers who came after. Before the
detectors were mended on what they showed, they found 192 of 200 of "held", 102 of 120 of "noor" and
"abel" (6 of 300 harmless texts altered). Of "mei" and "gus", who hardly ever call a secret by its
name, they found 25 of 40 at first (none of 60 altered) and 28 once mended on the others (3 altered).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.benchmarks.suites import cases

SPLITS = ("dev", "held", "noor", "abel", "mei", "gus")


@dataclass(frozen=True, slots=True)
class SecretCase:
    """A text and what of it must be in no file: the value and telling parts of it."""

    kind: str
    split: str
    text: str
    values: tuple[str, ...]

    def left_in(self, text: str) -> tuple[str, ...]:
        """The parts that a text still holds."""
        return tuple(value for value in self.values if value in text)


@dataclass(frozen=True, slots=True)
class HarmlessCase:
    """A text that holds no secret."""

    kind: str
    split: str
    text: str


def secret_cases() -> Sequence[SecretCase]:
    return [
        SecretCase(row["kind"], row["split"], row["text"], tuple(row["secret"]))
        for row in cases("secrets", "secrets")
    ]


def harmless_cases() -> Sequence[HarmlessCase]:
    return [
        HarmlessCase(row["kind"], row["split"], row["text"]) for row in cases("secrets", "harmless")
    ]
