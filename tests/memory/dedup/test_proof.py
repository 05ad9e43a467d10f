"""Two questions are one, or not (A4). Real embedder; every rule with a pair of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.dedup.eligibility import corrects, may_be_reused
from assistant.memory.dedup.proof import SURE, prove, same_logit
from assistant.memory.dedup.text import normalise
from assistant.memory.matching import Meaning
from assistant.text.dictionaries import is_word
from training import DATA


@pytest.fixture(scope="module")
def meaning(embedder_cache: Path) -> Meaning:
    embedder = open_embedder(EmbeddingConfig(), embedder_cache)
    return Meaning(embedder.embed, embedder.calibrate)


def same(one: str, other: str, meaning: Meaning) -> bool:
    similarity = meaning.likeness(one, other)
    return prove(one, other, similarity=similarity).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("find large files on linux", "linux command to locate big files"),
        ("cómo afino una guitarra", "afinar la guitarra, pasos"),
        ("how to freeze tomatoes", "cómo congelar tomates"),
        ("what is the recipe for gazpacho", "recipe for gazpacho"),
        ("receta de chimichurri", "reseta de chimichuri"),
        ("how do I rename a git branch", "HOW DO I RENAME A GIT BRANCH??"),
        ("hola, una consulta: cómo se injerta un rosal? gracias", "cómo se injerta un rosal"),
        ("I was wondering how glaciers form", "how do glaciers form"),
        ("how do I show line numbers in nano", "how do I see line numbers in nano"),
        ("cuál es el peso de un bisonte", "cuánto pesa un bisonte"),
        ("qué comen los osos", "what do bears eat"),
        ("how do I instal rsync on fedora", "how do I install rsync on fedora"),
        ("in perl, how do I trim a string", "how do I trim a string in perl"),
        ("how is glue made", "how do you make glue"),
        ("how many strings are there in a lute", "how many strings does a lute have"),
        ("por qué las gallinas escarban", "por qué escarban las gallinas"),
        ("when did the cold war start", "cuándo empezó la guerra fría"),
        ("what is the difference between jam and honey", "difference between honey and jam"),
        ("a qué se debe que ladren los perros", "por qué ladran los perros"),
    ],
)
def test_A4_the_same_question_in_other_words(one: str, other: str, meaning: Meaning) -> None:
    assert same(one, other, meaning)


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("what is error 404", "what is error 403", "number"),
        ("cable de 3 mm", "cable de 3 cm", "unit"),
        ("what is new in java17", "what is new in java21", "identifier"),
        ("birds that fly", "birds that do not fly", "negation"),
        ("delete the rows", "delete only the rows", "scope"),
        ("who built the alhambra", "when was the alhambra built", "question"),
        ("cómo se vive en egipto", "cómo se vivía en egipto", "tense"),
        ("cómo activar el bluetooth", "cómo desactivar el bluetooth", "opposite"),
        ("de binario a hexadecimal", "de hexadecimal a binario", "relation"),
        ("translate english to german", "translate german to english", "direction"),
        ("is zig safer than c", "is c safer than zig", "direction"),
        ("what preys on seals", "what do seals prey on", "particle"),
        ("qué es un verbo", "what is an adverb", "other words"),
        ("convert a set to a map", "convert a map to a set", "direction"),
        ("is java faster than python", "is python faster than java", "direction"),
        ("shortcuts in blender", "shortcuts for sculpting in blender", "more is asked"),
        ("what does tar -t do", "what does tar -u do", "identifier"),
        ("what does a >> b mean", "what does a << b mean", "identifier"),
        ("label the x axis", "label the z axis", "letter"),
        ("what is vitamin a", "what is vitamin e", "letter"),
        ("what is my shirt size", "what is your shirt size", "person"),
        ("cómo me llamo", "cómo te llamás", "person"),
        ("quién dirigirá la obra", "quién dirige la obra", "tense"),
        ("who conducts the choir", "who conducted the choir", "tense"),
        ("quién fabrica el papel", "quién fabricó el papel", "tense"),
        ("what do I usually wear", "what do you usually wear", "person"),
        ("what is used to dye silk", "what was used to dye silk", "tense"),
        ("the past tense of go", "the past tense of do", "word"),
        ("how do you say please in Thai", "how do you say thanks in Thai", "word"),
        ("cómo uso strftime", "cómo uso strptime", "other words"),
        ("a quién venció Aníbal", "quién venció a Aníbal", "question"),
        ("qué animal caza al puma", "qué animal caza el puma", "relation"),
        ("how do I turn the fan on", "how do I turn the fan off", "opposite"),
        ("how to sign in to slack", "how to sign up for slack", "relation"),
        ("how do I list tags in svn", "how do I create tags in svn", "other words"),
        ("what is a list in lua", "what is lua", "more is asked"),
        ("how do I shave with a goatee", "how do I shave a goatee", "relation"),
        ("how do I ski in the fog", "how do I ski with a fog", "relation"),
        ("how do I get through a divorce", "how do I get a divorce", "more is asked"),
        ("how do I use a mail van", "how do I use a van mail", "direction"),
        ("do wolves follow ravens", "do ravens follow wolves", "direction"),
        ("how are horses trained", "how do horses train", "direction"),
        ("cómo se peina una abuela", "cómo peina una abuela", "direction"),
        ("how do I throw up", "how do I throw", "particle"),
        ("do all frogs swim", "do some frogs swim", "scope"),
        ("can I eat moss", "should I eat moss", "modality"),
        ("how did you act when it was late", "how would you act when it was late", "tense"),
        ("what do owls need", "what do owls give", "other words"),
        ("how do I help my son relax", "how do I help my daughter relax", "opposite"),
        ("what is the meaning of art", "what is art", "question"),
        ("cada cuánto se riega un bonsái", "cuánto se riega un bonsái", "scope"),
        ("what is a spirit", "what are spirits", "other words"),
        ("where are the Rockies", "where are the rocky", "other words"),
        ("what is a red", "qué es una red", "other words"),
        ("what eats frogs", "qué comen las ranas", "direction"),
        ("what does apt update do", "what does apt upgrade do", "another name"),
    ],
)
def test_A4_each_sign_sets_questions_apart(
    one: str, other: str, reason: str, meaning: Meaning
) -> None:
    proof = prove(one, other, similarity=0.99)
    assert not proof.same
    assert proof.reason == reason


def test_A4_questions_that_embed_far_apart_are_no_paraphrases(meaning: Meaning) -> None:
    one, other = "how do I change the oil", "how do I edit the oil"
    assert prove(one, other, similarity=0.3).reason == "another sense"


def test_A4_another_entity_is_another_question(meaning: Meaning) -> None:
    assert not same("symptoms of measles", "symptoms of mumps", meaning)
    assert not same("cómo podar rosales", "cómo podar higueras", meaning)
    assert not same("redis commands", "redux commands", meaning)


@pytest.mark.parametrize(
    "text",
    [
        "what time is it",
        "yesterday's results",
        "la agenda de la semana que viene",
        "latest version of node",
        "precio del dólar",
        "weather in Oslo",
        "is the server running",
        "tell me a joke",
        "and in Python?",
        "how does it work",
        "qué significa eso",
        "what does the second argument mean",
        "hacelo más corto",
        "hola",
        "trabajo en un banco",
    ],
)
def test_A3_some_questions_are_never_reused(text: str) -> None:
    assert not may_be_reused(text)


def test_A4_a_pronoun_is_fine_after_what_it_stands_for() -> None:
    assert may_be_reused("cold start, serverless: what is that")


def test_A4_accents_case_and_marks_do_not_make_another_question() -> None:
    assert normalise("¿Qué ES el TCP?") == normalise("que es el tcp")
    assert normalise("Hola, ¿qué es el TCP?") == normalise("que es el tcp")


def test_A4_a_tilde_that_makes_another_word_makes_another_question() -> None:
    assert normalise("qué es una caña") != normalise("qué es una cana")
    assert normalise("qué es un corazón") == normalise("qué es un corazon")


def test_A4_operators_make_another_question() -> None:
    assert normalise("what is a > b") != normalise("what is a >> b")


@pytest.mark.parametrize(
    "text", ["no, that is wrong", "eso no es correcto", "te equivocaste", "you are mistaken"]
)
def test_A4_corrections_are_heard(text: str) -> None:
    assert corrects(text)
    assert not corrects("how do I correct a typo in a commit message")


@pytest.mark.heavy
@pytest.mark.slow
def test_A4_hardly_any_wrong_reuse_on_the_recorded_pairs(meaning: Meaning) -> None:
    lines = (DATA / "dedup" / "pairs.jsonl").read_text("utf-8").splitlines()
    pairs = [json.loads(line) for line in lines]
    reused = [same(p["first"], p["second"], meaning) for p in pairs]
    wrong = [p for p, r in zip(pairs, reused, strict=True) if r and not p["same"]]
    right = [p for p, r in zip(pairs, reused, strict=True) if r and p["same"]]
    assert len(pairs) >= 1200
    assert len(wrong) <= 0.01 * sum(not p["same"] for p in pairs), wrong
    assert len(right) >= 0.7 * sum(p["same"] for p in pairs)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("¿Cuánto pesa un libro?", "¿Cuánto pesa una libra?"),
        ("¿Qué significa plato?", "¿Qué significa plata?"),
        ("¿Cómo se dice perro en inglés?", "¿Cómo se dice pero en inglés?"),
        ("What is a cod?", "What is a code?"),
        ("Who is Laura Ortiz?", "Who is Lara Ortiz?"),
        ("Who was Henry VII?", "Who was Henry VIII?"),
        ("What is 30% of 200?", "What is 200% of 30?"),
        ("How do I show hidden files on Mac?", "How do I hide files on Mac?"),
        ("¿Qué es una caña?", "¿Qué es una cana?"),
        ("What is a moral?", "What is a morale?"),
        ("What is a bass?", "What is a base?"),
        ("How do I find the mean?", "How do I find the meaning?"),
        ("What is a bat?", "¿Qué es un bate?"),
        ("What is a thursday?", "¿Qué es un viernes?"),
        ("Where is Granada?", "¿Dónde está la granada?"),
    ],
)
def test_A4_words_that_look_like_forms_of_one_are_told_apart(
    one: str, other: str, meaning: Meaning
) -> None:
    assert not same(one, other, meaning)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("¿Cómo instalo Docker en Ubuntu?", "¿Cómo se instala Docker en Ubuntu?"),
        ("how do I plan a trip", "how to plan a trip?"),
        ("delete a branch in git", "delet a branch in git"),
        ("when did World War II end", "when did WW2 end"),
    ],
)
def test_A4_forms_of_one_word_stay_one(one: str, other: str, meaning: Meaning) -> None:
    assert same(one, other, meaning)


@pytest.mark.parametrize(
    "question",
    [
        "How do I fix this error?",
        "How many people live here?",
        "What did I say before?",
        "¿De qué estábamos hablando?",
        "¿Cuál me conviene?",
        "¿Por qué falla?",
        "¿Cómo sigo?",
        "Corregí mi código",
        "Are you sure?",
    ],
)
def test_A4_what_leans_on_the_conversation_is_never_reused(question: str) -> None:
    assert not may_be_reused(question)


@pytest.mark.parametrize("question", ["¿A qué temperatura hierve el agua?", "¿Cómo nadar mejor?"])
def test_A4_what_stands_alone_may_be_reused(question: str) -> None:
    assert may_be_reused(question)


def test_A4_no_dictionary_is_opened_where_something_else_differs(meaning: Meaning) -> None:
    before = is_word.cache_info()
    assert not same("rotate an imgae by 30 degrees", "rotate an image by 60 degrees", meaning)
    assert is_word.cache_info() == before


@pytest.mark.parametrize("text", ["¿No lleva ajo?", "Error handling in Go: what is usual?"])
def test_A4_a_question_that_asks_on_corrects_nothing(text: str) -> None:
    assert not corrects(text)


@pytest.mark.parametrize("text", ["No, ¿seguro?", "No estás equivocado?", "mal"])
def test_A4_a_doubt_corrects(text: str) -> None:
    assert corrects(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("quit", "exit"),
        ("exit", "salir"),
        ("stop", "halt"),
        ("cerrar", "salir"),
        ("the delete keyword", "the remove keyword"),
        ("remove method of a list in python", "delete method of a list in python"),
        ("explain the word begin", "explain the word start"),
        ("synonyms of big", "synonyms of large"),
        ("sinónimos de comenzar", "sinónimos de empezar"),
        ("¿qué hace el comando borrar?", "¿qué hace el comando eliminar?"),
    ],
)
def test_A4_a_word_that_stands_for_itself_has_no_synonym(
    one: str, other: str, meaning: Meaning
) -> None:
    assert not same(one, other, meaning)


def test_A4_a_word_that_is_used_has_synonyms(meaning: Meaning) -> None:
    assert same("how do I exit vim?", "how do I quit vim?", meaning)
    assert same("how to delete a branch in git", "how to remove a branch in git", meaning)


def read_as_same(one: str, other: str, meaning: Meaning) -> bool:
    similarity = meaning.likeness(one, other)
    return prove(one, other, similarity=similarity, read=True).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("how do i list the largest files in a folder", "find the biggest files in a directory"),
        ("cómo sé qué proceso ocupa el puerto 8080", "which process is using port 8080"),
        ("how do I descale a kettle w vinegar", "descaling a kettle with vinegar"),
        ("how do i list open ports in linux n kill one", "linux list open ports and kill one"),
    ],
)  # fmt: skip
def test_A4_the_reader_knows_a_question_in_other_words(
    one: str, other: str, meaning: Meaning
) -> None:
    assert not same(one, other, meaning)
    assert read_as_same(one, other, meaning)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("how do i install ladybug in rhino 7", "how do i put ladybug into rhino 8"),
        ("which pins tolerate 5 volts", "which pins don't tolerate 5 volts"),
        ("how do i convert an elf to a bin with objcopy",
         "how do i turn a bin into an elf using objcopy"),
        ("how do i mute notifications in teams", "how do i mute notifications in outlook"),
        ("how do i split a hive", "how long does a hive live"),
    ],
)  # fmt: skip
def test_A4_what_sets_questions_apart_does_so_for_the_reader_too(
    one: str, other: str, meaning: Meaning
) -> None:
    assert not read_as_same(one, other, meaning)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("label the x axis", "label the z axis"),
        ("para qué sirve la vitamina d", "para qué se toma la vitamina k"),
        ("who conducted the choir last year", "who conducts the choir this year"),
        ("quién fabrica el papel", "quién fabricó el papel"),
        ("the past tense of go", "what's the past tense of do"),
    ],
)
def test_A4_a_letter_a_tense_or_a_quoted_word_still_tells_questions_apart(
    one: str, other: str, meaning: Meaning
) -> None:
    assert not read_as_same(one, other, meaning)


@pytest.mark.parametrize(("one", "other"), [("", "¿qué?"), ("what", ""), ("qué", "what")])
def test_A4_a_question_of_no_words_is_no_other_question(one: str, other: str) -> None:
    assert not prove(one, other, similarity=0.95).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5 mebibytes in bytes", "5 megabytes in bytes"),
        ("If A is 20% more than B, how much is B?", "If A is 20% less than B, how much is B?"),
    ],
)
def test_A4_what_the_words_prove_the_networks_may_doubt(
    one: str, other: str, meaning: Meaning
) -> None:
    assert not read_as_same(one, other, meaning)


def test_A4_figures_count_however_sure_the_networks_are(meaning: Meaning) -> None:
    one, other = "cuántas calorías tienen 2 medialunas", "calories in 4 medialunas"
    assert same_logit(one, other, meaning.likeness(one, other)) > SURE - 2
    assert not read_as_same(one, other, meaning)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What if a British monarch married a Danish monarch or any other European monarch?",
         "For property under construction, what is the rate of service tax that should be paid?"),
        ("how do i get rid of ants", "what draws those black insects into a kitchen at night"),
    ],
)  # fmt: skip
def test_A4_questions_with_no_word_in_common_are_not_the_same_for_that(
    one: str, other: str, meaning: Meaning
) -> None:
    assert not read_as_same(one, other, meaning)
