"""The trained head, and what it sees of a clause: cues, words, word endings and where they stand.

Names are strings, so that a finding can say which signs spoke for it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from assistant.arrays import names, softmax
from assistant.memory.signals.clauses import RawClause
from assistant.memory.signals.lexicon import Lexicon
from assistant.resources import data_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Whole = NDArray[np.integer]
    Names = NDArray[np.bytes_]
else:
    Vector = Whole = Names = object

_INTERROGATIVE = re.compile(
    r"\b(?:qué|cómo|cuál(?:es)?|cuándo|dónde|quién(?:es)?|cuánt[oa]s?)\b", re.IGNORECASE
)
_ACCENTED_ENDING = re.compile(r"\w(á|é|í|ó|ás|és|ís|án|é|ía|ías)\b", re.IGNORECASE)
_CAPITAL = re.compile(r"(?<=[\w,;:'\")] )[A-ZÁÉÍÓÚÑ][a-záéíóúñ]+")
"""Inside a sentence a name, whose letters no example can have shown: "I'm Dana"."""
CONTEXT_CUES = ("retract", "play", "texttask", "unsure", "reported")
# Cues that only say where a clause is cut: inside one they mean nothing.
_CUTS = frozenset(
    {
        "greeting",
        "lead_in",
        "claim",
        "claim_goes_on",
        "bid",
        "bid_bare",
        "bid_english",
        "plan_goes_on",
        "rule_opens",
        "aside_tail",
        "report_sign",
        "report_opens",
        "report_direct",
        "report_closes",
        "report_aside",
        "cast",
        "report_answers",
        "keep_order",
        "keep_within",
        "question_ends",
        "asked_in_form",
        "noun_first",
        "emphasis",
        "asked_kindly",
        "report_release",
        "tells_own",
        "tells_of",
        "tells_more",
        "gives_name",
        "brings_in",
        "owned",
        "mem_matter",
        "mem_then",
    }
)
_ENDING = 4
_STEM = 5
_EDGE = 3


def clause_features(
    source: str, clause: RawClause, others: Sequence[RawClause], lexicon: Lexicon
) -> frozenset[str]:
    """Features of a clause, as typed (``source``), among the ``others`` of its message."""
    text = clause.text
    found = {f"cue:{cue}" for cue in lexicon.cues if cue not in _CUTS and lexicon.has(cue, text)}
    rest = " . ".join(other.text for other in others if other is not clause)
    if rest:
        found.update(f"ctx:{cue}" for cue in CONTEXT_CUES if lexicon.has(cue, rest))
        found.add("ctx:asked" if any(o.asked for o in others if o is not clause) else "ctx:more")
    if clause.asked:
        found.add("asked")
    found.update(_accents(source))
    words = text.split()
    if words and _CAPITAL.search(source):
        found.add(f"named:{words[0]}")
    found.update(_words(words))
    found.update(_frames(words, lexicon.entries("function")))
    found.add(f"len:{min(len(words), 40) // 4}")
    return frozenset(found)


def _accents(source: str) -> set[str]:
    """Written accents tell "qué" from "que", "recordá" from "recorda"; canonical text does not."""
    found = {f"accent:{match.lower()}" for match in _INTERROGATIVE.findall(source)}
    if _INTERROGATIVE.match(source.lstrip(" ,¿")):
        found.add("accent:first")
    found.update(f"accent:-{ending.lower()}" for ending in _ACCENTED_ENDING.findall(source))
    return found


def _words(words: Sequence[str]) -> set[str]:
    found = {f"w:{word}" for word in words}
    found.update(f"b:{a} {b}" for a, b in pairwise(words))
    found.update(f"^{i}:{word}" for i, word in enumerate(words[:_EDGE]))
    found.update(f"$:{word}" for word in words[-2:])
    found.update(f"e:{word[-n:]}" for word in words for n in (3, _ENDING) if len(word) > n + 1)
    found.update(f"t:{word[:_STEM]}" for word in words if len(word) > _STEM)
    if len(words) > 1:
        found.add(f"^^:{words[0]} {words[1]}")
    return found


def _frames(words: Sequence[str], function: frozenset[str]) -> set[str]:
    """Runs of function words with what they hold left open: "tengo el *ar en *io"."""
    shapes = [_shape(word, function) for word in words]
    closed = ["^", *shapes, "$"]
    gaps = ["^", *("*" if shape.startswith("*") else shape for shape in shapes), "$"]
    return {
        f"k:{' '.join(row[i : i + size])}"
        for row, size in ((closed, 2), (closed, 3), (gaps, 3), (gaps, 4))
        for i in range(len(row) - size + 1)
    }


def _shape(word: str, function: frozenset[str]) -> str:
    if word in function:
        return word
    if word.isalpha():
        return f"*{word[-2:]}"
    return "#" if any(char.isdigit() for char in word) else word


Question = Literal["kind", "domain"]

_SAY: Mapping[Question, float] = {"kind": 0.5, "domain": 0.75}
"""The share of the model that sees the embedding as well, best on held-out examples."""
UNIT = 1000  # weights are stored as whole thousandths


class Linear(NamedTuple):
    """A softmax over L ``labels``, in thousandths.

    ``bias`` is (L,), ``weights`` (features, L) with rows in the order of ``features``, which is
    that of their bytes; ``vector`` (dimensions, L), without rows where no embedding is seen.
    """

    labels: tuple[str, ...]
    bias: Whole
    features: Names
    weights: Whole
    vector: Vector

    def probabilities(self, features: Names, vector: Vector | None = None) -> dict[str, float]:
        """Of each label, for what ``spelled`` gives of a clause's features."""
        scores = self.bias + self.weights[self._rows(features)].sum(axis=0, dtype=int)
        if vector is not None and len(self.vector):
            scores = scores + vector @ self.vector
        return dict(zip(self.labels, softmax(scores / UNIT).tolist(), strict=True))

    def _rows(self, features: Names) -> Whole:
        """Of the features that the model knows. Looked up by halves: a dictionary of all of them
        would take longer to build than a message to read."""
        places = self.features.searchsorted(features)
        places[places == len(self.features)] = 0
        known: Whole = places[self.features[places] == features]
        return known


def spelled(features: Iterable[str]) -> Names:
    """As a model looks them up."""
    import numpy as np

    return np.array([name.encode("utf-8", "surrogatepass") for name in features], np.bytes_)


class Head(NamedTuple):
    """The models of one head: with and without the embedding, for kinds and for domains."""

    models: Mapping[str, Linear]
    dimensions: int

    def ask(
        self, question: Question, features: Collection[str], vector: Vector | None
    ) -> dict[str, float]:
        """Probability of each label. ``vector`` is the clause's embedding, or None."""
        asked = spelled(features)
        plain = self.models[question].probabilities(asked)
        if vector is None or len(vector) != self.dimensions:
            return plain
        informed = self.models[f"{question}+vector"].probabilities(asked, vector)
        say = _SAY[question]
        return {label: (1 - say) * plain[label] + say * informed[label] for label in plain}


_current: list[Head] = []


def load_head() -> Head:
    """The shipped head; raises ConfigurationError when its file cannot be read."""
    if not _current:
        _current.append(_read_head())
    return _current[0]


def _read_head() -> Head:
    import zipfile

    import numpy as np

    from assistant.errors import ConfigurationError

    path = data_path("signals", "head.npz")
    try:
        with np.load(path, allow_pickle=False) as arrays:
            parts = {name: arrays[name] for name in arrays.files}
        return _assembled(parts)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise ConfigurationError(
            f"The trained weights in {path} cannot be read: {error}",
            "Reinstall, or make them again with python -m training signals --write",
        ) from error


def _assembled(parts: Mapping[str, NDArray[Any]]) -> Head:
    models = {}
    for name in (name.removesuffix(" labels") for name in parts if name.endswith(" labels")):
        models[name] = Linear(
            labels=tuple(names(parts[f"{name} labels"])),
            bias=parts[f"{name} bias"],
            features=parts[f"{name} features"],
            weights=parts[f"{name} weights"],
            vector=parts[f"{name} vector"].astype("f4"),
        )
    return Head(models, int(parts["dimensions"]))
