"""Secrets in a home, and harmless texts that are taken for one; what looking for them costs.

    python -m tests.benchmarks.secrets [--split dev|held] [--show]

Every secret is told to a home in a turn, quoted by the reply, stored under a name and written to
the log; then every byte of the home is searched. Fake values only.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from assistant.app import open_app
from assistant.cli import history
from assistant.records import ErrorRecord
from assistant.secrets import find, redact
from tests.benchmarks.base import Figure, Findings, Scale, Table, at_least, at_most
from tests.benchmarks.secret_cases import (
    SPLITS,
    HarmlessCase,
    SecretCase,
    harmless_cases,
    secret_cases,
)

MESSAGE = (
    "Trabajo en fintech, equipo de 5, y prefiero respuestas cortas. ¿Podés explicarme cómo se hace"
    " un rebase interactivo sin perder commits? Mañana a las 10:30 tengo una reunión con Ana y Bob."
)
RUNS = 500
OBLIQUE = ("mei", "gus")
"""Writers who do not call a secret by its name."""
TURNS_A_CONVERSATION = 20


def live_through(home: Path, cases: Sequence[SecretCase]) -> None:
    """Use a home with secrets everywhere."""
    with open_app(home=home, answers=False, environ={}) as app:
        session = app.session()
        for number, case in enumerate(cases):
            if number % TURNS_A_CONVERSATION == TURNS_A_CONVERSATION - 1:
                session.new()
            session.observe(case.text, f"Anotado. Así quedó:\n\n{case.text}\n\n¿Algo más?")
            app.log.write("error", "tool raised", trace=case.text)
            history.append(app.paths.history, case.text)
            error = ErrorRecord(datetime.now(UTC), session.conversation.id, "X", case.text)
            app.stores.journal.record_error(error)
            app.stores.keyvalue.put("tools/other", f"tool:x:{number}", {"data": {"out": case.text}})
        app.stores.flush()


def left_behind(home: Path, cases: Sequence[SecretCase]) -> list[SecretCase]:
    """The cases of which a part is in any byte of the home."""
    files = [path for path in home.rglob("*") if path.is_file() and "cache" not in path.parts]
    held = b"\n".join(path.read_bytes() for path in files)
    return [c for c in cases if any(v.encode() in held for v in c.values if len(v) >= 6)]


def taken_for_one(cases: Sequence[HarmlessCase]) -> list[HarmlessCase]:
    """Harmless texts in which something is found."""
    return [case for case in cases if find(case.text)]


def milliseconds(text: str, runs: int) -> float:
    """Processor time of one look, once everything is loaded."""
    find(text)
    start = time.process_time()
    for _ in range(runs):
        find(text)
    return (time.process_time() - start) * 1000 / runs


def findings(scale: Scale) -> Findings:
    """For the report."""
    cases, harmless = secret_cases(), harmless_cases()
    lived = cases[:: 10 if scale.quick else 1]
    with tempfile.TemporaryDirectory() as folder:
        live_through(Path(folder), lived)
        left = left_behind(Path(folder), lived)
    figures = [
        Figure("safety", "secrets left in a byte of a home", len(left), goal=at_most(0)),
        Figure("time", "looking through a message", milliseconds(MESSAGE, RUNS), "ms", at_most(1)),
    ]
    for split in SPLITS:
        told = [c for c in cases if c.split == split]
        found = sum(not c.left_in(redact(c.text)) for c in told)
        share = 100 * found / len(told)
        goal = at_least(99) if split not in OBLIQUE else None
        figures.append(Figure("safety", f"secrets found ({split})", share, "%", goal))
        calm = [c for c in harmless if c.split == split]
        wrong = 100 * len(taken_for_one(calm)) / len(calm)
        figures.append(
            Figure("safety", f"harmless texts altered ({split})", wrong, "%", at_most(0.5))
        )
    kinds = Counter(case.kind for case in left)
    rows = tuple((kind, count) for kind, count in kinds.most_common())
    return Findings(tuple(figures), (Table("Left behind, by kind", ("kind", "cases"), rows),))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--split", choices=SPLITS)
    parser.add_argument("--show", action="store_true", help="what is not right")
    options = parser.parse_args()
    for split in (options.split,) if options.split else SPLITS:
        told = [c for c in secret_cases() if c.split == split]
        missed = [c for c in told if c.left_in(redact(c.text))]
        calm = [c for c in harmless_cases() if c.split == split]
        wrong = taken_for_one(calm)
        print(f"{split}: {len(told) - len(missed)} of {len(told)} secrets found", end=", ")
        print(f"{len(wrong)} of {len(calm)} harmless texts altered")
        print("  missed by kind:", dict(Counter(case.kind for case in missed)))
        if options.show:
            for secret in missed:
                print("  missed:", secret.text[:200])
            for harmless in wrong:
                print("  altered:", harmless.text[:200])
    print(f"a message of {len(MESSAGE)} characters: {milliseconds(MESSAGE, RUNS):.3f} ms")
    cases = secret_cases()
    with tempfile.TemporaryDirectory() as folder:
        live_through(Path(folder), cases)
        left = left_behind(Path(folder), cases)
    print(f"in a home: {len(left)} of {len(cases)} left", dict(Counter(c.kind for c in left)))


if __name__ == "__main__":
    main()
