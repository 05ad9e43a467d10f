"""How many slips of the fingers lie between two words."""

from __future__ import annotations


def slips(one: str, other: str, most: int = 2) -> int:
    """Letters left out, put in, put for another, or exchanged with their neighbour (the optimal
    string alignment distance); ``most + 1`` for any number beyond ``most``."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    one, other = _without_common_ends(one, other)
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        oldest, before, row = before, row, [i]
        for j, opposite in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != opposite))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == opposite:
                cost = min(cost, oldest[j - 2] + 1)
            row.append(cost)
    return min(row[-1], most + 1)


def _without_common_ends(one: str, other: str) -> tuple[str, str]:
    shortest, start = min(len(one), len(other)), 0
    while start < shortest and one[start] == other[start]:
        start += 1
    end = 0
    while end < shortest - start and one[-1 - end] == other[-1 - end]:
        end += 1
    return one[start : len(one) - end], other[start : len(other) - end]
