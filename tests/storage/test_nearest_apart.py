"""Answers that were stored when the nearest passage stood in the model's text, read by today's RAGDesk."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ragdesk.domain.answers import Answer
from ragdesk.storage.ledger.ledger import Ledger
from ragdesk.storage.ledger.migrations import STEPS

# Rows that the version before wrote, through its own pipeline.
ROWS = Path(__file__).parent / "before_nearest.sql"
ENGLISH = "The autoclave must cool for 45 minutes before the door is opened."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "library.db")) as connection:
        for step in STEPS[:5]:
            step(connection)
        connection.executescript(ROWS.read_text(encoding="utf-8"))
        connection.execute("PRAGMA user_version = 5")
        connection.commit()
    return tmp_path


def stored(home: Path) -> dict[str, Answer]:
    """The answers by the text of their messages, which stays as it was shown."""
    with closing(Ledger(home / "library.db", home / "incoming")) as ledger:
        [conversation] = ledger.conversations.all()
        messages = ledger.conversations.messages(conversation.id)
    return {each.turn.text: each.answer for each in messages if each.answer is not None}


def test_the_nearest_passage_leaves_the_models_words(home: Path) -> None:
    guesses = [answer for answer in stored(home).values() if answer.verdict == "unsupported"]
    assert [(answer.text, answer.nearest and answer.nearest.text) for answer in guesses] == [
        ("It must cool for 90 minutes.", f"The nearest that your documents say: “{ENGLISH}”"),
        (
            "It cools for 90 minutes. Nobody opens it at 12 at all.",
            f"The nearest that your documents say: “{ENGLISH}”",
        ),
        (
            "Es dauert 90 Minuten.",
            "Am nächsten kommt in Ihren Dokumenten: „Der Autoklav muss vor dem Öffnen der Tür 45 Minuten lang abkühlen.“",
        ),
        ("它必须冷却90分钟。", "您的文档中最接近的内容：“高压灭菌器必须冷却45分钟才能打开门。”"),
        ("Guests may bring 3 of them.", None),
    ]
    assert not any(sentence.supported for answer in guesses for sentence in answer.sentences)
    assert all(answer.citations == () for answer in guesses)


def test_nothing_that_was_on_screen_is_lost(home: Path) -> None:
    with closing(sqlite3.connect(home / "library.db")) as connection:
        before = [
            json.loads(row[0]) for row in connection.execute("SELECT answer FROM messages WHERE answer != ''")
        ]
    for shown, answer in stored(home).items():
        [old] = [each for each in before if each["message_id"] == answer.message_id]
        assert answer.full_text == shown == old["text"]
        kept = [(each.number, each.quote, each.char_start, each.page) for each in answer.all_citations]
        assert kept == [(c["number"], c["quote"], c["char_start"], c["page"]) for c in old["citations"]]
        assert [hit.chunk.text for hit in answer.hits] == [hit["chunk"]["text"] for hit in old["hits"]]


def test_a_damaged_answer_does_not_keep_the_library_closed(home: Path) -> None:
    damaged = '{"verdict":"unsupported","sentences":['
    with closing(sqlite3.connect(home / "library.db")) as connection:
        connection.execute("UPDATE messages SET answer = ? WHERE position = 4", (damaged,))
        connection.commit()
    Ledger(home / "library.db", home / "incoming").close()
    with closing(sqlite3.connect(home / "library.db")) as connection:
        assert connection.execute("SELECT answer FROM messages WHERE position = 4").fetchone() == (damaged,)
