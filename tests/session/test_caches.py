"""The table of caches and its documentation."""

from __future__ import annotations

from pathlib import Path

from assistant.session.caches import CACHES, as_markdown

DOCS = Path(__file__).parents[2] / "docs" / "caches.md"


def test_A2_the_documentation_shows_the_table() -> None:
    assert as_markdown() in DOCS.read_text("utf-8")


def test_A2_each_cache_says_when_it_is_void() -> None:
    assert all(cache.key and cache.lifetime and cache.void for cache in CACHES)
    assert len({cache.name for cache in CACHES}) == len(CACHES)
