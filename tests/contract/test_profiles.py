"""What was learned of a person, in every back end: kept, and gone when it is forgotten (K5, F7)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import count
from pathlib import Path

from assistant.memory.engine.forgetting import Forgetter
from assistant.memory.matching import Meaning
from assistant.packs import Heard, Lesson, Pack, ProfileField
from assistant.records import Conversation, Message, Turn
from assistant.secrets import Redactor
from assistant.session.logs import Log
from assistant.session.profiles import Profiles
from assistant.storage.base import Stores
from tests.contract.samples import NOW

NAME = {"en": "x", "es": "x"}
PACK = Pack(
    name="demo",
    summary=NAME,
    guide=Path(),
    profile=(ProfileField("things", NAME),),
    learn=lambda heard: _things(heard),
)
TEXT = "went over the zyxofante again today"


def _things(heard: Heard) -> Sequence[Lesson]:
    return [Lesson("things", part.split()[3]) for part in heard.own]


def _no_meaning() -> Meaning:
    raise AssertionError("nothing is compared by its meaning here")


def profiles_of(stores: Stores) -> Profiles:
    forgetter = Forgetter(stores, lambda: b"k" * 32, _no_meaning)
    log = Log(None, lambda: NOW, "info", redactor=Redactor(()))
    return Profiles((PACK,), lambda: stores, lambda: forgetter, log, learns=True)


_numbers = count(1)


def said(stores: Stores, text: str) -> tuple[Conversation, Turn]:
    """A turn in the window of an open conversation."""
    number = next(_numbers)
    at = NOW + timedelta(minutes=number)
    conversation = Conversation(f"default:user:{number}", "default", at, at, turn_count=1)
    turn = Turn(
        1,
        Message(f"{number}/user", conversation.id, 1, "user", text, at, 1, 0.0),
        Message(f"{number}/assistant", conversation.id, 1, "assistant", "ok", at, 1, 0.0),
    )
    stores.conversations.save(conversation)
    stores.conversations.append(turn)
    return conversation, turn


def test_K5_what_is_learned_is_there_for_who_opens_the_home_next(stores: Stores) -> None:
    conversation, turn = said(stores, TEXT)
    profiles_of(stores).take_in(conversation, [turn])
    stores.conversations.delete(conversation.id)
    assert profiles_of(stores).values("demo", NOW) == {"things": ["zyxofante"]}
    assert stores.collections.namespaces() == ["profile/demo"]


def test_K5_learning_twice_the_same_value_keeps_one_entry(stores: Stores) -> None:
    for _ in range(2):
        conversation, turn = said(stores, TEXT)
        profiles_of(stores).take_in(conversation, [turn])
        stores.conversations.delete(conversation.id)
    (entry,) = profiles_of(stores).entries(PACK)
    assert (entry.count, entry.weight) == (2, 2)


def test_F7_what_is_forgotten_leaves_no_byte(stores: Stores, tmp_path: Path) -> None:
    profiles = profiles_of(stores)
    conversation, turn = said(stores, TEXT)
    profiles.take_in(conversation, [turn])  # and its words are in a window still
    profiles.forget(PACK, profiles.meant(PACK, "things", "Zyxofante"), NOW)
    assert profiles.values("demo", NOW) == {"things": []}
    stores.close()
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert not [file for file in files if b"zyxofante" in file.read_bytes().lower()]


def test_F7_the_same_words_do_not_bring_it_back(stores: Stores) -> None:
    profiles = profiles_of(stores)
    profiles.take_in(*_one(stores, TEXT))
    profiles.forget(PACK, profiles.meant(PACK, None, None), NOW)
    profiles.take_in(*_one(stores, TEXT))
    assert profiles.values("demo", NOW) == {"things": []}


def _one(stores: Stores, text: str) -> tuple[Conversation, list[Turn]]:
    conversation, turn = said(stores, text)
    stores.conversations.delete(conversation.id)
    return conversation, [turn]
