"""A process that holds a long conversation until somebody kills it, as the faults find it.

    python -m tests.faults.replayer SEED [TURNS]

Prints ``turn N`` after each turn that was acknowledged and ``fact ID`` after each fact.
"""

from __future__ import annotations

import random
import sys

from assistant import Assistant

TOPICS = (
    "postgres",
    "kubernetes",
    "the garden",
    "el viaje a Salta",
    "mi tesis",
    "nginx",
    "pan casero",
)


def main(seed: int, turns: int = 10_000) -> None:
    rng = random.Random(seed)
    with Assistant.open(model=None) as assistant:
        print("ready", flush=True)
        for number in range(turns):
            topic = rng.choice(TOPICS)
            said = f"¿qué opinás de {topic}, caso {seed}-{number}? " + "detalle " * rng.randrange(
                60
            )
            if number % 5 == 1:
                said = f"recordá que el servidor srv-{seed}-{number} corre la versión {number}"
            if number % 11 == 10:
                said = "cambiemos de tema"
            answer = assistant.observe(said, f"Sobre {topic}: " + "palabra " * rng.randrange(120))
            for change in answer.memory_changes:
                if change.kind in ("noted", "replaced"):
                    print("fact", change.fact_ids[0], flush=True)
            print("turn", answer.turn, answer.session, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
