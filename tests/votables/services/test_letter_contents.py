"""What letters say of the pages to which notices lead, and votes that are cast by them."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.http import Http404
from django.test import Client

from blognomic.web.errors import RuleBroken, Stale
from players.models import Notice, NoticeSettings, Player
from players.notices import sending, telling
from players.notices.letter_texts import PageInLetter
from players.notices.letters import VOTE_FOR, read_vote_token, vote_token
from players.services import messages
from ruleset.models import RuleVersion
from ruleset.text.tree import Node, Tree
from tests.votables.table import Cause, Kind, event, noon, propose, say, seat, vote
from votables.models import Comment, Post
from votables.services import resolving
from votables.services.courier import LAWFUL
from votables.services.letter_contents import Descriptions, vote_by_letter

pytestmark = pytest.mark.django_db
RULES = Tree((Node("dyn", "Dynastic Rules", "", (Node("cats", "Cats", "They purr for four hours a day."),)),))


@pytest.fixture
def table(settings) -> dict[str, Player]:
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    return {one.name: one for one in seat("Alice", "Bobby", "Carol", "David", "Ellen", ruleset=RULES)}


@pytest.fixture
def matter(table) -> Post:
    rule = str(RuleVersion.objects.get(title="Cats").rule_id)
    edit = {
        "op": "edit",
        "rule": rule,
        "base": "They purr for four hours a day.",
        "text": "They purr for five hours a day.",
    }
    return propose(table["Bobby"], noon(1), "Purring", body="Let cats purr for longer.", changes=[edit])


def about(player: Player, kind: str) -> PageInLetter | None:
    notice = Notice.objects.filter(to=player, kind=kind).latest("pk")
    return Descriptions(noon(1))([notice]).get(notice.pk)


def test_letter_about_a_matter_has_its_words_those_that_change_and_how_it_stands(table, matter):
    vote(matter, noon(1), **{"for": [table["Alice"]]})
    contents = about(table["Carol"], "vote")
    assert contents.excerpt.startswith("Let cats purr for longer.")
    [(title, pieces)] = contents.amended
    assert title == "Cats"
    assert "".join(piece.text for piece in pieces if piece.kind == "new") == "five"
    assert contents.outcome.startswith("2–0. Passes with 1 more FOR")
    assert (contents.thread, list(contents.votes)) == (f"post-{matter.pk}", [])


def test_letter_about_a_comment_has_what_was_said_and_the_same_thread(table, matter):
    say(matter, table["Carol"], noon(1), "Why *five*?")
    contents = about(table["Bobby"], "comment")
    assert (contents.excerpt, contents.outcome, contents.amended) == ("Why five?", "", ())
    assert contents.thread == f"post-{matter.pk}"


def test_letter_about_what_was_said_in_private_or_removed_says_nothing_of_it(table, matter):
    messages.send(
        courier=LAWFUL, by=table["Bobby"], at=noon(1), to=[table["Carol"]], subject="Hush", text="Quietly."
    )
    assert about(table["Carol"], "message") is None
    Post.objects.update(removed_at=noon(1))
    assert about(table["Carol"], "vote") is None


def test_letter_is_sent_with_what_it_is_about_and_filed_with_its_thread(table, matter, mailoutbox, settings):
    carol = table["Carol"]
    settings.SITE_URL = "https://nomic.test"
    telling.choose(by=carol, at=noon(1), kinds={"vote": "each"}, votes_by_letter=True)
    sent = sending.send_letters(clock=lambda: noon(1), describe=Descriptions(noon(1)))
    [letter] = [one for one in mailoutbox if one.to == ["carol@example.org"]]
    assert sent == len(mailoutbox)
    assert "Cats: They purr for [-four-]{+five+} hours a day." in letter.body
    assert "<del>four</del><ins>five</ins>" in letter.alternatives[0][0]
    assert letter.extra_headers["References"] == f"<post-{matter.pk}@nomic.test>"
    assert letter.extra_headers["List-Id"] == "<notices.nomic.test>"
    assert re.findall(r"^(\w+): https://nomic.test/vote/", letter.body, re.M) == [
        "FOR",
        "AGAINST",
        "DEFERENTIAL",
    ]


def test_letters_go_out_though_nobody_can_say_what_they_are_about(table, matter, mailoutbox):
    def describe(notices):
        raise ZeroDivisionError

    telling.choose(by=table["Carol"], at=noon(1), kinds={"vote": "each"})
    sending.send_letters(clock=lambda: noon(1), describe=describe)
    assert "carol@example.org" in {letter.to[0] for letter in mailoutbox}


@pytest.fixture
def link(table, matter) -> str:
    telling.choose(by=table["Carol"], at=noon(1), kinds={}, votes_by_letter=True)
    with time_machine.travel(noon(1), tick=False):
        return f"/vote/{vote_token(table['Carol'], matter.pk, 'for')}/"


def test_link_votes_after_one_confirmation_and_without_signing_in(table, matter, link):
    client = Client(enforce_csrf_checks=True)
    with time_machine.travel(noon(1), tick=False):
        page = client.get(link)
        assert "FOR on “Purring”?" in page.content.decode()
        assert Comment.objects.count() == 0
        sent = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
        answer = client.post(link, sent)
        assert client.post(link).status_code == 403
    [cast] = Comment.objects.all()
    assert (cast.author, cast.cast, cast.text) == (table["Carol"], "for", ":for:")
    assert answer["Location"] == cast.get_absolute_url()


def test_link_of_the_author_who_would_withdraw_asks_once_more(table, matter):
    bobby = table["Bobby"]
    telling.choose(by=bobby, at=noon(1), kinds={}, votes_by_letter=True)
    client = Client()
    with time_machine.travel(noon(1), tick=False):
        path = f"/vote/{vote_token(bobby, matter.pk, 'against')}/"
        page = client.post(path)
        assert (page.status_code, Comment.objects.count()) == (200, 0)
        assert 'name="confirmed"' in page.content.decode()
        client.post(path, {"confirmed": "1", "warned": "1"})
    assert Comment.objects.get().cast == "against"


def test_link_is_void_when_it_is_old_turned_off_forged_or_the_password_is_another(table, matter, link):
    token, carol = link.split("/")[2], table["Carol"]
    with time_machine.travel(noon(1) + VOTE_FOR - timedelta(seconds=1), tick=False):
        assert read_vote_token(token).player == carol
        with pytest.raises(Http404):
            read_vote_token(f"{token[:-1]}{'a' if token[-1] != 'a' else 'b'}")
        NoticeSettings.objects.update(votes_by_letter=False)
        assert (read_vote_token(token), Client().get(link).status_code) == (None, 410)
        NoticeSettings.objects.update(votes_by_letter=True)
        carol.set_password("another one")
        carol.save()
        assert read_vote_token(token) is None
    with time_machine.travel(noon(1) + VOTE_FOR + timedelta(seconds=1), tick=False):
        assert read_vote_token(token) is None


def test_vote_by_letter_on_what_is_resolved_is_not_counted(table, matter):
    by = {"by": table["Alice"], "reason": "Test."}
    resolving.resolve_against_verdict(post=matter, to="failed", at=noon(1), **by)
    with pytest.raises(Stale, match="no longer open"):
        vote_by_letter(by=table["Carol"], post=matter, icon="for", at=noon(1))
    assert Comment.objects.count() == 0


def test_vote_by_letter_needs_the_laws_leave(table, matter):
    carol = table["Carol"]
    for icon in ("veto", "shout"):
        with pytest.raises(RuleBroken):
            vote_by_letter(by=carol, post=matter, icon=icon, at=noon(1))
    carol = event(carol, Kind.IDLED, at=noon(1), cause=Cause.INACTIVITY)
    with pytest.raises(RuleBroken, match="active players"):
        vote_by_letter(by=carol, post=matter, icon="for", at=noon(1))
    assert Comment.objects.count() == 0
