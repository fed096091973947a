"""Messages, orders and mentors through the pages: what the parties see, and that nobody else sees anything."""

import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from blognomic.transfer.game_file.exporting import export_game
from players.models import MentorOffer, Mentorship, Message, Order, Party, Player, Thread
from players.services import messages, orders
from ruleset.law import document
from ruleset.services import enact_law
from tests.blognomic.html import read
from tests.blognomic.shown import words_shown
from tests.votables.table import declare, noon, person, seat, vote
from votables.models import Post
from votables.services import resolving
from votables.services.courier import LAWFUL

pytestmark = pytest.mark.django_db
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
NOW = noon(3)
PLAN = "The plan is to take the *northern* gate."


class Window:
    """A browser in which one person plays. `words` is what the page's main part says."""

    def __init__(self, name: str) -> None:
        self.client = Client()
        self.client.force_login(Player.objects.get(name=name))

    def take(self, response) -> "Window":
        self.status, self.page = response.status_code, response.content.decode()
        assert read(self.page).faults == []
        self.words = plain(re.search(r"<main.*</main>", self.page, re.DOTALL)[0])
        return self

    def go(self, path: str, **query: object) -> "Window":
        return self.take(self.client.get(path, query, follow=True))

    def send(self, path: str, **fields: object) -> "Window":
        return self.take(self.client.post(path, fields, follow=True))

    def says(self, *words: str) -> "Window":
        assert [one for one in words if one not in self.words] == [], self.words
        return self

    @property
    def unread(self) -> str | None:
        """What the header says of unread conversations."""
        match = re.search(r'/players/messages/">[^<]*<svg.*?</a>', self.page, re.DOTALL)
        return plain(match[0]).split(">")[-1].strip() if match else None


def plain(html: str) -> str:
    return words_shown(html)


@pytest.fixture
def five(db):
    with time_machine.travel(NOW, tick=False):
        yield seat(*FIVE)


def write(name: str, **fields: object) -> Window:
    return Window(name).send("/players/messages/new/", **{"subject": "A plan", "text": PLAN, **fields})


# -- messages


def test_conversation_is_begun_found_unread_read_and_answered(five):
    written = write("Bobby", to="carol, David")
    thread = Thread.objects.get()
    written.says("A plan", "Between you, Carol and David", "The plan is to take the northern gate.")
    carol = Window("Carol")
    assert carol.go("/").unread == "1 unread conversation"
    carol.go("/players/messages/").says("Unread: A plan Bobby David Bobby")
    assert carol.go(thread.get_absolute_url()).unread is None
    carol.go("/players/messages/").says("A plan Bobby David Bobby")
    assert "Unread" not in carol.words
    carol.send(thread.get_absolute_url(), text="At dawn.").says("At dawn.")
    bobby = Window("Bobby")
    assert bobby.go("/").unread == "1 unread conversation"
    bobby.go("/players/messages/").says("Unread: A plan Carol David Carol just now")


def test_asking_for_the_head_alone_leaves_a_conversation_unread(five):
    write("Bobby", to="Carol")
    carol = Window("Carol")
    carol.client.head(Thread.objects.get().get_absolute_url())
    assert carol.go("/").unread == "1 unread conversation"


def test_what_was_typed_is_not_lost_when_something_is_wrong_with_it(five):
    answer = write("Bobby", to="Carol, Zed", to_emperor="on")
    answer.says("Nobody is called “Zed”.", PLAN)
    assert (answer.status, Message.objects.count()) == (400, 0)
    assert 'value="Carol, Zed"' in answer.page
    assert re.search(r'name="to_emperor"[^>]* checked', answer.page)
    answer = write("Bobby", to="Bobby")
    answer.says("Choose somebody to write to, other than yourself.", PLAN)
    assert answer.status == 400


def test_guest_is_told_that_they_may_answer_only(five):
    person("Guest")
    answer = write("Guest", to="Carol")
    answer.says("Only players can begin a conversation, idle ones too. You can answer one.", PLAN)
    assert answer.status == 403
    write("Bobby", to="Guest")
    path = Thread.objects.get().get_absolute_url()
    assert Window("Guest").go("/").unread == "1 unread conversation"
    Window("Guest").send(path, text="Thank you.").says("Thank you.")


def test_address_says_to_whom_one_writes(five):
    page = Window("Bobby").go("/players/messages/new/", to="Carol", emperor="1").page
    assert 'value="Carol"' in page
    assert re.search(r'name="to_emperor"[^>]* checked', page)
    profile = Window("Bobby").go(Player.objects.get(name="Carol").get_absolute_url())
    assert 'href="/players/messages/new/?to=Carol"' in profile.page


def test_for_everybody_else_a_conversation_is_one_that_does_not_exist(five):
    write("Bobby", to="Carol")
    alice = Player.objects.get(name="Alice")
    Player.objects.filter(pk=alice.pk).update(is_superuser=True, is_staff=True)
    there, nowhere = Thread.objects.get().pk, Thread.objects.get().pk + 1
    answers = {}
    for who, client in {
        "admin": Window("Alice").client,
        "other": Window("David").client,
        "": Client(),
    }.items():
        for method, route in (("get", "thread"), ("post", "thread"), ("post", "sort_thread")):
            for key in (there, nowhere):
                path = reverse(f"players:{route}", args=[key])
                sent = [{"text": "Words.", "act": "archive"}] if method == "post" else []
                response = getattr(client, method)(path, *sent)
                where = response.get("Location", "").replace(f"/{key}/", "/N/")
                answers.setdefault((who, method, route), []).append((response.status_code, where))
    sign_in = "/accounts/login/?next=/players/messages/N/"
    assert answers == {
        (who, method, route): [(302, sign_in + ("sort/" if route == "sort_thread" else ""))] * 2
        if who == ""
        else [(404, "")] * 2
        for who in ("admin", "other", "")
        for method, route in (("get", "thread"), ("post", "thread"), ("post", "sort_thread"))
    }
    assert (Message.objects.count(), Party.objects.filter(archived=True).count()) == (1, 0)


def test_private_pages_are_kept_by_no_cache(five):
    write("Bobby", to="Carol")
    client = Window("Carol").client
    paths = ["", "new/", "blocked/", f"{Thread.objects.get().pk}/"]
    for path in [f"/players/messages/{path}" for path in paths] + ["/players/orders/"]:
        assert "no-store" in client.get(path)["Cache-Control"], path


def test_conversation_is_put_away_and_comes_back(five):
    write("Bobby", to="Carol")
    path, carol = Thread.objects.get().get_absolute_url(), Window("Carol")
    carol.send(f"{path}sort/", act="archive").says("Archived. It comes back", "Nobody has written to you")
    carol.go("/players/messages/", box="archived").says("A plan")
    carol.go(path).says("Bring back from the archive")
    carol.send(f"{path}sort/", act="restore").says("Back in your inbox.", "A plan")
    assert carol.go("/").unread is None
    carol.send(f"{path}sort/", act="unread").says("Marked as unread.", "Unread: A plan")
    assert carol.send(f"{path}sort/", act="burn").status == 400
    Window("Bobby").go("/players/messages/", box="sent").says("A plan Carol you")


def test_blocked_person_is_refused_and_does_not_learn_why(five):
    carol = Window("Carol")
    carol.send("/players/messages/blocked/", name="bobby").says("Bobby is blocked.", "Bobby since")
    answer = write("Bobby", to="Carol")
    answer.says("Somebody on this list does not take messages from you", PLAN)
    assert (answer.status, "block" in answer.words.casefold()) == (403, False)
    carol.send("/players/messages/blocked/", name="Bobby", unblock="1").says("Bobby is no longer blocked.")
    assert write("Bobby", to="Carol").status == 200
    assert carol.send("/players/messages/blocked/", name="Zed").status == 400


def test_under_no_collaboration_the_page_says_so_and_asks_to_confirm(five):
    page = Window("Bobby").go("/players/messages/new/")
    assert ("No Collaboration" in page.words, 'name="confirmed"' in page.page) == (False, False)
    cases = {"No Collaboration": True}
    enact_law(document=document("ruleset-211"), special_cases=cases, at=noon(2), by=None, why="Test")
    Window("Bobby").go("/players/messages/new/").says(
        "players cannot talk in private about the play of the dynasty", "No Collaboration"
    )
    asking = write("Bobby", to="Carol")
    asking.says("Confirm that this message is about something else. No Collaboration", PLAN)
    assert (asking.status, Message.objects.count(), 'name="confirmed"' in asking.page) == (409, 0, True)
    write("Bobby", to="Carol", confirmed="on").says("Sent.")
    path, carol = Thread.objects.get().get_absolute_url(), Window("Carol")
    carol.go(path).says("No Collaboration")
    assert carol.send(path, text="Fine weather.").status == 409
    assert carol.send(path, text="Fine weather.", confirmed="on").status == 200
    assert Message.objects.count() == 2


# -- orders


def order(name: str, text: str = "March to the gate.", seen: int = 1) -> Window:
    return Window(name).send("/players/orders/", text=text, seen=seen)


def test_order_goes_to_the_emperor_who_marks_it_and_closes_the_turn(five):
    order("Bobby", "Stay at home.").says("You sent your order for turn 1", "Stay at home.")
    order("Bobby").says("replaced", "Stay at home.", "March to the gate.")
    alice = Window("Alice").go("/players/orders/")
    alice.says(
        "Bobby just now in place of 1 earlier", "March to the gate.", "Nothing yet from: Carol , David"
    )
    assert "Stay at home." not in alice.words
    standing = Order.objects.latest("pk")
    alice.send(f"/players/orders/{standing.pk}/mark/", carried_out="1").says("carried out")
    Window("Bobby").go("/players/orders/").says("The emperor carried out your order for turn 1 just now")
    refused = order("Bobby", "No, wait!")
    refused.says("The emperor has already carried out your order.", "No, wait!")
    assert refused.status == 409
    alice.send("/players/orders/turn/", seen=1, due_at="2026-03-06T18:00").says("due", "6 March 2026")
    # Enter in the field beside it does not close the turn.
    assert '<input type="checkbox" name="close" value="1" required>' in alice.page
    alice.send("/players/orders/turn/", seen=1, close="1", due_at="2026-03-08 18:00").says(
        "Turn 1 is closed. Turn 2 has begun.", "Nothing yet from: Bobby , Carol", "Turn 1 (1)"
    )
    alice.go("/players/orders/", turn="1").says("Closed just now", "March to the gate.")
    assert alice.client.get("/players/orders/?turn=7").status_code == 404
    Window("Carol").go("/players/orders/").says("Turn 2: orders are due", "You have sent no orders")


def test_order_for_a_turn_that_was_closed_meanwhile_is_kept_in_the_form_for_the_next(five):
    Window("Alice").send("/players/orders/turn/", seen=1, close="1")
    late = order("Bobby", "March!", seen=1)
    late.says("Turn 1 is already closed, and turn 2 has begun. Nothing has changed.", "March!")
    assert (late.status, Order.objects.count()) == (409, 0)
    assert re.search(r'name="seen" value="2"', late.page)


def test_nobody_learns_who_has_sent_an_order(five):
    order("Bobby")
    Player.objects.filter(name="Carol").update(is_admin=True, is_superuser=True)
    for name in ("Carol", "David"):
        page = Window(name).go("/players/orders/")
        assert ("to the gate" in page.page, "Bobby" in page.words) == (False, False)
        assert Window(name).go("/players/orders/", turn="1").words == page.words


def test_orders_of_a_dynasty_that_is_over_are_shown_to_their_authors_alone(five):
    alice, bobby, carol, david, ellen = five
    order("Carol")
    won = declare(bobby, noon(1))
    vote(won, noon(1, hours=1), **{"for": [alice, carol, david, ellen]})
    resolving.resolve(post=won, to="enacted", by=alice, at=noon(2, hours=2))
    for name in ("Alice", "Bobby"):
        page = Window(name).go("/players/orders/")
        page.says("The dynasty is over.")
        assert "to the gate" not in page.page
    Window("Carol").go("/players/orders/").says("The dynasty is over.", "March to the gate.")


def test_without_a_dynasty_there_is_nothing_to_order(db):
    person("Guest")
    Window("Guest").go("/players/orders/").says("No dynasty has begun yet.")


def test_turn_is_not_changed_by_nonsense(five):
    alice = Window("Alice")
    assert alice.send("/players/orders/turn/", seen="x", close="1").status == 400
    assert alice.send("/players/orders/turn/", seen=1, due_at="dinnertime").status == 400
    assert alice.send("/players/orders/turn/", seen=1, due_at="2026-03-01 00:00").status == 400


# -- mentors


def test_mentorship_from_the_request_to_its_end(five):
    alice, bobby, carol, *_ = five
    page = "/players/mentors/"
    Window("Carol").send(f"{page}ask/", kind="enter").says("Asked.", "Carol asks to be listed as tenured")
    request = carol.mentoring_requests.get()
    Window("Alice").send(f"{page}requests/{request.pk}/", grant="1").says("Granted.", "Carol since")
    Window("Bobby").send(f"{page}ask/", kind="mentor").says("Bobby asked")
    emperor = Window("Alice").send(f"{page}offers/new/", mentee=bobby.pk, mentor=carol.pk)
    emperor.says("You asked Carol to mentor Bobby.", "Asked, not yet answered")
    others = Window("David").go(page)
    assert "to mentor" not in others.words
    offer = MentorOffer.objects.get()
    tutor = Window("Carol").go(page).says("to be the mentor of Bobby")
    tutor.send(f"{page}offers/{offer.pk}/", answer="accepted").says("You are now the mentor of Bobby.")
    mentorship = Mentorship.objects.get()
    path = f"{page}{mentorship.pk}/announce/"
    Window("Alice").go(path).says("Announce that Carol is the mentor of Bobby", "[[@Carol]] is now")
    Window("Alice").send(path, title="A mentor", body="It is [[@Carol]].").says("A mentor", "It is Carol .")
    announced = Post.objects.get(title="A mentor")
    mentorship.refresh_from_db()
    assert (mentorship.announced, announced.author) == (announced.get_absolute_url(), alice)
    assert Window("Alice").send(path, title="Again", body="It is.").status == 409
    Window("David").go(bobby.get_absolute_url()).says("Mentored by Carol since 5 March 2026")
    Window("David").go(carol.get_absolute_url()).says("Tenured since", "Mentor of Bobby since 5 March 2026")
    path = f"{page}{mentorship.pk}/dissolve/"
    assert Window("Alice").go(path).status == 403
    empty = Window("Bobby").send(path, title="", body="Enough.")
    empty.says("Enough.")
    assert empty.status == 400
    Window("Bobby").send(path, title="Enough", body="I know it all.").says("I know it all.")
    mentorship.refresh_from_db()
    assert (mentorship.ended_by, mentorship.farewell) == (
        bobby,
        Post.objects.get(title="Enough").get_absolute_url(),
    )
    Window("David").go(page).says("ended 5 March 2026 by Bobby, in a post")
    assert Window("Bobby").send(path, title="Again", body="Enough.").status == 409


def test_refused_announcement_publishes_nothing(five):
    _, bobby, carol, *_ = five
    mentorship = Mentorship.objects.create(mentor=bobby, mentee=carol, begun_at=NOW)
    before = Post.objects.count()
    for act in ("announce", "dissolve"):
        refused = Window("David").send(f"/players/mentors/{mentorship.pk}/{act}/", title="Ha", body="Words.")
        assert refused.status == 403
        refused.says("Mentors")
    assert Post.objects.count() == before


def test_page_says_whether_the_ruleset_has_the_rule(five):
    Window("Bobby").go("/players/mentors/").says("The rules have no rule of that name now")


def test_strangers_and_guests_see_who_mentors_and_have_nothing_to_press(five):
    _, bobby, carol, *_ = five
    Mentorship.objects.create(mentor=bobby, mentee=carol, begun_at=NOW)
    person("Guest")
    for client in (Client(), Window("Guest").client):
        page = client.get("/players/mentors/").content.decode()
        main = re.search(r"<main.*</main>", page, re.DOTALL)[0]
        assert ("mentor of" in plain(main), "<button" in main) == (True, False)


def test_what_is_no_key_is_refused(five):
    alice = Window("Alice")
    for mentee in ("", "x", "-1", "9" * 30, "٣"):
        assert alice.send("/players/mentors/offers/new/", mentee=mentee, mentor="1").status == 400
    assert alice.send("/players/mentors/offers/new/", mentee="999999", mentor="1").status == 404
    assert alice.send("/players/mentors/ask/", withdraw="x").status == 400
    assert alice.send("/players/mentors/ask/", kind="gold").status == 400


def test_correspondence_stands_on_no_page_of_others(five):
    """What two wrote to each other is nowhere: not on profiles, the blog, logs, in the export."""
    bobby = five[1]
    messages.send(
        courier=LAWFUL, by=bobby, at=NOW, to=[five[2]], subject="Northern", text="The northern gate."
    )
    orders.send_order(courier=LAWFUL, by=bobby, at=NOW, text="The northern gate.", seen=1)
    assert "orthern" not in "".join(export_game(at=NOW))
