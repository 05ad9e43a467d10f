"""Words to (id, bm25) through FTS5, in bounded time.

Ranking costs SQLite about a microsecond a matching row, and common words match a large part of a
large table while they hardly tell its rows apart. So the rare words are ranked first, as many as
stay within a budget of rows; the common ones fill up what is missing. Below the budget (any home of
ordinary size) this is plain bm25 over all the words.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from assistant.storage.ranking import tokens

_SMALLEST_BUDGET = 800
_LARGEST_BUDGET = 10_000
_COMMON_AT_FIRST = 3
_BUDGET_SHARE = 12  # one row in twelve: under 1 ms at 10,000 rows, under 15 ms at 100,000


@dataclass(frozen=True, slots=True)
class FullText:
    """The index of one table, whose rows have ``seq``, ``id`` and, for ``role``, a role."""

    table: Literal["facts", "segments"]

    def search(
        self, connection: sqlite3.Connection, words: Sequence[str], limit: int, role: str | None
    ) -> list[tuple[str, float]]:
        """Rows that hold any of the words, best first; bm25 made positive."""
        newest = connection.execute(f"SELECT max(seq) FROM {self.table}").fetchone()[0] or 0
        budget = min(max(_SMALLEST_BUDGET, newest // _BUDGET_SHARE), _LARGEST_BUDGET)
        rare, common = self._split(connection, phrases(words), budget)
        found = self._rank(connection, rare, limit, role)
        if common and len(found) < limit:
            known = {id for id, _ in found}
            more = self._rank_common(connection, common, limit, role, newest, budget)
            found += [row for row in more if row[0] not in known]
            found.sort(key=lambda row: -row[1])
        return found[:limit]

    def _rank_common(
        self,
        connection: sqlite3.Connection,
        words: list[str],
        limit: int,
        role: str | None,
        newest: int,
        budget: int,
    ) -> list[tuple[str, float]]:
        """A few of the words in the newest rows; more of both only while too few are found."""
        few = words[:_COMMON_AT_FIRST]
        for some, rows in ((few, budget // len(few)), (words, budget), (words, newest)):
            found = self._rank(connection, some, limit, role, newest - rows)
            if len(found) >= limit:
                break
        return found

    def _split(
        self, connection: sqlite3.Connection, words: list[str], budget: int
    ) -> tuple[list[str], list[str]]:
        """Words that match at most ``budget`` rows together, rarest first, and the others."""
        count = (
            f"SELECT count(*) FROM (SELECT 1 FROM {self.table}_fts"
            f" WHERE {self.table}_fts MATCH ? LIMIT {budget + 1})"
        )
        counted = sorted((connection.execute(count, (w,)).fetchone()[0], w) for w in words)
        rare: list[str] = []
        for matches, word in counted:
            budget -= matches
            if budget < 0:
                break
            rare.append(word)
        return rare, [word for _, word in counted[len(rare) :]]

    def _rank(
        self,
        connection: sqlite3.Connection,
        words: list[str],
        limit: int,
        role: str | None,
        floor: int = 0,
    ) -> list[tuple[str, float]]:
        if not words:
            return []
        fts = f"{self.table}_fts"
        rows = connection.execute(
            f"SELECT t.id, -{fts}.rank FROM {fts} JOIN {self.table} AS t ON t.seq = {fts}.rowid"
            f" WHERE {fts} MATCH ? AND {fts}.rowid > ?{' AND t.role = ?' if role else ''}"
            f" ORDER BY {fts}.rank LIMIT ?",
            (" OR ".join(words), floor, *([role] if role else []), limit),
        )
        return rows.fetchall()


def phrases(words: Sequence[str]) -> list[str]:
    """FTS5 strings for the words, each once whatever its case and accents, as ``ranking`` counts
    them; those without a letter or digit are left out."""
    kept = [w.replace("\0", " ") for w in words if any(_is_token(c) for c in w)]
    once: dict[tuple[str, ...], str] = {}
    for word in kept:
        once.setdefault(tuple(tokens(word)) or (word,), word)
    return ['"' + to_valid(word).replace('"', '""') + '"' for word in once.values()]


def to_valid(word: str) -> str:
    return word.encode("utf-8", "ignore").decode()


def _is_token(character: str) -> bool:
    """As unicode61 sees it."""
    return unicodedata.category(character)[0] in "LN" or unicodedata.category(character) == "Co"
