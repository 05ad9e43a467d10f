"""``assistant packs``, the commands of packs, and what is said of one that fails."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.app import open_app
from assistant.cli import pack_commands, slash
from assistant.cli.completion import offers
from assistant.cli.main import run
from assistant.cli.talk import Chat
from assistant.packs import finding
from assistant.records import Language
from tests.cli.conversation import conversing, paper
from tests.packs.conftest import as_before, in_no_hurry
from tests.packs.support import GARDEN, config_of, declare, use, write_pack
from tests.servers.scripted import Reply, ScriptedServer

__all__ = ["as_before", "in_no_hurry"]  # fixtures: what these tests load is gone after them too


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """Which packs are on is read once in a process."""
    yield
    pack_commands._packs.cache_clear()


class Ran:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def assistant(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*words: str) -> Ran:
        pack_commands._packs.cache_clear()
        status = run(words)
        said = capsys.readouterr()
        return Ran(status, said.out, said.err)

    return call


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_packs_the_list_says_how_to_begin(
    assistant: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "__file__", str(tmp_path / "finding.py"))  # none is shipped
    ran = assistant("packs", "list")
    assert ran.status == 0
    assert "assistant packs new" in ran.out
    assert assistant("packs", "list", "--json").json == []


def test_from_new_to_its_command(assistant: Any, here: Path, home: Path) -> None:
    assert assistant("packs", "new", "demo").out == "./demo\n"
    assert assistant("demo", "hello").status == 2
    enabled = assistant("packs", "enable", "./demo")
    assert enabled.status == 0
    assert f"{here}/demo" in enabled.err
    assert assistant("demo", "hello").out == "demo is here\n"
    assert "demo  Things, and how many there are." in assistant("--help").out
    assert assistant("packs", "disable", "demo").status == 0
    off = assistant("demo", "hello")
    assert (off.status, "assistant packs enable demo" in off.err) == (2, True)
    assert assistant("packs", "enable", "demo").status == 0, "its folder is known from before"


def test_a_name_is_also_that_of_a_folder_here(assistant: Any, here: Path) -> None:
    assistant("packs", "new", "demo")
    assert assistant("packs", "enable", "demo").status == 0
    assert assistant("packs", "list", "--json").json[0]["from"] == f"{here}/demo"


def test_new_writes_over_nothing(assistant: Any, here: Path) -> None:
    (here / "demo").mkdir()
    (here / "demo" / "mine.txt").write_text("mine")
    ran = assistant("packs", "new", "demo")
    assert ran.status == 2
    assert "there already" in ran.err
    assert assistant("packs", "new", "demo", "elsewhere").status == 0
    assert (here / "elsewhere" / "assistant_demo").is_dir()


def test_new_refuses_a_name_that_cannot_be(assistant: Any, here: Path) -> None:
    ran = assistant("packs", "new", "facts")
    assert (ran.status, list(here.iterdir())) == (2, [])
    assert "cannot be the name of a pack" in ran.err


def test_enabling_keeps_the_rest_of_the_configuration(assistant: Any, home: Path) -> None:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text("# mine\n[ui]\nlanguage = 'es' # ours\n")
    assistant("packs", "enable", str(GARDEN))
    text = (home / "config.toml").read_text()
    assert text.startswith("# mine\n[ui]\nlanguage = 'es' # ours\n")
    assert assistant("packs", "enable", "garden").err == "garden ya estaba activado\n"
    assert assistant("packs", "disable", "garden").status == 0
    assert assistant("packs", "disable", "garden").err == "garden ya estaba desactivado\n"


def test_what_cannot_be_used_is_not_switched_on(assistant: Any, home: Path, tmp_path: Path) -> None:
    folder = write_pack(tmp_path, "bad", "import no_such_module\n")
    ran = assistant("packs", "enable", str(folder))
    assert ran.status == 2
    assert "No module named 'no_such_module'" in ran.err
    assert not (home / "config.toml").exists()


def test_one_that_takes_a_name_of_another_that_is_on_is_not_switched_on(
    assistant: Any, home: Path, tmp_path: Path
) -> None:
    use(home)
    slashes = '(SlashCommand("beds", print, {"en": "a", "es": "b"}),)'
    folder = write_pack(tmp_path, "rival", declare("rival", slash=slashes))
    ran = assistant("packs", "enable", str(folder))
    assert (ran.status, "/beds" in ran.err) == (2, True)


@pytest.mark.parametrize("name", ["nowhere", "./nowhere"])
def test_what_is_nowhere_is_refused(assistant: Any, here: Path, name: str) -> None:
    for command in ("show", "enable"):
        assert assistant("packs", command, name).status == 2
    assert assistant("packs", "disable", "nowhere").status == 2


def test_show_tells_what_a_pack_brings_and_its_guide(assistant: Any, home: Path) -> None:
    use(home)
    shown = assistant("packs", "show", "garden").out
    for part in (
        "garden.water",
        "season (Season)",
        "favourite plants",
        "waterings",
        "/beds [PLANT]",
    ):
        assert part in shown
    assert "Ask to water one, and say yes." in shown
    told = assistant("packs", "show", "garden", "--json").json
    assert (told["state"], told["problems"]) == ("on", [])
    assert told["collections"] == ["plants", "waterings"]


def test_all_of_it_speaks_spanish(
    assistant: Any, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(home)
    monkeypatch.setenv("LANG", "es_AR.UTF-8")
    shown = assistant("packs", "show", "garden").out
    assert "dominios de hechos" in shown
    assert "Sabe cuándo se regó una planta." in shown
    assert "Plantas, y cuándo se regaron." in assistant("packs", "list").out


def test_a_pack_that_fails_is_named_and_the_rest_works(
    assistant: Any, home: Path, tmp_path: Path
) -> None:
    bad = write_pack(tmp_path, "bad", "import no_such_module\n")
    use(home, ["bad", "garden", "lost"], [GARDEN, bad])
    rows = {row["name"]: row for row in assistant("packs", "list", "--json").json}
    states = {name: rows[name]["state"] for name in ("bad", "garden", "lost")}
    assert states == {"bad": "bad", "garden": "on", "lost": "bad"}
    assert "no_such_module" in rows["bad"]["summary"]
    assert assistant("garden", "tasks", "autumn").out == "plant garlic, mulch the beds\n"
    called = assistant("bad", "hello")
    assert (called.status, "no_such_module" in called.err) == (2, True)
    (check,) = [c for c in doctor(assistant) if c["check"] == "packs"]
    assert check["state"] == "warn"
    assert "bad: ModuleNotFoundError: No module named 'no_such_module'" in check["message"]
    assert "lost: neither installed nor in packs.folders" in check["message"]
    assert check["hint"].endswith("assistant packs disable bad")


def test_doctor_tells_of_a_pack_that_does_not_hold_what_it_promises(
    assistant: Any, home: Path, tmp_path: Path
) -> None:
    domain = '(Domain("moons", {"en": ("moon",), "es": ("luna",)}, examples=("hello",)),)'
    folder = write_pack(tmp_path, "vague", declare("vague", domains=domain))
    (folder / "made_vague" / "guide.es.md").unlink()
    use(home, ["vague"], [folder])
    (check,) = [c for c in doctor(assistant) if c["check"] == "packs"]
    assert "holds no guide.es.md" in check["message"]
    assert "does not recognise: hello" in check["message"]


def doctor(assistant: Any) -> list[dict[str, Any]]:
    checks: list[dict[str, Any]] = assistant("doctor", "--json").json["checks"]
    return checks


def test_a_conversation_says_once_that_a_pack_fails(home: Path, tmp_path: Path) -> None:
    use(home, ["lost", "garden"], [GARDEN])
    heard: list[tuple[str, dict[str, object]]] = []
    with open_app(home=home, answers=False, tell=lambda k, **v: heard.append((k, v))) as app:
        session = app.session()
        session.observe("hello", "hi")
        app.session().observe("hello", "hi")
    assert heard == [("pack_missing", {"pack": "lost", "why": ""})]


@pytest.mark.parametrize("words", [("ask", "--no-stdin", "why is the sky blue?"), ("chat",)])
def test_ask_and_chat_tell_it_in_a_line(
    assistant: Any, home: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io
    import sys

    use(home, ["lost"], [])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"why is the sky blue?\n")))
    with ScriptedServer(Reply("Because.")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0000")
        monkeypatch.setenv("ASSISTANT_MODEL", "scripted-model")
        ran = assistant(*words)
    assert ran.status == 0
    assert "Because." in ran.out
    assert ran.err.count("the pack lost is not there") == 1


# -- in a conversation -------------------------------------------------------------------------


def test_a_slash_command_of_a_pack_is_one_of_the_conversations(home: Path) -> None:
    with (
        ScriptedServer(Reply("ok")) as server,
        conversing(home, server, config_of(["garden"], [GARDEN])) as chat,
    ):
        screen = paper(chat)
        chat.take("/beds")
        assert screen.take() == "nothing was watered yet"
        chat.language = "es"
        chat.take("/beds albahaca")
        assert screen.take() == "todavía no se regó nada"
        chat.take("/help beds")
        assert "lo que se regó en esta conversación" in screen.take()
        chat.take("/help")
        assert "/beds" in screen.take()
        assert ("/beds", "lo que se regó en esta conversación") in [
            (offer.text, offer.meaning) for offer in offers(chat, "/be")
        ]
        chat.take("/bedz")
        assert "/beds" in screen.failures[-1].hint


def watering(plant: str, litres: float) -> Reply:
    arguments = json.dumps({"plant": plant, "litres": litres})
    return Reply("", tool_calls=[{"id": "w", "name": "garden-water", "arguments": arguments}])


@pytest.mark.parametrize(
    ("language", "none", "heading"),
    [
        ("en", "Nothing has been confirmed in this conversation yet", "confirmed"),
        ("es", "Todavía no se confirmó nada en esta conversación", "confirmado"),
    ],
)
def test_T8_state_shows_what_was_confirmed_and_what_each_pack_keeps(
    home: Path, language: Language, none: str, heading: str
) -> None:
    with (
        ScriptedServer(Reply("ok")) as server,
        conversing(home, server, config_of(["garden"], [GARDEN])) as chat,
    ):
        chat.app.confirm = lambda _: "once"
        assert state_shown(chat, language) == none
        server.replies = [Reply("I watered the mint with 9 l"), Reply("done")]
        chat.take("I watered the mint with 9 l")
        assert state_shown(chat, language) == none
        server.replies = [watering("basil", 2), Reply("done")]
        chat.take("water the basil")
        shown = state_shown(chat, language).splitlines()
        assert shown == [heading, "waters basil with 2.0 l", "", "garden", "basil got 2 l"]


def state_shown(chat: Chat, language: Language) -> str:
    """What ``/state`` shows, in that language."""
    paper(chat).take()
    chat.language = language
    chat.take("/state")
    return paper(chat).take()


def test_T8_state_is_the_conversation_s_own(home: Path) -> None:
    with ScriptedServer(Reply("ok")) as server, conversing(home, server) as chat:
        chat.take("I confirm: the release is on Monday")
        chat.take("/state")
        assert "the release is on Monday" in paper(chat).take()
        chat.take("/new")
        chat.take("/state")
        assert paper(chat).take() == "Nothing has been confirmed in this conversation yet"


def test_K2_K3_why_says_how_sources_fared_and_how_the_prompt_was_made_to_fit(home: Path) -> None:
    tight = "[prompt]\nsummarise_over = 600\n"
    with (
        ScriptedServer(Reply("ok")) as server,
        conversing(home, server, config_of(["garden"], [GARDEN]) + tight) as chat,
    ):
        chat.take("what is there to do for my tomatoes?")
        chat.take("/why")
        shown = paper(chat).take()
        assert re.search(r"what was asked for it\nthe user +\d+ ms\nSeason +\d+ ms\n", shown)
        assert re.search(r"made to fit, [\d,]+ tokens to [\d,]+: less context of packs", shown)
        (measure,) = chat.app.stores.journal.metrics()
        assert measure.strategies == ("reduce_domain_context",)
        chat.take("/why")
        assert "the season alone" in shown


def test_without_packs_the_commands_are_the_tables_own(home: Path) -> None:
    with ScriptedServer(Reply("ok")) as server, conversing(home, server) as chat:
        assert slash.known(chat) is slash.TABLE


def test_a_command_of_a_pack_reads_what_the_pack_keeps(assistant: Any, home: Path) -> None:
    use(home)
    assert assistant("garden", "plants").out == ""
    with open_app(home=home, answers=False) as app:
        packs = app.session_packs
        assert packs is not None
        packs.collection_of_tool("garden.water", "plants").put("mint", {"times": 3})
    assert assistant("garden", "plants").out == "mint  3\n"


def test_the_help_of_a_pack_drives_no_terminal() -> None:
    import typer

    from assistant.cli.program import load_app

    app = typer.Typer(help="Things\x1b]0;pwn\x07 and \u202emore")

    @app.command(help="One\x1b[2J")
    def one(count: int = typer.Option(1, help="Many\x9b31m")) -> None: ...

    @app.command(help="Two")
    def two() -> None: ...

    group = load_app("evil", app)
    texts = [group.help, *(c.help for c in group.commands.values())]
    texts += [p.help for c in group.commands.values() for p in c.params if getattr(p, "help", "")]
    assert not any(sign in text for text in texts for sign in "\x1b\x07\x9b\u202e")
