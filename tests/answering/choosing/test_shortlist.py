"""The model says of single sentences whether they answer: which comes first, and which takes the place of its words."""

from collections.abc import Mapping, Sequence

import pytest
from scripted import Scores, ScriptedModel, Shelf

from ragdesk.answering.ask import ask
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Answer, Event, Stance, Token
from ragdesk.domain.calibration import VERIFY
from ragdesk.domain.calibration.by_language_model import _VERIFIERS

PASSAGES = [
    "The kiln is fired to 980 degrees for the first time. It has stood in the yard since the spring of 1994.",
    "| Glaze | Cone | Price |\n|---|---|---|\n| Celadon | 9 | 31 |\n| Tenmoku | 10 | 28 |",
    "The second firing of the pots needs 1240 degrees and a clear chimney.",
]
HOT = "How hot does it have to be when pots go in again?"


def asked(
    written: str,
    scores: Mapping[str, float],
    odds: Mapping[str, float] | None,
    question: str = HOT,
    model: str = next(iter(_VERIFIERS)),
    passages: Sequence[str] = PASSAGES,
    stance: Stance = "balanced",
    embedder_languages: str = "",
    reads: str = "NONE",
    language: str = "en",
) -> tuple[list[Event], ScriptedModel]:
    shelf, scripted = (
        Shelf(passages, cosine=0.8, language=language),
        ScriptedModel([written], name=model, odds=odds, reads=reads),
    )
    resources = Resources(
        shelf,
        shelf,
        None,
        Scores(scores),
        scripted,
        Pace(),
        stance=stance,
        embedder_languages=embedder_languages,
        top=5,
        prompt_tokens=600,
        answer_tokens=50,
    )
    return list(ask(question, resources)), scripted


def last(events: list[Event]) -> Answer:
    assert isinstance(events[-1], Answer)
    return events[-1]


SCORES = {"980": 1.5, "1240": 1.0}


def test_a_sentence_that_the_model_takes_for_the_answer_stands_for_words_that_nothing_bears_out() -> None:
    events, model = asked("It has to be 77 hours old.", SCORES, {"1240": 2.5})
    answer = last(events)
    assert answer.verdict == "answered"
    assert answer.text == PASSAGES[2] and answer.citations[0].quote == PASSAGES[2]
    assert len(model.judged) <= VERIFY.units and all(HOT in prompt for prompt in model.judged)


@pytest.mark.parametrize("odds", [{}, {"1240": 0.5}])
def test_where_it_takes_none_of_them_for_the_answer_there_is_no_guess(odds: dict[str, float]) -> None:
    scores = {"980": 5.0, "1240": 4.5}
    answer = last(asked("It has to be 77 hours old.", scores, odds)[0])
    assert answer.verdict == "not_found" and "77" not in answer.text


def test_a_first_sentence_that_it_is_sure_of_is_the_answer_and_no_other_is_asked_about() -> None:
    events, model = asked("The second firing needs 1240 degrees.", {"1240": 1.0}, {"1240": 3.0})
    assert not any(isinstance(event, Token) for event in events) and len(model.judged) == 1
    assert last(events).text == PASSAGES[2]


@pytest.mark.parametrize(
    ("odds", "text"),
    [
        ({"1240": 2.0, "980": 1.0}, PASSAGES[2]),
        ({"1240": 1.0, "980": 2.0}, "The kiln is fired to 980 degrees for the first time."),
    ],
)
def test_of_sentences_that_are_close_the_model_chooses(odds: dict[str, float], text: str) -> None:
    events, model = asked("Nothing is written.", {"980": 4.0, "1240": 3.0}, odds)
    assert last(events).text == text and model.prompts == []


def test_a_sentence_that_holds_what_the_model_wrote_stands_for_it() -> None:
    passages = [
        "The yard is closed at noon.",
        "Finn can grant more days to whoever asks before the deadline.",
    ]
    known = {"noon": 2.5, "Finn": 0.0}
    question = "Who do I ask for more time?"
    answer = last(asked("Finn", known, {"Finn": 0.6}, question, passages=passages)[0])
    assert answer.text == passages[1] and answer.verdict == "answered"
    assert last(asked("Finn", known, {"Finn": -2.0}, question, passages=passages)[0]).verdict != "answered"
    assert last(asked("Jonas", known, {"Finn": 0.6}, question, passages=passages)[0]).verdict != "answered"


@pytest.mark.parametrize(("noon", "verdict"), [(-9.0, "answered"), (-2.5, "not_found")])
def test_a_doubted_sentence_that_stands_out_stands_for_the_words_taken_from_it(
    noon: float, verdict: str
) -> None:
    passages = ["The yard is closed at noon.", "A visit without a fault costs 85 euros."]
    known = {"noon": noon, "85": -2.5}
    question = "What do I pay when nothing is broken?"
    answer = last(asked("You pay 85 euros.", known, {"85": 0.1}, question, passages=passages)[0])
    assert answer.verdict == verdict


def test_no_sentence_is_asked_about_twice() -> None:
    events, model = asked("Nothing is written.", {"980": 1.5, "1240": 1.0}, {})
    assert last(events).verdict == "not_found"
    assert len(model.judged) > 2 and len(model.judged) == len(set(model.judged))


def test_an_answer_out_of_a_much_worse_sentence_gives_way() -> None:
    scores = {"1240": 4.0, "980": 1.0}
    answer = last(asked("The kiln is fired to 980 degrees.", scores, {"1240": 2.5})[0])
    assert answer.text == PASSAGES[2]
    kept = last(asked("The kiln is fired to 980 degrees.", scores, {"980": 0.5})[0])
    assert "980" in kept.text and kept.verdict == "answered"


def test_a_quote_that_it_denies_bears_nothing_out() -> None:
    answer = last(asked("The kiln is fired to 980 degrees.", {"980": 1.0}, {"980": -4.0})[0])
    assert answer.verdict != "answered"


SINCE = "Since when do we have the yard?"


@pytest.mark.parametrize(
    ("odds", "stance", "verdict"),
    [
        (2.6, "balanced", "answered"),
        (0.8, "balanced", "not_found"),
        (2.6, "cautious", "not_found"),
    ],
)
def test_what_the_gate_refuses_is_answered_where_the_model_is_sure_of_a_sentence(
    odds: float, stance: Stance, verdict: str
) -> None:
    events, model = asked("Nothing is written.", {"1994": -9.0}, {"1994": odds}, SINCE, stance=stance)
    answer = last(events)
    assert answer.verdict == verdict and model.prompts == []
    if verdict == "answered":
        assert (
            answer.text.endswith("It has stood in the yard since the spring of 1994.")
            and len(answer.citations) == 1
        )


SPRING = "It has stood in the yard since the spring of 1994."


@pytest.mark.parametrize(
    ("reads", "odds", "stance", "verdict"),
    [
        ("the spring of 1994", 0.8, "balanced", "answered"),
        ("the spring of 1994", 0.6, "balanced", "not_found"),
        ("the spring of 1994", 0.8, "cautious", "not_found"),
        ("NONE", 1.25, "balanced", "not_found"),
        ("1977", 1.25, "balanced", "not_found"),
        ("A long while.", 1.25, "balanced", "answered"),
        ("A long while.", 1.1, "balanced", "not_found"),
    ],
)
def test_the_sentence_that_holds_what_the_model_reads_in_a_passage_is_shown(
    reads: str, odds: float, stance: Stance, verdict: str
) -> None:
    # "1994. Nobody" stands in no sentence: these are the log-odds of the passage.
    known = {"1994. Nobody": odds, "1994": 0.0, "1240": -0.1}
    passages = [f"{PASSAGES[0]} Nobody lights fires in winter.", *PASSAGES[1:]]
    events, model = asked(
        "Nothing is written.", {}, known, SINCE, passages=passages, stance=stance, reads=reads
    )
    answer = last(events)
    assert answer.verdict == verdict and model.prompts == []
    if verdict == "answered":
        assert answer.text == answer.citations[0].quote or answer.text.endswith(SPRING)
        assert answer.citations[0].quote.endswith(SPRING)


LOST = [
    "# If a key is lost\n\nStay calm. Nobody is blamed.\n\nDo this:\n\n"
    "1. Ring the porter at once.\n2. Change the lock of the gate.\n3. Fill in the yellow sheet.",
    "The kiln is fired to 980 degrees for the first time.",
]


@pytest.mark.parametrize(
    ("odds", "stance", "verdict"),
    [(1.3, "balanced", "answered"), (1.1, "balanced", "not_found"), (1.3, "cautious", "not_found")],
)
def test_steps_of_a_passage_that_answers_as_a_whole_in_other_words(
    odds: float, stance: Stance, verdict: str
) -> None:
    # "blamed. Do" stands in no list: these are the log-odds of the passage.
    known = {"blamed. Do": odds, "porter": 0.1}
    question = "My fob was nicked, what do I do, step by step?"
    answer = last(asked("Nothing is written.", {}, known, question, passages=LOST, stance=stance)[0])
    assert answer.verdict == verdict
    if verdict == "answered":
        assert [cited.quote for cited in answer.citations][-3:] == [
            "Ring the porter at once.",
            "Change the lock of the gate.",
            "Fill in the yellow sheet.",
        ]


def test_where_no_sentence_is_sure_the_passage_of_the_best_is_read_before_the_model_writes() -> None:
    scores, odds = {"980": 2.0, "1994": -8.0}, {"time. It": 0.6, "980": 0.2, "1994": -2.0}
    question = "What does the first firing need?"
    events, model = asked("It needs 77 degrees.", scores, odds, question, reads="980 degrees")
    assert "980 degrees" in last(events).text and model.prompts == []
    events, model = asked("It needs 77 degrees.", scores, odds, question)
    assert len(model.prompts) == 1


def test_what_was_read_is_no_answer_where_nothing_beside_it_has_a_word_of_the_question() -> None:
    passage = ["Tell us early. The office wants at least 5 working days."]
    odds = {"early. The": 1.0, "5 working": 0.5}
    for asked_for, verdict in (("of holiday are there", "not_found"), ("does the office want", "answered")):
        question = f"How many days {asked_for}?"
        assert (
            last(asked("Nothing.", {}, odds, question, passages=passage, reads="5 working days")[0]).verdict
            == verdict
        )


def test_a_number_of_something_else_in_a_row_is_not_how_many() -> None:
    rows = ["| Cake | Grams | Price |\n|---|---|---|\n| Croissant | 70 | 2.10 |"]
    odds = {"| Cake": 2.0, "Croissant": 0.5}
    for counted, verdict in (("calories", "not_found"), ("grams", "answered")):
        question = f"How many {counted} has a croissant?"
        answer = last(asked("Nothing.", {}, odds, question, passages=rows, reads="70")[0])
        assert answer.verdict == verdict


@pytest.mark.parametrize(
    ("question", "score", "model", "verdict"),
    [
        (SINCE, -5.0, "somebody-elses", "answered"),
        (SINCE, -6.0, "somebody-elses", "not_found"),
    ],
)
def test_a_sentence_far_above_the_others_needs_no_word_of_the_model(
    question: str, score: float, model: str, verdict: str
) -> None:
    events, scripted = asked("Nothing is written.", {"1994": score}, {"1994": -5.0}, question, model)
    assert last(events).verdict == verdict and scripted.judged == [] and scripted.prompts == []


def test_of_a_question_for_yes_or_no_the_model_is_asked_which_of_them_and_nothing_else() -> None:
    question = "Did the yard have a kiln in the nineties?"
    events, scripted = asked("Nothing is written.", {"1994": -5.0}, {"1994": -5.0}, question)
    assert last(events).verdict == "answered" and scripted.prompts == []
    assert scripted.judged and not any("Does the text answer" in prompt for prompt in scripted.judged)


def test_another_model_is_not_asked() -> None:
    _, model = asked("It has to be 77 hours old.", SCORES, {"1240": 2.5}, model="somebody-elses")
    assert model.judged == []


def test_a_model_that_cannot_tell_changes_nothing() -> None:
    answer = last(asked("It has to be 77 hours old.", SCORES, None)[0])
    assert answer.verdict in ("unsupported", "not_found")


def test_of_a_row_the_cells_that_were_asked_for_are_said() -> None:
    question = "What is the price of Tenmoku?"
    answer = last(asked("It costs 500.", {"Tenmoku": 2.0}, {"Tenmoku": 2.5}, question)[0])
    assert answer.text == "Glaze: Tenmoku; Price: 28" and answer.citations[0].quote == "| Tenmoku | 10 | 28 |"


def test_a_bare_number_is_shown_as_what_it_is_taken_from() -> None:
    answer = last(asked("28", {"Tenmoku": 2.0}, {"Tenmoku": 0.5}, "What is the price of Tenmoku?")[0])
    assert answer.verdict == "answered" and answer.text == "Glaze: Tenmoku; Price: 28"


@pytest.mark.parametrize(
    "said", ["(7) Whoever fires the pots last,", "(7) Pots stand in the yard of the pottery."]
)
def test_neither_the_number_of_a_clause_nor_its_beginning_says_how_many(said: str) -> None:
    answer = last(asked("77.", {"ots": 6.0}, {"ots": 3.0}, "How many pots are fired?", passages=[said])[0])
    assert answer.verdict != "answered"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [("Which pots stand in the yard?", "answered"), ("How many pots stand in the yard?", "unsupported")],
)
def test_how_many_is_not_answered_by_a_sentence_without_a_number(question: str, verdict: str) -> None:
    passages = ["Mugs, jugs and bowls stand in the yard of the pottery."]
    answer = last(asked("77 pots.", {"Mugs": 6.0}, {"Mugs": 3.0}, question, passages=passages)[0])
    assert answer.verdict == verdict


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("Helpers need a certificate for the kiln yard, which takes three weeks.", "not_found"),
        ("A certificate for the kiln yard costs helpers 13 pounds.", "answered"),
        ("Helpers get a certificate for the kiln yard free of charge.", "answered"),
        ("Helpers pay nothing for a certificate for the kiln yard.", "answered"),
    ],
)
def test_what_something_costs_is_not_answered_without_an_amount_of_money(said: str, verdict: str) -> None:
    question = "What does the certificate for the kiln yard cost?"
    events, _ = asked(
        "The sources do not state the price.",
        {"certificate": -2.0},
        {"certificate": 0.5},
        question=question,
        passages=[said, *PASSAGES],
    )
    assert last(events).verdict == verdict


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("The certificate for the kiln yard belongs to the papers of the guild.", "not_found"),
        ("The certificate for the kiln yard was written in March.", "answered"),
        ("The certificate for the kiln yard is written once the chimney is clear.", "answered"),
    ],
)
def test_when_is_not_answered_by_a_sentence_that_tells_no_time(said: str, verdict: str) -> None:
    question = "When was the certificate for the kiln yard written?"
    denial = "The sources do not state when."
    events, _ = asked(
        denial, {"certificate": -2.0}, {"certificate": 0.5}, question=question, passages=[said, *PASSAGES]
    )
    assert last(events).verdict == verdict


def test_a_sentence_far_above_the_others_stands_where_the_model_writes_that_there_is_nothing() -> None:
    answer = last(asked("The sources do not state the price.", {"1240": 1.0}, {"1240": -0.5})[0])
    assert answer.verdict == "answered" and answer.text == PASSAGES[2]
    near = {"1240": 1.0, "980": 0.5, "1994": -1.0}
    assert last(asked("The sources do not state the price.", near, {"1240": -0.5})[0]).verdict == "not_found"


@pytest.mark.parametrize(("far", "verdict"), [(6.0, "answered"), (5.0, "not_found")])
def test_of_a_model_that_is_not_asked_the_distance_alone_has_its_own_bar(far: float, verdict: str) -> None:
    known = {"1240": 1.0, "980": 1.0 - far, "1994": 1.0 - far}
    written = "The sources do not state the price."
    assert last(asked(written, known, None, model="somebody-elses")[0]).verdict == verdict


def test_a_yes_that_nothing_bears_out_is_not_shown() -> None:
    question = "Does the kiln have to be 1240 degrees hot for pots?"
    near = {"1240": 1.0, "980": 0.5, "1994": 0.0}
    answer = last(asked("Yes, it must be made of copper.", near, None, question=question)[0])
    assert answer.verdict == "not_found"


@pytest.mark.parametrize(
    ("question", "passage", "words"),
    [
        ("How hot is the kiln for the second firing?", "Is the kiln at 1240 degrees hot enough? She asks.", "1240"),
        ("Which glaze has the lowest cone?", "| Glaze | Cone |\n|---|---|\n| Celadon | 9 |\n| Tenmoku | 10 |", "Tenmoku"),
        ("Celadon at the start, how much", "The bowls get Celadon at the start, like the others.", "Celadon"),
    ],
)  # fmt: skip
def test_what_asks_or_only_may_be_the_most_is_no_answer(question: str, passage: str, words: str) -> None:
    events, _ = asked("Nothing.", {words: 8.0}, {}, question, passages=[passage])
    assert words not in last(events).text


def test_a_sentence_that_only_repeats_the_question_is_not_the_answer_to_it() -> None:
    passage = "The second firing needs 1240 degrees."
    events, _ = asked(
        "Because the glaze melts.",
        {"1240": 8.0},
        {},
        "Why does the second firing need 1240 degrees?",
        passages=[passage],
    )
    assert last(events).text != passage


GERMAN = [
    "Die Laube darf nicht größer als 24 m² sein.",
    "Die Wiese wird im Juni gemäht.",
    "Der Weg bleibt frei.",
    "Im Winter ist das Wasser abgestellt.",
    "Aufstellbecken dürfen höchstens 3 m Durchmesser haben.",
]
POOL = "Wie groß darf ein Planschbecken im Garten sein?"
UNREAD = {"Laube": 2.0, "Wiese": 1.5, "Weg": 1.4, "Winter": 1.3, "Aufstellbecken": -2.0}


def test_in_a_language_that_the_reranker_does_not_read_the_model_chooses_among_more() -> None:
    """ms-marco-minilm knows English alone."""
    odds = {"Laube": 0.4, "Aufstellbecken": 1.5}
    events, model = asked("", UNREAD, odds, POOL, passages=GERMAN, embedder_languages="English")
    assert last(events).text == GERMAN[4]
    assert model.prompts == [], "it writes nothing"


def test_what_the_model_does_not_take_for_the_answer_is_no_answer_in_such_a_language() -> None:
    odds = {"Laube": 0.4, "Aufstellbecken": 0.6}
    events, _ = asked("NOT FOUND", UNREAD, odds, POOL, passages=GERMAN, embedder_languages="English")
    assert last(events).verdict == "not_found"


def test_nor_is_what_the_model_writes_from_a_sentence_that_it_denies() -> None:
    question = "Wie groß darf die Laube sein?"
    for odds, verdict in ((-3.0, "not_found"), (0.4, "answered")):
        events, _ = asked(
            GERMAN[0],
            UNREAD,
            {"Laube": odds},
            question,
            passages=GERMAN,
            embedder_languages="English",
            language="de",
        )
        assert last(events).verdict == verdict


def test_a_question_for_yes_or_no_is_not_answered_by_a_line_that_shares_a_word_with_it() -> None:
    question = "Has the pottery got cameras in the corridors?"
    lines = ["The pottery stands on Canal Road.", "The kiln is fired twice.", "Pots are dried for a week."]
    events, _ = asked("Nothing is written.", {"Canal": -5.0}, {"Canal": -5.0}, question, passages=lines)
    assert last(events).verdict == "not_found"


FARE = "In the summer timetable a car pays 33.50 on the ferry."


@pytest.mark.parametrize(
    ("question", "written", "said"),
    [
        ("What does a car pay in winter?", "A car pays 33.50 in winter.", FARE),
        ("What does a car pay in summer?", "A car pays 33.50 in summer.", "A car pays 33.50 in summer."),
    ],
)
def test_an_answer_says_no_more_than_what_it_cites(question: str, written: str, said: str) -> None:
    answer = last(asked(written, {"33.50": 2.0}, {"33.50": 0.5}, question, passages=[FARE])[0])
    assert answer.verdict == "answered" and answer.text == said
