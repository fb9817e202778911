"""Question sets as they are written on disk."""

import json
from pathlib import Path

import pytest

from ragdesk.domain.errors import UsageError
from ragdesk.extras.evaluation.beir import write_corpus
from ragdesk.extras.evaluation.places import locate, paragraphs
from ragdesk.extras.evaluation.questions import Spot
from ragdesk.extras.evaluation.sets import find_sets


def write(path: Path, *items: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    return path


def test_a_set_has_documents_and_several_files_of_questions(tmp_path: Path) -> None:
    folder = tmp_path / "reports" / "dev"
    (folder / "docs").mkdir(parents=True)
    pages = {
        "id": 1,
        "question": "q",
        "answer": "['a', 'b']",
        "doc": "r.pdf",
        "pages": [3, 4],
        "answerable": True,
    }
    write(folder / "questions.jsonl", pages)
    para = {
        "id": "p",
        "question": "q",
        "answers": ["x", "y"],
        "doc": "a.md",
        "para": 2,
        "evidence_text": "Words.",
    }
    write(folder / "questions_more.jsonl", para | {"answerable": False, "text_only": True})
    first, second = find_sets(tmp_path)
    assert (first.name, second.name) == ("reports/dev", "reports/dev more")
    assert first.shelf == second.shelf and first.documents == (folder / "docs",)
    [one], [other] = first.questions, second.questions
    assert one.gold == (Spot("r.pdf", page=3), Spot("r.pdf", page=4))
    assert one.answers == (("a", "b"),) and one.answerable
    assert other.gold == (Spot("a.md", text="Words.", para=2),)
    assert other.answers == (("x",), ("y",)) and not other.answerable
    assert ("text_only", "true") in other.categories


def test_conversations_name_passages_that_lie_beside(tmp_path: Path) -> None:
    folder = tmp_path / "talks" / "dev"
    (tmp_path / "talks" / "docs").mkdir(parents=True)
    write(tmp_path / "talks" / "passages.jsonl", {"id": "7", "doc": "a.md", "text": "The passage."})
    turns = [{"role": "user", "text": "Before?"}, {"role": "assistant", "text": "Yes."}]
    asked = {"id": "1", "question": "And it?", "history": turns, "standalone": "And the pump?"}
    write(
        folder / "questions.jsonl",
        asked | {"gold_passages": ["7"], "answerability": ["PARTIAL"]},
        {"id": "2", "question": "Where?", "gold_passages": [], "answerability": "UNANSWERABLE"},
    )
    [one] = find_sets(folder)
    assert one.documents == (tmp_path / "talks" / "docs",)
    assert one.passages == {"a.md": ["The passage."]}
    first, second = one.questions
    assert first.gold == (Spot("a.md", text="The passage."),) and first.answerable
    assert [turn.role for turn in first.history] == ["user", "assistant"] and first.human == "And the pump?"
    assert second.gold == () and not second.answerable


def test_beir_folders_are_read_and_written_as_files(tmp_path: Path) -> None:
    folder = tmp_path / "facts"
    write(
        folder / "corpus.jsonl", {"_id": "10", "title": "T", "text": "Text."}, {"_id": "a/b", "text": "More."}
    )
    write(folder / "queries.jsonl", {"_id": "1", "text": "claim"}, {"_id": "2", "text": "unused"})
    (folder / "qrels").mkdir()
    qrels = "query-id\tcorpus-id\tscore\n1\t10\t1\n1\ta/b\t1\n1\tz\t0\n"
    (folder / "qrels" / "train.tsv").write_text(qrels, encoding="utf-8")
    [one] = find_sets(folder)
    assert one.name == "facts train"
    assert [(q.text, [s.document for s in q.gold]) for q in one.questions] == [("claim", ["10.md", "a_b.md"])]
    write_corpus(folder / "corpus.jsonl", tmp_path / "out")
    assert (tmp_path / "out" / "10.md").read_text(encoding="utf-8") == "# T\n\nText.\n"
    # Below another folder it counts only where it is asked to be small.
    with pytest.raises(UsageError):
        find_sets(tmp_path)
    assert len(find_sets(tmp_path, limit=5)) == 1


def test_a_limit_spreads_over_the_file(tmp_path: Path) -> None:
    write(tmp_path / "s" / "questions.jsonl", *({"id": n, "question": "q"} for n in range(100)))
    [one] = find_sets(tmp_path / "s", limit=4)
    assert [q.id for q in one.questions] == ["0", "25", "50", "75"]


@pytest.mark.parametrize(
    "line", ["{", "[1]", '{"id": 1}', '{"id": 1, "question": "q", "doc": "d", "pages": ["x"]}']
)
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "questions.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(UsageError, match=r"questions\.jsonl"):
        find_sets(tmp_path)


def test_a_folder_without_questions_says_what_a_set_is(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no questions"):
        find_sets(tmp_path)
    with pytest.raises(UsageError, match="no folder"):
        find_sets(tmp_path / "none")


def test_text_is_found_whatever_its_spaces_marks_and_ligatures() -> None:
    text = "# Title\n\nThe **ﬁrst**  valve\nopens.\n\nThe end."
    start, end = locate("The first valve opens", text) or (0, 0)
    assert text[start:end] == "The **ﬁrst**  valve\nopens"
    assert locate("never said", text) is None
    assert [text[a:b] for a, b in paragraphs(text)] == ["# Title", "The **ﬁrst**  valve\nopens.", "The end."]
