"""What a gardener lets on: plants that they like, their soil, when they do what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.packs import Heard, Lesson, Mention

_PLANTS = {
    "basil": "basil|albahaca",
    "mint": "mint|menta",
    "tomato": "tomato(?:es)?|tomates?",
    "rose": "roses?|rosas?",
    "ivy": "ivy|hiedra",
}
_PLANT = re.compile(
    "|".join(rf"(?P<{name}>\b(?:{words})\b)" for name, words in _PLANTS.items()), re.IGNORECASE
)
_DISLIKE = re.compile(r"\bhate\b|\bcan't stand\b|\bodio\b|\bno soporto\b", re.IGNORECASE)
_SOIL = re.compile(r"\b(clay|sand|arcilla|arena)\b", re.IGNORECASE)
_WATERING = re.compile(r"\b(?:water|riego)\b.*\b(?:at|a la|in the|por la) (\w+)", re.IGNORECASE)
_TRICK = re.compile(r"\b(?:trick|truco)\b\W+(?:is |es )?(.+)", re.IGNORECASE)


def plants_in(text: str) -> list[Mention]:
    return [
        Mention(str(found.lastgroup), found.start(), found.end(), "plant")
        for found in _PLANT.finditer(text)
    ]


def lessons(heard: Heard) -> Iterator[Lesson]:
    for part in heard.own:
        weight = -1 if _DISLIKE.search(part) else 1
        for name in dict.fromkeys(mention.value for mention in plants_in(part)):
            yield Lesson("favourites", name, weight)
        if soil := _SOIL.search(part):
            yield Lesson("soil", soil.group(1).lower())
        if watering := _WATERING.search(part):
            yield Lesson("times", watering.group(1), key="watering")
        if trick := _TRICK.search(part):
            yield Lesson("tricks", trick.group(1))
    for asked, template in zip(heard.asked, heard.templates, strict=True):
        for mention in plants_in(asked):
            yield Lesson("favourites", mention.value, asked=template)
