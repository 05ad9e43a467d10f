"""What was told stays: homes of things that are almost called the same, and requests about them (F7)."""

from __future__ import annotations

import random
from typing import Literal

from assistant import Assistant
from tests.hostile.base import Family, Scene, hold, orderly
from tests.hostile.program import Program
from tests.hostile.terminal import Keyboard
from tests.hostile.words import (
    Language,
    Statement,
    alike,
    identifier,
    language,
    name,
    of,
    statement,
)
from tests.servers.scripted import Reply, ScriptedServer

Aim = Literal["one", "none", "several", "everything"]
ONE = {
    "en": ("forget {thing}", "forget about {thing}", "please forget {thing}",
           "forget what I told you about {thing}", "you can forget about {thing}"),
    "es": ("olvidate {of}", "olvidá {thing}", "por favor olvidate {of}",
           "olvidá lo que te dije {of}", "olvida todo {of}"),
}  # fmt: skip
SEVERAL = {
    "en": ("forget everything about {all}", "forget {all}", "forget what I said about {all}"),
    "es": ("olvidate de todo lo de {all}", "olvidá {all}", "olvidate de {all}"),
}
EVERYTHING = {
    "en": ("forget everything", "forget everything you know about me", "please forget it all",
           "forget everything I told you", "wipe everything you remember", "forget all of it",
           "Forget everything, we start over with {name}"),
    "es": ("olvidate de todo", "olvidá todo lo que sabés de mí", "olvida todo",
           "borrá todo lo que te dije", "por favor olvidate de todo",
           "Olvidate de todo, empezamos de nuevo con {name}"),
}  # fmt: skip
PLURALS = {
    "the ticket": "the tickets", "the server": "the servers", "the unit": "the units",
    "the branch": "the branches", "the invoice": "the invoices", "the printer": "the printers",
    "the room": "the rooms", "the boat": "the boats", "the parcel": "the parcels",
    "the machine": "the machines", "my cousin": "my cousins", "my neighbour": "my neighbours",
    "my colleague": "my colleagues", "my dentist": "my dentists", "my friend": "my friends",
    "el ticket": "los tickets", "el servidor": "los servidores", "la unidad": "las unidades",
    "la rama": "las ramas", "la factura": "las facturas", "la impresora": "las impresoras",
    "la sala": "las salas", "el barco": "los barcos", "la caja": "las cajas",
    "la máquina": "las máquinas", "mi primo": "mis primos", "mi vecina": "mis vecinas",
    "mi colega": "mis colegas", "mi dentista": "mis dentistas", "mi amigo": "mis amigos",
}  # fmt: skip
SLIPS = {
    "en": ("sorry, I meant {new}", "I mean {new}", "no wait, {new}", "correction: {new}",
           "oops, I meant {new}, not {old}", "not {old}, {new}"),
    "es": ("perdón, quise decir {new}", "quise decir {new}", "no, perdón, {new}",
           "corrección: {new}", "uy, quise decir {new}, no {old}", "no {old}, {new}"),
}  # fmt: skip


def by_words(scene: Scene) -> None:
    """The Python face: one to four requests, each judged by what went."""
    program, told, language = _home_of_the_alike(scene)
    with Assistant.open(home=program.home, model=None) as assistant:
        for _ in range(scene.rng.randrange(1, 5)):
            aim: Aim = scene.rng.choice(("one", "one", "none", "several", "everything"))
            asked, meant = _request(scene.rng, told, language, aim)
            before = [fact.fact for fact in assistant.facts() if fact.state != "superseded"]
            assistant.observe(asked, "ok")
            after = [fact.fact for fact in assistant.facts() if fact.state != "superseded"]
            with scene.about(asked):
                alone = aim == "several" and _alone(meant, told)
                _judge(before, after, meant if aim == "one" or alone else None, asked=not alone)
            told = [one for one in told if _kept(after, one)]
            if len(told) < 2:
                return


def by_command(scene: Scene) -> None:
    """`facts forget --words`, with and without -y, and `ask`; no terminal anywhere."""
    program, told, language = _home_of_the_alike(scene)
    aim: Aim = scene.rng.choice(("one", "none", "several", "everything"))
    asked, meant = _request(scene.rng, told, language, aim)
    before = program.texts()
    if scene.chance(0.3):
        run = program.run("ask", "-c", asked)
    elif aim in ("one", "none"):
        words = ["facts", "forget", "--words", meant.thing]
        run = program.run(*words, *(["-y"] if scene.chance(0.6) else []))
    else:
        run = program.run("facts", "forget", "--words", asked)
    orderly(run)
    with scene.about(run):
        alone = aim == "several" and _alone(meant, told)
        _judge(before, program.texts(), meant if aim == "one" or alone else None, asked=False)
        if aim == "one" and run.words[-1] == "-y":
            hold(not _kept(program.texts(), meant), "what is named exactly goes", meant)


def at_a_terminal(scene: Scene) -> None:
    """`chat` in a terminal: who says no loses nothing."""
    program, told, language = _home_of_the_alike(scene)
    aim: Aim = scene.rng.choice(("none", "several", "everything"))
    asked, meant = _request(scene.rng, told, language, aim)
    alone = aim == "several" and _alone(meant, told)
    before = program.texts()
    with ScriptedServer(Reply("ok")) as server:
        program.use(server)
        with Keyboard(program) as keyboard:
            shown = keyboard.say(asked, answer="n")
    with scene.about((asked, shown[-400:])):
        _judge(before, program.texts(), meant if alone else None, asked=False)


def the_alike_stay_apart(scene: Scene) -> None:
    """Told one after another, by typing or by `facts add`: none takes another's place."""
    program, told, _ = _home_of_the_alike(scene, tell=False)
    typed = scene.chance(0.5)
    with Assistant.open(home=program.home, model=None) as assistant:
        unnoted: list[Statement] = []
        for one in told:
            prefix = (
                "" if scene.chance(0.5) else scene.rng.choice(("remember that ", "recordá que "))
            )
            if typed:
                changes = assistant.observe(prefix + one.text, "ok").memory_changes
                if not prefix and not changes:
                    unnoted.append(
                        one
                    )  # no statement of a lasting state (F2): nothing was promised
            else:
                assistant.remember(one.text)
        live = [fact.fact for fact in assistant.facts() if fact.state != "superseded"]
    for one in (one for one in told if one not in unnoted):
        with scene.about(("typed" if typed else "added", [t.text for t in told], live)):
            hold(_kept(live, one), "things one letter apart are kept apart", one.text)


def a_slip(scene: Scene) -> None:
    """A correction puts the new value in the place of the one just told and touches nothing else."""
    program, _, language = _home_of_the_alike(scene)
    rng = scene.rng
    old, new = name(rng), name(rng)
    says = {"en": "my {what} is called {old}", "es": "mi {what} se llama {old}"}[language]
    what = rng.choice(
        {"en": ("dentist", "dog", "boat", "street"), "es": ("dentista", "perro", "barco", "calle")}[
            language
        ]
    )
    with Assistant.open(home=program.home, model=None) as assistant:
        before = [fact.fact for fact in assistant.facts()]
        assistant.observe(says.format(what=what, old=old), "ok")
        slip = rng.choice(SLIPS[language]).format(old=old, new=new)
        assistant.observe(slip, "ok")
        live = [fact.fact for fact in assistant.facts() if fact.state != "superseded"]
    with scene.about((says.format(what=what, old=old), slip, live)):
        hold(set(before) <= set(live), "a correction touches nothing else", set(before) - set(live))
        hold(any(new in fact and what in fact for fact in live), "a correction is noted")
        hold(not any(old in fact for fact in live), "a correction replaces what was just told")


def _home_of_the_alike(
    scene: Scene, *, tell: bool = True
) -> tuple[Program, list[Statement], Language]:
    rng = scene.rng
    spoken = language(rng)
    told = alike(rng, spoken, rng.randrange(2, 6))
    if scene.chance(0.5):
        told += [statement(rng, spoken, identifier(rng)) for _ in range(rng.randrange(1, 4))]
    rng.shuffle(told)
    program = scene.home()
    if tell:
        program.remember(*(one.text for one in told))
        kept = program.texts()
        told = [one for one in told if _kept(kept, one)]  # the_alike_stay_apart tells of others
    return program, told, spoken


def _request(
    rng: random.Random, told: list[Statement], language: Language, aim: Aim
) -> tuple[str, Statement]:
    """What is typed, and the one that it means when it means one."""
    meant = rng.choice(told)
    if aim == "none":
        new = identifier(rng)
        while any(new.casefold() in one.text.casefold() for one in told):
            new = identifier(rng)
        meant = statement(rng, language, new)
    if aim in ("one", "none"):
        return rng.choice(ONE[language]).format(thing=meant.thing, of=of(meant.thing)), meant
    if aim == "several":
        return rng.choice(SEVERAL[language]).format(all=PLURALS[_kind(meant)]), meant
    return rng.choice(EVERYTHING[language]).format(name=name(rng)), meant


def _alone(meant: Statement, told: list[Statement]) -> bool:
    """Nothing else of its kind was told: "everything about the boats" plainly means the one boat."""
    return sum(_kind(one) == _kind(meant) for one in told) == 1


def _kind(one: Statement) -> str:
    return one.thing.removesuffix(f" {one.id}")


def _judge(
    before: list[str], after: list[str], meant: Statement | None, *, asked: bool = True
) -> None:
    """Without a yes at most the one thing named goes, and nothing comes."""
    lost = [fact for fact in before if fact not in after]
    named = [fact for fact in before if meant and meant.id.casefold() in _tokens(fact)]
    hold(set(lost) <= set(named), "no fact is lost unasked", (lost, "named", named))
    hold(len(lost) <= 1, "more than one fact goes only after a yes", lost)
    hold(set(after) <= set(before), "a request to forget notes nothing", set(after) - set(before))
    if meant and asked and len(named) == 1:
        hold(lost == named, "what is named exactly goes", named)


def _tokens(fact: str) -> set[str]:
    return {token.strip(".,;:!?").casefold() for token in fact.split()}


def _kept(live: list[str], one: Statement) -> bool:
    return any(one.id.casefold() in _tokens(fact) for fact in live)


FAMILY = Family(
    "forgetting",
    "no fact is lost unasked, no neighbour touched, what is named goes",
    (by_words, the_alike_stay_apart, a_slip, by_words, by_command, by_words, at_a_terminal),
)
