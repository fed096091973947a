"""Personal tokens: making, knowing and revoking them."""

from datetime import UTC, datetime, timedelta

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import Player, Token
from players.services import tokens
from players.sessions import note_use
from tests.votables.table import person

pytestmark = pytest.mark.django_db

AT = datetime(2026, 3, 14, 12, tzinfo=UTC)
LATER = AT + timedelta(days=30)


@pytest.fixture
def bobby() -> Player:
    return person("Bobby")


def make(by: Player, **more: object) -> tuple[Token, str]:
    return tokens.make(by=by, at=AT, **{"name": "A program", "scopes": ["comments", "posts"], **more})


def test_token_is_shown_once_and_only_its_hash_is_kept(bobby):
    row, token = make(bobby, name="  My \n program ", expires_at=LATER)
    kept = Token.objects.values().get()
    assert token not in str(kept) and token.removeprefix(row.start) not in str(kept)
    assert kept == {
        "id": row.pk, "player_id": bobby.pk, "name": "My program", "start": token[:9], "hash": tokens.hash_of(token),
        "scopes": ["posts", "comments"], "made_at": AT, "expires_at": LATER, "last_used_at": None, "revoked_at": None,
        "last_network": "", "last_browser": "",
    }  # fmt: skip
    assert (len(token), token[:3], tokens.find(token)) == (46, "bn_", row)


def test_two_tokens_are_never_the_same(bobby):
    assert make(bobby)[1] != make(bobby)[1]


@pytest.mark.parametrize(
    "wrong", ["", "bn_", "x" * 46, "bn_" + "é" * 43, "bn_" + "A" * 43, "bn_" + "A" * 4300]
)
def test_what_is_no_token_is_nobody(bobby, wrong, django_assert_max_num_queries):
    make(bobby)
    with django_assert_max_num_queries(1):
        assert tokens.find(wrong) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "}, {"name": "x" * 61}, {"name": "a\0"}, {"scopes": []}, {"scopes": ["everything"]},
        {"expires_at": AT}, {"expires_at": AT - timedelta(days=1)},
    ],
)  # fmt: skip
def test_token_that_makes_no_sense_is_refused(bobby, wrong):
    with pytest.raises(RuleBroken) as refused:
        make(bobby, **wrong)
    assert (refused.value.status, Token.objects.count()) == (400, 0)


def test_its_owner_alone_revokes_it_once(bobby):
    row, token = make(bobby)
    with pytest.raises(RuleBroken) as refused:
        tokens.revoke(token=row.pk, by=person("Carol"), at=AT)
    assert (refused.value.status, tokens.find(token).is_live(AT)) == (404, True)
    tokens.revoke(token=row.pk, by=bobby, at=AT)
    assert (tokens.find(token).is_live(AT), tokens.find(token).revoked_at) == (False, AT)
    with pytest.raises(Stale):
        tokens.revoke(token=row.pk, by=bobby, at=LATER)


def test_token_is_over_at_its_instant(bobby):
    row, _ = make(bobby, expires_at=LATER)
    assert [row.is_live(LATER - timedelta(microseconds=1)), row.is_live(LATER)] == [True, False]
    assert [Token.objects.live(at).count() for at in (AT, LATER)] == [1, 0]


def test_nobody_has_more_than_twenty_at_a_time(bobby):
    made = [make(bobby)[0] for _ in range(tokens.MOST)]
    with pytest.raises(RuleBroken) as refused:
        make(bobby)
    assert refused.value.status == 409
    tokens.revoke(token=made[0].pk, by=bobby, at=AT)
    make(bobby)
    make(person("Carol"))
    assert Token.objects.count() == tokens.MOST + 2


def test_old_tokens_are_forgotten_at_last(bobby, monkeypatch):
    monkeypatch.setattr(tokens, "MOST_KEPT", 2)
    for name in "abcd":
        row, _ = make(bobby, name=name)
        tokens.revoke(token=row.pk, by=bobby, at=AT)
    make(bobby, name="live")
    assert [one.name for one in tokens.tokens_of(bobby)] == ["live", "d", "c"]


def test_use_is_remembered_to_five_minutes(bobby, django_assert_num_queries):
    row, _ = make(bobby)
    used = []
    for seconds, queries in ((0, 1), (299, 0), (300, 1), (301, 0)):
        with django_assert_num_queries(queries):
            later = AT + timedelta(seconds=seconds)
            note_use(row, at=later, network=f"10.0.{seconds % 256}.0/24", browser="curl")
        row.refresh_from_db()
        used.append((row.last_used_at, row.last_network, row.last_browser))
    first, then = (AT, "10.0.0.0/24", "curl"), (AT + timedelta(minutes=5), "10.0.44.0/24", "curl")
    assert used == [first, first, then, then]
