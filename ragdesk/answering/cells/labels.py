"""Cells read off the labels of a form: "Invoice no.: 17", "| Total | £846.00 |", a row of labels over a row of values.

A form names its values, in other words than the question's. What common fields are called stands in `labels.toml`; any other
question is taken at its word ("What is the batch number?" looks for the label "batch number").
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from ragdesk.answering.cells.clauses import WordsNear, clause_words, folded_text
from ragdesk.answering.cells.days import days_in
from ragdesk.answering.cells.form_grid import FormCell, Grid
from ragdesk.answering.cells.values import FoundValue, folded, money_in
from ragdesk.domain.tables import ColumnDraft
from ragdesk.text.fold import fold

Holds = Literal["code", "day", "money", "name"]

_FILE = Path(__file__).with_name("labels.toml")
# Characters of a value, and words of a label that is taken from a question, at most; lines between a label and a value below it.
LONGEST, MOST_WORDS, BELOW = 90, 5, 1
_BETWEEN = re.compile(r"[.:*_–—-]+")
_COLON = re.compile(r"\s*[:：]\s*(?:/\s+)?")
# What changes from form to form around a label: shares, brackets, currencies, signs.
_BESIDE = re.compile(
    r"\(.*?\)|\[.*?\]|@|\d+(?:[.,]\d+)?\s*%|[€$£¥]|\b(?:EUR|USD|GBP|CHF)\b|\b(?:in|of)?\s*\d+%|[*_#]+(?!\w)"
)
_ASKED_FIELD = re.compile(
    r"^(?:what(?:['’]s| is| are)|which is|wie lautet|was ist|wie heißt|was steht unter)\s+(?:(?:the|der|die|das)\s+)?"
    r"[“„\"]?(?P<field>[^?”“\"]+?)[”“\"]?"
    r"(?:\s+(?:of|on|in|for|dieses|dieser|des|der)\s+(?:(?:this|the)\s+)?\w+)?\s*\?*$",
    re.IGNORECASE,
)
# A revision by its letter.
_LETTER = re.compile(r"[A-Z]")
_ADDRESS = re.compile(r"\s*(?:<[^<>]*@[^<>]*>|\([^()]*@[^()]*\))")


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of forms. `says` are its labels as they are compared, the one that is sure first; `near` are words one of which
    stands in a sentence that says the same; `side` is "sender" or "recipient" of whom a letter is from or to, which the labels
    `last` say where its head does not."""

    asked: tuple[WordsNear, ...]
    holds: Holds
    says: tuple[str, ...]
    near: WordsNear | None = None
    side: str = ""
    last: tuple[str, ...] = ()


def field_of(column: ColumnDraft) -> FormField | None:
    """The field of a form that a column asks for, where its question is about a known one."""
    question = folded_text(column.question)
    return next((each for each in fields() if any(line.stands_in(question) for line in each.asked)), None)


def field_by_name(column: ColumnDraft) -> FormField | None:
    """The field that a question names itself: "What is the batch number?"; None where it names none, one in a
    single word, which forms use for many things, or one in many words."""
    holds: dict[str, Holds] = {"date": "day", "amount": "money", "text": "name"}
    match = _ASKED_FIELD.match(column.question.strip())
    if match is None or column.kind not in holds or not 2 <= len(match["field"].split()) <= MOST_WORDS:
        return None
    return FormField((), holds[column.kind], (bare_label(match["field"]),))


@cache
def fields() -> tuple[FormField, ...]:
    """The fields of common forms."""
    return tuple(
        FormField(
            tuple(map(clause_words, row["asked"])),
            row["holds"],
            tuple(map(bare_label, row["says"])),
            clause_words(row["near"]) if "near" in row else None,
            row.get("side", ""),
            tuple(map(bare_label, row.get("last", ()))),
        )
        for row in tomllib.loads(_FILE.read_text(encoding="utf-8"))["label"]
    )


def labelled(field: FormField, grid: Grid) -> list[FoundValue]:
    """The values that stand at the surest label of a field that the form has, in order; none where it has none of them."""
    found: dict[str, list[FoundValue]] = {}
    for row, cells in enumerate(grid):
        for index, cell in enumerate(cells):
            label, rest = _label(cell, field.says)
            if label and (field.holds != "name" or label not in found):
                value = _value(field, rest, grid, row, index)
                if value is not None:
                    found.setdefault(label, []).append(value)
    return next((found[label] for label in field.says if label in found), [])


def known_labels(grid: Grid) -> int:
    """How many fields of common forms a text has, by their labels."""
    return sum(1 for field in fields() if labelled(field, grid))


def _label(cell: FormCell, says: Sequence[str]) -> tuple[str, FormCell | None]:
    """The label that a cell is or begins with, and what follows it in the cell; "" for none."""
    if not cell.text or len(cell.text) > 2 * LONGEST:
        return "", None
    whole = bare_label(cell.text)
    if whole in says:
        return whole, None
    colon = _COLON.search(cell.text)
    if colon and (head := bare_label(cell.text[: colon.start()])) in says:
        return head, _rest(cell, colon.end())
    for match in re.finditer(r"\s+", cell.text):
        head = bare_label(cell.text[: match.start()])
        if head in says and not cell.text[match.end() :].startswith(":"):
            rest = _rest(cell, match.end())
            # Without a colon, only a number tells a value from the next word of a sentence.
            if rest and re.match(r"[#€$£¥]?\s?(?:[A-Z]{1,6}[-/ ]?)?\d", rest.text):
                return head, rest
    return "", None


def _rest(cell: FormCell, offset: int) -> FormCell | None:
    rest = cell.behind(offset)
    return rest if rest.text.strip("*_ ") else None


def _value(field: FormField, rest: FormCell | None, grid: Grid, row: int, index: int) -> FoundValue | None:
    """What stands behind a label in its cell, else to the right of it, else below it."""
    if rest is not None:
        return held(field.holds, rest)
    right = [cell for cell in grid[row][index + 1 :] if cell.text]
    if field.holds == "money":
        right.reverse()  # the sum stands last in its row
    for cell in right[: None if field.holds == "money" else 1]:
        if value := held(field.holds, cell):
            return value
    if field.holds == "money" and right:
        return None
    below = [cells for cells in grid[row + 1 : row + 2 + BELOW] if any(each.text for each in cells)]
    if not below or index >= len(below[0]) or not below[0][index].text:
        return None
    return None if _goes_on(field.holds, grid, row, index) else held(field.holds, below[0][index])


def _goes_on(holds: Holds, grid: Grid, row: int, index: int) -> bool:
    """Whether a column holds more than one value of the sort below its head, as one of items does."""
    below = [cells[index] for cells in grid[row + 1 : row + 4] if index < len(cells) and cells[index].text]
    return holds != "name" and sum(held(holds, cell) is not None for cell in below) > 1


def held(holds: Holds, cell: FormCell) -> FoundValue | None:
    """The value of that sort that a cell begins with."""
    match holds:
        case "day":
            days = days_in(cell.text)
            if not days:
                return None
            day = days[0]
            other = day.other.isoformat() if day.other else ""
            return _found(cell, day.start, day.end, day.day.isoformat(), other)
        case "money":
            return next(
                (_found(cell, each.start, each.end, each.normal) for each in money_in(cell.text)), None
            )
        case "code":
            match_ = re.match(
                r"[#*_ ]*(?:(?:no|nr)\b\.?\s*)?(?P<code>[^\s,;|]+(?: [^\s,;|]*\d[^\s,;|]*)*)",
                cell.text,
                re.IGNORECASE,
            )
            code = match_["code"].rstrip(".*_)") if match_ else ""
            numbered = any(map(str.isdigit, code)) or _LETTER.fullmatch(cell.text.strip("*_ ")) is not None
            if not match_ or not numbered or days_in(code):
                return None
            return _found(cell, match_.start("code"), match_.start("code") + len(code), folded(code))
        case "name":
            return _name(cell)


def _name(cell: FormCell) -> FoundValue | None:
    """Words that name somebody or something: no label of a field, no sentence."""
    text = _ADDRESS.sub("", cell.text)
    start = len(text) - len(text.lstrip("*_ \"'"))
    text = text.strip("*_ \"'")
    labels = [bare_label(part) for part in _COLON.split(cell.text)[0].split("/")]
    is_label = cell.text.endswith(":") or any(
        label in field.says + field.last for field in fields() for label in labels
    )
    if is_label or "@" in text or not any(map(str.isalnum, text)) or len(text) > LONGEST:
        return None
    return _found(cell, start, start + len(text), folded(text))


def _found(cell: FormCell, start: int, end: int, normal: str, other: str = "") -> FoundValue:
    return FoundValue(
        cell.start + start, cell.start + end, " ".join(cell.text[start:end].split()), normal, other
    )


def bare_label(label: str) -> str:
    """A label as it is compared: folded, without dots, colons, hyphens, shares, brackets and currencies."""
    return " ".join(_BETWEEN.sub(" ", fold(_BESIDE.sub(" ", label))).split())
