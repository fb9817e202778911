"""The short answer: the sentence or row that answers the question by itself, before the model reads anything."""

import re
from dataclasses import replace

from ragdesk.answering.checking.support import citation_of
from ragdesk.answering.composed.sums.dates import dates_in
from ragdesk.answering.composed.tables.open_columns import left_open, names_one
from ragdesk.answering.understanding.parts import asks_several
from ragdesk.answering.units.heads import asks_more, columns_asked, things_asked
from ragdesk.answering.units.in_context import in_context, said_cells, said_quote, under_head, with_lead
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.answers import Answer, QuickAnswer, Sentence
from ragdesk.domain.ports import Cells, Reranker, TextStore

# A person takes in as much at a glance.
MOST_WORDS = 30
# A whole answer may be as long.
MOST_WORDS_ALONE = 60
# Not before the figure of a number in words: "seven (7) years".
_CLAUSE = re.compile(r"(?<=[,;:])\s+|\s+(?=[–—]|\((?!\d+\)))")


def quick_answer(
    question: str,
    quote: Quote,
    *,
    texts: TextStore,
    cells: Cells,
    reranker: Reranker | None,
    most: int = MOST_WORDS,
    copied: str = "",
) -> QuickAnswer:
    """What of the quote answers the question, in at most so many words. `copied`: the cells of a row that the writer took."""
    text = copied or _asked_cells(question, quote) or said_quote(quote)
    if len(text.split()) > most:
        text = shortened(question, quote.hit.chunk.context, text, reranker, most)
    quote, lead = with_lead(quote)
    return QuickAnswer(lead + text, citation_of(quote, 1, texts, cells))


def as_answer(refusal: Answer, quick: QuickAnswer) -> Answer:
    """The short answer alone: where no more is wanted, or where the model's words are not borne out."""
    sentence = Sentence(quick.text, (quick.citation.number,), supported=True)
    return replace(
        refusal,
        text=quick.text,
        verdict="answered",
        sentences=(sentence,),
        citations=(quick.citation,),
        quick=quick,
    )


def numbered(quick: QuickAnswer | None, answer: Answer) -> QuickAnswer | None:
    """The short answer with the number that its passage has in the answer, or the next one."""
    if quick is None:
        return None
    own = replace(quick.citation, number=len(answer.citations) + 1)
    same = (cited for cited in answer.citations if replace(cited, number=own.number) == own)
    return replace(quick, citation=next(same, own))


def _asked_cells(question: str, quote: Quote) -> str:
    """Of a row, its first words and the cells in the columns that the question asks for; "" where it asks for none, or for more
    than these columns hold."""
    cells = said_cells(quote)
    label = next(((head, cell) for head, cell in cells if cell[:1].isalpha()), None)
    if label is None or asks_several(question) or asks_more(question, [head for head, _ in cells]):
        return ""
    # "How much is the Boston site": it does not ask for the number of sites.
    columns = columns_asked(question, [head for head, _ in cells], besides=" ".join(label))
    if "day" in things_asked(question) and not names_one(question, [cells[at][0] for at in columns]):
        # "Paid on" holds a day, too, whatever it is called.
        columns = sorted({*columns, *(at for at, (_, cell) in enumerate(cells) if dates_in(cell))})
    named = [cells[at] for at in columns if cells[at] != label]
    if not any(cell for _, cell in named) or left_open(question, quote, cells, columns):
        return ""
    return under_head([label, *named])


def shortened(
    question: str,
    context: str,
    text: str,
    reranker: Reranker | None,
    most: int = MOST_WORDS,
) -> str:
    """Those of its clauses, side by side, that answer best: as many as `most` words allow."""
    clauses = [clause.split() for clause in _CLAUSE.split(text)]
    windows: list[tuple[int, str]] = []
    for first in range(len(clauses)):
        following = [word for clause in clauses[first:] for word in clause]
        windows.append((sum(map(len, clauses[:first])), " ".join(following[:most])))
    lines = [in_context(" ".join(context.splitlines()), words) for _, words in windows]
    if reranker is None:
        return text
    scores = reranker.scores(question, lines)
    begin, words = windows[int(scores.argmax())]
    end = begin + len(words.split())
    return f"{'… ' if begin else ''}{words}{' …' if end < len(text.split()) else ''}"
