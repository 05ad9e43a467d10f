"""Requests to the memory in words that no pattern has, by their meaning (F7).

"I should prefer that you retained no knowledge of…", "era joda eso último": a linear model over the
sentence embedding and the cues of the lists, and a network over the words, tell whether the memory
is asked for something, whether it is to take back what was said last, and whether a message asks
for that or puts something right: such a one is read beside the facts. They were trained by
``training/requests.py`` (for the default embedder) and ``training/requests_network.py``. A verb of
forgetting is the patterns' own affair: they tell an order from a reminder or a turn of phrase,
which have the same words and the same meaning.
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

LABELS = ("nothing", "asks", "undoes", "corrects")
"""What the network tells apart, in the order of its labels."""
LONGEST = 400
"""Characters of a message that it reads."""
_TINY = 1e-4
WEIGHTS = "requests-use-multilingual-3.npz"
SCALE = 4.0
"""What a unit vector is multiplied by, so that it weighs against the cues."""
ASKS = -0.5
UNDOES = 0.0
WARY = -1.5
"""Logits from which the memory is asked for something, from which it is to undo, and from which it
may be asked: then nothing is retired by what is said in passing."""
CONCERNS = -1.9
"""Logit from which a message may concern what is known: of what people type in a conversation one
in thirty does, of their requests 98 in a hundred, of what puts something right 86."""
UNCONCERNED = -4.5
"""Logit of the linear model below which the network is not asked: two of three messages of a
conversation, and none that both would hear."""
MOST_WORDS = 70
"""Words of a message that may be a request to the memory as a whole."""
FEWEST_WORDS = 3
CUES = (
    *("mem_forget", "mem_remove", "mem_erase", "mem_keep", "mem_not", "mem_place", "mem_undo"),
    *("mem_last", "mem_work", "mem_alone", "mem_conditional", "mem_of_me", "mem_every"),
    *("mem_gone", "mem_frame", "mem_put_right", "mem_mend_sure", "mem_mend", "mem_spelled"),
)


_VERBS = ("mem_not", "mem_keep", "mem_remove")
"""What is asked for, and nothing of what it is about."""


class Belief(NamedTuple):
    """Logits that a message asks the memory to let go of something, and of what was said last; and
    that it does so or puts right something that is known."""

    asks: float
    undoes: float
    concerns: float


def features(text: str, canonical: str, vector: Matrix, lexicon: Lexicon) -> Matrix:
    """The values that the weights are for; last the bias."""
    import numpy as np

    cues = [float(lexicon.has(cue, canonical)) for cue in CUES]
    return np.concatenate([vector * SCALE, [*cues, float("?" in text), 1.0]]).astype(np.float32)


def belief(said: Said, embed: Embed | None) -> Belief | None:
    """What the model believes of a message; None where it has nothing to say."""
    text = said.text.strip()
    if embed is None or not text or words_of(said) > MOST_WORDS:
        return None
    linear = Belief(
        *(features(text, said.canonical, embed([text])[0], said.lexicon) @ load_weights()).tolist()
    )
    if linear.concerns < UNCONCERNED:
        return linear
    return Belief(*(sum(both) / 2 for both in zip(linear, _by_its_words(text), strict=True)))


def _by_its_words(text: str) -> Belief:
    """The same by the network."""
    import numpy as np

    from assistant.arrays import softmax
    from assistant.reader import reader
    from assistant.reader.pair_network import pair_network

    text = text[:LONGEST]
    (states,) = reader().lower_states((text,))
    network = pair_network("signals", "requests.npz")
    none, asks, undoes, corrects = softmax(
        network.logits([states], states, signs_of(text))
    ).tolist()
    of = np.log(np.clip([asks + undoes, undoes, 1 - none], _TINY, 1))
    beside = np.log(np.clip([none + corrects, asks, none], _TINY, 1))
    return Belief(*(of - beside).tolist())


def signs_of(text: str) -> dict[str, float]:
    """What the network is told of a message beside its words."""
    return {"asked": float("?" in text), "short": float(len(text.split()) <= FEWEST_WORDS)}


def words_of(said: Said) -> int:
    return sum(len(piece.canon.tokens) for piece in said.pieces)


def may_ask(said: Said) -> bool:
    """Whether a message may be a request that no pattern has."""
    forgets = any(said.lexicon.has("mem_forget", piece.text) for piece in said.pieces)
    return words_of(said) >= FEWEST_WORDS and not forgets


def likely_request(said: Said, found: Belief | None) -> ForgetRequest | None:
    """The request that a message most likely makes; None where it makes none."""
    if found is None or found.asks < ASKS or not may_ask(said):
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
