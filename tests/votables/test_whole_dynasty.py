"""A whole dynasty played in the browser, from its Ascension Address to the next: proposals with changes, what is
tracked, an idling and a return, a declaration of victory that fails, one that is enacted, a mantle that passes. Every
refusal on the way names the rule that refused."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from html import unescape

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from gamestate.queries.snapshot import state_now
from players.models import Dynasty, Player
from ruleset.queries import revision_at, tree_after
from ruleset.tree import Node, Tree
from tests.gamestate.tracker import shown
from votables.docket import docket
from votables.models import Post
from votables.services import founding

from .table import BEGINNING, Kind, event, noon, person
from .test_views_changes_of_gamestate import DEFINITION

pytestmark = pytest.mark.django_db

NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen", "Frank", "Grace")
RULES = Tree(
    (
        Node("core", "Core Rules", "", (Node("idle", "Idle Players", "Players may idle; ask the Emperor."),)),
        Node("dynastic", "Dynastic Rules", "", (Node("snow", "Snow", "It snows on every Player."),)),
        Node("special", "Special Case", "", (Node("mantle", "Mantle Limitations [Active]", "By CfJ."),)),
        Node("appendix", "Appendix", "", (Node("words", "Synonyms", "- Player (Player)\n- Emperor (Emperor)"),)),
    )
)  # fmt: skip


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

    def sent(self, who: str, path: str, told: dict[str, object]) -> HttpResponse:
        with time_machine.travel(self.at, tick=False):
            return self.browser(who).post(path, told)

    def send(self, who: str, path: str, **told: object) -> HttpResponse:
        found = self.sent(who, path, told)
        assert found.status_code == 302, words_of(found)
        return found

    def refused(self, who: str, path: str, *, saying: str, **told: object) -> str:
        """Send something that is refused. Answers the rule that the page names."""
        found = self.sent(who, path, told)
        page = unescape(found.content.decode())
        assert found.status_code in (403, 409), (found.status_code, words_of(found))
        assert saying in words_of(found), words_of(found)
        named = re.findall(r'(?:role="alert">|<dl class="facts">).*?<cite>(.*?)</cite>', page, re.DOTALL)
        assert len(named) == 1, words_of(found)
        self.refusals.append(named[0])
        return named[0]

    def post(self, who: str, category: str, title: str, **more: object) -> Post:
        told = {"category": category, "title": title, "body": "Words.", **more}
        self.send(who, "/posts/new/", **told)
        return Post.objects.latest("pk")

    def change(self, post: Post, op: str, **told: object) -> None:
        """Attach a change to the author's own post."""
        path = reverse("votables:add_post_change", args=[post.pk])
        post.refresh_from_db()
        self.send(post.author.name, path, op=op, seen=post.version, **told)
        post.refresh_from_db()

    def vote(self, post: Post, **votes: str) -> None:
        for icon, names in votes.items():
            for name in names.split():
                self.send(name, f"/posts/{post.pk}/comment/", icon=f":{icon.rstrip('_')}:", confirmed="on")

    def resolve(self, post: Post, to: str) -> str:
        self.send("Alice", f"/posts/{post.pk}/resolve/{to}/")
        return self.go("Carol", f"/posts/{post.pk}/")

    def ascend(self, who: str, title: str, **told: object) -> HttpResponse:
        told = {"title": title, "body": "Words.", "step": "publish", **told}
        return self.send(who, "/posts/ascend/", **told)


def words_of(answer: HttpResponse) -> str:
    page = answer.content.decode()
    main = re.search(r"<main.*</main>", page, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main[0] if main else page)).split())


def rules(at: datetime) -> dict[str, str]:
    return {node.name: node.text for node in tree_after(revision_at(at).pk).walk()}


def found(law: str) -> Play:
    """A game under the law that Bobby has just won, with Alice as its founder, admin and emperor."""
    founder, *others = [person(name) for name in NAMES]
    founding.found_game(founder=founder, law=law, at=BEGINNING, theme="Tests", ruleset=RULES)
    for other in others:
        event(other, Kind.JOINED, at=BEGINNING)
    play = Play(noon(1))
    won = play.post("Bobby", "dov", "I have won")
    play.vote(won, for_="Alice Carol David Ellen Frank Grace")
    play.at = noon(2)
    page = play.resolve(won, "enacted")
    assert "Bobby became emperor." in page
    assert "An interregnum began: the game waits for an Ascension Address ." in page
    return play


LIMITED = {"ruleset-211": True, "ruleset-86": False}


@pytest.mark.parametrize("law", LIMITED)
def test_a_whole_dynasty_is_played_from_ascension_to_ascension(law):
    play = found(law)
    begin(play)
    propose_and_track(play, law)
    idle_and_return(play)
    declare_in_vain(play, law)
    declare_and_win(play)
    pass_the_mantle(play, law)
    ascend_again(play)
    assert play.refusals == REFUSALS[law]


def begin(play: Play) -> None:
    """Bobby's Ascension Address: the words are checked, the old dynastic rules go, the new words are everywhere."""
    people = {"player": "Keeper", "players": "Keepers", "emperor": "Warden", "emperors": "Wardens"}
    assert "Only the emperor makes the Ascension Address." in play.go("Carol", "/posts/ascend/")
    told = {"title": "Ascension Address: The Lamp", "body": "Light it.", "step": "publish"}
    play.refused("Bobby", "/posts/ascend/", saying="differ", **told, **{**people, "emperor": "Keeper"})
    play.ascend("Bobby", "Ascension Address: The Lamp", **people)
    dynasty = Dynasty.objects.latest("number")
    assert (dynasty.name, dynasty.theme, dynasty.started_at) == (
        "The First Dynasty of Bobby",
        "The Lamp",
        noon(2),
    )
    assert rules(play.at)["Idle Keepers"] == "Keepers may idle; ask the Warden."
    assert "Snow" not in rules(play.at)


def propose_and_track(play: Play, law: str) -> None:
    """Two proposals with changes of rules, gamestate and roster; what they define is played with."""
    play.at = noon(3)
    section = next(
        node.key for node in tree_after(revision_at(play.at).pk).sections if node.name == "Dynastic Rules"
    )
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
    page = play.go("Grace", f"/posts/{names.pk}/")
    assert "Ellen is renamed to Helena." in page and "Carol becomes an admin." in page
    call = play.post("Grace", "cfj", "Names by call")
    play.refused(
        "Grace", f"/posts/{call.pk}/changes/add/", saying="to rename a player takes a Proposal",
        op="roster.rename", seen=call.version, player=ellen.pk, name="Helena",
    )  # fmt: skip
    play.post("Carol", "proposal", "More")
    told = {"category": "proposal", "title": "Still more", "body": "Words."}
    play.refused("Carol", "/posts/new/", saying="has already reached the limit", **told)
    for post in (oil, names):
        play.vote(post, for_="Alice Bobby Ellen Frank Grace")
    play.refused("Alice", f"/posts/{oil.pk}/resolve/enacted/", saying="may not be enacted now")
    play.refused("Frank", f"/posts/{oil.pk}/resolve/enacted/", saying="Only an admin")
    play.at = noon(4)
    page = play.resolve(oil, "enacted")
    assert "What changed in the rules ." in page and "What changed in the gamestate ." in page
    assert "Ellen is renamed to Helena . Carol becomes an admin ." in play.resolve(names, "enacted")
    assert rules(play.at)["Oil"] == "Each Keeper has Oil."
    play.clients["Helena"] = play.clients.pop("Ellen")
    state = state_now()
    variable = state.variable_of("oil")
    cell = re.compile(rf'name="({variable.id}/player:{carol.pk}@\d*)"')
    with time_machine.travel(play.at, tick=False):
        form = play.browser("Carol").get("/gamestate/edit/", {"player": carol.pk}).content.decode()
    sent = {cell.search(form)[1]: "+3", "comment": "Found some"}
    play.send("Carol", "/gamestate/edit/", **sent)
    assert shown("oil")["Carol"] == "8"


def idle_and_return(play: Play) -> None:
    """Frank asks to be idled, is, and comes back when the law lets him."""
    frank = Player.objects.get(name="Frank")
    play.refused("Grace", f"/dashboard/players/{frank.pk}/idle/", saying="Only an admin")
    play.refused("Alice", f"/dashboard/players/{frank.pk}/idle/", saying="not asked to be idled")
    play.post("Frank", "", "Time off", asks="idle")
    play.send("Alice", f"/dashboard/players/{frank.pk}/idle/")
    assert docket(play.at).verdict.roster == ("Alice", "Bobby", "Carol", "David", "Grace", "Helena")
    play.at = noon(6)
    play.post("Frank", "", "Back soon", asks="unidle")
    play.refused("Alice", f"/dashboard/players/{frank.pk}/unidle/", saying="less than 96 hours ago")
    play.at = noon(8)
    play.post("Frank", "", "Back", asks="unidle")
    play.send("Alice", f"/dashboard/players/{frank.pk}/unidle/")
    assert shown("oil")["Frank"] == "5"


def declare_in_vain(play: Play, law: str) -> None:
    """David's declaration fails, and he has to wait; the game stood still meanwhile."""
    told = {"category": "proposal", "title": "Meanwhile", "body": "Words."}
    play.refused("Bobby", "/posts/new/", saying="The warden may not", category="dov", title="Mine", body="I.")
    post = play.post("David", "dov", "Mine")
    play.refused("Grace", "/posts/new/", saying="A declaration of victory is pending", **told)
    carol = Player.objects.get(name="Carol")
    variable = state_now().variable_of("oil")
    with time_machine.travel(play.at, tick=False):
        form = play.browser("Carol").get("/gamestate/edit/", {"player": carol.pk}).content.decode()
    name = re.search(rf'name="({variable.id}/player:{carol.pk}@\d*)"', form)[1]
    play.refused("Carol", "/gamestate/edit/", saying="no dynastic actions", **{name: "+1", "comment": "More"})
    play.vote(post, against="Alice Bobby Carol Helena Frank Grace")
    play.at = noon(9)
    page = play.resolve(post, "failed")
    assert "The hiatus ended with it." in page
    assert "David may not declare victory before 16 March 2026, 12:00 UTC." in page
    play.refused(
        "David", "/posts/new/", saying="another for 120 hours", category="dov", title="Mine", body="I."
    )
    assert "It is allowed from" in play.go("David", "/posts/new/")


def declare_and_win(play: Play) -> None:
    """Carol wins; David's second declaration fails with hers."""
    play.at = noon(14)
    own, other = play.post("Carol", "dov", "I won"), play.post("David", "dov", "Mine after all")
    play.vote(own, for_="Alice Bobby Helena Frank Grace")
    play.at = noon(15)
    page = play.resolve(own, "enacted")
    assert "Mine after all failed with it." in page
    assert "Carol became emperor." in page
    assert "An interregnum began" in page
    assert "Failed" in play.go("Carol", f"/posts/{other.pk}/")
    assert docket(play.at).emperor.name == "Carol"


def pass_the_mantle(play: Play, law: str) -> None:
    """Carol does not want to rule: the mantle passes to Helena, by a post or, where that is limited, by a call."""
    helena, bobby = (Player.objects.get(name=name) for name in ("Helena", "Bobby"))
    told = {"category": "proposal", "title": "Meanwhile", "body": "Words."}
    play.refused("Grace", "/posts/new/", saying="Ascension Address has not come yet", **told)
    play.refused("Grace", "/posts/mantle/", saying="Only the emperor passes", to=helena.pk)
    if not LIMITED[law]:
        play.send("Carol", "/posts/mantle/", to=helena.pk, body="She earned it.")
    else:
        play.refused("Carol", "/posts/mantle/", saying="only as the result of", to=helena.pk)
        wrong = play.post("Grace", "cfj", "The mantle stays")
        play.change(wrong, "roster.emperor", player=bobby.pk)
        page = play.go("Grace", f"/posts/{wrong.pk}/")
        assert "Bobby was the emperor of the dynasty that has just ended." in page
        call = play.post("Carol", "cfj", "The mantle")
        play.change(call, "roster.emperor", player=helena.pk)
        assert "The mantle passes to Helena." in play.go("Grace", f"/posts/{call.pk}/")
        play.vote(call, for_="Alice Helena Frank Grace")
        assert "The mantle passes to Helena ." in play.resolve(call, "enacted")
    assert docket(play.at).emperor == helena


def ascend_again(play: Play) -> None:
    """Helena's Ascension Address ends the interregnum and begins the next dynasty."""
    play.at = noon(16)
    assert "Only the emperor makes the Ascension Address." in play.go("Carol", "/posts/ascend/")
    people = {"player": "Gull", "players": "Gulls", "emperor": "Tide", "emperors": "Tides"}
    play.ascend("Helena", "Ascension Address: The Sea", **people, pages="Chart")
    assert list(Dynasty.objects.order_by("number").values_list("name", flat=True)) == [
        "The First Dynasty of Alice",
        "The First Dynasty of Bobby",
        "The First Dynasty of Helena",
    ]
    held = docket(play.at)
    assert (held.emperor.name, held.verdict.standstill) == ("Helena", ())
    assert rules(play.at)["Idle Gulls"] == "Gulls may idle; ask the Tide." and "Oil" not in rules(play.at)
    state = state_now(pages=True)
    assert (len(state.variables), [page.title for page in state.pages.values()]) == (0, ["Chart"])
    page = play.go("Grace", "/players/dynasties/")
    assert "The First Dynasty of Helena" in page and "The Sea" in page
    play.post("Grace", "proposal", "It goes on")


VICTORY = "Victory and Ascension"
BEFORE = ["Synonyms", "Keepers", "Proposals", "Enacting and Failing", "Enacting and Failing", "Keepers"]
REFUSALS = {
    "ruleset-211": [
        *BEFORE, "Idle Keepers", "Idle Keepers", *[VICTORY] * 4, "Dynasties", VICTORY, "Mantle Limitations"
    ],
    "ruleset-86": [*BEFORE, "Keepers", "Keepers", *[VICTORY] * 4, VICTORY, VICTORY],
}  # fmt: skip
