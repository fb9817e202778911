"""A shared library beside one's own in the app: asked, cited, opened, taken over; and nothing of it where none is set."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from command_line import command_line
from storage.shared_samples import publish_documents

from ragdesk.app.app import App
from ragdesk.bulk.reading import FileReader, ReaderSetup
from ragdesk.domain.answers import Answer
from ragdesk.domain.intake import NewDocument
from ragdesk.domain.ports import Embedder
from ragdesk.domain.search import Scope
from ragdesk.front import contract
from ragdesk.host.paths import open_home
from ragdesk.host.settings import IngestSettings, ModelSettings

QUESTION = "How long must the autoclave cool down before the door is opened?"


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory, examples: Path, embedder: Embedder) -> list[NewDocument]:
    """The examples, as a worker of `ragdesk bulk` reads them."""
    home = open_home(tmp_path_factory.mktemp("worker") / "home")
    setup = ReaderSetup(home.root, ModelSettings(), IngestSettings(), embedder.fingerprint)
    with FileReader(setup) as reader:
        made = [new for path in sorted(examples.iterdir()) for new in reader.read(path, "run")]
    assert all(isinstance(new, NewDocument) for new in made)
    return [new for new in made if isinstance(new, NewDocument)]


@pytest.fixture
def shared(tmp_path: Path, read: list[NewDocument], embedder: Embedder) -> Path:
    publish_documents(
        tmp_path / "shared", read, fingerprint=embedder.fingerprint, dimensions=embedder.dimensions
    )
    return tmp_path / "shared"


@pytest.fixture
def desk(tmp_path: Path, shared: Path) -> Iterator[App]:
    """A home with one note of its own, beside the shared library."""
    home = open_home(tmp_path / "desk")
    home.settings.write_text(f'[libraries.department]\nurl = "{shared}"\n')
    (tmp_path / "pump.md").write_text("# Pump\n\nThe pump in the cellar runs at 40 bar.\n")
    app = App.open(home)
    assert [result.status for result in app.intake.add([tmp_path / "pump.md"])] == ["ready"]
    yield app
    app.close()


def test_a_worker_makes_the_ids_and_the_very_vectors_of_the_laptop(
    tmp_path: Path, read: list[NewDocument], examples: Path
) -> None:
    app = App.open(open_home(tmp_path / "home"))
    list(app.intake.add([examples]))
    for new in read:
        assert app.library.chunks.of_document(new.document.id) == list(new.chunks)
        own = app.library.vectors_by_text(new.document.id)
        for chunk, vector in zip(new.chunks, new.vectors, strict=True):
            assert np.array_equal(own[chunk.embedding_text], vector)
    app.close()


def test_a_citation_of_a_shared_document_says_so_and_opens(desk: App) -> None:
    [first, *_] = desk.passages.search(QUESTION, top=3)
    assert first.found_in == "sop-autoclave.pdf (department)"
    assert contract.hit(1, first)["library"] == "department"
    document_id = first.chunk.document_id
    assert desk.contents.pictured(document_id) == [1, 2, 3]
    assert desk.contents.page_picture(document_id, 2).startswith(b"\x89PNG")
    assert desk.citations.boxes(document_id, first.chunk.char_start, first.chunk.char_end)
    copies = list(desk.home.shared_copies.iterdir())
    assert [path.name for path in copies] == [f"{document_id}.pdf"]
    desk.close()
    assert not desk.home.shared_copies.exists()


def test_own_documents_have_no_library_in_the_contract(desk: App) -> None:
    [own, *_] = desk.passages.search("At how many bar does the pump run?", top=1)
    assert own.document == "pump.md" and "library" not in contract.hit(1, own)


@pytest.mark.model
def test_an_answer_cites_a_shared_document_by_name_and_knows_when_it_is_away(desk: App, shared: Path) -> None:
    [answer] = [event for event in desk.answers.ask_once(QUESTION) if isinstance(event, Answer)]
    [cited, *_] = answer.citations
    assert answer.verdict == "answered" and "45" in cited.quote
    assert contract.citation(cited)["library"] == "department"
    assert desk.citations.state(cited) == "unchanged"
    shutil.rmtree(shared)
    desk.reopen()
    assert desk.citations.state(cited) == "away"


def test_the_own_library_goes_on_and_a_sentence_says_why(desk: App, shared: Path) -> None:
    shutil.rmtree(shared)
    [own] = desk.passages.search("At how many bar does the pump run?", top=3)
    assert own.library == ""
    assert "department" in desk.passages.away() and "department" in desk.passages.note(QUESTION)


def test_documents_are_taken_over_as_they_were_read(
    tmp_path: Path, shared: Path, read: list[NewDocument], capsys: pytest.CaptureFixture[str]
) -> None:
    command = command_line(capsys, tmp_path / "home")
    wanted = read[0].document
    status, [result] = command("merge", shared, wanted.id, "--collection", "Department")
    assert (status, result["status"], result["chunks"]) == (0, "ready", wanted.chunks)
    status, results = command("merge", shared)
    assert sorted(each["status"] for each in results) == ["ready"] * (len(read) - 1) + ["unchanged"]
    shutil.rmtree(shared)
    assert command("doctor")[0] == 0
    [found] = command("search", QUESTION, "--top", 1)[1]
    assert "45 minutes" in found["hits"][0]["text"] and "library" not in found["hits"][0]
    [listed] = [one for one in command("list")[1] if one["document_id"] == wanted.id]
    assert listed["collections"] == ["Department"]


def test_where_no_shared_library_is_set_nothing_of_it_is_loaded(tmp_path: Path, examples: Path) -> None:
    code = (
        "import json, sys\nfrom pathlib import Path\n"
        "from ragdesk.app.app import App\nfrom ragdesk.host.paths import open_home\n"
        "if __name__ == '__main__':\n"
        "    app = App.open(open_home(Path(sys.argv[1])))\n"
        "    list(app.intake.add([Path(sys.argv[2])]))\n"
        "    assert app.passages.search('autoclave')\n"
        "    print(json.dumps(sorted(name for name in sys.modules if name.startswith(('ragdesk.storage.shared', 'ragdesk.bulk',"
        " 'ray', 'lance.', 'obstore')))))\n"
        "    app.close()"
    )
    script = tmp_path / "script.py"
    script.write_text(code)
    arguments = [
        sys.executable,
        "-W",
        "ignore",
        str(script),
        str(tmp_path / "home"),
        str(examples / "handbook.md"),
    ]
    traced = (
        []
        if shutil.which("strace") is None
        else ["strace", "-f", "-qq", "-e", "trace=connect", "-o", str(tmp_path / "trace")]
    )
    done = subprocess.run([*traced, *arguments], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []
    if traced:
        assert "AF_INET" not in (tmp_path / "trace").read_text()


def test_an_overview_is_of_the_shared_document_that_is_named_not_of_the_only_own_one(desk: App) -> None:
    answer = overview_of(desk, "Summarise the autoclave procedure")
    assert {each.document for each in answer.citations} == {"sop-autoclave.pdf"}
    assert {contract.citation(each)["library"] for each in answer.citations} == {"department"}
    for each in answer.citations:
        assert desk.shelves.text(each.document_id)[each.char_start : each.char_end] == each.quote
        assert desk.citations.state(each) == "unchanged"
    own = overview_of(desk, "What is the pump document about?")
    assert {each.document for each in own.citations} == {"pump.md"}


def test_a_shared_document_that_was_chosen_has_an_overview(desk: App, read: list[NewDocument]) -> None:
    [policy] = [new.document for new in read if new.document.name == "visitor-policy.html"]
    answer = overview_of(desk, "What are the key points?", Scope(documents=(policy.id,)))
    assert len(answer.citations) > 1
    assert {(each.document, each.library) for each in answer.citations} == {(policy.name, "department")}


def test_an_overview_of_what_is_away_is_of_nothing_else(desk: App, shared: Path) -> None:
    shutil.rmtree(shared)
    events = list(desk.answers.ask_once("Summarise the autoclave procedure", quick=True))
    [answer] = [event for event in events if isinstance(event, Answer)]
    assert answer.verdict == "not_found" and not answer.citations


def overview_of(desk: App, question: str, scope: Scope = Scope()) -> Answer:
    [answer] = [event for event in desk.answers.ask_once(question, scope=scope) if isinstance(event, Answer)]
    assert (answer.kind, answer.verdict) == ("overview", "answered")
    return answer
