"""Which of some facts a message means, and what it wants of them: one small network for answers
from memory (A6, A7) and for what is to be forgotten or corrected (F7).

``read`` takes the words alone, in Spanish and English, and knows nothing of stores or embedders.
``training/reader/learning.py`` made its weights (``data/reader/``); ``docs/benchmarks/
reader.md`` says what it learned from, and how it does on people that it never read.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from assistant.reader.encoder import Arrays, Matrix
    from assistant.reader.together import Together

Want = Literal["told", "untold", "elsewhere", "forget", "forget all", "correct", "take back"]
"""What a message wants of the facts: one that answers it is there, or none is; nothing; that some
are forgotten, or all; that one is put right; that what was said last does not hold."""
WANTS: tuple[Want, ...] = get_args(Want)

MOST_FACTS = 12
"""Facts that are read beside a message; of more those that word by word it most likely means."""
PIECES = 40
"""Word pieces that are read of a text, from its beginning."""
LOWER_LAYERS = 8
"""Layers whose states ``lower_states`` tells: they are as they came with the encoder."""
FORGETS, ASKS, READ_AGAIN = 0.5, 0.1, 5
"""Shares from which a message asks to forget, or may be a question that facts answer, and the facts
that are then read once more."""
ALWAYS_READ = 3
"""Of more those told last, that are read in any case."""
UNREAD = -20.0
"""Logit of a fact that is not read."""
_REMEMBERED = 256
"""Texts whose states are kept: the facts of the last questions."""


class Reading(NamedTuple):
    """Logits, one for each fact in the order given: that it ``answers`` the message (by two
    readings, where an answer was asked for), that it would but is ``outdated``, that the message
    ``means`` it for being forgotten or put right. ``shares``: of each of ``WANTS``, together 1.
    ``several``: logit that more than one fact is asked for. ``together``: of a request to forget
    the logit that it means each fact, by two readings."""

    answers: tuple[float, ...]
    outdated: tuple[float, ...]
    means: tuple[float, ...]
    shares: dict[Want, float]
    several: float
    together: tuple[float, ...] = ()


class ReadWords(NamedTuple):
    """Words as rows of unit length: ``there``, among one another, ``alone``, by themselves; and
    what the ``whole`` of them says."""

    there: Matrix
    alone: Matrix
    whole: Matrix


class Reader:
    """Made from the arrays of its file. One that stands ``upon`` another shares its vocabulary and
    the layers that its own arrays do not hold."""

    def __init__(self, arrays: Arrays, upon: Reader | None = None) -> None:
        from assistant.reader.encoder import Encoder
        from assistant.reader.joint import Joint
        from assistant.reader.vocabulary import Vocabulary

        self._lower: OrderedDict[str, Matrix] = OrderedDict()
        if upon is None:
            self._vocabulary = Vocabulary(arrays["pieces"], arrays["piece.scores"])
            self._encoder = Encoder(arrays)
        else:
            self._vocabulary, self._lower = upon._vocabulary, upon._lower
            self._encoder = upon._encoder.with_upper(arrays)
        self._joint = Joint(arrays)
        self._states: OrderedDict[str, Matrix] = OrderedDict()

    def read(self, message: str, facts: Sequence[str], *, asked: bool = False) -> Reading:
        """``facts``: one or more, the oldest first. ``asked``: the message is to be answered, the
        second reader reads it as well, and the facts that may answer it, at most ``MOST_FACTS``,
        are then read once more."""
        if len(facts) > MOST_FACTS:
            return self._likeliest(message, facts)
        from assistant.reader.together import ANSWERS, MEANS, questions, together

        found = self._read_once(message, facts)
        if asked:
            found = _mean(found, second()._read_once(message, facts))
        answers, means, wanted = found.answers, found.means, found.shares
        if wanted["forget"] + wanted["forget all"] >= ASKS:
            again = self._again(together(), MEANS, message, facts, means)
            both = tuple(logit + again.get(n, 0.0) for n, logit in enumerate(means))
            return found._replace(together=both)
        if asked and wanted["told"] + wanted["untold"] >= ASKS:
            again = self._again(questions(), ANSWERS, message, facts, answers)
            read = {n: (answers[n] + logit) / 2 for n, logit in again.items()}
            least = min(read.values())
            both = tuple(read.get(n, min(logit, least)) for n, logit in enumerate(answers))
            return found._replace(answers=both)
        return found

    def _read_once(self, message: str, facts: Sequence[str]) -> Reading:
        import numpy as np

        from assistant.arrays import softmax

        states = self.states((message, *facts))
        rows, lengths = np.concatenate(states), [len(state) for state in states]
        of_facts, of_message = self._joint.read(rows, lengths)
        answers, outdated, means = (tuple(column) for column in of_facts.T.tolist())
        shares = softmax(of_message[: len(WANTS)]).tolist()
        wanted: dict[Want, float] = dict(zip(WANTS, shares, strict=True))
        return Reading(answers, outdated, means, wanted, float(of_message[-1]))

    def _likeliest(self, message: str, facts: Sequence[str]) -> Reading:
        """Of many facts those that the message likeliest means by one reading are read, and the
        last, which one that names nothing may mean; the others are not."""
        from assistant.reader.together import MEANS, together

        said, *known = self.lower_states((message, *facts))
        first = together().logits(said, known)[:, MEANS].tolist()
        last = range(len(facts) - ALWAYS_READ, len(facts))
        ranked = sorted(range(len(facts)), key=lambda n: -first[n])
        places = sorted([*dict.fromkeys((*last, *ranked))][:MOST_FACTS])
        found = self.read(message, [facts[n] for n in places])
        both = tuple(one + first[n] for n, one in zip(places, found.means, strict=True))

        def of_all(logits: tuple[float, ...]) -> tuple[float, ...]:
            own = dict(zip(places, logits, strict=True))
            return tuple(own.get(n, UNREAD) for n in range(len(facts)))

        return found._replace(
            answers=of_all(found.answers),
            outdated=of_all(found.outdated),
            means=of_all(found.means),
            together=of_all(both),
        )

    def _again(
        self,
        network: Together,
        column: int,
        message: str,
        facts: Sequence[str],
        logits: Sequence[float],
    ) -> dict[int, float]:
        """The likeliest are read once more, word by word beside the message: the logit of each, by
        its place."""
        said, *own = self.lower_states((message, *facts))
        places = sorted(range(len(facts)), key=lambda n: -logits[n])[:READ_AGAIN]
        found = network.logits(said, [own[n] for n in places])[:, column]
        return dict(zip(places, found.tolist(), strict=True))

    def also(self, question: str, facts: Sequence[str], known: int) -> tuple[float, ...]:
        """Logits that each fact answers a question that the one at the place ``known`` answers,
        which has 0."""
        from assistant.reader.together import ALSO, questions

        said, *own = self.lower_states((question, *facts))
        others = [rows for n, rows in enumerate(own) if n != known]
        found = questions().logits(said, others, own[known])[:, ALSO].tolist() if others else []
        return (*found[:known], 0.0, *found[known:])

    def words(self, words: Sequence[str]) -> ReadWords:
        """Those of one text, as far as they are read."""
        import numpy as np

        from assistant.reader.joint import unit
        from assistant.reader.vocabulary import BEGIN, END

        ids, borders = [BEGIN], [1]
        for word in words:
            ids += self._vocabulary.ids(word, PIECES)[1:-1]
            if len(ids) > PIECES + 1:
                break
            borders.append(len(ids))
        ids = [*ids[: borders[-1]], END]
        states = self._joint.centred(self._encoder.states([ids]))
        alone = self._encoder.alone(ids)
        starts, sizes = borders[:-1], np.diff(borders)[:, None]
        there, alone = (
            unit((np.add.reduceat(rows[:-1], starts) / sizes if starts else rows[:0]).astype("f4"))
            for rows in (states, alone)
        )
        return ReadWords(there, alone, unit(states.mean(0)))

    def lower_states(self, texts: Sequence[str]) -> list[Matrix]:
        """A row for each piece of each text, from below the layers that were taught to read."""

        def encoded(new: Sequence[str]) -> tuple[Matrix, list[int]]:
            ids = [self._vocabulary.ids(text, PIECES) for text in new]
            return self._encoder.states(ids, LOWER_LAYERS), [len(own) for own in ids]

        return _each(texts, self._lower, encoded)

    def states(self, texts: Sequence[str]) -> list[Matrix]:
        """A row for each piece of each text, from above all layers."""

        def encoded(new: Sequence[str]) -> tuple[Matrix, list[int]]:
            import numpy as np

            lower = self.lower_states(new)
            lengths = [len(rows) for rows in lower]
            return self._encoder.further(np.concatenate(lower), lengths, LOWER_LAYERS), lengths

        return _each(texts, self._states, encoded)


def _each(
    texts: Sequence[str],
    kept: OrderedDict[str, Matrix],
    encoded: Callable[[Sequence[str]], tuple[Matrix, list[int]]],
) -> list[Matrix]:
    """The states of each text. ``kept``: those that are known; ``encoded``: the rows of others, one
    text behind the other, and how many each has."""
    # What is known is taken once: another thread may crowd it out at any moment.
    looked = ((text, kept.get(text)) for text in dict.fromkeys(texts))
    known = {text: states for text, states in looked if states is not None}
    new = [text for text in dict.fromkeys(texts) if text not in known]
    if new:
        rows, lengths = encoded(new)
        at = 0
        for text, length in zip(new, lengths, strict=True):
            known[text] = kept[text] = rows[at : at + length].copy()
            at += length
    while len(kept) > _REMEMBERED:
        kept.popitem(last=False)
    return [known[text] for text in texts]


@cache
def reader() -> Reader:
    """The reader that is shipped; some 0.1 s the first time."""
    return Reader(_arrays("reader.npz"))


@cache
def second() -> Reader:
    """The one that reads questions beside it: it went on learning from homes of many facts, which
    makes it a better judge of answers and a worse one of requests."""
    return Reader(_arrays("second.npz"), upon=reader())


def _mean(one: Reading, other: Reading) -> Reading:
    """Of the logits; what the message wants of the facts the first one knows better."""

    def of(name: str) -> tuple[float, ...]:
        pairs = zip(getattr(one, name), getattr(other, name), strict=True)
        return tuple((mine + theirs) / 2 for mine, theirs in pairs)

    several = (one.several + other.several) / 2
    return one._replace(answers=of("answers"), outdated=of("outdated"), several=several)


def _arrays(name: str) -> Arrays:
    import numpy as np

    from assistant.resources import data_path

    with np.load(data_path("reader", name), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def read(message: str, facts: Sequence[str]) -> Reading:
    """``Reader.read`` by the reader that is shipped."""
    return reader().read(message, facts)
