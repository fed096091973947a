"""What people do on the pages, programs do by the API: each address that takes a form has operations for it, or a
reason why it has none. And so has each page that everybody may read. The table of who may what names them."""

from tests.votables.test_views_who_may import BY_PEOPLE_ALONE, TWINS
from tests.votables.test_views_who_may import ROWS as PAGES

from .test_who_may import operations

# What programs ask for all the same, though no form does it: what would come of a game that they describe, and how a
# text reads.
OF_PROGRAMS_ALONE = {"judge", "read_text"}


def named(method: str) -> set[str]:
    """The operations that are named at pages that are read (GET), or at forms (POST)."""
    return {
        name for (how, _), (sign, names) in TWINS.items() if (how, sign) == (method, "=") for name in names
    }


def test_whatever_people_do_on_pages_programs_do_or_there_is_a_reason():
    takes_forms = {route for method, route, *_ in PAGES if method == "POST"}
    assert takes_forms == {route for method, route in TWINS if method == "POST"}
    methods = {name: method for name, (method, _, _) in operations().items()}
    assert {name for name in named("POST") if methods.get(name, "GET") == "GET"} == set()
    changing = {name for name, method in methods.items() if method != "GET"}
    assert changing - named("POST") == OF_PROGRAMS_ALONE


def test_whatever_everybody_may_read_on_pages_programs_read_or_there_is_a_reason():
    public = {
        route for method, route, _, statuses in PAGES if method == "GET" and statuses["stranger"] == "200"
    }
    assert public == {route for method, route in TWINS if method == "GET"}
    methods = {name: (method, scopes) for name, (method, _, scopes) in operations().items()}
    assert {name for name in named("GET") if methods.get(name) != ("GET", None)} == set()
    for_everybody = {name for name, (method, scopes) in methods.items() if method == "GET" and scopes is None}
    assert for_everybody - named("GET") == set()


def test_each_reason_why_there_is_no_operation_is_given_somewhere():
    reasons = [names for sign, names in TWINS.values() if sign == "!"]
    assert {name for names in reasons for name in names} == BY_PEOPLE_ALONE.keys()
