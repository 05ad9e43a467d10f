"""What a server's refusal or a broken connection means, as the typed failures of ``errors.py``.

Pure: what came in, an error to raise. No message ever holds the key: it is redacted from whatever
the server says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urljoin

from assistant.errors import (
    AssistantError,
    BudgetExceeded,
    ModelUnavailable,
    NotAuthorised,
    TryAgainLater,
)
from assistant.llm.address import Place, is_this_machine
from assistant.llm.bounded import TooMuch
from assistant.llm.error_body import CONTEXT_WORDS, out_of_quota, said

RETRIABLE = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})


def refusal(
    place: Place,
    status: int | None,
    body: object,
    *,
    wait: float | None = None,
    known: Sequence[str] = (),
) -> AssistantError:
    """The failure that an error answer stands for; ``known`` are the models that are there."""
    words = place.quote(said(body))
    if status in (401, 403):
        return _not_authorised(place, status)
    if status == 429 or (status is None and "rate limit" in words.lower()):
        return _later(place, words, wait, out_of_quota(body))
    if CONTEXT_WORDS.search(words):
        what = f"The request is larger than what {place.model} can read at once"
        hint = "Lower prompt.budget in the configuration, or choose a model with a larger context."
        return BudgetExceeded(f"{what}: {words}", hint, kept=what)
    if status == 404:
        return _not_found(place, known)
    if status is not None and status >= 500:
        what = f"{place.shown} failed with status {status}"
        hint = "The fault is the server's: try again in a while, or choose another model."
        return ModelUnavailable(_with(what, words), hint, kept=what)
    what = f"{place.shown} refused the request{f' with status {status}' if status else ''}"
    return ModelUnavailable(_with(what, words), "See `assistant models check`.", kept=what)


def _with(what: str, words: str) -> str:
    """What happened and the server's own words, which may repeat what it was sent: these are shown
    and never kept."""
    return f"{what}: {words}" if words else what


def _not_authorised(place: Place, status: int) -> NotAuthorised:
    if not place.key:
        return NotAuthorised(
            f"{place.shown} asks for a key (status {status}) and none is set",
            "Put it in OPENAI_API_KEY, or see model.api_key_env and model.api_key_command.",
        )
    what = "does not accept the key" if status == 401 else f"does not allow {place.model}"
    return NotAuthorised(
        f"{place.shown} {what} (status {status})",
        "Check OPENAI_API_KEY (or model.api_key_env), and that it belongs to this address.",
    )


def _later(place: Place, words: str, wait: float | None, spent: bool) -> TryAgainLater:
    if spent:
        return TryAgainLater(
            f"The account at {place.shown} has no quota left",
            "Check its plan and billing, or choose another model with -m.",
        )
    if wait is not None:
        return TryAgainLater(
            f"{place.shown} asks to wait {_duration(wait)} before the next request",
            f"Try again in {_duration(wait)}; model.max_retry_wait sets what is waited for you.",
        )
    what = f"{place.shown} is limiting requests"
    return TryAgainLater(_with(what, words), "Try again later.", kept=what)


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s" if seconds >= 1 else f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"


def _not_found(place: Place, known: Sequence[str]) -> ModelUnavailable:
    if not known:
        return ModelUnavailable(
            f"{place.shown} knows neither '{place.model}' nor how to list its models (status 404)",
            "Check the address (most end in /v1) and the model's name.",
        )
    listed = ", ".join(known[:12]) + (f" and {len(known) - 12} more" if len(known) > 12 else "")
    return ModelUnavailable(
        f"{place.shown} has no model '{place.model}'",
        f"It has: {listed}. Choose one with -m NAME or `assistant models use NAME`.",
    )


def broken(place: Place, error: BaseException, *, started: bool) -> AssistantError:
    """The failure behind an exception of the transport; ``started``: text had already come."""
    names = _kinds(error)
    if names & {
        "ConnectTimeout",
        "ConnectError",
        "UnsupportedProtocol",
        "InvalidURL",
        "ProxyError",
    }:
        return _unreachable(place, names)
    if names & {"APITimeoutError", "TimeoutException", "ReadTimeout", "TimeoutError"}:
        when = "in the middle of its answer" if started else "before its first word"
        return ModelUnavailable(
            f"{place.model} at {place.shown} stalled {when}",
            "Try again; model.read_timeout sets how long to wait for the next piece.",
        )
    if names & {"JSONDecodeError", "UnicodeDecodeError", "DecodingError"}:
        return not_the_protocol(place)
    return ModelUnavailable(
        f"{place.shown} broke the connection"
        f"{' in the middle of its answer' if started else ' before answering'}",
        "Try again; if it lasts, look at the server's own log.",
    )


def past_limits(error: BaseException | None) -> TooMuch | None:
    """What passed a limit, if that is behind an exception of the transport."""
    while error is not None and not isinstance(error, TooMuch):
        error = error.__cause__ or error.__context__
    return error


def too_much(place: Place, why: str) -> ModelUnavailable:
    """The server went past a limit of ``limits.py``: the reply is given up."""
    return ModelUnavailable(
        f"{place.model} at {place.shown} {why}",
        "Something is wrong with that server: look at its log, or choose another model.",
    )


def is_dropped(error: Exception) -> bool:
    """Whether the server hung up before answering, as happens when it restarts."""
    kinds = {kind.__name__ for kind in type(error.__cause__ or error).__mro__}
    return bool(kinds & {"RemoteProtocolError", "ReadError", "WriteError"})


def is_transport(error: BaseException) -> bool:
    """Whether an exception comes from the connection or from what was read over it."""
    kinds = {"APIConnectionError", "TransportError", "RequestError", "DecodingError", "StreamError"}
    kinds |= {"InvalidURL", "CookieConflict"}
    return isinstance(error, (OSError, ValueError)) or bool(_kinds(error) & kinds)


def _kinds(error: BaseException | None) -> set[str]:
    """Names of the classes of an exception and of its causes.

    By name, because the HTTP library below the client is not ours to import: it changes.
    """
    names: set[str] = set()
    while error is not None:
        names |= {kind.__name__ for kind in type(error).__mro__}
        error = error.__cause__
    return names


def _unreachable(place: Place, names: set[str]) -> ModelUnavailable:
    local = is_this_machine(place.url)
    what = "takes too long to connect" if "ConnectTimeout" in names else "cannot be reached"
    hint = (
        "Is the server running, and on that port? `assistant models check` looks again."
        if local
        else "Check the address and the network; `assistant models list` shows what else is there."
    )
    return ModelUnavailable(f"{place.shown} {what}", hint)


def not_the_protocol(place: Place) -> ModelUnavailable:
    """The server answered, in a language that is not the chat protocol's."""
    return ModelUnavailable(
        f"{place.shown} answered with something that is not the chat protocol",
        "Check the address: most end in /v1.",
    )


def cut_short(place: Place) -> ModelUnavailable:
    """The stream ended in good order and yet the answer did not."""
    return ModelUnavailable(
        f"{place.model} at {place.shown} ended its stream before the answer was complete",
        "Try again.",
    )


def redirected(place: Place, location: str) -> ModelUnavailable:
    """The address answers that it lives elsewhere; ``location`` is what the server wrote."""
    try:
        target = place.quote(Place(urljoin(place.url, location), "").shown) if location else ""
    except ValueError:  # an address that is none
        target = ""
    base = re.sub(r"/(?:chat/completions|models)$", "", target)
    return ModelUnavailable(
        f"{place.shown} points elsewhere{f', to {target}' if target else ''}: "
        "nothing is sent on to an address that you did not choose",
        f"If you trust it, choose it: model.base_url (or OPENAI_BASE_URL) = {base}"
        if base
        else "Check the address: most end in /v1.",
    )
