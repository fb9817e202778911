"""What an embedder reads of a passage."""

from dataclasses import replace

import pytest
from scripted import make_chunk

PROSE = "The autoclave cools down for at least 45 minutes before its door is opened. " * 20


@pytest.mark.parametrize("run", ["word." * 400, "https://a.example/?" + "k=v&" * 300, "QUJD" * 500])
def test_of_signs_without_a_blank_only_the_beginning_is_read(run: str) -> None:
    passage = replace(make_chunk(f"Before {run} after.", context="Title"), note="A mail.")
    assert passage.embedding_text == f"A mail.\nTitle\nBefore {run[:100]} after."


@pytest.mark.parametrize("run", ["word." * 80, "QUJD" * 100 + "\n", "https://a.example/?" + "k=v&" * 90])
def test_a_passage_without_language_costs_no_vector_of_its_own_and_says_nothing(run: str) -> None:
    """A long run is cut into thousands of passages; each would be a title and noise, and be found for the title."""
    passage = make_chunk(run, context="Title")
    other = make_chunk("Z" * 900, context="Another title")
    assert passage.embedding_text == other.embedding_text
    assert replace(
        passage, note="A mail."
    ).embedding_text == f"A mail.\nTitle\n{run[:100]}" + "\n" * run.endswith("\n")
    assert make_chunk("One word " + run).embedding_text != passage.embedding_text


@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        "打开门之前，高压灭菌器必须冷却至少四十五分钟。" * 40,
        "ต้องปล่อยให้เครื่องนึ่งเย็นลงอย่างน้อยสี่สิบห้านาที" * 20,
        "https://a.example/a/usual/address?of=one&hundred=characters " * 8,
        "https://a.example/an/address/with/" + "a-parameter-and-" * 10,
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    ],
    ids=["prose", "Chinese", "Thai", "addresses", "one address", "a long word"],
)
def test_what_is_language_is_read_whole(text: str) -> None:
    assert make_chunk(text).embedding_text == make_chunk(text).placed_text
