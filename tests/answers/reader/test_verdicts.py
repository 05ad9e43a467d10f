"""Yes or no, from a fact and a question that asks whether (A6)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from assistant.answers.reader.verdicts import Verdict, verdict
from assistant.memory.signals.language import detect_language
from assistant.records import Fact

AT = datetime(2026, 3, 2, tzinfo=UTC)
TEA = "prefers tea to coffee, always have"
TRAIN = "prefiere el tren al avión"


@pytest.mark.parametrize(
    ("told", "question", "said"),
    [
        ("mi mamá vive en Puebla", "¿mi mamá vive conmigo?", None),
        ("mi mamá vive conmigo", "¿mi mamá vive conmigo?", "yes"),
        ("en el equipo usamos Linear y Figma, el jira ya no", "¿sigo usando Linear?", "yes"),
        ("en el equipo usamos Linear y Figma, el jira ya no", "¿usamos jira?", "no"),
        (TEA, "do I drink tea?", "yes"),
        (TEA, "do I prefer tea to coffee?", "yes"),
        (TEA, "do I drink coffee?", None),
        ("Imran is off on Mondays", "is Imran in on Mondays?", "no"),
        ("Imran has Mondays off", "does Imran work on Mondays?", "no"),
        ("Imran is off on Mondays", "is Imran off on Mondays?", "yes"),
        ("Jimena libra los lunes", "¿Jimena trabaja los lunes?", "no"),
        ("Jimena libra los lunes", "¿Jimena libra los lunes?", "yes"),
        ("Rosa tiene franco los lunes", "¿Rosa trabaja los lunes?", "no"),
        ("mi hijo Franco los martes va a fútbol", "¿mi hijo va a fútbol los martes?", "yes"),
        ("el fisio ya no es los lunes sino los viernes", "¿el fisio es los viernes?", "yes"),
        ("el fisio ya no es los lunes sino los viernes", "is the fisio on Mondays?", "no"),
        ("the standup is not at 9:30 but at 10", "is the standup at 10?", "yes"),
        ("the standup is not at 9:30 but at 10", "is the standup at 9:30?", "no"),
        ("mi hermana Lucía vive en Toronto", "does my sister live in Barcelona?", "no"),
        ("mi hermana Lucía vive en Toronto", "does my sister live in Toronto?", "yes"),
        (TRAIN, "¿viajo en tren?", "yes"),
        (TRAIN, "¿viajo en avión?", None),
        ("prefers to work from home", "do I work from home?", "yes"),
        ("prefiere ir a la playa", "¿prefiero la playa?", "yes"),
        ("allergic to walnuts", "am I allergic to walnuts?", "yes"),
        ("no toma café", "¿tomo café?", "no"),
        ("la moto la tengo asegurada desde marzo", "¿tengo seguro de la moto o no?", "yes"),
        ("the visa runs till Sept 2029", "will my visa be valid in summer 2028?", "yes"),
        ("the visa runs till Sept 2029", "can I use the visa in 2030?", "no"),
        ("el carnet vence en 2027", "¿me sirve el carnet en 2026?", "yes"),
        ("el carnet vence en 2027", "¿el carnet vence en 2026?", "no"),
        ("the visa runs till 2029", "is the visa valid in 2028 or not?", "yes"),
        ("I can't drive a lorry until 2027", "can I drive a lorry in 2026?", "no"),
        ("ya no soy alérgico al marisco, falso positivo", "¿puedo comer gambas?", "yes"),
        ("al final no soy celíaca", "can I eat bread?", "yes"),
        ("ya no soy alérgico al marisco", "¿soy alérgico al marisco?", "no"),
        ("allergic to latex, and to clients who haggle", "am I allergic to penicillin?", None),
        ("no meat for me, fish is fine", "could one serve me a steak?", "no"),
        ("I can have lactose again", "can I eat cheese?", "yes"),
        ("ya puedo tomar lactosa", "¿puedo comer queso?", "yes"),
        ("me operan de la rodilla el viernes", "¿puedo correr el maratón del sábado?", "no"),
        ("ethics approval expired on 30 sept", "is the approval still valid?", "no"),
        ("vpn is wireguard, port 51820", "is the vpn still wireguard?", "yes"),
        ("el deploy es los jueves", "¿el deploy sigue siendo los jueves?", "yes"),
        ("dr Sun is leaving my committee", "is dr sun on my committee?", "no"),
        ("Stewart has paid me back the forty quid", "does Stewart owe me any money?", "no"),
        ("Stewart has paid me back the forty quid", "has Stewart paid me back?", "yes"),
        ("marcus y yo terminamos", "sigo con marcus?", "no"),
        ("Gillian's hearing has been discharged", "has Gillian a hearing coming up?", "no"),
        ("left the keys at Ana's", "are the keys at Ana's?", "yes"),
        ("I still play the bass on Sundays", "do I still play an instrument?", "yes"),
    ],
)
def test_A6_a_verdict_is_what_the_fact_says_and_none_where_it_says_neither(
    told: str, question: str, said: Verdict | None
) -> None:
    language = detect_language(told)
    fact = Fact("f1", "preferences", told, "high", "explicit", AT, AT, language=language)
    assert verdict(question, detect_language(question), fact) == said


@pytest.mark.parametrize("asked", ["Wilmar es plomero?", "Wilmar (hermano) es plomero?"])
def test_A6_another_trade_is_no_yes_however_it_is_said_who_has_it(asked: str) -> None:
    told = "mi hermano Wilmar trabaja conmigo de electricista"
    fact = Fact("1", "personal", told, "high", "explicit", AT, AT, language="es")
    assert verdict(asked, "es", fact) is None
