"""Passwords that are not called so: "to join the wifi type X", "log in as bob with X"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.secrets import values
from assistant.secrets.base import Secret
from assistant.secrets.values import trimmed
from assistant.secrets.vocabulary import vocabulary
from assistant.text.folding import fold_in_place

_ENTERED = re.compile(
    r"[^\n.;]{0,80}?(?<!\w)(?:enter|type|put(?: in)?|poner|pone|ponga|ponen|pongan|pon|tipear|teclear|"
    r"teclea|escribir|escriba|escribi|ingresar|ingrese|ingresa|con|with|using|usando)(?!\w)[ ]{1,2}(?=\S{6})"
)
_JOINED = re.compile(
    r"(?<!\w)(?:conect\w{1,8}|connect|join|log (?:on|in)to)(?!\w)[^\n.;]{0,60}?(?<!\w)(?:with|con|using|usando)[ ]{1,2}(?=\S{6})"
)
_SIGNED_IN = re.compile(
    r"(?<!\w)(?:log(?:ged|s)?[ -]?in|sign(?:ed|s)?[ -]?in|inici\w{1,4} sesion|entr(?:o|a|ar|as|amos)|acced\w{1,4}"
    r"|(?:account|cuenta|login|user|usuario)[ ](?:is|es))(?!\w)(?:[^\n.;]{0,60}?(?<!\w)(?:with|con|as|como))?[ ]{1,2}"
    r"[^\s/]{1,40}(?:[ ]?/[ ]?|[ ](?:with|con|y|and)[ ])(?=\S{6})"
)
_PAIRED = re.compile(
    r"(?<=wifi|wlan|ssid|i fi|spot)[ ]?:[ ]{0,2}[^\s/|]{2,40}[ ]?[/|][ ](?=[a-z]\S{5})"
)
"""The name of a network and what joins it: "wifi: CasaPerez / X"."""
_BARE = re.compile(r"\S{6,60}")
_ENDS = ".,;:?!)"
_SIGN = re.compile(r"[!#$%^&*+~=?]")


def find_entered(text: str) -> Iterator[Secret]:
    """What is typed to join a network, or to sign in as somebody, where it is no word."""
    low, words = fold_in_place(text), vocabulary()
    at = 0
    while network := words.networks.search(low, at):
        at = network.end()
        entered = _ENTERED.match(low, at) or _PAIRED.match(low, at)
        if entered and (span := _value(text, entered.end())):
            yield Secret(span, "password")
    for signed in _SIGNED_IN.finditer(low):
        if span := _value(text, signed.end()):
            yield Secret(span, "password")
    for joined in _JOINED.finditer(low):
        span, bare = _value(text, joined.end()), _BARE.match(text, joined.end())
        if span and bare and _SIGN.search(bare.group().rstrip(_ENDS)):
            yield Secret(span, "password")


def _value(text: str, at: int) -> tuple[int, int] | None:
    """A password as people make one: small letters with two digits or a sign."""
    bare = _BARE.match(text, at)
    begin, end = trimmed(text, *bare.span()) if bare else (at, at)
    value = text[begin:end]
    made = re.search(r"[a-z]{3}", value) and (
        re.search(r"\d\d", value) or _SIGN.search(value.rstrip(_ENDS))
    )
    drawn = made and not re.search(r"[./:@\\]", value) and not values.placeholder(value)
    return (begin, end) if drawn and not values.code(value) else None
