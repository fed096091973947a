"""A dynasty may call its people whatever it likes, even "a" and "for". Its words are for the site's own prose: they
come into no code, no choice and no address, and into nothing that people wrote."""

import re
from html.parser import HTMLParser

import pytest

from gamestate.models import LimitedAction
from players.models import Dynasty, Player
from players.present import forget
from votables.models import Post
from votables.post_types.models import OfficialType
from votables.post_types.presets import PRESETS

from .plain_words import FOR_PEOPLE
from .test_views_who_may import asked_once, path_of, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

PLAIN = {
    "player_word": "Player",
    "players_word": "Players",
    "emperor_word": "Emperor",
    "emperors_word": "Emperors",
}
NASTY = {"player_word": "a", "players_word": "rule", "emperor_word": "for", "emperors_word": "if"}
# What people read, or may change as they like; and what is another each time.
PROSE = {"title", "alt", "placeholder", "aria-label", "content", "class"}
OTHER_EACH_TIME = {"csrfmiddlewaretoken", "seen_at", "nonce"}


class Codes(HTMLParser):
    """What a page says to programs: its addresses, the names of its fields and the values of its choices, and code."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self.in_code = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        data = dict(attrs)
        self.in_code += tag == "code"
        if data.get("name") in OTHER_EACH_TIME:
            return
        free = tag == "input" and data.get("type", "text") in ("text", "search")
        self.found += [
            (tag, name, value or "")
            for name, value in attrs
            # On the law's page a rule has its own name, which is the ruleset's.
            if name not in PROSE
            and "rule-idle" not in (value or "")
            and not name.startswith("data-")
            and not (free and name == "value")
        ]

    def handle_endtag(self, tag: str) -> None:
        self.in_code -= tag == "code"

    def handle_data(self, data: str) -> None:
        if self.in_code:
            self.found.append(("code", "", data))


def codes_of(page: str) -> list[tuple[str, str, str]]:
    reader = Codes()
    reader.feed(page)
    return reader.found


OWN = "Emperor Players"
NAMED = ("David", "Kevin")  # whom forms name


def asked(stage, words: dict[str, str]) -> dict[tuple[str, str, str], tuple[int, str]]:
    """What each page and form says to somebody who may see it, in a dynasty with those words."""
    Dynasty.objects.update(**words)
    forget()
    answers = {}
    for role, method, route, things in asked_once():
        response = stage.ask(role, method, path_of(stage, route, things), sent(stage, method, route))
        if response.headers["Content-Type"].startswith(FOR_PEOPLE):
            answers[role, method, route + " ".join(things)] = (
                response.status_code,
                response.getvalue().decode(),
            )
    return answers


def call_all_by_plain_words() -> None:
    """What people have named, so that it holds a plain word."""
    for post in Post.objects.all():
        Post.objects.filter(pk=post.pk).update(title=f"{OWN} {post.pk}")
    for person in Player.objects.exclude(name__in=NAMED):
        Player.objects.filter(pk=person.pk).update(name=f"{OWN} {person.pk}")
    for action in LimitedAction.objects.all():
        LimitedAction.objects.filter(pk=action.pk).update(name=f"{OWN} act {action.pk}")


@pytest.mark.sweep
def test_nasty_words_come_into_no_code_and_nothing_that_people_wrote(stage):
    """Every page and form, in plain words and in nasty ones: only prose may differ."""
    call_all_by_plain_words()
    plain, nasty = asked(stage, PLAIN), asked(stage, NASTY)
    assert plain.keys() == nasty.keys()
    assert len(plain) > 200
    codes, written = {}, {}  # of each page what differs, and what somebody wrote that is no longer there
    for key, (status, page) in plain.items():
        assert nasty[key][0] == status, key
        if status == 404:
            continue  # what is near an address is found by the words of the site, too
        other = nasty[key][1]
        if codes_of(page) != codes_of(other):
            codes[key] = [
                pair for pair in zip(codes_of(page), codes_of(other), strict=False) if pair[0] != pair[1]
            ][:3]
        if page.count(OWN) != other.count(OWN):
            lines = {" ".join(line.split()) for line in re.split(r"[<>]", page) if OWN in line}
            others = {" ".join(line.split()) for line in re.split(r"[<>]", other) if OWN in line}
            written[key] = sorted(lines - others)[:3]
    print(*codes.items(), *written.items(), sep="\n")
    assert (codes, written) == ({}, {})


@pytest.mark.parametrize("words", [NASTY, {**NASTY, "emperor_word": "Postmaster"}], ids=["nasty", "own"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_added_in_every_dynasty(stage, preset, words):
    Dynasty.objects.update(**words)
    response = stage.ask("admin", "post", f"/events/types/presets/{preset}/")
    assert response.status_code == 302
    made = OfficialType.objects.get(name=PRESETS[preset].definition["name"])
    definition = PRESETS[preset].definition
    codes = {name: value for name, value in definition.items() if not name.endswith(("words", "_action"))}
    assert {name: getattr(made, name) for name in codes} == codes
