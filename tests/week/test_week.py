"""The notation of a day, what its lines expect, and the first days of each life."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.records import Fact, TurnMetrics
from tests.week.__main__ import FOLDER, LIVES, MEAN, live, report
from tests.week.checks import (
    OF_PROFILE,
    Lasting,
    Outcome,
    check,
    check_request,
    erased_words,
    files_with,
)
from tests.week.life import BUDGET, Tally
from tests.week.script import Expectation, Misspelt, days_of, read

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
DAY = """# She wakes up.
@ +1 days 08:05
1$ assistant chat
> my van is blue
< A fine colour.
  noted: blue / azul
  wish always: van
2> forget my van
  forgot: van
  answers: y
$ cat list.txt | assistant ask "how many?"
  status: 0
! the model is down
> hello?
  killed: mid-reply
"""


def fact(text: str, identity: str = "a") -> Fact:
    return Fact(identity, "personal", text, "high", "explicit", AT, AT)


LEARNED = {"style": ["swing"], "favourites": ["GGAL", "BTC/USD"], "preferences": ["broker: Cocos"]}


def learned(**fields: list[str]) -> Outcome:
    """A step after which the profile is ``LEARNED`` but for those fields, and before which it was
    ``LEARNED``."""
    return replace(outcome(), learned_before=LEARNED, learned={**LEARNED, **fields})


def outcome(before: tuple[Fact, ...] = (), after: tuple[Fact, ...] = (), said: str = "") -> Outcome:
    system = f"rules\n\n<memory>\nUser said:\n{said}\nEarlier turns:\nthe moon\n</memory>"
    messages = ({"role": "system", "content": system}, {"role": "user", "content": "and now?"})
    sections = {"facts": 40, "trading.now": 12, "trading.profile": 0}
    spent = TurnMetrics("s", 1, AT, "model", "m", 900, 10, 2000, sections=sections)
    return Outcome("noted: it", before, after, messages, (spent,), 0)


def why_not(line: str, seen: Outcome, lasting: Lasting | None = None) -> str:
    kind, _, words = line.partition(": ")
    return check(Expectation(kind, words, "here:1"), seen, lasting or Lasting())


def test_a_day_is_read_line_by_line() -> None:
    clock, opened, typed, second, shell, fault, killed = read("monday", DAY).steps
    assert (clock.kind, clock.days, clock.text) == ("clock", 1, "08:05")
    assert (opened.kind, opened.terminal, opened.text) == ("open", 1, "assistant chat")
    assert (typed.kind, typed.reply) == ("type", "A fine colour.")
    assert [(str(e), e.when) for e in typed.expected] == [
        ("noted: blue / azul", "always"),
        ("always: van", "wish"),
    ]
    assert typed.expected[0].place == "monday:6"
    assert (second.terminal, second.manner("answers")) == (2, "y")
    assert [str(e) for e in second.expected] == ["forgot: van"]
    assert shell.kind == "shell"
    assert fault.kind == "fault"
    assert (killed.text, killed.manner("killed")) == ("hello?", "mid-reply")


@pytest.mark.parametrize("line", ["hello", "  noted: x", "@ noon", "> x\n  notted: y"])
def test_what_means_nothing_is_refused_with_its_place(line: str) -> None:
    with pytest.raises(Misspelt, match=r"monday:\d"):
        read("monday", line)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_life_has_seven_days_of_40_turns_and_a_day_long_after(language: str) -> None:
    *week, long_after = days_of(FOLDER / language)
    assert len(week) == 7
    for day in week:
        assert sum(step.kind in ("type", "shell") for step in day.steps) >= 40, day.name
    assert any(step.days > 90 for step in long_after.steps)
    steps = [step for day in week for step in day.steps]
    assert {step.manner("killed") for step in steps} == {"", "mid-reply", "mid-write"}
    assert {step.terminal for step in steps} == {0, 1, 2}
    assert any(step.kind == "fault" for step in steps)


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("noted: blue / azul", outcome((), (fact("The van is BLUE"),))),
        ("noted nothing", outcome((fact("x"),), (fact("x"),))),
        ("replaced: blue", outcome((fact("blue"),), (replace(fact("blue"), retired_at=AT),))),
        ("forgot: blue", outcome((fact("blue"),), ())),
        ("confirmed: blue", outcome((fact("blue"),), (replace(fact("blue"),
                            last_confirmed_at=AT.replace(year=2027)),))),
        ("says: noted:  it", outcome()),
        ("knows: moon", outcome()),
        ("recalls: blue", outcome(said="van is blue")),
        ("knows not: moon", outcome()),
        ("sent not: rules", outcome()),
        ("source: cache / model", outcome()),
        ("status: 0", outcome()),
    ],
)  # fmt: skip
def test_each_expectation_holds_of_what_it_describes_and_of_nothing_else(
    line: str, seen: Outcome
) -> None:
    assert why_not(line, seen) == ""
    other = Outcome("", (), (fact("y", "b"),), ({"role": "system", "content": "<memory>moon"},))
    said = replace(other, messages=outcome(said="the moon, rules").messages)
    wrong = said if line.startswith(("knows not", "recalls", "sent not")) else other
    if line == "sent not: rules":
        wrong = outcome(said="rules")
    assert why_not(line, wrong) != "" or line == "knows: moon"


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("profile: style = day / swing", {"style": ["long_term"]}),
        ("profile: preferences = broker: Cocos", {"preferences": ["broker: Balanz"]}),
        ("profile not: style = scalping", {"style": ["scalping"]}),
        ("favourite: GGAL", {"favourites": ["GGALX"]}),
        ("not favourite: TSLA", {"favourites": ["TSLA"]}),
    ],
)
def test_K5_what_a_profile_has_to_hold_is_told_by_field(
    line: str, wrong: dict[str, list[str]]
) -> None:
    assert why_not(line, learned()) == ""
    assert why_not(line, learned(**wrong)) != ""


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("section: trading.now", "section: trading.profile"),
        ("section not: trading.profile", "section not: facts"),
    ],
)
def test_K3_the_sections_of_a_request_are_told_by_their_tokens(line: str, other: str) -> None:
    assert why_not(line, outcome()) == ""
    assert why_not(other, outcome()) != ""
    assert why_not(line, replace(outcome(), measured=())) != ""


def test_K5_what_was_unlearned_may_be_in_no_later_request() -> None:
    lasting = Lasting()
    line = "unlearned: preferences = Cocos"
    assert why_not(line, learned(), lasting) != ""
    assert not lasting.erased
    assert why_not(line, learned(preferences=[]), lasting) == ""
    names = {n: why for n, why, _ in check_request(outcome(said="uses Cocos"), lasting, BUDGET)}
    assert [n for n, why in names.items() if why] == ["erased: Cocos"]
    assert why_not("unlearned: style = day", learned(style=[]), lasting) != ""  # never was


def test_nothing_is_replaced_where_every_fact_lives() -> None:
    assert why_not("replaced nothing", outcome((fact("blue"),), (fact("blue"),))) == ""
    retired = replace(fact("blue"), retired_at=AT)
    assert "blue" in why_not("replaced nothing", outcome((fact("blue"),), (retired,)))


def test_the_words_that_go_with_a_value_are_the_value_alone() -> None:
    assert erased_words(Expectation("unlearned", "notes = a house", "here:1")) == "a house"
    assert erased_words(Expectation("forgot", "a = b", "here:1")) == "a = b"


def test_the_mean_of_a_life_is_that_of_all_its_prompts() -> None:
    tally = Tally(lambda _: None, tokens={"monday": [1000], "tuesday": [2000, 3000], "sunday": []})
    assert tally.mean == 2000
    assert Tally(lambda _: None).mean == 0


@pytest.mark.parametrize("name", [name for name, lived in LIVES.items() if lived.pack])
def test_K1_a_week_with_a_pack_has_days_of_12_to_18_messages(name: str) -> None:
    week = days_of(FOLDER / name)
    assert len(week) == 7
    for day in week:
        assert 12 <= sum(step.kind == "type" for step in day.steps) <= 18, day.name
    steps = [step for day in week for step in day.steps]
    kinds = {expected.kind for step in steps for expected in step.expected}
    assert {*OF_PROFILE, "section", "section not"} <= kinds
    assert {"/state", "/profile"} <= {step.text for step in steps}
    assert any(step.text.startswith("assistant profile forget") for step in steps)


def test_what_was_replaced_or_forgotten_may_be_in_no_later_request() -> None:
    lasting = Lasting()
    why_not(
        "replaced: blue", outcome((fact("blue"),), (replace(fact("blue"), retired_at=AT),)), lasting
    )
    why_not("forgot: Crispin", outcome((fact("Crispin"),), ()), lasting)
    why_not("always: moon", outcome(), lasting)
    names = {n: why for n, why, _ in check_request(outcome(said="van is blue"), lasting, BUDGET)}
    assert [n for n, why in names.items() if why] == ["superseded: blue"]
    names = {n: why for n, why, _ in check_request(outcome(said="ask Crispin"), lasting, 800)}
    assert [n for n, why in names.items() if why] == ["at most 800 tokens", "erased: Crispin"]


def test_forgotten_words_are_looked_for_in_every_encoding(tmp_path: Path) -> None:
    for name, data in (
        ("a", "CAÑÓN".encode()),
        ("b", b'"ca\\u00f1\\u00f3n"'),
        ("c", "cañón".encode("utf-16-le")),
        ("d", b"canon"),
    ):
        (tmp_path / name).write_bytes(data)
    assert sorted(files_with("x y / cañón", tmp_path)) == ["a", "b", "c"]


@pytest.mark.heavy
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_first_two_days_of_a_life(language: str, tmp_path: Path) -> None:
    """With a scripted model; ``python -m tests.week`` lives the whole of it with the embedded."""
    tally = live(language, tmp_path, scripted=True, days=2, tell=lambda _: None)
    assert not tally.failed, report(tally, 0)
    assert tally.turns > 70
    assert (tmp_path / "stats.html").stat().st_size > 1000


@pytest.mark.heavy
@pytest.mark.slow
def test_K5_the_first_two_days_of_a_life_with_a_pack(tmp_path: Path) -> None:
    """With a scripted model; the rest of it and its other language are lived by ``make week``."""
    tally = live("trader-es", tmp_path, scripted=True, days=2, tell=lambda _: None)
    assert not tally.failed, report(tally, 0)
    assert tally.turns > 20
    assert 0 < tally.mean < MEAN
