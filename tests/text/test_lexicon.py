"""The word lists: what a language's file must have, and how they are read."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import ragdesk
from ragdesk.text import lexicon
from ragdesk.text.fold import fold

# English is what the interface's words are written in; the others have a file of translations.
INTERFACE = {"en"} | {
    path.parent.name for path in Path(ragdesk.__file__).parent.glob("front/web/languages/*/LC_MESSAGES")
}
KINDS = (lexicon.WordList, lexicon.PhraseList, lexicon.PatternList, lexicon.RuleList, lexicon.Table)
LISTS = {name for kind in KINDS for name in get_args(kind)}


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


@pytest.mark.parametrize("name", get_args(lexicon.PatternList))
def test_patterns_are_regular_expressions_that_match_something(name: lexicon.PatternList) -> None:
    pattern = re.compile(rf"\b(?:{lexicon.alternatives(name)})\b", re.IGNORECASE)
    assert not pattern.search("")  # an empty alternative would match everywhere


@pytest.mark.parametrize("name", get_args(lexicon.Table))
def test_tables_name_each_word_once(name: lexicon.Table) -> None:
    rows = [
        line.split(": ")
        for each in lexicon.languages()
        for line in lexicon.sections(each).get(name, "").splitlines()
    ]
    words = [word for _, row in rows for word in row.split()]
    assert len(words) == len(set(words))
    assert set(lexicon.table(name)) == set(words) | set(map(fold, words))


def test_words_are_known_with_their_accents_and_without() -> None:
    assert {"für", "fur"} <= lexicon.words("stop_words")
    assert lexicon.table("paces")["jährlich"] == lexicon.table("paces")["jahrlich"]


def test_the_lists_are_read_when_they_are_asked_for_and_in_no_time() -> None:
    code = (
        "import time\n"
        "from ragdesk.text import lexicon, sentences, tokens\n"
        "before = lexicon.sections.cache_info().misses\n"
        "start = time.process_time()\n"
        "lexicon.words('stop_words')\n"
        "print(before, time.process_time() - start)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    files_read, seconds = done.stdout.split()
    assert files_read == "0" and float(seconds) < 0.02  # measured: 0.002


def test_of_two_texts_that_begin_alike_the_longer_one_is_found() -> None:
    match = re.match(lexicon.one_of(["not", "not known", "a.b"]), "not known")
    assert match is not None and match.group() == "not known"
    assert not re.match(lexicon.one_of(["a.b"]), "axb")
