"""Where fuzzing starts: well-formed input of every kind, and the characters that break programs."""

from __future__ import annotations

import json

_CHUNK = {
    "choices": [
        {
            "delta": {
                "content": "hola",
                "tool_calls": [
                    {"index": 0, "id": "1", "function": {"name": "t", "arguments": "{}"}}
                ],
            },
            "finish_reason": "stop",
        }
    ],
    "usage": {"prompt_tokens": 3, "completion_tokens": 1},
}
_FACT = {
    "id": "f1",
    "domain": "work",
    "fact": "trabaja en fintech",
    "confidence": "high",
    "source": "explicit",
    "created_at": "2026-01-05T10:00:00+00:00",
    "last_confirmed_at": "2026-01-05T10:00:00+00:00",
    "slot": {"subject": "I", "attribute": "job", "value": "x", "many": False, "negated": False},
}
_SUMMARY = {"topic": "t", "discussed": ["a"], "outcome": "", "decisions": [], "open_questions": []}
_CONFIG = """
[model]
name = "x"
[memory]
idle_minutes = 45
[roles.coach]
prompt = "be kind"
[tools]
roots = ["~/notes"]
"""
_TYPED = (
    "Recordá que trabajo en fintech, equipo de 5, y que odio el café.",
    "From now on answer in one line; forget what I said about the choir.",
    "¿cuánto es 12,5 * (3 + 4) km en millas? 50 EUR to USD, 10:30 in Tokyo",
    "how do I revert the last commit?\nhow do I revert the first commit?",
    "cambiando de tema: `git rebase -i HEAD~3` >>> print('x')\n```py\nx = 1\n```\n> cita",
    "my password is hunter2 and 4111 1111 1111 1111 sk-proj-abcdefghijklmnopqrstuvwx",
)
_HOSTILE = (
    "\x1b]0;title\x07\x1b[2J\x9b31m\u202egnp.exe\u200b\u2066\ufeff\x00",
    "\U0001f9e0\u0301\u0301\u0627\u0644\u0639\U000e0041\ud7ff\ufffe",
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n~~~\n```\n~~~~\n    code\n\t- x\n1) y",
    "[" * 500 + "]" * 500,
    "a" * 2000 + " " + "9" * 400,
)
SHAPES: tuple[object, ...] = (_CHUNK, _FACT, _SUMMARY, {"expression": "2+2"}, {"path": "a.md"})
SEEDS = (
    *(text.encode() for text in (*_TYPED, *_HOSTILE, _CONFIG)),
    *(json.dumps(shape).encode() for shape in SHAPES),
    b"\xff\xfe\x00\x80\xc3\x28",
)
