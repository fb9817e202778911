"""Word lists: one file a language in `lexicons/`, read when a list is first asked for.

A file has sections: a line `[name]`, then words between blanks; or one phrase a line; or lines of a regular expression's
alternatives; or lines "name: words". Adding a language means adding a file; a language that the interface speaks has every
list (tests/text/test_lexicon.py).
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal

from ragdesk.text.fold import fold

WordList = Literal[
    # Which language a question is in: words that are frequent in it, words that ask and that no other language has, letters
    # that no other language has. In lower case and without accents, but where the accent makes another word of it.
    "small_words",
    "asking_words",
    "letters",
    # What carries no evidence, what denies, stems of what speaks against something, what limits a statement to a part, what
    # tells that something was only proposed.
    "stop_words",
    "negations",
    "opposed_stems",
    "partial_words",
    "proposing_words",
    # What says that a proposal was accepted, that it was not, that it was about changing another, and that a vote is only
    # provided for ("if agreed", "shall be approved").
    "carried_words",
    "lost_words",
    "amending_words",
    "undecided_words",
    # What asks whether something is allowed; a sentence without any of the second kind does not say so.
    "permission_words",
    "permitting_words",
    # What a cell of a table says no, yes or neither with; what asks for the rows that lack something ("gluten-free"), and what
    # for those to keep away from ("avoid", "off limits").
    "no_cells",
    "yes_cells",
    "hedging_cells",
    "lacking_words",
    "shunning_words",
    # What a bill is called that nobody has paid, and one that somebody has; heads of columns for the latter, too.
    "unpaid_words",
    "paid_words",
    # What is done with money: "how much did we spend on the car".
    "spending_words",
    # What things are sold by: "4 bags of flour".
    "piece_words",
    # What says that an amount is that of one of several: "everyone puts in 280 euros".
    "each_words",
    # What a heading has none of, since it states something.
    "stating_words",
    # What says when, without a number; what says that something costs nothing.
    "time_words",
    "gratis_words",
    # What asks for the lowest and for the highest amount, of all and of a few; those and other words that ask for a price.
    "lowest_words",
    "highest_words",
    "lower_words",
    "higher_words",
    "price_words",
    # What compares one thing with another, beside the table of comparatives.
    "comparing_words",
    # What a column of ages is called.
    "age_words",
    # January first; zero first.
    "months",
    "number_words",
    # Abbreviations that end no sentence; those that end one before a usual opener; those of the first kind that end one
    # unless a number follows.
    "abbreviations",
    "closing_abbreviations",
    "number_abbreviations",
    "sentence_openers",
    # What points back to an earlier turn: anywhere, or at the end of the question alone.
    "pronouns",
    "late_pronouns",
    "courtesies",
    # What a sentence begins with that tells the next step.
    "sequence_words",
    # What is to be computed; that all of something is meant.
    "sum_words",
    "difference_words",
    "average_words",
    "using_words",
    "reading_words",
    "doing_words",
    "receiving_words",
    "whole_words",
    # What asks for a list and names nothing of it.
    "listing_words",
    # Words of a question that only this language has, of those with an interface.
    "telling_words",
    # Words of a question that are not worth marking in a passage; stop words of the index that Tantivy's own list lacks.
    "unmarked_words",
    "index_stop_words",
    # For memory: words that say nothing new of a note; words that begin like a name in "X is our Y" and are none.
    "light_words",
    "not_names",
    # A sentence that begins with one leans on the sentence before it.
    "leaning_words",
    # Words of a question for an overview that name neither a document nor what to look for in it; what documents are called.
    "overview_words",
    "document_words",
]
# What leaves a matter open ("it is not known"); what "my role" may be called; what asks for a sum without naming one.
PhraseList = Literal["hedges", "roles", "in_total"]
# For memory, matched without regard to case.
PatternList = Literal[
    # What must never be remembered: secrets, personal papers, birth and age, a home, health, belief and private matters.
    "private_secrets",
    "private_papers",
    "private_birth",
    "private_home",
    "private_health",
    "private_beliefs",
    # Before a colon: what follows is somebody else's text. At the head of a clause: says nothing.
    "handed_over",
    "fillers",
    # Suppositions, a role that is played, somebody else's words, denials: none states a fact about the person.
    "supposed",
    "played",
    "hearsay",
    "denied",
    # For good; for a moment; wishes and troubles of the day.
    "always",
    "passing",
    "of_the_day",
    "first_person",
    "first_person_plural",
    # What a team, a plant … does for good.
    "unit_verbs",
    "counts",
    # Before an enumeration inside a sentence; before its last part. What a warning begins with.
    "announcing",
    "joining",
    "warning_words",
    # What a line begins with that says what a bill comes to.
    "sum_lines",
    # What asks how much was spent, or what.
    "spent_wordings",
    # Before an amount: it is not exactly that. Before what it is an amount for.
    "inexact",
    # Bands of a price list: without their lower end, without their upper one; from an amount on, to one; one and more.
    "band_above",
    "band_below",
    "band_from",
    "band_to",
    "band_more",
    # What says that a proposal was lost, in several words.
    "lost_wordings",
    # Terms that count the time before something: what says so; not later than that; not earlier.
    "ahead_words",
    "ahead_least",
    "ahead_within",
    "rate_words",
    # What may stand before a question and asks nothing; may hold "{name}" as rules do.
    "polite_openings",
    # Headings, whole: of what only surrounds a text, and of what sums it up.
    "surrounding_headings",
    "summary_headings",
    # What a heading has over what changes or corrects the text before it; what a sentence does so with.
    "amending_headings",
    "amending_wordings",
    # What a sentence begins with that says which questions its document answers, and answers none of them; that somebody put a
    # question.
    "matter_wordings",
    "reported_questions",
    # What a sentence says that tells what its document is for.
    "boilerplate_wordings",
    "purpose_wordings",
    # What points to another place of the document; what a numbered part of one is called.
    "referring_wordings",
    "section_words",
    # A question that wants a document's subject alone.
    "asks_subject",
    # It wants a message without what is attached to it.
    "message_alone",
]
# Lines "name: regular expression", matched in the file's order without regard to case; "{name}" in one stands for that line of
# "rule_parts".
RuleList = Literal[
    "rule_parts",
    # What a question asks for, from the beginning of a clause; see `answering.understanding.kinds`.
    "kinds",
    # Whole messages, or pieces of them, that are no question of documents: talk, the person, the library; and what kinds of
    # files, and stretches of time, are called.
    "talk",
    "person",
    "library",
    "file_words",
    "periods",
    # What an overview may be asked of (risks, duties …): the words of the question, and the wordings of the sentences.
    "aspect_words",
    "aspect_wordings",
]
# English name of a language: how it is called. Unit of an organisation: what it is called. Verb in the third person: in the
# first. What amounts are measured in, and which words speak of a weight or a distance; days of the week, by their numbers from
# Monday; stretches of time, as nouns, and as what happens once in each; thousands; and which words ask for which kind of amount.
# What a question asks for (a place, a person, a day), by its words and by a column's head.
Table = Literal[
    "language_names",
    "units",
    "verbs",
    "measures",
    "dimensions",
    "weekdays",
    "stretches",
    "paces",
    "scales",
    "amount_kinds",
    "comparatives",
    "asked_things",
    "head_things",
    "plurals",
    # Short forms that people write for longer words: a "phone" is a telephone.
    "short_forms",
    # Past forms that no rule makes, where they are no other word.
    "verb_forms",
]
FOLDER = Path(__file__).parent / "lexicons"


_HEADING = re.compile(r"^\[(\w+)\]$", re.MULTILINE)
_PART = re.compile(r"\{([a-z]+)\}")


@cache
def languages() -> tuple[str, ...]:
    """ISO 639-1 codes of the languages that have a file."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))


@cache
def ordered(name: WordList, language: str) -> tuple[str, ...]:
    """The words of one language in the file's order; none where it has no such list."""
    return tuple(sections(language).get(name, "").split())


@cache
def words(name: WordList) -> frozenset[str]:
    """The words of all languages together, as they are written and as `fold` leaves them ("für", "fur")."""
    written = [word for language in languages() for word in ordered(name, language)]
    return frozenset([*written, *map(fold, written)])


@cache
def phrases(name: PhraseList) -> tuple[str, ...]:
    """The phrases of all languages together."""
    return tuple(line for language in languages() for line in sections(language).get(name, "").splitlines())


@cache
def alternatives(name: PatternList) -> str:
    """The alternatives of all languages as one regular expression, without a group around them."""
    return "|".join(
        line for language in languages() for line in sections(language).get(name, "").splitlines()
    )


@cache
def openings(language: str) -> re.Pattern[str]:
    """What may stand before a question in one language, as one expression."""
    lines = sections(language).get("polite_openings", "").splitlines()
    return re.compile(f"(?:{'|'.join(_filled(line, language) for line in lines) or '(?!)'})", re.IGNORECASE)


@cache
def rules(name: RuleList, language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The rules of one language, (name, expression), in the file's order; none where it has no such list."""
    lines = (line.split(": ", 1) for line in sections(language).get(name, "").splitlines())
    return tuple(
        (each, re.compile(_filled(expression, language), re.IGNORECASE)) for each, expression in lines
    )


def _filled(expression: str, language: str) -> str:
    """The expression with the parts that it names; `comparative` is any of the language's own table of them."""
    parts = dict(line.split(": ", 1) for line in sections(language).get("rule_parts", "").splitlines())
    rows = (line.split(": ", 1)[1] for line in sections(language).get("comparatives", "").splitlines())
    parts["comparative"] = f"(?:{one_of(word for row in rows for word in row.split())})"
    while named := set(_PART.findall(expression)):
        for part in named:
            expression = expression.replace(f"{{{part}}}", parts[part])
    return expression


@cache
def table(name: Table) -> dict[str, str]:
    """Each word of all languages, as it is written and as `fold` leaves it, to the name that its line begins with."""
    lines = [line for language in languages() for line in sections(language).get(name, "").splitlines()]
    rows = [line.split(": ", 1) for line in lines]
    written = {word: row_name for row_name, row_words in rows for word in row_words.split()}
    return {fold(word): row_name for word, row_name in written.items()} | written


def one_of(texts: Iterable[str]) -> str:
    """A regular expression for any of the texts, the longest first; without a group around it."""
    return "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))


@cache
def sections(language: str) -> dict[str, str]:
    """The lists of one language's file, as they are written."""
    text = (FOLDER / f"{language}.txt").read_text(encoding="utf-8")
    _, *parts = _HEADING.split(text)
    return {name: body.strip() for name, body in zip(parts[::2], parts[1::2], strict=True)}
