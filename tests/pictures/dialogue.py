"""A conversation to measure: 40 turns of somebody who sets up a service, and a scripted model."""

from __future__ import annotations

from pathlib import Path

from assistant.app import open_app
from assistant.records import TurnMetrics
from assistant.session.base import TurnInput
from tests.servers.scripted import Reply, ScriptedServer

SUBJECTS = (
    ("the schema of orders", "a table for orders, one for their lines, a foreign key with cascade"),
    (
        "an index on created_at",
        "a partial index over open orders, since closed ones are rarely read",
    ),
    (
        "retries of the payment client",
        "three tries with exponential backoff and a jitter of 20 percent",
    ),
    ("the health check", "a path that touches the database and answers within a second"),
    ("structured logs", "one JSON object a line with the request id, the user's id never"),
    ("a nightly backup", "a dump to object storage, kept for 14 days, restored every Monday"),
    ("the rate limit", "a token bucket per key, 20 requests a second with bursts of 40"),
    ("feature flags", "a table read at start and every minute, with a default for each flag"),
)
ASKS = (
    "How would you design {0}?",
    "What goes wrong first with {0} under load?",
    "Show me a test for {0}.",
    "Write down how to roll out {0} without downtime.",
    "What would you measure about {0}?",
)
STATED = {
    2: "I work in fintech, team of 5; we deploy on Thursdays",
    7: "From now on answer briefly",
}
"""What is said on purpose between the questions, by its turn."""
EXPLAINED = (
    "Begin with {0}; that covers what you described and leaves room for what comes next.",
    "The part that people forget is the failure in the middle: write down what happens then.",
    "Keep the old way beside the new one for a week and compare both on real traffic.",
    "Give it a number that you look at every morning, and a limit at which somebody is called.",
    "A test that fails without it is worth more than a page that describes it.",
    "When two of you disagree about a detail, take the one that is easier to undo.",
    "Do the smallest piece today, behind a switch, and turn it on for one customer first.",
    "After that, remove the switch: what can be turned off for ever is never finished.",
    "If it has to change once a month, put it in a table; once a year, leave it in the code.",
    "Tell the others in two sentences what changed and how they would notice that it broke.",
)


def _answer(question: str, known: str) -> str:
    """Some 220 tokens, as of a model that explains itself."""
    return " ".join((question.rstrip("?.") + ":", *EXPLAINED)).format(known)


def measured(home: Path, turns: int = 40) -> list[TurnMetrics]:
    """What each request of that conversation weighed, as the program recorded it."""
    asked = [ask.format(subject) for subject, _ in SUBJECTS for ask in ASKS]
    held = [answer for _, answer in SUBJECTS for _ in ASKS]
    replies = [_answer(text, known) for text, known in zip(asked, held, strict=True)]
    for turn, text in STATED.items():
        asked.insert(turn - 1, text)
        replies.insert(turn - 1, "Understood.")
    with ScriptedServer(*map(Reply, replies[:turns])) as server:
        environ = {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "none",
                   "ASSISTANT_MODEL": "scripted-model"}  # fmt: skip
        with open_app(home=home, environ=environ) as app:
            session = app.session()
            for text in asked[:turns]:
                session.respond(TurnInput(text), fresh=True)
            return app.stores.journal.metrics()
