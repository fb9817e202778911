"""The fields of the word index: what stands in each of them for a chunk, and what a query asks of each.

It knows how Tantivy wants documents and terms, and nothing of files.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ragdesk.storage.index.analysis import UNDETERMINED, analysis_of, content_words, identifiers, terms


@dataclass(frozen=True, slots=True)
class WordRow:
    """What is indexed of one chunk. `context` is what the chunk carries before its text (title, section,
    table header); `metadata` names the document: file name, SOP id, version, department."""

    chunk_id: str
    document_id: str
    language: str
    title: str
    section: str
    context: str
    text: str
    keywords: str
    metadata: str


@dataclass(frozen=True, slots=True)
class FieldBoosts:
    """What a term is worth by the field that it stands in, as a factor of its BM25 score.

    The defaults were chosen by measuring: docs/lab/stores.md.
    """

    text: float = 1.0
    title: float = 0.5
    section: float = 0.5
    keywords: float = 0.5
    metadata: float = 0.5
    exact: float = 1.0


DEFAULT_BOOSTS = FieldBoosts()

_TERM_FIELDS = ("title", "section", "text", "keywords", "metadata", "exact")


def schema() -> Any:
    from tantivy import SchemaBuilder

    builder = SchemaBuilder()
    for field in _TERM_FIELDS:
        # Terms come ready from `analysis`, hence only spaces are split. No phrase is ever asked for, hence
        # no positions.
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="freq")
    for field in ("chunk_id", "document_id"):
        builder.add_text_field(field, stored=True, tokenizer_name="raw", index_option="basic")
    return builder.build()


def query_terms(text: str, analyses: Sequence[str], boosts: FieldBoosts) -> Iterator[tuple[str, str, float]]:
    """(field, term, boost) of everything that a text asks for."""
    for analysis in analyses:
        for term in distinct(terms(text, analysis, asking=True)):
            yield "text", term, boosts.text
            yield "title", term, boosts.title
            yield "section", term, boosts.section
            yield "keywords", term, boosts.keywords
    for word in distinct(content_words(text, analyses)):
        yield "metadata", word, boosts.metadata
    for word in distinct(identifiers(text)):
        yield "exact", word, boosts.exact


def field_terms(row: WordRow) -> dict[str, str]:
    """The terms of a chunk, by field, with blanks between them."""
    analysis = analysis_of(row.language)
    return {
        "text": " ".join(terms(row.text, analysis)),
        "title": _repeated(row.title, analysis),
        "section": _place(row.title, row.section, row.context, analysis),
        "keywords": _repeated(row.keywords, analysis),
        "metadata": _repeated(row.metadata, UNDETERMINED),
        "exact": " ".join(identifiers(f"{row.metadata} {row.section} {row.text}")),
    }


def tantivy_document(row: WordRow) -> Any:
    from tantivy import Document

    document = Document()
    document.add_text("chunk_id", row.chunk_id)
    document.add_text("document_id", row.document_id)
    for field, found in field_terms(row).items():
        document.add_text(field, found)
    return document


@lru_cache(maxsize=512)
def _repeated(text: str, analysis: str) -> str:
    """The terms of what one chunk after another has: its document's title, its section."""
    return " ".join(terms(text, analysis))


@lru_cache(maxsize=512)
def _place(title: str, section: str, context: str, analysis: str) -> str:
    """The terms of a section, and those that only the context has (a table's header). The title's stay out:
    it has a field of its own, and counted twice it costs more than it brings (docs/lab/stores.md,
    "Words")."""
    place = terms(section, analysis)
    more = Counter(terms(context, analysis)) - Counter(terms(title, analysis)) - Counter(place)
    return " ".join([*place, *more.elements()])


def distinct(items: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(items))
