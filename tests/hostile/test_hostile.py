"""The campaign itself: repeated from its seed, heard when something breaks, every attack of use."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks import hostile
from tests.hostile import campaign as running
from tests.hostile.base import Broken, Family, Scene, hold, orderly
from tests.hostile.behaviours import BEHAVIOURS
from tests.hostile.campaign import Failure, Outcome, attempt, table
from tests.hostile.credentials import CODE, PASSWORDS, TOKENS, Secret, secret, traces
from tests.hostile.families import FAMILIES
from tests.hostile.program import Program, Run
from tests.hostile.terminals import RAW, SEQUENCES
from tests.hostile.words import alike, neighbour


def _family(*attacks: object) -> Family:
    return Family("trial", "a trial holds", attacks)  # type: ignore[arg-type]


def _draws(scene: Scene) -> None:
    raise Broken("drawn", scene.rng.random())


def test_an_attempt_is_repeated_by_its_seed_and_number(tmp_path: Path) -> None:
    def drawn(seed: int, number: int) -> Failure | None:
        return attempt(_family(_draws), seed, number, tmp_path, tmp_path)

    assert drawn(1, 5) == drawn(1, 5)
    assert drawn(1, 5) != drawn(1, 6)
    assert drawn(1, 5) != drawn(2, 5)
    assert not list(tmp_path.iterdir()), "it leaves nothing behind"


def test_a_failure_tells_how_to_see_it_again() -> None:
    failure = Failure("secrets", 12, 7, "nothing stays", "it stays")
    assert failure.command == "python -m tests.hostile secrets --seed 7 --attempt 12"


def test_an_error_nobody_expected_counts_as_broken(tmp_path: Path) -> None:
    def fails(_: Scene) -> None:
        raise KeyError("x")

    failure = attempt(_family(fails), 1, 0, tmp_path, tmp_path)
    assert failure is not None
    assert "KeyError" in failure.evidence


def test_an_attempt_without_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(_: Scene) -> None:
        re.fullmatch("(a+)+b", "a" * 60)

    monkeypatch.setattr(running, "LONGEST", 1)
    failure = attempt(_family(hangs), 1, 0, tmp_path, tmp_path)
    assert failure is not None
    assert failure.promise == "every attempt ends"


@pytest.mark.parametrize(
    ("run", "promise"),
    [
        (Run(("ask",), 1, "", "", 0, False), "an exit status of the contract"),
        (Run(("ask",), -9, "", "", 0, True), "ends within its deadline"),
        (Run(("ask",), -11, "", "", 0, False), "an exit status of the contract"),
        (Run(("ask",), 0, "", "Traceback (most recent call last):", 0, False), "no traceback"),
        (Run(("ask",), 69, "", "", 0, False), "status 0"),
    ],
)
def test_a_command_that_ends_badly_is_heard(run: Run, promise: str) -> None:
    with pytest.raises(Broken) as caught:
        orderly(run, *((0,) if promise == "status 0" else ()))
    assert caught.value.promise == promise


def test_evidence_tells_what_it_is_about(tmp_path: Path) -> None:
    scene = Scene(random.Random(1), tmp_path, tmp_path)
    with pytest.raises(Broken, match=r"all stays.*gone.*the request"), scene.about("the request"):
        hold(False, "all stays", "gone")


def test_a_server_has_more_than_thirty_behaviours() -> None:
    assert len(BEHAVIOURS) >= hostile.ASKED_FOR


def test_neighbours_are_another_thing() -> None:
    rng = random.Random(3)
    for _ in range(300):
        ids = [one.id for one in alike(rng, rng.choice(("en", "es")), 5)]
        assert len({id.casefold() for id in ids}) == 5
        assert neighbour(rng, ids[0]).casefold() != ids[0].casefold()


def test_F4_every_kind_of_secret_is_drawn_and_found_in_a_file() -> None:
    rng = random.Random(4)
    drawn: dict[str, Secret] = {}
    for _ in range(6000):
        made = secret(rng)
        drawn[made.kind] = made
        assert made.parts, made
        assert traces({"a": b"before " + made.text.encode() + b" after"}, made), made
        assert not traces({"a": b"nothing of it"}, made)
    assert len(drawn) >= len(TOKENS) + len(CODE) + 2 * len(PASSWORDS["en"]) + 4


def test_every_sequence_that_is_tried_would_be_seen() -> None:
    for sequence in SEQUENCES:
        assert RAW.search(f"a{sequence}b") or sequence == "\r\x1b[K", repr(sequence)
    assert not RAW.search("\x1b[1mbold\x1b[0m ñ 漢\r\n\t\x1b[?25l\x1b[2K")


def test_the_report_tells_every_family_and_what_broke() -> None:
    outcomes = {name: Outcome(name, 3, ()) for name in FAMILIES}
    whole = hostile.of(outcomes)
    assert [row[0] for row in whole.tables[0].rows] == list(FAMILIES)
    assert all(figure.met for figure in whole.figures)
    outcomes["races"] = Outcome("races", 3, (Failure("races", 2, 1, "all is kept", "lost"),))
    broken = hostile.of(outcomes)
    assert broken.figures[0].value == 1
    assert not broken.figures[0].met
    assert "--attempt 2" in broken.remarks[0]
    assert [row[3] for row in table(outcomes)] == [0] * (len(FAMILIES) - 1) + [1]


@pytest.mark.slow
def test_a_campaign_ends_with_all_families_told(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.hostile", "races", "inputs", "--minutes", "0.05"],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert ended.returncode in (0, 1), ended.stderr
    assert re.search(r"^races +\d+ attempts +\d+ broken", ended.stdout, re.MULTILINE)
    passed = re.search(r"^(\d+) passed, (\d+) failed$", ended.stdout, re.MULTILINE)
    assert passed
    assert ended.returncode == (passed[2] != "0")


def test_program_reads_what_a_home_holds(home: Path, embedder_cache: Path) -> None:
    """Facts with the day they were confirmed, and every byte but the encoder's tables."""
    program = Program(home / "x" / "home", embedder_cache)
    assert program.run("facts", "add", "my boat is called Zora").status == 0
    (told,) = program.facts()
    assert told.fact == "my boat is called Zora"
    assert any(b"Zora" in data for data in program.bytes().values())
    assert not [name for name in program.bytes() if name.startswith("cache")]
    run = program.run("ask", "hi", deadline=0.05)
    assert run.late
    assert program.run("facts", "list").peak > 10
