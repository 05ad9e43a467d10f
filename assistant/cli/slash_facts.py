"""The commands of a conversation that see and change what is remembered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from assistant.cli import consent, plain
from assistant.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assistant.cli.talk import Chat
    from assistant.memory.base import MemoryChange
    from assistant.session.facts import FactBook, FactView

NEAREST = 5
"""Facts shown about some words: beyond them they are less and less about those."""
LONGEST_PICK = 5
"""Words that pick one of several, at most."""
_ID = re.compile(r"[0-9a-f]{4,}")


def facts(chat: Chat, words: str) -> None:
    """The board, what was told last first, to its end on "all"; the fact of an id; or the facts
    about some words, the nearest first."""
    from assistant.cli.facts.columns import ENTRIES, board

    book = chat.app.facts
    every = book.all()
    whole = consent.is_all(words)
    about = words and not whole
    shown = board(
        _about(book, words) if about else every,
        chat.app.now(),
        chat.language,
        order="given" if about else "newest",
        entries=len(every) if whole else ENTRIES,
        more="slash.facts_more",
        among=every,
    )
    none = chat.say("slash.facts_none_about" if words else "slash.facts_none")
    chat.screen.show(shown or [none])


def _about(book: FactBook, words: str) -> Sequence[FactView]:
    if _ID.fullmatch(words) and any(map(str.isdigit, words)):
        try:
            return [book.view(book.find(words))]
        except UsageError:
            pass  # "9001" may be a word of some
    return book.search(words)[:NEAREST]


def forget(chat: Chat, words: str) -> None:
    """Forget by id or by words, after a yes; what was forgotten goes from the arrow keys too."""
    if not words:
        raise UsageError(chat.say("slash.forget_what"), chat.say("slash.forget_hint"))
    book = chat.app.facts
    sure = words.endswith(" -y")
    words = words.removesuffix(" -y").strip()
    try:
        meant = [book.view(book.find(words))]
    except UsageError:
        meant, plain_ = book.meant_by(words)
        sure = sure and plain_
    if not meant:
        chat.screen.notice(chat.say("slash.forget_unmeant"))
        return
    if said := offer(chat, meant, sure=sure):
        chat.take(said)


def offer_to_forget(chat: Chat, change: MemoryChange) -> str:
    """Ask about the facts that a message may have meant, or of each the part that it means; nothing
    goes without a yes. What was said instead of an answer."""
    meant = [chat.app.facts.view(chat.app.facts.find(id)) for id in change.fact_ids]
    told = zip(change.fact_ids, change.replaced.split("\n"), strict=False)
    return offer(chat, meant, sure=False, parts={id: part for id, part in told if part})


def offer(
    chat: Chat, meant: Sequence[FactView], *, sure: bool, parts: Mapping[str, str] | None = None
) -> str:
    """List facts, ask which of them unless it is sure, and forget those, of some a part alone. What
    was said instead of an answer; nothing goes then."""
    several = len(meant) > 1 and not sure
    marks = [f"{n}. " if several else f"{plain.line(f.id)}  " for n, f in enumerate(meant, 1)]
    shown = [plain.line((parts or {}).get(fact.id, fact.fact)) for fact in meant]
    chat.screen.show([mark + text for mark, text in zip(marks, shown, strict=True)])
    said = "" if sure else _answered(chat, len(meant))
    chosen = meant if sure else chosen_of(meant, said)
    if not chosen:
        chat.screen.notice(chat.say("slash.forget_kept"))
        return said if len(said.split()) > 1 and any(map(str.isalpha, said)) else ""
    changes = chat.app.facts.forget([fact.id for fact in chosen], parts)
    chat.screen.notice(chat.say("slash.forget_done", count=len(chosen)))
    for change in changes:
        if change.kind == "noted":  # what stays of it
            chat.screen.notice(chat.say("facts.left", text=plain.line(change.text)))
    chat.tell_owed()
    return ""


def _answered(chat: Chat, several: int) -> str:
    which = chat.say("slash.yes_no_which", numbers="1 3" if several > 2 else "2")
    keys = which if several > 1 else chat.say("slash.yes_no")
    return chat.screen.answered(chat.say("slash.forget_sure"), keys)


def chosen_of(meant: Sequence[FactView], said: str) -> Sequence[FactView]:
    """All on a yes, those of the numbers ("1 3", "2,3") that were told, or the one that is picked
    by its words, "the Lisbon one"; none for all else."""
    if consent.is_yes(said):
        return meant
    numbers = said.replace(",", " ").split()
    places = {int(n) for n in numbers if n.isdecimal()}
    if len(places) < len(numbers) or not places <= set(range(1, len(meant) + 1)):
        return _picked(meant, said)
    return [fact for n, fact in enumerate(meant, 1) if n in places]


def _picked(meant: Sequence[FactView], said: str) -> Sequence[FactView]:
    """The one fact of several that has every word of what begins as a pick does: "the Lisbon one",
    "la de Lisboa"; none for any other sentence, which may be said instead of an answer."""
    from assistant.memory.signals.language import detect_language
    from assistant.text.phrases import listed, tokens
    from assistant.text.word_forms import same_word
    from assistant.text.wording import wording

    told = tokens(said)
    if len(meant) < 2 or len(told) > LONGEST_PICK or not told or "?" in said:
        return ()
    if told[0] not in listed("picks"):
        return ()
    words = [w for w in wording(said, detect_language(said)).words if w.kind != "number"]
    held = [
        fact
        for fact in meant
        for own in (wording(fact.fact, detect_language(fact.fact)).words,)
        if words and all(any(same_word(word, other) for other in own) for word in words)
    ]
    return held if len(held) == 1 else ()


def undo(chat: Chat, _: str) -> None:
    """Take back what the last message noted, and the message."""
    changes = chat.last.memory_changes if chat.last else ()
    said = (chat.last.session, chat.last.turn) if chat.last else None
    undone = chat.app.facts.undo(changes, said)
    for text in undone:
        chat.screen.notice(chat.say("slash.undo_done", text=plain.line(text)))
    if not undone:
        chat.screen.notice(chat.say("slash.undo_nothing"))
    chat.forget_changes()
    chat.tell_owed()
