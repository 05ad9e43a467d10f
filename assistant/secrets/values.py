"""Whether what stands where a value would stand is one: a placeholder, a word, code, or a secret."""

from __future__ import annotations

import re

SHORTEST_MADE_UP = 6
"""Letters of the shortest word that is taken for an invention: of shorter ones, many are names."""

_PLACEHOLDER = re.compile(
    r"(?ix) \W* (?: (?:x{3,}|\*+|\.{2,}|-+|_+|…+)"
    r" | (?:none|null|nil|true|false|undefined|required|redacted|hidden|masked|removed|omitted|todo|tbd|n/?a|empty"
    r"     |change[-_ ]?me|example|placeholder|passw(?:or)?d|pass|secret|token|string|str|value|varchar(?:\(\d+\))?|text|password_?here)"
    r" | (?:your|my|some|the|insert|enter|tu|mi|su)[-_ ][\w-]{1,40}(?:\x20[\w-]{1,20}){0,2}"
    r" | x+(?:-x+)+ | (?:required|nullable|sometimes|confirmed|string|min:\d+)(?:[|,].*) ) \W*"
)
_VARIABLE = re.compile(
    r"""(?x) ["'`]?(?: \$[A-Za-z_]\w* | \$?\{\{?.* | \$\(.* | %\([A-Za-z_]\w*\)[sd]? | %[a-z_]+%? | %[A-Za-z_]+% | <[^<>]{0,60}>? | \[[^\[\]\d]{0,60}\]? | @\w+@ | !vault.* )["'`]?"""
)
_CALL = re.compile(r"[A-Za-z_$][\w$.:>\[\]'\"-]*\(.*")
_CODE_PATH = re.compile(r"[A-Za-z_$]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)+(?:\[.*)?[,;)]*")
_CODE_ROOT = re.compile(
    r"(?i)(?:os|env|environ|config|cfg|settings|conf|args|opts?|options|self|this|process|req|request|res|response|ctx|context|user|form|body|data|params?|"
    r"input|state|props|secrets?|vault|vars?|local|module|app|event|credentials?|creds|client|session|model|obj|row|rec|record|payload|json|var|auth|account|db|schema|faker|test\w*|mock\w*)(?:\.|->|::|\[)"
)
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]")
_SYMBOL = re.compile(r"[!@#$%^&*+~=?|\\€£]")
_CLOSING = ".,;:)]}>\"'`*»”’"
_OPENING = "\"'`*([{<«“‘"
_PLAIN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_PREDICATE = re.compile(
    r"[a-z]{2,}(?:ed|ing|able|ible|ados?|adas?|idos?|idas?|ando|iendo|mente|orio|oria|less|ful)"
)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without quotes and brackets around it, nor the marks of the sentence after it."""
    while start < end and text[start] in _OPENING:
        start += 1
    while start < end and text[end - 1] in _CLOSING:
        end -= 1
    return start, end


def placeholder(value: str) -> bool:
    """What stands for a value that is not told: ``<password>``, ``${PW}``, ``****``, ``changeme``."""
    return (
        not any(c.isalnum() for c in value)
        or bool(_PLACEHOLDER.fullmatch(value))
        or bool(_VARIABLE.fullmatch(value))
    )


def code(value: str) -> bool:
    """An expression that gets the value from elsewhere: ``os.environ["PW"]``, ``ask()``."""
    return bool(
        _CALL.match(value) or (_CODE_PATH.fullmatch(value) and _CODE_ROOT.match(value))
    ) or (value[:1] in "$&" and value[1:2].isalpha() and value[1:].isidentifier())


def odd(value: str) -> bool:
    """No word of a language: letters with digits, a symbol, a capital inside, or a long number."""
    letters = any(c.isalpha() for c in value)
    digits = sum(c.isdigit() for c in value)
    if letters and (digits or _INNER_CAPITAL.search(value)):
        return True
    return digits >= 4 or (letters and bool(_SYMBOL.search(value[:-1])))


def opaque(value: str) -> bool:
    """Looks drawn by lot: long, and no words with dashes between them."""
    if len(value) < 8 or " " in value:
        return False
    letters = [c for c in value if c.isalpha()]
    digits = sum(c.isdigit() for c in value)
    if letters and digits >= 1 and len(value) >= 8:
        return not re.fullmatch(
            r"v?\d+(?:[.-]\d+)+(?:[-.+]?[a-z]+(?:[.-]?\d+)*)?|[a-z]{1,20}[-_/.]?v?\d{1,2}|\d+[a-z]{1,3}",
            value.lower(),
        )
    if digits >= 16 and not letters:
        return True
    mixed = any(c.islower() for c in letters) and any(c.isupper() for c in letters)
    return len(value) >= 20 and bool(mixed) and not re.search(r"[_.:/ -]", value)


def drawn(value: str) -> bool:
    """Opaque beyond the doubt that the name of an algorithm or a version leaves ("ed25519")."""
    runs = re.findall(r"\d+", value)
    mixed = any(c.islower() for c in value) and any(c.isupper() for c in value)
    return len(value) >= 10 and opaque(value) and (len(runs) > 1 or mixed)


def plain(value: str) -> bool:
    """A word of small letters: a value only where the sentence says nothing more of it."""
    return bool(_PLAIN.fullmatch(value))


def predicate(word: str) -> bool:
    """A participle or adjective: "is required", "está guardada"."""
    return bool(_PREDICATE.fullmatch(word))


def made_up(value: str) -> bool:
    """A word of small letters that no dictionary of a language has: nobody says that of a password,
    whatever is said after it."""
    if len(value) < SHORTEST_MADE_UP or not (value.isalpha() and value.islower()):
        return False
    from assistant.text.dictionaries import is_word  # opened where such a word stands

    return not is_word(value)
