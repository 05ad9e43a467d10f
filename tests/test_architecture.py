"""The house of DESIGN.md, enforced: imports run one way, and the pure core stays pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "assistant"

# A layer may import itself, the layers to its right, and what is listed as common.
LAYERS: dict[str, set[str]] = {
    "start": {"cli"},
    "cli": {
        "app",
        "api",
        "answerer",
        "exchange",
        "session",
        "memory",
        "prompt",
        "tools",
        "packs",
        "profile",
        "llm",
        "embedding",
        "server",
        "storage",
    },
    "server": {"app", "session", "memory", "prompt", "storage"},
    "api": {"app", "session", "memory", "profile", "prompt"},
    "models": {"llm", "storage.base"},
    "answerer": {"prompt", "llm", "embedding.base", "storage.base"},
    "tooling": {"session", "tools"},
    "home": {"session", "storage"},
    "home_packs": {"packs", "session"},
    "sessions": {"answerer", "session"},
    "app": {
        "answerer",
        "home",
        "home_packs",
        "models",
        "sessions",
        "tooling",
        "session",
        "memory",
        "prompt",
        "tools",
        "packs",
        "llm",
        "embedding",
        "storage",
    },
    "session": {
        "answers",
        "memory",
        "prompt",
        "tools",
        "packs",
        "profile",
        "llm",
        "embedding",
        "storage.base",
    },
    "answers": {"memory", "reader"},
    "memory": {"reader", "embedding.base", "llm.base", "storage.base"},
    "prompt": {"embedding.base", "llm.base", "memory.base"},
    "packs": {"memory", "tools", "embedding", "storage.base"},
    "profile": {"memory", "packs"},
    "tools": {"llm.base", "memory.base", "storage.base"},
    "llm": {"storage.base"},
    "embedding": {"storage.base"},
    "exchange": {"session", "memory", "storage.base"},
    "storage": set(),
    "secrets": set(),
    "compute": set(),
    "text": set(),
    "reader": set(),
}
COMMON = {
    "arrays",
    "beside",
    "characters",
    "records",
    "errors",
    "folders",
    "files",
    "locks",
    "steps",
    "text",
    "texts",
    "unigram",
    "homekey",
    "config",
    "languages",
    "messages",
    "retold",
    "resources",
    "secrets",
    "secret_command",
    "paths",
    "prepared",
    "clock",
    "lifetime",
    "start",
    "limits",
    "documents",
    "compute",
}
PURE = ("memory", "prompt", "secrets", "compute", "profile", "text")
IMPURE_MODULES = {"os", "socket", "subprocess", "time", "random", "sqlite3", "urllib", "requests"}


@cache
def modules() -> list[tuple[str, ast.Module]]:
    return [
        (path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text("utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    ]


@cache
def nodes(tree: ast.AST) -> list[ast.AST]:
    """Everything in it: each rule looks at all of the program, which is walked once."""
    return list(ast.walk(tree))


@cache
def written(node: ast.AST) -> str:
    """The expression as code."""
    return ast.unparse(node)


@cache
def imports(tree: ast.Module, *, with_types: bool = False) -> list[tuple[str, int]]:
    """Every imported module, whether at the top or inside a function; those for types only where
    they are asked for."""
    typing_only = {
        node
        for block in nodes(tree)
        if not with_types and isinstance(block, ast.If) and "TYPE_CHECKING" in written(block.test)
        for statement in block.body
        for node in ast.walk(statement)
    }
    found: list[tuple[str, int]] = []
    for node in nodes(tree):
        if node in typing_only:
            continue
        if isinstance(node, ast.Import):
            found.extend((name.name, node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found.extend((f"{node.module}.{name.name}", node.lineno) for name in node.names)
    return found


def of_every_module(rule: Callable[[str, ast.Module], None]) -> Callable[[], None]:
    """A test that holds each module to the rule and names every fault; a test for each would cost
    more than the rule."""

    def test() -> None:
        faults = []
        for path, tree in modules():
            try:
                rule(path, tree)
            except AssertionError as fault:
                faults.append(str(fault))
        assert not faults, "\n".join(faults)

    test.__name__, test.__qualname__, test.__doc__ = rule.__name__, rule.__name__, rule.__doc__
    return test


FACES = re.compile(r"packs/\w+/(commands|charts|report|slash)\b")
"""What a shipped pack shows to people is a part of the command line."""


def layer_of(path: str) -> str:
    return "cli" if FACES.match(path) else path.split("/")[0].removesuffix(".py")


@of_every_module
def test_imports_run_one_way(path: str, tree: ast.Module) -> None:
    layer = layer_of(path)
    for name, line in imports(tree):
        if not name.startswith("assistant."):
            continue
        target = name.removeprefix("assistant.")
        first = target.split(".")[0]
        allowed = LAYERS.get(layer, set())
        fine = (
            target == "__version__"
            or first == layer
            or first in COMMON
            or first in {a for a in allowed if "." not in a}
            or any(target == a or target.startswith(a + ".") for a in allowed if "." in a)
            or layer == "__init__"
        )
        assert fine, f"{path}:{line} imports {name}"


BACK_ENDS = (
    *(f"assistant.storage.{name}" for name in ("sqlite", "volatile", "postgres", "redis")),
    *("sqlite3", "sqlcipher3", "psycopg", "redis"),
)


@of_every_module
def test_nothing_above_storage_names_a_back_end(path: str, tree: ast.Module) -> None:
    """Not even for types. What is asked of a store, or of where it lies, stands in storage/base."""
    if layer_of(path) != "storage":
        allowed = ("sqlite3",) if path == "exchange/sqlite_file.py" else ()  # a file of others
        for name, line in imports(tree, with_types=True):
            assert name in allowed or not name.startswith(BACK_ENDS), (
                f"{path}:{line} imports {name}"
            )
    elif path.startswith("storage/base"):
        for name, line in imports(tree, with_types=True):
            fine = name.startswith(("assistant.storage.base", "assistant.storage.events"))
            assert fine or not name.startswith("assistant.storage"), f"{path}:{line} imports {name}"


@of_every_module
def test_the_core_is_pure(path: str, tree: ast.Module) -> None:
    if layer_of(path) not in PURE:
        return
    for name, line in imports(tree):
        assert name.split(".")[0] not in IMPURE_MODULES, f"{path}:{line} imports {name}"
    for node in nodes(tree):
        if isinstance(node, ast.Call):
            called = written(node.func)
            assert called not in {"print", "input", "exit", "open"}, (
                f"{path}:{node.lineno} {called}"
            )
            assert not called.endswith(("datetime.now", "utcnow", "date.today")), (
                f"{path}:{node.lineno}"
            )


def test_D2_nothing_reads_the_logs_back() -> None:
    """Only the module that writes and sweeps them knows where log lines are."""
    for path, tree in modules():
        if layer_of(path) in PURE:
            assert all("logs" not in name.split(".") for name, _ in imports(tree)), path


DOORS = {
    "cli/plain.py": "the door itself",
    "cli/render.py": "draws the growing block of an answer anew; its text is cleaned when it comes",
    "cli/sinks.py": "takes its ellipsis back",
    "cli/progress.py": "draws a bar over itself",
    "cli/keyboard.py": "has the terminal mark what is pasted",
    "cli/passphrase.py": "asks without an echo; the question is cleaned",
    "cli/clipboard.py": "hands a text to the terminal's clipboard, in Base64",
    "start.py": "says one fixed word before anything is loaded",
    "documents.py": "hands its outcome to the process that started it, through a pipe",
    "tools/sandbox/launcher.py": "says why a command could not begin, through that command's pipe",
    "session/logs.py": "echoes lines of escaped JSON",
    "tools/plain.py": "knows the sequences in order to take them out",
}
"""Who may know of control sequences and streams, and why."""
_PRINTING = re.compile(
    r"print|input|print_formatted_text|(click|typer|rich)\.(echo|secho|print|style|prompt|confirm|pause"
    r"|clear|launch|echo_via_pager|progressbar)|logging\.\w+|warnings\.warn|traceback\.print_\w+"
    r"|getpass(\.getpass)?|sys\.(stdout|stderr|__stdout__|__stderr__)\.\w+|os\.(write|system)|.*\.(buffer|raw)\.write"
    r"|Console|curses\..*|set_title|print_container"
)
_HARMLESS_CALLS = ("sys.stdout.fileno",)
_STREAMS = re.compile(r"sys\.(stdout|stderr|__stdout__|__stderr__)")


@of_every_module
def test_nothing_is_written_but_through_the_door(path: str, tree: ast.Module) -> None:
    """No print, no click.echo, no stream that is written to or handed on, no control sequence:
    a string can reach a terminal through ``plain.shown`` alone."""
    if path in DOORS:
        return
    asked_of_plain = {
        argument
        for node in nodes(tree)
        if isinstance(node, ast.Call) and written(node.func).startswith(("plain.", "clipboard."))
        for argument in node.args
    }
    files = {"os.write"} if path in FILES_BY_DESCRIPTOR else set()
    for node in nodes(tree):
        if isinstance(node, ast.Call) and _PRINTING.fullmatch(written(node.func)):
            assert written(node.func) in files, f"{path}:{node.lineno} prints by itself"
        if isinstance(node, ast.Call) and written(node.func) in ("plain.draw", "draw"):
            assert not written(node.func).startswith("plain"), f"{path}:{node.lineno} draws"
        if isinstance(node, ast.Attribute) and _STREAMS.fullmatch(written(node)):
            assert node in asked_of_plain, f"{path}:{node.lineno} uses a stream by itself"
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert not re.search("[\x1b\x9b\x9d\x90]", node.value), (
                f"{path}:{node.lineno} a sequence"
            )
    for name, line in imports(tree):
        assert not name.startswith(("sys.std", "curses", "colorama", "getpass")), f"{path}:{line}"


FILES_BY_DESCRIPTOR = {
    "cli/history.py",
    "session/lines.py",
    "storage/sqlite/log.py",
    "tools/builtin/notes.py",
}
"""They open the file themselves, with its mode, and write to that."""


def test_every_door_is_still_one() -> None:
    """A list of exceptions must not outlive them."""
    known = dict(modules())
    assert set(known) >= set(DOORS) | FILES_BY_DESCRIPTOR
    for path in DOORS:
        text = (PACKAGE / path).read_text("utf-8")
        assert (
            "sys.std" in text or "os.write(2" in text or "x1b" in text or "stream.write" in text
        ), path


@of_every_module
def test_typer_is_used_by_what_it_makes_public(path: str, tree: ast.Module) -> None:
    for name, line in imports(tree):
        package, *rest = name.split(".")
        assert package != "click", f"{path}:{line}: what is needed of it, typer hands out"
        private = package == "typer" and any(part.startswith("_") for part in rest)
        assert not private, f"{path}:{line} imports {name}"


INSIDERS = {
    "embedding/backend.py": "the adapter of a package that is pinned for it",
    "start.py": "runs before ``signal`` could be imported",
}
"""Who may know what another package keeps to itself, and why."""
DOCUMENTED = {"_asdict", "_exit", "_fields", "_make", "_replace"}
"""Public names of the standard library that begin with an underscore all the same."""


def _private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED


def _own_names() -> frozenset[str]:
    """What classes and functions of the program are called, and what it assigns to."""
    return frozenset(
        getattr(node, "name", getattr(node, "attr", getattr(node, "id", "")))
        for _, tree in modules()
        for node in nodes(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        or (isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Store))
    )


def test_nothing_reaches_into_another_package() -> None:
    own = _own_names()
    for path, tree in modules():
        if path in INSIDERS:
            continue
        for name, line in imports(tree):
            parts = [] if name.startswith("assistant.") else name.split(".")
            assert not any(map(_private, parts)), f"{path}:{line} imports {name}"
        for node in nodes(tree):
            if isinstance(node, ast.Attribute) and _private(node.attr):
                assert node.attr in own, f"{path}:{node.lineno} {written(node)}"
