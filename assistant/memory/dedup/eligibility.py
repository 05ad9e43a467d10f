"""Which questions may be answered from an earlier answer at all (A3, A4), and whether a message
says that the answer before it was wrong.

A small network (``assistant/reader/pair_network.py``) reads what an answer would rest on: that "is
the vpn down" is of this moment and "how do I see who is logged in on linux" of none, no list tells.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, get_args

from assistant.memory.dedup import cues
from assistant.memory.dedup.text import tokens

Standing = Literal["lasting", "time", "state", "context", "fresh", "told"]
"""What the answer to a message rests on: nothing that passes, the day, how a machine or a person
is just now, what was said before, a mood or chance; or nothing is asked."""
STANDINGS: tuple[Standing, ...] = get_args(Standing)
LASTING = 0.85
"""Belief from which an answer may be given again: a stale one is worse than one more request."""
SIGNS = ("time", "state", "fresh")
"""Words of which the network is told that they are there; what they mean it weighs."""
LONGEST = 60
"""Words of a question; longer ones bring their own material and are asked each time."""
READ = 300
"""Characters that the network reads."""
_PAYLOAD = re.compile(r"```|\n\s*\n|https?://")
_ANYBODY = re.compile(
    r"(?<!\w)(?:(?:can|could|should|must) (?:i|we)|(?:do|would) (?:i|we)"
    r"(?! (?:usually |normally |often |always |generally )?(?:have|know|like|use|live|work|own"
    r"|prefer|drink|eat|drive|weigh|wear|earn|owe|hate|love|study|play|speak|teach|sleep|pay))"
    r"|(?:tell|show|give|help|let) (?:me|us)|tengo que|tenemos que|se me|si me|if i"
    r"|me (?:sirve|conviene|puede)n?|(?:explain|define|describe)(?: \w+)* for me)(?!\w)"
)
"""Said of oneself, meant of anybody."""
LONGEST_CORRECTION = 25
_ASKS_ON = re.compile(r"[¿\s]*\w+ \w.*\?\s*", re.DOTALL)
"""No mark after the first word: "¿No lleva ajo?", but not "No, ¿seguro?"."""


def may_be_reused(text: str) -> bool:
    """Whether the answer to a message may be given again while it is kept."""
    too_long = len(tokens(text)) > LONGEST or _PAYLOAD.search(text)
    return not too_long and standing(text)["lasting"] >= LASTING


@lru_cache(maxsize=64)
def standing(text: str) -> Mapping[Standing, float]:
    """Shares of belief in each of ``STANDINGS``, together 1."""
    from assistant.arrays import softmax
    from assistant.reader import reader
    from assistant.reader.pair_network import pair_network

    (states,) = reader().lower_states((text[:READ],))
    logits = pair_network("dedup", "lasting.npz").logits([states], states, signs_of(text))
    return dict(zip(STANDINGS, softmax(logits).tolist(), strict=True))


def signs_of(text: str) -> dict[str, float]:
    """Which of ``SIGNS`` a message has."""
    plain = " ".join(tokens(text))
    return {name: float(cues.found("passing", name, plain)) for name in SIGNS}


def personal(text: str) -> bool:
    """Whether the question is about the person who asks: its answer rests on facts."""
    return cues.found("said", "personal", _ANYBODY.sub("", " ".join(tokens(text))))


def corrects(text: str) -> bool:
    """Such an answer is never given again. A false alarm only costs a reuse."""
    words = tokens(text)
    plain = " ".join(words)
    if len(words) > LONGEST_CORRECTION:
        return False
    denies = cues.whole("said", "denial", plain) and not _ASKS_ON.fullmatch(text)
    return denies or cues.whole("said", "correction", plain)
