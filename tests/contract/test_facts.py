from __future__ import annotations

import contextlib
from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.errors import TryAgainLater
from assistant.records import Slot
from assistant.storage.base import FactUse, Stores
from tests.contract.samples import NOW, fact, later, vector


def test_F1_a_fact_comes_back_with_every_field(stores: Stores) -> None:
    whole = fact(
        "equipo de 5 personas",
        domain="projects",
        confidence="low",
        source="inferred",
        last_confirmed_at=later(days=1),
        kind="decision",
        role="coach",
        language="es",
        slot=Slot("equipo", "tamaño", "5 personas", many=True, negated=True),
        replaces="f-old",
        superseded_by="f-new",
        retired_at=later(days=2),
    )
    plain = fact()
    stores.facts.add(whole)
    stores.facts.add(plain)
    assert stores.facts.get(whole.id) == whole
    assert stores.facts.get(plain.id) == plain
    assert stores.facts.get("nobody") is None


def test_an_id_is_taken_once(stores: Stores) -> None:
    known = fact()
    stores.facts.add(known)
    with pytest.raises(ValueError, match=known.id):
        stores.facts.add(known)


def test_all_lists_live_facts_oldest_first(stores: Stores) -> None:
    newest, oldest = fact(created_at=later(days=2)), fact(created_at=later(days=-2))
    retired = fact(created_at=NOW, retired_at=later(days=1), superseded_by=newest.id)
    for added in (newest, oldest, retired):
        stores.facts.add(added)
    assert stores.facts.all() == [oldest, newest]
    assert stores.facts.all(retired=True) == [oldest, retired, newest]


def test_all_follows_every_change(stores: Stores) -> None:
    first, second = fact("uno"), fact("dos")
    stores.facts.add(first)
    assert stores.facts.all() == [first]
    stores.facts.add(second)
    assert stores.facts.all() == [first, second]
    confirmed = replace(first, last_confirmed_at=later(days=9))
    stores.facts.update(confirmed)
    assert stores.facts.all() == [confirmed, second]
    early = fact("antes", created_at=later(days=-1))
    stores.facts.add(early)
    assert stores.facts.all() == [early, confirmed, second]
    stores.facts.erase([first.id], [], NOW)
    assert stores.facts.all() == [early, second]


def test_all_can_be_of_one_role(stores: Stores) -> None:
    mine, theirs = fact(role="default"), fact(role="coach")
    stores.facts.add(mine)
    stores.facts.add(theirs)
    assert stores.facts.all(role="coach") == [theirs]
    assert stores.facts.all(role="nobody") == []


def test_updating_a_fact_that_is_gone_says_so(stores: Stores) -> None:
    with pytest.raises(TryAgainLater, match="not there"):
        stores.facts.update(fact())


def test_F7_a_superseded_fact_keeps_its_link_and_leaves_the_index(stores: Stores) -> None:
    old = fact("usa Apache en el servidor")
    stores.facts.add(old)
    new = fact("usa Caddy en el servidor", replaces=old.id)
    with stores.transaction():
        stores.facts.add(new)
        stores.facts.update(replace(old, superseded_by=new.id, retired_at=later(days=1)))
    assert stores.facts.all() == [new]
    assert stores.facts.search(["apache"], 5) == []
    assert [id for id, _ in stores.facts.search(["servidor"], 5)] == [new.id]
    known = stores.facts.get(old.id)
    assert known is not None
    assert known.superseded_by == new.id


def test_an_edited_fact_is_found_by_its_new_words_and_those_it_kept(stores: Stores) -> None:
    known = fact("usa Postgres 15 en staging")
    stores.facts.add(known)
    stores.facts.update(replace(known, fact="usa Postgres 16 en producción"))
    for word in ("usa", "postgres", "16", "produccion"):
        assert [id for id, _ in stores.facts.search([word], 5)] == [known.id], word
    for word in ("15", "staging"):
        assert stores.facts.search([word], 5) == [], word
    assert stores.check() == []


def test_a_retired_fact_can_come_back(stores: Stores) -> None:
    known = fact("usa Apache")
    stores.facts.add(known)
    stores.facts.update(replace(known, retired_at=later(days=1)))
    stores.facts.update(known)
    assert stores.facts.all() == [known]
    assert [id for id, _ in stores.facts.search(["apache"], 5)] == [known.id]


def test_search_folds_case_and_accents(stores: Stores) -> None:
    known = fact("Mañana cumple años la Compañía de José")
    stores.facts.add(known)
    for word in ("manana", "MAÑANA", "compania", "Jose", "JOSÉ"):
        assert [id for id, _ in stores.facts.search([word], 5)] == [known.id], word
    assert stores.facts.search(["maña"], 5) == []


def test_search_finds_any_of_the_words_and_ranks_by_bm25(stores: Stores) -> None:
    both = fact("nuestro staging corre Postgres 16")
    one = fact("el staging está en Frankfurt y nadie lo toca los viernes")
    for added in (one, both, fact("prefiere mate"), fact("vive en Rosario"), fact("usa Vim")):
        stores.facts.add(added)
    found = stores.facts.search(["staging", "postgres", "kubernetes"], 5)
    assert [id for id, _ in found] == [both.id, one.id]
    assert found[0][1] > found[1][1] > 0
    assert stores.facts.search(["staging", "postgres"], 1) == found[:1]


def test_search_has_the_scores_of_fts5(stores: Stores) -> None:
    texts = ("usa Postgres 16", "usa Redis y usa Memcached", "prefiere mate amargo", "va en bici")
    for text in texts:
        stores.facts.add(fact(text))
    scores = [score for _, score in stores.facts.search(["postgres", "memcached", "usa"], 5)]
    assert scores == pytest.approx([0.899890, 0.720907], abs=1e-5)


def test_search_takes_names_with_signs_as_phrases(stores: Stores) -> None:
    node, other = fact("usa node.js 20"), fact("el nodo js central")
    stores.facts.add(node)
    stores.facts.add(other)
    assert [id for id, _ in stores.facts.search(["node.js"], 5)] == [node.id]


@pytest.mark.parametrize(
    "words",
    [
        [],
        [""],
        ["?!"],
        ['"'],
        ["*", "-"],
        ["\0"],
        ["🙂"],
        ["NEAR(a b)", "AND"],
        ["fact:x"],
        ["\ud800"],
    ],
)
def test_search_survives_any_words(stores: Stores, words: list[str]) -> None:
    stores.facts.add(fact("trabaja en fintech"))
    assert stores.facts.search(words, 5) == []


def test_erase_leaves_only_digests(stores: Stores) -> None:
    known, other = fact("vive en Rosario"), fact("vive en Mendoza")
    linked = fact("vive en Salta", replaces=known.id, created_at=later(days=1))
    for added in (known, other, linked):
        stores.facts.add(added)
    stores.facts.put_vectors("e", {known.id: vector(1), other.id: vector(2)})
    stores.facts.record_uses([FactUse(known.id, "s", 1, NOW)])
    stores.facts.erase([known.id, "nobody"], ["digest"], NOW)

    assert stores.facts.get(known.id) is None
    assert [f.id for f in stores.facts.all(retired=True)] == [other.id, linked.id]
    assert stores.facts.search(["rosario"], 5) == []
    assert stores.facts.vectors("e")[0] == [other.id]
    assert stores.facts.uses(known.id) == []
    assert stores.facts.forgotten("digest")
    assert not stores.facts.forgotten("another")
    orphan = stores.facts.get(linked.id)
    assert orphan is not None
    assert orphan.replaces is None


def test_a_tombstone_can_be_lifted(stores: Stores) -> None:
    stores.facts.erase([], ["digest", "digest"], NOW)
    stores.facts.lift("digest")
    assert not stores.facts.forgotten("digest")
    stores.facts.lift("digest")


def rows_by_id(stores: Stores, embedder: str = "e") -> dict[str, list[float]]:
    ids, matrix, _ = stores.facts.vectors(embedder)
    assert len(ids) == len(matrix)
    return {id: [float(x) for x in row] for id, row in zip(ids, matrix, strict=True)}


def test_A2_vectors_are_kept_by_embedder(stores: Stores) -> None:
    import numpy as np

    one, two = fact("uno"), fact("dos")
    for added in (one, two):
        stores.facts.add(added)
    rng = np.random.default_rng(1)
    exact = rng.random(512).astype(np.float16).astype(np.float32)  # more digits may be lost
    stores.facts.put_vectors("a", {one.id: exact, two.id: exact[::-1]})
    stores.facts.put_vectors("b", {one.id: exact[:3]})
    ids, matrix, _ = stores.facts.vectors("a")
    assert matrix.dtype == np.float32
    assert matrix.shape == (2, 512)
    assert (matrix[ids.index(one.id)] == exact).all()
    assert stores.facts.vectors("b")[1].shape == (1, 3)
    assert [len(part) for part in stores.facts.vectors("c")[:2]] == [0, 0]


def test_vectors_of_one_edition_differ_by_rows_behind_alone(stores: Stores) -> None:
    """Whoever derived something from the first rows goes on from there, and only then."""
    many = [fact(f"hecho {n}") for n in range(9)]
    stores.facts.add_all(many)
    seen = []

    def look() -> None:
        ids, matrix, edition = stores.facts.vectors("e")
        seen.append((list(ids), matrix.tolist(), edition))

    for n in range(5):
        stores.facts.put_vectors("e", {many[n].id: vector(n)})
        look()
    with stores.transaction():
        stores.facts.put_vectors("e", {many[5].id: vector(5)})
        look()  # before anybody else sees it
    stores.facts.put_vectors("e", {many[0].id: vector(7), many[6].id: vector(6)})
    look()
    stores.facts.erase([many[1].id], [], NOW)
    look()
    stores.facts.put_vectors("e", {many[7].id: vector(7)})
    look()
    with contextlib.suppress(KeyError), stores.transaction():
        stores.facts.put_vectors("e", {many[2].id: vector(8), many[8].id: vector(8)})
        look()
        raise KeyError
    stores.facts.put_vectors("e", {many[8].id: vector(9)})
    look()
    for ids, rows, edition in seen:
        for more_ids, more_rows, other in seen:
            if edition == other and len(ids) <= len(more_ids):
                assert (ids, rows) == (more_ids[: len(ids)], more_rows[: len(rows)])


def test_vectors_follow_every_change(stores: Stores) -> None:
    one, two, three = fact("uno"), fact("dos"), fact("tres")
    for added in (one, two, three):
        stores.facts.add(added)
    assert rows_by_id(stores) == {}
    stores.facts.put_vectors("e", {one.id: vector(1), two.id: vector(2)})
    assert set(rows_by_id(stores)) == {one.id, two.id}
    stores.facts.put_vectors("e", {three.id: vector(3)})
    assert rows_by_id(stores)[three.id] == [3] * 4
    stores.facts.put_vectors("e", {three.id: vector(4)})
    assert rows_by_id(stores)[three.id] == [4] * 4
    stores.facts.update(replace(one, fact="otra cosa"))
    assert set(rows_by_id(stores)) == {two.id, three.id}
    stores.facts.update(replace(two, retired_at=NOW))
    assert set(rows_by_id(stores)) == {three.id}
    stores.facts.erase([three.id], [], NOW)
    assert rows_by_id(stores) == {}


def test_a_confirmed_fact_keeps_its_vector(stores: Stores) -> None:
    known = fact()
    stores.facts.add(known)
    stores.facts.put_vectors("e", {known.id: vector(1)})
    stores.facts.update(replace(known, last_confirmed_at=later(days=5)))
    assert set(rows_by_id(stores)) == {known.id}


def test_a_matrix_that_was_handed_out_stays_as_it_was(stores: Stores) -> None:
    many = [fact(f"n {n}") for n in range(5)]
    for added in many:
        stores.facts.add(added)
    stores.facts.put_vectors("e", {f.id: vector(n) for n, f in enumerate(many[:3])})
    ids, matrix, _ = stores.facts.vectors("e")
    before = matrix.copy()
    stores.facts.put_vectors("e", {many[3].id: vector(9), many[0].id: vector(8)})
    stores.facts.erase([many[1].id], [], NOW)
    stores.facts.vectors("e")
    assert (matrix == before).all()
    assert ids == [f.id for f in many[:3]]
    with pytest.raises(ValueError, match="read-only"):
        matrix[0, 0] = 7


def test_vectors_of_facts_that_are_gone_are_passed_over(stores: Stores) -> None:
    retired = fact(retired_at=NOW)
    stores.facts.add(retired)
    stores.facts.put_vectors("e", {retired.id: vector(1), "nobody": vector(2)})
    assert rows_by_id(stores) == {}


def test_vectors_of_one_embedder_have_one_length(stores: Stores) -> None:
    known = fact()
    stores.facts.add(known)
    stores.facts.put_vectors("e", {known.id: vector(1, 4)})
    with pytest.raises(ValueError, match="length"):
        stores.facts.put_vectors("e", {known.id: vector(1, 5)})


def test_without_vector_lists_live_facts_that_an_embedder_has_not_seen(stores: Stores) -> None:
    seen, unseen = fact("uno"), fact("dos", created_at=later(days=-1))
    retired = fact(retired_at=NOW)
    for added in (seen, unseen, retired):
        stores.facts.add(added)
    assert stores.facts.without_vector("e") == [unseen, seen]
    stores.facts.put_vectors("e", {seen.id: vector(1)})
    assert stores.facts.without_vector("e") == [unseen]
    stores.facts.put_vectors("e", {unseen.id: vector(1)})
    assert stores.facts.without_vector("e") == []
    assert stores.facts.without_vector("another") == [unseen, seen]


def test_uses_are_kept_latest_first_and_never_twice_for_a_turn(stores: Stores) -> None:
    known = fact()
    stores.facts.add(known)
    first, second = (FactUse(known.id, "s", n, later(minutes=n)) for n in (1, 2))
    stores.facts.record_uses([first, second, first])
    stores.facts.record_uses([replace(first, at=later(days=1)), FactUse("nobody", "s", 1, NOW)])
    assert stores.facts.uses(known.id) == [second, first]
    assert stores.facts.uses("nobody") == []


def test_the_revision_grows_with_changes_of_facts_only(stores: Stores) -> None:
    known = fact()
    seen = [stores.facts.revision()]

    def grown() -> bool:
        seen.append(stores.facts.revision())
        return seen[-1] > seen[-2]

    stores.facts.add(known)
    assert grown()
    stores.facts.update(replace(known, last_confirmed_at=later(days=1)))
    assert grown()
    stores.facts.put_vectors("e", {known.id: vector(1)})
    stores.facts.record_uses([FactUse(known.id, "s", 1, NOW)])
    stores.facts.get(known.id)
    assert not grown()
    stores.facts.erase([known.id], [], NOW)
    assert grown()


def test_changes_tell_which_facts_to_read_again(stores: Stores) -> None:
    one, two = fact("uno"), fact("dos")
    start = stores.facts.revision()
    stores.facts.add(one)
    middle = stores.facts.revision()
    stores.facts.add(two)
    stores.facts.update(replace(one, last_confirmed_at=NOW + timedelta(days=1)))
    stores.facts.erase([two.id], [], NOW)
    assert set(stores.facts.changes(start) or ()) == {one.id, two.id}
    assert set(stores.facts.changes(middle) or ()) == {one.id, two.id}
    assert stores.facts.changes(stores.facts.revision()) == []
    assert stores.facts.changes(stores.facts.revision() + 5) is None
    assert stores.facts.changes(-1) is None
