"""Changes of matters on who plays and who holds an office: shown before, carried out, undone when overturned."""

from datetime import timedelta

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from blognomic.web.errors import RuleBroken
from gamestate.models import LimitedAction
from gamestate.queries.snapshot import state_now
from players.models import AdminAct, Ascension, Bar, Dynasty, Player, Reign, RosterEvent
from players.queries.roster import dynasty_at
from ruleset.models import Revision
from ruleset.queries import names_at, revision_at, tree_after
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import define, track
from tests.votables.seating import played_once
from tests.votables.table import Kind, declare, event, make_admin, noon, person, propose, seat, write
from votables.changes.apply import Settlement
from votables.changes.change import read_change
from votables.changes.preview import proposed
from votables.models import Post
from votables.post_types.models import OfficialType
from votables.queries.admin_desk import desk
from votables.queries.judge_facts import docket
from votables.services import official_posts, posting, resolving, roster
from votables.services.enacting import NeedsSettling

from .carried import FIVE, enact, overturn, said

pytestmark = pytest.mark.django_db


def does(do: str, player: Player | None = None, **more: object) -> dict[str, object]:
    found = {"op": "roster", "do": do, **more}
    return found if do == "end-dynasty" else {**found, "player": player.pk if player else None}


def fresh(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def judgement(by: Player, at, **more: object) -> Post:
    return propose(by, at, "A judgement", category="cfj", **{"amends": [], **more})


def test_a_matter_renames_makes_and_unmakes_admins_and_it_is_overturned():
    players = seat(*FIVE)
    alice, bobby, carol, david, _ = players
    make_admin(david)
    changes = [
        does("rename", carol, name="Caroline"),
        does("make-admin", bobby),
        does("unmake-admin", david),
    ]
    post = propose(bobby, noon(1), "Offices", changes=changes, amends=[])
    assert post.amends == ["roster"]
    assert said(post, noon(1)) == [
        "Carol is renamed to Caroline.",
        "Bobby becomes an admin.",
        "David stops being an admin.",
    ]
    told = enact(post, players, noon(2)).consequences[3:]
    assert told == [
        {
            "roster": "rename", "said": "Carol is renamed to Caroline",
            "player": carol.pk, "from": "Carol", "to": "Caroline",
        },
        {"roster": "make-admin", "said": "Bobby becomes an admin", "player": bobby.pk},
        {"roster": "unmake-admin", "said": "David stops being an admin", "player": david.pk},
    ]  # fmt: skip
    assert (fresh(carol).name, fresh(bobby).is_admin, fresh(david).is_admin) == ("Caroline", True, False)
    assert list(
        RosterEvent.objects.filter(at=noon(2)).order_by("pk").values_list("kind", "cause", "by", "link")
    ) == [(kind, "matter", alice.pk, post.get_absolute_url()) for kind in ("renamed", "admin", "not_admin")]
    assert "renamed Carol to Caroline" in AdminAct.objects.values_list("sentence", flat=True)
    assert overturn(post, alice, noon(3)) == [
        {"undone": "David is an admin again"},
        {"undone": "Bobby is no admin any more"},
        {"undone": "Caroline is called Carol again"},
    ]
    assert (fresh(carol).name, fresh(bobby).is_admin, fresh(david).is_admin) == ("Carol", False, True)


def test_what_is_no_longer_so_is_kept_when_a_matter_is_overturned():
    players = seat(*FIVE)
    alice, bobby, carol, *_ = players
    changes = [does("rename", carol, name="Caroline"), does("make-admin", bobby), does("emperor", carol)]
    post = propose(bobby, noon(1), "Offices", changes=changes)
    enact(post, players, noon(2))
    later = propose(bobby, noon(3), "More", changes=[does("rename", carol, name="Lyra"), does("emperor")])
    enact(later, players, noon(4))
    event(bobby, Kind.NOT_ADMIN, at=noon(4))
    assert overturn(post, alice, noon(5)) == [
        {"kept": "Somebody else has become emperor since."},
        {"kept": "Bobby is no admin any more."},
        {"kept": "Lyra has been renamed again since."},
    ]


@pytest.mark.parametrize("law", ["ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211"])
def test_the_law_says_which_kinds_of_matter_may_do_what(law):
    _, bobby, *_ = seat(*FIVE, law=law)
    words = docket(noon(1)).law.words.players
    for change, does_it in (
        (does("rename", bobby, name="Robert"), "rename a player"),
        (does("make-admin", bobby), "make somebody an admin"),
    ):
        with pytest.raises(RuleBroken) as refused:
            judgement(bobby, noon(1), changes=[change])
        assert (refused.value.sentence, refused.value.rule) == (
            f"By rule “{words}”, to {does_it} takes a Proposal.",
            words,
        )
    assert judgement(bobby, noon(1), changes=[does("unmake-admin", bobby)]).changes == [
        does("unmake-admin", bobby)
    ]


def test_a_proposal_does_not_become_a_call_that_may_not_do_what_it_does():
    _, bobby, carol, *_ = seat(*FIVE)
    post = propose(bobby, noon(1), "Offices", changes=[does("rename", carol, name="Caroline")])
    with pytest.raises(RuleBroken, match="to rename a player takes a Proposal"):
        posting.change_category(post=post, to="cfj", by=bobby, at=noon(1))


def test_a_kind_that_the_law_no_longer_allows_is_a_misfit_when_it_is_enacted():
    players = seat(*FIVE)
    bobby = players[1]
    post = judgement(bobby, noon(1), changes=[does("unmake-admin", bobby)])
    post.changes = [does("make-admin", bobby)]
    post.save()
    with pytest.raises(NeedsSettling, match="By rule “Players”, to make somebody an admin takes a Proposal"):
        enact(post, players, noon(2))
    settled = {0: Settlement(skip=True, why="The law has changed.")}
    enacted = resolving.resolve(post=post, to="enacted", by=players[0], at=noon(2), settlements=settled)
    assert enacted.consequences == [
        {"change": 0, "name": "make somebody an admin", "about": "Bobby", "skipped": "The law has changed."}
    ]
    assert not fresh(bobby).is_admin


def test_what_no_longer_fits_is_told():
    players = seat(*FIVE)
    alice, bobby, carol, david, ellen = players
    guest = person("Gregory")
    changes = [
        does("rename", carol, name="BOBBY"),
        does("rename", carol, name="Al"),
        does("make-admin", alice),
        does("make-admin", guest),
        does("unmake-admin", bobby),
        does("unmake-admin", alice),
        does("remove", guest, why="Gone."),
        does("unbar", guest),
        does("emperor", alice),
        does("emperor", guest),
    ]
    post = propose(bobby, noon(1), "Wrong", changes=changes)
    assert said(post, noon(1)) == [
        "Somebody is already called BOBBY.",
        "A name has 4 to 30 characters. This follows from rule “Names”.",
        "Alice is an admin already.",
        "Gregory is not a player.",
        "Bobby is not an admin.",
        "Alice is the last admin who can act. First an enacted matter makes another player an admin.",
        "Gregory is not a player.",
        "Gregory is not barred from joining.",
        "Alice is emperor already.",
        "Gregory is not a player.",
    ]


def test_the_queue_ahead_is_taken_into_account_and_rivals_are_named():
    players = seat(*FIVE)
    _, bobby, carol, *_ = players
    first = propose(bobby, noon(1), "First", changes=[does("rename", carol, name="Caroline")])
    second = propose(carol, noon(1), "Second", changes=[does("rename", carol, name="Caroline")])
    found = proposed(second, docket(noon(1)))
    assert found.later[0].effect.misfit.reason == "Caroline is called that already."
    assert [(one.post, one.rules, one.fits) for one in found.rivals] == [
        (first, ["Carol on the roster"], False)
    ]


@pytest.mark.parametrize(
    "until, span", [(None, "for good"), (noon(9), "until 11 March 2026, 12:00 UTC")], ids=["ever", "a while"]
)
def test_a_barred_player_is_off_the_roster_and_not_admitted_until_it_ends(until, span):
    players = seat(*FIVE)
    alice, bobby, carol, *_ = players
    change = does("bar", carol, why="Two accounts.", until=until.isoformat() if until else "")
    post = propose(bobby, noon(1), "Out", changes=[change])
    sentence = f"Carol is taken off the roster and barred from joining {span}: Two accounts"
    assert said(post, noon(1)) == [sentence + "."]
    enacted = enact(post, players, noon(2))
    bar = Bar.objects.get()
    assert (bar.person, bar.since, bar.until, bar.link) == (carol, noon(2), until, post.get_absolute_url())
    assert enacted.consequences[-1] == {
        "roster": "bar", "said": sentence, "player": carol.pk, "bar": bar.pk, "removed": True
    }  # fmt: skip
    assert fresh(carol).standing == "left"
    write(fresh(carol), noon(3), "Back", "Please let me join again.")
    words = f"Carol is barred from joining {span}: Out: Two accounts."
    for act in (
        lambda: roster.admit(player=carol, by=alice, at=noon(3)),
        lambda: write(fresh(carol), noon(3), "Back", asks="join"),
    ):
        with pytest.raises(RuleBroken) as refused:
            act()
        assert (refused.value.sentence, refused.value.rule, refused.value.when) == (words, "Players", until)
    (errand,) = desk(docket(noon(3)), [], None).joining
    assert (errand.leave.allowed, errand.leave.reason) == (False, words)
    if until:
        assert roster.admit(player=carol, by=alice, at=until).kind == "joined"


def test_another_matter_lifts_a_bar_and_overturning_it_bars_again():
    players = seat(*FIVE, "Frank")
    alice, bobby, carol, *_ = players
    others = [one for one in players if one != carol]
    post = propose(bobby, noon(1), "Out", changes=[does("bar", carol, why="Two accounts.")])
    enact(post, players, noon(2))
    pardon = propose(bobby, noon(3), "In", changes=[does("unbar", carol)])
    assert said(pardon, noon(3)) == ["Carol may join again."]
    enact(pardon, others, noon(4))
    assert not Bar.objects.at(noon(4)).exists() and Bar.objects.at(noon(3)).count() == 1
    assert overturn(pardon, alice, noon(5)) == [{"undone": "Carol is barred from joining again"}]
    assert [(bar.since, bar.lifted_at) for bar in Bar.objects.order_by("pk")] == [
        (noon(2), noon(4)),
        (noon(5), None),
    ]


def test_a_bar_is_shown_on_the_page_of_whom_it_keeps_out():
    players = seat(*FIVE, "Frank")
    _, bobby, carol, *_ = players
    post = propose(bobby, noon(1), "Out", changes=[does("bar", carol, why="Two accounts.")])
    enact(post, players, noon(2))
    page = Client().get(carol.get_absolute_url()).content.decode()
    assert "Barred from joining for good" in page
    assert f'<a href="{post.get_absolute_url()}">Out: Two accounts.</a>' in page


def test_overturning_a_bar_lifts_it_and_overturning_a_removal_keeps_it():
    players = seat(*FIVE)
    alice, bobby, carol, david, _ = players
    changes = [does("bar", carol, why="Two accounts."), does("remove", david, why="He asked.")]
    post = propose(bobby, noon(1), "Out", changes=changes)
    assert said(post, noon(1))[1] == "David is taken off the roster: He asked."
    enact(post, players, noon(2))
    assert overturn(post, alice, noon(3)) == [
        {"kept": "David stays off the roster until they ask to join and an admin admits them."},
        {"undone": "Carol may join again, but stays off the roster until then"},
    ]
    assert not Bar.objects.at(noon(3)).exists()


def test_nobody_registers_with_the_name_or_address_of_somebody_barred(settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    players = seat(*FIVE)
    _, bobby, carol, david, _ = players
    changes = [does("rename", carol, name="Caroline"), does("bar", carol, why="Two accounts.")]
    enact(propose(bobby, noon(1), "Out", changes=changes), players, noon(2))

    def register(name: str, email: str) -> HttpResponse:
        fields = {"username": name, "email": email.upper()}
        fields |= {f"password{number}": "the ship sails at nine" for number in (1, 2)}
        return Client().post("/accounts/signup/", fields)

    page = register("carol", carol.email).content.decode()
    assert "Somebody who had this name is barred from joining for good." in page
    assert "this address" not in page
    # the address is answered as anybody else's that is taken, with a letter to whoever has it
    answers = [register("Gregory", email) for email in (carol.email, david.email)]
    assert [(one.status_code, one["Location"]) for one in answers] == [(302, "/accounts/confirm-email/")] * 2
    assert [letter.to for letter in mail.outbox] == [[carol.email], [david.email]]
    assert len({letter.subject for letter in mail.outbox}) == 1
    assert Player.objects.count() == 5


def test_the_roster_does_not_change_in_the_season():
    players = seat(*FIVE)
    bobby, carol = players[1:3]
    season = noon(0).replace(month=12, day=24)
    post = judgement(bobby, season, changes=[does("remove", carol, why="Gone."), does("emperor", bobby)])
    assert said(post, season) == [
        "It is seasonal downtime: the roster does not change now. This follows from rule “Seasonal Downtime”.",
        "Bobby becomes the emperor.",
    ]


@pytest.fixture
@played_once
def won() -> list[Player]:
    """Bobby has won a game that Alice was emperor of."""
    players = seat(*FIVE)
    enact(declare(players[1], noon(1)), players, noon(2))
    return players


def test_the_mantle_passes_by_a_call_for_judgement_in_an_interregnum(won):
    alice, bobby, carol, *_ = won
    post = judgement(carol, noon(3), changes=[does("emperor", carol)])
    assert said(post, noon(3)) == ["The mantle passes to Carol."]
    told = enact(post, won, noon(4)).consequences[-1]
    assert told == {
        "roster": "emperor", "said": "The mantle passes to Carol", "player": carol.pk, "former": bobby.pk
    }  # fmt: skip
    assert docket(noon(4)).emperor == carol
    assert overturn(post, alice, noon(5)) == [{"undone": "Bobby is emperor again"}]
    assert docket(noon(5)).emperor == bobby


def test_the_mantle_does_not_pass_to_the_last_emperor(won):
    alice, _, carol, *_ = won
    post = judgement(carol, noon(3), changes=[does("emperor", alice)])
    assert said(post, noon(3)) == [
        "Alice was the emperor of the dynasty that has just ended. This follows from rule “Victory and Ascension”."
    ]


def end_the_dynasty(won: list[Player], **keep: bool) -> Post:
    alice, bobby, *_ = won
    section = Node("dyn", "Dynastic Rules", "", (Node("cats", "Cats", "Cats purr."),))
    tree = Tree((Node("core", "Core Rules", "", (Node("play", "Players", "Play."),)), section))
    revise(tree=tree, seen=None, kind=Revision.Kind.IMPORT, at=noon(2), by=alice, why="Test")
    track(define("gold", scope="game", to="5"), by=alice, at=noon(2))
    LimitedAction.objects.create(key="rob", name="Rob", frequency="daily", made_at=noon(2), by=alice)
    change = does("end-dynasty", name="Chaos", **{"keep_rules": False, "keep_tracked": False, **keep})
    return judgement(bobby, noon(3), changes=[change])


def titles(at) -> list[str]:
    return [node.name for node in tree_after(revision_at(at).pk).walk()]


def may_take() -> list[str]:
    return [action.name for action in LimitedAction.objects.filter(retired_at__isnull=True)]


def test_a_matter_ends_the_dynasty_and_begins_a_metadynasty_without_an_interregnum(won):
    post = end_the_dynasty(won)
    for name, rule in (("Hunt", "Cats"), ("Trial", "Players")):
        of = names_at(noon(3))[rule.casefold()]
        official_posts.define(by=won[0], at=noon(3), name=name, plural=f"{name}s", mark=name, rule=of)
    assert set(post.amends) == {"roster", "dynastic", "gamestate"}
    assert said(post, noon(3)) == [
        "The First Dynasty of Alice ends and a metadynasty begins, without an emperor: its dynastic rules are"
        " repealed, what it tracks is retired."
    ]
    (shown,) = proposed(post, docket(noon(3))).now
    assert [one.title for one in shown.differences if one.is_repealed] == ["Cats"]
    told = enact(post, won, noon(4)).consequences
    assert [sorted(one)[-1] for one in told] == ["name", "revision", "update", "types"]
    held, begun = docket(noon(4)), dynasty_at(noon(4))
    assert (begun.name, begun.theme, begun.started_at) == ("The First Metadynasty", "Chaos", noon(4))
    assert (held.verdict.standstill, held.emperor) == ((), None)
    assert Ascension.objects.get(link=post.get_absolute_url()).at == noon(4)
    assert titles(noon(4)) == ["Core Rules", "Players", "Dynastic Rules"]
    assert not state_now().variables and not may_take()
    types = OfficialType.objects.order_by("name").values_list("retired_at", flat=True)
    assert list(types) == [noon(4), None]
    assert Dynasty.objects.get(number=1).ended_at == noon(4)
    undone = overturn(post, won[0], noon(5))
    assert [next(iter(one)) for one in undone] == ["kept", "update", "revision"]
    assert undone[0]["kept"] == "The First Metadynasty goes on."
    assert "Cats" in titles(noon(5)) and state_now().variables
    assert may_take() == ["Rob"]
    assert list(types.all()) == [None, None]


def test_a_metadynasty_may_keep_rules_and_what_is_tracked(won):
    post = end_the_dynasty(won, keep_rules=True, keep_tracked=True)
    assert post.amends == ["roster"]
    assert said(post, noon(3))[0].endswith("without an emperor: its rules stay, what it tracks stays.")
    enact(post, won, noon(4))
    assert "Cats" in titles(noon(4)) and len(state_now().variables) == 1
    assert may_take() == ["Rob"]
    assert not Reign.objects.at(noon(4)).exists()


@pytest.mark.parametrize(
    "change, words",
    [
        ({"op": "roster"}, "No such kind of change of the roster."),
        ({"op": "roster", "do": "crown", "player": 1}, "No such kind of change of the roster."),
        ({"op": "roster", "do": ["rename"]}, "No such kind of change of the roster."),
        ({"op": "roster", "do": "make-admin"}, "A change of the roster says who, and nothing that"),
        ({"op": "roster", "do": "make-admin", "player": 1, "why": "x"}, "A change of the roster says who"),
        ({"op": "roster", "do": "make-admin", "player": True}, "is written otherwise"),
        ({"op": "roster", "do": "make-admin", "player": 0}, "There is no such person."),
        ({"op": "roster", "do": "make-admin", "player": 2**70}, "There is no such person."),
        ({"op": "roster", "do": "rename", "player": 1, "name": "@you"}, "does not begin with @"),
        ({"op": "roster", "do": "rename", "player": 1, "name": "x\0y"}, "NUL|character"),
        ({"op": "roster", "do": "remove", "player": 1, "why": " "}, "Say why: it is shown in public."),
        ({"op": "roster", "do": "bar", "player": 1, "why": "x" * 501}, "at most 500 characters"),
        ({"op": "roster", "do": "bar", "player": 1, "why": "x", "until": "soon"}, "Say until when in UTC"),
        ({"op": "roster", "do": "bar", "player": 1, "why": "x", "until": "0001-01-01T00:00:00+14:00"}, "UTC"),
    ],
)
def test_a_change_of_the_roster_that_makes_no_sense_is_refused(change, words):
    with pytest.raises(RuleBroken, match=words) as refused:
        read_change(change)
    assert refused.value.status == 400


def test_somebody_who_does_not_exist_is_refused():
    _, bobby, *_ = seat(*FIVE)
    with pytest.raises(RuleBroken, match="There is no such person"):
        propose(bobby, noon(1), changes=[{"op": "roster", "do": "make-admin", "player": 999999}])


def test_a_step_is_kept_as_it_was_read():
    until = noon(9) + timedelta(hours=1)
    for change in (
        {"op": "roster", "do": "bar", "player": 3, "until": until.isoformat(), "why": "Two accounts."},
        {"op": "roster", "do": "emperor", "player": None},
        {"op": "roster", "do": "end-dynasty", "name": "", "keep_rules": True, "keep_tracked": False},
    ):
        assert read_change(change).as_json() == change


# -- in the browser


FORMS = {
    "rename": {"name": "Caroline"},
    "make-admin": {},
    "remove": {"why": "Gone."},
    "bar": {"why": "Gone.", "until": "2027-01-01 12:00"},
    "emperor": {},
    "end-dynasty": {"name": "Chaos", "keep_rules": "on"},
}


@pytest.mark.parametrize("do", FORMS)
def test_a_change_of_the_roster_is_written_and_shown(do):
    players = seat(*FIVE)
    _, bobby, carol, *_ = players
    draft = posting.save_draft(by=bobby, at=noon(1), title="Offices", body="x", category="proposal")
    client = Client()
    client.force_login(bobby)
    path = reverse("votables:add_draft_change", args=[draft.pk])
    form = client.get(path, {"op": f"roster.{do}"})
    assert form.status_code == 200
    fields = FORMS[do] | ({} if do == "end-dynasty" else {"player": carol.pk})
    seen = form.context["form"]["seen"].value()
    shown = client.post(path, {"op": f"roster.{do}", "seen": seen, **fields}, follow=True)
    draft.refresh_from_db()
    assert [change["do"] for change in draft.changes] == [do]
    (one,) = shown.context["effects"]
    assert one.said and one.said in shown.content.decode()


def test_the_form_refuses_what_the_law_does_not_let_the_kind_do():
    players = seat(*FIVE)
    _, bobby, carol, *_ = players
    draft = posting.save_draft(by=bobby, at=noon(1), title="Offices", body="x", category="cfj")
    client = Client()
    client.force_login(bobby)
    path = reverse("votables:add_draft_change", args=[draft.pk])
    seen = client.get(path, {"op": "roster.rename"}).context["form"]["seen"].value()
    fields = {"op": "roster.rename", "seen": seen, "player": carol.pk, "name": "Caroline"}
    page = client.post(path, fields)
    assert page.status_code == 403
    assert (page.context["refusal"].sentence, page.context["refusal"].rule) == (
        "By rule “Players”, to rename a player takes a Proposal.",
        "Players",
    )
