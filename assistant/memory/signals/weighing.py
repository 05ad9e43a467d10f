"""How sure it is that a clause is to be kept, and of what domain it is: by the trained head and by
networks together.

The head knows cues, words and where they stand; the network (``assistant/reader/pair_network.py``)
reads the clause beside its whole message and knows what words mean: "boiler service is every
March" tells what stays, whatever words the examples have.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from assistant.arrays import logit, softmax
from assistant.records import DOMAINS, Domain, FactKind

STORED_KINDS: tuple[FactKind, ...] = (
    "instruction",
    "rule",
    "decision",
    "preference",
    "statement",
)
KINDS = (
    *("chitchat", "code", "decision", "hypothetical", "instruction", "negated", "passing"),
    *("preference", "question", "quote", "request", "rule", "secret", "statement"),
)
"""What the network tells apart, in the order of its labels."""
NETWORKS = ("kinds.npz", "kinds_2.npz", "kinds_3.npz")
"""The second knows what people later said of what they had told as well, the third whole homes."""
CAUTION = 0.15
"""Logit that the mean has to make up for: junk weighs more than a miss."""
LEAST = 0.03
"""Of the head, from which the network is asked: below it nothing that it says would be enough."""
SIGNS = ("asked", "several")
"""Whether the clause is marked as a question, and whether the message has others."""
LONGEST_MESSAGE, LONGEST_CLAUSE = 400, 300
"""Characters of each that are read."""
_TINY = 1e-4


def weighed(stored: float, message: str, clause: str, *, several: bool) -> float:
    """The probability that a clause is kept. ``stored``: what the head says."""
    if stored < LEAST:
        return stored
    mean = (logit(stored) + logit(believed(message, clause, several=several))) / 2
    return 1 / (1 + math.exp(CAUTION - mean))


def believed(message: str, clause: str, *, asked: bool = False, several: bool = False) -> float:
    """The same by the network alone."""
    from assistant.reader import reader
    from assistant.reader.pair_network import mean_logits

    known, said = reader().lower_states((message[:LONGEST_MESSAGE], clause[:LONGEST_CLAUSE]))
    signs = dict(zip(SIGNS, map(float, (asked, several)), strict=True))
    shares = softmax(mean_logits("signals", NETWORKS, [known], said, signs))
    return float(sum(shares[KINDS.index(kind)] for kind in STORED_KINDS))


def domain_of(by_head: Mapping[str, float], message: str, about: str, *, several: bool) -> Domain:
    """The likeliest domain of what a clause is ``about``, by the head and by a network together."""
    from assistant.reader import reader
    from assistant.reader.pair_network import pair_network

    known, said = reader().lower_states((message[:LONGEST_MESSAGE], about[:LONGEST_CLAUSE]))
    network = pair_network("signals", "domains.npz")
    shares = softmax(network.logits([known], said, {SIGNS[1]: float(several)})).tolist()
    both = {
        name: max(share, _TINY) * max(by_head[name], _TINY)
        for name, share in zip(DOMAINS, shares, strict=True)
    }
    return max(DOMAINS, key=lambda name: both[name])
