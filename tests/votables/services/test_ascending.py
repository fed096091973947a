"""From a victory to the next dynasty: the address and all that it does, and the mantle that may be passed before."""

from datetime import datetime

import pytest
import time_machine

from blognomic.web.errors import RuleBroken
from gamestate.models import LimitedAction, Page, Update, Variable
from players.models import Dynasty, Player, Reign
from players.present import forget
from ruleset.models import Revision
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.text.synonyms import Words
from ruleset.text.tree import Node, Tree
from tests.blognomic.api.programs import ask, token_of
from tests.blognomic.shown import page_shown
from tests.gamestate.tracker import define, track
from tests.leaves import GIVEN
from tests.votables.seating import played_once
from tests.votables.table import Kind, declare, event, noon, propose, seat, vote
from tests.votables.test_views_stories import Window, at
from votables.changes.law_preview import in_words
from votables.forms.ascension import REPEALS
from votables.models import Category, Post, Status
from votables.post_types.models import OfficialType
from votables.queries.judge_facts import docket_at
from votables.services import ascending, posting, resolving, typed_posts
from votables.services.address_choices import pending_after
from votables.services.ascending import Address
from votables.services.mantle import pass_mantle

pytestmark = pytest.mark.django_db

RULES = Tree(
    (
        Node(
            "core", "Core Rules", "", (Node("idle", "Idle Players", "A Player may idle; ask the Emperor."),)
        ),
        Node(
            "dynastic",
            "Dynastic Rules",
            "",
            (
                Node("gold", "Gold", "Each Player has Gold."),
                Node("snow", "Snow", "It snows on every warden."),
            ),
        ),
        Node(
            "special",
            "Special Case",
            "",
            (Node("dormancy", "Dormancy [Inactive]"), Node("malign", "Malign Emperors [Rare] [Active]")),
        ),
        Node(
            "appendix", "Appendix", "", (Node("words", "Synonyms", "- Player (Player)\n- Emperor (Emperor)"),)
        ),
    )
)
NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")
KEEPERS = Words("Keeper", "Keepers", "Warden", "Wardens")


@played_once
def won_under(law: str) -> list[Player]:
    """Bobby has won Alice's dynasty, which tracked gold, on day 2."""
    people = seat(*NAMES, law=law, ruleset=RULES)
    track(define("gold", default="5"), define("luck"), by=people[0], at=noon(0))
    declared = declare(people[1], at=noon(1))
    vote(declared, noon(1, hours=1), **{"for": [people[0], *people[2:]]})
    resolving.resolve(post=declared, to=Status.ENACTED, by=people[0], at=noon(2))
    return people


@pytest.fixture
def won():
    return won_under("ruleset-211")


def address(by: Player, at, **parts) -> Post:
    return posting.publish(
        by=by,
        at=at,
        category=Category.ASCENSION,
        title="Ascension Address: The Snow",
        body="It snows.",
        ascension=Address(**parts),
    )


def rules() -> list[str]:
    return [node.title for node in tree_after(revision_at(noon(9)).pk).walk()]


def key(name: str) -> str:
    return tree_after(revision_at(noon(9)).pk).named(name)[0].key


def test_an_address_does_all_of_it_at_once(won):
    _, bobby, *_ = won
    post = address(
        bobby,
        noon(3),
        words=KEEPERS,
        keep={key("Gold")},
        special_cases={"Malign Emperors": True},
        keep_tracked={"gold"},
        pages=["The Map"],
        theme="Snow and gold",
    )
    assert rules() == [
        "Core Rules",
        "Idle Keepers",
        "Dynastic Rules",
        "Gold",
        "Special Case",
        "Dormancy [Active]",
        "Malign Emperors [Rare] [Active]",
        "Appendix",
        "Synonyms",
    ]
    dynasty = Dynasty.objects.order_by("-number")[0]
    assert (dynasty.name, dynasty.theme, dynasty.player_word, dynasty.emperors_word) == (
        "The First Dynasty of Bobby",
        "Snow and gold",
        "Keeper",
        "Wardens",
    )
    in_force = law_at(noon(3))
    assert (in_force.special_cases, in_force.law.roster.idling.rule) == (
        {"Malign Emperors": True},
        "Idle Keepers",
    )
    assert list(Variable.objects.live().values_list("key", flat=True)) == ["gold"]
    assert list(Page.objects.live().values_list("key", "title")) == [("the_map", "The Map")]
    revision = Revision.objects.order_by("-pk")[0]
    assert (revision.kind, revision.by, revision.link, revision.at) == (
        Revision.Kind.ASCENSION,
        bobby,
        post.get_absolute_url(),
        noon(3),
    )
    assert not docket_at(noon(3)).verdict.standstill


def test_an_address_that_says_no_more_repeals_the_dynastic_rules_and_keeps_the_words(won):
    address(won[1], noon(3))
    assert rules() == [
        "Core Rules",
        "Idle Players",
        "Dynastic Rules",
        "Special Case",
        "Dormancy [Active]",
        "Malign Emperors [Rare] [Inactive]",
        "Appendix",
        "Synonyms",
    ]
    assert law_at(noon(3)).special_cases == {}


def test_where_an_address_proclaims_what_is_repealed_the_rules_it_does_not_name_stay(client):
    _, bobby, *_ = won_under("ruleset-37")
    client.force_login(bobby)
    with time_machine.travel(noon(3), tick=False):
        form = client.get("/posts/ascend/").context["form"]
    assert (form["keep"].initial, form["keep"].help_text, form["keep_tracked"].initial) == (
        [key("Gold"), key("Snow")],
        REPEALS,
        ["gold", "luck"],
    )
    # No rule of this law says what a tracking page may be called.
    address(bobby, noon(3), pages=["Ruleset of old"])
    assert [name for name in rules() if name in ("Gold", "Snow")] == ["Gold", "Snow"]
    assert list(Page.objects.live().values_list("title", flat=True)) == ["Ruleset of old"]


@pytest.mark.parametrize(
    ("parts", "sentence", "rule", "status"),
    [
        (
            {"words": KEEPERS, "keep": "snow"},
            "The rule “Snow” already uses the word “warden”",
            "Synonyms",
            403,
        ),
        ({"words": Words("Moth", "Moths", "Moth", "Moths")}, "must differ", "Synonyms", 403),
        ({"words": Words("<b>", "<b>s", "King", "Kings")}, "letters and digits", "", 400),
        ({"keep": "core"}, "no longer a dynastic rule", "", 409),
        ({"special_cases": {"Nonsense": True}}, "no such special case", "", 400),
        ({"pages": ["Ruleset of old"]}, "begin with", "Dynastic Tracking", 403),
        ({"pages": ["!!!"]}, "tracking pages", "", 400),
    ],
)
def test_what_an_address_may_not_do_is_refused_and_nothing_of_it_done(won, parts, sentence, rule, status):
    names = {"snow": "Snow", "core": "Core Rules"}
    if "keep" in parts:
        parts = {**parts, "keep": {key(names[parts["keep"]])}}
    before = (Post.objects.count(), Revision.objects.count(), Dynasty.objects.count())
    with pytest.raises(RuleBroken, match=sentence) as refused:
        address(won[1], noon(3), **parts)
    assert (refused.value.rule, refused.value.status) == (rule, status)
    assert (Post.objects.count(), Revision.objects.count(), Dynasty.objects.count()) == before


def test_only_the_winner_makes_the_address_and_only_once(won):
    alice, bobby, *_ = won
    with pytest.raises(RuleBroken, match="Only the emperor") as refused:
        address(alice, noon(3))
    assert refused.value.rule == "Victory and Ascension"
    address(bobby, noon(3))
    with pytest.raises(RuleBroken, match="in an interregnum"):
        address(bobby, noon(3, hours=1))


def test_the_mantle_is_passed_only_by_a_call_for_judgement_while_its_special_case_is_active(won):
    _, bobby, carol, *_ = won
    with pytest.raises(RuleBroken, match="Call for Judgement") as refused:
        pass_mantle(by=bobby, to=carol, at=noon(3))
    assert refused.value.rule == "Mantle Limitations"


def test_the_form_for_the_mantle_is_offered_where_it_may_be_passed(won, client):
    client.force_login(won[1])
    with time_machine.travel(noon(3), tick=False):
        page = page_shown(client.get("/posts/ascend/"))
        assert (
            "Rather not reign? While this special case is active, only an enacted Call for Judgement" in page
        )
        assert (client.get("/posts/mantle/").status_code, "/posts/mantle/" in page) == (403, False)
        declared = Post.objects.get(category=Category.DOV)
        assert "Update the rules to reflect it" not in page_shown(client.get(declared.get_absolute_url()))
        law = law_at(noon(2)).version
        law.special_cases = {"Mantle Limitations": False}
        law.save()
        forget()
        page = page_shown(client.get("/posts/ascend/"))
        assert 'Rather not reign? <a href="/posts/mantle/">Pass the mantle</a>.' in page
        assert client.get("/posts/mantle/").status_code == 200


@pytest.fixture
def loose(won):
    """The special case that limits the mantle is inactive."""
    law = law_at(noon(2)).version
    law.special_cases = {"Mantle Limitations": False}
    law.save()
    return won


def test_the_mantle_passes_by_a_post_that_names_a_player(loose):
    _, bobby, carol, *_ = loose
    post = pass_mantle(by=bobby, to=carol, at=noon(3), body="Reign well.")
    assert post.body == "I pass the mantle to @Carol.\n\nReign well."
    assert [reign.player for reign in Reign.objects.at(noon(3, hours=1))] == [carol]
    with pytest.raises(RuleBroken, match="Only the emperor can pass"):
        pass_mantle(by=bobby, to=carol, at=noon(3, hours=1))
    address(carol, noon(4))
    assert Dynasty.objects.order_by("-number")[0].name == "The First Dynasty of Carol"
    with pytest.raises(RuleBroken, match="in an interregnum"):
        pass_mantle(by=carol, to=bobby, at=noon(5))


def test_the_mantle_does_not_go_back_to_the_last_emperor_nor_to_oneself_nor_to_the_idle(loose):
    alice, bobby, carol, *_ = loose
    event(carol, Kind.IDLED, at=noon(2, hours=1))
    for to, sentence in ((alice, "was the emperor"), (bobby, "another player"), (carol, "not idle")):
        with pytest.raises(RuleBroken, match=sentence) as refused:
            pass_mantle(by=bobby, to=to, at=noon(3))
        assert refused.value.rule == "Victory and Ascension"


def test_the_address_is_shown_before_it_is_made_and_done_when_it_is_sent_from_there(won, client):
    _, bobby, *_ = won
    for name, gone in (("Dig", None), ("Sleep", None), ("Long gone", noon(1))):
        key_of = name.lower().replace(" ", "_")
        LimitedAction.objects.create(
            key=key_of, name=name, frequency="daily", made_at=noon(0), retired_at=gone
        )
    # Two that dynastic rules define, and one of the core rules.
    types = [
        typed_posts.define(
            by=won[0],
            at=noon(0),
            name=name,
            plural=f"{name}s",
            mark=name,
            rule=int(key(rule)) if rule else None,
        )
        for name, rule in (("Hunt", "Snow"), ("Race", ""), ("Trial", "Idle Players"))
    ]
    client.force_login(bobby)
    with time_machine.travel(noon(3), tick=False):
        page = page_shown(client.get("/posts/ascend/"))
        assert "Dynastic rules that stay" in page
        assert [f'value="{one.pk}"' in page for one in types] == [True, True, True]
        assert f'value="{types[2].pk}" id="id_keep_types_2" checked' in page.replace("  ", " ")
        assert [f'value="{name}"' in page for name in ("dig", "sleep", "long_gone")] == [True, True, False]
        sent = {
            "title": "Ascension Address: The Snow",
            "body": "It *snows*.",
            "player": "Keeper",
            "emperor": "Warden",
            "keep": [key("Gold")],
            "keep_tracked": ["gold"],
            "keep_actions": ["dig"],
            "keep_types": [types[0].pk, types[2].pk],
        }
        shown = client.post("/posts/ascend/", {**sent, "step": "preview"})
        text = page_shown(shown)
        assert shown.status_code == 200
        assert ("Keepers" in text, "Idle Keepers" in text, "Make this address" in text) == (True, True, True)
        assert "“Ascension Address: The Snow” is posted." in text and "It <em>snows</em>." in text
        assert "No longer tracked, but still readable: Luck." in text
        assert "Actions that end: Sleep." in text
        assert "Official posts that end: Races." in text
        assert Dynasty.objects.count() == 1
        refused = client.post("/posts/ascend/", {**sent, "emperor": "Keeper", "step": "publish"})
        assert (refused.status_code, "must differ" in page_shown(refused)) == (403, True)
        done = client.post("/posts/ascend/", {**sent, "step": "publish"})
        assert done.status_code == 302
        assert client.get("/posts/ascend/").status_code == 403
    assert Post.objects.get(category=Category.ASCENSION).status == Status.NONE
    assert Dynasty.objects.order_by("-number")[0].started_at == noon(3)
    assert list(Variable.objects.live().values_list("key", flat=True)) == ["gold"]
    assert dict(LimitedAction.objects.values_list("key", "retired_at")) == {
        "dig": None,
        "sleep": noon(3),
        "long_gone": noon(1),
    }
    assert when_types_were_retired() == {"Hunt": None, "Race": noon(3), "Trial": None}
    # Who undoes the update with which the dynasty began has back what it retired, and the other way round.
    for day, retired_at in ((4, None), (5, noon(5)), (6, None)):
        last = Update.objects.order_by("-pk")[0]
        typed_posts.undo(leave=GIVEN, updates=[last], by=won[2], at=noon(day), why="No dynasty has begun.")
        assert when_types_were_retired() == {"Hunt": None, "Race": retired_at, "Trial": None}
        assert LimitedAction.objects.get(key="sleep").retired_at == retired_at


def test_another_word_does_not_keep_the_plural_of_the_old_one(won, client):
    client.force_login(won[1])
    old = Words("Staff", "Staff", "Boss", "Bosses")
    Dynasty.objects.update(
        player_word="Staff", players_word="Staff", emperor_word="Boss", emperors_word="Bosses"
    )
    with time_machine.travel(noon(3), tick=False):
        form = client.get("/posts/ascend/").context["form"]
        shown = {name: form[name].value() or "" for name in ("player", "players", "emperor", "emperors")}
        assert shown == {"player": "Staff", "players": "", "emperor": "Boss", "emperors": ""}
        all_words = []
        for changed in (
            {},
            {"player": "Keeper"},
            {"player": "Fish", "players": "Fish", "emperor": "Duchess"},
        ):
            sent = {**shown, **changed, "title": "Ascension Address: Fog", "body": "Fog.", "step": "preview"}
            all_words.append(client.post("/posts/ascend/", sent).context["form"].address.words)
    assert all_words == [
        old,
        Words("Keeper", "Keepers", "Boss", "Bosses"),
        Words("Fish", "Fish", "Duchess", "Duchesses"),
    ]


def when_types_were_retired() -> dict[str, datetime | None]:
    return dict(OfficialType.objects.values_list("name", "retired_at"))


def test_a_long_address_is_asked_about_once_with_what_it_would_do_in_sight(won, client):
    client.force_login(won[1])
    sent = {
        "title": "Ascension Address: Long",
        "body": "word " * 1001,
        "player": "Keeper",
        "emperor": "Warden",
    }
    with time_machine.travel(noon(3), tick=False):
        response = client.post("/posts/ascend/", {**sent, "step": "publish"})
        page = page_shown(response)
        assert (response.status_code, Dynasty.objects.count()) == (409, 1)
        for words in ("1,001 words", "<cite>Fair Play</cite>", 'name="warned"', "Make this address"):
            assert words in page
        again = client.post("/posts/ascend/", {**sent, "step": "publish", "warned": "on"})
        assert (again.status_code, Dynasty.objects.count()) == (302, 2)


def test_the_eleventh_post_of_a_day_is_asked_about_when_it_passes_the_mantle(loose, client):
    _, bobby, carol, *_ = loose
    client.force_login(bobby)
    with time_machine.travel(noon(3), tick=False):
        for number in range(10):
            posting.publish(
                by=bobby, at=noon(3), category=Category.NONE, title=f"Post {number}", body="Words."
            )
        response = client.post("/posts/mantle/", {"to": carol.pk})
        assert (response.status_code, 'name="warned"' in page_shown(response)) == (409, True)
        assert [reign.player for reign in Reign.objects.at(noon(3))] == [bobby]
        assert client.post("/posts/mantle/", {"to": carol.pk, "warned": "on"}).status_code == 302
        assert [reign.player for reign in Reign.objects.at(noon(3))] == [carol]


def left_pending() -> Post:
    """A proposal that everybody is FOR, left pending by Bobby's victory under rules by which the game does not stand
    still with the four players who are left."""
    founder, *others = seat(*NAMES, ruleset=RULES)
    post = propose(others[0], noon(0), "Roads")
    vote(post, noon(0, hours=1), **{"for": [founder, *others[1:]]})
    declared = declare(others[0], at=noon(1))
    vote(declared, noon(1, hours=1), **{"for": [founder, *others[1:]]})
    resolving.resolve(post=declared, to=Status.ENACTED, by=founder, at=noon(2))
    event(others[-1], Kind.IDLED, at=noon(2))
    return post


@pytest.mark.parametrize("status", [True, False])
@pytest.mark.parametrize("words", [None, KEEPERS])
def test_which_matters_would_stand_otherwise_by_special_cases_is_told_before_and_so_it_is(status, words):
    post = left_pending()
    bobby = post.author
    ascension = Address(special_cases={} if status else {"Dormancy": False}, words=words)
    docket = docket_at(noon(3))
    expected = [
        (one.post, one.now_in_words, one.then_in_words, one.differs)
        for one in pending_after(ascending.prospect(ascension, at=noon(3)), docket)
    ]
    then = "stays pending" if status else "can be enacted"
    assert expected == [(post, "can be enacted", then, status)]
    posting.publish(
        by=bobby,
        at=noon(3),
        category=Category.ASCENSION,
        title="Ascension Address",
        body="x",
        ascension=ascension,
    )
    (ruling,) = docket_at(noon(3)).verdict.matters
    assert in_words(ruling) == then


def test_an_address_that_switches_no_special_case_says_nothing_of_matters():
    left_pending()
    kept = Address(special_cases={"Dormancy": False, "Malign Emperors": True})
    assert pending_after(ascending.prospect(kept, at=noon(3)), docket_at(noon(3))) == []


def test_the_page_and_programs_are_told_which_matters_would_stand_otherwise():
    post = left_pending()
    dormancy = f"case_{key('Dormancy')}"
    form = {"title": "Ascension Address", "body": "It snows.", "player": "Player", "emperor": "Emperor"}
    with at(noon(3)):
        window = Window("Bobby").send("/posts/ascend/", **form, step="preview")
        window.says(
            "These special cases change how these pending matters stand after the address",
            "With the special cases as they are As the address sets them Roads can be enacted stays pending",
        )
        window.send("/posts/ascend/", **form, **{dormancy: "inactive"}, step="preview")
        window.says("1 pending matter stays the same either way")
        body = {"title": "Ascension Address", "body": "It snows."}
        token = token_of(post.author, at=noon(3))
        pending = ask("POST", "/ascension/preview", body, token=token).json()["pending"]
        assert pending == [
            {
                "matter": post.pk, "may_enact": True, "may_fail": False, "would_enact": False,
                "would_fail": False,
            }
        ]  # fmt: skip
        body["special_cases"] = {"Dormancy": False}
        assert ask("POST", "/ascension/preview", body, token=token).json()["pending"] == []
