"""Small talk: greetings, thanks, who RAGDesk is and what it can do, a person who introduces themselves.

A message is talk where every piece of it is: "Hello, how long is the warranty?" is a question.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragdesk.answering.told.told_phrases import said
from ragdesk.answering.understanding.reading import (
    MOST_CHARS,
    Worded,
    has_pictures,
    languages_for,
    plain,
    worded,
)

# More pieces are no talk that is answered in a sentence.
MOST_PIECES = 6
_SENTENCE_END = re.compile(r"\s*[.!?;:–—…]+\s*")
_PIECE_END = re.compile(r"\s*,\s*|\s+(?:-|and|but|und|aber)\s+", re.IGNORECASE)
# What is answered, in this order; of what is left nothing needs an answer beside these.
_ANSWERED = ("greeting", "introduction", "thanks", "wellbeing", "identity", "ability", "note", "goodbye")


@dataclass(frozen=True, slots=True)
class Talk:
    """What a message of small talk does ("greeting", "thanks" …), each once, in which language, and the name that the person
    gives, "" for none."""

    acts: tuple[str, ...]
    language: str
    name: str = ""


def talk(message: str) -> Talk | None:
    """The message as small talk; None where anything else is in it."""
    text = plain(message)
    if len(text) > MOST_CHARS:
        return None
    languages = languages_for(message)
    if not text:
        return Talk(("fine",), languages[0]) if has_pictures(message) else None  # a thumb or a smile
    pieces = list(_pieces(text, languages))
    if not 0 < len(pieces) <= MOST_PIECES or not all(pieces):
        return None
    return _together(pieces, languages)


def _together(pieces: Sequence[Sequence[Worded]], languages: Sequence[str]) -> Talk:
    """All pieces as one message, in the language that most of them are in."""
    counts = Counter(language for piece in pieces for language in {match.language for match in piece})
    language = max(languages, key=lambda each: counts[each])
    acts: list[str] = []
    name = ""
    for piece in pieces:
        match = next((each for each in piece if each.language == language), piece[0])
        acts.append(match.name)
        name = name or match.found.groupdict().get("name") or ""
    return Talk(tuple(dict.fromkeys(acts)), language, name)


def _pieces(text: str, languages: Sequence[str]) -> Iterator[list[Worded]]:
    """What the text, or else each of its sentences, or else each of their pieces, is worded as; nothing for what is no talk."""
    if whole := list(worded("talk", text, languages)):
        yield whole
        return
    for sentence in filter(None, _SENTENCE_END.split(text)):
        if match := list(worded("talk", sentence, languages)):
            yield match
        else:
            for piece in filter(None, _PIECE_END.split(sentence)):
                yield list(worded("talk", piece, languages))


def reply(talked: Talk, documents: int) -> str:
    """A short true answer.

    Args:
        documents: how many the library holds.
    """
    language = talked.language
    acts = [act for act in _ANSWERED if act in talked.acts] or ["fine"]
    sentences = []
    for act in acts:
        named = act == "introduction" and talked.name
        sentences.append(said("introduction_named" if named else act, language, name=talked.name))
    if set(acts) <= {"greeting", "introduction", "wellbeing"}:
        sentences.append(said("ask" if documents else "add", language))
    return " ".join(sentences)
