"""What workers tell the driver comes to it as it was said, and as data alone."""

from ragdesk.bulk.messages import ReadBatch, batch_in, fingerprints_in, of_batch, of_fingerprints
from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import IngestResult, SourceInfo

WHY = Problem("{file} is empty.", "Add it again.", file="a.md")
FAILED = IngestResult("/d/a.md", None, "", "failed", 0, 0, 0.5, WHY)
READY = IngestResult("/d/ü b.pdf", "d" * 16, "A “title”", "ready", 3, 7, 1.25)


def test_a_batch_comes_back_as_it_was() -> None:
    done = ReadBatch({"chunks": ['{"id": 1}']}, [("d" * 16, "/d/ü b.pdf")], [FAILED, READY])
    again = batch_in(of_batch(done))
    assert (again.fragments, again.documents) == (done.fragments, done.documents)
    assert again.results[1] == READY
    assert str(again.results[0].problem) == str(WHY) and again.results[0].path == FAILED.path


def test_fingerprints_and_what_cannot_be_read_come_back() -> None:
    file = SourceInfo("/d/a.zip/b.md", 12, 34, "/d/a.zip", "e" * 16, 1)
    [found, failed] = fingerprints_in(of_fingerprints([(file, "f" * 64), FAILED]))
    assert found == (file, "f" * 64)
    assert isinstance(failed, IngestResult) and str(failed.problem) == str(WHY)
