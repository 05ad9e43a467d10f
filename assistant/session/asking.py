"""One request to a model: a prompt out, a reply in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from assistant.llm.base import ChatModel, ChatRequest
from assistant.llm.small import LONGEST_REPLY, SAMPLINGS, is_small
from assistant.prompt.base import Prompt
from assistant.records import ToolCall
from assistant.session.base import Reply, Sent
from assistant.session.reply import OnText, stream_reply
from assistant.session.services import Services

ToolChoice = str | Mapping[str, Any] | None


def ask(
    services: Services,
    model: ChatModel,
    prompt: Prompt,
    on_text: OnText | None,
    *,
    choice: ToolChoice = None,
    schema: Mapping[str, Any] | None = None,
    number: int = 0,
) -> Reply:
    """The reply to a prompt; what the server counted is learnt. Raises the model's errors.

    ``number`` tells which try it is: a small model is sampled otherwise at the second.
    """
    request = ChatRequest(
        messages=prompt.messages,
        tools=prompt.tools,
        tool_choice=choice,
        response_schema=schema,
        max_tokens=services.config.model.max_reply_tokens,
        temperature=services.config.model.temperature,
    )
    if is_small(model, services.config.model) and schema is None:
        chosen = SAMPLINGS[number]
        request = request._replace(
            temperature=chosen.temperature,
            sampling=chosen.more,
            max_tokens=min(services.config.model.max_reply_tokens, LONGEST_REPLY),
        )
    reply = None
    services.asks(prompt)
    try:
        if model.embedded and prompt.tools:
            return _without_protocol(model, request, on_text)
        reply = stream_reply(model, request, on_text)
    finally:
        counted = reply.usage.prompt_tokens if reply else None
        services.sent.append(Sent(model.sent, prompt, counted))
    if counted:
        services.learn(prompt.tokens, counted)
    return reply


def _without_protocol(model: ChatModel, request: ChatRequest, on_text: OnText | None) -> Reply:
    """For a model whose template drops tools and whose server then ignores ``tool_choice``
    (SmolLM2, seen with both "required" and a named function): a call that is demanded becomes a
    document of the tool's own schema, which the server's grammar enforces.
    """
    plain = request._replace(tools=(), tool_choice=None)
    if not isinstance(request.tool_choice, Mapping):
        return stream_reply(model, plain, on_text)
    function = request.tools[0]["function"]
    *before, last = request.messages
    # Names alone: a small model copies a description into the value that it describes.
    names = ", ".join(function["parameters"].get("properties", {}))
    told = f"Take the {names} from my words, as JSON." if names else "Answer with {}."
    asked = replace(last, content=f"{last.content}\n\n{told}")
    demanded = plain._replace(
        messages=(*before, asked),
        response_schema=function["parameters"],
        temperature=0.0,
    )
    reply = stream_reply(model, demanded, None)
    call = ToolCall("call_0", function["name"], reply.text)
    return replace(reply, text="", tool_calls=(call,))
