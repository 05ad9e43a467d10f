"""``assistant users``: who has a key to the server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from assistant.cli import layout, plain
from assistant.cli.language import interface_language
from assistant.cli.options import JsonArray, Yes
from assistant.errors import UsageError
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.server.accounts import Directory
    from assistant.storage.base.users import User

Name = Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and . _ @ -")]


def users() -> None:
    """Let people use `assistant serve`, each with a memory of their own.

    \b
    assistant users add ana
    """


def add(
    name: Name,
    role: Annotated[
        Literal["client", "admin"], typer.Option("--role", help="What the key allows.")
    ] = "client",
    plan: Annotated[
        Literal["free", "pro", "premium"], typer.Option("--plan", help="How much it allows.")
    ] = "free",
) -> int:
    """Print a new person's key, this once: a hash is kept.

    A key opens its person's own memory and no other, an administrator's too:
    that one lets people in and out, and sees measures without a text.

    \b
    assistant users add ana
    assistant users add root --role admin --plan premium
    """
    with opened() as (app, found):
        key = found.add(name, role, plan)
        told = say("users.added", interface_language(app.config.ui), name=name)
    _hand_out(key, told)
    return 0


def list_(as_json: JsonArray = False) -> None:
    """Names, roles and plans; the revoked too.

    \b
    assistant users list
    """
    with opened() as (app, found):
        people = found.users.all()
        language = interface_language(app.config.ui)
    if as_json:
        plain.out(plain.json_text([_as_object(user) for user in people]))
        return
    if not people:
        plain.err(say("users.none", language))
    states = {user: say(f"users.{_state(user)}", language) for user in people}
    rows = [(u.name, u.role, u.plan, f"{u.created_at:%Y-%m-%d}", states[u]) for u in people]
    for line in layout.table(rows):
        plain.out(line)


def revoke(name: Name, yes: Yes = False) -> int:
    """The key opens nothing from now on; what the person stored stays.

    \b
    assistant users revoke ana
    """
    from assistant.cli.consent import make_sure

    with opened() as (app, found):
        language = interface_language(app.config.ui)
        if found.users.get(name) is None:
            raise UsageError(f"There is no user {name[:80]}", "See `assistant users list`.")
        if not yes:
            make_sure(say("users.revoke_sure", language, name=name), language)
        found.users.revoke(name)
    plain.err(say("users.was_revoked", language, name=name))
    return 0


def rotate(name: Name) -> int:
    """Print another key in place of the old one, which opens nothing.

    \b
    assistant users rotate ana
    """
    with opened() as (app, found):
        key = found.users.rotate(name)
        told = say("users.rotated", interface_language(app.config.ui), name=name)
    _hand_out(key, told)
    return 0


@contextmanager
def opened() -> Iterator[tuple[App, Directory]]:
    """The home and the people who may use it."""
    from assistant.cli.opening import open_app
    from assistant.server.accounts import open_directory

    with open_app(answers=False) as app:
        directory = open_directory(app)
        try:
            yield app, directory
        finally:
            directory.close()


def _hand_out(key: str, told: str) -> None:
    """The key alone on stdout, so that it can go down a pipe."""
    plain.err(told)
    plain.out(key)


def _state(user: User) -> str:
    return "revoked" if user.revoked_at else "rotated_once" if user.rotated_at else "active"


def _as_object(user: User) -> dict[str, object]:
    return {
        "name": user.name,
        "role": user.role,
        "plan": user.plan,
        "created_at": user.created_at.isoformat(),
        "rotated_at": user.rotated_at.isoformat() if user.rotated_at else None,
        "revoked_at": user.revoked_at.isoformat() if user.revoked_at else None,
    }
