"""Sets as BEIR lays them out (Thakur et al., "BEIR: A Heterogenous Benchmark for Zero-shot Evaluation of Information Retrieval
Models", 2021): `corpus.jsonl` (_id, title, text), `queries.jsonl` (_id, text), `qrels/*.tsv` (query-id, corpus-id, score)."""

from pathlib import Path

from ragdesk.domain.errors import UsageError
from ragdesk.extras.evaluation.questions import Question, Spot, read_lines
from ragdesk.extras.evaluation.sets import QuestionSet


def read_beir(folder: Path) -> list[QuestionSet]:
    """One set for each qrels file. Nothing is known of the answers, so they are for retrieval alone."""
    queries = {str(item["_id"]): str(item["text"]) for item in read_lines(folder / "queries.jsonl")}
    sets = []
    for file in sorted((folder / "qrels").glob("*.tsv")):
        relevant = _qrels(file)
        questions = tuple(
            Question(name, queries[name], gold=tuple(Spot(file_name(document)) for document in documents))
            for name, documents in relevant.items()
            if name in queries
        )
        shelf = folder.absolute().name
        sets.append(QuestionSet(f"{shelf} {file.stem}", shelf, questions, corpus=folder / "corpus.jsonl"))
    return sets


def _qrels(file: Path) -> dict[str, list[str]]:
    """The relevant documents of each query (a score above 0), in the order of the file."""
    relevant: dict[str, list[str]] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
        fields = line.split("\t")
        if number == 0 and not fields[-1].strip().isdigit():
            continue
        if len(fields) != 3:
            raise UsageError(
                "Line {number} of {file} has not three fields.",
                "Give query-id, corpus-id, score.",
                number=number + 1,
                file=file,
            )
        if int(fields[2]) > 0:
            relevant.setdefault(fields[0], []).append(fields[1])
    return relevant


def write_corpus(corpus: Path, folder: Path) -> None:
    """Each text of the corpus as a small Markdown file; those that are there already are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for item in read_lines(corpus):
        path = folder / file_name(str(item["_id"]))
        if not path.exists():
            path.write_text(f"# {item.get('title') or item['_id']}\n\n{item['text']}\n", encoding="utf-8")


def file_name(identity: str) -> str:
    """The file that a text of the corpus is written to."""
    return "".join(c if c.isalnum() or c in "-_." else "_" for c in identity) + ".md"
