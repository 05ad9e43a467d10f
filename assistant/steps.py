"""The steps of erasing, by name, for tests that stop a process, kill it or race it at each."""

from __future__ import annotations

from collections.abc import Callable


def _pass(step: str) -> None:
    """Nothing waits here."""


reached: Callable[[str], None] = _pass
"""Called at each step with its name; only tests put something else in its place."""


def reached_now(step: str) -> None:
    """Tell that a step is reached."""
    reached(step)


STEPS = (
    "recorded",  # the task and what it hides, not committed yet
    "begun",
    "rewriting",  # a text file was written anew beside the old one
    "beside",  # the text files are clean
    "merged",  # the indexes
    "rewritten",  # the database's pages
    "emptied",  # the log of the database
    "copies",  # the backups are gone
    "backed up",  # and made anew
    "read",  # all was found clean; the task is still noted
    "done",
)
