"""Dice in comments on posts: rolled when the comment is saved, and only then."""

import pytest
import time_machine

from blognomic.web.errors import NeedsConfirmation
from gamestate.models import Roll, Seed
from gamestate.services.rolling import roll_in
from votables.models import Comment
from votables.services import commenting

from .table import noon, person, propose, say, seat, write

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
NOW = noon(1)


@pytest.fixture
def players(db):
    with time_machine.travel(NOW, tick=False):
        yield seat(*FIVE)


@pytest.fixture
def post(players):
    return write(players[0], NOW)


def rolled() -> list[tuple[str, str, int]]:
    return [(roll.command, roll.where, roll.where_pk) for roll in Roll.objects.all()]


def test_dice_in_a_comment_are_rolled_once_and_shown_under_it(players, post, client):
    comment = say(post, players[1], NOW, "I roll **3DICE6** and\n\nCARD :for:")
    assert rolled() == [("3DICE6", "comment", comment.pk), ("CARD", "comment", comment.pk)]
    first, second = Roll.objects.all()
    assert {(roll.by, roll.at, roll.comment, roll.link) for roll in (first, second)} == {
        (players[1], NOW, "I roll 3DICE6 and\nCARD :for:", comment.get_absolute_url())
    }
    for _ in range(2):
        page = client.get(post.get_absolute_url()).content.decode()
        assert '<a class="roll" href="/gamestate/dice/1/"><span class="roll-command"><bdi>3DICE6' in page
        assert f"</span> {first.total}</span>" in page
        assert second.faces[0] in page
    assert Roll.objects.count() == 2


def test_dice_are_rolled_in_comments_on_matters_too(players):
    comment = say(propose(players[1], NOW), players[2], NOW, "DICE6 :against:")
    assert (rolled(), comment.cast) == ([("DICE6", "comment", comment.pk)], "against")


@pytest.mark.parametrize("text", ["`DICE6`", "> DICE6", "<s>DICE6</s>", "    DICE6", "dice6"])
def test_what_is_quoted_struck_out_or_code_is_not_rolled(players, post, text):
    say(post, players[1], NOW, text)
    assert rolled() == []


def test_a_preview_never_rolls(players, post, client):
    client.force_login(players[1])
    response = client.post("/preview/", {"text": "DICE6"})
    assert (response.status_code, "DICE6" in response.content.decode(), rolled()) == (200, True, [])
    assert not Seed.objects.exists()


def test_a_comment_whose_dice_cannot_be_rolled_is_not_written(players, post, client):
    client.force_login(players[1])
    response = client.post(f"/posts/{post.pk}/comment/", {"text": "DICE6, DICE1000001"})
    page = response.content.decode()
    assert (response.status_code, "a die has at most 1,000,000 sides" in page) == (400, True)
    assert (rolled(), Comment.objects.count()) == ([], 0)


def test_a_comment_that_is_refused_rolls_nothing(players):
    own = propose(players[1], NOW)
    with pytest.raises(NeedsConfirmation):
        say(own, players[1], NOW, "DICE6 :against:", confirmed=False)
    assert rolled() == []
    say(own, players[1], NOW, "DICE6 :against:")
    assert len(rolled()) == 1


def test_dice_are_lost_with_a_comment_that_breaks_off(players, post, monkeypatch):
    def roll_and_break(**what: object) -> None:
        assert [roll.number for roll in roll_in(**what)] == [1]
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(commenting, "roll_in", roll_and_break)
        with pytest.raises(ZeroDivisionError):
            say(post, players[1], NOW, "DICE6")
    assert (rolled(), Comment.objects.count()) == ([], 0)
    say(post, players[1], NOW, "DICE6")
    assert Roll.objects.get().number == 1


def test_what_guests_write_about_dice_is_words(players, post):
    say(post, person("Gregory"), NOW, "DICE6, DICE1000001")
    assert rolled() == []


def test_comments_see_to_it_that_seeds_are_published_ahead(players, post):
    say(post, players[1], NOW, "Hello.")
    assert (Seed.objects.filter(published_at=NOW).count(), rolled()) == (31, [])
