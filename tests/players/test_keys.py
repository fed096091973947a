"""Keys go on after those that rows brought, whatever was in the table before."""

import pytest

from blognomic.database.sequences import go_on_after_keys
from players.models import Game, Player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("brought", [(), (7,), (3, 99, 12)])
def test_keys_go_on_after_the_last_that_is_there(brought):
    Player.objects.create(pk=50, name="Former").delete()
    Player.objects.bulk_create(
        [Player(pk=pk, name=f"Player {pk}", name_key=f"player {pk}") for pk in brought]
    )
    go_on_after_keys([Game, Player])
    assert Player.objects.create_user("Newcomer").pk == max(brought, default=0) + 1
