"""One's own notes: Markdown files in one folder."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from annotated_types import MaxLen, MinLen

from assistant.characters import one_line
from assistant.homekey import HomeKey, key_of, note_role
from assistant.limits import NOTE
from assistant.messages import say
from assistant.paths import make_private
from assistant.records import Language
from assistant.text.folding import fold
from assistant.tools.base import Arguments, Context, failed, tool
from assistant.tools.roots import Place, Roots

MOST_FOUND = 20


def _only_note(_: Arguments, found: Any) -> tuple[str, Arguments] | None:
    names = {row["note"] for row in found if isinstance(row, dict)}
    return ("notes.read", {"note": names.pop()}) if len(names) == 1 else None


@tool("notes.search", ahead=_only_note)
def search(context: Context, words: str) -> list[dict[str, Any]]:
    """Search the person's own notes.

    Args:
        words: Words to look for; the lines with most of them come first.
    """
    wanted = {fold(word) for word in re.findall(r"\w{2,}", words)}
    folder = context.here.notes
    if not wanted or not folder.is_dir():
        return []
    roots, rows, key = Roots([folder]), [], _key(context)
    for place in roots.walk(roots.place(str(folder))):
        if context.cancelled.is_set():
            break
        if place.real.suffix != ".md":
            continue
        name = place.real.relative_to(place.root).with_suffix("").as_posix()
        for number, line in enumerate(_text(roots, place, key).splitlines(), 1):
            matches = sum(word in fold(f"{name} {line}") for word in wanted)
            if matches and line.strip():
                rows.append((-matches, name, number, line.strip()[:300]))
    best = sorted(rows)[:MOST_FOUND]
    return [{"note": name, "line": number, "text": text} for _, name, number, text in best]


@tool("notes.read")
def read(context: Context, note: str) -> str:
    """Read one of the person's notes whole.

    Args:
        note: Its name, as a search gives it.
    """
    folder = context.here.notes
    if not folder.is_dir():
        raise failed("there are no notes yet")
    roots = Roots([folder])
    return _text(roots, roots.place(f"{note.removesuffix('.md')}.md"), _key(context))


def _tell(arguments: Arguments, language: Language) -> str:
    return say(
        "tools.add_note", language, note=f"{slug(arguments['note'])}.md", text=arguments["text"]
    )


@tool("notes.add", tell=_tell)
def add(
    context: Context, text: Annotated[str, MinLen(1), MaxLen(NOTE.value)], note: str = "inbox"
) -> dict[str, Any]:
    """Add a line to the person's notes, when they ask for it.

    Args:
        text: What to write down, in the person's words.
        note: The name of the note; it is created when there is none.
    """
    if context.here.redact(f"{note}: {text}") != f"{note}: {text}":
        raise failed("not written down: it holds a secret, and secrets are never stored")
    folder = make_private(context.here.notes)
    file = folder / f"{slug(note)}.md"
    line = f"- {context.now.astimezone():%Y-%m-%d %H:%M} {one_line(text)}\n"
    key = _key(context)
    _append(file, f"{key.encrypt(note_role(file.name), line[:-1])}\n" if key else line)
    return {"note": file.stem, "added": line.strip()}


def slug(name: str) -> str:
    """A file name of letters, digits and dashes: no path can be spelled with it."""
    words = re.findall(r"\w+", name.removesuffix(".md"))
    return "-".join(words)[:80].lower() or "inbox"


def _key(context: Context) -> HomeKey | None:
    """What encrypts the notes that lie in the home; those kept elsewhere are plain files."""
    home = context.here.notes.parent
    ours = home in context.here.private and context.here.notes == home / "notes"
    return key_of(home) if ours else None


def _text(roots: Roots, place: Place, key: HomeKey | None) -> str:
    text = roots.read(place)
    if key is None:
        return text
    role = note_role(place.real.relative_to(place.root).as_posix())
    return "\n".join(_decrypted(key, role, line) for line in text.split("\n"))


def _decrypted(key: HomeKey, role: str, line: str) -> str:
    """A line that was put there in plain, by hand, is read as it is."""
    with suppress(ValueError):
        return key.decrypt(role, line)
    return line


def _append(file: Path, line: str) -> None:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        descriptor = os.open(file, flags, 0o600)
    except OSError as error:
        raise failed(f"{file} cannot be written: {error.strerror}") from None
    try:
        os.write(descriptor, line.encode())
    finally:
        os.close(descriptor)


TOOLS = (search, read, add)
