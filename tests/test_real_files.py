"""The odd, broken and hostile files of the evaluation sets, and its emails, through the whole way in. Skipped without them."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragdesk.app.app import App
from ragdesk.domain.documents import Document
from ragdesk.domain.intake import IngestResult
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.timeout(900)


def manifest(folder: Path) -> dict[str, dict[str, str]]:
    with (folder / "manifest.tsv").open(encoding="utf-8", newline="") as file:
        return {row["path"]: row for row in csv.DictReader(file, delimiter="\t")}


@pytest.fixture(scope="module")
def hostile(evals: Path) -> Path:
    return evals / "hostile"


@pytest.fixture(scope="module")
def results(
    hostile: Path, tmp_path_factory: pytest.TempPathFactory, embedder: object
) -> Iterator[dict[str, IngestResult]]:
    app = App.open(open_home(tmp_path_factory.mktemp("hostile") / "home"))
    found = {result.path: result for result in app.intake.add([hostile / path for path in manifest(hostile)])}
    yield {str(Path(path).relative_to(hostile)): result for path, result in found.items() if "!/" not in path}
    app.close()


def test_every_hostile_file_ends_as_its_manifest_expects(
    hostile: Path, results: dict[str, IngestResult]
) -> None:
    wrong = []
    for path, row in manifest(hostile).items():
        expected, result = row["expected"], results.get(path)
        if result is None:
            wrong.append(f"{path}: nothing was said of it")
        elif result.status == "failed" and not str(result.problem or "").strip():
            wrong.append(f"{path}: failed without a reason")
        elif expected.startswith("parses") and " or " not in expected and result.status == "failed":
            wrong.append(f"{path}: {expected}; but {result.problem}")
        elif expected.startswith("error:") and "or parses" not in expected and result.status != "failed":
            wrong.append(f"{path}: {expected}; but {result.status}")
        elif (
            "password" in expected
            and result.status == "failed"
            and "password" not in str(result.problem or "")
        ):
            wrong.append(f"{path}: {expected}; but {result.problem}")
    assert not wrong, "\n".join(wrong)


def words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def own_sentence(app: App, document: Document) -> str:
    """A line of five words or more that is not the head: what a person may remember of it. Of a message of three words
    ("This is a test") that is its subject, too."""
    body = "\n".join(chunk.text for chunk in app.library.chunks.of_document(document.id))
    lines = [line.strip() for line in body.split("\n") if not re.match(r"(#|From:|To:|Cc:|Date:|- )", line)]
    long = [line for line in lines if len(words(line).split()) >= 5]
    return long[0] if long else f"{document.title} {' '.join(lines)[:200]}"


def test_every_message_and_attachment_is_found_by_a_sentence_of_its_own(
    evals: Path, tmp_path: Path, embedder: object
) -> None:
    app = App.open(open_home(tmp_path / "home"))
    rows = manifest(evals / "emails")
    added = list(app.intake.add([evals / "emails" / path for path in rows]))
    failed = {
        Path(result.path).name: str(result.problem or "") for result in added if result.status == "failed"
    }
    assert all("!/" in result.path for result in added if result.status == "failed"), failed
    missed = []
    for document in app.library.documents.all():
        sentence = own_sentence(app, document)
        found = app.passages.search(sentence[:500], top=5)
        # The same sentence may stand in another message too: in the one that it was forwarded in.
        texts = [words(app.library.text(hit.chunk.document_id)) for hit in found]
        if document.id not in [hit.chunk.document_id for hit in found] and not any(
            words(sentence) in text for text in texts
        ):
            missed.append(f"{document.name}: {sentence!r}")
    named = {row["attachments"].split(":")[0] for row in rows.values() if row["attachments"]}
    kept = {
        name for document in app.library.documents.all() for name, _, _ in app.contents.parts(document.id)
    }
    app.close()
    assert not missed, "\n".join(missed)
    assert len(named - kept) <= 1, named - kept  # a logo under 5 kB may be left out
