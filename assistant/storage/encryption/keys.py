"""The data key of a home, the keys derived from it, and how it is wrapped.

One random key of 32 bytes encrypts a home for life. It is kept wrapped: encrypted by another key,
which comes from a passphrase (Argon2id, RFC 9106) or lies in the system's keyring. So a passphrase
is changed without rewriting what it protects. Every use has a key of its own (HKDF-SHA256), every
encryption a random nonce (ChaCha20-Poly1305), and what it is for as associated data.
"""

from __future__ import annotations

import os
import unicodedata
from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES = 32
SALT_BYTES = 16
MARK = "~assistant1:"
"""How an encrypted line begins; then nonce and ciphertext in base64."""

_NONCE_BYTES = 12


class Cost(NamedTuple):
    """What deriving a key from a passphrase takes: RFC 9106's second choice (64 MiB, 3 passes)."""

    iterations: int = 3
    memory_kib: int = 64 * 1024
    lanes: int = 4


RECOMMENDED = Cost()


@dataclass(frozen=True)
class DataKey:
    """See ``HomeKey`` in ``homekey.py``."""

    id: str
    secret: bytes

    @classmethod
    def random(cls) -> DataKey:
        return cls(os.urandom(16).hex(), os.urandom(KEY_BYTES))

    def __repr__(self) -> str:
        return f"DataKey({self.id!r})"  # never the secret: this may be logged

    @cached_property
    def database(self) -> bytes:
        return self._derived("database")

    def encrypt(self, role: str, text: str) -> str:
        return self.encrypt_bytes(role, text.encode("utf-8", "surrogatepass"))

    def decrypt(self, role: str, line: str) -> str:
        return self.decrypt_bytes(role, line).decode("utf-8", "surrogatepass")

    def encrypt_bytes(self, role: str, data: bytes) -> str:
        return MARK + b64encode(_encrypted(self._of_role(role), data, role.encode())).decode()

    def decrypt_bytes(self, role: str, line: str) -> bytes:
        if not line.startswith(MARK):
            raise ValueError("not an encrypted line")
        data = b64decode(line[len(MARK) :], validate=True)
        if b64encode(data).decode() != line[len(MARK) :]:  # the last letter has bits to spare
            raise ValueError("an altered line")
        return _decrypted(self._of_role(role), data, role.encode())

    def wrapped(self, key: bytes, bound_to: bytes) -> bytes:
        """The secret, readable with ``key`` beside the same ``bound_to``."""
        return _encrypted(key, self.secret, self.id.encode() + b"\0" + bound_to)

    @classmethod
    def unwrap(cls, id: str, wrapped: bytes, key: bytes, bound_to: bytes) -> DataKey:
        """The reverse. Raises ValueError for a wrong key or altered bytes."""
        return cls(id, _decrypted(key, wrapped, id.encode() + b"\0" + bound_to))

    @lru_cache(maxsize=64)  # noqa: B019 (a key lives as long as its process)
    def _of_role(self, role: str) -> bytes:
        return self._derived(f"text {role}")

    def _derived(self, use: str) -> bytes:
        info = f"assistant v1 {use}".encode()
        return HKDF(SHA256(), KEY_BYTES, salt=self.id.encode(), info=info).derive(self.secret)


def from_passphrase(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    """A key of 32 bytes; the same however the keyboard composes its letters (NFC)."""
    typed = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    derivation = Argon2id(
        salt=salt,
        length=KEY_BYTES,
        iterations=cost.iterations,
        lanes=cost.lanes,
        memory_cost=cost.memory_kib,
    )
    return derivation.derive(typed)


def _encrypted(key: bytes, data: bytes, role: bytes) -> bytes:
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, data, role)


def _decrypted(key: bytes, data: bytes, role: bytes) -> bytes:
    try:
        return ChaCha20Poly1305(key).decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], role)
    except InvalidTag:
        raise ValueError("it was encrypted with another key, for another use, or altered") from None
