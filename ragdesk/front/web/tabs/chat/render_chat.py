"""Questions and answers as HTML. Pure functions; all texts pass through `render`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ragdesk.domain.answers import Answer, Citation
from ragdesk.domain.conversations import Message, Rating
from ragdesk.front.web.render import (
    action,
    block,
    chip,
    escape,
    files,
    link,
    meta,
    name,
    notice,
    place,
    prose,
    short,
)
from ragdesk.front.web.tabs.chat.render_evidence import passage
from ragdesk.front.web.wording import mark, number, plural, t

NEAREST = 3
NOTE_CHARS = 120
# Messages of a conversation that are shown at once, and how many more on demand.
WINDOW = 30
_STAGES = {
    "rewrite": mark("Reading the question in the light of the conversation …"),
    "retrieve": mark("Searching your documents …"),
    "read": mark("Found passages. The model is reading them …"),
    "write": mark("Writing …"),
    "check": mark("Checking each sentence against the passages …"),
}

_STANCES = {
    "cautious": mark("Answers are cautious from the next question on."),
    "balanced": mark("Answers are balanced from the next question on."),
    "helpful": mark("Answers are helpful from the next question on."),
}


def stage(key: str, *, next_waits: bool = False, ahead: int = 0) -> str:
    """What is going on, in words; `ahead`: and how many other questions the model answers first; `next_waits`: and that a
    question which was sent meanwhile is not lost."""
    words = t(_STAGES[key]) if key in _STAGES else t("Working …")
    if ahead:
        first = plural(
            ahead,
            "{count} question that was asked earlier comes first.",
            "{count} questions that were asked earlier come first.",
        )
        words = f"{words} {first}"
    going_on = block("status", escape(words))
    if not next_waits:
        return going_on
    said = t(
        "Your next question waits in its field until this answer is there. To ask it now, press Stop first."
    )
    return going_on + block("waits", f"<p>{escape(said)}</p>")


def ready() -> str:
    """That the answer is whole, for those who cannot see it come."""
    return block("said", f'<span class="rd-aside">{t("The answer is there.")}</span>')


def question(text: str, key: str = "") -> str:
    """A question; with the id of its message it can be edited."""
    edit = link(action("chat", "edit", key), t("Edit"), kind="act") if key else ""
    doings = f'<p class="rd-acts">{edit}</p>' if edit else ""
    return block("question", f'<p dir="auto">{escape(text)}</p>', doings)


def writing(text: str) -> str:
    """An answer while it is being written. Nothing is cited yet, and nothing in it can act."""
    return block("answer rd-live", f'<p class="rd-prose" dir="auto">{prose(text)}</p>') if text else ""


def stopped(text: str) -> str:
    """What had been written when the person stopped it: unchecked, and shown so."""
    written = block("answer rd-unchecked", f'<p class="rd-prose" dir="auto">{prose(text)}</p>')
    sentence = t("Stopped. What was written has not been checked against your documents.")
    return (written if text else "") + notice(sentence if text else t("Stopped."))


@dataclass(frozen=True, slots=True)
class Named:
    """What answers refer to by id: the titles of documents, the words of memory's notes."""

    titles: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)


NOTHING = Named()


def answer(given: Answer, key: str, rating: Rating | None = None, named: Named = NOTHING) -> str:
    """A finished answer; `key` is the message's id, with which its citation numbers open the Citations tab."""
    if given.verdict == "not_found":
        return block(
            "answer rd-notfound",
            f'<p class="rd-prose" dir="auto">{prose(given.text)}</p>',
            _searched_for(given, key, always=True),
            _nearest(given, named.titles),
            _doings(given, key, rating),
        )
    warning = ""
    if given.verdict == "unsupported":
        warning = notice(
            t("Your documents do not bear out what the model wrote. Take it as its guess."), "bad"
        )
    elif not all(sentence.supported for sentence in given.sentences):
        said = t("Sentences with a dashed line are not supported by any passage.")
        warning = f'<p class="rd-hint">{said}</p>'
    return block(
        "answer",
        _searched_for(given, key),
        f'<p class="rd-prose" dir="auto">{_sentences(given, key)}</p>',
        warning,
        _sources(given.all_citations, key),
        _lent(given, named.notes),
        _doings(given, key, rating),
        _speed(given),
        _cards(given.all_citations, key),
    )


def _doings(given: Answer, key: str, rating: Rating | None) -> str:
    """What can be done with an answer."""
    copy = f'<span class="rd-to-do">{t("Copy")}</span><span class="rd-done">{t("Copied")}</span>'
    doings = [
        link(action("page", "copy", key), copy, kind="act rd-act-copy"),
        link(action("chat", "again", key), t("Ask again"), kind="act rd-act-again"),
        link(action("chat", "passages", key), t("Passages"), kind="act"),
    ]
    verdict = rating.verdict if rating is not None else ""
    if given.verdict != "not_found":
        good = t("Good: save as question and answer")
        doings.append(_thumb("good", action("chat", "good", key), good, verdict == "good"))
    doings.append(_thumb("bad", action("chat", "bad", key), t("Not right"), verdict == "bad"))
    if given.verdict != "answered" or verdict == "bad":
        doings.append(link(action("handover", "open", key), t("Ask a person about this"), kind="act"))
    return f'<p class="rd-acts">{"".join(doings)}</p>'


def _thumb(kind: str, address: str, label: str, given: bool) -> str:
    said = t("{label} (chosen)", label=label) if given else label
    return link(
        address,
        f'<span class="rd-aside">{said}</span>',
        kind=f"act rd-act-{kind}{' rd-on' if given else ''}",
        title=label,
    )


def _searched_for(given: Answer, key: str, *, always: bool = False) -> str:
    """The standalone question, which can be changed; where it is the question itself, editing that does the same."""
    searched = given.standalone_question.strip()
    if not searched or (searched == given.question.strip() and not always):
        return ""
    edit = link(action("page", "edit", "chat", "search-for", key), t("Edit"))
    question = f'<span class="rd-editable" dir="auto">{escape(searched)}</span>'
    said = t("Searched for: {question}", question=question)
    return f'<p class="rd-hint rd-searched">{said}<span> ({edit})</span></p>'


def _sentences(given: Answer, key: str) -> str:
    """The answer's text with each sentence cited or flagged; what stands between sentences stays."""
    cited = {citation.number: citation for citation in given.citations}
    parts, end = [], 0
    for sentence in given.sentences:
        start = given.text.find(sentence.text, end)
        parts.append(prose(given.text[end:start]) if start >= 0 else " ")
        end = start + len(sentence.text) if start >= 0 else end
        if not sentence.supported:
            flag = f'<span class="rd-flag">{chip(t("not supported"))}</span>'
            parts.append(f'<span class="rd-unsupported">{prose(sentence.text)}</span>{flag}')
            continue
        numbers = "".join(_number(number, key) for number in sentence.citations if number in cited)
        parts.append(f'<span class="rd-supported">{prose(sentence.text)}</span>{numbers}')
    parts.append(prose(given.text[end:]))
    if given.nearest is not None:
        parts.append(prose("\n\n") + f'<span class="rd-supported">{prose(given.nearest.text)}</span>')
        parts.append(_number(given.nearest.citation.number, key))
    return "".join(parts)


def _number(number: int, key: str) -> str:
    return link(
        action("citations", "open", key, str(number)),
        f'<span class="rd-aside">{t("Citation")} </span>{number}',
        kind="cite",
    )


def _sources(citations: Sequence[Citation], key: str) -> str:
    items = "".join(f"<li>{_source(citation, key)}</li>" for citation in citations)
    return f'<ol class="rd-sources">{items}</ol>' if items else ""


def _source(citation: Citation, key: str) -> str:
    opener = link(
        action("citations", "open", key, str(citation.number)),
        f'<span class="rd-num">{citation.number}</span><span>{_named(citation)}</span>',
        kind="source",
    )
    ways = files(citation.document_id, (citation.char_start, citation.char_end))
    return f'{opener}<span class="rd-ways">{ways}</span>'


def _named(citation: Citation) -> str:
    where = escape(place(citation.page, citation.place, citation.title))
    return meta((name(citation.title or citation.document), where))


def _cards(citations: Sequence[Citation], key: str) -> str:
    """What a citation number shows when it is pointed at, and what is copied with the answer; `static/chat.js` puts it there."""
    cards = "".join(
        f'<span class="rd-card" id="rd-card-{escape(key)}-{each.number}">'
        f'<span class="rd-card-number">{each.number}</span><span class="rd-card-where">{_named(each)}</span>'
        f'<span class="rd-card-quote" dir="auto">{escape(" ".join(each.quote.split()))}</span></span>'
        for each in citations
    )
    return (
        f'<div class="rd-cards"><span class="rd-cards-head">{t("Sources")}</span>{cards}</div>'
        if cards
        else ""
    )


def _lent(given: Answer, notes: Mapping[str, str]) -> str:
    """What memory lent to the answer's wording, or to the question."""
    if not given.memory:
        return ""
    there = [f"“{escape(short(notes[one], NOTE_CHARS))}”" for one in given.memory if one in notes]
    if len(there) < len(given.memory):
        there.append(t("what was changed or forgotten since"))
    return f'<p class="rd-hint">{t("Remembered, and used here:")} {meta(there)}</p>'


def _speed(given: Answer) -> str:
    timings = given.timings
    parts = [
        t("first passages after {seconds} s", seconds=number(timings.first_evidence, 1))
        if timings.first_evidence is not None
        else "",
        t("first word after {seconds} s", seconds=number(timings.first_token, 1))
        if timings.first_token is not None
        else "",
        t("{seconds} s in all", seconds=number(timings.total, 1)) if timings.total else "",
        escape(given.model),
    ]
    line = meta(parts)
    return f'<p class="rd-speed">{line}</p>' if line else ""


def _nearest(given: Answer, titles: Mapping[str, str]) -> str:
    if not given.hits:
        return ""
    items = "".join(passage(hit, titles, given.question) for hit in given.hits[:NEAREST])
    said = t("The nearest passages, which do not answer it:")
    return f'<p class="rd-hint">{said}</p><ol class="rd-passages">{items}</ol>'


def thread(
    messages: Sequence[Message],
    earlier: int = 0,
    ratings: Mapping[str, Rating] | None = None,
    named: Named = NOTHING,
) -> str:
    """The last messages of a conversation, oldest first; `earlier` are not shown."""
    parts = []
    if earlier:
        more = link(action("chat", "earlier", str(len(messages) + WINDOW)), t("Show earlier"))
        rest = plural(earlier, "{count} more message", "{count} more messages")
        parts.append(f'<p class="rd-earlier">{more} ({rest})</p>')
    for message in messages:
        if message.turn.role == "user":
            parts.append(question(message.turn.text, message.id))
        elif message.answer is not None:
            parts.append(answer(message.answer, message.id, (ratings or {}).get(message.id), named))
        else:
            parts.append(stopped(message.turn.text))
    return block("thread", *parts)


def welcome(documents: int, questions: Sequence[str]) -> str:
    """An empty conversation: what to do, and questions to try."""
    if not documents:
        to_library = link(action("library", "go"), t("Add documents in the Library"))
        said = t("{add}, then ask about them here.", add=to_library)
        return block("welcome", f"<h2>{t('Nothing to ask yet')}</h2>", f"<p>{said}</p>")
    items = "".join(
        f"<li>{link(action('ask', 'example', text), escape(text), kind='try')}</li>" for text in questions
    )
    said = plural(
        documents,
        "Every sentence of the answer is checked against {count} document and cited to the passage.",
        "Every sentence of the answer is checked against {count} documents and cited to the passage.",
    )
    return block(
        "welcome",
        f"<h2>{t('Ask your documents')}</h2>",
        f"<p>{said}</p>",
        f'<ul class="rd-tries">{items}</ul>' if items else "",
    )


def editing() -> str:
    """What happens to the question that went back into the field."""
    stop = link(action("chat", "stop-editing"), t("Cancel"))
    said = t("You are editing your last question; the new answer takes its place.")
    return block("editing", f"<p>{said} {stop}</p>")


def scoped(collections: int, documents: int) -> str:
    """What the closed fold says of where the next question will look. Plain text."""
    parts = []
    if collections:
        parts.append(plural(collections, "{count} collection", "{count} collections"))
    if documents:
        parts.append(plural(documents, "{count} document", "{count} documents"))
    if len(parts) == 2:
        where = t("{collections} and {documents}", collections=parts[0], documents=parts[1])
    else:
        where = parts[0] if parts else t("everywhere")
    return t("Where to look: {where}", where=where)


def stance(chosen: str) -> str:
    """That the stance was changed."""
    return notice(t(_STANCES[chosen]), "good")


def model(title: str) -> str:
    """Which language model answers; a click leads to the others."""
    shown = link(
        action("settings", "open", "models"), name(title), title=t("{model}: change it", model=title)
    )
    said = f'<span class="rd-aside">{t("Model:")} </span>{shown}'
    return block("model-name", said) if title else ""
