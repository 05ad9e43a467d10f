"""A command of the person's own that prints a secret: a key, a passphrase."""

from __future__ import annotations

import shlex

from assistant.errors import ConfigurationError

WAIT = 60
"""Seconds that it may take: it may ask the person something."""


def printed_by(command: str, setting: str, secret: str) -> str:
    """The first line that a command prints, run without a shell. ``setting`` is where it stands in
    the configuration, ``secret`` what it prints, for who reads that it failed.

    Raises ConfigurationError, which never holds what was printed.
    """
    import subprocess

    try:
        done = subprocess.run(  # noqa: S603 (the person's own command)
            shlex.split(command),
            stdin=subprocess.DEVNULL,  # what is piped in is for the question
            stdout=subprocess.PIPE,
            text=True,
            timeout=WAIT,
            check=True,
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise ConfigurationError(
            f"{setting} failed ({type(error).__name__})",
            f"Run it in a shell: it must print the {secret} and nothing else.",
        ) from None
    return done.stdout.partition("\n")[0].rstrip("\r")
