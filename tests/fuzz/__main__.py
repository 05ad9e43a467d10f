"""Coverage-guided fuzzing of one target: python -m tests.fuzz TARGET [--minutes 30]

Needs ``atheris`` (``pip install atheris``), which instruments the program as it is imported. A
crash is written beside the corpus and ends the run; without one it prints how many inputs it tried.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("target")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--corpus", type=Path, help="kept between runs; by default thrown away")
    options = parser.parse_args()

    import atheris  # type: ignore[import-untyped]  # not a dependency of the tests

    with atheris.instrument_imports(include=["assistant"]):
        from tests.fuzz.targets import TARGETS

    from tests.fuzz.seeds import SEEDS

    corpus = options.corpus or Path(tempfile.mkdtemp(prefix="fuzz-"))
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(SEEDS):
        (corpus / f"seed-{number}").write_bytes(seed)
    limits = [f"-max_total_time={int(options.minutes * 60)}", "-max_len=4096", "-rss_limit_mb=4096"]
    atheris.Setup([sys.argv[0], *limits, str(corpus)], TARGETS[options.target])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
