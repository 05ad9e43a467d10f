"""What packs have learned of the person (K5): learned, told, corrected, forgotten.

Entries are documents of the home, one each, in a collection for each pack: exports, backups,
encryption and forgetting reach them as they reach everything else. They are learned from the
person's own typed words when these leave the window, in the transaction that drops them; what the
window still holds is worked out when somebody asks.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from assistant.errors import BadData, UsageError
from assistant.memory.domains import Recogniser
from assistant.memory.engine.base import untyped_in
from assistant.memory.signals import read
from assistant.packs.base import Pack
from assistant.packs.profile import Heard, ProfileField
from assistant.packs.recognition import recogniser
from assistant.profile.correcting import corrected, is_named, without
from assistant.profile.entries import FREQUENT, Entry, plain
from assistant.profile.hearing import heard
from assistant.profile.learning import LONGEST, Taught, learn
from assistant.profile.templates import UNNAMED, holes, said_in
from assistant.profile.views import Value, shown, standing, values
from assistant.secrets import BLOT
from assistant.secrets import find as find_secrets
from assistant.session.logs import Log
from assistant.session.profile_store import NAMESPACE, ProfileStore
from assistant.storage.base import Stores

if TYPE_CHECKING:
    from assistant.memory.engine.forgetting import Forgetter
    from assistant.records import Conversation, Turn


class Frequent(NamedTuple):
    """A question that comes again and again: its template, and what it was asked of, the latest
    first."""

    template: str
    names: tuple[str, ...]


class Profiles:
    """The profiles of a home. ``learns`` is False where nothing is to be kept of a person."""

    def __init__(
        self,
        packs: Sequence[Pack],
        stores: Callable[[], Stores],
        forgetter: Callable[[], Forgetter],
        log: Log,
        *,
        learns: bool,
    ) -> None:
        self._packs = {pack.name: pack for pack in packs if pack.profile}
        self._stores = stores
        self._store = ProfileStore(stores)
        self._forgetter = forgetter
        self._log = log
        self._learns = learns
        self._recognisers = {name: recogniser((pack,)) for name, pack in self._packs.items()}

    @property
    def packs(self) -> tuple[Pack, ...]:
        """Those that declare a profile."""
        return tuple(self._packs.values())

    def pack(self, name: str) -> Pack:
        """Raises UsageError for one that is not on or has no profile."""
        found = self._packs.get(name)
        if found is None:
            known = ", ".join(self._packs) or "none"
            raise UsageError(
                f"There is no profile of '{name}' (there are: {known})",
                f"Switch its pack on: `assistant packs enable {name}`.",
            )
        return found

    def field(self, pack: Pack, name: str) -> ProfileField:
        """Raises UsageError for one that the pack does not declare."""
        found = next((field for field in pack.profile if field.name == name), None)
        if found is None:
            known = ", ".join(field.name for field in pack.profile)
            raise UsageError(f"'{pack.name}' has no field '{name}'", f"It has: {known}.")
        return found

    # -- learning -------------------------------------------------------------------------------

    def take_in(self, conversation: Conversation, turns: Sequence[Turn]) -> None:
        """Learn from turns whose raw text is about to go, in the caller's transaction."""
        if not self._learns:
            return
        for pack in self._packs.values():
            found = [self._of_turn(pack, conversation, turn, lift=True) for turn in turns]
            if any(message.lessons or message.questions for message in found):
                known = self._store.load(pack.name)
                after = learn(known, pack.profile, found, _new_id)
                self._store.write(pack.name, known, after)

    def entries(self, pack: Pack) -> tuple[Entry, ...]:
        """What is known now: what is kept, and what the words still in a window teach. Writes
        nothing."""
        known = self._store.load(pack.name)
        if not self._learns:
            return known
        found = [self._of_turn(pack, *said, lift=False) for said in self._said()]
        return learn(known, pack.profile, found, _new_id)

    def _said(self) -> list[tuple[Conversation, Turn]]:
        """The turns that are still there word for word, oldest first."""
        conversations = self._stores().conversations
        said = [
            (conversation, turn)
            for conversation in conversations.all()
            if conversation.ended_at is None
            for turn in conversations.turns(conversation.id)
        ]
        return sorted(said, key=lambda one: one[1].user.timestamp)

    def _of_turn(self, pack: Pack, conversation: Conversation, turn: Turn, *, lift: bool) -> Taught:
        """What a message teaches. ``lift``: what is said again on purpose may be learned again from
        here on."""
        text, at = turn.user.content, turn.user.timestamp
        untyped = untyped_in(conversation).get(turn.number, ())
        nothing = Taught((), (), at, at.astimezone().date().isoformat())
        if not text.strip() or BLOT in text:
            return nothing
        reading = read(text, None, untyped)
        told = heard(text, at, untyped, pack.mentions, reading)
        try:
            lessons = tuple(pack.learn(told)) if pack.learn else ()
        except Exception as error:
            kind = type(error).__name__
            self._log.write("error", "pack failed", pack=pack.name, part="learn", kind=kind)
            return nothing
        meant = any(finding.on_purpose for finding in reading.findings)
        gone = self._gone(pack, on_purpose=meant, lift=lift)
        return nothing._replace(
            lessons=tuple(one for one in lessons if not gone(one.field, one.key, one.value)),
            questions=tuple(
                made
                for made in _own_questions(pack, told, self._recognisers[pack.name])
                if not any(gone(f.name, "", made) for f in pack.profile if f.shape == "questions")
            ),
        )

    def _gone(self, pack: Pack, *, on_purpose: bool, lift: bool) -> Callable[[str, str, str], bool]:
        """Whether a value was forgotten, and is not stated anew on purpose."""
        forgotten = self._forgetter().any_of_forgotten()

        def gone(field: str, key: str, value: str) -> bool:
            name = _known_as(pack, field, key, value)
            if not forgotten(name):
                return False
            if on_purpose and lift:
                self._forgetter().lift(name)
            return not on_purpose

        return gone

    # -- telling --------------------------------------------------------------------------------

    def values(self, name: str, now: datetime) -> dict[str, Value]:
        """A profile as plain data. Raises UsageError."""
        pack = self.pack(name)
        return values(self.entries(pack), pack.profile, now)

    def standing(self, pack: Pack) -> dict[str, tuple[Entry, ...]]:
        """Every entry that counts, by field, the first first."""
        return standing(self.entries(pack), pack.profile)

    def lines(self, pack: Pack, language: str, now: datetime) -> list[str]:
        """What the prompt is told: a line for each field that is shown and holds something. Of what
        is kept alone: the window's own words stand in the prompt anyway."""
        found = shown(self._store.load(pack.name), pack.profile, now)
        labels = {field.name: field.label for field in pack.profile}
        if not self._learns:
            return []
        return [
            f"{labels[name].get(language) or name}: {', '.join(_told(e) for e in own)}"
            for name, own in found.items()
        ]

    def frequent(self, pack: Pack) -> tuple[Frequent, ...]:
        """The questions that come again and again, the most asked first."""
        known = self._store.load(pack.name) if self._learns else ()
        asked = {field.name for field in pack.profile if field.shape == "questions"}
        own = [e for e in known if e.field in asked and e.count >= FREQUENT]
        own.sort(key=lambda e: (e.count, e.last), reverse=True)
        newest = sorted(known, key=lambda e: e.last, reverse=True)
        return tuple(
            Frequent(e.value, tuple(n.value for n in newest if e.value in n.asked)) for e in own
        )

    # -- the person's hands ---------------------------------------------------------------------

    def put(self, pack: Pack, field: str, which: str, text: str, now: datetime) -> Entry:
        """Put a value in the place of another, or of none (``which`` empty); in a table ``which``
        is the key. Raises UsageError and BadData (F4)."""
        declared = self.field(pack, field)
        text = " ".join(text.split())
        if not text:
            raise UsageError("There is no value", "Give it.")
        if len(text) > LONGEST or find_secrets(text):
            raise BadData("That cannot be kept in a profile", "Say in a few words what matters.")
        with self._stores().transaction():
            before = self._store.load(pack.name)
            after, made = corrected(self.entries(pack), declared, which, text, now, _new_id)
            if made is None:
                raise UsageError(f"'{field}' holds no '{which}'", "See `assistant profile show`.")
            self._forgetter().lift(_known_as(pack, field, made.key, text))
            kept = {entry.id for entry in before} | {made.id}
            self._store.write(pack.name, before, [e for e in after if e.id in kept])
        return made

    def meant(self, pack: Pack, field: str | None, value: str | None) -> list[Entry]:
        """The entries of a profile, of one field, or those of a value. Raises UsageError."""
        entries = self.entries(pack)
        if field is None:
            return list(entries)
        declared = self.field(pack, field)
        own = [e for e in entries if e.field == field]
        return own if value is None else [e for e in own if is_named(e, declared, value)]

    def forget(self, pack: Pack, entries: Sequence[Entry], now: datetime) -> list[str]:
        """Erase them, the words in a window that would teach them again, and what else tells of
        them, their bytes as soon as others let go. Facts are the person's own and stay: returns the
        ids of those that tell of them."""
        forgetter, names = self._forgetter(), [_known_as(pack, *_of(entry)) for entry in entries]
        told = [part for entry in entries for part in said_in(entry.value)]
        with self._stores().transaction():
            gone = {(e.field, e.key, plain(e.value)) for e in entries}
            for conversation, turn in self._said():
                message = self._of_turn(pack, conversation, turn, lift=False)
                if not gone.isdisjoint(_taught_by(pack, message)):
                    forgetter.forget_turn(conversation.id, turn.number, now)
            known = self._store.load(pack.name)
            self._store.write(pack.name, known, without(known, entries))
            forgetter.forget_texts(told, names, now)
        return [fact.id for fact in forgetter.facts_telling(told)]


def _new_id() -> str:
    return uuid.uuid4().hex


def _of(entry: Entry) -> tuple[str, str, str]:
    return entry.field, entry.key, entry.value


def _taught_by(pack: Pack, message: Taught) -> set[tuple[str, str, str]]:
    """The values of a message, by field and key, as they are compared."""
    asked = [field.name for field in pack.profile if field.shape == "questions"]
    return {
        *((one.field, one.key, plain(one.value)) for one in message.lessons),
        *((name, "", plain(made)) for name in asked for made in message.questions),
    }


def _known_as(pack: Pack, field: str, key: str, value: str) -> str:
    """By which a value is known again once it was forgotten."""
    return f"{NAMESPACE} {pack.name} {field} {key} {plain(value)}"


def _own_questions(pack: Pack, told: Heard, domains: Recogniser) -> list[str]:
    """The templates of the questions that have to do with the pack."""
    names = {domain.name for domain in pack.domains}
    return [
        made
        for asked, made in zip(told.asked, told.templates, strict=True)
        if any(kind not in UNNAMED for kind, _ in holes(made))
        or not names.isdisjoint(domains.domains(asked))
    ]


def _told(entry: Entry) -> str:
    return f"{entry.key} {entry.value}" if entry.key else entry.value
