"""The small public Python face: the memory of one home, driven turn by turn.

    with Assistant.open(home=path) as assistant:
        assistant.observe("recordá que el deploy es los jueves", "Anotado.")
        print(assistant.preview("¿cuándo deployamos?").sections)

Everything here is plain data; the rules are those of the command line, which uses the same engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from assistant.app import App, open_app
from assistant.clock import Clock
from assistant.lifetime import Lifetime
from assistant.memory.base import MemoryChange
from assistant.prompt.base import Prompt
from assistant.records import (
    AnswerSource,
    ConsideredFact,
    Domain,
    FactState,
)
from assistant.session.base import TurnInput, TurnResult
from assistant.session.facts import FactView
from assistant.session.ready import Ready
from assistant.session.session import Session

if TYPE_CHECKING:
    from assistant.profile.views import Value


@dataclass(frozen=True, slots=True)
class PreviewSection:
    """A part of a prompt: its name, its tokens, and what it holds."""

    name: str
    tokens: int
    items: list[str]


@dataclass(frozen=True, slots=True)
class Reuse:
    """An earlier answer that would be given again, without a model."""

    source: AnswerSource
    text: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be sent: ``messages`` as {role, content}, counted whole in ``tokens``."""

    messages: list[dict[str, str]]
    tokens: int
    budget: int
    sections: list[PreviewSection]
    considered: list[ConsideredFact]
    reuse: Reuse | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished turn."""

    text: str
    source: AnswerSource
    shift: bool
    continuity: float
    prompt_tokens: int
    memory_changes: tuple[MemoryChange, ...]
    session: str
    turn: int
    sections: Mapping[str, int]
    facts_used: tuple[str, ...]
    notices: tuple[str, ...]


class Assistant(Lifetime):
    """One home, opened. Not shared between threads; several may be open in one process."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self.on_close(app.close)
        self._app = app
        self._sessions: dict[tuple[str, str | None], Session] = {}

    @classmethod
    def open(
        cls,
        home: Path | str | None = None,
        clock: Clock | None = None,
        model: str | None = None,
        passphrase: str | None = None,
    ) -> Self:
        """Open a home. ``model`` None: no model is ever called; else what ``-m`` takes.

        ``clock`` gives aware datetimes. ``passphrase`` opens an encrypted home whose key neither
        the keyring nor ``encryption.unlock_command`` gives; nobody is asked. A second call in a
        process shares the loaded models.
        """
        return cls(
            open_app(
                home=Path(home) if home is not None else None,
                clock=clock,
                model=model,
                answers=model is not None,
                passphrase=passphrase,
            )
        )

    def observe(
        self,
        user_text: str,
        reply_text: str,
        *,
        role: str = "default",
        conversation: str | None = None,
    ) -> Answer:
        """A turn whose reply is given: the whole pipeline but the model."""
        return _answer(self._session(role, conversation).observe(user_text, reply_text))

    def preview(
        self, user_text: str, *, role: str = "default", conversation: str | None = None
    ) -> Preview:
        """What would be sent, or answered without a model. Changes nothing."""
        session = self._session(role, conversation)
        turn = TurnInput(user_text)
        return _preview(session.preview(turn), _reuse(session.reuse(turn)))

    def respond(
        self, user_text: str, *, role: str = "default", conversation: str | None = None
    ) -> Answer:
        """A full turn. Raises the typed errors of ``assistant.errors``."""
        return _answer(self._session(role, conversation).respond(TurnInput(user_text)))

    def remember(self, text: str, domain: Domain | None = None) -> FactView:
        """Store a fact as ``assistant facts add`` does; returns it, or the known one."""
        return self._app.facts.add(text, domain)

    def facts(self) -> list[FactView]:
        """Every fact but the forgotten, superseded ones included, oldest first."""
        return self._app.facts.all()

    def profile(self, pack: str) -> dict[str, Value]:
        """What a pack has learned of the person, by the fields that it declares: a text or None, a
        list with the most used first, or a table. What the open conversation would teach is in it.

        Raises UsageError for a pack that is not on or has no profile.
        """
        return self._app.profiles.values(pack, self._app.now())

    def end_conversation(self, *, role: str = "default", conversation: str | None = None) -> None:
        """As if it had expired: compressed, its raw text gone; the next turn begins another."""
        self._session(role, conversation).new()

    def flush(self) -> None:
        """Everything on disk: a copy of the folder is complete."""
        self._app.stores.flush()

    def _session(self, role: str, conversation: str | None) -> Session:
        key = (role, conversation)
        if key not in self._sessions:
            self._sessions[key] = self._app.session(role=role, conversation=conversation)
        return self._sessions[key]


def _answer(result: TurnResult) -> Answer:
    return Answer(
        text=result.text,
        source=result.source,
        shift=result.shift,
        continuity=result.continuity,
        prompt_tokens=result.prompt_tokens,
        memory_changes=result.memory_changes,
        session=result.session,
        turn=result.turn,
        sections=result.sections,
        facts_used=result.facts_used,
        notices=result.notices,
    )


def _reuse(ready: Ready | None) -> Reuse | None:
    if ready is None:
        return None
    return Reuse(ready.reply.source, ready.reply.text, ready.similarity)


def _preview(prompt: Prompt, reuse: Reuse | None) -> Preview:
    return Preview(
        messages=[{"role": m.role, "content": m.content} for m in prompt.messages],
        tokens=prompt.tokens,
        budget=prompt.budget,
        sections=[PreviewSection(s.name, s.tokens, list(s.items)) for s in prompt.sections],
        considered=list(prompt.considered),
        reuse=reuse,
    )


__all__ = ["Answer", "Assistant", "FactState", "FactView", "MemoryChange", "Preview", "Reuse"]
