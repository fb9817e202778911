"""What a program is told where something goes wrong: the status, one sentence with what to do, a code. Never a traceback."""

import logging

from starlette.responses import JSONResponse

from ragdesk.domain.errors import (
    BusyError,
    ModelError,
    RagdeskError,
    UnknownIdError,
    UsageError,
)
from ragdesk.front.web.wording import t, told_apart
from ragdesk.serve.door import problem
from ragdesk.serve.turns import AGAIN_SECONDS

log = logging.getLogger(__name__)

# The first that fits.
_STATUS: tuple[tuple[type[RagdeskError], int], ...] = (
    (UnknownIdError, 404),
    (UsageError, 400),
    (BusyError, 429),
    (ModelError, 503),
)


def explained(error: Exception) -> tuple[int, str, str]:
    """The status, the sentence and the code of what went wrong; what nobody expected stands in the log."""
    if isinstance(error, RagdeskError):
        status = next((status for kind, status in _STATUS if isinstance(error, kind)), 500)
        return status, " ".join(filter(None, told_apart(error))), error.code
    log.error("unexpected at the door", exc_info=error)
    return 500, t("Something unexpected went wrong. The log has the details."), "unexpected"


def failed(error: Exception) -> JSONResponse:
    """The reply to a request that failed."""
    status, sentence, code = explained(error)
    headers = {"retry-after": str(AGAIN_SECONDS)} if status == 429 else None
    return JSONResponse(problem(status, sentence, code), status_code=status, headers=headers)
