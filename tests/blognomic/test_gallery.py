"""The gallery: every component can be shown with plain objects, without a game, and is sound HTML."""

import re
from pathlib import Path

import pytest
from django.conf import settings as site

from tests.blognomic.html import read

# Each request asks which version of the game it shows; here there is none.
pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.blognomic.gallery_urls")]

TEMPLATES = Path(site.BASE_DIR) / "templates"
STATIC = Path(site.BASE_DIR) / "static"
FRAMES = ["", "?as=guest", "?as=admin", "?standstill=1", "?queue=none", "?as=guest&game=none"]


@pytest.fixture(autouse=True)
def developing(settings):
    settings.DEBUG = True


def components() -> set[str]:
    """The parts of pages, by the name under which templates include them."""
    rooms = ("parts", "players", "votables")
    found = {
        path.relative_to(TEMPLATES).as_posix()
        for room in rooms
        for path in (TEMPLATES / room).glob("_*.html")
    }
    return found - {"parts/_plain.html"}  # a whole page


@pytest.mark.parametrize("frame", FRAMES)
def test_gallery_is_sound_in_every_frame(client, frame):
    reader = read(client.get(f"/gallery/{frame}").content.decode())
    assert reader.faults == []
    tags = [tag for tag, _ in reader.elements]
    # Three headings of the first rank: the gallery's, a post's that stands alone, a confirmation's.
    assert (tags.count("main"), tags.count("h1")) == (1, 3)


def test_gallery_shows_every_component(client):
    shown = {template.name for template in client.get("/gallery/?as=admin&standstill=1").templates}
    assert components() - shown == set()


def test_gallery_is_only_for_developers(client, settings):
    settings.DEBUG = False
    settings.ALLOWED_HOSTS = ["testserver"]
    response = client.get("/gallery/")
    assert (response.status_code, b"There is nothing here" in response.content) == (404, True)


def test_pictures_are_in_the_sprite(client):
    page = client.get("/gallery/?as=admin&standstill=1").content.decode()
    drawn = set(re.findall(r'<symbol id="([a-z]+)"', (STATIC / "icons.svg").read_text()))
    used = set(re.findall(r'icons\.svg#([^"]+)"', page))
    assert used - drawn == set()
    assert drawn - used == set(), "drawn, but never used"


def test_every_badge_has_a_word_and_a_picture(client):
    page = client.get("/gallery/").content.decode()
    badges = re.findall(r'<span class="badge [^>]*>(.*?)</span></span>', page)
    assert len(badges) > 20
    assert [one for one in badges if "<svg" not in one or not re.search(r"<span>[^<]", one)] == []


def test_voting_pictures_say_their_names(client):
    page = client.get("/gallery/").content.decode()
    for name, said in {
        "for": "FOR",
        "against": "AGAINST",
        "deferential": "DEFERENTIAL",
        "veto": "VETO",
    }.items():
        assert f'<svg class="icon icon-{name}" role="img" aria-label="{said}">' in page


def test_tally_names_who_voted_and_who_has_not(client):
    page = client.get("/gallery/").content.decode()
    assert 'aria-label="5 FOR, 1 AGAINST; quorum is 6 of 11 keepers"' in page
    for title in (
        "Bobby: FOR, as the author",
        "Carol: DEFERENTIAL, counts as FOR",
        "Gulliver: DEFERENTIAL, not counted",
        "Kester has not voted",
    ):
        assert f'title="{title}"' in page


def test_sign_out_is_a_form_and_guests_are_asked_in(client):
    signed_in, guest = (client.get(f"/gallery/?as={who}").content.decode() for who in ("player", "guest"))
    assert '<form method="post" action="/accounts/logout/">' in signed_in
    assert 'href="/accounts/login/"' not in signed_in
    assert "/accounts/logout/" not in guest
    assert 'href="/accounts/login/"' in guest


def test_dashboard_is_in_the_menu_of_admins_only(client):
    pages = [client.get(f"/gallery/?as={who}").content.decode() for who in ("guest", "player", "admin")]
    assert ['href="/dashboard/"' in page for page in pages] == [False, False, True]
