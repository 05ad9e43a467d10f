"""The house of DESIGN.md, enforced: imports run one way, and the pure core stays pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "assistant"

# A layer may import itself, the layers to its right, and what is listed as common.
LAYERS: dict[str, set[str]] = {
    "start": {"cli"},
    "cli": {
        "app",
        "api",
        "answerer",
        "session",
        "memory",
        "prompt",
        "tools",
        "llm",
        "embedding",
        "storage",
    },
    "api": {"app", "session", "memory", "prompt"},
    "answerer": {"prompt", "llm", "embedding.base", "storage.base"},
    "tooling": {"session", "tools"},
    "app": {
        "answerer",
        "tooling",
        "session",
        "memory",
        "prompt",
        "tools",
        "llm",
        "embedding",
        "storage",
    },
    "session": {"answers", "memory", "prompt", "tools", "llm", "embedding", "storage.base"},
    "answers": {"memory"},
    "memory": {"embedding.base", "llm.base", "storage.base"},
    "prompt": {"embedding.base", "llm.base", "memory.base"},
    "tools": {"llm.base", "memory.base", "storage.base"},
    "llm": {"storage.base"},
    "embedding": {"storage.base"},
    "storage": set(),
    "secrets": set(),
    "compute": set(),
}
COMMON = {
    "characters",
    "records",
    "errors",
    "folders",
    "files",
    "locks",
    "steps",
    "texts",
    "homekey",
    "config",
    "messages",
    "resources",
    "secrets",
    "paths",
    "clock",
    "lifetime",
    "start",
    "limits",
    "documents",
    "compute",
}
PURE = ("memory", "prompt", "secrets", "compute")
IMPURE_MODULES = {"os", "socket", "subprocess", "time", "random", "sqlite3", "urllib", "requests"}


def modules() -> list[tuple[str, ast.Module]]:
    return [
        (path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text("utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    ]


def imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every imported module, whether at the top or inside a function; never for types only."""
    typing_only = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test)
        for statement in block.body
        for node in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if node in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from ((name.name, node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from ((f"{node.module}.{name.name}", node.lineno) for name in node.names)


def layer_of(path: str) -> str:
    return path.split("/")[0].removesuffix(".py")


@pytest.mark.parametrize(("path", "tree"), modules(), ids=lambda v: v if isinstance(v, str) else "")
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


@pytest.mark.parametrize(("path", "tree"), modules(), ids=lambda v: v if isinstance(v, str) else "")
def test_the_core_is_pure(path: str, tree: ast.Module) -> None:
    if layer_of(path) not in PURE:
        return
    for name, line in imports(tree):
        assert name.split(".")[0] not in IMPURE_MODULES, f"{path}:{line} imports {name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
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


@pytest.mark.parametrize(("path", "tree"), modules(), ids=lambda v: v if isinstance(v, str) else "")
def test_nothing_is_written_but_through_the_door(path: str, tree: ast.Module) -> None:
    """No print, no click.echo, no stream that is written to or handed on, no control sequence:
    a string can reach a terminal through ``plain.shown`` alone."""
    if path in DOORS:
        return
    asked_of_plain = {
        argument
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).startswith(("plain.", "clipboard."))
        for argument in node.args
    }
    files = {"os.write"} if path in FILES_BY_DESCRIPTOR else set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _PRINTING.fullmatch(ast.unparse(node.func)):
            assert ast.unparse(node.func) in files, f"{path}:{node.lineno} prints by itself"
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("plain.draw", "draw"):
            assert not ast.unparse(node.func).startswith("plain"), f"{path}:{node.lineno} draws"
        if isinstance(node, ast.Attribute) and _STREAMS.fullmatch(ast.unparse(node)):
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
