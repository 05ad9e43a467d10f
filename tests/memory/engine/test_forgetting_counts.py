"""F5: what is told of forgetting counts what the person knew of, not its earlier versions."""

from __future__ import annotations

from pathlib import Path

from assistant import Assistant


def test_F5_a_fact_that_was_changed_before_counts_once(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        assistant.remember("the rent is 1450 a month")
        assistant.observe("the rent is 1600 a month now", "ok")
        [rent] = [fact for fact in assistant.facts() if fact.state == "active"]
        assert "1600" in rent.fact
        result = assistant.observe("forget about the rent", "ok")
        [gone] = [change for change in result.memory_changes if change.kind == "forgotten"]
        assert gone.fact_ids == (rent.id,)
        assert not assistant.facts()
