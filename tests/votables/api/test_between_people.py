"""What is between people, by program: mentors, who is blocked, orders to the emperor, what the emperor shows."""

from datetime import timedelta

import pytest

from blognomic.text.instants import format_instant
from gamestate.models import Showing
from players.models import MentoringRequest, Mentorship, Player
from tests.blognomic.api.programs import ask, token_of
from tests.votables.stage import NOW, Stage
from votables.models import Post

pytestmark = pytest.mark.django_db


@pytest.fixture
def token(stage: Stage):
    """Makes a token of the person who is called so on the stage."""

    def made(name: str, *scopes: str) -> str:
        return token_of(stage.people[name], *scopes, at=NOW)

    return made


def person(stage: Stage, name: str) -> dict[str, object]:
    player: Player = stage.people[name]
    return {"id": player.pk, "name": player.name}


# -- mentors


def test_everybody_sees_who_could_mentor_whom_and_only_the_asked_what_is_asked(stage, token):
    answer = ask("GET", "/mentors").json()
    assert answer == {
        "tenured": [{"player": person(stage, "player"), "since": "2026-03-05T12:00:00Z"}],
        "requests": answer["requests"],
        "newcomers": [person(stage, "newcomer")],
        "offers": [],
    }
    requests = [(one["player"]["name"], one["kind"], one["outcome"]) for one in answer["requests"]]
    assert requests == [("Kevin", "enter", "open"), ("Frank", "mentor", "open")]
    offer = {
        "id": stage.key("offer"),
        "mentor": person(stage, "player"),
        "mentee": person(stage, "newcomer"),
        "at": format_instant(NOW - timedelta(hours=1)),
        "answer": "open",
    }
    seen = {
        (name, scope): ask("GET", "/mentors", token=token(name, scope)).json()["offers"]
        for name in ("player", "emperor", "author")
        for scope in ("private", "posts")
    }
    assert {who for who, offers in seen.items() if offers} == {("player", "private"), ("emperor", "private")}
    assert seen["player", "private"] == [offer]


def test_mentor_is_asked_for_found_accepted_and_announced(stage, token):
    bobby, carol, ellen = token("leaving"), token("player"), token("emperor")
    Mentorship.objects.update(ended_at=NOW)
    made = ask("POST", "/mentors/requests", {"kind": "mentor"}, token=bobby)
    assert (made.status_code, made.json()) == (
        201,
        {
            "id": made.json()["id"],
            "player": person(stage, "leaving"),
            "kind": "mentor",
            "at": format_instant(NOW),
            "outcome": "open",
            "settled_at": None,
        },
    )
    twice = ask("POST", "/mentors/requests", {"kind": "mentor"}, token=bobby)
    assert (twice.status_code, twice.json()["detail"]) == (409, "You have already asked for this.")
    sent = {"mentee": stage.key("leaving"), "mentor": stage.key("player")}
    assert ask("POST", "/mentors/offers", sent, token=carol).status_code == 403
    offer = ask("POST", "/mentors/offers", sent, token=ellen).json()
    path = f"/mentors/offers/{offer['id']}/answer"
    accepted = ask("POST", path, {"answer": "accepted"}, token=carol).json()
    key = Mentorship.objects.latest("pk").pk
    mentorship = {
        "id": key,
        "mentor": person(stage, "player"),
        "mentee": person(stage, "leaving"),
        "begun_at": format_instant(NOW),
        "bound_until": None,
        "announced": "",
        "ended_at": None,
        "ended_by": None,
        "farewell": "",
    }
    assert accepted == {**offer, "answer": "accepted", "mentorship": mentorship}
    post = ask("POST", f"/mentorships/{key}/announce", {}, token=ellen).json()
    assert (post["title"], post["body"], post["author"]["name"]) == (
        "A mentor for David",
        "[[@Carol]] is now the mentor of [[@David]].",
        "Ellen",
    )
    listed = ask("GET", "/mentorships").json()["items"]
    assert listed[0] == {**mentorship, "announced": post["url"]}


def test_mentorship_is_ended_by_a_post_in_ones_own_words(stage, token):
    path = f"/mentorships/{stage.key('mentorship')}/dissolve"
    refused = ask("POST", path, {}, token=token("player"))
    assert (refused.status_code, refused.json()["rule"]) == (403, "Mentors")
    long = {"title": "Farewell", "body": "It was good. " * 400}
    answer = ask("POST", path, long, token=token("author")).json()
    assert (answer["status"], answer["rule"], answer["confirm"]) == (409, "Fair Play", "confirmed")
    dissolution = {"title": "Farewell", "body": "It was good."}
    post = ask("POST", path, dissolution, token=token("author")).json()
    assert (post["title"], post["body"]) == ("Farewell", "It was good.")
    listed = {one["id"]: one for one in ask("GET", "/mentorships").json()["items"]}
    mentorship = listed[stage.key("mentorship")]
    assert (mentorship["ended_at"], mentorship["ended_by"]["name"], mentorship["farewell"]) == (
        post["posted_at"],
        "Bobby",
        post["url"],
    )
    assert ask("POST", path, dissolution, token=token("author")).status_code == 409


def test_request_is_taken_back_by_who_made_it_and_settled_by_an_admin(stage, token):
    path = f"/mentors/requests/{stage.key('asked')}"
    assert ask("DELETE", path, token=token("author")).status_code == 404
    granted = ask("POST", f"{path}/settle", {"grant": True}, token=token("admin")).json()
    assert (granted["outcome"], granted["settled_at"]) == ("granted", format_instant(NOW))
    assert [one["player"]["name"] for one in ask("GET", "/mentors").json()["tenured"]] == ["Carol", "Kevin"]
    own = MentoringRequest.objects.get(player=stage.key("idling")).pk
    taken = ask("DELETE", f"/mentors/requests/{own}", token=token("idling")).json()
    assert taken["outcome"] == "withdrawn"


def test_admin_is_tenured_at_once(stage, token):
    alice = token("admin")
    answers = [
        ask("PUT", "/me/tenure", {"tenured": to}, token=alice).status_code for to in (True, True, False)
    ]
    assert answers == [204, 409, 204]


# -- blocks


def test_whom_one_blocks_is_ones_own_affair(stage, token):
    carol = token("player", "messages")
    made = ask("POST", "/blocks", {"player": stage.key("author")}, token=carol)
    block = {"player": person(stage, "author"), "since": format_instant(NOW)}
    assert (made.status_code, made.json()) == (201, block)
    assert ask("GET", "/blocks", token=carol).json() == [block]
    assert ask("GET", "/blocks", token=token("author")).json() == []
    message = {"to": [stage.key("player")], "subject": "Hello", "text": "Words.", "confirmed": True}
    assert ask("POST", "/messages", message, token=token("author")).status_code == 403
    twice = ask("POST", "/blocks", {"player": stage.key("author")}, token=carol)
    assert (twice.status_code, twice.json()["detail"]) == (409, "You have already blocked Bobby.")
    path = f"/blocks/{stage.key('author')}"
    assert [ask("DELETE", path, token=carol).status_code for _ in range(2)] == [204, 409]
    assert ask("POST", "/messages", message, token=token("author")).status_code == 201
    assert ask("POST", "/blocks", {"player": 999_999}, token=carol).status_code == 400
    assert ask("POST", "/blocks", {"player": stage.key("player")}, token=carol).status_code == 400


# -- orders


def test_emperor_reads_the_orders_of_a_turn_and_says_which_are_carried_out(stage, token):
    ellen = token("emperor", "messages")
    due = {"seen": 1, "due_at": format_instant(NOW + timedelta(days=1))}
    turn = ask("PUT", "/orders/turn", due, token=ellen).json()
    assert turn == {"number": 1, "due_at": due["due_at"], "closed_at": None}
    answer = ask("GET", "/orders/received", token=ellen).json()
    assert (answer["turn"], answer["turns"]) == (turn, [{**turn, "senders": 1}])
    names = [one["player"]["name"] for one in answer["players"]]
    assert ("Ellen" in names, names) == (False, sorted(names))
    sent = {one["player"]["name"]: one for one in answer["players"] if one["order"]}
    order = {
        "id": stage.key("order"),
        "at": format_instant(NOW - timedelta(hours=2)),
        "late": False,
        "text": "A sealed march.",
        "html": "<p>A sealed march.</p>",
        "carried_out_at": None,
    }
    assert sent == {"Bobby": {"player": person(stage, "author"), "order": order, "replaced": 0}}
    path = f"/orders/{stage.key('order')}/carried-out"
    marked = ask("PUT", path, {"carried_out": True}, token=ellen).json()
    assert marked == {
        "id": order["id"],
        "turn": 1,
        "at": order["at"],
        "text": "A sealed march.",
        "carried_out_at": format_instant(NOW),
    }
    assert ask("PUT", path, {"carried_out": True}, token=ellen).status_code == 409
    assert ask("PUT", path, {"carried_out": False}, token=ellen).json()["carried_out_at"] is None


def test_closed_turn_is_read_by_its_number_and_nobody_closes_it_twice(stage, token):
    ellen = token("emperor")
    begun = ask("POST", "/orders/turn/close", {"seen": 1}, token=ellen)
    assert (begun.status_code, begun.json()) == (201, {"number": 2, "due_at": None, "closed_at": None})
    assert ask("POST", "/orders/turn/close", {"seen": 1}, token=ellen).status_code == 409
    first = ask("GET", "/orders/received?turn=1", token=ellen).json()
    assert [one["player"]["name"] for one in first["players"]] == ["Bobby"]
    assert first["turn"]["closed_at"] == format_instant(NOW)
    assert [one["number"] for one in first["turns"]] == [2, 1]
    assert ask("GET", "/orders/received?turn=3", token=ellen).status_code == 404
    assert ask("GET", "/orders/received", token=token("admin")).status_code == 403


# -- what is hidden


def test_emperor_shows_what_is_hidden_and_shows_it_no_longer(stage, token):
    Showing.objects.all().delete()
    ellen, carol = token("emperor"), token("player", "private")
    path = f"/gamestate/variables/{stage.key('motive')}"

    def seen_by(holder: str) -> set[bool]:
        lines = ask("GET", "/gamestate", token=holder).json()["players"]["lines"]
        return {cell["hidden"] for line in lines for cell in line["values"] if cell["path"] == "motive"}

    assert seen_by(carol) == {True}
    made = ask("POST", f"{path}/showings", {"to": stage.key("player")}, token=ellen)
    order = {
        "id": made.json()["id"],
        "variable": stage.key("motive"),
        "to": person(stage, "player"),
        "since": format_instant(NOW),
        "until": None,
    }
    assert (made.status_code, made.json()) == (201, order)
    assert (seen_by(carol), seen_by(token("player", "gamestate"))) == ({False}, {True})
    lists = [ask("GET", "/gamestate/showings", token=one).json() for one in (ellen, carol, token("author"))]
    assert lists == [[order], [order], []]
    ended = ask("DELETE", f"/gamestate/showings/{order['id']}", token=ellen).json()
    assert ended == {**order, "until": format_instant(NOW)}
    assert seen_by(carol) == {True}
    wealth = ask(
        "POST",
        f"/gamestate/variables/{stage.key('wealth')}/showings",
        {"to": stage.key("player")},
        token=ellen,
    )
    assert (wealth.status_code, wealth.json()["detail"]) == (400, "Everybody already sees this.")


def test_variable_is_told_with_its_definition_and_all_that_it_was(stage, token):
    answer = ask("GET", f"/gamestate/variables/{stage.key('motive')}").json()
    assert (answer["key"], answer["kind"], answer["definition"]["audience"]) == ("motive", "text", "emperor")
    path = f"/gamestate/variables/{stage.key('wealth')}"
    change = {"changes": [{"path": "wealth", "of": [f"player:{stage.key('player')}"], "to": "+2"}]}
    update = ask("POST", "/gamestate/updates", change, token=token("author")).json()
    newest = ask("GET", f"{path}/history?limit=1").json()["items"]
    before = newest[0]["before"]
    assert newest == [
        {
            "id": newest[0]["id"],
            "at": format_instant(NOW),
            "by": person(stage, "author"),
            "update": update["id"],
            "whose": "Carol",
            "before": before,
            "after": str(int(before) + 2),
            "refused": "",
        }
    ]
    hidden = f"/gamestate/variables/{stage.key('motive')}/history"
    secret = {"path": "motive", "of": [f"player:{stage.key('author')}"], "to": "Greed"}
    ask("POST", "/gamestate/updates", {"changes": [secret]}, token=token("emperor"))
    seen = [ask("GET", hidden, token=one).json()["items"] for one in ("", token("emperor"))]
    assert [[one["after"] for one in items] for items in seen] == [[], ["Greed"]]
    live = ask("GET", "/gamestate/variables?state=live").json()["items"]
    assert {"wealth", "motive", "grudge"} <= {one["key"] for one in live}
    assert ask("GET", "/gamestate/variables?state=retired").json()["items"] == []


def test_reinitialising_takes_the_special_case_for_it(stage, token):
    before = Post.objects.count()
    response = ask("POST", "/gamestate/reinitialise", {"body": "Anew."}, token=token("author"))
    assert (response.status_code, response.json()["rule"]) == (403, "Reinitialisation")
    assert Post.objects.count() == before
