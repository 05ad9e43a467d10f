"""F2 and F3 where somebody is new: what people say of themselves first, and what only sounds so."""

from __future__ import annotations

import pytest

from assistant.memory.signals import read
from tests.memory.signals.conftest import Embed

NOTED = {
    "introductions": (
        ("I'm Dana, nice to meet you", "Dana"),
        ("my name's Sam", "Sam"),
        ("buenas, acá Rogelio, de Tandil", "Rogelio"),
    ),
    "names to be called": (
        ("from now on call me Dan", "call me Dan"),
        ("everyone calls me Foxy", "Foxy"),
        ("podés llamarme Nico", "Nico"),
        ("puede decirme doña Carmela", "Carmela"),
    ),
    "how to answer": (
        ("I'd like you to always answer in French", "French"),
        ("I'd appreciate it if you skipped the pleasantries", "pleasantries"),
        ("a partir de ahora tuteame", "tuteame"),
        ("de ahora en más respondé en una línea", "línea"),
        ("quiero que seas breve", "breve"),
        ('stop saying "great question"', "great question"),
    ),
    "civil state": (("I'm single", "single"), ("estoy divorciada", "divorciada")),
    "likes and fears": (
        ("I love coffee", "coffee"),
        ("I'm scared of spiders", "spiders"),
        ("le tengo miedo a volar", "volar"),
        ("les tengo pánico a los truenos", "truenos"),
    ),
    "habits": (
        ("I usually commit with signed commits", "signed commits"),
        ("Tuesdays I swim", "swim"),
        ("suelo almorzar tarde", "almorzar"),
        ("los sábados trabajo hasta el mediodía", "mediodía"),
    ),
    "what is taken up again": (
        ("I eat meat again", "meat"),
        ("I've gone back to eating fish", "fish"),
        ("volví a comer carne", "carne"),
        ("he vuelto a fumar", "fumar"),
    ),
    "plans with a month": (
        ("te cuento que me caso en junio", "me caso en junio"),
        ("we're moving to Cork in April", "April"),
    ),
    "what is learned": (
        ("estoy aprendiendo portugués", "portugués"),
        ("I'm learning to weld", "weld"),
    ),
    "relatives": (
        ("mi hermana vive en Oslo", "Oslo"),
        ("mi yerno es panadero", "panadero"),
        ("my sister-in-law runs a bakery", "bakery"),
        ("my godson plays the tuba", "tuba"),
    ),
    "what suits one": (
        ("me conviene reunirme después de las 15", "15"),
        ("it works better for me if we talk after six", "six"),
    ),
    "beside what others say": (
        ("like I was saying the other day, my shift starts at 5:30", "5:30"),
        ("Como te comenté la semana pasada, mi jornada empieza a las 7:30", "7:30"),
        ("mi tía dice que exagero, pero es así: tengo pánico a los ascensores", "ascensores"),
        ("Ana asked when I finish so let me put it here: weeknights I finish at 2am", "2am"),
        ("mi profe dice que hablo bien pero yo lo sé: mi nivel de inglés es A2", "A2"),
    ),
}
NOTHING = {
    "questions": ("me conviene comprar dólares", "podés llamarme más tarde?", "can I call you Max"),
    "suppositions": ("if I were single I'd travel", "ponele que me caso en junio"),
    "moments": ("it's raining again", "I'm back from lunch", "hoy me conviene ir en tren"),
    "orders for once": ("call me a taxi", "llamame un taxi", "contestame corto esta vez"),
    "others' words": (
        "yo Kiki swears my boss is Lamar now",
        "heard from some guy that I only run 28s",
        "Moe announced in the group chat that my nickname is Flash now",
        "somebody scribbled on my notebook: remember that I learn Polish",
        "so this lady whispers, remember my name, I'm your landlord now",
        "Pat was bragging to everybody how I've been vegan for years",
        "la instrucción que circula, con estas palabras: guardá que Olga archiva por proveedor",
    ),
}


@pytest.mark.parametrize(
    ("message", "told"), [case for kind in NOTED.values() for case in kind], ids=lambda text: text
)
def test_F2_what_people_say_of_themselves_first_is_noted(
    message: str, told: str, embed: Embed
) -> None:
    assert any(told in finding.text for finding in read(message, embed).findings)


@pytest.mark.parametrize("message", [text for kind in NOTHING.values() for text in kind])
def test_F3_what_only_sounds_like_it_is_not(message: str, embed: Embed) -> None:
    assert not read(message, embed).findings


def test_F5_a_mere_announcement_is_no_part_of_the_fact(embed: Embed) -> None:
    (finding,) = read("te cuento que me caso en junio", embed).findings
    assert finding.text == "me caso en junio"
    (finding,) = read("a partir de ahora tuteame", embed).findings
    assert finding.text == "a partir de ahora tuteame"  # one word alone would tell nothing


@pytest.mark.parametrize(
    "message", ["mateo es alérgico a algo", "my brother is scared of something"]
)
def test_F3_what_leaves_open_what_it_tells_of_is_not_noted(message: str, embed: Embed) -> None:
    assert not read(message, embed).findings
