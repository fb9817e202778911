"""Which CSS declarations hold for an element: the page's own style sheets and the element's `style`, by importance, specificity
and order. Sheets that lie elsewhere are not fetched, neither here nor where a person opens the file offline.

tinycss2 reads the sheets, `selecting` and lexbor find the elements of a selector, cssselect2 weighs it. cssselect2's own matching
is not used: it recurses over ancestors and siblings, and pages nest thousands of elements deep.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from ragdesk.ingesting.readers.text.selecting import PageElements, by_commas

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

# Rules of style sheets that are looked at, their selectors, and characters of a sheet: more are made by programs for other pages.
MAX_RULES, MAX_SELECTORS, MAX_SHEET = 500, 5_000, 500_000
# Characters of a selector, and tokens of a declaration's value: no person writes more.
MAX_SELECTOR, MAX_VALUE = 1_000, 100
# Properties by which text can be hidden.
_PROPERTIES = frozenset(
    "display visibility opacity color background background-color background-image font-size text-indent margin-left "
    "margin-top position left top overflow width max-width height max-height clip clip-path transform".split()
)
# Rules inside these hold; those for printers, narrow windows and tastes do not say how the page looks on a screen.
_GROUPS = ("media", "supports", "layer")
_CONDITIONS = ("print", "width", "height", "prefers")

Tokens = tuple[Any, ...]
# Property, value, whether it is "!important".
_Declaration = tuple[str, Tokens, bool]
# What decides between two declarations of one property: important, in the element's own attribute, specificity, order.
_Weight = tuple[bool, bool, tuple[int, ...], int]


class Cascade:
    """Args: top: the root of the page's tree."""

    def __init__(self, top: "LexborNode") -> None:
        # Of each element, the strongest declaration of each property.
        self._strongest: dict[int, dict[str, tuple[_Weight, Tokens]]] = defaultdict(dict)
        self._page = PageElements(top)
        self._selectors = 0
        rules = 0
        for sheet in top.css("style"):
            for prelude, content in _rules((sheet.text() or "")[:MAX_SHEET]):
                declarations = tuple(_declarations(content)) if rules < MAX_RULES else ()
                if declarations:
                    rules += 1
                    self._apply(prelude, declarations, rules)

    def style(self, node: "LexborNode", inline: str) -> dict[str, Tokens]:
        """The element's value of each property, the strongest declaration last. `inline` is its own `style`."""
        ruled = self._strongest.get(node.mem_id)
        if not inline and not ruled:
            return {}
        strongest = dict(ruled or {})
        for order, (name, value, important) in enumerate(_inline(inline)):
            _declare(strongest, name, value, (important, True, (), order))
        in_order = sorted(strongest.items(), key=lambda entry: entry[1][0])
        return {name: value for name, (_, value) in in_order}

    def _apply(self, prelude: Tokens, declarations: Iterable[_Declaration], order: int) -> None:
        from selectolax.lexbor import SelectolaxError

        for selector, specificity in islice(_selectors(prelude), MAX_SELECTORS - self._selectors):
            self._selectors += 1
            try:
                nodes = self._page.select(selector)
            except SelectolaxError:  # a selector that lexbor does not understand
                continue
            for node in nodes:
                strongest = self._strongest[node.mem_id]
                for name, value, important in declarations:
                    _declare(strongest, name, value, (important, False, specificity, order))


def _declare(strongest: dict[str, tuple[_Weight, Tokens]], name: str, value: Tokens, weight: _Weight) -> None:
    if name not in strongest or strongest[name][0] <= weight:
        strongest.pop(name, None)
        strongest[name] = weight, value


def _rules(sheet: str) -> Iterator[tuple[Tokens, Tokens]]:
    """(prelude, content) of each style rule, those inside of groups as well."""
    import tinycss2

    rules = tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
    stack = list(reversed(rules))
    while stack:
        rule = stack.pop()
        if rule.type == "qualified-rule":
            yield tuple(rule.prelude), tuple(rule.content)
        elif rule.type == "at-rule" and rule.lower_at_keyword in _GROUPS and rule.content:
            condition = tinycss2.serialize(rule.prelude).lower()
            if rule.lower_at_keyword != "media" or not any(word in condition for word in _CONDITIONS):
                stack.extend(reversed(tinycss2.parse_rule_list(rule.content, True, True)))


def _declarations(content: Tokens | str) -> Iterator[_Declaration]:
    """The declarations by which text can be hidden."""
    import tinycss2

    for item in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if item.type == "declaration" and item.lower_name in _PROPERTIES:
            value = tuple(token for token in item.value if token.type not in ("whitespace", "comment"))
            if value and len(value) <= MAX_VALUE:
                yield item.lower_name, value, bool(item.important)


@lru_cache(maxsize=256)
def _inline(style: str) -> tuple[_Declaration, ...]:
    return tuple(_declarations(style[:MAX_SHEET]))


def _selectors(prelude: Tokens) -> Iterator[tuple[Tokens, tuple[int, ...]]]:
    """Each selector of a comma-separated list with its specificity; none of those that name what a browser adds (`::before`)."""
    import tinycss2
    from cssselect2 import SelectorError
    from cssselect2.parser import parse

    for tokens in by_commas(prelude):
        text = tinycss2.serialize(tokens).strip()
        if not text or len(text) > MAX_SELECTOR:
            continue
        try:
            [selector] = parse(text)
        except (SelectorError, ValueError, RecursionError):
            continue
        if selector.pseudo_element is None:
            yield tokens, selector.specificity
