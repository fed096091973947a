"""What people say of themselves, what they are told and how, and a vote from an e-mail, in a real browser."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from gamestate.models import Awaited
from players.models import Device, Notice, NoticeSettings
from players.notices.letters import vote_token
from players.notices.pushing import new_private_key
from tests.gamestate.services.test_acting import forage, take
from tests.votables.table import Kind, event, noon, person, propose, say, vote
from votables.services.notices import look_around

from .hand import expect
from .playing import PHONE, votes_of

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]

AT_A_DESK_AND_ON_A_PHONE = pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])


@AT_A_DESK_AND_ON_A_PHONE
def test_what_one_says_of_oneself_is_read_on_ones_profile(five, tab, how):
    bobby = five[1]
    post = propose(bobby, noon(1), "Purring")
    vote(post, noon(1), **{"for": five[2]})
    window = tab("Bobby", bobby.get_absolute_url(), **how).follow("Write about yourself")
    window.fill(words="I like *nomics*.").press("Save").says("I like nomics.").fits()
    reader = tab("", bobby.get_absolute_url(), **how).says("I like nomics.", "Proposals").fits()
    reader.says_not("Write about yourself")
    reader.go(five[2].get_absolute_url()).says("Carol", "Votes").fits()


@AT_A_DESK_AND_ON_A_PHONE
def test_who_cannot_vote_is_told_so_in_a_sentence_and_shown_no_vote(five, tab, how):
    post = propose(five[1], noon(1), "Purring")
    event(five[4], Kind.IDLED, at=noon(1))
    person("Gregory")
    sentences = {
        "": "Sign in to vote",
        "Ellen": "You are idle: a vote counts once you are back.",
        "Gregory": "Only players vote.",
    }
    for name, sentence in sentences.items():
        window = tab(name, post.get_absolute_url(), **how).says(sentence).says_not("Vote again").fits()
        expect(window.page.locator(".vote-now")).to_have_count(0)
    expect(tab("Carol", post.get_absolute_url(), **how).page.locator(".vote-now")).to_have_count(1)


def test_a_reply_is_told_once_and_led_to_and_one_chooses_how_to_hear(five, tab, clock):
    post = propose(five[1], noon(1), "Purring")
    for words in ("One.", "Two.", "Three."):
        say(post, five[2], noon(1), words)
    assert Notice.objects.filter(to=five[1], kind="comment").count() >= 1
    window = tab("Bobby", "/notices/")
    expect(window.page.locator("main li a").filter(has_text="Purring")).to_have_count(1)
    window.page.locator("main li a").filter(has_text="Purring").click()
    window.page.wait_for_url(f"**{post.get_absolute_url()}**")
    window.says("Three.").go("/notices/settings/").choose(comment="none").press("Save", within="main")
    assert window.go("/notices/settings/").field("comment").input_value() == "none"
    before = Notice.objects.count()
    say(post, five[2], noon(1), "Four.")
    assert Notice.objects.count() == before


# What the service of the browser's maker answers, which is not at hand here.
SUBSCRIBED = """
  const point = %s;
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => ({
    endpoint: "https://push.example/send/abc",
    getKey: (name) => new Uint8Array(name === "auth" ? 16 : point).buffer,
  });
"""


def test_a_device_is_added_and_stays_silent_in_quiet_hours_until_it_is_removed(five, tab, clock, settings):
    settings.PUSH_PRIVATE_KEY = new_private_key()
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    window = tab("Carol", "/notices/", service_workers="allow")
    window.page.add_init_script(SUBSCRIBED % list(point))
    window.go("/notices/settings/").press("Add this device")
    window.says("On your devices").page.get_by_role("button", name="Remove Chrome, Linux").wait_for()
    window.choose(quiet_from="11", quiet_until="14").press("Save", within="main")

    propose(five[1], noon(1), "Purring")
    assert Notice.objects.get(to=five[2], kind="vote").push_at == noon(1, hours=2)
    window.go("/notices/settings/").page.get_by_role("button", name="Remove Chrome, Linux").click()
    expect(window.page.get_by_role("button", name="Remove Chrome, Linux")).to_have_count(0)
    assert not Device.objects.exists()


@AT_A_DESK_AND_ON_A_PHONE
def test_a_link_in_an_e_mail_votes_after_one_confirmation_without_signing_in(five, tab, how):
    carol = five[2]
    post = propose(five[1], noon(1), "Purring")
    NoticeSettings.objects.update_or_create(player=carol, defaults={"votes_by_letter": True})
    window = tab("", f"/vote/{vote_token(carol, post.pk, 'for')}/", **how)
    window.says("FOR on “Purring”?", "You vote as Carol.").fits()
    assert votes_of(post) == []
    window.press("Cast this vote").says("Purring")
    assert votes_of(post) == [("Carol", "for")]


@AT_A_DESK_AND_ON_A_PHONE
@pytest.mark.parametrize(
    ("locale", "waiting"),
    [
        ("en-GB", "You get a notice when you can."),
        ("de-DE", "Du bekommst eine Benachrichtigung, wenn es geht."),
    ],
)
def test_whoever_waits_for_an_action_asks_by_a_button_takes_it_back_and_is_told(
    five, tab, clock, how, locale, waiting
):
    action = forage(five[0])
    take(action, five[1], noon(1))
    window = tab("Bobby", "/gamestate/actions/", locale=locale, **how).fits()
    button = window.page.locator(".tell-me button")
    button.tap() if how else button.click()
    window.says(waiting).fits()
    button.press("Enter")
    window.says_not(waiting)
    button.press("Enter")
    window.says(waiting)
    clock.move_to(noon(2))
    look_around(at=noon(2))
    window.go("/notices/").page.locator("main li a").filter(has_text="Forage").click()
    window.page.wait_for_url(f"**/gamestate/actions/{action.pk}/take/")
    assert not Awaited.objects.exists()
