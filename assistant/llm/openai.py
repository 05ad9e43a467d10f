"""Any endpoint that speaks the OpenAI chat protocol, through the ``openai`` client.

The client carries bytes and nothing more: chunks are read as plain JSON (tolerant of servers that
bend the protocol), and retries and failures are decided here, as the configuration wants them.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from assistant.config import ModelConfig
from assistant.errors import AssistantError
from assistant.llm import sdk
from assistant.llm.address import Place, is_this_machine
from assistant.llm.base import ChatEvent, ChatRequest, TextDelta
from assistant.llm.bounded import bound
from assistant.llm.error_body import out_of_quota, retry_after, unsupported
from assistant.llm.failures import (
    RETRIABLE,
    broken,
    cut_short,
    is_dropped,
    is_transport,
    not_the_protocol,
    past_limits,
    redirected,
    refusal,
    too_much,
)
from assistant.llm.protocol import Collector, NotTheProtocol, listed, request_json

# Optional parameters that a server may refuse, the most suspect first.
_DROPPABLE = ("response_format", "stream_options", "tool_choice", "temperature", "max_tokens")
_NEEDED = frozenset(
    {"host", "connection", "accept", "accept-encoding", "content-type", "content-length"}
    | {"user-agent", "authorization"}
)
_SILENT = tuple(f"X-Stainless-{about}" for about in ("Async", "Retry-Count", "Read-Timeout"))


class Endpoint:
    """A ChatModel behind an address. Nothing is imported or connected before the first request."""

    embedded = False

    def __init__(
        self,
        model: str,
        base_url: str,
        key: str = "",
        config: ModelConfig | None = None,
        sleep: Callable[[float], None] = time.sleep,
        *,
        admit: Callable[[], None] | None = None,
    ) -> None:
        """``admit`` is called before every single request, and raises where it must not be sent."""
        self._place = Place(base_url, model, key)
        self._config = config or ModelConfig()
        self._sleep = sleep
        self._admit = admit or _always
        self._client: Any = None
        self.sent = b""
        self._refused: set[str] = set()  # parameters that this server does not know

    @property
    def name(self) -> str:
        return self._place.model

    def stream(self, request: ChatRequest) -> Iterator[ChatEvent]:
        """See ``ChatModel``. Nothing is retried once the first byte of text has come."""
        answer = self._open(request_json(request, self.name))
        collector, started = Collector(), False
        try:
            for chunk in self._chunks(answer):
                if isinstance(chunk, Mapping) and chunk.get("error"):
                    raise refusal(self._place, None, chunk)
                for event in collector.events(chunk):
                    started = started or isinstance(event, TextDelta)
                    yield event
                if collector.cut:
                    break
        except AssistantError:
            raise
        except (NotTheProtocol, RecursionError):
            raise not_the_protocol(self._place) from None
        except Exception as error:
            raise self._failure(error, started=started) from error
        finally:
            answer.close()
        if collector.reason is None:
            raise cut_short(self._place) if started else not_the_protocol(self._place)
        yield collector.finished()

    def models(self) -> list[str]:
        """What the server says it has, in its order. Raises the typed failures."""
        client = self._connected()
        try:
            data = client.get("/models", cast_to=object, options=self._options(timeout=10))
        except Exception as error:
            raise self._failure(error) from error
        return model_ids(data)

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def _connected(self) -> Any:
        if self._client is None:
            openai = sdk.load()
            self._client = openai.OpenAI(
                api_key=self._place.key or "none",
                base_url=self._place.url,
                max_retries=0,  # ours honour the configuration and tell the wait
                timeout=self._timeout(self._config.read_timeout),
                http_client=_http_client(openai, self._keep, self._bound, self._place.url),
            )
            # What this machine is concerns nobody, and finding out runs a program.
            self._client.platform_headers = dict
        return self._client

    def _keep(self, request: Any) -> None:
        """What is about to go over the wire, its headers apart: those hold the key."""
        self._admit()
        request.extensions["trace"] = self._connection
        if request.method == "POST":
            self.sent = request.read()

    def _connection(self, event: str, _: object) -> None:
        """Connected is not sent yet: whoever took the port in between gets nothing either."""
        if event.endswith(".send_request_headers.started"):
            self._admit()

    def _bound(self, response: Any) -> None:
        bound(response, 10 * self._config.read_timeout)

    def _timeout(self, read: float) -> Any:
        openai = sdk.load()
        connect = self._config.connect_timeout
        return openai.Timeout(read, connect=connect, pool=connect)

    def _options(self, **more: float) -> dict[str, Any]:
        """Of a request: without the client's headers about itself, nor an empty key."""
        omit = sdk.load().Omit()
        silent = _SILENT if self._place.key else (*_SILENT, "Authorization")
        headers = {**dict.fromkeys(silent, omit), "Accept-Encoding": "identity"}
        return {"headers": headers, **more}

    def _open(self, body: dict[str, Any]) -> Any:
        """A stream whose status is good, after as many tries as the configuration allows."""
        client, openai = self._connected(), sdk.load()
        waited, tries = 0.0, 0
        while True:
            try:
                return client.post(
                    "/chat/completions",
                    body=self._accepted(body),
                    options=self._options(),
                    cast_to=object,
                    stream=True,
                    stream_cls=openai.Stream[object],
                )
            except openai.APIStatusError as error:
                if self._give_way(error, body):
                    continue
                wait = self._wait(error, tries, waited)
            except Exception as error:
                if tries >= self._config.max_retries or not is_dropped(error):
                    raise self._failure(error) from error
                wait = _backoff(tries)
            self._sleep(wait)
            waited, tries = waited + wait, tries + 1

    def _accepted(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The body in the words that this server has not refused yet."""
        accepted = {name: value for name, value in body.items() if name not in self._refused}
        if "max_tokens" in self._refused and "max_tokens" in body:
            accepted["max_completion_tokens"] = body["max_tokens"]  # its newer name
        return accepted

    def _give_way(self, error: Any, body: Mapping[str, Any]) -> bool:
        """Whether the request is worth repeating without a parameter; remembers which."""
        if error.status_code not in (400, 404, 422, 501):
            return False
        if error.status_code == 404 and "response_format" not in str(error.body):
            return False
        name = unsupported(error.body, self._accepted(body), _DROPPABLE)
        if name is None:
            return False
        self._refused.add(name)
        return True

    def _wait(self, error: Any, tries: int, waited: float) -> float:
        """Seconds until the next try. Raises the failure when there is to be none."""
        asked = retry_after(error.response.headers, datetime.now(UTC))
        again = error.status_code in RETRIABLE and not out_of_quota(error.body)
        wait = _backoff(tries) if asked is None else asked
        too_long = waited + wait > self._config.max_retry_wait
        if not again or tries >= self._config.max_retries or too_long:
            raise self._failure(error, wait=asked) from error
        return wait

    def _failure(
        self, error: Exception, *, started: bool = False, wait: float | None = None
    ) -> AssistantError:
        openai = sdk.load()
        if isinstance(error, AssistantError):
            return error
        if isinstance(error.__cause__, AssistantError):  # it was not admitted
            return copy.copy(error.__cause__)  # which is to be raised from this very error
        if (beyond := past_limits(error)) is not None:
            return too_much(self._place, str(beyond))
        if isinstance(error, RecursionError):
            return not_the_protocol(self._place)
        if isinstance(error, openai.APIStatusError):
            if 300 <= error.status_code < 400:
                return redirected(self._place, error.response.headers.get("location", ""))
            known = self._known() if error.status_code == 404 else ()
            return refusal(self._place, error.status_code, error.body, wait=wait, known=known)
        if type(error) is openai.APIError:  # an error told inside the stream
            body = getattr(error, "body", None) or {"message": str(error)}
            return refusal(self._place, None, body)
        if not is_transport(error):
            raise error  # a bug, not a failure of the server
        return broken(self._place, error, started=started)

    def _known(self) -> Sequence[str]:
        try:
            data = self._client.get("/models", cast_to=object, options=self._options(timeout=2))
        except Exception:
            return ()  # it is a courtesy: the failure that is being told matters more
        return model_ids(data)

    def _chunks(self, answer: Any) -> Iterator[object]:
        """The stream's chunks, or the one whole answer of a server that does not stream."""
        if "application/json" in answer.response.headers.get("content-type", ""):
            answer.response.read()
            yield answer.response.json()
        else:
            yield from answer


def model_ids(data: object) -> list[str]:
    """The names in an answer to /models; an empty list if it is something else."""
    entries = data.get("data") if isinstance(data, Mapping) else None
    if not isinstance(entries, list):
        return []
    names = (entry["id"] for entry in entries if isinstance(entry, Mapping) and "id" in entry)
    return listed(names)


def _always() -> None:
    """An address that the person gave is asked whoever is there."""


def _http_client(
    openai: Any, keep: Callable[[Any], None], bounded: Callable[[Any], None], url: str
) -> Any:
    """Reaches ``url`` and nothing else: no redirect is followed, since the prompt would follow it.

    The environment's proxy is used for https to another machine alone, where it passes on what it
    cannot read. Over plain http it would read the prompt, and this machine needs none: a variable
    that was left behind sends nothing anywhere. SSL_CERT_FILE holds wherever there is TLS.
    """
    requests = [keep, _only_what_a_chat_needs] if is_this_machine(url) else [keep, _no_account]
    if (urlsplit(url).hostname or "") == "api.openai.com":
        requests = [keep]
    hooks: dict[str, Any] = {
        "event_hooks": {"request": requests, "response": [bounded]},
        "follow_redirects": False,
    }
    if not url.lower().startswith("https:"):
        hooks |= {"verify": False, "trust_env": False}  # no certificates to load (20 ms)
    elif is_this_machine(url):
        import ssl

        hooks |= {"verify": ssl.create_default_context(), "trust_env": False}
    return openai.DefaultHttpxClient(**hooks)


def _no_account(request: Any) -> None:
    """OPENAI_ORG_ID and OPENAI_PROJECT_ID name an account of OpenAI's: no other place learns it."""
    for name in ("OpenAI-Organization", "OpenAI-Project"):
        request.headers.pop(name, None)


def _only_what_a_chat_needs(request: Any) -> None:
    """A server of this machine gets no header that variables left behind for another place."""
    for name in set(request.headers) - _NEEDED:
        del request.headers[name]


def _backoff(tries: int) -> float:
    return float(min(0.5 * 2**tries, 8.0))
