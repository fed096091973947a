"""A refusal by a rule that the ruleset in force lacks says that it is a custom of the site."""

import pytest
import time_machine

from ruleset.text.tree import Node, Tree
from tests.votables.table import BEGINNING, person, seat

pytestmark = pytest.mark.django_db
CUSTOM = "The rules have no rule of this name now. The site does it by custom"


def refusal(client, *names: str) -> str:
    """How who is no player is refused a mentor under a ruleset of rules with these names."""
    rules = Tree((Node("appendix", "Appendix", "", tuple(Node(name, name, "Words.") for name in names)),))
    seat("Alice", law="ruleset-86", ruleset=rules)
    client.force_login(person("Bobby"))
    with time_machine.travel(BEGINNING, tick=False):
        answer = client.post("/players/mentors/ask/", {"kind": "mentor"})
    assert answer.status_code == 403
    return answer.content.decode()


@pytest.mark.parametrize(("names", "by_custom"), [(["Fair Play"], True), (["Fair Play", "Mentors"], False)])
def test_a_refusal_says_whether_the_ruleset_has_its_rule(client, names, by_custom):
    page = refusal(client, *names)
    assert ("<cite>Mentors</cite>" in page, CUSTOM in page) == (True, by_custom)
