"""A model's file brings a template along that llama-cpp-python renders for each conversation (CVE-2024-34359): it may shape text,
and reach nothing. The rendering runs in the model's own process; here it runs in this one, so that what it does is seen."""

from pathlib import Path

import pytest
from jinja2.exceptions import TemplateError

from break_it.counting import count

REACHING = (
    "{{ ().__class__.__base__.__subclasses__() }}",
    "{{ ''.__class__.__mro__[1].__subclasses__()[0] }}",
    "{{ lipsum.__globals__['os'].system('touch FILE') }}",
    "{{ cycler.__init__.__globals__.os.popen('touch FILE').read() }}",
    "{{ joiner.__init__.__globals__['__builtins__']['open']('FILE', 'w') }}",
    "{{ namespace.__init__.__globals__ }}",
    "{{ self.__init__.__globals__.__builtins__.__import__('os').system('touch FILE') }}",
    "{{ self._TemplateReference__context.environment }}",
    "{{ raise_exception.__globals__['__builtins__'] }}",
    "{{ raise_exception.__func__.__globals__ }}",
    "{{ strftime_now.__globals__ }}",
    "{{ messages.__class__.__init__.__globals__ }}",
    "{{ messages|attr('__class__')|attr('__base__')|attr('__subclasses__')() }}",
    "{{ messages|map(attribute='__class__.__base__')|list }}",
    "{{ messages|map('attr', '__class__')|list }}",
    "{{ ''['__cl' + 'ass__'] }}",
    "{{ '{0.__class__.__base__}'.format(messages) }}",
    "{{ '{0.__init__.__globals__}'.format_map({'0': raise_exception}) }}",
    "{{ ('{0.__class__}'|safe).format(1) }}",
    "{% set f = '{0.__class__}'.format %}{{ f(1) }}",
    "{% include '/etc/passwd' %}",
    "{% import '/etc/passwd' as x %}",
    "{% extends '/etc/passwd' %}",
    "{{ messages.append.__self__.__class__ }}",
    "{{ (messages|first).update({'role': 'system'}) }}",
    "{{ messages.clear() }}",
    "{% for x in (1,).__iter__.__self__.__class__.__mro__ %}{{ x }}{% endfor %}",
    "{{ range(10 ** 9)|list }}",
    "{{ (x for x in ()).gi_frame.f_globals }}",
    "{{ dict.mro()[-1].__subclasses__() }}",
)
SIGNS = ("<class", "subprocess", "root:", "<built-in", "<module", "__builtins__", "<jinja2", "environment")


@pytest.mark.parametrize("template", REACHING)
def test_a_template_of_a_model_reaches_nothing(template: str, tmp_path: Path) -> None:
    from llama_cpp.llama_chat_format import Jinja2ChatFormatter

    made = tmp_path / "made"
    said = ""
    messages = [{"role": "user", "content": "hello"}]
    try:
        formatter = Jinja2ChatFormatter(
            template.replace("FILE", str(made)), eos_token="</s>", bos_token="<s>"
        )
        said = formatter(messages=messages).prompt  # type: ignore[arg-type]
    except (TemplateError, TypeError, ValueError, OverflowError, AttributeError, LookupError) as error:
        said = f"refused: {type(error).__name__}"
    held = not made.exists() and not any(sign in said for sign in SIGNS)
    held = held and messages == [{"role": "user", "content": "hello"}]
    assert count("template of a model", held), (template, said)
