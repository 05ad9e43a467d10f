"""Which fact a message corrects, as the reader sees it, and what it says then (F7). Pure.

The words of a correction may fit several facts, or share none with the one that is meant: "no
sorry, 12 sessions". The reader knows which; what it says then is the fact with the new value in the
place of the old one, and only where no value can take its place the statement itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from assistant.memory.base import Confirm, NothingMeant, Reading, Supersede
from assistant.memory.matching import Meaning, Relation
from assistant.memory.matching.alignment import align
from assistant.memory.matching.relation import BY_CHANCE, IDENTICAL
from assistant.memory.plan.asked_away import Unkept, of_the_refused
from assistant.memory.plan.by_reader import ASKS, CORRECTS, Read
from assistant.memory.plan.corrections import JUST_NOW
from assistant.memory.plan.in_place import is_misplaced
from assistant.memory.plan.judging import SAME, Judged
from assistant.memory.plan.making import FactMaker
from assistant.memory.plan.mending import Mended, is_marked, is_spelled, mended
from assistant.memory.plan.placed_values import far_longer
from assistant.memory.plan.replacing import OF_TIME, holds_all, is_of_another
from assistant.memory.plan.statements import Statement
from assistant.memory.plan.substitutions import Token, is_denied, one_value, values_of
from assistant.records import Fact, Language
from assistant.text.dictionaries import is_folded_word
from assistant.text.phrases import listed, tokens
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, stem, wording

SURE, OTHERS = 0.88, 0.27
"""Shares from which one fact is meant, and up to which the others may be …"""
LIKELY, FAR = 0.5, 0.01
"""… or from which one is that is far likelier than any other."""
_BARE = 3
"""Words of a message that tells a value, and nothing of which it is one: "no wait, Josnico"."""
_NEWS = 3
"""Words that a fact would not hold from which a message with another name tells of its own."""
_OF_ANOTHER = 2
"""Sorts of values that are all others where a message is about another thing."""
_OPEN = frozenset(("", "name"))
"""Sorts of words that are no value by themselves: most words are."""
CORRECTED = Relation(same=0.0, changed=1.0, other=0.0)
"""What a statement is to the fact that it puts right."""


def corrected(read: Read, reading: Reading) -> Fact | None:
    """The one fact that a message puts right; None where it does not, or it is not sure which."""
    if read.corrects < CORRECTS:
        return None
    only = read.only(SURE, OTHERS) or read.only(LIKELY, FAR)
    fact = next((fact for fact in read.facts if fact.id == only), None)
    return None if fact and _is_of_another(reading, fact) else fact


def _is_of_another(reading: Reading, fact: Fact) -> bool:
    """Whether a message says that a value was wrong which a fact lacks ("23rd, not 22nd"), or,
    without a word of correction, begins with another name than the fact, or differs from it in
    number and name, or whatever else both tell, and shares none: "server 793 was built by Rea" puts
    right nothing about server 794, which Gen built."""
    told, own = (
        [token for token in values_of(*text) if token.sort]
        for text in ((reading.text, reading.language), (fact.fact, fact.language))
    )
    denied = _denied(reading)
    if denied or is_marked(reading.text):
        return _lacks(own, denied)
    found = align(fact.fact, fact.language, reading.text, reading.language, Meaning())
    if is_of_another(found):
        return True
    sorts = {token.sort for token in told} & {token.sort for token in own}
    if len(sorts) < _OF_ANOTHER:
        return False
    return not any(_held(token, own) for token in told if token.sort in sorts)


def likeliest(read: Read) -> Fact | None:
    """The fact that is most likely put right, where a message surely corrects one."""
    if read.corrects < CORRECTS:
        return None
    return max(read.facts, key=lambda fact: read.meant[fact.id])


def put_right(
    reading: Reading, read: Read, live: Sequence[Fact], meaning: Meaning, now: datetime
) -> Mended | None:
    """A fact with all the new values that a message tells: the one put right, where it is known
    which; None where a value would be left out, and where none takes the place of an old one."""
    live = [fact for fact in live if fact.id not in read.of_others]
    last = max(live, key=lambda fact: fact.last_confirmed_at, default=None)
    wrong = corrected(read, reading)
    if wrong and last and _means_the_last(reading, wrong, last, now):
        wrong = last
    facts = [wrong] if wrong else live
    found = mended(reading, facts, meaning, now, known=wrong is not None)
    follows = found and found.fact is last and (read.corrects >= ASKS or _is_bare(reading))
    plain = is_spelled(reading.text) or follows
    if found and not plain and read.contradicts(found.fact.id):
        wrong = likeliest(read)
        found = mended(reading, [wrong], meaning, now) if wrong else None
    fact = wrong or (found.fact if found else None)
    if not (found and _tells_all(reading, found)):
        found = _each_of_a_sort(reading, fact) if fact else None
    return None if found and _tells_of_another(reading, found) else found


def _tells_of_another(reading: Reading, found: Mended) -> bool:
    """Whether a message says that another value was wrong than one of the fact, or, without a word
    of correction, names somebody or tells more than the fact would hold with what it puts right:
    "Bethan arrives on the 23rd" is nothing about the terrace of Priya."""
    own = values_of(found.fact.fact, found.fact.language)
    if denied := _denied(reading):
        return _lacks(own, denied)
    strange = _strange(reading, f"{found.fact.fact}, {found.text}", found.fact.language)
    if is_marked(reading.text):  # unless another comes in the place of who has left
        gone = wording(reading.text, reading.language).cues["gone"]
        return bool(gone) and any(word.exact for word in strange)
    new = [t for t in values_of(found.text, reading.language) if not _held(t, own)]
    plain = any(token.sort in _OPEN for token in new) or not _shares_a_word(reading, found.fact)
    return (plain and len(strange) >= _NEWS) or any(map(_is_name, strange))


def _shares_a_word(reading: Reading, fact: Fact) -> bool:
    """Whether both have a word that is no number and no day: a repair man who comes on Thursday
    puts no other Thursday right."""
    held = wording(fact.fact, fact.language).words
    said = wording(reading.text, reading.language).words
    return any(not w.kind and any(same_word(w, other) for other in held) for w in said)


def _denied(reading: Reading) -> list[Token]:
    """The values that a message says are wrong; a name may be put right as well as denied."""
    told = values_of(reading.text, reading.language)
    return [t for t in told if t.sort not in _OPEN and is_denied(reading.text, t)]


def _lacks(own: Sequence[Token], denied: Sequence[Token]) -> bool:
    """Whether a fact has none of the values that are wrong, or others of a sort: "not 12 October"
    puts right nothing of 12 December."""
    sorts = {token.sort for token in own}
    held = [_held(token, own) for token in denied if token.sort in sorts]
    return bool(denied) and not (held and all(held))


def _strange(reading: Reading, known: str, language: Language) -> list[Word]:
    """The words of a message that a text lacks."""
    held = wording(known, language).words
    said = wording(reading.text, reading.language).words
    return [w for w in said if not w.kind and not any(same_word(w, other) for other in held)]


def _is_name(word: Word) -> bool:
    """Whether it is written as one, or no dictionary has it: names are typed without capitals."""
    return word.exact or not is_folded_word(word.text)


def told_over(
    said: Sequence[Statement], reading: Reading, meaning: Meaning, now: datetime
) -> list[Statement]:
    """The statements of a message; one that puts right a value of the sentence before is told with
    that: "18 tonnes for 31,500. No, hang on, 13,500"."""
    kept: list[Statement] = []
    corrects_itself = len(said) > 1 and (is_marked(reading.text) or _hesitates(reading.text))
    for statement in said:
        before = kept[-1] if kept else None
        if before and before.finding and corrects_itself:
            told = _as_told(before, now)
            said_then = reading._replace(text=statement.said, language=statement.language)
            if found := mended(said_then, [told], meaning, now, known=True):
                kept[-1] = before._replace(said=found.text, text=found.text)
                continue
        kept.append(statement)
    return kept


def _hesitates(text: str) -> bool:
    """Whether a text has words that begin a correction: "no, hang on", "actually no"."""
    run = " ".join(tokens(text))
    return any(f" {phrase} " in f" {run} " for phrase in listed("corrects"))


def _as_told(statement: Statement, now: datetime) -> Fact:
    """A fact that was told this moment."""
    text, language = statement.text, statement.language
    return Fact("told", "personal", text, "high", "explicit", now, now, language=language)


def as_action(
    maker: FactMaker, correction: Mended, reading: Reading, live: Sequence[Fact], unkept: Unkept
) -> Supersede | Confirm | NothingMeant:
    """What is done about a correction: nothing where what it puts right was not kept."""
    fact, text = correction
    if of_the_refused(reading, fact, live, unkept):
        return NothingMeant("what it puts right was not kept")
    if any(tokens(known.fact) == tokens(text) for known in live):
        return Confirm(fact.id, "said again")
    return Supersede(maker.corrected(fact), (fact.id,), "corrected")


def _means_the_last(reading: Reading, wrong: Fact, last: Fact, now: datetime) -> bool:
    """Whether one value puts right what was told just before, which has one of its sort, and not a
    fact with which the message shares no word: "hang on, I counted and it's 5"."""
    said = wording(reading.text, reading.language).words
    known = wording(wrong.fact, wrong.language).words
    if any(same_word(word, other) for word in said for other in known):
        return False
    if now - last.last_confirmed_at > JUST_NOW:
        return False
    told, own = (
        [token.sort for token in values_of(*text) if token.sort not in _OPEN]
        for text in ((reading.text, reading.language), (last.fact, last.language))
    )
    return len(told) == 1 and own.count(told[0]) == 1


def _is_bare(reading: Reading) -> bool:
    """Whether a message tells hardly more than a value: "no wait, Josnico"."""
    return len(wording(reading.text, reading.language).words) <= _BARE


def _tells_all(reading: Reading, found: Mended) -> bool:
    """Whether no value that was told is missing, of a sort that the fact holds: what is on
    Wednesdays at 8 is not put right by the hour alone, nor two days by one of them."""
    own = values_of(found.fact.fact, found.fact.language)
    there = [*own, *values_of(found.text, found.fact.language)]
    sorts = {t.sort for t in own} - _OPEN
    told = (t for t in values_of(reading.text, reading.language) if t.sort in sorts)
    if not all(is_denied(reading.text, t) or _held(t, there) for t in told):
        return False
    half = listed("parts of an hour") & set(tokens(reading.text))
    if not half <= set(tokens(found.text)):
        return False  # "a las seis y media" is not at six
    return not is_misplaced(found.text, found.fact.language, reading.text, reading.language)


def _held(told: Token, own: Sequence[Token]) -> bool:
    return any(told.word == token.word or one_value(told, token) for token in own)


def judged_as_corrected(judged: Sequence[Judged], wrong: Fact) -> list[Judged]:
    """The statement that says most of the fact changes it, and nothing changes another; as it was
    where none has a word of it, and would not tell by itself what it is about."""
    held = _telling(wrong.fact, wrong.language)

    def shared(statement: Statement) -> int:
        return len(_telling(statement.text, statement.language) & held)

    best = max(range(len(judged)), key=lambda n: shared(judged[n][0]), default=None)
    if best is None or not shared(judged[best][0]):
        return [*judged]
    found = [(said, [(fact, r) for fact, r in pairs if r.same >= SAME]) for said, pairs in judged]
    if not any(fact.id == wrong.id for fact, _ in found[best][1]):
        again = holds_all(wrong, judged[best][0])  # "no, Joanna is on Tuesdays", as was known
        found[best] = (judged[best][0], [(wrong, IDENTICAL if again else CORRECTED)])
    return found


def _telling(text: str, language: Language) -> set[str]:
    """The words that tell what a text is about: not when, how often, nor how many of what, and no
    title."""
    unsaid = set().union(*map(listed, BY_CHANCE))
    said = wording(text, language)
    words = (w for w in said.words if w.kind not in OF_TIME and not said.before(w).isdigit())
    return {stem(word.text) for word in words} - set(map(stem, unsaid))


def _each_of_a_sort(reading: Reading, fact: Fact) -> Mended | None:
    """ "From 14 to 16" with "17 to 19": as many values of each sort in the place of others. None
    where there are more of a sort, or fewer."""
    told = values_of(reading.text, reading.language)
    text = fact.fact
    own = values_of(text, fact.language)
    pairs: list[tuple[Token, Token]] = []
    for sort in {t.sort for t in own} - _OPEN:
        new, old = ([t for t in tokens if t.sort == sort] for tokens in (told, own))
        known = [_held(token, own) for token in new]
        if all(known):
            continue
        if len(new) != len(old) or any(known):
            return None
        pairs += zip(old, new, strict=True)
    if not pairs or any(far_longer(*pair) for pair in pairs):
        return None
    for before, after in sorted(pairs, key=lambda pair: -pair[0].span[0]):
        text = text[: before.span[0]] + after.typed + text[before.span[1] :]
    return Mended(fact, text)
