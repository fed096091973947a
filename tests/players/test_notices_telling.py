"""Notices as they are written, read, chosen and stopped."""

from datetime import UTC, datetime, timedelta

import pytest

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.errors import RuleBroken
from players.models import Notice, NoticeSettings, Player, Webhook, WebhookCall
from players.notices import telling
from players.notices.channel_facts import FACTS, PersonFact, PostFact
from players.notices.letters import read_token, stop_path
from players.notices.notice_kinds import KINDS, PUBLIC, Happening, Kind
from tests.votables.table import person

pytestmark = pytest.mark.django_db

AT = datetime(2026, 3, 2, 12, tzinfo=UTC)
POSTED = PostFact(1, "Cats", "proposal", PersonFact(4, "Anna"))


@pytest.fixture
def alice() -> Player:
    return person("Alice")


@pytest.fixture
def bobby() -> Player:
    return person("Bobby")


def tell(*people: Player, kind: Kind = Kind.VOTE, key: str = "posted:1", at: datetime = AT) -> None:
    telling.tell(people, kind=kind, key=key, at=at, sentence="Something happened", link="/posts/1/")


def rows(*fields: str) -> list[tuple]:
    return list(Notice.objects.order_by("pk").values_list(*fields))


def choose(by: Player, hour: int = 8, **choices: str) -> None:
    telling.choose(by=by, kinds=choices, digest_hour=hour, at=AT)


def test_everybody_is_told_once_of_an_event_whatever_the_kind(alice, bobby):
    tell(alice)
    tell(alice, bobby, kind=Kind.MENTION)
    assert rows("to", "kind") == [(alice.pk, "vote"), (bobby.pk, "mention")]


def test_each_hears_as_they_chose(alice, bobby):
    carol, david = person("Carol"), person("David")
    choose(alice, vote="each")
    choose(bobby, hour=3, vote="daily")
    choose(carol, vote="none")
    tell(alice, bobby, carol, david)
    assert rows("to", "letter", "due_at") == [
        (alice.pk, "each", AT),
        (bobby.pk, "daily", AT + timedelta(hours=15)),
        (david.pk, "daily", AT + timedelta(hours=20)),
    ]


def test_closed_accounts_are_told_nothing(alice):
    alice.is_active = False
    tell(alice)
    assert rows("pk") == []


def test_telling_takes_two_queries(alice, bobby, django_assert_num_queries):
    with django_assert_num_queries(2):
        tell(alice, bobby)


def test_long_sentence_is_cut(alice):
    telling.tell([alice], kind=Kind.VOTE, key="k", at=AT, sentence="x" * 900, link="/")
    assert len(alice.notices.get().told) == 500


def test_opening_marks_as_read_once_and_only_ones_own(alice, bobby):
    tell(alice)
    key = alice.notices.get().pk
    with pytest.raises(RuleBroken) as refused:
        telling.open_notice(notice=key, by=bobby, at=AT)
    assert (refused.value.status, alice.notices.get().read_at) == (404, None)
    telling.open_notice(notice=key, by=alice, at=AT)
    telling.open_notice(notice=key, by=alice, at=AT + timedelta(hours=1))
    assert alice.notices.get().read_at == AT


def test_all_is_read_up_to_what_was_seen(alice, bobby):
    for number in range(3):
        tell(alice, bobby, key=f"k{number}")
    second = alice.notices.get(key="k1").pk
    assert telling.read_all(by=alice, at=AT, up_to=second) == 2
    assert list(alice.notices.filter(read_at=None).values_list("key", flat=True)) == ["k2"]
    assert bobby.notices.filter(read_at=None).count() == 3


def test_looking_at_a_page_reads_what_leads_to_it(alice):
    tell(alice)
    telling.saw(by=alice, link="/posts/2/", at=AT)
    assert alice.notices.get().read_at is None
    telling.saw(by=alice, link="/posts/1/", at=AT)
    assert alice.notices.get().read_at == AT


def test_what_is_as_usual_is_not_kept_as_a_choice(alice):
    choose(alice, vote="daily", comment="site", mention="none")
    assert alice.notice_settings.choices == {"mention": "none"}


@pytest.mark.parametrize(
    ("choices", "hour"), [({"vote": "shout"}, 8), ({"weather": "each"}, 8), ({}, 24), ({}, -1)]
)
def test_choices_that_are_none_are_refused(alice, choices, hour):
    with pytest.raises(RuleBroken) as refused:
        telling.choose(by=alice, kinds=choices, digest_hour=hour, at=AT)
    assert (refused.value.status, NoticeSettings.objects.count()) == (400, 0)


def test_letters_to_go_follow_the_choice(alice):
    choose(alice, vote="daily", mention="each", hour=9)
    tell(alice, key="a")
    tell(alice, key="b", kind=Kind.MENTION)
    choose(alice, vote="each", mention="none", hour=9)
    assert rows("key", "letter", "due_at") == [("a", "each", AT), ("b", "", None)]
    choose(alice, vote="daily", hour=13)
    assert rows("key", "letter", "due_at")[0] == ("a", "daily", AT + timedelta(hours=1))


@pytest.mark.parametrize(
    ("of", "left"),
    [
        ("vote", {"vote": "site", "mention": "each", "victory": "daily"}),
        ("daily", {"vote": "each", "mention": "each", "victory": "site", "resolvable": "site"}),
        ("all", dict.fromkeys(("vote", "mention", "victory", "resolvable", "message", "idling"), "site")),
    ],
)
def test_stopping_letters_leaves_the_site(alice, of, left):
    choose(alice, vote="each", mention="each", victory="daily")
    tell(alice)
    telling.stop_letters(player=alice.pk, of=of, at=AT)
    alice.notice_settings.refresh_from_db()
    assert alice.notice_settings.choices == left
    assert alice.notices.get().letter == ("each" if of == "daily" else "")


def test_stopping_letters_leaves_what_is_not_heard_at_all(alice):
    choose(alice, message="none")
    telling.stop_letters(player=alice.pk, of="all", at=AT)
    alice.notice_settings.refresh_from_db()
    assert alice.notice_settings.choices == {
        "message": "none",
        **dict.fromkeys(("idling", "vote", "resolvable"), "site"),
    }


def comment(to: Player, number: int, page: str = "/posts/1/") -> None:
    telling.tell_of_thread(
        to,
        kind=Kind.COMMENT,
        key=f"comment:{number}",
        at=AT + timedelta(minutes=number),
        once=StoredMessage("A comment"),
        often=lambda times: StoredMessage("{times} comments", times=times),
        link=f"{page}?comment={number}#comment-{number}",
        page=f"{page}?",
    )


def test_busy_thread_is_one_notice_which_leads_to_the_first_of_them(alice):
    for number in (3, 4, 4, 5):
        comment(alice, number)
    comment(alice, 6, page="/posts/12/")
    assert rows("key", "at", "link", "times") == [
        ("comment:5", AT + timedelta(minutes=5), "/posts/1/?comment=3#comment-3", 3),
        ("comment:6", AT + timedelta(minutes=6), "/posts/12/?comment=6#comment-6", 1),
    ]
    assert str(alice.notices.first().sentence) == "3 comments"
    telling.saw(by=alice, link="/posts/1/", at=AT)
    comment(alice, 7)
    assert [str(one.sentence) for one in alice.notices.filter(read_at=None)] == ["A comment", "A comment"]


def test_busy_thread_sends_one_letter_until_it_is_read(alice):
    choose(alice, comment="each")
    comment(alice, 3)
    Notice.objects.update(sent_at=AT, due_at=None)
    comment(alice, 4)
    assert rows("times", "letter", "due_at") == [(2, "", None)]
    choose(alice, comment="daily")
    comment(alice, 5, page="/posts/2/")
    comment(alice, 6, page="/posts/2/")
    assert rows("times", "letter", "due_at")[1] == (2, "daily", AT + timedelta(hours=20))


def test_one_event_is_told_once_of_a_thread_too(alice):
    tell(alice, key="comment:3", kind=Kind.MENTION)
    comment(alice, 3)
    assert rows("key", "kind") == [("comment:3", "mention")]


def test_what_was_asked_in_several_ways_is_settled_together(alice):
    for key in ("asks:7:join:1", "asks:7:idle:2", "asks:71:join:1"):
        tell(alice, key=key, kind=Kind.REQUEST)
    telling.settled(key="asks:7:", kind=Kind.REQUEST, at=AT)
    assert set(Notice.objects.filter(read_at=None).values_list("key", flat=True)) == {"asks:71:join:1"}


def test_stopping_letters_of_nobody_does_nothing():
    telling.stop_letters(player=999999, of="all", at=AT)
    assert NoticeSettings.objects.count() == 0


@pytest.mark.parametrize("of", ["daily", *KINDS])
def test_token_says_whose_letters_and_which(of):
    token = stop_path(7, of).split("/")[-2]
    assert read_token(token) == (7, of)
    assert read_token(token[:-1] + ("a" if token[-1] != "a" else "b")) is None
    assert read_token(token.replace(":", "x", 1)) is None


def test_channels_hear_what_they_want_once(alice):
    def hook(**more: object) -> Webhook:
        return Webhook.objects.create(
            **{"name": "n", "url": "https://x.test/", "kinds": ["vote"], "made_at": AT, "made_by": alice}
            | more
        )

    wants = hook()
    arguments = {"at": AT, "sentence": "A post", "link": "/posts/1/"}
    hook(is_on=False)
    hook(kinds=["resolved"])
    hook(removed_at=AT)
    for _ in range(2):
        telling.call_channels(kind=Happening.VOTE, key="posted:1", facts=POSTED, **arguments)
    assert list(WebhookCall.objects.values_list("webhook", "key", "due_at", "facts")) == [
        (
            wants.pk,
            "posted:1",
            AT,
            {"post": 1, "title": "Cats", "category": "proposal", "author": {"id": 4, "name": "Anna"}},
        )
    ]


def test_channel_that_wants_nothing_of_it_costs_one_query(django_assert_num_queries):
    arguments = {"at": AT, "sentence": "A post", "link": "/posts/1/"}
    with django_assert_num_queries(1):
        telling.call_channels(kind=Happening.VOTE, key="posted:1", facts=POSTED, **arguments)


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - PUBLIC.keys()))
def test_channels_never_hear_what_is_for_one_person(kind):
    with pytest.raises(ValueError, match="not for channels"):
        telling.call_channels(kind=kind, key="k", at=AT, sentence="A secret", link="/", facts=POSTED)


def test_channels_hear_the_facts_of_the_kind_and_no_others():
    with pytest.raises(ValueError, match="not for channels"):
        telling.call_channels(kind=Happening.DICE, key="k", at=AT, sentence="A", link="/", facts=POSTED)
    assert FACTS.keys() == PUBLIC.keys() == set(Happening)
