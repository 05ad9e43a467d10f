"""What the trading pack learns of a person, and what it does not (K5)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from assistant.packs import Ahead, Heard, Lesson
from assistant.packs.trading import PACK, find_mentions, learn
from assistant.profile.hearing import heard
from tests.bounds import assert_linear

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def lessons(text: str, field: str) -> Sequence[Lesson]:
    found = learn(heard(text, NOW, (), find_mentions))
    return [lesson for lesson in found if lesson.field == field]


def values(text: str, field: str) -> list[str]:
    return [lesson.value for lesson in lessons(text, field)]


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("I'm a swing trader", "swing"),
        ("I usually sit in a name for two to six weeks", "swing"),
        ("suelo aguantar entre una y tres semanas", "swing"),
        ("cierro antes de la campana, siempre", "day"),
        ("flat by 4pm every single day", "day"),
        ("nunca duermo comprado", "day"),
        ("in and out in minutes", "scalping"),
        ("entro y salgo en dos minutos", "scalping"),
        ("invierto a diez años y no miro", "long_term"),
        ("yo voy a largo plazo", "long_term"),
        ("I haven't sold a single share since 2014, they are for my retirement", "long_term"),
    ],
)
def test_K5_a_style_is_told_or_shown(text: str, style: str) -> None:
    assert values(text, "style") == [style]


@pytest.mark.parametrize(
    "text",
    [
        "mi vecino hace day trading y perdió el auto",
        "my brother scalps all night",
        'he said "hold for ten years and never sell"',
        "¿conviene el largo plazo?",
        "si tuviera tiempo haría intradía",
        "I used to day trade",
        "antes hacía scalping, me cansé",
        "I'm reading a book about swing trading",
        "trabajo desde hace diez años en un banco",
        "the 20 day average is at 190",
        "Brett, un yanqui del grupo, cierra todo antes de la campana",
    ],
)
def test_K5_others_quotes_questions_suppositions_and_the_past_show_no_style(text: str) -> None:
    assert values(text, "style") == []


def test_K5_a_style_that_is_denied_is_not_ones_own() -> None:
    assert values("I don't day trade, I hold for a couple of weeks", "style") == ["swing"]


def test_K5_what_is_spoken_of_is_a_favourite() -> None:
    (lesson,) = lessons("hoy sumé más Iberdrola, la que más quiero de mi cartera", "favourites")
    assert (lesson.value, lesson.asked) == ("IBE", "")
    assert lesson.weight > 0


def test_K5_what_is_asked_about_counts_less_and_with_its_question() -> None:
    told, asked = lessons("I added more VOO today. what does SCHD yield?", "favourites")
    assert (told.value, asked.value, asked.asked) == ("VOO", "SCHD", "what does {symbol} yield")
    assert told.weight > asked.weight


@pytest.mark.parametrize(
    "text",
    [
        "otra vez Tesla en el noticiero, no la quiero ni regalada",
        "Tesla gives me hives, spare me",
        "no me hables de Tesla por favor",
        "Tesla can get in the bin, slipped me badly",
        "Tesla let me down twice, had it with that one",
        "Tesla me estafó, ni gratis",
        "no creo que compre Tesla nunca",
    ],
)
def test_K5_dislike_counts_against(text: str) -> None:
    (lesson,) = lessons(text, "favourites")
    assert lesson.value == "TSLA"
    assert lesson.weight < 0


@pytest.mark.parametrize(
    "text",
    [
        'my cousin says "put everything in Nvidia"',
        "mi cuñado compra Nvidia todos los meses",
        "If I had a million I would buy Nvidia",
        "Dave, the plumber, flips Nvidia weeklies before lunch",
        "en el diario leí lo siguiente: «quien no tenga Nvidia se va a arrepentir»; una exageración",
        "maybe I would buy Nvidia",
    ],
)
def test_K5_what_others_hold_and_what_is_imagined_is_no_favourite(text: str) -> None:
    assert values(text, "favourites") == []


@pytest.mark.parametrize(
    "text",
    [
        "I don't think I can time it, so I buy VOO each month",
        "todavía no vendí ninguna VOO, la aguanto",
    ],
)
def test_K5_a_word_of_doubt_makes_no_supposition_of_what_is_told(text: str) -> None:
    assert values(text, "favourites") == ["VOO"]


@pytest.mark.parametrize(
    ("text", "strategy"),
    [
        ("i play the vwap bounce", "vwap bounce"),
        ("espero el rechazo en la resistencia y entro corto", "rechazo en la resistencia"),
        ("entro con el stop debajo del mínimo", "stop debajo del mínimo"),
        ("aporto la misma cantidad el primer lunes de cada trimestre", "trimestre"),
        ("le subí el trailing stop como siempre hago", "trailing stop"),
        ("what works for me is buying the second red day", "the second red day"),
        ("I put a trailing stop on everything", "trailing stop"),
        ("hago DCA en Bitcoin cada viernes", "dca"),
        ("siempre reinvierto los dividendos", "reinvierto los dividendos"),
        ("I rebalance once a year, in January", "rebalance once a year"),
        ("entro en el retroceso a la media de 20", "media de 20"),
        ("I sell covered calls on my KO every month", "covered calls"),
        ("para entrar miro el libro de órdenes", "libro de órdenes"),
        ("tengo una rejilla, un grid en BTC", "grid"),
    ],
)
def test_K5_strategies_are_in_the_persons_words(text: str, strategy: str) -> None:
    assert any(strategy in value for value in values(text, "strategies"))


@pytest.mark.parametrize(
    "text",
    [
        "what is a trailing stop?",
        "mi jefe promedia a la baja y le va mal",
        "si supiera, vendería opciones cubiertas con covered calls",
        '"martingala o nada" decía un tipo en el foro',
    ],
)
def test_K5_others_strategies_are_not_learned(text: str) -> None:
    assert values(text, "strategies") == []


def test_K5_questions_of_the_domain_are_learned_without_an_instrument_too() -> None:
    found = values("how much fee do I pay for 400 USDT as taker?", "frequent_questions")
    assert found == ["how much fee do I pay for {n} USDT as taker"]
    assert values("what time does the bakery open?", "frequent_questions") == []


@pytest.mark.parametrize(
    "text", ["en una baja no promedio nunca", "compro sin stop", "suelo mirar los diarios"]
)
def test_K5_what_is_denied_or_only_sounds_like_one_is_no_strategy(text: str) -> None:
    assert values(text, "strategies") == []


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("my broker is Interactive Brokers", "broker", "Interactive Brokers"),
        ("opero con Balanz desde hace poco", "broker", "Balanz"),
        ("mi broker me cobra 0,5 % por operación", "commission", "me cobra 0,5 % por operación"),
        ("pienso en dólares, siempre", "currency", "dólares"),
        ("I risk 1 % per trade", "amount", "I risk 1 % per trade"),
        ("no arriesgo más de 80 por operación", "amount", "no arriesgo más de 80 por operación"),
    ],
)
def test_K5_preferences_stand_under_their_key(text: str, key: str, value: str) -> None:
    assert {lesson.key: lesson.value for lesson in lessons(text, "preferences")} == {key: value}


@pytest.mark.parametrize(
    ("template", "asked"),
    [
        ("price of {symbol}", True),
        ("what is {symbol} trading at", True),
        ("a cuánto está {symbol}", True),
        ("cómo cotiza {symbol}", True),
        ("what is the p/e of {symbol}", False),
        ("price of gold", False),
    ],
)
def test_K5_a_price_that_is_asked_for_often_is_fetched_before(template: str, asked: bool) -> None:
    assert PACK.ahead is not None
    found = list(PACK.ahead(template, ("AAPL", "BTC/USD")))
    calls = [Ahead("market.get_price", {"symbol": symbol}) for symbol in ("AAPL", "BTC/USD")]
    assert found == (calls if asked else [])


def test_K5_goals_and_holdings_are_noted() -> None:
    text = "Me faltan unos ocho años hasta que lo necesite"
    assert values(text, "notes") == [text]
    assert values("my brother's goal is to retire at fifty", "notes") == []


def test_K5_every_lesson_is_for_a_field_that_is_declared() -> None:
    text = "I'm a swing trader: I put a trailing stop on my 30 shares of VOO, 1 % per trade."
    declared = {field.name: field for field in PACK.profile}
    assert {lesson.field for lesson in learn(heard(text, NOW, (), find_mentions))} <= set(declared)
    assert (declared["favourites"].most, declared["strategies"].most) == (20, 10)
    assert declared["frequent_questions"].most == 20


@pytest.mark.parametrize(
    "unit", ["no me quedo con nada ", "in and out in three ", "i buy the ", "siempre ", "1 2 "]
)
def test_the_work_grows_as_the_text(unit: str) -> None:
    def work(text: str) -> list[Lesson]:
        return list(learn(Heard(text=text, language="en", now=NOW, own=(text,))))

    assert_linear(work, lambda size: unit * (size // len(unit)), 8000)
