"""Everything that is kept to save work: under which key, how long, and what makes it void.

The one table of caches; ``docs/caches.md`` shows it, and a test compares the two. What depends on
time, on a mood, on the state of something or on a side effect is in none of them (A3).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cache:
    """One row: what is kept where, its key, its lifetime, and what invalidates an entry."""

    name: str
    where: str
    key: str
    lifetime: str
    void: str


CACHES: tuple[Cache, ...] = (
    Cache(
        "answers about the user",
        "`keyvalue` namespace `answers`, source `cache`",
        "role, hash of the normalised question; model, role prompt and system prompt must match",
        "`memory.answer_ttl_hours` (24)",
        "any change of facts, another model or prompt, `/wrong`, a correction, forgetting, "
        "deleting its conversation",
    ),
    Cache(
        "answers to the same question",
        "`keyvalue` namespace `answers`, source `dedup`",
        "role and a proof of sameness; model, role prompt and system prompt must match",
        "`memory.answer_ttl_hours` (24)",
        "a change of a fact that it used or that touches it, a new rule or preference, another "
        "model or prompt, `/wrong`, a correction, forgetting, deleting its conversation",
    ),
    Cache(
        "embeddings of facts and segments",
        "vectors beside their rows",
        "id and name of the embedder",
        "for good",
        "another text, another embedder, the end of the row",
    ),
    Cache(
        "embeddings of what tools are known by",
        "`keyvalue` namespace `tool_lines`",
        "hash of the embedder's name and of the lines",
        "for good",
        "other tools or lines, another embedder",
    ),
    Cache(
        "compiled system prompt",
        "in the process",
        "version (hash of its text)",
        "until the version changes",
        "an edit of `data/prompt`",
    ),
    Cache(
        "results of tools",
        "`keyvalue` namespace `tools/{category}`",
        "`tool:{id}:{user}:{hash of parameters}`, with the state of what a tool reads where it "
        "tells one",
        "what the tool declares, else 30 s; declared idempotent 1 h",
        "a side effect in its category, another state of what it reads, forgetting what it tells "
        "of; sums, what depends on the instant and tools with side effects are never kept",
    ),
)


def as_markdown() -> str:
    """The table as the documentation shows it."""
    head = "| what | where | key | lifetime | void after |\n|---|---|---|---|---|"
    rows = (f"| {c.name} | {c.where} | {c.key} | {c.lifetime} | {c.void} |" for c in CACHES)
    return "\n".join((head, *rows))
