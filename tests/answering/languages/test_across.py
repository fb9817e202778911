"""A question in one language over documents in another: translated by a scripted model, searched for, checked, answered."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from scripted import ScriptedModel, Shelf, make_document, make_hit

from ragdesk.answering.ask import ask
from ragdesk.answering.finding.rank import best_of
from ragdesk.answering.languages.across import in_translation, may_answer, named_there, other_language
from ragdesk.answering.languages.translate import translate, translate_question
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.answers import Answer, Evidence, Stage
from ragdesk.domain.calibration.by_language_model import _MARKINGS
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import ModelFailedError
from ragdesk.domain.ports import Cancelled, Embedder, Prompt, Reranker, never
from ragdesk.domain.search import Hit, QueryText, Scope

PASSAGES = [
    "The autoclave must cool for 45 minutes before the door is opened.",
    "Visitors sign the book at the gate and wear a badge.",
]
QUESTION = "Wie lange muss der Autoklav abkühlen, bevor die Tür geöffnet wird?"
IN_ENGLISH = "How long must the autoclave cool before the door is opened?"
WRITTEN = "Der Autoklav muss 45 Minuten abkühlen, bevor die Tür geöffnet wird."
PUT_BACK = "The autoclave must cool for 45 minutes before the door is opened."


class Broken(ScriptedModel):
    """Fails at the first prompt, as a model that has just died."""

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        if not self.prompts:
            self.prompts.append(prompt)
            raise ModelFailedError("It died.", "Ask again.")
        return super().stream(prompt, cancelled)


class Undetermined(Shelf):
    """Its document is in a language that nobody could tell."""

    def document(self, document_id: str) -> Document:
        return replace(make_document(document_id), language="und")


def resources(
    embedder: Embedder, reranker: Reranker | None, model: ScriptedModel, passages: Mapping[str, int]
) -> Resources:
    shelf = Shelf(PASSAGES, cosine=0.8)
    return Resources(
        shelf,
        shelf,
        embedder,
        reranker,
        model,
        Pace(),
        top=5,
        prompt_tokens=600,
        answer_tokens=50,
        embedder_languages="English",
        passages=lambda scope: passages,
    )


def run(question: str, using: Resources) -> tuple[list[object], Answer]:
    events: list[object] = list(ask(question, using))
    assert isinstance(events[-1], Answer)
    return events, events[-1]


def test_a_german_question_is_answered_in_german_from_an_english_passage(
    embedder: Embedder, reranker: Reranker
) -> None:
    model = ScriptedModel([IN_ENGLISH, WRITTEN, PUT_BACK])
    events, answer = run(QUESTION, resources(embedder, reranker, model, {"en": 2}))
    assert [event.name for event in events if isinstance(event, Stage)][:3] == [
        "rewrite",
        "translate",
        "retrieve",
    ]
    assert answer.verdict == "answered"
    assert answer.text == f"{WRITTEN}\n\nIm Wortlaut des Dokuments: „{PASSAGES[0]}“"
    assert [cited.quote for cited in answer.citations] == [PASSAGES[0]]
    assert all(sentence.supported and sentence.citations == (1,) for sentence in answer.sentences)
    assert answer.standalone_question == IN_ENGLISH, "a person sees what was searched for"
    assert "Answer in German." in model.prompts[1].messages[-1][1]


def test_a_sentence_that_cannot_be_checked_gives_way_to_the_quote(
    embedder: Embedder, reranker: Reranker
) -> None:
    model = ScriptedModel([IN_ENGLISH, "Das hängt vom Wetter ab.", "That depends on the weather."])
    _, answer = run(QUESTION, resources(embedder, reranker, model, {"en": 2}))
    assert answer.verdict == "answered"
    assert answer.text == f"Im Wortlaut des Dokuments: „{PASSAGES[0]}“"
    assert [(each.text, each.citations) for each in answer.sentences] == [(answer.text, (1,))]


def test_a_quote_without_an_amount_does_not_say_what_something_costs(
    embedder: Embedder, reranker: Reranker
) -> None:
    model = ScriptedModel(["What does the autoclave cost?", WRITTEN, PUT_BACK])
    _, answer = run("Was kostet der Autoklav?", resources(embedder, reranker, model, {"en": 2}))
    assert answer.verdict == "not_found" and not answer.citations


def test_a_line_that_is_surely_marked_stands_where_nothing_that_was_written_holds(
    embedder: Embedder, reranker: Reranker
) -> None:
    written = [IN_ENGLISH, "Das Gästebuch ist blau.", "The guest book is blue."]
    model = ScriptedModel(written, name=next(iter(_MARKINGS)), marks={"autoclave": 4.0}, odds={})
    _, answer = run("Was gilt für das Tor am Autoklaven?", resources(embedder, reranker, model, {"en": 2}))
    assert answer.verdict == "answered"
    assert answer.text == f"Im Wortlaut des Dokuments: „{PASSAGES[0]}“"


@pytest.mark.parametrize("stopped_at", [1, 2, 3])
def test_a_stop_ends_it_at_each_call_of_the_model(
    embedder: Embedder, reranker: Reranker, stopped_at: int
) -> None:
    model = ScriptedModel([IN_ENGLISH, WRITTEN, PUT_BACK])
    using = resources(embedder, reranker, model, {"en": 2})
    events = list(ask(QUESTION, using, cancelled=lambda: len(model.prompts) >= stopped_at))
    assert len(model.prompts) == stopped_at and not any(isinstance(event, Answer) for event in events)


def test_another_number_than_the_checked_one_is_not_told(embedder: Embedder, reranker: Reranker) -> None:
    model = ScriptedModel([IN_ENGLISH, WRITTEN.replace("45", "54"), PUT_BACK])
    _, answer = run(QUESTION, resources(embedder, reranker, model, {"en": 2}))
    assert "54" not in answer.text and "45 minutes" in answer.text


def test_without_a_translation_the_question_is_searched_for_as_it_was_asked(embedder: Embedder) -> None:
    model = Broken([WRITTEN, PUT_BACK])
    events, answer = run(QUESTION, resources(embedder, None, model, {"en": 2}))
    assert [event.standalone_question for event in events if isinstance(event, Evidence)] == [QUESTION] * 2
    assert answer.standalone_question == QUESTION


def test_the_question_is_put_again_where_its_own_language_has_no_answer(
    embedder: Embedder, reranker: Reranker
) -> None:
    model = ScriptedModel([IN_ENGLISH, WRITTEN, PUT_BACK])
    using = resources(embedder, reranker, model, {"en": 2, "de": 9})

    class InGerman(Shelf):
        def document(self, document_id: str) -> Document:
            return replace(make_document(document_id), language="de")

    question = "Was steht in Nr. 7 der Hausordnung über Haustiere?"
    using = replace(using, texts=InGerman(PASSAGES))
    events, answer = run(question, using)
    stages = [event.name for event in events if isinstance(event, Stage)]
    assert stages[:4] == ["rewrite", "retrieve", "translate", "retrieve"], "it was not written before"
    assert answer.standalone_question == IN_ENGLISH


@pytest.mark.parametrize(
    ("question", "there"),
    [
        ("what does Jonas pay his landlady", True),
        ("what does Erika pay her landlady", False),  # nobody has that name
        ("what does Marta pay her landlady", False),  # both have it
        ("Jonas pays what", False),  # any word may begin a sentence so
        ("what does jonas pay his landlady", False),
    ],
)
def test_a_name_that_stands_in_the_other_language_alone_leads_there(question: str, there: bool) -> None:
    class Both(Shelf):
        def document(self, document_id: str) -> Document:
            return replace(make_document(document_id), language=document_id)

        def search_words(self, query: QueryText, limit: int, scope: Scope) -> list[Hit]:
            texts = [
                ("de", "Der Mieter ist Jonas Wiebe."),
                ("de", "Marta vermietet."),
                ("en", "Marta hires it."),
            ]
            return [make_hit(text, document_id=language) for language, text in texts]

    shelf = Both(PASSAGES)
    assert named_there(understand(question), "de", shelf, shelf, Scope()) == (("de",) if there else ())


def test_passages_without_the_words_of_the_translation_are_not_read(
    embedder: Embedder, reranker: Reranker
) -> None:
    model = ScriptedModel(["It must cool for 90 minutes.", "Where does the ferry to the island leave?"])
    using = replace(resources(embedder, None, model, {"und": 2, "en": 9}), texts=Undetermined(PASSAGES))
    _, answer = run(QUESTION, using)
    assert answer.verdict != "answered" and model.answers == [], "it would have been asked for a third text"


def test_a_guess_in_the_questions_language_gives_way_to_what_the_translation_finds(
    embedder: Embedder, reranker: Reranker
) -> None:
    model = ScriptedModel(["It must cool for 90 minutes.", IN_ENGLISH, "It must cool for 45 minutes."])
    using = replace(resources(embedder, None, model, {"und": 2, "en": 9}), texts=Undetermined(PASSAGES))
    _, answer = run(QUESTION, using)
    assert answer.verdict == "answered" and "45 minutes" in answer.text


def test_nothing_is_translated_where_all_documents_are_in_the_questions_language(embedder: Embedder) -> None:
    model = ScriptedModel([PUT_BACK])
    run(IN_ENGLISH, resources(embedder, None, model, {"en": 2, "und": 1}))
    assert len(model.prompts) == 1, "the answer alone"


@pytest.mark.parametrize(
    ("question", "passages", "languages", "expected"),
    [
        (QUESTION, {"en": 2}, "English", ("en", True)),
        (QUESTION, {"en": 2, "de": 1}, "English", ("en", False)),
        (QUESTION, {"en": 2, "und": 1}, "English", ("en", False)),
        (QUESTION, {"en": 2}, "about 100 languages", ("en", False)),
        (QUESTION, {"en": 2}, "English, German", ("en", False)),
        (QUESTION, {"fr": 3, "en": 2}, "English", ("fr", True)),
        (QUESTION, {"de": 2, "und": 3, "tl": 4}, "English", None),
        ("Autoclave 45", {"de": 2}, "English", None),
        (IN_ENGLISH, {"de": 2}, "English", ("de", True)),
    ],
)
def test_which_language_a_question_is_put_into(
    question: str, passages: Mapping[str, int], languages: str, expected: tuple[str, bool] | None
) -> None:
    other = other_language(understand(question), passages, languages)
    assert (None if other is None else (other.code, other.first)) == expected


def test_both_questions_are_searched_for_and_a_hit_keeps_its_better_score() -> None:
    query = in_translation(understand(QUESTION), IN_ENGLISH, "en", "English")
    assert query.standalone == query.checked == IN_ENGLISH and query.language == "de"
    assert query.asked is not None and query.asked.standalone == QUESTION
    low, high = make_hit("One.", score=0.2), make_hit("One.", score=0.9)
    other = make_hit("Two.", score=0.5, start=9)
    assert best_of([[low, other], [high]], 5) == [high, other]


@pytest.mark.parametrize(
    "written",
    [
        "It cools for 45 minutes.",
        "",
        QUESTION,
        "How long? And why does it have to cool at all, and where?",
        "¿Cuánto tiempo debe enfriarse el autoclave antes de que se abra la puerta?",
    ],
)
def test_what_is_no_translation_is_not_taken_for_one(written: str) -> None:
    assert translate(QUESTION, "de", "en", ScriptedModel([written]), never) == ""


def test_the_glossary_s_words_are_searched_for_beside_the_translation() -> None:
    query = in_translation(
        understand("Wie hoch darf die Hecke sein?"), "How high can it be?", "en", "English"
    )
    (translation, _), (words, _) = query.texts
    assert translation == "How high can it be?" and "hedge" in words
    assert in_translation(understand("¿Qué dice la ley?"), "What does it say?", "en", "English").texts == (
        ("What does it say?", 1.0),
    )


@pytest.mark.parametrize(
    ("translation", "passage", "may"),
    [
        ("Wie hoch darf die Hecke am Parkplatz sein?", "Hecken an Parkplätzen", True),
        ("How is the contract for the lift ended?", "control of lifting gear", False),
    ],
)
def test_only_german_words_are_alike_that_begin_alike(translation: str, passage: str, may: bool) -> None:
    into = "de" if may else "en"
    query = in_translation(understand("What about it?"), translation, into, "English")
    assert may_answer(query, [make_hit(passage)]) is may


def test_what_is_asked_without_a_question_mark_is_a_question() -> None:
    model = ScriptedModel(["It cools for 45 minutes."])
    assert translate_question(QUESTION.rstrip("?"), "de", "en", model, never) == ""
    assert model.prompts[0].messages[-1][1].endswith(QUESTION)


def test_a_translation_that_takes_too_long_or_is_cancelled_is_none() -> None:
    assert translate(QUESTION, "de", "en", ScriptedModel([IN_ENGLISH]), never, seconds=0.0) == ""
    assert translate(QUESTION, "de", "en", ScriptedModel([IN_ENGLISH]), lambda: True) == ""
    assert translate(QUESTION, "de", "en", ScriptedModel([IN_ENGLISH]), never) == IN_ENGLISH
