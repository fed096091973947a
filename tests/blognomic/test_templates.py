"""All templates: nothing inline that a content security policy would refuse, and no name that does not exist."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.template.loader import get_template, render_to_string

from tests.blognomic.html import inline_in

TEMPLATES = Path(settings.BASE_DIR) / "templates"
NAMES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))


def without_tags(source: str) -> str:
    """The HTML of a template: a tag of Django's may hold < and > and quotes."""
    return re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}", "", source, flags=re.DOTALL)


def faults(source: str) -> list[str]:
    return inline_in(without_tags(source))


def test_faults_are_found():
    bad = "<p style='x'><a onclick=\"x\"><script>x</script><style></style><a href='javascript:x'>"
    assert len(faults(bad)) == 5
    assert (
        faults(
            '<script src="{% static "x.js" %}"></script><p data-on="x">{% if a < b %}online = 3{% endif %}'
        )
        == []
    )


@pytest.mark.parametrize("name", NAMES)
def test_template_is_read_and_holds_nothing_inline(name):
    get_template(name)
    assert faults((TEMPLATES / name).read_text()) == []


@pytest.mark.parametrize("number, names", [(40, 40), (41, 0)])
def test_many_idle_players_are_told_beside_pages_by_their_number(number, names):
    idle = [SimpleNamespace(pk=place, name=f"Idler {place}", is_admin=False) for place in range(number)]
    shown = render_to_string("players/_roster.html", {"players": [], "idle": idle})
    assert shown.count("Idler ") == names
    assert f"{number} idle" in shown
