"""The pack holds what it promises, and a home can use it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from assistant_evil import PACK, after, hints, things, told

from assistant import Assistant
from assistant.packs import Moment
from assistant.packs.checking import problems

NOW = datetime(2026, 1, 30, 9, 0, tzinfo=UTC)
FOLDER = Path(__file__).parent.parent


def moment(state: dict, text: str = "") -> Moment:
    return Moment(text=text, language="en", now=NOW, state=state)


def test_the_pack_is_whole() -> None:
    assert problems(PACK) == []


def test_a_result_changes_the_state_and_reading_does_not() -> None:
    one = after({}, "evil.add", {}, {"thing": "lamp", "count": 2})
    assert after(one, "evil.count", {}, {"thing": "lamp", "count": 9}) == one
    two = after(one, "evil.add", {}, {"thing": "lamp", "count": 1})
    assert told(moment(two)) == ["lamp: 3"]
    assert things(moment(two)) == ["lamp: 3"]


def test_the_prompt_is_told_where_it_matters(tmp_path: Path) -> None:
    config = f'[packs]\non = ["evil"]\nfolders = ["{FOLDER.as_posix()}"]\n'
    (tmp_path / "config.toml").write_text(config)
    with Assistant.open(home=tmp_path) as assistant:
        about = {s.name: s.items for s in assistant.preview("how many things are there?").sections}
        other = {s.name for s in assistant.preview("what time is it?").sections}
    assert any(line.endswith(hints(moment({}))[0]) for line in about["evil.hints"])
    assert "evil.hints" not in other
