"""What admins do about people, by program."""

import pytest
import time_machine

from tests.blognomic.api.programs import ask, token_of
from tests.votables.table import noon, propose, seat, vote, write
from votables.models import Status
from votables.services import resolving

pytestmark = pytest.mark.django_db
ONLY_ENACTED = "Only an enacted Proposal can do that."


@pytest.mark.parametrize(
    ("number", "name", "status", "detail", "called"),
    [
        (0, "Robin", 204, "", "Robin"),
        (0, " Robin ", 204, "", "Robin"),
        (0, " ", 400, "A name cannot be empty or begin with @.", "Bobby"),
        (1, "Robin", 403, ONLY_ENACTED, "Bobby"),
        (2, "Robin", 404, "There is no such thing, or not for you.", "Bobby"),
    ],
)
def test_another_name_takes_an_enacted_matter_that_there_is(number, name, status, detail, called):
    alice, bobby, carol, *_ = players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    enacted = propose(bobby, noon(1), "Call me Robin")
    vote(enacted, noon(1), **{"for": players})
    resolving.resolve(post=enacted, to=Status.ENACTED, by=alice, at=noon(3))
    posts = [enacted, propose(carol, noon(3), "Call Bobby Robin"), write(bobby, noon(3), "Robin")]

    with time_machine.travel(noon(4), tick=False):
        sent = {"act": "rename", "matter": posts[number].pk, "reason": "So it says.", "name": name}
        answer = ask(
            "POST", f"/players/{bobby.pk}/by-matter", sent, token=token_of(alice, "admin", at=noon(4))
        )
    bobby.refresh_from_db()

    assert (answer.status_code, bobby.name) == (status, called)
    assert (answer.json()["detail"] if answer.content else "") == detail
