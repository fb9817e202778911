"""Steps in their order, with their numbers and the warnings that stand with them."""

import re
from collections.abc import Sequence

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.candidates import FoundList, lists_in, paragraph_end, quoted
from ragdesk.answering.composed.lists.lists import best_list, write_item, write_items, write_lead
from ragdesk.answering.composed.lists.outline import ListItem, Slice, lines_of
from ragdesk.answering.judging.judged import best
from ragdesk.domain.answers import Citation
from ragdesk.domain.calibration import COMPOSED
from ragdesk.text import lexicon
from ragdesk.text.sentences import sentences
from ragdesk.text.spans import trimmed
from ragdesk.text.tokens import words

# Paragraphs over the steps that may hold their warning.
OVER = 6
LABEL_WORDS = 4
# Numbers of steps within a paragraph; fewer are numbers of clauses.
STEPS = 3
# A longer list has more in it than what was asked for.
MOST_AROUND = 15
# Of running text after the first step.
MOST_WORDS_ONWARDS = 90
# Where each step is a clause with a number of its own.
MOST_WORDS_OF_CLAUSES = 200
_NUMBERED = re.compile(r"(?<!\S)(?P<number>\d{1,2})[.)] ")
_CLAUSE = re.compile(r"\n\s*\d{1,2}\.\d{1,2}\.?\s+\S")
_NUMBER = re.compile(r"(?:(?<=[:.;!?)]\s)|^)(?P<number>\d{1,2})[.)]\s+(?=\S)")


def compose_procedure(asked: Asked) -> Composed | None:
    lists = lists_in(asked.hits[: COMPOSED.hits], asked.texts)
    listed = best_list(asked, lists)
    draft = Draft(asked)
    if listed and asked.sure_of(listed[0].quote, listed[1]):
        _write_steps(draft, listed[0])
    elif (below := _below_best(asked, lists)) is not None:
        _write_steps(draft, below)
    else:
        _write_prose(asked, draft)
    return draft.done() if draft.quotes >= 2 else None


def _below_best(asked: Asked, lists: Sequence[FoundList]) -> FoundList | None:
    """The numbered steps that follow on the sentence that answers best, in its section: what is to be done is said there, and how
    below it. None where other steps lie between, or too much."""
    found = best(asked.query.checked, asked.units, asked.fit)
    if found is None or found[1] < COMPOSED.scattered:
        return None
    quote = found[0].quote
    after = [
        each
        for each in lists
        if each.hit.chunk.document_id == quote.hit.chunk.document_id and each.block.start >= quote.char_end
    ]
    first = min(after, key=lambda each: each.block.start, default=None)
    if first is None or first.block.items[0].mark.style == "bullet":
        return None
    between = [line.kind for line in lines_of(first.text[quote.char_end : first.block.items[0].span.start])]
    return first if "heading" not in between and len(between) - between.count("blank") <= OVER else None


def compose_around(asked: Asked, *cited: Citation) -> Composed | None:
    """The list that the cited steps or items stand in, whole, where one was asked for; None where they stand in none."""
    lists = lists_in(asked.hits, asked.texts)
    found = next((each for each in lists if all(_holds(each, one) for one in cited)), None)
    if found is None or len(found.block.items) > MOST_AROUND:
        return None
    draft = Draft(asked)
    if asked.query.kind == "procedure":
        _write_steps(draft, found)
    else:
        write_items(found, asked, draft)
    return draft.done()


def compose_onwards(asked: Asked, *cited: Citation) -> Composed | None:
    """What is said from the first cited sentence on, up to the end of its paragraph: in running text one step follows on the
    other; of numbered ones from the first. None where nothing follows, where the others are not in it, or where it is more than
    a person wants to read."""
    first, *others = sorted(cited, key=lambda each: (each.document_id, each.char_start))
    text, hit = asked.texts.text(first.document_id), asked.hit_of(first)
    end = paragraph_end(text, first.char_end)
    if hit is None or first.quote.startswith("|"):
        return None
    if any(each.document_id != first.document_id or each.char_end > end for each in others):
        return None
    rest = text[first.char_end : end]
    most = MOST_WORDS_OF_CLAUSES if _CLAUSE.search(rest) else MOST_WORDS_ONWARDS
    if not 0 < len(rest.split()) <= most:
        return None
    draft, start = Draft(asked), _first_of_numbered(text, first.char_start)
    for begin, last in sentences(text[start:end]):
        quote = quoted(hit, text, start + begin, start + last)
        draft.quote("\n" if _CLAUSE.match("\n" + quote.text) else " ", quote)
    return draft.done() if draft.quotes >= 2 else None


def _first_of_numbered(text: str, start: int) -> int:
    """Where the first of the sentences begins that are numbered like the one at `start`, which may be it."""
    if not _NUMBERED.match(text, start):
        return start
    paragraph = text.rfind("\n\n", 0, start) + 1
    firsts = [match for match in _NUMBERED.finditer(text, paragraph, start) if match["number"] == "1"]
    return firsts[-1].start() if firsts else start


def _holds(found: FoundList, cited: Citation) -> bool:
    """An item is cited from the line that introduces it on."""
    same = found.hit.chunk.document_id == cited.document_id
    return same and any(item.holds(cited.char_end - 1) for item in found.block.items)


def _write_steps(draft: Draft, found: FoundList) -> None:
    for warning in _warnings(found):
        if draft.quote("", found.quoted(warning.start, warning.end)):
            draft.say("\n\n")
    write_lead(draft, found)
    counts: dict[int, int] = {}
    for item in found.block.items:
        counts = {depth: count for depth, count in counts.items() if depth <= item.depth}
        counts[item.depth] = item.mark.value or counts.get(item.depth, 0) + 1
        write_item(draft, found, item, _mark(item, counts[item.depth]))
        for note in item.notes:
            draft.quote("\n" + "  " * (item.depth + 1), found.quoted(note.start, note.end))


def _mark(item: ListItem, count: int) -> str:
    """Steps are counted; what is nested under a step keeps its own kind of mark."""
    return "-" if item.depth and item.mark.style == "bullet" else f"{count}."


def _warnings(found: FoundList) -> list[Slice]:
    """What stands over the steps, in their section, and warns."""
    above = [line for line in lines_of(found.text[: found.block.start]) if line.kind != "blank"][-OVER:]
    headings = [at for at, line in enumerate(above) if line.kind == "heading"]
    above = above[headings[-1] + 1 :] if headings else above
    warning = re.compile(rf"\W*(?:{lexicon.alternatives('warning_words')})\b", re.IGNORECASE)
    spans = list[Slice]()
    for at, line in enumerate(above):
        if line.kind == "prose" and warning.match(line.words):
            # "Warning" may be a line of its own over the words of the warning.
            below = [after for after in above[at + 1 : at + 2] if after.kind == "prose"]
            alone = len(line.words.split()) <= LABEL_WORDS
            spans.append(Slice(line.start, below[0].end if alone and below else line.end))
    return spans


def _write_prose(asked: Asked, draft: Draft) -> None:
    """The paragraph of the best sentence, where it tells steps one after another, or numbers them."""
    found = best(asked.query.checked, asked.units, asked.fit)
    if found is None or found[1] < COMPOSED.scattered or found[0].quote.text.startswith("|"):
        return
    quote = found[0].quote
    text = asked.texts.text(quote.hit.chunk.document_id)
    start = text.rfind("\n\n", 0, quote.char_start) + 1
    paragraph = text[start : paragraph_end(text, quote.char_end)]
    steps = numbered(paragraph)
    if steps:
        for number, (first, last) in enumerate(steps, start=1):
            draft.quote(f"\n{number}. ", quoted(quote.hit, text, start + first, start + last))
        return
    spans = [(start + first, start + last) for first, last in sentences(paragraph)]
    ordered = lexicon.words("sequence_words")
    if len(spans) < 2 or not any(set(words(text[first:last])[:2]) & ordered for first, last in spans):
        return
    for number, (first, last) in enumerate(spans, start=1):
        draft.quote(f"\n{number}. ", quoted(quote.hit, text, first, last))


def numbered(paragraph: str) -> list[tuple[int, int]]:
    """The steps that are numbered within a paragraph ("… as follows: 1. Ring the bell. 2. Wait."), each from behind its number;
    none where there are fewer than three, or not all from the first on."""
    marks = list[re.Match[str]]()
    for match in _NUMBER.finditer(paragraph):
        if int(match["number"]) == len(marks) + 1:
            marks.append(match)
    if len(marks) < STEPS:
        return []
    ends = [*(mark.start() for mark in marks[1:]), len(paragraph)]
    return [trimmed(paragraph, mark.end(), end) for mark, end in zip(marks, ends, strict=True)]
