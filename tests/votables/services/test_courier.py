"""Private messages and orders under the law: No Collaboration, and the interregnum."""

import pytest

from blognomic.web.errors import NeedsConfirmation, RuleBroken
from blognomic.web.site_rules import called
from gamestate.services.updating import update
from players.models import Mentorship, Message, Order, Player, Turn
from players.services import messages, orders
from players.services.roster import crown
from ruleset.law import document
from ruleset.services import enact_law
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from tests.votables.table import Cause, declare, noon, seat, vote
from votables.models import Category
from votables.services import courier, posting, resolving
from votables.services.courier import LAWFUL

pytestmark = pytest.mark.django_db
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def put_in_force(law: str = "ruleset-211", **cases: bool) -> None:
    named = {name.replace("_", " "): state for name, state in cases.items()}
    enact_law(document=document(law), special_cases=named, at=noon(1), by=None, why="Test")


def send(by: Player, *to: Player, **more: object):
    words = {"subject": "A plan", "text": "Words.", **more}
    return messages.send(courier=LAWFUL, by=by, at=noon(2), to=to, **words)


def test_players_talk_as_they_like_unless_the_special_case_is_active():
    alice, bobby, carol, *_ = seat(*FIVE)
    assert LAWFUL.restraint(noon(2)) is None
    assert send(bobby, carol).parties.count() == 2
    put_in_force("ruleset-86")
    assert (LAWFUL.restraint(noon(2)), send(bobby, carol).parties.count()) == (None, 2)


def test_under_no_collaboration_who_writes_or_answers_confirms():
    alice, bobby, carol, *_ = seat(*FIVE)
    thread = send(bobby, carol)
    put_in_force(No_Collaboration=True)
    assert called(LAWFUL.restraint(noon(2)).rule) == "No Collaboration"
    for act in (
        lambda **more: send(bobby, carol, **more),
        lambda **more: messages.reply(
            courier=LAWFUL, thread=thread.pk, by=carol, at=noon(2), text="Yes.", **more
        ),
    ):
        before = Message.objects.count()
        with pytest.raises(NeedsConfirmation) as needed:
            act()
        assert (needed.value.rule, needed.value.status) == ("No Collaboration", 409)
        assert Message.objects.count() == before
        act(confirmed=True)
        assert Message.objects.count() == before + 1


def test_before_the_law_that_limits_it_came_into_force_nobody_confirms():
    _, bobby, carol, *_ = seat(*FIVE)
    put_in_force(No_Collaboration=True)
    sent = messages.send(courier=LAWFUL, by=bobby, at=noon(0), to=[carol], subject="A", text="B")
    assert sent.parties.count() == 2


def test_mentor_and_mentee_need_not_confirm_between_themselves():
    alice, bobby, carol, david, _ = seat(*FIVE)
    mentorship = Mentorship.objects.create(mentor=bobby, mentee=carol, begun_at=noon(1))
    put_in_force(No_Collaboration=True)
    two, three = {bobby, carol}, {bobby, carol, david}
    assert [courier.must_confirm(parties, noon(2)) for parties in (two, three)] == [False, True]
    mentorship.ended_at = noon(2)
    mentorship.save()
    assert courier.must_confirm(two, noon(2))


@pytest.mark.parametrize(("distance", "expected"), [(True, [False, True, True]), (False, [True, True, True])])
def test_with_dynastic_distance_the_emperor_is_no_player_for_it(distance, expected):
    alice, bobby, carol, *_ = seat(*FIVE)
    put_in_force(No_Collaboration=True, Dynastic_Distance=distance)
    groups = ({alice, bobby}, {alice, bobby, carol}, {bobby, carol})
    assert [courier.must_confirm(parties, noon(2)) for parties in groups] == expected
    arguments = {"to_emperor": True, "confirmed": not distance}
    assert send(bobby, **arguments).parties.count() == 2


def test_with_alliances_those_who_all_name_each_other_need_not_confirm():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    track(define("alliance", kind="players", most=2), by=alice, at=noon(0))
    for player, allies in ((bobby, "Carol, David"), (carol, "Bobby, David"), (david, "Bobby")):
        update(leave=GIVEN, by=player, at=noon(1), steps=[put("alliance", allies, *whose(player))])
    groups = ({bobby, carol}, {bobby, david}, {bobby, carol, david}, {carol, david}, {bobby, ellen})
    put_in_force(No_Collaboration=True, Alliances=False)
    assert [courier.must_confirm(parties, noon(2)) for parties in groups] == [True] * 5
    put_in_force(No_Collaboration=True, Alliances=True)
    assert [courier.must_confirm(parties, noon(2)) for parties in groups] == [
        *(False, False, True, True, True)
    ]
    assert "Players who name each other in their Alliances may talk." in LAWFUL.restraint(noon(2)).sentence


def test_who_is_no_party_is_not_told_that_there_is_something_to_confirm():
    _, bobby, carol, david, _ = seat(*FIVE)
    thread = send(bobby, carol)
    put_in_force(No_Collaboration=True)
    with pytest.raises(RuleBroken) as broken:
        messages.reply(courier=LAWFUL, thread=thread.pk, by=david, at=noon(2), text="Hm.")
    assert broken.value.status == 404


def test_orders_wait_in_an_interregnum_and_begin_anew_with_the_next_dynasty():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    old = orders.send_order(courier=LAWFUL, by=carol, at=noon(1), text="March.", seen=1)
    won = declare(bobby, noon(2))
    vote(won, noon(2, hours=1), **{"for": [alice, carol, david, ellen]})
    with pytest.raises(RuleBroken) as broken:
        orders.send_order(courier=LAWFUL, by=carol, at=noon(2, hours=2), text="Wait.", seen=1)
    assert (broken.value.rule, broken.value.status) == ("Victory and Ascension", 409)
    resolving.resolve(post=won, to="enacted", by=alice, at=noon(3))
    for act in (
        lambda: orders.send_order(courier=LAWFUL, by=carol, at=noon(3), text="March.", seen=1),
        lambda: orders.mark(courier=LAWFUL, order=old.pk, by=bobby, at=noon(3), carried_out=True),
        lambda: orders.close_turn(courier=LAWFUL, by=bobby, at=noon(3), seen=1),
        lambda: orders.set_due(courier=LAWFUL, by=bobby, at=noon(3), seen=1, due_at=noon(4)),
    ):
        with pytest.raises(RuleBroken) as broken:
            act()
        assert (broken.value.rule, broken.value.status) == ("Dynasties", 409)
    bobby.refresh_from_db()
    posting.publish(by=bobby, at=noon(4), category=Category.ASCENSION, title="Geese", body="Honk.")
    made = orders.send_order(courier=LAWFUL, by=carol, at=noon(4, hours=1), text="Fly.", seen=1)
    assert (made.turn.number, made.turn.dynasty.number) == (1, 2)
    with pytest.raises(RuleBroken) as broken:
        orders.mark(courier=LAWFUL, order=old.pk, by=bobby, at=noon(4, hours=1), carried_out=True)
    assert broken.value.status == 404
    assert (Order.objects.count(), Turn.objects.count()) == (2, 2)


def test_names_in_messages_and_orders_lead_to_players_and_html_stays_words():
    alice, bobby, carol, *_ = seat(*FIVE)
    text = "@Alice <script>x</script> [y](javascript:z)"
    message = send(bobby, carol, text=text).messages.get()
    order = orders.send_order(courier=LAWFUL, by=bobby, at=noon(2), text=text, seen=1)
    for html in (message.html, order.html):
        assert f'<a href="{alice.get_absolute_url()}"' in html
        assert ("<script" in html, "javascript:" in html and 'href="javascript' in html) == (False, False)


def test_text_that_cannot_be_rendered_is_refused_and_nothing_is_kept():
    _, bobby, carol, *_ = seat(*FIVE)
    with pytest.raises(RuleBroken) as broken:
        send(bobby, carol, text="> " * 5000 + "x")
    assert (broken.value.status, Message.objects.count()) == (400, 0)


def test_order_goes_to_the_office_when_the_emperor_changes_in_a_dynasty():
    alice, bobby, carol, *_ = seat(*FIVE)
    order = orders.send_order(courier=LAWFUL, by=carol, at=noon(1), text="March.", seen=1)
    crown(player=bobby, at=noon(2), by=alice, cause=Cause.MATTER, why="decided")
    marked = orders.mark(courier=LAWFUL, order=order.pk, by=bobby, at=noon(3), carried_out=True)
    assert marked.carried_out_by == bobby
