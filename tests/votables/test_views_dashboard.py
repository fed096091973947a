"""The admins' dashboard: what it asks before it is done, what comes first, and what it leads to."""

import re
from collections.abc import Callable

import pytest

from players.models import Player, RosterEvent
from players.present import forget
from ruleset.models import Revision
from ruleset.text.amending import Amendment
from tests.blognomic.api.programs import ask, token_of
from votables.models import Post

from .changes.carried import SMALL, edit, rules, seat_with, standing  # noqa: F401 (a fixture)
from .table import Kind, enacted, event, join, make_admin, noon, person, propose, say, seat, vote, write
from .test_views_stories import FIVE, Window, at

pytestmark = pytest.mark.django_db


def test_an_admin_is_told_what_idling_and_resigning_mean_before_either_is_done():
    alice, bobby, *_ = seat(*FIVE)
    make_admin(bobby)
    with at(noon(1)):
        window = Window("Bobby").go("/dashboard/")
        asks = ("/dashboard/resign/", f"/dashboard/players/{bobby.pk}/idle/")
        assert [f'href="{path}"' in window.page for path in asks] == [True, True]
        assert [f'action="{path}"' in window.page for path in asks] == [False, False]
        window.go(asks[1]).says("Idle yourself?", "You can come back in 96 hours at the earliest")
        window.says("You stay an admin, and can resolve matters while you are idle.")
        window.go(f"/dashboard/players/{alice.pk}/idle/").says("Idle Alice?")
        assert "96 hours" not in window.words
        window.go(asks[0]).says("Resign as an admin?", "Only an enacted matter can make you an admin again.")
        assert not RosterEvent.objects.filter(kind__in=("idled", "not_admin")).exists()
        window.send(asks[1]).says("Bobby went idle.")
        window.send(f"/dashboard/players/{bobby.pk}/unidle/")
        window.says("You went idle less than 96 hours ago, in this dynasty.", "To the dashboard")
        window.send(asks[0])
        assert "To the dashboard" not in window.send(asks[0]).says("Only an admin").words
    assert not Player.objects.get(pk=bobby.pk).acts_as_admin


def test_what_may_be_resolved_comes_first_and_what_waits_is_folded_behind_it():
    alice, bobby, carol, *others = seat(*FIVE)
    for number, by in enumerate((bobby, bobby, carol)):
        vote(propose(by, noon(0, hours=number), f"No. {number}"), noon(0, hours=5), **{"for": others})
    with at(noon(0, hours=6)):
        early = Window("Alice").go("/dashboard/").says("All done.", "3 matters wait for votes or time")
        assert ('class="fold" open' in early.page, 'name="do"' in early.page) == (True, False)
    with at(noon(1)):
        window = Window("Alice").go("/dashboard/").says("Waiting for an admin 3", "Review all 3", "Enact")
        assert rows(window) == ["No. 0", "No. 1", "No. 2"]
        assert window.page.count("/resolve/") == 1
        assert re.findall('name="do" value="(.*?)-', window.page) == ["enacted"] * 3
        assert 'class="fold" open' not in window.page
        window.send(f"/posts/{Post.objects.get(title='No. 0').pk}/resolve/enacted/?dashboard")
        window.says("Enacted: No. 0 (3–0). Correct the status")
        first = Post.objects.get(title="No. 0")
        assert f'<a href="{first.get_absolute_url()}overturn/">Correct the status</a>' in window.page


def test_what_was_enacted_without_changes_is_listed_until_the_rules_say_it():
    alice, *_ = seat(*FIVE)
    expected: dict[str, dict[str, object]] = {
        "Rules": {"amends": ["dynastic"]},
        "Score": {"amends": ["gamestate"]},
        "Unsaid": {"amends": []},
        "Judged": {"amends": [], "category": "cfj"},
        "Judged and ruled": {"amends": ["core"], "category": "cfj"},
    }
    for title, more in expected.items():
        enacted(alice, noon(1), title, **more)

    def listed(day: int) -> list[str]:
        with at(noon(day)):
            page = Window("Alice").go("/dashboard/").page
        return [title for title in expected if f'href="/posts/{pk(title)}/reflect/"' in page]

    def pk(title: str) -> int:
        return Post.objects.get(title=title).pk

    assert listed(2) == ["Rules", "Unsaid", "Judged and ruled"]
    Revision.objects.create(kind=Revision.Kind.UPKEEP, at=noon(2), by=alice, link=f"/posts/{pk('Rules')}/")
    forget()
    assert listed(3) == listed(90) == ["Unsaid", "Judged and ruled"]


def test_whoever_corrects_an_enactment_is_told_what_goes_with_it(rules):  # noqa: F811
    (alice, bobby, *_), keys = rules
    cats = enacted(alice, noon(1), changes=[edit(keys, "Cats purr. Dogs bark.", "Cats sleep. Dogs bark.")])
    plain = enacted(alice, noon(1), "Dogs")
    with at(noon(2)):
        window = Window("Alice").go(f"/posts/{cats.pk}/overturn/")
        window.says(
            "What its enactment did is undone too",
            "In the rules: Cats.",
        )
        values = [
            f'<option value="{one}"' in window.page for one in ("pending", "enacted", "failed", "illegal")
        ]
        assert values == [True, False, True, True]
        assert "undone with it" not in Window("Alice").go(f"/posts/{plain.pk}/overturn/").words
        window.go(f"/posts/{cats.pk}/resolve/failed/").says(
            "“Decided” has been resolved", "It is no longer pending"
        )
        stale = window.send(f"/posts/{cats.pk}/resolve/failed/").says(
            "has already been resolved: enacted by Alice"
        )
        assert "no longer pending" not in stale.words
        early = propose(bobby, noon(2), "Mice")
    with at(noon(2, hours=1)):
        window.go(f"/posts/{early.pk}/resolve/enacted/").says("“Mice” cannot be enacted now", "11 h")
        window.go(f"/posts/{early.pk}/resolve/failed/").says("“Mice” cannot be failed now")


def test_what_is_marked_as_illegal_says_so_wherever_it_waits():
    alice, bobby, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    pages = (f"/posts/{post.pk}/", "/queue/", "/dashboard/")
    with at(noon(1)):
        window, badge = Window("Alice"), "<span>illegal</span>"
        assert [badge in window.go(page).page for page in pages] == [False, False, False]
        window.go(f"/posts/{post.pk}/illegal/").says("It can be failed with any tally")
        window.send(f"/posts/{post.pk}/illegal/", mark="True", reason="Posted in hiatus.")
        window.says("Alice marked it as illegal: Posted in hiatus.")
        assert [badge in window.go(page).page for page in pages] == [True, True, True]
        window.go(f"/posts/{post.pk}/illegal/").says("Without the mark, only its votes count.")


def test_where_the_law_does_not_ask_about_the_mark_its_page_says_so():
    *_, last = seat(*FIVE, law="ruleset-98")
    post = propose(last, noon(1))
    with at(noon(1)):
        Window("Alice").go(f"/posts/{post.pk}/illegal/").says("It changes nothing else.")


@pytest.mark.parametrize(("number", "folded"), [(15, 0), (16, 4)])
def test_of_a_long_queue_the_first_twelve_stand_beside_each_page(number, folded):
    *_, last = seat(*FIVE)
    for place in range(number):
        propose(last, noon(1, minutes=place), f"No. {place}", category="cfj")
    with at(noon(1, hours=1)):
        beside = Window().go("/rules/").page.split('id="part-queue"')[1]
    shown, _, rest = beside.partition(f"<summary>{folded} more are pending</summary>")
    assert (shown.count("queue-title"), rest.count("queue-title")) == (number - folded, folded)


def test_programs_read_what_the_rules_lack_too():
    alice, *_ = seat(*FIVE)
    post = enacted(alice, noon(1))
    with at(noon(2)):
        answer = ask("GET", "/desk", token=token_of(alice, at=noon(1))).json()
    assert (answer["unwritten"], answer["enactable"]) == ([post.pk], [])


def test_no_status_against_the_verdict_is_chosen_beforehand():
    alice, bobby, *_ = seat(*FIVE)
    post, done = propose(bobby, noon(1)), enacted(alice, noon(1))
    with at(noon(2)):
        window = Window("Alice")
        for path in (f"/posts/{post.pk}/overrule/", f"/posts/{done.pk}/overturn/"):
            assert '<option value="" selected>Choose one</option>' in window.go(path).page
            window.send(path, to="", reason="Because.", seen="0")
            assert window.status == 400
    assert list(Post.objects.order_by("pk").values_list("status", flat=True)) == ["pending", "enacted"]


def filled(window: Window) -> list[str]:
    """What the buttons say that stand out, from the top."""
    main = window.page.split("<main", 1)[1].split("</main>", 1)[0]
    standing_out = r'class="button button-(?:main|enact|fail|danger)"[^>]*>(.*?)</(?:a|button)>'
    return [
        re.sub(r"<svg.*?</svg>|\s", "", match, flags=re.S) for match in re.findall(standing_out, main, re.S)
    ]


def test_one_thing_stands_out_of_all_that_is_to_be_done():
    alice, bobby, carol, *others = seat(*FIVE)
    for player in (bobby, carol):
        write(player, noon(0), "Away", "Please idle me.", asks="idle")
    write(person("Guest"), noon(0, hours=1), "May I?", "Let me in.", asks="join")
    with at(noon(0, hours=2)):
        window = Window("Alice").go("/dashboard/").says("Waiting for an admin 3")
        expected = ["idle", "idle", "admit"]  # who has waited longest first
        assert re.findall(r'action="/dashboard/players/\d+/(\w+)/"', window.page) == expected
        assert filled(window) == ["Reviewall3"]
    for number in range(2):
        matter = propose(bobby, noon(0), f"No. {number}", category="cfj")
        vote(matter, noon(0, hours=5), **{"for": [alice, carol, *others]})
    with at(noon(1)):
        window = Window("Alice").go("/dashboard/").says("Waiting for an admin 5")
        assert rows(window) == ["No. 0", "No. 1", "Bobby", "Carol", "Guest"]
        assert filled(window) == ["Reviewall5"]
        assert len(re.findall(r'class="button tone-enacted"', window.page)) == 2


def rows(window: Window) -> list[str]:
    """What the rows of the list are about, from the top."""
    whole = window.page.split('aria-labelledby="desk-waiting"')[1].split("</section>")[0]
    return re.findall(r"<h3>\s*<a [^>]*>(.*?)</a>", whole, re.S)


def _amend(rule: str, text: str, *, day: int) -> None:
    """The text of a rule is another from that day on, by an enacted matter that leaves the law as it is."""
    (placed,) = (one for one in standing(noon(day)).placed() if one.node.name == rule)
    step = Amendment("edit", rule=placed.node.key, base=placed.node.text, text=text).as_json()
    enacted(Player.objects.get(name="Alice"), noon(day), "Thirds", changes=[step], amends=["core"])


def _ready(day: int) -> None:
    voters = Player.objects.active()
    vote(propose(voters[1], noon(day), "Ready"), noon(day), **{"for": list(voters)})


WAITING: dict[str, Callable[[], object]] = {
    "a matter that may be resolved": lambda: _ready(1),
    "who asks to join": lambda: write(person("Gregory"), noon(2), asks="join"),
    "who asks to be idled": lambda: write(Player.objects.get(name="Carol"), noon(2), asks="idle"),
    "who asks to come back": lambda: write(
        event(join("Isaac", at=noon(0)), Kind.IDLED, at=noon(0, hours=1)), noon(1), asks="unidle"
    ),
    "who asks to leave": lambda: write(Player.objects.get(name="David"), noon(1), asks="leave"),
    "who is silent": lambda: join("Silent", at=noon(0)),
    "a newcomer's post": lambda: write(
        join("Nelly", at=noon(9)), noon(9, hours=23), "Cats", "There should be cats."
    ),
    "what is not in the rules yet": lambda: enacted(
        Player.objects.get(name="Alice"), noon(1), "Unsaid", amends=[]
    ),
    "rules that differ from the law": lambda: _amend("Quorum", "A third.", day=1),
}


@pytest.mark.parametrize("waiting", [*([one] for one in WAITING), [*WAITING]], ids=lambda one: "; ".join(one))
def test_the_badge_counts_each_thing_on_the_list_that_an_admin_can_do(waiting):
    seat_with(SMALL, law="ruleset-2019-09")
    for player in Player.objects.active():
        for day in (7, 9):
            say(write(player, noon(day), "Here"), player, noon(day), "Still here.")
    for one in waiting:
        WAITING[one]()
    forget()
    with at(noon(10)):
        page = Window("Alice").go("/dashboard/").page
    listed = re.findall(r"<article class=.panel task task-ready.*?</article>", page, re.DOTALL)
    todo = [one for one in listed if "button" in one or "checkbox" in one]
    badge = re.search(
        r'<a href="/dashboard/"[^>]*>[^<]*(?:<(?!/a).*?)?<span class="count[^>]*>(?:<[^>]*>)*(\d+)', page
    )
    assert (len(todo), badge and int(badge[1])) == (len(waiting), len(waiting))
