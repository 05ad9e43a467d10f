"""The commands of the program: a static table of the function behind each, imported when called.

Help, completion and the refusal of an unknown word need this table alone: importing every command
to list its name would cost more than most commands take. What a function takes, typer reads from
its signature (``assistant/cli/program.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

PROGRAM = "assistant"
ABOUT = """A terminal assistant whose memory is small, honest and yours.

Without a command it starts `chat`, whose options may stand alone: `assistant -c`.

\b
assistant ask "how do I undo the last commit?"
"""
DEFAULT = "chat"
"""The command of a line that names none."""
COMPLETION = "_ASSISTANT_COMPLETE"
"""The variable by which a shell asks for completions."""


class Entry(NamedTuple):
    """A command: its function, as ``module:name``, and its line in the list of commands.

    With ``commands`` it is a group, of which the function tells the help. Where none of them is
    named the group shows that, unless it does something ``alone``: then its function is called.
    """

    function: str
    help: str
    commands: Mapping[str, Entry] = MappingProxyType({})
    alone: bool = False


COMMANDS: Mapping[str, Entry] = {
    "chat": Entry("assistant.cli.chat:chat", "Talk: a conversation that does not grow."),
    "ask": Entry("assistant.cli.ask:ask", "Ask once; the answer alone goes to stdout."),
    "prompt": Entry(
        "assistant.cli.prompt:prompt", "Show what would be sent, and why; calls no model."
    ),
    "facts": Entry(
        "assistant.cli.facts:facts",
        "List and change what is remembered of you.",
        {
            "list": Entry(
                "assistant.cli.facts.listing:list_",
                "Every fact with its state, its age and what comes next.",
            ),
            "show": Entry(
                "assistant.cli.facts.listing:show",
                "A fact's history: what it replaced and what replaced it.",
            ),
            "add": Entry("assistant.cli.facts.editing:add", "Keep a fact on purpose."),
            "edit": Entry(
                "assistant.cli.facts.editing:edit", "Say it better; without a text, in your editor."
            ),
            "confirm": Entry(
                "assistant.cli.facts.editing:confirm", "Still true: their age begins again."
            ),
            "forget": Entry(
                "assistant.cli.facts.editing:forget",
                "Forget for good: afterwards the words are in no file.",
            ),
            "review": Entry(
                "assistant.cli.facts.review:review",
                "One key each: keep, edit, forget; the ones about to expire first.",
            ),
            "export": Entry("assistant.cli.facts.exchange:export", "Every fact as JSON Lines."),
            "import": Entry("assistant.cli.facts.exchange:import_", "Facts from JSON Lines."),
        },
        alone=True,
    ),
    "profile": Entry(
        "assistant.cli.profile:profile",
        "Show and change what packs have learned of you.",
        {
            "show": Entry(
                "assistant.cli.profile:show",
                "What a pack has learned of you, and what it rests on.",
            ),
            "edit": Entry("assistant.cli.profile:edit", "Put a value right, or put one in."),
            "forget": Entry(
                "assistant.cli.profile:forget",
                "Forget for good: afterwards the words are in no file.",
            ),
        },
    ),
    "stats": Entry(
        "assistant.cli.stats:stats", "Show what the memory saves, in figures and pictures."
    ),
    "export": Entry(
        "assistant.cli.exporting:export", "Write the memory as tables for other programs."
    ),
    "import": Entry("assistant.cli.importing:import_", "Take in tables that were exported."),
    "move": Entry(
        "assistant.cli.move:move", "Carry the whole memory to another store, and compare it."
    ),
    "sessions": Entry(
        "assistant.cli.sessions:sessions",
        "List, show and delete conversations.",
        {
            "list": Entry("assistant.cli.sessions:list_", "The latest first."),
            "show": Entry(
                "assistant.cli.sessions:show",
                "What a conversation keeps: summaries, results, its latest turns.",
            ),
            "delete": Entry(
                "assistant.cli.sessions:delete",
                "Remove history, state, measures and kept answers at once.",
            ),
        },
    ),
    "models": Entry(
        "assistant.cli.models:models",
        "List, fetch, choose and check models.",
        {
            "list": Entry(
                "assistant.cli.models:list_",
                "Models on this machine, and those that can be fetched by name.",
            ),
            "pull": Entry("assistant.cli.models:pull", "Fetch a model into the models folder."),
            "remove": Entry("assistant.cli.models:remove", "Delete a fetched model."),
            "use": Entry("assistant.cli.models:use", "Write down which model answers."),
            "accept": Entry(
                "assistant.cli.accept:accept",
                "Let a server of another account on this machine be asked.",
            ),
            "check": Entry(
                "assistant.cli.models:check", "Ask the model for one word and say how it went."
            ),
        },
    ),
    "tools": Entry(
        "assistant.cli.tools:tools",
        "List, show and run the tools of the model.",
        {
            "list": Entry(
                "assistant.cli.tools:list_",
                "Every tool: whether it may be used, its plan, the calls left.",
            ),
            "show": Entry(
                "assistant.cli.tools:show",
                "A tool with its arguments, plan, limits, quota left and cache.",
            ),
            "run": Entry(
                "assistant.cli.tools:run",
                "Run a tool as the model would: same checks, limits, questions and log.",
            ),
        },
    ),
    "packs": Entry(
        "assistant.cli.packs:packs",
        "List, show and switch packs: domains that are added.",
        {
            "list": Entry(
                "assistant.cli.packs:list_",
                "Every pack that is found: whether it is on, where it comes from.",
            ),
            "show": Entry("assistant.cli.packs:show", "What a pack brings, and its guide."),
            "enable": Entry("assistant.cli.packs:enable", "Switch a pack on."),
            "disable": Entry("assistant.cli.packs:disable", "Switch a pack off."),
            "new": Entry("assistant.cli.packs:new", "Write a working pack with its tests."),
        },
    ),
    "serve": Entry(
        "assistant.cli.serve:serve", "Serve the memory to any client of the OpenAI protocol."
    ),
    "users": Entry(
        "assistant.cli.users:users",
        "Let people use the server, each with their own memory.",
        {
            "add": Entry("assistant.cli.users:add", "Print a new person's key, this once."),
            "list": Entry("assistant.cli.users:list_", "Names, roles and plans."),
            "revoke": Entry("assistant.cli.users:revoke", "The key opens nothing any more."),
            "rotate": Entry("assistant.cli.users:rotate", "Print another key in its place."),
        },
    ),
    "config": Entry(
        "assistant.cli.config:config",
        "Show, check and create the configuration.",
        {
            "path": Entry("assistant.cli.config:path", "Print where the file is, or would be."),
            "show": Entry("assistant.cli.config:show", "Print every setting in force, as TOML."),
            "check": Entry("assistant.cli.config:check", "Say whether the file is right."),
            "init": Entry(
                "assistant.cli.config:init",
                "Write a file that explains every setting and changes none.",
            ),
        },
    ),
    "completion": Entry(
        "assistant.cli.shells:completion", "Let bash, zsh or fish complete commands."
    ),
    "lock": Entry(
        "assistant.cli.lock:lock", "Encrypt the memory at rest, or change the passphrase."
    ),
    "unlock": Entry("assistant.cli.unlock:unlock", "Decrypt the memory for good."),
    "doctor": Entry("assistant.cli.doctor:doctor", "Check that everything works, and what to do."),
}
