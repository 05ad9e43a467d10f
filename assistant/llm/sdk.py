"""The ``openai`` package, imported in a third of the time.

Its ``__init__`` loads some 470 modules of request and response types and of helpers built on them
(0.3 of 0.5 seconds), and a chat that is read as plain JSON needs none. Here their packages get a
stand-in whose names resolve on first use, so that everything in ``openai`` still works. Should a
future release be laid out differently, the plain import is taken.
"""

from __future__ import annotations

import importlib
import re
import sys
import threading
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

_PACKAGES = (
    *("openai.types", "openai.types.chat", "openai.types.responses"),
    *("openai.types.shared", "openai.types.shared_params", "openai.lib"),
)
_lock = threading.Lock()


def preload() -> threading.Thread:
    """Start importing in a daemon thread and return at once; ``load`` waits for it."""
    thread = threading.Thread(target=load, name="import-openai", daemon=True)
    thread.start()
    return thread


def load() -> Any:
    """The ``openai`` module."""
    with _lock:
        if "openai" in sys.modules:
            return sys.modules["openai"]
        try:
            for name in _PACKAGES:
                sys.modules[name] = _stand_in(name)
            return importlib.import_module("openai")
        except Exception:
            for name in [n for n in sys.modules if n.partition(".")[0] == "openai"]:
                del sys.modules[name]
            return importlib.import_module("openai")


def _stand_in(package: str) -> ModuleType:
    """A module with the path of ``package`` that looks for a name only when asked for it."""
    found = find_spec("openai")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("openai")
    folder = Path(found.origin).parent.joinpath(*package.split(".")[1:])
    module = ModuleType(package)
    module.__path__ = [str(folder)]
    module.__file__ = str(folder / "__init__.py")
    module.__spec__ = ModuleSpec(package, None, origin=module.__file__, is_package=True)

    def resolve(name: str) -> Any:
        source = (folder / "__init__.py").read_text("utf-8")
        pattern = rf"^from (\.[\w.]*) import (?:\([^)]*?|.*)\b(\w+) as {re.escape(name)}\b"
        line = re.search(pattern, source, re.MULTILINE)
        if line is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(line[1], package), line[2])
        setattr(module, name, value)
        return value

    module.__dict__["__getattr__"] = resolve
    return module
