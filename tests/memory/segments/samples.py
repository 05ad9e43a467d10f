"""Conversations as people have them with an assistant: code, tables, lists, decisions, voseo."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache

from assistant.llm.tokens import Counter
from assistant.memory.segments.reading import Untyped
from assistant.memory.segments.summarise import summarise
from assistant.memory.signals.language import detect_language
from assistant.prompt.sections import summary_line
from assistant.records import Language, Message, Segment, Turn

NOW = datetime(2026, 3, 10, 15, 0, tzinfo=UTC)
Pairs = Sequence[tuple[str, str]]

SPANISH: dict[str, Pairs] = {
    "indices": (
        (
            "la consulta de pedidos por cliente tarda 4 segundos, la tabla tiene 12 millones de filas",
            "Probablemente falte un índice compuesto. Probá con:\n\n```sql\nCREATE INDEX CONCURRENTLY"
            " idx_pedidos_cliente_fecha ON pedidos (cliente_id, creado_en DESC);\n```\n\nCon eso el"
            " planner puede resolver el `ORDER BY` sin ordenar.",
        ),
        (
            "bajó a 35 ms. ¿conviene particionar también?",
            "Con 12 millones todavía no. Particionar por mes conviene a partir de unos 100 millones.",
        ),
        (
            "ok, no particionamos por ahora. queda pendiente revisar el autovacuum",
            "Anotado: revisá `autovacuum_vacuum_scale_factor`, 0.02 suele andar bien en tablas grandes.",
        ),
    ),
    "colas": (
        (
            "tengo que elegir entre RabbitMQ y SQS para los mails transaccionales",
            "| | RabbitMQ | SQS |\n|---|---|---|\n| Operación | propia | administrada |\n| Orden | por cola |"
            " FIFO opcional |\n| Costo | servidor | USD 0,40 por millón |\n\nTe recomiendo SQS si ya"
            " están en AWS: no hay servidor que mantener.",
        ),
        ("dale, vamos con eso", "Perfecto. Configurá una dead letter queue con 5 reintentos."),
    ),
    "kubernetes": (
        (
            "los pods de checkout se reinician con OOMKilled cada dos horas",
            "El límite de memoria está corto o hay una fuga. Mirá `kubectl top pod` y el heap de la JVM.",
        ),
        (
            "el límite es 512Mi y la JVM usa -Xmx512m",
            "Ahí está: la JVM usa más que el heap (metaspace, hilos). Dejá -Xmx en 75 % del límite.",
        ),
        (
            "subí el límite a 768Mi y puse -Xmx560m, anduvo toda la noche",
            "Buenísimo. Agregá una alerta cuando el uso pase del 90 %.",
        ),
    ),
    "frontend": (
        (
            "¿Vue o Svelte para el panel de métricas? somos tres y ya sabemos React",
            "Si el equipo sabe React, Vue cuesta menos; Svelte genera bundles más chicos.",
        ),
        (
            "el bundle no importa tanto, es interno",
            "Entonces pesa más la productividad: incluso quedarse en React sería razonable.",
        ),
        (
            "decidimos quedarnos con React y usar Recharts para los gráficos",
            "Tiene sentido: Recharts cubre series de tiempo y barras sin mucho código.",
        ),
    ),
    "git": (
        (
            "hice un rebase y perdí dos commits, ¿los puedo recuperar?",
            "Sí: `git reflog` te muestra los hashes; con `git cherry-pick a1b2c3d` los traés de vuelta.",
        ),
        (
            "era eso, los recuperé con cherry-pick",
            "¡Genial! Activá `rerere` para el próximo rebase.",
        ),
    ),
    "ci": (
        (
            "el pipeline de GitLab falla en el stage deploy con exit code 137",
            "137 es falta de memoria del runner. El build de Node suele pedir más de 2 GB.",
        ),
        (
            "¿le subo la memoria al runner o uso NODE_OPTIONS?",
            "Depende: si el runner es compartido, `NODE_OPTIONS=--max-old-space-size=1536` es más prudente.",
        ),
        (
            "voy a usar NODE_OPTIONS y pasar el runner a una m5.large el lunes",
            "Con 8 GB en la m5.large te alcanza de sobra.",
        ),
    ),
    "seguridad": (
        (
            "nos pidieron rotar las claves de la API cada 90 días",
            "Usá dos claves activas a la vez: publicás la nueva, esperás 24 h y revocás la vieja.",
        ),
        (
            "la clave actual es sk-proj-Zx81LmQ0aTtR7vYw29bKc4Ns, ¿la rotamos ya?",
            "No la pegues en chats. Rotala ahora mismo y guardala en Vault.",
        ),
    ),
    "modelo": (
        (
            "entrené un XGBoost para churn y da AUC 0,81 en test pero 0,67 en producción",
            "Suena a fuga de datos o a drift. Revisá si alguna variable se calcula después del churn.",
        ),
        (
            "la variable dias_desde_ultimo_login se calculaba al final del mes",
            "Esa es la fuga: en producción tiene otro valor. Recalculala a la fecha de la predicción.",
        ),
        (
            "la saqué y quedó en 0,76 en los dos. todavía no decidimos si reentrenar cada semana",
            "Con drift mensual, reentrenar cada dos semanas es un punto medio.",
        ),
    ),
    "mobile": (
        (
            "¿Flutter o React Native para la app de reservas? la entrega es el 30 de junio",
            "Con ese plazo, lo que el equipo ya conozca. Te sugiero React Native si vienen de web.",
        ),
        (
            "me convence, hagámoslo con React Native",
            "Bien: Expo te ahorra la configuración nativa.",
        ),
    ),
    "facturas": (
        (
            "necesito generar PDFs de facturas desde Django, unas 3.000 por noche",
            "WeasyPrint renderiza HTML con CSS; para 3.000 conviene un worker de Celery.",
        ),
        (
            "WeasyPrint tarda 1,2 s por factura",
            "Serían 60 minutos en serie; con 4 workers, unos 15 minutos.",
        ),
        (
            "perfecto, 4 workers. descartamos wkhtmltopdf porque no lo mantienen más",
            "Correcto, wkhtmltopdf está archivado desde 2023.",
        ),
    ),
}

ENGLISH: dict[str, Pairs] = {
    "migration": (
        (
            "We're moving the billing service from MySQL 5.7 to Postgres 16. What breaks first?",
            "Case-insensitive collations, `ON DUPLICATE KEY UPDATE`, and zero dates. Use pgloader for"
            " the first copy and logical replication for the cut-over.",
        ),
        (
            "The invoices table is 340 GB. How long would pgloader take?",
            "At roughly 60 MB/s about 95 minutes; build indexes afterwards.",
        ),
        (
            "Let's do the cut-over on Saturday March 14 at 02:00 UTC, with Dana on call.",
            "Good window. Freeze schema changes from Thursday on.",
        ),
    ),
    "flaky": (
        (
            "test_checkout_total fails once in twenty runs, only in CI",
            "Flaky only in CI often means time zones, ordering or shared state. Does it use `now()`?",
        ),
        (
            "It turned out the fixture used a naive datetime around midnight.",
            "Freeze the clock then.",
        ),
    ),
    "list": (
        (
            "Give me a checklist for launching the beta",
            "## Launch checklist\n\n1. **Feature flags**: off by default\n2. **Status page** on"
            " status.acme.io\n3. Support rota for the first 72 hours\n4. Rollback plan tested\n"
            "5. [Press kit](https://acme.io/press) reviewed by Legal",
        ),
        (
            "I'd like a waitlist too. We haven't decided the size of the first wave.",
            "Start with 200 people; it's enough to see patterns and small enough to answer everyone.",
        ),
    ),
    "refused": (
        (
            "Should we go with Kubernetes?",
            "For two services it is a lot of machinery; Fly.io or ECS is less.",
        ),
        (
            "If we went with ECS, would Terraform be enough?",
            "Yes, the AWS provider covers ECS fully.",
        ),
    ),
    "accepted": (
        (
            "What should we use for feature flags?",
            "There are LaunchDarkly, Unleash and plain environment variables. I'd go with Unleash,"
            " self-hosted: you keep user data at home.",
        ),
        ("Sounds good, thanks!", "Great. The Docker image is unleashorg/unleash-server."),
    ),
    "allergy": (
        (
            "I'm allergic to penicillin and I've got a sinus infection. What do doctors use instead?",
            "Often doxycycline, or a macrolide such as azithromycin; your doctor decides.",
        ),
        ("She gave me doxycycline 100 mg twice a day.", "Take it with food and avoid strong sun."),
    ),
    "small": (("ok", "👍"),),
}


def turns(pairs: Pairs, *, session: str = "default:me:1", at: datetime = NOW) -> tuple[Turn, ...]:
    """Those exchanges as turns, a minute apart."""

    def row(number: int, author: str, content: str) -> Message:
        identity = f"{session}/{number}/{author}"
        when = at + timedelta(minutes=number)
        return Message(identity, session, number, author, content, when, 0)  # type: ignore[arg-type]

    return tuple(
        Turn(number, row(number, "user", user), row(number, "assistant", reply))
        for number, (user, reply) in enumerate(pairs, start=1)
    )


def segment(
    pairs: Pairs,
    language: Language | None = None,
    *,
    at: datetime = NOW,
    untyped: Untyped | None = None,
) -> Segment:
    """The local summary of those exchanges, counted as the prompt does."""
    group = turns(pairs, at=at)
    spoken = detect_language(" ".join(turn.user.content for turn in group))
    return summarise(
        group,
        segment_id="s",
        role="default",
        language=language or spoken,
        now=group[-1].user.timestamp,
        size=size,
        untyped=untyped or {},
    )


def size(segment: Segment) -> int:
    return _counter().count(summary_line(segment))


@cache
def _counter() -> Counter:
    return Counter()
