"""The log: what is found in it, what an update's page says, undoing in the browser, and disputes."""

import json

import pytest
import time_machine

from gamestate.models import Dispute, Update, Variable
from gamestate.services.undoing import dispute, take_back, undo
from gamestate.services.updating import update
from tests.blognomic.shown import page_shown
from tests.gamestate.browsers import browser, field, whole, words
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.leaves import GIVEN
from tests.votables.seating import played_once
from tests.votables.table import noon, person, seat

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def players():
    with time_machine.travel(noon(5), tick=False):
        yield begun()


@played_once
def begun():
    people = seat(*FIVE)
    track(
        define("wealth", default="5"),
        define("motto", "text", blank=True),
        define("motive", "text", blank=True, audience="holder"),
        by=people[0],
        at=noon(1),
    )
    return people


@pytest.fixture
@played_once
def story(players):
    """Four updates of the players."""
    _, bobby, carol, david, _ = players
    one = update(
        leave=GIVEN,
        by=bobby,
        at=noon(2),
        steps=[put("wealth", "+10", *whose(bobby, carol))],
        comment="A windfall",
    )
    two = update(
        leave=GIVEN,
        by=carol,
        at=noon(3),
        steps=[put("wealth", "-3", *whose(carol))],
        comment="DICE6 for the road",
    )
    three = update(
        leave=GIVEN,
        by=carol,
        at=noon(4),
        steps=[put("motive", "Hush", *whose(carol)), put("motto", "Hi", *whose(carol))],
    )
    four = update(leave=GIVEN, by=david, at=noon(5), steps=[], comment="Nothing happens")
    return [one, two, three, four]


def found(reader, query: str) -> list[int]:
    page = reader.get(f"/gamestate/log/?{query}")
    assert page.status_code == 200
    return [each.update.pk for each in page.context["updates"]]


def test_the_log_tells_every_update_newest_first(players, story):
    page = browser().get("/gamestate/log/")
    text = words(page)
    assert [each.update.pk for each in page.context["updates"]][:4] == [each.pk for each in story[::-1]]
    assert "Wealth of Bobby: 5 → becomes 15 (written “+10”)" in text
    assert "Wealth: variable tracked from now on" in text
    assert "Nothing happens" in text


def test_the_log_is_searched_by_everything_that_it_says(players, story):
    alice, bobby, carol, david, _ = players
    one, two, three, four = (each.pk for each in story)
    setup = Update.objects.order_by("pk").first().pk
    wealth = Variable.objects.get(key="wealth").pk
    dispute(leave=GIVEN, update=story[0], by=david, at=noon(5), why="No.")
    reader = browser()
    assert found(reader, f"player={carol.pk}") == [three, two, one, setup]
    assert found(reader, f"by={carol.pk}") == [three, two]
    assert found(reader, f"variable={wealth}&by={bobby.pk}") == [one]
    assert found(reader, "dice=on") == [two]
    assert found(reader, "disputed=on") == [one]
    assert found(reader, "words=WINDFALL") == [one]
    assert found(reader, "kind=definition") == [setup]
    assert found(reader, "since=2026-03-05&until=2026-03-06") == [three, two]
    assert found(reader, "words=nothing+like+it") == []
    assert found(reader, f"by={alice.pk}&dice=on") == []


def test_a_search_that_makes_no_sense_says_so(players, story):
    for query in ("player=x", "variable=999999", "since=yesterday", "kind=magic", f"words={'x' * 101}"):
        page = browser().get(f"/gamestate/log/?{query}")
        assert page.status_code == 400 and b'class="errorlist"' in page.content


def test_hidden_changes_are_counted_and_found_by_nobody_else(players, story):
    _, bobby, carol, *_ = players
    motive = Variable.objects.get(key="motive").pk
    query = f"variable={motive}&kind=change"
    assert found(browser(carol), query) == [story[2].pk]
    assert (found(browser(bobby), query), found(browser(), query)) == ([], [])
    page = browser(bobby).get(story[2].get_absolute_url())
    assert "1 hidden" in words(page) and "Hush" not in page_shown(page)
    assert "Hush" in words(browser(carol).get(story[2].get_absolute_url()))


def test_the_log_comes_in_pages_that_keep_what_is_searched_for(players):
    _, bobby, *_ = players
    for number in range(35):
        update(leave=GIVEN, by=bobby, at=noon(2), steps=[], comment=f"Step {number}")
    page = browser().get("/gamestate/log/?words=step")
    assert (len(page.context["updates"]), "page 1 of 2" in words(page)) == (30, True)
    assert b'href="?words=step&amp;page=2"' in page.content
    assert len(found(browser(), "words=step&page=2")) == 5


def test_the_log_is_read_as_it_stood_at_an_instant(players, story):
    _, bobby, carol, david, _ = players
    one, two, three, four = (each.pk for each in story)
    setup = Update.objects.order_by("pk").first().pk
    disputed = dispute(leave=GIVEN, update=story[0], by=david, at=noon(3), why="No.")
    undo(leave=GIVEN, updates=[story[1]], by=bobby, at=noon(5), why="No such rule.")
    take_back(leave=GIVEN, dispute=disputed, by=david, at=noon(5))
    reader = browser(bobby)
    assert found(reader, "at=2026-03-05T11:59:59Z") == [one, setup]
    assert found(reader, "at=2026-03-05T12:00:00Z") == [two, one, setup]
    assert found(reader, "at=2026-03-06T12:00:00Z&disputed=on") == [one]
    assert found(reader, "disputed=on") == []
    then, now = (reader.get(f"/gamestate/log/{query}") for query in ("?at=2026-03-06T12:00:00Z", ""))
    marks = [
        {each.update.pk: (len(each.open_disputes), len(each.undone_by)) for each in page.context["updates"]}
        for page in (then, now)
    ]
    assert marks[0] == {three: (0, 0), two: (0, 0), one: (1, 0), setup: (0, 0)}
    assert (marks[1][two], marks[1][one]) == ((0, 1), (0, 0))
    assert b'name="update"' not in then.content and b'name="update"' in now.content
    assert "As of 6 March 2026, 12:00 UTC." in words(then)
    assert "?at=2026-03-06T12" in page_shown(then) and four not in marks[0]
    pages = [reader.get(f"/gamestate/log/{two}/{query}") for query in ("?at=2026-03-06T12:00:00Z", "")]
    assert [page.context["shown"].undone_by == [] for page in pages] == [True, False]
    assert ["Dispute it" in words(page) for page in pages] == [False, True]
    assert reader.get(f"/gamestate/log/{two}/?at=2026-03-03T12:00:00Z").status_code == 404
    state = reader.get(f"/gamestate/players/{carol.pk}/?at=2026-03-06T12:00:00Z")
    assert [each.undone_by for each in state.context["lately"].updates][:2] == [[], []]
    pages = json.loads(whole(reader.get("/gamestate/log.json?at=2026-03-06T12:00:00Z")))["updates"]
    assert [(each["number"], each["undone_by"]) for each in pages] == [
        (setup, []), (one, []), (two, []), (three, []),
    ]  # fmt: skip
    assert [each["outcome"] for each in pages[1]["disputes"]] == ["open"]
    assert reader.get("/gamestate/log/?at=nonsense").status_code == 400


def undo_form(page) -> dict[str, str]:
    """What the page on undoing would send, as it stands."""
    sent = {"seen": str(page.context["form"]["seen"].value())}
    for thing in page.context["things"]:
        sent[f"choice-{thing.key}"] = next(code for code, _, chosen in thing.choices if chosen)
    return sent


def test_undoing_shows_later_changes_first_and_takes_off_what_was_added(players, story):
    _, bobby, carol, *_ = players
    one, two, *_ = story
    reader = browser(bobby)
    path = f"/gamestate/undo/?update={one.pk}"
    page = reader.get(path)
    assert [thing.before.whose for thing in page.context["things"]] == ["Carol", "Bobby"]
    assert f"Changed since: 15 → 12, Carol, update {two.pk}" in words(page)
    assert "Take off what was added (-10)" in words(page)
    answer = reader.post(path, {**undo_form(page), "why": "No such rule."})
    made = Update.objects.order_by("-pk").first()
    assert (answer["Location"], made.kind) == (made.get_absolute_url(), Update.Kind.UNDO)
    assert (shown("wealth")["Bobby"], shown("wealth")["Carol"]) == ("5", "2")
    assert f"It undoes update {one.pk}" in words(reader.get(made.get_absolute_url()))
    assert f"Undone, at least in part, by update {made.pk}" in words(reader.get(one.get_absolute_url()))


def test_part_of_a_run_of_updates_is_undone(players, story):
    _, bobby, *_ = players
    one, two, *_ = story
    reader = browser(bobby)
    path = f"/gamestate/undo/?update={one.pk}&update={two.pk}"
    page = reader.get(path)
    sent = undo_form(page)
    mine = next(thing for thing in page.context["things"] if thing.before.whose == "Bobby")
    assert reader.post(path, {**sent, f"choice-{mine.key}": "skip", "why": "Half."}).status_code == 302
    assert (shown("wealth")["Bobby"], shown("wealth")["Carol"]) == ("15", "5")


def test_an_undoing_that_somebody_else_overtook_is_looked_at_again(players, story):
    _, bobby, carol, *_ = players
    one = story[0]
    reader, path = browser(bobby), f"/gamestate/undo/?update={one.pk}"
    sent = undo_form(reader.get(path))
    browser(carol).post("/gamestate/edit/", {field("wealth", bobby): "77"})
    page = reader.post(path, {**sent, "why": "No."})
    assert page.status_code == 409 and "15 → 77" in words(page)
    assert reader.post(path, {**undo_form(page), "why": "No."}).status_code == 302
    assert shown("wealth")["Bobby"] == "67"


def test_what_cannot_be_undone_is_refused(players, story):
    one, two, *_ = story
    statuses = {
        "": 400,
        "update=x": 404,
        "update=999999": 404,
        "update=-1": 404,
        f"update={one.pk}&update={one.pk}&update={two.pk}": 200,
        "&".join(f"update={number}" for number in range(1, 60)): 400,
    }
    reader = browser(players[1])
    assert {query: reader.get(f"/gamestate/undo/?{query}").status_code for query in statuses} == statuses


def test_only_players_undo_and_dispute(players, story):
    one = story[0]
    for who, status in ((None, 302), (person("Gregory"), 403)):
        for path in (f"/gamestate/undo/?update={one.pk}", f"/gamestate/log/{one.pk}/dispute/"):
            assert browser(who).get(path).status_code == status
            assert browser(who).post(path, {"why": "No."}).status_code == status
    assert shown("wealth")["Bobby"] == "15" and not Dispute.objects.exists()


def test_a_choice_that_is_none_and_a_missing_reason_are_refused(players, story):
    reader, path = browser(players[1]), f"/gamestate/undo/?update={story[0].pk}"
    sent = undo_form(reader.get(path))
    assert reader.post(path, sent).status_code == 400
    assert reader.post(path, {**dict.fromkeys(sent, "burn"), "seen": "", "why": "No."}).status_code == 400
    assert reader.post(path, {**sent, "seen": "x", "why": "No."}).status_code == 400
    assert shown("wealth")["Bobby"] == "15"


def test_an_update_is_disputed_and_the_dispute_taken_back(players, story):
    _, bobby, carol, *_ = players
    one = story[0]
    reader, path = browser(carol), f"/gamestate/log/{one.pk}/dispute/"
    assert reader.post(path, {"why": ""}).status_code == 400
    assert reader.post(path, {"why": "It was <b>not</b> legal."}).status_code == 302
    assert reader.post(path, {"why": "Again."}).status_code == 409
    page = reader.get(one.get_absolute_url())
    assert "It was &lt;b&gt;not&lt;/b&gt; legal." in page_shown(page) and "Take it back" in words(page)
    call = f"/posts/new/?category=cfj&amp;title=Does%20update%20{one.pk}%20count%3F"
    assert f'href="{call}"' in page_shown(page)
    began = reader.get(call.replace("&amp;", "&")).context["form"]
    assert (began["category"].value(), began["title"].value()) == ("cfj", f"Does update {one.pk} count?")
    assert call not in page_shown(browser().get(one.get_absolute_url()))
    assert "15 disputed" in words(browser().get("/gamestate/"))
    back = f"/gamestate/disputes/{Dispute.objects.get().pk}/take-back/"
    assert (browser(bobby).get(back).status_code, browser(bobby).post(back).status_code) == (403, 403)
    assert reader.get(back).status_code == 200
    assert reader.post(back).status_code == 302
    assert call not in page_shown(reader.get(one.get_absolute_url()))
    assert "disputed" not in words(browser().get("/gamestate/"))
    assert reader.post(back).status_code == 409


def test_what_is_kept_of_a_search_and_of_the_past_is_for_readers_who_see_the_same(players, story):
    alice, bobby, carol, *_ = players
    then = f"at={noon(4).isoformat().replace('+00:00', 'Z')}"
    variable = Variable.objects.get(key="motive").pk
    paths = (
        f"/gamestate/log/?variable={variable}",
        f"/gamestate/log/?{then}",
        f"/gamestate/?{then}",
        f"/gamestate/players/{carol.pk}/?{then}",
        f"/gamestate/variables/{variable}/?{then}",
    )
    readers = {"Alice": browser(alice), "Carol": browser(carol), "Bobby": browser(bobby), "": browser()}

    def who_reads_it(order: list[str]) -> list[tuple[bool, ...]]:
        return [tuple("Hush" in page_shown(readers[name].get(path)) for path in paths) for name in order]

    everything, nothing = (True,) * len(paths), (False,) * len(paths)
    for order in (["Alice", "Carol", "Bobby", ""], ["", "Bobby", "Carol", "Alice"]):
        assert dict(zip(order, who_reads_it(order), strict=True)) == {
            "Alice": everything, "Carol": everything, "Bobby": nothing, "": nothing,
        }  # fmt: skip


def test_what_is_kept_of_a_search_is_not_that_of_another(players, story):
    _, bobby, carol, *_ = players
    reader = browser(bobby)
    searches = ("words=windfall", "words=road", f"by={carol.pk}", "dice=on", f"words=road&by={bobby.pk}")
    for _ in range(2):
        results = ["A windfall" in whole(reader.get(f"/gamestate/log/?{query}")) for query in searches]
        assert results == [True, False, False, False, False]


def test_the_values_of_one_player_are_not_kept_as_those_of_all(players, story):
    _, _, carol, david, _ = players
    wealth = Variable.objects.get(key="wealth").pk
    reader = browser()
    for player, number in ((carol.pk, 3), (david.pk, 1), (999_999, 0)):
        page = reader.get(f"/gamestate/variables/{wealth}/?player={player}")
        assert page_shown(page).count('<td><span class="isolated">') == number
