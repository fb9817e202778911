"""What a spreadsheet is given for a cell: a day, a number with its unit, else text."""

from datetime import date
from decimal import Decimal, InvalidOperation

from ragdesk.domain.tables import ColumnKind, TableCell

# Excel knows no earlier day.
FIRST_YEAR = 1900
# Programs that open a file take a cell that begins with one of these for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def value_of(kind: ColumnKind, cell: TableCell | None) -> tuple[date | Decimal | None, str]:
    """(the value, its unit) of a cell with one value of its column's kind; (None, "") of any other, which is text."""
    if cell is None or len(cell.values) != 1 or cell.verdict != "found":
        return None, ""
    figure, _, unit = cell.values[0].normal.partition(" ")
    try:
        if kind == "date":
            day = date.fromisoformat(cell.values[0].normal)
            return (day, "") if day.year >= FIRST_YEAR else (None, "")
        if kind in ("amount", "number"):
            number = Decimal(figure)
            return (number, unit) if number.is_finite() else (None, "")
    except (ValueError, InvalidOperation):
        return None, ""
    return None, ""


def harmless(text: str) -> str:
    """A text for a file whose cells are read as formulas where they look like one: an apostrophe stands before it."""
    return f"'{text}" if text.startswith(_FORMULA) else text
