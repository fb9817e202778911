"""Which elements a selector means: as lexbor says, but where that takes too long or is wrong."""

import pytest
import tinycss2
from selectolax.lexbor import LexborHTMLParser

from ragdesk.ingesting.readers.text import selecting
from ragdesk.ingesting.readers.text.selecting import PageElements

PAGE = (
    '<div class="a b"><p>1<p class=b>2<p id=k>3 <i class=a>i</i> <b>b</b> <i>j</i></div>'
    "<section><div><div class=b><p>4</p><ul><li>5<li class=b>6<li>7</ul></div><i>8</i></div></section>"
)
SELECTORS = (
    "p",
    "div p",
    ".a  .b",
    ".a > .b",
    ".a > .b + p i ~ i",
    "p ~ p",
    "p /* seen */ ~ *",
    "* * * *",
    "div div p, .b",
    "p:nth-child(2)",
    "p:nth-last-child(-n + 2)",
    "li:nth-child(2).b, li:nth-child(even)",
    "i:nth-of-type(2)",
    ":nth-last-of-type(1) > :nth-child(2n+1)",
    "p:NTH-CHILD(n+2)",
    "html:nth-child(1)",
    "p:not(.b)",
    "div:has(> ul) li",
    "li:nth-child(2 of li)",
    "*|p",
    "section > div > div > ul > li + li",
    "h6 p",
)


def found(html: str, selector: str) -> list[str]:
    top = LexborHTMLParser(html).root.parent
    nodes = PageElements(top).select(tinycss2.parse_component_value_list(selector))
    return [f"{node.tag} {node.text()}" for node in nodes]


@pytest.mark.parametrize("selector", [part for each in SELECTORS for part in each.split(", ")])
def test_the_elements_are_those_that_lexbor_finds(selector: str) -> None:
    nodes = LexborHTMLParser(PAGE).root.parent.css(selector)
    assert found(PAGE, selector) == [f"{node.tag} {node.text()}" for node in nodes]
    assert nodes or selector == "h6 p"


def test_what_lexbor_does_not_find() -> None:
    """It gives up at the first element around that is not meant, where functions are in the selector."""
    page = "<section><div class=x><i>seen</i></div></section>"
    assert (
        found(page, "section:not(.x) i")
        == found(page, ":not(.x) i")
        == found(page, ":is(section) i")
        == ["i seen"]
    )


def test_a_chain_of_ancestors_is_looked_for_once() -> None:
    """lexbor takes longer than anybody waits."""
    assert found("<div>" * 300, "h6 div div div div div div div div") == []
    assert found("<p></p>" * 300, "h6 ~ p ~ p ~ p ~ p ~ p ~ p ~ p") == []
    assert found("<div>" * 300, ":is(h6 div div div div div div div)") == []


def test_no_person_writes_a_chain_without_end() -> None:
    assert len(found("<div>" * 30, " ".join(["div"] * selecting.MAX_COMPOUNDS))) == 11
    assert found("<div>" * 30, " ".join(["div"] * (selecting.MAX_COMPOUNDS + 1))) == []
