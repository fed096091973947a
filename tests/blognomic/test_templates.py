"""All templates: nothing inline that a content security policy would refuse, no name that does not exist, lines that
can be read in a difference, and no white space where a reader would see it."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template, render_to_string

from blognomic.database.together import together
from players.models import Player, Standing
from players.queries.roster import idle_in_short, told_in_short
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


LONGEST = 160
# What shows nothing of its own, so that what follows stands beside what was before. What is not first in a loop stands
# beside the end of the one before it, wherever its line begins.
OPENING = (
    r"(?:{% (?:if(?! not forloop\.first)|ifchanged|for|with|filter|kept|kept_lately|part|spoken)\b"
    r"[^%]*(?:%(?!})[^%]*)*%})*"
)
SENTENCE = r'(?:{% translate "|{% blocktranslate\b[^%]*(?:%(?!})[^%]*)*%}\s*)?'
STRAY = re.compile(rf"^[ \t]*{OPENING}{SENTENCE}[.,;:)?!].*", re.MULTILINE)


def strays(source: str) -> list[str]:
    """Lines of which the first thing to be seen is a mark that belongs to the word before: “by post ; not”."""
    shown = re.sub(r"{% comment %}.*?{% endcomment %}", "", source, flags=re.DOTALL)
    return [line.strip() for line in STRAY.findall(shown)]


def test_strays_are_found():
    apart = "<p>\n  {{ one }}\n  {% if more %}; {{ more }}{% endif %}\n  {{ two }}\n  , and\n"
    apart += '  {% translate ", or" %}\n</p>'
    assert strays(apart) == ["{% if more %}; {{ more }}{% endif %}", ", and", '{% translate ", or" %}']
    # Whoever is last ends with no comma, and so with no end of a line.
    listed = "{% for one in all %}{{ one }}{% if not forloop.last %},\n  {% endif %}{% endfor %}.\n"
    assert strays(listed + '{{ one }}{{ "" }}{% if more %}; {{ more }}{% endif %}') == []


# Elements that HTML closes by itself.
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


def left_open(source: str) -> dict[str, int]:
    """The elements that a template opens more or less often than it closes them, and by how many."""
    shown = re.sub(r"{% comment %}.*?{% endcomment %}", "", source, flags=re.DOTALL)
    tags = re.findall(r"<(/?)([a-z][a-z0-9-]*)\b[^>]*?(/?)>", without_tags(shown))
    balance: Counter[str] = Counter()
    for closes, element, itself in tags:
        if not itself and element not in VOID:
            balance[element] += -1 if closes else 1
    return {element: number for element, number in balance.items() if number}


def test_an_element_that_is_left_open_is_seen():
    assert left_open('<ul>{% if a > b %}<li class="x">{% endif %}<img src="a"><path d="M0" /></li>') == {
        "ul": 1
    }
    assert left_open("{% comment %}<p>{% endcomment %}{{ one }}</details>") == {"details": -1}


@pytest.mark.parametrize("name", NAMES)
def test_template_can_be_read_in_a_difference(name):
    source = (TEMPLATES / name).read_text()
    assert [line for line in source.splitlines() if len(line) > LONGEST] == []
    assert strays(source) == []
    # What opens in one template does not close in another.
    assert left_open(source) == {}


@pytest.mark.parametrize("number, names", [(40, 40), (41, 0)])
def test_many_idle_players_are_told_beside_pages_by_their_number(number, names, db):
    Player.objects.bulk_create(
        Player(
            name=f"Idler {place}",
            name_key=f"idler {place}",
            email=f"{place}@example.org",
            standing=Standing.IDLE,
        )
        for place in range(number)
    )
    idle = told_in_short(*together(*idle_in_short()))
    shown = render_to_string("players/_roster.html", {"players": [], "idle": idle})
    assert shown.count("Idler ") == names
    assert f"{number} idle" in shown
