"""``/profile``: what packs have learned of the person."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.cli.talk import Chat


def profile(chat: Chat, name: str) -> None:
    """The profile of a pack, or of all that are on. Raises UsageError."""
    from assistant.cli.profile import board

    profiles = chat.app.profiles
    packs = [profiles.pack(name)] if name else list(profiles.packs)
    lines: list[str] = []
    for pack in packs:
        lines += [pack.name] if len(packs) > 1 else []
        lines += board(pack, profiles.standing(pack), chat.app.now(), chat.language)
    chat.screen.show(lines or [chat.say("profile.no_pack")])
