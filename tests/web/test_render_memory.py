"""The Memory tab as HTML: whatever was said, it stays text."""

from harmless import HOSTILE, harmless

from ragdesk.domain.memory import MemoryNote, Remembered
from ragdesk.front.web.tabs.memory import render_memory

ASKED = "As a {nurse}, who signs the log?"


def noticed(text: str = "Is a nurse.", question: str = ASKED, replaces: str = "") -> Remembered:
    return Remembered(
        "a" * 16,
        "proposed",
        "user",
        text,
        0.65,
        replaces,
        "m" * 16,
        "2026-01-01T00:00:00+00:00",
        "c" * 16,
        question,
    )


def test_all_of_memory_is_harmless() -> None:
    one = noticed(HOSTILE, HOSTILE, HOSTILE)
    harmless(render_memory.proposals([one]))
    harmless(render_memory.written([one]))
    harmless(render_memory.remembered([one]))
    harmless(render_memory.notes("user", [MemoryNote("user-1", "user", HOSTILE)], [one], "user-1"))


def test_what_was_noticed_leads_to_the_question_that_it_was_noticed_in() -> None:
    known = [MemoryNote("user-1", "user", "Is a nurse."), MemoryNote("user-2", "user", "Uses SAP.")]
    for shown in (
        render_memory.proposals([noticed()]),
        render_memory.written([noticed()]),
        render_memory.notes("user", known, [noticed()]),
    ):
        assert shown.count("As a {nurse}, who signs the log?") == 1
        assert shown.count(f"#rd:chat:visit:{'c' * 16}") == 1
    assert "noticed in" not in render_memory.notes("company", known, [noticed()]), "the other file's"
    assert "noticed in" not in render_memory.proposals([noticed(question="")])


def test_a_note_is_said_to_the_person_whom_it_is_about() -> None:
    one = Remembered(
        "a" * 16,
        "proposed",
        "user",
        "Is the purchasing manager",
        0.8,
        "Is the buyer",
        "",
        "2026-01-01T00:00:00Z",
    )
    asked = render_memory.remembered([one])
    assert "Remember “You are the purchasing manager” instead of “You are the buyer”?" in asked
    assert "You are the purchasing manager" in render_memory.proposals([one])
