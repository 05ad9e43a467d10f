"""An answer as a sentence, in the language of the question (A6).

A fact is told back as its owner would be: "my bleep number is 4071" becomes "Your bleep number is
4071." where that is a matter of pronouns alone. Where a verb would have to be put otherwise, or the
fact is in the other language, it is quoted as it was told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from assistant.answers.reader.noted import Noted, noted
from assistant.answers.reader.verdicts import Verdict
from assistant.characters import one_line
from assistant.languages import FALLBACK, each, joined, table
from assistant.messages import say, say_counted
from assistant.records import Fact, Language
from assistant.text.folding import fold


def told(facts: Sequence[Fact], verdict: Verdict | None, language: Language) -> str:
    """What the facts say; the verdict stands first."""
    if len(facts) > 1:
        lines = "\n".join(f"- {one_line(as_said(fact))}" for fact in facts)
        return f"{say('reader.told', language)}\n{lines}"
    text = one_line(facts[0].fact).rstrip(" .")
    mine = facts[0].language == language
    turned = _turned(text, language) if mine else None
    stands = say(f"reader.{verdict}", language) if verdict else ""
    if turned is None:
        begun = f"{stands}:" if stands else say("reader.told", language)
        quoted = one_line(as_said(facts[0])).rstrip(" .")
        return f"{begun} {say('reader.quoted', language, text=quoted)}"
    if not stands:
        return f"{turned[:1].upper()}{turned[1:]}."
    return f"{stands}, {turned if turned[:2].isupper() else turned[:1].lower() + turned[1:]}."


def as_told(fact: Fact, language: Language) -> str:
    """The words of a fact as the reader is given them, and first, in the language of the question,
    the name that it tells. With its subject only where that is a word by itself: a verb in the
    first person ("vivo") reads worse than the one that was noted ("vive")."""
    found, name = noted(fact.fact, fact.language), _own_name(fact)
    said = as_said(fact) if found and found.owned.told else fact.fact
    named = _own(language).get("named") or _own(FALLBACK)["named"]
    return f"{named} {name}. {said}" if name else said


def as_said(fact: Fact) -> str:
    """The words of a fact as its owner says them: one that was noted without its subject ("is
    Dana", "labura de noche") with it ("I'm Dana", "laburo de noche")."""
    found = noted(fact.fact, fact.language)
    return f"{found.owned.said} {found.rest}" if found else fact.fact


def _own(language: Language) -> Mapping[str, Any]:
    """How a language tells a fact back; empty where it does not say."""
    found: Mapping[str, Any] = table(language, "reader").get("told_back", {})
    return found


def _own_name(fact: Fact) -> str:
    """The name that its owner told; "" where it tells none."""
    slot = fact.slot
    if slot and slot.attribute == "name" and slot.subject == "user":
        return slot.value
    found = _is_named().match(fact.fact)
    return found[1] if found else ""


@cache
def _is_named() -> re.Pattern[str]:
    """A name, and not where somebody is from."""
    each_own = [own for _, own in each("reader", "told_back")]
    verbs = "|".join(verb for own in each_own for verb in own.get("is_named", ()))
    others = "|".join(own["no_names"] for own in each_own if "no_names" in own) or "(?!)"
    name = r"[A-ZÁÉÍÓÚÑ][\w'-]+"
    return re.compile(rf"(?:{verbs}) (?!{others})({name}(?: {name}){{0,2}})(?=[,.;!]|$)")


def untold(language: Language) -> str:
    """That memory does not hold it, in one line (A7)."""
    return say("reader.untold", language)


def rests_on(facts: Sequence[Fact], language: Language) -> str:
    """The dim line: on how much it rests, and since when."""
    day = f"{max(fact.last_confirmed_at for fact in facts).astimezone():%Y-%m-%d}"
    return say_counted("reader.rests_on", language, len(facts), day=day)


def _turned(text: str, language: Language) -> str | None:
    """A sentence about its speaker, told back; None where that is not sure."""
    own = _own(language)
    if "turns" in own:
        return _with_pronouns_turned(text, noted(text, language), own)
    return _of_an_own_thing(text, own) if "own_thing" in own else None


def _with_pronouns_turned(text: str, found: Noted | None, own: Mapping[str, Any]) -> str | None:
    """Where pronouns alone tell who is spoken of, as in English."""
    told_of, told_to = _spoken(own["first_person"]), _spoken(own["addressed"])
    if found and found.owned.told and not told_to.search(found.rest):
        text = f"{found.owned.told} {found.rest}"
        if not told_of.search(found.rest):
            return text
    elif told_to.search(text) or not told_of.search(text):
        return None
    if _spoken(own["imperative"]).match(text):
        return None
    for said, other in own["turns"]:
        text = _spoken(said).sub(other, text)
    return text


def _of_an_own_thing(text: str, own: Mapping[str, Any]) -> str | None:
    """Where the verb tells it too, as in Spanish: about a thing or a person of the speaker's its
    verb stays. What the speaker does needs another verb, and is quoted."""
    found, speaker = _spoken(own["own_thing"]).match(text), re.compile(joined(own["speaker"]))
    if found is None or speaker.search(fold(text[found.start("verb") :])):
        return None
    if speaker.search(fold(found["thing"])):
        return None
    owner, _, rest = text.partition(" ")
    return f"{own['owners'][owner.lower()]} {rest}"


@cache
def _spoken(source: str) -> re.Pattern[str]:
    return re.compile(joined(source), re.IGNORECASE)
