"""axe-core in a page: its violations of WCAG 2.2 A and AA. Put there by the browser's own debugging door, because the page's
policy lets no script in."""

import json
from collections.abc import Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa")
# The rules that look at colours.
COLOURS = ("color-contrast", "link-in-text-block")


def violations(page: Any, rules: Sequence[str] = ()) -> list[str]:
    """What breaks a rule (of WCAG, or of `rules` alone) as the page stands: the rule, where, and why, one element a line."""
    session = page.context.new_cdp_session(page)
    try:
        if _value(session, "typeof axe") == "undefined":
            _value(session, AXE_SCRIPT + "; 0")
        chosen = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": TAGS}
        options = {"runOnly": chosen, "resultTypes": ["violations"]}
        run = f"axe.run(document, {json.dumps(options)}).then(found => JSON.stringify(found.violations))"
        found = json.loads(_value(session, run))
    finally:
        session.detach()
    return [
        f"{rule['id']}: {' '.join(map(str, node['target']))}: {node['html'][:160]}: {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def _value(session: Any, expression: str) -> Any:
    answer = session.send(
        "Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True}
    )
    assert "exceptionDetails" not in answer, answer["exceptionDetails"]
    return answer["result"].get("value")
