"""The command line's contract: what it prints with --json, its exit statuses, and that a failure is one line.

Real stores, real parsers, the real embedder; the language model has its own file (test_main_job.py).
"""

import hashlib
import io
import shutil
from pathlib import Path

import pytest
from command_line import Run, command_line

from ragdesk.front.cli import main
from ragdesk.host.paths import bundled_models

GUIDE = """# Boiler guide

## Starting

Open valve V-12 before the pump starts. The pump needs 4 minutes to reach pressure.

## Stopping

Close the fuel line first. WARNING: the housing stays hot for 30 minutes.
"""
FIELDS = {"path", "document_id", "title", "status", "pages", "chunks", "seconds", "problem"}
HIT_FIELDS = {
    "rank", "score", "chunk_id", "document_id", "document", "page_start", "page_end", "section", "text",
    "char_start", "char_end",
}  # fmt: skip


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], home_folder: Path) -> Run:
    return command_line(capsys, home_folder)


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    path = tmp_path / "docs" / "guide.md"
    path.parent.mkdir()
    path.write_text(GUIDE, encoding="utf-8")
    return path


def test_a_file_is_added_once_then_unchanged_then_updated(run: Run, guide: Path) -> None:
    status, [added] = run("add", guide)
    assert status == 0
    assert set(added) == FIELDS
    assert (added["status"], added["title"]) == ("ready", "Boiler guide")
    assert added["document_id"] == hashlib.sha256(guide.read_bytes()).hexdigest()[:16]
    assert added["chunks"] >= 1
    assert run("add", guide)[1][0]["status"] == "unchanged"

    guide.write_text(GUIDE.replace("4 minutes", "5 minutes"), encoding="utf-8")
    assert run("add", guide)[1][0]["status"] == "updated"
    _, documents = run("list")
    assert len(documents) == 1, "the old version is gone"
    assert "5 minutes" in run("search", "pump pressure")[1][0]["hits"][0]["text"]


def test_the_same_bytes_elsewhere_are_stored_once_and_both_places_are_known(run: Run, guide: Path) -> None:
    copy = guide.with_name("copy.md")
    copy.write_bytes(guide.read_bytes())
    status, results = run("add", guide.parent)
    assert status == 0
    assert sorted(r["status"] for r in results) == ["duplicate", "ready"]
    _, [document] = run("list")
    assert sorted(Path(p).name for p in document["sources"]) == ["copy.md", "guide.md"]


def test_a_batch_goes_on_past_bad_files_and_says_what_is_wrong_with_each(run: Run, guide: Path) -> None:
    (guide.parent / "empty.txt").write_bytes(b"")
    (guide.parent / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing more")
    (guide.parent / "notreally.pdf").write_bytes(b"just some text")
    (guide.parent / "program.exe").write_bytes(b"MZ\x00\x01\x02")
    status, results = run("add", guide.parent, guide.parent / "missing.md")
    assert status == 1
    by_name = {Path(r["path"]).name: r for r in results}
    assert by_name["guide.md"]["status"] == "ready"
    for name in ("empty.txt", "broken.pdf", "notreally.pdf", "program.exe", "missing.md"):
        assert by_name[name]["status"] == "failed"
        assert by_name[name]["problem"].endswith(".")
    assert len(run("list")[1]) == 1
    assert run("doctor")[0] == 0


def test_search_gives_hits_whose_text_is_the_stored_text(run: Run, guide: Path, home_folder: Path) -> None:
    run("add", guide)
    for mode in ("hybrid", "vector", "words"):
        status, [found] = run("search", "how long does the housing stay hot", "--mode", mode, "--top", "3")
        assert status == 0
        assert set(found) == {"query", "hits", "seconds"}
        first = found["hits"][0]
        assert set(first) >= HIT_FIELDS
        assert "30 minutes" in first["text"]
        assert first["document"] == "guide.md"
        text = (home_folder / "archive" / first["document_id"] / "document.md").read_bytes().decode()
        assert text[first["char_start"] : first["char_end"]] == first["text"]
        name = f"{first['document_id']}:{first['char_start']}:{first['char_end']}"
        assert first["chunk_id"] == hashlib.sha256(name.encode()).hexdigest()[:12]


def test_search_says_which_line_of_a_passage_answers_best(run: Run, guide: Path) -> None:
    run("add", guide)
    _, [found] = run("search", "how long does the housing stay hot", "--lines")
    first = found["hits"][0]
    line = first["best_line"]
    assert "30 minutes" in line["text"] and len(line["text"]) < len(first["text"])
    start = line["char_start"] - first["char_start"]
    assert first["text"][start : start + len(line["text"])] == line["text"]


def test_search_stays_within_collection_and_document(run: Run, guide: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.md"
    other.write_text("# Kettle\n\nThe kettle pump needs 9 minutes.\n", encoding="utf-8")
    run("add", guide, "--collection", "boilers")
    _, [added] = run("add", other, "--collection", "kettles")
    for scope in (("--collection", "kettles"), ("--document", added["document_id"])):
        for mode in ("vector", "words", "hybrid"):
            _, [found] = run("search", "pump minutes", "--mode", mode, *scope)
            assert {h["document"] for h in found["hits"]} == {"other.md"}
    assert run("search", "pump", "--collection", "nowhere")[0] == 2


def test_many_questions_from_a_file(run: Run, guide: Path, tmp_path: Path) -> None:
    run("add", guide)
    questions = tmp_path / "q.jsonl"
    questions.write_text(
        '{"id": "a", "question": "valve"}\n\n{"id": 2, "question": "fuel line"}\n', encoding="utf-8"
    )
    status, results = run("search", "--file", questions)
    assert status == 0
    assert [r["id"] for r in results] == ["a", 2]
    assert all(r["hits"] for r in results)
    questions.write_text('{"id": 1, "question": " "}\n{"id": 2, "question": "valve"}\n', encoding="utf-8")
    status, results = run("search", "--file", questions)
    assert status == 1
    assert results[0]["error"]["code"] == "question" and results[1]["hits"]
    questions.write_text("not json\n", encoding="utf-8")
    status, [error] = run("search", "--file", questions)
    assert status == 2
    assert "Line 1" in error["error"]["message"]


def test_removing_prints_a_receipt_and_leaves_nothing_to_find(run: Run, guide: Path) -> None:
    _, [added] = run("add", guide)
    status, [receipt] = run("remove", added["document_id"])
    assert status == 0
    assert receipt["document_id"] == added["document_id"]
    assert receipt["purged"]["chunks"] == added["chunks"]
    assert run("list") == (0, [])
    assert run("search", "pump pressure")[1][0]["hits"] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["add"],
        ["search", "x", "--mode", "other"],
        ["show", "0" * 16],
        ["remove", "0" * 16],
        ["search", "  "],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_one_object_with_a_hint_and_status_2(run: Run, arguments: list[str]) -> None:
    status, [printed] = run(*arguments)
    assert status == 2
    assert set(printed["error"]) == {"code", "message", "hint"}
    assert all(printed["error"].values())


def test_an_overlong_or_empty_question_is_refused_before_any_work(run: Run, home_folder: Path) -> None:
    for question in ("", "x" * 4_001):
        status, [printed] = run("ask", question)
        assert status == 2
        assert printed["error"]["code"] == "question"
    assert not (home_folder / "logs" / "llm.log").exists()


def test_without_a_language_model_search_works_and_ask_says_what_is_missing(
    run: Run, guide: Path, home_folder: Path
) -> None:
    home_folder.mkdir(parents=True)
    (home_folder / "settings.toml").write_text('[models]\nllm = "no-such-model"\n', encoding="utf-8")
    assert run("add", guide)[0] == 0
    assert run("search", "pump pressure")[1][0]["hits"]
    # A sentence that is sure to answer needs no model.
    status, [printed] = run("ask", "How long does the pump need to reach pressure?")
    assert status == 0 and "4 minutes" in printed["answer"] and printed["citations"]
    status, [printed] = run("ask", "Why does the housing stay hot?")
    assert status == 1
    assert printed["error"]["code"] == "model_missing"
    assert "ragdesk models" in printed["error"]["hint"]


def test_without_an_embedder_words_still_find(run: Run, guide: Path, home_folder: Path) -> None:
    run("add", guide)
    (home_folder / "settings.toml").write_text('[models]\nembedder = "no-such-model"\n', encoding="utf-8")
    status, [found] = run("search", "pump pressure")
    assert status == 0 and found["hits"][0]["vector_rank"] is None
    assert run("search", "pump", "--mode", "vector")[1][0]["error"]["code"] == "model_missing"
    assert run("add", guide)[1][0]["error"]["code"] == "model_missing"


def test_a_damaged_embedder_is_named_with_what_mends_it_and_words_still_find(
    run: Run, guide: Path, home_folder: Path
) -> None:
    run("add", guide)
    damaged = home_folder / "models" / "bge-small-en-v1.5"
    shutil.copytree(bundled_models() / "bge-small-en-v1.5", damaged)
    (damaged / "model.onnx").write_bytes(b"not a model")
    assert len(run("list")[1]) == 1
    assert run("search", "pump pressure")[1][0]["hits"]
    status, [printed] = run("add", guide)
    assert status == 1
    assert printed["error"]["code"] == "model_damaged"
    assert "models fetch" in printed["error"]["hint"]
    status, [verified] = run("models", "verify")
    assert status == 1
    assert any(not check["passed"] and "bge-small" in check["name"] for check in verified["checks"])


def test_a_file_over_the_limit_is_refused(run: Run, home_folder: Path, tmp_path: Path) -> None:
    home_folder.mkdir(parents=True)
    (home_folder / "settings.toml").write_text("[ingest]\nmax_file_mb = 1\n", encoding="utf-8")
    large = tmp_path / "large.txt"
    large.write_bytes(b"word " * 300_000)
    status, [result] = run("add", large)
    assert status == 1
    assert "max_file_mb" in result["problem"]


def test_an_unknown_setting_is_named(run: Run, home_folder: Path) -> None:
    home_folder.mkdir(parents=True)
    (home_folder / "settings.toml").write_text("[ingest]\nmax_files = 3\n", encoding="utf-8")
    status, [printed] = run("list")
    assert status == 1
    assert "ingest.max_files" in printed["error"]["message"]


def test_people_get_text_and_one_error_line(
    capsys: pytest.CaptureFixture[str], guide: Path, home_folder: Path
) -> None:
    assert main(["add", str(guide)]) == 0
    assert "ready" in capsys.readouterr().out
    assert main(["show", "f" * 16]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("error: ") and " hint: " in printed.err and printed.err.count("\n") == 1


def test_the_log_tells_what_was_done_and_holds_no_text(run: Run, guide: Path, home_folder: Path) -> None:
    run("add", guide)
    run("search", "how long does the housing stay hot")
    log = (home_folder / "logs" / "ragdesk.log").read_text(encoding="utf-8")
    assert "ingested document=" in log and "seconds=" in log
    assert "hit rank=1" in log and "words=1/" in log
    assert "housing" not in log and "valve" not in log.lower()


@pytest.fixture
def locked(tmp_path: Path) -> Path:
    """A PDF that "se cret" opens."""
    import pymupdf

    path = tmp_path / "locked.pdf"
    with pymupdf.open() as pdf:
        pdf.new_page().insert_text((72, 72), "Open valve V-12 before the pump starts.")
        pdf.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw="se cret")
    return path


class Typed(io.StringIO):
    """Standard input; `seen` is whether a person sits there."""

    def __init__(self, text: str, seen: bool) -> None:
        super().__init__(text)
        self.isatty = lambda: seen  # type: ignore[method-assign]


@pytest.mark.break_it("password that others see")
def test_a_password_need_not_stand_in_the_list_of_processes(
    run: Run, locked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("add", locked)[1][0]["status"] == "failed"
    monkeypatch.setattr("sys.stdin", Typed("wrong\n", False))
    assert run("add", locked, "--password")[1][0]["status"] == "failed"
    monkeypatch.setattr("sys.stdin", Typed("se cret\r\nand more\n", False))
    assert run("add", locked, "--password")[1][0]["status"] == "ready"


@pytest.mark.break_it("password that others see")
def test_a_person_is_asked_for_a_password_and_nothing_of_it_is_shown(
    locked: Path, home_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def typed(prompt: str) -> str:
        asked.append(prompt)
        return "se cret"

    monkeypatch.setattr("sys.stdin", Typed("", True))
    monkeypatch.setattr("getpass.getpass", typed)
    assert main(["add", str(locked), "--password", "--home", str(home_folder)]) == 0
    printed = capsys.readouterr()
    assert asked == ["Password: "] and "se cret" not in printed.out + printed.err
    log = home_folder / "logs" / "ragdesk.log"
    assert "se cret" not in log.read_text(encoding="utf-8")


def test_the_plain_form_still_opens_and_an_empty_password_is_wrong_usage(
    run: Run, locked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Typed("", False))
    status, [printed] = run("add", locked, "--password")
    assert status == 2 and "empty" in printed["error"]["message"]
    assert run("add", locked, "--password", "se cret")[1][0]["status"] == "ready"
