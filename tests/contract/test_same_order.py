"""The same facts in the same order from every store, over homes that are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.api import Assistant
from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.contract.samples import NOW, fact, later, segment
from tests.engines import ENGINES, Engine, postgres, redis_server

WORDS = (
    *("servidor", "Postgres", "16", "staging", "María", "café", "año", "usa", "el", "de", "the"),
    *("runs", "Caddy", "auto-escuela", "ñandú", "CAFE", "Ana's", "v2", "10.5", "don't", "y"),
)
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)
STATEMENTS = (
    "the staging server runs Postgres 16",
    "the production server runs Postgres 14",
    "vivo en Rosario",
    "mi hermana vive en Córdoba",
    "trabajo en fintech, equipo de 5",
    "I prefer short answers",
    "always answer in metric units",
    "decidimos usar Caddy en vez de Nginx",
    "my dog is called Lola",
    "el perro de Ana se llama Toto",
    "I am allergic to peanuts",
    "prefiero el café sin azúcar",
    "our project Atlas ships in March",
    "el proyecto Faro sale en mayo",
)
QUESTIONS = (
    "which database does the staging server run?",
    "¿dónde vivo?",
    "what should I cook tonight?",
    "¿cómo se llama el perro?",
    "which web server did we pick?",
    "¿cuándo sale el proyecto?",
)
SETTINGS = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def engines() -> list[Engine]:
    """Those that can run here."""
    found = []
    for engine in ENGINES:
        try:
            postgres(engine.name)
        except pytest.skip.Exception:
            continue
        found.append(engine)
    return found or pytest.skip("no PostgreSQL can run here")


@pytest.fixture
def all_stores(tmp_path: Path) -> Iterator[list[Stores]]:
    """One of each, empty."""
    with ExitStack() as stack:
        places = [("memory:", ""), (str(tmp_path / "home" / "assistant.db"), "")]
        places += [(postgres(engine.name).url, uuid4().hex) for engine in engines()]
        opened = [open_stores(url, clock=lambda: NOW, owner=owner) for url, owner in places]
        for stores in opened:
            stack.callback(stores.close)
        yield opened


@settings(SETTINGS, max_examples=15)
@given(
    texts=st.lists(TEXTS, min_size=1, max_size=10),
    retired=st.sets(st.integers(0, 9)),
    asked=st.lists(st.sampled_from(WORDS), min_size=1, max_size=4),
    limit=st.integers(1, 12),
)
def test_search_ranks_the_same_everywhere(
    all_stores: list[Stores], texts: list[str], retired: set[int], asked: list[str], limit: int
) -> None:
    facts = [fact(text, created_at=later(days=-n)) for n, text in enumerate(texts)]
    segments = [
        segment(text, first_turn=n + 1, last_turn=n + 1, discussed=(), outcome="", decisions=(),
                open_questions=())
        for n, text in enumerate(texts)
    ]  # fmt: skip
    found = []
    for stores in all_stores:
        stores.facts.erase([f.id for f in stores.facts.all(retired=True)], [], NOW)
        stores.segments.expire(later(days=1))
        stores.facts.add_all(facts)
        for n in retired & set(range(len(facts))):
            stores.facts.update(replace(facts[n], retired_at=NOW))
        for one in segments:
            stores.segments.add(one)
        found.append(
            (
                stores.facts.all(),
                stores.facts.search(asked, limit),
                stores.segments.search(asked, limit),
            )
        )
    for all_, hits, summaries in found[1:]:
        assert all_ == found[0][0]
        assert [id for id, _ in hits] == [id for id, _ in found[0][1]]
        assert [id for id, _ in summaries] == [id for id, _ in found[0][2]]
        # Rank is told with six figures behind the point: the last of them may be rounded either way.
        assert [score for _, score in hits] == pytest.approx([s for _, s in found[0][1]], abs=2e-6)


@pytest.mark.slow
@settings(SETTINGS, max_examples=6)
@given(
    statements=st.lists(st.sampled_from(STATEMENTS), min_size=3, max_size=10, unique=True),
    question=st.sampled_from(QUESTIONS),
)
def test_recall_gives_the_same_facts_in_the_same_order(
    tmp_path: Path, statements: list[str], question: str
) -> None:
    recalled = []
    for url in ("", *(postgres(engine.name).url for engine in engines())):
        home = tmp_path / uuid4().hex
        home.mkdir(mode=0o700)
        owner = uuid4().hex if url else ""
        (home / "config.toml").write_text(f'[storage]\nurl = "{url}"\nowner = "{owner}"\n')
        ticks = iter(range(1000))
        with Assistant.open(
            home=home,
            clock=lambda ticks=ticks: NOW + timedelta(seconds=next(ticks)),  # type: ignore[misc]
            model=None,
        ) as assistant:
            for statement in statements:
                assistant.remember(statement)
            considered = assistant.preview(question).considered
        recalled.append([(c.fact, c.decision, c.reason) for c in considered])
    assert all(one == recalled[0] for one in recalled)
    assert recalled[0]


SAID = (
    ("Remember that the staging server runs Postgres 16.", "Noted."),
    ("How do I undo the last commit?", "git reset --soft HEAD~1"),
    ("¿y si ya hice push?", "git revert HEAD"),
    ("Trabajo en fintech, equipo de 5", "Anotado."),
    ("Let's plan the release of Atlas", "When does it ship?"),
    ("In March, with the new billing", "Then freeze in February."),
    ("cambiando de tema, ¿qué cocino hoy?", "Una tortilla."),
    ("Forget that the staging server runs Postgres 16", "Done."),
)


@pytest.mark.slow
def test_a_dialogue_gives_the_same_prompts_from_every_store(tmp_path: Path) -> None:
    told = []
    for url in ("", *(postgres(engine.name).url for engine in engines())):
        for live in ("", redis_server().url):
            home = tmp_path / uuid4().hex
            home.mkdir(mode=0o700)
            owner = uuid4().hex if url or live else ""
            (home / "config.toml").write_text(
                f'[storage]\nurl = "{url}"\nowner = "{owner}"\nlive = "{live}"\n'
            )
            told.append(prompts(home))
    assert all(one == told[0] for one in told)
    assert "fintech" in str(told[0][-1])


def prompts(home: Path) -> list[object]:
    """What each message of the dialogue would send, before it is said; and what is remembered."""
    ticks = iter(range(10_000))
    found: list[object] = []
    with Assistant.open(
        home=home, clock=lambda: NOW + timedelta(seconds=next(ticks) / 1000), model=None
    ) as assistant:
        for said, reply in SAID:
            found.append(assistant.preview(said).messages)
            assistant.observe(said, reply)
        assistant.end_conversation()
        found.append([fact.fact for fact in assistant.facts()])
        found.append(assistant.preview("what did we say of Atlas?").messages)
    return found
