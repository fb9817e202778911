"""Runs of letters: alike in compounds and inflections, and worth less the more texts have them."""

from ragdesk.text.letters import shared_runs


def test_a_compound_shares_letters_with_its_parts() -> None:
    told = shared_runs(
        "Wer zahlt die breitere Tür?", ["Die Türverbreiterung kostet 90 Euro.", "Der Keller ist trocken."]
    )
    assert told[0] > 0.0 and told[1] == 0.0


def test_what_all_have_weighs_least() -> None:
    texts = ["Kaution Geige", "Kaution Cello", "Kaution Flöte"]
    geige, cello, floete = shared_runs("Kaution für das Cello", texts)
    assert cello > geige == floete > 0.0


def test_without_words_nothing_is_shared() -> None:
    assert shared_runs("", ["Kaution"]) == [0.0]
    assert shared_runs("Kaution", []) == []
