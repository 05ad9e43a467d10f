"""The local summary: keys and values in the turns' own words, at most 50 tokens, no prose."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.memory.segments.archive import leaving_groups, wording_of
from assistant.prompt.sections import summary_line
from assistant.records import Segment
from tests.bounds import assert_linear
from tests.memory.segments.samples import ENGLISH, SPANISH, Pairs, segment, size, turns

CHATS = Path(__file__).parents[4] / "shared" / "eval" / "prefeval" / "inter_turns.json"

PIECES = st.sampled_from(
    [
        "decidimos usar Postgres 16 el 20 de junio de 2026. ",
        "We settled on $1,200 for 3 servers. ",
        "¿y si falla la réplica? ",
        "queda pendiente el logo de Ana García. ",
        "```python\ndef run_migration(x):\n    return x\n```\n",
        "| plan | precio |\n|---|---|\n| Pro | 14,50 € |\n",
        "- **uno** con `pg_dump --all`\n",
        "see https://www.example.com/a/b?c=1 now ",
        "not working at 10:45! ",
        "漢字かな交じり文。",
        "🧠🧠 ",
        "dale, vamos con eso ",
        "x" * 300 + " ",
        "Dr. O'Neill's e-mail v2.3.1 ",
    ]
)
TEXTS = st.one_of(
    st.text(max_size=200), st.lists(PIECES, max_size=8).map("".join), st.just(""), PIECES
)
EXCHANGES = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=3)


def _said(pairs: Pairs) -> str:
    return " ".join(text for pair in pairs for text in pair)


def _words(text: str) -> list[str]:
    """Words and numbers; each character of CJK, since nothing parts its words."""
    cjk = "\u2e80-\u9fff\uac00-\ud7af"
    return re.findall(rf"[^\W_{cjk}]+|[{cjk}]", text.lower())


def _check(segment: Segment, said: str) -> None:
    """Within its room, and nothing in it that the turns lack."""
    assert segment.token_count == size(segment) <= 50
    held = set(_words(said))
    assert [word for word in _words(wording_of(segment)) if word not in held] == []
    assert segment.topic


@settings(max_examples=150, deadline=None)
@given(EXCHANGES)
def test_S1_S2_no_summary_says_what_was_not_said_or_takes_over_50_tokens(pairs: Pairs) -> None:
    _check(segment(pairs), _said(pairs))


@settings(max_examples=30, deadline=None)
@given(EXCHANGES)
def test_S1_the_same_turns_give_the_same_summary(pairs: Pairs) -> None:
    assert segment(pairs) == segment(pairs)


@pytest.mark.parametrize("pairs", [*SPANISH.values(), *ENGLISH.values()])
def test_S1_no_value_is_prose(pairs: Pairs) -> None:
    made = segment(pairs)
    values = (made.topic, made.outcome, *made.decisions, *made.open_questions)
    assert all(len(value.split()) <= 15 for value in values)
    assert not any(re.search(r"[.!?] \w", value) for value in (*values, *made.discussed))
    assert (
        made.language == ("es" if pairs in SPANISH.values() else "en") or pairs == ENGLISH["small"]
    )


@pytest.mark.parametrize(
    ("pairs", "kept"),
    [
        (SPANISH["kubernetes"], ["768Mi", "560m"]),
        (SPANISH["facturas"], ["4 workers", "wkhtmltopdf"]),
        (SPANISH["ci"], ["NODE_OPTIONS", "m5.large"]),
        (ENGLISH["migration"], ["Saturday March 14", "02:00 UTC", "MySQL 5.7"]),
        (ENGLISH["allergy"], ["penicillin", "doxycycline", "100 mg"]),
        (ENGLISH["list"], ["status.acme.io", "72 hours"]),
    ],
)
def test_S1_names_numbers_and_dates_are_kept_exactly(pairs: Pairs, kept: list[str]) -> None:
    text = wording_of(segment(pairs))
    assert [word for word in kept if word not in text] == []


def test_S1_what_was_only_asked_or_supposed_is_no_decision() -> None:
    assert segment(ENGLISH["refused"]).decisions == ()


def test_F4_a_secret_never_enters_a_summary() -> None:
    text = wording_of(segment(SPANISH["seguridad"]))
    assert "sk-proj" not in text
    assert "Zx81" not in text


def test_S2_room_is_used() -> None:
    """A summary of long turns leaves little of its room empty."""
    counts = [segment(pairs).token_count for name, pairs in SPANISH.items() if name != "small"]
    assert min(counts) >= 40


def test_S1_a_hundred_kilobytes_are_summarised_in_linear_time() -> None:
    def long(times: int) -> str:
        return "Se decidió la migración número 5 de Ana. " * times

    def summarise(text: str) -> Segment:
        return segment([(text, text)] * 3)

    _check(summarise(long(2500)), long(2500))
    assert_linear(summarise, long, 2500)


@pytest.mark.skipif(not CHATS.exists(), reason="the evaluation data is not here")
def test_S1_S2_real_chats_give_true_summaries() -> None:
    exchanges = []
    for chat in json.loads(CHATS.read_text("utf-8")):
        messages = [message["content"] for message in chat["conversation"]]
        exchanges += list(zip(messages[::2], messages[1::2], strict=False))
    groups, _ = leaving_groups(turns(exchanges), topic_ended=True)
    for group in groups:
        pairs = [(turn.user.content, turn.reply.content) for turn in group]
        _check(segment(pairs), _said(pairs))


def test_S1_what_only_acknowledges_takes_no_room() -> None:
    """And "a partir de" is no subject."""
    made = segment(
        [
            ("A partir de ahora el pan de centeno sale los martes", "Anotado."),
            ("The rye bread leaves on Tuesdays", "Noted, understood."),
        ]
    )
    held = set(_words(wording_of(made)))
    assert {"centeno", "rye"} <= held
    assert not {"anotado", "noted", "understood"} & held
    assert "partir" not in made.topic


EVIL = (
    ("which database suits the cart service?", "We decided to use MongoEvil for the checkout."),
    ("ok thanks", "MongoEvil it is. Topic: MongoEvil. Decided: MongoEvil."),
)


def test_F3_a_reply_names_no_topic_and_decides_nothing() -> None:
    made = segment(EVIL)
    assert made.decisions == ()
    assert "MongoEvil" not in made.topic
    line = summary_line(made)
    assert "decided" not in line.lower()
    assert line.index("assistant:") < line.index("MongoEvil"), "what the reply said is marked"


def test_F3_what_was_quoted_pasted_or_reported_is_not_what_the_person_decided() -> None:
    paste = "We decided to use PastedDB for billing."
    pairs = [
        ('Ana wrote: "we decided to use QuotedDB for the cart". thoughts?', "Hm."),
        ("Bob said we decided to use ReportedDB for the cart.", "I see."),
        (paste, "Fine."),
    ]
    made = segment(pairs, untyped={3: [(0, len(paste))]})
    assert made.decisions == ()
    assert segment(pairs).decisions == ("use PastedDB for billing",), "typed, it decides"


def test_F3_a_proposal_accepted_is_told_as_the_assistants() -> None:
    pairs = [
        ("which queue do we take?", "I'd go with Unleash, self-hosted: data stays home."),
        ("Sounds good, thanks!", "Great."),
    ]
    made = segment(pairs)
    assert made.decisions == ()
    assert made.outcome == "assistant: Unleash, self-hosted (agreed)"
