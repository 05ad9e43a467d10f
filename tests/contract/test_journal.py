from __future__ import annotations

from assistant.records import ErrorRecord
from assistant.storage.base import Stores
from tests.contract.samples import NOW, later, metrics, run, undone


def test_M1_measures_come_back_oldest_first(stores: Stores) -> None:
    late = metrics(
        2,
        server_prompt_tokens=912,
        role="coach",
        alert="over 3,000",
        strategies=("reduce_domain_context", "summarise"),
    )
    early, other = metrics(1), metrics(3, session_id="default:ana:2", source="cache")
    for recorded in (late, early, other):
        stores.journal.record(recorded)
    assert stores.journal.metrics() == [early, late, other]
    assert stores.journal.metrics(session_id="default:ana:1") == [early, late]
    assert stores.journal.metrics(since=late.at) == [late, other]
    assert stores.journal.metrics(session_id="default:ana:1", since=later(hours=1)) == []


def test_D3_the_last_error_is_that_of_its_conversation(stores: Stores) -> None:
    errors = [
        ErrorRecord(later(minutes=n), session, "model", f"failed {n}")
        for n, session in enumerate(("a", "b", "a", None))
    ]
    for error in errors:
        stores.journal.record_error(error)
    assert stores.journal.last_error("a") == errors[2]
    assert stores.journal.last_error("b") == errors[1]
    assert stores.journal.last_error(None) == errors[3]
    assert stores.journal.last_error("c") is None
    assert stores.journal.errors() == errors
    assert stores.journal.errors(since=later(minutes=2)) == errors[2:]
    assert stores.journal.errors(since=NOW.replace(year=2030)) == []


def test_T10_what_tools_did_comes_back_oldest_first_and_goes(stores: Stores) -> None:
    late = run(3, outcome="RATE_LIMIT", tool="")
    early, cached = run(1), run(1, milliseconds=0.0, cached=True)
    other = run(2, session_id="default:ana:2", outcome="EXECUTION_ERROR")
    stores.journal.record_runs([late, early, cached])
    stores.journal.record_runs([other])
    stores.journal.record_runs([])
    assert stores.journal.runs() == [early, cached, other, late]
    assert stores.journal.runs(session_id="default:ana:1") == [early, cached, late]
    assert stores.journal.runs(since=other.at) == [other, late]
    with undone(stores):
        stores.journal.record_runs([run(4)])
    assert stores.journal.sweep_runs(other.at) == 2
    assert stores.journal.runs() == [other, late]
