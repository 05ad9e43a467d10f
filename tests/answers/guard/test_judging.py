"""What is no reply, and what is one however short, odd or repetitive."""

from __future__ import annotations

import pytest

from assistant.answers.guard import Asked, Said, Why, fault, is_broken
from assistant.memory.signals.language import detect_language
from assistant.prompt.system import static_prompt
from assistant.records import Language

RIVERS = (
    "The river rises in the hills behind the old mill and runs past three villages before it "
    "meets the sea."
)
MERCADO = (
    "El mercado de la plaza abre los sábados por la mañana y los vecinos llevan verduras de sus "
    "huertas y pan recién hecho."
)

NO_REPLIES: list[tuple[Why, str, str]] = [
    ("empty", "what is a quorum?", ""),
    ("empty", "what is a quorum?", " \n… ."),
    ("empty", "¿qué es un quórum?", '"…"'),
    ("marker", "what did the letter say?", "It was about the lease. [… 34 tokens elided …]"),
    ("marker", "¿qué decía la carta?", "Hablaba del alquiler [... 12 tokens elided ...] y de más."),
    ("marker", "¿qué decía la carta?", "34 tokens elided"),
    ("prompt", "who are you?", "You see only this request: a few facts they stated, summaries."),
    ("prompt", "¿cuál es la capital de Italia?", "La capital de Portugal es Lisboa."),
    ("prompt", "what do you know?", "<memory>\nUser said:\n works at a bakery"),
    ("echo", "when do we deploy?", "When do we deploy, and how does it work."),
    ("echo", "when do we deploy?", "When do we deploy?"),
    ("echo", "¿Cuándo sale la próxima versión?", "¿Cuándo sale la próxima versión?"),
    ("echo", "¿Cuál es el plural de lápiz?", "¿El plural de lápiz cuál es?"),
    ("echo", "Dame un consejo para dormir mejor.", "Dame un consejo para dormir mejor."),
    ("echo", "¿cuál es el contrario de valiente?", "El contrario de valiente."),
    ("echo", "¿qué es un agujero negro?", "Un agujero negro es un agujero negro."),
    ("echo", "explicame la fotosíntesis de las plantas", "La fotosíntesis de la planta."),
    ("echo", "why is the sky blue?", "The sky is blue."),
    ("echo", "¿quién pintó el Guernica?", "El Guernica."),
    ("invented", "write me a one line birthday wish for a colleague",
     "Your name, I'm glad to hear that. You're very kind and generous."),
    ("loop", "tell me about owls", "The owl is a bird. " + "The owl is a bird of the night. " * 3),
    ("loop", "¿qué es git?", "Es el código de Git, que es el código de Git, que es el código de Git."),
    ("loop", "name ten towns", "\n".join(f"{n}. The town of the hill" for n in range(1, 9))),
    ("loop", "laugh", "ja" * 40),
    ("loop", "recomendame una película", "No no, no no."),
    ("echo", "explicame en una frase qué es la inercia", "Explicamos la inercia."),
    ("loop", "¿y el agua?", "el agua " * 12),
    ("language", "¿Cuál es la capital de Italia?", "The capital of Italy is the city of Rome."),
    ("language", "How do I rename a branch?", "La rama se puede renombrar con un comando del sistema."),
    ("language", "¿qué me recomendás para el dolor de cabeza?", "You should drink water and rest."),
    ("script", "What is the tallest animal?", "长颈鹿是最高的动物"),
    ("script", "¿Cuál es el animal más alto?", "Самое высокое животное это жираф"),
    ("copy", "How do I boil an egg?", RIVERS),
    ("copy", "¿Cómo hiervo un huevo?", MERCADO),
    ("copy", "And what is a prime number?", RIVERS.replace("three villages", "two towns")),
    ("copy", "how do I plant a rose?", "You're a gardener."),
    ("copy", "hacelo más corto", MERCADO),
    ("echo", "explicame qué es la fotosíntesis", "La fotosíntesis es la fotosíntesis."),
    ("invented", "what did we talk about?", "We talked about sleep and our mental health."),
    ("invented", "Where should I eat?", "You told me that Marta cooks Peruvian ceviche in Lima."),
    ("invented", "¿dónde ceno?", "Me dijiste que Marta cocina ceviche peruano en Lima."),
]  # fmt: skip

REPLIES: list[tuple[str, str]] = [
    ("who is taller, Ann or Bob?", "Bob."),
    ("write a birthday wish for a colleague", "Happy birthday! You're the best colleague."),
    ("how can I feel better today?", "You're not alone; rest and drink water."),
    ("What is the capital of France?", "Paris."),
    ("What is the capital of France?", "The capital of France is Paris."),
    ("¿Cuál es la capital de Italia?", "La capital de Italia es Roma."),
    ("what is 6 times 7", "42"),
    ("hi there", "Hi there!"),
    ("hola", "¡Hola!"),
    ("did it work?", "👍"),
    ("Translate \"good morning\" into Spanish.", "Buenos días, ¿cómo está usted?"),
    ("¿Cómo se dice «el gato está en la casa» en inglés?", "The cat is in the house."),
    ("Write \"I love you\" in Japanese.", "愛してる"),
    ("How do I greet in Russian?", "Здравствуйте is the polite one."),
    ("What is the alphabet?", "a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s"),
    ("is it true?", "No, no, no, that is a myth."),
    ("Cheer me up", "Ha ha ha! You will be fine, you always are."),
    ("list the first primes", "2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37"),
    ("compare them", "| name | fast | safe |\n|---|---|---|\n| a | yes | yes |\n| b | yes | yes |"),
    ("write zeros in Python", "```python\nx = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]\n```"),
    ("Turn this into a question: \"You like tea.\"", "Do you like tea?"),
    ("Which word does not belong: dog, cat, table, horse?", "Table."),
    ("what does the cat say", "The cat says meow."),
    ("Is the Earth round?", "The Earth is round."),
    ("what comes first, the egg or the hen?", "The hen."),
    ("¿Cuál de estas es un color: silla, verde, siete?", "Verde."),
    ("Correct this sentence: \"He have two car.\"", "He has two cars."),
    ("Which command shows the current folder?", "`pwd` shows the current folder."),
    ("thanks a lot", "You are welcome."),
    ("What is the plural of \"child\"?", "Children."),
    ('Say the past tense of "to go"', 'The past tense of "to go" is "went".'),
    ("What is the plural of ox?", "Oxen."),
    ("Suggest a name for a black cat.", "The Black Cat."),
    ("Which of these is a colour: chair, blue, seven?", "The colour is blue."),
    ("What is the first letter of the word \"water\"?", "The first letter of \"water\" is \"w\"."),
    ("¿cuántos lados tiene un cuadrado?", "Un cuadrado tiene 4 lados."),
    ("give me three ideas", "1. Books. 2. Music. 3. A trip."),
    ("repeat after me: the tide is high today", "The tide is high today."),
    ("what did I say about Marta?", "You told me that Marta cooks on Fridays."),
    ("say that again", RIVERS),
    ("make it shorter", "The river rises in the hills and runs past three villages to the sea."),
    ("¿me lo repetís de nuevo?", MERCADO),
    ("where does the river rise, and where does it end?", "It rises in the hills and meets the sea."),
    ("how do I undo a commit?", "Use `git reset HEAD~1`. It keeps your files as they are."),
    ("¿qué comando lista archivos?", "`ls` los lista; con `-l` también el tamaño."),
    ("docker?", "It runs programs in containers, each with its own files."),
    ("what does […] mean in a quote?", "[…] marks that something was left out."),
    ("what is in the file?", "A list of prices: 3 rows, one of them empty."),
    ("a haiku, please", "Grey rain on the roof\na street forgets its own dust\none umbrella waits"),
]  # fmt: skip


def asked(message: str) -> Asked:
    return Asked(
        message,
        detect_language(message),
        earlier=(
            Said("tell me a story", RIVERS),
            Said("contame algo", MERCADO),
            Said("my work is in a garden", "You're a gardener."),
            Said("thanks", "You are welcome."),
        ),
        unquotable=(static_prompt().text, "La capital de Portugal es Lisboa.", "Casa."),
        known=("Marta cooks on Fridays",),
    )


@pytest.mark.parametrize(("why", "message", "reply"), NO_REPLIES)
def test_A10_what_is_no_reply(why: Why, message: str, reply: str) -> None:
    assert fault(reply, asked(message)) == why


@pytest.mark.parametrize(("message", "reply"), REPLIES)
def test_A10_what_is_a_reply(message: str, reply: str) -> None:
    assert fault(reply, asked(message)) is None


def test_A10_an_earlier_reply_to_the_same_question_is_no_copy() -> None:
    before = Asked("where does the river rise?", "en", (Said("where does the river rise", RIVERS),))
    assert fault(RIVERS, before) is None
    assert fault(RIVERS, before._replace(message="what is a quorum?")) == "copy"


def test_A10_a_follow_up_may_be_answered_with_words_of_the_last_reply() -> None:
    half = "The river rises in the hills behind the old mill, as a spring under a stone."
    leaning = Asked("and where exactly?", "en", (Said("tell me of it", RIVERS),), follow_up=True)
    assert fault(half, leaning) is None
    assert fault(RIVERS, leaning) == "copy"


def test_A10_a_language_that_a_fact_asks_for_is_right() -> None:
    question = Asked("¿cuál es la capital de Italia?", "es")
    english = "The capital of Italy is the city of Rome."
    assert fault(english, question) == "language"
    assert fault(english, question._replace(known=("answer always in English",))) is None


def test_A10_few_words_leave_the_language_to_those_before() -> None:
    spoken = (Said("¿cómo hago para que la masa leve?", "Con calor y tiempo."),)
    assert fault("Dejala una hora en el horno apagado.", Asked("ok", "en", spoken)) is None
    assert fault("You should leave it in the oven.", Asked("ok", "en", spoken)) == "language"


@pytest.mark.parametrize(
    "reply", ["", "\n", "…", "It is the same and the same. " * 9, "and so on and " * 20]
)
def test_A10_what_is_broken_whoever_said_it(reply: str) -> None:
    assert is_broken(reply)


@pytest.mark.parametrize("reply", [text for _, text in REPLIES] + [RIVERS, MERCADO, "no " * 6])
def test_A10_what_no_large_model_is_stopped_for(reply: str) -> None:
    assert is_broken(reply) is None


@pytest.mark.parametrize(
    "reply",
    [
        "Ovididate de la red de casa.",
        "Escrumbil a una coleja.",
        "Aguilia. Gracias, aprecimos.",
        "The flombery grindles are sporbed nicely.",
    ],
)
def test_A10_words_that_are_none_are_no_reply(reply: str) -> None:
    language: Language = "en" if reply.startswith("The") else "es"
    message = "tell me something of it" if language == "en" else "contame algo"
    assert fault(reply, Asked(message, language)) == "gibberish"


@pytest.mark.parametrize(
    "reply",
    [
        "Podés usar git rebase -i para reordenar los commits, che.",
        "Decime qué necesitás y lo vemos.",
        "Mandalo con docker-compose y avisale a Goyeneche.",
        "You can put nginx in front of it.",
        "Podman, si preferís no tener un demonio.",
    ],
)
def test_A10_names_tools_and_regional_forms_are_words(reply: str) -> None:
    language: Language = "en" if reply.startswith("You") else "es"
    message = "what should I use?" if language == "en" else "¿qué uso: docker o podman?"
    assert fault(reply, Asked(message, language)) is None


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        (
            "my boss said I should stop drinking tea",
            "Your boss said you should stop drinking tea.",
        ),
        ("mi jefa dice que deje el mate", "Mi jefa dice que deje el mate amargo."),
    ],
)
def test_A10_what_was_told_is_not_told_back(message: str, reply: str) -> None:
    asked = Asked(message, detect_language(message), states=True)
    assert fault(reply, asked) == "echo"
    assert fault(reply, asked._replace(states=False)) is None
    assert fault("Herbal infusions are kinder; would you miss it?", asked) != "echo"


def test_A10_who_it_is_may_be_said() -> None:
    asked = Asked("who are you?", "en", unquotable=("You are a helpful assistant. Answer truly.",))
    assert fault("I am an assistant.", asked) is None
    assert fault("You're a helpful assistant. I'm glad you are here.", asked) == "prompt"
