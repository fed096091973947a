"""What was enacted without carrying its changes waits until it is reflected, or an admin says that there is nothing to
do: on the dashboard and by program alike."""

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import AdminAct, Player
from ruleset.models import Revision
from ruleset.queries import revision_at
from tests.blognomic.api.programs import ask, token_of
from tests.votables.services.test_upkeep import NAMES, write_rules
from votables.models import Post, TableImport
from votables.services import reflecting, resolving, upkeep

from .changes.carried import rules  # noqa: F401 (a fixture)
from .services.test_undoing import add
from .table import enacted, make_admin, noon, propose, seat
from .test_views_stories import Window, at

pytestmark = pytest.mark.django_db
REASON = "It only asks everybody to be kind."


@pytest.fixture
def admins() -> list[Player]:
    """Alice and Bobby are admins; the rules are written."""
    alice, bobby, *_ = seat(*NAMES)
    write_rules()
    return [alice, make_admin(bobby)]


def on_the_list(admin: Player, day: int) -> list[str]:
    """The titles of what the rules lack, on the admin's desk, which programs are told as well."""
    with at(noon(day)):
        page = Window(admin.name).go("/dashboard/")
        pending = ask("GET", "/desk", token=token_of(admin, at=noon(day))).json()["unwritten"]
    titles = list(Post.objects.filter(pk__in=pending).order_by("resolved_at").values_list("title", flat=True))
    rows = [row for row in page.page.split("<article")[1:] if "not in the rules yet" in row]
    assert [title for title, row in zip(titles, rows, strict=True) if title not in row] == []
    return titles


def reflect(post: Post, by: Player, day: int) -> Revision:
    last = revision_at(noon(day))
    section = last.begun.model.objects.filter(until=None, title="Dynastic Rules").get()
    steps = [upkeep.Amendment("add", parent=str(section.rule_id), title="Coconuts", text="Coconuts.")]
    given = {"kind": "upkeep", "rule": section.rule, "amendments": steps, "matter": post, "seen": last.pk}
    return upkeep.mend(**given, by=by, at=noon(day), why="It was enacted.")


@pytest.mark.parametrize("day", [2, 8, 9, 100])
def test_it_waits_however_long_nobody_reflects_it(admins, day):
    enacted(admins[0], noon(1), "Decided")
    assert on_the_list(admins[0], day) == on_the_list(admins[1], day) == ["Decided"]


def test_it_goes_when_it_is_reflected_and_comes_back_when_that_is_undone(admins):
    alice, bobby = admins
    post = enacted(alice, noon(1), "Decided")
    made = reflect(post, bobby, 20)
    assert on_the_list(alice, 21) == []
    upkeep.undo(revision=made, seen=revision_at(noon(21)).pk, by=bobby, at=noon(21), why="It was not so.")
    assert on_the_list(alice, 22) == ["Decided"]


def test_what_carried_its_changes_or_is_not_of_the_rules_never_waits(admins):
    alice, bobby = admins
    enacted(alice, noon(1), "Carried", changes=[add()])
    enacted(alice, noon(1), "Tracked", amends=["gamestate"])
    enacted(alice, noon(1), "Nothing", amends=[], changes_nothing=True)
    propose(bobby, noon(1), "Pending")
    failed = enacted(bobby, noon(1), "Failed")
    assert on_the_list(alice, 2) == ["Failed"]
    last = failed.resolutions.get()
    resolving.overturn(post=failed, to="failed", seen=last.pk, by=alice, at=noon(2), reason="A test.")
    assert on_the_list(alice, 3) == []


def test_what_was_removed_never_waits(admins):
    """Of what was decided nobody can remove anything; an imported game may tell of it."""
    post = enacted(admins[0], noon(1), "Decided")
    Post.objects.filter(pk=post.pk).update(removed_at=noon(2))
    assert on_the_list(admins[0], 3) == []


def test_what_a_table_of_the_past_tells_of_does_not_wait(admins):
    alice, _ = admins
    old = enacted(alice, noon(1), "Old")
    TableImport.objects.create(pk=1, digest="0" * 64, rows=old.pk, written=old.pk, began_at=noon(0))
    enacted(alice, noon(1), "Young")
    assert on_the_list(alice, 2) == ["Young"]


def test_an_admin_says_that_there_is_nothing_to_do_and_another_takes_it_back(admins):
    alice, bobby = admins
    post = enacted(alice, noon(1), "Decided")
    page = f"/posts/{post.pk}/"
    with at(noon(9)):
        window = Window("Alice").go("/dashboard/").says("Enacted, and not in the rules yet", "Nothing to do")
        window.go(f"{page}nothing-to-do/").says("Nothing to do for the rules", "You can put it back.")
        window.send(f"{page}nothing-to-do/", mark="True", reason=REASON)
        window.says(
            "It is off the list", f"that the rules need nothing for it: {REASON}", "Put it back on the list"
        )
        assert REASON not in Window("Carol").go(page).words
    assert on_the_list(bobby, 10) == []
    act = AdminAct.objects.latest("pk")
    assert (act.act, act.by, act.at, act.reason, act.link) == ("nothing_to_do", alice, noon(9), REASON, page)
    with at(noon(11)):
        Window("Carol").go("/players/admin-log/").says(
            "said that nothing is left to do for “Decided”", REASON
        )
        window = Window("Bobby").go(f"{page}nothing-to-do/")
        window.says("Put it back on the list", f"Alice said that there is nothing to do: {REASON}")
        window.send(f"{page}nothing-to-do/", mark="", reason="It adds a rule.").says("on the list", "again")
    assert on_the_list(alice, 12) == ["Decided"]
    reflecting.leave_as_it_is(post=post, by=alice, at=noon(13), reason="Bobby agrees.")
    assert on_the_list(bobby, 14) == []
    assert list(AdminAct.objects.filter(link=page).order_by("pk").values_list("act", flat=True)) == [
        "resolve", "nothing_to_do", "to_do_after_all", "nothing_to_do"
    ]  # fmt: skip


def test_programs_say_it_and_take_it_back(admins):
    alice, bobby = admins
    post = enacted(alice, noon(1), "Decided")
    for day, says, who, left in (
        (9, True, alice, []),
        (10, False, bobby, ["Decided"]),
        (11, True, bobby, []),
    ):
        with at(noon(day)):
            sent = {"nothing_to_do": says, "reason": REASON}
            token = token_of(who, at=noon(day))
            answer = ask("PUT", f"/posts/{post.pk}/nothing-to-do", sent, token=token)
            assert answer.status_code == 200
            again = ask("PUT", f"/posts/{post.pk}/nothing-to-do", sent, token=token)
            assert again.status_code == 409
        assert on_the_list(alice, day) == left


def test_who_comes_second_or_has_no_reason_changes_nothing(admins):
    alice, bobby = admins
    post, carried = enacted(alice, noon(1), "Decided"), enacted(alice, noon(1), "Carried", changes=[add()])
    acts = AdminAct.objects.count()
    with pytest.raises(RuleBroken, match="Say why"):
        reflecting.leave_as_it_is(post=post, by=alice, at=noon(2), reason=" ")
    with pytest.raises(RuleBroken, match="Only an admin"):
        reflecting.leave_as_it_is(post=post, by=Player.objects.get(name="Carol"), at=noon(2), reason="No.")
    with pytest.raises(Stale, match="not on the list"):
        reflecting.leave_as_it_is(post=carried, by=alice, at=noon(2), reason="No.")
    with pytest.raises(Stale, match="Nobody says"):
        reflecting.leave_as_it_is(post=post, by=alice, at=noon(2), reason="No.", nothing_to_do=False)
    assert AdminAct.objects.count() == acts
    reflecting.leave_as_it_is(post=post, by=alice, at=noon(2), reason=REASON)
    with pytest.raises(Stale, match="Alice has already said that there is nothing to do for it."):
        reflecting.leave_as_it_is(post=post, by=bobby, at=noon(2), reason="No.")
    assert AdminAct.objects.count() == acts + 1
    with at(noon(3)):
        window = Window("Bobby").send(f"/posts/{post.pk}/nothing-to-do/", mark="True", reason="Mine.")
        assert (window.status, "Mine." in window.page) == (409, True)
