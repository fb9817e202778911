"""The templates of the page: values are text wherever they are written, and what comes out is one line without Markdown."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from harmless import HOSTILE
from jinja2 import Environment, UndefinedError, nodes
from markdown_it import MarkdownIt
from markupsafe import Markup

from ragdesk.front.web import templates, texts, wording
from ragdesk.text.jinja import environment

FOLDER = Path(templates.__file__).parent / "templates"
FILES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.j2"))
# These say of a value that it is HTML already; only the functions of `texts`, and macros, may.
TRUSTING = {"safe", "autoescape", "Markup"}


@pytest.fixture
def rendered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What a template says, rendered as those of the page are."""

    def render(source: str, *values: object) -> str:
        (tmp_path / "made.html.j2").write_text(
            "{% macro made(a, b) %}" + source + "{% endmacro %}", encoding="utf-8"
        )
        filters, functions = {"name": texts.name}, {"t": templates.t, "plural": templates.plural}
        monkeypatch.setattr(templates, "_environment", lambda: environment(tmp_path, filters, functions))
        return templates.Template("made.html.j2")("made", *values)

    return render


@pytest.mark.parametrize(
    "source",
    [
        "{{ a }}",
        '{{ a ~ " and more" }}',
        "{{ [a, b] | join }}",
        '{{ "%s!" | format(a) }}',
        '{{ t("Said {words}", words=a) }}',
        '{{ plural(2, "{count} {words}", "{count} {words}", words=a) }}',
        "{% set c %}{{ a }}{% endset %}{{ c }}",
        "{{ a | name }}",
        '{{ a | upper | replace("X", b) }}',
    ],
)
def test_nothing_slips_through(rendered: Callable[..., str], source: str) -> None:
    html = rendered(source, HOSTILE + "\n\n    `code` $math$ \\[math\\]\n\n# Heading", "<b>b</b>")
    assert not re.search(r"<(?!/?bdi>|wbr>)", html)
    assert not set("\n`$\\\t\u202e") & set(html)


def test_what_is_html_already_is_not_escaped_again(rendered: Callable[..., str]) -> None:
    assert rendered('{{ t("Said {words}", words=a) }}', Markup("<b>x</b>"), "") == "Said <b>x</b>"
    assert rendered("{{ a | name }}", "x & y", "") == "<bdi>x &amp; y</bdi>"


def test_line_breaks_of_a_template_are_not_written(rendered: Callable[..., str]) -> None:
    html = rendered(
        '\n  <p\n    class="x">\n\n      {{ a }} and\n      {% if b %} more{% endif %}\n  </p>\n',
        "1 < 2\n3",
        "y",
    )
    assert html == '<p class="x">1 &lt; 2&#10;3 and more</p>'
    block = f"<div>{html}</div>"
    assert MarkdownIt("commonmark", {"html": True}).render(block) == block


def test_a_value_that_was_forgotten_is_an_error(rendered: Callable[..., str]) -> None:
    with pytest.raises(UndefinedError):
        rendered("{{ a }}")


@pytest.mark.parametrize("file", FILES)
def test_every_template_compiles_and_trusts_nobody(file: str) -> None:
    page: Environment = templates._environment()
    assert page.get_template(file).module
    tree = page.parse((FOLDER / file).read_text(encoding="utf-8"))
    names = {node.name for node in tree.find_all((nodes.Filter, nodes.Name))}
    assert names & TRUSTING == set() and not list(tree.find_all(nodes.ScopedEvalContextModifier))


def test_a_language_is_spoken_when_a_template_is_rendered_not_when_it_is_compiled(
    rendered: Callable[..., str],
) -> None:
    try:
        assert rendered('{{ t("Settings") }}', 1, 2) == "Settings"
        wording.use("de")
        assert rendered('{{ t("Settings") }}', 1, 2) == "Einstellungen"
    finally:
        wording.use("en")
