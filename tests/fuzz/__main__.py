"""Coverage-guided fuzzing of one target: python -m tests.fuzz TARGET [--minutes 30] [--shaped]

With ``--shaped`` the bytes choose among input that looks like what programs exchange (JSON, text),
which reaches what random bytes seldom do.

Needs ``atheris`` (``pip install atheris``), which instruments the program as it is imported. A
crash is written beside the corpus and ends the run; without one it prints how many inputs it tried.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("target")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--corpus", type=Path, help="kept between runs; by default thrown away")
    parser.add_argument("--shaped", action="store_true")
    options = parser.parse_args()

    import atheris  # type: ignore[import-untyped]  # not a dependency of the tests

    with atheris.instrument_imports(include=["assistant"]):
        from tests.fuzz.targets import TARGETS

    from hypothesis import given, settings

    from tests.fuzz.inputs import RUBBISH
    from tests.fuzz.seeds import SEEDS

    target = TARGETS[options.target]
    shaped: Any = settings(deadline=None)(given(data=RUBBISH)(lambda data: target(data)))
    corpus = options.corpus or Path(tempfile.mkdtemp(prefix="fuzz-"))
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(() if options.shaped else SEEDS):
        (corpus / f"seed-{number}").write_bytes(seed)
    limits = [f"-max_total_time={int(options.minutes * 60)}", "-max_len=4096", "-rss_limit_mb=4096"]
    run = shaped.hypothesis.fuzz_one_input if options.shaped else target
    atheris.Setup([sys.argv[0], *limits, str(corpus)], run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
