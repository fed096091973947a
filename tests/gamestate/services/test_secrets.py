"""Secrets: who keeps and changes them, what is hashed, the tell of ruleset-211, revealing, handing over."""

import hashlib

import pytest

from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import Handover, Secret, SecretVersion, Update, Variable
from gamestate.queries.secrets import handovers_of, public_secrets, versions_for
from gamestate.services import secrets, updating
from players.services.roster import begin_dynasty, crown
from tests.gamestate.tracker import define, shown, track
from tests.leaves import GIVEN
from tests.votables.table import Cause, Kind, declare, event, noon, person, seat
from votables.services.leave import BY_THE_LAW

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
WORDS = "I hold the brass key"


@pytest.fixture
def players():
    return seat(*FIVE)


def keep(by, day=1, **more) -> Secret:
    return secrets.keep(leave=GIVEN, **{"by": by, "at": noon(day), "name": "Secret", "text": WORDS, **more})


def refused(act, **arguments) -> RuleBroken:
    before = (Secret.objects.count(), SecretVersion.objects.count(), Update.objects.count())
    with pytest.raises(RuleBroken) as caught:
        act(**arguments)
    assert (Secret.objects.count(), SecretVersion.objects.count(), Update.objects.count()) == before
    assert WORDS not in caught.value.sentence
    return caught.value


def change(secret, by, day=2, **more) -> SecretVersion:
    last = secret.versions.order_by("-at", "-pk").first()
    arguments = {"secret": secret, "seen": last.pk, "by": by, "at": noon(day), "text": "Another"}
    return secrets.change(leave=GIVEN, **{**arguments, **more})


def test_a_secret_is_hashed_with_a_random_salt_unless_told_otherwise(players):
    _, bobby, *_ = players
    one, two = (keep(bobby, name=name).versions.get() for name in ("One", "Two"))
    assert one.salt != two.salt and len(one.salt) == 32
    assert one.hash == hashlib.sha256(f"{WORDS} {one.salt}".encode()).hexdigest()
    assert (one.text, one.at, one.revealed_at, one.algorithm) == (WORDS, noon(1), None, "sha256")


@pytest.mark.parametrize(
    ("salt", "algorithm", "hashed"),
    [
        ("umbrella kazoo", "md5", f"{WORDS} umbrella kazoo"),
        ("  umbrella ", "sha256", f"{WORDS} umbrella"),
        ("", "md5", WORDS),
    ],
)
def test_a_secret_is_hashed_as_its_keeper_chose(players, salt, algorithm, hashed):
    _, bobby, *_ = players
    version = keep(bobby, salt=salt, algorithm=algorithm).versions.get()
    assert version.hash == hashlib.new(algorithm, hashed.encode()).hexdigest()


def test_a_change_adds_a_version_and_keeps_the_old_one(players):
    _, bobby, *_ = players
    secret = keep(bobby, salt="a")
    change(secret, bobby, text="Another\r\nline ", salt="b")
    assert list(secret.versions.order_by("pk").values_list("at", "text", "salt", "revealed_at")) == [
        (noon(1), WORDS, "a", None),
        (noon(2), "Another\nline", "b", None),
    ]


def test_a_change_of_what_has_changed_since_is_stale(players):
    _, bobby, *_ = players
    secret = keep(bobby)
    seen = secret.versions.get().pk
    change(secret, bobby)
    assert refused(change, secret=secret, by=bobby, seen=seen).status == 409


def test_only_its_keeper_changes_and_reveals_a_secret(players):
    alice, bobby, *_ = players
    secret = keep(bobby)
    assert refused(change, secret=secret, by=alice).status == 403
    assert (
        refused(secrets.reveal, leave=BY_THE_LAW, version=secret.versions.get(), by=alice, at=noon(2)).status
        == 403
    )


def test_only_who_plays_keeps_or_changes_a_secret_and_an_idle_player_may_reveal(players):
    _, bobby, *_ = players
    secret = keep(bobby)
    idler = event(bobby, Kind.IDLED, at=noon(2))
    for outsider in (idler, person("Gregory")):
        assert refused(keep, by=outsider, name="New").sentence.startswith("Only a player who is not idle")
    refused(change, secret=secret, by=idler)
    assert secrets.reveal(
        leave=GIVEN, version=secret.versions.get(), by=idler, at=noon(3)
    ).revealed_at == noon(3)


def test_a_secret_is_of_its_dynasty_and_can_later_be_revealed_not_changed(players):
    alice, bobby, *_ = players
    secret = keep(bobby)
    begin_dynasty(emperor=alice, at=noon(3), theme="Other")
    assert refused(change, secret=secret, by=bobby, day=4).sentence.startswith(
        "This secret is from an earlier dynasty"
    )
    secrets.reveal(leave=GIVEN, version=secret.versions.get(), by=bobby, at=noon(4))
    assert keep(bobby, day=4).dynasty != secret.dynasty


def test_names_differ_within_a_dynasty_without_regard_to_case(players):
    _, bobby, carol, *_ = players
    keep(bobby)
    keep(carol)
    assert refused(keep, by=bobby, name=" SECRET ").status == 409


@pytest.mark.parametrize(
    "arguments",
    [
        {"name": " "},
        {"name": "n" * 81},
        {"name": "a\x00"},
        {"text": " \n "},
        {"text": "t" * 10_001},
        {"text": f"{WORDS}\x00"},
        {"salt": "one\ntwo"},
        {"salt": "s" * 301},
        {"salt": "\ud800"},
        {"algorithm": "sha1"},
    ],
)
def test_what_cannot_be_kept_is_refused(players, arguments):
    assert refused(keep, by=players[1], **arguments).status == 400


def test_only_the_emperor_keeps_secrets_for_the_game_and_keeps_them_when_the_reign_ends(players):
    alice, bobby, *_ = players
    assert refused(keep, by=bobby, for_game=True).status == 403
    secret = keep(alice, for_game=True)
    change(secret, alice, day=2)
    crown(player=bobby, at=noon(3), by=alice, cause=Cause.MATTER, why="decided")
    assert refused(change, secret=secret, by=alice, day=4).sentence.startswith(
        "This secret is kept for the game"
    )
    assert (
        refused(change, secret=secret, by=bobby, day=4).sentence == "Only the keeper of a secret can do this."
    )
    assert [version.text for version in versions_for(secret, bobby, at=noon(4))] == [None, None]


def test_a_secret_of_the_game_is_handed_to_the_present_emperor_with_its_history(players):
    alice, bobby, carol, *_ = players
    secret, own = keep(alice, for_game=True), keep(alice, name="Own")
    assert refused(
        secrets.hand_over, leave=BY_THE_LAW, secret=secret, by=alice, at=noon(2)
    ).sentence.startswith("There is no other")
    crown(player=bobby, at=noon(3), by=alice, cause=Cause.MATTER, why="decided")
    for by, what in ((bobby, secret), (carol, secret), (alice, own)):
        refused(secrets.hand_over, leave=BY_THE_LAW, secret=what, by=by, at=noon(4))
    secrets.hand_over(leave=GIVEN, secret=secret, by=alice, at=noon(4))
    secret.refresh_from_db()
    assert [(one.giver, one.taker, one.at) for one in handovers_of(secret)] == [(alice, bobby, noon(4))]
    assert [version.text for version in versions_for(secret, bobby, at=noon(4))] == [WORDS]
    assert [version.text for version in versions_for(secret, alice, at=noon(4))] == [None]
    change(secret, bobby, day=5)
    assert Handover.objects.count() == 1


def test_a_secret_is_not_handed_to_an_emperor_who_has_one_of_its_name(players):
    alice, bobby, *_ = players
    secret = keep(alice, for_game=True)
    keep(bobby)
    crown(player=bobby, at=noon(3), by=alice, cause=Cause.MATTER, why="decided")
    assert refused(secrets.hand_over, leave=BY_THE_LAW, secret=secret, by=alice, at=noon(4)).status == 409


def test_revealing_one_version_shows_it_to_everybody_and_no_other(players):
    alice, bobby, *_ = players
    secret = keep(bobby, salt="umbrella")
    first = secret.versions.get()
    change(secret, bobby, text="Another", salt="kazoo")
    secrets.reveal(leave=GIVEN, version=first, by=bobby, at=noon(3))
    for viewer in (alice, None):
        assert [
            (one.number, one.text, one.salt, one.hashed, one.size)
            for one in versions_for(secret, viewer, at=noon(3))
        ] == [
            (2, None, None, None, None),
            (1, WORDS, "umbrella", f"{WORDS} umbrella", 29),
        ]
    with pytest.raises(Stale):
        secrets.reveal(leave=GIVEN, version=first, by=bobby, at=noon(4))
    first.refresh_from_db()
    assert first.revealed_at == noon(3)


def test_the_list_says_what_is_public(players):
    alice, bobby, *_ = players
    secret = keep(bobby)
    last = change(secret, bobby)
    secrets.reveal(leave=GIVEN, version=secret.versions.order_by("pk").first(), by=bobby, at=noon(3))
    keep(alice, for_game=True)
    assert [(str(one), one.hash, one.since, one.number, one.revealed) for one in public_secrets()] == [
        ("Secret of Alice", Secret.objects.get(for_game=True).versions.get().hash, noon(1), 1, 0),
        ("Secret of Bobby", last.hash, noon(2), 2, 1),
    ]


@pytest.fixture
def tell(players) -> Variable:
    track(define("tell", "text", blank=True), define("heat"), by=players[0], at=noon(0))
    return Variable.objects.get(key="tell")


def test_secret_and_tell_of_ruleset_211_are_played(players, tell):
    """The Jotting is the Secret with words that are not in the ruleset, the Tell its MD5."""
    _, bobby, carol, *_ = players
    secret = keep(bobby, algorithm="md5", salt="umbrella kazoo", tell=tell)
    assert {name: shown("tell")[name] for name in ("Bobby", "Carol")} == {
        "Bobby": hashlib.md5(f"{WORDS} umbrella kazoo".encode()).hexdigest(),
        "Carol": "",
    }
    change(secret, bobby, text="I hold nothing", salt="zither")
    assert shown("tell")["Bobby"] == hashlib.md5(b"I hold nothing zither").hexdigest()
    made = Update.objects.newest_first().first()
    assert (made.by, made.at, made.comment, made.note, made.link) == (
        bobby,
        noon(2),
        "",
        "A secret was changed: this is its hash from now on.",
        secret.get_absolute_url(),
    )
    keep(carol, algorithm="md5", tell=tell, day=3)
    assert len(shown("tell")["Carol"]) == 32


def test_a_secret_whose_tell_cannot_be_set_is_not_changed(players, tell, monkeypatch):
    _, bobby, *_ = players
    secret = keep(bobby, tell=tell)

    def fails(**arguments):
        raise updating.RuleBroken("No.")

    monkeypatch.setattr(secrets, "update", fails)
    assert refused(change, secret=secret, by=bobby).sentence == "No."


def test_a_tell_that_is_tracked_no_more_is_left_alone(players, tell):
    alice, bobby, *_ = players
    secret = keep(bobby, tell=tell)
    tell.retired_at = noon(2)
    tell.save()
    updates = Update.objects.count()
    change(secret, bobby, day=3)
    assert Update.objects.count() == updates


def test_a_tell_is_a_text_of_each_player_and_holds_one_secret(players, tell):
    alice, bobby, *_ = players
    heat = Variable.objects.get(key="heat")
    assert refused(keep, by=bobby, tell=heat).status == 400
    assert refused(keep, by=alice, tell=tell, for_game=True).status == 400
    keep(bobby, tell=tell)
    assert refused(keep, by=bobby, name="Other", tell=tell).status == 409


def test_secrets_are_not_changed_while_the_game_stands_still_and_may_be_revealed(players):
    _, bobby, carol, *_ = players
    secret = keep(bobby)
    declare(carol, noon(2))
    arguments = {"by": bobby, "at": noon(2, hours=1), "text": WORDS}
    assert refused(secrets.keep, leave=BY_THE_LAW, name="New", **arguments).status == 403
    seen = secret.versions.get().pk
    assert refused(secrets.change, leave=BY_THE_LAW, secret=secret, seen=seen, **arguments).status == 403
    secrets.reveal(leave=GIVEN, version=secret.versions.get(), by=bobby, at=noon(2, hours=1))
