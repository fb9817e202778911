"""The pure parts of Settings: what is shown of models, connections, what is kept, errors; and what a diagnosis leaves out."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragdesk.domain.errors import Problem, RagdeskError
from ragdesk.domain.models import NOT_KNOWN, Check, ModelInfo
from ragdesk.domain.privacy import Area, Erasure
from ragdesk.front.web.gradio_fixes.unexplained_errors import watched
from ragdesk.front.web.problems import KEPT, PROBLEMS, Catcher, LoggedProblem, Problems, explain
from ragdesk.front.web.tabs.settings import render_models, render_privacy, render_settings
from ragdesk.front.web.tabs.settings.diagnosis import diagnosis
from ragdesk.host.connections import Connection

EVIL = "<img src=x onerror=alert(1)>"
MODEL = ModelInfo("small", "llm", 1_100_000_000, 1_500_000_000, "MIT", "English", "/m/small.gguf", True, "")
HERE = Connection(
    "connected",
    "RAGDesk",
    True,
    "127.0.0.1",
    True,
    "2026-01-01T00:00:00+00:00",
    "2026-01-01T00:00:00+00:00",
    3,
)
AWAY = replace(HERE, place="192.0.2.1:443", here=False)


def shown(*models: ModelInfo, **more: Any) -> str:
    return render_models.models(models, more.pop("speeds", {}), 8_000_000_000, 2_000_000_000, **more)


def test_a_model_says_what_it_needs_and_what_was_measured() -> None:
    text = shown(MODEL, speeds={"small": "Measured here: reads 90"})
    assert "needs about 1.5 GB of memory" in text and "1.1 GB on disk" in text
    assert "in use" in text and "Measured here: reads 90" in text and "settings:measure:llm" in text
    assert "Too large" not in text and "more than is free" not in text
    reader = replace(MODEL, role="reader", path="/m/ragdesk-reader")
    assert "settings:measure:reader" in shown(reader)
    assert "settings:measure" not in shown(replace(reader, path="")), "what is not here cannot be measured"
    assert "(more than is free now)" in shown(replace(MODEL, memory=3_000_000_000))
    assert "Too large for this computer." in shown(replace(MODEL, memory=9_000_000_000))


def test_only_what_is_here_and_not_in_use_can_be_chosen_and_an_embedder_is_asked_about() -> None:
    other = replace(MODEL, name="other", chosen=False)
    assert "#rd:settings:use:other" in shown(MODEL, other)
    absent = replace(other, path="", where="download https://example.org/x and `ragdesk models add` it")
    assert "settings:use" not in shown(MODEL, absent)
    embedder = replace(other, role="embedder", name="e5")
    assert "#rd:settings:ask-use:e5" in shown(embedder)
    asked = shown(embedder, asking="e5")
    assert "#rd:settings:use:e5" in asked and "made searchable anew" in asked


def test_what_is_not_here_says_which_file_is_fetched_from_where_how_large_it_is_and_that_it_is_dropped() -> (
    None
):
    where = "download https://example.org/x and `ragdesk models add` it"
    absent = replace(MODEL, path="", where=where, file="small.gguf", download=2_020_000_000)
    text = shown(absent)
    assert "Fetch the file small.gguf (2.0 GB) from https://example.org/x" in text and "drop it here" in text
    folder = shown(replace(absent, role="embedder", file="e5", download=0))
    assert "all files of https://example.org/x (size not known)" in folder and "in a folder e5" in folder
    assert "ragdesk models fetch" in shown(replace(absent, where="`ragdesk models fetch` gets it"))


def test_a_model_is_called_by_its_plain_name_and_its_own_stands_among_the_facts() -> None:
    text = shown(
        replace(MODEL, role="embedder", name="bge-small-en-v1.5", title="BGE Small 1.5", built_in=True)
    )
    assert "BGE Small 1.5</bdi>, built in" in text and text.count("bge-small-en-v1.5") == 1
    assert text.index("BGE Small 1.5") < text.index("bge-small-en-v1.5")


def test_what_is_not_known_of_a_model_is_said_once_and_a_size_on_disk_only_of_what_is_there() -> None:
    found = shown(replace(MODEL, licence=NOT_KNOWN, languages=NOT_KNOWN))
    assert found.count("not known") == 1 and "languages and licence not known" in found
    assert "on disk" in found and "on disk" not in shown(
        replace(MODEL, path="", where="`ragdesk models fetch` gets it")
    )


def test_names_are_escaped_everywhere() -> None:
    problem = LoggedProblem("2026-01-01T00:00:00+00:00", Problem(EVIL, EVIL))
    texts = [
        shown(replace(MODEL, name=EVIL, licence=EVIL, languages=EVIL, where=EVIL), speeds={"small": EVIL}),
        render_privacy.connections([replace(AWAY, place=EVIL, program=EVIL)], "2026", EVIL),
        render_privacy.areas([Area("logs", Path("/h") / EVIL, 1, 1)], Path("/h")),
        render_privacy.receipt(Erasure((), ((EVIL, EVIL),))),
        render_settings.problems([problem]),
        render_settings.home(Path(EVIL), Path(EVIL)),
        render_settings.help_page(Path(EVIL)),
        render_settings.title(EVIL, EVIL),
    ]
    for text in texts:
        assert "<img" not in text and "&lt;img" in text and text.startswith("<div") and "\n" not in text


def test_privacy_is_sure_only_where_nothing_left() -> None:
    browser = replace(AWAY, own=False, program="firefox")
    quiet = render_privacy.connections([HERE, browser], HERE.first)
    assert "No connection left this computer." in quiet and "firefox (not RAGDesk)" in quiet
    assert "rd-foreign" not in quiet
    loud = render_privacy.connections([HERE, AWAY], HERE.first, "http://gpu:8000")
    assert "No connection left" not in loud and loud.count('class="rd-foreign"') == 1
    assert "You chose a model server (http://gpu:8000)" in loud


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "–"), (12, "1 kB"), (5_400, "5 kB"), (34_000_000, "34 MB"), (1_120_000_000, "1.1 GB")],
)
def test_sizes_are_short(count: int, said: str) -> None:
    assert render_models.size(count) == said


def test_a_receipt_counts_and_names_what_stayed() -> None:
    done = Erasure((Area("memory", Path("/h/memory"), 2, 900), Area("logs", Path("/h/logs"), 0, 0)), ())
    text = render_privacy.receipt(done)
    assert "Memory: 2 files, 1 kB" in text and "Logs" not in text and "rd-good" in text
    assert "/h/link" in render_privacy.receipt(replace(done, left=(("/h/link", "was a link"),)))


def test_problems_are_kept_newest_first_and_counted_until_seen() -> None:
    problems = Problems()
    for number in range(KEPT + 5):
        problems.add(RagdeskError(f"no {number}", "hint"))
    assert problems.all()[0].problem.message == f"no {KEPT + 4}" and len(problems.all()) == KEPT
    assert problems.unseen() == KEPT
    problems.seen()
    assert problems.unseen() == 0 and len(problems.all()) == KEPT


def test_a_failure_of_the_intake_is_kept_once_and_again_when_it_comes_again() -> None:
    problems = Problems()
    failed = [("a.pdf", Problem("It is damaged."))]
    problems.follow(failed)
    problems.follow(failed)
    assert [logged.problem.message for logged in problems.all()] == ["a.pdf was not taken in. It is damaged."]
    problems.follow([])
    problems.follow(failed)
    assert len(problems.all()) == 2


def test_what_is_logged_as_an_error_is_kept_once() -> None:
    problems = Problems()
    logger, catcher = logging.getLogger("ragdesk"), Catcher(problems)
    logger.addHandler(catcher)
    try:
        logging.getLogger("ragdesk.app.background").error("intake")
    finally:
        logger.removeHandler(catcher)
    assert [logged.problem.message for logged in problems.all()] == [
        "Something unexpected went wrong (ragdesk.app.background)."
    ]


@pytest.fixture
def no_problems() -> Iterator[None]:
    PROBLEMS.clear()
    yield
    PROBLEMS.clear()


def test_what_leaves_an_event_is_kept_once(no_problems: None) -> None:
    def breaks(value: int) -> float:
        return 1 / value

    def streams(value: int) -> Iterator[float]:
        yield 1 / value

    for event in (watched(breaks, explain), lambda value: list(watched(streams, explain)(value))):
        with pytest.raises(ZeroDivisionError):
            event(0)
    assert [logged.problem.message for logged in PROBLEMS.all()] == [
        "Something unexpected went wrong (ZeroDivisionError)."
    ] * 2


def test_a_diagnosis_names_no_document_no_person_and_no_own_model() -> None:
    mine = replace(MODEL, name="smith-family", licence="not known")
    check = Check("ledger", False, f"{Path.home()}/data/library.db is damaged")
    problem = LoggedProblem(
        "2026-01-01T00:00:00+00:00", Problem("salary-smith.pdf was not taken in.", "smith", "unreadable")
    )
    text = diagnosis([check], [mine], [problem], memory=8_000_000_000, processors=2)
    assert "FAILED: ledger: ~/data/library.db is damaged" in text
    assert "2026-01-01T00:00:00+00:00 error unreadable" in text and "8.0 GB of memory" in text
    assert "smith" not in text and str(Path.home()) not in text
    assert "gradio 6" in text
