"""A model's reply, if it is one (A10): judged as it streams, asked for once more, else told.

What a small model says passes sentence by sentence, so that nothing that is no reply is ever shown.
A larger one is shown as it writes; what broke off into nothing or into a loop is not kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.answers.guard import Asked, Gate, NoReply, Said, is_broken
from assistant.memory.plan.unmarked import has_question_word
from assistant.memory.ranking import EVERY_ANSWER
from assistant.messages import say
from assistant.prompt.base import Prompt
from assistant.records import Language
from assistant.session.base import Reply
from assistant.session.reply import OnText

if TYPE_CHECKING:
    from assistant.session.turn import Draft

Attempt = Callable[[OnText, int], Reply]
"""One request: takes who listens, and which try it is."""
ATTEMPTS = 2
SHOWN_FACTS = 3
"""Facts that are told where the model failed: it is one line."""
_STATES = frozenset({"assertion", "passing", "negated", "reported", "about the talk"})
CUT = "model.lengthened"


def asked_in(draft: Draft, prompt: Prompt) -> Asked:
    """What the reply to a draft is judged against."""
    return Asked(
        message=draft.turn.text,
        language=draft.language,
        earlier=tuple(Said(t.user.content, t.reply.content) for t in draft.seen.window),
        unquotable=prompt.unquotable,
        known=_known(prompt),
        follow_up=draft.seen.scene.decision.reason == "follow-up",
        states=all(clause.status in _STATES for clause in draft.seen.reading.clauses),
    )


def guarded(
    attempt: Attempt,
    asked: Asked,
    prompt: Prompt,
    on_text: OnText | None,
    *,
    name: str,
    better: str = "",
) -> Reply:
    """The reply of a small model, what of it passed; the system's own word where nothing did.

    ``better`` is the command that gets a larger model. A call of a tool passes as it is.
    """
    for number in range(ATTEMPTS):
        gate = Gate(asked, on_text)
        try:
            reply = attempt(gate.feed, number)
            if reply.state == "complete" and not reply.tool_calls:
                gate.finish(whole=CUT not in reply.notices)
        except NoReply:
            if gate.text.strip():
                return Reply(gate.text.strip(), model=name)
            continue
        return replace(reply, text=gate.text.strip())
    held = "?" in asked.message or has_question_word(asked.message)
    return could_not(prompt, asked.language, name=name, better=better, held=held)


def checked(reply: Reply, prompt: Prompt, language: Language) -> Reply:
    """The reply of a model that streams freely: void where it is broken."""
    if reply.state != "complete" or reply.tool_calls:
        return reply
    why = is_broken(reply.text)
    if why == "empty":
        return replace(could_not(prompt, language, name=reply.model), usage=reply.usage)
    return replace(reply, void=True, notices=(*reply.notices, "model.looped")) if why else reply


def could_not(
    prompt: Prompt, language: Language, *, name: str, better: str = "", held: bool = True
) -> Reply:
    """One line of the system's: that this model could not, what memory holds about it, which how
    to answer is not (F8), and what would help. Not ``held``: the message wants something done,
    of which a fact that is near says nothing."""
    considered = prompt.considered if held else ()
    near = (c for c in considered if c.decision == "in" and c.reason != EVERY_ANSWER)
    facts = [c.fact for c in near][:SHOWN_FACTS]
    parts = [
        say("model.could_not", language, model=name),
        say("model.memory_holds", language, facts="; ".join(facts)) if facts else "",
        say("model.larger_would" if better else "model.another_would", language, command=better),
    ]
    return Reply(" ".join(filter(None, parts)), source="memory", model=name, void=True)


def _known(prompt: Prompt) -> tuple[str, ...]:
    return tuple(c.fact for c in prompt.considered if c.decision == "in")
