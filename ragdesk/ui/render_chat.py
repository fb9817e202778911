"""Questions, answers, evidence and conversations as HTML. Pure functions; all texts pass through `render`."""

from collections.abc import Sequence

from ragdesk.types import Answer, Citation, Conversation, Hit, Message
from ragdesk.ui.render import (
    action,
    block,
    chip,
    count,
    day,
    escape,
    files,
    link,
    marked,
    meta,
    name,
    notice,
    place,
    prose,
    readable,
    short,
)

EVIDENCE_CHARS = 420
NEAREST = 3
_STAGES = {
    "rewrite": "Reading the question in the light of the conversation …",
    "retrieve": "Searching your documents …",
    "read": "Found passages. The model is reading them …",
    "write": "Writing …",
    "check": "Checking each sentence against the passages …",
}
_NO_SUPPORT = "No passage of your documents supports this sentence."


def stage(key: str) -> str:
    """What is going on, in words."""
    return block("status", escape(_STAGES.get(key, "Working …")))


def question(text: str) -> str:
    return block("question", f'<p dir="auto">{escape(text)}</p>')


def writing(text: str) -> str:
    """An answer while it is being written. Nothing is cited yet, and nothing in it can act."""
    return block("answer rd-live", f'<p class="rd-prose" dir="auto">{prose(text)}</p>') if text else ""


def stopped(text: str) -> str:
    """What had been written when the person stopped it: unchecked, and shown so."""
    return writing(text) + notice("Stopped. What was written has not been checked against your documents.")


def answer(given: Answer, key: str) -> str:
    """A finished answer; `key` is the message's id, with which its citation numbers open the Citations tab."""
    if given.verdict == "not_found":
        return block(
            "answer rd-notfound",
            f'<p class="rd-prose" dir="auto">{prose(given.text)}</p>',
            _nearest(given),
            f'<p class="rd-doings">{_ask_a_person(key)}</p>',
        )
    warning = ""
    doings = [link(action("chat", "save-entry", key), "Save as question and answer")]
    if given.verdict == "unsupported":
        doings.append(_ask_a_person(key))
        warning = notice("Your documents do not bear this answer out. Take it as the model's guess.", "bad")
    elif not all(sentence.supported for sentence in given.sentences):
        warning = '<p class="rd-hint">Sentences with a dashed line are not supported by any passage.</p>'
    return block(
        "answer",
        _rewritten(given.question, given.standalone_question),
        f'<p class="rd-prose" dir="auto">{_sentences(given, key)}</p>',
        warning,
        _sources(given.citations, key),
        f'<p class="rd-doings">{meta(doings)}</p>',
        _speed(given),
    )


def _ask_a_person(key: str) -> str:
    return link(action("handover", "open", key), "Ask a person about this")


def _rewritten(asked: str, standalone: str) -> str:
    if not standalone or standalone.strip() == asked.strip():
        return ""
    return f'<p class="rd-hint">Understood as: {escape(standalone)}</p>'


def _sentences(given: Answer, key: str) -> str:
    """The answer's text with each sentence cited or flagged; what stands between sentences stays."""
    cited = {citation.number: citation for citation in given.citations}
    parts, end = [], 0
    for sentence in given.sentences:
        start = given.text.find(sentence.text, end)
        parts.append(prose(given.text[end:start]) if start >= 0 else " ")
        end = start + len(sentence.text) if start >= 0 else end
        if not sentence.supported:
            flag = f'<span class="rd-flag">{chip("not supported")}</span>'
            parts.append(
                f'<span class="rd-unsupported" title="{_NO_SUPPORT}">{prose(sentence.text)}</span>{flag}'
            )
            continue
        numbers = "".join(_number(cited[number], key) for number in sentence.citations if number in cited)
        parts.append(f'<span class="rd-supported">{prose(sentence.text)}</span>{numbers}')
    return "".join([*parts, prose(given.text[end:])])


def _number(citation: Citation, key: str) -> str:
    where = ", ".join(part for part in (citation.document, place(citation.page, citation.section)) if part)
    return link(
        action("citations", "open", key, str(citation.number)),
        f'<span class="rd-aside">Citation </span>{citation.number}',
        kind="cite",
        title=f"{where}: “{short(citation.quote, 160)}”",
    )


def _sources(citations: Sequence[Citation], key: str) -> str:
    items = "".join(f"<li>{_source(citation, key)}</li>" for citation in citations)
    return f'<ol class="rd-sources">{items}</ol>' if items else ""


def _source(citation: Citation, key: str) -> str:
    where = escape(place(citation.page, citation.section, citation.title))
    shown = meta((name(citation.title or citation.document), where))
    opener = link(
        action("citations", "open", key, str(citation.number)),
        f'<span class="rd-num">{citation.number}</span><span>{shown}</span>',
        kind="source",
    )
    ways = files(citation.document_id, (citation.char_start, citation.char_end))
    return f'{opener}<span class="rd-ways">{ways}</span>'


def _speed(given: Answer) -> str:
    timings = given.timings
    parts = [
        f"first passages after {timings.first_evidence:.1f} s" if timings.first_evidence is not None else "",
        f"first word after {timings.first_token:.1f} s" if timings.first_token is not None else "",
        f"{timings.total:.1f} s in all" if timings.total else "",
        escape(given.model),
    ]
    line = meta(parts)
    return f'<p class="rd-speed">{line}</p>' if line else ""


def _nearest(given: Answer) -> str:
    if not given.hits:
        return ""
    items = "".join(
        _passage(rank, hit, {}, given.question) for rank, hit in enumerate(given.hits[:NEAREST], 1)
    )
    return f'<p class="rd-hint">The nearest passages, which do not answer it:</p><ol class="rd-passages">{items}</ol>'


def evidence(hits: Sequence[Hit], titles: dict[str, str], asked: str, search_note: str = "") -> str:
    """The passages that the answer will be made of, best first; `titles` by document id. `search_note`: what search could
    not do for the question."""
    unable = f'<p class="rd-hint">{escape(search_note)}</p>' if search_note else ""
    if not hits:
        return block("empty", "<p>No passage comes near this question.</p>", unable)
    items = "".join(_passage(rank, hit, titles, asked) for rank, hit in enumerate(hits, 1))
    return block(
        "evidence",
        f'<p class="rd-hint">{count(len(hits), "passage")}, best first</p>',
        unable,
        f'<ol class="rd-passages">{items}</ol>',
    )


def _passage(rank: int, hit: Hit, titles: dict[str, str], asked: str) -> str:
    chunk = hit.chunk
    title = titles.get(chunk.document_id, "")
    where = place(chunk.page_start, " › ".join(chunk.section), title)
    head = meta((f"<strong>{name(title)}</strong>" if title else "", escape(where))) or f"Passage {rank}"
    text = short(readable(chunk.text), EVIDENCE_CHARS)
    return (
        f'<li><p class="rd-where"><span class="rd-num rd-soft">{rank}</span><span>{head}</span></p>'
        f'<p class="rd-passage" dir="auto">{marked(text, asked)}</p></li>'
    )


def no_evidence() -> str:
    return block(
        "empty",
        "<p>The passages that an answer is made of appear here, before the model has written a word.</p>",
    )


def thread(messages: Sequence[Message]) -> str:
    """A conversation, oldest first."""
    parts = []
    for message in messages:
        if message.turn.role == "user":
            parts.append(question(message.turn.text))
        elif message.answer is not None:
            parts.append(answer(message.answer, message.id))
        else:
            parts.append(block("answer", f'<p class="rd-prose" dir="auto">{prose(message.turn.text)}</p>'))
    return block("thread", *parts)


def welcome(documents: int, questions: Sequence[str]) -> str:
    """An empty conversation: what to do, and questions to try."""
    if not documents:
        to_library = link(action("library", "go"), "Add documents in the Library")
        return block(
            "welcome", "<h2>Nothing to ask yet</h2>", f"<p>{to_library}, then ask about them here.</p>"
        )
    items = "".join(f"<li>{link(action('ask', text), escape(text), kind='try')}</li>" for text in questions)
    return block(
        "welcome",
        "<h2>Ask your documents</h2>",
        f"<p>Every sentence of the answer is checked against {count(documents, 'document')} and cited to the passage.</p>",
        f'<ul class="rd-tries">{items}</ul>' if items else "",
    )


def conversations(known: Sequence[Conversation], current: str, deleting: bool = False) -> str:
    """The list at the side; the chosen one carries its own actions."""
    if not known:
        return block("empty", "<p>Conversations are kept here.</p>")
    items = "".join(_conversation(each, each.id == current, deleting) for each in known)
    return block("side", f"<ul>{items}</ul>")


def _conversation(each: Conversation, chosen: bool, deleting: bool) -> str:
    title = name(short(each.title, 80) or "Untitled")
    opener = link(action("chat", "open", each.id), title, kind="talk", title=day(each.updated_at))
    if not chosen:
        return f"<li>{opener}</li>"
    if deleting:
        doings = "Delete it for good? " + meta(
            (
                link(action("chat", "delete", each.id), "Delete", kind="danger"),
                link(action("chat", "keep"), "Keep"),
            )
        )
    else:
        doings = meta(
            (
                link(action("chat", "rename", each.id), "Rename"),
                link(action("chat", "ask-delete", each.id), "Delete"),
            )
        )
    return f'<li class="rd-chosen">{opener}<p class="rd-doings">{doings}</p></li>'
