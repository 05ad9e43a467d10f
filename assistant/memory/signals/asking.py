"""Requests to the memory in words that no pattern has, by their meaning (F7).

"I should prefer that you retained no knowledge of…", "era joda eso último": a linear model over the
sentence embedding and the cues of the lists tells whether the memory is asked for something, and
whether it is to take back what was said last. It was trained by ``training/requests.py``
for the default embedder. A verb of forgetting is the patterns' own affair: they tell an order from
a reminder or a turn of phrase, which have the same words and the same meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from assistant.characters import one_line
from assistant.memory.base import ForgetRequest
from assistant.memory.signals.lexicon import Lexicon
from assistant.memory.signals.pieces import Said
from assistant.memory.signals.requests import how_many
from assistant.resources import data_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Embed = Callable[[Sequence[str]], Matrix]

WEIGHTS = "requests-use-multilingual-3.npz"
SCALE = 4.0
"""What a unit vector is multiplied by, so that it weighs against the cues."""
ASKS = 0.0
UNDOES = 0.0
WARY = -1.0
"""Logits from which the memory is asked for something, from which it is to undo, and from which it
may be asked: then nothing is retired by what is said in passing."""
MOST_WORDS = 70
"""Words of a message that may be a request to the memory as a whole."""
FEWEST_WORDS = 3
CUES = (
    *("mem_forget", "mem_remove", "mem_erase", "mem_keep", "mem_not", "mem_place", "mem_undo"),
    *("mem_last", "mem_work", "mem_alone", "mem_conditional", "mem_of_me", "mem_every"),
    *("mem_gone", "mem_frame"),
)


_VERBS = ("mem_not", "mem_keep", "mem_remove")
"""What is asked for, and nothing of what it is about."""


class Belief(NamedTuple):
    """Logits that a message asks the memory to let go of something, and of what was said last."""

    asks: float
    undoes: float


def features(text: str, canonical: str, vector: Matrix, lexicon: Lexicon) -> Matrix:
    """The values that the weights are for; last the bias."""
    import numpy as np

    cues = [float(lexicon.has(cue, canonical)) for cue in CUES]
    return np.concatenate([vector * SCALE, [*cues, float("?" in text), 1.0]]).astype(np.float32)


def belief(said: Said, embed: Embed | None) -> Belief | None:
    """What the model believes of a message; None where it has nothing to say."""
    words = sum(len(piece.canon.tokens) for piece in said.pieces)
    if embed is None or not FEWEST_WORDS <= words <= MOST_WORDS:
        return None
    if any(said.lexicon.has("mem_forget", piece.text) for piece in said.pieces):
        return None
    text = said.text.strip()
    asks, undoes = features(text, said.canonical, embed([text])[0], said.lexicon) @ load_weights()
    return Belief(float(asks), float(undoes))


def likely_request(said: Said, found: Belief | None) -> ForgetRequest | None:
    """The request that a message most likely makes; None where it makes none."""
    if found is None or found.asks < ASKS:
        return None
    start, end = said.pieces[0].canon.whole_span[0], said.pieces[-1].canon.whole_span[1]
    if found.undoes >= UNDOES:
        pointed = said.lexicon.search("mem_last", said.canonical)
        last = how_many(pointed.group()) if pointed else 1
        return ForgetRequest((start, end), "", last=last, likely=True)
    left = said.canonical
    if said.lexicon.has("mem_remove", left):
        return None  # as the patterns read it: work to be done, or forbidden
    for cue in _VERBS:
        left = said.lexicon.pattern(cue).sub(" ", left)
    about = said.as_typed(said.named(one_line(left)), said.pieces)
    return ForgetRequest((start, end), about, open=True, likely=True) if about else None


@cache
def load_weights() -> Matrix:
    """A row for each feature, a column for each question; see ``features`` and ``Belief``."""
    import numpy as np

    with np.load(data_path("signals", WEIGHTS)) as stored:
        weights: Matrix = stored["weights"]
    return weights
