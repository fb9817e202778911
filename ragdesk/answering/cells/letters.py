"""Who a letter is from and to, where no label says so: its head, and the block of an address."""

import re
from itertools import pairwise

from ragdesk.answering.cells.form_grid import FormCell, Grid
from ragdesk.answering.cells.parties import is_company

# Rows from the beginning that hold the head and the address; lines of an address, at most.
_HEAD, _LINES = 24, 6
_TOWN = re.compile(
    r"(?:[A-Z]{1,2}-)?\d{4,5}\s+[A-ZÄÖÜÉ][\w .-]+|.*\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|.*,\s*[A-Z]{2}\s+\d{5}(?:-\d{4})?"
)
_ADDRESSED = re.compile(r"(?:an|herrn?|frau|firma|familie|mr|mrs|ms|messrs|to)\.?", re.IGNORECASE)
_KIND = re.compile(
    r"(?:[*_#\s]|tax|proforma|pro forma|vat|your|ihre?|votre)*(?:invoice|receipt|bill|statement|credit note|rechnung|"
    r"gutschrift|quittung|kassenbon|facture|factura|abrechnung|schlussrechnung|stromrechnung)\b.*",
    re.IGNORECASE,
)
_CARE_OF = re.compile(r"(?:attention|attn|fao|c/o|z\. ?hd\.|zu händen)\b", re.IGNORECASE)
_CLOSING = re.compile(
    r"(?:mit (?:freundlichen|besten|herzlichen) grüßen|(?:kind|best|warm)(?:est)? regards|"
    r"yours (?:sincerely|faithfully)|sincerely|cordialement|atentamente)\W*",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"\s+(?:tax )?(?:invoice|receipt|rechnung|facture|factura)\s*$", re.IGNORECASE)
_APART = re.compile(r"\s*[·•|]\s*|\s{3,}|,\s+(?=\S*\s?\d)")


def recipient_in(grid: Grid) -> FormCell | None:
    """The first line of the address that a letter goes to: above a line with a town, in lines of their own."""
    head, sender = grid[:_HEAD], sender_in(grid)
    for row, cells in enumerate(head):
        for index, cell in enumerate(cells):
            if row and _TOWN.fullmatch(cell.text):
                block = _block(head, row, index)
                if len(block) >= 2 and (first := _apart(block[0])) and not _same(first, sender):
                    return first
    return None


def sender_in(grid: Grid) -> FormCell | None:
    """Who signs as a company; else the first line that names somebody, in full where that is a part of the name."""
    named = [
        _apart(cell)
        for cells in grid[:_HEAD]
        for cell in cells
        if sum(map(str.isalpha, cell.text)) >= 3 and not _KIND.fullmatch(cell.text) and ":" not in cell.text
    ]
    signed = _signed(grid)
    if signed is not None or not named:
        return signed
    first = named[0]
    return next((each for each in named if _same(each, first) and is_company(each.text)), first)


def _signed(grid: Grid) -> FormCell | None:
    """The company below the closing words of a letter."""
    rows = [cells for cells in grid if cells and cells[0].text]
    for above, below in pairwise(rows):
        if _CLOSING.fullmatch(above[0].text) and is_company(below[0].text):
            return below[0]
    return None


def _same(cell: FormCell, other: FormCell | None) -> bool:
    """Whether one name begins with the other."""
    names = (cell.text.casefold(), other.text.casefold()) if other else ("", "-")
    return names[0].startswith(names[1]) or names[1].startswith(names[0])


def _block(grid: Grid, row: int, index: int) -> list[FormCell]:
    """The lines above the town in the same column, down to it: from behind "Mrs" on, where that stands alone on its line."""
    block = [grid[row][index]]
    blank = False
    for cells in reversed(grid[max(row - 2 * _LINES, 0) : row]):
        if not cells:
            if len(block) > 1 and not blank:
                break
            blank = True  # as some programs set it, with a gap below each line: it begins behind "Mrs" then
            continue
        cell = cells[index] if index < len(cells) else FormCell("", 0, 0)
        if _ADDRESSED.fullmatch(cell.text):
            return block
        if _CARE_OF.match(cell.text):
            continue
        if not cell.text or ":" in cell.text or _KIND.fullmatch(cell.text):
            break
        block.insert(0, cell)
    return block[-1:] if blank else block


def _apart(cell: FormCell) -> FormCell:
    """The name alone, where the address follows it on one line."""
    return cell.part(_TRAILING.sub("", _APART.split(cell.text.lstrip("#* "))[0].rstrip("* ")))
