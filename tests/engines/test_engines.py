"""The engines that the settings ask for: here the reranker, the one that may be absent."""

import logging
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tomlkit

from ragdesk.engines.engines import Engines
from ragdesk.front.cli import main
from ragdesk.host.paths import bundled_models, open_home
from ragdesk.host.settings import ModelSettings, load_settings

NAME = "ms-marco-minilm-l12-v2"
SHIPPED = bundled_models()


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bundle whose catalogue knows the default reranker alone, and which lacks it."""
    folder = tmp_path / "models"
    folder.mkdir()
    document = tomlkit.parse((SHIPPED / "catalog.toml").read_text(encoding="utf-8"))
    document["model"] = [entry for entry in document.unwrap()["model"] if entry["name"] == NAME]
    (folder / "catalog.toml").write_text(tomlkit.dumps(document), encoding="utf-8")
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    return folder


def engines(tmp_path: Path, reranker: str = "") -> Engines:
    return Engines(open_home(tmp_path / "home"), ModelSettings(reranker=reranker, threads=1))


def test_the_fingerprint_is_read_without_opening_the_embedder(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from ragdesk.engines.engines import Engines\n"
        "from ragdesk.host.paths import open_home\n"
        "from ragdesk.host.settings import ModelSettings\n"
        f"engines = Engines(open_home(Path({str(tmp_path)!r})), ModelSettings(threads=1))\n"
        "described = engines.embedding()\n"
        "print([name for name in ('numpy', 'onnxruntime', 'tokenizers', 'httpx', 'asyncio') if name in sys.modules])\n"
        "embedder = engines.embedder()\n"
        "print(described == (embedder.fingerprint, embedder.dimensions))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["[]", "True"]


def test_an_absent_reranker_is_none_logged_once_and_found_after_a_fetch(
    bundle: Path, tmp_path: Path, reranker_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    running = engines(tmp_path)
    with caplog.at_level(logging.WARNING):
        assert running.reranker_or_none() is None
        assert running.reranker_or_none() is None
    assert [record.getMessage() for record in caplog.records] == ["no reranker code=model_missing"]
    assert all(check.passed for check in running.verify())
    shutil.copytree(reranker_folder, bundle / NAME)
    running.fetch(lambda *_: None)
    assert (found := running.reranker_or_none()) is not None
    running.fetch(lambda *_: None)
    assert running.reranker_or_none() is found


def test_a_damaged_reranker_is_none_and_the_check_names_it(
    bundle: Path, tmp_path: Path, reranker_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copytree(reranker_folder, bundle / NAME)
    (bundle / NAME / "model.onnx").write_bytes(b"not a model")
    running = engines(tmp_path)
    with caplog.at_level(logging.WARNING):
        assert running.reranker_or_none() is None
    assert "no reranker code=model_damaged" in caplog.text
    assert [check.name for check in running.verify() if not check.passed] == [f"model {NAME}"]


def test_a_reranker_that_is_switched_off_is_neither_opened_nor_logged(
    bundle: Path, tmp_path: Path, reranker_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copytree(reranker_folder, bundle / NAME)
    running = engines(tmp_path, "off")
    with caplog.at_level(logging.WARNING):
        assert running.reranker_or_none() is None
    assert not caplog.records
    assert not any(info.chosen for info in running.models())


@pytest.mark.parametrize("by", ["name", "path", "default"])
def test_a_reranker_is_chosen_by_name_by_folder_or_as_the_default(
    bundle: Path, tmp_path: Path, reranker_folder: Path, by: str
) -> None:
    shutil.copytree(reranker_folder, bundle / NAME)
    chosen = {"name": NAME, "path": str(bundle / NAME), "default": ""}[by]
    found = engines(tmp_path, chosen).reranker_or_none()
    assert found is not None and found.name.startswith(NAME)


def test_models_use_takes_a_reranker_that_is_here_and_no_other(
    home_folder: Path, reranker_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "use", reranker_folder.name]) == 0
    assert load_settings(home_folder / "settings.toml").models.reranker == reranker_folder.name
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[3:6] for line in listed if line.startswith(f"reranker  {NAME}")] == [
        ["MB", "in", "use"]
    ]
    assert main(["models", "use", "ms-marco-MiniLM-L6-v2"]) != 0


def test_the_command_line_tells_of_an_absent_reranker_and_passes(
    bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "list"]) == 0
    listed = capsys.readouterr().out
    assert "not here" in listed and "in use" not in listed and "`ragdesk models fetch` gets it" in listed
    assert main(["models", "verify"]) == 0
    assert f"ok   model {NAME}: not on this machine" in capsys.readouterr().out
