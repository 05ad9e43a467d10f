"""A pack of the tests: it uses every part that there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.packs import (
    About,
    Collection,
    Domain,
    Heard,
    Instructions,
    Lesson,
    Mention,
    Moment,
    Pack,
    ProfileField,
    Shorter,
    SlashCommand,
    Source,
    State,
)

from .open_ends import ahead, pending
from .state import after, shown, told

if TYPE_CHECKING:
    import typer

    from assistant.tools.base import Tool


def load_tools() -> Iterable[Tool]:
    from .tools import TOOLS

    return TOOLS


def load_command() -> typer.Typer:
    from .commands import command

    return command


def seasonal(moment: Moment) -> Sequence[str]:
    from .season import lines

    return lines(moment)


def mentions(text: str) -> Sequence[Mention]:
    from .learning import plants_in

    return plants_in(text)


def learn(heard: Heard) -> Iterable[Lesson]:
    from .learning import lessons

    return lessons(heard)


PACK = Pack(
    name="garden",
    summary={
        "en": "Plants, and when they were watered.",
        "es": "Plantas, y cuándo se regaron.",
    },
    guide=Path(__file__).parent,
    tools=load_tools,
    categories=("weeding",),
    states=(State(after, told, cap=50),),
    sources=(
        Source(
            "season",
            seasonal,
            cap=60,
            title={"en": "Season", "es": "Estación"},
            reason={
                "en": "what there is to do in the garden depends on the season",
                "es": "lo que hay que hacer en el jardín depende de la estación",
            },
            header="Season in the garden:",
            shorter=(Shorter("the season alone", lambda lines: lines[:1]),),
            deadline=5,
            good_for=3600,
            key=lambda moment: f"{moment.now:%Y-%m}",
        ),
    ),
    instructions=(
        Instructions(
            {
                "en": ("Name the plant first.", "Never tell anybody to water in frost."),
                "es": ("Nombrá primero la planta.", "Nunca digas que se riegue con helada."),
            },
            cap=40,
        ),
    ),
    person=(
        About("name"),
        About("plan"),
        About(
            "experience",
            {"en": "gardening experience", "es": "experiencia con plantas"},
            {"en": ("gardening for", "green thumb"), "es": ("jardineria", "mano verde")},
        ),
        About("language"),
        About("time_zone"),
    ),
    domains=(
        Domain(
            "garden",
            words={
                "en": (
                    "garden*",
                    "plant",
                    "plants",
                    "tomato*",
                    "water the",
                    "watered",
                    "seedling*",
                ),
                "es": (
                    "jardin*",
                    "planta",
                    "plantas",
                    "tomate*",
                    "riego",
                    "regar",
                    "regue",
                    "huerta",
                ),
            },
            examples=(
                "remember that my tomatoes are in the north bed",
                "recordá que la huerta está al norte",
                "¿ya regué las plantas?",
            ),
            others=("the plan is to deploy on Thursday", "¿cómo planto bandera en un debate?"),
        ),
    ),
    profile=(
        ProfileField("favourites", {"en": "favourite plants", "es": "plantas favoritas"}, shown=3),
        ProfileField("soil", {"en": "soil", "es": "suelo"}, shape="one", shown=1),
        ProfileField("times", {"en": "times", "es": "horarios"}, shape="table", shown=2),
        ProfileField("asked", {"en": "questions", "es": "preguntas"}, shape="questions"),
        ProfileField("tricks", {"en": "tricks", "es": "trucos"}, most=10),
    ),
    mentions=mentions,
    learn=learn,
    pending=pending,
    ahead=ahead,
    collections=(Collection("plants"), Collection("waterings")),
    command=load_command,
    slash=(
        SlashCommand(
            "beds",
            shown,
            help={
                "en": "what was watered in this conversation",
                "es": "lo que se regó en esta conversación",
            },
            argument="[PLANT]",
        ),
    ),
)
