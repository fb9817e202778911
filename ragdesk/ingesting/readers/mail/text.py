"""The body of a message → text and blocks. What it quotes stays readable; whether it is to be found is decided for all of the
message at once (`chosen`)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ragdesk.domain.documents import Block
from ragdesk.ingesting.readers.mail.earlier import begins_at, earlier_messages, title_of
from ragdesk.ingesting.readers.mail.html import read_html
from ragdesk.ingesting.readers.mail.quotes import Role, heading_end, is_marked, roles
from ragdesk.ingesting.readers.text.aligned import aligned_table, with_tables
from ragdesk.ingesting.readers.writer import TextWriter
from ragdesk.text.clean import clean

_STUB = re.compile(r"html|browser|web ?version|view (?:this|it)|anzeigen|darstell", re.IGNORECASE)
_ADDRESS = re.compile(r"\S*://\S*|\S+@\S+")
_WORD = re.compile(r"\w{2,}")
_IS_PAGE = re.compile(r"\s*(?:<!doctype html|<html[\s>])", re.IGNORECASE)
STUB_LENGTH = 400
STUB_WORDS = 4
# A shorter line than this is no statement.
TELLING_WORDS = 4


@dataclass(frozen=True, slots=True)
class Body:
    """A piece of a message's text, as plain text or as a page."""

    text: str
    is_html: bool = False
    flowed: bool = False
    joined: bool = False


def is_stub(plain: str) -> bool:
    """Whether plain text only says that the message is to be read elsewhere (or nothing at all)."""
    if len(_WORD.findall(_ADDRESS.sub(" ", plain[:STUB_LENGTH]))) < STUB_WORDS:
        return len(plain) < STUB_LENGTH and ("://" in plain or not plain.strip() or bool(_STUB.search(plain)))
    return len(plain) < STUB_LENGTH and bool(_STUB.search(plain))


def says_more(plain: str, page: str) -> bool:
    """Whether plain text holds a line that the page beside it does not show: less than half of its words are there."""
    text, _, _ = read_html(clean(page))
    page_words = set(_WORD.findall(text.casefold()))
    lines = (_WORD.findall(_ADDRESS.sub(" ", line).casefold()) for line in clean(plain).split("\n"))
    return bool(page_words) and any(
        len(words) >= TELLING_WORDS and sum(word in page_words for word in words) < len(words) / 2
        for words in lines
    )


def write_body(out: TextWriter, body: Body) -> list[Role]:
    """Append a piece; the role of each block that this added."""
    if body.is_html or _IS_PAGE.match(body.text):
        return _write_html(out, clean(body.text))
    return _write_plain(out, _unflowed(body))


def chosen(blocks: Sequence[Block], block_roles: Sequence[Role], text: str, reply: bool) -> tuple[Block, ...]:
    """The blocks that are to be found: of an answer what is new in it, and the whole messages below that; of all else
    everything."""
    if reply and any(
        role == "own" and _WORD.search(text, block.char_start, block.char_end)
        for block, role in zip(blocks, block_roles, strict=True)
    ):
        return tuple(block for block, role in zip(blocks, block_roles, strict=True) if role != "quoted")
    return tuple(blocks)


def _unflowed(body: Body) -> str:
    """Text whose lines were broken for transport (RFC 3676, "format=flowed"), with its paragraphs on one line each."""
    text = clean(body.text)
    if not body.flowed:
        return text
    done: list[str] = []
    open_depth: int | None = None
    for line in text.split("\n"):
        content = line.lstrip(">")
        depth = len(line) - len(content)
        content = content[1:] if content.startswith(" ") else content
        if open_depth == depth and content != "-- ":
            done[-1] += content
        else:
            done.append(">" * depth + (" " if depth else "") + content)
        soft = content.endswith(" ") and content != "-- "
        if soft and body.joined:
            done[-1] = done[-1][:-1]
        open_depth = depth if soft else None
    return "\n".join(done)


def _write_plain(out: TextWriter, text: str) -> list[Role]:
    lines = text.strip("\n").rstrip().split("\n")
    begin = begins_at(roles(lines, [is_marked(line) for line in lines]), lines)
    messages = earlier_messages(lines[begin:])
    added = _write_lines(out, "\n".join(lines[:begin]) if messages else "\n".join(lines))
    for message in messages:
        out.separate("paragraph")
        start = out.length
        out.write("\n".join(message.head))
        out.block("heading", start, level=2, title=title_of(message.head))
        told = _write_lines(out, "\n".join(message.lines))
        added += ["earlier", *("earlier" if role == "own" else role for role in told)]
    return added


def _write_lines(out: TextWriter, text: str) -> list[Role]:
    text = with_tables(text.strip("\n").rstrip())
    if not text.strip():
        return []
    lines = text.split("\n")
    kinds = roles(lines, [is_marked(line) for line in lines])
    out.separate("paragraph")
    begin = offset = out.length
    added: list[Role] = []
    out.write(text)
    start = end = -1
    role: Role = "own"
    for line, kind in zip((*lines, ""), (*kinds, "own"), strict=True):
        blank = not line.strip()
        if start >= 0 and (blank or kind != role):
            table = aligned_table(text, start - begin, end - begin)
            out.blocks.append(_moved(table, begin) if table else Block("paragraph", start, end))
            added.append(role)
            start = -1
        if not blank:
            start = offset + len(line) - len(line.lstrip()) if start < 0 else start
            end, role = offset + len(line.rstrip()), kind
        offset += len(line) + 1
    return added


def _write_html(out: TextWriter, source: str) -> list[Role]:
    text, blocks, marked = read_html(source)
    if not blocks:
        return []
    units = [block.title or text[block.char_start : block.char_end] for block in blocks]
    out.separate("paragraph")
    offset = out.length
    out.write(text)
    out.blocks += [_moved(block, offset) for block in blocks]
    found = roles(units, marked)
    begin = begins_at(found, units)
    depths = list(map(int, marked))
    heads = {at for at in range(begin, len(units)) if heading_end(units, depths, at) > at}
    if begin not in heads:
        return found
    for at in heads:
        place = len(out.blocks) - len(units) + at
        title = title_of(units[at].split("\n"))
        out.blocks[place] = replace(out.blocks[place], kind="heading", level=2, title=title)
    return [role if at < begin else "earlier" for at, role in enumerate(found)]


def _moved(block: Block, by: int) -> Block:
    return replace(
        block,
        char_start=by + block.char_start,
        char_end=by + block.char_end,
        header_end=by + block.header_end if block.header_end else 0,
    )
