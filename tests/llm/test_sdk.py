"""The light import of ``openai`` is still ``openai``."""

from __future__ import annotations

from tests.fresh import run


def test_a_chat_needs_few_of_the_types() -> None:
    code = """
import sys
from assistant.llm import sdk
sdk.preload()
openai = sdk.load()
openai.OpenAI(api_key="x", base_url="http://127.0.0.1:9")
print(sum(name.startswith("openai.") for name in sys.modules))
"""
    assert int(run(code)) < 100  # 519 with the plain import


def test_every_name_still_resolves() -> None:
    code = """
from assistant.llm import sdk
openai = sdk.load()
from openai.types import Batch, ChatModel, Model
from openai.types.responses import Response
from openai.types.chat import ChatCompletion
import openai.types
try:
    openai.types.NoSuchName
except AttributeError:
    print(Batch.__name__, Model.__module__, Response.__name__, ChatCompletion.__name__)
"""
    assert run(code) == "Batch openai.types.model Response ChatCompletion"


def test_another_layout_falls_back_to_the_plain_import() -> None:
    code = """
from assistant.llm import sdk
sdk._stand_in = lambda name: exec("raise RuntimeError")
print(sdk.load().__name__, "openai.types" in __import__("sys").modules)
"""
    assert run(code) == "openai True"
