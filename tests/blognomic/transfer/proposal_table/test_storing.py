"""A history in the database: held together with the services and the judge, stopped and gone on with."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse

from bench.filler.seeded import SeededFiller
from blognomic.transfer.checking import found as misfits
from blognomic.transfer.proposal_table import storing
from blognomic.transfer.proposal_table.proposal_rows import read, read_lengths
from blognomic.transfer.proposal_table.storing import ImportSource, import_history
from blognomic.web.errors import RuleBroken
from gamestate.dice import spoken
from players.models import AdminAct, Ascension, Dynasty, Game, Player, Reign, RosterEvent
from ruleset.models import LawVersion, RuleVersion
from tests.votables.table import person
from votables.judge import heard
from votables.models import Ballot, Comment, Post, PostVersion, Resolution, TableImport
from votables.queries.dynasties import chapters
from votables.queries.judge_facts import docket_at
from votables.queries.rendering import render_comment, render_prose
from votables.queries.requests import asked_in
from votables.queries.tally_text import tally_of
from votables.services.commenting import weigh

from .table import LENGTHS, SMALL, with_row

NOW = datetime(2024, 1, 1, tzinfo=UTC)
JUST_BEFORE = timedelta(microseconds=1)


def source(seed: str | None = "seven", content: bytes = SMALL.encode()) -> ImportSource:
    lengths = read_lengths(LENGTHS.encode())[0]
    filler = SeededFiller(seed) if seed else None
    return ImportSource(read(content, now=NOW).rows, lengths, digest=f"of {len(content)}", filler=filler)


@pytest.fixture
def history(db) -> TableImport:
    return import_history(source(), at=NOW)


def everything() -> dict[str, list[tuple]]:
    """All that an import writes, but for keys that the database gives."""
    contents = {}
    for model in (Player, RosterEvent, Dynasty, Reign, Ascension, LawVersion, Post, PostVersion):
        names = [f.attname for f in model._meta.fields if f.name not in ("password", "version")]
        contents[model.__name__] = list(model.objects.order_by("pk").values_list(*names))
    for model in (Comment, Resolution, Ballot, AdminAct):
        names = [f.attname for f in model._meta.fields if f.name not in ("id", "law")]
        contents[model.__name__] = sorted(map(str, model.objects.values_list(*names)))
    for rows in ("RosterEvent", "Dynasty", "Reign", "Ascension", "LawVersion", "PostVersion"):
        contents[rows] = [row[1:] for row in contents[rows]]
    return contents


def test_matters_stand_as_the_table_has_them(history):
    rows = source().rows
    posts = list(Post.objects.order_by("pk").select_related("author", "settled_by__by"))
    assert [(p.title, p.author.name, p.posted_at, p.status, p.resolved_at) for p in posts] == [
        (row.title, row.proposer.title(), row.posted, row.status, row.resolved) for row in rows
    ]
    assert [p.settled_by.by.name for p in posts[:3]] == ["Corin", "Corin", "The record"]
    assert [p.vetoed for p in posts] == [row.vetoed for row in rows]
    assert [p.comments.count() for p in posts] == [row.comments for row in rows]
    assert {p.title: p.amends for p in posts if p.tags} == {
        "[Core] Counting twice": ["core"],
        "[Appendix] Ropes, spelt": ["appendix"],
    }
    assert AdminAct.objects.filter(act="resolve").count() == 13


def test_outcomes_are_those_of_the_judge(history):
    against = []
    for post in Post.objects.exclude(status="pending"):
        at = post.resolved_at - JUST_BEFORE
        docket = docket_at(at)
        ruling = docket.ruling(post)
        resolution = post.settled_by
        assert (post.tally, resolution.tally) == (tally_of(ruling), tally_of(ruling))
        assert (post.vetoed, post.self_killed) == (ruling.vetoed, ruling.self_killed)
        assert resolution.law == docket.in_force.version
        assert {
            (ballot.player.name, ballot.cast, ballot.counts_as, ballot.weight)
            for ballot in resolution.ballots.select_related("player")
        } == {
            (name, vote.cast or "", vote.counts_as or "", vote.weight) for name, vote in ruling.votes.items()
        }
        allowed = ruling.enactable if post.status == "enacted" else ruling.failable
        assert resolution.against_verdict is not allowed
        if not allowed:
            against.append(post.title)
    assert against == ["Wicks"], "enacted within minutes, without a comment"


def test_comments_are_what_the_service_would_have_stored(history):
    seen = 0
    for comment in Comment.objects.select_related("post", "author"):
        at, post = comment.at - JUST_BEFORE, comment.post
        docket = docket_at(max(at, post.posted_at))
        hearing = heard(docket.game, law=docket.law, at=docket.at, matter=docket.matter(post))
        icons, ignored = weigh(comment.text, post=post, by=comment.author, docket=docket, hearing=hearing)
        allowed = [icon for place, icon in enumerate(icons) if str(place) not in ignored]
        assert (comment.icons, comment.ignored) == (icons, ignored)
        assert comment.cast == (allowed[-1] if allowed else "")
        assert comment.by_player is (comment.author.name in docket.verdict.roster)
        assert comment.html == render_comment(comment, law=docket.law)
        assert asked_in(comment.author, "", "", comment.text) == comment.asks == ""
        assert "DICE" not in spoken(comment.html)
        seen += bool(icons)
    assert seen > 20


def test_posts_and_their_versions_are_what_the_service_would_have_stored(history):
    for post in Post.objects.prefetch_related("versions"):
        assert post.body_html == render_prose(post.body, prefix=f"p{post.pk}", at=post.posted_at)
        assert post.commentary_html == render_prose(post.commentary, prefix=f"c{post.pk}", at=post.posted_at)
        (version,) = post.versions.all()
        for name in ("category", "label", "title", "body", "commentary", "amends", "changes", "choices"):
            assert getattr(version, name) == getattr(post, name)
        assert (version.number, version.at, version.by_id) == (1, post.posted_at, post.author_id)


def test_all_that_is_stored_fits_together(history):
    assert list(misfits()) == []


def test_game_is_alive_after_the_import(history):
    corin = Player.objects.get(name="Corin")
    assert (corin.is_playing, corin.is_admin, corin.has_usable_password()) == (True, True, False)
    docket = docket_at(NOW)
    assert [ruling.matter.title for ruling in docket.verdict.matters] == ["Last words"]
    assert docket.law.name == "ruleset-211"
    assert Game.objects.get().founded_at == Dynasty.objects.get(number=1).started_at
    assert RuleVersion.objects.filter(until__isnull=True).count() > 20
    client = Client()
    client.force_login(corin, backend="django.contrib.auth.backends.ModelBackend")
    pages = [reverse("home"), reverse("dashboard"), reverse("votables:archive"), corin.get_absolute_url()]
    pages += [Post.objects.get(title="Last words").get_absolute_url(), "/gallery/no-such-page/"]
    assert [client.get(page).status_code for page in pages] == [200, 200, 200, 200, 200, 404]
    made = Post.objects.create(author=corin, posted_at=NOW, title="After it", category="")
    assert made.pk == 15, "keys go on after those of the table"


def test_each_dynasty_has_the_emperor_that_it_is_named_after(history):
    named = {chapter.dynasty.name: [str(player) for player in chapter.emperors] for chapter in chapters(NOW)}
    begun = dict(Dynasty.objects.exclude(begun_by=None).values_list("name", "begun_by__name"))
    assert named == {f"Dynasty {number}": [] for number in (1, 2, 5)} | {
        name: [emperor] for name, emperor in begun.items()
    }
    assert len(begun) == 3


def test_without_a_seed_nothing_is_made_up(db):
    import_history(source(None), at=NOW)
    post = Post.objects.get(title="Sails")
    assert (post.body, post.tally, post.status, post.vetoed) == ("", "", "enacted", False)
    assert post.admin_field == (
        "Imported from a table, which does not hold the text of a matter. It counts 9 comments on it.\n\n"
        "Enacted by Bryn."
    )
    assert (Comment.objects.count(), Ballot.objects.count(), Reign.objects.count()) == (0, 0, 0)
    assert [d.name for d in Dynasty.objects.order_by("number")][:2] == ["Dynasty 1", "Dynasty 2"]
    assert Post.objects.get(title="[Core] Counting twice").vetoed


def test_import_that_was_stopped_goes_on_to_the_same_end(db, monkeypatch):
    with transaction.atomic():
        import_history(source(), at=NOW)
        whole = everything()
        transaction.set_rollback(True)
    monkeypatch.setattr(storing, "BATCH", 4)

    def stop_between(written: int, rows: int) -> None:
        if written == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_history(source(), at=NOW, tick=stop_between)
    assert (TableImport.objects.get().written, Post.objects.count()) == (4, 4)
    real, calls = storing.go_on_after_keys, []

    def stop_within(*models: type) -> None:
        calls.append(models)
        if len(calls) == 2:
            raise MemoryError
        real(*models)

    monkeypatch.setattr(storing, "go_on_after_keys", stop_within)
    with pytest.raises(MemoryError):
        import_history(source(), at=NOW)
    assert (TableImport.objects.get().written, Post.objects.count()) == (8, 8), (
        "nothing of the batch is there"
    )
    monkeypatch.setattr(storing, "go_on_after_keys", real)
    assert import_history(source(), at=NOW).is_complete
    assert everything() == whole
    import_history(source(), at=NOW)
    assert everything() == whole, "and once more does nothing"


def test_other_import_into_the_same_site_is_refused(history):
    begun = "This import was begun with texts made up from the seed seven. Go on with it so."
    for given, sentence in [
        (source(content=with_row("just a title")), "This site's history was imported from another table."),
        (source("eight"), begun),
        (source(None), begun),
    ]:
        with pytest.raises(RuleBroken) as refused:
            import_history(given, at=NOW)
        assert (refused.value.sentence, refused.value.status) == (sentence, 409)
    TableImport.objects.update(written=10)
    with pytest.raises(RuleBroken, match="^Somebody has posted on this site since the import was stopped"):
        import_history(source(), at=NOW)


def test_site_with_accounts_is_refused(db):
    person("Ashby")
    with pytest.raises(
        RuleBroken, match="it is imported into an empty database, and there are accounts in this one"
    ):
        import_history(source(), at=NOW)  # fmt: skip
    assert not Game.objects.exists()


def test_table_without_rows_is_refused(db):
    with pytest.raises(RuleBroken, match="^The table has no row that can be read.$"):
        import_history(source(content=SMALL.splitlines()[0].encode()), at=NOW)


def test_command_lists_what_it_leaves_out_and_says_what_there_is(db, tmp_path):
    table = tmp_path / "proposals.csv"
    table.write_bytes(with_row("just a title"))
    (tmp_path / "dynasty-lengths.csv").write_text(LENGTHS + "x,y\n")
    out, err = StringIO(), StringIO()
    call_command("import_history", str(table), stdout=out, stderr=err)
    assert err.getvalue().splitlines() == [
        "left out: line 16: it has 1 cells, and the heading has 9.",
        "left out of dynasty-lengths.csv: line 7: its dynasty is “x”, not a number from 0 to 9,999.",
    ]
    assert out.getvalue().splitlines()[0] == (
        "The history has 14 matters, 0 comments, 6 dynasties and 7 accounts."
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such.csv"], '"no-such.csv": No such file or directory'),
        (["t.csv", "--dynasties", "no-such.csv"], '"no-such.csv": No such file or directory'),
    ],
)
def test_command_refuses_what_it_cannot_do(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(SMALL)
    with pytest.raises(CommandError) as refused:
        call_command("import_history", *arguments, verbosity=0)
    assert (str(refused.value), refused.value.returncode) == (message, 2)
