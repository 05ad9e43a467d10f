"""Whether a message goes on with what was said, by the words where they stand (``PairNetwork``).

That "what size drive" goes on with tapes to be copied, and "best time to prune roses" does not, no
cosine tells: neither has a word or a subject in common with what came before. It costs some ten
milliseconds, so it is asked only where the logistic of ``head.py`` is not sure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from assistant.memory.topics.text import plain

if TYPE_CHECKING:
    from assistant.memory.topics.features import View

SIGNS = ("talk", "task")
"""What the network is told beside the numbers that the logistics weigh: what each of them says."""


def texts_of(seen: View) -> tuple[str, str, str, str]:
    """What the network reads: the message before the last, the last one, its reply, the message;
    empty where there is none."""
    before = plain(seen.before[0].text) if seen.before else ""
    return before, plain(seen.earlier.text), plain(seen.reply.text), plain(seen.message.text)


def shift_logit(seen: View, signs: Mapping[str, float]) -> float:
    """That the message opens another subject, at 0 as likely as not worth a shift."""
    from assistant.reader import reader
    from assistant.reader.pair_network import pair_network

    texts = texts_of(seen)
    states = iter(reader().lower_states([text for text in texts if text]))
    *known, said = [next(states) if text else None for text in texts]
    assert said is not None  # a message without words is a follow-up
    goes_on, opens = pair_network("topics", "network.npz").logits(known, said, signs).tolist()
    return float(opens - goes_on)
