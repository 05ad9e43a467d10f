"""``assistant completion``: the script that lets a shell complete commands and names."""

from __future__ import annotations

import os
from pathlib import Path

import click

from assistant.cli import plain
from assistant.errors import UsageError

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS), required=False)
def command(shell: str | None) -> None:
    """Print the script that completes commands, roles, ids and tools in a shell.

    Put it where your shell looks for it, and open a new one:

    \b
    d=~/.local/share/bash-completion/completions; mkdir -p $d
    assistant completion bash > $d/assistant
    assistant completion zsh > "${fpath[1]}/_assistant"
    assistant completion fish > ~/.config/fish/completions/assistant.fish

    Or, in the start-up file of bash or zsh:

    \b
    eval "$(assistant completion bash)"
    """
    plain.out(script(shell or _own_shell()))


def script(shell: str) -> str:
    """What the shell runs to complete ``assistant``."""
    from click.shell_completion import get_completion_class

    from assistant.cli.main import COMPLETION, assistant

    answering = get_completion_class(shell)
    assert answering is not None
    # A page of its own would ask bash for its version first; bash < 4.4 complains by itself.
    asked = answering(assistant, {}, "assistant", COMPLETION)
    return (asked.source_template % asked.source_vars()).strip()


def _own_shell() -> str:
    name = Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise UsageError("Which shell?", f"Name it: `assistant completion {SHELLS[0]}`.")
    return name
