"""What of a message are the user's own words: no quotation, no paste, no report of others (F3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.memory.signals.clauses import split
from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.regions import Span, find_regions
from assistant.memory.signals.text import READ_AT_MOST

_FOREIGN = frozenset({"quoted", "pasted", "untyped"})


def own_words(text: str, untyped: Sequence[Span] = ()) -> str:
    """``text`` with an empty line in the place of what others said. Code and names in quotes stay;
    of a text that is longer than what is read, the rest stays unless it is ``untyped``."""
    lexicon = load_lexicon()
    lexicon.forget_texts()
    head = text[:READ_AT_MOST]
    regions = find_regions(head, untyped)
    foreign = [region.span for region in regions if region.kind in _FOREIGN]
    foreign += [c.canon.whole_span for c in split(head, regions, lexicon) if c.whose != "own"]
    foreign += [span for span in untyped if span[1] > len(head)]
    for start, end in sorted(foreign, reverse=True):
        text = f"{text[:start]}\n\n{text[end:]}"
    return text


def blanked(text: str, spans: Iterable[Span]) -> str:
    """``text`` with blanks in the place of the spans; every other character keeps its place."""
    kept = list(text)
    for start, end in spans:
        kept[start:end] = " " * (min(end, len(text)) - start)
    return "".join(kept)
