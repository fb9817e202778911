"""What can go wrong, by consequence. Every error carries what happened and what to do.

    RagdeskError                  .message, .hint, .code, .problem
    ├── UsageError                the person asked for something impossible (exit status 2)
    │   ├── QuestionError         empty or too long a question
    │   └── UnknownIdError        no such document, conversation, model
    ├── IngestError               this file cannot be taken in; the batch goes on
    │   ├── UnreadableFileError   damaged, or not what its name says
    │   ├── EncryptedFileError    needs a password
    │   ├── EmptyFileError        no bytes, or no text in it
    │   ├── TooLargeError         over the limit in settings
    │   ├── UnknownFormatError    no parser for it
    │   └── ParserDiedError       the parser crashed, hung or outgrew its memory
    ├── ModelError                a model is missing, damaged or died
    │   ├── ModelMissingError
    │   ├── ModelDamagedError
    │   └── ModelFailedError      the child process or the remote server failed
    │       └── ModelTooSlowError its time was over
    ├── StoreError                ledger, index or archive cannot be used
    │   └── HomeTooNewError       written by a newer RAGDesk
    ├── SettingsError             settings.toml has an unknown key or a bad value
    └── BusyError                 another process is writing; try again

Third-party exceptions are turned into these where the library is called, with `raise … from`.
"Not found in your documents" is a verdict, never an exception.
"""

from collections.abc import Mapping
from dataclasses import dataclass


def mark(text: str) -> str:
    """The text itself; says that it is a template of a `Problem`, so that `make texts` collects it for translation."""
    return text


@dataclass(frozen=True, slots=True, init=False)
class Problem:
    """What is wrong, and what to do about it ("" where nothing can be done): templates with named values, as in
    `Problem("{file} is empty.", "Add it again.", file=name)`, so that the page can word it in the person's language.

    A value may be a problem, which is then worded, too; so is a reason, a text given as `why`. `str()` is the English text.
    """

    template: str
    hint_template: str
    code: str
    values: "dict[str, Value]"

    def __init__(
        self, message: "str | Problem", hint: "str | Problem" = "", /, code: str = "problem", **values: object
    ) -> None:
        given = {name: _value(name, value) for name, value in values.items()}
        # A whole problem in the place of a template: it is its only value.
        if isinstance(message, Problem):
            given["message"], message = message, "{message}"
        if isinstance(hint, Problem):
            given["hint"], hint = hint, "{hint}"
        for name, value in (
            ("template", message),
            ("hint_template", hint),
            ("code", code),
            ("values", given),
        ):
            object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        return hash(str(self))

    @property
    def message(self) -> str:
        return filled(self.template, self.values)

    @property
    def hint(self) -> str:
        return filled(self.hint_template, self.values)

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


Value = str | int | float | Problem


def filled(template: str, values: Mapping[str, object]) -> str:
    """The template with its values; one without values is a finished text, which may hold braces."""
    return template.format_map(values) if values else template


def _value(name: str, value: object) -> Value:
    if isinstance(value, RagdeskError):
        return value.problem
    if isinstance(value, BaseException):
        return _reason(value)
    if name == "why" and isinstance(value, str):
        return Problem(value)
    return value if isinstance(value, str | int | float | Problem) else str(value)


def _reason(error: BaseException) -> Problem:
    """What Python or the system says. Its words for a number of an error can be translated; those with a path in them cannot."""
    if isinstance(error, OSError) and str(error).startswith(
        start := f"[Errno {error.errno}] {error.strerror}"
    ):
        why, place = error.strerror, str(error).removeprefix(start).removeprefix(": ")
        if place:
            return Problem(mark("[Errno {number}] {why}: {path}"), number=error.errno, why=why, path=place)
        return Problem(mark("[Errno {number}] {why}"), number=error.errno, why=why)
    return Problem(str(error))


class RagdeskError(Exception):
    """Base of all errors shown to a person: what happened and what to do, as in `Problem`. `message` and `hint` are English."""

    code = "error"

    def __init__(self, message: str | Problem, hint: str | Problem, /, **values: object) -> None:
        self.problem = Problem(message, hint, code=self.code, **values)
        super().__init__(self.problem.message)

    @property
    def message(self) -> str:
        return self.problem.message

    @property
    def hint(self) -> str:
        return self.problem.hint

    def __str__(self) -> str:
        return f"{self.message} hint: {self.hint}"

    def __reduce__(self) -> tuple[type["RagdeskError"], tuple[str, str], dict[str, Problem]]:
        """Errors cross process borders (parsers run in children): the last part is set as attributes."""
        return type(self), (self.message, self.hint), {"problem": self.problem}


class UsageError(RagdeskError):
    code = "usage"


class QuestionError(UsageError):
    code = "question"


class UnknownIdError(UsageError):
    code = "unknown_id"


class IngestError(RagdeskError):
    code = "ingest"


class UnreadableFileError(IngestError):
    code = "unreadable"


class EncryptedFileError(IngestError):
    code = "encrypted"


class EmptyFileError(IngestError):
    code = "empty"


class TooLargeError(IngestError):
    code = "too_large"


class UnknownFormatError(IngestError):
    code = "unknown_format"


class ParserDiedError(IngestError):
    code = "parser_died"


class ModelError(RagdeskError):
    code = "model"


class ModelMissingError(ModelError):
    code = "model_missing"


class ModelDamagedError(ModelError):
    code = "model_damaged"


class ModelFailedError(ModelError):
    code = "model_failed"


class ModelTooSlowError(ModelFailedError):
    code = "model_too_slow"


class StoreError(RagdeskError):
    code = "store"


class HomeTooNewError(StoreError):
    code = "home_too_new"


class SettingsError(RagdeskError):
    code = "settings"


class BusyError(RagdeskError):
    code = "busy"
