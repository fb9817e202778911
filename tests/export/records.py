"""Conversations to export: answers of which every kind of sentence, source and outcome is one, and what hostile texts hold."""

from ragdesk.domain.answers import Answer, Citation, Nearest, Sentence, Timings
from ragdesk.domain.conversations import Message, Turn
from ragdesk.extras.export import build
from ragdesk.extras.export.record import Record, Source, State

A, B, C = "a" * 16, "b" * 16, "c" * 16
HASHES = {A: A * 4, B: B * 4}
STATES: dict[str, State] = {A: "unchanged", B: "changed", C: "removed"}
PROPERTIES = {
    A: (
        ("sop_id", "SOP-7"),
        ("department", "Plant & Safety"),
        ("last_updated", "2024-05-01"),
        ("author", "Ada Byron"),
    ),
    B: (("from", "José Müller <jose@example.org>"), ("date", "2023-02-03T10:00:00+01:00")),
}
KINDS = {A: "pdf", B: "email"}
# What a document, a file name or a model may hold to become more than text.
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "[here](javascript:alert(1)) ![p](http://evil.example/p.png)",
    "</p></blockquote><a href='javascript:alert(1)'>x</a>",
    "# heading\n\n- item\n1. one\n> quote\n---\n===\n```\ncode",
    "\\input{/etc/passwd} } , title = {x} @misc{evil, } % $ & # _ ^ ~ {",
    "}}}}{{{{",
    "ER  - \r\nTY  - JOUR\r\nTI  - evil",
    "a\x00b\x08c\x0bd\x1fe\x7ff\x85g\ufffeh\uffffi",
    "\u202eexe.fdp\u202c \u2066x\u2069 \u200bz \U000e0041t",
    "&lt;b&gt; &amp; &#60; \\&",
    "| a | b |\n|---|---|\n| *c* | `d` |",
    "كم يجب أن يبرد الأوتوكلاف 60 دقيقة؟",
    "高压灭菌器必须冷却多长时间",
    "\t    indented\n\n\n   more  ",
    "https://evil.example/?a=1 www.evil.example mailto:a@b.example",
    "x" * 200,
    "]]> <!-- --> <?php ?> <![CDATA[",
)


def citation(
    number: int,
    document_id: str = A,
    quote: str = "The autoclave must cool down for 60 minutes.",
    start: int = 100,
    **more: object,
) -> Citation:
    values: dict[str, object] = {
        "document": f"{document_id[:1]}.pdf",
        "title": f"The {document_id[:1]} manual",
        "page": 3 if document_id == A else None,
        "section": f"The {document_id[:1]} manual › Cooling",
        **more,
    }
    return Citation(
        number=number,
        chunk_id="c" * 12,
        document_id=document_id,
        quote=quote,
        char_start=start,
        char_end=start + len(quote),
        **values,  # type: ignore[arg-type]
    )


def answer(
    question: str,
    sentences: tuple[Sentence, ...],
    citations: tuple[Citation, ...],
    *,
    standalone: str = "",
    verdict: str = "answered",
    text: str = "",
    nearest: Nearest | None = None,
) -> Answer:
    return Answer(
        question=question,
        standalone_question=standalone or question,
        text=text or " ".join(sentence.text for sentence in sentences),
        verdict=verdict,  # type: ignore[arg-type]
        citations=citations,
        sentences=sentences,
        hits=(),
        timings=Timings(0.0),
        model="tiny-model",
        nearest=nearest,
    )


def said(number: int, text: str, given: Answer | None = None, role: str = "assistant") -> Message:
    moment = f"2026-11-21T20:{number:02d}:00.000000+00:00"
    return Message(f"{number:016x}", "f" * 16, Turn(role, text), moment, given)  # type: ignore[arg-type]


def messages() -> list[Message]:
    """Six questions: answered, a follow-up with a passage of before and an unsupported sentence, not found, unsupported as a
    whole, stopped, and without any answer."""
    first = answer(
        "How long must it cool?",
        (Sentence("It cools for 60 minutes.", (1,), True), Sentence("Then it is opened.", (2,), True)),
        (citation(1), citation(2, B, "Open it then.", 40)),
    )
    second = answer(
        "And the big one?",
        (
            Sentence("The **big one** cools as long.", (2, 1), True),
            Sentence("It is `red`.", (), False),
        ),
        (citation(1), citation(2, C, "The big one, too.", 7)),
        standalone="How long must the big autoclave cool?",
        text="The **big one** cools as long.\n\nIt is `red`.",
    )
    third = answer(
        "Who painted it?", (), (), verdict="not_found", text="I could not find this in your documents."
    )
    fourth = answer("Is it loud?", (Sentence("It is very loud.", (), False),), (), verdict="unsupported")
    return [
        said(1, first.question, role="user"),
        said(2, first.text, first),
        said(3, second.question, role="user"),
        said(4, second.text, second),
        said(5, third.question, role="user"),
        said(6, third.text, third),
        said(7, fourth.question, role="user"),
        said(8, fourth.text, fourth),
        said(9, "What else?", role="user"),
        said(10, "It also"),
        said(11, "Hello?", role="user"),
    ]


def guess() -> Message:
    """An answer that nothing bears out, with the nearest passage below it."""
    nearest = Nearest("The nearest: “It hums.”", citation(1, B, "It hums.", 90))
    sentences = (Sentence("It is very loud.", (), False),)
    return said(2, "", answer("Is it loud?", sentences, (), verdict="unsupported", nearest=nearest))


def source(given: Citation) -> Source:
    known = given.document_id
    return Source(
        known,
        given.title,
        given.document,
        HASHES.get(known, ""),
        KINDS.get(known, ""),
        ("box.eml",) if known == B else (),
        PROPERTIES.get(known, ()),
    )


def state(given: Citation) -> State:
    return STATES[given.document_id]


def conversation() -> Record:
    return Record(
        "conversation",
        "Cooling",
        "f" * 16,
        "2026-11-21T21:00:00+00:00",
        "0.1.0",
        *build.conversation(messages(), source, state),
    )


def of_one(message: Message, chosen: tuple[int, ...] = ()) -> Record:
    exchanges, references = build.one_answer(message, source, state, chosen)
    return Record(
        "citations" if chosen else "answer",
        exchanges[0].question,
        "f" * 16,
        "2026-11-21T21:00:00+00:00",
        "0.1.0",
        exchanges,
        references,
    )


def hostile(text: str) -> Record:
    """The same text as question, sentence, quote, title, file name, section and every property."""
    given = answer(
        text,
        (Sentence(text, (1,), True), Sentence(f"No. {text}", (), False)),
        (citation(1, A, text, 5, document=text, title=text, section=text),),
        standalone=f"{text}?",
        text=f"{text} No. {text}",
    )
    evil = Source(A, text, text, HASHES[A], "pdf", (text,), tuple((key, text) for key, _ in PROPERTIES[A]))
    parts = build.one_answer(said(2, text, given), lambda _: evil, lambda _: "unchanged")
    return Record("answer", text or "Answers", "f" * 16, "2026-11-21T21:00:00+00:00", "0.1.0", *parts)
