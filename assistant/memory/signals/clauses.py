"""The message cut into clauses: one sentence, or the part of one that asks or orders apart.

"vivo en Rosario, ¿qué hago el finde?" is a statement and a question; "a los pacientes, siempre por
iniciales" stays whole. Code, pasted text and quotations are single tokens here (``{c} {q} {m}``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple

from assistant.memory.signals.attribution import Attribution
from assistant.memory.signals.lexicon import Lexicon
from assistant.memory.signals.parting import Part, Role, announced, parted, without_lead
from assistant.memory.signals.regions import Region
from assistant.memory.signals.text import Canon, Token, tokenize

UNTYPED = "{p}"
STAND_IN = {"code": "{c}", "pasted": "{c}", "quoted": "{q}", "mention": "{m}", "untyped": UNTYPED}

Whose = Literal["own", "reported", "pasted"]
"""``reported``: somebody else's words (``attribution.py``); ``pasted``: not typed."""

LONGEST_GIVEN = 240
"""Characters of a pasted text that the user may have remembered as one fact."""
MOST_PIECES = 40  # of a sentence that are looked at; what has more commas is a list or rubbish

_STAND_INS = frozenset(STAND_IN.values())
_ENDINGS = (".", "!", "?", ";", "\n")
_STOPS = frozenset({".", "!", "?", ";", "\n"})
_LOOSE_ENDS = frozenset({",", "-", ":", "...", "->", "=>"})
_JOINTS = frozenset({",", "-", ":", "...", "(", ")", "->", "=>", "¿", "¡"})


class RawClause(NamedTuple):
    """A clause before it is judged. ``asked``: its sentence ends in a question mark; ``role``:
    how it follows the clause before it in one sentence; ``put``: its subject, where another clause
    has it: its first tokens stand for that, and nowhere in the message."""

    canon: Canon
    asked: bool
    sentence: int
    role: Role = "own"
    whose: Whose = "own"
    put: str = ""

    @property
    def text(self) -> str:
        return self.canon.text

    def typed(self, message: str) -> str:
        """The words as they stand in the message, after the subject that is put."""
        tokens = self.canon.tokens
        if not tokens:
            return ""
        end = tokens[-1].span[1]
        start = next((t.span[0] for t in tokens if t.span[0] < t.span[1]), end)
        said = message[start if self.put else tokens[0].span[0] : end]
        return f"{self.put} {said}" if self.put and tokens[0].span[0] == tokens[0].span[1] else said

    @property
    def given(self) -> Token | None:
        """The pasted text that the user has remembered on purpose: "remember this: {p}"."""
        if self.whose != "own":
            return None
        return next((token for token in self.canon.tokens if token.word == UNTYPED), None)


def split(text: str, regions: Sequence[Region], lexicon: Lexicon) -> tuple[RawClause, ...]:
    """The clauses in order; marks, joints and openings ("hola,", "otra cosa:") belong to none."""
    tokens = _with_stand_ins(text, tokenize(text, lexicon.speller), regions)
    clauses: list[RawClause] = []
    short = lexicon.entries("abbreviation")
    attribution = Attribution(text, lexicon)
    for number, (sentence, asked) in enumerate(_sentences(tokens, short, lexicon)):
        for run, reported in attribution.pieces(sentence):
            if all(token.word in _JOINTS for token in run):
                continue
            if reported:
                canon = Canon.of(_trimmed(run))
                clauses.append(RawClause(canon, asked, number, whose="reported"))
                continue
            for part, asks in _told(run, asked, lexicon):
                for piece, role, put in _pieces_of(text, part, asks, lexicon):
                    canon = Canon.of(_trimmed(piece))
                    whose: Whose = "pasted" if _is_pasted(canon, lexicon) else "own"
                    clauses.append(RawClause(canon, asks, number, role, whose, put))
    return _joined(clauses, lexicon)


def _told(
    run: Sequence[Token], asked: bool, lexicon: Lexicon
) -> Iterator[tuple[Sequence[Token], bool]]:
    """The parts of a run; what announces the person's own words is one of its own, and so is what
    goes before an order to remember that no mark parts from it."""
    canon = Canon.of(run)
    if within := lexicon.search("keep_within", canon.text):
        place, after = canon.tokens_within(*within.span())
        yield from _parts(run[:place], asked, lexicon)
        run, asked = run[after:], False
    if not asked and (own := announced(run, lexicon)):
        yield own[0], False
        run = own[1]
    yield from _parts(run, asked, lexicon)


def _is_pasted(canon: Canon, lexicon: Lexicon) -> bool:
    """Whether a clause holds what was not typed, save where an order to remember it was typed
    directly before: "remember this: {p}"."""
    place = next((i for i, token in enumerate(canon.tokens) if token.word == UNTYPED), None)
    if place is None:
        return False
    start, end = canon.tokens[place].span
    before = Canon.of(_trimmed(canon.tokens[:place])).text if place else ""
    order = lexicon.match("remember", f"{before} : my name is x", 0) if before else None
    told = order is not None and order.end() >= len(before)
    return not (told and lexicon.has("keep_order", before)) or end - start > LONGEST_GIVEN


def _pieces_of(text: str, part: Sequence[Token], asks: bool, lexicon: Lexicon) -> Iterator[Part]:
    """What is asked stays whole; a statement loses its opening and is parted."""
    if asks:
        yield Part(part, "own")
    else:
        yield from parted(text, without_lead(part, lexicon), lexicon)


def _trimmed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without the joint that only led to the next part."""
    end = len(tokens)
    while end > 1 and tokens[end - 1].word in _LOOSE_ENDS:
        end -= 1
    return tokens[:end]


def _joined(clauses: Sequence[RawClause], lexicon: Lexicon) -> tuple[RawClause, ...]:
    """Sentences that say one thing in two: "mascot's a fox. done deal", "Dolores. contadora". What
    only stresses the one before ("Period.") is none."""
    out: list[RawClause] = []
    for clause in clauses:
        last = out[-1] if out else None
        if last is not None and lexicon.has("emphasis", clause.text):
            continue
        if last is None or _apart(last, clause) or not _belong(last, clause, lexicon):
            out.append(clause)
            continue
        stop = Token(",", (last.canon.tokens[-1].span[1],) * 2)
        tokens = (*last.canon.tokens, stop, *clause.canon.tokens)
        out[-1] = RawClause(Canon.of(tokens), False, last.sentence, last.role, put=last.put)
    return tuple(out)


def _apart(last: RawClause, clause: RawClause) -> bool:
    asked = last.asked or clause.asked
    if last.whose != "own" or clause.whose != "own":
        return True
    return asked or last.sentence == clause.sentence or bool(_STAND_INS & _words(last, clause))


def _belong(last: RawClause, clause: RawClause, lexicon: Lexicon) -> bool:
    if lexicon.has("leaning", clause.text):
        return True
    bare = not lexicon.has("first_person", clause.text) and len(clause.canon.tokens) > 1
    asks = lexicon.has("order", clause.text) or lexicon.has("question_start", clause.text)
    return bare and not asks and lexicon.has("introduction", last.text)


def _words(*clauses: RawClause) -> set[str]:
    return {token.word for clause in clauses for token in clause.canon.tokens}


def _with_stand_ins(
    text: str, tokens: Sequence[Token], regions: Sequence[Region]
) -> tuple[Token, ...]:
    out: list[Token] = []
    waiting = list(regions)
    for token in tokens:
        while waiting and waiting[0].span[1] <= token.span[0]:
            waiting.pop(0)
        if not waiting or token.span[1] <= waiting[0].span[0]:
            out.append(token)
        elif waiting[0].span not in [t.span for t in out[-2:]]:
            if waiting[0].kind == "untyped":  # "remember this:" on the line above is before it
                while len(out) > 1 and out[-1].word == "\n" and out[-2].word in (":", "\n"):
                    out.pop()
            out.append(Token(STAND_IN[waiting[0].kind], waiting[0].span))
            start, end = waiting[0].span
            if waiting[0].kind == "untyped" and text[start:end].rstrip(" ").endswith(_ENDINGS):
                out.append(Token("\n", (end, end)))  # what follows is a sentence of its own
    return tuple(out)


def _ordered(sentence: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether the question mark only asks for a nod: "never restart it before seven, ok?"."""
    if sentence[-1].word not in lexicon.entries("order_tag"):
        return False
    text = _plain(sentence)
    return lexicon.has("standing", text) and not lexicon.has("question_start", text)


def _sentences(
    tokens: Sequence[Token], abbreviations: frozenset[str], lexicon: Lexicon
) -> Iterator[tuple[list[Token], bool]]:
    current: list[Token] = []
    for token, following in zip_longest(tokens, tokens[1:]):
        glued = following is not None and following.span[0] == token.span[1]  # ".idea" is a name
        short = bool(current) and _is_short(current[-1].word, abbreviations)
        if token.word not in _STOPS or (token.word == "." and (glued or short)):
            current.append(token)
            continue
        if any(t.word not in _JOINTS for t in current):
            yield current, token.word == "?" and not _ordered(current, lexicon)
        current = []
    if any(t.word not in _JOINTS for t in current):
        yield current, lexicon.has("question_ends", _plain(current))  # "vivo en Funes, cierto"


def _is_short(word: str, abbreviations: frozenset[str]) -> bool:
    """Whether the dot after a word only shortens it: "M. Ruiz", "dra. Sosa"."""
    return word in abbreviations or (len(word) == 1 and word.isalpha() and word not in "yoa")


def _parts(
    sentence: Sequence[Token], asked: bool, lexicon: Lexicon
) -> Iterator[tuple[list[Token], bool]]:
    """Cut where a question or an order begins after a statement; "?" reaches back to that cut."""
    pieces = _pieces(sentence)
    bare = asked and all(token.word != "¿" for token in sentence)  # where it begins is not marked
    ruled = not asked and _opens_rule(pieces[0], sentence, lexicon)
    turns = (
        i
        for i, piece in enumerate(pieces[:MOST_PIECES])
        if _turns(piece, bare, lexicon, pieces[:i])
        # "puffin, our widget, is built with preact"
        and not (i > 1 and not bare and lexicon.has("predicate", _plain(piece)))
    )
    cut = len(pieces) if ruled else next(turns, len(pieces))
    head = [token for piece in pieces[:cut] for token in piece]
    tail = [token for piece in pieces[cut:] for token in piece]
    opens = any(t.word == "¿" for t in head)
    if head:
        yield _unjoined(head, lexicon) if tail else head, (asked and not tail) or opens
    if tail:
        yield tail, asked


def _opens_rule(first: Sequence[Token], sentence: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether a condition begins what is to be done each time: "if it is long, tell me, always",
    also behind what announces it: "from now on, when it is long, tell me"."""
    announced = Canon.of(_trimmed(first)).text
    match = lexicon.match("announcement", f"{announced} x", 0)
    if match and match.end() >= len(announced) and len(first) < len(sentence):
        first = sentence[len(first) :]
    if lexicon.has("rule_opens", _plain(first)):
        return True
    conditional = first[0].word in lexicon.entries("conditional")
    return conditional and lexicon.has("standing", _plain(sentence))


def _unjoined(head: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """Without the "but" that led to the question or order after it."""
    joins = lexicon.entries("conjunction") | _JOINTS
    end = len(head)
    while end > 1 and head[end - 1].word in joins:
        end -= 1
    return list(head[:end])


def _turns(
    piece: Sequence[Token], asked: bool, lexicon: Lexicon, before: Sequence[Sequence[Token]]
) -> bool:
    """Whether a later piece asks or orders apart; "Rupert, who set this up" goes on."""
    if not before or piece[0].word == "¿":
        return bool(before)
    text = _plain(piece)
    if lexicon.has("remember_aside", text) or lexicon.has("noun_first", text):
        return False
    if asked and text.split(" ", 1)[0] in lexicon.entries("interrogative"):
        return True
    if lexicon.has("question_start", text):
        short = sum(map(len, before)) < 3  # "hey, who …"
        return asked or short or not lexicon.has("relative_start", text)
    return not asked and lexicon.has("order", text) and not lexicon.has("standing", text)


def _plain(piece: Sequence[Token]) -> str:
    return Canon.of([token for token in piece if token.word not in _JOINTS]).text


def _pieces(sentence: Sequence[Token]) -> list[list[Token]]:
    """Runs of words; a joint ends its run, an opening "¿" begins one."""
    pieces: list[list[Token]] = [[]]
    for token in sentence:
        if token.word == "¿" and pieces[-1]:
            pieces.append([])
        pieces[-1].append(token)
        if token.word in _JOINTS and token.word != "¿":
            pieces.append([])
    return [piece for piece in pieces if any(t.word not in _JOINTS for t in piece)]
