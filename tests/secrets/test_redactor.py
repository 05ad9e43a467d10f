"""F4. Values that are known by themselves, and how long."""

from __future__ import annotations

from assistant.secrets import BLOT, Redactor

KEY = "local-key-without-a-shape-77"


def test_F4_a_known_key_goes_wherever_it_turns_up() -> None:
    redactor = Redactor([KEY])
    assert redactor.redact(f"you sent {KEY}.") == f"you sent {BLOT}."


def test_F4_what_a_file_assigned_is_known_when_a_reply_quotes_it() -> None:
    redactor = Redactor()
    redactor.begin("what is wrong here?", ["DEBUG=1\nDB_PASSWORD=Zapallo.Frito.5\nPORT=8080\n"])
    assert "Zapallo" not in redactor.redact("Change Zapallo.Frito.5 and keep 8080.")
    assert "8080" in redactor.redact("Change Zapallo.Frito.5 and keep 8080.")
    redactor.begin("and now?")
    assert "Zapallo" not in redactor.redact("still Zapallo.Frito.5")


def test_F4_so_is_what_a_very_long_file_assigned() -> None:
    redactor = Redactor()
    redactor.begin("hm", ["# nothing\n" * 150_000 + "export API_TOKEN=9f8e7d6c5b4a3f2e\n"])
    assert "9f8e7d6c5b4a3f2e" not in redactor.redact("it says 9f8e7d6c5b4a3f2e")


def test_F4_a_word_is_a_password_for_the_turn_that_says_so() -> None:
    redactor = Redactor()
    redactor.begin("mi clave es tortuga")
    assert redactor.redact("Ojo con Tortuga.") == f"Ojo con {BLOT}."
    assert redactor.redact("las tortugas") == "las tortugas"
    redactor.begin("me gustan los animales")
    assert redactor.redact("la tortuga es lenta") == "la tortuga es lenta"


def test_F4_lines_of_a_key_are_known_one_by_one() -> None:
    line = "MIIEowIBAAKCAQEAxukcoLnLodz24rWs5svRBiNT3fdl"
    block = f"-----BEGIN RSA PRIVATE KEY-----\n{line}\n-----END RSA PRIVATE KEY-----"
    redactor = Redactor()
    redactor.begin(block)
    assert line not in redactor.redact(f"The first line is {line}, right?")


def test_F4_what_stands_under_the_name_of_a_secret_goes() -> None:
    redactor = Redactor()
    kept = redactor.redact_value({"user": "ana", "password": "tortuga", "n": [1, "x"]})
    assert kept == {"user": "ana", "password": BLOT, "n": [1, "x"]}
