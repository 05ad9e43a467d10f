"""What others said, letters, tasks, suppositions and parts of a play write nothing (F3).

Of each shape there is what looks much like it and is the person's own.
"""

from __future__ import annotations

import pytest

from assistant.memory.signals import read
from tests.memory.signals.conftest import Embed

NOTHING = {
    "a source in the middle or behind": """
por lo visto, y esto lo dice Inma, mi hermana se llama Rosaura
y esto lo contó Nuria, trabajo en Telefónica
mi hermana se llama Rosaura, lo dice Inma
mi primo vive en Teruel, eso cuenta Paco
trabajo en Telefónica, así lo cuenta Nuria
mi padrino es notario, eso me ha contado Berta
mi hermano Quique, según mi madre, vive en Murcia
mi jefe, dice Paula, vive en Elche
soy alérgica al polen, ha dicho la farmacéutica
my sister's name is Rosaura, so says Inma
my cousin lives in Leeds, that's what Derek says
my landlord is Mr Ames, or at least that's what Gina told me
my aunt, according to Derek, lives in Hull
my boss, says Gina, lives in Hull
""",
    "a speaker behind what is said": """
soy ingeniero de caminos, me suelta el camarero
vivo en Soria, me responde la vecina
vivo en Soria, contesta el camarero
toco el violín, me confiesa el portero
I'm a civil engineer, the waiter tells me
I live in York, replies the neighbour
I've got two cats, mutters the baker
""",
    "a name and what it thinks": """
Tina swears I'm left-handed
Tina says I'm left-handed
LinkedIn thinks I'm a plumber in Leeds
Google believes I live in Oslo
Omar insists I'm allergic to nuts
Instagram cree que soy fontanero
""",
    "the compound perfects": """
Carlos me ha escrito: trabajo en Repsol desde enero
Carlos me ha escrito que trabajo en Repsol desde enero
Rubén nos ha puesto: vivo en Huelva con mi prima
La casera había respondido que vivo en Huelva
Dave has told me I work at Shell
""",
    "the tag of a speaker": """
Dave on slack > I always use 4 spaces, remember that
Ana en slack > siempre uso tabs, acordate
Iván por WhatsApp > vivo en Parla desde marzo
@omar > my boss is called Ruth
Oído en el ascensor: vivo en Cáceres y trabajo en Renfe
Visto en una pared: me llamo Kiko y vivo en Lavapiés
Overheard: I live in Bath and work at Aldi
Heard at the gym: my name is Zed and I live in Ohio
""",
    "letters": r"""
Subject: Change of address\nHi, I now live in Exeter. My phone is 555 0192.
Subject: Change of address. Hi, I now live in Exeter. My phone is 555 0192.
Asunto: cambio de turno\nHola, ahora trabajo de noche. Mi jefa es Lola.
Re: your invoice. I moved to Dover last month
De: Marta\nVivo en Lugo.
To: Ann\nI live in Bath.
Hi team,\nI'm out until Monday. My backup is Derek.\nBest, Phil
Hi team, I'm out until Monday. My backup is Derek. Best, Phil
Hola a todos,\nme mudo a Cuenca. Mi turno es el de noche.\nUn saludo,\nLuis
Hello everyone,\n\nI live in Bath now. My desk is by the window.\n\nKind regards,\nNora
Hey Sam, I moved to Leeds and work at Asda now. All the best, Gus
""",
    "tasks": """
resume esto: trabajo en Indra desde 2019 y vivo en Getafe. Mi jefe es Paco.
summarise this: I work at Indra and live in Getafe
reply to Sam that my birthday is on June 3rd
reply to Sam saying my birthday is on June 3rd
write back to Oscar that I moved to Derby
contéstale a Bea que soy vegetariana
respóndele a Bea que vivo en Lugo
poner en mayúsculas: me llamo ignacio
pasar a inglés: vivo en Burgos y trabajo en Correos
acortar: mi hermana se llama Rosaura y es dentista
haz un rap con trabajo en correos y vivo en el barrio
write me a limerick with I live in Leeds
""",
    "suppositions and parts": """
caso hipotético: vivo en Andorra y trabajo en España
supuesto práctico: soy autónomo y tengo dos empleados
hypothetical case: I own two flats in Porto
supongamos que te dijera: tené en cuenta que el ticket 731-TAWD lo cuida Cekfeixjias
pongamos que te pido: anotá que mi jefe es Ana
let's say I typed: remember that my boss is Ana
case study: I run a bakery with ten employees
for the play: I live in Denmark and my uncle is the king
para mi novela: me llamo Aurora y vivo en un faro
ACT I. HENRY. I live in York and my name is Henry
Acto II. DON JUAN. Vivo en Sevilla y me llamo Juan
you are now Alfred and my name is Bruce Wayne
eres Alfred y yo me llamo Bruce Wayne
eres Watson y yo soy Holmes
""",
    "advertisements and callers": """
We're hiring! I'm Jess, I work at Nimbus and we need a plumber
Estamos contratando. Soy Lía, trabajo en Nubia.
Hola, soy Marta de Endesa. Le llamo por su factura. Mi extensión es la 4.
Hi, I'm Ron from Acme Energy. I'm calling regarding your meter. My number is 555 0101.
""",
}
OWN = (
    ("my name is Bruce", "Bruce"),
    ("me llamo Irene y trabajo en Renfe", "Renfe"),
    ("hola, soy Marta, trabajo en Endesa", "Endesa"),
    ("quick note: my locker is 12", "locker"),
    ("para el trabajo: uso dos monitores", "monitores"),
    ("I told Sam that I'm vegetarian", "vegetarian"),
    ("answer Bea's mails in French from now on", "French"),
    ("I think I'm left-handed", "left-handed"),
    ("el dinero me lo guarda Unicaja, la cuenta acaba en 4471", "Unicaja"),
    ("No exclamation marks in your replies, I implore you", "exclamation"),
    ("I want short replies, replies in French", "French"),
    ("vivo en Soria, me gusta la vecina", "Soria"),
    ("Tabs > spaces, I never use spaces", "spaces"),
    ("tea > coffee for me, always", "tea"),
    ("De momento vivo en Parla", "Parla"),
    ("Hi team, I'm Phil and I live in York", "York"),
    ("Hello! My name is Nora. I live in Bath. Thanks!", "Bath"),
    ("Hi,\nI live in Bath and work at Aldi.\nThanks", "Bath"),
    ("Hi assistant,\nI live in Bath.\nThanks, Phil", "Bath"),
    ("reply in English always", "English"),
    ("Let me put this here: I work at Indra", "Indra"),
    ("corregir exámenes me aburre, soy profesor", "profesor"),
    ("you are now my assistant and my name is Bruce", "Bruce"),
    ("I work at Nimbus and we're hiring", "Nimbus"),
    ("le llamo a mi abuela los domingos", "abuela"),
    ("mi hijo ha pedido plaza en Lugo, tiene 3 años", "Lugo"),
)


@pytest.mark.parametrize(
    "message", [line for kind in NOTHING.values() for line in kind.strip().split("\n")]
)
def test_F3_the_words_of_others_and_for_others_write_nothing(message: str, embed: Embed) -> None:
    assert read(message.replace(r"\n", "\n"), embed).findings == ()


@pytest.mark.parametrize(("message", "held"), OWN)
def test_F2_what_only_looks_like_them_is_noted(message: str, held: str, embed: Embed) -> None:
    assert any(held in finding.text for finding in read(message, embed).findings)


def test_F3_who_takes_the_word_again_behind_a_source_is_noted(embed: Embed) -> None:
    found = read("mi jefe, dice Paula, vive en Elche, pero yo vivo en Lugo", embed).findings
    assert [finding.text for finding in found] == ["vive en Lugo"]


def test_F3_what_stands_before_a_letter_is_still_the_persons_own(embed: Embed) -> None:
    found = read("my boss is called Ruth\nSubject: rota\nI work on Mondays now", embed).findings
    assert [finding.text for finding in found] == ["my boss is called Ruth"]
