"""Secrets that show by their shape: the one table of what is known, and how it is looked for.

A row is tried only where the text holds one of its ``hints``, and compiled then. Providers that
detect-secrets knows are looked for with its own patterns; rows of ours stand where it has none, or
where its pattern could take longer than the text is long. Each pattern begins at the edge of a word
or reads a bounded stretch, so that none is more than linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from assistant.secrets import values
from assistant.secrets.base import Secret
from assistant.secrets.prefixes import PREFIXES, is_token

EDGE = r"(?<![A-Za-z0-9_])"
END = r"(?![A-Za-z0-9])"


class Shape(NamedTuple):
    """``hints`` are looked for as they stand (in small letters where ``folded``); the value is the
    pattern's first group, or all of it. ``accept`` has the last word on a value."""

    kind: str
    hints: Sequence[str]
    pattern: str
    accept: Callable[[str], bool] = lambda _value: True
    folded: bool = False


class Known(NamedTuple):
    """A detector of detect-secrets: ``module`` and ``detector`` in its plugins."""

    kind: str
    hints: Sequence[str]
    module: str
    detector: str


def _digit(value: str) -> bool:
    return any(c.isdigit() for c in value)


def _mixed(value: str) -> bool:
    return _digit(value) and any(c.islower() for c in value) and any(c.isupper() for c in value)


def _no_word(value: str) -> bool:
    return not values.placeholder(value) and not values.code(value)


def _typed(value: str) -> bool:
    """What somebody types behind the flag of a command: no name of a port or of a file."""
    return values.odd(value) or " " in value or values.made_up(re.split("[<…”»]", value)[0])


def _prefixed(prefixes: Sequence[str], tail: str) -> str:
    return rf"{EDGE}(?:{'|'.join(map(re.escape, prefixes))}){tail}"


# fmt: off
TABLE: Sequence[Shape | Known] = (
    Shape("token", PREFIXES, _prefixed(PREFIXES, r"[A-Za-z0-9_\-.=+/~%]{10,2000}"), is_token),
    Shape("api_key", ("AKIA", "ASIA", "ABIA", "ACCA", "A3T"), rf"{EDGE}(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{{12,20}}{END}"),
    Shape("api_key", ("AKIA", "ASIA", "aws", "AWS"), r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])", _mixed),
    Shape("api_key", ("AIza",), rf"{EDGE}AIza[A-Za-z0-9_\-]{{30,45}}"),
    Shape("token", ("1//0",), r"(?<![\w/])1//0[A-Za-z0-9_\-]{20,200}"),
    Shape("token", ("EAA",), rf"{EDGE}EAA[A-Za-z0-9]{{40,400}}", _digit),
    Shape("api_key", ("-us",), rf"{EDGE}[0-9a-f]{{32}}-us\d{{1,2}}{END}"),
    Shape("api_key", ("1000.",), rf"{EDGE}1000\.[a-f0-9]{{32}}\.[a-f0-9]{{32}}{END}"),
    Shape("api_key", ("Q~",), r"(?<![\w~.-])[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}"),
    Shape("token", ("amzn.mws.",), r"amzn\.mws\.[0-9a-f-]{36}"),
    Shape("api_key", ("A3-",), rf"{EDGE}A3-[A-Z0-9]{{6}}-(?:[A-Z0-9]{{11}}|[A-Z0-9]{{6}}-[A-Z0-9]{{5}})(?:-[A-Z0-9]{{5}}){{3}}{END}"),
    Shape("token", (":AA", ":"), rf"{EDGE}(?:bot)?(\d{{8,10}}:[A-Za-z0-9_\-]{{35}})(?![\w-])", _mixed),
    Shape("token", (".",), rf"{EDGE}[MNO][A-Za-z\d_-]{{22,28}}\.[A-Za-z\d_-]{{6}}\.[A-Za-z\d_-]{{27,45}}(?![\w-])"),
    Shape("token", ("AKCp", "cmVmd"), rf"{EDGE}(?:AKCp|cmVmd)[A-Za-z0-9]{{20,90}}"),
    Shape("token", ("atlasv1",), rf"{EDGE}[A-Za-z0-9]{{14}}\.atlasv1\.[A-Za-z0-9_=\-]{{20,80}}"),
    Shape("token", ("access_token$production$",), r"access_token\$production\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    Shape("private_key", ("AGE-SECRET-KEY-", "age-secret-key-"), r"(?i:AGE-SECRET-KEY-(?:PQ-)?1[0-9a-z]{20,120})"),
    Shape("private_key", ("prv",), rf"{EDGE}[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]{{90,120}}"),
    Shape("private_key", ("5", "K", "L"), rf"{EDGE}[5KL][1-9A-HJ-NP-Za-km-z]{{50,51}}{END}", _mixed),
    Shape("private_key", ('"kty"',), r"\"(?:d|p|q|dp|dq|qi|k)\"\s{0,4}:\s{0,4}\"([\w-]{20,2000})\""),
    Shape("token", ("eyJ",), r"(?<![\w-])eyJ[\w=-]{8,}\.[\w=-]{2,}(?:\.[\w=-]*){0,3}"),
    Shape("otp", ("otpauth",), r"(?<![\w-])otpauth(?:-migration)?://[^\s\"'<>`]+"),
    Shape("otp", ("totp", "hotp", "2fa", "mfa", "authenticator", "oathtool", "otp"), r"(?i:totp|hotp|2fa|mfa|authenticator|oathtool|otp)[^\n]{0,80}?(?<![A-Za-z0-9])([A-Z2-7]{16,128})={0,6}(?![A-Za-z0-9])", folded=True),
    Shape("otp", ("totp", "2fa", "mfa", "authenticator", "otp"), r"(?i:totp|2fa|mfa|authenticator|otp)[^\n]{0,80}?(?<![A-Za-z0-9])((?:[a-z2-7]{4} ){3,15}[a-z2-7]{4}|(?:[A-Z2-7]{4} ){3,15}[A-Z2-7]{4})(?![A-Za-z0-9])", _digit, folded=True),
    Shape("password", ("://",), r"(?<![\w+.-])[A-Za-z][\w+.-]{1,30}://[^\s:/@\"'<>]{0,100}:([^\s@\"'<>]{1,300}?)@(?=[\w\[$%{])", _no_word),
    Shape("token", ("://",), r"(?<![\w+.-])https?://([A-Za-z0-9_\-]{20,300})@(?=\w)", _digit),
    Shape("webhook", ("hooks.", "webhook", "workflows/"), r"https?://[\w.-]{0,80}(?:hooks\.slack\.com/(?:services|workflows|triggers)|discord(?:app)?\.com/api/webhooks|webhook\.office\.com/webhookb2|hooks\.zapier\.com/hooks)/([^\s\"'<>)]{8,400})"),
    Shape("token", ("sig=", "Signature=", "signature="), r"[?&](?:sig|(?:X-(?:Amz|Goog)-)?[Ss]ignature)=([\w%+/=-]{16,1000})"),
    Shape("token", ("authorization",), r"(?i:authorization)[\"'`]?\s{0,4}[:=,]\s{0,4}[\"'`]?(?:(?i:bearer|basic|token|digest|apikey|api-key|negotiate|key|bot|oauth|aws4-hmac-sha256)\s{1,4})?([^\s\"'`,;<>]{6,4000})", lambda v: _no_word(v) and (values.odd(v) or len(v) >= 16), folded=True),
    Shape("token", ("bearer",), r"(?i:bearer)[ ]{1,2}[\"'`]?([\w.~+/=-]{12,4000})", values.opaque, folded=True),
    Shape("token", ("basic ",), r"(?i:basic)[ ]{1,2}([A-Za-z0-9+/]{12,2000}={0,2})(?![\w/+])", lambda v: _mixed(v) or v.endswith("="), folded=True),
    Shape("cookie", ("cookie",), r"(?i:(?:set-)?cookie2?)[\"'`]?\s{0,4}[:=]\s{0,4}[\"'`]?(\w[\w.-]{0,60}=[^\n\"'`]{6,8000})", lambda v: any(values.opaque(p.split("=", 1)[-1].strip()) for p in v.split(";")), folded=True),
    Shape("cookie", ("sess", "sid", "SESS"), r"(?i:(?<![a-z])(?:php|j|asp\.net_?)?_?sess(?:ion)?(?:_?id|_?key)?|connect\.sid|sid)[\"']?\s{0,2}[=:]\s{0,2}[\"']?([A-Za-z0-9%._~+/=-]{16,4000})", values.opaque),
    Shape("password", ("-u", "--user"), r"(?:^|\s)(?:-u|--user|--proxy-user)[ =]?[\"']?[\w.@+-]{1,80}:([^\s\"']{3,200})", _no_word),
    Shape("password", ("-p", "-a ", "-b ", "-w "), r"(?:mysql\w*|mariadb\w*|sshpass|redis-cli|mongo\w*|ldap\w+|smbclient|docker login|htpasswd|7z|zip|unzip|pg_\w+|net user|openssl|plink|sqlcmd)\b[^\n]{0,120}?\s-(?:p|a|w|P)[ ]?(?:'([^'\n]{4,200})'|\"([^\"\n]{4,200})\"|((?:[^\s\"'-]|(?<=-[pawP])-)[^\s\"']{3,200}))", lambda v: _no_word(v) and _typed(v) and not v.isdigit()),
    Shape("password", ("net user",), r"net user\s{1,3}\S{1,60}\s{1,3}([^\s/]\S{3,200})"),
    Shape("password", (" -u", " -U", "--user"), r"\s(?:-u|-U|--user(?:name)?)[ =]?\S{1,80}\s{1,3}(?:-[pPwa]|--pw)[ =]?[\"']?([^\s\"'-][^\s\"']{3,200})", lambda v: _no_word(v) and values.odd(v)),
    Shape("password", ("| sudo", "|sudo", "--password-stdin", "passwd", "-fd", "| wg", "cryptsetup", "--with-token", "| su", "<<<"), r"(?:echo|printf|<<<)\s{1,3}(?:-n\s{1,3}|-e\s{1,3}|['\"]%s(?:\\n)?['\"]\s{1,3})?['\"]?([^\s'\"|$][^\n'\"|]{2,200}?)['\"]?\s{0,3}\|\s{0,3}(?:sudo -S|su\b|passwd|chpasswd|wg\b|cryptsetup|[^\n|]{0,120}(?:--password-stdin|--passphrase-fd|--pass-fd|--with-token|--stdin))", _no_word),
    Shape("token", ("AC",), rf"{EDGE}AC[a-f0-9]{{32}}[\"']?\s{{0,3}}[,:]\s{{0,3}}[\"']?([a-f0-9]{{32}}){END}"),
    Shape("password", ("WIFI:",), r"WIFI:[^\n]{0,200}?(?<=[:;])P:((?:\\.|[^;\\\n]){1,100})"),
    Shape("otp", (" ",), r"(?<![A-Za-z0-9])(?:[a-z2-7]{4}[ -]){5,15}[a-z2-7]{4}(?![A-Za-z0-9])", lambda v: sum(any(c.isdigit() for c in g) for g in re.split("[ -]", v)) >= 2),
    Shape("otp", ("scan", "escane", "qr", "manual", "autentic", "authentic"), r"(?i:scan|escane|qr|manual|autentic|authentic)[^\n]{0,90}?(?<![A-Za-z0-9])([A-Z2-7]{16,64}|(?:[A-Z2-7]{4}[ -]){3,15}[A-Z2-7]{4})(?![A-Za-z0-9])", _digit, folded=True),
    Shape("private_key", ("<(echo",), r"<\(echo\s{1,3}['\"]?([^\s'\"()]{16,200})", values.drawn),
    Shape("password", ("login", "machine"), r"(?<!\w)login\s{1,4}\S{1,80}\s{1,8}password\s{1,4}(\S{1,200})", _no_word),
    Shape("password", ("identified", "pass:"), r"(?i:identified\s{1,4}(?:with\s{1,4}\w{1,40}\s{1,4})?by)\s{1,4}['\"]([^'\"\n]{1,200})['\"]", _no_word, folded=True),
    Shape("password", ("pass:",), r"(?<!\w)pass:([^\s\"']{3,200})", _no_word),
    Shape("password", (":",), r"(?m)^[\w.*-]{1,100}:(?:\d{2,5}|\*):[^:\s]{1,80}:[^:\s]{1,80}:([^:\s]{3,200})$", _no_word),
    Known("api_key", ("AccountKey=",), "azure_storage_key", "AzureStorageKeyDetector"),
    Known("token", ("gh",), "github_token", "GitHubTokenDetector"),
    Known("token", ("xox",), "slack", "SlackDetector"),
    Known("api_key", ("SG.",), "sendgrid", "SendGridDetector"),
    Known("api_key", ("sq0csp-",), "square_oauth", "SquareOAuthDetector"),
    Known("api_key", ("k_live_",), "stripe", "StripeDetector"),
    Known("token", ("pypi-AgE",), "pypi_token", "PypiTokenDetector"),
    Shape("api_key", ("AC", "SK"), rf"{EDGE}(?:AC|SK)[a-f0-9]{{32}}{END}"),
)


def find_shaped(text: str) -> Iterator[Secret]:
    """What any row of the table finds."""
    low = text.lower()
    plain, folded = _hints()
    rows = {row for hint, row in plain if hint in text}
    rows.update(row for hint, row in folded if hint in low)
    for number in sorted(rows):
        row = TABLE[number]
        if isinstance(row, Known):
            yield from _known(row, text)
            continue
        for match in _compiled(number).finditer(text):
            start, end = match.span(match.lastindex or 0)
            while end > start and text[end - 1] in ".,;:":
                end -= 1
            if start < end and row.accept(text[start:end]):
                yield Secret((start, end), row.kind)


@cache
def _hints() -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Every hint with the number of its row: those to be found as they stand, and in any case."""
    plain: list[tuple[str, int]] = []
    folded: list[tuple[str, int]] = []
    for number, row in enumerate(TABLE):
        kept = folded if isinstance(row, Shape) and row.folded else plain
        kept += [(hint, number) for hint in row.hints]
    return plain, folded


@cache
def _compiled(row: int) -> re.Pattern[str]:
    shape = TABLE[row]
    assert isinstance(shape, Shape)
    return re.compile(shape.pattern)


def _known(row: Known, text: str) -> Iterator[Secret]:
    for pattern in _patterns(row.module, row.detector):
        for match in pattern.finditer(text):
            yield Secret(match.span(), row.kind)


@cache
def _patterns(module: str, detector: str) -> tuple[re.Pattern[str], ...]:
    from importlib import import_module

    plugin = getattr(import_module(f"detect_secrets.plugins.{module}"), detector)
    return tuple(plugin.denylist)
