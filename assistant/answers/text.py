"""Questions as the answerers read them."""

from __future__ import annotations

import re
import unicodedata

_POLITE = re.compile(
    r"^(?:hola|hi|hey|hello|che|please|por favor|tell me|decime|dime|do you know|sabes)\b[,:]?\s*"
    r"|[,]?\s*(?:please|por favor|porfa|gracias|thanks)$"
)


def plain(text: str) -> str:
    """Lower case, no accents, no courtesy, no marks at the ends, single spaces."""
    decomposed = unicodedata.normalize("NFD", text.lower().replace("’", "'"))
    folded = "".join(c for c in decomposed if not unicodedata.combining(c))
    bare = " ".join(folded.split()).strip(" ¿?¡!.=:")
    return _POLITE.sub("", bare).strip(" ,¿?¡!.=:")
