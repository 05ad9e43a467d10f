"""What is remembered of a person, over HTTP: facts, profiles, and what a turn rested on."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any

from annotated_types import Len
from pydantic import BaseModel, ConfigDict, StrictStr, ValidationError

from assistant.errors import UsageError
from assistant.limits import FACT
from assistant.records import RunRecord, TurnMetrics
from assistant.server import naming
from assistant.server.errors import PERMISSION, ApiError, invalid, not_found
from assistant.server.homes import OpenHome
from assistant.session.facts import FactView

PAGE, LARGEST_PAGE = 100, 1000


class NewFact(BaseModel):
    """The body that adds a fact."""

    model_config = ConfigDict(extra="forbid")
    text: Annotated[StrictStr, Len(1, FACT.value)]
    domain: StrictStr | None = None


def read_fact(document: object) -> NewFact:
    """Raises ApiError (400)."""
    try:
        return NewFact.model_validate(document)
    except ValidationError as error:
        first = error.errors()[0]
        param = ".".join(map(str, first["loc"])) or None
        raise invalid(f"{param or 'The body'}: {first['msg']}", param) from None


def facts(home: OpenHome, after: str = "", limit: int = PAGE) -> dict[str, Any]:
    """Every fact but the forgotten, oldest first, from the one behind ``after`` on."""
    views = home.app.facts.all()
    ids = [view.id for view in views]
    if after and after not in ids:
        raise not_found("There is no such fact", "fact_not_found")
    start = ids.index(after) + 1 if after else 0
    page = views[start : start + limit]
    more = start + limit < len(views)
    return {"object": "list", "data": [as_fact(view) for view in page], "has_more": more}


def fact(home: OpenHome, identity: str) -> dict[str, Any]:
    """One fact. Raises ApiError (404)."""
    found = home.app.stores.facts.get(identity)
    if found is None:
        raise not_found("There is no such fact", "fact_not_found")
    return as_fact(home.app.facts.view(found))


def add(home: OpenHome, new: NewFact, *, typed: bool) -> dict[str, Any]:
    """Keep a fact on purpose. What nobody typed writes no memory (X4)."""
    if not typed:
        message = "What was not typed by the person writes no memory"
        raise ApiError(403, message, kind=PERMISSION, code="not_typed")
    try:
        return as_fact(home.app.facts.add(new.text, new.domain))
    except UsageError as error:
        raise invalid(str(error), "domain" if new.domain else "text") from None


def confirm(home: OpenHome, identity: str) -> dict[str, Any]:
    """Still true: its age begins again (F7). Raises ApiError (404)."""
    fact(home, identity)
    try:
        return as_fact(home.app.facts.confirm(identity))
    except UsageError as error:
        raise invalid(str(error), "id") from None


def forget(home: OpenHome, identity: str) -> dict[str, Any]:
    """Forget for good; afterwards the bytes are in no file, ``owed`` while another process keeps
    some from going. Raises ApiError (404)."""
    fact(home, identity)
    home.app.facts.forget([identity])
    owed = home.app.facts.is_owed
    return {"id": identity, "object": "fact.deleted", "deleted": True, "owed": owed}


def profile(home: OpenHome) -> dict[str, Any]:
    """What each pack has learned of the person."""
    profiles, now = home.app.profiles, home.app.now()
    found = {pack.name: profiles.values(pack.name, now) for pack in profiles.packs}
    return {"object": "profile", "packs": found}


def why(home: OpenHome, turn: str, conversation: str = "") -> dict[str, Any]:
    """What a turn sent and rested on, and for a day what its tools did: by its completion's id, or
    by its number in a conversation. Raises ApiError (404)."""
    answered = naming.answered(home, turn)
    if answered is not None:
        conversation, number = answered.conversation, answered.number
    else:
        number = int(turn) if turn.isdecimal() and turn.isascii() and len(turn) < 10 else 0
    found = naming.by_id(home, conversation) if conversation and number else None
    metrics = home.app.stores.journal.metrics(session_id=found.id) if found else []
    own = [m for m in metrics if m.turn_number == number]
    runs = home.app.stores.journal.runs(session_id=found.id) if own and found else []
    if found is None or not own:
        raise not_found("There is no such turn", "turn_not_found")
    return {
        "object": "turn.why",
        "conversation": conversation,
        "turn": number,
        "requests": [_request(m) for m in own],
        "facts_used": _used(home, conversation, number),
        "tools": [_run(run) for run in runs if run.turn_number == number],
    }


def as_fact(view: FactView) -> dict[str, Any]:
    """The fields of ``facts list --json``."""
    plain = asdict(view)
    told = {k: v.isoformat() if isinstance(v, datetime) else v for k, v in plain.items()}
    return {"object": "fact", **told}


def _request(metrics: TurnMetrics) -> dict[str, Any]:
    return {
        "at": metrics.at.isoformat(),
        "source": metrics.answered_by,
        "model": metrics.model,
        "prompt_tokens": metrics.prompt_tokens,
        "completion_tokens": metrics.completion_tokens,
        "server_prompt_tokens": metrics.server_prompt_tokens,
        "full_history_tokens": metrics.full_history_tokens,
        "sections": dict(metrics.sections),
        "strategies": list(metrics.strategies),
    }


def _run(run: RunRecord) -> dict[str, Any]:
    return {
        "tool": run.tool,
        "outcome": run.outcome,
        "milliseconds": run.milliseconds,
        "cached": run.cached,
    }


def _used(home: OpenHome, conversation: str, number: int) -> list[dict[str, str]]:
    stored = home.app.stores.facts
    return [
        {"id": each.id, "fact": each.fact}
        for each in stored.all(retired=True)
        if any(
            (u.session_id, u.turn_number) == (conversation, number) for u in stored.uses(each.id)
        )
    ]
