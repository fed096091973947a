"""What a module's tests stand on is checked once, when it is built, and gone at its end."""

import pytest
from django.db import IntegrityError

from players.models import Game
from votables.models import Post

from .undoing import built_once
from .votables.table import BEGINNING, bare_game


def test_what_refers_to_nothing_is_found_when_it_is_built(django_db_setup, django_db_blocker):
    def build() -> None:
        Post.objects.create(author_id=10**6, posted_at=BEGINNING, title="By nobody")

    with pytest.raises(IntegrityError), built_once(django_db_blocker, build):
        pass


def test_what_was_built_is_gone_at_the_end(django_db_setup, django_db_blocker):
    with built_once(django_db_blocker, lambda: bare_game()) as game:
        assert Game.objects.get() == game
    with django_db_blocker.unblock():
        assert not Game.objects.exists()
