"""Words of a command line that do not fit, told in the person's language.

typer finds what is wrong and says it in English. It hands out the kind of an error by the name of
its class, and the option or argument that it is about: that is what is read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from assistant.cli.commands import PROGRAM
from assistant.cli.failures import spoken
from assistant.errors import UsageError

if TYPE_CHECKING:
    import typer

_EXTRA = re.compile(r"Got unexpected extra argument\(s\) \((?P<words>.*)\)", re.DOTALL)


def in_words(error: typer.TyperException) -> UsageError:
    """What typer found, and where help is."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else PROGRAM
    return UsageError(_said(error), _near(error) + spoken("usage_hint", command=command))


def unknown_command(name: str, group: str, known: Iterable[str]) -> UsageError:
    """The refusal of a word that is no command of ``group``, with the nearest one."""
    import difflib

    near = difflib.get_close_matches(name, list(known), n=1)
    where = "no_command_hint" if group == PROGRAM else "no_command_here"
    hint = spoken(where, command=group)
    return UsageError(spoken("no_command", name=name), _did_you_mean(near) + hint)


def _said(error: typer.TyperException) -> str:
    """The kinds that are known in the person's language, any other as typer puts it."""
    option = getattr(error, "option_name", None)
    if extra := _EXTRA.search(error.message):
        return spoken("usage_extra", words=extra["words"])
    match type(error).__name__:
        case "NoSuchOption":
            return spoken("usage_option", option=option)
        case "BadOptionUsage" if "requires" in error.message:
            return spoken("usage_needs_value", option=option)
        case "BadOptionUsage" if "does not take" in error.message:
            return spoken("usage_takes_none", option=option)
        case "MissingParameter":
            return _missing(error)
        case "BadParameter":
            return _bad_value(error)
    return error.format_message().rstrip(".")


def _missing(error: Any) -> str:
    parameter = error.param
    kind = "usage_argument" if parameter.param_type_name == "argument" else "usage_parameter"
    return spoken("usage_missing", kind=spoken(kind), name=parameter.get_error_hint())


def _bad_value(error: Any) -> str:
    """What may stand there, of a choice or a number; else as typer puts it."""
    parameter = error.param
    asked = getattr(parameter, "type_descriptor", None)
    if asked is not None and asked.choices:
        choices = ", ".join(map(str, asked.choices))
        return spoken("usage_choice", name=parameter.get_error_hint(), choices=choices)
    if asked is not None and asked.annotation is int:
        bounds = (("usage_from", "least", parameter.min), ("usage_to", "most", parameter.max))
        between = "".join(spoken(k, **{n: v}) for k, n, v in bounds if v is not None)
        return spoken("usage_number", name=parameter.get_error_hint(), between=between)
    said: str = error.format_message()
    return said.rstrip(".")


def _near(error: typer.TyperException) -> str:
    return _did_you_mean(getattr(error, "possibilities", None) or ())


def _did_you_mean(near: Iterable[str]) -> str:
    return next((spoken("did_you_mean", name=name) for name in near), "")
