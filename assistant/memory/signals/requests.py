"""Requests to the memory, read over the whole message (F7): what is to be forgotten, taken back.

A request is an order or a polite question with a verb of doing away ("borre lo que le conté de…"),
a denied verb of keeping ("I'd rather you didn't hold…"), or the wish that something had not been
said. What only has the words is none: a reminder, a turn of phrase, work on a file, a quotation.
How surely the memory is meant is told along: an order that may as well be for something else never
takes a fact by itself.
"""

from __future__ import annotations

import re

from assistant.memory.base import ForgetRequest
from assistant.memory.signals.lexicon import Lexicon
from assistant.memory.signals.orders import Order, is_past, order_in
from assistant.memory.signals.pieces import Piece, Said, end_of_lead
from assistant.text.phrases import listed

_MANY = {"two": 2, "dos": 2, "2": 2, "both": 2, "couple": 2, "three": 3, "tres": 3, "3": 3}
_MANY |= {"four": 4, "cuatro": 4, "4": 4}
_PLURAL = ("ultimas", "ultimos")
_MOST_ORDERS = 16
"""Pieces of a message that are read as orders: what has more is a list or rubbish."""
_MOST_NAMED = 10
"""Words by which somebody names what is to be erased."""
_THE = r"(?:the|my|his|her|your|that|those|el|la|lo|los|las|mi|mis|su)"
_BUT = re.compile(
    r"\s(?:(?:but )?not|no|pero no|y no|but keep|except(?: for)?|other than|apart from"
    rf"|excepto|salvo|menos|que no sea)\s(?={_THE}\s|de\s)"
)
"""From here on a request says what it is not about."""
_KEEP = re.compile(
    r"(?:(?:and|but|though|although|pero|y|aunque|eso si) ){0,3}"
    r"(?:you (?:may|can|should) (?:still )?keep|keep|leave|not|except|deja(?:me)?|conserva|guarda"
    rf"|no|excepto|salvo|menos)\s(?={_THE}\s)"
)
_TOLD_OF = frozenset(
    ("que", "porque", "ya", "pues", "and", "y", "e", "pero", "but", "because", "since", "so", "as")
) | {"now", "asi", "asiq", "aunque", "though", "which", "who", "cuando", "when", "al", ","}
"""A word that begins what is told of a thing."""
_LITTLE = frozenset(
    ("lo", "la", "el", "los", "las", "de", "del", "que", "eso", "the", "that", "of", "about", "q")
) | {"what", "how"}
_OF = re.compile(r"^(?:(?:de|del|about|sobre) )+")
_PATH = re.compile(r"(?:^|\s)(?:~|\.{1,2})?[/\\]\w|\b\w{1,9}:[/\\]")
_POINTS = re.compile(
    r"(?:about|on|of|concerning|regarding|re|de|sobre) "
    r"(?:it|that|this|them|those|him|her|el|ella|ellos|ellas|eso|esto|ello)(?:\s|$)"
)
"""What is asked for is named elsewhere: "everything I told you about it"."""


def find_requests(said: Said) -> tuple[ForgetRequest, ...]:
    """The requests of a message in order."""
    found: list[ForgetRequest] = []
    orders = 0
    sentence = -1
    for at, piece in enumerate(said.pieces):
        if piece.sentence == sentence and not found[-1].open:
            continue  # why it is asked
        if not _may_ask(piece, said.lexicon):
            continue
        orders += 1
        request = _request(said, at)
        if request and not (found and request.open):
            found.append(request)
            sentence = piece.sentence
        if orders == _MOST_ORDERS:
            break
    whole = [r for r in found if r.everything or r.last]
    return tuple(whole[:1] or found)


def ruled_out(said: Said) -> bool:
    """Whether a message only has the words of a request: it is supposed, told of somebody, or
    about what the person does alone."""
    return any(
        said.lexicon.match("mem_alone", piece.text, 0) or _supposed(said, at, alone=True)
        for at, piece in enumerate(said.pieces)
    )


def speaks_of_keeping(said: Said) -> bool:
    """Whether a message has a verb of forgetting or of keeping, or speaks of what was told."""
    cues = ("mem_forget", "mem_keep", "mem_place")
    return any(said.lexicon.has(cue, piece.text) for piece in said.pieces for cue in cues)


def idle_spans(said: Said) -> tuple[tuple[int, int], ...]:
    """The sentences that speak of forgetting as an order does, whatever they mean by it: a
    reminder, a turn of phrase. They state nothing."""
    idle = {piece.sentence for piece in said.pieces if _speaks_of_forgetting(said, piece)}
    spans: list[tuple[int, int]] = []
    for sentence in sorted(idle):
        start, end = said.span(sentence)
        if sentence - 1 in idle:
            start = spans.pop()[0]  # one after the other they are one span: there are few
        spans.append((start, end))
    return tuple(spans)


def _speaks_of_forgetting(said: Said, piece: Piece) -> bool:
    match = said.lexicon.search("mem_forget", piece.text)
    if match is None or is_past(said, piece, match.start()):
        return False
    before = piece.text[: match.start()].split()
    told = ("i", "we", "me", "nos", "they", "he", "she", "se")
    return not before or before[-1] not in told or before[-2:] == ["let", "me"]


_ORDERED = ("mem_forget", "mem_remove", "mem_undo", "mem_last", "mem_gone", "mem_keep")


def _may_ask(piece: Piece, lexicon: Lexicon) -> bool:
    """Whether a piece has the words of an order at all."""
    return any(lexicon.has(cue, piece.text) for cue in _ORDERED)


def _request(said: Said, at: int) -> ForgetRequest | None:
    piece, lexicon = said.pieces[at], said.lexicon
    order = order_in(said, piece)
    span = said.span(piece.sentence)
    if _supposed(said, at):
        return None
    object_ = piece.text[order.start : order.end].strip() if order else ""
    if then := lexicon.search("mem_then", object_):  # "forget it all and let's do the CSV"
        object_ = object_[: then.start()].strip()
    if order and _everything(object_, said, at):
        return ForgetRequest(span, object_, everything=True)
    if last := _last(order, said, at):
        # What stands beside it in the sentence may say what is so instead.
        return ForgetRequest(piece.canon.whole_span, "", last=last)
    if order is None:
        return None
    if said.named(object_) and not order.pronoun:
        return _named(said, at, order, object_)
    return _open(said, at, span, order)


def _named(said: Said, at: int, order: Order, object_: str) -> ForgetRequest | None:
    """A request that names its matter in the same breath."""
    piece, lexicon = said.pieces[at], said.lexicon
    placed = lexicon.has("mem_place", said.whole(piece.sentence))
    work = not order.sure and lexicon.has("mem_work", object_)
    alone = any(lexicon.match("mem_alone", p.text, 0) for p in said.beside(at))
    if not placed and (work or alone):
        return None
    thing = _OF.sub("", object_)
    worked = lexicon.has("mem_work", thing)
    files = worked or _PATH.search(said.text[slice(*piece.canon.whole_span)])
    if order.denied and files and not placed:
        return None  # "don't store files there", "no guardes nada en /tmp"
    span = said.span(piece.sentence)
    object_, spared = _parted(object_)
    about = said.as_typed(said.named(object_), [piece])
    if not about:
        return None
    core = said.as_typed(said.named(_thing(object_)), [piece])
    spares = said.as_typed(said.named(spared), [piece])
    if order.sure and worked and not placed:
        return ForgetRequest(span, about, loose=True, whole=True, core=core, spared=spares)
    sure = order.sure or placed
    erases = lexicon.has("mem_erase", piece.text) and _mine(_OF.sub("", object_))
    erases = erases or (not work and _known_of_me(object_, lexicon))
    worked_on = not sure and not listed("worked on").isdisjoint(object_.split())
    if worked_on or not (sure or erases) or (not sure and len(about.split()) > _MOST_NAMED):
        return None  # work to be done, as far as the words tell
    spares = " ".join([spares, *_spared_beside(said, at)]).strip()
    asked = said.as_typed(object_, [piece]) if lexicon.has("mem_matter", object_) else ""
    whole = not sure
    return ForgetRequest(span, about, whole=whole, core=core, spared=spares, asked=asked)


def _open(said: Said, at: int, span: tuple[int, int], order: Order) -> ForgetRequest | None:
    """A request whose "it" stands for what the message names before: "se canceló la boda.
    Olvidate de todo eso". Nothing before it: a turn of phrase."""
    piece, lexicon = said.pieces[at], said.lexicon
    before = said.before(at)
    if any(n < at and said.pieces[n].sentence == piece.sentence for n in said.of_all):
        return ForgetRequest(span, "", everything=True)
    named = said.named(" ".join(p.text for p in before))
    if not named and piece.sentence:
        before = said.earlier(at)
        named = said.named(" , ".join(p.text for p in before))
    after = any(lexicon.match("mem_alone", p.text, 0) for p in said.later(at))
    if not named or after or (before and before[0].asked):
        return None
    whole = " , ".join(p.text for p in [*before, piece])
    own = piece.text[: order.start]
    sure = lexicon.has("mem_place", f"{whole} {own}") or (order.sure and not order.pronoun)
    if not sure:
        return None
    start = min(span[0], before[0].canon.whole_span[0]) if before else span[0]
    core = said.named(_thing(" , ".join(p.text for p in before)))
    about, core = (said.as_typed(words, before) for words in (named, core))
    spares = " ".join(_spared_beside(said, at))
    return ForgetRequest((start, span[1]), about, open=True, core=core, spared=spares)


def _parted(object_: str) -> tuple[str, str]:
    """What is to be forgotten, and what is not: "my birthday, not Beto's"."""
    match = _BUT.search(object_)
    return (object_[: match.start()], object_[match.end() :]) if match else (object_, "")


def _spared_beside(said: Said, at: int) -> list[str]:
    """What the pieces behind a request except from it: "…, but keep the user name"."""
    kept = [p for p in said.later(at)[:2] if _KEEP.match(p.text)]
    return [said.as_typed(said.named(_KEEP.sub("", p.text, count=1)), [p]) for p in kept]


def _thing(object_: str) -> str:
    """The part that names the thing, without what is told of it: "the extension of Mrs Lafoz that
    they have changed"."""
    words = object_.split()
    for at, word in enumerate(words):
        if at > 1 and word in _TOLD_OF and not set(words[:at]) <= _LITTLE:
            return " ".join(words[:at])
    return object_


def _mine(object_: str) -> bool:
    """Whether an object is something definite of the person's: "my id", "la clave del…"."""
    return object_.startswith(
        ("my ", "our ", "the ", "mi ", "mis ", "el ", "la ", "nuestr", "que ")
    )


def _known_of_me(object_: str, lexicon: Lexicon) -> bool:
    """Whether an object is something of the person's that one can only know: "where I parked"."""
    return lexicon.has("mem_matter", object_) and lexicon.has("first_person", object_)


def _supposed(said: Said, at: int, *, alone: bool = False) -> bool:
    """Whether what is said before makes it a condition, a question how, or somebody's words.
    ``alone``: the piece by itself."""
    piece, lexicon = said.pieces[at], said.lexicon
    before = () if alone else said.before(at)
    opening = piece if alone else said.opening(at)
    rest = opening.text[end_of_lead(opening.text, lexicon) :]
    if lexicon.match("mem_conditional", rest, 0) or (
        not before and lexicon.match("mem_conditional", opening.text, 0)
    ):
        return True
    others = [p for p in before if p is not opening]
    return any(lexicon.match("mem_conditional", p.text, 0) for p in others)


def _last(order: Order | None, said: Said, at: int) -> int:
    """How many of the last things said are taken back; 0 for none."""
    lexicon, text = said.lexicon, said.pieces[at].text
    pointed = lexicon.search("mem_last", text)
    rest = text[end_of_lead(text, lexicon) :]
    undone = lexicon.match("mem_undo", rest, 0) or lexicon.search("mem_undo", text)
    if pointed is None:
        return int(undone is not None and said.first_named >= at)
    told = (
        order is not None
        or undone is not None
        or any(order_in(said, p) or lexicon.has("mem_undo", p.text) for p in said.beside(at))
    )
    if undone and undone.start() <= pointed.start() and pointed.end() <= undone.end():
        return how_many(pointed.group())  # "take that last one back"
    start, end = (order.start, order.end) if order else (0, len(text))
    before, after = text[start : pointed.start()], text[pointed.end() : end]
    why = lexicon.match("mem_why", after.strip(), 0)  # "what I told you I was in the wrong window"
    after = "" if why else lexicon.pattern("mem_undo").sub(" ", after)
    if not told or lexicon.has("mem_work", f"{pointed.group()}{after}"):
        return 0
    if order and (said.named(before) or said.named(after)):
        return 0  # "the last dentist": a thing of its own
    return how_many(pointed.group())


def how_many(pointed: str) -> int:
    """Of the things said last: "the last two things", "las últimas"."""
    words = pointed.split()
    many = next((_MANY[word] for word in words if word in _MANY), 0)
    return many or (2 if any(word in _PLURAL for word in words) else 1)


def _everything(object_: str, said: Said, at: int) -> bool:
    """Whether all that is known is meant: of the person or of the memory, in so many words, or
    where the message says nothing else. "Forget everything, we start over with the CSV" is work."""
    lexicon = said.lexicon
    if not object_ and any(n != at for n in said.of_all):
        return True
    match = lexicon.search("mem_every", object_)
    if match is None or (_POINTS.search(object_) and not said.starts_clean):
        return False
    rest = lexicon.pattern("mem_of_me").sub(" ", object_.replace(match.group(), " ", 1))
    if said.named(rest):
        return False
    few = len(said.pieces) <= 2
    of_me = lexicon.has("mem_of_me", said.pieces[at].text)
    return of_me or not said.named_elsewhere(at) or (said.starts_clean and few)
