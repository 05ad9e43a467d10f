"""Decisions, conclusions and open questions, recognised by the words that announce them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from assistant.languages import each
from assistant.memory.segments.reading import Said
from assistant.memory.segments.words import belongs, is_common
from assistant.text.folding import fold, fold_in_place
from assistant.text.phrases import any_of
from assistant.text.wording import stem

CLAUSE_WORDS = 12
SHORT_ANSWER = 12
"""Words up to which a message that begins with a yes accepts what was proposed."""
MOST_RESOLVED = 16
"""Words up to which a statement of what one will do is read as such."""
_BEFORE = 30
"""Characters before an announcement in which a condition or a "not" undoes it."""
_REQUEST = re.compile(r"\s*\w|\W*(?:\w+ me|\w+[aeiáéí]me)\b", re.IGNORECASE)
"""After a yes: no mark between them ("ok now run it"), or something to be done for the user."""
_WILL = re.compile(r"(?:i'll|i will|we'll|we will|let's|lets) (?:just )?(?P<verb>[a-z]+)\b")
_LETS = re.compile(r"let'?s\b|(?:\w+ )?\w+[ae]mos\b")
_FIRST_PERSON = re.compile(
    r"(?:(?:le|les|lo|la|los|las|me|nos|se) (?P<verb>[a-z]+(?:o|oy|[aei]mos))"
    r"|(?P<other>[a-z]{3,}(?:o|oy|[aei]mos))"
    r" (?=(?:el|la|los|las|un|una|unos|unas|mi|mis|en|con|al?|por)\b|\d))"
)
_AT_LAST = re.compile(r",? (?:entonces|then)\W*$")
_WORDS = re.compile(r"[^\W_](?:[\w'+#]|[.-](?=\w))*")
_QUOTES = " .,;:!?¡¿\"'*`“”«»"
_MARKS = re.compile(r"[;:](?=\s|$)|[()\[\]{}]|\s[-–—]\s|[.!?…](?:\s|$)")


def decisions(said: Sequence[Said]) -> list[str]:
    """What the user decided, in order and in their own words: a reply decides nothing."""
    found: dict[str, None] = {}
    for n in range(len(said)):
        if (clause := _decided(said, n)) and says_something(clause):
            found[clause] = None
    return list(found)


@cache
def announcing() -> frozenset[str]:
    """Stems of the words that announce a decision: from a reply they would only claim one."""
    return frozenset(word for entry in _listed("decided") for word in _content(entry))


def agreed_proposal(said: Sequence[Said]) -> str:
    """The last proposal of a reply that the user said no more than yes to ("let's go with that"),
    in the words of the reply; empty where there is none."""
    for n in reversed(range(len(said))):
        clause = _decided(said, n)
        if clause is not None and not says_something(clause) and (found := _proposed(said, n)):
            return found
    return ""


def _decided(said: Sequence[Said], n: int) -> str | None:
    """What a sentence of the user decides; words that say nothing where it only says yes."""
    sentence = said[n]
    if sentence.question or sentence.code or not sentence.by_user:
        return None
    clause = _announced(sentence.text)
    if clause is None:
        opens = sentence.turn == said[0].turn
        return _resolved(sentence.text, opens=opens) or _agreed(said, n)
    return clause


def open_questions(said: Sequence[Said]) -> list[str]:
    """What was left open in so many words; else the last question that got no answer."""
    pending = [clause for s in said if s.by_user and (clause := _pending(s))]
    if pending:
        return pending[-1:]
    last = said[-1].turn if said else 0
    asked = [s for s in said if s.by_user and s.question and s.turn == last]
    replies = [s for s in said if not s.by_user and s.turn == last]
    if asked and (not replies or any(_find("unanswered", s.text) for s in replies[:2])):
        return [_clause(without_opening(asked[-1].text))]
    return []


def outcome(said: Sequence[Said]) -> str:
    """What it came to, as the user told it last."""
    for sentence in reversed(said):
        if sentence.by_user and not sentence.question:
            match = _find("outcome", sentence.text)
            if match and not _undone(sentence.text, match.start()):
                whole = without_opening(sentence.text)
                short = len(whole.split()) <= CLAUSE_WORDS
                return _clause(whole if short else _part_with(sentence.text, match.start()))
    return ""


def _part_with(text: str, place: int) -> str:
    """What stands between the commas around that place."""
    after = text.find(", ", place)
    return text[text.rfind(", ", 0, place) + 1 : after if after > 0 else None].strip()


def without_opening(text: str) -> str:
    """A sentence without its greeting and its "could you tell me"."""
    while match := _pattern("opening").match(fold_in_place(text)):
        trimmed = text[match.end() :].lstrip(" ,;:!¡¿?.-")
        if not trimmed:
            break
        text = trimmed
    return text.lstrip(" ¿¡")


def _announced(text: str) -> str | None:
    """The clause that an announcement opens; None where there is none, or not of a decision."""
    for section in ("decided", "committed"):
        match = _find(section, text)
        if match and not _undone(text, match.start()):
            start = match.end() if section == "decided" else match.start()
            clause = _clause(text[start:].lstrip(" :,-–—"))
            detail = text[start:].partition(": ")[2]  # "vamos con eso: el verde"
            return clause if says_something(clause) or not detail else _clause(detail)
    return None


def _resolved(text: str, *, opens: bool) -> str | None:
    """What somebody says they will do: "entonces cambio la consulta", "ok, I'll send a letter".
    "Let's design the cache" opens the work on it, where nothing was said before (``opens``) or
    where nothing says that something is settled by it."""
    folded = fold_in_place(text)
    opening, ending = _pattern("resolving").match(folded), _AT_LAST.search(folded)
    start = opening.end() if opening else 0
    start += len(text[start:]) - len(text[start:].lstrip(" ,;:!.-–—"))
    rest = text[start : ending.start() if ending else None]
    will = _WILL.match(fold_in_place(rest))
    if will is None and (opening or ending):
        will = _FIRST_PERSON.match(fold_in_place(rest))
    if will and _LETS.match(will[0]) and (opens or not (opening or ending)):
        return None
    if will is None or _hesitates(_verb(will)) or len(rest.split()) > MOST_RESOLVED:
        return None
    clause = _clause(rest)
    return clause if len(clause.split()) > 2 and says_something(clause) else None


def _verb(will: re.Match[str]) -> str:
    return next(word for word in will.groupdict().values() if word)


def _hesitates(verb: str) -> bool:
    return (
        verb in _listed("hesitating") or verb.endswith(("ado", "ido")) or belongs(verb, "function")
    )


def _undone(text: str, start: int) -> bool:
    before = re.split(r"[,.;:]", text[max(0, start - _BEFORE) : start])[-1]
    return _find("undecided", before) is not None


def _agreed(said: Sequence[Said], n: int) -> str | None:
    """What a short message that begins with a yes agrees to: its own words where they take up the
    reply's ("dale, 4 workers"), empty where it says no more than yes; None for anything else."""
    sentence = said[n]
    yes = _pattern("accepted").match(fold_in_place(sentence.text))
    reply = [s for s in said[:n] if s.turn == sentence.turn - 1 and not s.by_user]
    message = [s for s in said if s.turn == sentence.turn and s.by_user]
    words = sum(len(s.text.split()) for s in message)
    if yes is None or not reply or sentence is not message[0] or words > SHORT_ANSWER:
        return None
    if reply[-1].question or any(s.question for s in message):
        return None
    rest = _pattern("accepted").sub(" ", fold_in_place(sentence.text))
    own, taken_up = _content(rest), _content(" ".join(s.text for s in reply))
    if own and _REQUEST.match(sentence.text[yes.end() :]):
        return None
    if own <= taken_up or (own & taken_up and not _find("outcome", rest)):
        return _clause(sentence.text[yes.end() :].lstrip(" ,;:!.-–—")) if own else ""
    return None


def _proposed(said: Sequence[Said], n: int) -> str | None:
    """The last proposal of the reply before that message."""
    earlier = [s for s in said[:n] if s.turn == said[n].turn - 1 and not s.by_user]
    for sentence in reversed(earlier):
        match = _find("proposal", sentence.text)
        if match:
            proposal = re.sub(r"^\W*(?:que|that)\s", "", sentence.text[match.end() :])
            clause = _clause(re.split(r",?\s(?:si|if|when|cuando)\s", proposal)[0])
            if says_something(clause):
                return clause
    return None


def _pending(sentence: Said) -> str:
    match = _find("pending", sentence.text)
    if not match or sentence.code:
        return ""
    clause = _clause(sentence.text[match.end() :].lstrip(" :,"))
    return clause if says_something(clause) else _clause(without_opening(sentence.text))


def _clause(text: str) -> str:
    """Up to the first break of thought, twelve words or so, nothing left hanging at its end."""
    end = _MARKS.search(text)
    stop = _pattern("break").search(fold_in_place(text))
    ends = [m.start() for m in (end, stop) if m and m.start() > 0]
    words = text[: min(ends, default=len(text))].split()
    cut = min(len(words), CLAUSE_WORDS)
    while cut < min(len(words), CLAUSE_WORDS + 3) and _cuts_number(words[cut - 1], words[cut]):
        cut += 2 if fold(words[cut]) in ("de", "of") else 1
    return trimmed(words[:cut])


def _cuts_number(before: str, after: str) -> bool:
    """ "el 15 | de febrero", "USD | 2.400"."""
    return before[-1:].isdigit() or after[:1].isdigit() or after[:1] in "$€£"


def trimmed(words: Sequence[str]) -> str:
    """Those words as a clause, no grammar hanging at its end."""
    end = len(words)
    while end > 1 and fold(words[end - 1].strip(_QUOTES)) in _listed("hanging"):
        end -= 1
    return " ".join(words[:end]).strip(_QUOTES)


def says_something(clause: str) -> bool:
    return bool(_content(clause))


def _content(text: str) -> set[str]:
    return {stem(fold(word)) for word in _WORDS.findall(text) if not is_common(word)}


def _find(section: str, text: str) -> re.Match[str] | None:
    return _pattern(section).search(fold_in_place(text))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return any_of(_listed(name))


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(
        fold(entry.strip())
        for _, own in each("summaries", "cues")
        for entry in re.split(r"[;\n]", own[name])
        if entry.strip()
    )


def refers_back(question: str) -> bool:
    """Whether the words ask about an earlier conversation."""
    return _find("referring", question) is not None
