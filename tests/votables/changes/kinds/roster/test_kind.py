"""Changes of matters on who plays and who holds an office: shown before, carried out, undone when overturned."""

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from blognomic.web.errors import RuleBroken
from players.models import Bar, Player
from tests.votables.changes.carried import FIVE, enact, overturn, said
from tests.votables.changes.seats import does, fresh, judgement, win
from tests.votables.table import noon, person, propose, seat, write
from votables.changes.apply import Settlement
from votables.changes.preview import preview_of
from votables.queries.admin_desk import desk
from votables.queries.judge_facts import docket_at
from votables.services import posting, resolving, roster
from votables.services.enacting import NeedsSettling

pytestmark = pytest.mark.django_db


@pytest.fixture
def won() -> list[Player]:
    return win()


def test_a_proposal_does_not_become_a_call_that_may_not_do_what_it_does():
    _, bobby, carol, *_ = seat(*FIVE)
    post = propose(bobby, noon(1), "Offices", changes=[does("rename", carol, name="Caroline")])
    with pytest.raises(RuleBroken, match="Only a Proposal can rename a player"):
        posting.change_category(post=post, to="cfj", by=bobby, at=noon(1))


def test_a_kind_that_the_law_no_longer_allows_is_a_misfit_when_it_is_enacted():
    players = seat(*FIVE)
    bobby = players[1]
    post = judgement(bobby, noon(1), changes=[does("unmake-admin", bobby)])
    post.changes = [does("make-admin", bobby)]
    post.save()
    with pytest.raises(NeedsSettling, match="Only a Proposal can make somebody an admin"):
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
        "Alice is already an admin.",
        "Gregory is not a player.",
        "Bobby is not an admin.",
        "Alice is the last admin who can act. First an enacted matter must make another player an admin.",
        "Gregory is not a player.",
        "Gregory is not barred from joining.",
        "Alice is already the emperor.",
        "Gregory is not a player.",
    ]


def test_the_queue_ahead_is_taken_into_account_and_rivals_are_named():
    players = seat(*FIVE)
    _, bobby, carol, *_ = players
    first = propose(bobby, noon(1), "First", changes=[does("rename", carol, name="Caroline")])
    second = propose(carol, noon(1), "Second", changes=[does("rename", carol, name="Caroline")])
    preview = preview_of(second, docket_at(noon(1)))
    assert preview.later[0].effect.misfit.reason == "Caroline is already called that."
    assert [(one.post, one.rules, one.fits) for one in preview.rivals] == [
        (first, ["Carol on the roster"], False)
    ]


@pytest.mark.parametrize(
    "until, span, refusal",
    [
        (None, "for good", "can never join again"),
        (noon(9), "until 11 March 2026, 12:00 UTC", "cannot join until 11 March 2026, 12:00 UTC"),
    ],
    ids=["ever", "a while"],
)
def test_a_barred_player_is_off_the_roster_and_not_admitted_until_it_ends(until, span, refusal):
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
    words = f"Carol {refusal}: Out: Two accounts."
    for act in (
        lambda: roster.admit(player=carol, by=alice, at=noon(3)),
        lambda: write(fresh(carol), noon(3), "Back", asks="join"),
    ):
        with pytest.raises(RuleBroken) as refused:
            act()
        assert (refused.value.sentence, refused.value.rule, refused.value.when) == (words, "Players", until)
    (task,) = desk(docket_at(noon(3)), None).joining
    assert (task.leave.allowed, task.leave.reason) == (False, words)
    if until:
        assert roster.admit(player=carol, by=alice, at=until).kind == "joined"


def test_a_bar_is_shown_on_the_page_of_whom_it_keeps_out():
    players = seat(*FIVE, "Frank")
    _, bobby, carol, *_ = players
    post = propose(bobby, noon(1), "Out", changes=[does("bar", carol, why="Two accounts.")])
    enact(post, players, noon(2))
    page = Client().get(carol.get_absolute_url()).content.decode()
    assert "Barred from joining for good" in page
    assert f'<a href="{post.get_absolute_url()}">Out: Two accounts.</a>' in page


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
    assert "The person who had this name can never join again. Choose another name." in page
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
        "It is seasonal downtime: the roster cannot change now. This follows from rule “Seasonal Downtime”.",
        "Bobby becomes the emperor.",
    ]


def test_the_mantle_passes_by_a_call_for_judgement_in_an_interregnum(won):
    alice, bobby, carol, *_ = won
    post = judgement(carol, noon(3), changes=[does("emperor", carol)])
    assert said(post, noon(3)) == ["The mantle passes to Carol."]
    consequence = enact(post, won, noon(4)).consequences[-1]
    assert consequence == {
        "roster": "emperor", "said": "The mantle passes to Carol", "player": carol.pk, "former": bobby.pk
    }  # fmt: skip
    assert docket_at(noon(4)).emperor == carol
    assert overturn(post, alice, noon(5)) == [{"undone": "Bobby is emperor again"}]
    assert docket_at(noon(5)).emperor == bobby


def test_the_mantle_does_not_pass_to_the_last_emperor(won):
    alice, _, carol, *_ = won
    post = judgement(carol, noon(3), changes=[does("emperor", alice)])
    assert said(post, noon(3)) == [
        "Alice was the emperor of the dynasty that has just ended. This follows from rule “Victory and Ascension”."
    ]


def test_somebody_who_does_not_exist_is_refused():
    _, bobby, *_ = seat(*FIVE)
    with pytest.raises(RuleBroken, match="There is no such person"):
        propose(bobby, noon(1), changes=[{"op": "roster", "do": "make-admin", "player": 999999}])


# -- in the browser
