"""settings.toml: what a person may change. Unknown keys and values out of bounds are refused."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ragdesk.domain.answers import Stance
from ragdesk.domain.errors import SettingsError

Value = str | int | float
# None takes a key out; several values at once are a table of its own.
Change = Value | Mapping[str, Value] | None
# Some editors put a mark of the byte order before the first letter.
ENCODING = "utf-8-sig"


# A slow and busy laptop takes five minutes to read a long prompt, and three seconds for each of 200 tokens.
ANSWER_SECONDS = 900


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class IngestSettings(_Section):
    max_file_mb: int = Field(200, ge=1, le=100_000, description="larger files are refused")
    parser_seconds: int = Field(600, ge=5, le=86_400, description="a parser that takes longer is ended")
    parser_memory_mb: int = Field(
        1_500, ge=256, le=1_000_000, description="a parser that needs more is ended"
    )
    encode_seconds: int = Field(
        3_600, ge=5, le=864_000, description="a file whose passages take longer to encode is not taken in"
    )
    enrich: str = Field(
        "off",
        pattern="^(off|description|pages)$",
        description="what the model writes before passages while the app is idle: nothing, of each document, of each page too",
    )
    overviews: str = Field(
        "off",
        pattern="^(on|off)$",
        description="whether the model writes summaries of documents while the app is idle",
    )


class SearchSettings(_Section):
    top: int = Field(10, ge=1, le=100, description="hits shown")


class ModelSettings(_Section):
    llm: str = Field("", description="a name from the catalogue or a GGUF file; empty: the default")
    embedder: str = Field("", description="a name from the catalogue or a folder; empty: the default")
    reranker: str = Field(
        "", description="a name from the catalogue or a folder; empty: the default; off: none"
    )
    reader: str = Field(
        "", description="a name from the catalogue or a folder; empty: the default; off: none"
    )
    judge: str = Field("", description="an adapter from the catalogue; empty: the default; off: none")
    writer: str = Field("", description="an adapter from the catalogue; empty: the default; off: none")
    remote_url: str = Field("", description="an OpenAI-compatible server used instead of the local model")
    remote_model: str = Field("", description="the model's name on that server")
    remote_key: str = Field("", description="that server's API key")
    threads: int = Field(0, ge=0, le=256, description="0: as many as there are processors")
    context_tokens: int = Field(4_096, ge=1_024, le=131_072, description="of the local model")
    answer_seconds: int = Field(
        ANSWER_SECONDS, ge=5, le=86_400, description="what the language model takes longer for is given up"
    )


class AnswerSettings(_Section):
    prompt_tokens: int = Field(600, ge=200, le=32_000, description="budget of one prompt")
    answer_tokens: int = Field(200, ge=16, le=4_000, description="longest answer")
    stance: Stance = Field("balanced", description="how sure an answer has to be before it is given")
    quick: str = Field(
        "off", pattern="^(on|off)$", description="whether a short answer is enough, where there is one"
    )


class HandoverSettings(_Section):
    name: str = Field("", max_length=200, description="who is asked what the documents do not answer")
    address: str = Field("", max_length=320, description="that person's mail address")


class MemorySettings(_Section):
    notice: str = Field(
        "on", pattern="^(on|off)$", description="whether what you say of yourself is remembered"
    )
    confidence: float = Field(0.75, ge=0.5, le=1, description="below it, a note is proposed and not written")
    ask_model: str = Field(
        "on", pattern="^(on|off)$", description="while the app is idle, about what no pattern caught"
    )


class LogSettings(_Section):
    level: str = Field("INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$", description="DEBUG logs texts too")


class ServeSettings(_Section):
    enabled: str = Field(
        "off", pattern="^(on|off)$", description="whether other programs may ask while the app is open"
    )
    port: int = Field(8_437, ge=1_024, le=65_535, description="of this computer, where they ask")


class SharedSettings(_Section):
    """A library that desks share (`ragdesk bulk` makes it), read beside the own one."""

    url: str = Field(min_length=1, description="a folder, or s3://bucket/name")
    endpoint: str = Field("", description="the object store's address, where it is not Amazon's")
    region: str = Field("", description="the object store's region, where it has any")
    key_id: str = Field("", description="a key that can read, and nothing else")
    key: str = Field("", description="the secret of that key")

    @property
    def options(self) -> dict[str, str]:
        """As LanceDB takes them; what is not given comes from AWS_… in the environment."""
        given = {
            "aws_endpoint": self.endpoint,
            "aws_region": self.region,
            "aws_access_key_id": self.key_id,
            "aws_secret_access_key": self.key,
            "allow_http": "true" if self.endpoint.startswith("http://") else "",
        }
        return {name: value for name, value in given.items() if value}


class UiSettings(_Section):
    language: Literal["auto", "en", "de"] = Field(
        "auto", description="of the app's own words; auto: the system's"
    )
    theme: Literal["system", "light", "dark"] = Field("system", description="the look of the app")


class Settings(_Section):
    """All settings, with the defaults that the app ships."""

    ingest: IngestSettings = IngestSettings()
    search: SearchSettings = SearchSettings()
    models: ModelSettings = ModelSettings()
    answer: AnswerSettings = AnswerSettings()
    handover: HandoverSettings = HandoverSettings()
    memory: MemorySettings = MemorySettings()
    log: LogSettings = LogSettings()
    serve: ServeSettings = ServeSettings()
    ui: UiSettings = UiSettings()
    libraries: dict[str, SharedSettings] = {}


def load_settings(path: Path) -> Settings:
    """Read settings.toml; a file that is not there means the defaults.

    Raises:
        SettingsError: not TOML, an unknown key, or a value out of bounds, named.
    """
    try:
        raw = tomllib.loads(path.read_text(encoding=ENCODING))
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(
            "{file} cannot be read: {why}.",
            "Mend the file, or delete it to get the defaults.",
            file=path,
            why=error,
        ) from error
    try:
        return Settings.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SettingsError(
            "{path}: {setting}: {why}.",
            "Mend that line, or delete it to get the default.",
            path=path,
            setting=where,
            why=first["msg"],
        ) from error


def change_setting(path: Path, section: str, key: str, value: Value) -> Settings:
    """Set one key in settings.toml; see `change_settings`."""
    return change_settings(path, {(section, key): value})


def change_settings(path: Path, values: Mapping[tuple[str, str], Change]) -> Settings:
    """Set keys in settings.toml, all of them or none, keeping the person's comments, and return the new settings.

    Args:
        values: by (section, key); None takes the key out, so that the default holds.

    Raises:
        SettingsError: the result would not be valid; the file stays as it was.
    """
    load_settings(path)
    document = tomlkit.parse(path.read_text(encoding=ENCODING)) if path.exists() else tomlkit.document()
    for (section, key), value in values.items():
        if value is not None:
            document.setdefault(section, tomlkit.table())[key] = value
        elif section in document:
            document[section].pop(key, None)  # type: ignore[union-attr]
    try:
        settings = Settings.model_validate(document.unwrap())
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SettingsError(
            "{setting}: {why}.",
            "Choose another value; nothing was changed.",
            setting=where,
            why=first["msg"],
        ) from error
    draft = path.with_suffix(".draft")
    try:
        draft.write_text(tomlkit.dumps(document), encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise SettingsError(
            "{path} cannot be written: {why}.",
            "See that the disk has room and lets you write.",
            path=path,
            why=error.strerror,
        ) from error
    finally:
        draft.unlink(missing_ok=True)
    return settings
