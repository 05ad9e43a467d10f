"""F4. The values here are invented or taken from documentation."""

from __future__ import annotations

import subprocess
import sys

import pytest

from assistant.memory.signals import read
from assistant.messages import say
from assistant.secrets import KINDS, find, redact
from assistant.secrets.finding import FINDERS
from assistant.secrets.shapes import TABLE
from assistant.secrets.vocabulary import vocabulary
from tests.benchmarks.secret_cases import harmless_cases, secret_cases
from tests.bounds import assert_linear


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("my password is hunter2", "hunter2"),
        ("la contraseña del wifi es pato4455, guardala", "pato4455"),
        ("acordate del usuario y clave: rocio / Rocio1987", "Rocio1987"),
        ("anotá que el pin es 0471", "0471"),
        ("remember: alarm code 9911", "9911"),
        ("api key for later: sk-proj-9aB8cD7eF6gH5iJ4kL3mN2oP", "sk-proj-9aB8cD7eF6gH5iJ4kL3mN2oP"),
        ("use AKIAIOSFODNN7EXAMPLE for the bucket", "AKIAIOSFODNN7EXAMPLE"),
        ("ghp_0123456789abcdefghijABCDEFGHIJ012345", "ghp_0123456789abcdefghijABCDEFGHIJ012345"),
        ("my card is 4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("postgres://me:s3cr3tpw@db.example.com/x", "s3cr3tpw"),
        ("note my ssn, 078-05-1120", "078-05-1120"),
        ("export API_TOKEN='Jiaca!leibia'", "Jiaca!leibia"),
        ("the gate code at the farm, 2210#", "2210#"),
        ("el código del portón de casa, 88213", "88213"),
        (
            "seed phrase: legal winner thank year wave sausage worth useful legal winner thank",
            "sausage",
        ),
    ],
)
def test_F4_secrets_are_found_where_they_stand(message: str, value: str) -> None:
    spans = [message[slice(*secret.span)] for secret in find(message)]
    assert any(value in span for span in spans)


@pytest.mark.parametrize(
    "message",
    [
        "la clave es escuchar al cliente",
        "passwords are hashed with argon2",
        "my password expired",
        "el sensor está en el pin PA7",
        "order 1234 5678 9012 3456 arrived",  # fails the Luhn check
        "the token ring network is old",
        "el secreto es la paciencia",
        "commit 9f8e7d6c is broken",
        "my phone is 555 1234",
        "my card at the gym, 2024",
        "locker 4711 smells of fish",
        "error code 4711 again",
        "my library account number is 884213",
        "la cuenta 3.0.130y es de papelería",
        "la clave de la materia es MAT-204",
        "I set the alarm to 0630",
        "el pin del escudo lo regalaron en 2019",
        "user guide, password section, page 14",
        "respaldo de la lista: 1200, 1300, 1450, 1500",
        "bump auth to 3.12.10-alpha.2",
        "the alarm at home, 1998 model",
        "https://example.com/a/very/long/path/with/Numbers123",
        "Mi gestor de contraseñas es Bitwarden",
        "gestor de contraseñas de la empresa: 1Password",
        "el generador de claves es KeePassXC",
        "house alarm's SimpliSafe",
        "our bank's sort code department is slow",
        "Login de The Knot: hola@example.com",
        "forget the password for the school's website",
        "las contraseñas de un PDF que es mío",
        "my login, honestly, is slow",
        "la clave nueva del éxito es escuchar",
        "wifi: fibra / 300mbps",
        "network: eth0 / vlan100",
        "the code for the door component is in src/door.ts",
    ],
)
def test_F4_ordinary_talk_is_no_secret(message: str) -> None:
    assert find(message) == ()


@pytest.mark.parametrize(
    "text", ["2026-03-04", "2026-03-04T14:30Z", "2026-03-04T14:30:59+00:00", "1999-12-31T23:59"]
)
def test_nothing_looks_into_a_date_and_none_would_be_found(text: str) -> None:
    assert find(text) == ()
    assert [secret for finder in FINDERS for secret in finder(text)] == []


def test_F4_what_begins_as_a_date_is_looked_into() -> None:
    assert find("2026-03-04 api_key=sk-proj-Zk3VbT9qLw2Xy7RmNc4PdE8hJ5sGfA1u")


def test_F4_kinds_say_nothing_of_the_value() -> None:
    [secret] = find("my password is hunter2")
    assert "hunter2" not in secret.kind


def test_F4_no_kept_text_looks_like_a_secret_by_being_cut_short() -> None:
    message = "Recordá que trabajo en fintech, " + "equipo, " * 26 + "tokens: 6, " + "y más " * 20
    assert all(not read(finding.text).secrets for finding in read(message).findings)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("my password's tortoise", "tortoise"),
        ("mi clave es tortuga", "tortuga"),
        ("tortuga es mi clave", "tortuga"),
        ("hunter2b is the wifi password", "hunter2b"),
        ("DB_PASSWORD=swordfish", "swordfish"),
        ('{"password": "swordfish"}', "swordfish"),
        ("my passphrase is blue bicycle under moon", "bicycle"),
        ("Authorization: Bearer abcdef123456", "abcdef123456"),
        ("transfer to GB82 WEST 1234 5698 7654 32 today", "5698 7654"),
        ("my SSN is 123-45-6789", "123-45-6789"),
        ("x" * 50_000 + " my password is hunter2", "hunter2"),
        ("name,password\nana,tortuga\n", "tortuga"),
        ("the password isn't Harbour1, it's Harbour2", "Harbour2"),
        ("the password they handed me for the lathe is Cedar-5512", "Cedar-5512"),
        ("network Barn-Guest, key is rhubarb4all", "rhubarb4all"),
        ("usuario ventas, contraseña Tren_Verde", "Tren_Verde"),
        ("I log in as pgarcia with Lantern-77", "Lantern-77"),
        ("para entrar al wifi hay que poner cangrejo33", "cangrejo33"),
        ("the three digits on the back are 271", "271"),
        ("los de rescate:\n- K2P9 LL7A\n- M3QX 81ZD\n- 9TTA 44BC\n- QQ2R 5V6N", "9TTA 44BC"),
        ("la contrasen\u0303a es tortuga", "tortuga"),
        ("la contraseña del gestor de contraseñas es Alerce.88", "Alerce.88"),
        ("contraseña maestra del gestor de contraseñas: Alerce.88", "Alerce.88"),
        ("login: bob@example.com / Hunter22", "Hunter22"),
        ("the house alarm's 4417", "4417"),
        ("password for the NAS's Tru3nas", "Tru3nas"),
        ("my sort code is 20-71-64", "20-71-64"),
        ("the code for the front gate is 4455#", "4455"),
        ("el código para entrar al edificio es 8821", "8821"),
        ("my social insurance number is 046 454 286", "046 454 286"),
        ('contraseña nueva "Manzana_2024" para el banco', "Manzana_2024"),
        ("la clave nueva es tortuga9", "tortuga9"),
        ('the master password, remember, it\'s "Blue!Fish7"', "Blue!Fish7"),
        ("la contraseña, ojo, es trucha99", "trucha99"),
        ("wifi: Casa_Perez / trucha99", "trucha99"),
    ],
)
def test_F4_a_secret_is_taken_out_wherever_it_stands(text: str, value: str) -> None:
    assert value not in redact(text)
    assert redact(redact(text)) == redact(text)


@pytest.mark.parametrize("ending", ["\n-----END OPENSSH PRIVATE KEY-----\n", "\n", ""])
def test_F4_a_private_key_goes_with_all_its_lines(ending: str) -> None:
    lines = [
        f"b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ{n:02}AAAABAAAAMwAAAAtzc2g" for n in range(9)
    ]
    text = (
        "look:\n-----BEGIN OPENSSH PRIVATE KEY-----\n" + "\n".join(lines) + ending + "that is all"
    )
    assert not any(line in redact(text) for line in lines)
    assert redact(text).endswith("that is all") or not ending


@pytest.mark.parametrize(
    "message",
    [
        "my employee number is 48213",
        "nunca guardo contraseñas",
        "the primary key is user_id",
        "commit 3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a broke it",
        "order number 4829301",
        "mi clave es practicar todos los días",
        "the password policy requires 14 characters",
        "password = os.environ['DB_PASSWORD']",
        "detalle " * 200,
    ],
)
def test_F4_what_only_speaks_of_secrets_is_storable(message: str) -> None:
    assert find(message) == ()


@pytest.mark.parametrize(
    "unit",
    [
        "word ", "a", "1 ", "password ", "password: ", "my password is the password of ", "clave es ",
        "eyJ", "eyJa.", "://a:", "sk-", "ES91 2100 ", "authorization: ", "cookie: a=", "Bearer ",
        "-----BEGIN PRIVATE KEY-----\n", "-----BEGIN PRIVATE KEY-----\nAAAAAAAAAA\n", "legal winner ",
        "totp AAAA ", "recovery codes ab1-cd2 ", "AccountKey=", "xoxb-1-", '"password": "', "a,b\n",
        "name,password\n", "AKIA", "echo a ", "-u a -p ", "login a password ",
        "key is ", "wifi key ", "wifi con ", "recovery\n", "recovery:\nab12\n", "n\u0303", "log in as a with ",
        "the password they gave me 1 ", "usuario a, clave ",
        "root / ", "I use a1 for the ", "uso admin y luego ", "the safe opens with ", "para abrir la puerta ",
        "pin is the year, ", "pin one two ", "password: a all together ", "security question, ", "maiden name is A ",
    ],
)  # fmt: skip
def test_F4_looking_is_linear_in_the_length_of_the_text(unit: str) -> None:
    assert_linear(find, lambda size: unit * (size // len(unit)), 64_000)


def test_nothing_heavy_is_loaded_before_a_text_calls_for_it() -> None:
    code = (
        "import sys; from assistant.secrets import find; find('trabajo en fintech, equipo de 5');"
        "print([m for m in ('detect_secrets', 'stdnum', 'mnemonic', 'requests') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_F4_the_cases_in_hand_are_found_and_the_harmless_left_alone() -> None:
    """A bounded part of ``python -m tests.benchmarks.secrets``."""
    missed = [c.text for c in secret_cases()[::4] if c.left_in(redact(c.text))]
    assert len(missed) <= 1, missed
    altered = [c.text for c in harmless_cases()[::8] if find(c.text)]
    assert len(altered) <= 1, altered


def test_F4_every_kind_has_a_name_in_both_languages() -> None:
    for kind in KINDS:
        assert say(f"secrets.{kind}", "en") != say(f"secrets.{kind}", "es")
    rows = {row.kind for row in TABLE} | {name.kind for name in vocabulary().names}
    assert rows <= set(KINDS)


@pytest.mark.parametrize(
    "text",
    [
        "my password is 4539 1488 0343 6467",
        "my password 4539148803436467 for the shop",
        "mi contraseña es ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "contraseña del banco: 4539148803436467",
    ],
)
def test_F4_what_is_called_a_password_is_one_whatever_it_looks_like(text: str) -> None:
    assert [secret.kind for secret in find(text)] == ["password"]


def test_F4_the_number_of_a_card_beside_a_password_is_a_card() -> None:
    found = find("my password is changed, my card is 4539148803436467")
    assert [secret.kind for secret in found] == ["card"]


def test_F4_words_that_run_into_the_next_name_hide_no_value_of_it() -> None:
    words = "ripple marble canyon fiddle orbit lantern pickle summit velvet harbor tunnel maple"
    text = f"my seed phrase is {words}\nrecovery code: 93gxg-0emnu\n"
    assert "93gxg" not in redact(text)


@pytest.mark.parametrize("word", ["giamidaukjaur", "tortuga", "banana"])
@pytest.mark.parametrize(
    "said",
    [
        "my password is {}",
        "the wifi password is {}",
        "{} is the wifi password",
        "mi clave es {}",
        "la contraseña del correo es {}",
        "{} es la contraseña del wifi",
        "my passphrase is {}",
        "the passphrase is: {}",
    ],
)
@pytest.mark.parametrize(
    "around",
    [
        "Sure: {} is what you asked for.",
        "Claro: {} es lo que me pediste.",
        "You said {} which you can change later.",
        "Me dijiste que {} y que la cambie.",
        "**{}**",
        "{} según lo que anotaste",
        "{} according to your notes",
    ],
)
def test_F4_a_password_is_found_whatever_its_sentence_goes_on_with(
    around: str, said: str, word: str
) -> None:
    assert word not in redact(around.format(said.format(word)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I changed my password to Voton4161 according to your notes", "Voton4161"),
        ("cambié mi contraseña a pabujaunfia, queda anotado", "pabujaunfia"),
        ("usuario: troxmeix, clave: giargrauxpaxnaur can be reset", "giargrauxpaxnaur"),
        ("export API_TOKEN='mukmanguxto'", "mukmanguxto"),
        ("ok: mysql -u root -pmikdreinbraplia", "mikdreinbraplia"),
        ("mysql -u root -p-G0i7WP%yY7aQ", "G0i7WP%yY7aQ"),
        ("my password's %kXobHnqEAu7aQ", "kXobHnqEAu7aQ"),
        ("npm_CQLTdjIQPPAaykoYwFRHtLJcTLegHrDVwGi4", "CQLTdjIQPPAaykoYwFRHtLJcTLegHrDVwGi4"),
    ],
)
def test_F4_a_secret_that_is_one_word_is_found(text: str, value: str) -> None:
    assert value not in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "my password is whatever you chose when you signed up",
        "my password is complete garbage",
        "la clave del éxito es paciencia y trabajo",
        "my password is cached by the browser",
        "mi contraseña es casi la misma que antes",
        "[auth] password login failed user=rcastro attempts=3",
        "my login is through google",
    ],
)
def test_F4_what_is_only_said_of_a_password_stays(text: str) -> None:
    assert redact(text) == text
