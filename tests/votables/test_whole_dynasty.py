"""A whole dynasty played in the browser, from its Ascension Address to the next: proposals with changes, what is
tracked, an idling and a return, a declaration of victory that fails, one that is enacted, a mantle that passes. Every
refusal on the way names the rule that refused, and that rule stands in the ruleset in force.

It is played over the real text of each ruleset, and over one of our own words that has the rules of it.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime
from html import unescape
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from gamestate.queries.snapshot import state_now
from players.models import Dynasty, Player
from ruleset.models import Revision, RuleVersion
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.text.reading import guess, read
from ruleset.text.tree import Node, Tree, bare, part_of
from tests.blognomic.shown import as_shown, words_shown
from tests.gamestate.tracker import shown
from votables.models import Post
from votables.queries.judge_facts import docket_at

from .table import BEGINNING, noon, seat
from .test_views_changes_of_gamestate import DEFINITION

pytestmark = [pytest.mark.sweep, pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

LAWS = ("ruleset-211", "ruleset-86")
NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen", "Frank")
STUBS = Path(__file__).with_name("rulebooks")
REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "rulesets"
NO_TEXTS = "the texts of the real rulesets, ../shared/data/rulesets, are not here"


@dataclass
class Play:
    """The game in the browser at an instant. `refusals` are the rules that refused, as the pages named them."""

    at: datetime = BEGINNING
    clients: dict[str, Client] = field(default_factory=dict)
    refusals: list[str] = field(default_factory=list)

    def browser(self, who: str) -> Client:
        if who not in self.clients:
            self.clients[who] = Client()
            self.clients[who].force_login(Player.objects.get(name=who))
        return self.clients[who]

    def go(self, who: str, path: str, **query: object) -> str:
        with time_machine.travel(self.at, tick=False):
            return words_of(self.browser(who).get(path, query))

    def sent(self, who: str, path: str, fields: dict[str, object]) -> HttpResponse:
        with time_machine.travel(self.at, tick=False):
            return self.browser(who).post(path, fields)

    def send(self, who: str, path: str, **fields: object) -> HttpResponse:
        response = self.sent(who, path, fields)
        assert response.status_code == 302, words_of(response)
        return response

    def refused(self, who: str, path: str, *, saying: str, **fields: object) -> str:
        """Send something that is refused. Answers the rule that the page names."""
        response = self.sent(who, path, fields)
        page = unescape(response.content.decode())
        assert response.status_code in (403, 409), (response.status_code, words_of(response))
        assert saying in words_of(response), words_of(response)
        named = re.findall(r'(?:role="alert">|<dl class="facts">).*?<cite>(.*?)</cite>', page, re.DOTALL)
        assert len(named) == 1, words_of(response)
        return self.note(named[0])

    def note(self, rule: str) -> str:
        """Keep what rule refused, which must be one of those in force."""
        standing = RuleVersion.objects.standing_at(revision_at(self.at).pk)
        assert rule in {bare(title) for title in standing.values_list("title", flat=True)}
        self.refusals.append(rule)
        return rule

    def stopped(self, who: str, path: str, *, saying: str) -> None:
        """Look at the page of something that may not be done now, and says so instead of asking."""
        with time_machine.travel(self.at, tick=False):
            page = unescape(self.browser(who).get(path).content.decode())
        match = re.search(r"<b>Not now:</b> ([^<]*)<cite>(.*?)</cite>", page)
        assert match and saying in match[1], page
        self.note(match[2])

    def post(self, who: str, category: str, title: str, **more: object) -> Post:
        fields = {"category": category, "title": title, "body": "Words.", **more}
        self.send(who, "/posts/new/", **fields)
        return Post.objects.latest("pk")

    def change(self, post: Post, op: str, **fields: object) -> None:
        """Attach a change to the author's own post."""
        path = reverse("votables:add_post_change", args=[post.pk])
        post.refresh_from_db()
        self.send(post.author.name, path, op=op, seen=post.version, **fields)
        post.refresh_from_db()

    def vote(self, post: Post, **votes: str) -> None:
        for icon, names in votes.items():
            for name in names.split():
                self.send(name, f"/posts/{post.pk}/comment/", icon=f":{icon.rstrip('_')}:", confirmed="on")

    def resolve(self, post: Post, to: str) -> str:
        self.send("Alice", f"/posts/{post.pk}/resolve/{to}/")
        return self.go("Carol", f"/posts/{post.pk}/")

    def ascend(self, who: str, **fields: object) -> str:
        """See what an address would do, then make it. Answers the page that showed it."""
        revisions, dynasties = Revision.objects.count(), Dynasty.objects.count()
        page = self.sent(
            who, "/posts/ascend/", {"body": "Words.", "step": "preview", **fields}
        ).content.decode()
        assert (Revision.objects.count(), Dynasty.objects.count()) == (revisions, dynasties), "only shown"
        self.send(who, "/posts/ascend/", **{"body": "Words.", "step": "publish", **fields})
        return re.search(
            r'<section class="panel" id="what-it-would-do">.*?</section>\s*<form', page, re.DOTALL
        )[0]


def words_of(answer: HttpResponse) -> str:
    page = answer.content.decode()
    main = re.search(r"<main.*</main>", page, re.DOTALL)
    return words_shown(main[0] if main else page)


def tree_at(at: datetime) -> Tree:
    return tree_after(revision_at(at).pk)


def rules(at: datetime) -> dict[str, str]:
    return {node.name: node.text for node in tree_at(at).walk()}


def dynastic(tree: Tree) -> list[Node]:
    """The rules of the dynasty, all levels of them."""
    (section,) = (each for each in tree.sections if part_of(each) == "dynastic")
    return [node for rule in section.children for node in rule.walk()]


def found(law: str, source: Path) -> Play:
    """A game under the law with the rules of the file, which Bobby has just won, with Alice as its founder, admin and
    emperor."""
    with time_machine.travel(BEGINNING, tick=False):
        call_command("import_ruleset", str(source), verbosity=0)
    seat(*NAMES, law=law, ruleset="starting")
    play = Play(noon(1))
    won = play.post("Bobby", "dov", "I have won")
    play.vote(won, for_="Alice Carol David Ellen")
    play.at = noon(2)
    page = play.resolve(won, "enacted")
    assert f"Bobby became {WORDS[law]['emperor'].lower()}." in page
    assert "An interregnum began: the game waits for an Ascension Address ." in page
    return play


WORDS = {
    "ruleset-211": {"players": "Villagers", "player": "Villager", "emperors": "Blizzards", "emperor": "Blizzard"},
    "ruleset-86": {
        "players": "Mini Figures", "player": "Mini Figure", "emperors": "Brick Masters", "emperor": "Brick Master"
    },
}  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
def test_a_whole_dynasty_is_played_from_ascension_to_ascension(law):
    play_through(law, STUBS / f"{law}.md")


@pytest.mark.skipif(not REAL.exists(), reason=NO_TEXTS)
@pytest.mark.parametrize("law", LAWS)
def test_a_whole_dynasty_is_played_over_the_real_text(law):
    play_through(law, REAL / f"{law}.wiki")


@pytest.mark.skipif(not REAL.exists(), reason=NO_TEXTS)
@pytest.mark.parametrize("law", LAWS)
def test_the_rulebooks_of_our_own_words_have_the_rules_of_the_real_texts(law):
    mine, theirs = (
        [
            (each.number, each.node.title)
            for each in tree.placed()
            if each.depth and part_of(tree.section_of(each.node.key)) != "dynastic"
        ]
        for tree in (keyed(STUBS / f"{law}.md"), keyed(REAL / f"{law}.wiki"))
    )
    assert mine == theirs


def keyed(path: Path) -> Tree:
    return read(path.read_text(), format=guess(path.name, ""))


def play_through(law: str, source: Path) -> None:
    play = found(law, source)
    begin(play, law)
    propose_and_track(play)
    idle_and_return(play)
    declare_in_vain(play)
    declare_and_win(play)
    pass_the_mantle(play, law)
    ascend_again(play, law)
    assert play.refusals == REFUSALS[law]


KEEPERS = {"player": "Keeper", "players": "Keepers", "emperor": "Warden", "emperors": "Wardens"}
GULLS = {"player": "Gull", "players": "Gulls", "emperor": "Tern", "emperors": "Terns"}


def begin(play: Play, law: str) -> None:
    """Bobby's Ascension Address: the words are checked, the old dynastic rules but one go, the new words are
    everywhere, a special case is switched off. All of it is shown before."""
    before = tree_at(play.at)
    kept = dynastic(before)[0]
    fields = {"title": "Ascension Address: The Lamp", "keep": kept.key}
    switched = before.named("Dynastic Distance")
    fields |= {f"case_{rule.key}": "inactive" for rule in switched}
    play.stopped("Carol", "/posts/ascend/", saying="can make the Ascension Address.")
    play.refused(
        "Bobby", "/posts/ascend/", saying="differ", body="W.", step="publish", **fields,
        **{**KEEPERS, "emperor": "Keeper", "emperors": "Keepers"},
    )  # fmt: skip
    page = play.ascend("Bobby", **fields, **KEEPERS)
    check_shown(page, law, before, kept=kept.key, switched={rule.key for rule in switched})
    after = tree_at(play.at)
    assert [(node.key, node.text) for node in dynastic(after)] == [(kept.key, worded(kept.text, law))]
    text = "\n".join(f"{node.title} {node.text}" for node in after.walk())
    assert said_in(KEEPERS).search(text) and not said_in(WORDS[law]).search(text)
    dynasty = Dynasty.objects.latest("number")
    assert (dynasty.name, dynasty.theme, dynasty.started_at) == (
        "The First Dynasty of Bobby", "The Lamp", noon(2),
    )  # fmt: skip
    assert law_at(play.at).special_cases.get("Dynastic Distance", True) is (not switched)


def said_in(words: dict[str, str]) -> re.Pattern[str]:
    """Where a text has one of the words for people."""
    return re.compile(rf"\b(?:{'|'.join(words.values())})\b", re.IGNORECASE)


def worded(text: str, law: str) -> str:
    """A text of the law's ruleset in the words of Bobby's dynasty."""
    for what, was in WORDS[law].items():
        text = text.replace(was, KEEPERS[what])
    return text


def check_shown(page: str, law: str, before: Tree, *, kept: str, switched: set[str]) -> None:
    """What an address would do is shown: each rule that it repeals, and each that it says in other words or switches to
    its default or as it says."""
    gone = {node.key for node in dynastic(before)} - {kept}
    cases = [rule for s in before.sections if part_of(s) == "special_case" for rule in s.children]
    switched = switched | {rule.key for rule in cases if rule.is_active != rule.default_is_active}
    touched = switched | {n.key for n in before.walk() if said_in(WORDS[law]).search(f"{n.title} {n.text}")}
    repealed = [node.title for node in before.walk() if node.key in gone]
    changed = [worded(node.name, law) for node in before.walk() if node.key in touched - gone]
    titles = re.findall(r"<p><b>(<del>)?[\d.]+ ([^<]*)", as_shown(page))
    assert sorted(unescape(title) for struck, title in titles if struck) == sorted(repealed)
    assert sorted(bare(unescape(title)) for struck, title in titles if not struck) == sorted(changed)
    assert f"{len(titles)} rules change." in page
    assert "<b>Keepers</b> (one <b>Keeper</b>)" in page and "<b>Warden</b>" in page
    assert f"<del>{WORDS[law]['player']}</del><ins>Keeper</ins>" in page


def propose_and_track(play: Play) -> None:
    """Two proposals with changes of rules, gamestate and roster; what they define is played with."""
    play.at = noon(3)
    (section,) = (each.key for each in tree_at(play.at).sections if part_of(each) == "dynastic")
    oil = play.post("Carol", "proposal", "Oil")
    play.change(oil, "add", base=0, parent=section, after="", title="Oil", text="Each Keeper has Oil.")
    play.change(
        oil, "track.define", where="player", key="oil", name="Oil", **{**DEFINITION, "default": "5", "to": ""}
    )
    names = play.post("David", "proposal", "Names")
    ellen, carol = (Player.objects.get(name=name) for name in ("Ellen", "Carol"))
    play.change(names, "roster.rename", player=ellen.pk, name="Helena")
    play.change(names, "roster.make-admin", player=carol.pk)
    assert names.amends == ["roster"]
    page = play.go("Frank", f"/posts/{names.pk}/")
    assert "Ellen is renamed to Helena." in page and "Carol becomes an admin." in page
    call = play.post("Frank", "cfj", "Names by call")
    play.refused(
        "Frank", f"/posts/{call.pk}/changes/add/", saying="Only a Proposal can rename",
        op="roster.rename", seen=call.version, player=ellen.pk, name="Helena",
    )  # fmt: skip
    play.post("Carol", "proposal", "More")
    fields = {"category": "proposal", "title": "Still more", "body": "Words."}
    play.refused("Carol", "/posts/new/", saying="has reached the limit", **fields)
    for post in (oil, names):
        play.vote(post, for_="Alice Bobby Frank")
    play.refused("Alice", f"/posts/{oil.pk}/resolve/enacted/", saying="cannot be enacted now")
    play.refused("Frank", f"/posts/{oil.pk}/resolve/enacted/", saying="Only an admin")
    play.at = noon(4)
    page = play.resolve(oil, "enacted")
    assert "Rules changed ." in page and "Gamestate changed ." in page
    assert "Ellen is renamed to Helena . Carol becomes an admin ." in play.resolve(names, "enacted")
    assert rules(play.at)["Oil"] == "Each Keeper has Oil."
    play.refused("Frank", f"/posts/{oil.pk}/comment/", saying="Comments on it are closed", text="Too late")
    play.clients["Helena"] = play.clients.pop("Ellen")
    play.send("Carol", "/gamestate/edit/", **{cell(play, "Carol"): "+3", "comment": "Found some"})
    assert shown("oil")["Carol"] == "8"


def cell(play: Play, who: str) -> str:
    """What the form calls the oil of a player, with the version of it that they look at."""
    player = Player.objects.get(name=who)
    pattern = re.compile(rf'name="({state_now().variable_of("oil").id}/player:{player.pk}@\d*)"')
    with time_machine.travel(play.at, tick=False):
        form = play.browser(who).get("/gamestate/edit/", {"player": player.pk})
    return pattern.search(form.content.decode())[1]


def idle_and_return(play: Play) -> None:
    """Frank asks to be idled, is, and comes back when the law lets him."""
    frank = Player.objects.get(name="Frank")
    play.refused("David", f"/dashboard/players/{frank.pk}/idle/", saying="Only an admin")
    play.refused("Alice", f"/dashboard/players/{frank.pk}/idle/", saying="not asked to be idled")
    play.post("Frank", "", "Time off", asks="idle")
    play.send("Alice", f"/dashboard/players/{frank.pk}/idle/")
    assert docket_at(play.at).verdict.roster == ("Alice", "Bobby", "Carol", "David", "Helena")
    play.at = noon(6)
    play.post("Frank", "", "Back soon", asks="unidle")
    play.refused("Alice", f"/dashboard/players/{frank.pk}/unidle/", saying="less than 96 hours ago")
    play.at = noon(8)
    play.post("Frank", "", "Back", asks="unidle")
    play.send("Alice", f"/dashboard/players/{frank.pk}/unidle/")
    assert shown("oil")["Frank"] == "5"


def declare_in_vain(play: Play) -> None:
    """David's declaration fails, and he has to wait; the game stood still meanwhile."""
    fields = {"category": "proposal", "title": "Meanwhile", "body": "Words."}
    play.refused(
        "Bobby", "/posts/new/", saying="can declare victory", category="dov", title="Mine", body="I."
    )
    post = play.post("David", "dov", "Mine")
    play.refused("Frank", "/posts/new/", saying="A declaration of victory is pending", **fields)
    oil = {cell(play, "Carol"): "+1", "comment": "More"}
    play.refused("Carol", "/gamestate/edit/", saying="nobody can take dynastic actions", **oil)
    play.refused("Alice", f"/posts/{post.pk}/resolve/failed/", saying="cannot be failed now")
    play.vote(post, against="Alice Bobby Carol Helena Frank")
    play.at = noon(9)
    page = play.resolve(post, "failed")
    assert "The hiatus ended with it." in page
    assert "David cannot declare victory before 16 March 2026, 12:00 UTC." in page
    play.refused(
        "David", "/posts/new/", saying="must wait 120 hours", category="dov", title="Mine", body="I."
    )
    assert "Possible from" in play.go("David", "/posts/new/")


def declare_and_win(play: Play) -> None:
    """Carol wins; David's second declaration fails with hers."""
    play.at = noon(14)
    own, other = play.post("Carol", "dov", "I won"), play.post("David", "dov", "Mine after all")
    play.vote(own, for_="Alice Bobby Helena Frank")
    play.at = noon(15)
    page = play.resolve(own, "enacted")
    assert "Mine after all failed with it." in page
    assert "Carol became warden." in page
    assert "An interregnum began" in page
    assert "Failed" in play.go("Carol", f"/posts/{other.pk}/")
    assert docket_at(play.at).emperor.name == "Carol"


def pass_the_mantle(play: Play, law: str) -> None:
    """Carol does not want to rule: the mantle passes to Helena, by a post or, where that is limited, by a call."""
    helena, bobby = (Player.objects.get(name=name) for name in ("Helena", "Bobby"))
    fields = {"category": "proposal", "title": "Meanwhile", "body": "Words."}
    play.refused("Frank", "/posts/new/", saying="Ascension Address has not come yet", **fields)
    play.refused("Frank", "/posts/mantle/", saying="can pass the mantle", to=helena.pk)
    if law == "ruleset-86":
        play.send("Carol", "/posts/mantle/", to=helena.pk, body="She earned it.")
    else:
        play.refused(
            "Carol", "/posts/mantle/", saying="only an enacted Call for Judgement can pass", to=helena.pk
        )
        wrong = play.post("Frank", "cfj", "The mantle stays")
        play.change(wrong, "roster.emperor", player=bobby.pk)
        page = play.go("Frank", f"/posts/{wrong.pk}/")
        assert "of the dynasty that has just ended." in page
        call = play.post("Carol", "cfj", "The mantle")
        play.change(call, "roster.emperor", player=helena.pk)
        assert "The mantle passes to Helena." in play.go("Frank", f"/posts/{call.pk}/")
        play.vote(call, for_="Alice Helena Frank")
        assert "The mantle passes to Helena ." in play.resolve(call, "enacted")
    assert docket_at(play.at).emperor == helena


def ascend_again(play: Play, law: str) -> None:
    """Helena's Ascension Address ends the interregnum and begins the next dynasty."""
    play.at = noon(16)
    play.stopped("Carol", "/posts/ascend/", saying="can make the Ascension Address.")
    before = tree_at(play.at)
    page = play.ascend("Helena", title="Ascension Address: The Sea", pages="Chart", **GULLS)
    assert "No longer tracked, but still readable: Oil." in page and "New pages: Chart." in page
    assert re.findall(r"<del>[\d.]+ ([^<]*)", page) == [node.title for node in dynastic(before)]
    assert list(Dynasty.objects.order_by("number").values_list("name", flat=True)) == [
        "The First Dynasty of Alice",
        "The First Dynasty of Bobby",
        "The First Dynasty of Helena",
    ]
    docket = docket_at(play.at)
    assert (docket.emperor.name, docket.verdict.standstill) == ("Helena", ())
    after = tree_at(play.at)
    assert (dynastic(after), law_at(play.at).special_cases) == ([], {})
    text = "\n".join(f"{node.title} {node.text}" for node in after.walk())
    assert said_in(GULLS).search(text) and not said_in(KEEPERS).search(text)
    state = state_now(pages=True)
    assert (len(state.variables), [page.title for page in state.pages.values()]) == (0, ["Chart"])
    page = play.go("Frank", "/players/dynasties/")
    assert "The First Dynasty of Helena" in page and "The Sea" in page
    play.post("Frank", "proposal", "It goes on")


VICTORY = "Victory and Ascension"
# In the order of the play: the words, a rename by call, the limit, two ways not to resolve, a comment on what is
# resolved, idling and coming back, declarations and the hiatus, the interregnum, the mantle, the address again.
REFUSALS = {
    "ruleset-211": [
        VICTORY, "Synonyms", "Keepers", "Proposals", *["Enacting and Failing"] * 3,
        "Keepers", "Idle Keepers", "Idle Keepers",
        VICTORY, VICTORY, VICTORY, "Enacting and Failing", VICTORY,
        "Dynasties", VICTORY, "Mantle Limitations", VICTORY,
    ],
    "ruleset-86": [
        VICTORY, "Fair Play", "Keepers", "Proposals", *["Resolution of Proposals"] * 3,
        "Keepers", "Keepers", "Keepers",
        VICTORY, VICTORY, VICTORY, "Resolution of Proposals", VICTORY,
        VICTORY, VICTORY, VICTORY,
    ],
}  # fmt: skip
