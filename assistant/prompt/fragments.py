"""Texts that go with the message: cut, ranked once, and shown in whatever room there is (P7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.messages import say
from assistant.prompt.base import Attachment, Drop
from assistant.prompt.budget import CHARS_PER_TOKEN_AT_MOST, Density, Meter
from assistant.prompt.choosing import rank
from assistant.prompt.chunking import Chunk, chunk
from assistant.prompt.elision import mark
from assistant.prompt.fences import defuse, fence
from assistant.prompt.fitting import Fitted
from assistant.records import Language

if TYPE_CHECKING:
    from assistant.prompt.choosing import Embed

LABEL_TOKENS = 3
BLOCK_TOKENS = 40
PATIENCE = 20
"""How many fragments in a row of rank may prove too large before the search for a fit ends."""
QUESTION_TOKENS = 60
EDGE_CHARS = 2000


class Fragments(NamedTuple):
    """Attachments cut along their structure, and the order in which their fragments matter."""

    attachments: tuple[Attachment, ...] = ()
    chunks: tuple[tuple[Chunk, ...], ...] = ()
    order: tuple[tuple[int, int], ...] = ()


def prepare(
    attachments: Sequence[Attachment],
    question: str,
    meter: Meter,
    embed: Embed | None = None,
) -> Fragments:
    """Cut and rank, the expensive part; blank attachments vanish."""
    filled = tuple(a for a in attachments if a.text.strip())
    chunks = tuple(chunk(a.name, a.text, meter) for a in filled)
    return Fragments(filled, chunks, rank([a.text for a in filled], chunks, question, embed))


def fit_fragments(
    fragments: Fragments, language: Language, room: int, reason: str, meter: Meter
) -> Fitted:
    """As many fragments as fit, each text in its own order with its line numbers; what is small
    goes whole. Every attachment is accounted for in a notice, unless it is one whole fragment."""
    chosen = _choose(fragments, room, meter)
    while True:
        blocks = tuple(_blocks(fragments, chosen))
        tokens = meter.count("\n\n".join(blocks)) + 1 if blocks else 0
        if tokens <= room or not chosen:
            break
        chosen.pop()
    return Fitted(
        tokens=tokens,
        items=blocks,
        blocks=blocks,
        drops=tuple(_drops(fragments, chosen, reason, meter)),
        notices=tuple(_notices(fragments, chosen, language)),
    )


def split_typed(text: str, meter: Meter) -> tuple[str, str, Attachment]:
    """A message too long to be sent: (what remains of it, the question in it, the rest).

    Its beginning and its end stay word for word, for that is where a question stands. ``text``
    is at least two characters, without blanks around.
    """
    edge = min(EDGE_CHARS, len(text) // 2)
    opening, ending = text[:edge], text[len(text) - edge :]
    lead = _first_paragraph(opening[: chunk("", opening, meter)[0].end])
    tail = _last_paragraph(ending[chunk("", ending, meter)[-1].start :])
    rest = text[len(lead) : len(text) - len(tail)]
    message = f"{lead.strip()}\n\n{mark(Density(rest, meter).total)}\n\n{tail.strip()}"
    short = [part for part in (lead, tail) if meter.count(part) <= QUESTION_TOKENS]
    question = "\n".join(short or (lead, tail)).strip()
    return message, question, Attachment("message", rest, "typed", lead.count("\n") + 1)


def _first_paragraph(text: str) -> str:
    begins = len(text) - len(text.lstrip())
    at = text.find("\n\n", begins)
    return text if at < 0 else text[:at]


def _last_paragraph(text: str) -> str:
    at = text.rfind("\n\n", 0, len(text.rstrip()))
    return text if at < 0 else text[at:]


def _choose(fragments: Fragments, room: int, meter: Meter) -> list[tuple[int, int]]:
    """Places in the order in which they were chosen: small texts whole, then by rank."""
    chosen: list[tuple[int, int]] = []
    left = room
    waiting = sorted(range(len(fragments.chunks)), key=lambda s: len(fragments.attachments[s].text))
    while waiting:
        cost = _whole_cost(fragments, waiting[0], left // len(waiting), meter)
        if cost is None:
            break
        source = waiting.pop(0)
        chosen += [(source, i) for i in range(len(fragments.chunks[source]))]
        left -= cost
    chosen += _by_rank(fragments, set(waiting), left, meter)
    return chosen


def _whole_cost(fragments: Fragments, source: int, room: int, meter: Meter) -> int | None:
    """What a text costs whole; None where that is over ``room``."""
    text = fragments.attachments[source].text
    if len(text) > room * CHARS_PER_TOKEN_AT_MOST:
        return None  # not worth counting
    cost = meter.count(defuse(text)) + BLOCK_TOKENS
    return cost if cost <= room else None


def _by_rank(
    fragments: Fragments, sources: set[int], room: int, meter: Meter
) -> Iterator[tuple[int, int]]:
    """The best fragment of each text first, then the best of all, while they fit."""
    order = [place for place in fragments.order if place[0] in sources]
    firsts = {source: (source, i) for source, i in reversed(order)}
    taken: set[tuple[int, int]] = set()
    failures = 0
    for source, i in dict.fromkeys((*reversed(firsts.values()), *order)):
        cost = meter.count(_body(fragments, source, i, i)) + 1
        if not {(source, i - 1), (source, i + 1)} & taken:
            cost += meter.count(_label(fragments, source, i, i)) + LABEL_TOKENS
        if not any(s == source for s, _ in taken):
            cost += BLOCK_TOKENS
        if cost <= room:
            yield source, i
            taken.add((source, i))
            room -= cost
        elif (failures := failures + 1) >= PATIENCE:
            return


def _blocks(fragments: Fragments, chosen: Sequence[tuple[int, int]]) -> Iterator[str]:
    for source, attachment in enumerate(fragments.attachments):
        shown = sorted(i for s, i in chosen if s == source)
        total = len(fragments.chunks[source])
        if not shown:
            continue
        part = "all of it" if len(shown) == total else f"{len(shown)} of {total} fragments"
        attributes = {"name": attachment.name, "kind": attachment.kind, "part": part}
        runs = list(_runs(fragments.chunks[source], shown))
        if len(shown) == total and len(runs) == 1:
            body = _body(fragments, source, 0, -1)
        else:
            body = "\n".join(
                f"[{_label(fragments, source, run[0], run[-1])}]\n"
                + _body(fragments, source, run[0], run[-1])
                for run in runs
            )
        yield fence("data", body, attributes)


def _runs(chunks: Sequence[Chunk], shown: Sequence[int]) -> Iterator[list[int]]:
    """Fragments that touch each other, together; between others there are blanks or a gap."""
    run: list[int] = []
    for i in shown:
        if run and chunks[run[-1]].end != chunks[i].start:
            yield run
            run = []
        run.append(i)
    if run:
        yield run


def _body(fragments: Fragments, source: int, first: int, last: int) -> str:
    chunks = fragments.chunks[source]
    text = fragments.attachments[source].text
    return defuse(text[chunks[first].start : chunks[last].end]).strip("\n")


def _label(fragments: Fragments, source: int, first: int, last: int) -> str:
    """Where a run stands: lines, or characters within a line that was too long."""
    attachment, chunks = fragments.attachments[source], fragments.chunks[source]
    a, b = chunks[first], chunks[last]
    shift = attachment.first_line - 1
    if a.first_line != b.last_line:
        where = f"lines {a.first_line + shift}–{b.last_line + shift}"
    else:
        where = f"line {a.first_line + shift}"
        line_start = attachment.text.rfind("\n", 0, a.start) + 1
        if a.start > line_start or attachment.text[b.end - 1 : b.end] not in ("\n", ""):
            where += f", characters {a.start - line_start + 1}–{b.end - line_start}"
    return f"{where} · {a.title}" if a.title else where


def _drops(
    fragments: Fragments, chosen: Sequence[tuple[int, int]], reason: str, meter: Meter
) -> Iterator[Drop]:
    """What was left out of each text; its tokens are estimated by length."""
    for source, (attachment, chunks) in enumerate(
        zip(fragments.attachments, fragments.chunks, strict=True)
    ):
        shown = {i for s, i in chosen if s == source}
        if len(shown) == len(chunks):
            continue
        lost = sum(c.end - c.start for i, c in enumerate(chunks) if i not in shown)
        tokens = lost * Density(attachment.text, meter).total // len(attachment.text)
        what = f"{attachment.name}: {len(chunks) - len(shown)} of {len(chunks)} fragments"
        yield Drop("fragments", what, tokens, reason)


def _notices(
    fragments: Fragments, chosen: Sequence[tuple[int, int]], language: Language
) -> Iterator[str]:
    for source, attachment in enumerate(fragments.attachments):
        shown = sum(s == source for s, _ in chosen)
        total = len(fragments.chunks[source])
        if shown == total == 1:
            continue
        key = "prompt.typed" if attachment.kind == "typed" else "prompt.fragments"
        yield say(key, language, name=attachment.name, shown=shown, total=total)
