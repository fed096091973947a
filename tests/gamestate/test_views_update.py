"""Changing values in the browser: what is sent, what comes of it, and nothing lost between two who do it at once."""

import pytest
import time_machine

from gamestate.models import Dispute, Entry, Roll, Taking, Update, Variable
from gamestate.queries.snapshot import state_now
from gamestate.services.acting import declare as declare_action
from gamestate.services.updating import update
from gamestate.values.steps import Step
from tests.blognomic.html import read
from tests.gamestate.browsers import browser, field, words
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.seating import played_once
from tests.votables.table import Kind, declare, event, noon, person, seat

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
EDIT = "/gamestate/edit/"


@pytest.fixture
def players():
    with time_machine.travel(noon(5), tick=False):
        yield begun()


@played_once
def begun():
    people = seat(*FIVE)
    track(
        *table("locations", "Forest", "Cave"),
        define("locations.capacity", default="3"),
        define("vigilance", scope="game", default="4", ceiling="10"),
        define("wealth", default="500"),
        define("heat", "decimal", places=1, default="98.6"),
        define("goods", "texts"),
        define("motto", "text", blank=True),
        define("motive", "text", blank=True, audience="holder"),
        by=people[0],
        at=noon(1),
    )
    return people


def whole_form(page) -> dict[str, str]:
    """What a browser sends of the fields of values, when nothing has been written."""
    return {field.name: field.value for group in page.context["groups"] for field in group.fields}


def test_only_what_was_changed_is_logged(players):
    _, bobby, carol, *_ = players
    reader = browser(bobby)
    sent = whole_form(reader.get(f"{EDIT}?player={carol.pk}"))
    assert len(sent) == 4  # without what is hidden
    sent[field("wealth", carol)] = "+144"
    sent[field("heat", carol)] = " 98.6 "
    answer = reader.post(EDIT, {**sent, "comment": "Robbed a bank"})
    made = Update.objects.order_by("-pk").first()
    assert (answer.status_code, answer["Location"]) == (302, made.get_absolute_url())
    assert list(made.entries.values_list("variable__key", "old", "new", "typed")) == [
        ("wealth", 500, 644, "+144")
    ]
    assert (made.by, made.comment, made.kind) == (bobby, "Robbed a bank", "change")


@pytest.mark.parametrize(
    ("typed", "comes_to"),
    [
        ("+5", "505"),
        ("-3", "497"),
        ("*2", "1000"),
        ("/3", "166"),
        ("=floor(heat)*2", "196"),
        ("7", "7"),
        ("=vigilance", "4"),
    ],
)
def test_the_server_computes_what_is_written(players, typed, comes_to):
    _, bobby, *_ = players
    browser(bobby).post(EDIT, {field("wealth", bobby): typed})
    assert shown("wealth")["Bobby"] == comes_to


def test_values_of_the_game_rows_and_several_players_go_in_one_update(players):
    _, bobby, carol, *_ = players
    cave = next(row for row in state_now().rows.values() if row.name == "Cave")
    sent = {
        field("vigilance", "game"): "5",
        field("wealth", bobby): "1",
        field("wealth", carol): "2",
        field("locations.capacity", f"row:{cave.id}"): "9",
    }
    before = Update.objects.count()
    browser(bobby).post(EDIT, sent)
    assert (Update.objects.count(), Update.objects.order_by("-pk").first().entries.count()) == (before + 1, 4)
    assert (shown("vigilance")["the game"], shown("locations.capacity")["Cave"]) == ("5", "9")


def test_of_two_who_set_the_same_value_the_slower_sees_both_and_may_send_again(players):
    _, bobby, carol, *_ = players
    one, other = browser(bobby), browser(carol)
    first = {field("wealth", bobby): "7", field("motto", bobby): "Mine"}
    second = {field("wealth", bobby): "9", field("heat", bobby): "99.0"}
    assert one.post(EDIT, first).status_code == 302
    page = other.post(EDIT, {**second, "comment": "Because"})
    assert page.status_code == 409
    assert "changed it to 7" in words(page) and 'value="9"' in page.content.decode()
    assert "Because" in words(page) and (shown("wealth")["Bobby"], shown("heat")["Bobby"]) == ("7", "98.6")
    again = other.post(EDIT, {**whole_form(page), "comment": "Because"})
    assert again.status_code == 302
    assert (shown("wealth")["Bobby"], shown("heat")["Bobby"], shown("motto")["Bobby"]) == (
        "9",
        "99.0",
        "Mine",
    )


def test_of_two_who_change_different_values_or_shift_the_same_nothing_is_lost(players):
    _, bobby, carol, *_ = players
    one, other = browser(bobby), browser(carol)
    forms = [whole_form(each.get(f"{EDIT}?player={bobby.pk}")) for each in (one, other)]
    wealth, goods = field("wealth", bobby), field("goods", bobby)
    assert one.post(EDIT, {**forms[0], wealth: "+10", goods: "+Cudgel"}).status_code == 302
    assert other.post(EDIT, {**forms[1], wealth: "+5", goods: "+Meat"}).status_code == 302
    assert (shown("wealth")["Bobby"], shown("goods")["Bobby"]) == ("515", "Cudgel, Meat")


def test_a_field_left_alone_is_not_set_back_to_what_it_was(players):
    _, bobby, carol, *_ = players
    form = whole_form(browser(carol).get(f"{EDIT}?player={bobby.pk}"))
    motto = field("motto", bobby)
    browser(bobby).post(EDIT, {field("wealth", bobby): "7"})
    browser(carol).post(EDIT, {**form, motto: "Hello"})
    assert (shown("wealth")["Bobby"], shown("motto")["Bobby"]) == ("7", "Hello")


def test_a_wrong_formula_does_not_hide_that_somebody_else_was_first(players):
    _, bobby, carol, *_ = players
    stale = field("wealth", bobby)
    browser(bobby).post(EDIT, {stale: "7"})
    page = browser(carol).post(EDIT, {stale: "=nonsense"})
    assert page.status_code == 400
    (name,) = whole_form(page)
    assert name == stale
    assert browser(carol).post(EDIT, {name: "9"}).status_code == 409


def test_a_refused_value_can_be_recorded_with_a_reason_and_stands_marked(players):
    _, bobby, *_ = players
    reader, name = browser(bobby), field("vigilance", "game")
    page = reader.post(EDIT, {name: "12"})
    assert page.status_code == 403
    assert "Vigilance cannot be above 10" in words(page) and "Record it anyway, because" in words(page)
    assert reader.post(EDIT, {name: "12", "insist": "The festival."}).status_code == 302
    assert Dispute.objects.get().why == "The festival."
    assert "12 disputed" in words(reader.get("/gamestate/"))
    assert "The tracker refuses this: Vigilance cannot be above 10" in words(reader.get("/gamestate/log/"))


def test_a_preview_says_what_it_comes_to_and_does_nothing(players):
    _, bobby, *_ = players
    before = (Update.objects.count(), Roll.objects.count())
    sent = {field("wealth", bobby): "*2", "comment": "DICE6", "act": "preview"}
    page = browser(bobby).post(EDIT, sent)
    assert page.status_code == 200 and "Wealth of Bobby: 500 → becomes 1000" in words(page)
    part = browser(bobby).post(EDIT, sent, headers={"X-Requested-With": "fetch"})
    assert "<html" not in part.content.decode() and "1000" in part.content.decode()
    assert (Update.objects.count(), Roll.objects.count()) == before


def test_dice_in_the_comment_are_rolled_once_and_shown(players):
    _, bobby, *_ = players
    answer = browser(bobby).post(
        EDIT, {field("wealth", bobby): "+1", "comment": "2DICE6", "next": "/gamestate/"}
    )
    roll = Roll.objects.get()
    assert answer["Location"] == roll.update.get_absolute_url()
    assert roll.told in words(browser().get(answer["Location"]))


def test_one_is_led_back_to_where_one_was_but_never_off_the_site(players):
    _, bobby, *_ = players
    reader = browser(bobby)
    places = {"/gamestate/?sort=wealth": "/gamestate/?sort=wealth"}
    places |= dict.fromkeys(["//evil.example/", "https://evil.example/", "javascript:alert(1)", ""], None)
    for number, (place, answered) in enumerate(places.items()):
        answer = reader.post(EDIT, {field("wealth", bobby): str(number), "next": place})
        assert answer["Location"] == (answered or Update.objects.order_by("-pk").first().get_absolute_url())


def test_nothing_but_a_comment_is_an_update_and_nothing_at_all_is_none(players):
    _, bobby, *_ = players
    assert browser(bobby).post(EDIT, {"comment": "I pass."}).status_code == 302
    page = browser(bobby).post(EDIT, {"comment": " "})
    assert page.status_code == 400 and "Nothing would change" in words(page)


def test_while_the_game_stands_still_only_corrections_are_made(players):
    _, bobby, carol, *_ = players
    declare(carol, noon(4))
    reader = browser(bobby)
    sent = {field("wealth", bobby): "7"}
    refused = reader.post(EDIT, sent)
    assert (refused.status_code, shown("wealth")["Bobby"]) == (403, "500")
    assert 'value="7"' in refused.content.decode()
    assert reader.post(EDIT, {**sent, "correction": "on"}).status_code == 302
    assert (shown("wealth")["Bobby"], Update.objects.order_by("-pk").first().correction) == ("7", True)


def test_limited_actions_are_taken_with_it_or_stop_it(players):
    alice, bobby, *_ = players
    action = declare_action(
        leave=GIVEN, by=alice, at=noon(1), name="Rob", description="", rule=None, frequency="daily"
    )
    reader = browser(bobby)
    assert "Rob" in words(reader.get(EDIT))
    way = f"{EDIT}?player={bobby.pk}&action={action.pk}"
    assert way.replace("&", "&amp;") in reader.get("/gamestate/actions/").content.decode()
    chosen = f'name="action" value="{action.pk}" checked'
    assert [chosen in reader.get(path).content.decode() for path in (way, EDIT)] == [True, False]
    assert reader.post(EDIT, {field("wealth", bobby): "+1", "action": action.pk}).status_code == 302
    assert Taking.objects.get().update == Update.objects.order_by("-pk").first()
    again = reader.post(EDIT, {field("wealth", bobby): "+1", "action": action.pk})
    assert (again.status_code, shown("wealth")["Bobby"]) == (403, "501")
    assert reader.post(EDIT, {field("wealth", bobby): "+1", "action": "999999"}).status_code == 409


def test_only_players_who_are_not_idle_edit(players):
    _, bobby, carol, *_ = players
    event(carol, Kind.IDLED, at=noon(4))
    name = field("wealth", bobby)
    for who, status in ((None, 302), (person("Gregory"), 403), (carol, 403)):
        assert browser(who).get(EDIT).status_code == status
        assert browser(who).post(EDIT, {name: "7"}).status_code == status
    assert shown("wealth")["Bobby"] == "500"


def test_values_of_idle_players_can_be_corrected_too(players):
    _, bobby, carol, *_ = players
    event(carol, Kind.IDLED, at=noon(4))  # four players are dormant: only corrections are made
    sent = {field("wealth", carol): "7", "correction": "on"}
    assert browser(bobby).post(EDIT, sent).status_code == 302
    assert shown("wealth")["Carol"] == "7"


@pytest.mark.parametrize(
    "name",
    [
        "1/player:2",
        "x/y@",
        "1/player:2@x",
        "1/player:2@3@4",
        "１/game@",
        "1/planet:2@",
        f"{'9' * 40}/game@",
        "/@",
    ],
)
def test_fields_of_strange_names_are_refused(players, name):
    _, bobby, *_ = players
    page = browser(bobby).post(EDIT, {name: "7"})
    assert page.status_code == 400 and "This form has fields the tracker does not know" in words(page)


def test_two_fields_for_one_value_and_too_many_fields_are_refused(players):
    _, bobby, *_ = players
    name = field("wealth", bobby)
    head = name.partition("@")[0]
    before = Update.objects.count()
    assert browser(bobby).post(EDIT, {name: "7", f"{head}@1": "8"}).status_code == 400
    many = {f"{number}/game@": "7" for number in range(1, 1_600)}
    assert browser(bobby).post(EDIT, many).status_code == 400
    flood = {f"{number}/game@": "7" for number in range(1, 2_600)}
    assert browser(bobby).post(EDIT, flood).status_code == 400
    assert Update.objects.count() == before


def test_what_is_tracked_no_more_is_said_and_the_rest_is_kept(players):
    alice, bobby, *_ = players
    motto, wealth = field("motto", bobby), field("wealth", bobby)
    track(Step("retire", "motto"), by=alice, at=noon(5))
    page = browser(bobby).post(EDIT, {motto: "My long words", wealth: "7"})
    assert page.status_code == 409
    assert "1 value of this form is no longer tracked" in words(page) and "My long words" in words(page)
    assert whole_form(page) == {wealth: "7"} and shown("wealth")["Bobby"] == "500"


def test_values_for_nobody_who_plays_are_refused(players):
    _, bobby, *_ = players
    guest = person("Gregory")
    wealth = Variable.objects.get(key="wealth").pk
    for holder in (f"player:{guest.pk}", "game", "row:1", "player:999999"):
        assert browser(bobby).post(EDIT, {f"{wealth}/{holder}@": "7"}).status_code == 409


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("wealth", "9" * 400), ("wealth", "=" + "(" * 200), ("wealth", "x" * 100_000), ("wealth", "=1/0"),
        ("motto", "x" * 301), ("motto", "two\nlines"), ("motto", "\x00"), ("motto", "\u202eevil"), ("heat", "nan"),
        ("goods", ",".join("x" * 3 for _ in range(900))),
    ],
)  # fmt: skip
def test_hostile_values_are_refused_beside_their_field(players, key, typed):
    _, bobby, *_ = players
    before = Entry.objects.count()
    page = browser(bobby).post(EDIT, {field(key, bobby): typed})
    assert page.status_code == 400 and Entry.objects.count() == before
    reader = read(page.content.decode())
    (wrong,) = [attrs for _, attrs in reader.elements if attrs.get("aria-invalid")]
    assert (wrong["name"], wrong["aria-describedby"], reader.faults) == (
        field(key, bobby),
        f"{wrong['id']}_error",
        [],
    )


def test_a_hidden_value_is_neither_set_nor_guessed(players):
    _, bobby, carol, *_ = players
    update(leave=GIVEN, by=carol, at=noon(2), steps=[put("motive", "quetzalcoatlus", *whose(carol))])
    motive = Variable.objects.get(key="motive").pk
    answers = []
    for guess in ("quetzalcoatlus", "pteranodon", ""):
        for last in ("", Entry.objects.order_by("-pk").first().pk):
            for act in ("save", "preview"):
                page = browser(bobby).post(EDIT, {f"{motive}/player:{carol.pk}@{last}": guess, "act": act})
                text = words(page).replace(guess, "…") if guess else words(page)
                answers.append(
                    (act, page.status_code, "is hidden: only those who can see it can set it" in text)
                )
    assert set(answers) == {("save", 400, True), ("preview", 200, True)}
    assert shown("motive")["Carol"] == "quetzalcoatlus"


def test_a_script_in_a_value_stays_text(players):
    _, bobby, *_ = players
    reader = browser(bobby)
    evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    reader.post(EDIT, {field("motto", bobby): evil})
    motto = Variable.objects.get(key="motto").pk
    for path in ("", f"players/{bobby.pk}/", f"variables/{motto}/", "log/", f"edit/?player={bobby.pk}"):
        html = reader.get(f"/gamestate/{path}").content.decode()
        assert "<script>alert" not in html and "<img src=x" not in html


@pytest.mark.parametrize(
    ("query", "status"),
    [("player=999999", 404), ("table=none", 404), ("row=x", 404), ("variable=0", 404), ("game=1", 200),
     ("players=1", 200), ("table=locations", 200)],
)  # fmt: skip
def test_the_form_is_for_what_there_is(players, query, status):
    assert browser(players[1]).get(f"{EDIT}?{query}").status_code == status
