"""Requests to the memory, read over the whole message (F7): what is to be forgotten, taken back.

A request is an order or a polite question with a verb of doing away ("borre lo que le conté de…"),
a denied verb of keeping ("I'd rather you didn't hold…"), or the wish that something had not been
said. What only has the words is none: a reminder, a turn of phrase, work on a file, a quotation.
How surely the memory is meant is told along: an order that may as well be for something else never
takes a fact by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from assistant.memory.base import ForgetRequest
from assistant.memory.phrases import listed
from assistant.memory.signals.lexicon import Lexicon
from assistant.memory.signals.regions import Region
from assistant.memory.signals.text import Canon, Token, fold, tokenize

_ENDS = frozenset({".", "!", "?", ";", "\n"})
_JOINTS = frozenset({",", ":", "-", "...", "(", ")", "¿", "¡", "->", "=>"})
_MANY = {"two": 2, "dos": 2, "2": 2, "both": 2, "couple": 2, "three": 3, "tres": 3, "3": 3}
_MANY |= {"four": 4, "cuatro": 4, "4": 4}
_PLURAL = ("ultimas", "ultimos")
_MOST_LEADS = 12
_MOST_PIECES = 120
"""Pieces of a message that are looked at: what has more is a list or rubbish."""
_MOST_NAMED = 10
"""Words by which somebody names what is to be erased."""
_NO_ORDER = frozenset(
    ("i", "we", "you", "he", "she", "they", "not", "no", "to", "que", "yo", "te", "se", "never")
)
"""Right before a verb: it is told of somebody, or denied."""
_OF = re.compile(r"^(?:(?:de|del|about|sobre) )+")
_PATH = re.compile(r"(?:^|\s)(?:~|\.{1,2})?[/\\]\w|\b\w{1,9}:[/\\]")
_POINTS = re.compile(
    r"(?:about|on|of|concerning|regarding|re|de|sobre) "
    r"(?:it|that|this|them|those|him|her|el|ella|ellos|ellas|eso|esto|ello)(?:\s|$)"
)
"""What is asked for is named elsewhere: "everything I told you about it"."""


class _Piece(NamedTuple):
    """Words between two marks. ``asked``: its sentence ends in a question mark."""

    canon: Canon
    sentence: int
    asked: bool

    @property
    def text(self) -> str:
        return self.canon.text


class _Order(NamedTuple):
    """An order in a piece: the object begins at ``start``; ``sure``: only memory can be meant."""

    start: int
    end: int
    sure: bool
    pronoun: bool = False
    denied: bool = False
    """Whether it is told not to keep, instead of to do away with."""


def find_requests(
    text: str, regions: Sequence[Region], lexicon: Lexicon
) -> tuple[ForgetRequest, ...]:
    """The requests of a message in order. ``regions`` are not the person's own words."""
    pieces = _without_asides(_first_pieces(text, regions, lexicon), lexicon)
    found: list[ForgetRequest] = []
    for at, piece in enumerate(pieces):
        if found and piece.sentence == pieces[at - 1].sentence and not found[-1].open:
            continue  # why it is asked
        request = _request(text, pieces, at, lexicon)
        if request and not (found and request.open):
            found.append(request)
    whole = [r for r in found if r.everything or r.last]
    return tuple(whole[:1] or found)


def ruled_out(text: str, regions: Sequence[Region], lexicon: Lexicon) -> bool:
    """Whether a message only has the words of a request: it is supposed, told of somebody, or
    about what the person does alone."""
    pieces = _first_pieces(text, regions, lexicon)
    return any(
        lexicon.match("mem_alone", piece.text, 0) or _supposed((), piece, lexicon)
        for piece in pieces
    )


def idle_spans(
    text: str, regions: Sequence[Region], lexicon: Lexicon
) -> tuple[tuple[int, int], ...]:
    """The sentences that speak of forgetting as an order does, whatever they mean by it: a
    reminder, a turn of phrase. They state nothing."""
    pieces = _first_pieces(text, regions, lexicon)
    idle = [piece for piece in pieces if _speaks_of_forgetting(text, piece, lexicon)]
    return tuple(
        (min(p.canon.whole_span[0] for p in mates), max(p.canon.whole_span[1] for p in mates))
        for piece in idle
        for mates in ([p for p in pieces if p.sentence == piece.sentence],)
    )


def _speaks_of_forgetting(text: str, piece: _Piece, lexicon: Lexicon) -> bool:
    match = lexicon.search("mem_forget", piece.text)
    if match is None or _past(text, piece, match.start()):
        return False
    before = piece.text[: match.start()].split()
    told = ("i", "we", "me", "nos", "they", "he", "she", "se")
    return not before or before[-1] not in told or before[-2:] == ["let", "me"]


def own_words(text: str, regions: Sequence[Region]) -> str:
    """The text with blanks for what is quoted, pasted or code; its length stays."""
    for region in regions:
        if region.kind != "mention":
            start, end = region.span
            text = text[:start] + " " * (end - start) + text[end:]
    return text


def _first_pieces(text: str, regions: Sequence[Region], lexicon: Lexicon) -> list[_Piece]:
    return list(islice(_pieces(own_words(text, regions), lexicon), _MOST_PIECES))


def _pieces(text: str, lexicon: Lexicon) -> Iterator[_Piece]:
    current: list[Token] = []
    waiting: list[list[Token]] = []
    sentence = 0
    tokens = tokenize(text, lexicon.speller)
    for at, token in enumerate(tokens):
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        glued = following is not None and following.span[0] == token.span[1]
        short = bool(current) and current[-1].word in lexicon.entries("abbreviation")
        ends = token.word in _ENDS and not (token.word == "." and (glued or short))
        if not ends and token.word not in _JOINTS:
            current.append(token)
            continue
        if current:
            waiting.append(current)
        current = []
        if ends:
            yield from _of(waiting, sentence, asked=token.word == "?")
            waiting, sentence = [], sentence + 1
    yield from _of([*waiting, *([current] if current else [])], sentence, asked=False)


def _of(pieces: Sequence[Sequence[Token]], sentence: int, *, asked: bool) -> Iterator[_Piece]:
    for tokens in pieces:
        yield _Piece(Canon.of(tokens), sentence, asked)


def _without_asides(pieces: Sequence[_Piece], lexicon: Lexicon) -> list[_Piece]:
    """ "elimine, por favor, lo de…" is one order: politeness between two marks parts nothing."""
    kept: list[_Piece] = []
    joins = False
    for piece in pieces:
        if kept and lexicon.match("mem_polite", piece.text, 0):
            joins = True
            continue
        before = kept[-1] if kept else None
        bare = before is not None and _bare(before, lexicon)
        if joins and bare and before and before.sentence == piece.sentence:
            tokens = (*before.canon.tokens, *piece.canon.tokens)
            kept[-1] = piece._replace(canon=Canon.of(tokens))
        else:
            kept.append(piece)
        joins = False
    return kept


def _bare(piece: _Piece, lexicon: Lexicon) -> bool:
    """Whether a piece holds the verb of an order, and nothing of what it is about."""
    start = _lead(piece.text, lexicon)
    found = [lexicon.match(cue, piece.text, start) for cue in ("mem_forget", "mem_remove")]
    return any(match and match.end() == len(piece.text) for match in found)


def _request(
    text: str, pieces: Sequence[_Piece], at: int, lexicon: Lexicon
) -> ForgetRequest | None:
    piece = pieces[at]
    order = _order(text, piece, lexicon)
    before = [p for p in pieces[:at] if p.sentence == piece.sentence]
    span = ((before[0] if before else piece).canon.whole_span[0], _sentence_end(pieces, at))
    whole = " , ".join(p.text for p in pieces if p.sentence == piece.sentence)
    if _supposed(before, piece, lexicon):
        return None
    object_ = piece.text[order.start : order.end].strip() if order else ""
    if order and _everything(object_, piece, pieces, lexicon):
        return ForgetRequest(span, object_, everything=True)
    if last := _last(piece, order, pieces, at, lexicon):
        return ForgetRequest(span, "", last=last)
    if order is None:
        return None
    about = _about(object_, lexicon)
    if about and not order.pronoun:
        alone = any(lexicon.match("mem_alone", p.text, 0) for p in _beside(pieces, at))
        work = not order.sure and lexicon.has("mem_work", object_)
        work = work and not lexicon.has("mem_place", whole)
        if work or (alone and not lexicon.has("mem_place", whole)):
            return None
        sure = order.sure or lexicon.has("mem_place", whole)
        erases = lexicon.has("mem_erase", piece.text) and _mine(object_)
        named = _as_typed(about, text, [piece])
        thing = _OF.sub("", object_)
        worked = lexicon.has("mem_work", thing)
        files = worked or _PATH.search(text[slice(*piece.canon.whole_span)])
        if order.denied and files and not lexicon.has("mem_place", whole):
            return None  # "don't store files there", "no guardes nada en /tmp"
        if order.sure and worked and not lexicon.has("mem_place", whole):
            return ForgetRequest(span, named, loose=True, whole=True)
        worked_on = not sure and not listed("worked on").isdisjoint(object_.split())
        if worked_on or not (sure or erases) or (not sure and len(named.split()) > _MOST_NAMED):
            return None  # work to be done, as far as the words tell
        return ForgetRequest(span, named, whole=not sure)
    return _open(text, pieces, at, span, order, lexicon)


def _beside(pieces: Sequence[_Piece], at: int) -> list[_Piece]:
    near = [p for n, p in enumerate(pieces) if n != at]
    return [p for p in near if abs(p.sentence - pieces[at].sentence) <= 1]


def _open(
    text: str,
    pieces: Sequence[_Piece],
    at: int,
    span: tuple[int, int],
    order: _Order,
    lexicon: Lexicon,
) -> ForgetRequest | None:
    """A request whose "it" stands for what the message names before: "se canceló la boda.
    Olvidate de todo eso". Nothing before it: a turn of phrase."""
    sentence = pieces[at].sentence
    before = [p for p in pieces[:at] if p.sentence == sentence]
    own = pieces[at].text[: order.start]
    if any(_all_of_me(p.text, lexicon) for p in before):
        return ForgetRequest(span, "", everything=True)
    named = _about(" ".join(p.text for p in before), lexicon)
    if not named and sentence:
        before = list(pieces[:at])
        named = _about(" , ".join(p.text for p in before), lexicon)
    after = any(lexicon.match("mem_alone", p.text, 0) for p in pieces[at + 1 :])
    if not named or after or (before and before[0].asked):
        return None
    whole = " , ".join(p.text for p in [*before, pieces[at]])
    sure = lexicon.has("mem_place", f"{whole} {own}") or (order.sure and not order.pronoun)
    if not sure:
        return None
    start = min(span[0], before[0].canon.whole_span[0]) if before else span[0]
    named = _as_typed(named, text, before)
    return ForgetRequest((start, span[1]), named, open=True)


def _as_typed(about: str, text: str, pieces: Sequence[_Piece]) -> str:
    """With the capitals that tell a name."""
    typed = {
        token.word: text[slice(*token.span)]
        for piece in pieces
        for token in piece.canon.tokens
        if token.word == fold(text[slice(*token.span)])
    }
    return " ".join(typed.get(word, word) for word in about.split())


def _mine(object_: str) -> bool:
    """Whether an object is something definite of the person's: "my id", "la clave del…"."""
    return object_.startswith(
        ("my ", "our ", "the ", "mi ", "mis ", "el ", "la ", "nuestr", "que ")
    )


def _sentence_end(pieces: Sequence[_Piece], at: int) -> int:
    last = [p for p in pieces if p.sentence == pieces[at].sentence][-1]
    return last.canon.whole_span[1]


def _supposed(before: Sequence[_Piece], piece: _Piece, lexicon: Lexicon) -> bool:
    """Whether what is said before makes it a condition, a question how, or somebody's words."""
    opening = before[0] if before else piece
    rest = opening.text[_lead(opening.text, lexicon) :]
    if lexicon.match("mem_conditional", rest, 0) or (
        not before and lexicon.match("mem_conditional", opening.text, 0)
    ):
        return True
    return any(lexicon.match("mem_conditional", p.text, 0) for p in before[1:])


def _lead(text: str, lexicon: Lexicon) -> int:
    """Where what only leads to an order ends."""
    start = 0
    for _ in range(_MOST_LEADS):
        match = lexicon.match("mem_lead", text, start)
        if match is None or match.end() >= len(text):
            break
        start = match.end() + 1
    return start


def _order(text: str, piece: _Piece, lexicon: Lexicon) -> _Order | None:
    said = piece.text
    start = 0
    for _ in range(_MOST_LEADS):
        while said.startswith("no no", start):
            start += len("no ")
        if found := _order_at(text, piece, start, lexicon):
            return found
        denied = lexicon.match("mem_not", said, start)
        if denied and denied.group() != "no":
            return None
        if denied and not _undoes(said, denied.end() + 1, start, lexicon):
            return None  # a reminder
        match = lexicon.match("mem_lead", said, start) or denied
        if match is None or match.end() >= len(said):
            break
        start = match.end() + 1
    return _closing(text, piece, lexicon)


def _order_at(text: str, piece: _Piece, start: int, lexicon: Lexicon) -> _Order | None:
    said = piece.text
    if denied := lexicon.match("mem_not", said, start):
        after = _after_leads(said, denied.end() + 1, lexicon)
        for place in after:
            if kept := lexicon.match("mem_keep", said, place):
                pronoun = _takes_pronoun(kept.group())
                return _Order(kept.end(), len(said), True, pronoun, denied=True)
        return None
    if (polite := _lead(said, lexicon)) and piece.asked and start < polite:
        start = polite
    if piece.asked and not polite:
        return None
    for cue, sure in (("mem_forget", True), ("mem_remove", False)):
        match = lexicon.match(cue, said, start)
        if match and not _past(text, piece, match.start()):
            return _Order(match.end(), len(said), sure, _takes_pronoun(match.group()))
    return None


def _undoes(said: str, at: int, start: int, lexicon: Lexicon) -> bool:
    """Whether a "no" only answers: "no scratch that", "no no no cancelá eso"."""
    return (start > 0 and said[:start].endswith("no ")) or bool(lexicon.match("mem_undo", said, at))


def _after_leads(said: str, start: int, lexicon: Lexicon) -> list[int]:
    places = [start]
    for _ in range(3):
        match = lexicon.match("mem_lead", said, places[-1]) if places[-1] < len(said) else None
        if match is None:
            break
        places.append(match.end() + 1)
    return places


def _closing(text: str, piece: _Piece, lexicon: Lexicon) -> _Order | None:
    """ "lo del alquiler quitalo todo": an order behind what it is about, in the same piece."""
    said = piece.text
    if piece.asked:
        return None
    if gone := lexicon.search("mem_gone", said):
        named = _about(said[: gone.start()], lexicon)
        if lexicon.has("mem_place", said) or (named and said.startswith(("todo ", "lo de"))):
            return _Order(0, gone.start(), False)
    for word in piece.canon.starts[1:]:
        if said[:word].split()[-1] in _NO_ORDER:
            continue
        if denied := lexicon.match("mem_not", said, word):
            kept = lexicon.match("mem_keep", said, denied.end() + 1)
            if kept and kept.group().split()[0] in ("lo", "la", "los", "las"):
                return _Order(0, word, True)
            continue
        for cue in ("mem_forget", "mem_remove"):
            match = lexicon.match(cue, said, word)
            if match is None or _past(text, piece, match.start()):
                continue
            rest = said[match.end() :].strip()
            pointed = lexicon.match("mem_it", rest, 0) and lexicon.has("mem_place", said[:word])
            if _takes_pronoun(match.group()) or pointed:
                return _Order(0, match.start(), cue == "mem_forget")
    return None


def _takes_pronoun(verb: str) -> bool:
    """ "borralo": the object is said already."""
    last = verb.split()[-1]
    return (len(last) > 4 and last.endswith(("lo", "la", "los", "las"))) or last in ("lo", "la")


def _past(text: str, piece: _Piece, offset: int) -> bool:
    """ "olvidé": told of the speaker, where the accent is typed."""
    token = piece.canon.tokens[piece.canon.token_at(offset)]
    typed = text[slice(*token.span)].lower()
    return typed.endswith(("é", "í", "ó")) and not typed.endswith(("borrá", "sacá"))


def _last(
    piece: _Piece, order: _Order | None, pieces: Sequence[_Piece], at: int, lexicon: Lexicon
) -> int:
    """How many of the last things said are taken back; 0 for none."""
    beside = [p for p in pieces if abs(p.sentence - piece.sentence) <= 1]
    said = piece.text
    pointed = lexicon.search("mem_last", said)
    rest = said[_lead(said, lexicon) :]
    undone = lexicon.match("mem_undo", rest, 0) or lexicon.search("mem_undo", said)
    if pointed is None:
        first = not any(_about(p.text, lexicon) for p in pieces[:at])
        return int(undone is not None and first)
    told = (
        order is not None
        or undone is not None
        or any(_order("", p, lexicon) or lexicon.search("mem_undo", p.text) for p in beside)
    )
    start, end = (order.start, order.end) if order else (0, len(said))
    before, after = said[start : pointed.start()], said[pointed.end() : end]
    after = lexicon.pattern("mem_undo").sub(" ", after)
    if not told or lexicon.has("mem_work", f"{pointed.group()}{after}"):
        return 0
    if order and (_about(before, lexicon) or _about(after, lexicon)):
        return 0  # "the last dentist": a thing of its own
    words = pointed.group().split()
    many = next((_MANY[word] for word in words if word in _MANY), 0)
    return many or (2 if any(word in _PLURAL for word in words) else 1)


def _everything(object_: str, piece: _Piece, pieces: Sequence[_Piece], lexicon: Lexicon) -> bool:
    """Whether all that is known is meant: of the person or of the memory, in so many words, or
    where the message says nothing else. "Forget everything, we start over with the CSV" is work."""
    others = [p for p in pieces if p is not piece]
    if not object_ and any(_all_of_me(p.text, lexicon) for p in others):
        return True
    match = lexicon.search("mem_every", object_)
    if match is None or _POINTS.search(object_):
        return False
    rest = lexicon.pattern("mem_of_me").sub(" ", object_.replace(match.group(), " ", 1))
    if _about(rest, lexicon):
        return False
    clean = any(lexicon.has("mem_clean", p.text) for p in pieces)
    named = any(_about(p.text, lexicon) for p in others)
    return lexicon.has("mem_of_me", piece.text) or not named or (clean and len(others) < 2)


def _all_of_me(text: str, lexicon: Lexicon) -> bool:
    """ "every single thing you have on me" """
    match = lexicon.match("mem_every", text, 0)
    if match is None or not lexicon.has("mem_of_me", text):
        return False
    rest = lexicon.pattern("mem_of_me").sub(" ", text[match.end() :])
    return not _about(rest, lexicon)


def _about(text: str, lexicon: Lexicon) -> str:
    """The words that name the matter."""
    kept = lexicon.pattern("mem_frame").sub(" ", text)
    kept = lexicon.pattern("mem_it").sub(" ", kept)
    kept = lexicon.pattern("mem_lead").sub(" ", kept)
    function = lexicon.entries("function")
    words = [word for word in kept.split() if any(map(str.isalnum, word))]
    return " ".join(words) if any(word not in function for word in words) else ""
