"""The citations of a conversation, or of one answer, as a list in HTML. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ragdesk.domain.answers import Answer, Citation
from ragdesk.front.web.render import (
    action,
    block,
    chip,
    escape,
    link,
    meta,
    name,
    place,
    prose,
    readable,
    short,
)
from ragdesk.front.web.wording import mark, number, plural, t

SourceState = Literal["unchanged", "changed", "removed"]

_STATES: dict[str, tuple[str, str]] = {
    "unchanged": (mark("source unchanged"), "chip rd-ok"),
    "changed": (mark("source changed since"), "chip rd-warn"),
    "removed": (mark("source removed since"), "chip rd-warn"),
}


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation and the answer that it stands in, by its message. (message, number) names it."""

    message: str
    answer: Answer
    citation: Citation

    @property
    def key(self) -> tuple[str, int]:
        return self.message, self.citation.number


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
    said = (
        plural(len(cited), "{count} citation", "{count} citations"),
        plural(documents, "{count} document", "{count} documents"),
    )
    window_said = t("{first} to {last} shown", first=number(low + 1), last=number(high))
    listed = meta((*said, window_said if (low, high) != (0, len(cited)) else ""))
    return block(
        "citations",
        f'<p class="rd-hint">{listed}</p>',
        _more("earlier", t("Show earlier"), low) if low else "",
        *_groups(cited[low:high], chosen, states, whole),
        _more("later", t("Show more"), len(cited) - high) if high < len(cited) else "",
    )


def _more(verb: str, said: str, left: int) -> str:
    return f'<p class="rd-reach">{link(action("citations", verb), f"{said} ({number(left)})")}</p>'


def _groups(
    cited: Sequence[Cited],
    chosen: tuple[str, int],
    states: Mapping[tuple[str, int], SourceState],
    whole: bool,
) -> list[str]:
    parts: list[str] = []
    message = ""
    for each in cited:
        if each.message != message:
            parts.append(f"{'</ol>' if message else ''}{question(each.answer, whole)}<ol>")
            message = each.message
        parts.append(_citation(each, each.key == chosen, states[each.key]))
    return [*parts, "</ol>" if message else ""]


def question(given: Answer, whole: bool) -> str:
    """What was asked; over the citations of one answer alone also what was answered."""
    answered = "" if whole else f'<p class="rd-hint" dir="auto">{prose(short(given.full_text, 300))}</p>'
    return f'<p class="rd-asked" dir="auto">{escape(given.question)}</p>{answered}'


def cites_nothing(given: Answer) -> str:
    return block("citations", question(given, whole=False), f"<p>{t('This answer cites nothing.')}</p>")


def _citation(cited: Cited, chosen: bool, state: SourceState) -> str:
    citation = cited.citation
    title = citation.title or citation.document
    where = escape(place(citation.page, citation.place, citation.title))
    file = name(citation.document) if citation.document != title else ""
    proof = chip(t("✓ verified"), "chip rd-ok")
    said, kind = _STATES[state]
    head = link(
        action("citations", "show", cited.message, str(citation.number)),
        f'<span class="rd-num">{citation.number}</span><strong>{name(title)}</strong>',
        kind="source",
    )
    return (
        f'<li class="{"rd-chosen" if chosen else ""}">{head}<p class="rd-facts">{meta((file, where))}</p>'
        f'<blockquote dir="auto">{escape(readable(citation.quote))}</blockquote><p>{proof} {chip(t(said), kind)}</p></li>'
    )


def nothing_cited() -> str:
    return block(
        "empty",
        f"<h2>{t('No answer chosen')}</h2>",
        f"<p>{t('Ask in Chat; the passages behind each answer are shown here.')}</p>",
    )
