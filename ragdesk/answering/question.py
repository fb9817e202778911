"""Whether a question can be asked at all. Apart from what understands it, which takes longer to import."""

from ragdesk.domain.errors import QuestionError

MAX_QUESTION = 4_000


def check_question(question: str) -> str:
    """The question without surrounding space.

    Raises:
        QuestionError: empty, or longer than MAX_QUESTION characters.
    """
    question = question.strip()
    if not question:
        raise QuestionError("The question is empty.", "Write what you want to know.")
    if len(question) > MAX_QUESTION:
        raise QuestionError(
            "The question has {count:,} characters; at most {most:,} can be asked.",
            "Shorten it, or add the long text as a document and ask about it.",
            count=len(question),
            most=MAX_QUESTION,
        )
    return question
