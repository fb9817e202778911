"""What can go wrong, by consequence. Every error carries what happened and what to do.

    RagdeskError                  .message, .hint, .code
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
    ├── StoreError                ledger, index or archive cannot be used
    │   └── HomeTooNewError       written by a newer RAGDesk
    ├── SettingsError             settings.toml has an unknown key or a bad value
    └── BusyError                 another process is writing; try again

Third-party exceptions are turned into these where the library is called, with `raise … from`.
"Not found in your documents" is a verdict, never an exception.
"""


class RagdeskError(Exception):
    """Base of all errors shown to a person: `message` says what happened, `hint` what to do."""

    code = "error"

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} hint: {self.hint}"

    def __reduce__(self) -> tuple[type["RagdeskError"], tuple[str, str]]:
        """Errors cross process borders (parsers run in children), so both fields are pickled."""
        return type(self), (self.message, self.hint)


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


class StoreError(RagdeskError):
    code = "store"


class HomeTooNewError(StoreError):
    code = "home_too_new"


class SettingsError(RagdeskError):
    code = "settings"


class BusyError(RagdeskError):
    code = "busy"
