"""Keys, tokens, passwords and card numbers in a message: where and of what kind (F4).

Three nets: the detectors of detect-secrets, card numbers that pass the Luhn check, and a password
or PIN told in words ("mi clave es…"). The values themselves are never returned or logged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from assistant.memory.base import Secret
from assistant.memory.signals.lexicon import Lexicon, load_lexicon
from assistant.memory.signals.text import READ_AT_MOST, fold

# Detectors whose findings have a shape of their own. Those that guess by entropy or by a keyword
# alone flag ordinary words.
_DETECTORS = (
    ("aws", "AWSKeyDetector", "AWS key"),
    ("artifactory", "ArtifactoryDetector", "Artifactory token"),
    ("azure_storage_key", "AzureStorageKeyDetector", "Azure key"),
    ("discord", "DiscordBotTokenDetector", "Discord token"),
    ("github_token", "GitHubTokenDetector", "GitHub token"),
    ("gitlab_token", "GitLabTokenDetector", "GitLab token"),
    ("jwt", "JwtTokenDetector", "JWT"),
    ("mailchimp", "MailchimpDetector", "Mailchimp key"),
    ("npm", "NpmDetector", "npm token"),
    ("openai", "OpenAIDetector", "API key"),
    ("private_key", "PrivateKeyDetector", "private key"),
    ("pypi_token", "PypiTokenDetector", "PyPI token"),
    ("sendgrid", "SendGridDetector", "SendGrid key"),
    ("slack", "SlackDetector", "Slack token"),
    ("square_oauth", "SquareOAuthDetector", "Square token"),
    ("stripe", "StripeDetector", "Stripe key"),
    ("telegram_token", "TelegramBotTokenDetector", "Telegram token"),
    ("twilio", "TwilioKeyDetector", "Twilio key"),
    ("basic_auth", "BasicAuthDetector", "password"),
)
_CARD = re.compile(r"(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])")
_OPAQUE = re.compile(
    r"(?<![\w/.-])(?:(?:sk|pk|rk|ghp|gho|ghs|xox[abp]|key|tok|glpat|hf|AKIA|ya29)[-_.]?[A-Za-z0-9_\-]{10,}"
    r"|(?=[A-Za-z0-9+/_-]*\d)(?=[A-Za-z0-9+/_-]*[a-z])(?=[A-Za-z0-9+/_-]*[A-Z])[A-Za-z0-9+/_-]{24,200}={0,2}"
    r"|(?=[a-f0-9]*\d)(?=[a-f0-9]*[a-f])[a-f0-9]{32,128})(?![\w])"
)
_SHAPED = re.compile(r"-----BEGIN|://\S+@|(?=\S{0,80}\d)\S{15,}")
_SEED_PHRASE = 8  # words after "seed phrase"
_SHORTEST_VALUE = 3
BLOT = "[…]"


def find_secrets(text: str) -> tuple[Secret, ...]:
    """Secrets in order of place; overlapping ones are merged under the first kind found."""
    head = text[:READ_AT_MOST]
    found = [*_detected(head), *_cards(head), *_told(head), *_opaque(head)]
    merged: list[Secret] = []
    for secret in sorted(found, key=lambda s: (s.span[0], -s.span[1])):
        if merged and secret.span[0] < merged[-1].span[1]:
            end = max(merged[-1].span[1], secret.span[1])
            merged[-1] = Secret((merged[-1].span[0], end), merged[-1].kind)
        else:
            merged.append(secret)
    return tuple(merged)


def blot_out(text: str, said: str, secrets: Sequence[Secret]) -> str:
    """``text`` without the secrets that were found in ``said``, nor the bare value of one that was
    told in words ("my password is X": X)."""
    whole = [said[slice(*secret.span)] for secret in secrets]
    values = [words.split()[-1].strip("\"'“”«»`.,;") for words in whole]
    for value in sorted({*whole, *values}, key=len, reverse=True):
        if len(value) >= _SHORTEST_VALUE:
            text = text.replace(value, BLOT)
    return text


def _detected(text: str) -> Iterator[Secret]:
    if not _SHAPED.search(text):
        return  # loading the detectors costs more than reading a message
    for plugin, kind in _plugins():
        for line in text.split("\n"):
            for value in set(plugin.analyze_string(line)):
                at = text.find(value) if value else -1
                if at >= 0:
                    yield Secret((at, at + len(value)), kind)


@cache
def _plugins() -> tuple[tuple[Any, str], ...]:
    from importlib import import_module

    found = []
    for module, name, kind in _DETECTORS:
        plugin = getattr(import_module(f"detect_secrets.plugins.{module}"), name)
        found.append((plugin(), kind))
    return tuple(found)


def _cards(text: str) -> Iterator[Secret]:
    for match in _CARD.finditer(text):
        digits = [int(c) for c in match.group() if c.isdigit()]
        if len(digits) >= 13 and len(set(digits)) > 1 and _luhn(digits):
            yield Secret(match.span(), "card number")


def _luhn(digits: list[int]) -> bool:
    total = 0
    for index, digit in enumerate(reversed(digits)):
        doubled = digit * 2 if index % 2 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def _told(text: str) -> Iterator[Secret]:
    """ "my password is X", "la clave del router: X": from the name of the secret to its value."""
    plain = fold(text)
    for pattern, kind in _told_patterns():
        for match in pattern.finditer(plain):
            yield Secret(match.span(), kind)


@cache
def _told_patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    lexicon = load_lexicon()
    names = _alternation(lexicon, "secret_name")
    doubtful = _alternation(lexicon, "secret_name_doubtful")
    links = _alternation(lexicon, "secret_link")
    never = _alternation(lexicon, "not_secret_value")
    gap = r"(?:[ ,]{1,3}[\w'./-]{1,20}){0,6}?"
    said = rf"{gap}(?:\s(?:{links})\s|\s?[:=]\s?|\s?->\s?)\s?"
    quoted = r"[\"'“«`][^\"'”»`\n]{3,60}[\"'”»`]"
    pair = r"(?:\s?[/:]\s?\S{3,40})?"
    plain = rf"(?!(?:{never})(?!\w))(?:{quoted}|\S{{3,60}}{pair})"
    odd = rf"(?:{quoted}|(?=\S{{0,40}}(?:\s?/\s?\S{{0,30}})?[\d!@#$%&*_])\S{{3,60}}{pair})"
    bare = r"[\s,]{1,2}(?:\S{1,20}\s){0,2}?(?=\S{0,30}\d)\S{4,40}(?!\S)"
    digits = rf"(?:{said}|[\s,]{{1,2}})\d{{3,12}}(?!\w)"
    seed = rf"[^\n]{{0,30}}?[:\s](?:[a-z]{{3,10}}[ ,]+){{{_SEED_PHRASE},}}[a-z]+"
    last = rf"{gap},\s(?!(?:19|20)\d\d(?![\d#*]))[\d#*]{{4,12}}(?=\s*(?:[.;,!)]|$))"
    start = r"(?<![\w-])"
    return (
        (re.compile(rf"{start}(?:{names})(?!\w)(?:{said}{plain}|{bare}|{digits})"), "password"),
        (re.compile(rf"{start}(?:{_alternation(lexicon, 'pin_name')})(?!\w){digits}"), "PIN"),
        (
            re.compile(
                rf"{start}(?:{doubtful})(?!\w)(?:{said}{odd}|\s(?=\S{{0,30}}\d)\S{{4,40}}|{last})"
            ),
            "password",
        ),
        (re.compile(rf"{start}(?:{_alternation(lexicon, 'seed_name')}){seed}"), "recovery phrase"),
    )


def _alternation(lexicon: Lexicon, name: str) -> str:
    return "|".join(sorted(lexicon.entries(name), key=len, reverse=True))


def _opaque(text: str) -> Iterator[Secret]:
    for match in _OPAQUE.finditer(text):
        if "/" not in match.group() or match.group().count("/") < 2:  # not a path
            yield Secret(match.span(), "key")
