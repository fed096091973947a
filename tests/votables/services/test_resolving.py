"""Resolving: what the law allows at the instant, who may, what is written, and how it is undone."""

import pytest
import time_machine
from django.test import Client

from blognomic.web.errors import RuleBroken, Stale
from players.models import AdminAct, Dynasty, Player, Reign
from ruleset.law import SHIPPED
from tests.votables.table import HOUR, Kind, declare, event, make_admin, noon, propose, seat, vote, write
from votables.models import Category, Post, Resolution, Status
from votables.queries.judge_facts import docket_at
from votables.services import commenting, posting, resolving

pytestmark = pytest.mark.django_db

# Five players: fewer would be dormant under ruleset-211. Quorum is three.
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def test_a_popular_proposal_is_enacted_after_12_hours():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1, hours=1), **{"for": [carol, david]})
    with pytest.raises(RuleBroken) as early:
        resolving.resolve(post=post, to="enacted", by=alice, at=noon(2) - HOUR / 2 - 11.75 * HOUR)
    assert early.value.when == noon(2) - 12 * HOUR
    resolution = resolving.resolve(post=post, to="enacted", by=alice, at=noon(2) - 12 * HOUR)
    post.refresh_from_db()
    assert (post.status, post.tally, post.admin_field, post.resolved_at, post.settled_by) == (
        "enacted",
        "3–0",
        "Enacted 3–0 by Alice, reached quorum.",
        noon(2) - 12 * HOUR,
        resolution,
    )
    assert {(b.player.name, b.cast, b.counts_as) for b in resolution.ballots.all()} == {
        ("Bobby", "", "for"),
        ("Carol", "for", "for"),
        ("David", "for", "for"),
    }
    assert resolution.law.name == "ruleset-211"
    assert resolution.facts["format"] == "blognomic-game/1"
    assert AdminAct.objects.get(act="resolve").sentence == "enacted “Cats” (3–0)"


def test_a_second_admin_is_told_who_was_first():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    make_admin(bobby)
    post = propose(carol, noon(1))
    vote(post, noon(1), **{"for": [alice, bobby]})
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    with pytest.raises(Stale) as refusal:
        resolving.resolve(post=post, to="enacted", by=bobby, at=noon(2))
    assert "already been resolved: enacted by Alice, 4 March 2026, 12:00 UTC." in refusal.value.sentence
    assert Resolution.objects.count() == 1


def test_only_the_oldest_proposal_is_resolved():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    older = propose(bobby, noon(1), "Older")
    newer = propose(carol, noon(1, minutes=5), "Newer")
    vote(newer, noon(1, hours=1), **{"for": [alice, bobby]})
    with pytest.raises(RuleBroken, match="Newer"):
        resolving.resolve(post=newer, to="enacted", by=alice, at=noon(2))
    vote(older, noon(1, hours=1), against=[alice, carol, david])
    resolving.resolve(post=older, to="failed", by=alice, at=noon(2))
    assert resolving.resolve(post=newer, to="enacted", by=alice, at=noon(2)).tally == "3–0"


def test_nobody_but_an_admin_resolves():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [alice, carol]})
    with pytest.raises(RuleBroken, match="Only an admin"):
        resolving.resolve(post=post, to="enacted", by=bobby, at=noon(2))


def test_comments_on_a_resolved_matter_are_refused():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [alice, carol]})
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    with pytest.raises(Stale, match="Comments on it are closed"):
        commenting.comment(post=post, by=carol, at=noon(2, hours=1), text="Too late? :against:")


def test_a_resolution_is_never_dated_before_the_votes_it_counts():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(2, seconds=1), **{"for": [alice, carol]})
    resolution = resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    assert (resolution.at, resolution.tally) == (noon(2, seconds=1), "3–0")


def test_a_veto_fails_a_proposal_and_says_so():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), veto=alice, **{"for": [carol]})
    resolving.resolve(post=post, to="failed", by=alice, at=noon(1, hours=1))
    post.refresh_from_db()
    assert (post.status, post.vetoed, post.admin_field) == ("failed", True, "Failed 2–0 by Alice, vetoed.")


def test_a_withdrawn_proposal_fails_under_the_laws_own_word():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), against=bobby)
    resolving.resolve(post=post, to="failed", by=alice, at=noon(1, hours=1))
    post.refresh_from_db()
    assert (post.self_killed, post.admin_field) == (True, "Failed 0–1 by Alice, withdrawn.")


def test_an_admin_may_go_against_the_verdict_with_a_reason_and_it_is_marked():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    with pytest.raises(RuleBroken, match="Say why"):
        resolving.resolve_against_verdict(post=post, to="enacted", by=alice, at=noon(1), reason="  ")
    resolving.resolve_against_verdict(
        post=post, to="enacted", by=alice, at=noon(1), reason="The clock was wrong."
    )
    post.refresh_from_db()
    act = AdminAct.objects.get(act="resolve")
    assert (post.status, act.against_verdict, act.reason) == ("enacted", True, "The clock was wrong.")
    assert post.admin_field == "Enacted 1–0 by Alice. Against the program’s verdict: The clock was wrong."


def test_a_resolution_is_overturned_back_to_pending_and_judged_anew():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [alice, carol]})
    first = resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    resolving.overturn(
        post=post, to="pending", seen=first.pk, by=alice, at=noon(2, hours=1), reason="Wrong one."
    )
    post.refresh_from_db()
    assert (post.status, post.resolved_at, post.settled_by) == ("pending", None, None)
    with pytest.raises(Stale):
        resolving.overturn(
            post=post, to="failed", seen=first.pk, by=alice, at=noon(2, hours=2), reason="Again."
        )
    again = resolving.resolve(post=post, to="enacted", by=alice, at=noon(2, hours=3))
    assert [r.to_status for r in post.resolutions.order_by("pk")] == ["enacted", "pending", "enacted"]
    assert Post.objects.get().settled_by == again


def test_an_illegal_mark_makes_a_matter_unpopular_and_is_taken_off_again():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [alice, carol]})
    resolving.mark_illegal(post=post, by=alice, at=noon(1, hours=1), reason="Posted in hiatus.")
    assert docket_at(noon(2)).ruling(post).unpopular is True
    resolving.mark_illegal(post=post, by=alice, at=noon(1, hours=2), reason="It was not.", illegal=False)
    assert docket_at(noon(2)).ruling(post).may_enact is True
    assert [act.act for act in AdminAct.objects.order_by("pk")] == ["mark_illegal", "unmark_illegal"]
    post.refresh_from_db()
    marked, unmarked = (
        "Alice marked it as illegal: Posted in hiatus.",
        "Alice removed the mark “illegal”: It was not.",
    )
    assert post.admin_field == f"{marked}\n\n{unmarked}"


def test_an_enacted_declaration_fails_the_others_crowns_its_author_and_stops_the_game():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    won, other = declare(bobby, noon(1)), declare(carol, noon(1, hours=1), "Me too")
    vote(won, noon(1, hours=2), **{"for": [alice, carol, david]})
    vote(other, noon(1, hours=2), against=[alice, bobby])
    resolution = resolving.resolve(post=won, to="enacted", by=alice, at=noon(2))
    other.refresh_from_db()
    assert (other.status, other.resolved_at) == ("failed", noon(2))
    assert other.admin_field == "Failed 1–2 by Alice, because “Victory” was enacted."
    assert resolution.consequences == [
        {"failed": other.pk, "title": "Me too"},
        {"emperor": bobby.pk, "name": "Bobby", "former": alice.pk},
        {"interregnum": True},
    ]
    assert other.resolutions.get().consequences == [
        {"waits": carol.pk, "name": "Carol", "what": "declare victory", "until": "9 March 2026, 12:00 UTC"}
    ]
    docket = docket_at(noon(2))
    assert (docket.emperor, docket.verdict.standstill) == (bobby, ("interregnum",))
    address = {"category": Category.ASCENSION, "title": "Ascension Address: The Sea", "body": "Ahoy."}
    with pytest.raises(RuleBroken, match="Only the emperor"):
        posting.publish(by=carol, at=noon(3), **address)
    posting.publish(by=bobby, at=noon(3), **address)
    assert docket_at(noon(3)).verdict.standstill == ()


def test_a_corrected_victory_brings_back_the_emperor_and_the_other_declaration():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    won, other = declare(bobby, noon(1)), declare(carol, noon(1, hours=1), "Me too")
    vote(won, noon(1, hours=2), **{"for": [alice, carol, david]})
    resolution = resolving.resolve(post=won, to="enacted", by=alice, at=noon(2))
    resolving.overturn(
        post=won, to="failed", seen=resolution.pk, by=alice, at=noon(2, hours=1), reason="Miscounted."
    )
    other.refresh_from_db()
    assert (other.status, docket_at(noon(3)).emperor) == (Status.PENDING, alice)
    assert [reign.player for reign in Reign.objects.order_by("pk")] == [alice, bobby, alice]


def test_an_emperor_who_is_idle_has_the_office_back_when_a_victory_is_corrected():
    alice, bobby, carol, david, ellen, _ = seat(*FIVE, "Frank")
    make_admin(carol)
    event(alice, Kind.IDLED, at=noon(1))
    won = declare(bobby, noon(1))
    resolution = resolving.resolve_against_verdict(post=won, to="enacted", by=carol, at=noon(2), reason="One")
    assert resolution.consequences == [
        {"emperor": bobby.pk, "name": "Bobby", "former": alice.pk},
        {"interregnum": True},
    ]
    resolving.overturn(post=won, to="failed", seen=resolution.pk, by=carol, at=noon(3), reason="Two")
    assert Reign.objects.at(noon(3)).get().player == alice
    assert docket_at(noon(3)).emperor is None


def test_a_dynasty_that_has_begun_goes_on_when_its_victory_is_corrected():
    alice, bobby, carol, *_ = seat(*FIVE)
    won = declare(bobby, noon(1))
    first = resolving.resolve_against_verdict(post=won, to="enacted", by=alice, at=noon(2), reason="One")
    write(bobby, noon(3), "Ascension Address: The Sea", category="ascension")
    kept = resolving.overturn(post=won, to="failed", seen=first.pk, by=alice, at=noon(4), reason="Two")
    assert kept.consequences == [{"kept": "The dynasty that began from it goes on."}]
    assert (docket_at(noon(4)).emperor, Dynasty.objects.count()) == (bobby, 2)


def test_a_declaration_that_is_found_to_have_won_after_all_begins_an_interregnum_then():
    alice, bobby, carol, david, *_ = seat(*FIVE)
    lost, won = declare(bobby, noon(1)), declare(carol, noon(1))
    first = resolving.resolve_against_verdict(post=lost, to="failed", by=alice, at=noon(2), reason="One")
    resolving.resolve_against_verdict(post=won, to="enacted", by=alice, at=noon(3), reason="Two")
    write(carol, noon(4), "Ascension Address: The Sea", category="ascension")
    resolving.overturn(post=lost, to="enacted", seen=first.pk, by=alice, at=noon(5), reason="Three")
    docket = docket_at(noon(5))
    assert (docket.emperor, docket.verdict.standstill) == (bobby, ("interregnum",))
    write(bobby, noon(6), "Ascension Address: The Land", category="ascension")
    assert docket_at(noon(6)).verdict.standstill == ()


@pytest.mark.parametrize("law", SHIPPED)
def test_idle_admins_resolve_where_the_law_lets_them(law):
    alice, bobby, carol, *_ = seat(*FIVE, "Frank", law=law)
    make_admin(bobby)
    event(bobby, Kind.IDLED, at=noon(0))
    post = propose(carol, noon(1))
    vote(post, noon(1), against=carol)
    if law in ("ruleset-2019-09", "ruleset-211"):
        assert resolving.resolve(post=post, to="failed", by=bobby, at=noon(2)).by == bobby
    else:
        with pytest.raises(RuleBroken, match="idle admins cannot resolve"):
            resolving.resolve(post=post, to="failed", by=bobby, at=noon(2))


def test_an_admin_who_has_just_been_unmade_resolves_nothing():
    alice, bobby, carol, *_ = seat(*FIVE)
    make_admin(bobby)
    post = propose(carol, noon(1))
    event(Player.objects.get(pk=bobby.pk), Kind.NOT_ADMIN, at=noon(1))
    for act in (resolving.resolve_against_verdict, resolving.mark_illegal):
        more = {"to": "failed"} if act == resolving.resolve_against_verdict else {}
        with pytest.raises(RuleBroken, match="Only an admin"):
            act(post=post, by=bobby, at=noon(1), reason="Once more", **more)


@pytest.mark.parametrize("law", SHIPPED)
def test_what_is_marked_as_illegal_fails_as_illegal_where_the_law_has_the_word(law):
    alice, bobby, carol, david, *_ = seat(*FIVE, law=law)
    post = propose(bobby, noon(1))
    vote(post, noon(1), against=[alice, carol, david])
    resolving.mark_illegal(post=post, by=alice, at=noon(1), reason="Posted in hiatus.")
    resolving.resolve(post=post, to="failed", by=alice, at=noon(2))
    post.refresh_from_db()
    marked = "Alice marked it as illegal: Posted in hiatus."
    words = ("illegal", f"{marked}\n\nMarked as illegal 1–3 by Alice, not a legal matter.")
    if law != "ruleset-211":
        words = ("failed", post.admin_field)
    assert (post.status, post.admin_field) == words
    assert docket_at(noon(2)).posts == {}


def test_a_mark_that_another_admin_has_just_made_is_not_taken_off_by_making_it(client):
    alice, bobby, *_ = seat(*FIVE)
    make_admin(bobby)
    post = propose(bobby, noon(1))
    sent = {"mark": "True", "reason": "Posted in hiatus."}
    with time_machine.travel(noon(1), tick=False):
        for player, status in ((alice, 302), (bobby, 409)):
            client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
            assert client.post(f"/posts/{post.pk}/illegal/", sent).status_code == status
    post.refresh_from_db()
    assert post.illegal


def test_a_failed_declaration_keeps_its_author_from_another_for_120_hours():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    dov = declare(bobby, noon(1))
    vote(dov, noon(1), against=[alice, carol, david])
    resolving.resolve(post=dov, to="failed", by=alice, at=noon(2))
    with pytest.raises(RuleBroken) as refused:
        declare(bobby, noon(3))
    assert refused.value.when == noon(7)
    assert declare(bobby, noon(7)).status == "pending"


@time_machine.travel(noon(2), tick=False)
def test_the_services_read_no_clock():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [alice, carol]})
    assert resolving.resolve(post=post, to="enacted", by=alice, at=noon(5)).at == noon(5)


def test_a_declaration_that_fails_ends_the_hiatus_when_it_was_the_last_and_its_author_waits():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    first, last = declare(bobby, noon(1)), declare(carol, noon(1), "Me too")
    vote(first, noon(1), against=[alice, david, ellen])
    vote(last, noon(1), against=[carol, alice])
    failed = resolving.resolve(post=first, to="failed", by=alice, at=noon(2))
    assert failed.consequences == [
        {"hiatus": "goes on", "because": ["a declaration of victory is pending"]},
        {"waits": bobby.pk, "name": "Bobby", "what": "declare victory", "until": "9 March 2026, 12:00 UTC"},
    ]
    over = resolving.resolve_against_verdict(post=last, to="illegal", by=alice, at=noon(3), reason="No win.")
    assert over.consequences == [{"hiatus": "ended"}]
    page = Client().get(first.get_absolute_url()).content.decode()
    assert "The game stays in hiatus: a declaration of victory is pending." in page
    assert (
        f'<a href="/players/{bobby.pk}/">Bobby</a> cannot declare victory before 9 March 2026, 12:00 UTC.'
        in page
    )
    assert "The hiatus ended with it." in Client().get(last.get_absolute_url()).content.decode()
    with pytest.raises(RuleBroken) as refused:
        declare(bobby, noon(6, hours=23, minutes=59))
    assert (refused.value.rule, refused.value.when) == ("Victory and Ascension", noon(7))
    assert declare(bobby, noon(7)).is_pending


def test_a_declaration_that_fails_under_a_law_without_a_wait_says_nothing_of_one():
    alice, bobby, carol, david, ellen = seat(*FIVE, law="ruleset-37")
    post = declare(bobby, noon(1))
    vote(post, noon(1), against=[alice, carol, david])
    failed = resolving.resolve(post=post, to="failed", by=alice, at=noon(2))
    assert failed.consequences == [{"hiatus": "ended"}]
