"""Markdown (CommonMark 0.31, and as GitHub reads it). Every character that could mean something is escaped, so that a quote
looks as it does in its document; the only HTML are the anchors that the numbers lead to."""

import re
from collections.abc import Sequence

from ragdesk.extras.export import wording
from ragdesk.extras.export.plain import clean, emphasis, line
from ragdesk.extras.export.record import CitedDocument, Exchange, Piece, Record, Reference

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~$&^@])")
# What GitHub makes a link of without being told to.
_ADDRESS = re.compile(r"(https?|ftp|mailto|xmpp)(:)|(www)(\.)", re.IGNORECASE)
# Lists, headings, rules and the second line of a table begin a line.
_NUMBERED = re.compile(r"^(\d+)([.)])(?=\s|$)", re.MULTILINE)
_BULLET = re.compile(r"^([-+=:])", re.MULTILINE)
# Only from a run's first blank: a row of them inside a line is read once, not once from each.
_INDENT = re.compile(r"^[^\S\n]+|(?<![^\S\n])[^\S\n]++$", re.MULTILINE)


def markdown(record: Record) -> bytes:
    """The record as UTF-8."""
    parts = [f"# {_line(record.title)}", _text(wording.about(record))]
    for exchange in record.exchanges:
        parts += _exchange(record, exchange)
    if record.references:
        parts.append(f"## {wording.REFERENCES}")
        parts += [_reference(reference) for reference in record.references]
        parts.append(f"## {wording.DOCUMENTS}")
        parts += [_document(document) for document in record.documents]
        parts += [f"## {wording.CHECKING}", _text(wording.HOW_TO_CHECK)]
    return ("\n\n".join(part for part in parts if part) + "\n").encode()


def _exchange(record: Record, exchange: Exchange) -> list[str]:
    understood = f"Understood as: {_line(exchange.standalone)}" if exchange.standalone else ""
    return [
        f"## {wording.heading(record, exchange)}",
        _text(exchange.question),
        understood,
        f"### Answer{f' {exchange.number}' if record.what == 'conversation' else ''}",
        f"**{_text(wording.warning(exchange))}**" if wording.warning(exchange) else "",
        _lines("".join(_piece(piece) for piece in exchange.all_pieces)),
        _text(wording.left_out(exchange)),
        f"*{_line(wording.asked(exchange))}*",
    ]


def _piece(piece: Piece) -> str:
    text = "".join(_run(kind, run) for kind, run in emphasis(clean(piece.text), piece.supported))
    numbers = "".join(f"[\\[{number}\\]](#ref-{number})" for number in piece.numbers)
    flag = f" *(⚠ {wording.UNSUPPORTED})*" if piece.supported is False else ""
    return f"{text}{' ' if numbers else ''}{numbers}{flag}"


def _run(kind: str, text: str) -> str:
    if kind == "code":  # there is no backtick in it, and nothing else ends it
        return f"`{text}`"
    return f"**{_escape(text)}**" if kind == "bold" else _escape(text)


def _reference(reference: Reference) -> str:
    head = f'<a id="ref-{reference.number}"></a>**\\[{reference.number}\\] {_line(wording.title(reference.source))}**'
    quote = "\n".join(f"> {each}".rstrip() for each in _text(reference.shown).split("\n"))
    return f"{head}\n\n{quote}\n\n{_facts(wording.facts(reference))}"


def _document(document: CitedDocument) -> str:
    return f"**{_line(wording.title(document.source))}**\n\n{_facts(wording.document_facts(document))}"


def _facts(pairs: Sequence[tuple[str, str]]) -> str:
    return "\n".join(f"- {label}: {_fact(label, value)}" for label, value in pairs)


def _fact(label: str, value: str) -> str:
    return f"`{value}`" if label == "SHA-256" and value.isalnum() else _line(value)


def _line(text: str) -> str:
    """One line of text."""
    return _lines(_escape(line(text)))


def _text(text: str) -> str:
    """Text with its lines and paragraphs."""
    return _lines(_escape(clean(text)))


def _escape(text: str) -> str:
    return _ADDRESS.sub(_apart, _SIGNS.sub(r"\\\1", text))


def _apart(found: re.Match[str]) -> str:
    return f"{found[1] or found[3]}\\{found[2] or found[4]}"


def _lines(escaped: str) -> str:
    """Escaped text as paragraphs in which every line end is kept, and no line begins anything."""
    paragraphs = []
    for paragraph in re.split(r"\n\s*\n", _INDENT.sub("", escaped)):
        whole = _BULLET.sub(r"\\\1", _NUMBERED.sub(r"\1\\\2", paragraph.strip()))
        paragraphs.append(whole.replace("\n", "\\\n"))
    return "\n\n".join(filter(None, paragraphs))
