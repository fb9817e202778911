"""Problems as the ledger keeps them: JSON, and plain text where there is nothing but a sentence.

Homes of before hold finished English sentences, which are read as they are.
"""

import json
from typing import Any

from ragdesk.domain.errors import Problem


def stored(problem: Problem) -> str:
    """What is written into a column."""
    if not problem.hint_template and not problem.values:
        return problem.template
    return json.dumps(_as_json(problem), ensure_ascii=False)


def restored(text: str | None) -> Problem | None:
    """What was written there; None for no problem."""
    if not text:
        return None
    try:
        return _from_json(json.loads(text))
    except (ValueError, KeyError, TypeError):
        return Problem(text)


def _as_json(problem: Problem) -> dict[str, Any]:
    values = {
        name: _as_json(value) if isinstance(value, Problem) else value
        for name, value in problem.values.items()
    }
    return {
        "message": problem.template,
        "hint": problem.hint_template,
        "code": problem.code,
        "values": values,
    }


def _from_json(row: dict[str, Any]) -> Problem:
    values = {
        name: _from_json(value) if isinstance(value, dict) else value for name, value in row["values"].items()
    }
    return Problem(row["message"], row["hint"], row["code"], **values)
