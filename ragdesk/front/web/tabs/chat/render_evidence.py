"""The passages behind an answer as HTML: whole sentences, those that are cited first, with the words cited. Pure functions."""

from collections.abc import Mapping, Sequence

from ragdesk.domain.answers import Citation
from ragdesk.domain.search import Hit
from ragdesk.front.web.render import action, block, escape, link, marked, meta, name, place, readable, rows
from ragdesk.front.web.wording import plural, t
from ragdesk.text.sentences import sentences

# What is shown of a passage before a person asks for more: whole sentences, until there are this many characters.
LEAD_CHARS = 300


def evidence(
    hits: Sequence[Hit],
    titles: Mapping[str, str],
    asked: str,
    search_note: str = "",
    *,
    citations: Sequence[Citation] = (),
    key: str = "",
) -> str:
    """The passages that an answer is made of: those that it cites, by number, then the others, best first.

    Args:
        titles: by document id.
        search_note: what search could not do for the question.
        citations: those of the answer, once there is one; `key` is its message's id.
    """
    unable = f'<p class="rd-hint">{escape(search_note)}</p>' if search_note else ""
    if not hits:
        return block("empty", f"<p>{t('No passage comes near this question.')}</p>", unable)
    cited: dict[str, list[Citation]] = {}
    for each in citations:
        cited.setdefault(each.chunk_id, []).append(each)
    first = sorted(
        (hit for hit in hits if hit.chunk.id in cited), key=lambda hit: cited[hit.chunk.id][0].number
    )
    others = [hit for hit in hits if hit.chunk.id not in cited]
    parts = [unable]
    if first:
        items = "".join(_cited(hit, titles, cited[hit.chunk.id], key) for hit in first)
        parts.append(f'<p class="rd-hint">{t("Cited in the answer")}</p><ol class="rd-passages">{items}</ol>')
    if others:
        head = t("Also found, best first")
        if not first:
            head = plural(len(hits), "{count} passage found", "{count} passages, best first")
        items = "".join(passage(hit, titles, asked) for hit in others)
        parts.append(f'<p class="rd-hint">{head}</p><ol class="rd-passages">{items}</ol>')
    return block("evidence", *parts)


def no_evidence() -> str:
    said = t("The passages that an answer is made of appear here, before the model has written a word.")
    return block("empty", f"<p>{said}</p>")


def passage(hit: Hit, titles: Mapping[str, str], asked: str) -> str:
    """A list item: where the passage stands, its first sentences with the question's words marked, and the rest to unfold."""
    lead, rest = fold(_below_heading(hit))
    more = _more(t("More"), _paragraphs(rest, asked)) if rest else ""
    return f"<li>{_where(hit, titles)}{_paragraphs(lead, asked)}{more}</li>"


def _cited(hit: Hit, titles: Mapping[str, str], citations: Sequence[Citation], key: str) -> str:
    quotes = "".join(
        f'<p class="rd-passage rd-quoted" dir="auto"><bdi>{_number(each, key)}</bdi> {escape(readable(each.quote))}</p>'
        for each in citations
    )
    whole = _below_heading(hit)
    # Nothing more to read where the quote is the passage.
    more = len(" ".join(whole)) > max(len(readable(each.quote)) for each in citations)
    unfold = _more(t("The whole passage"), _paragraphs(whole, "")) if more else ""
    return f'<li class="rd-is-cited">{_where(hit, titles)}{quotes}{unfold}</li>'


def _number(citation: Citation, key: str) -> str:
    label = f'<span class="rd-aside">{t("Citation")} </span>{citation.number}'
    return link(action("citations", "open", key, str(citation.number)), label, kind="cite")


def _where(hit: Hit, titles: Mapping[str, str]) -> str:
    chunk = hit.chunk
    title = titles.get(chunk.document_id, "")
    where = escape(place(chunk.page_start, chunk.section_path, title))
    head = meta((f"<strong>{name(title)}</strong>" if title else "", where))
    return f'<p class="rd-where"><span>{head}</span></p>' if head else ""


def _more(label: str, inner: str) -> str:
    return f'<details class="rd-more"><summary>{label}</summary>{inner}</details>'


def _paragraphs(lines: Sequence[str], asked: str) -> str:
    return "".join(f'<p class="rd-passage" dir="auto">{marked(line, asked)}</p>' for line in lines)


def _below_heading(hit: Hit) -> list[str]:
    """The rows without a heading that stands above the passage anyway, as the place it is in."""
    found, section = rows(hit.chunk.text), hit.chunk.section
    return found[1:] if len(found) > 1 and section and found[0] == section[-1] else found


def fold(lines: Sequence[str], limit: int = LEAD_CHARS) -> tuple[list[str], list[str]]:
    """What is shown at once, at the end of a sentence, and what is unfolded."""
    shown = 0
    for at, line in enumerate(lines):
        if shown + len(line) > limit:
            ends = [end for _, end in sentences(line)] or [len(line)]
            # At least one sentence is shown, however long.
            fitting = [end for end in ends if shown + end <= limit] or ([] if shown else ends[:1])
            cut = fitting[-1] if fitting else 0
            lead = [*lines[:at], line[:cut].strip()] if cut else list(lines[:at])
            rest = [line[cut:].strip(), *lines[at + 1 :]]
            return lead, [each for each in rest if each]
        shown += len(line)
    return list(lines), []


def heading() -> str:
    """What stands above the passages; in a narrow window it folds and unfolds them."""
    fold_it = link(
        action("page", "fold", "evidence"),
        f'<span class="rd-when-shut">{t("Show")}</span><span class="rd-when-open">{t("Hide")}</span>'
        f'<span class="rd-aside"> ({t("Evidence")})</span>',
        kind="link rd-fold",
    )
    return block("evidence-head", f"<h3>{t('Evidence')}</h3>{fold_it}")
