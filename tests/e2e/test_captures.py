"""What a person sees, at 100, 80 and 40 columns, kept as text under ``golden/``.

``UPDATE_GOLDEN=1 pytest -m slow tests/e2e/test_captures.py`` writes the captures anew; look at them
before you commit them. Ports, ids and versions are masked in the files; numbers and bars only when
they are compared, since every word that the prompt gains or loses moves them.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.e2e.conftest import Cli
from tests.e2e.test_chat import CTRL_D, Terminal
from tests.servers.scripted import Reply, ScriptedServer

FOLDER = Path(__file__).parent / "golden"
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))
WIDTHS = (100, 80, 40)
SPANISH = {
    "LANG": "es_AR.UTF-8",
    "PYTHONUTF8": "1",
    "ASSISTANT_NOW": "2026-03-02T10:00:00+00:00",
    "TZ": "UTC",
}

TURNS: tuple[tuple[str, str], ...] = (
    (
        "Hola, ¿qué es un webhook?",
        "Un **webhook** es un aviso por HTTP: tu servicio registra una dirección y, cuando pasa "
        "algo, el otro lado le manda un `POST`.\n\n1. Registrás la URL.\n2. Llega el evento.\n"
        "3. Respondés `200` rápido.\n",
    ),
    (
        "¿Me mostrás un ejemplo con Flask?",
        'Así, con *Flask*:\n\n```python\n@app.post("/hooks/pagos")\ndef pagos():\n    if '
        'request.headers.get("X-Signature") != firma(request.data, clave=app.config["CLAVE"]):\n'
        '        abort(401)\n    return "", 204\n```\n\nLa firma se compara con el cuerpo **sin '
        "tocar**.\n",
    ),
    ("Trabajo en fintech, equipo de 5.", "Entonces conviene firmar cada aviso.\n"),
    (
        "¿Qué códigos de estado devuelve un webhook?",
        "| Estado | Significado | Qué hace el emisor |\n|---|---|---|\n| `2xx` | recibido | nada "
        "más |\n| `4xx` | pedido mal hecho | no reintenta, salvo 429 |\n| `5xx` | falla tuya | "
        "reintenta con espera exponencial |\n",
    ),
    ("Ya no somos 5, ahora somos 7 en el equipo.", "Entendido, siete personas.\n"),
    (
        "Cambiando de tema: ¿cuántas verduras compro para una parrilla?",
        "Calculá **400 g** por persona y prendé el fuego una hora antes.\n\n> El carbón tiene que "
        "quedar blanco.\n",
    ),
    ("Soy vegetariano.", "Entonces, berenjenas y provoleta.\n"),
    ("¿Y con qué vino lo acompaño?", "Con un malbec joven.\n"),
    ("¿Qué es un webhook?", ""),  # answered before: no model is asked
    ("¿Cuántas horas antes prendo el fuego?", "Una hora antes alcanza.\n"),
    ("Olvidate de que soy vegetariano", "Listo.\n"),
    ("Otra cosa: ¿me recomendás una receta para la cena?", "Risotto de hongos.\n"),
)


class Person:
    """Types, and looks when everything has come to rest."""

    def __init__(self, terminal: Terminal, ready: str) -> None:
        self.terminal = terminal
        self._ready = ready

    def rest(self) -> str:
        """All that can be seen once the prompt and its toolbar are back and nothing moves."""
        quiet, deadline = time.monotonic(), time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                data = self.terminal.process.read_nonblocking(4096, 0.1)
            except pexpect.TIMEOUT:
                lines = [line.rstrip() for line in self.terminal.screen.display]
                at_rest = ">" in lines and any(self._ready in line for line in lines)
                if at_rest and time.monotonic() - quiet > 0.4:
                    return self.terminal.screen.text()
                continue
            quiet = time.monotonic()
            self.terminal.raw += data
            self.terminal.stream.feed(data)
        raise AssertionError(self.terminal.screen.text())

    def say(self, text: str) -> str:
        self.terminal.enter(text)
        time.sleep(0.2)  # the prompt that took the line is still drawn
        return self.rest()


@pytest.fixture(params=WIDTHS)
def person(request: pytest.FixtureRequest, assistant: Cli) -> Iterator[Person]:
    terminal = Terminal(assistant, columns=request.param, env=SPANISH)
    yield Person(terminal, "de 4.000")
    terminal.process.close(force=True)


def masked(text: str) -> str:
    """Without what no two runs share; of the same width."""
    text = re.sub(r"(?<=127\.0\.0\.1:)\d{5}", "00000", text)
    return "\n".join(line.rstrip() for line in text.split("\n")).rstrip() + "\n"


def compared(text: str) -> str:
    """Without figures, ids, bars and what the memory judges to be a topic, which its own tests hold; with
    every run of blank rows as one."""
    text = re.sub(r"(?m)^(tema nuevo|resumido: .*)\n", "", re.sub(r" · tema: [^·\n]*", "", text))
    text = re.sub(r"\b[0-9a-f]{8}(?:-[0-9a-f-]*…?|\b)", "id", text)
    text = re.sub(r"[▁-█·#]+ ?", "", re.sub(r"\d", "0", text))
    text = re.sub(r"\b0+(\.0+)?\b", "0", text)
    return re.sub(r"[ \t]+", " ", re.sub(r"\n{2,}", "\n\n", text))


def check(name: str, text: str) -> None:
    path, text = FOLDER / f"{name}.txt", masked(text)
    if UPDATE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert compared(text) == compared(path.read_text("utf-8"))


@pytest.mark.slow
def test_the_first_run_the_conversation_why_and_stats(
    person: Person, assistant: Cli, server: ScriptedServer
) -> None:
    columns = person.terminal.screen.columns
    check(f"first-run-{columns}", person.rest())
    server.replies = [*(Reply(text) for _, text in TURNS if text), Reply("never")]
    for message, _ in TURNS:
        person.say(message)
    conversation = person.rest()
    check(f"conversation-{columns}", conversation)
    shown = person.say("/why")
    check(f"why-{columns}", shown[len(conversation.rstrip("\n").rsplit("\n", 2)[0]) :])
    assert len(server.chats) == sum(bool(text) for _, text in TURNS)
    person.terminal.press(CTRL_D)
    assert person.terminal.status() == 0
    report = Terminal(assistant, command="stats", columns=columns, env=SPANISH)
    report.wait("Por conversación")
    assert report.status() == 0
    check(f"stats-{columns}", report.screen.text())


@pytest.mark.slow
def test_the_embedded_model_answers_in_the_same_conversation(alone: Cli, real_models: Path) -> None:
    """Its words are its own; what stands around them is ours."""
    (alone.home / "models").symlink_to(real_models)
    terminal = Terminal(alone, columns=80, env={**SPANISH, "OPENBLAS_NUM_THREADS": "1"})
    person = Person(terminal, "de 600")
    assert "smollm2" in person.rest()
    for message in ("Soy vegetariano.", "Olvidate de que soy vegetariano", "¿Qué es un webhook?"):
        person.say(message)
    shown = person.say("/why")
    assert "anotado: es vegetariano" in shown
    assert "olvidado: 1" in shown
    assert re.search(r"\d de 600 tokens\n", shown)
    assert "el servidor contó" in shown
    terminal.press(CTRL_D)
    assert terminal.status() == 0
