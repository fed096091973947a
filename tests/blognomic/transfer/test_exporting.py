"""The game as a game file: the facts of a docket, and the whole game with its history."""

import json
import tomllib
import tracemalloc
import weakref

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models.signals import post_init

from blognomic.transfer.game_file import database_tables
from blognomic.transfer.game_file.database_tables import NEVER, TABLES
from blognomic.transfer.game_file.exporting import export_game
from blognomic.transfer.game_file.loading import import_game
from blognomic.web.errors import RuleBroken
from players.models import Player
from ruleset.law import document
from ruleset.models import RuleVersion
from ruleset.services import enact_law
from tests.gamestate.tracker import set_number
from tests.votables import rich_game, rich_gamestate, staged_typed_posts
from tests.votables.table import (
    BEGINNING,
    HOUR,
    noon,
    person,
    propose,
    say,
    seat,
    write,
)
from votables.judge.answer import answer
from votables.judge.gamefile import read, read_object
from votables.judge.judge import judge
from votables.models import Comment, Post
from votables.post_types.type_definitions import tidied
from votables.queries.judge_facts import docket_at
from votables.queries.judge_file import docket_document
from votables.services import posting

pytestmark = pytest.mark.django_db
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def exported() -> str:
    rich_game.play()
    return "".join(export_game(at=rich_game.END))


@pytest.mark.parametrize("at_a_time", [1, 7])
def test_read_in_parts_however_small_it_is_the_same_document(exported, monkeypatch, at_a_time):
    """Of a long game no more is held at a time than a part: of twenty years, 186 MB where it was 954."""
    monkeypatch.setattr(database_tables, "AT_A_TIME", at_a_time)
    assert "".join(export_game(at=rich_game.END)) == exported


@pytest.mark.sweep
def test_an_export_of_a_long_game_takes_no_more_memory_than_of_a_short_one(exported, monkeypatch):
    """Measured on twenty years of play the command takes 205 MB at most, of which 160 before it begins."""
    monkeypatch.setattr(database_tables, "AT_A_TIME", 20)
    alice = Player.objects.get(name="Alice")

    def peak(posts: int) -> int:
        made = Post.objects.bulk_create(
            Post(author=alice, posted_at=noon(1), title=f"Long {number}", body="Words. " * 200)
            for number in range(posts)
        )
        Comment.objects.bulk_create(
            Comment(post=post, author=alice, at=noon(1), text="More words. " * 50, html="More words.")
            for post in made
            for _ in range(3)
        )
        tracemalloc.start()
        try:
            size = sum(map(len, export_game(at=rich_game.END)))
            assert size > posts * 2_000
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    short, long = peak(60), peak(400)
    assert long < 2 * short, (short, long)  # four times as much where all is one part


def test_of_what_is_read_in_parts_little_is_held(exported, monkeypatch):
    """A post that has been written is let go before the next but one is read."""
    alive, most = weakref.WeakSet[Post](), 0
    monkeypatch.setattr(database_tables, "AT_A_TIME", 1)

    def read(instance: Post, **_: object) -> None:
        nonlocal most
        alive.add(instance)
        most = max(most, len(alive))

    post_init.connect(read, sender=Post)
    try:
        for _ in export_game(at=rich_game.END):
            pass
    finally:
        post_init.disconnect(read, sender=Post)
    assert Post.objects.count() > 10 and most <= 4


# The facts of a docket


def judged_again(facts: dict) -> dict:
    """What the judge says of a game file that was stored as JSON."""
    game_file = read_object(json.loads(json.dumps(facts)))
    assert game_file.at is not None
    return answer(judge(game_file.game, law=game_file.law, at=game_file.at))


def test_docket_is_written_whole_but_for_people_who_have_never_played():
    alice, bobby, *others = seat(*FIVE)
    guest = person("Larkspur")
    post = write(bobby, noon(1), "Geese", "Let there be geese.")
    say(post, alice, noon(1) + HOUR, "Make it a proposal. :for:")
    posting.make_proposal(post=post, by=alice, at=noon(1) + 2 * HOUR, amends=["gamestate", "dynastic"])
    say(post, guest, noon(1) + 3 * HOUR, ":for:")
    say(post, alice, noon(1) + 3 * HOUR, "No. :against:")
    whole = {"plays": [["2026-03-02T00:00:00Z", None]], "idle": []}
    assert docket_document(docket_at(noon(2))) == {
        "format": "blognomic-game/1",
        "law": "ruleset-211",
        "special_cases": {},
        "players": [
            {"name": "Alice", "admin": True, **whole},
            *({"name": player.name, "admin": False, **whole} for player in (bobby, *others)),
        ],
        "emperors": [{"name": "Alice", "from": "2026-03-02T00:00:00Z", "to": None}],
        "ascensions": ["2026-03-02T00:00:00Z"],
        "matters": [
            {
                "id": str(post.pk),
                "kind": "proposal",
                "title": "Geese",
                "author": "Bobby",
                "posted": "2026-03-03T14:00:00Z",
                "amends": ["dynastic", "gamestate"],
                "changes_nothing": False,
                "illegal": False,
                "status": "pending",
                "resolved": None,
                "comments": [{"author": "Alice", "at": "2026-03-03T15:00:00Z", "text": "No. :against:"}],
            }
        ],
        "at": "2026-03-04T12:00:00Z",
    }


@pytest.mark.parametrize("hours", [26, 129, 217])
def test_docket_written_is_judged_as_the_docket(hours):
    rich_game.play()
    docket = docket_at(BEGINNING + hours * HOUR)
    assert judged_again(docket_document(docket)) == answer(docket.verdict)


def test_docket_says_which_special_cases_are_not_as_the_law_has_them():
    alice, *_ = seat(*FIVE)
    cases = {"Malign Emperors": True, "Dormancy": True, "Event Horizon": True}
    enact_law(document=document("ruleset-211"), special_cases=cases, at=noon(1), by=alice, why="")
    assert docket_document(docket_at(noon(2)))["special_cases"] == {"Malign Emperors": True}


def test_docket_under_a_law_of_ones_own_holds_that_law_and_keeps_the_values():
    alice, *_ = seat(*FIVE)
    text = document("ruleset-37").replace('name = "ruleset-37"', 'name = "house-law"', 1)
    enact_law(document=text, special_cases={}, at=noon(1), by=alice, why="")
    set_number("score", "2.5", by=alice, at=noon(1))
    facts = docket_document(docket_at(noon(2)))
    assert (facts["law"], facts["history"]) == (tomllib.loads(text), {"version": 1, "values": {"score": 2.5}})
    assert judged_again(facts)["law"] == "house-law"


# The whole game


def test_tables_of_the_game_are_all_exported_or_left_out_for_a_reason():
    models = {
        model
        for app in ("players", "ruleset", "gamestate", "votables")
        for model in apps.get_app_config(app).get_models()
    }
    assert models == {table.model for table in TABLES} | set(NEVER)


def test_columns_left_out_are_those_that_are_private_or_made_from_others():
    left_out = {table.name: sorted(table.left_out) for table in TABLES if table.left_out}
    assert left_out == {
        "game": ["law_differs"],
        "players": [
            "email",
            "is_admin",
            "is_staff",
            "is_superuser",
            "last_login",
            "name_key",
            "password",
            "standing",
            "standing_since",
        ],
        "rule_versions": ["html"],
        "pages": ["html", "last"],
        "updates": ["html"],
        "sealings": ["html"],
        "posts": ["body_html", "commentary_html"],
        "comments": ["html"],
    }
    for table in TABLES:
        assert table.left_out <= {field.name for field in table.model._meta.concrete_fields}


def test_rich_game_has_rows_of_every_table(exported):
    assert set(json.loads(exported)["history"]) == {"version", *(table.name for table in TABLES)}


def test_export_holds_nothing_private(exported):
    assert rich_game.DRAFTED not in exported
    for text in rich_gamestate.PRIVATE:
        assert text not in exported
    assert "example.org" not in exported
    for player in Player.objects.all():
        assert player.password not in exported


def test_export_is_a_game_file_of_the_game_at_any_instant(exported):
    document = read(exported)
    assert document.at is None
    for day in range(1, 10):
        mine, theirs = (
            answer(docket_at(noon(day)).verdict),
            answer(judge(document.game, law=document.law, at=noon(day))),
        )
        for one in (mine, theirs):
            one.pop("law")
            for matter in one["matters"]:
                matter.pop("why")
                matter.pop("next_change")
        assert mine | {"standstill": []} == theirs | {"standstill": []}


def test_export_does_not_say_twice_what_the_matters_say(exported):
    whole = json.loads(exported)
    post = Post.objects.get(title="[Core] Ties: Broken")
    history = whole["history"]
    assert post.body.startswith(
        "Add a rule called Cats.\n\nLet the admin do this by hand: “Wave to everybody.”."
    )
    assert [row for row in history["posts"] if row["id"] == post.pk] == [
        {
            "id": post.pk,
            "body": post.body,
            "commentary": "*At last.*",
            "changes": [
                {"op": "step", "text": "Wave to everybody."},
                {"op": "official", "do": "define", "definition": tidied(staged_typed_posts.named("Walk"))},
            ],
        }
    ]
    assert [row for row in history["post_versions"] if row["post"] == post.pk] == [
        {"post": post.pk, "number": 1}
    ]
    first, *_ = Comment.objects.filter(post=post).order_by("pk")
    assert next(row for row in history["comments"] if row["post"] == post.pk) == {
        "id": first.pk,
        "post": post.pk,
        "icons": ["for"],
        "cast": "for",
        "by_player": True,
    }


def test_values_of_json_stand_in_an_order_that_no_database_changes(exported):
    for resolution in json.loads(exported)["history"]["resolutions"]:
        for name in {"verdict", "facts"} & resolution.keys():
            assert list(resolution[name]) == sorted(resolution[name])


def test_game_exported_imported_and_exported_again_is_the_same(exported):
    html = {
        model: list(model.objects.order_by("pk").values_list("pk", *names))
        for model, names in ((Post, ("body_html", "commentary_html")), (Comment, ("html",)))
    }
    rules = set(RuleVersion.objects.values_list("rule", "revision", "html"))
    standings = list(
        Player.objects.order_by("pk").values_list("name", "standing", "standing_since", "is_admin")
    )
    verdict = answer(docket_at(rich_game.END).verdict)
    rich_game.empty()
    import_game(read(exported), at=rich_game.END)
    assert "".join(export_game(at=rich_game.END)) == exported
    for model, rows in html.items():
        names = ("body_html", "commentary_html") if model is Post else ("html",)
        assert list(model.objects.order_by("pk").values_list("pk", *names)) == rows
    assert set(RuleVersion.objects.values_list("rule", "revision", "html")) == rules
    assert (
        list(Player.objects.order_by("pk").values_list("name", "standing", "standing_since", "is_admin"))
        == standings
    )
    assert answer(docket_at(rich_game.END).verdict) == verdict


def test_matter_that_its_author_removed_has_failed_and_comes_back_removed():
    _, bobby, *_ = seat(*FIVE, law="ruleset-98")
    post = propose(bobby, noon(1))
    posting.remove(post=post, by=bobby, at=noon(1) + HOUR)
    exported = "".join(export_game(at=rich_game.END))
    (matter,) = json.loads(exported)["matters"]
    assert (matter["status"], matter["resolved"]) == ("failed", "2026-03-03T13:00:00Z")
    rich_game.empty()
    import_game(read(exported), at=noon(2))
    post.refresh_from_db()
    assert (post.status, post.resolved_at, post.removed_at) == ("pending", None, noon(1) + HOUR)
    assert "".join(export_game(at=rich_game.END)) == exported


def test_game_goes_on_after_an_import(exported):
    rich_game.empty()
    import_game(read(exported), at=rich_game.END)
    last = Post.objects.latest("pk")
    alice = Player.objects.get(name="Alice")
    new = write(alice, rich_game.END, "Onwards")
    assert (new.pk > last.pk, new.versions.count(), person("Newcomer").standing) == (True, 1, "guest")
    assert say(new, alice, rich_game.END).cast == ""


def test_nothing_is_exported_before_a_game_is_founded():
    with pytest.raises(RuleBroken, match="No game has been founded"):
        "".join(export_game(at=rich_game.END))
    with pytest.raises(CommandError, match="No game has been founded") as refused:
        call_command("export_game")
    assert refused.value.returncode == 2


def test_command_writes_a_file_or_standard_output(exported, tmp_path, capsys):
    call_command("export_game")
    assert capsys.readouterr().out == exported
    call_command("export_game", "--output", str(tmp_path / "game.json"))
    assert (tmp_path / "game.json").read_bytes().decode() == exported


def test_command_says_where_it_cannot_write(exported, tmp_path):
    with pytest.raises(CommandError, match="Is a directory") as refused:
        call_command("export_game", "--output", str(tmp_path))
    assert refused.value.returncode == 2
