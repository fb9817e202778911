"""Quotable units: the pieces of a passage that can be shown as evidence on their own.

A unit is a sentence, a list item's sentence or a table row; headings are none. Offsets are the document's.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from ragdesk.answering.units.faq import answer_spans
from ragdesk.answering.units.run_in import run_in
from ragdesk.answering.units.table_head import heads_of
from ragdesk.domain.search import Hit
from ragdesk.text import lexicon
from ragdesk.text.tokens import words

_PICTURE = re.compile(r"!\[[^\]\n]*\]\([^)\n]*\)")
_RULE_ROW = re.compile(r"\|[\s:|-]+\|?$")
# A longer first line is text that goes on.
LABEL_CHARS = 40
# Words of a sentence that may point to the one before it, and characters that hold them; a longer sentence before it is no help.
POINTING_WORDS = 4
FARTHEST_POINTING = 60
MOST_BEFORE = 200
# "Sie" also says you.
_POLITE = frozenset(("sie", "ihr", "ihre", "ihren", "ihrem", "ihrer", "ihnen"))
_LIST_MARK = re.compile(
    r"(?:(?P<bullet>[-*+•])|(?P<number>\d{1,3}[.)])|\(?(?:(?P<roman>[ivx]{1,5})|(?P<letter>[a-z]|\d{1,2}))\))\s+"
)
_CAPITAL = re.compile(r"([A-Z])\.\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Quote:
    """One or more neighbouring units of a chunk; `text` is exactly the document's text at the offsets."""

    hit: Hit
    char_start: int
    char_end: int
    text: str
    units: int = 1


def quotes_of(hit: Hit) -> list[Quote]:
    """The units of a chunk and every two neighbours together, for a sentence that draws on both. Rows of a table stand alone:
    what one says must not be taken for what the next one is about."""
    text = hit.chunk.text
    spans = list(_spans(text))
    prose = {(start, end) for start, end in spans if not text.startswith("|", start)}
    pairs = [(first[0], second[1]) for first, second in pairwise(spans) if first in prose and second in prose]
    return [_quote(hit, span, 1) for span in spans] + [_quote(hit, span, 2) for span in pairs]


def unit_spans(text: str) -> list[tuple[int, int]]:
    """The (start, end) of each unit of a passage's text, in order."""
    return list(_spans(text))


def _quote(hit: Hit, span: tuple[int, int], units: int) -> Quote:
    start, end = span
    offset = hit.chunk.char_start
    return Quote(hit, offset + start, offset + end, hit.chunk.text[start:end], units)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    for start, end in _paragraphs(text):
        body = text[start:end]
        if body.startswith("|"):
            if not _RULE_ROW.match(body):
                yield start, end
            continue
        mark = _LIST_MARK.match(body)
        skip = mark.end() if mark else 0
        skip += _label(body[skip:])
        yield from answer_spans(text, start + skip, end)


def _label(body: str) -> int:
    """The length of a short first line that names what the lines under it are about, as plain text has headings; 0 for none."""
    line, _, rest = body.partition("\n")
    following = rest.partition("\n")[0].strip()
    short = len(line) <= LABEL_CHARS and 2 * len(line) <= len(following)
    names = line.strip()[-1:].isalnum() and line[:1].isupper() and following[:1].isupper()
    return len(line) + 1 if short and names else 0


def label_over(text: str, start: int) -> str:
    """The short line over the paragraph that holds the unit at this offset, or the heading that begins the paragraph; "" where
    there is none."""
    paragraph = text.rfind("\n\n", 0, start) + 2 if "\n\n" in text[:start] else 0
    heading = run_in(text, paragraph)
    if heading is not None and heading[1] <= start:
        return heading[0]
    mark = _LIST_MARK.match(text, paragraph)
    begin = mark.end() if mark else paragraph
    length = _label(text[begin:])
    return text[begin : begin + length].strip() if begin + length <= start else ""


def lead_over(text: str, start: int) -> tuple[int, int] | None:
    """The (start, end) of the line that introduces the list which the unit at this offset is an item of: "The tenant may not:",
    "Each party may end it if". None where there is none, or the unit stands in no list."""
    begin = text.rfind("\n", 0, start) + 1
    own = _LIST_MARK.match(text[begin:start].strip() + " ")
    if own is None:
        return _lead_over_capitals(text, begin, start)
    below, indent = own, _indent(text[begin:])
    for line in reversed(text[:begin].splitlines(keepends=True)):
        begin, bare = begin - len(line), line.strip()
        mark = _LIST_MARK.match(bare)
        beside = mark is not None and mark.lastgroup == own.lastgroup and _indent(line) >= indent
        if mark is not None and not beside and _follows(own, text[:begin]):
            continue  # a list within an item before this one
        if bare and not beside and (bare.endswith(":") or (mark is None and _goes_on_below(bare, below))):
            skipped = re.match(r"[#\s]*", line)
            inner = begin + (skipped.end() if skipped else 0)
            return inner + (mark.end() if mark else 0), begin + len(line.rstrip())
        if bare and not beside:
            return None
        below = mark or below
    return None


def _lead_over_capitals(text: str, begin: int, start: int) -> tuple[int, int] | None:
    """The same of an item "E." whose line begins at `begin`: its list begins with "A." An initial begins a line, too, but
    follows on no "D."."""
    own = _CAPITAL.match(text, begin)
    if own is not None and start not in (begin, own.end()):
        return None
    letter = own[1] if own else ""
    for line in reversed(text[:begin].splitlines(keepends=True)) if own else ():
        begin, bare = begin - len(line), line.strip()
        above = _CAPITAL.match(bare)
        if above is not None and ord(above[1]) == ord(letter) - 1:
            letter = above[1]
        elif letter == "A" and bare and _opens_list(bare):
            return begin + len(line) - len(line.lstrip("# ")), begin + len(line.rstrip())
        elif bare and (above is not None or _LIST_MARK.match(bare) is None):
            return None
    return None


def spoken_of_in(text: str, start: int) -> tuple[int, int] | None:
    """The (start, end) of the sentence before the one at this offset, where that leans on it: one of its first words points back
    ("His deputy is …", "Any change to it …"). None where it does not, or where it begins a paragraph."""
    first = words(text[start : start + FARTHEST_POINTING])[:POINTING_WORDS]
    if lexicon.words("pronouns").isdisjoint(set(first) - _POLITE) or text.startswith("|", start):
        return None
    before = [span for span in _spans(text[:start]) if text[span[1] : start].strip() == ""]
    span = before[-1] if before else None
    if span is None or "\n\n" in text[span[1] : start] or text.startswith("|", span[0]):
        return None
    return span if is_sentence(text[slice(*span)]) and span[1] - span[0] <= MOST_BEFORE else None


def _follows(mark: re.Match[str], above: str) -> bool:
    """Whether the lines right above hold an item of the same kind with an earlier mark: B over E."""
    label = mark[0].strip(" .()\t").casefold()
    for line in reversed(above.splitlines()):
        other = _LIST_MARK.match(line.strip())
        if other is None and line.strip():
            return False
        if other is not None and other.lastgroup == mark.lastgroup:
            earlier = other[0].strip(" .()\t").casefold()
            return mark.lastgroup != "bullet" and (len(earlier), earlier) < (len(label), label)
    return False


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _goes_on_below(line: str, below: re.Match[str]) -> bool:
    """Whether a line is the beginning of a sentence that ends in the items below it, the first of which has this mark."""
    first = below[0].strip(" .()\t").casefold() in ("a", "i", "1")
    return first and _opens_list(line)


def _opens_list(line: str) -> bool:
    return line[-1:] not in ".!?;…|" and not line.startswith(("#", "|")) and len(line.split()) > 2


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Runs of lines that belong together; headings, fences and blank lines end one and are in none."""
    begin: int | None = None
    position = 0
    end = 0
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        alone = bare.startswith("|")
        breaks = (
            not bare or alone or bare.startswith(("#", "```", "---")) or _LIST_MARK.match(bare) is not None
        )
        if breaks and begin is not None:
            yield begin, end
            begin = None
        indent = len(line) - len(line.lstrip())
        if alone:
            yield position + indent, position + indent + len(bare)
        elif bare and not bare.startswith(("#", "```", "---")):
            begin = position + indent if begin is None else begin
            end = position + indent + len(bare)
        position += len(line)
    if begin is not None:
        yield begin, end


def running(text: str) -> str:
    """A quote on one line, as it is put into a sentence: a table's rows as their cells, without the rule under its head and the
    pictures of Markdown."""
    bare = " ".join(
        " ".join(line for line in _PICTURE.sub("", text).splitlines() if not is_rule(line)).split()
    )
    if not bare.startswith("|"):
        return bare
    return " · ".join(cell.strip() for cell in bare.strip("|").split("|") if cell.strip())


def torn(quote: Quote) -> bool:
    """Whether it begins amid a sentence that a page or column broke off: on a page, a paragraph in lower case."""
    chunk = quote.hit.chunk
    before = chunk.text[: quote.char_start - chunk.char_start]
    opens = not before or before.endswith("\n")
    return chunk.page_start is not None and opens and quote.text[:1].islower()


def is_head(quote: Quote) -> bool:
    """Whether it is one of the rows that name a table's columns."""
    chunk = quote.hit.chunk
    if not quote.text.startswith("|"):
        return False
    start = quote.char_start - chunk.char_start
    above = [line for line in chunk.text[:start].splitlines()[-2:] if line.startswith("|")]
    below = chunk.text[start:].splitlines()
    if len(above) == 2 and is_rule(above[1]):
        rows = [above[0], *below]  # the first row under the head
    elif len(below) > 1 and is_rule(below[1]):
        rows = [below[0], *below[2:]]
    else:
        return False
    cells = [cells_of(line) for line in takewhile(lambda line: line.startswith("|"), rows)]
    return heads_of(cells)[1] > (1 if rows[0] != below[0] else 0)


def is_rule(line: str) -> bool:
    """Whether a line is the one under a table's head."""
    return _RULE_ROW.fullmatch(line.strip()) is not None


def cells_of(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def is_sentence(text: str) -> bool:
    """Whether it ends as a sentence does and has room for a subject and what is said of it."""
    return text.rstrip("\"'”’)»*_ ").endswith((".", "!", "?", "。", "！", "？")) and len(text.split()) > 2


def asks(text: str) -> bool:
    """Whether it ends in a question, or in one and the beginning of a line ("Can Ella sit in front? She gets"): what it may state
    before stands alone as well. A row of a table states what it holds, a number what there is."""
    rest = text[text.rfind("?") + 1 :].strip("\"'”’) ")
    stated = rest.endswith((".", "!", "。", "！")) or any(map(str.isdigit, rest))
    return "?" in text and not text.startswith("|") and not stated


def intact(quotes: Sequence[Quote], text: str) -> list[Quote]:
    """Those quotes whose words still stand in the stored text at their offsets."""
    return [quote for quote in quotes if text[quote.char_start : quote.char_end] == quote.text]
