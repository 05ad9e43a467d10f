"""The texts inside plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def texts_of(value: object) -> Iterator[str]:
    """Every text in a value that JSON can hold, as it is and not as it is escaped."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield str(name)
            yield from texts_of(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_of(part)
