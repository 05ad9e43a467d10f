"""Secrets of many kinds, well-formed and drawn at random, and what of each may be in no file (F4)."""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tests.hostile.words import Language, language, name, word

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


class Secret(NamedTuple):
    """A text that holds a secret, and the parts of it that may be nowhere."""

    kind: str
    text: str
    parts: tuple[str, ...]


def _of(rng: random.Random, letters: str, count: int) -> str:
    return "".join(rng.choices(letters, k=count))


def _luhn(digits: str) -> str:
    total = sum(
        int(c) if n % 2 else sum(divmod(2 * int(c), 10)) for n, c in enumerate(reversed(digits))
    )
    return digits + str(-total % 10)


def card(rng: random.Random) -> Secret:
    number = _luhn((rng.choice(("4", "53")) + _of(rng, string.digits, 15))[:15])
    joint = rng.choice(("", " ", "-"))
    shown = joint.join(number[n : n + 4] for n in range(0, 16, 4))
    return Secret("card", shown, (shown, number[4:12]) if not joint else (shown,))


def iban(rng: random.Random) -> Secret:
    country, length = rng.choice((("ES", 20), ("DE", 18), ("PT", 21)))
    if country == "ES":
        account = _of(rng, string.digits, 8)
        number = _of(rng, string.digits, 10)
        weights = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)
        checks = ""
        for part in ("00" + account, number):
            left = 11 - sum(w * int(c) for w, c in zip(weights, part, strict=True)) % 11
            checks += str({10: 1, 11: 0}.get(left, left))
        inside = account + checks + number
    elif country == "PT":
        start = _of(rng, string.digits, 19)
        inside = start + f"{98 - int(start + '00') % 97:02}"
    else:
        inside = _of(rng, string.digits, length)
    as_number = int("".join(str(int(c, 36)) for c in inside + country + "00"))
    whole = f"{country}{98 - as_number % 97:02}{inside}"
    spaced = " ".join(whole[n : n + 4] for n in range(0, len(whole), 4))
    shown = rng.choice((whole, spaced))
    return Secret("iban", shown, (shown, shown[-14:]))


def pem(rng: random.Random) -> Secret:
    kind = rng.choice(
        (
            "RSA PRIVATE KEY",
            "PRIVATE KEY",
            "EC PRIVATE KEY",
            "OPENSSH PRIVATE KEY",
            "ENCRYPTED PRIVATE KEY",
        )
    )
    body = base64.b64encode(rng.randbytes(rng.choice((120, 600, 1600)))).decode()
    lines = [body[n : n + 64] for n in range(0, len(body), 64)]
    text = "\n".join((f"-----BEGIN {kind}-----", *lines, f"-----END {kind}-----"))
    return Secret("pem", text, tuple(lines[:-1]) or tuple(lines))


def jwt(rng: random.Random) -> Secret:
    def part(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).decode().rstrip("=")

    parts = (
        part(b'{"alg":"HS256","typ":"JWT"}'),
        part(json.dumps({"sub": word(rng), "iat": rng.randrange(10**9)}).encode()),
        part(rng.randbytes(32)),
    )
    return Secret("jwt", ".".join(parts), parts[1:])


def seed_phrase(rng: random.Random) -> Secret:
    from mnemonic import Mnemonic

    phrase = str(Mnemonic("english").to_mnemonic(rng.randbytes(rng.choice((16, 32)))))
    words = phrase.split()
    return Secret("seed phrase", phrase, (phrase, " ".join(words[2:7])))


TOKENS: Mapping[str, Callable[[random.Random], str]] = {
    "aws id": lambda r: "AKIA" + _of(r, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16),
    "github": lambda r: r.choice(("ghp_", "gho_", "ghs_")) + _of(r, ALNUM, 36),
    "github fine": lambda r: "github_pat_" + _of(r, ALNUM, 22) + "_" + _of(r, ALNUM, 59),
    "gitlab": lambda r: "glpat-" + _of(r, ALNUM, 20),
    "slack": lambda r: (
        f"xoxb-{r.randrange(10**11, 10**12)}-{r.randrange(10**11, 10**12)}-{_of(r, ALNUM, 24)}"
    ),
    "stripe": lambda r: r.choice(("sk_live_", "rk_live_")) + _of(r, ALNUM, 24),
    "openai": lambda r: "sk-proj-" + _of(r, ALNUM, 48),
    "anthropic": lambda r: "sk-ant-api03-" + _of(r, ALNUM + "-_", 93) + "AA",
    "google": lambda r: "AIza" + _of(r, ALNUM, 35),
    "npm": lambda r: "npm_" + _of(r, ALNUM, 36),
    "pypi": lambda r: "pypi-AgEIcHlwaS5vcmc" + _of(r, ALNUM, 70),
    "digitalocean": lambda r: "dop_v1_" + _of(r, HEX, 64),
    "sendgrid": lambda r: f"SG.{_of(r, ALNUM, 22)}.{_of(r, ALNUM, 43)}",
    "huggingface": lambda r: "hf_" + _of(r, string.ascii_letters, 34),
    "shopify": lambda r: "shpat_" + _of(r, HEX, 32),
    "telegram": lambda r: f"{r.randrange(10**9, 10**10)}:AA{_of(r, ALNUM, 33)}",
    "age": lambda r: "AGE-SECRET-KEY-1" + _of(r, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
}
PASSWORDS: Mapping[Language, tuple[str, ...]] = {
    "en": ("my password is {s}", "my password's {s}", "the wifi password is {s}", "{s} is the wifi password",
           "my passphrase is {s}", "the PIN of my card is {pin}", "the password for {name} is {s}", "login: {name}, password: {s}",
           "my {name} password is {s}", "the admin password of {name}: {s}", "I changed my password to {s}"),
    "es": ("mi clave es {s}", "mi contraseña es {s}", "la clave del wifi es {s}", "{s} es la contraseña del wifi",
           "el PIN de mi tarjeta es {pin}", "la contraseña de {name} es {s}", "usuario: {name}, clave: {s}",
           "mi contraseña de {name} es {s}", "la clave de administrador de {name}: {s}", "cambié mi contraseña a {s}"),
}  # fmt: skip
CODE = ("DB_PASSWORD={s}", "export API_TOKEN='{s}'", '{{"user": "{name}", "password": "{s}"}}', "password: {s}",
        'client_secret = "{s}"', "Authorization: Bearer {long}", "Authorization: Basic {basic}", "https://{name}:{s}@example.org/x",
        "postgres://{name}:{s}@db.example.org:5432/app", "aws_secret_access_key = {aws}", "mysql -u root -p{s}",
        "curl -u {name}:{s} https://example.org", "X-Api-Key: {long}", "redis://:{s}@cache:6379/0", "PASSWD={s}", "machine x login {name} password {s}")  # fmt: skip


def password(rng: random.Random) -> str:
    """What people choose: a word with a number, letters and signs, or a bare word."""
    return rng.choice(
        (
            name(rng) + str(rng.randrange(10, 9999)),
            _of(rng, ALNUM + "!#%*+-", rng.randrange(10, 20)) + "7aQ",
            word(rng, 4),
            f"{word(rng, 2)}-{word(rng, 2)}-{rng.randrange(99)}",
            name(rng) + "!" + word(rng, 2),
        )
    )


def _sentence(rng: random.Random, patterns: tuple[str, ...], kind: str) -> Secret:
    pattern, chosen = rng.choice(patterns), password(rng)
    values = {
        "s": chosen, "pin": str(rng.randrange(10**5, 10**6)), "long": _of(rng, ALNUM, 40),
        "aws": _of(rng, ALNUM + "/+", 40), "basic": base64.b64encode(f"{word(rng)}:{chosen}".encode()).decode(),
    }  # fmt: skip
    used = tuple(value for key, value in values.items() if "{" + key + "}" in pattern)
    return Secret(f"{kind} {pattern}", pattern.format(**values, name=word(rng)), used)


def national(rng: random.Random) -> Secret:
    """A Spanish DNI or a Chilean RUT, its check letter right."""
    number = rng.randrange(10**7, 10**8)
    if rng.random() < 0.5:
        shown = f"{number}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}"
        what = rng.choice(("my national id is", "mi DNI es", "mi documento es"))
        return Secret("national id", f"{what} {shown}", (shown,))
    total = sum(int(c) * (2 + n % 6) for n, c in enumerate(reversed(str(number))))
    shown = f"{number}-{'0K987654321'[total % 11]}"
    return Secret("national id", f"mi RUT es {shown}", (shown,))


def secret(rng: random.Random, *, typed: bool = False) -> Secret:
    """One of any kind; ``typed``: on a line of its own, as somebody would write it."""
    draw = rng.random()
    if draw < 0.3:
        return _sentence(rng, PASSWORDS[language(rng)], "sentence")
    if draw < 0.5:
        return _sentence(rng, CODE, "code")
    if draw < 0.75:
        kind = rng.choice(tuple(TOKENS))
        made = TOKENS[kind](rng)
        return Secret(
            kind,
            rng.choice(("{}", "the token is {}", "usá {} para entrar", "key={}")).format(made),
            (made,),
        )
    makers: tuple[Callable[[random.Random], Secret], ...] = (
        card,
        iban,
        jwt,
        national,
        seed_phrase,
        *(() if typed else (pem,)),
    )
    return rng.choice(makers)(rng)


def traces(found: Mapping[str, bytes], secret: Secret) -> list[str]:
    """Files that hold a part of it, as it is, in JSON, or in lower case as an index would."""
    traced = []
    for part in secret.parts:
        forms = {part.encode(), json.dumps(part)[1:-1].encode(), part.lower().encode()}
        traced += [
            f"{name}: {part[:60]!r}"
            for name, data in found.items()
            if any(form in data for form in forms)
        ]
    return traced
