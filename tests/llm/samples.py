"""Texts of many kinds for counting: what tokenizers disagree about most."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable, Mapping

WORDS_ES = [
    "casa",
    "perro",
    "silla",
    "ventana",
    "computadora",
    "desarrollador",
    "despliegue",
    "servidor",
    "murciélago",
    "camión",
    "electroencefalografista",
    "otorrinolaringólogo",
    "corazón",
    "ñandú",
    "pingüino",
    "mudé",
    "acordate",
    "vos",
    "querés",
]
WORDS_EN = [
    "the",
    "server",
    "was",
    "deployed",
    "on",
    "friday",
    "although",
    "nobody",
    "had",
    "reviewed",
    "its",
    "configuration",
]


def _words(words: list[str]) -> Callable[[random.Random], str]:
    return lambda r: " ".join(r.choices(words, k=4000))


def _chars(alphabet: str, size: int = 6000) -> Callable[[random.Random], str]:
    return lambda r: "".join(r.choices(alphabet, k=size))


def _code(r: random.Random) -> str:
    lines = []
    for n in range(600):
        name = r.choice(WORDS_EN)
        lines += [
            f"def {name}_{n}(x: int) -> str:",
            f"    return f'{{x + {r.randint(0, 9999)}}}'",
            "",
        ]
    return "\n".join(lines)


def _log(r: random.Random) -> str:
    return "\n".join(
        f"2026-01-{n % 28 + 1:02d}T12:00:07.{r.randint(0, 999):03d}Z ERROR [worker-{n}] "
        f"0x{r.randint(0, 2**32):08x} status=503 latency={r.randint(1, 9999)}ms"
        for n in range(400)
    )


KINDS: Mapping[str, Callable[[random.Random], str]] = {
    "palabras": _words(WORDS_ES),
    "words": _words(WORDS_EN),
    "code": _code,
    "log": _log,
    "json": lambda r: json.dumps(
        [{"id": n, "score": r.random(), "tags": ["a"]} for n in range(900)]
    ),
    "digits": lambda r: " ".join(str(r.randint(0, 10**9)) for _ in range(2000)),
    "hex": _chars("0123456789abcdef"),
    "base64": lambda r: base64.b64encode(r.randbytes(9000)).decode(),
    "emoji": _chars("😀😂🎉🚀👍🏽👩\u200d💻🇦🇷❤️🔥✨🙈🦄"),
    "chinese": _chars("我上周末搬进了新公寓还在整理行李房东答应在冬天之前修好暖气"),
    "korean": _chars("지난 주말에 새 아파트로 이사해서 아직 짐을 풀고 있어요"),
    "japanese": _chars("先週末に新しいアパートに引っ越してまだ荷物を片付けています"),
    "cyrillic": _chars("прошлые выходные я переехал в новую квартиру "),
    "arabic": _chars("انتقلت إلى الشقة الجديدة في نهاية الأسبوع "),
    "thai": _chars("สุดสัปดาห์ที่แล้วฉันย้ายไปอพาร์ตเมนต์ใหม่"),
    "zero-width": _chars("ab\u200b\u200c\u200d\ufeff"),
    "rare": _chars("𝔘𝔫𝔦𝔠𒀀𒁀ꙮᚠᚢᚦ∑∫√∞≈┌─┬░▒▓"),
    "x": lambda r: ("x" * 500 + " ") * 60,
    "runs": lambda r: "".join(r.choice("x-=. \n\tA0~") * r.randint(1, 400) for _ in range(200)),
    "mixed": lambda r: " ".join(
        r.choice(["hola", "日本", "0x1f", "🙈", "\n\n", "----", "ünïcode", "12345", "<|im_end|>"])
        for _ in range(5000)
    ),
}


def sample(kind: str, seed: int) -> str:
    """A text of that kind, far over 4,000 tokens. The same seed gives the same text."""
    return KINDS[kind](random.Random(f"{kind}{seed}"))
