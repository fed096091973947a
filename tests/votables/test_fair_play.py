"""What rule Fair Play counts as spamming: pointed out before, listed afterwards, and never forbidden."""

import pytest

from blognomic.web.errors import NeedsConfirmation
from players.models import Mentorship, Player
from ruleset.law.shipped import SHIPPED, load
from votables.models import Comment, Post
from votables.queries.fair_play import check_comment, check_post, noticed, words_in

from .table import noon, say, seat, write

pytestmark = pytest.mark.django_db

LAW = load("ruleset-211")


@pytest.fixture
def bobby() -> Player:
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")[1]


def said_of_post(by: Player, *, days: int = 1, body: str = "Words.", commentary: str = "") -> str:
    """What is pointed out before this post; "" for nothing."""
    try:
        check_post(by=by, at=noon(days, hours=1), body=body, commentary=commentary)
    except NeedsConfirmation as question:
        return question.sentence
    return ""


def test_four_of_the_five_laws_name_the_numbers():
    conditions = {name: load(name).fair_play for name in SHIPPED}
    numbers = {
        name: fair and (fair.posts_a_day, fair.comments_in_a_row, fair.words_a_post, fair.rule)
        for name, fair in conditions.items()
    }
    four = dict.fromkeys(
        ("ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211"), (10, 10, 1000, "Fair Play")
    )
    assert numbers == {"ruleset-37": None, **four}


@pytest.mark.parametrize(("words", "is_asked"), [(1000, False), (1001, True)])
def test_more_than_a_thousand_words_are_pointed_out(bobby, words, is_asked):
    sentence = said_of_post(bobby, body="word " * (words - 400), commentary="word\n" * 400)
    assert sentence.startswith("Fair play: this post has 1,001 words, more than 1,000.") == is_asked
    assert (sentence == "") != is_asked


@pytest.mark.parametrize(("before", "is_asked"), [(9, False), (10, True)])
def test_more_than_ten_posts_a_day_are_pointed_out(bobby, before, is_asked):
    write(bobby, noon(0))
    for number in range(before):
        write(bobby, noon(1, minutes=number))
    sentence = said_of_post(bobby)
    assert ("you have posted 10 times today already" in sentence) == is_asked
    assert said_of_post(bobby, days=2) == ""


@pytest.mark.parametrize(("before", "is_asked"), [(9, False), (10, True)])
def test_more_than_ten_comments_in_a_row_are_pointed_out(bobby, before, is_asked):
    post = write(bobby, noon(1))
    say(post, bobby, noon(1))
    say(post, Player.objects.get(name="Carol"), noon(1))
    for _ in range(before):
        say(post, bobby, noon(1))
    if not is_asked:
        check_comment(post=post, by=bobby, at=noon(1))
        return
    with pytest.raises(NeedsConfirmation) as refusal:
        check_comment(post=post, by=bobby, at=noon(1))
    assert (refusal.value.rule, refusal.value.status) == ("Fair Play", 409)
    check_comment(post=post, by=Player.objects.get(name="Carol"), at=noon(1))


def test_law_that_names_no_numbers_asks_for_nothing():
    _, bobby, _ = seat("Alice", "Bobby", "Carol", law="ruleset-37")
    assert said_of_post(bobby, body="word " * 5000) == ""
    assert noticed(load("ruleset-37"), at=noon(1)) == []


def test_admins_find_what_went_beyond_it_newest_first(bobby):
    carol = Player.objects.get(name="Carol")
    many = [write(bobby, noon(1, minutes=number), f"Post {number}") for number in range(11)]
    long = write(carol, noon(2), "Long", "word " * 1001)
    write(carol, noon(2), "Not long", "words, " * 1000)
    for _ in range(11):
        last = say(long, carol, noon(3))
    say(long, bobby, noon(3))
    for _ in range(10):
        say(long, carol, noon(4))
    assert [(one.player, one.what, one.link) for one in noticed(LAW, at=noon(5))] == [
        (carol, "11 comments in a row on “Long”", last.get_absolute_url()),
        (carol, "a post of 1,001 words, “Long”", long.get_absolute_url()),
        (bobby, "11 posts on one day", many[-1].get_absolute_url()),
    ]
    assert noticed(LAW, at=noon(40)) == []


def test_admins_page_asks_four_times(bobby, django_assert_num_queries):
    post = write(bobby, noon(1), "Long", "word " * 1001)
    for _ in range(11):
        say(post, bobby, noon(1))
    with django_assert_num_queries(4):
        noticed(LAW, at=noon(2))


@pytest.mark.parametrize(("text", "words"), [("", 0), ("  ", 0), ("one", 1), ("one\ttwo\n three", 3)])
def test_words_are_counted_as_people_do(text, words):
    assert words_in(text) == words


# In the browser


@pytest.fixture
def browser(client, bobby):
    client.force_login(bobby)
    return client


def test_long_post_is_asked_about_once_and_posted_when_it_is_sent_again(browser):
    sent = {"title": "Long", "body": "word " * 1001, "commentary": "", "category": ""}
    response = browser.post("/posts/new/", sent)
    assert (response.status_code, Post.objects.count()) == (409, 0)
    page = response.content.decode()
    assert "1,001 words" in page
    assert "<cite>Fair Play</cite>" in page
    assert '<input type="hidden" name="warned" value="on">' in page
    again = browser.post("/posts/new/", {**sent, "warned": "on"})
    assert (again.status_code, Post.objects.get().title) == (302, "Long")


@pytest.mark.parametrize(("before", "is_asked"), [(1000, True), (1001, False)])
def test_edit_that_makes_a_post_too_long_is_asked_about_once(browser, bobby, before, is_asked):
    sent = {"title": "Words", "body": "word " * before, "category": "", "warned": "on"}
    browser.post("/posts/new/", sent)
    post = Post.objects.get()
    path = f"/posts/{post.pk}/edit/"
    edited = {"title": "Words", "body": "word " * 1002, "commentary": "", "seen": "1"}
    response = browser.post(path, edited)
    assert response.status_code == (409 if is_asked else 302)
    if is_asked:
        page = response.content.decode()
        assert "this post would have 1,002 words, more than 1,000" in page
        assert '<input type="hidden" name="warned" value="on">' in page
        assert "your text below replaces it" not in page
        assert browser.post(path, {**edited, "warned": "on"}).status_code == 302
    post.refresh_from_db()
    assert words_in(post.body) == 1002
    (listed,) = noticed(LAW, at=post.posted_at)
    assert listed.what == "a post of 1,002 words, “Words”"


def test_long_post_that_ends_a_mentorship_is_asked_about_once(browser, bobby):
    bond = Mentorship.objects.create(mentor=bobby, mentee=Player.objects.get(name="Carol"), begun_at=noon(1))
    path, sent = f"/players/mentors/{bond.pk}/dissolve/", {"title": "The end", "body": "word " * 1001}
    response = browser.post(path, sent)
    assert (response.status_code, Post.objects.count()) == (409, 0)
    assert '<input type="hidden" name="warned" value="on">' in response.content.decode()
    assert browser.post(path, {**sent, "warned": "on"}).status_code == 302
    assert Post.objects.get().title == "The end"


def test_eleventh_comment_in_a_row_is_asked_about_and_the_vote_in_it_too(browser):
    sent = {"title": "Mine", "body": "Words.", "category": "proposal", "amends": ["dynastic"]}
    browser.post("/posts/new/", sent)
    post = Post.objects.get()
    for _ in range(10):
        assert browser.post(f"/posts/{post.pk}/comment/", {"text": "Again."}).status_code == 302
    path, vote = f"/posts/{post.pk}/comment/", {"text": "No. :against:"}
    response = browser.post(path, vote)
    assert response.status_code == 409
    assert 'name="warned"' in response.content.decode()
    assert 'name="confirmed"' not in response.content.decode()
    response = browser.post(path, {**vote, "warned": "on"})
    assert response.status_code == 409
    assert "AGAINST your own proposal" in response.content.decode()
    assert {
        'name="warned"' in response.content.decode(),
        'name="confirmed"' in response.content.decode(),
    } == {True}
    assert Comment.objects.count() == 10
    assert browser.post(path, {**vote, "warned": "on", "confirmed": "on"}).status_code == 302
    assert Comment.objects.count() == 11


def test_admin_records_and_everybody_reads_what_was_announced(client, bobby):
    client.force_login(Player.objects.get(name="Alice"))
    sent = {"one": "bobby", "other": "Carol", "says": "announced", "reason": "They said so."}
    assert client.post("/dashboard/fair-play/", sent).status_code == 302
    page = client.get("/dashboard/fair-play/").content.decode()
    assert "are one person’s, announced" in page
    client.logout()
    assert "The same person plays" in client.get(bobby.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"one": "Nobody"}, "Nobody has this name."),
        ({"other": "Bobby"}, "Choose two players."),
        ({"reason": ""}, "This field is required."),
        ({"says": "neither"}, "It is already recorded like this. Nothing has changed."),
    ],
)
def test_admins_form_says_what_is_wrong(client, bobby, wrong, words):
    client.force_login(Player.objects.get(name="Alice"))
    sent = {"one": "Bobby", "other": "Carol", "says": "found", "reason": "Because.", **wrong}
    response = client.post("/dashboard/fair-play/", sent)
    assert response.status_code in (400, 409)
    assert words in response.content.decode()
