"""The models of this machine and those that can be fetched by name, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assistant.cli import layout, plain
from assistant.cli.progress import MB
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.llm.catalogue import NamedModel
    from assistant.records import Language

GB = 1000 * MB


def rows_of(app: App) -> list[dict[str, Any]]:
    """Fetched models, then the named ones that are not here."""
    from assistant.llm import catalogue, weights

    here = {m.name.lower(): m for m in weights.installed(app.paths.models)}
    best = catalogue.recommended(catalogue.machine_memory())
    rows: list[dict[str, Any]] = [
        {
            "name": file.name,
            "bytes": file.size,
            "fetched": True,
            "path": str(file.path),
            **_known(catalogue.named(name), best),
        }
        for name, file in here.items()
    ]
    rows += [
        {"name": m.name, "bytes": m.size, "fetched": False, "path": None, **_known(m, best)}
        for m in catalogue.NAMED
        if m.name not in here
    ]
    return rows


def _known(model: NamedModel | None, best: NamedModel) -> dict[str, Any]:
    """What is known of a model by its name alone."""
    if model is None:
        return {"memory": None, "licence": None, "recommended": False}
    return {"memory": model.memory, "licence": model.licence, "recommended": model == best}


def table(rows: list[dict[str, Any]], language: Language) -> list[str]:
    titles = tuple(say(f"models.{key}", language) for key in ("name", "size", "memory", "licence"))
    return layout.table([(*titles, ""), *(_cells(row, language) for row in rows)], right=(1, 2))


def _cells(row: dict[str, Any], language: Language) -> tuple[str, ...]:
    state = (
        say("models.here", language) if row["fetched"] else f"assistant models pull {row['name']}"
    )
    if row["recommended"]:
        state = f"{state} ({say('models.recommended', language)})"
    memory = f"{row['memory'] / GB:.1f} GB" if row["memory"] else ""
    name, size = plain.line(row["name"]), f"{row['bytes'] / MB:,.0f} MB"
    return name, size, memory, row["licence"] or "", state


def advice(language: Language) -> str:
    """What the recommendation rests on."""
    from assistant.llm import catalogue

    memory = catalogue.machine_memory()
    if memory is None:
        return ""
    model = catalogue.recommended(memory).name
    return say("models.advice", language, memory=f"{memory / GB:.0f}", model=model)
