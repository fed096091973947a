"""What is hidden when an act begins stays hidden from whoever could not see it then, whatever the act does: every kind
of change of a definition, followed by every kind of step that reads.

Two games that differ in a hidden value alone must look the same to whoever may not see it: so nothing tells of it, no
number, error, note or place in a list, nor that something is there or is not.
"""

import re

import pytest
import time_machine
from django.db import transaction
from django.urls import reverse

from blognomic.web.errors import RuleBroken
from gamestate.hidden import NOBODY, sight
from gamestate.models import Cell, Entry, Update, Variable
from gamestate.queries.numbers_for_law import values_of_players
from gamestate.queries.planning import UpdateRefused
from gamestate.services import showing, updating
from gamestate.services.undoing import undo
from gamestate.services.updating import update
from gamestate.values.steps import Step, read_step
from players.models import Player, Reign
from tests.blognomic.shown import page_shown
from tests.gamestate.browsers import browser, whole
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.leaves import GIVEN
from tests.undoing import undone
from votables.changes.apply import Settlement
from votables.changes.change import read_change
from votables.changes.context import context_of
from votables.changes.outcome import outcome_of, outcome_on
from votables.changes.preview import preview_of, shown_effects
from votables.models import Draft
from votables.queries.judge_facts import docket_at
from votables.services import resolving
from votables.services.leave import BY_THE_LAW

from .seating import played_once
from .table import noon, propose, seat, vote

pytestmark = pytest.mark.django_db
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
# So large that no key of a row is one of them, also on a database that counts on from test to test.
SECRET, OTHER = 737_373, 205_205
SUSPICION = {"name": "Suspicion", "kind": "whole", "audience": "emperor"}
PROBE = {"name": "Probe", "kind": "whole", "floor": "-1000"}
Change = dict[str, object]


def step(do: str, path: str = "suspicion", **parts: object) -> Change:
    return {"do": do, "path": path, **parts}


def altered(invalid: str = "law", **parts: object) -> Change:
    return step("alter", definition={**SUSPICION, **parts}, invalid=invalid)


ALL = {"audience": "all"}
# What lets a definition say something else of who sees it, or of what it may be.
OPENERS: dict[str, list[Change]] = {
    "nothing": [],
    "for all": [altered(**ALL)],
    "for holders": [altered(audience="holder")],
    "for all, as a text": [altered(**ALL, kind="text", blank=True)],
    "for all, as a list": [altered(**ALL, kind="texts")],
    "for all, as a choice": [altered(**ALL, kind="choice", choices=["205205", "9"])],
    "for all, bounded": [altered(**ALL, ceiling="500")],
    "as a text": [altered(kind="text", blank=True)],
    "as an instant": [altered(kind="instant")],
    "bounded, and kept": [altered("keep", ceiling="500")],
    "bounded, to the nearest": [altered("nearest", ceiling="500")],
    "bounded, to the default": [altered("default", ceiling="500")],
    "bounded, to a default that fails": [altered("default", ceiling="500", default="=1/0")],
    "for all and back": [altered(**ALL), altered()],
    "retired and tracked again": [
        step("retire"),
        step("define", scope="player", definition={**SUSPICION, **ALL}),
    ],
    "shown": [step("reveal")],
    "for all and shown": [altered(**ALL), step("reveal")],
    "renamed": [altered(**ALL, name="Doubt")],
}
# What reads a value, or would tell of it by what it does or refuses.
READERS: dict[str, list[Change]] = {
    "nothing": [],
    "reset": [step("reset", of=["everyone"])],
    "set": [step("set", of=["players"], to="5")],
    "set to what it is": [step("set", of=["players"], to="737373")],
    "shifted": [step("set", of=["players"], to="+1")],
    "taken away": [step("set", of=["players"], to="-737373")],
    "by a formula of itself": [step("set", of=["players"], to="=suspicion+1")],
    "as a default": [step("define", "probe", scope="player", definition={**PROBE, "default": "=suspicion"})],
    "as a value": [step("define", "probe", scope="player", definition=PROBE, to="=suspicion")],
    "as a hidden value": [
        step("define", "probe", scope="player", definition={**PROBE, "audience": "emperor"}, to="=suspicion")
    ],
    "in a sum": [step("define", "probe", scope="player", definition=PROBE, to="=sum(suspicion)")],
    "in an error": [step("define", "probe", scope="player", definition=PROBE, to="=1/(suspicion-737373)")],
    "in another value": [step("set", "wealth", of=["players"], to="=wealth+highest(suspicion)")],
    "in a default that is taken": [
        step("alter", "wealth", definition={"name": "Wealth", "kind": "whole", "default": "=suspicion"}),
        step("reset", "wealth", of=["players"]),
    ],
    "by bounds": [altered(**ALL, ceiling="500")],
    "by another kind": [altered(**ALL, kind="text", blank=True)],
    "retired": [step("retire")],
    "shown": [step("reveal")],
}
CHAINS = [(opener, reader) for opener in OPENERS for reader in READERS]
REVEALING = [chain for chain in CHAINS if {"shown", "for all and shown"} & set(chain)]
QUIET = [chain for chain in CHAINS if chain not in REVEALING]


def steps_of(chain: tuple[str, str]) -> list[Change]:
    return [*OPENERS[chain[0]], *READERS[chain[1]]]


def changes_of(chain: tuple[str, str]) -> list[Change]:
    return [{"op": "track", "step": each} for each in steps_of(chain)]


@pytest.fixture
@played_once
def players() -> list[Player]:
    """Alice is admin, Carol the emperor, and what Bobby is suspected of is hidden."""
    people = seat(*FIVE)
    alice, bobby, carol, *_ = people
    Reign.objects.filter(until=None).update(player=carol)
    track(define("suspicion", audience="emperor"), define("wealth", to="40"), by=alice, at=noon(1))
    update(leave=GIVEN, by=carol, at=noon(1), steps=[put("suspicion", str(SECRET), *whose(bobby))])
    return people


def let_it_be(value: int, whose_it_is: Player) -> None:
    """Let the game be the one in which the hidden value has always been another."""
    Cell.objects.filter(variable__key="suspicion", player=whose_it_is, value__isnull=False).update(
        value=value
    )
    Entry.objects.filter(variable__key="suspicion", player=whose_it_is, new=SECRET).update(new=value)


# -- previews


def told_by(opener: str) -> list[str]:
    """What a page shows of changes that nobody has voted on, for all readers after an opener: on the same context,
    which are read once."""
    drafts = [[read_change(each) for each in changes_of((opener, reader))] for reader in READERS]
    context = context_of(sum(drafts, []), at=noon(2), submitted=[noon(2)])
    outcomes = [outcome_on(context, draft, submitted=noon(2), is_draft=True) for draft in drafts]
    return [
        "\n".join(
            f"{each.shown} {each.effect.misfit and each.effect.misfit.reason} {each.effect.skipped}"
            for each in shown_effects(outcome)
        )
        for outcome in outcomes
    ]


@pytest.mark.parametrize("opener", OPENERS)
def test_a_draft_tells_nothing_of_what_is_hidden(players, opener):
    first_telling = told_by(opener)
    let_it_be(OTHER, players[1])
    assert told_by(opener) == first_telling


def page_of(author: Player, changes: list[Change]) -> str:
    """The page of a draft with these changes, as its author sees it."""
    draft = Draft.objects.create(author=author, saved_at=noon(2), title="Probing", changes=changes)
    with time_machine.travel(noon(2), tick=False):
        response = browser(author).get(reverse("votables:draft_changes", args=[draft.pk]))
    assert response.status_code == 200
    draft.delete()
    return re.sub(
        r'name="csrfmiddlewaretoken" value="[^"]*"|/drafts/[0-9]+/|nonce-[^"\']*', "", whole(response)
    )


@pytest.mark.parametrize("reader", ["reset", "shifted", "as a default"])
@pytest.mark.parametrize("author", [1, 3, 0], ids=["its holder", "a rival", "an admin"])
def test_the_page_of_a_draft_shows_no_hidden_value(players, author, reader):
    page = page_of(players[author], changes_of(("for all", reader)))
    assert "Suspicion" in page
    assert numbers_in(page) == []


def test_what_an_earlier_matter_would_open_stays_hidden_in_those_after_it(players):
    alice, bobby, carol, david, ellen = players
    propose(david, noon(1), "Open", changes=changes_of(("for all", "nothing")))
    later = propose(ellen, noon(1), "Reset", changes=changes_of(("nothing", "reset")))

    def shown_now() -> str:
        preview = preview_of(later, docket_at(noon(2)))
        return f"{[each.shown for each in (*preview.now, *(preview.later or ()))]}{preview.rivals}"

    first = shown_now()
    assert str(SECRET) not in first
    assert "hidden" in first
    let_it_be(OTHER, bobby)
    assert shown_now() == first


# -- enacted


def pages_of(reader: Player | None) -> str:
    """What somebody reads of what is tracked, wherever it can be read."""
    client = browser(reader)
    tracked = sorted(set(Entry.objects.exclude(variable=None).values_list("variable", flat=True)))
    addresses = [
        "/gamestate/",
        "/gamestate/players.csv",
        "/gamestate/players.json",
        "/gamestate/log/",
        "/gamestate/log.csv",
        "/gamestate/log.json",
        "/gamestate/retired/",
        "/feeds/gamestate/",
        "/api/v1/gamestate",
        "/api/v1/gamestate/updates",
        f"/gamestate/players/{Player.objects.get(name='Bobby').pk}/",
        *(f"/gamestate/log/{pk}/" for pk in Update.objects.order_by("pk").values_list("pk", flat=True)),
        *(
            f"/{path}gamestate/variables/{pk}{end}"
            for pk in tracked
            for path, end in (("", "/"), ("api/v1/", ""), ("api/v1/", "/values"))
        ),
        "/gamestate/?at=2024-05-05T13:00:00Z",
    ]
    texts = []
    with time_machine.travel(noon(9), tick=False):
        for address in addresses:
            answer = client.get(address)
            texts.append(f"{address}: {answer.status_code} {whole(answer)}")
        texts.append(f"{values_of_players(Player.objects.order_by('pk'), noon(9))}")
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"|nonce-[^"\']*|"etag[^,]*', "", "\n".join(texts))


def enact(players: list[Player], changes: list[Change]) -> str:
    """Carry out a matter with these changes, those left out that do not fit; why they do not is told."""
    alice, *_others, ellen = players
    post = propose(ellen, noon(2), "Probing", changes=changes)
    vote(post, noon(2), **{"for": players})
    misfits = {each.place: each.misfit.reason for each in outcome_of(post, at=noon(3)).misfits}
    left_out = {place: Settlement(skip=True, why="It does not fit.") for place in misfits}
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(3), settlements=left_out)
    return str(misfits)


def numbers_in(text: str) -> list[str]:
    return re.findall(rf"(?<![0-9/]){SECRET}(?![0-9])", text)


LASTING = [
    ("for all", "reset"),
    ("for all", "nothing"),
    ("for holders", "nothing"),
    ("bounded, and kept", "nothing"),
    ("for all, as a text", "nothing"),
]


@pytest.mark.sweep
@pytest.mark.parametrize("chain", LASTING, ids=" / ".join)
def test_nobody_new_reads_what_was_hidden_once_a_matter_is_enacted(players, chain):
    enact(players, changes_of(chain))
    for reader in (None, *players[:2], *players[3:]):
        assert numbers_in(pages_of(reader)) == []
    assert numbers_in(pages_of(players[2]))


# Each way to open with some way to read, and the other way round: all orders of two are asked in tests/sight.
@pytest.mark.sweep
@pytest.mark.parametrize("chain", QUIET[::11], ids=" / ".join)
def test_two_games_that_differ_in_what_is_hidden_look_the_same_after_a_matter(players, chain):
    answers = {}
    for value in (SECRET, OTHER):
        with undone():
            let_it_be(value, players[1])
            misfits = enact(players, changes_of(chain))
            read = [pages_of(reader) for reader in (None, *players[:2], players[3])]
            answers[value] = plainly("\n".join([misfits, *read]))
    assert answers[OTHER] == answers[SECRET]


@pytest.mark.sweep
def test_an_admin_who_opens_reads_and_closes_learns_nothing(players):
    alice, bobby, *_ = players
    outcomes = {}
    for value in (SECRET, OTHER):
        for chain in QUIET:
            with undone():
                let_it_be(value, bobby)
                outcome = carried_out(alice, [*steps_of(chain), altered()])
                outcomes.setdefault(chain, []).append(outcome)
    assert {chain: pair for chain, pair in outcomes.items() if pair[0] != pair[1]} == {}


def carried_out(by: Player, steps: list[Change]) -> str:
    """What comes of one update of an admin: what it changes in public, or why it is refused."""
    try:
        with transaction.atomic():
            made = updating.redefine(
                leave=BY_THE_LAW, by=by, at=noon(2), steps=[read_step(each) for each in steps]
            )
    except UpdateRefused as refused:
        return str([(each.holder, each.sentence, each.value) for each in refused.troubles])
    except RuleBroken as refused:
        return refused.sentence
    entries = (
        made.entries.filter(sight(NOBODY)).order_by("pk").values_list("about", "player", "old", "new", "note")
    )
    return f"{list(entries)} {made.entries.count()} {made.disputes.count()}"


def plainly(text: str) -> str:
    """Without what differs from one time to the next: keys of rows, which may be the numbers that are hidden."""
    text = re.sub(r"(?<=/)[0-9]+(?=/)", "#", text)
    return re.sub(r"[0-9]+(?=/|@|\b)", "#", re.sub(r"(?<![0-9])(737373|205205)(?![0-9])", "SECRET\\1", text))


# -- from then on, and shown by an act of its own


def test_values_that_are_set_once_it_is_for_all_are_public_and_those_before_stay_hidden(players):
    alice, bobby, carol, david, _ellen = players
    enact(players, changes_of(("for all", "nothing")))
    assert "hidden" in whole(browser().get("/gamestate/"))
    with pytest.raises(UpdateRefused, match="hidden"):
        update(leave=GIVEN, by=david, at=noon(4), steps=[put("suspicion", "+1", *whose(bobby))])
    update(leave=GIVEN, by=david, at=noon(4), steps=[put("suspicion", "12", *whose(bobby))])
    update(leave=GIVEN, by=david, at=noon(5), steps=[put("suspicion", "+1", *whose(bobby))])
    page = pages_of(None)
    assert numbers_in(page) == []
    assert "13" in page
    assert values_of_players([bobby], noon(5)) == {"Bobby": {"suspicion": 13, "wealth": 40}}
    # the emperor goes on with those that stand, and what comes of them stays hidden
    update(leave=GIVEN, by=carol, at=noon(5), steps=[put("suspicion", "+4", *whose(david))])
    assert values_of_players([david], noon(5)) == {"David": {"wealth": 40}}


def test_setting_what_is_hidden_to_what_it_is_looks_like_setting_it_to_anything(players):
    alice, bobby, _carol, david, _ellen = players
    enact(players, changes_of(("for all", "nothing")))
    for typed in ("737373", "5"):
        with undone():
            made = update(leave=GIVEN, by=david, at=noon(4), steps=[put("suspicion", typed, *whose(bobby))])
            assert made.entries.count() == 1


def test_a_matter_shows_what_is_hidden_by_a_change_that_says_so(players):
    alice, bobby, *_ = players
    enact(players, changes_of(("shown", "nothing")))
    assert shown("suspicion")["Bobby"] == "737373"
    page = whole(browser().get("/gamestate/log/"))
    assert "737373" in page
    assert "shown to everybody" in whole(browser().get("/gamestate/log.csv"))
    assert values_of_players([bobby], noon(4))["Bobby"]["suspicion"] == SECRET
    # how it came about stays hidden
    assert Entry.objects.filter(new=SECRET).exclude(audience="all").count() == 1
    assert Entry.objects.filter(sight(NOBODY), new=SECRET).count() == 1


def test_only_the_emperor_shows_to_everybody_by_an_update(players):
    alice, bobby, carol, david, _ellen = players
    shows = [Step("reveal", "suspicion")]
    showing.show(leave=GIVEN, variable=variable(), to=david, by=carol, at=noon(1))
    for other in (alice, bobby, david):
        with pytest.raises(UpdateRefused, match="Only the emperor"):
            update(leave=GIVEN, by=other, at=noon(2), steps=shows)
    update(leave=GIVEN, by=carol, at=noon(2), steps=shows)
    assert numbers_in(whole(browser().get("/gamestate/")))
    with pytest.raises(UpdateRefused, match="Everybody already sees"):
        update(leave=GIVEN, by=carol, at=noon(3), steps=shows)


def variable() -> Variable:
    return Variable.objects.get(key="suspicion")


def test_the_emperor_computes_nothing_public_from_what_is_hidden(players):
    bobby, carol = players[1:3]
    with pytest.raises(UpdateRefused, match="Show Suspicion to everybody first, or write the number itself"):
        update(leave=GIVEN, by=carol, at=noon(2), steps=[put("wealth", "=suspicion", *whose(bobby))])
    update(leave=GIVEN, by=carol, at=noon(2), steps=[put("suspicion", "=suspicion+wealth", *whose(bobby))])
    assert shown("suspicion")["Bobby"] == "737413"


def test_what_one_player_may_see_goes_to_no_other(players):
    alice, bobby, carol, david, _ellen = players
    track(define("dread", audience="holder", to="3"), by=alice, at=noon(2))
    with pytest.raises(UpdateRefused, match="hidden"):
        update(leave=GIVEN, by=carol, at=noon(2), steps=[put("dread", "=sum(dread)", *whose(david))])
    update(leave=GIVEN, by=carol, at=noon(2), steps=[put("dread", "=dread+1", *whose(david))])
    assert shown("dread")["David"] == "4"


def test_taking_back_what_opened_and_changed_a_value_leaves_it_hidden(players):
    alice, bobby, carol, *_ = players
    enact(players, changes_of(("for all", "set")))
    made = Update.objects.latest("pk")
    undo(leave=GIVEN, updates=[made], by=carol, at=noon(4), why="It was not so.")
    assert shown("suspicion")["Bobby"] == "737373"
    for reader in (None, alice, bobby):
        assert numbers_in(pages_of(reader)) == []


def test_a_form_that_names_an_old_entry_does_not_tell_what_it_held(players):
    alice, bobby, carol, david, _ellen = players
    old = Entry.objects.get(new=SECRET)
    enact(players, changes_of(("for all", "set")))
    field = f"{variable().pk}/player:{bobby.pk}@{old.pk}"
    answers = set()
    with time_machine.travel(noon(4), tick=False):
        for typed in (str(SECRET), str(OTHER)):
            answer = browser(david).post("/gamestate/edit/", {field: typed, "act": "preview"})
            answers.add((answer.status_code, whole(answer).count("Somebody has just changed it")))
    assert answers == {(200, 1)}


# -- who sees it is told that it is hidden


def test_the_emperor_is_told_what_others_do_not_see(players):
    alice, bobby, carol, *_ = players
    track(define("plot", scope="game", audience="emperor", to="41"), by=alice, at=noon(2))
    enact(players, changes_of(("for all", "nothing")))
    with time_machine.travel(noon(4), tick=False):
        page = page_shown(browser(carol).get("/gamestate/"))
        of_bobby = page_shown(browser(carol).get(f"/gamestate/players/{bobby.pk}/"))
        form = page_shown(browser(carol).get("/gamestate/edit/?game=on"))
    lock = r'(?:(?!</dt>|</td>|</dd>).)*aria-label="not for everybody"'
    assert re.search(rf">Plot</a>{lock}", page, re.DOTALL)
    assert re.search(rf">737373{lock}", page, re.DOTALL)
    assert re.search(rf">737373{lock}", of_bobby, re.DOTALL)
    assert "Everybody reads it." in form
