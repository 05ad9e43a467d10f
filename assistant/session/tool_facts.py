"""The one way from a tool to the memory: a verifiable change of state that the tool declares (F2).

Nothing else of a result is ever read for facts (F3): not its text, not what it asks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from assistant.characters import one_line
from assistant.memory.base import Action, Add, Confirm, Refuse
from assistant.memory.engine.facts import new_id
from assistant.memory.plan.statements import repeats
from assistant.memory.signals import read
from assistant.records import Conversation, Fact
from assistant.session.services import Services
from assistant.tools.calls import ToolRun


def proven_by(
    services: Services, conversation: Conversation, runs: Sequence[ToolRun], now: datetime
) -> list[Action]:
    """What successful runs prove, as actions: source inferred, confidence medium.

    A secret is refused (F4), a known fact confirmed, a forgotten one left forgotten.
    """
    if not services.config.memory.enabled:
        return []
    actions: list[Action] = []
    known = (
        services.stores.facts.all(role=conversation.role) if any(r.remembered for r in runs) else []
    )
    for run in runs:
        if run.remembered is None or not run.result.success:
            continue
        text = one_line(run.remembered.text)
        reading = read(text)
        reason = f"a result of {run.tool}"
        same = next((f for f in known if repeats(text, f.fact, reading.language)), None)
        if reading.secrets:
            actions.append(Refuse("secret", reading.secrets[0].kind))
        elif same is not None:
            actions.append(Confirm(same.id, reason))
        elif text and not services.memory.forgetter.is_forgotten(text):
            fact = Fact(
                new_id(),
                run.remembered.domain,
                text,
                "medium",
                "inferred",
                now,
                now,
                role=conversation.role,
                language=reading.language,
            )
            actions.append(Add(fact, reason))
    return actions
