"""How a clause says what it says: asserted, asked, ordered, supposed, quoted, passing, taken back.

``FORBIDDING`` statuses never write, whatever a head believes of the clause (F3), unless they were
guessed (``OPEN_TO_DOUBT``). The others are first guesses: many a rule is phrased as an order
("arrancá por la conclusión, siempre").
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from assistant.memory.base import ClauseStatus
from assistant.memory.signals.clauses import RawClause
from assistant.memory.signals.lexicon import Lexicon
from assistant.text.phrases import listed

FORBIDDING: frozenset[ClauseStatus] = frozenset(
    {
        "question",
        "hypothetical",
        "quoted",
        "reported",
        "code",
        "pasted",
        "negated",
        "about the talk",
    }
)

OPEN_TO_DOUBT: frozenset[ClauseStatus] = frozenset({"question", "hypothetical"})
"""Those of them that are guessed from words which also do other work ("la de la rebotica, donde
corre el inventario"): what both head and network are sure of is kept all the same."""

# Where a word of doubt is no doubt of the user: "when the price depends on the size, say so".
_SURE = ("remember", "remember_tail", "your_doubt", "rule_opens")

# A lasting rule or an instruction to remember is an assertion in an order's clothes.
_LASTING = ("remember", "remember_tail", "standing", "prefer", "called")

# What is told in a question's words: "podés llamarme Ale", "me conviene reunirme a la tarde",
# "don't you ever call me Bob", "got a dog".
_TOLD = ("called", "suits", "asked_in_form", "owes")


def statuses(
    clauses: Sequence[RawClause],
    told: frozenset[int],
    lexicon: Lexicon,
    stopped: frozenset[int] = frozenset(),
) -> tuple[ClauseStatus, ...]:
    """The status of each clause. Taking back and work on a text reach over the whole message,
    a supposition over all that follows it. ``told``: clauses that the user says to keep, whose
    "ponelo en tu libreta:" is no order to write something; ``stopped``: those between a capital and
    a full stop."""
    own = [(index, clause) for index, clause in enumerate(clauses) if clause.whose == "own"]
    taken_back = any(lexicon.has("retract", clause.text) for _, clause in own)
    on_text = any(
        lexicon.has("texttask", clause.text) and not lexicon.has("rule_opens", clause.text)
        for index, clause in own
        if index not in told
    )
    supposed = False
    found: list[ClauseStatus] = []
    for index, (clause, following) in enumerate(zip_longest(clauses, clauses[1:])):
        if clause.whose != "own":
            found.append(clause.whose)
            continue
        supposed = supposed or _supposes(clause, lexicon)
        if _is_condition(clause, following, lexicon):
            found.append("hypothetical")
            continue
        if _is_told_otherwise(clause, following, lexicon):
            found.append("about the talk")
            continue
        status = _status(clause, taken_back, supposed, on_text, lexicon)
        marked = index in stopped and lexicon.has("asks_with_its_mark", clause.text)
        stated = status == "question" and marked and not clause.asked
        found.append("assertion" if stated else status)
    return tuple(found)


def _supposes(clause: RawClause, lexicon: Lexicon) -> bool:
    """Whether a supposition begins. "estaría mejor si contestaras corto" is a wish, and "si no
    digo la moneda, asumí pesos" a rule of what to suppose: both are meant."""
    meant = any(lexicon.has(cue, clause.text) for cue in ("wish", "default"))
    return (lexicon.has("play", clause.text) or _casts(clause.text, lexicon)) and not meant


def _casts(text: str, lexicon: Lexicon) -> bool:
    """Whether two parts of a play are given, "you are Alfred and I am Bruce"; "you are kind and I
    am Bruce" gives none."""
    from assistant.memory.segments.words import is_common

    match = lexicon.search("cast", text)
    names = match.groupdict().values() if match else ()
    return any(name and not is_common(name) for name in names)


def _is_condition(clause: RawClause, following: RawClause | None, lexicon: Lexicon) -> bool:
    """Whether a clause is only the condition of a question: "si soy autónomo, ¿puedo…?"."""
    return (
        following is not None
        and following.asked
        and following.sentence == clause.sentence
        and clause.text.partition(" ")[0] in lexicon.entries("conditional")
    )


def _is_told_otherwise(clause: RawClause, following: RawClause | None, lexicon: Lexicon) -> bool:
    """Whether a clause only repeats what was said, and a "but" tells what is so: "I said she was
    six, but she is eight"."""
    if following is None or following.sentence != clause.sentence:
        return False
    counters = following.text.partition(" ")[0] in listed("counters")
    return counters and lexicon.match("said_before", clause.text, 0) is not None


def _status(
    clause: RawClause, taken_back: bool, supposed: bool, on_text: bool, lexicon: Lexicon
) -> ClauseStatus:
    text = clause.text

    def has(*cues: str) -> bool:
        return any(lexicon.has(cue, text) for cue in cues)

    if outside := _says_nothing(text, lexicon):
        return outside
    if taken_back:
        return "negated"
    if (
        clause.asked
        or has("question_ends", "enquiry_all")
        or (has("question_start") and not has(*_TOLD))
    ):
        return "question"
    if has("question_inside") and not has("standing"):  # "tell me each time how sure you are"
        return "question"
    if supposed or (has("unsure") and not has(*_SURE)):
        return "hypothetical"
    if on_text:
        return "quoted"
    if has("reported") and not has("rule_opens"):
        return "reported"
    if _is_request(clause, lexicon):
        return "request"
    if clause.role == "plan" or (
        has("banter", "passing", "chat") and not has("remember", "remember_tail", "resumed")
    ):
        return "passing"
    return "assertion"


def _says_nothing(text: str, lexicon: Lexicon) -> ClauseStatus | None:
    """How a clause stands outside of what is said: code, a quotation, another subject announced,
    a choice among the replies ("prefiero la segunda opción")."""
    if not text.replace("{c}", "").strip(" ,:-()"):
        return "code"
    if not text.replace("{q}", "").strip(" ,:-()"):
        return "quoted"
    on_talk = any(lexicon.has(cue, text) for cue in ("subject", "of_reply"))
    return "about the talk" if on_talk else None


def _is_request(clause: RawClause, lexicon: Lexicon) -> bool:
    """Whether something is to be done now: after a fact, in a file, found out, or simply asked."""

    def has(*cues: str) -> bool:
        return any(lexicon.has(cue, clause.text) for cue in cues)

    if clause.role == "bid" or has("errand"):
        return True
    if has("enquiry") and not has("standing", "prefer", "remember"):
        return True
    return has("request") and not has(*_LASTING)
