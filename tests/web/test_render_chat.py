"""Chat as HTML: passages as a person reads them, threads and lists as windows; whatever is in them, it stays text."""

import re
from dataclasses import replace

import pytest
from harmless import HOSTILE, answer, citation, harmless
from scripted import make_chunk, make_hit

from ragdesk.domain.answers import Nearest, Sentence
from ragdesk.domain.conversations import Conversation, Message, Rating, Turn
from ragdesk.domain.search import Scope
from ragdesk.front.web import texts
from ragdesk.front.web.tabs.chat import (
    render_chat,
    render_evidence,
    render_rating,
    render_sources,
    render_talks,
)

TABLE = "## 8 Change history\n\n| Version | Change |\n|---|---|\n| 3.2 | Cooling\\time |\n\nOne line\nand its rest.\n- a\n- b"


def talk(title: str = "About", scope: Scope = Scope()) -> Conversation:
    return Conversation("a" * 16, title, "2026-01-01T00:00:00+00:00", "2026-01-01T00:00:00+00:00", scope)


def test_all_of_chat_is_harmless() -> None:
    given = answer()
    cited = citation(chunk_id=given.hits[0].chunk.id)
    harmless(render_evidence.evidence(given.hits, {"d" * 16: HOSTILE}, HOSTILE, HOSTILE))
    harmless(render_evidence.evidence(given.hits, {"d" * 16: HOSTILE}, "", citations=(cited,), key=HOSTILE))
    messages = [
        Message("a" * 16, "c" * 16, Turn("user", HOSTILE), ""),
        Message("b" * 16, "c" * 16, Turn("assistant", HOSTILE), "", given),
        Message("b" * 16, "c" * 16, Turn("assistant", HOSTILE), ""),
    ]
    harmless(render_chat.thread(messages, 7, {"b" * 16: Rating("b" * 16, "good")}))
    where = Scope((HOSTILE, HOSTILE, HOSTILE), ("d" * 16,))
    harmless(render_talks.talks([(talk(HOSTILE, where), HOSTILE)], "a" * 16, "onerror"))
    harmless(render_talks.deleted(talk(HOSTILE)))
    harmless(render_rating.head(HOSTILE))
    harmless(render_rating.kept(HOSTILE))
    harmless(render_chat.model(HOSTILE))


def test_a_refusal_leads_to_the_passages_beside_it_and_repeats_none() -> None:
    given = answer(verdict="not_found")
    shown = render_chat.answer(given, "k")
    assert "#rd:chat:passages:k" in shown and "None is sure to answer it" in shown
    assert HOSTILE not in shown and "rd-passages" not in shown
    beside = render_evidence.evidence(given.hits, {}, "", refused=True)
    assert "The nearest passages. None is sure to answer it:" in beside and "best first" not in beside


def test_a_document_is_listed_once_with_its_pages_and_the_numbers_there() -> None:
    cited = (
        citation(number=1, page=3, section="A"),
        citation(number=2, page=3, section="B"),
        citation(number=3, page=5),
        citation(number=4, page=None, section="Loads", document_id="e" * 16),
    )
    shown = render_chat.answer(answer(citations=cited, nearest=None, quick=None), "k")
    sources, cards = shown[shown.index('class="rd-sources"') :].split('class="rd-cards"')
    assert sources.count("<li>") == 2 and cards.count('class="rd-card"') == 4
    places = [each.partition("</span> </span>")[0] for each in sources.split('class="rd-place"')[1:]]
    assert ["page 3" in places[0], "page 5" in places[1]] == [True, True] and len(places) == 2
    assert all(f"#rd:beside:cite:k:{number}" in places[0] for number in (1, 2))
    assert "#rd:beside:cite:k:3" in places[1] and "Loads" in sources.split("<li>")[2]


def test_a_long_title_is_not_said_again_as_the_place() -> None:
    subject = "Re: Fwd: Cairnmoor residential 23-27 June - money, forms, lifts and meals"
    mail = citation(title=subject, section=subject, page=None, cells="")
    below = replace(mail, section=f"{subject} › Attachments", number=2)
    (source,) = render_sources.sources([mail, below])
    assert [place for place, _ in source.places] == ["", "Attachments"]
    shown = render_chat.answer(
        answer(citations=(mail, replace(mail, number=2)), nearest=None, quick=None), "k"
    )
    place = shown[shown.index('class="rd-place"') :].partition("<a")[0]
    assert "·" not in place, "no mark before a place that is not named"


def test_a_cited_row_of_a_sheet_stands_without_its_number() -> None:
    sheet = make_hit("| # | No. | Member |\n| --- | --- | --- |\n| 2 | 1 | Abel |\n| 3 | 2 | Bess |")
    bare = make_hit("| # | A | B |\n| --- | --- | --- |\n| 1 | Gate | Bess |")
    for hit, quote, cells, shown, head in (
        (sheet, "| 3 | 2 | Bess |", "A3:B3", "2 · Bess", "No. · Member"),
        (bare, "| 1 | Gate | Bess |", "A1:B1", "Gate · Bess", ""),
    ):
        cited = citation(chunk_id=hit.chunk.id, quote=quote, page=None, section="Dues", cells=cells)
        told = render_evidence.evidence([hit], {}, "", citations=(cited,), key="k")
        assert f"</bdi> {shown}</p>" in told and "#" not in re.sub(r'href="[^"]*"', "", told)
        assert (head in told) and ("rd-heads" in told) == bool(head)
        assert f">{shown}</span>" in render_chat.answer(
            answer(citations=(cited,), nearest=None, quick=None), "k"
        )


def test_a_cited_row_of_a_table_stands_under_the_heads_of_its_columns() -> None:
    row, table = (
        "| Great hall | 180 |",
        "| Room | Seats |\n| --- | --- |\n| Small hall | 60 |\n| Great hall | 180 |",
    )
    head, prose = "Room · Seats", make_hit("One. Two.")
    whole, rest = make_hit(f"Rooms\n\n{table}"), make_hit(row)
    rest = replace(rest, chunk=replace(rest.chunk, context="Rooms\n| Room | Seats |\n| --- | --- |"))
    two = make_hit(f"{table}\n\n| Month | Bookings |\n|---|---|\n| May | 44 |")
    assert render_evidence.heads_over(row, whole) == render_evidence.heads_over(row, rest) == head
    assert render_evidence.heads_over("| May | 44 |", two) == "Month · Bookings"
    assert render_evidence.heads_over("Great hall | 180", whole) == head, "a part of a row"
    for quote, hit in (("| Room | Seats |", whole), ("Two.", prose), ("| Cellar | 4 |", whole)):
        assert render_evidence.heads_over(quote, hit) == ""
    cited = citation(number=1, chunk_id=whole.chunk.id, quote=row, page=None, section="", cells="")
    shown = render_evidence.evidence([whole], {}, "", citations=(cited,), key="k")
    assert shown.index(head) < shown.index("Great hall · 180")


def test_rows_under_the_same_heads_have_them_once() -> None:
    rows = ("| Small hall | 60 |", "| Great hall | 180 |")
    hit, heads = make_hit("| Room | Seats |\n| --- | --- |\n" + "\n".join(rows)), "Room · Seats"
    for quotes in (rows, ("| Room | Seats |", *rows)):
        cited = [
            citation(number=at, chunk_id=hit.chunk.id, quote=quote, page=None, section="", cells="")
            for at, quote in enumerate(quotes, start=1)
        ]
        shown = render_evidence.evidence([hit], {}, "", citations=cited, key="k").partition("<details")[0]
        assert shown.count(heads) == 1


def test_a_cited_passage_names_the_page_of_its_quote() -> None:
    hit = make_hit("One. Two.", chunk_id="1" * 12)
    cited = citation(number=1, chunk_id="1" * 12, quote="Two.", page=2, section="", cells="")
    shown = render_evidence.evidence([hit], {}, "", citations=(cited,), key="k")
    assert "page 2" in shown and "page 1" not in shown
    both = (replace(cited, number=2, page=3), cited)
    assert "page 3; page 2" in render_evidence.evidence([hit], {}, "", citations=both, key="k")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("qwen2.5-coder-1.5b-instruct-q4_k_m", "Qwen 2.5 Coder 1.5B"),
        ("Llama-3.2-3B-Instruct-Q4_K_M.gguf", "Llama 3.2 3B"),
        ("gemma-2-2b-it", "Gemma 2 2B"),
        ("scripted", "Scripted"),
        ("q4_k_m.gguf", "Q4 K M"),
    ],
)
def test_a_model_has_a_plain_name(name: str, said: str) -> None:
    assert texts.model(name) == said
    shown = render_chat.answer(answer(model=name), "k")
    assert said in shown and "first passages" not in shown


def test_what_memory_lent_to_an_answer_is_shown_with_it() -> None:
    given = replace(answer(), memory=("user-1", "user-2"))
    both = {"user-1": HOSTILE, "user-2": "Uses SAP.", "user-3": "Plays chess."}
    harmless(render_chat.answer(given, "k", notes=both))
    assert "Uses SAP." in render_chat.answer(given, "k", notes=both)
    assert "Plays chess." not in render_chat.answer(given, "k", notes=both)
    assert "changed or forgotten since" not in render_chat.answer(given, "k", notes=both)
    assert "changed or forgotten since" in render_chat.answer(given, "k")
    assert "Remembered, and used" not in render_chat.answer(answer(), "k", notes=both)


def test_a_passage_is_read_in_its_paragraphs_items_and_rows() -> None:
    assert texts.rows(TABLE) == [
        "8 Change history",
        "Version · Change",
        "3.2 · Cooling\\time",
        "One line and its rest.",
        "- a",
        "- b",
    ]


@pytest.mark.parametrize(
    ("lines", "lead", "rest"),
    [
        (["Short."], ["Short."], []),
        (["One two. Three four. Five."], ["One two. Three four."], ["Five."]),
        (["One two.", "Three four five six."], ["One two."], ["Three four five six."]),
        (
            ["This single sentence is longer than the limit. Second."],
            ["This single sentence is longer than the limit."],
            ["Second."],
        ),
    ],
)
def test_a_passage_is_folded_between_sentences(lines: list[str], lead: list[str], rest: list[str]) -> None:
    assert render_evidence.fold(lines, 22) == (lead, rest)


def test_cited_passages_come_first_by_number_with_the_words_that_were_cited() -> None:
    hits = [make_hit(f"Passage {number}. Its end.", chunk_id=str(number) * 12) for number in (1, 2, 3)]
    citations = [
        citation(number=1, chunk_id="3" * 12, quote="Passage 3."),
        citation(number=2, chunk_id="2" * 12, quote="Passage 2. Its end."),
    ]
    shown = render_evidence.evidence(hits, {}, "", citations=citations, key="k")
    assert shown.index("Passage 3.") < shown.index("Passage 2.") < shown.index("Passage 1.")
    first, second, other = shown.split("<li")[1:]
    assert "#rd:beside:cite:k:1" in first and "The whole passage" in first
    assert "#rd:beside:cite:k:2" in second and "The whole passage" not in second
    assert "citations" not in other


def test_a_heading_that_names_the_place_is_not_said_twice() -> None:
    hit = make_hit("## 8 Changes\n\nMore oil.", section=("8 Changes",))
    assert render_evidence.evidence([hit], {}, "").count("8 Changes") == 1


def test_an_answer_says_what_was_searched_for_only_where_that_is_news() -> None:
    same = answer(question="How long?", standalone_question="How long?", sentences=())
    assert "Searched for" not in render_chat.answer(same, "k")
    other = answer(question="And then?", standalone_question="How long then?", sentences=())
    assert "#rd:page:edit:chat:search-for:k" in render_chat.answer(other, "k")
    none = answer(question="How long?", standalone_question="How long?", verdict="not_found")
    assert "Searched for" in render_chat.answer(none, "k")


def test_a_sentence_without_support_is_followed_by_words_that_say_so() -> None:
    shown = render_chat.answer(answer(sentences=(Sentence("Odd.", (), False),), text="Odd."), "k")
    assert (
        'class="rd-unsupported">Odd.</span><span class="rd-flag"><span class="rd-chip">not supported' in shown
    )


def test_below_a_guess_the_nearest_passage_stands_unflagged_with_its_number() -> None:
    nearest = Nearest("Closest passage: “It hums.”", citation(quote="It hums."))
    guess = answer(
        text="Odd.",
        verdict="unsupported",
        sentences=(Sentence("Odd.", (), False),),
        citations=(),
        nearest=nearest,
    )
    shown = render_chat.answer(guess, "k")
    assert shown.index("not supported") < shown.index("rd-supported") < shown.index("#rd:beside:cite:k:1")
    assert "Closest passage: “It hums.”</span>" in shown
    assert "rd-card-k-1" in shown, "its passage is listed and copied as those of the sentences are"
    harmless(render_chat.answer(answer(nearest=Nearest(HOSTILE, citation())), "k"))


def test_what_was_stopped_says_so_whenever_it_is_seen_again() -> None:
    shown = render_chat.thread([Message("b" * 16, "c" * 16, Turn("assistant", "Half a"), "")])
    assert "Half a" in shown and "has not been checked" in shown and "rd-live" not in shown


def test_a_list_is_a_window_and_says_how_many_are_not_on_it() -> None:
    many = [(talk(f"Number {number}"), "") for number in range(120)]
    shown = render_talks.talks(many, "")
    assert shown.count("<li>") == render_talks.WINDOW and "70 more" in shown
    assert render_talks.talks(many, "", shown=150).count("<li>") == 120


def test_what_was_found_is_shown_around_the_words() -> None:
    text = "word " * 60 + "the Needle is here " + "word " * 60
    found = render_talks.excerpt(text, "needle")
    assert found.startswith("… ") and "the Needle is here" in found and len(found) < 130
    assert render_talks.excerpt("Needle first", "needle") == "Needle first"


def test_items_of_a_list_are_items_nested_ones_too() -> None:
    said = [Sentence(words, (1,), True) for words in ("Bring:", "A hat", "Shoes:", "dry ones", "Then go.")]
    text = "Bring:\n\n- A hat\n- Shoes:\n  1. dry ones\n\nThen go."
    given = replace(answer(), text=text, sentences=tuple(said), citations=(citation(),), nearest=None)
    shown = render_chat.answer(given, "m1")
    assert shown.count('class="rd-item rd-item-0"') == 2 and shown.count('class="rd-item rd-item-1"') == 1
    assert shown.count('<span class="rd-item-mark">') == 3 and ">1.</span>" in shown.replace("&#46;", ".")
    first, second = shown.index("A hat"), shown.index("Then go")
    assert shown[:second].count("<span") == shown[:second].count("</span") + 1, "only the sentence is open"
    assert first < second and "- A hat" not in shown


def test_an_item_that_stands_by_its_heading_is_one_too() -> None:
    said = (Sentence("Ring first.", (1,), True), Sentence("Bring a hat.", (1,), True))
    text = "The points:\n\n- **Before**: Ring first.\n- Bring a hat."
    shown = render_chat.answer(
        replace(answer(), text=text, sentences=said, citations=(citation(),), nearest=None), "m1"
    )
    assert shown.count('class="rd-item rd-item-0"') == 2
    before, item = shown[shown.index("The points") : shown.index("Ring first")].split('class="rd-item ')
    assert "-" not in before.removesuffix("<span ") and "Before" not in before
    assert "<strong>Before</strong>:" in item, "the heading is part of the item"


def test_a_comparison_is_a_table_with_a_column_for_each_side() -> None:
    cited = (
        Sentence("Ninety days.", (1,), True),
        Sentence("30 days.", (2,), True),
        Sentence("A: 60 days more", (1, 2), True),
    )
    given = replace(
        answer(),
        text="**A**: Ninety days.\n\n**B**: 30 days.\n\nA: 60 days more",
        sentences=cited,
        citations=(citation(), citation(number=2)),
        kind="compare",
        model="",
        verdict="answered",
    )
    shown = render_chat.answer(given, "m1")
    table, below = shown.split("</table>")
    assert (
        table.count("<th ") == table.count("<td ") == 2 and "60 days more" in below and "**A**" not in shown
    )
    missing = replace(given, text="**A**: not found\n\n**B**: 30 days.", sentences=cited[1:2])
    shown = render_chat.answer(missing, "m1")
    assert shown.count("<td ") == 2 and 'class="rd-none"' in shown
    # A side of several sentences keeps them together.
    more = replace(given, text=given.text.replace("30 days.", "30 days. In writing.\n- By post."))
    more = replace(
        more,
        sentences=(
            *cited[:2],
            Sentence("In writing.", (2,), True),
            Sentence("By post.", (2,), True),
            cited[2],
        ),
    )
    table, below = render_chat.answer(more, "m1").split("</table>")
    assert table.count("<td ") == 2 and "In writing." in table and "By post." in table and "more" in below
    # What a model wrote stays as it is.
    assert "<table" not in render_chat.answer(replace(given, model="some"), "m1")


@pytest.mark.parametrize(
    ("text", "section", "left"),
    [
        ("# Compost\n\n## What goes in\n\n- Peelings", ("Compost", "What goes in"), ["- Peelings"]),
        ("Compost\n\nWhat goes in\n\nPeelings", ("Compost", "What goes in"), ["Peelings"]),
        ("## What goes in\n\nPeelings", ("Compost", "What goes in"), ["Peelings"]),
        ("What goes in\n\nCompost\n\nPeelings", ("Compost", "What goes in"), ["Compost", "Peelings"]),
        ("# Compost", ("Compost",), ["Compost"]),
    ],
)
def test_a_passage_is_shown_without_the_headings_that_are_its_place(
    text: str, section: tuple[str, ...], left: list[str]
) -> None:
    assert texts.below_heading(make_chunk(text, section=section)) == left
