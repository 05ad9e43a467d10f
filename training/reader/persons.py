"""A fact that the user told of themselves, told of somebody else, or no longer so."""

from __future__ import annotations

import random
import re

_IRREGULAR = (
    "soy es estoy está voy va tengo tiene hago hace sé sabe vivo vive bebo bebe como come leo lee "
    "debo debe juego juega quiero quiere prefiero prefiere puedo puede aprendo aprende corro corre "
    "escribo escribe vendo vende conduzco conduce conozco conoce pertenezco pertenece salgo sale "
    "duermo duerme mantengo mantiene asisto asiste recibo recibe dirijo dirige"
)
"""First persons whose third does not merely end in a rather than in o, each before its own."""
_REGULAR = (
    "uso tomo toco odio hablo trabajo pago llevo compro colecciono cultivo estudio entreno nado "
    "manejo ando canto bailo cocino crío cuido enseño gano guardo necesito monto planto "
    "practico pinto programo reparo viajo visito ahorro alquilo evito fumo participo"
)
_SPANISH = dict(zip(_IRREGULAR.split()[::2], _IRREGULAR.split()[1::2], strict=True))
_SPANISH |= {verb: f"{verb[:-1]}a" for verb in _REGULAR.split()}
_NAMES = (
    "Ana Marcos Beto Carmen Chelo Diego Elena Fermín Gloria Hugo Inés Javi Karen Luis Maite Nico "
    "Olga Pablo Quique Rosa Sergio Teresa Úrsula Víctor Yoli Zoe Alice Ben Cathy Dave Emma Frank "
    "Gwen Harry Imogen Jack Kelly Liam Maggie Ned Olive Pete Rachel Sam Tom Una Vince Wendy"
)
NAMES = tuple(_NAMES.split())
_I_DO = re.compile(rf"(?:yo )?({'|'.join(_SPANISH)})\b(.*)", re.IGNORECASE)
_ME = re.compile(
    r"(?:a mí )?(?:(no) )?me (gusta|gustan|encanta|encantan|da|dan|cae|caen) (.*)", re.I
)
_I_HAVE = re.compile(r"I(?: have| have got|'ve|'ve got) (?!been\b|got\b)(.*)", re.I)
_I_AM = re.compile(r"(?:I am|I'm|im) (.*)", re.I)
_NO_VERB = (
    "was had did never no not don't can could will would just used always also still usually got "
    "ought should may might must only really am have ate went left gave took made saw quit sold "
    "bought"
)


def ended(fact: str, rng: random.Random) -> str | None:
    """None where it is not told as something that the user does."""
    if found := _I_DO.fullmatch(fact):
        return f"ya no {found[1].lower()}{found[2]}"
    if (done := _i_do(fact)) and done[0] != "am":
        return f"{rng.choice(('I no longer', 'I used to'))} {done[0]}{done[1]}"
    return None


def of_another(fact: str, name: str) -> str | None:
    """The same of who bears that name."""
    if found := _I_DO.fullmatch(fact):
        return f"{name} {_SPANISH[found[1].lower()]}{found[2]}"
    if found := _ME.fullmatch(fact):
        return f"a {name} {'no ' if found[1] else ''}le {found[2]} {found[3]}"
    if done := _i_do(fact):
        return f"{name} {_third(done[0])}{done[1]}"
    return None


def _i_do(fact: str) -> tuple[str, str] | None:
    """Verb and rest of what begins with the user's doing."""
    if found := _I_HAVE.fullmatch(fact):
        return "have", f" {found[1]}"
    if found := _I_AM.fullmatch(fact):
        return "am", f" {found[1]}"
    found = re.fullmatch(r"[Ii] ([a-z]{3,}|do|go)( .*)", fact)
    if found is None or found[1] in _NO_VERB.split() or found[1].endswith("ed"):
        return None
    return found[1], found[2]


def _third(verb: str) -> str:
    irregular = {"have": "has", "am": "is", "do": "does", "go": "goes"}
    if verb in irregular:
        return irregular[verb]
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"
