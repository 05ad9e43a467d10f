"""One question, the first of the answerers that is certain."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.answers.base import Answer, Memory
from assistant.messages import say
from assistant.records import Language

if TYPE_CHECKING:
    from assistant.answers.text import Token

LONGEST = 160
"""Characters beyond which a message is no question that the program answers by itself."""
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred"
    r"|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\w+"
    r"|veint\w+|\w+nta|cien|ciento|\w+cientos|mil)\b",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"[-+*/×÷^√%]|\d\s*x\s*\d|\b(?:plus|minus|times|multiplied|divided?|over|percent\w*|per cent"
    r"|power|squared?|cubed?|root|half|thirds?|quarters?|fifths?|tenths?|double|twice|triple|average"
    r"|mean|sum|product|split|factorial|less|m[aá]s|menos|por|veces|dividi\w*|entre|elevado|al"
    r"|ra[ií]z|mitad|tercios?|cuartos?|quintos?|d[eé]cim\w+|tercera|doble|promedio|media|suma|porcentual"
    r"|producto|reparti\w*|porcentaje|descuento)\b|%",
    re.IGNORECASE,
)
_CALENDAR = re.compile(
    r"\d|\b(?:days?|dates?|weeks?|months?|years?|hours?|minutes?|time|when|when's|whens|weekday"
    r"|how (?:many|much|long|far|soon|old|tall|heavy|hot|cold|big)|leap|sleeps|until|till|today"
    r"|tomorrow|yesterday|convert\w*|countdown|difference|ahead|\w+day|d[ií]as?|fechas?|semanas?"
    r"|mes|meses|a[nñ]os?|horas?|minutos?|hoy|ma[nñ]ana|ayer|cu[aá]nt[oa]s?|cu[aá]ndo|estamos"
    r"|bisiesto|edad|faltan?|quedan?|cae|horaria|pas[aá](?:r|me)|lunes|martes|mi[eé]rcoles|jueves"
    r"|viernes|s[aá]bado|domingo|half an?|medi[oa])\b",
    re.IGNORECASE,
)
_CONVERTED = re.compile(
    r"^\W*(?:(?:an?|una?) \w+|\w+ \w+) (?:in|en|to|a|into) \w+\W*$", re.IGNORECASE
)
_MEMORY = re.compile(
    r"\b(?:i (?:ever |already |first |last )?(?:tell|told|mention\w*|sa(?:y|id))|i've told|have i"
    r"|did i|you (?:know|remember|recall)(?: about| of| on| so far|\W*$)|(?:did|have) you (?:learn"
    r"|note|store|save|got|hear|remember|written)\w*|you have|(?:did|have|were|what) we|our last"
    r"|changed|your memory|thing i|about me|noted|stored|saved|sab[eé]s|record[aá]s|recuerdas"
    r"|te (?:dije|cont[eé]|mencion\w*|coment\w*|habl[eé]|he)|habl\w+|cambi\w+|guardad\w+|anotad\w+"
    r"|anotaste|guardaste|charl\w+|convers\w+|aprendiste|platic\w+|discutimos|tratamos|vimos"
    r"|registra\w+|tu memoria|de nuevo|has \w+)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?:until|till?|left|since|faltan?|quedan?|pasaron|pas[oó]|para|hace)\b", re.IGNORECASE
)


def likely(text: str) -> bool:
    """Whether it is worth a closer look: many a question is not, and costs nothing."""
    if len(text) > LONGEST:
        return False
    return any(pattern.search(text) for pattern in (_CALENDAR, _CONVERTED, _SUM, _MEMORY))


def known(text: str, language: Language, now: datetime, memory: Memory) -> Answer | None:
    """The answer, or None when it takes a model.

    ``now`` is in the person's own time zone. ``memory`` is read only for questions about what is
    stored.
    """
    if not likely(text):
        return None
    found: Answer | None = None
    if _SUM.search(text) and _NUMBER.search(text):
        from assistant.answers import arithmetic

        found = arithmetic.answer(text, language)
    if found is None and (_CALENDAR.search(text) or _CONVERTED.search(text)):
        found = _framed(text, language, now, memory)
    if found is None and _MEMORY.search(text):
        from assistant.answers import about_memory

        found = about_memory.answer(text, now, memory)
    return found


def _framed(text: str, language: Language, now: datetime, memory: Memory) -> Answer | None:
    """Questions about days, times and units; about a day of the person's own where a fact says no
    more than when it is."""
    from assistant.answers import own_days
    from assistant.answers.frames import covers
    from assistant.answers.text import tokens, words
    from assistant.compute import calendar

    said = tokens(text)
    if covers(words(said)):
        return _worked_out(said, language, now)
    own = own_days.read(said, language, now, memory) if _COUNTED.search(text) else None
    found = _worked_out(own.said, language, now) if own else None
    if own is None or found is None:
        return None
    day = calendar.written(own.fact.created_at.astimezone(now.tzinfo).date(), language)
    told = {"sentence": found.text, "fact": own.fact.fact, "date": day}
    return Answer(say("computed.remembered_date", language, **told), (own.fact,))


def _worked_out(said: tuple[Token, ...], language: Language, now: datetime) -> Answer | None:
    from assistant.answers import days, times, units
    from assistant.answers.frames import matches

    tables = (days.ANSWERS, times.ANSWERS, units.ANSWERS)
    try:
        for match in matches(said, now, language):
            reply = next(table[match.frame] for table in tables if match.frame in table)
            if found := reply(match):
                return Answer(found)
    except (ValueError, OverflowError):
        return None  # a day that no calendar has
    return None
