"""Questions about the library itself, answered from the list of its documents: which, how many, when added, by whom.

No model, no search. Where the list does not know (who wrote a report that names no author), the documents are asked.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import PurePath

from ragdesk.answering.told.periods import Period, period
from ragdesk.answering.told.told_phrases import counted, day_in, kind_in, said
from ragdesk.answering.understanding.reading import Worded, plain, whole_question, worded
from ragdesk.domain.answers import Mention
from ragdesk.domain.documents import Document
from ragdesk.text.tokens import content_words

# Documents that one answer names, and those of "what did I add last".
MOST, NEWEST = 20, 5
# A document that is asked for by a part of a compound: "handbook" for "Staffhandbook".
_PART_OF_A_WORD = 5
_GROUPS = {
    "pdf": ".pdf",
    "word": ".docx .docm .dotx .doc .odt .rtf",
    "sheet": ".xlsx .xlsm .xls .ods .csv .tsv",
    "slides": ".pptx .ppsx .ppt .odp",
    "email": ".eml .emlx .msg .mbox",
    "picture": ".png .jpg .jpeg .tif .tiff .bmp .webp .gif",
    "markdown": ".md .markdown",
    "web": ".html .htm .xhtml",
    "text": ".txt .text .log .rst",
}
_GROUP_OF = {ending: group for group, endings in _GROUPS.items() for ending in endings.split()}


@dataclass(frozen=True, slots=True)
class LibraryQuestion:
    """What is asked of the library: `act` is a rule's name, `group` the kind of files ("any", "pdf" …), `when` and `title` are
    the question's words for a stretch of time and for a document."""

    act: str
    group: str
    when: str
    title: str
    language: str


@dataclass(frozen=True, slots=True)
class ToldText:
    """What the app says, and the documents that it names there, in this order."""

    text: str
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentList:
    """The documents that are asked about, by title; `today` is a person's day, `scoped` whether they are a part that was chosen,
    `collections` the names of the library's."""

    documents: Sequence[Document]
    today: date
    scoped: bool = False
    collections: Sequence[str] = field(default_factory=tuple)


def library_question(question: str) -> LibraryQuestion | None:
    """The question as one about the library; None where it is none."""
    match = whole_question("library", question)
    if match is None:
        return None
    found = match.found.groupdict()
    when, title = found.get("when") or "", found.get("title") or ""
    return LibraryQuestion(match.name, _group(match), when, title, match.language)


def _group(match: Worded) -> str:
    """The kind of files that is named, whatever else is: "which of my documents are PDFs"."""
    words = plain(match.found.group()).split()
    texts = [" ".join(words[at:end]) for at in range(len(words)) for end in (at + 1, at + 2)]
    names = [each.name for text in texts for each in worded("file_words", text, (match.language,))]
    return next((name for name in names if name != "any"), "any")


def tell(asked: LibraryQuestion, listed: DocumentList) -> ToldText | None:
    """The answer; None where the list of documents does not know it."""
    if asked.title:
        return _of_named(asked, listed)
    if not listed.documents and not listed.scoped:
        return ToldText(said("library_empty", asked.language))
    if asked.act == "collections":
        return _collections(asked, listed)
    documents = [each for each in listed.documents if asked.group in ("any", _group_of(each))]
    if asked.act == "newest" or (asked.when and _period(asked, listed) is None):
        told = _newest(asked, documents)
    elif asked.when:
        told = _added(asked, documents, listed)
    else:
        told = _all(asked, documents)
    if not listed.scoped:
        return told
    return ToldText(f"{told.text}\n\n{said('scoped', asked.language)}", told.mentions)


def _group_of(document: Document) -> str:
    return _GROUP_OF.get(PurePath(document.name.lower()).suffix, "other")


def _what(count: int, group: str, language: str) -> str:
    return f"{count:,} {kind_in(group, count, language)}"


def _all(asked: LibraryQuestion, documents: Sequence[Document]) -> ToldText:
    language, what = asked.language, _what(len(documents), asked.group, asked.language)
    if not documents:
        return ToldText(said("have_none", language, what=kind_in(asked.group, 0, language)))
    if asked.act == "count":
        groups = Counter(map(_group_of, documents)).most_common()
        if len(groups) == 1 or asked.group != "any":
            return ToldText(said("have", language, what=what))
        kinds = ", ".join(_what(count, group, language) for group, count in groups)
        return ToldText(said("have_kinds", language, what=what, kinds=kinds))
    return _list(said("have_these", language, what=what), documents, language)


def _added(asked: LibraryQuestion, documents: Sequence[Document], listed: DocumentList) -> ToldText:
    days = _period(asked, listed)
    assert days is not None
    when = _days(days, asked.language)
    added = [each for each in documents if days.first <= _day(each) <= days.last]
    if not added:
        return ToldText(
            said("none_added", asked.language, what=kind_in(asked.group, 0, asked.language), when=when)
        )
    what = _what(len(added), asked.group, asked.language)
    return _list(counted("added", len(added), asked.language, what=what, when=when), added, asked.language)


def _newest(asked: LibraryQuestion, documents: Sequence[Document]) -> ToldText:
    if not documents:
        return _all(asked, documents)
    latest = sorted(documents, key=lambda each: each.added_at, reverse=True)[:NEWEST]
    days = [day_in(_day(each), asked.language) for each in latest]
    return _lines(said("newest", asked.language), latest, days)


def _collections(asked: LibraryQuestion, listed: DocumentList) -> ToldText:
    names = ", ".join(listed.collections)
    count = len(listed.collections)
    if not count:
        return ToldText(said("no_collections", asked.language))
    return ToldText(counted("collections", count, asked.language, number=count, names=names))


def _of_named(asked: LibraryQuestion, listed: DocumentList) -> ToldText | None:
    """What is known of the documents that the question names; None where there is none, or something is not known of one."""
    documents = _named(asked.title, listed.documents)
    if not 0 < len(documents) <= NEWEST:
        return None
    known = [_known(asked.act, each, asked.language) for each in documents]
    if not all(known):
        return None
    names = [each.title or each.name for each in documents]
    pairs = zip(names, known, strict=True)
    lines = [said(asked.act, asked.language, title=name, what=what) for name, what in pairs]
    mentions = (Mention(each.id, name) for each, name in zip(documents, names, strict=True))
    return ToldText("\n".join(lines), tuple(mentions))


def _known(act: str, document: Document, language: str) -> str:
    if act == "pages":
        return _what(document.pages, "page", language) if document.paged else ""
    if act == "arrived":
        return day_in(_day(document), language)
    stated = dict(document.properties)
    return " ".join((stated.get("author") or stated.get("from") or "").split())


def _named(title: str, documents: Sequence[Document]) -> list[Document]:
    """The documents whose title or file name has every word of the title; the only one, where it says "this document"."""
    asked = [word for word in content_words(title) if not _is_generic(word)]
    if not asked:
        return list(documents) if len(documents) == 1 else []
    return [each for each in documents if all(stands_in(word, each) for word in asked)]


def _is_generic(word: str) -> bool:
    return word in content_words("document file text pdf dokument dokuments datei")


def stands_in(word: str, document: Document) -> bool:
    """Whether a stem stands in the title or the file name of a document, or one of theirs in it, as in German compounds: "Aufzug"
    in "Aufzugsvertrag"."""
    words = content_words(f"{document.title} {PurePath(document.name).stem.replace('_', ' ')}")
    parts = [each for each in words if len(each) >= _PART_OF_A_WORD]
    inside = len(word) >= _PART_OF_A_WORD and any(word in each for each in words)
    return word in words or inside or any(word.startswith(each) or word.endswith(each) for each in parts)


def _list(head: str, documents: Sequence[Document], language: str) -> ToldText:
    if len(documents) <= MOST:
        return _lines(head, documents)
    latest = sorted(documents, key=lambda each: each.added_at, reverse=True)[:MOST]
    told = _lines(f"{head} {said('latest', language, count=MOST)}", latest)
    return ToldText(f"{told.text}\n\n{said('more', language)}", told.mentions)


def _lines(head: str, documents: Sequence[Document], facts: Sequence[str] = ()) -> ToldText:
    """A line for each document: its title, its file, and the fact about it."""
    lines, mentions = [head], []
    for at, each in enumerate(documents):
        name = " ".join((each.title or each.name).split())
        file = " ".join(each.name.split())
        beside = [file] if name != file else []
        beside += [facts[at]] if facts else []
        lines.append(f"- {name} ({', '.join(beside)})" if beside else f"- {name}")
        mentions.append(Mention(each.id, name))
    return ToldText("\n".join(lines), tuple(mentions))


def _period(asked: LibraryQuestion, listed: DocumentList) -> Period | None:
    return period(plain(asked.when), asked.language, listed.today)


def _days(days: Period, language: str) -> str:
    first, last = day_in(days.first, language), day_in(days.last, language)
    return (
        said("on_day", language, day=first)
        if first == last
        else said("days", language, first=first, last=last)
    )


def _day(document: Document) -> date:
    """The day of a document's arrival, where the person is."""
    return datetime.fromisoformat(document.added_at).astimezone().date()
