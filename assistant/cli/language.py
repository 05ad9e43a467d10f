"""Which language the program speaks where there is no message to take it from."""

from __future__ import annotations

import os
from collections.abc import Mapping

from assistant.config import UiConfig
from assistant.languages import FALLBACK, of_locale
from assistant.records import Language


def interface_language(ui: UiConfig, environ: Mapping[str, str] | None = None) -> Language:
    """``ui.language``; with "auto" the terminal's locale, English where that says neither."""
    if ui.language != "auto":
        return ui.language
    environ = os.environ if environ is None else environ
    names = (environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    return of_locale(locale) or FALLBACK
