"""Texts that go with the message, shown in the room there is."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.embedding.universal import UniversalEmbedder
from assistant.prompt.base import Attachment
from assistant.prompt.budget import Meter
from assistant.prompt.fitting import Fitted
from assistant.prompt.fragments import fit_fragments, prepare, split_typed
from assistant.records import Language
from tests.bounds import assert_linear
from tests.prompt.support import COUNTER, words

LOG = "\n".join(f"2026-01-30 09:{i % 60:02d}:00 INFO job {i} is done" for i in range(400))
SHORT = "Backups run every night.\nThey are kept for two weeks.\n"


def fit(
    *attachments: Attachment, question: str = "", room: int = 600, language: Language = "en"
) -> Fitted:
    meter = Meter(COUNTER)
    fragments = prepare(attachments, question, meter)
    return fit_fragments(fragments, language, room, "why", meter)


def shown_lines(block: str) -> list[int]:
    return [int(n) for n in re.findall(r"\[lines? (\d+)", block)]


def test_P7_a_small_text_goes_whole_and_delimited() -> None:
    fitted = fit(Attachment("backup.txt", SHORT))
    assert fitted.items == (
        '<data name="backup.txt" kind="file" part="all of it">\n'
        "Backups run every night.\nThey are kept for two weeks.\n</data>",
    )
    assert fitted.notices == ()
    assert fitted.drops == ()


def test_P7_a_text_that_fits_in_several_fragments_goes_whole_and_it_is_said() -> None:
    text = "\n\n".join(words(30, f"p{i}x") for i in range(4))
    fitted = fit(Attachment("a.txt", text))
    assert re.fullmatch(r"a\.txt: (\d+) of \1 fragments", fitted.notices[0])
    assert text in fitted.items[0]


def test_P7_the_user_is_told_how_many_of_how_many() -> None:
    (notice,) = fit(Attachment("app.log", LOG)).notices
    few, many = map(int, re.findall(r"\d+", notice))
    assert notice == f"app.log: {few} of {many} fragments"
    assert 1 <= few < many
    (spanish,) = fit(Attachment("app.log", LOG), language="es").notices
    assert spanish == f"app.log: {few} de {many} fragmentos"


def test_P7_never_over_its_room() -> None:
    for room in (0, 10, 45, 80, 200, 1600):
        fitted = fit(Attachment("app.log", LOG), Attachment("b.txt", SHORT), room=room)
        assert fitted.tokens <= room
        assert COUNTER.count("\n\n".join(fitted.items)) <= room


def test_P7_in_the_text_s_own_order_with_line_numbers() -> None:
    fitted = fit(Attachment("app.log", LOG), question="what about job 250 and job 77?")
    lines = shown_lines(fitted.items[0])
    assert lines == sorted(lines)
    assert len(lines) >= 2
    for label, first in re.findall(r"\[(lines \d+–\d+)\]\n(.*)", fitted.items[0]):
        number = int(re.findall(r"\d+", label)[0])
        assert LOG.split("\n")[number - 1] == first


def test_P7_the_fragment_that_answers_is_among_them() -> None:
    text = LOG.replace("job 321 is done", "job 321 died: disk full on node kestrel")
    assert (
        "node kestrel"
        in fit(Attachment("app.log", text), question="why did the disk fill up?").items[0]
    )


def test_neighbours_share_one_label() -> None:
    fitted = fit(Attachment("app.log", LOG), question="job 250 job 251 job 252 job 253 job 254")
    ranges = re.findall(r"\[lines (\d+)–(\d+)\]", fitted.items[0])
    assert all(int(b) + 1 != int(a) for (_, b), (a, _) in pairwise(ranges))


def test_a_small_text_beside_a_large_one_goes_whole() -> None:
    fitted = fit(Attachment("app.log", LOG), Attachment("b.txt", SHORT))
    assert 'name="app.log"' in fitted.items[0]
    assert "They are kept for two weeks." in fitted.items[1]


def test_each_large_text_has_at_least_one_fragment() -> None:
    other = LOG.replace("job", "task")
    fitted = fit(Attachment("a.log", LOG), Attachment("b.log", other), question="job 66 or job 77?")
    assert len(fitted.items) == 2


def test_P7_what_is_left_out_is_reported_with_its_size() -> None:
    (drop,) = fit(Attachment("app.log", LOG)).drops
    assert drop.section == "fragments"
    assert re.fullmatch(r"app\.log: \d+ of \d+ fragments", drop.what)
    assert 0.8 < drop.tokens / COUNTER.count(LOG) < 1


def test_a_line_too_long_is_labelled_by_characters() -> None:
    fitted = fit(Attachment("a.txt", words(3000)), question="palabra1500")
    assert re.search(r"\[line 1, characters \d+–\d+\]", fitted.items[0])


def test_blank_attachments_vanish() -> None:
    assert fit(Attachment("a.txt", " \n")).items == ()


def test_P5_a_typed_message_keeps_its_beginning_and_its_end() -> None:
    text = f"Here is my log.\n\n{LOG}\n\nWhy is job 77 slow?"
    message, question, rest = split_typed(text, Meter(COUNTER))
    assert message.startswith("Here is my log.\n\n[… ")
    assert message.endswith(" tokens elided …]\n\nWhy is job 77 slow?")
    assert question == "Here is my log.\nWhy is job 77 slow?" or "Why is job 77 slow?" in question
    assert rest.kind == "typed"
    assert "job 200 is done" in rest.text


def test_P5_lines_of_a_typed_message_keep_their_numbers() -> None:
    text = f"Here is my log.\n\n{LOG}\n\nWhy is job 77 slow?"
    meter = Meter(COUNTER)
    _, _, rest = split_typed(text, meter)
    fitted = fit_fragments(prepare([rest], "job 200", meter), "en", 300, "why", meter)
    for number, first in re.findall(r"\[lines (\d+)–\d+\]\n(.*)", fitted.items[0]):
        assert text.split("\n")[int(number) - 1] == first


@pytest.mark.parametrize("language", ["en", "es"])
def test_P5_cutting_the_user_s_own_message_is_told(language: Language) -> None:
    (notice,) = fit(Attachment("message", LOG, "typed"), language=language).notices
    assert re.search({"en": "too long .* of ", "es": "demasiado largo .* de "}[language], notice)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text(alphabet=st.sampled_from("ab \n\n.<>/dt🧠"), max_size=1500), max_size=3),
    st.text(alphabet="ab ", max_size=10),
    st.integers(0, 900),
)
def test_P7_any_text_any_room(texts: list[str], question: str, room: int) -> None:
    attachments = [Attachment(f"{i}.txt", text) for i, text in enumerate(texts)]
    fitted = fit(*attachments, question=question, room=room)
    assert fitted.tokens <= room
    assert COUNTER.count("\n\n".join(fitted.items)) <= max(0, fitted.tokens)


ODD: dict[str, Callable[[int], str]] = {
    "blank lines": lambda size: "\n" * size + "x",
    "one endless line": lambda size: "; " * (size // 2),
    "blanks in code": lambda size: "def f():\n" + " " * (size // 2) + "x\n" + "((((" * (size // 8),
    "unclosed": lambda size: "<|" * (size // 2),
    "closing tags": lambda size: "</data>" * (size // 7),
    "control characters": lambda size: "\x00\x07\u200b" * (size // 3),
}


@pytest.mark.parametrize("make", ODD.values(), ids=ODD.keys())
def test_P7_odd_texts_take_linear_time_and_stay_within_their_room(
    make: Callable[[int], str],
) -> None:
    def shown(text: str) -> int:
        return fit(Attachment("odd.py", text), question="why does x fail?").tokens

    assert shown(make(100_000)) <= 600
    assert_linear(shown, make, 100_000)


@pytest.mark.slow
def test_P7_ten_megabytes_take_little_memory() -> None:
    lines = (f"2026-01-30 09:{i % 60:02d}:00 INFO worker {i} did {i * 7}" for i in range(220_000))
    text = "\n".join(lines) + "\n2026-01-30 10:00:00 ERROR disk full on node kestrel\n"
    assert len(text) > 10_000_000
    tracemalloc.start()
    fitted = fit(Attachment("app.log", text), question="why did the disk fill up?")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "node kestrel" in fitted.items[0]
    assert peak < 150_000_000


def test_P7_a_question_in_the_other_language_finds_its_fragment(
    embedder_cache: Path,
) -> None:
    embed = UniversalEmbedder(embedder_cache).embed
    notes = "\n\n".join(
        f"## {title}\n\n{text}"
        for title, text in {
            "Office": "We open at nine and close at six, except on the eve of a holiday.",
            "Money": "Suppliers are paid thirty days after their invoice has arrived.",
            "Machines": "Copies of the database are made every night and kept for two weeks.",
            "People": "New colleagues get a laptop and a mentor on their first morning.",
            "Travel": "Trains are preferred to planes whenever the journey is under five hours.",
        }.items()
    )
    meter = Meter(COUNTER)
    fragments = prepare(
        [Attachment("notes.md", notes)], "¿cada cuánto se hacen los respaldos?", meter, embed
    )
    fitted = fit_fragments(fragments, "es", 110, "why", meter)
    assert "every night" in fitted.items[0]
