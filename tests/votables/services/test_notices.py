"""Which events of the game tell whom."""

import pytest
from django.core.management import call_command

from gamestate.models import Roll
from players.models import Mentorship, Notice, Player, Webhook, WebhookCall
from players.notices.notice_kinds import PUBLIC
from players.notices.notice_kinds import Kind as News
from players.notices.telling import choose
from players.services import messages
from players.services.roster import rename
from ruleset.models import LawVersion, Revision
from ruleset.queries import standing_at
from ruleset.text.tree import Node, Tree
from tests.gamestate import test_notices, test_turns
from tests.gamestate.services import test_awaiting
from tests.gamestate.tracker import define, track
from tests.players.telling_kinds import TOLD, tells
from tests.votables.table import (
    Cause,
    Kind,
    declare,
    enacted,
    event,
    make_admin,
    noon,
    person,
    propose,
    say,
    seat,
    vote,
    write,
)
from votables.models import Asks, Post
from votables.services import notices, posting, resolving, roster
from votables.services.courier import LAWFUL
from votables.services.mantle import pass_mantle

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> dict[str, Player]:
    """Alice is emperor and admin; Frank idles; Gregory does not play."""
    seat("Alice", "Bobby", "Carol", "David", "Ellen", "Frank")
    people = {player.name: player for player in Player.objects.all()}
    event(people["Frank"], Kind.IDLED, at=noon(0), cause=Cause.INACTIVITY)
    people["Gregory"] = person("Gregory")
    return people


def told(kind: str = "") -> dict[str, list[str]]:
    """What each was told, by name."""
    sentences: dict[str, list[str]] = {}
    rows = Notice.objects.filter(kind=kind) if kind else Notice.objects.all()
    for name, sentence in rows.order_by("pk").values_list("to__name", "sentence"):
        sentences.setdefault(name, []).append(str(sentence))
    return sentences


def forget() -> None:
    Notice.objects.all().delete()
    WebhookCall.objects.all().delete()


def test_somebody_is_told_of_every_kind_of_news():
    assert test_notices and test_turns and test_awaiting, "whose tests are among them"
    assert set(TOLD) == set(News)


@tells(News.IDLING)
def test_whoever_is_let_in_is_told_so_and_led_to_what_waits_for_their_vote(table):
    write(table["Gregory"], noon(1), "Hello", asks=Asks.JOIN)
    forget()
    roster.admit(player=table["Gregory"], by=table["Alice"], at=noon(2))
    words = "Alice let you into the game. From now on your votes count"
    assert told() == {"Gregory": [words]}
    assert list(Notice.objects.values_list("kind", "link", "letter", "due_at")) == [
        ("idling", "/queue/mine/", "each", noon(2))
    ]


def test_what_was_told_of_a_removed_post_goes_with_it():
    """A law that lets an author remove a matter takes its title off the site; no inbox, letter or channel keeps it."""
    alice, bobby, carol, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen", law="ruleset-98")
    Webhook.objects.create(
        name="Hall", url="https://example.com/", kinds=list(PUBLIC), made_at=noon(0), made_by=alice
    )
    gone, other = propose(bobby, noon(1), "A slip"), propose(carol, noon(1), "Cats")
    say(gone, person("Gregory"), noon(1), "A slip, @David.")
    posting.remove(post=gone, by=bobby, at=noon(1))
    for rows in (Notice.objects.all(), WebhookCall.objects.all()):
        assert {link.partition("#")[0] for link in rows.values_list("link", flat=True)} == {
            f"/posts/{other.pk}/"
        }
    assert "A slip" not in str(told())


@tells(News.VOTE)
def test_proposal_needs_the_votes_of_the_roster_but_its_author(table):
    post = propose(table["Bobby"], noon(1), "[Core] Cats: Many cats")
    words = "Bobby posted a Proposal: “Many cats”. It needs your vote"
    assert told("vote") == dict.fromkeys(["Alice", "Carol", "David", "Ellen"], [words])
    assert set(Notice.objects.values_list("link", "at")) == {(f"/posts/{post.pk}/", noon(1))}


def test_post_without_a_category_tells_nobody(table):
    write(table["Gregory"], noon(1))
    assert told() == {}


def test_post_that_becomes_a_matter_needs_votes_from_then_on(table):
    talk = write(table["Bobby"], noon(1), "A call")
    posting.change_category(post=talk, to="cfj", by=table["Bobby"], at=noon(1, minutes=5))
    assert set(told("vote")) == {"Alice", "Carol", "David", "Ellen"}


@tells(News.MENTION)
def test_mention_tells_who_is_named_and_takes_the_place_of_the_call_to_vote(table):
    propose(table["Bobby"], noon(1), body="With @Carol and [[@Gregory]], not `@David`, and @Bobby himself.")
    words = ["Bobby mentioned you in “Cats”"]
    assert told("mention") == {"Carol": words, "Gregory": words}
    assert set(told("vote")) == {"Alice", "David", "Ellen"}


def test_commentary_and_comments_mention_too(table):
    post = write(table["Bobby"], noon(1), commentary="As @David said.")
    comment = say(post, table["Carol"], noon(1), "Not so, @David. @Carol said it.")
    assert told("mention") == {
        "David": ["Bobby mentioned you in “Hello”", "Carol mentioned you in a comment on “Hello”"]
    }
    assert Notice.objects.latest("pk").link == comment.get_absolute_url()


def test_edit_tells_only_who_was_not_named_before(table):
    bobby = table["Bobby"]
    post = write(bobby, noon(1), body="@Carol")
    posting.edit(post=post, seen=1, by=bobby, at=noon(1, minutes=1), title="Hello", body="@Carol @David")
    assert {name: len(words) for name, words in told().items()} == {"Carol": 1, "David": 1}


def test_no_more_than_twenty_are_mentioned(table):
    names = [person(f"Person-{number}").name for number in range(25)]
    write(table["Gregory"], noon(1), body=" ".join(f"@{name}" for name in names))
    assert len(told("mention")) == 20


def test_who_comments_has_seen_the_post(table):
    post = propose(table["Bobby"], noon(1))
    vote(post, noon(1), **{"for": table["Carol"]})
    unread = Notice.objects.filter(read_at=None).values_list("to__name", flat=True)
    assert set(unread) == {"Alice", "David", "Ellen"}


@tells(News.RESOLVED)
def test_author_is_told_how_a_matter_was_resolved_and_nobody_needs_to_vote_any_more(table):
    post = propose(table["Bobby"], noon(1))
    vote(post, noon(1), **{"for": [table[name] for name in ("Alice", "Carol", "David")]})
    resolving.resolve(post=post, to="enacted", by=table["Alice"], at=noon(2))
    assert told("resolved") == {"Bobby": ["Your Proposal “Cats” was enacted (4–0)"]}
    assert not Notice.objects.filter(kind="vote", read_at=None).exists()


def test_admin_who_resolves_their_own_matter_is_not_told(table):
    post = propose(table["Alice"], noon(1))
    resolving.resolve_against_verdict(post=post, to="failed", by=table["Alice"], at=noon(2), reason="Test.")
    assert told("resolved") == {}


def test_correction_is_told_too(table):
    post = propose(table["Bobby"], noon(1))
    by = {"by": table["Alice"], "reason": "Test."}
    made = resolving.resolve_against_verdict(post=post, to="failed", at=noon(2), **by)
    resolving.overturn(post=post, to="pending", seen=made.pk, at=noon(3), **by)
    assert [words.partition(" (")[0] for words in told("resolved")["Bobby"]] == [
        "Your Proposal “Cats” was failed",
        "Your Proposal “Cats” is pending again",
    ]


@tells(News.VICTORY)
def test_declaration_of_victory_and_its_outcome_are_told_to_all_players(table):
    post = declare(table["Bobby"], noon(1))
    assert told() == dict.fromkeys(
        ["Alice", "Carol", "David", "Ellen", "Frank"], ["Bobby declares victory: “Victory”"]
    )
    forget()
    by = {"by": table["Alice"], "reason": "Test."}
    resolving.resolve_against_verdict(post=post, to="enacted", at=noon(2), **by)
    assert set(told("victory")) == {"Carol", "David", "Ellen", "Frank"}
    assert set(told("resolved")) == {"Bobby"}


def test_declaration_needs_the_vote_of_whoever_wants_to_hear_of_votes_alone(table):
    choose(by=table["Carol"], kinds={"victory": "none", "vote": "site"}, digest_hour=8, at=noon(0))
    declare(table["Bobby"], noon(1))
    assert told()["Carol"] == ["Bobby posted a Declaration of Victory: “Victory”. It needs your vote"]
    assert told()["David"] == ["Bobby declares victory: “Victory”"]


def test_ascension_address_is_told_to_all_players(table):
    post = declare(table["Bobby"], noon(1))
    by = {"by": table["Alice"], "reason": "Test."}
    resolving.resolve_against_verdict(post=post, to="enacted", at=noon(2), **by)
    forget()
    posting.publish(
        by=table["Bobby"], at=noon(3), category="ascension", title="Fog", body="@Carol ascends too."
    )
    words = ["Bobby posted an Ascension Address: “Fog”"]
    assert told() == dict.fromkeys(["Alice", "Carol", "David", "Ellen", "Frank"], words)


def test_a_mantle_that_passes_is_told_to_all_players(table):
    post = declare(table["Bobby"], noon(1))
    by = {"by": table["Alice"], "reason": "Test."}
    resolving.resolve_against_verdict(post=post, to="enacted", at=noon(2), **by)
    LawVersion.objects.update(special_cases={"Mantle Limitations": False})
    forget()
    pass_mantle(by=table["Bobby"], to=table["Carol"], at=noon(3))
    words = ["Bobby passed the mantle to Carol"]
    assert told("victory") == dict.fromkeys(["Alice", "David", "Ellen", "Frank"], words)
    assert told("mention") == {"Carol": ["Bobby mentioned you in “The mantle passes to Carol”"]}


def test_declaration_that_is_pending_again_is_told_to_all_players(table):
    post = declare(table["Bobby"], noon(1))
    by = {"by": table["Alice"], "reason": "Test."}
    made = resolving.resolve_against_verdict(post=post, to="enacted", at=noon(2), **by)
    forget()
    resolving.overturn(post=post, to="pending", seen=made.pk, at=noon(3), **by)
    words = ["Bobby’s Declaration of Victory “Victory” is pending again"]
    assert told("victory") == dict.fromkeys(["Carol", "David", "Ellen", "Frank"], words)


def test_matter_that_begins_a_metadynasty_or_changes_the_emperor_is_told_to_all_players(table):
    Webhook.objects.create(
        name="Town", url="https://x.test/", kinds=list(PUBLIC), made_at=noon(0), made_by=table["Alice"]
    )
    emperor = {"op": "roster", "do": "emperor", "player": table["Carol"].pk}
    end = {"op": "roster", "do": "end-dynasty", "name": "", "keep_rules": True, "keep_tracked": True}
    by = {"by": table["Alice"], "reason": "Test."}
    news = {
        "Carol becomes the emperor, as “Cats” says": [emperor],
        "The First Metadynasty begins, as “Cats” says": [end],
    }
    for day, (words, changes) in enumerate(news.items(), start=1):
        post = propose(table["Bobby"], noon(day), changes=changes)
        forget()
        resolving.resolve_against_verdict(post=post, to="enacted", at=noon(day, hours=1), **by)
        assert told("victory") == dict.fromkeys(["Carol", "David", "Ellen", "Frank"], [words])
        assert set(told()) == {"Bobby", "Carol", "David", "Ellen", "Frank"}
        told_channels = WebhookCall.objects.filter(kind="victory").values_list("sentence", flat=True)
        assert list(told_channels) == [words]
        outcomes = WebhookCall.objects.filter(kind="resolved").values_list("sentence", flat=True)
        assert list(outcomes) == ["Proposal of Bobby: “Cats” was enacted (1–0)"]


@tells(News.MESSAGE)
def test_private_message_is_told_without_its_words(table):
    bobby, carol, david = (table[name] for name in ("Bobby", "Carol", "David"))
    thread = messages.send(
        courier=LAWFUL,
        by=bobby,
        at=noon(1),
        to=[carol, david],
        subject="Northern",
        text="The gate.",
    )
    messages.reply(courier=LAWFUL, thread=thread.pk, by=carol, at=noon(1), text="Which gate?")
    assert told() == {
        "Carol": ["Bobby has written to you in private"],
        "David": ["Bobby has written to you in private", "Carol has written to you in private"],
        "Bobby": ["Carol has written to you in private"],
    }
    assert set(Notice.objects.values_list("link", flat=True)) == {thread.get_absolute_url()}


@pytest.fixture
def mentor(table) -> Player:
    """Ellen, who is Bobby's mentor, as she was David's."""
    Mentorship.objects.create(mentor=table["Ellen"], mentee=table["Bobby"], begun_at=noon(0))
    Mentorship.objects.create(
        mentor=table["Ellen"],
        mentee=table["David"],
        begun_at=noon(0),
        ended_at=noon(1),
        ended_by=table["David"],
    )
    return table["Ellen"]


@tells(News.MENTEE)
def test_mentor_is_told_what_the_mentee_posted_and_how_it_went(table, mentor):
    write(table["Bobby"], noon(1))
    write(table["David"], noon(1))
    post = propose(table["Bobby"], noon(1))
    resolving.resolve_against_verdict(post=post, to="failed", by=table["Alice"], at=noon(2), reason="Test.")
    assert [words.partition(" (")[0] for words in told("mentee")["Ellen"]] == [
        "Your mentee Bobby posted a post: “Hello”",
        "Your mentee Bobby posted a Proposal: “Cats”",
        "The Proposal of your mentee Bobby, “Cats” was failed",
    ]


@tells(News.COMMENT)
def test_author_is_told_of_comments_that_say_something_as_of_one_thread(table):
    bobby, carol, david = (table[name] for name in ("Bobby", "Carol", "David"))
    post = propose(bobby, noon(1))
    say(post, carol, noon(1), ":for:")
    say(post, bobby, noon(1), "My own words.")
    assert told("comment") == {}
    say(post, carol, noon(1, hours=1), ":for: With joy.")
    say(post, david, noon(1, hours=2), "Why?")
    assert told("comment") == {"Bobby": ["2 comments on “Cats”, the last by David"]}
    say(post, bobby, noon(1, hours=3), "Because.")
    say(post, david, noon(1, hours=4), "I see.")
    assert told("comment")["Bobby"][1:] == ["David commented on “Cats”"]


@tells(News.REPLY)
def test_whoever_is_quoted_or_linked_to_is_told_and_the_author_is_told_once(table):
    bobby, carol, david = (table[name] for name in ("Bobby", "Carol", "David"))
    post = propose(bobby, noon(1))
    first = say(post, carol, noon(1), "A thought.")
    by_bobby = say(post, bobby, noon(1), "Mine.")
    forget()
    link = "[>]({})".format
    answer = say(
        post,
        david,
        noon(2),
        f"{link(first.get_absolute_url())} {link(by_bobby.get_absolute_url())} {link('https://x.test/#comment-1')}",
    )
    assert told() == dict.fromkeys(["Bobby", "Carol"], ["David replied to you on “Cats”"])
    assert set(Notice.objects.values_list("kind", "link")) == {("reply", answer.get_absolute_url())}


@tells(News.REQUEST)
def test_admins_are_told_of_requests_until_they_are_done(table):
    make_admin(table["Carol"])
    post = write(table["Gregory"], noon(1), "Hello", asks=Asks.JOIN)
    words = ["Gregory asks to join"]
    assert told("request") == {"Alice": words, "Carol": words}
    assert set(Notice.objects.filter(kind="request").values_list("link", flat=True)) == {
        post.get_absolute_url()
    }
    roster.admit(player=table["Gregory"], by=table["Alice"], at=noon(2))
    assert not Notice.objects.filter(kind="request", read_at=None).exists()
    hello = write(table["Bobby"], noon(3))
    say(hello, table["David"], noon(3), "Please idle me.")
    assert told("request")["Alice"] == [*words, "David asks to be idled"]
    roster.idle(player=table["David"], by=table["Carol"], at=noon(4))
    assert not Notice.objects.filter(kind="request", read_at=None).exists()


RULES = Tree(
    (
        Node("core", "Core Rules", "", (Node("idle", "Idle Players", "They rest."),)),
        Node("dyn", "Dynastic Rules"),
    )
)


def key_of(title: str) -> str:
    return str(standing_at(noon(9)).get(title=title).rule_id)


@pytest.fixture
def with_rules() -> dict[str, Player]:
    """The same people, with a ruleset."""
    return {one.name: one for one in seat("Alice", "Bobby", "Carol", "David", "Ellen", ruleset=RULES)}


@tells(News.RULE)
def test_whoever_brought_a_rule_is_told_that_it_may_change(with_rules):
    table = with_rules
    bobby, carol, david = (table[name] for name in ("Bobby", "Carol", "David"))
    dynastic = key_of("Dynastic Rules")
    kettle = {"op": "add", "parent": dynastic, "after": "", "title": "Kettle", "text": "It is warm."}
    post = propose(bobby, noon(1), changes=[kettle])
    by = {"by": table["Alice"], "reason": "Test."}
    resolving.resolve_against_verdict(post=post, to="enacted", at=noon(2), **by)
    rule = key_of("Kettle")
    forget()
    edit = {"op": "edit", "rule": rule, "base": "It is warm.", "text": "It is hot."}
    propose(carol, noon(3), "Hotter", changes=[edit])
    assert told("rule") == {"Bobby": ["Carol proposes to change your rule “Kettle”: “Hotter”"]}
    propose(bobby, noon(3), "Hotter still", changes=[edit])
    beside = {**kettle, "title": "Lid"}
    propose(david, noon(3), "Lid", changes=[beside])
    assert len(told("rule")["Bobby"]) == 1


# What the worker finds


@tells(News.FATE)
def test_author_is_told_once_hours_before_time_alone_decides(table):
    post = propose(table["Bobby"], noon(1))
    vote(post, noon(1), **{"for": [table["Alice"]], "against": [table["Carol"], table["David"]]})
    forget()
    notices.look_around(at=noon(3, hours=-7))
    assert told("fate") == {}
    for hours in (-6, -5, -1):
        notices.look_around(at=noon(3, hours=hours))
    words = "Your Proposal “Cats” can be failed at 5 March 2026, 12:00 UTC, unless votes change"
    assert told("fate") == {"Bobby": [words]}
    vote(post, noon(3, hours=-1), **{"for": [table["David"], table["Ellen"]]})
    notices.look_around(at=noon(3, hours=-1))
    assert told("fate") == {"Bobby": [words]}


@tells(News.DRIFT)
def test_admins_are_told_once_of_a_rule_that_the_law_no_longer_follows(with_rules):
    table = with_rules
    notices.look_around(at=noon(2))
    assert told("drift") == {}
    edit = {
        "op": "edit",
        "rule": key_of("Idle Players"),
        "base": "They rest.",
        "text": "They sleep.",
    }
    post = propose(table["Bobby"], noon(1), changes=[edit])
    by = {"by": table["Alice"], "reason": "Test."}
    resolving.resolve_against_verdict(post=post, to="enacted", at=noon(2), **by)
    for hours in (1, 2, 30):
        notices.look_around(at=noon(2, hours=hours))
    words = "The rule “Idle Players” has changed, but the law still does what it said before"
    assert told("drift") == {"Alice": [words]}
    assert Notice.objects.get(kind="drift").link == "/law/#rule-idle-players"


def matter(table) -> Post:
    post = propose(table["Bobby"], noon(1))
    vote(post, noon(1), **{"for": [table[name] for name in ("Alice", "Carol", "David", "Ellen")]})
    forget()
    return post


@tells(News.RESOLVABLE)
def test_admins_are_told_once_that_a_matter_may_be_resolved(table):
    make_admin(table["Carol"])
    post = matter(table)
    notices.look_around(at=noon(1, hours=11))
    assert told("resolvable") == {}
    for hours in (12, 13):
        notices.look_around(at=noon(1, hours=hours))
    words = ["Proposal “Cats” by Bobby can be enacted"]
    assert told("resolvable") == {"Alice": words, "Carol": words}
    made = resolving.resolve(post=post, to="enacted", by=table["Alice"], at=noon(2))
    resolving.overturn(post=post, to="pending", seen=made.pk, by=table["Alice"], at=noon(2), reason="Test.")
    notices.look_around(at=noon(2, hours=1))
    assert told("resolvable") == {"Alice": words * 2, "Carol": words * 2}


def test_silent_players_and_their_mentors_are_warned_once_before_the_limit(table, mentor):
    """Ruleset 211: after 168 hours without a post or comment. All have been silent since they joined."""
    for name in ("Alice", "Carol", "David", "Ellen"):
        write(table[name], noon(4))
    forget()
    notices.look_around(at=noon(4, hours=11))
    assert told() == {}
    for hours in (12, 20):
        notices.look_around(at=noon(4, hours=hours))
    assert told() == {
        "Bobby": [
            "You can be idled for inactivity from 9 March 2026, 00:00 UTC on. A post or comment "
            "keeps you in the game"
        ],
        "Ellen": ["Your mentee Bobby can be idled for inactivity from 9 March 2026, 00:00 UTC on"],
    }
    write(table["Bobby"], noon(5))
    forget()
    notices.look_around(at=noon(10, hours=1))
    assert told("idling")["Bobby"] == [
        "You can be idled for inactivity from 14 March 2026, 12:00 UTC on. A post or comment keeps "
        "you in the game"
    ]


def test_hours_before_are_the_hosts_and_who_is_over_the_limit_may_be_idled_now(table, settings):
    settings.NOTICE_IDLE_HOURS = 0
    notices.look_around(at=noon(6, hours=11))
    assert told() == {}
    notices.look_around(at=noon(8))
    words = "You can be idled for inactivity now. A post or comment keeps you in the game"
    assert told() == dict.fromkeys(["Alice", "Bobby", "Carol", "David", "Ellen"], [words])


def test_looking_around_asks_a_fixed_number_of_times_when_nothing_is_new(
    table, django_assert_max_num_queries
):
    post = matter(table)
    vote(post, noon(1), **{"for": [table["Bobby"]]})
    with django_assert_max_num_queries(20):
        notices.look_around(at=noon(2))


def test_site_without_a_game_tells_nobody():
    notices.look_around(at=noon(1))
    assert told() == {}


# Channels


def test_channels_hear_of_what_is_public_and_of_nothing_else(table, mentor):
    kinds = ["vote", "victory", "resolved", "resolvable"]
    Webhook.objects.create(
        name="Town", url="https://x.test/", kinds=kinds, made_at=noon(0), made_by=table["Alice"]
    )
    bobby, carol = table["Bobby"], table["Carol"]
    messages.send(courier=LAWFUL, by=bobby, at=noon(1), to=[carol], subject="Northern", text="Gate.")
    say(write(bobby, noon(1), body="@Carol"), carol, noon(1), "@Bobby")
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [table[name] for name in ("Alice", "Carol", "David")]})
    notices.look_around(at=noon(2))
    resolving.resolve(post=post, to="enacted", by=table["Alice"], at=noon(2))
    declare(carol, noon(3))
    notices.look_around(at=noon(9))
    assert list(WebhookCall.objects.order_by("pk").values_list("kind", "sentence")) == [
        ("vote", "Bobby posted a Proposal: “Cats”"),
        ("resolvable", "Proposal “Cats” by Bobby can be enacted"),
        ("resolved", "Proposal of Bobby: “Cats” was enacted (4–0)"),
        ("victory", "Carol declares victory: “Victory”"),
        ("resolvable", "Declaration of Victory “Victory” by Carol can be failed"),
    ]


@pytest.fixture
def town(with_rules) -> dict[str, Player]:
    """A game with rules, and a channel that is told of everything."""
    Webhook.objects.create(
        name="Town", url="https://x.test/", kinds=list(PUBLIC), made_at=noon(0), made_by=with_rules["Alice"]
    )
    return with_rules


def called() -> list[tuple[str, str, str, dict]]:
    """What the channel was told since it was asked last."""
    rows = list(WebhookCall.objects.order_by("pk").values_list("kind", "sentence", "link", "facts"))
    forget()
    return rows


def named(player: Player) -> dict[str, object]:
    return {"id": player.pk, "name": player.name}


def test_channels_are_told_the_facts_of_a_matter(town):
    alice, bobby = town["Alice"], town["Bobby"]
    post = propose(bobby, noon(1))
    facts = {"post": post.pk, "title": "Cats", "category": "proposal", "author": named(bobby)}
    page = post.get_absolute_url()
    assert called() == [("vote", "Bobby posted a Proposal: “Cats”", page, facts)]
    votes = vote(post, noon(1), **{"for": [town[name] for name in ("Alice", "Carol", "David")]})
    first = {"comment": votes[0].pk, "post": post.pk, "title": "Cats", "author": named(alice), "vote": "for"}
    assert called()[0] == ("comment", "Alice voted FOR on “Cats”", votes[0].get_absolute_url(), first)
    notices.look_around(at=noon(2))
    ready = {"may_enact": True, "may_fail": False, "tally": "4–0"}
    words = "Proposal “Cats” by Bobby can be enacted"
    assert called() == [("resolvable", words, page, facts | ready)]
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    resolution = post.resolutions.get()
    outcome = {
        "resolution": resolution.pk, "outcome": "enacted", "before": "pending", "tally": "4–0",
        "by": named(alice),
    }  # fmt: skip
    words = "Proposal of Bobby: “Cats” was enacted (4–0)"
    assert called() == [("resolved", words, page, facts | outcome)]


def test_channels_are_told_what_an_enacted_matter_does_to_the_rules(town):
    alice, bobby = town["Alice"], town["Bobby"]
    kettle = {
        "op": "add",
        "parent": key_of("Dynastic Rules"),
        "after": "",
        "title": "Kettle",
        "text": "Warm.",
    }
    post = propose(bobby, noon(1), changes=[kettle])
    forget()
    by = {"by": alice, "reason": "Test."}
    resolving.resolve_against_verdict(post=post, to="enacted", at=noon(2), **by)
    revision = Revision.objects.latest("pk")
    told_of, _ = called()
    facts = {"revision": revision.pk, "kind": "enactment", "by": named(alice), "author": named(bobby)}
    page = f"/rules/revisions/{revision.pk}/"
    assert told_of == ("rules", "Alice changed the rules (enactment)", page, facts)


def test_channels_are_told_of_the_throne_with_who_takes_it(town):
    alice, bobby = town["Alice"], town["Bobby"]
    roster.set_emperor(
        player=bobby, matter=enacted(alice, noon(1)), reason="As enacted", by=alice, at=noon(2)
    )
    assert [
        (kind, sentence, facts["kind"], facts["player"]) for kind, sentence, _, facts in called()[-2:]
    ] == [
        ("roster", "Alice stopped being emperor", "not_emperor", named(alice)),
        ("roster", "Bobby became emperor", "emperor", named(bobby)),
    ]
    carol = town["Carol"]
    post = declare(carol, noon(3))
    facts = {"post": post.pk, "title": "Victory", "category": "dov", "author": named(carol), "emperor": None}
    words = "Carol declares victory: “Victory”"
    assert called() == [("victory", words, post.get_absolute_url(), facts)]


def test_channels_are_told_of_comments_dice_the_roster_and_the_gamestate(town):
    alice, bobby, ellen = town["Alice"], town["Bobby"], town["Ellen"]
    post = write(bobby, noon(1))
    forget()
    comment = say(post, ellen, noon(1), "2DICE6 and a word.")
    dice, talk = called()
    (roll,) = Roll.objects.all()
    rolled = {"number": 1, "command": "2DICE6", "faces": list(map(str, roll.faces)), "total": roll.total}
    facts = {"rolls": [rolled], "by": named(ellen), "source": "comment", "source_id": comment.pk}
    assert dice == ("dice", f"Ellen rolled {roll.told}", roll.get_absolute_url(), facts)
    facts = {"comment": comment.pk, "post": post.pk, "title": "Hello", "author": named(ellen), "vote": ""}
    assert talk == ("comment", "Ellen commented on “Hello”", comment.get_absolute_url(), facts)
    event(ellen, Kind.IDLED, at=noon(2), cause=Cause.INACTIVITY, by=alice)
    facts = {
        "roster_event": ellen.roster_events.latest("pk").pk, "kind": "idled", "cause": "inactivity",
        "player": named(ellen), "by": named(alice), "old_name": "",
    }  # fmt: skip
    assert called() == [("roster", "Ellen went idle", ellen.get_absolute_url(), facts)]
    rename(player=ellen, name="Elena", at=noon(2), by=None, why="As enacted")
    ((_, sentence, _, facts),) = called()
    assert (sentence, facts["old_name"], facts["by"]) == ("Ellen is now called Elena", "Ellen", None)
    made = track(define("gold", audience="holder"), by=alice, at=noon(3), comment="As the rules say")
    facts = {
        "update": made.pk, "kind": "definition", "by": named(alice), "comment": "As the rules say",
        "correction": False,
    }  # fmt: skip
    words = "Alice updated the gamestate (definition)"
    assert called() == [("gamestate", words, made.get_absolute_url(), facts)]


def test_channel_of_a_game_is_told_nothing_when_the_transaction_is_undone(table):
    Webhook.objects.create(
        name="Town", url="https://x.test/", kinds=list(PUBLIC), made_at=noon(0), made_by=table["Alice"]
    )
    with pytest.raises(Exception, match="limit|already|pending"):
        for number in range(4):
            propose(table["Bobby"], noon(1), f"Cats {number}")
    assert (Post.objects.count(), WebhookCall.objects.count()) == (2, 2)


# The worker


def test_worker_looks_and_sends(table, capsys, mailoutbox, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    call_command("deliver", once=True)
    assert {letter.to[0] for letter in mailoutbox} == {
        f"{name}@example.org" for name in "alice bobby carol david ellen".split()
    }
    assert capsys.readouterr().out == "e-mails: 5, webhook calls: 0, pushes: 0\n"
    call_command("deliver", once=True)
    assert (len(mailoutbox), capsys.readouterr().out) == (5, "")


def test_worker_sends_even_when_it_cannot_look(table, monkeypatch, capsys, mailoutbox, settings, caplog):
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    notices.look_around(at=noon(8))

    def broken(*, at):
        raise ZeroDivisionError

    monkeypatch.setattr("votables.management.commands.deliver.look_around", broken)
    call_command("deliver", once=True)
    assert (len(mailoutbox), "could not be found out" in caplog.text) == (5, True)
