"""Small talk: what is talk and what is not, and that it is answered in its language."""

import pytest

from ragdesk.answering.told.talk import Talk, reply, talk
from ragdesk.answering.told.told_phrases import _COUNTED, _FILES, _SAID
from ragdesk.answering.understanding.reading import ruled_languages


@pytest.mark.parametrize(
    ("message", "acts", "language"),
    [
        ("hello", ("greeting",), "en"),
        ("Hello, thanks!", ("greeting", "thanks"), "en"),
        ("Thank you so much, that helped. Good bye!", ("thanks", "goodbye"), "en"),
        ("who are you?", ("identity",), "en"),
        ("what can you do for me", ("ability",), "en"),
        ("Hi! I'm Anna, the purchasing manager", ("greeting", "introduction"), "en"),
        ("Guten Morgen, wie geht's?", ("greeting", "wellbeing"), "de"),
        ("ok thanks, thats all for today", ("thanks", "goodbye"), "en"),
        ("thanks, that was quick", ("thanks",), "en"),
        ("Thanks, that's been a great help", ("thanks",), "en"),
        ("danke, das ging ja schnell", ("thanks",), "de"),
        ("morning! good to see you, how are you today?", ("greeting", "wellbeing"), "en"),
        ("ok bye", ("goodbye",), "en"),
        ("Moin! Schön dich zu sehen, wie geht's?", ("greeting", "wellbeing"), "de"),
        ("super danke", ("thanks",), "de"),
        ("tschüss und danke", ("goodbye", "thanks"), "de"),
        ("Ich heiße Jonas und arbeite im Einkauf.", ("introduction",), "de"),
        ("Was kannst du?", ("ability",), "de"),
        ("👍", ("fine",), "en"),
    ],
)
def test_talk_is_told_with_its_language(message: str, acts: tuple[str, ...], language: str) -> None:
    talked = talk(message)
    assert talked is not None
    assert (talked.acts, talked.language) == (acts, language)


@pytest.mark.parametrize(
    "message",
    [
        "hello, where is the form",
        "morning shift hours",
        "hope all is well, when is the rent due?",
        "thanks, the report is wrong",
        "ok thanks to whom was it sent",
        "I'm waiting for the invoice",
        "The pump",
        "",
    ],
)
def test_what_says_anything_else_is_no_talk(message: str) -> None:
    assert talk(message) is None


def test_the_reply_answers_each_act_once_and_offers_what_can_be_done() -> None:
    assert reply(Talk(("greeting", "thanks"), "en"), 3) == "Hello! You're welcome."
    assert reply(Talk(("greeting",), "en"), 3) == "Hello! What would you like to know from your documents?"
    assert "Library" in reply(Talk(("greeting",), "en"), 0)
    named = talk("My name is Anna, the buyer")
    assert named is not None and reply(named, 1).startswith("Nice to meet you, Anna.")
    assert reply(Talk(("greeting",), "de"), 0).startswith("Hallo!")


def test_a_language_whose_questions_are_understood_has_all_that_is_told() -> None:
    for told in (_SAID, _COUNTED, _FILES):
        assert set(told) == set(ruled_languages())
        assert len({frozenset(phrases) for phrases in told.values()}) == 1
