"""The system's keyring: Secret Service, KWallet, macOS Keychain, Windows Credential Locker."""

from __future__ import annotations

from base64 import b64decode, b64encode

from assistant.errors import NotAuthorised

SERVICE = "local-assistant"


def store(account: str, secret: bytes) -> None:
    """Keep a secret, and make sure that it comes back. Raises NotAuthorised."""
    import keyring
    from keyring.errors import KeyringError

    try:
        keyring.set_password(SERVICE, account, b64encode(secret).decode())
        kept = keyring.get_password(SERVICE, account)
    except (KeyringError, RuntimeError, OSError) as error:
        raise _unusable(error) from error
    if kept is None or b64decode(kept) != secret:
        raise NotAuthorised(
            "The system's keyring does not keep what it is given",
            "Use a passphrase instead: assistant lock.",
        )


def load(account: str) -> bytes:
    """The secret. Raises NotAuthorised where the keyring is closed, or has none."""
    import keyring
    from keyring.errors import KeyringError

    try:
        kept = keyring.get_password(SERVICE, account)
    except (KeyringError, RuntimeError, OSError) as error:
        raise _unusable(error) from error
    if kept is None:
        raise NotAuthorised(
            "The system's keyring has no key for this home",
            "It was encrypted as another user or on another machine: open it there.",
        )
    return b64decode(kept)


def remove(account: str) -> None:
    """Forget a secret that nothing needs any more; one that stays opens nothing."""
    import contextlib

    import keyring
    from keyring.errors import KeyringError

    with contextlib.suppress(KeyringError, RuntimeError, OSError):
        keyring.delete_password(SERVICE, account)


def _unusable(error: Exception) -> NotAuthorised:
    """No keyring, one that is locked, or a person who said no to it."""
    from keyring.errors import KeyringLocked, NoKeyringError

    if isinstance(error, NoKeyringError):
        return NotAuthorised(
            "There is no keyring on this system that could keep the key",
            "Use a passphrase: assistant lock, without --keyring.",
        )
    if isinstance(error, KeyringLocked):
        return NotAuthorised(
            "The system's keyring is locked", "Unlock it (log in, or open its manager) and repeat."
        )
    return NotAuthorised(
        f"The system's keyring cannot be used ({type(error).__name__})",
        "Unlock it, or use a passphrase: assistant lock, without --keyring.",
    )
