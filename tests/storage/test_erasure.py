"""Forgetting, verified: after it the bytes are in no file under the home."""

from __future__ import annotations

import random
import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from assistant.records import Fact, Slot
from assistant.storage.base import FactUse, Stores
from assistant.storage.events import StorageEvent
from assistant.storage.sqlite.connection import Database
from tests.contract.samples import NOW, conversation, fact, later, segment, turn
from tests.storage.conftest import Opener, run, start

# In a process of its own: closing a descriptor of the database here would drop SQLite's locks.
GREP = """
import pathlib
needles = [bytes.fromhex(line) for line in sys.stdin.read().split()]
for file in pathlib.Path(path).parent.rglob("*"):
    if file.is_file():
        content = file.read_bytes()
        folded = content.lower()
        for needle in needles:
            if needle in content or needle.lower() in folded:
                print(file.name, needle)
"""


def grep(path: Path, *needles: str | bytes) -> list[str]:
    """Files and needles found in them, whatever their case."""
    process = start(path, GREP)
    raw = [n if isinstance(n, bytes) else n.encode() for n in needles]
    out, err = process.communicate("\n".join(n.hex() for n in raw), timeout=60)
    assert process.returncode == 0, err
    return out.splitlines()


def words_of(path: Path, index: str) -> set[str]:
    """Every word that a full-text index holds (on disk they are compressed by their prefix)."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, {index}, row)")
        return {term for (term,) in connection.execute("SELECT term FROM temp.words")}


def mark() -> str:
    return f"qzx{random.getrandbits(64):016x}"


def remember(stores: Stores, count: int) -> dict[str, Fact]:
    """Facts whose text, slot, id and vector can be told from anything else."""
    import numpy as np

    random.seed(8)
    marked: dict[str, Fact] = {}
    with stores.transaction():
        _remember(stores, count, marked)
    rng = np.random.default_rng(3)
    rows = rng.random((count, 64), dtype=np.float32)
    ids = [made.id for made in marked.values()]
    stores.facts.put_vectors("e", dict(zip(ids, rows, strict=True)))
    return marked


def _remember(stores: Stores, count: int, marked: dict[str, Fact]) -> None:
    for n in range(count):
        word = mark()
        text = f"{word} vive en {mark()} desde {n} " + "y más " * random.randint(0, 30)
        made = fact(text, id=f"id-{mark()}", slot=Slot("yo", "ciudad", word))
        stores.facts.add(made)
        marked[word] = made
        if n % 3 == 0:
            stores.facts.update(replace(made, last_confirmed_at=later(days=1), fact=text + " ya"))
        stores.facts.record_uses([FactUse(made.id, "s", 1, NOW)])


def test_what_is_forgotten_is_in_no_file(open_home: Opener, path: Path) -> None:
    stores = open_home()
    marked = remember(stores, 300)
    ids, matrix, _ = stores.facts.vectors("e")
    stores.flush()  # with a backup of the day, which holds them all
    Path(f"{path}.backup-v1").write_bytes(next(path.parent.glob("*backup-2026*")).read_bytes())
    Path(f"{path}.damaged-2026").write_text(" ".join(marked))
    doomed = random.sample(sorted(marked), 100)
    gone = [marked[word] for word in doomed]
    vectors = [matrix[ids.index(made.id)][:4].tobytes() for made in gone]
    assert len(grep(path, *doomed)) > 200

    stores.facts.erase([made.id for made in gone], ["d1gest"], NOW)
    stores.scrub()

    assert grep(path, *doomed, *(word[-8:] for word in doomed)) == []
    assert grep(path, *vectors) == []
    assert grep(path, *(made.id for made in gone)) == []
    assert grep(path, "d1gest")
    kept = sorted(set(marked) - set(doomed))
    assert set(kept) <= words_of(path, "facts_fts")
    assert not set(doomed) & words_of(path, "facts_fts")
    assert len(list(path.parent.glob("*backup*"))) == 1  # made anew
    assert not list(path.parent.glob("*damaged*"))
    assert len(grep(path, *kept[:20])) >= 40  # in the database and in the backup
    assert len(stores.facts.search(["vive"], 300)) == 200
    assert stores.check() == []


def test_what_is_forgotten_is_gone_while_another_program_has_the_home_open(
    open_home: Opener, path: Path
) -> None:
    stores = open_home()
    marked = remember(stores, 40)
    other = start(path, "stores = open_home(); stores.facts.all(); print(1, flush=True); input()")
    assert other.stdout
    other.stdout.readline()
    doomed = sorted(marked)[:10]
    stores.facts.erase([marked[word].id for word in doomed], [], NOW)
    stores.scrub()
    assert grep(path, *doomed) == []
    other.communicate("\n")
    assert grep(path, *doomed) == []


def test_closing_scrubs_what_nobody_scrubbed(
    open_home: Opener, path: Path, events: list[StorageEvent]
) -> None:
    stores = open_home()
    marked = remember(stores, 20)
    stores.facts.erase([made.id for made in marked.values()], [], NOW)
    stores.close()
    assert grep(path, *marked) == []
    assert "scrubbed" in [event.kind for event in events]


def test_a_crash_between_erasing_and_scrubbing_is_made_good(open_home: Opener, path: Path) -> None:
    stores = open_home()
    marked = remember(stores, 20)
    stores.close()
    body = f"""
stores = open_home()
stores.facts.erase({[made.id for made in marked.values()]}, [], NOW)
os.kill(os.getpid(), {signal.SIGKILL:d})
"""
    start(path, body).communicate()
    assert grep(path, *marked)
    open_home().close()
    assert grep(path, *marked) == []


def test_a_scrub_that_is_kept_waiting_stays_owed(open_home: Opener, path: Path) -> None:
    stores = open_home()
    marked = remember(stores, 5)
    database = stores._database
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM facts").fetchone()
        with database.reading() as connection:
            connection.execute("PRAGMA busy_timeout = 100")
        stores.facts.erase([made.id for made in marked.values()], [], NOW)
        database.busy_seconds = 0.1
        stores.scrub()
        assert stores.erasures.pending()
        assert grep(path, *marked)
    stores.scrub()
    assert not stores.erasures.pending()
    assert grep(path, *marked) == []


def test_S4_an_erased_segment_is_in_no_file(open_home: Opener, path: Path) -> None:
    stores = open_home()
    words = [mark() for _ in range(40)]
    for n, word in enumerate(words):
        stores.segments.add(segment(word, id=f"s{n}", decisions=(f"usar {word}",)))
    stores.flush()
    stores.segments.erase([f"s{n}" for n in range(20)])
    stores.scrub()
    assert grep(path, *words[:20]) == []
    assert not set(words[:20]) & words_of(path, "segments_fts")
    assert len(grep(path, *words[20:])) >= 20


def test_C7_a_deleted_conversation_is_in_no_file(open_home: Opener, path: Path) -> None:
    stores = open_home()
    words = [mark() for _ in range(30)]
    stores.conversations.save(conversation(metadata={"title": words[0]}))
    for n, word in enumerate(words[1:], 1):
        stores.conversations.append(turn(n, user=f"{word} " * 5))
    stores.segments.add(segment(words[0]))
    stores.keyvalue.put("state:default:ana:1", "city", words[1])
    stores.conversations.delete("default:ana:1")
    stores.close()
    assert grep(path, *words) == []


def test_C4_no_backup_holds_dialogue_or_cached_answers(open_home: Opener, path: Path) -> None:
    stores = open_home()
    said, answered, kept = mark(), mark(), mark()
    stores.conversations.save(conversation())
    stores.conversations.append(turn(1, user=said))
    stores.keyvalue.put("answers", "k", answered, expires_at=later(hours=24))
    stores.keyvalue.put("state", "k", kept)
    stores.facts.add(fact(kept))
    stores.close()
    found = grep(path, said, answered, kept)
    assert not [line for line in found if "backup" in line and kept not in line]
    assert [line for line in found if "backup" in line and kept in line]


def test_what_was_edited_out_of_a_fact_is_in_no_file(open_home: Opener, path: Path) -> None:
    stores = open_home()
    marked = remember(stores, 30)
    for word in marked:
        known = stores.facts.get(marked[word].id)
        assert known is not None
        stores.facts.update(replace(known, fact="vive en otra parte", slot=None))
    stores.close()
    assert grep(path, *marked) == []
    assert not set(marked) & words_of(path, "facts_fts")


def test_a_forgotten_text_leaves_no_temporary_files(open_home: Opener, path: Path) -> None:
    stores = open_home()
    marked = remember(stores, 30)
    stores.facts.erase([made.id for made in marked.values()], [], NOW)
    stores.close()
    assert {p.name for p in path.parent.iterdir()} == {
        "assistant.db",
        "assistant.db.backup-2026-02-03",
        "assistant.db.digest-2026-02-03",
    }
    assert Database(path).path == path
    assert run(path, "print(len(open_home().facts.all(retired=True)))").strip() == "0"
