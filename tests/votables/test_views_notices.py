"""Notices in the browser: the list, the choices, the way to stop letters, webhooks."""

import re

import pytest
from django.core import mail
from django.test import Client

from blognomic.i18n.stored_messages import StoredMessage
from players.models import Notice, NoticeSettings, Player, Webhook, WebhookCall
from players.notices import sending, telling
from players.notices.letters import stop_path
from players.notices.notice_kinds import KINDS, Kind
from tests.blognomic.shown import words_shown

from .table import make_admin, noon, propose, seat, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> list[Player]:
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def words(response, part: str = "html") -> str:
    """What stands on the page, or in a part of it."""
    match = re.search(rf"<{part}\b.*</{part}>", response.content.decode(), re.DOTALL)
    return words_shown(match[0])


def main(response) -> str:
    """What stands on the page without its frame."""
    return words(response, "main")


def test_notices_are_listed_counted_and_read(table):
    _, bobby, carol, *_ = table
    post = propose(bobby, noon(1), "Cats")
    write(bobby, noon(2), "Hello", "@Carol!")
    client = browser(carol)
    home = words(client.get("/"))
    assert "Carol 2 unread notices" in home
    page = client.get("/notices/").content.decode()
    assert page.index("Bobby mentioned you in “Hello”") < page.index("Bobby posted a Proposal: “Cats”")
    notice = carol.notices.get(kind="vote")
    assert client.get(f"/notices/{notice.pk}/")["Location"] == post.get_absolute_url()
    assert "Carol 1 unread notice " in words(client.get("/"))
    unread = main(client.get("/notices/?unread"))
    assert ("mentioned you" in unread, "needs your vote" in unread) == (True, False)
    done = client.post("/notices/read-all/", {"up_to": str(Notice.objects.latest("pk").pk)}, follow=True)
    assert "1 marked as read." in words(done)
    assert "unread notice" not in words(client.get("/"))
    assert "You have read everything" in words(client.get("/notices/?unread"))


def test_others_and_strangers_see_nothing_of_it(table):
    _, bobby, carol, *_ = table
    propose(bobby, noon(1), "Cats")
    page = main(browser(bobby).get("/notices/"))
    assert ("Nothing yet" in page, "Cats" in page) == (True, False)
    assert browser(bobby).get(f"/notices/{carol.notices.get().pk}/").status_code == 404
    assert browser().get("/notices/").status_code == 302


@pytest.mark.parametrize("up_to", ["", "x", "-1", "9" * 30, "²"])
def test_reading_up_to_nonsense_is_not_found(table, up_to):
    assert browser(table[1]).post("/notices/read-all/", {"up_to": up_to}).status_code == 404


@pytest.mark.parametrize("link", ["https://bad.test/", "//bad.test/", "javascript:alert(1)"])
def test_notice_leads_nowhere_but_into_the_site(table, link):
    telling.tell([table[1]], kind=Kind.VOTE, key="k", at=noon(1), sentence="A lure", link=link)
    client = browser(table[1])
    assert client.get(f"/notices/{Notice.objects.get().pk}/")["Location"] == "/notices/"


def test_choices_are_made_and_followed(table):
    _, bobby, carol, *_ = table
    client = browser(carol)
    page = client.get("/notices/settings/").content.decode()
    assert "You have no confirmed e-mail address" in page
    assert 'name="resolvable"' not in page
    sent = {kind: "none" for kind in KINDS if kind != Kind.RESOLVABLE} | {
        "vote": "daily",
        "digest_hour": "21",
        "language": "de",
    }
    assert "Saved." in words(client.post("/notices/settings/", sent, follow=True))
    write(bobby, noon(1), body="@Carol")
    propose(bobby, noon(1))
    notice = carol.notices.get()
    assert (notice.kind, notice.letter, notice.due_at) == ("vote", "daily", noon(1, hours=9))
    assert carol.notice_settings.language == "de"


def test_notices_are_told_in_the_language_of_whoever_reads_them(table):
    propose(table[1], noon(1))
    client = browser(table[2])
    english = "Bobby posted a Proposal: “Cats”. It needs your vote"
    assert english in words(client.get("/notices/"))
    shown = words(client.get("/notices/", headers={"accept-language": "de"}))
    german = "Vorschlag von Bobby: „Cats“. Deine Stimme fehlt"
    assert (german in shown, english in shown) == (True, False)


@pytest.mark.parametrize(("language", "kept"), [("de", "de"), ("en-gb", "en-gb"), ("tlh", "")])
def test_switch_of_languages_is_that_of_e_mails_too(table, language, kept):
    client = browser(table[2])
    client.post("/language/", {"language": language})
    Client().post("/language/", {"language": "de"})
    own = NoticeSettings.objects.filter(player=table[2]).first() or NoticeSettings()
    assert (own.language, NoticeSettings.objects.exclude(player=table[2]).count()) == (kept, 0)


def test_admin_chooses_about_matters_that_may_be_resolved(table):
    make_admin(table[1])
    assert 'name="resolvable"' in browser(table[1]).get("/notices/settings/").content.decode()


@pytest.mark.parametrize(
    "wrong", [{"vote": "shout"}, {"digest_hour": "24"}, {"mention": ""}, {"language": "tlh"}]
)
def test_choices_that_make_no_sense_are_not_saved(table, wrong):
    sent = {**dict.fromkeys(KINDS, "site"), "digest_hour": "8", "language": "de", **wrong}
    assert browser(table[1]).post("/notices/settings/", sent).status_code == 400
    assert not hasattr(Player.objects.get(pk=table[1].pk), "notice_settings")


def test_failed_letter_is_shown_to_its_reader(table):
    propose(table[1], noon(1))
    problem = StoredMessage("The site could not send the e-mail ({error}).", error="OSError")
    Notice.objects.update(problem=problem, given_up_at=noon(2))
    page = main(browser(table[2]).get("/notices/settings/"))
    assert "The site could not send the e-mail (OSError). The site will not try again." in page
    in_german = browser(table[2]).get("/notices/settings/", headers={"Accept-Language": "de"})
    assert "Die Website konnte die E-Mail nicht verschicken (OSError)." in main(in_german)


# Stopping letters


@pytest.fixture
def letter(table, settings) -> str:
    """The path that the header of a letter to Carol names, whose matters need her vote by a letter each."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    telling.choose(by=table[2], kinds={"vote": "each", "mention": "each"}, digest_hour=8, at=noon(0))
    propose(table[1], noon(1))
    sending.send_letters(clock=lambda: noon(1))
    return mail.outbox[0].extra_headers["List-Unsubscribe"][1:-1].removeprefix(settings.SITE_URL)


def choices(player: Player) -> dict[str, str]:
    return Player.objects.get(pk=player.pk).notice_settings.choices


def test_one_click_of_a_mail_program_stops_that_kind(table, letter):
    """As RFC 8058 has it: a POST with this body, without cookies and without any token of a form."""
    client = Client(enforce_csrf_checks=True)
    before = choices(table[2])
    assert client.get(letter).status_code == client.head(letter).status_code == 200
    assert choices(table[2]) == before
    answer = client.post(
        letter, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 200
    assert choices(table[2]) == {"vote": "site", "mention": "each"}


def test_page_asks_first_and_may_stop_all(table, letter):
    response = browser().get(letter)
    assert "Stop e-mails of the kind “A matter needs my vote”?" in words(response)
    assert "Carol" not in main(response)
    assert "From now on you will not get any e-mails." in words(browser().post(letter, {"all": "1"}))
    assert choices(table[2]) == dict.fromkeys(("vote", "resolvable", "mention", "message", "idling"), "site")


@pytest.mark.parametrize("change", [lambda path: path[:-2] + "x/", lambda path: path.replace(":", "", 1)])
def test_address_that_was_not_signed_is_not_found(table, letter, change):
    for method in ("get", "post"):
        assert getattr(browser(), method)(change(letter)).status_code == 404
    assert choices(table[2]) == {"vote": "each", "mention": "each"}


def test_token_of_another_kind_of_signature_is_not_found(table):
    token = stop_path(table[2].pk, "weather")
    assert browser().get(token).status_code == 404


# Webhooks

ASKED = {"name": "Town", "url": "https://channel.example/api/secret-token", "kinds": ["vote", "victory"]}


def test_webhook_is_set_up_tested_changed_and_removed(table, monkeypatch):
    monkeypatch.setattr(sending, "post_json", lambda url, body, **more: 204)
    client = browser(table[0])
    page = words(client.post("/dashboard/webhooks/", ASKED, follow=True))
    assert "channel.example/…oken" in page
    assert (
        "Called when somebody posts a proposal or call for judgement; somebody declares victory, or" in page
    )
    hook = Webhook.objects.get()
    page = words(client.post(f"/dashboard/webhooks/{hook.pk}/test/", follow=True))
    assert "The test message has arrived." in page
    assert "sent Alice tests this webhook just now" in page
    changed = {"name": "Hall", "url": "", "kinds": ["resolved"]}
    assert client.post(f"/dashboard/webhooks/{hook.pk}/", changed).status_code == 302
    hook.refresh_from_db()
    assert (hook.name, hook.url, hook.kinds, hook.is_on) == ("Hall", ASKED["url"], ["resolved"], False)
    text = words(client.get(f"/dashboard/webhooks/{hook.pk}/remove/"))
    assert "Remove “Hall”?" in text and "The site forgets its address and its secret." in text
    assert "“Hall” is removed." in words(client.post(f"/dashboard/webhooks/{hook.pk}/remove/", follow=True))
    assert client.get(f"/dashboard/webhooks/{hook.pk}/").status_code == 404


def test_address_of_a_channel_is_on_no_page(table):
    client = browser(table[0])
    client.post("/dashboard/webhooks/", ASKED)
    hook = Webhook.objects.get()
    refused = client.post(
        "/dashboard/webhooks/", {**ASKED, "url": "https://127.0.0.1/secret-token", "name": "x"}
    )
    assert refused.status_code == 400
    assert "private network" in words(refused)
    for path in ("/dashboard/webhooks/", hook.get_absolute_url(), "/players/admin-log/", "/dashboard/"):
        assert b"secret-token" not in client.get(path).content


def test_failed_call_is_shown_to_admins(table, monkeypatch):
    monkeypatch.setattr(sending, "post_json", lambda url, body, **more: 500)
    client = browser(table[0])
    client.post("/dashboard/webhooks/", ASKED)
    propose(table[1], noon(1))
    sending.call_webhooks(clock=lambda: noon(1))
    page = words(client.get("/dashboard/webhooks/"))
    assert "waiting Bobby posted a Proposal: “Cats”" in page
    assert "The server answered 500." in page
    page = words(client.post(f"/dashboard/webhooks/{Webhook.objects.get().pk}/test/", follow=True))
    assert "The test message did not arrive. The server answered 500." in page
    assert WebhookCall.objects.filter(kind="test", due_at=None).count() == 1
