"""Templates lose their indentation on the way to a page, and nothing else."""

import re

import pytest
from django.template.loader import get_template
from django.utils.translation.template import templatize

from blognomic.web.template_loader import without_indentation
from tests.blognomic.test_templates import NAMES, TEMPLATES

WRITTEN = """<div>
  <p class="one
    two">
    {% blocktranslate trimmed with x=y %}
      A {{ x }}.
    {% endblocktranslate %} <b
      title="{% if a > "b" %}c{% endif %}"
      {% if d %}hidden{% endif %}
    >b</b>
  </p>
\t<pre>
  as it is</pre>
  <textarea
    name="text">
  as it is</textarea>
  {% blocktranslate %}first
  second{% endblocktranslate %} {% blocktranslate trimmed %}third{% endblocktranslate %}
  <svg><title>
    {{ x }},
    {{ y }}
  </title></svg>
</div>
"""
SENT = """<div>
<p class="one two">
{% blocktranslate trimmed with x=y %}
A {{ x }}.
{% endblocktranslate %} <b title="{% if a > "b" %}c{% endif %}" {% if d %}hidden{% endif %}>b</b>
</p>
<pre>
  as it is</pre>
<textarea
    name="text">
  as it is</textarea>
{% blocktranslate %}first
  second{% endblocktranslate %} {% blocktranslate trimmed %}third{% endblocktranslate %}
<svg><title>{{ x }}, {{ y }}</title></svg>
</div>
"""


def test_indentation_goes_where_it_does_not_show():
    assert without_indentation(WRITTEN) == SENT
    assert without_indentation(SENT) == SENT


def sentences(source: str) -> list[str]:
    """What makemessages finds in a template."""
    return re.findall(r"\b\w*gettext\(.*?\)|_\(.*?\)", templatize(source), re.DOTALL)


@pytest.mark.parametrize("name", NAMES)
def test_pages_are_made_of_templates_without_indentation(name):
    written = (TEMPLATES / name).read_text()
    read = get_template(name).template.source
    assert read == without_indentation(written)
    assert "".join(read.split()) == "".join(written.split())
    assert sentences(read) == sentences(written)
