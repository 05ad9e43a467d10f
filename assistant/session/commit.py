"""One transaction keeps a turn: its rows, what it changed in memory, and its measures (A5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.errors import AssistantError, BudgetExceeded, TryAgainLater, Unsettled
from assistant.memory.base import MemoryChange
from assistant.memory.engine.base import Written
from assistant.memory.traces import Traces
from assistant.messages import say
from assistant.prompt.base import Prompt
from assistant.records import ErrorRecord, Turn, TurnMetrics
from assistant.secrets import BLOT
from assistant.session import notices, ready
from assistant.session.base import Reply, TurnResult
from assistant.session.measures import measured, ran, refused, requests_of
from assistant.session.rows import is_stored, next_number, store, take_back, turn_of
from assistant.session.services import Services
from assistant.session.turn import Draft
from assistant.storage.base import FactUse

if TYPE_CHECKING:
    from assistant.tools.calls import ToolRun


def commit(
    services: Services,
    draft: Draft,
    reply: Reply,
    prompt: Prompt,
    *,
    keep: bool,
    written: Written | None = None,
) -> TurnResult:
    """The turn, kept; once more where another program took its number meanwhile
    (``Services.tries``). Raises Unsettled where nobody can tell whether it was."""
    for tried in range(1, services.tries + 1):
        with suppress(*(TryAgainLater,) if tried < services.tries else ()):
            return _commit(services, draft, reply, prompt, keep=keep, written=written)
    raise AssertionError("the last try returns or raises")


def _commit(
    services: Services,
    draft: Draft,
    reply: Reply,
    prompt: Prompt,
    *,
    keep: bool,
    written: Written | None,
) -> TurnResult:
    """One transaction: the turn, what it changed in memory, the window's leftovers, the measures.

    With ``keep`` False (one-shot, R2) no dialogue is stored; facts and measures are. ``written``
    gives the summaries that the model wrote. What was forgotten since the turn began, in whatever
    program, is told to the person who watched it stream, and written nowhere (F7).
    """
    kept: list[Turn] = []
    with _settled(services, kept):
        gone = services.memory.forgetter.forgotten_since(draft.since)
        draft, runs = _without_forgotten(services, draft, reply.runs, gone)
        gave_way = take_back(services, draft) if keep and draft.instead_of else None
        turn = turn_of(
            services, draft, reply, next_number(services, draft, keep=keep), gone, gave_way
        )
        confirmed = _confirm(services, draft, runs) if keep else ()
        disclaimed: tuple[str, ...] = ()
        if packs := services.packs():
            disclaimed = packs.disclaim(runs, draft.conversation, draft.language, keep=keep)
            if keep:
                packs.keep(draft.conversation, draft.turn, draft.now, gone)
        proven = _apply_proofs(services, draft, runs)
        changes = (*services.memory.apply(draft.seen, draft.now), *proven)
        if keep:
            store(services, draft, turn, changes, reply)
            kept.append(turn)
            services.memory.slide(
                draft.conversation, draft.seen, draft.now, pressed=prompt.pressed, written=written
            )
        metrics = [
            measured(services, draft, turn, reply, r) for r in requests_of(turn, reply, prompt)
        ]
        for request in metrics:
            services.stores.journal.record(request)
        services.stores.journal.record_runs(ran(draft, reply.runs, turn.number))
        used = _used(reply, prompt)
        services.stores.facts.record_uses(
            FactUse(fact_id, draft.conversation.id, turn.number, draft.now) for fact_id in used
        )
        if gone is None:
            _keep_answer(services, draft, turn, reply, prompt)
        if keep:
            services.kept(turn)
    reply = replace(reply, remarks=(*reply.remarks, *disclaimed))
    if gone is not None and _told(gone, draft, reply):
        reply = replace(reply, notices=(*reply.notices, "memory.forgotten_meanwhile"))
    if any(change.kind == "forgotten" for change in changes) and _is_owed(services):
        reply = replace(reply, notices=(*reply.notices, "memory.forgotten_later"))
    return _result(draft, reply, prompt, metrics, used, changes, confirmed)


def _is_owed(services: Services) -> bool:
    """Whether bytes are left of what was forgotten; where nobody answers, there may be."""
    try:
        return services.stores.erasures.pending()
    except AssistantError:
        return True


@contextmanager
def _settled(services: Services, kept: Sequence[Turn]) -> Iterator[None]:
    """A transaction of which it is known, as far as can be, whether it was committed: where the
    connection broke at that moment, the turn that it ``kept`` is looked for."""
    try:
        with services.stores.transaction():
            yield
    except Unsettled as broken:
        try:
            there = [is_stored(services, turn) for turn in kept]
        except AssistantError:
            raise broken from None
        if not there:
            raise
        if not all(there):
            raise TryAgainLater(broken.message, "It was not written: repeat it.") from broken


def _used(reply: Reply, prompt: Prompt) -> tuple[str, ...]:
    """The facts that the reply rests on."""
    if reply.facts is not None:
        return reply.facts
    return tuple(c.id for c in prompt.considered if c.decision == "in")


def _without_forgotten(
    services: Services, draft: Draft, runs: Sequence[ToolRun], gone: Traces | None
) -> tuple[Draft, Sequence[ToolRun]]:
    """The turn without the changes that would write what was forgotten while it lasted; what the
    tools kept of it for a later call goes too."""
    if gone is None:
        return draft, runs
    services.memory.forgetter.erase_results(gone.tells)
    kept = [r for r in runs if not (r.remembered and gone.tells(r.remembered.text))]
    return replace(draft, seen=services.memory.without_forgotten(draft.seen, gone)), kept


def _told(gone: Traces, draft: Draft, reply: Reply) -> bool:
    """Whether the turn held some of what was forgotten."""
    return gone.tells(draft.turn.said) or gone.tells(reply.text)


def _keep_answer(
    services: Services, draft: Draft, turn: Turn, reply: Reply, prompt: Prompt
) -> None:
    """For the same question asked again (A2, A4); what this message corrects goes instead."""
    services.answers.hear(draft.conversation.id, draft.turn.text, turn.number, draft.now)
    leaning = draft.seen.scene.decision.reason == "follow-up"
    plain = not draft.seen.actions and not draft.seen.reading.secrets
    if plain and not leaning and not draft.format_instructions:
        told = {c.id: c.fact for c in prompt.considered if c.decision == "in"}
        said = map(services.stores.facts.get, draft.seen.recent_facts)
        told.update((fact.id, fact.fact) for fact in said if fact)
        ready.keep(
            services, draft.conversation, draft.turn, reply, turn.number, told, prompt, draft.now
        )


def _confirm(services: Services, draft: Draft, runs: Sequence[ToolRun]) -> tuple[str, ...]:
    """What the person confirmed in words, and the side effects that they allowed and that are
    proved, become structured state (C8, T8)."""
    proofs = [
        run.remembered.text
        for run in runs
        if run.side_effect and run.result.success and run.remembered
    ]
    if not proofs and not draft.seen.confirmed:
        return ()
    return services.memory.confirm(draft.conversation, draft.seen, proofs, draft.now)


def _apply_proofs(
    services: Services, draft: Draft, runs: Sequence[ToolRun]
) -> tuple[MemoryChange, ...]:
    """What tools proved to have changed (F2's exception)."""
    if not any(run.remembered for run in runs):
        return ()
    from assistant.session.tool_facts import proven_by

    return services.memory.facts.apply(
        proven_by(services, draft.conversation, runs, draft.now), draft.now
    )


def keep_what_was_said(
    services: Services, draft: Draft, error: Exception, runs: Sequence[ToolRun] = ()
) -> tuple[str, ...]:
    """After a failed call: what was typed for memory, what tools had proved before it, and the
    error stay (R3, D3), no turn. Returns the lines that say what was kept."""
    # What a bug says may hold anything: its kind says enough.
    message = error.kept if isinstance(error, AssistantError) else "a bug"
    with services.stores.transaction():
        gone = services.memory.forgetter.forgotten_since(draft.since)
        draft, runs = _without_forgotten(services, draft, runs, gone)
        proven = _apply_proofs(services, draft, runs)
        changes = (*services.memory.apply(draft.seen, draft.now), *proven)
        told = BLOT if gone and gone.tells(message) else message
        services.stores.journal.record_error(
            ErrorRecord(draft.now, draft.conversation.id, type(error).__name__, told)
        )
        services.stores.journal.record_runs(ran(draft, runs, 0))
        if isinstance(error, BudgetExceeded):
            services.stores.journal.record(
                refused(services, draft, next_number(services, draft, keep=True), error)
            )
    return notices.of_changes(changes, draft.language)


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
        budget=prompt.budget,
    )
