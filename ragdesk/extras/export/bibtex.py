"""BibTeX, an entry for each cited document. Every field is one line in braces, and braces in it are commands, because BibTeX
counts them even behind a backslash; so no text can end its field."""

import re

from ragdesk.extras.export import wording
from ragdesk.extras.export.bibliography import Item, items, page_ranges
from ragdesk.extras.export.plain import line
from ragdesk.extras.export.record import Record

_COMMANDS = str.maketrans(
    {
        "\\": r"{\textbackslash}",
        "{": r"{\textbraceleft}",
        "}": r"{\textbraceright}",
        "^": r"{\textasciicircum}",
        "~": r"{\textasciitilde}",
        **{sign: f"\\{sign}" for sign in "$&%#_"},
    }
)
# A name that BibTeX takes apart rightly: words of letters, the last of them the surname.
_PERSON = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){1,3}")


def bibtex(record: Record) -> bytes:
    """The references as UTF-8; answers without any are named in comments."""
    head = [f"% {_comment(wording.about(record))}"]
    for exchange in record.exchanges:
        if not any(piece.numbers for piece in exchange.all_pieces):
            said = wording.warning(exchange) or "Nothing is cited."
            head.append(f"% {_comment(exchange.question)}: {_comment(said)}")
    entries = [_entry(one) for one in items(record)]
    return ("\n".join(head) + "\n\n" + "\n".join(entries)).encode()


def _comment(text: str) -> str:
    """BibTeX reads "@" even in a comment."""
    return line(text).replace("@", "(at)")


def _entry(one: Item) -> str:
    """The quotes stand in `annote`: LaTeX's own styles leave it out, reference managers show it."""
    kind = "techreport" if one.report and one.institution else "misc"
    file = f"File: {one.file}" if one.file else ""
    notes = one.notes if kind == "misc" else (file, *one.notes)
    fields = {
        "title": f"{{{_escape(one.title)}}}",
        "author": " and ".join(_person(name) for name in one.authors),
        "year": one.year,
        "date": one.date,
        "number": _escape(one.number),
        "institution": _escape(one.institution),
        "howpublished": _escape(file) if kind == "misc" else "",
        "pages": page_ranges(one.pages, "--"),
        "note": _escape("; ".join(filter(None, notes))),
        "annote": _escape("; ".join(one.passages)),
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@{kind}{{{one.key},\n{lines}}}\n"


def _person(name: str) -> str:
    """A person's name; anything else in braces, so that no comma or "and" in it makes several of it."""
    if _PERSON.fullmatch(name) and " and " not in f" {name.lower()} ":
        return _escape(name)
    return f"{{{_escape(name)}}}"


def _escape(text: str) -> str:
    return text.translate(_COMMANDS)
