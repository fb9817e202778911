"""The answer to a question about whole documents: their key points at once, each a quote. No language model is asked.

Where it is not clear which document is meant, the answer asks back.
"""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.composed.asked import Asked, of_quotes
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.tables.tables import FoundTable
from ragdesk.answering.overview.asked import Wanted, bare, wanted
from ragdesk.answering.overview.candidates import KeySentence
from ragdesk.answering.overview.display import shown, shown_heading, shown_title
from ragdesk.answering.overview.named_section import of_section
from ragdesk.answering.overview.phrases import OverviewPhrases, overview_phrases
from ragdesk.answering.overview.points import how_many, key_points
from ragdesk.answering.overview.pool import Pool, pool_of
from ragdesk.answering.overview.subject import section_names, subject
from ragdesk.answering.overview.tables import tables_of, write_table, write_totals
from ragdesk.answering.overview.under import points_under
from ragdesk.answering.overview.which import choose, newest, topic
from ragdesk.answering.resources import Resources
from ragdesk.answering.told.about_library import stands_in
from ragdesk.answering.units.quotes import Quote, running
from ragdesk.domain.answers import Answer, Mention, Timings
from ragdesk.domain.calibration import OVERVIEW, UNDER
from ragdesk.domain.documents import Document
from ragdesk.domain.ports import never
from ragdesk.domain.search import Hit, Query, Scope
from ragdesk.text.tokens import content_words

# Documents of a collection that one overview shows, and the fewest points of each.
MOST_DOCUMENTS, POINTS_EACH = 8, 2


def overview(
    query: Query, resources: Resources, scope: Scope, hits: Sequence[Hit] | None = None
) -> Answer | None:
    """The answer; None where the question is of no whole document, or the documents say nothing on it.

    Args:
        hits: what a search for the question found; None before it is searched for.
    """
    if query.kind != "overview" or resources.whole is None:
        return None
    asked = wanted(query.text)
    documents = resources.whole.documents(scope, hits or ())
    choice = choose(naming(query, asked), documents, scope, hits, resources.whole.lists_all(scope))
    if choice.offered:
        return _asking_back(query, choice.offered)
    if not choice.documents:
        return None
    phrases = overview_phrases(query.language)
    if len(choice.documents) == 1:
        return _of_one(query, asked, choice.documents[0], scope != Scope(), phrases, resources)
    return _of_several(query, asked, choice.documents, scope, phrases, resources)


def naming(query: Query, asked: Wanted) -> Wanted:
    """What may name a document: a question that leans on an earlier turn names it there."""
    return replace(asked, words=asked.words or wanted(query.standalone).words)


def _of_one(
    query: Query,
    asked: Wanted,
    document: Document,
    chosen: bool,
    phrases: OverviewPhrases,
    resources: Resources,
) -> Answer | None:
    """The section that the question names; what is said on its topic; or else the whole.

    Args:
        chosen: a person chose the document: words of the question that it has nowhere may then only name it ("the letter from
            the council"). So they may where the question names it by its title, too, or by what it is about ("the broken boiler",
            of mails about a boiler).
    """
    pool = _pool(document, resources)
    tables: Sequence[FoundTable] = ()
    section = of_section(query.text, [word for word in asked.words if not stands_in(word, document)], pool)
    under = None if section else _under(query, asked, pool, how_many(pool), resources)
    named = any(stands_in(word, document) for word in (*asked.words, *asked.called))
    chosen = chosen or (not asked.topic and (named or (under == [] and _is_about(asked.words, pool))))
    if section:
        points, intro = key_points(section, how_many(section)), phrases.under
    elif under or (under is not None and not chosen):
        points, intro = under, phrases.under
    else:
        tables = tables_of(pool, resources.texts)
        points = subject(pool) if asked.subject else key_points(pool, how_many(pool))
        intro = phrases.subject if asked.subject else phrases.points
    draft = Draft(Asked(query, (), (), None, resources, never))
    draft.say(intro.format(title=shown_title(document)))
    quotes = [each.quote for each in points]
    _quote_all(draft, points, document)
    for table in tables:
        quotes += write_table(draft, table, whole=not asked.subject)
    if not tables and intro == phrases.points:
        quotes += write_totals(draft, pool, resources.texts)
    if intro == phrases.subject and (names := section_names(pool)):
        draft.say("\n\n" + phrases.sections.format(names=" · ".join(map(shown_heading, names))))
    return _answer(query, draft, quotes)


def _of_several(
    query: Query,
    asked: Wanted,
    documents: Sequence[Document],
    scope: Scope,
    phrases: OverviewPhrases,
    resources: Resources,
) -> Answer | None:
    """Some points of each; of the message or archive that was chosen as many as of one document, and some of what is in it."""
    newest_first = newest(documents, MOST_DOCUMENTS)
    fewest = max(POINTS_EACH, OVERVIEW.most_points // len(newest_first))
    found = list[tuple[Document, Pool, int, list[KeySentence] | None]]()
    # A message goes before what is attached to it.
    for document in sorted((each for each in documents if each in newest_first), key=lambda each: each.depth):
        pool = _pool(document, resources)
        count = how_many(pool) if scope.documents == (document.id,) else fewest
        found.append((document, pool, count, _under(query, asked, pool, count, resources)))
    # As of one document: words that none of the chosen ones has may only name them.
    whole = scope != Scope() and all(under == [] for *_, under in found)
    draft = Draft(Asked(query, (), (), None, resources, never))
    draft.say(phrases.several)
    quotes = list[Quote]()
    for document, pool, count, under in found:
        points = key_points(pool, count) if whole or under is None else under
        if points:
            draft.say(f"\n\n**{shown_title(document)}**")
            _quote_all(draft, points, document)
            quotes += [each.quote for each in points]
            if whole or under is None:
                quotes += write_totals(draft, pool, resources.texts)
    if len(newest_first) < len(documents):
        draft.say("\n\n" + phrases.first.format(count=len(newest_first), all=len(documents)))
    return _answer(query, draft, quotes)


def _pool(document: Document, resources: Resources) -> Pool:
    assert resources.whole is not None
    return pool_of(document, resources.whole, resources.embedder)


def _under(
    query: Query, asked: Wanted, pool: Pool, count: int, resources: Resources
) -> list[KeySentence] | None:
    """The points on what the question asks to look for; None where it asks for the document as a whole."""
    stems = [set(content_words(chunk.placed_text)) for chunk in pool.chunks]
    looked_for = topic(asked.words, pool.document, stems)
    if asked.part and not looked_for:
        looked_for = [word for word in asked.words if not stands_in(word, pool.document)]
    if not asked.aspect and not looked_for:
        return None
    fewer = round(UNDER.share * count)
    titled = {word for word in asked.words if stands_in(word, pool.document)}
    question = query.text if asked.aspect else bare(query.text, titled, set(asked.words) - set(looked_for))
    return points_under(question, asked.aspect, looked_for, pool, fewer, resources.reranker)


def _is_about(asked: Sequence[str], pool: Pool) -> bool:
    """Whether one of the words stands in the document's beginning, or all over it."""
    stems = [set(content_words(chunk.placed_text)) for chunk in pool.chunks]
    return len(topic(asked, pool.document, stems)) < len(asked)


def _quote_all(draft: Draft, chosen: Sequence[KeySentence], document: Document) -> None:
    """The points, each new section's by its heading."""
    before = "\n\n- "
    section: tuple[str, ...] = ()
    for each in chosen:
        path = each.quote.hit.chunk.section
        heading = "" if path == section else _heading(path, each.text, document)
        if draft.quote(
            before + (f"**{heading}**: " if heading else ""), each.quote, shown=shown(running(each.text))
        ):
            before, section = "\n- ", path


def _heading(path: Sequence[str], text: str, document: Document) -> str:
    """The heading over a point; "" where the point or the document's title says it, too."""
    name = shown_heading(path[-1]) if path else ""
    said = {*content_words(text), *content_words(shown_title(document))}
    return "" if set(content_words(name)) <= said else name


def _asking_back(query: Query, documents: Sequence[Document]) -> Answer:
    lines = [overview_phrases(query.language).which]
    mentions = []
    for each in documents:
        name = shown_title(each)
        lines.append(f"- {name} ({each.name})" if name != each.name else f"- {name}")
        mentions.append(Mention(each.id, name))
    return Answer(
        question=query.text,
        standalone_question=query.standalone,
        text="\n".join(lines),
        verdict="told",
        citations=(),
        sentences=(),
        hits=(),
        timings=Timings(retrieve=0.0),
        kind="overview",
        mentions=tuple(mentions),
    )


def _answer(query: Query, draft: Draft, quotes: Sequence[Quote]) -> Answer | None:
    composed = draft.done()
    if composed is None:
        return None
    hits: dict[str, Hit] = {quote.hit.chunk.id: quote.hit for quote in quotes}
    blank = Answer(
        question=query.text,
        standalone_question=query.standalone,
        text="",
        verdict="not_found",
        citations=(),
        sentences=(),
        hits=tuple(hits.values()),
        timings=Timings(retrieve=0.0),
        kind="overview",
    )
    return of_quotes(blank, composed)
