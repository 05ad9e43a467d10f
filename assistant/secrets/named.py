"""Secrets beside their name: "my password's X", ``DB_PASSWORD=X``, "X is the wifi password".

A name is found first (``scan.py``); then the few words after it (``following.py``), before it
(``preceding.py``), later in the clause (``described.py``) or the digits, codes and words beside it (``listed.py``) say whether a value
stands there, and ``judging.py`` whether it is one. What may be one depends on the name (``takes``):
beside "password" any word, beside "token" only what looks drawn by lot, beside "PIN" digits. No
look goes further than a line or a block of codes, so that the whole is linear in the length of the
text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from assistant.secrets import values
from assistant.secrets.base import Secret
from assistant.secrets.described import described_after
from assistant.secrets.following import after_name
from assistant.secrets.listed import codes_after, numbers_after, words_after
from assistant.secrets.preceding import before_name
from assistant.secrets.scan import Named, Scan, joined_names, scan, whole_name


def named_secret(name: str, value: str) -> bool:
    """Whether a value is secret because of the name that it is stored under."""
    return any(True for _ in find_named(f'"{name}": {json.dumps(value, ensure_ascii=False)}'))


def find_named(text: str) -> Iterator[Secret]:
    """The values that stand beside the name of a secret."""
    source = scan(text)
    words = source.words
    at = 0
    while match := words.named.search(source.low, at):
        name = words.names[(match.lastindex or 1) - 1]
        found = whole_name(source, *match.span(), name)
        at = match.end() if found else match.start() + 1  # a shorter name may begin here
        if found:
            for secret in _secrets(source, found):
                if name.takes != "words":  # words may run into the next name and its value
                    at = max(at, secret.span[1])
                yield secret
    for found in joined_names(source):
        yield from _secrets(source, found)


def _secrets(source: Scan, found: Named) -> Iterator[Secret]:
    for start, end in _values(source, found):
        if start < end and not values.placeholder(source.text[start:end]):
            yield Secret((start, end), found.name.kind)


def _values(source: Scan, found: Named) -> Iterator[tuple[int, int]]:
    takes = found.name.takes
    if takes == "codes":
        yield from codes_after(source, found)
    elif takes == "words":
        yield from words_after(source, found)
    elif takes in ("digits", "number", "account", "card"):
        yield from numbers_after(source, found)
    else:
        yield from after_name(source, found)
    yield from described_after(source, found)
    if takes not in ("words", "phrase"):
        yield from before_name(source, found)
