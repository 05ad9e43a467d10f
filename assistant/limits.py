"""Every bound of what comes in, in one table: what it bounds, how much, and what happens past it.

All code that bounds an input takes its number from here, and ``docs/limits.md`` prints the table.
Imports nothing local.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

MB = 1024 * 1024


class Limit(NamedTuple):
    """``value`` in ``unit``; ``past`` tells what happens to what is larger."""

    group: str
    what: str
    value: int
    unit: str
    past: str


_FILES, _SETTINGS, _MEMORY = "Files and pipes", "Settings and the clock", "Memory"
_MODELS, _STRUCTURE, _TOOLS = "Models and servers", "JSON and schemas", "Tools"
_SERVED = "`assistant serve`"
_REFUSED = "refused by name (status 65)"

FILE = Limit(_FILES, "a file or piped text", 64 * MB, "bytes", _REFUSED)
FIFO_SILENCE = Limit(
    _FILES, "a named pipe that says nothing, or stops in the middle", 5, "seconds", _REFUSED
)
TYPED_LINE = Limit(_FILES, "a line typed or piped to `chat`", 16 * MB, "bytes", _REFUSED)
NOT_UTF8 = Limit(
    _FILES, "bytes that are not UTF-8 in a text, one at least", 500, "bytes of text to one",
    "up to so many become �, and it is said; with more the text is refused",
)  # fmt: skip
HISTORY = Limit(_FILES, "the history of the prompt", 500, "entries", "the oldest go")
HISTORY_FILE = Limit(
    _FILES, "the file of that history", 16 * MB, "bytes", "its last part alone is read"
)
HISTORY_ENTRY = Limit(_FILES, "an entry of that history", 65_536, "bytes", "not kept")

CONFIG = Limit(_SETTINGS, "config.toml", MB, "bytes", "refused (status 78)")
CONFIG_DEPTH = Limit(
    _SETTINGS, "brackets inside brackets in config.toml", 40, "levels", "refused (status 78)"
)
CONFIG_LIST = Limit(
    _SETTINGS, "entries of a list in config.toml: packs, folders, tools", 100, "entries",
    "refused (status 78)",
)  # fmt: skip
LANGUAGE = Limit(
    _SETTINGS, "a file of a language of the person's own", MB, "bytes", "refused (status 78)"
)
VARIABLE = Limit(
    _SETTINGS, "an environment variable that sets something", 8192, "characters",
    "refused (status 78)",
)  # fmt: skip
FIRST_YEAR = Limit(
    _SETTINGS, "the first year of any date", 1970, "",
    "a clock before it counts as its beginning; a stored row is set aside, an import refused",
)  # fmt: skip
LAST_YEAR = Limit(
    _SETTINGS, "the last year of any date", 8999, "",
    "a clock past it counts as its end; a stored row is set aside, an import refused",
)  # fmt: skip
KEY_FILE_SIZE = Limit(
    _SETTINGS, "the key file of an encrypted home", 16_384, "bytes", "its copy is read instead"
)
CLOCK_AHEAD = Limit(
    _SETTINGS, "how far ahead of the clock a date is believed over it", 366, "days",
    "it was written while a clock was wrong, unless most dates lie there",
)  # fmt: skip
KEPT_VALUE = Limit(
    _SETTINGS, "the life of what is kept for a while", 366, "days",
    "over: its end was set while a clock was wrong",
)  # fmt: skip

FACT = Limit(_MEMORY, "a fact's text", 4000, "characters", _REFUSED)
FACT_NAME = Limit(
    _MEMORY, "an id, a role or a part of a slot in an import", 500, "characters", _REFUSED
)
READ = Limit(
    _MEMORY, "a message that is read for memory", 4000, "characters",
    "what follows is pasted in all likelihood: it goes to the model alone",
)  # fmt: skip
IMPORT = Limit(_MEMORY, "a file of facts, or of other tables", 1024 * MB, "bytes", _REFUSED)
IMPORT_LINE = Limit(_MEMORY, "a line of it", 65_536, "bytes", "the import is refused by line")
IMPORT_FACTS = Limit(_MEMORY, "facts in one import", 1_000_000, "facts", _REFUSED)
IMPORT_ROW = Limit(_MEMORY, "a row of another table in an import", MB, "bytes", "refused by row")
IMPORT_ROWS = Limit(_MEMORY, "rows of a table in one import", 1_000_000, "rows", _REFUSED)
IMPORT_EMBEDDING = Limit(
    _MEMORY, "embedding right after an import", 5, "seconds",
    "the rest follows in the background; until then those facts are found by their words",
)  # fmt: skip
DIGEST = Limit(_MEMORY, "the digest of a backup", MB, "bytes", "it counts as damaged")
IDENTITY = Limit(_MEMORY, "an id in an argument", 500, "characters", "it names nothing (status 2)")

REPLY_LINE = Limit(
    _MODELS, "a line of a streamed reply", 4 * MB, "bytes", "the reply is given up (status 69)"
)
REPLY_EVENT = Limit(
    _MODELS, "an event of a streamed reply", 4 * MB, "bytes", "the reply is given up (status 69)"
)
REPLY = Limit(_MODELS, "a reply as it comes", 64 * MB, "bytes", "given up (status 69)")
REPLY_TEXT = Limit(
    _MODELS, "a reply's text", 400_000, "characters", "it ends there, and that is said"
)
REPLY_SILENCE = Limit(
    _MODELS, "a stream that lives and says nothing (comments, empty events)", 300, "seconds",
    "given up (status 69); `model.read_timeout` bounds one that is silent altogether",
)  # fmt: skip
REPLY_TIME = Limit(_MODELS, "a reply from its beginning to its end", 3600, "seconds", "given up")
ANSWER = Limit(
    _MODELS, "a server's list of models, or what it says of a failure", MB, "bytes",
    "the rest is not read",
)  # fmt: skip
MODELS_LISTED = Limit(_MODELS, "models that a server lists", 2000, "names", "the rest is left out")
MODEL_NAME = Limit(_MODELS, "a model's name in such a list", 200, "characters", "left out")
USAGE = Limit(
    _MODELS, "tokens that a server says it counted", 10_000_000, "tokens", "taken as not said"
)
CALLS = Limit(_MODELS, "calls of tools in one reply", 16, "calls", "the rest is not heard")
CALLS_RUN = Limit(_MODELS, "calls of one reply that are run", 8, "calls", "the rest is refused")
CALL_ARGUMENTS = Limit(
    _MODELS, "the arguments of a call", 100_000, "characters", "the call is refused"
)
CALL_NAME = Limit(_MODELS, "the name or id of a call", 200, "characters", "cut")
RATIOS = Limit(
    _MODELS, "reports from which a model's tokens are estimated", 5, "reports",
    "the older ones go; one that no tokenizer can mean needs a second like it",
)  # fmt: skip

SCHEMA = Limit(_STRUCTURE, "a `--schema` file", MB, "bytes", _REFUSED)
DEPTH = Limit(_STRUCTURE, "brackets inside brackets of any JSON", 100, "levels", "refused")
CHECKING = Limit(
    _STRUCTURE, "checking a document against a schema, its patterns included", 3,
    "seconds of the processor",
    "given up: the document counts as wrong (status 65)",
)  # fmt: skip

SERVED_FREE = Limit(
    _SERVED, "a request's body, on the plan free", 256 * 1024, "bytes", "status 413"
)
SERVED_PRO = Limit(_SERVED, "the same, on the plan pro", MB, "bytes", "status 413")
SERVED_PREMIUM = Limit(_SERVED, "the same, on the plan premium", 4 * MB, "bytes", "status 413")
SERVED_BODY_TIME = Limit(_SERVED, "a request's body, to its end", 30, "seconds", "status 408")
SERVED_TIME = Limit(
    _SERVED, "a turn, from its request to its end", 600, "seconds",
    "status 504; what had come is kept as interrupted",
)  # fmt: skip
SERVED_MESSAGES = Limit(_SERVED, "messages in a request", 10_000, "messages", "status 400")
SERVED_NAME = Limit(
    _SERVED, "a conversation's name, an `Idempotency-Key`", 255, "characters", "status 400"
)
SERVED_SYSTEM = Limit(
    _SERVED, "the client's system message", 2000, "characters",
    "its beginning alone is read, as data, and 300 tokens of that at most",
)  # fmt: skip
SERVED_REPLAY = Limit(
    _SERVED, "how long a request is known again by its `Idempotency-Key`", 24, "hours",
    "it is a new one",
)  # fmt: skip

TOOL_RESULT = Limit(_TOOLS, "a tool's result", 200_000, "characters", "cut, and marked as cut")
TOOL_ITEMS = Limit(_TOOLS, "its items", 5000, "items", "cut, and marked as cut")
TOOL_DEPTH = Limit(_TOOLS, "its depth", 12, "levels", "deeper ones become text")
TOOL_CACHE = Limit(_TOOLS, "a result that is cached", 64_000, "characters", "not cached")
TOOL_ARGUMENT = Limit(_TOOLS, "a text among a tool's arguments", 20_000, "characters", "refused")
TOOL_FILE = Limit(_TOOLS, "a file that a tool reads", 4 * MB, "bytes", "its beginning alone")
TOOL_FILES = Limit(_TOOLS, "files that a search looks into", 20_000, "files", "the rest is not")
TOOL_HITS = Limit(_TOOLS, "lines that a search gives", 100, "lines", "the rest is left out")
PAGE = Limit(_TOOLS, "a page that `web.fetch` reads", 2_000_000, "bytes", "its beginning alone")
FEED = Limit(_TOOLS, "a feed of news", 5 * MB, "bytes", "refused; the other feeds are read")
FEED_ITEMS = Limit(_TOOLS, "news of one feed", 200, "items", "the rest is left out")
PAGE_HOPS = Limit(_TOOLS, "redirects of a page", 5, "hops", "refused")
SHELL_OUTPUT = Limit(_TOOLS, "what a command prints", 100_000, "bytes", "its beginning alone")
SHELL_FILE = Limit(_TOOLS, "a file that a command writes", 1024 * MB, "bytes", "writing fails")
SHELL_OWN = Limit(_TOOLS, "a sandboxed command's own /tmp", 512 * MB, "bytes", "writing fails")
SHELL_OPEN = Limit(_TOOLS, "files that a command has open", 1024, "files", "opening fails")
SHELL_LOOKED_AT = Limit(
    _TOOLS, "entries of the allowed folders in which names that hold keys are looked for", 20_000,
    "entries", "what lies deeper is not hidden from a command",
)  # fmt: skip
SHELL_HIDDEN = Limit(
    _TOOLS, "files and folders that are hidden from a command", 500, "entries",
    "no command is run",
)  # fmt: skip
TOOL_PATH = Limit(_TOOLS, "a path that a file tool is given", 4096, "characters", "refused")
PACK_GUIDE = Limit(_TOOLS, "the guide of a pack", MB, "bytes", "not shown")
PACK_STATE = Limit(
    _TOOLS, "the state that a pack keeps of a conversation", 16_384, "characters",
    "it stays as it was",
)  # fmt: skip
NOTE = Limit(_TOOLS, "a line added to the notes", 4000, "characters", "refused")


def table() -> Iterator[tuple[str, Limit]]:
    """Every limit with its name in the code, in the order of this file."""
    return ((name, value) for name, value in globals().items() if isinstance(value, Limit))
