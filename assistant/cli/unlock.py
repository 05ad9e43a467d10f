"""``assistant unlock``: puts an encrypted home back as plain files."""

from __future__ import annotations

from assistant.cli import plain
from assistant.cli.lock import Descriptor, Desk
from assistant.cli.options import Yes
from assistant.errors import UsageError


def unlock(descriptor: Descriptor = None, yes: Yes = False) -> int:
    """Decrypt the memory for good, after a yes.

    \b
    assistant unlock
    """
    from assistant.homekey import is_encrypted
    from assistant.storage.encryption import access, header
    from assistant.storage.encryption.conversion import decrypt

    desk = Desk.here()
    if not is_encrypted(desk.home.folder):
        raise UsageError(desk.say("not_encrypted"), desk.say("not_encrypted_hint"))
    if not yes:
        from assistant.cli.consent import make_sure

        make_sure(desk.say("unlock_sure", folder=desk.folder), desk.language)
    given = None if descriptor is None else access.read_descriptor(descriptor)
    key, found = desk.unlocked(given), header.read(desk.home.folder)
    if key is not None and found is not None:  # else one that was broken off is finished by now
        decrypt(desk.home, found, key)
        access.leave_keyring(found)
    plain.err(desk.say("unlocked", folder=desk.folder))
    return 0
