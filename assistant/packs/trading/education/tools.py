"""``education.explain_term``: what a word of the markets means."""

from __future__ import annotations

from typing import Annotated, Any

from annotated_types import MaxLen

from assistant.languages import FALLBACK
from assistant.tools.base import RateLimit, refused, tool


@tool(
    "education.explain_term",
    rate_limit=RateLimit(per_minute=60),
    examples=("what is a stop loss?", "¿qué es un cedear?", "explain the P/E ratio"),
)
def explain_term(
    term: Annotated[str, MaxLen(80)], language: Annotated[str, MaxLen(8)] = FALLBACK
) -> dict[str, Any]:
    """Explain a term of trading or investing in plain words, with an example in numbers.

    Args:
        term: Such as "P/E", "stop loss" or "riesgo país".
        language: Code of the person's language, such as en or es.
    """
    from assistant.packs.trading.education.terms import find, nearest

    found = find(term, language)
    if found is None:
        near = ", ".join(nearest(term, language))
        raise refused(f"the glossary has no '{term}'; nearest: {near}")
    return {
        "term": found.name,
        "also": ", ".join(found.names),
        "meaning": found.meaning,
        "example": found.example,
        "source": "the pack's glossary",
    }


TOOLS = (explain_term,)
