"""A game file into an empty database: with the history of a site, and without."""

import copy
import json
from datetime import datetime
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from blognomic.transfer.game_file.exporting import export_game
from blognomic.transfer.game_file.loading import ImportedGame, import_game, storing
from blognomic.web.errors import RuleBroken
from players.models import Ascension, Dynasty, Game, Player, Reign, RosterEvent
from ruleset.models import LawVersion
from tests.votables import rich_game
from tests.votables.judge import oracle_games
from tests.votables.small_game import (
    ALWAYS,
    NOW,
    SMALL,
    at,
    bring,
    counts,
    with_change,
)
from tests.votables.table import person
from votables.judge.answer import answer
from votables.judge.gamefile import Document, GameFileError, read, read_object
from votables.judge.judge import judge
from votables.models import Ballot, Comment, Post, PostVersion, Resolution
from votables.queries.judge_facts import docket_at
from votables.queries.judge_file import docket_document
from votables.services import resolving

pytestmark = pytest.mark.django_db

# A file without history


def test_plain_file_becomes_accounts_with_standings_that_nobody_can_sign_in_to():
    assert bring(SMALL) == ImportedGame(people=6, posts=2, comments=6, has_admin=True)
    rows = Player.objects.order_by("pk")
    assert list(
        rows.values_list("name", "standing", "standing_since", "is_admin", "is_active", "registered_at")
    ) == [
        ("Alice", "active", at("2024-02-20"), True, True, at("2024-01-01")),
        ("Bobby", "active", at("2024-01-01"), False, True, at("2024-01-01")),
        ("Carol", "left", at("2024-08-01T00:00:00.25"), False, True, at("2024-01-01")),
        ("David", "active", at("2024-01-01"), False, True, at("2024-01-01")),
        ("Ellen", "active", at("2024-01-01"), False, True, at("2024-01-01")),
        ("The record", "guest", None, False, False, NOW),
    ]
    assert [player.has_usable_password() for player in rows] == [False] * 6
    assert Player.objects.get_by_natural_key("alice").name == "Alice"


def test_plain_file_becomes_a_history_of_the_roster():
    bring(SMALL)
    events = RosterEvent.objects.order_by("pk").values_list(
        "at", "player__name", "kind", "standing", "is_admin"
    )
    assert list(events) == [
        (at("2024-01-01"), "Alice", "joined", "active", False),
        (at("2024-01-01"), "Alice", "idled", "idle", False),
        (at("2024-01-01"), "Alice", "admin", "idle", True),
        (at("2024-01-01"), "Alice", "emperor", "idle", True),
        (at("2024-01-01"), "Bobby", "joined", "active", False),
        (at("2024-01-01"), "Carol", "joined", "active", False),
        (at("2024-01-01"), "David", "joined", "active", False),
        (at("2024-01-01"), "Ellen", "joined", "active", False),
        (at("2024-01-05"), "Alice", "unidled", "active", True),
        (at("2024-02-01"), "Alice", "idled", "idle", True),
        (at("2024-02-20"), "Alice", "unidled", "active", True),
        (at("2024-07-01"), "Alice", "not_emperor", "active", True),
        (at("2024-07-01"), "Bobby", "emperor", "active", False),
        (at("2024-08-01T00:00:00.25"), "Carol", "left", "left", False),
    ]
    assert set(RosterEvent.objects.values_list("cause", "by", "why")) == {("record", None, "")}


def test_plain_file_becomes_a_founded_game_with_its_law_dynasties_and_offices():
    bring(SMALL)
    assert list(Game.objects.values_list("pk", "name", "founded_at", "is_demo")) == [
        (1, "BlogNomic", at("2023-06-01"), False)
    ]
    versions = LawVersion.objects.values_list("name", "at", "by", "special_cases")
    assert list(versions) == [("ruleset-211", at("2023-06-01"), None, {"Malign Emperors": True})]
    assert list(
        Dynasty.objects.order_by("number").values_list(
            "number", "name", "begun_by__name", "started_at", "ended_at"
        )
    ) == [
        (1, "The First Metadynasty", None, at("2023-06-01"), at("2024-01-01")),
        (2, "The First Dynasty of Alice", "Alice", at("2024-01-01"), at("2024-07-03")),
        (3, "The First Dynasty of Bobby", "Bobby", at("2024-07-03"), None),
    ]
    assert list(Reign.objects.order_by("pk").values_list("player__name", "since", "until")) == [
        ("Alice", at("2024-01-01"), at("2024-07-01")),
        ("Bobby", at("2024-07-01"), None),
    ]
    assert list(Ascension.objects.order_by("pk").values_list("at", flat=True)) == [
        at("2024-07-03"),
        at("2024-01-01"),
    ]


def test_plain_file_becomes_posts_with_their_first_versions():
    bring(SMALL)
    cats, call = Post.objects.order_by("pk")
    for post, values in (
        (
            cats,
            {
                "author": "Bobby",
                "posted_at": at("2024-05-01T12:00:00"),
                "category": "proposal",
                "title": "Cats",
                "body_html": "",
                "status": "failed",
                "matter_since": at("2024-05-01T12:00:00"),
                "resolved_at": at("2024-05-02T12:00:00"),
                "amends": ["core", "gamestate"],
                "tally": "1–1",
                "vetoed": True,
                "self_killed": False,
            },
        ),
        (
            call,
            {
                "author": "Ellen",
                "posted_at": at("2026-02-28T12:00:00.000001"),
                "category": "cfj",
                "title": "",
                "body_html": "",
                "status": "pending",
                "matter_since": at("2026-02-28T12:00:00.000001"),
                "resolved_at": None,
                "amends": [],
                "tally": "",
                "vetoed": False,
                "self_killed": False,
            },
        ),
    ):
        assert {
            name: str(getattr(post, name)) if name == "author" else getattr(post, name) for name in values
        } == values
        assert post.admin_field == "Imported from a game file, which does not hold the text of a matter."
    assert list(
        PostVersion.objects.order_by("post").values_list("post", "number", "kind", "title", "amends")
    ) == [
        (cats.pk, 1, "published", "Cats", ["core", "gamestate"]),
        (call.pk, 1, "published", "", []),
    ]


def test_plain_file_becomes_comments_with_their_votes_weighed_as_on_the_day():
    bring(SMALL)
    rows = Comment.objects.order_by("pk").values_list(
        "author__name", "icons", "ignored", "cast", "by_player", "asks"
    )
    not_pending = "You can vote on it only while it is pending."
    assert [row[0:2] + row[3:] for row in rows] == [
        ("David", ["against", "veto"], "against", True, ""),
        ("Alice", ["veto"], "veto", True, ""),
        ("Carol", ["deferential"], "deferential", True, ""),
        ("Ellen", ["for"], "", True, ""),
        ("David", ["for"], "for", True, ""),
        ("David", [], "", True, "idle"),
    ]
    ignored = [row[2] for row in rows]
    assert [list(reasons) for reasons in ignored] == [["1"], [], [], ["0"], [], []]
    assert (ignored[3]["0"], bool(ignored[0]["1"])) == (not_pending, True)
    html = Comment.objects.get(text__contains="@Ellen").html
    ellen = Player.objects.get(name="Ellen")
    assert "<code>:against:</code>" in html
    assert (f'href="{ellen.get_absolute_url()}"' in html, html.count("<svg")) == (True, 1)


def test_plain_file_becomes_resolutions_of_the_record_with_ballots():
    bring(SMALL)
    resolution = Resolution.objects.get()
    assert (
        resolution.by.name,
        resolution.to_status,
        resolution.tally,
        resolution.at,
        resolution.verdict,
    ) == (
        "The record",
        "failed",
        "1–1",
        at("2024-05-02T12:00:00"),
        {},
    )
    assert Post.objects.get(title="Cats").settled_by == resolution
    assert set(Ballot.objects.values_list("resolution", "player__name", "cast", "counts_as")) == {
        (resolution.pk, "Alice", "veto", ""),
        (resolution.pk, "Bobby", "", "for"),
        (resolution.pk, "Carol", "deferential", ""),
        (resolution.pk, "David", "against", "against"),
    }


def test_account_of_the_record_takes_a_name_that_is_free():
    value = with_change(SMALL, "players.4.name", "THE RECORD")
    bring(json.loads(json.dumps(value).replace('"Ellen"', '"THE RECORD"')))
    assert Resolution.objects.get().by.name == "The record (2)"


def test_file_of_nobody_becomes_a_game_of_nobody():
    value = {"format": "blognomic-game/1", "law": "ruleset-37", "players": [], "matters": []}
    assert bring(value) == ImportedGame(people=0, posts=0, comments=0, has_admin=False)
    assert Game.objects.get().founded_at == NOW
    assert Dynasty.objects.get().name == "The First Metadynasty"
    first = "".join(export_game(at=NOW))
    rich_game.empty()
    import_game(read(first), at=NOW)
    assert "".join(export_game(at=NOW)) == first


def test_imported_matter_can_be_resolved_and_a_resolution_corrected():
    bring(SMALL)
    alice = Player.objects.get(name="Alice")
    cats, call = Post.objects.order_by("pk")
    seen = cats.resolutions.get().pk
    resolving.overturn(post=cats, to="enacted", seen=seen, by=alice, at=NOW, reason="It was.")
    resolving.resolve_against_verdict(post=call, to="failed", by=alice, at=NOW, reason="No title.")
    assert set(Post.objects.values_list("status", flat=True)) == {"enacted", "failed"}


def test_every_page_of_an_imported_game_can_be_read(client):
    bring(SMALL)
    pages = ["/", *(row.get_absolute_url() for model in (Player, Post) for row in model.objects.all())]
    pages += [f"{post.get_absolute_url()}versions/" for post in Post.objects.all()]
    assert {page: client.get(page).status_code for page in pages} == dict.fromkeys(pages, 200)


# The site and the judge agree


class Undo(Exception):
    """Leaves the database as it was before."""


def instants_of(document: Document) -> list[datetime]:
    """The instant to judge at, and those at which something happens."""
    game = document.game
    assert document.at is not None
    instants = [document.at]
    for matter in game.matters:
        instants += [matter.posted, *(comment.at for comment in matter.comments)]
        instants += [matter.resolved] if matter.resolved else []
    return instants + [span.start for player in game.players for span in player.idle]


def answered(document: Document, when: datetime, ids: dict[str, str]) -> dict:
    """The judge's answer on a file, without its words, and with other ids."""
    value = answer(judge(document.game, law=document.law, at=when))
    for matter in value["matters"]:
        matter["id"] = ids.get(matter["id"], matter["id"])
        del matter["why"]
    return value


@pytest.mark.parametrize("games", [range(10), pytest.param(range(10, 80), marks=pytest.mark.sweep)], ids=str)
def test_docket_of_an_imported_game_is_judged_as_the_file(games):
    compared = 0
    for seed in games:
        rng = Random(seed)
        document = read_object(oracle_games.document(rng))
        ids = {matter.id: str(key) for key, matter in enumerate(document.game.matters, start=1)}
        instants = instants_of(document)
        try:
            with transaction.atomic():
                import_game(document, at=NOW)
                began = Game.objects.get().founded_at
                for when in [document.at, *rng.sample(instants, min(4, len(instants)))]:
                    if when < began:
                        continue
                    docket = docket_at(when)
                    verdict = answer(docket.verdict)
                    for matter in verdict["matters"]:
                        del matter["why"]
                    expected = answered(document, when, ids)
                    assert (seed, when, verdict) == (seed, when, expected)
                    if all(played_by(document, matter.author, when) for matter in document.game.matters):
                        written = read_object(docket_document(docket))
                        assert (seed, when, answered(written, when, {})) == (seed, when, expected)
                    compared += 1
                raise Undo
        except Undo:
            pass
    assert compared > 3 * len(games)


def played_by(document: Document, name: str, when: datetime) -> bool:
    """Whether somebody had played by then; else a docket leaves them out."""
    player = next(player for player in document.game.players if player.name == name)
    return min(span.start for span in player.plays) <= when


@pytest.mark.sweep
def test_import_of_what_was_exported_is_exported_as_the_same():
    for seed in range(60):
        exported = []
        source = json.dumps(oracle_games.document(Random(seed)))
        for _ in range(2):
            try:
                with transaction.atomic():
                    import_game(read(source), at=NOW)
                    source = "".join(export_game(at=NOW))
                    exported.append(source)
                    raise Undo
            except Undo:
                pass
        assert exported[0] == exported[1], seed


# What is refused


@pytest.mark.parametrize(
    "place, new, sentence",
    [
        (
            "players.0.plays.0.0",
            "2026-03-01T12:00:00.000001Z",
            "players[0].plays[0][0]: 2026-03-01T12:00:00.000001Z",
        ),
        (
            "players.2.plays.0.1",
            "2027-01-01T00:00:00Z",
            "players[2].plays[0][1]: 2027-01-01T00:00:00Z lies in the",
        ),
        (
            "players.0.idle.1.1",
            "2027-01-01T00:00:00Z",
            "players[0].idle[1][1]: 2027-01-01T00:00:00Z lies in the",
        ),
        ("emperors.0.to", "2027-01-01T00:00:00Z", "emperors[0].to: 2027-01-01T00:00:00Z lies in the future"),
        (
            "emperors.1.from",
            "2027-01-01T00:00:00Z",
            "emperors[1].from: 2027-01-01T00:00:00Z lies in the future",
        ),
        (
            "ascensions.1",
            "2027-01-01T00:00:00Z",
            "ascensions[1]: 2027-01-01T00:00:00Z lies in the future; it is 2026",
        ),
        (
            "matters.0.resolved",
            "2027-01-01T00:00:00Z",
            "matters[0].resolved: 2027-01-01T00:00:00Z lies in the",
        ),
        ("matters.1.posted", "2026-03-01T12:00:01Z", "matters[1].comments[0].at: before the post"),
        (
            "matters.1.comments.1.at",
            "2026-03-01T12:00:01Z",
            "matters[1].comments[1].at: 2026-03-01T12:00:01Z lies in",
        ),
        ("matters.0.title", "x" * 201, "matters[0].title: 201 characters; this site holds at most 200"),
        ("matters.0.title", "a\0b", "matters[0].title: holds a NUL character"),
        (
            "matters.1.comments.0.text",
            "x" * 30_001,
            "matters[1].comments[0].text: 30,001 characters; this site holds",
        ),
        ("matters.1.comments.0.text", "\0", "matters[1].comments[0].text: holds a NUL character"),
    ],
)
def test_file_with_what_a_site_cannot_hold_is_refused(place, new, sentence):
    with pytest.raises(GameFileError) as refused:
        bring(with_change(SMALL, place, new))
    assert str(refused.value).startswith(sentence)
    assert not any(counts().values())


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("", "players[5].name: a name must not be blank"),
        (" \n", "players[5].name: a name must not be blank"),
        ("x" * 101, "players[5].name: a name has at most 100 characters on this site"),
        ("\ufdfa" * 40, "players[5].name: a name has at most 100 characters on this site"),
        ("a\0b", "players[5].name: holds a NUL character, which no database keeps"),
        (
            "\uff21lice",
            'players[5].name: "\\uff21lice" and "Alice" differ only in look, and would be taken for one',
        ),
    ],
)
def test_name_that_no_account_can_have_is_refused(name, sentence):
    value = copy.deepcopy(SMALL)
    value["players"].append({"name": name, "plays": ALWAYS})
    with pytest.raises(GameFileError) as refused:
        bring(value)
    assert str(refused.value) == sentence


def test_everything_up_to_now_may_have_happened():
    bring(with_change(SMALL, "matters.1.comments.1.at", "2026-03-01T12:00:00Z"))
    assert Comment.objects.latest("at").at == NOW


def test_instant_to_judge_at_may_lie_ahead():
    bring(SMALL | {"at": "2030-01-01T00:00:00Z"})
    assert Game.objects.get().founded_at == at("2023-06-01")


@pytest.mark.parametrize(
    "make, sentence",
    [
        (lambda: bring(SMALL), "a game has been founded"),
        (lambda: person("Alice"), "there are accounts"),
        (lambda: Ascension.objects.create(at=NOW), "there are rows of ascensions"),
    ],
)
def test_database_that_is_not_empty_is_left_alone(make, sentence):
    make()
    before = counts()
    with pytest.raises(RuleBroken) as refused:
        bring(SMALL)
    assert refused.value.sentence == (
        f"A game can only be imported into an empty database, and {sentence} in this one."
    )
    assert counts() == before


def test_nothing_is_imported_by_half(monkeypatch):
    def stumble(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(storing, "_render_comments", stumble)
    with pytest.raises(ZeroDivisionError):
        bring(SMALL)
    assert not any(counts().values())


# The command


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.json"
    path.write_text(json.dumps(SMALL), encoding="utf-8")
    return path


def test_command_says_what_came_in(small, capsys):
    call_command("import_game", str(small))
    assert capsys.readouterr().out == (
        "Imported 6 accounts, 2 posts and 6 comments.\n"
        "A game file holds no passwords or e-mail addresses: `manage.py changepassword NAME` lets somebody in.\n"
    )


def test_command_says_when_there_is_no_admin(tmp_path, capsys):
    path = tmp_path / "small.json"
    path.write_text(json.dumps(with_change(SMALL, "players.0.admin", False)), encoding="utf-8")
    call_command("import_game", str(path))
    assert capsys.readouterr().out.splitlines()[-1] == (
        "Nobody in it can act as an admin: `manage.py make_admin NAME --why WHY` makes one."
    )


@pytest.mark.parametrize(
    "content, sentence",
    [
        (b"{", "not JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        (b"\xff", "not JSON: byte 1 is not UTF-8"),
        (b"{}", 'the key "format" is missing'),
        (
            json.dumps(with_change(SMALL, "matters.0.kind", "poem")).encode(),
            'matters[0].kind: unknown kind "poem";',
        ),
    ],
)
def test_command_refuses_a_bad_file_with_one_line(tmp_path, content, sentence):
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(CommandError) as refused:
        call_command("import_game", str(path))
    assert (refused.value.returncode, str(refused.value)[: len(sentence)]) == (2, sentence)
    assert "\n" not in str(refused.value)


def test_command_refuses_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CommandError, match="No such file or directory") as refused:
        call_command("import_game", str(tmp_path / "none.json"))
    assert refused.value.returncode == 2


def test_command_refuses_a_database_that_is_not_empty(small):
    call_command("import_game", str(small))
    with pytest.raises(CommandError, match="a game has been founded in this one") as refused:
        call_command("import_game", str(small))
    assert refused.value.returncode == 2
