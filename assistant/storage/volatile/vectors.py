"""Vectors in memory, by (embedder, owner); numpy is imported here alone."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.storage.base import Matrix


def put_vectors_in(
    table: dict[tuple[str, str], Any],
    embedder: str,
    vectors: Mapping[str, Matrix],
    owners: Container[str],
) -> None:
    """Store those whose owner is there; all must have one length."""
    import numpy as np

    lengths = {len(v) for v in vectors.values()}
    lengths |= {len(vector) for (name, _), vector in table.items() if name == embedder}
    if len(lengths) > 1:
        raise ValueError(f"vectors of {embedder} differ in length: {sorted(lengths)}")
    for owner, vector in vectors.items():
        if owner in owners:
            table[embedder, owner] = np.array(vector, dtype=np.float32)


def matrix_of(
    table: dict[tuple[str, str], Any], embedder: str, owners: Iterable[str]
) -> tuple[list[str], Matrix]:
    """(ids, matrix), not to be written."""
    import numpy as np

    ids = [owner for owner in owners if (embedder, owner) in table]
    if not ids:
        return [], np.empty((0, 0), np.float32)
    matrix = np.stack([table[embedder, owner] for owner in ids])
    matrix.flags.writeable = False
    return ids, matrix
