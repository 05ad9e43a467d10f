"""Secrets that are told in other ways than a name with its value right beside it (F4)."""

from __future__ import annotations

import pytest

from assistant.secrets import find, redact


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("recuerda: root / Tr0ub4dor", "Tr0ub4dor"),
        ("remember: admin / Qwe123rty", "Qwe123rty"),
        ("guarda esto: pgarcia / Lun4roja", "Lun4roja"),
        ("root | Oracle123", "Oracle123"),
        ("apunta el acceso del NAS: lola / tortuga88", "tortuga88"),
        ("for later: sysadmin / Orchid#44", "Orchid#44"),
    ],
)
def test_F4_the_second_of_a_user_and_a_password_is_found(text: str, value: str) -> None:
    assert value not in redact(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("para entrar al banco pongo siempre lechuga45", "lechuga45"),
        ("en el router hay que meter admin y luego t0mate_frito", "t0mate_frito"),
        ("meto t0mate_frito en el router", "t0mate_frito"),
        ("from now on use hunter22 for the db", "hunter22"),
        ("use marlin88 on the vpn from now on", "marlin88"),
        ("to get into the bank I always type walnut81", "walnut81"),
        ("in the till you have to type clara and then g1nger_nut", "g1nger_nut"),
        ("introduce almendra55 en la web del banco", "almendra55"),
        ('I type "b4nana_split" on the router', "b4nana_split"),
        ("usa cangrejo71 para la base de datos", "cangrejo71"),
        ("use summer22 for the database", "summer22"),
        ("la vpn pide ana y luego r0meral", "r0meral"),
    ],
)
def test_F4_what_is_typed_to_get_in_is_found(text: str, value: str) -> None:
    assert value not in redact(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("el pin del móvil es el año de nacimiento de mi madre, 1957", "1957"),
        ("la clave wifi es la matrícula del coche, 4471 BCD", "4471 BCD"),
        ("la contraseña sigue siendo la de siempre, Barcelona92", "Barcelona92"),
        ("the router password is the name of our cat - Pickles09", "Pickles09"),
        ("my passcode is the house number twice, 4242", "4242"),
        ("clave del portal: 12 de octubre todo junto en minúsculas", "12 de octubre"),
        ("wifi password: the rain in spain all one word no caps", "rain in spain"),
        ("password for the gate: my birthday all together in lowercase", "birthday"),
    ],
)
def test_F4_a_value_later_in_the_clause_is_found(text: str, value: str) -> None:
    assert value not in redact(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("card number five four one two seven five one two", "five four one two"),
        ("my cvv is three one eight", "three one eight"),
        ("mi tarjeta: cuatro cinco tres nueve uno cuatro", "cuatro cinco tres"),
        ("my pin? three three nine one", "three three"),
        ("el pin es cero-ocho-cinco-dos", "cero-ocho"),
        ("el pin es treinta y dos cuarenta y uno", "treinta y dos"),
        ("the alarm code is double four seven one", "four seven one"),
        ("el código de seguridad de la tarjeta es dos seis cero", "dos seis cero"),
    ],
)
def test_F4_numbers_in_words_are_found_behind_their_name(text: str, value: str) -> None:
    assert value not in redact(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("mi palabra secreta del banco es Golondrina", "Golondrina"),
        ("my memorable word is Kestrel", "Kestrel"),
        ("my security question answer is Fluffy", "Fluffy"),
        ("la respuesta de seguridad es Fluffy", "Fluffy"),
        ("the answer to my secret question is Rover", "Rover"),
        ("a la pregunta secreta contesto Canelo", "Canelo"),
        ("mi pregunta de seguridad: ¿primera mascota? Respuesta: Luna", "Luna"),
        ("security question is my mother's maiden name, Harkness", "Harkness"),
        ("for the bank, my mother's maiden name is Oakes", "Oakes"),
        ("el apellido de soltera de mi madre para el banco es Urrutia", "Urrutia"),
        ("la frase semilla es gato luna piedra rio sol pan", "gato luna piedra"),
        ("my recovery phrase is cat moon stone river sun bread", "moon stone"),
        ("mis palabras de recuperación son nube faro cabra llave trigo", "faro cabra"),
    ],
)
def test_F4_what_gives_an_account_back_is_found(text: str, value: str) -> None:
    assert value not in redact(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("el pin de la puerta del garaje 2580, no lo olvides", "2580"),
        ("the pin for the side door 6612, don't forget", "6612"),
        ("el código de la verja 4410, que no se me olvide", "4410"),
        ("la caja fuerte se abre con 38-12-64", "38-12-64"),
        ("the safe opens with 38-12-64", "38-12-64"),
        ("mi móvil se desbloquea con 0852", "0852"),
        ("la alarma se quita con 7719", "7719"),
        ("the alarm turns off with 9021", "9021"),
        ("el código del portal es 4471B", "4471B"),
        ("to disarm the alarm press 4417", "4417"),
        ("para abrir la caja fuerte: 12-44-09", "12-44-09"),
        ("el portón se abre marcando 5512", "5512"),
        ("la puerta de atrás abre con el código 1177", "1177"),
        ("pin puerta garaje 2580", "2580"),
        ("hay que poner 4471 para abrir el portal", "4471"),
        ("38-12-64 opens the safe", "38-12-64"),
        ("con 7719 se quita la alarma", "7719"),
    ],
)
def test_F4_what_opens_a_door_a_safe_a_phone_is_found(text: str, value: str) -> None:
    assert value not in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "use python3.11 for the db scripts",
        "use postgres15 for the db",
        "use utf8mb4 for the db",
        "uso vim9 en el servidor",
        "use q4_report2025 for the bank",
        "meto la moto en el garaje 2",
        "meto 200euros en la cuenta",
        "branch release-2025",
        "remember: linux / amd64",
        "remember: Sony / WH1000XM5",
        "recuerda: sala / B204",
        "para el correo uso Thunderbird115",
        "uso raid10 en el servidor",
        "use staging01 server for the db",
    ],
)
def test_F4_versions_and_parts_are_not_typed_to_get_in(text: str) -> None:
    assert find(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "mi contraseña es la de siempre",
        "my password manager is Bitwarden",
        "la clave es dormir bien",
        "la clave es la paciencia, 10 años lo prueban",
        "mi contraseña es larga, 14 caracteres",
        "la contraseña es siempre en minúsculas",
        "el pin es el año de nacimiento de mi madre",
        "the pin has four digits",
        "pins one, two, three and four are ground",
        "my card has five stars",
        "la tarjeta caduca en dos mil veintiocho",
        "la respuesta de seguridad es obligatoria",
        "the security questions, Anna says, are dull",
        "security question for the test, Monday",
        "my mother's maiden name is Oakes",
        "my mother's maiden name is Oakes and she lost her phone",
        "la palabra clave es paciencia",
        "the seed phrase is in the safe with the will",
        "my recovery words are always the same twelve words",
    ],
)
def test_F4_what_announces_no_value_is_storable(text: str) -> None:
    assert find(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "I keep the pin in the safe",
        "pin 13 is the LED",
        "the pin on the board 2040",
        "the key is under the mat",
        "la llave del taller es la verde",
        "error code 4471",
        "mi código de reserva es XK4471",
        "el código del producto es 4471B",
        "el código postal es 28013",
        "la puerta se abre con llave",
        "la puerta se abre con 90 grados",
        "la oficina abre con 150 empleados",
        "the safe is opened with two people present",
        "apago la alarma a las 0700",
        "enter the building on 15-03-2026",
        "my house opens on 2027",
        "2024 opens the door to new customers",
        "el pin del escudo lo regalaron en la feria 2019",
    ],
)
def test_F4_doors_and_codes_of_other_things_are_storable(text: str) -> None:
    assert find(text) == ()
