"""Over random sequences of facts and questions: a changed fact never meets an old answer (A2)."""

from __future__ import annotations

import tempfile
from datetime import timedelta
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant import Assistant
from tests.clock import Clock

QUESTIONS = ("where is my server?", "what is my server?", "how do I reach my server")
PLACES = ("Madrid", "Lima", "Oslo")
Step = tuple[str, str]
steps = st.lists(
    st.one_of(
        st.tuples(st.just("state"), st.sampled_from(PLACES)),
        st.tuples(st.just("forget"), st.just("")),
        st.tuples(st.just("ask"), st.sampled_from(QUESTIONS)),
        st.tuples(st.just("wait"), st.sampled_from(("1", "30"))),
    ),
    min_size=2,
    max_size=8,
)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps)
def test_A2_a_changed_fact_never_meets_an_old_answer(taken: list[Step]) -> None:
    clock = Clock()
    with (
        tempfile.TemporaryDirectory() as folder,
        Assistant.open(home=Path(folder), clock=clock) as a,
    ):
        truth, state, answered = 0, "", clock.now
        for kind, value in taken:
            if kind == "state":
                _forget_all(a)
                a.remember(f"the server is in {value}")
                truth, state = truth + 1, value
            elif kind == "forget":
                truth, state = truth + _forget_all(a), ""
            elif kind == "wait":
                clock.now += timedelta(hours=int(value))
            else:
                reuse = a.preview(value).reuse
                if reuse is not None:
                    assert reuse.text == f"{truth}: {state}"
                    assert clock.now - answered < timedelta(hours=25 * len(taken))
                a.observe(value, f"{truth}: {state}")
                answered = clock.now
                a.end_conversation()


def _forget_all(a: Assistant) -> bool:
    """Whether there was anything to forget."""
    live = [f.id for f in a.facts() if f.state == "active"]
    if live:
        a._app.facts.forget(live)
    return bool(live)
