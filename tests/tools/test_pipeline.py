"""The one way a tool is run: order, codes, bounds, logs (T2–T6, T10)."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from assistant.config import ToolsConfig
from assistant.errors import BadData
from assistant.tools.base import Context, RateLimit, ToolFailure, failed
from assistant.tools.calls import Call
from assistant.tools.toolbox import Toolbox
from tests.bounds import PATIENCE
from tests.prompt.support import COUNTER
from tests.tools.support import Bench, code, make


def double(number: int) -> int:
    """Double a number."""
    return 2 * number


def nothing() -> str:
    """Do nothing."""
    return "done"


def tell(arguments: Any, _: str) -> str:
    return f"do something to {arguments.get('name', 'it')}"


def test_T2_a_success_carries_data_and_metadata(tmp_path: Path) -> None:
    result = Bench(tmp_path, [make(double)]).run("test.tool", number=21)
    assert result.as_object() == {
        "success": True,
        "data": 42,
        "metadata": {"execution_time_ms": result.metadata.execution_time_ms, "cached": False},
    }
    assert result.metadata.execution_time_ms > 0


def test_T2_a_function_name_finds_the_tool_too(tmp_path: Path) -> None:
    assert Bench(tmp_path, [make(double)]).run("test-tool", '{"number": 4}').data == 8


def test_T2_an_unknown_tool_is_not_found_and_the_near_one_is_named(tmp_path: Path) -> None:
    result = Bench(tmp_path, [make(double)]).run("test.tol")
    assert code(result) == "TOOL_NOT_FOUND"
    assert result.error
    assert "did you mean test.tool" in result.error.message


@pytest.mark.parametrize(
    "config",
    [
        ToolsConfig(enabled=False),
        ToolsConfig(off=("test",)),
        ToolsConfig(off=("test.tool",)),
        ToolsConfig(off=("test.tool",), on=("test",)),
    ],
)
def test_T2_what_is_switched_off_is_not_found(tmp_path: Path, config: ToolsConfig) -> None:
    result = Bench(tmp_path, [make(double)], config).run("test.tool", number=1)
    assert code(result) == "TOOL_NOT_FOUND"
    assert result.error
    assert "switched off" in result.error.message


@pytest.mark.parametrize("on", [("test",), ("test.tool",)])
def test_one_that_is_off_by_default_is_switched_on_by_name_or_category(
    tmp_path: Path, on: tuple[str, ...]
) -> None:
    tool = make(double, on=False)
    assert code(Bench(tmp_path, [tool]).run("test.tool", number=1)) == "TOOL_NOT_FOUND"
    assert Bench(tmp_path, [tool], ToolsConfig(on=on)).run("test.tool", number=1).success


def test_T3_a_refusal_names_the_plan_and_what_it_opens(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [make(double, required_plan="pro")], plan="free")
    result = bench.run("test.tool", number=1)
    assert code(result) == "PLAN_REQUIRED"
    assert result.error
    assert "'pro'" in result.error.message
    assert "opens it: Double a number" in result.error.message
    for plan in ("pro", "premium"):
        assert Bench(tmp_path, bench.tools, plan=plan).run("test.tool", number=1).success


def test_T3_a_refusal_names_what_else_the_plan_opens(tmp_path: Path) -> None:
    tools = [
        make(double, "test.one", required_plan="pro"),
        make(double, "test.two", required_plan="pro"),
        make(double, "test.free"),
        make(double, "test.best", required_plan="premium"),
    ]
    result = Bench(tmp_path, tools, plan="free").run("test.one", number=1)
    assert result.error
    assert result.error.message.endswith("; it opens test.two too")


def test_T4_over_the_limit_it_is_refused_until_the_window_ends(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [make(double, rate_limit=RateLimit(per_minute=2), kept=0)])
    bench.later(50)
    assert [code(bench.run("test.tool", number=n)) for n in range(3)] == ["", "", "RATE_LIMIT"]
    refused = bench.run("test.tool", number=9)
    assert refused.error
    assert "10 s" in refused.error.message
    bench.later(10)
    assert bench.run("test.tool", number=9).success


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "'number' is missing"),
        ({"number": "many"}, "'number'"),
        ({"number": 1, "other": 2}, "'other' is not an argument"),
        ("{", "not JSON"),
        ("[]", "one JSON object"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_T2_bad_arguments_are_told_one_by_one(tmp_path: Path, arguments: Any, problem: str) -> None:
    result = Bench(tmp_path, [make(double)]).run("test.tool", arguments)
    assert code(result) == "VALIDATION_ERROR"
    assert result.error
    assert problem in result.error.message


def test_T1_a_validator_of_its_own_has_the_last_word(tmp_path: Path) -> None:
    tool = make(double, validator=lambda a, _: "too large" if a["number"] > 9 else "")
    bench = Bench(tmp_path, [tool])
    assert bench.run("test.tool", number=9).success
    assert code(bench.run("test.tool", number=10)) == "VALIDATION_ERROR"


def test_T1_a_post_processor_shapes_the_result(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [make(double, post_processor=lambda data: {"value": data})])
    assert bench.run("test.tool", number=2).data == {"value": 4}


def raises(error: BaseException) -> Any:
    def handler() -> None:
        """Raise."""
        raise error

    return handler


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (failed("the disk is full"), "the disk is full"),
        (ToolFailure("VALIDATION_ERROR", "no such day"), "no such day"),
        (BadData("that is no text"), "that is no text"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (KeyError("secret inside"), "failed: KeyError"),
        (SystemExit(3), "failed: SystemExit"),
        (RecursionError(), "failed: RecursionError"),
    ],
)
def test_T2_whatever_a_handler_raises_is_a_typed_error(
    tmp_path: Path, error: BaseException, message: str
) -> None:
    result = Bench(tmp_path, [make(raises(error))]).run("test.tool")
    assert code(result) in ("EXECUTION_ERROR", "VALIDATION_ERROR")
    assert result.error
    assert message in result.error.message
    assert "secret inside" not in result.error.message


@pytest.mark.parametrize("part", ["validator", "fingerprint", "tell"])
def test_T2_what_a_packages_own_code_raises_around_the_run_is_typed_too(
    tmp_path: Path, part: str
) -> None:
    def wrong(*_: object) -> str:
        raise KeyError("a bug")

    settings: dict[str, Any] = {part: wrong}
    bench = Bench(tmp_path, [make(nothing, **settings)], says="once")
    assert code(bench.run("test.tool")) == "EXECUTION_ERROR"


def test_T1_one_that_is_declared_wrongly_costs_itself_alone(tmp_path: Path) -> None:
    def odd(place: NoSuchType) -> str:  # type: ignore[name-defined] # noqa: F821
        """Have a hint that names nothing."""
        return str(place)

    bench = Bench(tmp_path, [make(odd, "test.odd"), make(double)])
    assert code(bench.run("test.odd", place=1)) == "EXECUTION_ERROR"
    toolbox = Toolbox(bench.pipeline, lambda _: None)  # type: ignore[arg-type, return-value]
    offered = toolbox.offered("x", COUNTER)
    assert [d["function"]["name"] for d in offered] == ["test-tool"]


def test_T2_one_that_hangs_is_given_up(tmp_path: Path) -> None:
    seen: list[Context] = []
    released = threading.Event()

    def hang(context: Context) -> None:
        """Hang."""
        seen.append(context)
        released.wait(2 * PATIENCE)

    bench = Bench(tmp_path, [make(hang, timeout=0.05)])
    started = time.perf_counter()
    result = bench.run("test.tool")
    assert time.perf_counter() - started < PATIENCE
    released.set()
    assert code(result) == "EXECUTION_ERROR"
    assert result.error
    assert "0.05 s" in result.error.message
    assert seen[0].cancelled.is_set(), "a handler that looks is told to stop"


def test_a_huge_result_with_escape_sequences_is_bounded_and_clean(tmp_path: Path) -> None:
    def huge() -> str:
        """Return 50 MB."""
        return "\x1b]0;owned\x07\x1b[31mred\x1b[0m\r\x9b2J\u202e" + "x" * 50_000_000

    data = Bench(tmp_path, [make(huge)]).run("test.tool").data
    assert len(data) < 201_000
    assert data.startswith("red\n")
    assert "more characters" in data
    assert not any(c in data for c in "\x1b\x9b\x07\u202e")


def test_T5_a_result_is_kept_and_said_to_be(tmp_path: Path) -> None:
    calls: list[int] = []

    def count(number: int) -> int:
        """Count calls."""
        calls.append(number)
        return len(calls)

    bench = Bench(tmp_path, [make(count)])
    first, second = bench.run("test.tool", number=1), bench.run("test.tool", number=1)
    assert (first.data, first.metadata.cached) == (1, False)
    assert (second.data, second.metadata.cached) == (1, True)
    assert bench.run("test.tool", number=2).data == 2
    bench.later(31)
    assert bench.run("test.tool", number=1).data == 3


def test_a_failure_is_never_kept(tmp_path: Path) -> None:
    outcomes: list[object] = [OSError(5, "broken"), "fine"]

    def flaky() -> object:
        """Fail once."""
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    bench = Bench(tmp_path, [make(flaky)])
    assert not bench.run("test.tool").success
    assert bench.run("test.tool").data == "fine"


def test_T6_a_side_effect_is_told_in_plain_words_and_waits_for_a_yes(tmp_path: Path) -> None:
    done: list[str] = []

    def act(name: str) -> str:
        """Act."""
        done.append(name)
        return "done"

    tool = make(act, tell=tell)
    refused = Bench(tmp_path, [tool], says="no")
    assert code(refused.run("test.tool", name="Ana\x1b[2J")) == "EXECUTION_ERROR"
    assert not done
    assert refused.asked[0].words == "do something to Ana\x1b[2J", "as it will be run"
    agreed = Bench(tmp_path, [tool], says="once")
    assert agreed.run("test.tool", name="Ana").success
    assert agreed.run("test.tool", name="Ana").success
    assert len(agreed.asked) == 2
    assert not agreed.kept
    assert done == ["Ana", "Ana"], "never from the cache"


def test_T6_what_is_told_may_depend_on_what_the_call_finds(tmp_path: Path) -> None:
    def told(arguments: Any, language: str, context: Context) -> str:
        if arguments["name"] == "nobody":
            raise failed("there is nobody of that name")
        return f"{context.tool} for {context.here.user} in {language}: {arguments['name']}"

    def act(name: str) -> str:
        """Act."""
        return name

    bench = Bench(tmp_path, [make(act, tell=told)], says="once")
    assert bench.run("test.tool", name="Ana").success
    assert [question.words for question in bench.asked] == ["test.tool for me in en: Ana"]
    refused = bench.run("test.tool", name="nobody")
    assert refused.error is not None
    assert refused.error.message == "there is nobody of that name"
    assert len(bench.asked) == 1


def test_T6_always_is_remembered_and_asks_no_more(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [make(nothing, tell=tell)], says="always")
    assert bench.run("test.tool").success
    assert bench.run("test.tool").success
    assert len(bench.asked) == 1
    assert bench.kept == ["test.tool"]


def test_T6_without_a_terminal_only_the_configuration_that_names_it_lets_it_run(
    tmp_path: Path,
) -> None:
    for tool in (make(nothing, tell=tell), make(nothing, tell=tell, always_ask=True)):
        assert code(Bench(tmp_path, [tool]).run("test.tool")) == "EXECUTION_ERROR"
        category = ToolsConfig(allow=("test",))
        assert code(Bench(tmp_path, [tool], category).run("test.tool")) == "EXECUTION_ERROR"
        named = ToolsConfig(allow=("test.tool",))
        assert Bench(tmp_path, [tool], named).run("test.tool").success


def test_T6_one_that_is_always_asked_about_is_asked_about_at_a_terminal(tmp_path: Path) -> None:
    tool = make(nothing, tell=tell, always_ask=True)
    bench = Bench(tmp_path, [tool], ToolsConfig(allow=("test.tool",)), says="always")
    assert bench.run("test.tool").success
    assert bench.run("test.tool").success
    assert len(bench.asked) == 2
    assert not bench.asked[0].may_always
    assert not bench.kept


def test_T2_the_steps_come_in_order(tmp_path: Path) -> None:
    """Each failure is found before the ones after it; only what passed them all is asked about."""
    limit = RateLimit(per_minute=1)
    tool = make(double, required_plan="pro", rate_limit=limit, on=False, tell=tell)
    bad: dict[str, Any] = {"number": "x"}
    on = ToolsConfig(on=("test",), allow=("test.tool",))
    assert code(Bench(tmp_path, [tool], plan="free").run("test.tool", bad)) == "TOOL_NOT_FOUND"
    assert code(Bench(tmp_path, [tool], on, plan="free").run("test.tool", bad)) == "PLAN_REQUIRED"
    bench = Bench(tmp_path, [tool], on)
    assert code(bench.run("test.tool", bad)) == "VALIDATION_ERROR"
    assert code(bench.run("test.tool", bad)) == "RATE_LIMIT", "bad calls count too"


def test_T10_every_run_is_logged_with_its_parameters_redacted(tmp_path: Path) -> None:
    def greet(name: str) -> str:
        """Greet."""
        return f"hello {name}"

    bench = Bench(tmp_path, [make(greet)])
    bench.run("test.tool", name="my-private-name")
    bench.run("test.other")
    lines = [details for level, event, details in bench.log if level == "info"]
    assert [line["outcome"] for line in lines] == ["success", "TOOL_NOT_FOUND"]
    assert lines[0]["parameters"] == {"name": "str"}
    assert lines[0]["milliseconds"] >= 0
    assert "my-private-name" not in str(lines)
    debug = [details for level, event, details in bench.log if level == "debug"]
    assert "hello my-private-name" in str(debug), "the full result is there to be looked up"


def test_ctrl_c_reaches_the_handler(tmp_path: Path) -> None:
    import signal
    import threading

    stopped = threading.Event()

    def wait(context: Context) -> None:
        """Wait."""
        context.cancelled.wait(5)
        stopped.set()

    bench = Bench(tmp_path, [make(wait)])
    started = bench.pipeline.start(bench.pipeline.admit(Call("test.tool", {})))  # type: ignore[arg-type]
    main = threading.main_thread().ident or 0
    timer = threading.Timer(0.1, signal.pthread_kill, (main, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        bench.pipeline.finish(started)
    assert stopped.wait(2)


def test_listing_tools_loads_neither_the_client_nor_pydantic() -> None:
    import subprocess

    program = (
        "import sys; from assistant.tools.registry import open_registry; open_registry();"
        "print([m for m in ('openai', 'pydantic', 'numpy', 'pint', 'ssl') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
