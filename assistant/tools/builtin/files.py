"""Reading the folders that the person allows (tools.roots)."""

from __future__ import annotations

import time
from typing import Annotated, Any

from annotated_types import Ge, Le

from assistant.limits import TOOL_HITS
from assistant.tools.base import Arguments, Context, Surroundings, ToolFailure, failed, tool
from assistant.tools.roots import Roots, allowed

MOST_HITS = TOOL_HITS.value
LONGEST_LINE = 200


def _needs_roots(here: Surroundings) -> str:
    if here.config.roots:
        return ""
    return "no folder may be read: name some in tools.roots of the configuration"


def _changed(arguments: Arguments, context: Context) -> str:
    """A file's size and time of change: a new version is a new result."""
    try:
        seen = allowed(context.here).place(str(arguments["path"])).real.stat()
    except (ToolFailure, OSError):
        return ""
    return f"{seen.st_mtime_ns} {seen.st_size}"


@tool("files.read", fingerprint=_changed, needs=_needs_roots)
def read(
    context: Context,
    path: str,
    first_line: Annotated[int, Ge(1)] = 1,
    lines: Annotated[int, Ge(1), Le(2000)] = 200,
) -> dict[str, Any]:
    """Read a text file in the person's allowed folders.

    Args:
        path: The file, absolute or relative to an allowed folder.
        first_line: Where to begin.
        lines: How many lines.
    """
    roots = allowed(context.here)
    place = roots.place(path)
    whole = roots.read(place).splitlines()
    part = whole[first_line - 1 : first_line - 1 + lines]
    if whole and not part:
        raise failed(f"{place.name} has {len(whole)} lines")
    last = first_line + len(part) - 1
    return {
        "path": place.name,
        "lines": f"{min(first_line, last)}-{last} of {len(whole)}",
        "text": "\n".join(part),
    }


@tool("files.list", fingerprint=_changed, needs=_needs_roots)
def list_(context: Context, path: str = ".") -> list[dict[str, Any]]:
    """List a folder: names, sizes, dates.

    Args:
        path: The folder; left out, the first allowed one.
    """
    roots = allowed(context.here)
    return [
        {
            "name": f"{entry.name}/" if entry.is_folder else entry.name,
            "bytes": entry.size,
            "changed": time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.changed)),
        }
        for entry in roots.entries(roots.place(path))
    ]


def _the_only_file(_: Arguments, hits: Any) -> tuple[str, Arguments] | None:
    """A search that finds one file is followed by its reading."""
    paths = {hit["path"] for hit in hits if isinstance(hit, dict)}
    return ("files.read", {"path": paths.pop()}) if len(paths) == 1 else None


@tool("files.search", kept=0, ahead=_the_only_file, needs=_needs_roots)
def search(context: Context, text: str, path: str = ".") -> list[dict[str, Any]]:
    """Find the lines that contain a text in the person's allowed folders.

    Args:
        text: The words to find, in any letter case.
        path: A folder or file to search in; left out, all allowed folders.
    """
    if not text.strip():
        raise ToolFailure("VALIDATION_ERROR", "a text to find is needed")
    roots = allowed(context.here)
    places = map(roots.place, [path] if path != "." else map(str, roots.folders))
    return [hit for place in places for hit in hits_in(roots, place.name, text, context)][
        :MOST_HITS
    ]


def hits_in(roots: Roots, path: str, text: str, context: Context) -> list[dict[str, Any]]:
    """Lines under a path that contain the text, at most ``MOST_HITS``."""
    wanted = text.casefold()
    hits: list[dict[str, Any]] = []
    for place in roots.walk(roots.place(path)):
        if context.cancelled.is_set() or len(hits) >= MOST_HITS:
            break
        try:
            lines = roots.read(place).splitlines()
        except ToolFailure:  # binary, or gone meanwhile
            continue
        hits += [
            {"path": place.name, "line": number, "text": line.strip()[:LONGEST_LINE]}
            for number, line in enumerate(lines, 1)
            if wanted in line.casefold()
        ]
    return hits[:MOST_HITS]


TOOLS = (read, list_, search)
