"""The command box: where somebody may want to go, by what things are called."""

import pytest
from django.test import Client

from blognomic.frame import PageFrame
from players.models import Player
from ruleset.services import replace_ruleset
from ruleset.text.markdown import read
from tests.gamestate.tracker import define, table, track
from tests.votables.table import noon, person, propose, seat, write
from votables.models import Post
from votables.queries.command_palette import MOST, goals
from votables.services import posting

pytestmark = pytest.mark.django_db

RULES = "# Dynastic Rules\n\n## Baskets\n\nCats sleep in baskets.\n\n## Of Cats\n\nThere are cats."


@pytest.fixture
def alice() -> Player:
    alice = seat("Alice", "Bobby", "Catherine", "David", "Ellen")[0]
    replace_ruleset(tree=read(RULES), kind="import", at=noon(1), by=None, why="because")
    return alice


def told(typed: str, player: Player | None = None) -> list[tuple[str, str]]:
    return [
        (one["kind"], one["name"]) for one in (goal.told for goal in goals(typed, PageFrame(noon(9), player)))
    ]


def test_a_name_leads_to_all_that_is_called_so_the_likeliest_first(alice):
    propose(alice, noon(2), title="Cats and baskets")
    write(alice, noon(3), title="My catalogue")
    track(define("cat_food"), *table("cats", "Tom"), by=alice, at=noon(4))

    assert told("cat") == [
        ("post", "Cats and baskets"),
        ("player", "Catherine"),
        ("variable", "Cat food"),
        ("table", "Cats"),
        ("rule", "1.2 Of Cats"),
        ("post", "My catalogue"),
    ]


@pytest.mark.parametrize("typed", ["1.1", "rule 1.1", "Rule 1.1", "baskets", "  BASKETS "])
def test_a_rules_number_or_name_comes_first(alice, typed):
    assert told(typed)[0] == ("rule", "1.1 Baskets")


def test_a_post_long_resolved_is_found_by_the_words_of_its_title_and_not_by_those_of_its_text(alice):
    write(alice, noon(2), title="A café of seven cooks", body="With milk.")

    assert told("cafe coo") == [("post", "A café of seven cooks")]
    assert told("milk") == []


def test_nothing_that_is_removed_hidden_or_of_a_guest_is_told(alice):
    person("Catgut", at=noon(1))
    gone = write(alice, noon(2), title="Catnip")
    posting.remove(post=gone, by=alice, at=noon(2))
    track(define("catch", audience="emperor"), by=alice, at=noon(4))

    assert told("cat") == [("player", "Catherine"), ("rule", "1.2 Of Cats")]


def test_pages_of_the_site_are_found_by_other_words_and_ones_own_only_by_whoever_is_signed_in(alice):
    assert told("ruleset")[:1] == [("go to", "Rules")]
    assert (told("drafts"), told("drafts", alice)) == ([], [("go to", "Drafts")])


def test_the_desks_of_the_admins_are_found_by_admins_alone(alice):
    bobby = Player.objects.get(name="Bobby")
    desks = [
        ("dashboard", "Dashboard"),
        ("discord", "Webhooks"),
        ("fair", "Fair play"),
        ("track", "Track something new"),
        ("make a t", "Make a table"),
        ("declare", "Declare an action"),
        ("define a", "Define a type"),
    ]
    assert [told(typed, alice)[:1] for typed, _ in desks] == [[("go to", name)] for _, name in desks]
    assert [told(typed, bobby) for typed, _ in desks if typed != "track"] == [[]] * 6
    assert told("track", bobby) == [("go to", "Gamestate")]
    assert told("admin l") == [("go to", "Admin log")]


def test_without_a_word_the_queue_is_told(alice):
    first, second = propose(alice, noon(2), title="First"), propose(alice, noon(3), title="Second")

    assert [goal.url for goal in goals(" ", PageFrame(noon(3, hours=1), None))] == [
        first.get_absolute_url(),
        second.get_absolute_url(),
    ]


def test_no_more_than_fit_are_told(alice):
    Post.objects.bulk_create(Post(author=alice, posted_at=noon(2), title=f"Cat {n}") for n in range(30))

    assert len(told("cat")) <= MOST


@pytest.mark.parametrize(
    "typed", ["'", '"', "a:b & !c | (", "\\", "title : x", "*", "NEAR(", "x\x00y", "🐈", "a" * 5000]
)
def test_whatever_is_typed_is_only_words(alice, typed):
    answer = Client().get("/jump.json", {"q": typed})

    assert (answer.status_code, answer.json()) == (200, {"found": []})


def test_it_is_said_in_the_words_of_the_dynasty(alice):
    from blognomic.i18n.dynasty_words import speaking

    with speaking(lambda text: text.replace("player", "cook")):
        assert told("Bob") == [("cook", "Bobby")]
