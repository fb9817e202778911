"""BibTeX, a reference for each passage. Every field is one line in braces, and braces in it are commands, because BibTeX counts
them even behind a backslash; so no text can end its field."""

import re

from ragdesk.extras.export import wording
from ragdesk.extras.export.bibliography import Item, item
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
    entries = [_entry(item(record, reference)) for reference in record.references]
    return ("\n".join(head) + "\n\n" + "\n".join(entries)).encode()


def _comment(text: str) -> str:
    """BibTeX reads "@" even in a comment."""
    return line(text).replace("@", "(at)")


def _entry(one: Item) -> str:
    kind = "techreport" if one.report and one.institution else "misc"
    fields = {
        "title": f"{{{_escape(one.title)}}}",
        "author": " and ".join(_person(name) for name in one.authors),
        "year": one.year,
        "date": one.date,
        "number": _escape(one.number),
        "institution": _escape(one.institution),
        "howpublished": _escape(f"File: {one.file}") if kind == "misc" else "",
        "pages": one.page,
        "note": _escape("; ".join(one.notes)),
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
