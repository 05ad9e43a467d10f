"""What packs know of the person and of what is going on, as sections of the prompt (K3, K4, K5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.languages import known
from assistant.messages import say
from assistant.packs.base import Moment, Pack, spoken
from assistant.prompt.table import KNOWN, LAST_OF_PACKS, TALK, TALK_STEP, SectionRow
from assistant.session.parts import Part, PartsOf

if TYPE_CHECKING:
    from assistant.profile.recent import Recent
    from assistant.session.profiles import Profiles
    from assistant.session.recent import RecentBook

CAP = 80
"""Tokens of each of the two."""


def of_person(profiles: Profiles, recent: RecentBook) -> PartsOf:
    """``PACK.profile``: where the message is of the pack's domain, or the talk is."""

    def parts(pack: Pack, moment: Moment, about: bool) -> Iterator[Part]:
        if not pack.profile or not (about or recent.of(pack, moment.role, moment.now)):
            return
        told = profiles.lines(pack, moment.language, moment.now)
        if told:
            row = SectionRow(
                f"{pack.name}.profile",
                order=KNOWN,
                cap=CAP,
                step=LAST_OF_PACKS,
                pressed=None,
                header=f"Learned of the user ({pack.name}):",
                titles=_titles("packs.profile_title"),
                strategy="drop_pack_sections",
            )
            reason = say("packs.profile", moment.language)
            yield Part(row, lambda: told, reason, waits=False)

    return parts


def of_now(recent: RecentBook) -> PartsOf:
    """``PACK.now``: as long as something is going on."""

    def parts(pack: Pack, moment: Moment, _about: bool) -> Iterator[Part]:
        found = recent.of(pack, moment.role, moment.now)
        told = _lines(found, moment.language) if found else ()
        if told:
            row = SectionRow(
                f"{pack.name}.now",
                order=TALK,
                cap=CAP,
                step=TALK_STEP,
                header=f"Going on ({pack.name}):",
                titles=_titles("packs.now_title"),
                strategy="trim_conversation",
            )
            yield Part(row, lambda: told, say("packs.now", moment.language), waits=False)

    return parts


def _lines(recent: Recent, language: str) -> tuple[str, ...]:
    lines = []
    if waiting := recent.waiting:
        key = "packs.waits" if waiting.tool else "packs.asked_back"
        lines.append(f"{say(key, language)}: {spoken(waiting.told, language)}")
    if recent.mentions:
        lines.append(f"{say('packs.lately', language)}: {', '.join(recent.mentions)}")
    return tuple(lines)


def _titles(key: str) -> dict[str, str]:
    return {language: say(key, language) for language in known()}
