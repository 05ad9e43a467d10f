"""Words to (id, bm25): PostgreSQL finds the rows, the program weighs them as all stores do.

Row-level security lets no operator of full text see a row before its policy has: an index over the
words would not be used. So an owner's rows are found by the owner and looked through, some
microseconds a row. Of common words, which hardly tell rows apart, a bounded number is weighed.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from psycopg import Connection

from assistant.storage.postgres.rows import lexemes
from assistant.storage.ranking import Corpus, bm25, phrases_of

_MOST_WEIGHED = 10_000


@dataclass(frozen=True, slots=True)
class FullText:
    """Of one table, whose rows have ``seq``, ``id``, ``words`` and ``length``."""

    table: Literal["facts", "segments"]
    text: str
    """The SQL expression of what is searched."""
    eligible: str = "true"

    def search(
        self, connection: Connection, words: Sequence[str], limit: int, role: str | None = None
    ) -> list[tuple[str, float]]:
        """Rows that hold any of the words, best first."""
        wanted = [lexemes(phrase) for phrase in phrases_of(words)]
        if not wanted or limit <= 0:
            return []
        query = " | ".join("'" + "' & '".join(all_of) + "'" for all_of in wanted)
        counted = connection.execute(
            f"SELECT count(*), coalesce(sum(length), 0) FROM {self.table} WHERE {self.eligible}"
        ).fetchone()
        count, total = counted or (0, 0)
        rows = connection.execute(
            f"SELECT seq, id, {self.text}, role FROM {self.table}"
            f" WHERE {self.eligible} AND words @@ %s::tsquery ORDER BY seq DESC"
            f" LIMIT {_MOST_WEIGHED}",
            (query,),
        ).fetchall()
        texts = {id: text for _, id, text, _ in reversed(rows)}
        roles = {id: whose for _, id, _, whose in rows}
        found = bm25(texts, words, len(texts), Corpus(count, float(total) / max(count, 1)))
        return [hit for hit in found if role in (None, roles[hit[0]])][:limit]
