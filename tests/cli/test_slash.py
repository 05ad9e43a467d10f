"""The commands of a conversation, run as a person would."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.cli import history, layout, plain, slash
from assistant.cli.completion import offers
from assistant.cli.noticing import Noticing
from assistant.cli.talk import Chat, Leave
from assistant.memory.base import MemoryChange
from assistant.records import Language
from assistant.session.notices import of_changes
from tests.cli.conversation import Paper, conversing, paper
from tests.servers.scripted import Reply, ScriptedServer

ROLES = """
[roles.cook]
prompt = "You cook."
"""


PAY = "lucía gana 38 mil y bruno 70 mil"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer(Reply("ok")) as scripted:
        yield scripted


@pytest.fixture
def chat(home: Path, server: ScriptedServer) -> Iterator[Chat]:
    with conversing(home, server, ROLES) as opened:
        yield opened


@pytest.fixture
def screen(chat: Chat) -> Paper:
    return paper(chat)


def test_an_unknown_command_names_the_nearest(chat: Chat, screen: Paper) -> None:
    for typed, near in (("/tols", "/tools"), ("/sesions", "/sessions"), ("/HELP", "")):
        chat.take(typed)
        hint = screen.failures.pop().hint if near else "/help"
        assert (near or "/help") in hint
    chat.take("/xyzzy")
    assert screen.failures[0].hint == "/help lists them."


def test_help_tells_every_command_and_fits_the_window(
    chat: Chat, screen: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant.cli import slash

    for columns in (100, 80, 40):
        monkeypatch.setenv("COLUMNS", str(columns))
        chat.take("/help")
        shown = screen.take()
        assert all(f"/{name}" in shown for name in slash.TABLE)
        assert all(layout.cells(line) < columns for line in shown.split("\n"))
    chat.take("/help /why")
    assert screen.take().startswith("/why [WORDS|bytes]")


def test_C6_topic_closes_the_segment_at_once(
    chat: Chat, screen: Paper, server: ScriptedServer
) -> None:
    chat.take("Which oven suits sourdough bread?")
    chat.take("/topic holidays")
    assert screen.notices[-2:] == ["new topic: holidays", "summed up: 1 turn"]
    assert chat.turns() == []
    assert len(chat.app.stores.segments.all(chat.session.conversation.id)) == 1
    chat.take("/topic")
    assert screen.notices[-1] == "a new topic"


def test_sessions_lists_and_switches(chat: Chat, screen: Paper, server: ScriptedServer) -> None:
    chat.take("/sessions")
    assert screen.notices.pop() == "no conversation is stored yet"
    chat.take("Which oven suits sourdough bread?")
    first = chat.session.conversation.id
    chat.take("/new")
    chat.take("What is a webhook?")
    chat.take("/sessions")
    shown = screen.take().split("\n")
    assert len(shown) == 2
    assert "this one" in shown[0]
    assert "1 turn" in shown[1]
    chat.take(f"/sessions {shown[1].split()[0]}")
    assert chat.session.conversation.id == first
    chat.take("and for cakes?")
    assert "sourdough" in str(server.chats[-1])
    chat.take("/sessions nothing")
    assert "no conversation" in screen.failures[0].message


def test_C7_delete_asks_deletes_at_once_and_begins_anew(chat: Chat, screen: Paper) -> None:
    chat.take("Which oven suits sourdough bread?")
    before = chat.session.conversation.id
    chat.take("/delete")
    assert screen.asked == ["Delete this conversation (1 turn) for good? [y]es, [N]o"]
    assert chat.session.conversation.id == before
    screen.agrees = True
    chat.take("/delete")
    assert chat.session.conversation.id != before
    assert chat.app.stores.conversations.get(before) is None
    chat.take("/why")
    assert screen.failures[0].message == "Nothing was sent yet"


def test_role_lists_and_switches(chat: Chat, screen: Paper, server: ScriptedServer) -> None:
    chat.take("/role")
    assert screen.take() == "*  default\n   cook     You cook."
    chat.take("/role cook")
    chat.take("What goes with lamb?")
    assert "You cook." in str(server.chats[-1])
    assert chat.session.conversation.role == "cook"
    chat.take("/role pirate")
    assert "There is no role 'pirate'" in screen.failures[0].message
    assert chat.session.conversation.role == "cook"


def test_model_goes_on_with_another(chat: Chat, screen: Paper, server: ScriptedServer) -> None:
    chat.take("Which oven suits sourdough bread?")
    chat.take(f"/model {server.base_url}|other-model")
    assert "other-model" in screen.take()
    chat.take("and for cakes?")
    assert server.chats[-1]["model"] == "other-model"
    assert "sourdough" in str(server.chats[-1])


def test_edit_sends_what_the_editor_gave(chat: Chat, screen: Paper, server: ScriptedServer) -> None:
    for nothing in (None, "  \n"):
        screen.writes = nothing
        chat.take("/edit")
        assert screen.notices.pop() == "nothing was written, nothing is sent"
    screen.writes = "two\nlines\n"
    chat.take("/edit two")
    assert server.chats[0]["messages"][-1]["content"] == "two\nlines"


def test_P7_file_goes_with_the_next_message_and_tells_its_fragments(
    chat: Chat, screen: Paper, server: ScriptedServer, tmp_path: Path
) -> None:
    path = tmp_path / "a log.txt"
    path.write_text("\n".join(f"{n} the pump {n} failed at {n} o'clock" for n in range(2000)))
    chat.take(f'/file "{path}"')
    assert f"{path} goes with the next message (2,000 lines" in screen.notices[-1]
    chat.take("/file")
    assert "2,000 lines" in screen.notices[-1]
    chat.take("What happened to pump 77?")
    assert "pump 77 failed" in str(server.chats[0])
    assert any("fragments" in notice for notice in screen.notices)
    chat.take("and then?")
    assert not chat.attached
    chat.take("/file /nowhere/at/all")
    assert "There is no file" in screen.failures[0].message
    chat.take(f"/file {path}")
    chat.take("/file -")
    assert not chat.attached


def test_a_failed_call_leaves_the_file_for_the_next_try(
    chat: Chat, screen: Paper, server: ScriptedServer, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("the pump failed")
    chat.take(f"/file {tmp_path / 'f'}")
    server.replies = [Reply(status=401), Reply("ok")]
    chat.take("What happened?")
    assert screen.failures
    assert len(chat.attached) == 1
    chat.take("/retry")
    assert "the pump failed" in str(server.chats[-1])


def test_A4_retry_asks_again_whatever_is_known(
    chat: Chat, screen: Paper, server: ScriptedServer
) -> None:
    chat.take("/retry")
    assert screen.failures.pop().message == "There is nothing to ask again"
    server.replies = [Reply("first"), Reply("second"), Reply("third")]
    chat.take("What is the capital of Peru?")
    chat.take("/retry")
    chat.take("/fresh What is the capital of Chile?")
    assert screen.answers == ["first", "second", "third"]
    asked = [body["messages"][-1]["content"] for body in server.chats]
    assert asked[0] == asked[1]
    assert "Chile" in asked[2]


def test_retry_and_fresh_replace_the_last_exchange(
    chat: Chat, screen: Paper, server: ScriptedServer
) -> None:
    server.replies = [Reply("first"), Reply("second"), Reply("third")]
    chat.take("Remember that my cat is called Mochi")
    chat.take("/retry")
    chat.take("/fresh")
    assert [turn.reply.content for turn in chat.turns()] == ["third"]
    chat.take("/undo")
    assert not chat.app.facts.all(), "what the exchange noted can be taken back all the same"


ANSWER = "So:\n\n```sh\nls -l\n```\n\n- and\n\n  ~~~python\n  a = 1\n\n  b = 2\n  ~~~\n"


def test_copy_takes_the_answer_or_a_block(
    chat: Chat, screen: Paper, server: ScriptedServer
) -> None:
    chat.take("/copy")
    assert screen.failures.pop().message == "There is no answer to copy"
    server.replies = [Reply(ANSWER)]
    chat.take("How do I list files?")
    for command in ("/copy", "/copy 1", "/copy 2"):
        chat.take(command)
    assert screen.copied == [chat.last.text if chat.last else "", "ls -l", "  a = 1\n\n  b = 2"]
    chat.take("/copy 3")
    chat.take("/copy all")
    assert [error.hint for error in screen.failures] == ["It has 2.", ""]


def test_what_is_copied_cannot_drive_a_terminal_either(
    chat: Chat, screen: Paper, server: ScriptedServer
) -> None:
    server.replies = [Reply("rm \x1b[31mx\x07")]
    chat.take("Hello there")
    chat.take("/copy")
    assert screen.copied == ["rm [31mx"]


def test_stats_tells_what_the_conversation_cost(chat: Chat, screen: Paper) -> None:
    chat.take("/stats")
    assert screen.notices == ["nothing was asked in this conversation yet"]
    chat.take("Which oven suits sourdough bread?")
    chat.take("/stats")
    assert screen.take().startswith("1 turn, ")


def test_M1_stats_counts_a_turn_with_a_tool_once(
    chat: Chat, screen: Paper, server: ScriptedServer
) -> None:
    call = {"id": "a", "name": "time-now", "arguments": '{"place": "Tokyo"}'}
    server.replies = [Reply(tool_calls=[call]), Reply("It is late there.")]
    chat.take("What time is it in Tokyo while I write this letter to my aunt?")
    assert len(server.chats) == 2
    chat.take("/stats")
    assert screen.take().startswith("1 turn, ")


def test_F7_forget_asks_and_leaves_no_word_in_the_history(chat: Chat, screen: Paper) -> None:
    history.append(chat.app.paths.history, "my cat is called Felisberto")
    chat.take("Remember that my cat is called Felisberto")
    chat.take("/forget cat")
    assert screen.asked == ["Forget for good? [y]es, [N]o"]
    assert chat.app.facts.all()
    screen.agrees = True
    chat.take("/forget cat")
    assert not chat.app.facts.all()
    assert history.read(chat.app.paths.history) == []


@pytest.mark.parametrize(
    ("attended", "command"),
    [(True, "/forget 3f2a91c04b7e"), (False, "assistant facts forget 3f2a91c04b7e -y")],
)
def test_F7_what_may_replace_a_fact_is_asked_with_a_command_that_works_there(
    chat: Chat, screen: Paper, attended: bool, command: str
) -> None:
    screen.attended = attended
    noticing = Noticing.before(chat)
    asked = MemoryChange("asked", ("new", "3f2a91c04b7e"), "the plumber is Ann", "it is Tom")
    result = replace(
        chat.session.observe("hello", "hello"),
        memory_changes=(asked,),
        notices=of_changes([asked], "en"),
    )
    (told,) = noticing.after(chat, "hello", result)
    assert told.endswith(f"Both are kept; if it does: {command}")


def test_F7_of_several_facts_those_of_the_numbers_go(chat: Chat, screen: Paper) -> None:
    for text in ("the blue van belongs to Ana", "the blue van is parked in Leith"):
        chat.app.facts.add(text)
    screen.says = "2"
    chat.take("/forget blue van")
    assert screen.asked == ["Forget for good? [y]es, [N]o, or which: 2"]
    first, second = screen.take().splitlines()[-2:]
    assert first.startswith("1. ")
    assert [f"1. {fact.fact}" for fact in chat.app.facts.all()] == [first]
    assert second.startswith("2. ")


@pytest.mark.parametrize(("agrees", "left"), [(True, "bruno 70 mil"), (False, PAY)])
def test_F7_of_a_fact_that_tells_of_two_the_part_that_is_meant_goes(
    chat: Chat, screen: Paper, agrees: bool, left: str
) -> None:
    chat.app.facts.add(PAY)
    screen.agrees = agrees
    screen.take()
    chat.take("borrá lo que te dije del sueldo de lucía")
    assert "bruno" not in screen.take()
    assert ("queda: bruno 70 mil" in screen.notices) == agrees
    assert [fact.fact for fact in chat.app.facts.all()] == [left]


def test_F7_who_goes_on_talking_forgets_nothing_and_is_heard(
    chat: Chat, screen: Paper, server: ScriptedServer
) -> None:
    for text in ("the blue van belongs to Ana", "the blue van is parked in Leith"):
        chat.app.facts.add(text)
    screen.says = "write a limerick about ferries"
    chat.take("/forget blue van")
    assert len(chat.app.facts.all()) == 2
    assert "limerick" in str(server.chats[-1])
    screen.says = "7"
    chat.take("/forget blue van")
    assert len(chat.app.facts.all()) == 2


def test_the_facts_about_some_words_stand_with_the_nearest_first(chat: Chat, screen: Paper) -> None:
    for text in ("la harina llega los jueves", "mi perro se llama Fermento", "vivo en Rosario",
                 "mi hermana atiende el mostrador", "el horno es de piso", "tomo mate amargo",
                 "mi contador es Wálter Bruno"):  # fmt: skip
        chat.app.facts.add(text)
    chat.take("/facts contador")
    shown = screen.take().splitlines()
    assert "Wálter Bruno" in shown[2]
    assert "active 1" in shown[0], "what is about something else stays out"


def test_the_facts_alone_begin_with_what_was_told_last(chat: Chat, screen: Paper) -> None:
    for number in range(10):
        chat.app.facts.add(f"the drawer {number} holds spoons of size {number}")
    chat.app.facts.add("the cellar key hangs behind the door")
    chat.take("/facts")
    shown = screen.take()
    assert shown.index("cellar") < shown.index("drawer")
    assert "and 3 more: `/facts all` lists them" in " ".join(shown.split())
    assert "dormant" not in shown
    chat.take("/facts all")
    assert "the drawer 0 holds" in screen.take()


def test_the_fact_of_an_id_is_shown_and_no_other(chat: Chat, screen: Paper) -> None:
    for text in ("the spare key is with Ana", "the van is parked in Leith"):
        chat.app.facts.add(text)
    first, second = chat.app.facts.all()
    chat.take(f"/facts {second.id}")
    shown = screen.take()
    assert second.fact in shown
    assert first.fact not in shown


def test_M3_the_board_speaks_the_language_of_the_conversation(chat: Chat, screen: Paper) -> None:
    chat.take("Recordá que mi gato se llama Felisberto")
    screen.take()
    chat.take("/facts")
    shown = screen.take()
    assert "activos 1" in shown
    assert "active" not in shown


def test_F7_forgetting_by_message_erases_the_history_too(chat: Chat, screen: Paper) -> None:
    chat.take("Remember that my cat is called Felisberto")
    history.append(chat.app.paths.history, "Remember that my cat is called Felisberto")
    history.append(chat.app.paths.history, "what is a webhook?")
    chat.take("Forget that my cat is called Felisberto")
    assert not chat.app.facts.all()
    assert history.read(chat.app.paths.history) == ["what is a webhook?"]


def test_F7_the_history_forgets_all_that_tells_of_it_and_the_request_too(
    chat: Chat, screen: Paper
) -> None:
    typed = [
        "Our Leontes is Crispin Vale, he lives at 14 Cotham Brow",
        "Crispin has quit, apparently",
        "what is a webhook?",
        "Forget everything about Crispin Vale",
    ]
    for text in typed:
        history.append(chat.app.paths.history, text)
        chat.take(text)
    assert not chat.app.facts.all()
    assert history.read(chat.app.paths.history) == ["what is a webhook?"]


def test_F7_the_history_forgets_what_was_never_a_fact(chat: Chat, screen: Paper) -> None:
    for text in ("does Crispin Vale need a visa?", "why?", "forget everything about Crispin Vale"):
        history.append(chat.app.paths.history, text)
        chat.take(text)
    assert history.read(chat.app.paths.history) == ["why?"]


def test_undo_takes_back_what_was_noted_once(chat: Chat, screen: Paper) -> None:
    chat.take("Remember that my cat is called Felisberto")
    chat.take("/undo")
    assert "taken back" in screen.notices[-1]
    assert not chat.app.facts.all()
    chat.take("/undo")
    assert "nothing that can be taken back" in screen.notices[-1]


def test_why_tells_of_a_request_that_failed(
    chat: Chat, screen: Paper, server: ScriptedServer
) -> None:
    server.replies = [Reply("ok", prompt_tokens=1234), Reply(status=401), Reply("ya")]
    chat.take("What is my cat called? Tell me in a poem, please")
    chat.take("And the name of my tortoise, in a limerick this time?")
    assert screen.failures
    chat.take("/why")
    shown = screen.take()
    assert "this request got no answer" in shown
    assert "1,234" not in shown
    chat.take("/why bytes")
    assert "limerick" in screen.take()
    chat.take("Another try, in prose")
    chat.take("/why")
    assert "no answer" not in screen.take()


def test_why_draws_the_prompt_and_bytes_shows_it(
    chat: Chat, screen: Paper, server: ScriptedServer
) -> None:
    server.replies = [Reply("ok", prompt_tokens=1234)]
    chat.take("Remember that my cat is called Felisberto")
    chat.take("/new")
    chat.take("What is my cat called? Tell me in a poem, please")
    chat.take("/why")
    shown = screen.take()
    assert "of 4,000 tokens" in shown
    assert "the server counted 1,234, we " in shown
    assert "in " in shown
    assert "Felisberto" in shown
    assert "nearest to the question" in shown
    for command in ("/why bytes", "/why --sent"):
        chat.take(command)
        assert '"stream_options":{"include_usage":true}' in screen.take()
    chat.take("/why felis")
    assert screen.take().count("Felisberto") == 1
    chat.take("/why dromedary")
    assert "“dromedary”" in screen.take()


def test_a_model_that_is_nowhere_is_blamed_on_the_command_that_named_it(
    chat: Chat, screen: Paper
) -> None:
    chat.take("/model nope")
    assert screen.failures[-1].message == "No model 'nope' is to be found (chosen with /model)"
    chat.take("and now?")
    assert screen.answers[-1] == "ok", "the one before goes on answering"


def test_prompt_calls_no_model(chat: Chat, screen: Paper, server: ScriptedServer) -> None:
    chat.take("/prompt What is a webhook?")
    assert "What is a webhook?" in screen.take()
    assert not server.chats


def test_quit_leaves(chat: Chat) -> None:
    with pytest.raises(Leave):
        chat.take("/quit")


def test_notices_come_in_the_language_of_the_message(chat: Chat, screen: Paper) -> None:
    chat.take("Recordá que mi gato se llama Felisberto")
    assert screen.notices[-1].startswith("anotado: ")
    chat.take("/xyzzy")
    assert screen.failures[-1].message == "No hay ningún comando /xyzzy"
    chat.take("ok")
    assert chat.language == "es", "a word that tells no language changes none"
    chat.take("What is the weather like in the mountains?")
    chat.take("/xyzzy")
    assert screen.failures[-1].message == "There is no command /xyzzy"


def test_a_segment_that_was_closed_is_told(chat: Chat, screen: Paper) -> None:
    for question in (
        "Which oven suits sourdough bread?",
        "Which flour?",
        "Let's change the subject: where should I spend my holidays?",
    ):
        chat.take(question)
    assert "new topic" in screen.notices
    assert any(notice.startswith("summed up: ") for notice in screen.notices)


def test_what_is_summed_up_unasked_is_told_once(chat: Chat, screen: Paper) -> None:
    """One line at the foot of every second answer only stands in the way."""
    for question in (
        "Which oven suits sourdough bread?",
        "why does my postgres query ignore the index?",
        "my sister wants a name for her cat",
        "how far is the moon from the earth?",
        "what do I plant in a shady garden?",
        "which router has the best range?",
        "how do I get red wine out of a carpet?",
    ):
        chat.take(question)
    assert len(chat.app.stores.segments.all(chat.session.conversation.id)) > 1
    assert sum(notice.startswith("summed up") for notice in screen.notices) == 1


def test_a_topic_that_nobody_announced_is_not_told(chat: Chat, screen: Paper) -> None:
    for question in (
        "Which oven suits sourdough bread?",
        "why does my postgres query ignore the index?",
        "my sister wants a name for her cat",
    ):
        chat.take(question)
    assert chat.last is not None
    assert chat.last.shift
    assert "new topic" not in screen.notices


def texts(chat: Chat, before: str) -> list[str]:
    return [offer.text for offer in offers(chat, before)]


def test_tab_offers_commands_with_their_meaning(chat: Chat) -> None:
    (offer,) = offers(chat, "/fil")
    assert (offer.text, offer.replaces) == ("/file", 4)
    assert "next message" in offer.meaning
    assert texts(chat, "hello /fi") == []
    assert texts(chat, "/new ") == []
    assert texts(chat, "/nothing ") == []


def test_tab_offers_what_an_argument_may_be(
    chat: Chat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat.app.facts.add("my cat is called Felisberto")
    (fact,) = chat.app.facts.all()
    for before in (f"/forget {fact.id[:3]}", "/forget felis", "/why "):
        offer = list(offers(chat, before))[-1]
        assert (offer.text, offer.meaning) == (fact.id, fact.fact)
    assert texts(chat, "/why by") == ["bytes"]  # no id begins with a y
    assert texts(chat, "/role c") == ["cook"]
    assert "topic" in texts(chat, "/help to")
    assert "embedded" in texts(chat, "/model emb")
    (tmp_path / "folder").mkdir()
    (tmp_path / "fun file").touch()
    (tmp_path / ".hidden").touch()
    monkeypatch.chdir(tmp_path)
    assert texts(chat, "/file f") == ["folder/", "fun file"]
    assert texts(chat, f"/file {tmp_path}/fu") == [f"{tmp_path}/fun file"]
    assert texts(chat, "/file /nowhere/at/all/") == []
    chat.take("Which oven suits sourdough bread?")
    assert texts(chat, "/sessions ") == [], "not the one that is open"
    chat.take("/new")
    (offer,) = offers(chat, "/sessions ")
    assert len(offer.text) == 8


def test_a_name_with_escapes_is_never_offered(
    chat: Chat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a\x1b[2Jb").touch()
    monkeypatch.chdir(tmp_path)
    assert texts(chat, "/file a") == []


@pytest.mark.parametrize(
    "word", ["exit", "quit", ":q", "Exit", " quit ", "exit()", ":wq", "salir", "/exit", "/q"]
)
def test_the_words_that_leave_other_programs_leave_this_one(
    word: str, chat: Chat, server: ScriptedServer
) -> None:
    with pytest.raises(Leave):
        chat.take(word)
    assert not server.chats


@pytest.mark.parametrize("message", ["how do I exit vim?", "quit smoking", ":quarter", "exit 1"])
def test_a_message_that_holds_such_a_word_is_a_message(
    message: str, chat: Chat, server: ScriptedServer
) -> None:
    chat.take(message)
    assert len(server.chats) == 1


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(120, 50), (80, 24), (40, 24), (40, 60)])
def test_every_command_stands_in_the_help_that_a_window_has_room_for(
    language: Language, size: tuple[int, int], chat: Chat, screen: Paper,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    chat.language = language
    monkeypatch.setattr(plain, "window", lambda _: size)
    monkeypatch.setattr(plain, "columns", lambda: size[0])
    chat.take("/help")
    lines = screen.take().split("\n")
    assert all(any(f"/{name}" in line for line in lines) for name in slash.TABLE)
    assert max(map(layout.cells, lines)) < size[0]
    assert len(lines) + slash.PROMPT_ROWS <= size[1]


def test_the_keys_have_a_help_of_their_own(chat: Chat, screen: Paper) -> None:
    chat.take("/help keys")
    assert "Ctrl-R" in screen.take()
