"""Matters, icons and weights that a law defines, used on the site: posted, voted on, resolved, shown and exported."""

from datetime import datetime

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse

from blognomic.frame import PageFrame
from blognomic.transfer.game_file.exporting import export_game
from blognomic.transfer.game_file.loading import import_game
from blognomic.web.errors import RuleBroken
from gamestate.services.updating import update
from players.models import Player
from ruleset.law import additions, document
from ruleset.queries import law_at
from ruleset.services import enact_law
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from votables.archive.page import archived_categories
from votables.judge.gamefile import read as read_file
from votables.models import Category, Draft, Post, Resolution
from votables.queries.judge_facts import docket_at
from votables.queries.standstills import standstills_shown
from votables.services import posting, resolving

from .rich_game import empty
from .table import BEGINNING, declare, make_admin, noon, person, propose, say, seat, vote

pytestmark = pytest.mark.django_db
BRICKS = document("ruleset-86") + additions("ruleset-86")
SEVEN = ("Alice", "Bobby", "Carol", "David", "Ellen", "Frank", "Grace")
TITLE = {"category": "prototype", "title": "PROTOTYPE: Windmill", "body": "It turns."}
CONTEST = {
    "category": "adjudication",
    "title": "Adjudication",
    "body": "Two castles.",
    "choices": "Bobby\r\nCarol <i>\n",
}


def table(text: str = BRICKS) -> list[Player]:
    """Seven players under a law of ruleset 86; the first is emperor and admin."""
    players = seat(*SEVEN, law="ruleset-86")
    with transaction.atomic():
        enact_law(document=text, special_cases={}, at=BEGINNING, by=players[0], why="Test")
    return players


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def ask(client: Client, at: datetime, path: str, **data: object):
    """The answer to a form sent at an instant; to a look at the page, where there is no form."""
    with time_machine.travel(at, tick=False):
        return client.post(path, data) if data else client.get(path)


def sent(client: Client, at: datetime, **data: object) -> Post:
    response = ask(client, at, "/posts/new/", **data)
    assert response.status_code == 302, response.context["refusal"] or response.context["form"].errors
    return Post.objects.latest("pk")


def page_of(client: Client, at: datetime, path: str) -> str:
    response = ask(client, at, path)
    assert response.status_code == 200
    return response.content.decode()


def refusal(client: Client, at: datetime, **data: object) -> tuple[int, str]:
    """The status and the sentence of a refused form, which posted nothing."""
    before = Post.objects.count()
    response = ask(client, at, "/posts/new/", **data)
    assert Post.objects.count() == before
    broken = response.context["refusal"]
    text = f"{broken.sentence} ({broken.rule})" if broken else str(response.context["form"].errors)
    return response.status_code, text


# -- Prototype


def test_a_prototype_is_posted_as_a_weekly_action_and_titled_as_the_law_says():
    alice, bobby, *_ = table()
    client = browser(bobby)
    assert refusal(client, noon(1), **{**TITLE, "title": "Windmill"}) == (
        400,
        "A Prototype is titled “PROTOTYPE: x”, where x is the name of the construction: for example"
        " “PROTOTYPE: Windmill”. (Kit)",
    )
    post = sent(client, noon(1), **TITLE)
    assert (post.category, post.get_category_display(), post.status) == ("prototype", "Prototype", "pending")
    status, sentence = refusal(client, noon(2), **{**TITLE, "title": "PROTOTYPE: Mill"})
    assert (status, sentence) == (
        403,
        "Bobby has already posted a Prototype: only one a week, 24 hours apart (Weekly Action). "
        "Possible from 9 March 2026, 00:00 UTC on. (Kit)",
    )
    assert sent(client, noon(7), **{**TITLE, "title": "PROTOTYPE: Mill"}).category == "prototype"
    assert refusal(browser(alice), noon(7), **TITLE) == (
        403, "The Brick Master is no Mini Figure for dynastic rules. (Kit)",
    )  # fmt: skip


def test_a_prototype_is_resolved_outside_the_queue_and_the_limits():
    alice, bobby, carol, *others = table()
    propose(carol, noon(1), "Older")
    post = sent(browser(bobby), noon(1), **TITLE)
    propose(bobby, noon(1))
    propose(bobby, noon(1))
    with pytest.raises(RuleBroken, match="2 pending"):
        propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [carol, *others]})
    client = browser(alice)
    resolve = reverse("votables:resolve", args=[post.pk, "enacted"])
    assert "cannot be enacted now" in page_of(client, noon(1, hours=11), resolve)
    assert ask(client, noon(2), resolve, sure="1").status_code == 302
    post.refresh_from_db()
    assert (post.status, post.tally) == ("enacted", "6–0")


def test_hiatus_stops_what_the_law_says_and_its_banner_names_the_kinds():
    alice, bobby, carol, *_ = table()
    declare(carol, noon(1))
    assert refusal(browser(bobby), noon(1, hours=1), **TITLE)[1].endswith("(Victory and Ascension)")
    assert refusal(browser(alice), noon(1, hours=1), **CONTEST)[1].endswith("(Victory and Ascension)")
    (sentence,) = standstills_shown(docket_at(noon(1, hours=1)))
    posting_ = "posting a Proposal, posting a Prototype, posting an Adjudication"
    resolving_ = "resolving a Proposal, resolving a Prototype, resolving an Adjudication"
    stopped = f"Not now: {posting_}, {resolving_}, dynastic actions."
    assert sentence.sentence == f"A declaration of victory is pending. {stopped}"
    assert sentence.allowed.startswith(
        "Still allowed: posting a Call for Judgment, posting a Declaration of Victory, "
    )


# -- Adjudication


def test_an_adjudication_is_decided_after_48_hours_by_the_most_votes():
    alice, bobby, carol, david, ellen, frank, grace = table()
    assert (
        refusal(browser(bobby), noon(1), **CONTEST)[1]
        == "Only the Brick Master posts an Adjudication. (Apex)"
    )
    post = sent(browser(alice), noon(1), **CONTEST)
    assert post.choices == ["Bobby", "Carol <i>"]
    voter = browser(bobby)
    shown = page_of(voter, noon(1, hours=1), post.get_absolute_url())
    assert 'value=":a:"' in shown and 'value=":b:"' in shown and 'value=":for:"' not in shown
    assert "<i>" not in shown.replace("&lt;i&gt;", "")
    with time_machine.travel(noon(1, hours=1), tick=False):
        voter.post(reverse("votables:comment", args=[post.pk]), {"text": "Mine.", "icon": ":b:"})
        voter.post(reverse("votables:comment", args=[post.pk]), {"text": "No, mine. :A: :for: :c:"})
    assert [one.cast for one in post.comments.order_by("pk")] == ["choice_b", "choice_a"]
    comment = post.comments.latest("pk")
    assert (comment.icons, comment.ignored) == (
        ["choice_a", "for"], {"1": "FOR does not count in a vote between choices."},
    )  # fmt: skip
    assert 'aria-label="Bobby"' in comment.html and ":c:" in comment.html
    vote(post, noon(1, hours=2), a=[carol, david, ellen], b=[frank, grace])
    dashboard = page_of(browser(alice), noon(3), "/dashboard/")
    assert "An admin can decide it now: Bobby leads 4 to 2." in dashboard
    resolve = reverse("votables:resolve", args=[post.pk, "enacted"])
    assert "cannot be enacted now" in page_of(browser(alice), noon(3, microseconds=-1), resolve)
    assert ask(browser(alice), noon(3), resolve, sure="1").status_code == 302
    post.refresh_from_db()
    assert (post.status, post.tally, post.admin_field) == (
        "enacted", "Bobby 4, Carol <i> 2", "Decided for Bobby (Bobby 4, Carol <i> 2) by Alice.",
    )  # fmt: skip
    resolution = Resolution.objects.get()
    assert resolution.consequences == [{"decided": "Bobby"}]
    assert (resolution.verdict["leaders"], resolution.verdict["choices"][1]) == (
        ["Bobby"], {"name": "Carol <i>", "votes": 2},
    )  # fmt: skip
    assert sorted(resolution.ballots.values_list("player__name", "counts_as", "weight"))[0] == (
        "Bobby",
        "choice_a",
        1,
    )
    after = page_of(browser(alice), noon(4), post.get_absolute_url())
    assert "The most votes were for <b>Bobby</b>." in after and 'aria-label="4 of 6"' in after


def test_an_adjudication_with_a_tie_is_not_decided_but_may_be_failed():
    alice, bobby, carol, *_ = table()
    post = sent(browser(alice), noon(1), **CONTEST)
    vote(post, noon(1), a=bobby, b=carol)
    with pytest.raises(RuleBroken, match="no choice has the most votes"):
        resolving.resolve(post=post, to="enacted", by=alice, at=noon(4))
    case = PageFrame(noon(4), None).queue[0]
    assert case.sentence == "Bobby and Carol <i> lead with 1 each. An admin can fail it now."
    resolving.resolve(post=post, to="failed", by=alice, at=noon(4))
    post.refresh_from_db()
    assert (post.status, post.tally) == ("failed", "Bobby 1, Carol <i> 1")


HOSTILE = (
    ("One", "A matter of the kind Adjudication needs 2 choices to vote on. (Apex)"),
    ("a\nb\nc", "A matter of the kind Adjudication needs 2 choices to vote on. (Apex)"),
    ("Bobby\nBOBBY", "Two choices are called “Bobby”. (Apex)"),
    ("Bobby\nCarol :for:", "The choice “Carol :for:” holds a voting icon. (Apex)"),
    (":b: me\nCarol", "The choice “:b: me” holds a voting icon. (Apex)"),
    (f"Bobby\n{'x' * 81}", "The name of a choice has 1 to 80 characters. (Apex)"),
    (
        "Bobby\n\u202eCarol",
        "Leave U+202E out of titles and names: it changes the direction of the text next to it. ()",
    ),
)


@pytest.mark.parametrize(("choices", "sentence"), HOSTILE)
def test_choices_that_cannot_be_voted_on_are_refused(choices, sentence):
    alice, *_ = table()
    assert refusal(browser(alice), noon(1), **{**CONTEST, "choices": choices}) == (400, sentence)


def test_choices_stay_once_somebody_has_voted():
    alice, *_ = table()
    post = sent(browser(alice), noon(1), **CONTEST)
    texts = {"title": post.title, "body": post.body, "by": alice}
    post = posting.edit(post=post, seen=1, at=noon(1), choices=["Carol", "David"], **texts)
    assert post.choices == ["Carol", "David"]
    guest = person("Hannah", at=noon(1))
    say(post, guest, noon(1), ":a:")
    with pytest.raises(RuleBroken, match="Somebody has voted"):
        posting.edit(post=post, seen=2, at=noon(1), choices=["David", "Carol"], **texts)
    assert posting.edit(post=post, seen=2, at=noon(1), **texts).choices == ["Carol", "David"]


def test_a_draft_keeps_its_choices_and_other_kinds_have_none():
    alice, *_ = table()
    client = browser(alice)
    assert ask(client, noon(1), "/posts/new/", **CONTEST, save="1").status_code == 302
    draft = Draft.objects.get()
    assert (draft.choices, draft.get_category_display()) == (["Bobby", "Carol <i>"], "Adjudication")
    plain = sent(client, noon(1), **{**CONTEST, "category": "cfj"})
    assert (plain.choices, plain.get_category_display()) == ([], "Call for Judgment")


# -- further icons, by an enacted change of the law

REVISE = """
[icons.revise]
label = "REVISE"
codes = ["revise", "again"]
picture = "revise"
counts = "nothing"
rule = "Second Thoughts"

[icons.arrow]
label = "ARROW"
codes = ["arrow"]
glyph = "🏹"
counts = "against"
rule = "Bows"

[[icons.arrow.allowed]]
when = "kind == 'petition'"
label = "ARROW is for petitions"
rule = "Bows"

[[effects]]
name = "revised"
label = "to be revised"
icon = "revise"
when = "in_roster && kind == 'petition'"
rule = "Second Thoughts"

[kinds.petition]
label = "Petition"
rule = "Petitions"
implied = "for"
implied_rule = "Petitions"

[[kinds.petition.enact]]
label = "more are FOR after a day"
rule = "Petitions"
all = [
    { when = "f > a && !revised", label = "more are FOR, and nobody asks for a revision" },
    { when = "open >= hours.day", label = "a day has passed" },
]

[[kinds.petition.fail]]
label = "no more are FOR after a day"
rule = "Petitions"
all = [
    { when = "f <= a || revised", label = "no more are FOR, or a revision is asked for" },
    { when = "open >= hours.day", label = "a day has passed" },
]
"""


def test_an_enacted_call_adds_icons_and_a_kind_that_are_then_used():
    alice, bobby, carol, *others = seat(*SEVEN, law="ruleset-86")
    old = law_at(noon(1)).law.text
    change = {"op": "law", "base": old, "text": old + REVISE}
    call = posting.publish(
        by=bobby,
        at=noon(1),
        category=Category.CFJ,
        title="Petitions",
        body="Let us petition.",
        changes=[change],
    )
    petition = {"category": "petition", "title": "More bricks", "body": "Please."}
    assert ask(browser(carol), noon(1), "/posts/new/", **petition).status_code == 400
    vote(call, noon(1), **{"for": [carol, *others]})
    resolving.resolve(post=call, to="enacted", by=alice, at=noon(2))
    post = sent(browser(carol), noon(3), **petition)
    client = browser(bobby)
    ask(client, noon(3, hours=1), reverse("votables:comment", args=[post.pk]), text="Shot! :ARROW:")
    ask(client, noon(3, hours=2), reverse("votables:comment", args=[post.pk]), text="", icon=":again:")
    arrow, revise = post.comments.order_by("pk")
    assert (arrow.cast, revise.cast) == ("arrow", "revise")
    assert '<span class="icon icon-glyph" role="img" aria-label="ARROW" title="ARROW">🏹</span>' in arrow.html
    assert "icons.svg#revise" in revise.html and 'aria-label="REVISE"' in revise.html
    case = PageFrame(noon(4), None).case(post)
    assert (case.marks, case.f, case.a, case.may_enact) == (["to be revised"], 1, 0, False)
    shown = page_of(client, noon(4), post.get_absolute_url())
    assert "To be revised: later votes do not change that." in shown and "REVISE" in shown
    on_proposal = propose(carol, noon(4))
    assert say(on_proposal, bobby, noon(4), ":arrow:").ignored == {"0": "ARROW is for petitions."}
    law_page = page_of(client, noon(4), "/law/")
    assert all(word in law_page for word in (":again:", "🏹", "Petition", "as AGAINST"))


# -- weights

WEIGHT = """
[weight]
formula = "is_emperor ? 3 : 1"
fallback = 1
label = "the emperor's vote weighs three"
rule = "Heavy Heads"
"""


def test_votes_weigh_as_the_law_says():
    alice, bobby, carol, david, *_ = table(document("ruleset-86") + WEIGHT)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [alice], "against": [carol, david]})
    case = PageFrame(noon(1), None).case(post)
    assert (case.f, case.a, case.ruling.tally.valid, case.tally, case.may_enact) == (4, 2, 4, "4–2", False)
    shown = page_of(browser(bobby), noon(1), post.get_absolute_url())
    assert "×3" in shown and "4 FOR, 2 AGAINST in weight" in shown
    assert "The emperor&#x27;s vote weighs three" in page_of(browser(bobby), noon(1), "/law/")
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    weights = dict(Resolution.objects.get().ballots.values_list("player__name", "weight"))
    assert weights == {"Alice": 3, "Bobby": 1, "Carol": 1, "David": 1}


# -- history


def forget_the_kinds(by: Player, at: datetime) -> None:
    with transaction.atomic():
        enact_law(document=document("ruleset-86"), special_cases={}, at=at, by=by, why="Test")


def test_a_kind_that_the_law_no_longer_knows_stays_readable_and_can_be_settled():
    alice, bobby, carol, *_ = table()
    make_admin(carol)
    post = sent(browser(alice), noon(1), **CONTEST)
    vote(post, noon(1), a=bobby)
    forget_the_kinds(alice, noon(2))
    assert docket_at(noon(1, hours=1)).ruling(post).leaders == ("Bobby",)
    assert docket_at(noon(2)).ruling(post) is None
    shown = page_of(browser(carol), noon(2), post.get_absolute_url())
    assert "no longer has matters of the kind “Adjudication”" in shown
    assert archived_categories(law_at(noon(2)).law)["adjudication"] == "Adjudication"
    assert "Two castles" in page_of(browser(carol), noon(2), post.get_absolute_url())
    assert "PROTOTYPE" not in page_of(browser(carol), noon(2), "/archive/?category=adjudication")
    resolving.resolve_against_verdict(
        post=post, to="failed", by=carol, at=noon(2), reason="The rule is gone."
    )
    post.refresh_from_db()
    assert (post.status, post.tally, post.admin_field) == (
        "failed", "", "Failed by Carol. Against the program’s verdict: The rule is gone.",
    )  # fmt: skip
    assert page_of(browser(carol), noon(3), post.get_absolute_url())


def test_a_post_keeps_what_the_law_called_its_category():
    alice, bobby, *_ = table()
    post = propose(bobby, noon(1))
    renamed = BRICKS.replace('[kinds.proposal]\nlabel = "Proposal"', '[kinds.proposal]\nlabel = "Motion"')
    with transaction.atomic():
        enact_law(document=renamed, special_cases={}, at=noon(2), by=alice, why="Test")
    later = propose(bobby, noon(2))
    assert (post.get_category_display(), later.get_category_display()) == ("Proposal", "Motion")
    assert next(iter(archived_categories(law_at(noon(2)).law).items())) == ("proposal", "Motion")
    assert ">Motion<" in page_of(browser(bobby), noon(2), "/posts/new/")


def test_a_game_with_matters_of_its_own_comes_back_from_its_file():
    alice, bobby, carol, *others = table()
    post = sent(browser(alice), noon(1), **CONTEST)
    vote(post, noon(1), a=[bobby, carol], b=others[0])
    sent(browser(bobby), noon(1), **TITLE)
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(3))
    exported = "".join(export_game(at=noon(4)))
    (title,) = Post.objects.exclude(pk=post.pk)
    assert [entry.id for entry in read_file(exported).game.matters] == [str(title.pk)]
    assert read_file(exported).law.name == "ruleset-86"
    facts = Resolution.objects.get().facts
    (kept,) = facts["history"]["matters"]
    assert (kept["choices"], len(kept["comments"])) == (["Bobby", "Carol <i>"], 3)
    assert [entry["id"] for entry in facts["matters"]] == [str(title.pk)]
    empty()
    import_game(read_file(exported), at=noon(4))
    assert "".join(export_game(at=noon(4))) == exported
    decided = Post.objects.get(category="adjudication")
    assert decided.choices == ["Bobby", "Carol <i>"]
    assert (decided.get_category_display(), decided.status) == ("Adjudication", "enacted")


def test_votes_weigh_what_the_tracker_keeps_of_their_voters():
    weight = WEIGHT.replace("is_emperor ? 3 : 1", "voter.gold")
    alice, bobby, carol, *_ = table(document("ruleset-86") + weight)
    track(define("gold", default="2"), by=alice, at=noon(0))
    update(leave=GIVEN, by=alice, at=noon(0), steps=[put("gold", "7", *whose(carol))], comment="Rich")
    post = propose(bobby, noon(1))
    vote(post, noon(1), against=carol)
    assert {name: given.weight for name, given in docket_at(noon(1)).ruling(post).votes.items()} == {
        "Bobby": 2,
        "Carol": 7,
    }
    update(leave=GIVEN, by=alice, at=noon(2), steps=[put("gold", "1", *whose(carol))], comment="Poor")
    assert (docket_at(noon(1)).ruling(post).tally.a, docket_at(noon(2)).ruling(post).tally.a) == (7, 1)
    with pytest.raises(RuleBroken):
        resolving.resolve(post=post, to="failed", by=alice, at=noon(2))
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(3))
    assert Resolution.objects.get().facts["history"]["holdings"]["Carol"] == {"gold": 1}
