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
    r"(?<!\w)(?:log(?:ged|s)?[ -]?(?:in(?:to)?|on)|logue\w{1,4}|sign(?:ed|s)?[ -]?in(?:to)?|inici\w{1,4} sesion|entr(?:o|a|ar|as|amos)|acced\w{1,4}"
    r"|(?:account|cuenta|login|user|usuario)[ ](?:is|es))(?!\w)(?:[^\n.;]{0,60}?(?<!\w)(?:with|con|as|como))?[ ]{1,2}"
    r"[^\s/]{1,40}(?:[ ]?/[ ]?|[ ](?:with|con|y|and)[ ])(?=\S{6})"
)
_ACCOUNT = (
    r"(?:e-?mails?|mail|inbox|bank(?:ing)?|accounts?|routers?|laptop|computer|pc|mac|servers?|vpn|phone|tablet"
    r"|nas|portal|websites?|site|correo|banco|cuentas?|compu(?:tadora)?|ordenador|celu(?:lar)?|movil|telefono"
    r"|servidor|homebanking|intranet|netflix|gmail|outlook|facebook|instagram)"
)
_GETS = (
    r"(?<!\w)(?:g[eo]t(?:s|ting)?[ ]in(?:to)?|log(?:s|ged)?[ -]?(?:in(?:to)?|on(?:to)?)|sign(?:s|ed)?[ -]?in(?:to)?"
    r"|access(?:es)?|unlocks?|entr(?:o|a|as|ar|amos)|acced\w{1,4}|desbloque\w{1,3})(?!\w)"
)
_PRODUCT = r"(?!(?:windows|office|firefox|chrome|android|python|ubuntu|debian|fedora|outlook|iphone|pixel|galaxy)\S*)"
_WITH = r"(?<!\w)(?:with|using|con|usando)[ ]{1,2}"
_OPENED = re.compile(
    rf"{_GETS}[^\n.;,]{{1,40}}?(?<!\w){_ACCOUNT}[ ]{{1,2}}(?:[^\s.,;]{{1,20}}[ ])??{_WITH}{_PRODUCT}(?=\S{{6}})"
    rf"|{_GETS}[ ]{_WITH}{_PRODUCT}(?=\S{{6,40}}[ ](?:a|al|en|to|into)[ ](?:[^\s.,;]{{1,12}}[ ]){{0,2}}{_ACCOUNT}(?!\w))"
    rf"|(?<!\w)(?:us(?:e|es|ing|o|a|amos|ando))[ ]{_PRODUCT}"
    rf"(?=\S{{6,40}}[ ](?:to|para)[ ]{_GETS}[ ](?:[^\s.,;]{{1,12}}[ ]){{0,3}}{_ACCOUNT}(?!\w))"
)
"""What gets somebody into an account: "I get into my email with X", "entro con X a mi correo"."""
_UNLOCKED = re.compile(
    rf"(?<!\w)(?:unlocks?|desbloque\w{{1,3}})[ ][^\n.;,]{{1,30}}?{_WITH}(?=(?P<figures>\d{{4,8}})(?![\w.:/-]))"
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
        paired = low[: signed.end()].rstrip().endswith("/")
        if span := _value(text, signed.end(), 1 if paired else 2):
            yield Secret(span, "password")
    for opened in _OPENED.finditer(low):
        if span := _value(text, opened.end(), 1):
            yield Secret(span, "password")
    for unlocked in _UNLOCKED.finditer(low):
        yield Secret(unlocked.span("figures"), "password")
    for joined in _JOINED.finditer(low):
        span, bare = _value(text, joined.end()), _BARE.match(text, joined.end())
        if span and bare and _SIGN.search(bare.group().rstrip(_ENDS)):
            yield Secret(span, "password")


def _value(text: str, at: int, figures: int = 2) -> tuple[int, int] | None:
    """A password as people make one: small letters with some digits or a sign."""
    bare = _BARE.match(text, at)
    begin, end = trimmed(text, *bare.span()) if bare else (at, at)
    value = text[begin:end]
    made = re.search(r"[a-z]{3}", value) and (
        re.search(rf"\d{{{figures}}}", value) or _SIGN.search(value.rstrip(_ENDS))
    )
    drawn = made and not re.search(r"[./:@\\]", value) and not values.placeholder(value)
    return (begin, end) if drawn and not values.code(value) else None
