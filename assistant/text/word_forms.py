"""Which words are forms of one, and which only look like it: names, identifiers, two persons."""

from __future__ import annotations

import re

from assistant.text.wording import SHORTEST_STEM, Word, identifies, is_listed

_SHORT = 8
_INFLECTS = frozenset("aeiosydrn")
"""Letters one of which another may stand for at the end of one word in two forms."""
_JOINTS = re.compile(r"[-'’]")
_LETTERS_AND_FIGURES = re.compile(r"(?<=[^\W\d_])[-_](?=\d)|(?<=\d)[-_](?=[^\W\d_])|['’]")


def same_word(one: Word, other: Word) -> bool:
    """Whether two words are forms of one, allowing for a long common beginning."""
    if one.exact or other.exact:
        return _same_name(one.text, other.text)
    if _of_two_genders(one.text, other.text) and not (is_listed(one) or is_listed(other)):
        return False
    if one.key == other.key or _again(one, other) or _again(other, one):
        return True
    if one.kind or other.kind or one.text[0].isdigit():
        return False
    shared = _common_prefix(one.text, other.text)
    longest = max(len(one.text), len(other.text))
    if longest - shared == 1 and len(one.text) == len(other.text) and longest < _SHORT:
        return _INFLECTS.issuperset((one.text[-1], other.text[-1]))  # not "orbis" and "orbix"
    return (shared >= 5 and shared >= 0.6 * longest) or (shared >= 4 and shared >= 0.75 * longest)


def _same_name(one: str, other: str) -> bool:
    """Letter by letter, but for hyphens: "Pilar Cobo" is not "Pilar Cobos"."""
    return plain_name(one) == plain_name(other)


def plain_name(text: str) -> str:
    """A name or an identifier without its hyphens: what it is told from others by. Those between
    two figures or two letters of an identifier are part of it: "a1-23" is not "a12-3"."""
    return (_LETTERS_AND_FIGURES if identifies(text) else _JOINTS).sub("", text)


def same_names(text: str) -> tuple[str, ...]:
    """The plain names that are the same one: itself, and for a name its plural or singular."""
    name = plain_name(text)
    if identifies(text) or len(name) <= SHORTEST_STEM:
        return (name,)
    singular = (name[:-1],) if name.endswith("s") and len(name) - 1 > SHORTEST_STEM else ()
    return (name, f"{name}s", *singular)


def _of_two_genders(one: str, other: str) -> bool:
    """ "juan" and "juana", which are two persons, where "doctor" and "doctora" may be one."""
    shorter, longer = sorted((one, other), key=len)
    ends_open = shorter.endswith(("or", "es", "a", "e", "i", "o", "u"))
    return longer == f"{shorter}a" and not ends_open


def other_gender(word: Word) -> tuple[str, ...]:
    """What looks like another form of the word and is another person's name."""
    text = word.text
    others = (f"{text}a", *((text[:-1],) if text.endswith("a") else ()))
    return tuple(o for o in others if not is_listed(word) and _of_two_genders(text, o))


def _again(one: Word, other: Word) -> bool:
    """Whether one does again what the other does: "relicensed" and "license"."""
    return one.key.startswith("re") and len(other.key) >= 5 and one.key[2:] == other.key


def _common_prefix(one: str, other: str) -> int:
    length = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        length += 1
    return length
