"""One line for each thing the user should know of a turn, in the message's language (F5)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.characters import one_line
from assistant.memory.base import MemoryChange
from assistant.messages import say
from assistant.records import Fact, Language

MOST_SHOWN = 20
"""Facts listed where the person is asked; the command names all of them."""


def of_changes(changes: Iterable[MemoryChange], language: Language) -> tuple[str, ...]:
    """What was noted, renewed, replaced, forgotten or refused."""
    return tuple(_of_change(change, language) for change in changes)


def of_confirmed(results: Iterable[str], language: Language) -> tuple[str, ...]:
    """What became structured state of the conversation (C8)."""
    return tuple(say("memory.state", language, text=text) for text in results)


def of_stale(fact: Fact | None, language: Language) -> tuple[str, ...]:
    """A question reached for something too old to be told (F6)."""
    return (say("memory.stale", language, text=one_line(fact.fact)),) if fact else ()


def to_forget(change: MemoryChange, language: Language) -> str:
    """What would go, and the command that does it: nothing is gone yet."""
    known = list(zip(change.fact_ids, change.text.split("\n"), strict=False))
    lines = [f"{identity}  {text}" for identity, text in known[:MOST_SHOWN]]
    if len(known) > MOST_SHOWN:
        lines.append(say("memory.to_forget_more", language, count=len(known) - MOST_SHOWN))
    first, command = say("memory.to_forget", language), _that_forgets(change)
    return "\n".join((first, *lines, say("memory.to_forget_how", language, command=command)))


def _that_forgets(change: MemoryChange) -> str:
    """The command that forgets all of them, or of some the part that is meant."""
    from shlex import join, quote  # an imported id may be anything

    parts = dict(zip(change.fact_ids, change.replaced.split("\n"), strict=False))
    whole = [identity for identity in change.fact_ids if not parts.get(identity)]
    commands = [f"assistant facts forget {join(whole)} -y"] if whole else []
    commands += [
        f"assistant facts forget {quote(identity)} --only {quote(part)} -y"
        for identity, part in parts.items()
        if part
    ]
    return " && ".join(commands)


def asked(change: MemoryChange, language: Language, command: str = "") -> str:
    """Whether what was told replaces a fact, and the ``command`` that takes that one away if so:
    the shell's where none is given."""
    from shlex import quote  # an imported id may be anything

    _, old = change.fact_ids
    return say(
        "memory.asked",
        language,
        text=one_line(change.text),
        replaced=one_line(change.replaced),
        command=command or f"assistant facts forget {quote(old)} -y",
    )


def kind_of_secret(kind: str, language: Language) -> str:
    """What a kind of secret is called: "a password", "una contraseña"."""
    return say(f"secrets.{kind}", language)


def _of_change(change: MemoryChange, language: Language) -> str:
    text, replaced = one_line(change.text), one_line(change.replaced)
    match change.kind:
        case "noted":
            return say("memory.noted", language, text=text)
        case "confirmed":
            return say("memory.confirmed", language, text=text)
        case "replaced":
            return say("memory.replaced", language, text=text, replaced=replaced)
        case "forgotten":
            return say("memory.forgotten", language, count=len(change.fact_ids))
        case "to_forget":
            return to_forget(change, language)
        case "unmeant":
            return say("memory.unmeant", language)
        case "asked":
            return asked(change, language)
        case "refused":
            if change.text == "secret":
                return say("memory.secret", language, kind=kind_of_secret(change.reason, language))
            return say("memory.known_forgotten", language)
