"""An answer as text for other programs: its sentences with numbers, and below them the numbered quotes, since many programs show
nothing but the text.

The text is Markdown as chat programs read it. Words of documents and of the model are inert in it: no picture is fetched, no tag
and no link stands, no block is opened. What a quote says is the stored text, word for word.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragdesk.domain.answers import Answer, Citation
from ragdesk.domain.search import Hit
from ragdesk.front.terminal import line, plain
from ragdesk.front.web.wording import t
from ragdesk.text.sheet_rows import quoted_cells

# Between an answer and its sources; what comes behind it is no part of a conversation.
_RULE = "\n\n---\n\n"
# Where Markdown begins a picture, a link, a tag, a fence; a backslash before one would undo ours.
_SIGN = re.compile(r"(\\*)(!(?=\[)|\](?=[(\[:])|<(?=[A-Za-z/!?])|`{3,}|~{3,})")
# A line that Markdown draws as a rule: sources below one could be forged.
_RULED = re.compile(r"^( {0,3})(?=(?:[-*_=]\s?){3,}$)", re.MULTILINE)
_NUMBERS = re.compile(r"\s?(?:\[\d+\])+")
# Passages that are shown where nothing answers, and characters of each.
NEAREST, NEAREST_CHARS = 3, 240


@dataclass(frozen=True, slots=True)
class Marked:
    """Where a citation's number stands in a text, in characters."""

    citation: Citation
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TextOfAnswer:
    """An answer's text, and where its numbers stand in it."""

    text: str
    marks: tuple[Marked, ...]


def told(answer: Answer) -> TextOfAnswer:
    """All that a person reads of an answer, as one text."""
    writing = _GrowingText({citation.number: citation for citation in answer.all_citations})
    if answer.verdict in ("told", "not_found"):
        writing.add(inert(answer.text))
    else:
        _sentences(answer, writing)
    if answer.verdict == "not_found":
        _passages(answer.hits, writing)
    elif answer.all_citations:
        writing.add(f"{_RULE}**{t('Sources')}**")
        for citation in answer.all_citations:
            writing.add(f"\n\n{source(citation)}")
    return TextOfAnswer(writing.text, tuple(writing.marks))


def source(citation: Citation) -> str:
    """The numbered quote with its place."""
    place = _place(citation.found_in, citation.page, citation.place)
    return f"**[{citation.number}]** {place}\n{quoted(quoted_cells(citation.quote, citation.cells))}"


def quoted(text: str) -> str:
    """Words of a document as a quote, line by line."""
    return "\n".join(f"> {each}".rstrip() for each in inert(text).split("\n"))


def inert(text: str) -> str:
    """Foreign words as Markdown that does nothing."""
    ruled = _RULED.sub(r"\1\\", plain(text))
    return _SIGN.sub(lambda found: found[1] * 2 + "".join(f"\\{sign}" for sign in found[2]), ruled)


def said(text: str) -> str:
    """What an answer of ours said, out of the text that a program sends back."""
    return _NUMBERS.sub("", text.partition(_RULE)[0]).strip()


class _GrowingText:
    """A text as it grows."""

    def __init__(self, citations: dict[int, Citation]) -> None:
        self._citations = citations
        self._parts: list[str] = []
        self._length = 0
        self.marks: list[Marked] = []

    @property
    def text(self) -> str:
        return "".join(self._parts).strip()

    def add(self, text: str) -> None:
        text = text if self._parts else text.lstrip()
        self._parts += [text] if text else []
        self._length += len(text)

    def number(self, numbers: Sequence[int]) -> None:
        """The numbers of citations, behind a sentence."""
        self.add(" " if numbers else "")
        for number in numbers:
            start = self._length
            self.add(f"[{number}]")
            if number in self._citations:
                self.marks.append(Marked(self._citations[number], start, self._length))


def _sentences(answer: Answer, writing: _GrowingText) -> None:
    if short := answer.quick_apart:
        writing.add(f"{t('Short answer:')} {inert(short.text)}")
        writing.number([short.citation.number])
        writing.add("\n\n")
    pieces, tail = answer.cut
    for before, sentence in pieces:
        writing.add(inert(before) + inert(sentence.text))
        writing.number(sentence.citations)
        if not sentence.citations:
            writing.add(f" *({t('not supported by your documents')})*")
    writing.add(inert(tail).rstrip())
    if answer.nearest is not None:
        writing.add(f"\n\n{inert(answer.nearest.text)}")
        writing.number([answer.nearest.citation.number])


def _passages(hits: Sequence[Hit], writing: _GrowingText) -> None:
    if hits:
        writing.add(f"{_RULE}**{t('The nearest passages')}**")
    for hit in hits[:NEAREST]:
        place = _place(hit.found_in, hit.chunk.page_start, hit.chunk.section_path)
        writing.add(f"\n\n{place}\n{quoted(hit.chunk.text[:NEAREST_CHARS])}")


def _place(document: str, page: int | None, section: str) -> str:
    shown: Callable[[str], str] = lambda text: inert(line(text))  # noqa: E731
    parts = [shown(document), t("page {number}", number=page) if page else "", shown(section)]
    return " · ".join(filter(None, parts))
