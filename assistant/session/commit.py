"""One transaction keeps a turn: its rows, what it changed in memory, and its measures (A5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from assistant.clock import later
from assistant.errors import AssistantError, BudgetExceeded
from assistant.memory.base import MemoryChange
from assistant.memory.engine import said_after, untyped_after
from assistant.memory.engine.base import Written
from assistant.memory.titles import KEY, TELLING, better, title, title_in
from assistant.memory.traces import Traces
from assistant.messages import say
from assistant.prompt.base import Prompt
from assistant.records import Conversation, ErrorRecord, Message, Turn, TurnMetrics
from assistant.secrets import BLOT
from assistant.session import notices, ready
from assistant.session.base import Reply, Request, Span, TurnResult
from assistant.session.kit import Kit
from assistant.session.turn import Draft
from assistant.storage.base import FactUse

if TYPE_CHECKING:
    from assistant.tools.base import ToolRun

MESSAGE_OVERHEAD = 4
"""Tokens that a message takes beside its words."""


def commit(
    kit: Kit,
    draft: Draft,
    reply: Reply,
    prompt: Prompt,
    *,
    keep: bool,
    written: Written | None = None,
) -> TurnResult:
    """One transaction: the turn, what it changed in memory, the window's leftovers, the measures.

    With ``keep`` False (one-shot, R2) no dialogue is stored; facts and measures are. ``written``
    gives the summaries that the model wrote. What was forgotten since the turn began, in whatever
    program, is told to the person who watched it stream, and written nowhere (F7).
    """
    with kit.stores.transaction():
        gone = kit.memory.forgetter.forgotten_since(draft.since)
        draft, runs = _without_forgotten(kit, draft, reply.runs, gone)
        gave_way = _take_back(kit, draft) if keep and draft.instead_of else None
        turn = _turn(kit, draft, reply, _next_number(kit, draft, keep=keep), gone, gave_way)
        confirmed = _confirm(kit, draft, runs) if keep else ()
        proven = _apply_proofs(kit, draft, runs)
        changes = (*kit.memory.apply(draft.seen, draft.now), *proven)
        if keep:
            _store(kit, draft, turn, changes, reply)
            kit.memory.slide(
                draft.conversation, draft.seen, draft.now, pressed=prompt.pressed, written=written
            )
        metrics = [_metrics(draft, turn, reply, r) for r in _requests(turn, reply, prompt)]
        for request in metrics:
            kit.stores.journal.record(request)
        used = _used(reply, prompt)
        kit.stores.facts.record_uses(
            FactUse(fact_id, draft.conversation.id, turn.number, draft.now) for fact_id in used
        )
        if gone is None:
            _keep_answer(kit, draft, turn, reply, prompt)
    if gone is not None and _told(gone, draft, reply):
        reply = replace(reply, notices=(*reply.notices, "memory.forgotten_meanwhile"))
    if any(change.kind == "forgotten" for change in changes) and kit.stores.erasures.pending():
        reply = replace(reply, notices=(*reply.notices, "memory.forgotten_later"))
    return _result(draft, reply, prompt, metrics, used, changes, confirmed)


def _take_back(kit: Kit, draft: Draft) -> Turn | None:
    """The exchange that this one replaces goes; None where it is no longer the last one."""
    conversations, identity = kit.stores.conversations, draft.conversation.id
    old = next((t for t in conversations.turns(identity) if t.number == draft.instead_of), None)
    if old is None or not conversations.take_back(identity, old.number):
        return None
    stored = conversations.get(identity)
    if stored is not None:
        left = max(0, history_tokens(stored) - old.token_count - 2 * MESSAGE_OVERHEAD)
        conversations.save(replace(stored, metadata={**stored.metadata, "history_tokens": left}))
    return old


def _used(reply: Reply, prompt: Prompt) -> tuple[str, ...]:
    """The facts that the reply rests on."""
    if reply.facts is not None:
        return reply.facts
    return tuple(c.id for c in prompt.considered if c.decision == "in")


def _without_forgotten(
    kit: Kit, draft: Draft, runs: Sequence[ToolRun], gone: Traces | None
) -> tuple[Draft, Sequence[ToolRun]]:
    """The turn without the changes that would write what was forgotten while it lasted; what the
    tools kept of it for a later call goes too."""
    if gone is None:
        return draft, runs
    kit.memory.forgetter.erase_results(gone.tells)
    kept = [r for r in runs if not (r.remembered and gone.tells(r.remembered.text))]
    return replace(draft, seen=kit.memory.without_forgotten(draft.seen, gone)), kept


def _told(gone: Traces, draft: Draft, reply: Reply) -> bool:
    """Whether the turn held some of what was forgotten."""
    return gone.tells(draft.turn.said) or gone.tells(reply.text)


def _keep_answer(kit: Kit, draft: Draft, turn: Turn, reply: Reply, prompt: Prompt) -> None:
    """For the same question asked again (A2, A4); what this message corrects goes instead."""
    kit.answers.hear(draft.conversation.id, draft.turn.text, turn.number, draft.now)
    leaning = draft.seen.scene.decision.reason == "follow-up"
    plain = not draft.seen.actions and not draft.seen.reading.secrets
    if plain and not leaning and not draft.format_instructions:
        told = {c.id: c.fact for c in prompt.considered if c.decision == "in"}
        said = map(kit.stores.facts.get, draft.seen.recent_facts)
        told.update((fact.id, fact.fact) for fact in said if fact)
        ready.keep(kit, draft.conversation, draft.turn, reply, turn.number, told, prompt, draft.now)


def _confirm(kit: Kit, draft: Draft, runs: Sequence[ToolRun]) -> tuple[str, ...]:
    """What the person confirmed in words, and the side effects that they allowed and that are
    proved, become structured state (C8, T8)."""
    proofs = [
        run.remembered.text
        for run in runs
        if run.side_effect and run.result.success and run.remembered
    ]
    if not proofs and not draft.seen.confirmed:
        return ()
    return kit.memory.confirm(draft.conversation, draft.seen, proofs, draft.now)


def _apply_proofs(kit: Kit, draft: Draft, runs: Sequence[ToolRun]) -> tuple[MemoryChange, ...]:
    """What tools proved to have changed (F2's exception)."""
    if not any(run.remembered for run in runs):
        return ()
    from assistant.session.tool_facts import proven_by

    return kit.memory.facts.apply(proven_by(kit, draft.conversation, runs, draft.now), draft.now)


def keep_what_was_said(
    kit: Kit, draft: Draft, error: Exception, runs: Sequence[ToolRun] = ()
) -> tuple[str, ...]:
    """After a failed call: what was typed for memory, what tools had proved before it, and the
    error stay (R3, D3), no turn. Returns the lines that say what was kept."""
    # What a bug says may hold anything: its kind says enough.
    message = error.kept if isinstance(error, AssistantError) else "a bug"
    with kit.stores.transaction():
        gone = kit.memory.forgetter.forgotten_since(draft.since)
        draft, runs = _without_forgotten(kit, draft, runs, gone)
        proven = _apply_proofs(kit, draft, runs)
        changes = (*kit.memory.apply(draft.seen, draft.now), *proven)
        told = BLOT if gone and gone.tells(message) else message
        kit.stores.journal.record_error(
            ErrorRecord(draft.now, draft.conversation.id, type(error).__name__, told)
        )
        if isinstance(error, BudgetExceeded):
            kit.stores.journal.record(_refused(kit, draft, error))
    return notices.of_changes(changes, draft.language)


def _next_number(kit: Kit, draft: Draft, *, keep: bool) -> int:
    stored = kit.stores.conversations.get(draft.conversation.id) if keep else None
    return (stored or draft.conversation).turn_count + 1


def _turn(
    kit: Kit,
    draft: Draft,
    reply: Reply,
    number: int,
    gone: Traces | None,
    gave_way: Turn | None = None,
) -> Turn:
    """The turn's two rows; what this very message asks to forget is not written down again, nor
    what was forgotten meanwhile (``gone``). A row never has the id of one that gave way to it:
    what was worked out of that one is known by it."""
    count = kit.counter().count
    asked = kit.memory.to_be_forgotten(draft.seen)

    def tells(content: str) -> bool:
        return asked(content) or bool(gone and gone.tells(content))

    identity = f"{draft.conversation.id}/{number}"
    if gave_way is not None:
        identity = f"{gave_way.user.id.removesuffix('/user')}+"

    def row(author: Any, content: str) -> Message:
        return Message(
            id=f"{identity}/{author}",
            session_id=draft.conversation.id,
            turn_number=number,
            role=author,
            content=BLOT if tells(content) else content,
            timestamp=draft.now,
            token_count=count(content),
            semantic_continuity=draft.seen.continuity,
        )

    return Turn(
        number=number,
        user=row("user", draft.turn.said),
        reply=row("assistant", "" if reply.void else reply.text),
        shift=draft.seen.shift,
        state="failed" if reply.void else reply.state,
    )


def _store(
    kit: Kit, draft: Draft, turn: Turn, changes: tuple[MemoryChange, ...], reply: Reply
) -> None:
    """The conversation's row, renewed, and the turn's two (C1)."""
    stored = kit.stores.conversations.get(draft.conversation.id) or draft.conversation
    grown = history_tokens(stored) + turn.token_count + 2 * MESSAGE_OVERHEAD
    kit.stores.conversations.save(
        replace(
            stored,
            last_activity_at=later(draft.now, stored.last_activity_at),
            ended_at=None,
            metadata={
                **stored.metadata,
                "history_tokens": grown,
                "said": said_after(stored, changes, turn.number),
                "used_tools": sorted(draft.used_tools | _succeeded(reply)),
                "untyped": untyped_after(stored, turn, _untyped(kit, draft, turn)),
                **_titled(kit, draft, stored, turn),
            },
        )
    )
    kit.stores.conversations.append(turn)


def _titled(kit: Kit, draft: Draft, stored: Conversation, turn: Turn) -> Mapping[str, object]:
    """The title of the conversation as of this turn, for its metadata: of what was typed, and
    never of what was told to be remembered, which has its own place and may be forgotten."""
    known = title_in(stored.metadata)
    said = turn.user.content
    if known and (known.telling >= TELLING or known.turn == turn.number):
        return {}
    if BLOT in said or draft.seen.actions or not kit.config.memory.enabled:
        return {}
    spans = draft.turn.untyped_said
    if spans and said == draft.turn.said:
        said = "".join(_typed(said, spans)).strip() or said
    found = better(known, title(said, turn.number))
    return {KEY: tuple(found)} if found else {}


def _typed(text: str, spans: Sequence[Span]) -> Iterator[str]:
    """The parts of a text between those spans."""
    at = 0
    for start, end in spans:
        yield text[at:start]
        at = end
    yield text[at:]


def _untyped(kit: Kit, draft: Draft, turn: Turn) -> tuple[Span, ...]:
    """Where the stored message holds words that were not typed; all of it where what was blotted
    out moved them."""
    spans = draft.turn.untyped_said
    if not spans:
        return ()
    stored = kit.redactor.redact(turn.user.content)  # as the stores write it
    return spans if stored == draft.turn.said else ((0, len(stored)),)


def _succeeded(reply: Reply) -> set[str]:
    return {run.function_name for run in reply.runs if run.result.success}


def _requests(turn: Turn, reply: Reply, prompt: Prompt) -> tuple[Request, ...]:
    """What the turn sent, in order; a server that counts nothing leaves the reply's own size."""
    replied = reply.usage.completion_tokens or turn.reply.token_count
    return (*reply.earlier, Request(prompt, replace(reply.usage, completion_tokens=replied)))


def _metrics(draft: Draft, turn: Turn, reply: Reply, request: Request) -> TurnMetrics:
    """M1: what was sent, and what the same request would have weighed with the whole history."""
    asked = reply.source == "model" or reply.void
    prompt, usage = request.prompt, request.usage
    sections: dict[str, int] = {s.name: s.tokens for s in prompt.sections}
    remembered = sections["facts"] + sections["summaries"] + sections["window"]
    return TurnMetrics(
        session_id=draft.conversation.id,
        turn_number=turn.number,
        at=draft.now,
        source="model" if asked else reply.source,
        model=reply.model,
        prompt_tokens=prompt.tokens if asked else 0,
        completion_tokens=(usage.completion_tokens or 0) if asked else 0,
        full_history_tokens=prompt.tokens - remembered + history_tokens(draft.conversation),
        sections=sections,
        server_prompt_tokens=usage.prompt_tokens,
        role=draft.conversation.role,
        alert=alert_of(request) if asked else None,
    )


def _refused(kit: Kit, draft: Draft, error: BudgetExceeded) -> TurnMetrics:
    """A request that was never sent, for its alert (M2)."""
    return TurnMetrics(
        session_id=draft.conversation.id,
        turn_number=_next_number(kit, draft, keep=True),
        at=draft.now,
        source="model",
        model=kit.model_name(),
        prompt_tokens=0,
        completion_tokens=0,
        full_history_tokens=0,
        role=draft.conversation.role,
        alert=error.kept,
    )


def alert_of(request: Request) -> str | None:
    """M2: what the prompt would have weighed had nothing given way, or what the server counted,
    where that is over the budget."""
    prompt, theirs = request.prompt, request.usage.prompt_tokens or 0
    if theirs > prompt.budget:
        return f"the server counted {theirs:,} tokens of {prompt.budget:,}"
    if prompt.wanted <= prompt.budget:
        return None
    gone = dict.fromkeys(drop.section for drop in prompt.drops)
    gave = f": {', '.join(gone)} gave way" if gone else ""
    return f"the prompt would have taken {prompt.wanted:,} tokens of {prompt.budget:,}{gave}"


def history_tokens(conversation: Conversation) -> int:
    """What every turn of the conversation so far would weigh in a prompt, word for word."""
    return int(conversation.metadata.get("history_tokens", 0))


def _result(
    draft: Draft,
    reply: Reply,
    prompt: Prompt,
    metrics: Sequence[TurnMetrics],
    used: tuple[str, ...],
    changes: tuple[MemoryChange, ...],
    confirmed: tuple[str, ...],
) -> TurnResult:
    said = tuple(say(key, draft.language) for key in reply.notices)
    last = metrics[-1]
    return TurnResult(
        text=reply.text,
        source=reply.source,
        model=reply.model,
        session=draft.conversation.id,
        turn=last.turn_number,
        shift=draft.seen.shift,
        continuity=draft.seen.continuity,
        prompt_tokens=last.prompt_tokens,
        completion_tokens=sum(m.completion_tokens for m in metrics),
        sections=last.sections,
        facts_used=used,
        notices=(
            *reply.remarks,
            *prompt.notices,
            *said,
            *notices.of_changes(changes, draft.language),
            *notices.of_confirmed(confirmed, draft.language),
        ),
        memory_changes=changes,
        tools=reply.runs,
        state=reply.state,
    )
