"""What a planned watering leaves open, and what is asked so often that it is fetched before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from assistant.packs import Ahead, Pending, Values


def pending(tool: str, _: Values, data: Any) -> Pending | None:
    if tool != "garden.plan":
        return None
    plant, litres = data["plant"], data["litres"]
    if not litres:
        return Pending({"en": f"how much for the {plant}?", "es": f"¿cuánto para {plant}?"})
    told = {"en": f"water {plant} with {litres:g} l", "es": f"regar {plant} con {litres:g} l"}
    return Pending(told, "garden.water", {"plant": plant, "litres": litres})


def ahead(template: str, named: Sequence[str]) -> Iterator[Ahead]:
    if "{plant}" in template and "water" in template:
        yield from (Ahead("garden.needs", {"plant": plant}) for plant in named[:2])
        yield Ahead("garden.water", {"plant": "basil"})
