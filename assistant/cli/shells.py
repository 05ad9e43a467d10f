"""``assistant completion``: the script that lets a shell complete commands and names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal, get_args

import typer

from assistant.cli import plain
from assistant.cli.commands import COMPLETION, PROGRAM
from assistant.errors import UsageError

Shell = Literal["bash", "zsh", "fish"]
SHELLS: tuple[Shell, ...] = get_args(Shell)
AT_ONCE = f"""
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _{PROGRAM}_completion "$@"; fi
"""
"""Where zsh loads the script at the first Tab, that Tab is to be answered too."""


def completion(
    shell: Annotated[Shell | None, typer.Argument(help="Yours when left out.")] = None,
) -> None:
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


def script(shell: Shell) -> str:
    """What the shell runs to complete ``assistant``."""
    from typer import completion

    made: str = completion.get_completion_script(  # type: ignore[attr-defined] # in no ``__all__``
        prog_name=PROGRAM, complete_var=COMPLETION, shell=shell
    )
    return made + AT_ONCE.rstrip() if shell == "zsh" else made


def _own_shell() -> Shell:
    name = Path(os.environ.get("SHELL", "")).name
    for shell in SHELLS:
        if shell == name:
            return shell
    raise UsageError("Which shell?", f"Name it: `assistant completion {SHELLS[0]}`.")
