"""A keyring for tests in a file; it can be closed, or forget what it is given.

PYTHON_KEYRING_BACKEND=tests.keyring_file.FileKeyring TEST_KEYRING=FILE
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked


class FileKeyring(KeyringBackend):
    priority = 1.0

    def get_password(self, service: str, username: str) -> str | None:
        return self._held().get(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._keep({**self._held(), f"{service} {username}": password})

    def delete_password(self, service: str, username: str) -> None:
        held = self._held()
        held.pop(f"{service} {username}", None)
        self._keep(held)

    @property
    def _file(self) -> Path:
        return Path(os.environ["TEST_KEYRING"])

    def _held(self) -> dict[str, str]:
        if os.environ.get("TEST_KEYRING_STATE") == "locked":
            raise KeyringLocked("nobody opened it")
        return dict(json.loads(self._file.read_text())) if self._file.exists() else {}

    def _keep(self, held: dict[str, str]) -> None:
        if os.environ.get("TEST_KEYRING_STATE") != "forgetful":
            self._file.write_text(json.dumps(held))
