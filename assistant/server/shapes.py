"""The shapes of what goes in and out, as JSON Schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from assistant.limits import FACT, SERVED_MESSAGES, SERVED_NAME
from assistant.records import AnswerSource
from assistant.storage.base.users import PLANS, ROLES

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
YES: Schema = {"type": "boolean"}
INSTANT: Schema = {"type": "string", "format": "date-time"}
MAYBE_INSTANT: Schema = {"type": ["string", "null"], "format": "date-time"}
ANY: Schema = {"type": "object"}
SOURCES = list(get_args(AnswerSource))


def obj(required: Mapping[str, Schema], **optional: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
    }


def array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def page(name: str) -> Schema:
    return obj({"object": {"const": "list"}, "data": array(ref(name)), "has_more": YES})


CONTENT: Schema = {
    "anyOf": [
        TEXT,
        array(obj({"type": {"const": "text"}, "text": TEXT})),
        {"type": "null"},
    ]
}
MESSAGE_ROLES = ["system", "developer", "user", "assistant", "tool", "function"]
SHAPES: dict[str, Schema] = {
    "Error": obj(
        {
            "error": obj(
                {
                    "message": TEXT,
                    "type": TEXT,
                    "param": {"type": ["string", "null"]},
                    "code": {"type": ["string", "null"]},
                }
            )
        }
    ),
    "ChatRequest": obj(
        {
            "messages": {
                "type": "array",
                "items": obj({"role": {"enum": MESSAGE_ROLES}}, content=CONTENT),
                "minItems": 1,
                "contains": obj(
                    {"role": {"const": "user"}, "content": {"type": "string", "pattern": r"\S"}}
                ),
                "maxItems": SERVED_MESSAGES.value,
            }
        },
        model=TEXT,
        stream=YES,
        stream_options=obj({}, include_usage=YES),
        metadata=obj({}, conversation={"type": "string", "maxLength": SERVED_NAME.value}),
        n={"const": 1},
    ),
    "Completion": obj(
        {
            "id": TEXT,
            "object": {"const": "chat.completion"},
            "created": COUNT,
            "model": TEXT,
            "choices": array(ANY),
            "usage": obj(
                dict.fromkeys(
                    (
                        *("prompt_tokens", "completion_tokens", "total_tokens"),
                        *("received_tokens", "saved_tokens"),
                    ),
                    COUNT,
                )
            ),
            "assistant": obj(
                {
                    "conversation": TEXT,
                    "turn": COUNT,
                    "source": {"enum": SOURCES},
                    "model": TEXT,
                    "notices": array(TEXT),
                    "facts_used": array(TEXT),
                    "repeated": YES,
                }
            ),
        }
    ),
    "Model": obj({"id": TEXT, "object": {"const": "model"}, "created": COUNT}),
    "Models": obj({"object": {"const": "list"}, "data": array(ref("Model"))}),
    "NewFact": obj(
        {"text": {"type": "string", "minLength": 1, "maxLength": FACT.value}},
        domain={"type": ["string", "null"]},
    )
    | {"additionalProperties": False},
    "Fact": obj(
        {
            "id": TEXT,
            "object": {"const": "fact"},
            "domain": TEXT,
            "fact": TEXT,
            "confidence": {"enum": ["high", "medium", "low"]},
            "source": {"enum": ["explicit", "inferred"]},
            "state": {"enum": ["active", "dormant", "stale", "superseded"]},
            "created_at": INSTANT,
            "last_confirmed_at": INSTANT,
            "next_change_at": MAYBE_INSTANT,
        }
    ),
    "Facts": page("Fact"),
    "Deleted": obj({"id": TEXT, "deleted": {"const": True}, "owed": YES}),
    "Conversation": obj(
        {
            "id": TEXT,
            "object": {"const": "conversation"},
            "role": TEXT,
            "title": TEXT,
            "created_at": INSTANT,
            "last_activity_at": INSTANT,
            "turn_count": COUNT,
            "ended_at": MAYBE_INSTANT,
        },
        state=array(TEXT),
        segments=array(ANY),
        messages=array(ANY),
    ),
    "Conversations": page("Conversation"),
    "Profile": obj({"object": {"const": "profile"}, "packs": ANY}),
    "Why": obj(
        {
            "object": {"const": "turn.why"},
            "conversation": TEXT,
            "turn": COUNT,
            "requests": array(ANY),
            "facts_used": array(obj({"id": TEXT, "fact": TEXT})),
            "tools": array(
                obj(
                    {
                        "tool": TEXT,
                        "outcome": TEXT,
                        "milliseconds": {"type": "number", "minimum": 0},
                        "cached": YES,
                    }
                )
            ),
        }
    ),
    "NewUser": obj(
        {"name": {"type": "string", "pattern": "^[a-z0-9][a-z0-9._@-]{0,62}[a-z0-9]$"}},
        role={"enum": list(ROLES)},
        plan={"enum": list(PLANS)},
    )
    | {"additionalProperties": False},
    "User": obj(
        {
            "object": {"const": "user"},
            "name": TEXT,
            "role": {"enum": list(ROLES)},
            "plan": {"enum": list(PLANS)},
            "created_at": INSTANT,
            "rotated_at": MAYBE_INSTANT,
            "revoked_at": MAYBE_INSTANT,
        },
        key=TEXT,
    ),
    "Users": obj({"object": {"const": "list"}, "data": array(ref("User"))}),
}
