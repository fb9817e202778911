"""The word lists: what a language's file must have, and how they are read."""

import re
from pathlib import Path
from typing import get_args

import pytest

import ragdesk
from ragdesk.text import lexicon

# English is what the interface's words are written in; the others have a file of translations.
INTERFACE = {"en"} | {path.stem for path in Path(ragdesk.__file__).parent.glob("front/web/languages/*.toml")}
LISTS = {*get_args(lexicon.WordList), *get_args(lexicon.PhraseList)}


@pytest.mark.parametrize("language", lexicon.languages())
def test_a_language_has_its_small_words_and_no_list_that_nobody_reads(language: str) -> None:
    lists = lexicon.sections(language)
    assert lists["small_words"]
    assert set(lists) <= LISTS


@pytest.mark.parametrize("language", sorted(INTERFACE))
def test_a_language_of_the_interface_has_every_list(language: str) -> None:
    assert set(lexicon.sections(language)) == LISTS


@pytest.mark.parametrize("language", lexicon.languages())
@pytest.mark.parametrize("name", get_args(lexicon.WordList))
def test_words_are_in_lower_case_and_stand_once(language: str, name: lexicon.WordList) -> None:
    words = lexicon.ordered(name, language)
    assert len(set(words)) == len(words)
    assert all(word == word.lower() for word in words)


def test_the_lists_of_all_languages_come_together() -> None:
    assert {"the", "der"} <= lexicon.words("stop_words")
    assert {"unclear", "unklar"} <= set(lexicon.phrases("hedges"))
    assert lexicon.ordered("number_words", "en")[3] == "three"
    assert lexicon.ordered("number_words", "fr") == ()


def test_of_two_texts_that_begin_alike_the_longer_one_is_found() -> None:
    match = re.match(lexicon.one_of(["not", "not known", "a.b"]), "not known")
    assert match is not None and match.group() == "not known"
    assert not re.match(lexicon.one_of(["a.b"]), "axb")
