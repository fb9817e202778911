"""The frozen program's beginning: what its arguments mean, and what it leaves to the programs that it starts."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from urllib.request import urlopen

import pytest

from ragdesk.engines import llm_process
from ragdesk.front import bundle

ROOT = Path(__file__).resolve().parent.parent


def test_nothing_and_files_alone_open_the_app(tmp_path: Path) -> None:
    document = tmp_path / "add"
    document.touch()
    assert bundle.opens_app([])
    assert bundle.opens_app([str(document), str(tmp_path)])


@pytest.mark.parametrize("given", [["list"], ["add", "/"], ["--home", "/", "list"], ["/no/such/file"]])
def test_everything_else_is_the_command_line_s(given: list[str]) -> None:
    assert not bundle.opens_app(given)


def test_why_the_app_cannot_be_opened_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    home.touch()
    monkeypatch.setenv("RAGDESK_HOME", str(home))
    monkeypatch.setenv("RAGDESK_BROWSER", "none")
    told: list[bytes] = []
    pages: list[threading.Thread] = []

    def window(address: str) -> bool:
        ready = address.replace("/?", "/ready?")
        pages.append(threading.Thread(target=lambda: told.append(urlopen(ready, timeout=60).read())))
        pages[0].start()
        return True

    monkeypatch.setattr("webbrowser.open", window)
    assert bundle.main([]) == 1
    pages[0].join(60)
    assert b"cannot be used" in told[0]
    assert "cannot be used" in capsys.readouterr().err


def test_the_language_model_s_process_is_the_program_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert llm_process.command() == [sys.executable, bundle.LLM_CHILD]


def test_a_browser_finds_the_system_s_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv(bundle.RESET, "0")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/ragdesk/_internal")
    bundle.leave_libraries_alone()
    assert "LD_LIBRARY_PATH" not in os.environ
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/ragdesk/_internal:/usr/mine")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/usr/mine")
    bundle.leave_libraries_alone()
    assert os.environ["LD_LIBRARY_PATH"] == "/usr/mine"
    assert os.environ[bundle.RESET] == "1"


def _in_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_lancedb_is_imported_without_its_client_and_works(tmp_path: Path) -> None:
    assert (
        _in_python(
            "import sys\n"
            "from ragdesk.storage.index.lancedb_import import without_client\n"
            "without_client()\n"
            "import lancedb\n"
            "from lance_namespace import ListTablesResponse\n"
            "assert not hasattr(ListTablesResponse, 'model_fields')\n"
            f"table = lancedb.connect({str(tmp_path)!r}).create_table('t', data=[{{'id': 'a', 'vector': [1.0, 0.0]}}])\n"
            "print(table.search([1.0, 0.0]).limit(1).to_list()[0]['id'])"
        )
        == "a"
    )


def test_the_models_that_are_packed_bring_their_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of our own are under a licence that wants to be named beside them."""
    monkeypatch.syspath_prepend(ROOT / "build")
    from add_models import add_models

    add_models(tmp_path / "models")
    for card in ("ragdesk-judge.md", "ragdesk-writer.md", "ragdesk-reader/README.md"):
        assert "CC BY-SA 4.0" in (tmp_path / "models" / card).read_text("utf-8")
    for adapter in ("ragdesk-judge.gguf", "ragdesk-writer.gguf"):
        assert (tmp_path / "models" / adapter).exists()
