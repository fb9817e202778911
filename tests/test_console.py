"""What people see on the terminal: no control characters from documents, and every answer's citations."""

import io
from dataclasses import replace

from scripted import make_hit

from ragdesk.domain.answers import Answer, Citation, Nearest, Sentence, Timings
from ragdesk.domain.intake import IngestProgress
from ragdesk.domain.models import ModelInfo
from ragdesk.front import console

CLEAR = "\x1b[2J\x1b]0;owned\x07\u202egnp.exe"


def answer(verdict: str) -> Answer:
    citation = Citation(1, "c" * 12, "d" * 16, f"a{CLEAR}.pdf", "T", 3, "S", f"quote{CLEAR}", 0, 5)
    sentences = (Sentence(f"It is.{CLEAR}", (1,), True), Sentence("It may be.", (), False))
    return Answer(
        "Q", "Q", "It is. It may be.", verdict, (citation,), sentences, (make_hit(CLEAR),), Timings(0.1)
    )  # type: ignore[arg-type]


def test_nothing_from_documents_or_the_model_commands_the_terminal() -> None:
    for verdict in ("answered", "unsupported", "not_found"):
        printed = console.answer(answer(verdict))
        assert not any(character in printed for character in "\x1b\x07\u202e")


def test_an_answer_shows_its_marks_quotes_and_what_has_no_support() -> None:
    printed = console.answer(answer("answered"))
    assert "It is." in printed and "[1]" in printed
    assert "page 3" in printed and "“quote" in printed
    assert "It may be. (no support found in your documents)" in printed


def test_below_a_guess_the_nearest_passage_stands_with_its_number_and_quote() -> None:
    given = answer("unsupported")
    nearest = Nearest("The nearest: “quote”", replace(given.citations[0], number=2, quote="It hums."))
    printed = console.answer(replace(given, nearest=nearest))
    assert "The nearest: “quote” [2]" in printed and "“It hums.”" in printed


SHEET = "| # | Item | Fee |\n| --- | --- | --- |\n| 2 | Junior **member** | 40 |\n| 3 | Guest | 8 |"


def test_rows_of_a_sheet_are_printed_as_a_person_reads_them() -> None:
    hit = make_hit(SHEET)
    printed = console.hits([hit])
    assert "    Junior member · 40\n    Guest · 8" in printed
    assert "|" not in printed and "**" not in printed and "---" not in printed
    cited = replace(answer("answered").citations[0], quote="| 3 | Guest | 8 |", cells="A3:C3")
    given = replace(
        answer("answered"), citations=(cited,), sentences=(Sentence("**Guest** | 8 |", (1,), True),)
    )
    assert "“Guest · 8”" in console.answer(given) and "**" not in console.answer(given)
    refused = replace(answer("not_found"), hits=(hit,))
    assert "Junior member · 40" in console.answer(refused) and "|" not in console.answer(refused)


def test_of_the_nearest_passages_the_beginning_is_printed() -> None:
    refused = replace(answer("not_found"), hits=(make_hit("word " * 200 + "\n\nThe end."),))
    printed = console.answer(refused)
    assert 200 < len(printed) < 400 and "The end" not in printed


def test_progress_is_silent_where_nobody_watches() -> None:
    stream = io.StringIO()
    progress = console.Progress(stream)
    progress(IngestProgress("a.pdf", "encoding", 0.5, 1, 3))
    progress.clear()
    assert stream.getvalue() == ""


def test_an_unknown_size_is_not_called_nothing() -> None:
    model = ModelInfo("m", "llm", 0, 1, "MIT", "en", "", False, "download it")
    assert "0 MB" not in console.models([model])
    assert "download it" in console.models([model])


def test_a_model_that_nobody_measured_is_said_to_be_one() -> None:
    measured = ModelInfo("bge-small-en-v1.5", "embedder", 1, 1, "MIT", "en", "/m", True, "")
    assert "not measured" not in console.models([measured])
    for role in ("embedder", "reranker"):
        other = ModelInfo("other", role, 1, 1, "MIT", "en", "/m", True, "")  # type: ignore[arg-type]
        assert "not measured with RAGDesk" in console.models([other])
