"""``assistant lock``: encrypts the home, or changes what opens it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli import plain
from assistant.errors import UsageError
from assistant.messages import say
from assistant.records import Language

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.storage.encryption.conversion import Home
    from assistant.storage.encryption.header import Header, State
    from assistant.storage.encryption.keys import DataKey

Descriptor = Annotated[
    int | None,
    typer.Option(
        "--passphrase-fd", min=0, metavar="N", help="Read the passphrase from descriptor N."
    ),
]


def lock(
    keyring: Annotated[
        bool, typer.Option("--keyring", help="Keep the key in the system's keyring.")
    ] = False,
    change: Annotated[
        bool, typer.Option("--change", help="Change the passphrase, or how the key is kept.")
    ] = False,
    descriptor: Descriptor = None,
) -> int:
    """Encrypt the memory: database, backups, history, logs and notes.

    The key comes from a passphrase, asked for twice, or lies in the system's
    keyring. From then on every command asks for it, or finds it. Nothing opens
    the memory without it. Needs: pip install 'local-assistant[encrypted]'

    \b
    assistant lock
    assistant lock --keyring
    assistant lock --change
    """
    from assistant.storage.encryption.extra import require_extra

    require_extra()
    desk = Desk.here()
    if keyring and descriptor is not None:
        raise UsageError("--keyring and --passphrase-fd exclude each other", "Give one of the two.")
    protect = desk.protection(keyring=keyring, descriptor=descriptor, change=change)
    key = desk.unlocked()
    if change:
        desk.change(key, protect)
    elif key is None:
        desk.lock(protect, keyring=keyring)
    elif keyring or descriptor is not None:
        raise UsageError(desk.say("already"), desk.say("already_hint"))
    else:
        desk.lock_stragglers(key)
    return 0


@dataclass(frozen=True, slots=True)
class Desk:
    """A home, what is encrypted of it, and the language to speak of that."""

    app: App
    home: Home
    language: Language

    @classmethod
    def here(cls) -> Desk:
        from assistant.app import open_app
        from assistant.cli.language import interface_language
        from assistant.storage.encryption.conversion import Home

        app = open_app(answers=False)
        return cls(app, Home.of(app.paths), interface_language(app.config.ui))

    @property
    def folder(self) -> str:
        from assistant.cli.words import tilde

        return tilde(self.home.folder)

    def say(self, key: str, **values: object) -> str:
        return say(f"lock.{key}", self.language, **values)

    def unlocked(self, passphrase: str | None = None) -> DataKey | None:
        """The key of an encrypted home; None for a plain one."""
        from assistant.storage.encryption.access import unlock

        return unlock(self.home, self.app.config.encryption.unlock_command, passphrase)

    def protection(
        self, *, keyring: bool, descriptor: int | None, change: bool
    ) -> Callable[[DataKey, State], Header]:
        """How the key is to be wrapped; a person is asked when it is called. A command that opens
        the home gives the first passphrase too; to change it, another is needed."""
        from assistant.storage.encryption import access

        def by_passphrase(key: DataKey, state: State) -> Header:
            opened_by = self.app.config.encryption.unlock_command
            if descriptor is not None:
                passphrase = access.read_descriptor(descriptor)
            elif opened_by and not change:
                passphrase = access.passphrase_of(opened_by)
            else:
                from assistant.cli.passphrase import ask_new

                passphrase = ask_new(self.language)
            return access.by_passphrase(key, passphrase, state)

        return access.by_keyring if keyring else by_passphrase

    def lock(self, protect: Callable[[DataKey, State], Header], *, keyring: bool) -> None:
        """Encrypt a plain home, once everything that is owed in it was done."""
        from assistant.storage.encryption.conversion import encrypt

        plain.err(self.say("about_keyring" if keyring else "about_passphrase"))
        if self.app.location.exists():
            with self.app:
                self.app.stores.flush()
        encrypt(self.home, protect)
        plain.err(self.say("locked", folder=self.folder))

    def lock_stragglers(self, key: DataKey) -> None:
        """What another program left in plain is encrypted too."""
        from assistant.cli.words import tilde
        from assistant.storage.encryption.conversion import encrypt_stragglers

        found = encrypt_stragglers(self.home, key)
        plain.err(self.say("already"))
        if found:
            plain.err(self.say("stragglers", files=", ".join(map(tilde, found))))
        else:
            plain.err(plain.dim(self.say("already_hint"), err=True))

    def change(self, key: DataKey | None, protect: Callable[[DataKey, State], Header]) -> None:
        """Wrap the same key anew: nothing that it encrypts is rewritten."""
        from assistant.storage.encryption import access, header

        before = header.read(self.home.folder)
        if key is None or before is None:
            raise UsageError(self.say("not_encrypted"), self.say("not_encrypted_hint"))
        header.write(self.home.folder, protect(key, "locked"))
        access.leave_keyring(before)
        plain.err(self.say("changed"))
