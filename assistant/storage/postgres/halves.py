"""pgvector's half vectors as they go over the wire: two counts and the numbers, the big end first.

The text form would cost a hundred times as much to write and to read.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from psycopg import Connection
from psycopg.adapt import Dumper
from psycopg.pq import Format

from assistant.storage.held import BYTES, STORED

_COUNTS = struct.Struct(">HH")


@dataclass(frozen=True, slots=True)
class Half:
    """The numbers of a vector as ``STORED`` has them."""

    numbers: bytes

    @classmethod
    def of_wire(cls, sent: bytes) -> bytes:
        return _swapped(sent[_COUNTS.size :])

    def on_wire(self) -> bytes:
        return _COUNTS.pack(len(self.numbers) // BYTES, 0) + _swapped(self.numbers)


class _HalfDumper(Dumper):
    format = Format.BINARY

    def dump(self, obj: Half) -> bytes:
        return obj.on_wire()


def know_halves(connection: Connection, oid: int) -> None:
    """Have this connection write half vectors, whose type has that number in its database."""
    dumper = type("HalfDumper", (_HalfDumper,), {"oid": oid})
    connection.adapters.register_dumper(Half, dumper)


def _swapped(numbers: bytes) -> bytes:
    import numpy as np

    return np.frombuffer(numbers, STORED).byteswap().tobytes()
