"""What people say of themselves, what they are told and how, and a vote from an e-mail, in a real browser."""

import pytest

from players.models import Notice, NoticeSettings
from players.notices.letters import vote_token
from tests.votables.table import noon, propose, say, vote

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
