"""A statement parted into what is said apart: each fact of its own, a request that follows (F5).

"soy vegetariano y trabajo en fintech, equipo de 5" is two facts, the second with what elaborates
it: a part begins where a joint or an "and" leads to a claim of its own, with its own verb. What
only points back ("I have a dog and I love him") or counters what was said ("no tomo café, tomo té")
stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from assistant.memory.signals.lexicon import Lexicon
from assistant.memory.signals.spoken_of import SpokenOf, goes_on, spoken_of
from assistant.memory.signals.text import Canon, Token
from assistant.text.phrases import listed

Role = Literal["own", "more", "bid", "plan"]
"""``more``: a further fact of one sentence; ``bid``: a request after a fact; ``plan``: something
for once after a fact."""

Tokens = Sequence[Token]

_MARKS = frozenset({",", "-", ":", "...", "(", ")"})
_ACCENTED = "áéí"
_MOST_LEADS = 3
_FEWEST = 2  # words of a part
_BOTH = 2  # commas around an aside
_MOST_JOINTS = 24  # that are looked at; what has more is a list or rubbish


class Part(NamedTuple):
    """Tokens said apart. ``put``: what is not typed of them, a subject said before."""

    tokens: Tokens
    role: Role
    put: str = ""


def without_lead(tokens: Tokens, lexicon: Lexicon) -> Tokens:
    """Without greeting, announcement of another subject, "confirmado:"; all where that is all."""
    for _ in range(_MOST_LEADS):
        canon = Canon.of(tokens)
        match = lexicon.match("lead_in", canon.text, 0)
        if match is None and (match := lexicon.match("greeting", canon.text, 0)):
            after = canon.text[match.end() :].strip()
            match = match if lexicon.has("claim", after) else None
        if match is None:
            break
        rest = tokens[canon.tokens_within(0, match.end())[1] :]
        if all(token.word in _MARKS for token in rest):
            break
        tokens = rest
    return tokens


def announced(tokens: Tokens, lexicon: Lexicon) -> tuple[Tokens, Tokens] | None:
    """What only announces the person's own words, and those after its colon: "let me put it here
    too: weeknights I finish at 2". None where no colon leads to a claim or a rule."""
    place = next((i for i, token in enumerate(tokens) if token.word == ":"), 0)
    if not place or place + _FEWEST >= len(tokens):
        return None
    before, after = Canon.of(tokens[:place]).text, Canon.of(tokens[place + 1 :]).text
    if not lexicon.has("tells_own", before):
        return None
    if any(lexicon.has(cue, f"{before} : x") for cue in ("texttask", "play")):
        return None  # "summarise this: …", "hypothetical case: …"
    told = any(lexicon.match(cue, after, 0) for cue in ("claim", "first_person"))
    own = told or lexicon.has("standing", after) or lexicon.has("first_person", after)
    return (tokens[:place], tokens[place + 1 :]) if own else None


def parted(source: str, tokens: Tokens, lexicon: Lexicon) -> Iterator[Part]:
    """The parts in order with their roles; the words that only join them belong to none."""
    begin = 0
    role: Role = "own"
    put, of = Part((), "own"), None
    told = lexicon.match("remember", Canon.of(tokens).text, 0) is not None
    for joint, start in _joints(tokens, lexicon):
        if joint - begin < _FEWEST or len(tokens) - start < _FEWEST:
            continue
        if _closes_an_aside(tokens[begin:start]):
            continue
        before, after = tokens[begin:joint], tokens[start:]
        following = _following(source, before, tokens[joint:start], after, told, lexicon)
        of = spoken_of(source, _content(before, lexicon), lexicon) or (of if put.put else None)
        more = _more_of(of, before, tokens[joint:start], after, lexicon) if not following else None
        if following is None and more is None:
            continue
        yield _with_subject(before, role, put, lexicon)
        begin, role, put = start, following or "more", more or Part((), "own")
        if following == "bid":
            break
    yield _with_subject(tokens[begin:], role, put, lexicon)


def _closes_an_aside(before: Tokens) -> bool:
    """Whether a comma ends what describes whoever is named before it: "Mrs Abernethy, who sells,
    has …"."""
    commas = [n for n, token in enumerate(before) if token.word == ","]
    if len(commas) < _BOTH or commas[-1] != len(before) - 1:
        return False
    return before[commas[-2] + 1].word in listed("relatives")


def _with_subject(part: Tokens, role: Role, put: Part, lexicon: Lexicon) -> Part:
    """ "…and work at a bank" as "i work at a bank", of which the "i" stands nowhere."""
    if put.put:
        end = part[-1].span[1]
        return put._replace(tokens=[token for token in put.tokens if token.span[1] <= end])
    text = Canon.of(part).text
    if role != "more" or lexicon.match("claim", text, 0):
        return Part(part, role)
    begin = part[0].span[0]
    return Part((Token("i", (begin, begin)), *part), role, "I")


def _more_of(
    of: SpokenOf | None, before: Tokens, joint: Tokens, after: Tokens, lexicon: Lexicon
) -> Part | None:
    """A further claim of somebody or something of the person's; not one that counters what was
    said ("she doesn't drive, she takes the bus")."""
    stood = goes_on(after, _until_mark(after), of, lexicon) if of else None
    if stood is None or _names_another(before, joint, lexicon):
        return None
    denied = [_denies(Canon.of(part).text) for part in (before, _until_mark(after))]
    counters = denied[0] != denied[1] and not (of and of.named)  # a name is no claim to counter
    if counters and all(token.word in _MARKS for token in joint):
        return None
    return Part(stood.tokens, "more", stood.typed)


def _names_another(before: Tokens, joint: Tokens, lexicon: Lexicon) -> bool:
    """Whether an "and" brought in something else that a mark parts from what is told of it: "the
    main repo is core and the other, payouts, runs on 8091" is nothing of the main one; or another
    one before: "la otra es Diana pero ella es de UCI"."""
    joins = lexicon.entries("conjunction")
    words = [token.word for token in before]
    parts = (n + 1 for n, word in enumerate(words) if word in joins | _MARKS)
    if any(" ".join(words[n : n + 2]) in listed("another one") for n in parts):
        return True
    place = max((n for n, token in enumerate(before) if token.word in joins), default=None)
    if place is None or place + 1 >= len(before):
        return False
    marked = joint[0].word in _MARKS or (place > 0 and words[place - 1] == ",")
    return marked and before[place + 1].word in listed("determiners")


def _joints(tokens: Tokens, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Where a run of marks and conjunctions begins, and where what follows it begins."""
    joins = lexicon.entries("conjunction") | _MARKS
    place, seen = 0, 0
    while place < len(tokens) and seen < _MOST_JOINTS:
        end = place
        while end < len(tokens) and tokens[end].word in joins:
            end += 1
        if end > place:
            seen += 1
            yield place, end
        place = max(end, place + 1)


def _following(
    source: str, before: Tokens, joint: Tokens, after: Tokens, told: bool, lexicon: Lexicon
) -> Role | None:
    """What begins after a joint; None where it belongs to what stands before."""
    text = Canon.of(after).text
    if told and _is_bid(source, before, joint, after, lexicon):
        return "bid"
    claim = lexicon.match("claim", text, 0)
    known = _claimed(before, lexicon)
    if known is None:
        return None
    if claim is None and lexicon.match("plan_goes_on", text, 0):
        return "plan"
    if claim is None and not _goes_on(text, known, lexicon):
        return None
    piece = Canon.of(_until_mark(after)).text.split()
    if lexicon.entries("pointing") & set(piece) or _counters(known, text, lexicon):
        return None
    return "more"


def _is_bid(source: str, before: Tokens, joint: Tokens, after: Tokens, lexicon: Lexicon) -> bool:
    """Whether a request follows. A bare form ("busca", "try") may also go on about the subject."""
    text = Canon.of(after).text
    if lexicon.match("standing", text, 0):
        return False
    if lexicon.match("bid", text, 0):
        return True
    if lexicon.match("bid_bare", text, 0) is None:
        return False
    start, end = after[0].span
    if source[start:end].lower().endswith(tuple(_ACCENTED)):
        return True  # "arreglá": nobody else does it
    return joint[0].word in _MARKS or (
        lexicon.match("bid_english", text, 0) is not None and not _about_user(before, lexicon)
    )


def _about_user(before: Tokens, lexicon: Lexicon) -> bool:
    return _told(before, lexicon).split(" ", 1)[0] in ("i", "we")


def _claimed(before: Tokens, lexicon: Lexicon) -> str | None:
    """The claim that a part makes of the user; None where it makes none."""
    text = _told(before, lexicon)
    whole = len(text.split()) >= _FEWEST
    return text if whole and lexicon.match("claim", text, 0) else None


def _told(part: Tokens, lexicon: Lexicon) -> str:
    """The words of a part without its "recordá que"."""
    return Canon.of(_content(part, lexicon)).text.lstrip(" ,:-")


def _content(part: Tokens, lexicon: Lexicon) -> Tokens:
    canon = Canon.of(part)
    match = lexicon.match("remember", canon.text, 0)
    return part[canon.tokens_within(0, match.end())[1] :] if match else part


def _goes_on(text: str, known: str, lexicon: Lexicon) -> bool:
    """ "I'm vegan and work at a bank": the subject is not said again."""
    return known.startswith("i ") and lexicon.match("claim_goes_on", text, 0) is not None


def _counters(known: str, text: str, lexicon: Lexicon) -> bool:
    """Whether one part denies what the other says: the same verb, once with a "no"."""
    found = [lexicon.match("claim", one, 0) for one in (known, text)]
    verbs = [match.group().split() for match in found if match]
    denied = [_denies(" ".join(words)) for words in verbs]
    return len(verbs) > 1 and denied[0] != denied[1] and verbs[0][-1] == verbs[1][-1]


def _denies(text: str) -> bool:
    return not {"no", "not", "never", "nunca"}.isdisjoint(text.split())


def _until_mark(tokens: Tokens) -> Tokens:
    end = next((i for i, token in enumerate(tokens) if token.word in _MARKS), len(tokens))
    return tokens[:end]
