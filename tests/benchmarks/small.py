"""What the embedded model can do, and which prompt lets it: python -m tests.benchmarks.small

    ASSISTANT_BENCH_MODELS=FOLDER python -m tests.benchmarks.small [--lot fresh] [NAME ...]

Questions of the world, small tasks and questions about given facts, in each language
(``cases/small``), asked with each of several prompts and samplings. A reply is right where it holds
what was asked for and the guard of replies (A10) finds no fault in it. The prompts were chosen on
the lot ``choosing``; ``fresh`` was written beside it and never looked at meanwhile.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from assistant.answers.guard import Asked, Gate, NoReply
from assistant.config import EmbeddedConfig
from assistant.llm.llama import LlamaServer
from assistant.prompt.sections import facts_beside, system_content
from assistant.prompt.small import Example, chosen, texts
from assistant.prompt.system import static_prompt
from assistant.prompt.table import FACTS, STATE
from assistant.records import Language
from assistant.text.folding import fold
from tests.benchmarks import suites
from tests.benchmarks.base import Cell, Figure, Findings, Scale, Table

WEIGHTS = "smollm2-135m-instruct.gguf"
LANGUAGES: tuple[Language, ...] = ("en", "es")
KINDS = ("world", "task", "fact")
LONGEST = 48
"""Tokens of a reply here: what is right is said by then."""
TODAY = "today: Monday 2026-11-23"

Message = dict[str, str]
Build = Callable[["Case", Language], list[Message]]


class Case(NamedTuple):
    """A question and the words of which ``of_them`` are in a right reply (patterns; ``*``: any
    short one)."""

    kind: str
    lot: str
    ask: str
    has: tuple[str, ...]
    facts: tuple[str, ...] = ()
    of_them: int = 1


def cases(language: Language) -> list[Case]:
    """All of a language."""
    return [
        Case(
            r["kind"],
            r["lot"],
            r["ask"],
            tuple(r["has"]),
            tuple(r.get("facts", ())),
            r.get("of_them", 1),
        )
        for r in suites.cases("small", language)
    ]


def is_right(case: Case, reply: str) -> bool:
    """Whether a reply holds what was asked for."""
    said = fold(reply)
    if case.has == ("*",):
        return 0 < len(said.split()) <= 20
    patterns = (has if "\\" in has else re.escape(fold(has)) for has in case.has)
    found = [p for p in patterns if re.search(rf"(?<!\w){p}(?!\w)", said)]
    return len(found) >= case.of_them


# -- the prompts that are compared -------------------------------------------------------------

SHORT = {"en": "Answer in one short sentence.", "es": "Responde en una frase corta, en español."}
OLD = {"temperature": 0.3, "repeat_penalty": 1.1, "top_p": 0.9, "dry_multiplier": 0.8,
       "dry_allowed_length": 2}  # fmt: skip
GREEDY: dict[str, float] = {"temperature": 0.0, "repeat_penalty": 1.0}
PENALTY = {"temperature": 0.0, "repeat_penalty": 1.1}
WARM = {"temperature": 0.3, "min_p": 0.1, "repeat_penalty": 1.0}
TALK = {
    "en": (
        Example("Can you tell me something about owls?", "Owls hunt at night and eat mice."),
        Example("And where do they sleep?", "They sleep in holes of trees or in old barns."),
    ),
    "es": (
        Example("¿Me contás algo de los búhos?", "Los búhos cazan de noche y comen ratones."),
        Example("¿Y dónde duermen?", "Duermen en huecos de árboles o en graneros viejos."),
    ),
}


def _talk(
    system: str, examples: Iterable[Example], case: Case, language: Language
) -> list[Message]:
    def asked(facts: Sequence[str], ask: str) -> str:
        return f"{facts_beside(texts(language).known, facts)}\n{ask}" if facts else ask

    messages = [{"role": "system", "content": system}] if system else []
    for example in examples:
        messages.append({"role": "user", "content": asked(example.known, example.ask)})
        messages.append({"role": "assistant", "content": example.reply})
    return [*messages, {"role": "user", "content": asked(case.facts, case.ask)}]


def _standard(case: Case, language: Language) -> list[Message]:
    facts = tuple(f" {fact}" for fact in case.facts)
    system = system_content(
        static_prompt().text, "", ((STATE.heading, (f"- {TODAY}",)), (FACTS.heading, facts))
    )
    return _talk(system, (), case._replace(facts=()), language)


def _bank(case: Case, language: Language) -> tuple[Example, ...]:
    own = texts(language)
    return own.about if case.facts else own.examples


def _nearest(case: Case, language: Language) -> tuple[Example, ...]:
    return chosen(case.ask, _bank(case, language))


def _static(examples: Callable[[Case, Language], Iterable[Example]]) -> Build:
    return lambda case, language: _talk(
        texts(language).static, examples(case, language), case, language
    )


PROMPTS: dict[str, tuple[Build, dict[str, float]]] = {
    "standard system prompt": (_standard, OLD),
    "one sentence": (lambda c, la: _talk(SHORT[la], (), c, la), GREEDY),
    "one sentence, old sampling": (lambda c, la: _talk(SHORT[la], (), c, la), OLD),
    "no system prompt": (lambda c, la: _talk("", (), c, la), GREEDY),
    "two fixed examples": (_static(lambda c, la: _bank(c, la)[:2]), GREEDY),
    "one sentence, two near examples": (
        lambda c, la: _talk(SHORT[la], _nearest(c, la), c, la),
        GREEDY,
    ),
    "one near example": (_static(lambda c, la: _nearest(c, la)[-1:]), GREEDY),
    "two near examples": (_static(_nearest), GREEDY),
    "two near examples, repeat penalty": (_static(_nearest), PENALTY),
    "two near examples, old sampling": (_static(_nearest), OLD),
    "two near examples, temperature 0.3": (_static(_nearest), WARM),
    "two near examples, two turns before": (
        _static(lambda c, la: (*_nearest(c, la), *TALK[la])),
        GREEDY,
    ),
}
SHIPPED = "two near examples"


# -- asking and counting -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a case; ``why`` is the guard's."""

    language: Language
    case: Case
    reply: str
    why: str | None
    sure: float = 0.0

    @property
    def right(self) -> bool:
        return self.why is None and is_right(self.case, self.reply)


def ask(
    server: LlamaServer, messages: list[Message], sampling: dict[str, float], asked: Asked
) -> tuple[str, str | None, float]:
    """What of one reply passes the guard, else the words as they came and why none does; and the
    mean logarithm of the chance that the model gave each token."""
    pieces: list[str] = []
    sure: list[float] = []
    gate, stopped = Gate(asked), ""

    def take(chunk: Any) -> bool:
        nonlocal stopped
        if "error" in chunk:
            raise RuntimeError(str(chunk["error"]))
        for choice in chunk.get("choices", ())[:1]:
            pieces.append((choice.get("delta") or {}).get("content") or "")
            sure.extend(t["logprob"] for t in (choice.get("logprobs") or {}).get("content") or ())
            try:
                gate.feed(pieces[-1])
            except NoReply as none:
                stopped = none.why
        return bool(stopped)

    body = {
        "messages": messages,
        "stream": True,
        "max_tokens": LONGEST,
        "seed": 7,
        "logprobs": True,
    }
    server.chat({"model": "small", **body, **sampling}, take)
    try:
        if not stopped:
            gate.finish()
    except NoReply as none:
        stopped = none.why
    text = gate.text.strip()
    mean = sum(sure) / max(1, len(sure))
    return (text, None, mean) if text else ("".join(pieces), stopped, mean)


def run(server: LlamaServer, name: str, lot: str) -> list[Answered]:
    """Every case of a lot with one of the prompts."""
    build, sampling = PROMPTS[name]
    found = []
    for language in LANGUAGES:
        own = texts(language)
        unquotable = (own.static, *(e.reply for e in (*own.examples, *own.about)))
        for case in cases(language):
            if case.lot == lot:
                asked = Asked(case.ask, language, unquotable=unquotable, known=case.facts)
                found.append(
                    Answered(language, case, *ask(server, build(case, language), sampling, asked))
                )
    return found


def counted(found: Sequence[Answered]) -> list[str]:
    """Right of all, by language and kind."""
    cells = []
    for language in LANGUAGES:
        for kind in KINDS:
            these = [a for a in found if (a.language, a.case.kind) == (language, kind)]
            cells.append(f"{sum(a.right for a in these)}/{len(these)}" if these else "")
    return cells


def findings(scale: Scale) -> Findings:
    """All prompts on the lot that chose, the shipped one on the fresh one too."""
    names = [SHIPPED, "standard system prompt"] if scale.quick else list(PROMPTS)
    server = open_server()
    rows: list[tuple[Cell, ...]] = []
    results = {name: run(server, name, "choosing") for name in names}
    for name, found in results.items():
        stopped = sum(a.why is not None for a in found)
        total = f"{sum(a.right for a in found)}/{len(found)}"
        rows.append((name, *counted(found), total, stopped))
    fresh = run(server, SHIPPED, "fresh")
    rows.append((f"{SHIPPED}, fresh questions", *counted(fresh),
                 f"{sum(a.right for a in fresh)}/{len(fresh)}",
                 sum(a.why is not None for a in fresh)))  # fmt: skip
    columns = (
        "prompt",
        *(f"{la} {kind}" for la in LANGUAGES for kind in KINDS),
        "right",
        "stopped",
    )
    return Findings(
        figures=tuple(_figures([*results[SHIPPED], *fresh])),
        tables=(
            Table("The embedded model, prompt by prompt: right answers", columns, tuple(rows)),
        ),
        remarks=(
            "`stopped`: replies that the guard shows to nobody. World: questions of general "
            "knowledge; task: small tasks; fact: questions about a fact that stands in the prompt.",
        ),
    )


def _figures(found: Sequence[Answered]) -> Iterable[Figure]:
    for language, title in zip(LANGUAGES, ("English", "Spanish"), strict=True):
        for kind in KINDS:
            these = [a for a in found if (a.language, a.case.kind) == (language, kind)]
            share = 100 * sum(a.right for a in these) / max(1, len(these))
            yield Figure("memory", f"embedded model, {title}, {kind}: right", round(share, 1), "%")


def open_server() -> LlamaServer:
    """The weights of ``ASSISTANT_BENCH_MODELS``, or those that `models pull` fetched."""
    from tests.conftest import REAL_MODELS

    folder = os.environ.get("ASSISTANT_BENCH_MODELS") or REAL_MODELS
    if not folder or not (path := Path(folder) / WEIGHTS).is_file():
        raise SystemExit("the embedded weights are not here: `assistant models pull`")
    return LlamaServer(path, EmbeddedConfig(threads=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *PROMPTS])
    parser.add_argument("--lot", default="choosing", choices=("choosing", "fresh"))
    parser.add_argument("--show", action="store_true", help="print each reply")
    given = parser.parse_args()
    server = open_server()
    for name in given.names or PROMPTS:
        start = time.perf_counter()
        found = run(server, name, given.lot)
        right, stopped = sum(a.right for a in found), sum(a.why is not None for a in found)
        took = time.perf_counter() - start
        told = f"{right}/{len(found)} ({stopped} stopped, {took:.0f} s)"
        print(f"{name}: {told}", counted(found), flush=True)
        for a in found if given.show else ():
            mark = "+" if a.right else (a.why or "-")
            print(f"  {mark} {a.sure:.2f} [{a.language}] {a.case.ask} => {a.reply!r}", flush=True)


if __name__ == "__main__":
    main()
