"""Which elements of a page a selector means, in steps that grow as the page does.

lexbor finds the elements of a compound selector (`p.note`). What is asked of their surroundings is looked up here, in sets of
elements: lexbor tries every way through the ancestors and siblings, so that `a b b b b` takes seconds on two hundred nested
elements, and it counts the siblings of each element anew.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

# Compound selectors of one selector: no person writes more.
MAX_COMPOUNDS = 20
# Steps for each element of a page that lexbor may take for what only it can tell, such as `:has()`.
MAX_STEPS = 50_000
_NTH = ("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type")
_COMBINATORS = (">", "+", "~")

Tokens = Sequence[Any]
# A combinator, and the compound selector behind it.
_Part = tuple[str, list[Any]]


@dataclass(frozen=True, slots=True)
class _TreeOrder:
    """Where the elements of a page stand, in its order: each one's parent, the element before it, and its last descendant."""

    number: dict[int, int]
    parent: list[int]
    before: list[int]
    last: list[int]

    @classmethod
    def of(cls, elements: Sequence["LexborNode"]) -> "_TreeOrder":
        number = {node.mem_id: at for at, node in enumerate(elements)}
        parent = [number.get(node.parent.mem_id, -1) if node.parent else -1 for node in elements]
        before, last, latest = list[int](), list(range(len(parent))), dict[int, int]()
        for at, above in enumerate(parent):
            before.append(latest.get(above, -1))
            latest[above] = at
        for at in reversed(range(len(parent))):
            if parent[at] >= 0:
                last[parent[at]] = max(last[parent[at]], last[at])
        return cls(number, parent, before, last)


class PageElements:
    """Args: top: the root of the page's tree."""

    def __init__(self, top: "LexborNode") -> None:
        self._top = top
        self._steps = 0

    def select(self, selector: Tokens) -> list["LexborNode"]:
        """The elements that a selector means, in their order.

        Raises:
            SelectolaxError: lexbor does not understand it.
        """
        parts = list(_parts(selector))
        if len(parts) > MAX_COMPOUNDS:
            return []
        found: list[int] | None = None
        for combinator, compound in parts:
            if found == []:
                break
            nodes = self._compound(compound)
            if len(parts) == 1:
                return nodes
            these = [self._places.number[node.mem_id] for node in nodes]
            found = these if found is None else self._combined(found, combinator, these)
        return [self._elements[at] for at in found or ()]

    @cached_property
    def _elements(self) -> list["LexborNode"]:
        return self._top.css("*")

    @cached_property
    def _places(self) -> _TreeOrder:
        return _TreeOrder.of(self._elements)

    @cached_property
    def _steepness(self) -> int:
        """How deep the page is, or how many elements lie beside each other, whichever is more."""
        depth = list[int]()
        for above in self._places.parent:
            depth.append(depth[above] + 1 if above >= 0 else 1)
        return max([*depth, *Counter(self._places.parent).values()], default=1)

    @cached_property
    def _ranks(self) -> dict[str, list[int]]:
        """Of each element, its number among its siblings, from the first and from the last, and among those of its kind."""
        parents = self._places.parent
        kinds = [(above, node.tag) for above, node in zip(parents, self._elements, strict=True)]
        ranks = dict[str, list[int]]()
        for name, keys in (("child", parents), ("of-type", kinds)):
            seen = Counter[Any]()
            ranks[f"nth-{name}"] = [_next(seen, key) for key in keys]
            ranks[f"nth-last-{name}"] = [
                seen[key] + 1 - rank for key, rank in zip(keys, ranks[f"nth-{name}"], strict=True)
            ]
        return ranks

    def _compound(self, tokens: list[Any]) -> list["LexborNode"]:
        import tinycss2
        from tinycss2.nth import parse_nth

        rest, wanted = list[Any](), list[tuple[str, tuple[int, int]]]()
        for token in tokens:
            if token.type == "function" and token.lower_name in _NTH and (rank := parse_nth(token.arguments)):
                wanted.append((token.lower_name, rank))
                rest.pop()  # its colon
            else:
                rest.append(token)
        steep = sum(map(_steep, rest))
        if steep:
            self._steps += min(self._steepness**steep, MAX_STEPS + 1)
            if self._steps > MAX_STEPS:
                return []
        nodes = self._top.css(tinycss2.serialize(rest) or "*")
        for name, rank in wanted:
            ranks = self._ranks[name]
            nodes = [node for node in nodes if _has_rank(ranks[self._places.number[node.mem_id]], *rank)]
        return nodes

    def _combined(self, first: list[int], combinator: str, second: list[int]) -> list[int]:
        places = self._places
        if combinator == " ":
            return list(_within(first, places.last, second))
        if combinator == "~":
            earliest: dict[int, int] = defaultdict(lambda: len(places.parent))
            for at in reversed(first):
                earliest[places.parent[at]] = at
            return [at for at in second if earliest[places.parent[at]] < at]
        near, chosen = places.parent if combinator == ">" else places.before, set(first)
        return [at for at in second if near[at] in chosen]


def _parts(selector: Tokens) -> Iterator[_Part]:
    """The compound selectors of a selector, each with the combinator before it; "" before the first."""
    combinator, compound = "", list[Any]()
    for token in selector:
        if token.type == "comment":
            continue
        if token.type != "whitespace" and token not in _COMBINATORS:
            compound.append(token)
            continue
        if compound:
            yield combinator, compound
            combinator, compound = " ", []
        if token.type != "whitespace":
            combinator = token.value
    if compound:
        yield combinator, compound


def _steep(token: Any) -> int:
    """How many times a function of a selector looks at all that lies around an element, or in it."""
    if token.type != "function":
        return 0
    parts = [part for each in by_commas(token.arguments) for part in list(_parts(each))]
    inner = sum(bool(combinator) for combinator, _ in parts)
    looks = token.lower_name == "has" or token.lower_name in _NTH
    return looks + inner + sum(_steep(each) for _, compound in parts for each in compound)


def by_commas(tokens: Tokens) -> Iterator[tuple[Any, ...]]:
    """The selectors of a list."""
    left = iter(tokens)
    for _ in range(1 + sum(token == "," for token in tokens)):
        yield tuple(takewhile(lambda token: token != ",", left))


def _within(first: list[int], last: list[int], second: list[int]) -> Iterator[int]:
    """Those of the second elements that lie in one of the first."""
    reach, at = -1, 0
    for each in second:
        while at < len(first) and first[at] < each:
            reach = max(reach, last[first[at]])
            at += 1
        if each <= reach:
            yield each


def _next(seen: Counter[Any], key: Any) -> int:
    seen[key] += 1
    return seen[key]


def _has_rank(rank: int, step: int, start: int) -> bool:
    """Whether a number is one of start, start + step, start + 2 step …"""
    if step == 0:
        return rank == start
    return (rank - start) % step == 0 and (rank - start) // step >= 0
