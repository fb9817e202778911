"""The citations of a conversation, or of one answer, as a list in HTML. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from ragdesk.domain.answers import Answer, Citation
from ragdesk.front.web.templates import Template
from ragdesk.front.web.texts import place, short
from ragdesk.front.web.wording import mark, number, plural, t

SourceState = Literal["unchanged", "changed", "removed", "away"]

_STATES: dict[str, tuple[str, str]] = {
    "unchanged": (mark("source unchanged"), "chip rd-ok"),
    "changed": (mark("source changed since"), "chip rd-warn"),
    "removed": (mark("source removed since"), "chip rd-warn"),
    "away": (mark("source cannot be reached now"), "chip rd-warn"),
}
# What is shown of an answer over its citations.
SAID_CHARS = 300
_citations = Template("citations/citations.html.j2")


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation and the answer that it stands in, by its message. (message, number) names it."""

    message: str
    answer: Answer
    citation: Citation

    @property
    def key(self) -> tuple[str, int]:
        return self.message, self.citation.number


@dataclass(frozen=True, slots=True)
class ShownCitation:
    """A citation as it is listed, with what became of its source since."""

    message: str
    citation: Citation
    place: str
    chosen: bool
    state: str
    state_kind: str


def citations(
    cited: Sequence[Cited],
    window: tuple[int, int],
    chosen: tuple[str, int],
    states: Mapping[tuple[str, int], SourceState],
    *,
    whole: bool = False,
) -> str:
    """Those of `cited` that lie in `window`, under the questions that they answer, with links to those before and after.

    Args:
        chosen: the one on view.
        states: of the sources, for those in the window.
        whole: whether several answers may be listed; where there is but one, what it says stands over its citations.
    """
    low, high = window
    documents = len({each.citation.document_id for each in cited})
    said = [
        plural(len(cited), "{count} citation", "{count} citations"),
        plural(documents, "{count} document", "{count} documents"),
    ]
    if window != (0, len(cited)):
        said.append(t("{first} to {last} shown", first=number(low + 1), last=number(high)))
    groups = []
    for _, of_answer in groupby(cited[low:high], lambda each: each.message):
        listed = list(of_answer)
        groups.append(
            (
                listed[0].answer,
                said_of(listed[0].answer),
                [_shown(each, each.key == chosen, states[each.key]) for each in listed],
            )
        )
    return _citations("citations", said, groups, low, len(cited) - high, whole)


def _shown(cited: Cited, chosen: bool, state: SourceState) -> ShownCitation:
    citation = cited.citation
    text, kind = _STATES[state]
    where = place(citation.page, citation.place, citation.title)
    return ShownCitation(cited.message, citation, where, chosen, t(text), kind)


def said_of(given: Answer) -> list[tuple[str, bool]]:
    """The answer's first sentences, each with whether it is supported."""
    pieces, tail = given.cut
    parts = [(before + sentence.text, sentence.supported) for before, sentence in pieces]
    parts += [(text, True) for text in (tail, given.nearest.text if given.nearest else "") if text.strip()]
    said, left = list[tuple[str, bool]](), SAID_CHARS
    for words, supported in parts:
        if left <= 0:
            break
        said.append((short(words, left), supported))
        left -= len(words)
    return said


def cites_nothing(given: Answer) -> str:
    return _citations("cites_nothing", given, said_of(given))


def nothing_cited() -> str:
    return _citations("nothing_cited")
