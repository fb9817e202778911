"""Numbers that were chosen by measuring and hold for any model."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RetrievalNumbers:
    # docs/lab/embedder.md, "Words 0.5 …": what words count for against vectors, 0 to 1. Half is neutral too.
    words_weight: float = 0.5
    # docs/lab/languages.md, "Vectors count less for what the embedder does not know".
    foreign_words_weight: float = 0.8
    # Of the glossary's words for a question beside its translation; not measured against other weights.
    glossary_weight: float = 0.7
    # docs/lab/retrieval.md, "Fusion": candidates from each engine, so that a passage that only one likes is fused.
    candidates: int = 100
    # docs/lab/retrieval.md, "Reranking": 20 bring hit@5 0.013 more than 10 over eleven sets, and take twice as long.
    reranked: int = 20
    # docs/lab/retrieval.md, "Reranking", without a model: the share of the question's words in the passage, in its best
    # sentence, and next to each other.
    passage_weight: float = 0.2
    sentence_weight: float = 0.2
    neighbours_weight: float = 0.2
    # docs/lab/retrieval.md, "Tables beside what was found": chunks before and after a hit in which a named row is looked for, and
    # how many of those that hold one are read.
    beside: int = 2
    tables: int = 2


@dataclass(frozen=True, slots=True)
class FollowUpNumbers:
    # docs/lab/conversations.md, "A soft mixture instead of a decision": the weight of the question with the turn before it,
    # where it leans on that turn and where it stands alone; the question by itself has 1.
    leaning: float = 0.8
    standing: float = 0.3
    # The same: turns of the person that are searched with, and words of each (a pasted page would drown the question).
    turns: int = 2
    turn_words: int = 50
    # The same: fewer content words than `few` cannot name a subject and ask about it; from `many` on they do, pronoun or not.
    few: int = 4
    many: int = 6
    # docs/lab/conversations.md, "Short, but about something else": content words from which a question may be about them alone.
    alone: int = 2
    # The same: by so much (logits) the best passage has to be better for it alone than after the turn before, to go first.
    clearer: float = 3.0
    # docs/lab/conversations.md, "Around what was cited": chunks before and after a citation, and how many of them are read.
    reach: int = 2
    around: int = 3


@dataclass(frozen=True, slots=True)
class GateNumbers:
    # docs/lab/gate.md, "The gate": hits looked at; more let an off-topic question collect its words from many places.
    hits: int = 3
    # docs/lab/gate.md, "The gate": without a measured embedder, the share of the question's words that must be there.
    coverage: float = 0.5
    # docs/lab/gate.md, "Languages that the reranker does not know": the same in a script that no model here reads.
    foreign_coverage: float = 0.18
    # And where each character is looked for: more of them stand in any text.
    foreign_coverage_characters: float = 0.35


@dataclass(frozen=True, slots=True)
class SupportNumbers:
    """docs/lab/support.md, "Support" and "0.8 instead of 0.6". Coverage is a share, weighted by rarity, of content words."""

    # Of a sentence, in its quotes; less where the embedder takes the quote for a paraphrase.
    coverage: float = 0.8
    coverage_close: float = 0.3
    # Of what the sentence says beyond the question: words of the question in a quote do not bear out what is new.
    coverage_new: float = 0.8
    # Of a sentence that says nothing beyond the question ("Yes, it is safe to …"), in the quote itself, without its title.
    coverage_echo: float = 0.8
    # Of the question, in the quotes of an answer of at most `short` words: "Japan" stands in many places.
    coverage_asked: float = 0.5
    short: int = 3
    # From this probability on, that the quote answers the question, only what is new in the sentence must stand in it.
    answers: float = 0.5
    # Of the sentence's weight, that a second quote must add.
    gain: float = 0.25
    # What a second unit in one quote must bring to be worth reading.
    length_cost: float = 0.08
    # Ranking of quotes: nearness in meaning beside shared words, and the question's words beside the sentence's.
    meaning: float = 0.5
    question: float = 0.2
    # Quotes that are compared by meaning, after the words have chosen them.
    shortlist: int = 12


@dataclass(frozen=True, slots=True)
class NearestNumbers:
    # docs/lab/support.md, "The nearest sentence": without a measured reranker, the share of the question's weight in it.
    coverage: float = 0.5
    # With fewer content words a unit is a label or the rest of a line, and says nothing by itself; a whole sentence is none.
    fewest_words: int = 4
    fewest_in_sentence: int = 2
    # A sentence that points back is judged with the one before it, which is the better line where it alone is about as probable.
    hardly_less: float = 0.05


@dataclass(frozen=True, slots=True)
class ComposedNumbers:
    """docs/decisions/0043-composed-answers.md. Probabilities are of a quote, that it answers (`AnswerFit.of_unit`)."""

    # Hits whose lists, tables and sentences are looked at.
    hits: int = 6
    # From here on a list, judged as one piece, is what was asked for.
    answers: float = 0.4
    # Or the language model takes it for the answer with these log-odds.
    leaning: float = 1.1
    # Of a look-up it is the answer from these on, where the best sentences have no higher ones. And no list is the answer whose
    # log-odds are so much below those of a sentence that the reranker finds better.
    preferred: float = 1.0
    denied: float = 1.0
    # As long as no single sentence is so much surer.
    behind: float = 0.25
    # Lists that lie no further apart are equally good. Of so many at most that lie no further apart than this, the language model
    # says which answers.
    alike: float = 0.05
    close: float = 0.2
    asked: int = 3
    # An inner list takes the place of the whole with this share of the question's words that the whole holds.
    inner: float = 0.75
    # Of a list with at least so many items the best one is not meant alone where half of the others are within this (logits).
    fewest_items: int = 3
    among_equals: float = 4.0
    # From here on a sentence is an item of a scattered list, which has at least so many.
    scattered: float = 0.6
    fewest_scattered: int = 3
    # From here on a sentence decides yes or no; with this share of the question's words in it.
    decides: float = 0.7
    shared_no: float = 0.5
    shared_yes: float = 0.75
    # From here on a sentence is what a side of a comparison is answered with; where it is the only side.
    side: float = 0.5
    alone: float = 0.7
    # Where all sides state an amount of the kind that is asked for.
    parallel: float = 0.1
    # Below these log-odds of the language model's it is not.
    side_denied: float = 0.0
    # The share of a side's own words that name it.
    named: float = 0.5
    # A document that names one side so many times as often as any other speaks of that one.
    of_document: float = 3.0
    # Another sentence of a side's is shown, too, where it is so much less sure at most.
    tied: float = 0.1
    # A column of bands ("20 to 49"): with so many of its filled cells.
    mostly_bands: float = 0.6
    # A column of dates or months: so many of its cells are one.
    mostly_months: float = 0.75
    # With a larger share of empty cells it is a page's columns that were taken for a table.
    empty: float = 0.3


@dataclass(frozen=True, slots=True)
class CellNumbers:
    """docs/lab/tables.md: chosen, not fitted, but for those of clauses. Probabilities are of a sentence, that it answers the
    question of a column."""

    # From here on its value stands; from `unsure` on it is shown as unsure; below, the document does not say.
    found: float = 0.5
    unsure: float = 0.25
    # Below it the language model is not asked either; sentences that it reads.
    hopeless: float = 0.05
    read: int = 2
    # Another sentence that is so much worse, at most, answers as well: its value is shown, too, where it differs.
    equal: float = 0.03
    # Values that one cell shows.
    most_values: int = 4
    # Without a measured reranker: the share of the question's weight in the sentence.
    covered: float = 0.5
    # Clauses, docs/lab/tables.md, "Yes or no": characters between the words that are looked for, and of a sentence that are read;
    # sentences that the reranker orders; below this logit of the best one it is unsure whether it is such a clause.
    clause_reach: int = 160
    longest_clause: int = 1_500
    most_clauses: int = 24
    clause_logit: float = -9.5
    # Columns are proposed of what this share of the documents has, and two at least.
    common: float = 0.5


@dataclass(frozen=True, slots=True)
class ExcerptNumbers:
    """docs/lab/prompt.md, "How much evidence". Sizes in tokens of the language model."""

    # A smaller piece says too little to be read.
    least: int = 40
    # The number in brackets and the blank line.
    frame: int = 6
    # Passages that are read however far below the best one they lie.
    always: int = 2


@dataclass(frozen=True, slots=True)
class OverviewNumbers:
    """docs/lab/overview.md, "Key points". What a sentence is worth is added to its cosines, -1 to 1, with its part and with the
    whole.
    """

    # Cutting a document into parts: what a section's beginning is worth, and what a part costs that is too small, both in the
    # variance of a passage.
    section_gain: float = 0.5
    small_part: float = 4.0
    # A sentence has so many letters and so few capitals, of its characters, and of the small words (the, of, is) at least this
    # part of what the document's sentences usually have: else it is figures, a heading, an address.
    least_letters: float = 0.6
    most_capitals: float = 0.4
    small_words: float = 0.4
    # A word in this share of the passages is no topic of its own.
    everywhere: float = 0.25
    # Points of a summary: the fewest, one more from each of these numbers of sentences on, the most; of what a document is
    # about; and the passages that count as its opening for that.
    fewest_points: int = 6
    lengths: tuple[int, ...] = (15, 30, 60, 120)
    most_points: int = 10
    subject_points: int = 8
    opening: int = 4
    # A section that a question names says something with so many sentences; with more than this share of the document's it is the
    # document. The least harmonic mean of what its heading has of the question's words, and the question of the heading's.
    named_sentences: int = 2
    named_share: float = 0.8
    named_alike: float = 0.6
    # Sections of a written overview: the fewest sentences of the document that one stands for, on an average, how many make one
    # more, and the most sections; characters of each that the language model reads.
    fewest_in_section: int = 3
    enough_in_section: int = 15
    most_sections: int = 12
    section_chars: int = 1_000
    # Of the points, those out of a section that sums up the document itself.
    summary_share: float = 0.5
    # Sentences of a part that are compared one by one.
    shortlist: int = 12
    # What nearness to the whole document counts beside nearness to the part.
    whole: float = 0.5
    # What it counts that other places say it too, by so many of the nearest passages.
    restated: float = 1.5
    nearest: int = 3
    # What it counts that a sentence speaks in the document's own frequent words.
    common: float = 0.2
    # What nearness to a chosen point costs.
    repeats: float = 0.5
    # A sentence that begins a section, begins a paragraph, says what the document is for; one that leans on the sentence
    # before it; one that stands in every contract; one in a cell of a table; each mention of another place ("see section 5").
    begins_section: float = 0.1
    begins_paragraph: float = 0.06
    says_purpose: float = 0.15
    leans: float = 0.12
    boilerplate: float = 0.4
    in_cell: float = 0.12
    refers: float = 0.05
    # Words up to which a longer sentence says more, and from which it is a burden; what they are worth.
    enough_words: int = 18
    many_words: int = 35
    length: float = 0.1
    each_more: float = 0.004
    # A number in it, up to two.
    number: float = 0.04
    # That it says what was decided, where sentences of at least so many sections do: minutes.
    decides: float = 0.2
    deciding: int = 3


@dataclass(frozen=True, slots=True)
class UnderNumbers:
    """docs/lab/overview.md, "Seen under a word". What a sentence is worth is the sum of these."""

    # Of the points that a summary would have, so many at most: what is seen under a word is less than the whole.
    share: float = 0.8
    # Sentences that are read one by one.
    most_read: int = 60
    # The rank that the reranker gives it, 0 to 1; without one, its cosine with the question.
    meaning: float = 0.5
    # With so many sentences worded as what is looked for is, these alone are chosen from, as key points are.
    enough: int = 5
    # So many sentences under a heading that names the aspect alone say what there is to say, where all can be shown.
    enough_of_section: int = 2
    # For these: its passage is the nearest to the question, 0 to 1; it says so plainly ("the tenant shall").
    near: float = 0.1
    plainly: float = 0.3
    # It is worded so; it stands under such a heading; it has the words of the topic.
    worded: float = 0.4
    in_heading: float = 0.2
    topic: float = 0.3
    # What nearness to a chosen point costs, and coming from its section, and speaking of the same party.
    repeats: float = 0.15
    same_section: float = 0.05
    same_party: float = 0.08
    # Of the best one's worth: with less it is not about what was asked.
    least: float = 0.4
    # Where so many of the first ones are of one section, that is what was asked for, if it is no more than a share of the whole.
    first: int = 5
    of_one: int = 3
    section_share: float = 0.5


@dataclass(frozen=True, slots=True)
class PaceNumbers:
    """docs/lab/prompt.md, "How much evidence": how long a prompt may be on this machine."""

    # A person waits so long for the first word, at most.
    seconds: float = 10.0
    # Tokens; with fewer there is no room for the fixed part of the prompt and one passage.
    least: int = 450
    # The share of the newest observation in the estimate; readings with fewer tokens say nothing.
    newest: float = 0.5
    enough: int = 100


@dataclass(frozen=True, slots=True)
class SpellingNumbers:
    """docs/lab/spelling.md. Similarities are Ratcliff and Obershelp's (`difflib`), 0 to 1."""

    letters: int = 5  # shorter words are close to too many others
    # "wuold" and "would" have .80: one slip apart. "recieve" and "receive" .86, "tempature" and "temperature" .90.
    near: float = 0.75
    alike: float = 0.83
    # Of what has a capital letter wherever it stands, as names do: Schmitt (.86) is not Schmidt, "nortgate" (.94) is Northgate.
    name_letters: int = 7
    name_alike: float = 0.9


@dataclass(frozen=True, slots=True)
class ExportBounds:
    """docs/lab/engines.md, "The embedder's export": cosines to the original that an embedder exported here must reach. The
    default one has a mean of 0.992 and a minimum of 0.982."""

    mean_cosine: float = 0.985
    least_cosine: float = 0.95


RETRIEVAL = RetrievalNumbers()
FOLLOW_UP = FollowUpNumbers()
GATE = GateNumbers()
SUPPORT = SupportNumbers()
NEAREST = NearestNumbers()
COMPOSED = ComposedNumbers()
CELLS = CellNumbers()
EXCERPTS = ExcerptNumbers()
OVERVIEW = OverviewNumbers()
UNDER = UnderNumbers()
PACE = PaceNumbers()
SPELLING = SpellingNumbers()
EXPORT = ExportBounds()
