"""What a session needs of the packs (K1): their lines for the prompt, and their structured state.

State is read where the turn has it: a result changes what later calls of the same turn see, and the
turn's transaction keeps it. A turn that is not kept changes nothing. A pack's function that fails
costs its lines or its change, never the turn.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.config import Config
from assistant.languages import known
from assistant.limits import PACK_STATE
from assistant.messages import say
from assistant.packs.base import STATE, Moment, Pack, Values, spoken
from assistant.packs.documents import Documents, documents_of
from assistant.packs.recognition import recogniser
from assistant.paths import make_private
from assistant.session import person
from assistant.session.bringing import Asked, wanted
from assistant.session.fetching import Fetcher
from assistant.session.greetings import Greetings
from assistant.session.known import of_now, of_person
from assistant.session.logs import Log
from assistant.session.parts import PARTS, Part, state_of
from assistant.session.recent import RecentBook
from assistant.storage.base import Stores
from assistant.tools.plain import plain

if TYPE_CHECKING:
    from assistant.memory.traces import Traces
    from assistant.records import Conversation, Language
    from assistant.session.base import TurnInput
    from assistant.session.profiles import Profiles
    from assistant.tools.base import Tool
    from assistant.tools.calls import ToolRun

ENTRY, DISCLAIMER = "state", "disclaimer"
"""The keys under which a pack's state stands, and which of its disclaimers were shown, in a
namespace for each pack and conversation."""


class SessionPacks:
    """The packs of a home, for its sessions. Not shared between threads, but for reading state."""

    def __init__(
        self,
        packs: Sequence[Pack],
        stores: Callable[[], Stores],
        clock: Callable[[], datetime],
        log: Log,
        folders: Path,
        config: Config,
        profiles: Profiles,
        tools: Mapping[str, Sequence[Tool]],
    ) -> None:
        """``folders`` is where each pack has one for its files; ``tools`` are those of each by its
        name."""
        self.usable = tuple(packs)
        self._owners = {tool.id: pack for pack in packs for tool in tools.get(pack.name, ())}
        self._stores = stores
        self._clock = clock
        self._log = log
        self._folders = folders
        self._config = config
        self._fetcher = Fetcher()
        self._since: int | None = None
        self._recogniser = recogniser(packs)
        self.profiles = profiles
        self.recent = RecentBook(packs, stores, log)
        self._parts_of = (*PARTS, of_person(profiles, self.recent), of_now(self.recent))
        self._changed: dict[tuple[str, str], Values] = {}

    # -- lines for the prompt -------------------------------------------------------------------

    def ask(
        self,
        text: str,
        conversation: Conversation,
        language: Language,
        now: datetime,
        since: int | None = None,
    ) -> Asked:
        """Begin to fetch the sections of a turn: each pack's state, its sources where they serve,
        what else it has to say, and who the person is where a pack wants to know.

        ``since`` is the turn's number among what was forgotten (``Erasures.turn``): what was
        fetched before something was forgotten serves no more (F7). None: it is no turn, for which
        nothing is kept nor what was kept serves.
        """
        if since is not None and since != self._since:
            self._fetcher.forget()
            self._since = since
        parts = list(self._parts(text, conversation, language, now))
        waiting = [part for part in parts if part.waits]
        asked = [wanted(part, now) for part in waiting]
        if since is None:
            asked = [one._replace(good_for=0) for one in asked]
        fetching = self._fetcher.begin(asked)
        return Asked(parts, fetching, language, self._tell)

    def _parts(
        self, text: str, conversation: Conversation, language: Language, now: datetime
    ) -> Iterator[Part]:
        domains = set(self._recogniser.domains(text))
        if asked := person.asked_by(self.usable):
            moment = Moment(text=text, language=language, now=now, role=conversation.role)
            facts = self._stores().facts
            lines = partial(person.lines, asked, moment, self._config, facts)
            titles = {own: say("packs.user_title", own) for own in known()}
            yield Part(person.ROW._replace(titles=titles), lines, say("packs.user", language))
        for pack in self.usable:
            moment = self.moment(pack, text, conversation, language, now)
            about = self._is_about(pack, text, domains)
            for parts_of in self._parts_of:
                yield from parts_of(pack, moment, about)

    def _is_about(self, pack: Pack, text: str, domains: Set[str]) -> bool:
        """Whether a message has to do with a pack: a domain of facts recognises it, or it names
        something that the pack knows."""
        if not domains.isdisjoint(domain.name for domain in pack.domains):
            return True
        try:
            return bool(pack.mentions and pack.mentions(text))
        except Exception as error:
            self._tell(f"{pack.name}.mentions", type(error).__name__)
            return False

    def moment(
        self,
        pack: Pack,
        text: str,
        conversation: Conversation,
        language: Language,
        now: datetime | None = None,
    ) -> Moment:
        """What a function of that pack is told."""
        return Moment(
            text=text,
            language=language,
            now=now or self._clock(),
            role=conversation.role,
            conversation=conversation.id,
            state=self.state(pack, conversation.id),
            collection=lambda name: documents_of(pack, name, self._stores().collections),
            folder=lambda: folder_of(pack, self._folders),
            settings=self._config.packs.settings.get(pack.name, {}),
        )

    def greetings(self, conversation: Conversation, language: Language) -> Greetings:
        """Begin to ask the packs what is told when a conversation begins."""
        greeting = {
            pack.name: partial(pack.greeting, self.moment(pack, "", conversation, language))
            for pack in self.usable
            if pack.greeting is not None
        }
        return Greetings(greeting, self._clock(), self._tell)

    # -- state ----------------------------------------------------------------------------------

    def state(self, pack: Pack, conversation: str) -> Values:
        """A pack's state in a conversation, as the turn has made it so far."""
        changed = self._changed.get((pack.name, conversation))
        if changed is not None or not conversation:
            return changed or {}
        found = self._stores().keyvalue.get(
            namespace_of(pack, conversation), ENTRY, now=self._clock()
        )
        return found if isinstance(found, dict) else {}

    def told_states(
        self, conversation: Conversation, language: Language
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What a conversation's state is, as the prompt has it: the packs that keep one of it, each
        with its lines. One that fails is left out."""
        for pack in self.usable:
            moment = self.moment(pack, "", conversation, language)
            for part in state_of(pack, moment, True):
                (got,) = self._fetcher.begin([wanted(part, moment.now)]).wait()
                if got.told is not None:
                    yield pack.name, got.told.lines

    def state_of_tool(self, tool: str, conversation: str) -> Values:
        """That of the pack that a tool belongs to; none for other tools."""
        pack = self._owners.get(tool)
        return self.state(pack, conversation) if pack else {}

    def collection_of_tool(self, tool: str, name: str) -> Documents:
        """A collection of the pack that a tool belongs to. Raises ValueError for another."""
        return documents_of(self._owned(tool), name, self._stores().collections)

    def folder_of_tool(self, tool: str) -> Path:
        """For files of the pack that a tool belongs to. Raises ValueError for another tool."""
        return folder_of(self._owned(tool), self._folders)

    def settings_of_tool(self, tool: str) -> Values:
        """What the configuration says of the pack that a tool belongs to. Raises ValueError for
        another tool."""
        return self._config.packs.settings.get(self._owned(tool).name, {})

    def take(self, run: ToolRun, conversation: Conversation) -> None:
        """Let a confirmed result change its pack's state: a run that succeeded, and that the person
        had allowed where it has a side effect."""
        pack = self._owners.get(run.tool) if run.result.success else None
        if pack is None:
            return
        self.recent.take(pack, run, conversation)
        state = pack.state_of(conversation.role)
        if state is None:
            return
        before = self.state(pack, conversation.id)
        try:
            after = _json(state.after(before, run.tool, dict(run.arguments), run.result.data))
        except Exception as error:
            self._tell(f"{pack.name}.{STATE}", type(error).__name__)
            return
        if after != before:
            self._changed[pack.name, conversation.id] = after

    def keep(
        self, conversation: Conversation, turn: TurnInput, now: datetime, gone: Traces | None
    ) -> None:
        """Write what changed and what is going on, in the turn's transaction; not what tells of
        something forgotten meanwhile."""
        self.recent.keep(conversation, turn, now, gone)
        for pack in self.usable:
            after = self._changed.pop((pack.name, conversation.id), None)
            if after is not None and not (gone and gone.tells(json.dumps(after))):
                self._stores().keyvalue.put(namespace_of(pack, conversation.id), ENTRY, dict(after))

    def drop(self, conversation: Conversation) -> None:
        """The turn is not kept: nothing has changed."""
        for pack in self.usable:
            self._changed.pop((pack.name, conversation.id), None)
        self.recent.drop(conversation)

    def disclaim(
        self, runs: Sequence[ToolRun], conversation: Conversation, language: Language, *, keep: bool
    ) -> tuple[str, ...]:
        """The disclaimers that a turn with those runs owes the person (K6), each once a
        conversation; where it is kept that is noted, in the turn's transaction."""
        succeeded = {run.tool for run in runs if run.result.success}
        found: list[str] = []
        for pack in self.usable:
            own = {tool for tool in succeeded if self._owners.get(tool) is pack}
            for number, disclaimer in enumerate(pack.disclaimers if own else ()):
                store, space = self._stores().keyvalue, namespace_of(pack, conversation.id)
                key = f"{DISCLAIMER}.{number}"
                due = own & set(disclaimer.tools) if disclaimer.tools else own
                if due and not store.get(space, key, now=self._clock()):
                    found.append(spoken(disclaimer.text, language))
                    if keep:
                        store.put(space, key, True)
        return tuple(found)

    def _owned(self, tool: str) -> Pack:
        pack = self._owners.get(tool)
        if pack is None:
            raise ValueError(f"{tool} belongs to no pack")
        return pack

    def _tell(self, part: str, kind: str) -> None:
        self._log.write("error", "pack failed", part=part, kind=kind)


def folder_of(pack: Pack, folders: Path) -> Path:
    """A pack's folder for files, made. Raises StorageUnavailable."""
    return make_private(folders / pack.name)


def namespace_of(pack: Pack, conversation: str) -> str:
    """Ends with the conversation's id: deleting that takes the state along (C7)."""
    return f"pack:{pack.name}:{conversation}"


def _json(values: Any) -> Values:
    """State as it is kept: plain JSON. Raises ValueError for what is none, or too large."""
    after = plain(values)
    if not isinstance(after, dict):
        raise ValueError("state is a table of values by name")
    if len(json.dumps(after)) > PACK_STATE.value:
        raise ValueError("state is too large")
    return after
