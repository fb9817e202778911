"""Add, ask, cite, export on a bare system without a network, by command and in a browser; memory once it is idle again."""

import json
import re
import time
from pathlib import Path

import pytest
from bare import Bare, family, proportional_set_size

QUESTION = "How long must the autoclave cool down before the door is opened?"
# A home whose path is neither ASCII nor short.
HOME = "/home/person/Bücher 文書/" + "sehr langer Ordnername " * 6 + "/RAGDesk"
MEMORY_LIMIT = 2.2e9


@pytest.fixture(scope="module")
def answered(bare: Bare) -> dict[str, object]:
    """The examples added and one question asked, by command."""
    added = bare.run("--home", HOME, "--json", "add", "/home/person/Documents")
    assert added.returncode == 0, added.stdout + added.stderr
    asked = bare.run("--home", HOME, "--json", "ask", QUESTION)
    assert asked.returncode == 0, asked.stdout + asked.stderr
    answer: dict[str, object] = json.loads(asked.stdout.splitlines()[-1])
    return answer


def test_there_is_no_python_and_no_network(bare: Bare, figures: dict[str, str]) -> None:
    figures["bare system"] = f"{bare.kind}, user {1000}, no network, bundle read-only"
    assert not list((bare.root / "usr/bin").glob("python*"))
    assert "eth" not in Path(f"/proc/{bare.holder}/net/dev").read_text()


def test_the_answer_is_cited_to_the_very_passage(answered: dict[str, object]) -> None:
    assert answered["verdict"] == "answered"
    citations = answered["citations"]
    assert isinstance(citations, list) and "45 minutes" in citations[0]["quote"]
    assert citations[0]["page"] == 2


def test_an_answer_is_exported(bare: Bare, answered: dict[str, object]) -> None:
    written = bare.run(
        "--home",
        HOME,
        "export",
        str(answered["conversation_id"]),
        "--format",
        "md",
        "-o",
        "/home/person/answer.md",
    )
    assert written.returncode == 0, written.stdout + written.stderr
    assert "45 minutes" in (bare.home / "answer.md").read_text(encoding="utf-8")


def test_the_doctor_finds_nothing_wrong(bare: Bare, answered: dict[str, object]) -> None:
    looked = bare.run("--home", HOME, "--json", "doctor")
    report = json.loads(looked.stdout.splitlines()[-1])
    assert report["passed"], [check for check in report["checks"] if not check["passed"]]


def test_the_bundle_is_left_as_it_was(bare: Bare, bundle: Path, answered: dict[str, object]) -> None:
    newest = max(path.stat().st_mtime for path in bundle.rglob("*") if path.is_file())
    assert newest < bare_start(bare)


def bare_start(bare: Bare) -> float:
    import psutil

    return float(psutil.Process(bare.holder).create_time())


def test_the_main_job_in_a_browser_from_outside(bare: Bare, figures: dict[str, str], tmp_path: Path) -> None:
    app = bare.start("--home", "/home/person/app", "--json", "app", "--no-window")
    assert app.stdout is not None
    address = json.loads(app.stdout.readline())["url"]
    document = bare.home / "Documents" / "sop-autoclave.pdf"
    picture = tmp_path / "bundle.png"
    driven = bare.drive("job", address, str(document), QUESTION, str(picture))
    assert driven.returncode == 0, driven.stderr
    seen = json.loads(driven.stdout)
    assert seen["requests"] > 20 and seen["foreign"] == [] and seen["complaints"] == []
    time.sleep(10)
    held = {process: proportional_set_size(process) for process in family(app.pid)}
    names = {process: Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0") for process in held}
    child = next(process for process, words in names.items() if b"--llm-child" in words)
    total = sum(held.values())
    figures["memory, idle after an answer"] = (
        f"{total / 1e9:.2f} GB (PSS; the language model's process {held[child] / 1e9:.2f} GB); limit 2.2 GB"
    )
    assert total < MEMORY_LIMIT
    app.terminate()
    app.wait(60)
    assert "never retrieved" not in app.stdout.read(), "an event of the page failed unseen"


def test_what_is_connected_is_loopback_alone(bare: Bare, answered: dict[str, object]) -> None:
    """A namespace without a network proves that nothing is needed; the log proves that nothing was missed."""
    log = "".join(path.read_text() for path in (bare.home).rglob("ragdesk.log"))
    assert log and not re.search(r"(?i)network is unreachable|name resolution|getaddrinfo", log)
