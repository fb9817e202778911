"""What every test gets: a home of its own, and no network but loopback."""

import ipaddress
import os
import socket
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from break_it import counting
from ragdesk_browser import end_browser

import ragdesk  # noqa: F401 - seals the environment before any dependency is imported
from ragdesk.domain.ports import Embedder, Reranker
from ragdesk.host.paths import bundled_models

# The app speaks the system's language; tests read English, also in fixtures that outlive one test.
os.environ["LC_ALL"] = "C.UTF-8"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that is marked `break_it("a kind")` is a case of it; those in tests/break_it, and marked without a
    kind, count for themselves."""
    report = yield
    marker = item.get_closest_marker("break_it")
    if marker and marker.args and (report.failed or (report.when == "call" and report.passed)):
        counting.count(marker.args[0], report.passed)
    return report


def _is_loopback(host: object) -> bool:
    if host in (None, "", "localhost", b"localhost"):
        return True
    text = host.decode() if isinstance(host, bytes) else str(host)
    try:
        return ipaddress.ip_address(text.split("%")[0]).is_loopback
    except ValueError:
        return False


@pytest.fixture(autouse=True)
def only_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse connections and name look-ups beyond this machine, in this process."""
    connect, connect_ex, getaddrinfo = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def refuse(address: object) -> None:
        host = address[0] if isinstance(address, tuple) else None
        if not _is_loopback(host):
            raise AssertionError(f"a test tried to reach {address!r}")

    def guarded(self: socket.socket, address: object) -> None:
        refuse(address)
        connect(self, address)  # type: ignore[arg-type]

    def guarded_ex(self: socket.socket, address: object) -> int:
        refuse(address)
        return connect_ex(self, address)  # type: ignore[arg-type]

    def guarded_lookup(host: object, *rest: object, **more: object) -> object:
        refuse((host,))
        return getaddrinfo(host, *rest, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(socket.socket, "connect", guarded)
    monkeypatch.setattr(socket.socket, "connect_ex", guarded_ex)
    monkeypatch.setattr(socket, "getaddrinfo", guarded_lookup)


@pytest.fixture(autouse=True)
def home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test can touch a real home: the environment points at a temporary one."""
    folder = tmp_path / "home"
    monkeypatch.setenv("RAGDESK_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def embedder() -> Iterator[Embedder]:
    """The default embedder, real; `make models` puts it there."""
    from ragdesk.engines.embedder import open_embedder

    folder = bundled_models() / "bge-small-en-v1.5"
    if not (folder / "model.onnx").exists():
        pytest.fail("the default embedder is not in models/: run `make models`")
    yield open_embedder(folder, threads=2)


@pytest.fixture(scope="session")
def reranker_folder() -> Path:
    """The default reranker; `make models` puts it there."""
    folder = bundled_models() / "ms-marco-minilm-l12-v2"
    if not (folder / "model.onnx").exists():
        pytest.fail("the default reranker is not in models/: run `make models`")
    return folder


@pytest.fixture(scope="session")
def reranker(reranker_folder: Path) -> Reranker:
    from ragdesk.engines.reranker import open_reranker

    return open_reranker(reranker_folder, threads=2)


@pytest.fixture(scope="module")
def the_model_writes() -> Iterator[None]:
    """Also where a sentence of the documents is so sure that it would stand alone as the answer."""
    from ragdesk.answering.choosing.shortlist import Shortlist

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Shortlist, "sure", lambda shortlist: None)
        yield


@pytest.fixture(scope="session")
def examples() -> Path:
    return Path(__file__).resolve().parent.parent / "examples"


@pytest.fixture(scope="session")
def evals() -> Path:
    """The evaluation sets, which have licences of their own and are not part of the project."""
    folder = Path(os.environ.get("RAGDESK_EVALS", ""))
    if not os.environ.get("RAGDESK_EVALS") or not folder.is_dir():
        pytest.skip("RAGDESK_EVALS names no folder with the evaluation sets")
    return folder


@pytest.fixture(autouse=True, scope="module")
def no_browser_is_left() -> Iterator[None]:
    yield
    end_browser()
