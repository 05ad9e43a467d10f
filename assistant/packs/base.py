"""What a pack declares (K1): the words in which a third party adds a domain.

A pack is one value, made in a module that imports little::

    PACK = Pack(
        name="bread",
        summary={"en": "Doughs, and when they were fed.", "es": "Masas, y cuándo se alimentaron."},
        tools=tools,
        sources=(Source("ripeness", ripeness, cap=40, title={…}, reason={…}),),
    )

Everything that runs is a plain function, called when it is needed and not before: what it imports
inside itself costs nothing until then. A declaration that cannot be used raises ValueError with the
reason, which ``assistant doctor`` shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from assistant.languages import FALLBACK
from assistant.packs.names import in_every_language, named

if TYPE_CHECKING:
    import typer

    from assistant.packs.documents import Documents
    from assistant.packs.now import Ahead, Pending
    from assistant.packs.profile import Heard, Lesson, Mention, ProfileField
    from assistant.packs.telling import About, Disclaimer, Instructions
    from assistant.records import Language
    from assistant.tools.base import Tool

Words = Mapping[str, str]
"""A text in each language: ``{"en": …, "es": …}``."""
Values = Mapping[str, Any]
"""Structured state: plain JSON values by name."""

STATE = "state"
"""The section in which a pack's state stands, after its name and a dot."""
INSTRUCTIONS = "instructions"
SECTIONS = frozenset((STATE, INSTRUCTIONS, "profile", "now"))
"""What a pack's sections that are no sources are called."""
MOST_TOKENS = 200
"""The largest cap of a section of a pack."""
DEADLINE, LONGEST_WAIT = 0.3, 5.0
"""Seconds that a source may take, unless it says otherwise, and the most that it may say."""


def _no_collection(name: str) -> Documents:
    raise ValueError(f"there are no stores to hold '{name}'")


def _no_folder() -> Path:
    raise ValueError("there is no home to hold files")


def _no_call(tool: str, _: Values) -> Any:
    raise ValueError(f"'{tool}' is run by a command or a slash command alone")


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What a pack's function is told of the moment it is called in; it changes nothing by itself.

    ``text`` is the person's message, or what stands after a slash command. ``state`` is the pack's
    own, of this conversation. ``collection`` gives one that the pack declares, by its name;
    ``folder`` the place for files of its own, which it makes. ``settings`` are those of the table
    ``[packs.NAME]`` in the configuration, as they stand there. ``now`` is aware and in UTC.

    ``call`` runs one of the pack's own tools, by its id, as the person's own wish: through the one
    pipeline, with its checks, limits and questions. It gives the tool's data and raises
    AssistantError, whose exit status fits. Commands and slash commands have it, nothing else.
    """

    text: str
    language: Language
    now: datetime
    role: str = "default"
    conversation: str = ""
    state: Values = field(default_factory=dict)
    collection: Callable[[str], Documents] = _no_collection
    folder: Callable[[], Path] = _no_folder
    settings: Values = field(default_factory=dict)
    call: Callable[[str, Values], Any] = _no_call


class Home(Protocol):
    """What a pack's command is given, as the ``obj`` of typer's context: the home, opened when it
    is needed."""

    def open(self) -> AbstractContextManager[Moment]:
        """The home as it is now, outside of any conversation; closed at the end. Raises
        AssistantError."""


@dataclass(frozen=True, slots=True)
class Shorter:
    """A way to say less where the prompt has too little room: ``strategy`` names it ("5 plants"),
    ``of`` gives fewer lines of all of them."""

    strategy: str
    of: Callable[[Sequence[str]], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Source:
    """A context source: lines for the prompt, from a function that changes nothing.

    They stand in a section of their own, ``PACK.NAME``, what matters most first, in at most ``cap``
    tokens; no lines, no section. ``title`` is the section's name for people, ``reason`` says in
    ``/why`` what it is there for, ``header`` leads the lines in the prompt. Without ``always`` the
    function is called only for a message that one of the pack's domains recognises or that names
    what ``mentions`` finds. ``outside``: the lines come from somewhere else than this program and
    this person; they are fenced as data.
    ``shorter``: what takes the place of all the lines where they are too many, in this order.
    ``roles``: those whose conversations it serves; empty: all.

    All sources of a turn are asked at once, each in a thread of its own (K2). One that has not
    answered after ``deadline`` seconds is left out, and not asked again before it has. For
    ``good_for`` seconds its lines serve again where ``key`` gives the same: what they depend on
    beside the language and the time; without it that is all that the moment tells.
    """

    name: str
    lines: Callable[[Moment], Sequence[str]]
    cap: int
    title: Words
    reason: Words
    header: str = ""
    always: bool = False
    outside: bool = False
    shorter: tuple[Shorter, ...] = ()
    roles: tuple[str, ...] = ()
    deadline: float = DEADLINE
    good_for: float = 0.0
    key: Callable[[Moment], str] | None = None

    def __post_init__(self) -> None:
        named(self.name, "a context source")
        if self.name in SECTIONS:
            raise ValueError(f"no source is called '{self.name}': the pack's {self.name} is")
        if not 0 < self.deadline <= LONGEST_WAIT:
            raise ValueError(f"the source '{self.name}' waits 0 to {LONGEST_WAIT:g} seconds")
        if self.good_for < 0:
            raise ValueError(f"the lines of '{self.name}' are good for 0 seconds or more")
        in_every_language(self.title, f"the title of the source '{self.name}'")
        in_every_language(self.reason, f"the reason of the source '{self.name}'")
        capped(self.cap, f"the source '{self.name}'")


@dataclass(frozen=True, slots=True)
class State:
    """Structured state of a conversation, changed by confirmed results and nothing else (T8).

    ``after`` gives the state after one: a run of the pack's own tools that succeeded, and that the
    person allowed where it has a side effect. It is told the values before, the tool's id, and its
    arguments and data as they were; a pure function. ``lines`` is how the prompt is told of it, at
    most ``cap`` tokens. ``roles``: as in ``Source``; of several states of a pack the first that
    serves a role is the one that its conversations have.
    """

    after: Callable[[Values, str, Values, Any], Values]
    lines: Callable[[Moment], Sequence[str]]
    cap: int = 60
    roles: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        capped(self.cap, "the state")


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain of facts, and how a text is recognised as of it.

    ``words`` holds the words and phrases of each language that tell it, without regard to case and
    accents; one that ends in ``*`` stands for every word that begins so. ``examples`` are messages
    that have to be recognised, ``others`` messages that must not be: whoever changes a word sees
    what that does.
    """

    name: str
    words: Mapping[str, tuple[str, ...]]
    examples: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        named(self.name, "a domain of facts")
        in_every_language(self.words, f"the words of the domain '{self.name}'")


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents that the pack keeps in the home's stores (``documents.py``)."""

    name: str

    def __post_init__(self) -> None:
        named(self.name, "a collection")


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """``/NAME`` in a conversation. ``run`` gives the lines to be shown; it raises UsageError for
    words that do not fit. ``help`` is its line in ``/help``, ``argument`` what follows its name."""

    name: str
    run: Callable[[Moment], Iterable[str]]
    help: Words
    argument: str = ""

    def __post_init__(self) -> None:
        named(self.name, "a slash command", letters=True)
        in_every_language(self.help, f"the help of /{self.name}")


def _no_tools() -> tuple[Tool, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A domain (K1). ``name`` begins the ids of its tools, the names of its sections and of what it
    stores, and calls its command: ``assistant NAME …``.

    ``guide`` is the folder with ``guide.en.md`` and ``guide.es.md``, its documentation.
    ``categories`` are those of its tools besides its own name; tools that only read may stand in
    one of the program's too. ``instructions`` and ``person`` are told in its prompts,
    ``disclaimers`` to the person (``telling.py``). ``mentions`` finds what a text names
    of the domain, in order; ``learn`` says what a message teaches of the person. ``pending`` says
    what a result of the pack's own tools leaves for the person to say yes to, told the tool's id,
    its arguments and its data; ``ahead`` which call answers a question that the person asks often,
    told its template and what they named lately. All four are pure. ``greeting`` gives the lines
    that are told when a conversation begins, mostly none: what happened since the last one. It runs
    in a thread of its own; what takes long is told with the next answer.
    """

    name: str
    summary: Words
    guide: Path
    tools: Callable[[], Iterable[Tool]] = _no_tools
    categories: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    states: tuple[State, ...] = ()
    instructions: tuple[Instructions, ...] = ()
    person: tuple[About, ...] = ()
    disclaimers: tuple[Disclaimer, ...] = ()
    domains: tuple[Domain, ...] = ()
    profile: tuple[ProfileField, ...] = ()
    mentions: Callable[[str], Sequence[Mention]] | None = None
    learn: Callable[[Heard], Iterable[Lesson]] | None = None
    pending: Callable[[str, Values, Any], Pending | None] | None = None
    ahead: Callable[[str, Sequence[str]], Iterable[Ahead]] | None = None
    greeting: Callable[[Moment], Iterable[str]] | None = None
    collections: tuple[Collection, ...] = ()
    command: Callable[[], typer.Typer] | None = None
    slash: tuple[SlashCommand, ...] = ()

    def __post_init__(self) -> None:
        named(self.name, "a pack")
        in_every_language(self.summary, f"the summary of '{self.name}'")
        for parts, what in (
            (self.sources, "sources"),
            (self.domains, "domains"),
            (self.person, "things of the person"),
            (self.profile, "fields of the profile"),
            (self.collections, "collections"),
            (self.slash, "slash commands"),
        ):
            names = [part.name for part in parts]
            if len(set(names)) < len(names):
                raise ValueError(f"two {what} of '{self.name}' have one name")

    def state_of(self, role: str) -> State | None:
        """The state that conversations of a role have, if any."""
        return next((state for state in self.states if serves(state.roles, role)), None)


def spoken(texts: Words, language: str) -> str:
    """A declared text in that language; in English where there is none in it."""
    return texts.get(language) or texts[FALLBACK]


def serves(roles: Sequence[str], role: str) -> bool:
    """Whether a part declared for those roles serves this one."""
    return not roles or role in roles


def capped(cap: int, what: str) -> None:
    """Raises ValueError for a cap that a section of a pack cannot have."""
    if not 0 < cap <= MOST_TOKENS:
        raise ValueError(f"the cap of {what} is 1 to {MOST_TOKENS} tokens, not {cap}")
