"""People's names, and what the database itself refuses."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from blognomic.text.outside import check_keepable, keepable
from blognomic.web.errors import RuleBroken
from players.models import Game, Player, Reign, Standing, name_key
from players.names import check_name_form
from tests.votables.table import bare_game, person

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 2, tzinfo=UTC)


@pytest.mark.parametrize("other", ["Alice", "alice", "ALICE", "Ａｌｉｃｅ", "ᵃlice"])
def test_two_people_have_no_name_that_is_taken_for_the_same(other):
    Player.objects.create_user("Alice")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user(other)
    assert Player.objects.count() == 1


def test_case_is_folded_as_unicode_folds_it():
    assert name_key("Straße") == name_key("STRASSE") == "strasse"
    assert name_key("Σίσυφος") == name_key("ΣΊΣΥΦΟΣ")
    assert name_key("Alice") != name_key("Alicia")


def test_a_person_is_found_by_name_without_regard_to_case():
    alice = person("Alice")
    assert Player.objects.named("aLICE").get() == alice
    assert Player.objects.get_by_natural_key("ALICE") == alice


def test_a_changed_name_changes_what_is_compared():
    alice = person("Alice")
    alice.name = "Alicia"
    alice.save(update_fields=["name"])
    alice.refresh_from_db()
    assert (alice.name_key, Player.objects.named("Alice").exists()) == ("alicia", False)


def test_a_person_who_registers_is_a_guest_and_the_hosts_account_no_admin_of_the_game():
    guest = Player.objects.create_user("Alice", "ALICE@Example.ORG", "secret words")
    host = Player.objects.create_superuser("Host", "", "secret words")
    assert (guest.standing, guest.email, guest.check_password("secret words")) == (
        Standing.GUEST,
        "ALICE@example.org",
        True,
    )
    assert (host.is_superuser, host.is_staff, host.is_admin, host.acts_as_admin) == (True, True, False, False)


@pytest.mark.parametrize(
    ("standing", "playing", "idle", "player"),
    [
        (Standing.GUEST, False, False, False),
        (Standing.ACTIVE, True, False, True),
        (Standing.IDLE, False, True, True),
        (Standing.LEFT, False, False, False),
    ],
)
def test_what_a_standing_makes_of_a_person(standing, playing, idle, player):
    alice = person("Alice", standing=standing, is_admin=True)
    assert (alice.is_playing, alice.is_idle, alice.is_player, alice.acts_as_admin) == (
        playing, idle, player, player,
    )  # fmt: skip
    sets = [
        Player.objects.active(),
        Player.objects.idle(),
        Player.objects.guests(),
        Player.objects.admins(),
    ]
    assert [alice in rows for rows in sets] == [playing, idle, not player, player]


def test_a_site_has_one_game():
    bare_game()
    for key in (1, 2):
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.create(pk=key, founded_at=NOW)


@pytest.mark.parametrize("until", [NOW, NOW - timedelta(seconds=1)])
def test_a_reign_ends_after_it_began(until):
    alice = person("Alice")
    with pytest.raises(IntegrityError), transaction.atomic():
        Reign.objects.create(player=alice, since=NOW, until=until)


@pytest.mark.parametrize(
    "name", ["Alice", "Zoë Ash", "O'Neill", "_-.", "李", "A" * 100, "who am I?", "Jean @ home"]
)
def test_a_name_that_can_be_read_is_a_name(name):
    check_name_form(name)


@pytest.mark.parametrize(
    "name",
    ["", " ", " Alice", "Alice ", "Al  ice", "Al\nice", "Al\tice", "Al\x00ice", "Al\u200bice", "Al\u202eice",
     "Al\u00a0ice", "Al\u3000ice", "Al\ud800ice", "@lice", "A" * 101, "\ufdfa" * 99],
)  # fmt: skip
def test_a_name_that_cannot_be_told_from_another_is_none(name):
    with pytest.raises(RuleBroken) as broken:
        check_name_form(name)
    assert broken.value.status == 400


def test_texts_lose_only_what_no_database_keeps():
    text = "a\x00b\ud83dc\u0000 👩‍🚀\u202e\x07"
    assert keepable(text) == "abc 👩‍🚀\u202e\x07"
    check_keepable(keepable(text), "")
    with pytest.raises(RuleBroken):
        check_keepable("fine", text)
