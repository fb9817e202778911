"""What the command line shows to people: plain text, nothing that a terminal could take for a command."""

import shutil
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

from ragdesk.domain.answers import Answer, Citation, Event, Evidence, QuickAnswer, Stage, Token
from ragdesk.domain.calibration import caveat
from ragdesk.domain.documents import Chunk, Document, Removal
from ragdesk.domain.entries import HandoverMessage
from ragdesk.domain.intake import IngestProgress, IngestResult
from ragdesk.domain.memory import MemoryNote
from ragdesk.domain.models import Check, ModelInfo
from ragdesk.domain.search import Hit, TextPlace
from ragdesk.front.terminal import line, plain
from ragdesk.text import unmarked
from ragdesk.text.sheet_rows import quoted_cells

_TITLE_FROM = {
    "properties": "the file's properties",
    "heading": "its first heading",
    "largest": "the largest line of page 1",
    "line": "its first line",
    "subject": "its subject",
    "name": "the file's name",
}


_NEAREST_CHARS = 240


def _wrap(text: str, indent: str) -> str:
    width = min(shutil.get_terminal_size((100, 24)).columns, 110)
    return textwrap.fill(
        " ".join(plain(text).split()), width, initial_indent=indent, subsequent_indent=indent
    )


def _passage(item: Chunk, limit: int | None = None) -> str:
    """A passage as a person reads it, a line for each paragraph and row; the first `limit` characters of it."""
    shown, left = [], limit
    for row in unmarked.rows(item.text, item.context):
        shown.append(_wrap(row if left is None else row[:left], "    "))
        if left is not None:
            left -= len(row)
            if left <= 0:
                break
    return "\n".join(shown)


def _stated(text: str) -> str:
    """What stands in a document or is borne out by it, without the marks of Markdown; its lines stay."""
    return plain("".join(run for _, run in unmarked.emphasised(text)))


class Progress:
    """One line on the terminal that is written over; silent where the output is not a terminal."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._streaming = False

    def __call__(self, progress: IngestProgress) -> None:
        share = f"{progress.fraction:4.0%}" if progress.fraction else "    "
        pages = f" of {progress.pages:,} pages" if progress.pages else ""
        self._line(f"[{progress.done + 1}/{progress.total}] {progress.stage} {share}{pages} {progress.path}")

    def step(self, text: str) -> None:
        self._line(text)

    def document(self, document: Document) -> None:
        self._line(f"the model reads {document.name} …")

    def transfer(self, step: str, done: int, total: int) -> None:
        self._line(f"{step}: {done / 1e6:,.0f} of {total / 1e6:,.0f} MB" if total else step)

    def event(self, event: Event) -> None:
        if isinstance(event, Stage):
            if event.steps:
                self.clear()
                self._line(f"section {event.step} of {event.steps} …")
                return
            self._line(
                {"read": "reading the evidence …", "check": "checking the citations …"}.get(event.name, "")
            )
        elif isinstance(event, Evidence):
            self._line(f"{len(event.hits)} passages found")
        elif isinstance(event, QuickAnswer) and self._live:
            self.clear()
            self._stream.write(f"Short answer: {_stated(event.text)}\n")
        elif isinstance(event, Token) and self._live:
            if not self._streaming:
                self.clear()
                self._streaming = True
            self._stream.write(plain(event.text))
            self._stream.flush()

    def clear(self) -> None:
        if self._live:
            self._stream.write("\n" if self._streaming else "\r\x1b[K")
            self._stream.flush()
            self._streaming = False

    def _line(self, text: str) -> None:
        if self._live and not self._streaming:
            width = shutil.get_terminal_size((100, 24)).columns - 1
            self._stream.write("\r\x1b[K" + line(text)[:width])
            self._stream.flush()


def ingested(result: IngestResult) -> str:
    if result.status == "failed":
        return f"failed     {line(result.path)}\n           {line(str(result.problem or ''))}"
    size = f"{result.pages} pages, {result.chunks} passages, {result.seconds:.1f} s"
    return f"{result.status:<10} {line(result.path)}  ({size})"


def outdated(item: Document) -> str:
    return f"{item.id}  version {item.ingest_version}  {line(item.name)}  {line(item.title)}"


def described(item: Document) -> str:
    return f"{item.id}  {line(item.name)}\n{_wrap(item.description, '    ')}"


def renamed(item: Document) -> str:
    title = line(item.title)
    if item.own_title is None:
        return f"{item.id} goes by its own title again: {title}"
    return f"{item.id} is now called: {title}\n  its own title: {line(item.own_title)}"


def quoting(count: int, deleted: bool) -> str:
    answers = "1 answer" if count == 1 else f"{count} answers"
    if deleted:
        return f"{answers} that quoted them, and the questions, were deleted."
    return f"{answers} still quote them; remove with --messages to delete those, too."


def documents(items: Sequence[Document]) -> str:
    if not items:
        return "The library is empty. Add files with `ragdesk add PATH`."
    return "\n".join(
        f"{one.id}  {one.pages:>5} p  {one.kind:<9} {line(one.name)}  {line(one.title)}" for one in items
    )


def document(item: Document, chunks: Sequence[Chunk]) -> str:
    facts = [
        ("id", item.id),
        ("file", item.name),
        ("title", item.title),
        *_title_facts(item),
        ("kind", f"{item.kind}, {item.bytes:,} bytes, language {item.language}"),
        ("pages", str(item.pages) if item.paged else "none"),
        ("found at", "; ".join(item.sources)),
        ("collections", ", ".join(item.collections) or "none"),
        *item.properties,
        ("passages", str(len(chunks))),
    ]
    head = "\n".join(f"{line(name) + ':':<16} {line(value)}" for name, value in facts)
    body = "\n\n".join(f"{one.id}  {_place(one)}\n{_passage(one)}" for one in chunks)
    return f"{head}\n\n{body}"


def _title_facts(item: Document) -> list[tuple[str, str]]:
    """Where the title comes from, as far as that is known."""
    found = _TITLE_FROM.get(item.title_from, "")
    if item.own_title is None:
        return [("title from", found)] if found else []
    own = f"{item.own_title} (from {found})" if found else item.own_title
    return [("title from", "you"), ("its own title", own)]


def _place(item: Chunk) -> str:
    page = "" if item.page_start is None else f"p. {item.page_start}"
    if item.page_end is not None and item.page_end != item.page_start:
        page = f"pp. {item.page_start}–{item.page_end}"
    return ", ".join(filter(None, [page, line(item.section_path)]))


def removal(receipt: Removal) -> str:
    counts = ", ".join(f"{name} {count:,}" for name, count in receipt.purged)
    return f"removed {receipt.document_id} {line(receipt.title)}\n  purged: {counts}"


def hits(found: Sequence[Hit], note: str = "", best: Mapping[str, TextPlace] = {}) -> str:
    """The passages, each below its best line, and what the search could not do."""
    shown = _hits(found, best) if found else "Nothing was found."
    return f"{shown}\n\n{_wrap(note, '')}" if note else shown


def _hits(found: Sequence[Hit], best: Mapping[str, TextPlace]) -> str:
    lines = []
    for rank, one in enumerate(found, start=1):
        engines = f"vectors {one.vector_rank or '–'}, words {one.words_rank or '–'}"
        lines.append(f"{rank:>2}. {line(one.found_in)}, {_place(one.chunk)}  ({engines})")
        said = best.get(one.chunk.id)
        shown, whole = unmarked.readable(said.within(one.chunk)) if said else "", _passage(one.chunk)
        if shown and " ".join(whole.split()) != shown:
            lines.append(_wrap(f"> {shown}", "    "))
        lines.append(whole)
    return "\n".join(lines)


def answer(item: Answer, search_note: str = "") -> str:
    """The answer with its citations, and what search could not do for it."""
    shown = _answer(item)
    return f"{shown}\n\n{_wrap(search_note, '')}" if search_note else shown


def _answer(item: Answer) -> str:
    if item.verdict == "told":
        return plain(item.text)
    if item.verdict == "not_found":
        nearest = [
            f"  {line(hit.chunk.section_path)}\n{_passage(hit.chunk, _NEAREST_CHARS)}"
            for hit in item.hits[:3]
        ]
        return "\n".join([item.text, *(["", "The nearest passages:", *nearest] if nearest else [])])
    words = ""
    if short := item.quick_apart:
        words = f"Short answer: {_stated(short.text)} [{short.citation.number}]"
    pieces, tail = item.cut
    for before, one in pieces:
        marks = "".join(f"[{number}]" for number in one.citations)
        # A sentence on a line of its own, unless its place among others is told.
        between = _unmarked(before) if "\n" in before or not words else "\n"
        words += f"{between}{_stated(one.text)} {marks or '(no support found in your documents)'}"
    words += _unmarked(tail).rstrip()
    if item.nearest is not None:
        words += f"\n{_stated(item.nearest.text)} [{item.nearest.citation.number}]"
    lines = [words, ""]
    lines += [_citation(one) for one in item.all_citations]
    lines.append(
        f"\n{item.timings.total:.1f} s, conversation {item.conversation_id}" if item.conversation_id else ""
    )
    return "\n".join(lines).rstrip()


def _unmarked(between: str) -> str:
    """What stands between sentences, such as the name of a side, without the marks of bold type."""
    return plain(between).replace("**", "")


def _citation(item: Citation) -> str:
    page = "" if item.page is None else f" · page {item.page}"
    section = f" · {line(item.place)}" if item.place else ""
    quote = unmarked.readable(quoted_cells(item.quote, item.cells))
    return f"[{item.number}] {line(item.found_in)}{page}{section}\n{_wrap('“' + quote + '”', '    ')}"


def handover(item: HandoverMessage, path: Path | None) -> str:
    if path is not None:
        return f"{line(str(path))} is saved, with the reference {item.reference}. Send it yourself."
    to = [f"To: {line(item.recipient)}"] if item.recipient else []
    return "\n".join([*to, f"Subject: {line(item.subject)}", "", plain(item.text)])


def exported(path: Path, answers: int, references: int) -> str:
    asked = "1 answer" if answers == 1 else f"{answers:,} answers"
    cited = "1 cited passage" if references == 1 else f"{references:,} cited passages"
    return f"{line(str(path))} is written: {asked}, {cited if references else 'nothing is cited'}."


def notes(items: Sequence[MemoryNote]) -> str:
    if not items:
        return "Nothing is remembered."
    return "\n".join(f"{one.id}  {plain(' '.join(one.text.split()))}" for one in items)


def forgotten(item: MemoryNote) -> str:
    return f"forgotten {item.id}; conversations in which you said it, or were told it, keep it"


def models(items: Sequence[ModelInfo]) -> str:
    lines = []
    for one in items:
        state = "not here" if not one.path else "in use" if one.chosen else "here"
        size = f"{one.bytes / 1e6:,.0f} MB" if one.bytes else "–"
        lines.append(f"{one.role:<9} {line(one.name):<36} {size:>9}  {state:<8}  {line(one.licence)}")
        if not one.path and one.where:
            lines.append(f"          {line(one.where)}")
        if one.path and caveat(one):
            lines.append(f"          {line(caveat(one))}")
    return "\n".join(lines)


def checks(items: Sequence[Check]) -> str:
    lines = []
    for one in items:
        lines.append(f"{'ok  ' if one.passed else 'FAIL'} {line(one.name)}: {line(one.detail)}")
        if not one.passed and one.hint:
            lines.append(f"     {line(one.hint)}")
    return "\n".join(lines)
