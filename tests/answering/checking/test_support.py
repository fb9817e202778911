"""Attribution on passages that are easy to confuse. The embedder is the real one."""

from dataclasses import replace

import pytest
from scripted import Shelf

from ragdesk.answering.checking.support import Attribution, attribute, page_at, tidy
from ragdesk.domain.documents import Page
from ragdesk.domain.ports import Embedder, Reranker

PASSAGES = [
    "The autoclave must cool for 45 minutes before the door is opened. Opening it earlier may cause burns.",
    "The centrifuge must cool for 15 minutes before the lid is opened. Its lid is steel.",
    "Maria Lopez approves travel above 2,000 euros. Requests below that sum need no approval.",
]


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return Shelf(PASSAGES, paged=True)


def cite(shelf: Shelf, embedder: Embedder, answer: str, question: str = "") -> Attribution:
    return attribute(answer, question, shelf.hits(), texts=shelf, embedder=embedder)


def test_each_sentence_gets_the_quote_that_says_it(shelf: Shelf, embedder: Embedder) -> None:
    found = cite(
        shelf, embedder, "The autoclave has to cool 45 minutes. The lid of the centrifuge is made of steel."
    )
    assert [s.supported for s in found.sentences] == [True, True]
    assert [c.quote for c in found.citations] == [
        "The autoclave must cool for 45 minutes before the door is opened.",
        # "Its" alone would not name the centrifuge, so the sentence before belongs to the quote.
        "The centrifuge must cool for 15 minutes before the lid is opened. Its lid is steel.",
    ]
    assert [c.page for c in found.citations] == [1, 2]


def test_every_quote_is_the_stored_text_at_its_offsets(shelf: Shelf, embedder: Embedder) -> None:
    found = cite(
        shelf,
        embedder,
        "The autoclave cools for 45 minutes. Travel above 2,000 euros is approved by Maria Lopez.",
    )
    assert len(found.citations) == 2
    for citation in found.citations:
        assert shelf.text(citation.document_id)[citation.char_start : citation.char_end] == citation.quote


@pytest.mark.parametrize(
    "answer",
    [
        "The autoclave must cool for 30 minutes before the door is opened.",
        "Peter Smith approves travel above 2,000 euros.",
        "Maria Lopez approves travel above $2,000.",
        "The autoclave must not cool for 45 minutes before the door is opened.",
        "Penguins live in the southern hemisphere.",
        "Yes.",
    ],
    ids=["number", "name", "currency", "negation", "elsewhere", "empty of content"],
)
def test_a_sentence_that_the_passage_does_not_bear_out_is_unsupported(
    shelf: Shelf, embedder: Embedder, answer: str
) -> None:
    found = cite(shelf, embedder, answer)
    assert [s.supported for s in found.sentences] == [False]
    assert found.citations == ()


SAFETY = (
    "Never clean the parts of the freezer with flammable fluids. Remove all food before a journey of a month or more. "
    "A card can be moved to another place on some models. Avoid coffee before the pressure is measured."
)


@pytest.mark.parametrize(
    ("question", "answer", "supported"),
    [
        ("Should all food be removed before a journey of a month?", "Yes, all food should be removed before it.", True),
        ("May the freezer's parts be cleaned with flammable fluids?", "Yes, they may be cleaned with flammable fluids.", False),
        ("May the freezer's parts be cleaned with flammable fluids?", "No, they may not be cleaned with flammable fluids.", True),
        ("Is coffee good before the pressure is measured?", "Yes, coffee is good before the pressure is measured.", False),
        ("Can a card be moved to another place on all models?", "Yes, a card can be moved to another on all models.", False),
        ("Can a card be moved on some models?", "Yes, a card can be moved on some models.", True),
        ("Is the freezer safe for food on a journey?", "Yes, the freezer is safe for food on a journey.", False),
    ],
)  # fmt: skip
def test_a_yes_that_repeats_the_question_needs_a_quote_that_says_it_all(
    embedder: Embedder, question: str, answer: str, supported: bool
) -> None:
    found = cite(Shelf([SAFETY], paged=True), embedder, answer, question)
    assert [sentence.supported for sentence in found.sentences] == [supported]


def test_a_name_from_the_question_may_stand_in_the_answer(shelf: Shelf, embedder: Embedder) -> None:
    found = cite(
        shelf, embedder, "At Acme the autoclave must cool for 45 minutes.", "How long must it cool at Acme?"
    )
    assert found.sentences[0].supported


@pytest.mark.parametrize(("documents", "supported"), [(("d", "d"), True), (("d", "e"), False)])
def test_the_subject_of_one_document_and_the_number_of_another_bear_nothing_out_together(
    embedder: Embedder, documents: tuple[str, str], supported: bool
) -> None:
    shelf = Shelf(
        ["A deposit of 1,100 euros is blocked on your card.", "Bring the cake for the wedding yourself."]
    )
    hits = [
        replace(hit, chunk=replace(hit.chunk, document_id=document, context="", id=f"{document}{at}"))
        for at, (hit, document) in enumerate(zip(shelf.hits(), documents, strict=True))
    ]
    question, answer = (
        "How much is the deposit for the wedding?",
        "The deposit for the wedding is 1,100 euros.",
    )
    found = attribute(answer, question, hits, texts=shelf, embedder=embedder)
    assert found.sentences[0].supported == supported


def test_a_sentence_over_two_passages_cites_both(shelf: Shelf, embedder: Embedder) -> None:
    found = cite(
        shelf,
        embedder,
        "The autoclave door is opened after 45 minutes and the centrifuge lid after 15 minutes.",
    )
    assert len(found.sentences[0].citations) == 2


def test_the_same_quote_keeps_its_number(shelf: Shelf, embedder: Embedder) -> None:
    found = cite(shelf, embedder, "The centrifuge lid is steel. Steel is what the centrifuge lid is made of.")
    assert [s.citations for s in found.sentences] == [(1,), (1,)]


def test_a_chunk_whose_text_has_changed_is_not_cited(embedder: Embedder) -> None:
    shelf = Shelf(PASSAGES)
    hits = shelf.hits()
    changed = Shelf(["Something else stands here now."])
    assert (
        attribute(
            "The autoclave must cool for 45 minutes.", "", hits, texts=changed, embedder=embedder
        ).citations
        == ()
    )


def test_marks_and_prefaces_that_the_model_made_up_are_dropped() -> None:
    assert tidy("According to the provided sources, the door stays shut.") == "The door stays shut."
    assert tidy("It cools [1]. It stays [2, 3] shut.") == "It cools. It stays shut."


def test_the_page_of_an_offset_is_the_last_that_begins_before_it() -> None:
    pages = (Page(1, 0, 10), Page(2, 12, 20))
    assert [page_at(pages, at) for at in (0, 11, 12, 99)] == [1, 1, 2, 2]
    assert page_at((), 3) is None


def test_a_bare_number_is_cited_where_the_question_s_words_stand_with_it(embedder: Embedder) -> None:
    shelf = Shelf(
        [
            "The historical hall was opened in 1936 and contains 60 rooms.",
            "The city is home to some 60 museums of every kind.",
        ]
    )
    found = attribute(
        "60.", "How many museums are in the city?", shelf.hits(), texts=shelf, embedder=embedder
    )
    assert [one.quote for one in found.citations] == ["The city is home to some 60 museums of every kind."]


def test_what_a_passage_leaves_open_bears_out_no_assertion(embedder: Embedder) -> None:
    shelf = Shelf(["There is no indication whether the new contract includes the night shift."])
    asserted, open_ = (
        attribute(answer, "", shelf.hits(), texts=shelf, embedder=embedder).sentences[0].supported
        for answer in (
            "The new contract includes the night shift.",
            "It is not known whether the new contract includes the night shift.",
        )
    )
    assert not asserted
    assert open_


HOUSES = (
    "There were 158,349 households, of which 68,511 (43.3%) had children under the age of 18 living in them, "
    "and 30,547 (19.3%) had a female householder with no husband present."
)


@pytest.mark.parametrize(
    ("answer", "supported"),
    [
        ("68,511 households had children under the age of 18.", True),
        ("158,349 households had children.", False),
        ("19.3% had a female householder with no husband present.", True),
        ("43.3% had a female householder with no husband present.", False),
    ],
)
def test_a_number_goes_with_the_words_beside_it(embedder: Embedder, answer: str, supported: bool) -> None:
    found = cite(Shelf([HOUSES]), embedder, answer, "How many households were of which kind?")
    assert [sentence.supported for sentence in found.sentences] == [supported]


@pytest.mark.parametrize(
    ("question", "supported"),
    [
        ("From when on were 10000 hp engines feasible?", True),
        ("When was the bridge in Bristol opened?", False),
    ],
)
def test_a_bare_date_is_borne_out_by_a_quote_that_speaks_of_the_question(
    embedder: Embedder, question: str, supported: bool
) -> None:
    shelf = Shelf(["By 1883, engines that could provide 10,000 hp had become feasible."])
    assert cite(shelf, embedder, "1883", question).sentences[0].supported == supported


@pytest.mark.parametrize(
    ("answer", "question", "supported"),
    [
        (
            "You should close the lid when the centrifuge cools.",
            "What do I do when the centrifuge cools?",
            False,
        ),
        ("The centrifuge cools for 15 minutes.", "How long does the centrifuge cool?", True),
    ],
)
def test_what_the_question_says_bears_out_nothing_new(
    shelf: Shelf, embedder: Embedder, answer: str, question: str, supported: bool
) -> None:
    assert cite(shelf, embedder, answer, question).sentences[0].supported == supported


def test_a_yes_is_borne_out_by_the_quote_and_not_by_the_title_above_it(embedder: Embedder) -> None:
    shelf = Shelf(["After smoking or coffee, wait at least 30 minutes before measuring."])
    [hit] = shelf.hits()
    titled = replace(hit, chunk=replace(hit.chunk, context="Blood pressure › Measuring immediately"))
    question = "Should you measure your blood pressure immediately after smoking or coffee?"
    answer = "Yes, you should measure your blood pressure immediately after smoking or coffee."
    found = attribute(answer, question, [titled], texts=shelf, embedder=embedder)
    assert not found.sentences[0].supported


def test_a_bare_word_of_a_table_is_borne_out_by_its_row_and_the_table_s_head(embedder: Embedder) -> None:
    shelf = Shelf(["| Zone | Colour of the badge |\n|---|---|\n| Offices | blue |\n| Clean room | red |"])
    found = cite(shelf, embedder, "Red", "What colour is the badge for the clean room?")
    assert [citation.quote for citation in found.citations] == ["| Clean room | red |"]


def test_a_number_stands_in_what_is_quoted_not_elsewhere_in_its_passage(embedder: Embedder) -> None:
    shelf = Shelf(
        [
            "The tenancy ends by itself where nothing has been paid by 30 June. The rent is paid to the society. "
            "It is raised once a year at the most. Students pay half the rent of the allotment."
        ]
    )
    answer = "Students pay half the rent of the allotment by 30 June."
    assert not cite(shelf, embedder, answer, "How fast must the rent be paid?").sentences[0].supported


def test_a_denial_that_only_bounds_an_amount_denies_nothing(embedder: Embedder) -> None:
    shelf = Shelf(["Dogs are welcome in the hall on a lead no longer than 2 metres."])
    question = "Which animals are not allowed in the hall?"
    for answer, supported in (
        ("Dogs are not allowed in the hall on a lead.", False),
        ("Dogs are welcome in the hall on a lead no longer than 2 metres.", True),
        ("Dogs are welcome in the hall on a lead longer than 2 metres.", False),
    ):
        assert cite(shelf, embedder, answer, question).sentences[0].supported == supported


def test_what_a_passage_prohibits_does_not_bear_out_that_it_is_not_prohibited(embedder: Embedder) -> None:
    law = Shelf(["Article 12 prohibits the abuse of a dominant position by price discrimination."])
    says = "Article 12 prohibits the abuse of a dominant position."
    assert cite(law, embedder, says).sentences[0].supported
    denied = cite(law, embedder, says.replace("prohibits", "does not prohibit"))
    assert not denied.sentences[0].supported


def test_of_the_quotes_of_a_bare_number_the_one_that_answers_the_question_is_cited(
    embedder: Embedder, reranker: Reranker
) -> None:
    town = Shelf(
        [
            "Dating back to 1936, the Leeds Historical Museum has 60 rooms that show the history of Leeds.",
            "Among the 60 museums of Leeds, the most visited one is the National Museum, whose collection is from all ages.",
        ]
    )
    question = "How many museums are in Leeds?"
    found = attribute("60", question, town.hits(), texts=town, embedder=embedder, reranker=reranker)
    assert [c.quote[:24] for c in found.citations] == ["Among the 60 museums of "]
    without = attribute("60", question, town.hits(), texts=town, embedder=embedder)
    assert [c.quote[:24] for c in without.citations] == ["Dating back to 1936, the"]


def test_a_row_says_what_the_head_of_its_table_says(embedder: Embedder) -> None:
    badges = Shelf(
        [
            "| Zone | Badge | Access |\n|---|---|---|\n| Office | blue | all staff |\n| Clean room | red | on request |"
        ]
    )
    found = cite(badges, embedder, "The badge for the clean room is red.", "What colour is the badge?")
    assert found.sentences[0].supported
    assert [c.quote for c in found.citations] == ["| Clean room | red | on request |"]
    assert not cite(badges, embedder, "The badge for the clean room is blue.").sentences[0].supported
    assert not cite(badges, embedder, "It tells zone, badge and access.").citations


def test_a_short_sentence_of_the_documents_bears_itself_out_whatever_was_asked(embedder: Embedder) -> None:
    shelf = Shelf(["Late claims are not paid. Tips are not reimbursed."])
    question = "Do we get back what we leave for the waiter?"
    assert cite(shelf, embedder, "Tips are not reimbursed.", question).sentences[0].supported
    assert not cite(shelf, embedder, "Tips are reimbursed.", question).sentences[0].supported
