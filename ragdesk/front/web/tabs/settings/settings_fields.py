"""Every key of settings.toml as the page says it: its name, its meaning, its choices. The bounds and defaults are those of
`ragdesk.host.settings`."""

from dataclasses import dataclass

from annotated_types import Ge, Le

from ragdesk.front.web.wording import mark, number, t
from ragdesk.host.settings import Settings, Value


@dataclass(frozen=True, slots=True)
class Field:
    """A key of settings.toml on the page. `choices`: (value, words); none of them: a number or a text."""

    section: str
    key: str
    label: str
    meaning: str
    choices: tuple[tuple[str, str], ...] = ()
    secret: bool = False

    @property
    def place(self) -> tuple[str, str]:
        return self.section, self.key


_ON_OFF = (("on", mark("On")), ("off", mark("Off")))

FORMS: dict[str, tuple[Field, ...]] = {
    "models": (
        Field(
            "models",
            "threads",
            mark("Processors"),
            mark("How many the models may use; 0: all of them."),
        ),
        Field(
            "models",
            "context_tokens",
            mark("Context of the language model (tokens)"),
            mark("What it can hold in mind at once; more needs more memory."),
        ),
        Field(
            "models",
            "answer_seconds",
            mark("Longest time for an answer of the language model (seconds)"),
            mark("It is given up then; a slow computer or server may need more for long answers."),
        ),
        Field(
            "models",
            "remote_url",
            mark("Model server (address)"),
            mark(
                "An OpenAI-compatible server instead of the local model. Questions and passages then go there."
            ),
        ),
        Field("models", "remote_model", mark("Model's name on that server"), mark("As the server calls it.")),
        Field(
            "models", "remote_key", mark("Key of that server"), mark("Kept in settings.toml."), secret=True
        ),
    ),
    "answers": (
        Field(
            "answer",
            "stance",
            mark("Answer strictness"),
            mark(
                "Cautious says “not found” sooner, helpful later. It can be changed beside each question, too."
            ),
            (
                ("cautious", mark("Cautious")),
                ("balanced", mark("Balanced")),
                ("helpful", mark("Helpful")),
            ),
        ),
        Field(
            "answer",
            "quick",
            mark("Short answers"),
            mark("When one sentence answers the question, show that sentence and do not wait for the model."),
            (("off", mark("Off")), ("on", mark("On"))),
        ),
        Field(
            "search", "top", mark("Passages that a search shows"), mark("In Library and on the command line.")
        ),
        Field(
            "answer",
            "prompt_tokens",
            mark("Context size (tokens)"),
            mark("More passages can help with wide questions, and make every answer slower."),
        ),
        Field(
            "answer",
            "answer_tokens",
            mark("Maximum answer length (tokens)"),
            mark("A longer answer is cut there."),
        ),
    ),
    "documents": (
        Field(
            "ingest",
            "max_file_mb",
            mark("Largest file (MB)"),
            mark("Larger ones are refused. For files dropped on this page, from the next start on."),
        ),
        Field(
            "ingest",
            "parser_seconds",
            mark("Longest time for reading one file (seconds)"),
            mark("Reading is ended then; long scans may need more."),
        ),
        Field(
            "ingest",
            "parser_memory_mb",
            mark("Most memory for reading one file (MB)"),
            mark("Reading is ended when it needs more."),
        ),
        Field(
            "ingest",
            "encode_seconds",
            mark("Longest time for encoding one file (seconds)"),
            mark("A file that needs longer is not taken in; others overtake it meanwhile."),
        ),
        Field(
            "ingest",
            "enrich",
            mark("Let the model describe documents"),
            mark("It helps searching and takes hours for a large library, while the app is idle."),
            (("off", mark("No")), ("description", mark("Each document")), ("pages", mark("Each page, too"))),
        ),
        Field(
            "ingest",
            "overviews",
            mark("Write summaries ahead"),
            mark("While the app is idle, the newest document first; each takes a few minutes."),
            (("off", mark("Off")), ("on", mark("On"))),
        ),
    ),
    "people": (
        Field(
            "handover",
            "name",
            mark("Who is asked what the documents do not answer"),
            mark("A person's or an office's name."),
        ),
        Field(
            "handover",
            "address",
            mark("That person's mail address"),
            mark("For the message that you send yourself; RAGDesk sends nothing."),
        ),
        Field(
            "memory",
            "notice",
            mark("Remember what you say of yourself"),
            mark("In two files on this computer; see Memory."),
            _ON_OFF,
        ),
        Field(
            "memory",
            "confidence",
            mark("How sure a note has to be"),
            mark("Below it, you are asked before it is written."),
        ),
        Field(
            "memory",
            "ask_model",
            mark("Let the model look for notes"),
            mark("While the app is idle, in messages in which no pattern found any."),
            _ON_OFF,
        ),
    ),
    "help": (
        Field(
            "log",
            "level",
            mark("What the log holds"),
            mark("“Everything” also keeps texts of questions and documents."),
            (
                ("ERROR", mark("Errors")),
                ("WARNING", mark("Warnings")),
                ("INFO", mark("Events (default)")),
                ("DEBUG", mark("Everything")),
            ),
        ),
    ),
}
# Reached by other parts of the page: the list of models, the switch for other programs, and the choice of language and look.
ELSEWHERE = {
    ("models", "llm"),
    ("models", "embedder"),
    ("models", "reranker"),
    ("models", "reader"),
    ("models", "judge"),
    ("models", "writer"),
    ("serve", "enabled"),
    ("serve", "port"),
    ("ui", "language"),
    ("ui", "theme"),
}


def default(field: Field) -> Value:
    """What holds where settings.toml says nothing."""
    value: Value = getattr(getattr(Settings(), field.section), field.key)
    return value


def bounds(field: Field) -> tuple[float, float] | None:
    """The least and the greatest value of a number; None for others."""
    section = type(getattr(Settings(), field.section))
    stated = section.model_fields[field.key].metadata
    low = next((bound.ge for bound in stated if isinstance(bound, Ge)), None)
    high = next((bound.le for bound in stated if isinstance(bound, Le)), None)
    return None if low is None or high is None else (float(low), float(high))  # type: ignore[arg-type]


def meaning(field: Field) -> str:
    """The field's meaning, bounds and default, in one line."""
    limits, usual = bounds(field), default(field)
    sentences = [t(field.meaning)]
    if limits:
        low, high = map(number, limits)
        sentences.append(t("{low} to {high}.", low=low, high=high))
    if usual != "" and not field.choices:
        sentences.append(t("Default: {value}.", value=usual if isinstance(usual, str) else number(usual)))
    return " ".join(sentences)
