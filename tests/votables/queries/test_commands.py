"""The command box: what a line means in the game, for whoever typed it. Nothing is done by it."""

import pytest
from django.test import Client

from blognomic.frame import PageFrame
from gamestate.models import LimitedAction
from gamestate.services import acting
from players.models import Player
from tests.gamestate.tracker import define, put, table, track, whose
from tests.leaves import GIVEN
from tests.votables.table import Kind, event, noon, person, propose, say, seat, write
from votables.models import Comment, Post
from votables.queries.commands import OFFERING, offers, verbs_known

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
FERRY, CLOCK = "The Night Ferry", "A Clock for Every Coach"
DORMANT = "Will fail, but the game is dormant: there are fewer than five players, so proposals wait"
AFTER = f"its turn comes after {FERRY}."


@pytest.fixture
def people() -> list[Player]:
    """Alice is emperor and admin; the ferry can be enacted, and the clock comes after it."""
    people = seat(*FIVE)
    alice, bobby, carol, david, _ellen = people
    ferry = propose(bobby, noon(1), title=FERRY)
    propose(carol, noon(1), title=CLOCK)
    for voter in (alice, carol, david):
        say(ferry, voter, noon(1, hours=1), ":for:")
    track(
        define("stamps", default="2"),
        define("night_stamps"),
        define("bound", default="1", ceiling="3"),
        define("secret", audience="holder"),
        define("hush", audience="emperor"),
        define("vigilance", scope="game", default="4"),
        define("twice", formula="2 * stamps"),
        *table("locations", "Forest"),
        define("locations.capacity", default="3"),
        put("stamps", "2", *whose(*people)),
        by=alice,
        at=noon(1),
    )
    return people


def meant(typed: str, player: Player | None = None) -> list[tuple[str, str, str]]:
    """What is offered: its name, its note and its address."""
    return [(one.name, one.note, one.url) for one in offers(typed, PageFrame(noon(3), player)).meant]


def names(typed: str, player: Player | None = None) -> list[str]:
    return [name for name, _note, _url in meant(typed, player)]


def test_five_examples_lead_to_the_pages_of_their_acts_filled_in(people):
    alice, bobby, *_ = people
    ferry = Post.objects.get(title=FERRY).pk
    assert [
        meant(typed, alice) for typed in ("new proposal", f"enact {FERRY}", "idle me", "roll 2DICE6")
    ] == [
        [("New Proposal", "", "/posts/new/?category=proposal")],
        [(f"Enact “{FERRY}”", "An admin can enact it now.", f"/posts/{ferry}/resolve/enacted/")],
        [("Idle yourself", "", f"/dashboard/players/{alice.pk}/idle/")],
        [("Roll 2DICE6", "2 to 12", "/gamestate/dice/?dice=2DICE6")],
    ]
    ((name, note, url),) = meant("set my Stamps +3", bobby)
    assert (name, note) == ("Your Stamps: 2 → 5", "")
    page = Client()
    page.force_login(bobby)
    assert page.get(url).context["groups"][0].fields[0].outcome == "5"
    assert Comment.objects.count() == 3  # and nothing was done


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("enact night", [f"Enact “{FERRY}”"]),
        ("enact #1", [f"Enact “{FERRY}”"]),
        ("enact", [f"Enact “{FERRY}”", f"Enact “{CLOCK}”"]),
        ("fail clock", [f"Fail “{CLOCK}”"]),
        ("enact cats", []),
        ("vote for on night ferry", [f"Vote FOR on “{FERRY}”"]),
        ("vote def on clock", [f"Vote DEFERENTIAL on “{CLOCK}”"]),
        ("vote for", [f"Vote FOR on “{FERRY}”", f"Vote FOR on “{CLOCK}”"]),
        ("vote", ["vote for on …", "vote against on …", "vote deferential on …", "vote veto on …"]),
        ("new cfj: Who won", ["New Call for Judgement: Who won"]),
        ("new post", ["New post"]),
        ("comment on clock: tick", [f"Comment on “{CLOCK}”"]),
        ("comment on tale", ["Comment on “A tale”"]),
        ("set vigilance 5", ["Vigilance: 4 → 5"]),
        ("set capacity of forest to 4", ["Capacity of Forest: 3 → 4"]),
        ("set stamps of carol to 9", ["Stamps of Carol: 2 → 9"]),
        ("add 1 to my stamps", ["Your Stamps: 2 → 3"]),
        ("set my night stamps 3", ["Your Night stamps: 0 → 3"]),
        ("set my st", ["set my Stamps to …"]),
        ("set my twice 3", []),
        ("roll 2dice6 for luck", ["Roll 2DICE6 for luck"]),
        ("roll 2DICE6 and DICE4", ["Roll 2DICE6 and DICE4"]),
        ("message car", ["Write to Carol"]),
        ("message bobby", []),
        ("search for cats", ["Search everything for “cats”"]),
        ("take ring", ["Ring the bell"]),
        ("the weather", []),
    ],
)
def test_what_is_named_is_found_by_its_name_or_number_and_what_is_ambiguous_is_listed(people, typed, known):
    alice, bobby, *_ = people
    write(alice, noon(2), title="A tale")
    acting.declare(leave=GIVEN, by=alice, at=noon(2), name="ring the bell", rule=None, frequency="")
    assert names(typed, bobby) == known


@pytest.mark.parametrize(
    ("who", "typed", "note"),
    [
        ("Bobby", f"enact {FERRY}", "Only an admin of the game can do that. (Enacting and Failing)"),
        ("Alice", f"enact {CLOCK}", f"{DORMANT}; {AFTER} (Proposals)"),
        ("Bobby", "veto night", "Only the emperor may use VETO. (Special Proposal Voting)"),
        ("Bobby", "idle carol", "Only an admin can change the roster. (Players)"),
        ("Alice", "idle carol", "They have not asked to be idled in the last 96 hours. (Idle Players)"),
        ("Bobby", "idle me", "You ask in a post, and an admin idles you. (Idle Players)"),
        ("Bobby", "unidle me", "You are not idle."),
        ("Ellen", "idle me", "You are idle already."),
        ("Ellen", "unidle me", "You ask in a post, and an admin brings you back. (Idle Players)"),
        (
            "Ellen",
            "set vigilance 5",
            "Only a player who is not idle can change the gamestate. (Gamestate Tracking)",
        ),
        ("Gregory", "roll DICE6", "Only players can roll dice. (Random Generators)"),
        (
            "Gregory",
            "message bobby",
            "Only players can begin a conversation, idle ones too. You can answer one.",
        ),
        (
            "Bobby",
            "set my bound 9",
            "Bound cannot be above 3: a change that would set it above 3 is refused.",
        ),
        ("Bobby", "roll DICE1.5", ""),
        ("", "vote for on night", "Sign in to do this."),
        ("", "roll DICE6", "Sign in to do this."),
    ],
)
def test_what_cannot_be_done_says_why_and_by_which_rule(people, who, typed, note):
    *_, ellen = people
    event(ellen, Kind.IDLED, at=noon(2))
    person("Gregory")
    player = Player.objects.get(name=who) if who else None
    ((_name, hint, _url),) = meant(typed, player)
    assert hint == note if note else hint


def test_an_author_withdraws_by_the_vote_that_does_so(people):
    _, bobby, carol, *_ = people
    ferry = Post.objects.get(title=FERRY).pk
    assert meant("withdraw night", bobby) == [
        (f"Withdraw “{FERRY}” by voting AGAINST", "", f"/posts/{ferry}/comment/?icon=%3Aagainst%3A")
    ]
    assert meant("withdraw night", carol) == []


def test_nothing_hidden_is_told_to_whom_it_is_hidden_from(people):
    alice, bobby, carol, *_ = people
    assert names("set my secret 3", bobby) == ["Your Secret: 0 → 3"]
    assert [meant(f"set {what} of bobby 3", carol) for what in ("secret", "hush")] == [
        [(f"{what} of Bobby", "This value is hidden from you.", "/gamestate/")] for what in ("Secret", "Hush")
    ]
    assert names("set my h", carol) == []
    assert names("set hush of bobby 3", alice) == ["Hush of Bobby: 0 → 3"]
    assert names("set vigilance 3") == ["Vigilance: 4 → 3"] and names("set secret of bobby 3") == [
        "Secret of Bobby"
    ]


def test_requests_on_the_desk_are_carried_out_by_name(people):
    alice, bobby, *_ = people
    write(bobby, noon(2), title="A break", body="Please idle me.")
    ((name, note, url),) = meant("idle bobby", alice)
    assert (name, url) == ("Idle Bobby", f"/dashboard/players/{bobby.pk}/idle/") and note


@pytest.mark.parametrize(
    ("who", "first"),
    [
        ("Alice", ["new …", "vote …", "comment on …", "take …", "set …", "roll …", "message …", "idle me"]),
        ("Ellen", ["new …", "comment on …", "roll …", "message …", "search for …", "go to …", "unidle me"]),
        ("Gregory", ["new …", "comment on …", "search for …", "go to …", "join"]),
        ("", ["search for …", "go to …"]),
    ],
)
def test_a_question_mark_lists_what_one_can_say(people, who, first):
    event(people[-1], Kind.IDLED, at=noon(2))
    person("Gregory")
    player = Player.objects.get(name=who) if who else None
    known = verbs_known(PageFrame(noon(3), player))
    assert [one.name for one in known][: len(first)] == first
    assert names("?", player) == [one.name for one in known]
    assert ("enact …" in names("?", player)) == (who == "Alice")
    assert len(known) <= 12


def test_before_the_game_nothing_is_offered(db):
    assert {verb: offers(f"{verb} me", PageFrame(noon(1), None)).meant for verb in OFFERING} == dict.fromkeys(
        OFFERING, []
    )


def test_without_scripts_the_search_page_lists_the_acts_as_links(people):
    window = Client()
    window.force_login(people[0])
    page = window.get("/search/", {"q": f"enact {FERRY}"})
    ferry = Post.objects.get(title=FERRY).pk
    assert f'<a href="/posts/{ferry}/resolve/enacted/">Enact “The Night Ferry”</a>' in page.content.decode()
    assert '<a href="/search/?q=roll+">roll …</a>' in window.get("/search/").content.decode()
    assert LimitedAction.objects.count() == 0
