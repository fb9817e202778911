"""What an embedder reads of a passage."""

from dataclasses import replace

import pytest
from scripted import make_chunk

PROSE = "The autoclave cools down for at least 45 minutes before its door is opened. " * 20


@pytest.mark.parametrize("run", ["word." * 400, "https://a.example/?" + "k=v&" * 300, "QUJD" * 500])
def test_of_signs_without_a_blank_only_the_beginning_is_read(run: str) -> None:
    passage = replace(make_chunk(f"Before {run} after.", context="Title"), note="A mail.")
    assert passage.embedding_text == f"A mail.\nTitle\nBefore {run[:100]} after."


@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        "打开门之前，高压灭菌器必须冷却至少四十五分钟。" * 40,
        "ต้องปล่อยให้เครื่องนึ่งเย็นลงอย่างน้อยสี่สิบห้านาที" * 20,
        "https://a.example/a/usual/address?of=one&hundred=characters " * 8,
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    ],
    ids=["prose", "Chinese", "Thai", "addresses", "a long word"],
)
def test_what_is_language_is_read_whole(text: str) -> None:
    assert make_chunk(text).embedding_text == make_chunk(text).placed_text
