"""Clauses of contracts: which sentences of a document are of the kind that a question of yes or no is about.

A contract answers "is there a cap on liability?" by having such a clause, in other words than the question's. What these words
are stands in `clauses.toml` for common kinds, and in `look_for` of a column that a person wrote, in the same notation.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ragdesk.answering.units.in_context import with_lead
from ragdesk.answering.units.quotes import Quote, quotes_of
from ragdesk.domain.calibration import CELLS
from ragdesk.domain.documents import Chunk
from ragdesk.domain.errors import UsageError
from ragdesk.domain.search import Hit
from ragdesk.domain.tables import ColumnDraft

_FILE = Path(__file__).with_name("clauses.toml")
# "non-exclusive" and "non exclusive" are one word, which "exclusive" is not.
_NON = re.compile(r"\bnon[-\s]+")
_CONTRACT = re.compile(
    r"agreement|contract|lease|licen[cs]e|deed|covenant|vertrag|vereinbarung|geschäftsbedingungen",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class WordsNear:
    """Words that stand near one another: each of `needed` is a choice, and none of `barred` stands there, too."""

    needed: tuple[re.Pattern[str], ...]
    barred: tuple[re.Pattern[str], ...]

    def could_stand_in(self, folded_text: str) -> bool:
        """Whether a longer text holds the words at all."""
        return all(each.search(folded_text) for each in self.needed)

    def stands_in(self, folded_text: str, reach: int = CELLS.clause_reach) -> bool:
        """Whether they do, no farther than `reach` characters from the first of them."""
        if not self.could_stand_in(folded_text):
            return False
        places = [[each.start() for each in word.finditer(folded_text)] for word in self.needed]
        barred = [each.start() for word in self.barred for each in word.finditer(folded_text)]
        return any(
            all(any(abs(other - start) <= reach for other in others) for others in places[1:])
            and not any(abs(other - start) <= reach for other in barred)
            for start in places[0]
        )


@dataclass(frozen=True, slots=True)
class ClauseKind:
    """A common kind of clause: a question about it, what such questions say, and what its sentences say."""

    name: str
    question: str
    asked: tuple[WordsNear, ...]
    says: tuple[WordsNear, ...]


def clause_words(line: str) -> WordsNear:
    """A line of the notation "a*, b|c d, !e".

    Raises:
        UsageError: it names no words.
    """
    terms = [term.strip() for term in line.split(",") if term.strip()]
    needed = tuple(_choice(term) for term in terms if not term.startswith("!"))
    if not needed:
        raise UsageError(
            "“{line}” names no words to look for.",
            "Write words that stand near one another, such as: insurance, maintain*|carry",
            line=line,
        )
    return WordsNear(needed, tuple(_choice(term[1:]) for term in terms if term.startswith("!")))


def words_of(column: ColumnDraft, opening: str) -> tuple[WordsNear, ...]:
    """What to look for in a document that begins so: what the column says itself; else, in a contract, the words of the kinds of
    clauses that its question is about. None where it is about no known kind."""
    if column.look_for:
        return tuple(map(clause_words, column.look_for))
    if not is_contract(opening):
        return ()
    question = folded_text(column.question)
    about = [kind for kind in kinds() if _is_asked(kind, question)]
    return tuple(line for kind in about for line in kind.says)


def clauses_in(chunks: Sequence[Chunk], lines: Sequence[WordsNear]) -> Iterator[Quote]:
    """The sentences of a document that hold one of the lines, each once, in order; an item of a list with what introduces it."""
    seen: set[int] = set()
    for chunk in chunks:
        whole = folded_text(chunk.text)
        here = [line for line in lines if line.could_stand_in(whole)]
        for quote in quotes_of(Hit(chunk, 0.0, "words")) if here else ():
            if quote.units > 1 or quote.char_start in seen:
                continue
            seen.add(quote.char_start)
            wide, lead = with_lead(quote)
            said = folded_text(lead + quote.text)[: CELLS.longest_clause]
            if any(line.stands_in(said) for line in here):
                yield wide


def is_contract(opening: str) -> bool:
    """Whether a document that begins so calls itself a contract."""
    return _CONTRACT.search(opening) is not None


@cache
def kinds() -> tuple[ClauseKind, ...]:
    """The common kinds of clauses."""
    rows = tomllib.loads(_FILE.read_text(encoding="utf-8"))["clause"]
    return tuple(
        ClauseKind(
            row["name"],
            row["question"],
            tuple(map(clause_words, row["asked"])),
            tuple(map(clause_words, row["says"])),
        )
        for row in rows
    )


def folded_text(text: str) -> str:
    """As the notation is compared: in small letters, on one line."""
    return _NON.sub("non", " ".join(text.casefold().split()))


def _is_asked(kind: ClauseKind, question: str) -> bool:
    return any(line.stands_in(question, len(question)) for line in kind.asked)


def _choice(term: str) -> re.Pattern[str]:
    """ "a*|b c": words with any ending, or several that follow one another."""
    phrases = [
        r"\W+".join(re.escape(word).replace(r"\*", r"\w*") for word in phrase.casefold().split())
        for phrase in term.split("|")
        if phrase.strip()
    ]
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b")
