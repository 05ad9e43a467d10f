"""Failures as the OpenAI protocol tells them: a status and ``{"error": {…}}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant import errors
from assistant.errors import AssistantError

INVALID, AUTHENTICATION, PERMISSION = (
    "invalid_request_error",
    "authentication_error",
    "permission_error",
)
NOT_FOUND, CONFLICT, LIMITED, OURS = (
    "not_found_error",
    "conflict_error",
    "rate_limit_error",
    "server_error",
)
SOON = 2
"""Seconds after which what is busy may be asked again."""


class ApiError(Exception):
    """What a client is told. ``retry_after`` are seconds; 0: trying again does not help."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        kind: str = INVALID,
        code: str | None = None,
        param: str | None = None,
        retry_after: int = 0,
    ) -> None:
        super().__init__(message)
        self.status, self.message, self.kind = status, message, kind
        self.code, self.param, self.retry_after = code, param, retry_after

    @property
    def body(self) -> dict[str, Any]:
        told = {"message": self.message, "type": self.kind, "param": self.param, "code": self.code}
        return {"error": told}

    @property
    def headers(self) -> dict[str, str]:
        headers = {"Retry-After": str(self.retry_after)} if self.retry_after else {}
        return headers | ({"WWW-Authenticate": "Bearer"} if self.status == 401 else {})


def invalid(message: str, param: str | None = None, code: str | None = None) -> ApiError:
    """A request that cannot be meant."""
    return ApiError(400, message, code=code, param=param)


def not_found(what: str, code: str = "not_found") -> ApiError:
    """It is not there, or is not this person's: the two are told alike."""
    return ApiError(404, what, kind=NOT_FOUND, code=code)


# The failure -> its status, type, code and seconds to wait. The first that fits.
_TABLE: tuple[tuple[type[AssistantError], int, str, str, int], ...] = (
    (errors.UsageError, 400, INVALID, "invalid_request", 0),
    (errors.NothingToAsk, 400, INVALID, "nothing_to_ask", 0),
    (errors.BudgetExceeded, 400, INVALID, "context_length_exceeded", 0),
    (errors.Damaged, 500, OURS, "damaged_store", 0),
    (errors.BadData, 422, INVALID, "bad_data", 0),
    (errors.StoreRefused, 503, OURS, "store_unavailable", 10),
    (errors.NotAuthorised, 502, OURS, "model_refused_key", 0),
    (errors.ModelUnavailable, 503, OURS, "model_unavailable", 10),
    (errors.StorageUnavailable, 503, OURS, "store_unavailable", 10),
    (errors.TryAgainLater, 503, OURS, "try_again", SOON),
    (errors.Unsettled, 503, OURS, "unsettled", SOON),
)
_WITHIN: Mapping[str, str] = {
    "damaged_store": "What is stored cannot be read",
    "model_refused_key": "The model refuses the key of this server",
    "model_unavailable": "No model answers at present",
    "store_unavailable": "What is stored cannot be reached at present",
    "try_again": "What this needs is busy at present",
    "unsettled": "The connection to what is stored broke: it may have been written",
    "internal_error": "Something went wrong here",
}
"""What is told of the server's own trouble to anybody but the person whose server it is: the
failure itself names files and addresses."""


def told(error: Exception, *, own: bool) -> ApiError:
    """The failure of a turn, or of anything else, for a client; ``own``: with its own words, for
    the person whose server it is."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, AssistantError):
        for kind, status, told_as, code, wait in _TABLE:
            if isinstance(error, kind):
                message = str(error) if own else _WITHIN.get(code, str(error))
                return ApiError(status, message, kind=told_as, code=code, retry_after=wait)
    message = str(error) if own and isinstance(error, AssistantError) else _WITHIN["internal_error"]
    return ApiError(500, message, kind=OURS, code="internal_error")
