"""Stories played through the pages, with the final state of the game and the words that people read."""

import re
from contextlib import contextmanager

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from players.models import AdminAct, Player, RosterEvent
from tests.blognomic.html import read
from tests.blognomic.shown import page_shown, words_shown
from votables.models import Comment, Draft, Post, PostVersion, Resolution
from votables.services import posting

from .table import Kind, declare, event, make_admin, noon, person, propose, seat, vote, write

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


class Window:
    """A browser window in which one person plays. `words` is what its page says."""

    def __init__(self, name: str | None = None) -> None:
        self.client, self.name = Client(), name
        if name:
            self.client.force_login(Player.objects.get(name=name))

    def take(self, response) -> "Window":
        self.response, self.status = response, response.status_code
        page = page_shown(response)
        assert read(page).faults == []
        main = re.search(r"<main.*</main>", page, re.DOTALL)[0]
        self.words = words_shown(main.replace("\u2060", ""))  # the sign keeps a tally on one line
        self.page = page
        return self

    def go(self, path: str, **query: object) -> "Window":
        return self.take(self.client.get(path, query, follow=True))

    def send(self, path: str, **fields: object) -> "Window":
        return self.take(self.client.post(path, fields, follow=True))

    def says(self, *words: str) -> "Window":
        assert [one for one in words if one not in self.words] == [], self.words
        return self


@contextmanager
def at(when):
    with time_machine.travel(when, tick=False):
        yield


@pytest.fixture
def five(db):
    return seat(*FIVE)


def test_a_stranger_registers_joins_votes_and_sees_a_proposal_enacted(five):
    with at(noon(1)):
        window = Window()
        fields = {"username": "Gregory", "email": "greg@example.org"}
        fields |= {f"password{number}": "the ship sails at nine" for number in (1, 2)}
        window.send("/accounts/signup/", **fields).says(
            "A link that confirms your address is on its way to greg@example.org.",
            "You are signed in as Gregory.",
        )
        gregory = Player.objects.get(name="Gregory")
        assert (gregory.standing, gregory.registered_at) == ("guest", timezone.now())
        window.go("/posts/new/").says("You are not a player yet", "to become a player")
        asks = {"title": "Hello", "body": "I like nomics.", "asks": "join", "category": ""}
        window.send("/posts/new/", **asks).says("Published.", "Hello")
    with at(noon(1, hours=1)):
        bobby = Window("Bobby")
        bobby.send(
            "/posts/new/",
            category="proposal",
            title="Cats",
            body="I would like cats to *purr*.",
            amends="dynastic",
        )
        post = Post.objects.get(title="Cats")
        admin = Window("Alice").go("/dashboard/")
        admin.says("Asks to join", "Gregory", "Hello: I like nomics.")
        admin.send(f"/dashboard/players/{gregory.pk}/admit/").says("Gregory joined the game.")
    with at(noon(1, hours=2)):
        window.go("/queue/mine/").says("1 matter needs your vote.", "Cats")
        window.send(f"/posts/{post.pk}/comment/", text="Why not?", icon=":for:").says(
            "1 comment", "Your vote is FOR"
        )
        assert Comment.objects.values_list("text", "cast", "by_player").get() == (
            "Why not?\n\n:for:",
            "for",
            True,
        )
        window.go("/queue/mine/").says("You have voted on everything")
        for name in ("Carol", "David"):
            Window(name).send(f"/posts/{post.pk}/comment/", icon=":for:")
        window.go(f"/posts/{post.pk}/").says("Has its quorum. Can be enacted in 11 h .", "4 FOR")
    with at(noon(1, hours=13)):
        admin.go("/dashboard/").says("can be enacted")
        assert f'href="/posts/{post.pk}/resolve/enacted/?dashboard"' in admin.page
        admin.go(f"/posts/{post.pk}/resolve/enacted/").says("Enact “Cats”?", "The tally is 4–0 .")
        admin.send(f"/posts/{post.pk}/resolve/enacted/?dashboard").says(
            "Enacted: Cats (4–0).", "Cats", "Enacted, and not in the rules yet"
        )
        window.go(f"/posts/{post.pk}/").says("Enacted 4–0 by Alice, reached quorum.", "Comments are closed")
        window.go(f"/players/{gregory.pk}/").says("Votes FOR 1", "Joined the game")
        window.go("/players/history/").says("Gregory joined the game: asked to join")
        window.go("/players/admin-log/").says(
            "Alice admitted Gregory to the game", "Alice enacted “Cats” (4–0)"
        )
    post.refresh_from_db()
    assert (post.status, post.resolved_at, post.tally) == ("enacted", noon(1, hours=13), "4–0")
    assert [one.kind for one in RosterEvent.objects.filter(player=gregory)] == ["joined"]


def test_a_refusal_says_which_rule_and_from_when_and_keeps_what_was_written(five):
    bobby = five[1]
    for _ in range(2):
        propose(bobby, noon(1))
    vote(propose(five[2], noon(1)), noon(1), against=five[2])
    with at(noon(1, hours=1)):
        window = Window("Bobby").go("/posts/new/")
        window.says("Not now: Proposal. Bobby has reached the limit of 2 pending.")
        window.send("/posts/new/", category="proposal", title="A third", body="One too many.")
        assert window.status == 403
        window.says("Bobby has reached the limit of 2 pending. Proposals")
        assert 'value="A third"' in window.page
        assert "One too many.</textarea>" in window.page
    assert Post.objects.filter(title="A third").count() == 0


def test_a_refusal_that_time_alone_ends_says_when(five):
    christmas = noon(0).replace(month=12, day=25)
    with at(christmas):
        window = Window("Bobby").send("/posts/new/", category="proposal", title="Cats", body="Cats.")
        assert window.status == 403
        window.says(
            "It is seasonal downtime: nobody can post a Proposal now.",
            "You can do it in 36 h , at 27 December 2026, 00:00 UTC .",
        )


def test_two_admins_confirm_the_same_matter_and_the_second_is_told_who_was_first(five):
    alice, bobby, *others = five
    make_admin(bobby)
    post = propose(others[0], noon(1))
    vote(post, noon(1), **{"for": [alice, bobby]})
    path = f"/posts/{post.pk}/resolve/enacted/"
    with at(noon(2)):
        first, second = Window("Alice").go(path), Window("Bobby").go(path)
    with at(noon(2, seconds=1)):
        first.send(path)
    with at(noon(2)):
        # The request of the second was on its way when the first arrived.
        second.send(path)
        assert second.status == 409
        second.says("“Cats” has already been resolved: enacted by Alice, 4 March 2026, 12:00 UTC.")
    assert (Resolution.objects.count(), AdminAct.objects.count()) == (1, 1)


def test_an_admin_overrules_the_program_in_public_and_it_is_undone_in_the_same_way(five):
    post = propose(five[1], noon(1))
    over, back = f"/posts/{post.pk}/overrule/", f"/posts/{post.pk}/overturn/"
    with at(noon(1, hours=1)):
        admin = Window("Alice").send(over, to="enacted", reason=" ")
        assert (admin.status, Resolution.objects.count()) == (400, 0)
        admin.send(over, to="enacted", reason="We agreed on it elsewhere.")
        admin.says(
            "Resolved against the verdict, and logged in public.",
            "Against the program’s verdict: We agreed on it elsewhere.",
            "Alice resolved it against the program’s verdict",
        )
        admin.go("/players/admin-log/").says("against the program’s verdict We agreed on it elsewhere.")
    first = Resolution.objects.get()
    with at(noon(1, hours=2)):
        form = {"to": "failed", "reason": "We had not.", "seen": first.pk}
        admin.send(back, **form).says(
            "Corrected, and logged in public.", "corrected the status from enacted to failed"
        )
        again = Window("Alice").send(back, **form)
        assert again.status == 409
        again.says("Alice has just corrected it.")
    with at(noon(1, hours=3)):
        admin.go(back)
        seen = Resolution.objects.order_by("pk").last().pk
        assert f'name="seen" value="{seen}"' in admin.page
        admin.send(back, to="pending", reason="Let us vote.", seen=seen).says("Passes with")
    assert list(
        Resolution.objects.order_by("pk").values_list("from_status", "to_status", "against_verdict")
    ) == [
        ("pending", "enacted", True),
        ("enacted", "failed", True),
        ("failed", "pending", True),
    ]
    assert list(AdminAct.objects.order_by("pk").values_list("reason", flat=True)) == [
        "We agreed on it elsewhere.", "We had not.", "Let us vote.",
    ]  # fmt: skip


def test_a_draft_survives_the_browser_and_is_published_once(five):
    with at(noon(1)):
        window = Window("Bobby")
        saved = window.client.post(
            "/drafts/save/", {"title": "Cats", "body": "Half of", "category": "proposal"}
        )
        draft = Draft.objects.get()
        url = f"/drafts/{draft.pk}/"
        assert saved.json() == {
            "draft": draft.pk,
            "url": url,
            "saved_at": noon(1).isoformat(),
            "seen": posting.draft_mark(draft),
        }
        again = window.client.post(
            "/drafts/save/", {"draft": draft.pk, "title": "Cats", "body": "All of it."}
        )
        assert (again.json()["draft"], Draft.objects.count()) == (draft.pk, 1)
    with at(noon(2)):
        window = Window("Bobby").go("/drafts/").says("Cats")
        window.go(f"/drafts/{draft.pk}/")
        assert "All of it.</textarea>" in window.page
        fields = {"title": "Cats", "body": "All of it.", "category": "proposal"}
        window.send(f"/drafts/{draft.pk}/", **fields, save="1").says("Saved as a draft. Only you can see it.")
        window.send(f"/drafts/{draft.pk}/", **fields).says("Published.")
        assert window.client.post(f"/drafts/{draft.pk}/", fields).status_code == 409
    post = Post.objects.get()
    assert (post.posted_at, post.status, post.body, Draft.objects.count()) == (
        noon(2),
        "pending",
        "All of it.",
        0,
    )


def test_an_edit_shows_what_changed_and_a_stale_one_loses_nothing(five):
    post = propose(five[1], noon(1), "Cats", body="Cats purr loudly.")
    path = f"/posts/{post.pk}/edit/"
    with at(noon(1, hours=1)):
        one, other = Window("Bobby").go(path), Window("Bobby").go(path)
        one.says("You can edit it until 3 March 2026, 16:00 UTC")
        one.send(path, title="Cats", body="Cats purr softly.", seen="1").says(
            "Saved. The old version is kept."
        )
        one.says("edited")
        other.send(path, title="Cats", body="Cats never purr.", seen="1")
        assert (other.status, Post.objects.get().body) == (409, "Cats purr softly.")
        other.says("Edit your post", "Somebody changed this post since you opened it.", "If you save again")
        assert "Cats never purr.</textarea>" in other.page
        seen = re.search(r'name="seen" value="(\d+)"', other.page)[1]
        other.send(path, title="Cats", body="Cats never purr.", seen=seen).says("Saved.")
        other.go(f"/posts/{post.pk}/versions/").says(
            "Version 3", "Version 2", "Version 1", "Published by Bobby"
        )
    assert "<del>loudly</del>" in other.page
    assert "<ins>softly</ins>" in other.page
    assert list(PostVersion.objects.values_list("number", "body")) == [
        (1, "Cats purr loudly."), (2, "Cats purr softly."), (3, "Cats never purr."),
    ]  # fmt: skip


def test_what_cannot_be_undone_is_asked_about_once_and_then_done(five):
    post = propose(five[1], noon(1))
    path = f"/posts/{post.pk}/comment/"
    with at(noon(1, hours=1)):
        author = Window("Bobby").send(path, text="Bad idea.", icon=":against:")
        assert (author.status, Comment.objects.count()) == (409, 0)
        author.says(
            "Voting AGAINST your own proposal withdraws it for good", "Withdraw my proposal", "Keep it"
        )
        text = re.search(r"<textarea[^>]* readonly\s*>(.*?)</textarea>", author.page, re.DOTALL)[1]
        author.send(path, text=text, confirmed="on").says("withdrawn", "An admin can fail it now.")
        emperor = Window("Alice").send(path, icon=":veto:")
        assert emperor.status == 409
        emperor.says("This vetoes the proposal for good.")
        emperor.send(path, text=":veto:", confirmed="on").says("vetoed")
    assert list(Comment.objects.order_by("pk").values_list("author__name", "cast")) == [
        ("Bobby", "against"),
        ("Alice", "veto"),
    ]
    with at(noon(1, hours=2)):
        Window("Alice").send(f"/posts/{post.pk}/resolve/failed/").says("Failed: Cats (0–1).", "vetoed")


def test_an_icon_that_one_may_not_use_is_shown_as_text_with_the_reason(five):
    post = propose(five[1], noon(1))
    with at(noon(1)):
        window = Window("Carol").go(f"/posts/{post.pk}/")
        assert (":for:" in window.page, ":veto:" in window.page) == (True, False)
        window.send(f"/posts/{post.pk}/comment/", text="I :veto: it, or rather :for:")
        window.says(
            "Only the emperor may use VETO.", "I :veto: it, or rather", "VETO stayed text", "Your vote is FOR"
        )


def test_a_comment_that_makes_no_sense_is_sent_back_with_its_words(five):
    post = propose(five[1], noon(1))
    path = f"/posts/{post.pk}/comment/"
    with at(noon(1)):
        window = Window("Carol").send(path, text="  ")
        assert window.status == 400
        window.says("A comment needs some words, or a vote.")
        window.send(path, text="x" * 30_001)
        assert (window.status, Comment.objects.count()) == (400, 0)


def test_a_vote_that_crosses_with_the_resolution_is_refused_and_says_so(five):
    alice, bobby, carol, david, _ = five
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [alice, david]})
    with at(noon(2)):
        window = Window("Carol").go(f"/posts/{post.pk}/")
    with at(noon(2, seconds=1)):
        Window("Alice").send(f"/posts/{post.pk}/resolve/enacted/")
    with at(noon(2)):
        window.send(f"/posts/{post.pk}/comment/", text="Wait! :against:")
        assert window.status == 409
        window.says("Comments on it are closed, so yours was not posted.", "Comments are closed")
    assert Comment.objects.filter(author=carol).count() == 0


def test_a_player_idles_and_comes_back_by_the_dashboard(five):
    bobby = five[1]
    event(person("Frank"), Kind.JOINED, at=noon(0))
    with at(noon(1)):
        Window("Bobby").send("/posts/new/", title="Exams", body="Please idle me.").says("Published.")
        admin = Window("Alice").go("/dashboard/").says("Asks to be idled", "Exams: Please idle me.")
        admin.send(f"/dashboard/players/{bobby.pk}/idle/").says("Bobby went idle.")
        admin.send(f"/dashboard/players/{bobby.pk}/idle/")
        assert admin.status == 409
        admin.says("Bobby is not an active player.")
    with at(noon(2)):
        window = (
            Window("Bobby").go("/posts/new/").says("You are idle, so you can post only without a category.")
        )
        window.send("/posts/new/", title="Back", body="Please unidle me.")
        admin.go("/dashboard/").says(
            "Asks to come back",
            "They went idle less than 96 hours ago, in this dynasty. Idle Players Allowed in",
        )
        admin.send(f"/dashboard/players/{bobby.pk}/unidle/")
        assert admin.status == 403
        admin.says(
            "They went idle less than 96 hours ago",
            "at 7 March 2026, 12:00 UTC",
        )
    with at(noon(5)):
        admin.send(f"/dashboard/players/{bobby.pk}/unidle/").says("Bobby came back from idle.")
        admin.go("/players/", at="2026-03-05T12:00").says(
            "As of 5 March 2026, 12:00 UTC", "5 in the roster, 1 idle."
        )
    assert list(RosterEvent.objects.filter(player=bobby).in_order().values_list("kind", "at")) == [
        ("joined", noon(0, hours=-12)), ("idled", noon(1)), ("unidled", noon(5)),
    ]  # fmt: skip


def test_the_roster_of_an_instant_shows_who_was_an_admin_then(five):
    event(five[1], Kind.ADMIN, at=noon(1))
    event(five[1], Kind.NOT_ADMIN, at=noon(3))
    with at(noon(4)):
        marks = []
        for day in (0, 2, 4):
            page = Window().go("/players/", at=noon(day).isoformat()).page
            marks.append(re.search(r">Bobby</a>(.*?)</li>", page.partition("In the roster</h2>")[2])[1])
    assert ["admin then" in one for one in marks] == [False, True, False]


def test_a_new_players_post_becomes_a_proposal_by_one_click(five):
    nelly = event(person("Nelly"), Kind.JOINED, at=noon(1))
    post = write(nelly, noon(1), "Kittens", "There should be kittens.")
    with at(noon(1, hours=1)):
        admin = Window("Alice").go("/dashboard/").says("A new player’s post without a category", "Kittens")
        admin.send(f"/posts/{post.pk}/make-proposal/").says("“Kittens” is a proposal now.")
        admin.go("/queue/").says("Kittens")
    post.refresh_from_db()
    assert (post.category, post.status, post.matter_since) == ("proposal", "pending", noon(1, hours=1))


def test_a_standstill_is_on_every_page_with_what_it_stops_and_until_when(five):
    declare(five[1], noon(1))
    with at(noon(1)):
        for path in ("/", "/queue/", "/players/", "/law/"):
            page = Window().go(path).page
            assert "A declaration of victory is pending. Not now: posting a Proposal" in page
    with at(noon(0).replace(month=12, day=26)):
        assert "Until <time" in Window().go("/players/").page


def test_what_an_enacted_matter_decides_is_carried_out_from_a_profile(five):
    alice, bobby, carol, *_ = five
    decided = propose(carol, noon(1), "Names")
    vote(decided, noon(1), **{"for": [alice, bobby]})
    with at(noon(2)):
        admin = Window("Alice").go(f"/players/{bobby.pk}/").says("When an enacted matter says so", "Rename")
        path = f"/dashboard/players/{bobby.pk}/rename/"
        admin.send(path, name="Robert", matter=decided.pk, reason="As decided.")
        assert admin.status == 400
        admin.send(f"/posts/{decided.pk}/resolve/enacted/")
        admin.go(path)
        assert f'<option value="{decided.pk}">' in admin.page
        admin.send(path, name="carol", matter=decided.pk, reason="As decided.").says(
            "Somebody is already called carol."
        )
        assert admin.status == 409
        admin.send(path, name="Robert", matter=decided.pk, reason="As decided.").says(
            "Robert", "before Bobby"
        )
    bobby.refresh_from_db()
    assert bobby.name == "Robert"


def test_the_archive_is_filtered_and_turned_page_by_page(five):
    alice, bobby, *_ = five
    write(alice, noon(1), "A story", category="story")
    for number in range(12):
        write(bobby, noon(1), f"Talk {number}")
    with at(noon(2)):
        window = Window().go("/").says("Talk 11", "Talk 2")
        assert "Talk 1 " not in window.words
        older = re.search(r'href="\?before=(\d+)"', window.page)[1]
        window.go("/", before=older).says("Talk 1 ", "Talk 0", "A story")
        window.go("/archive/", category="story").says("A story")
        assert "Talk" not in window.words.replace("Talk to", "")
        window.go("/archive/", status="enacted").says("No such posts")


def test_whoever_has_removed_their_post_leaves_no_page_of_it(five):
    post = write(five[1], noon(1), "Regret", "I said too much.")
    with at(noon(1)):
        window = Window("Bobby").go(f"/posts/{post.pk}/remove/").says("Remove “Regret”?")
        window.send(f"/posts/{post.pk}/remove/").says("Removed. The record keeps it.")
        window.go(f"/posts/{post.pk}/").says("This post was removed by its author")
        assert window.status == 410
        for path in ("/", "/archive/", f"/players/{five[1].pk}/"):
            assert "Regret" not in Window().go(path).page
