"""The keys of a home, made on first use; they never leave its database."""

from __future__ import annotations

from datetime import datetime

from assistant.storage.base import Stores

NAMESPACE = "keys"
FORGETTING = "forgetting"


def forgetting_key(stores: Stores, now: datetime) -> bytes:
    """The key of the hashes of forgotten texts."""
    from secrets import token_hex

    with stores.transaction():
        stored = stores.keyvalue.get(NAMESPACE, FORGETTING, now=now)
        if not isinstance(stored, str):
            stored = token_hex(32)
            stores.keyvalue.put(NAMESPACE, FORGETTING, stored)
    return bytes.fromhex(stored)
