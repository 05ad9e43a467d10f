from __future__ import annotations

import pytest

from assistant.storage.base import Stores
from tests.contract.samples import NOW, later, segment, vector


def test_S1_a_segment_comes_back_with_every_field(stores: Stores) -> None:
    whole, empty = segment(), segment("", discussed=(), outcome="", decisions=(), open_questions=())
    stores.segments.add(whole)
    stores.segments.add(empty)
    assert stores.segments.get(whole.id) == whole
    assert stores.segments.get(empty.id) == empty
    assert stores.segments.get("nobody") is None


def test_S3_a_segment_is_written_once(stores: Stores) -> None:
    known = segment()
    stores.segments.add(known)
    with pytest.raises(ValueError, match="written already"):
        stores.segments.add(segment("another", id=known.id))
    assert stores.segments.get(known.id) == known


def test_all_lists_one_conversation_oldest_first(stores: Stores) -> None:
    second, first = segment(first_turn=4, last_turn=6), segment(first_turn=1, last_turn=3)
    other = segment(session_id="default:ana:2")
    for added in (second, first, other):
        stores.segments.add(added)
    assert stores.segments.all("default:ana:1") == [first, second]
    assert stores.segments.all("default:ana:1", latest=1) == [second]
    assert stores.segments.all("default:ana:1", latest=5) == [first, second]
    assert stores.segments.all("default:ana:1", latest=0) == []


def test_S4_search_reads_every_key_and_can_be_of_one_role(stores: Stores) -> None:
    mine = segment("certificados", decisions=("renovar en marzo",), outcome="pendiente")
    theirs = segment("rutina", role="coach", open_questions=("¿correr o nadar?",), decisions=())
    for added in (mine, theirs, segment("otra", discussed=(), outcome="", decisions=())):
        stores.segments.add(added)
    for word in ("certificados", "MARZO", "pendiente"):
        assert [id for id, _ in stores.segments.search([word], 5)] == [mine.id], word
    assert [id for id, _ in stores.segments.search(["nadar", "marzo"], 5, role="coach")] == [
        theirs.id
    ]
    assert len(stores.segments.search(["nadar", "marzo"], 5)) == 2
    assert len(stores.segments.search(["nadar", "marzo"], 1)) == 1


def test_vectors_can_be_of_one_role(stores: Stores) -> None:
    mine, theirs = segment(), segment(role="coach")
    for added in (mine, theirs):
        stores.segments.add(added)
    stores.segments.put_vectors("e", {mine.id: vector(1), theirs.id: vector(2), "no": vector(3)})
    assert set(stores.segments.vectors("e")[0]) == {mine.id, theirs.id}
    ids, matrix = stores.segments.vectors("e", role="coach")
    assert ids == [theirs.id]
    assert matrix.tolist() == [[2, 2, 2, 2]]
    assert len(stores.segments.vectors("e", role="nobody")[1]) == 0


def test_an_erased_segment_leaves_index_and_vectors(stores: Stores) -> None:
    known, other = segment("certificados"), segment("certificados")
    for added in (known, other):
        stores.segments.add(added)
    stores.segments.put_vectors("e", {known.id: vector(1), other.id: vector(2)})
    assert len(stores.segments.vectors("e")[0]) == 2
    stores.segments.erase([known.id, "nobody"])
    assert stores.segments.get(known.id) is None
    assert [id for id, _ in stores.segments.search(["certificados"], 5)] == [other.id]
    assert stores.segments.vectors("e")[0] == [other.id]
    stores.segments.add(known)  # its id is free again


def test_segments_expire_by_age(stores: Stores) -> None:
    old, edge, new = (segment(created_at=later(days=n)) for n in (-181, -180, 0))
    for added in (old, edge, new):
        stores.segments.add(added)
    assert stores.segments.expire(later(days=-180)) == 1
    assert stores.segments.get(old.id) is None
    assert stores.segments.expire(later(days=1)) == 2
    assert stores.segments.expire(NOW) == 0
    assert stores.segments.search(["deployment"], 5) == []
