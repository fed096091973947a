"""Keys go on after those that rows brought, whatever was in the table before."""

import pytest

from blognomic.database.sequences import go_on_after_keys
from players.models import Game, Player
from tests.votables.table import person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("brought", [(), (7,), (3, 99, 12)])
def test_keys_go_on_after_the_last_that_is_there(brought):
    person("Former", pk=50).delete()
    Player.objects.bulk_create(
        [Player(pk=pk, name=f"Player {pk}", name_key=f"player {pk}") for pk in brought]
    )
    go_on_after_keys([Game, Player])
    assert person("Newcomer").pk == max(brought, default=0) + 1
