"""A dialogue with one role: it starts, resumes, expires and can be deleted (C7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from assistant.errors import AssistantError, TryAgainLater
from assistant.prompt.base import Prompt
from assistant.records import Conversation
from assistant.session.base import OnTool, Reply, Sent, TurnInput, TurnResult
from assistant.session.commit import commit, keep_what_was_said
from assistant.session.conversations import ConversationBook
from assistant.session.prompting import budget_of, build_prompt
from assistant.session.ready import Ready, at_once, reused, serve
from assistant.session.reply import OnText
from assistant.session.services import Services
from assistant.session.summary_writer import SummaryWriter
from assistant.session.turn import Draft, ask_model, draft, given_reply
from assistant.session.wish import Wish

if TYPE_CHECKING:
    from assistant.tools.calls import ToolRun

LAST_WAIT = 3.0
"""Seconds that leaving may take while the model writes a summary."""


class Session:
    """One conversation at a time, one turn after another. Not shared between threads. ``ephemeral``
    keeps no dialogue (R2); facts are read and written all the same."""

    def __init__(
        self, services: Services, conversation: Conversation, *, ephemeral: bool = False
    ) -> None:
        self._services = services
        self._book = ConversationBook(services)
        self._writer = SummaryWriter(services)
        self._ephemeral = ephemeral
        self.conversation = conversation
        self._built: Prompt | None = None
        self._last_question = ""
        self._last_key = ""
        self._last: tuple[TurnInput, str, int] | None = None

    def respond(
        self,
        turn: TurnInput,
        *,
        on_text: OnText | None = None,
        fresh: bool = False,
        schema: Mapping[str, Any] | None = None,
        on_tool: OnTool | None = None,
        again: bool = False,
        instead_of: int = 0,
    ) -> TurnResult:
        """A full turn. Ctrl-C while the reply streams keeps what had come, marked interrupted.
        It takes the place of turn ``instead_of``, or (``again``) of the same message, if that is
        the last one.

        Raises the typed errors of ``errors.py``; facts that were typed are kept even then, and the
        error's notes say so.
        """
        self._writer.rest()
        self.renew()
        self._services.sent.clear()
        self._services.redactor.begin(turn.said, (attached.text for attached in turn.attachments))
        with self._services.stores.erasures.turn() as since:
            instead_of = self._asked_last(turn) if again else instead_of
            wish = Wish(on_text, fresh, schema, on_tool)
            try:
                return self._respond(turn, since, instead_of, wish)
            finally:
                if packs := self._services.packs():
                    packs.drop(self.conversation)  # what the turn has not kept has not changed

    def _respond(self, turn: TurnInput, since: int, instead_of: int, wish: Wish) -> TurnResult:
        """A turn in its order (A1): what needs no reading, what was typed read against what came
        before, an answer given earlier, the model; then all of it kept at once."""
        now, asks = self._services.clock(), wish.asks_model(turn)
        ran: list[ToolRun] = []
        if not self._ephemeral and not asks and (done := self._carried_out(turn, now, wish, ran)):
            drafted = draft(self._services, self.conversation, turn, now, since, instead_of)
            return self._keep(drafted, done, build_prompt(self._services, drafted), ran)
        answer = None if asks else at_once(self._services, self.conversation, turn, now)
        if answer and self._ephemeral:
            return self._give(answer, turn, now)
        drafted = draft(self._services, self.conversation, turn, now, since, instead_of)
        if answer and answer.reply.source == "memory":
            drafted = drafted.stating_nothing()
        if not asks and not drafted.seen.actions:
            answer = answer or reused(self._services, self.conversation, turn, now)
        if answer and not drafted.seen.actions:
            return self._give_in_conversation(answer, drafted)
        reply, prompt = self._ask(drafted, wish, ran)
        return self._keep(drafted, reply, prompt, ran)

    def _ask(self, drafted: Draft, wish: Wish, ran: list[ToolRun]) -> tuple[Reply, Prompt]:
        """The reply, and the prompt that got it; ``ran`` takes the tools that were run for it."""
        note = self._noting(wish, ran)
        try:
            reply, prompt = ask_model(
                self._services, drafted, wish.on_text, wish.schema, note, fresh=wish.fresh
            )
        except Exception as error:
            self._keep_typed(drafted, error, ran)
            raise
        remarks = (*reply.remarks, *self._services.beside(drafted.language))
        return replace(reply, remarks=remarks), prompt

    def _carried_out(
        self, turn: TurnInput, now: datetime, wish: Wish, ran: list[ToolRun]
    ) -> Reply | None:
        """What a plain yes came to, where something waits for one (K4)."""
        if self._services.packs() is None:
            return None
        from assistant.session.pending import carried_out

        return carried_out(self._services, self.conversation, turn, now, self._noting(wish, ran))

    def _noting(self, wish: Wish, ran: list[ToolRun]) -> OnTool:
        """What is told of each run: it may change a pack's state."""

        def note(run: ToolRun) -> None:
            ran.append(run)
            if packs := self._services.packs():
                packs.take(run, self.conversation)
            if wish.on_tool:
                wish.on_tool(run)

        return note

    def _keep(
        self, drafted: Draft, reply: Reply, prompt: Prompt, ran: Sequence[ToolRun]
    ) -> TurnResult:
        try:
            return self._finish(drafted, reply, prompt)
        except AssistantError:
            raise  # the home cannot be written: not even what was typed
        except Exception as error:
            self._keep_typed(drafted, error, ran)
            raise

    def _keep_typed(self, drafted: Draft, error: Exception, ran: Sequence[ToolRun]) -> None:
        """What was typed stays, whatever a model or a bug made of the turn (R3)."""
        self._services.log.write("error", "model call failed", kind=type(error).__name__)
        try:
            lines = keep_what_was_said(self._services, drafted, error, ran)
        except Exception:
            if isinstance(error, AssistantError):
                raise
            return  # the bug that is being told matters more
        for line in (*lines, *self._services.beside(drafted.language)):
            error.add_note(line)  # the person is told (F5) where the failure is

    def observe(self, text: str, reply: str) -> TurnResult:
        """A turn whose reply is given: the whole pipeline but the model."""
        self.renew()
        self._services.redactor.begin(text)
        with self._services.stores.erasures.turn() as since:
            now = self._services.clock()
            drafted = draft(self._services, self.conversation, TurnInput(text), now, since)
            prompt = build_prompt(self._services, drafted)
            return self._finish(drafted, given_reply(reply), prompt)

    def preview(self, turn: TurnInput) -> Prompt:
        """What would be sent. Changes nothing."""
        now = self._services.clock()
        conversation = self.conversation
        if self._idle():
            conversation = self._book.begin(conversation.role)
        return build_prompt(self._services, draft(self._services, conversation, turn, now))

    def reuse(self, turn: TurnInput) -> Ready | None:
        """The earlier answer that would be given again, if there is one. Changes nothing."""
        return reused(self._services, self.conversation, turn, self._services.clock())

    @property
    def budget(self) -> int:
        """Tokens that the next prompt may have."""
        return budget_of(self._services)

    @property
    def last_sent(self) -> tuple[Sent, ...]:
        """The last turn's requests, word for word; none where no model was asked."""
        return tuple(self._services.sent)

    @property
    def last_prompt(self) -> Prompt | None:
        """What the last turn sent, failed or not, or would have sent had a model been asked."""
        return self._services.sent[-1].prompt if self._services.sent else self._built

    def wrong(self) -> bool:
        """Never give the last answer again; tells whether it was kept at all."""
        return self._services.answers.evict_question(
            self.conversation.role, self._last_question
        ) | self._services.answers.evict(self._last_key)

    def renew(self) -> bool:
        """End the conversation if it has been idle too long and begin another; tell whether."""
        if not self._idle():
            return False
        self.new()
        return True

    def new(self) -> None:
        """End this conversation and begin another with the same role."""
        self.end()
        self.conversation = self._book.begin(self.conversation.role)

    def end(self) -> None:
        """As if it had expired: the window is compressed, the raw text goes (C7)."""
        if self.conversation.turn_count and not self._ephemeral:
            self.finish(0)
            self._book.end(self.conversation)

    def close_topic(self) -> int:
        """Close the segment now: the window becomes summaries, the conversation goes on (C6).

        Returns how many turns were summed up; 0 where there is nothing raw.
        """
        return self._book.close_topic(self.conversation)

    def delete(self) -> None:
        """Remove history, state and metadata at once, and begin another (C7)."""
        self._book.delete(self.conversation)
        self._services.sent.clear()
        self._built = None
        self.conversation = self._book.begin(self.conversation.role)

    def finish(self, seconds: float = LAST_WAIT) -> None:
        """Before the program goes: wait a little for summaries that the model is writing."""
        if self._writer.idle:
            return
        self._writer.finish(seconds)
        if written := self._writer.written:
            with suppress(TryAgainLater), self._services.stores.transaction():
                self._services.memory.take_in(self.conversation, written, self._services.clock())

    def warm_up(self) -> None:
        """Load the model, the tokenizer and the embedder in threads, and fetch what packs say is
        asked often; returns at once."""
        self._services.warm_up()
        self.fetch_frequent()

    def fetch_frequent(self) -> None:
        """A conversation begins: what is asked often may be fetched. Returns at once."""
        if self._services.packs() is not None:
            from assistant.session.prefetching import fetch_frequent

            fetch_frequent(self._services)

    def _give(self, answer: Ready, turn: TurnInput, now: datetime) -> TurnResult:
        """A one-shot answer that needed nothing more."""
        self._last_question, self._last_key = turn.text, answer.key
        result = serve(self._services, self.conversation, answer, now)
        self._advance()
        return result

    def _give_in_conversation(self, answer: Ready, drafted: Draft) -> TurnResult:
        """The turn is stored like any other; its prompt is built only to know what was saved."""
        if self._ephemeral:
            return self._give(answer, drafted.turn, drafted.now)
        return self._finish(drafted, answer.reply, build_prompt(self._services, drafted), answer)

    def _finish(
        self, drafted: Draft, reply: Reply, prompt: Prompt, answer: Ready | None = None
    ) -> TurnResult:
        """The turn is committed and becomes the last one."""
        keep, written = not self._ephemeral, self._writer.written
        result = commit(self._services, drafted, reply, prompt, keep=keep, written=written)
        self._last_question, self._last_key = drafted.turn.text, answer.key if answer else ""
        self._last = (drafted.turn, result.session, result.turn)
        self._built = prompt
        self._advance()
        if keep and written:
            self._writer.begin(self._services.memory.waiting(self.conversation))
        return result

    def _asked_last(self, turn: TurnInput) -> int:
        """The number of the last exchange, where it is of this very message; else 0."""
        if self._last is None or self._ephemeral:
            return 0
        asked, conversation, number = self._last
        return number if (turn, self.conversation.id) == (asked, conversation) else 0

    def _idle(self) -> bool:
        """Open and idle; one that had ended was resumed on purpose, and goes on."""
        open_one = self.conversation.turn_count and self.conversation.ended_at is None
        return bool(open_one) and self._book.is_idle(self.conversation)

    def _advance(self) -> None:
        stored, count = None, self.conversation.turn_count + 1
        with suppress(AssistantError):  # the turn is kept, whatever cannot be read just now
            stored = self._services.stores.conversations.get(self.conversation.id)
        self.conversation = stored or replace(self.conversation, turn_count=count)
