"""The JSON that other programs get, as types: what OpenAPI and MCP say of it, and what a request may hold.

The objects are the contract's own (`front/contract.py`); a field that is not named here is passed on all the same.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ragdesk.text.clean import replace_surrogates

MOST_MESSAGES, MOST_HITS, MOST_CHARS = 500, 100, 100_000
Json = dict[str, Any]
# What a program writes: JSON can name halves of characters, which no stream carries.
Words = Annotated[str, AfterValidator(replace_surrogates)]


class _Passed(BaseModel):
    model_config = ConfigDict(extra="allow")


class CitationShape(_Passed):
    """A quote that stands in a document, word for word, at these offsets of its text."""

    number: int
    document_id: str
    document: str = Field(description="the file's name")
    title: str
    page: int | None
    section: str
    quote: str
    char_start: int
    char_end: int


class HitShape(_Passed):
    """A passage that a search found."""

    rank: int
    score: float
    document_id: str
    document: str
    section: str
    page_start: int | None
    page_end: int | None
    text: str
    char_start: int
    char_end: int


class FoundShape(_Passed):
    """What a search found, the best first."""

    query: str
    hits: list[HitShape]
    seconds: float


class AnswerShape(_Passed):
    """A checked answer. Verdicts: answered (every sentence without a citation is marked), unsupported, not_found, told (by the
    app itself, of its library); unfinished: time was over, and `hits` is the evidence."""

    question: str
    answer: str
    verdict: Literal["answered", "unsupported", "not_found", "told", "unfinished"]
    citations: list[CitationShape]
    hits: list[HitShape]


class DocumentShape(_Passed):
    """A document of the library."""

    document_id: str
    name: str
    title: str
    kind: str
    language: str
    pages: int
    collections: list[str]
    added_at: str


class DocumentsShape(_Passed):
    """Documents, the newest first; `next`: the offset of those after them, null where there are none."""

    documents: list[DocumentShape]
    total: int
    next: int | None


class TextShape(_Passed):
    """A stretch of a document's text; `next`: where it goes on, null at its end."""

    document: DocumentShape
    text: str
    char_start: int
    char_end: int
    chars: int
    next: int | None


class SearchRequest(BaseModel):
    """What is searched for, and where."""

    query: Words
    limit: int = Field(10, ge=1, le=MOST_HITS)
    mode: Literal["hybrid", "vector", "words"] = "hybrid"
    collection: Words = Field("", description="look only in this collection")
    documents: list[Words] = Field(
        [], max_length=MOST_HITS, description="look only in these documents, by id"
    )


class PartShape(BaseModel):
    """A part of a message's content."""

    type: Words
    text: Words = ""


class MessageShape(BaseModel):
    """A message of a conversation. Those of other roles than user and assistant are passed over."""

    role: Words
    content: Words | list[PartShape] | None = None

    @property
    def text(self) -> str:
        """Its words."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.type == "text")
        return self.content or ""

    @property
    def pictures(self) -> bool:
        return isinstance(self.content, list) and any(part.type != "text" for part in self.content)


class StreamOptions(BaseModel):
    include_usage: bool = False


class ChatRequest(BaseModel):
    """As OpenAI's; what is not named here (temperature, tools, …) is passed over, since the code decides and checks."""

    model: Words = "ragdesk"
    messages: list[MessageShape] = Field(min_length=1, max_length=MOST_MESSAGES)
    stream: bool = False
    stream_options: StreamOptions | None = None
    n: int | None = Field(1, ge=1, le=1)


class ModelShape(BaseModel):
    """The library, or one collection of it, as something that can be asked."""

    id: str
    object: Literal["model"] = "model"
    created: int
    owned_by: Literal["ragdesk"] = "ragdesk"


class ModelsShape(BaseModel):
    object: Literal["list"] = "list"
    data: list[ModelShape]


class UsageShape(BaseModel):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ChatShape(_Passed):
    """OpenAI's chat completion. The sources stand in the message's text, in its `annotations`, and whole in `ragdesk`."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: list[Json]
    usage: UsageShape
    ragdesk: AnswerShape
