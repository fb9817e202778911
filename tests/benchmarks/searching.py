"""Searching a large library against the bare libraries, step by step, and how soon a question's evidence is there."""

from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.measure import Stopwatch, quantile, report, seconds, taking_turns
from ragdesk.answering.finding.rank import collapse, fuse
from ragdesk.app.app import App
from ragdesk.domain.answers import Evidence
from ragdesk.domain.calibration import RETRIEVAL
from ragdesk.domain.ports import Embedder
from ragdesk.domain.search import Scope
from ragdesk.host.paths import open_home
from ragdesk.storage.index.analysis import terms
from ragdesk.storage.index.vectors import Vectors
from ragdesk.storage.index.words import Words
from ragdesk.storage.ledger.ledger import Ledger
from ragdesk.storage.library import Library

LIMIT = 1.3
EVIDENCE_SECONDS = 0.3
TOP = 10


def searching(root: Path, questions: Sequence[str], embedder: Embedder) -> None:
    """The desk's hybrid search over raw LanceDB + raw Tantivy + encoding the query, one after the other."""
    app = App.open(open_home(root))
    works = {
        "ours": lambda query: app.passages.search(query, top=TOP, rerank=False),
        "bare": bare_search(index_of(root), embedder),
    }
    taking_turns(works, questions[:5])
    times = taking_turns(works, questions)
    report("search    ", times["ours"], times["bare"], LIMIT)
    app.close()


def steps(root: Path, questions: Sequence[str], embedder: Embedder) -> None:
    """What each step of a search takes."""
    index, home = index_of(root), open_home(root)
    vectors, words = Vectors(index / "vectors", embedder.dimensions), Words(index / "words")
    on_disk = Vectors(index / "vectors", embedder.dimensions, cache_bytes=0)
    ledger = Ledger(home.ledger, home.incoming)
    print(f"  reading the vectors into memory, once: {seconds(vectors.warm) * 1e3:.0f} ms")
    watch = Stopwatch()
    with Library.open(home, embedder.fingerprint, embedder.dimensions) as library:
        library.warm()
        for query in questions:
            with watch("encode"):
                [vector] = embedder.encode([query])
            with watch("languages"):
                languages = ledger.documents.languages()
            with watch("vectors, in memory"):
                by_vector = vectors.search(vector, RETRIEVAL.candidates)
            with watch("words, Tantivy"):
                by_words = words.search(query, RETRIEVAL.candidates, languages=languages)
            with watch("ledger, both lists"):
                for found in (by_vector, by_words):
                    ledger.chunks.ready([chunk_id for chunk_id, _ in found])
            ours = library.search_vector(vector, RETRIEVAL.candidates, Scope())
            theirs = library.search_words(query, RETRIEVAL.candidates, Scope())
            with watch("fusion"):
                fused = fuse(ours, theirs)
            with watch("collapsing copies"):
                collapse(fused, TOP)
    for query in questions[: len(questions) // 4]:  # apart, because it empties the processor's caches
        [vector] = embedder.encode([query])
        with watch("vectors, on disk"):
            on_disk.search(vector, RETRIEVAL.candidates)
    watch.report()


def evidence(root: Path, questions: Sequence[str]) -> None:
    """From asking in a new conversation to the evidence, with everything that is kept of it."""
    app = App.open(open_home(root))
    before = {conversation.id for conversation in app.conversations.all()}

    def shown(question: str) -> None:
        events = app.answers.ask(question)
        if not any(isinstance(event, Evidence) for event in events):
            raise SystemExit("no evidence came")
        events.close()

    for question in questions[:3]:
        shown(question)
    times = [seconds(lambda question=question: shown(question)) for question in questions]  # type: ignore[misc]
    for conversation in app.conversations.all():
        if conversation.id not in before:
            app.library.conversations.delete(conversation.id)
    app.close()
    for label, share in (("p50", 0.5), ("p95", 0.95)):
        print(f"evidence   {label} {quantile(times, share):.3f} s (at most {EVIDENCE_SECONDS})", flush=True)


def index_of(root: Path) -> Path:
    [folder] = (root / "index").glob("*/*")
    return folder


def bare_search(index: Path, embedder: Embedder) -> Callable[[str], None]:
    """What a plain program would do: encode, search LanceDB, search Tantivy, no text fetched.

    It is spared what ours does besides: it searches one field of six, in one language, and counts nothing.
    """
    import lancedb
    import tantivy

    table = lancedb.connect(index / "vectors").open_table("chunks")
    words = tantivy.Index.open(str(index / "words"))
    searcher = words.searcher()

    def search(query: str) -> None:
        vector = embedder.encode([query])[0]
        nearest = table.search(vector).distance_type("dot").limit(RETRIEVAL.candidates)
        nearest.select(["chunk_id", "_distance"]).to_arrow()
        clauses = [
            (tantivy.Occur.Should, tantivy.Query.term_query(words.schema, "text", term))
            for term in terms(query, "english", asking=True)
        ]
        found = searcher.search(tantivy.Query.boolean_query(clauses), RETRIEVAL.candidates, count=False)
        for _, address in found.hits:
            searcher.doc(address)

    return search
