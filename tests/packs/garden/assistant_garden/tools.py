"""Watering changes something and is asked about; the rest only looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.tools.base import Arguments, Context, Remembered, failed, tool

_TOLD = {"en": "water {plant} with {litres} l", "es": "regar {plant} con {litres} l"}


def _tell(arguments: Arguments, language: str) -> str:
    return _TOLD[language].format(**arguments)


def _proof(_: Arguments, data: Any) -> Remembered:
    return Remembered(f"waters {data['plant']} with {data['litres']} l", "garden")


@tool(
    "garden.water", tell=_tell, remembers=_proof, examples=("water the basil", "regá la albahaca")
)
def water(context: Context, plant: str, litres: float = 1.0) -> dict[str, Any]:
    """Water a plant.

    Args:
        plant: Which one.
        litres: How much.
    """
    if plant == "cactus":
        raise failed("a cactus is not watered")
    kept, plants = context.collection("waterings"), context.collection("plants")
    number = len(kept.find().documents) + 1
    kept.put(f"{number}", {"litres": litres}, {"at": context.now, "plant": plant})
    known = plants.get(plant)
    times = (known.content["times"] if known else 0) + 1
    plants.put(plant, {"times": times}, revision=known.revision if known else 0)
    return {"plant": plant, "litres": litres}


@tool("garden.plan", kept=0)
def plan(plant: str, litres: float = 0.0) -> dict[str, Any]:
    """Plan a watering, for the person to say yes to.

    Args:
        plant: Which one.
        litres: How much; 0 where the person did not say.
    """
    return {"plant": plant, "litres": litres}


@tool("garden.history", kept=0)
def history(context: Context, plant: str) -> list[dict[str, Any]]:
    """Tell when a plant was watered, the latest first.

    Args:
        plant: Which one.
    """
    found = context.collection("waterings").find({"plant": plant}, order="at", descending=True)
    return [{"at": str(d.fields["at"]), "litres": d.content["litres"]} for d in found.documents]


@tool("garden.needs", idempotent=True)
def needs(plant: str) -> dict[str, Any]:
    """Tell how much water a plant needs in a week, in litres.

    Args:
        plant: Which one.
    """
    return {"plant": plant, "litres": 2.0}


@tool("garden.watered", kept=0)
def watered(context: Context) -> Mapping[str, Any]:
    """Tell what was watered in this conversation, in litres."""
    return dict(context.state.get("watered", {}))


@tool("weeding.next", roles=("gardener",))
def weed(bed: str) -> str:
    """Tell which bed is weeded next.

    Args:
        bed: The last one.
    """
    return f"the one after {bed}"


TOOLS = (water, plan, history, needs, watered, weed)
