"""What is said of the sandbox: before a command, after one that failed, and where none may run."""

from __future__ import annotations

from assistant.messages import say
from assistant.records import Language
from assistant.tools.base import Context, Surroundings
from assistant.tools.sandbox.choice import Sandbox, chosen
from assistant.tools.sandbox.rules import folders, rules_for


def about(here: Surroundings, language: Language) -> str:
    """What a command can do on this machine, or plainly that nothing holds it back."""
    sandbox = chosen(here.config.shell)
    if sandbox.kind == "none":
        return say("tools.sandbox_none", language, why=sandbox.why_none)
    shell = here.config.shell
    nothing = say("tools.sandbox_nothing", language)
    write = list(folders(shell.write))
    read = [folder for folder in folders(here.config.roots) if folder not in write]
    return say(
        "tools.sandbox",
        language,
        kind=sandbox.kind,
        read=", ".join(read) or nothing,
        write=", ".join(write) or nothing,
        network=say(f"tools.sandbox_network_{'yes' if shell.network else 'no'}", language),
    )


def refusal(here: Surroundings) -> str:
    """Why no command may run: a sandbox is required and there is none; else ""."""
    if here.config.shell.sandbox != "required":
        return ""
    found = chosen(here.config.shell)
    if found.kind != "none":
        return ""
    return (
        "a sandbox is required (tools.shell.sandbox in the configuration) and none works here: "
        f"{found.why_none}; on Linux, installing bubblewrap may help"
    )


def explained(sandbox: Sandbox, context: Context, status: int, output: str) -> str:
    """What the sandbox allowed, for whoever wonders why a command failed in it; else "". A bare 1
    is how many programs say no."""
    if sandbox.kind == "none" or status == 0 or (status == 1 and not output.strip()):
        return ""
    rules, shell = rules_for(context.here), context.here.config.shell
    return (
        f"this ran in a sandbox ({sandbox.kind}), which may be why it failed. Of the person's"
        f" folders it could read {_listed(rules.read)} and change {_listed(rules.write)}; its home"
        f" and /tmp were empty ones, {'the' if rules.network else 'no'} network,"
        f" {shell.memory_mb:,} MB of memory, {shell.processes} processes."
        " tools.roots and [tools.shell] in the configuration allow more"
    )


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nothing"
