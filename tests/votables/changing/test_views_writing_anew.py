"""A change that does not fit as things stand is pointed out once; one that was written is written anew in its place."""

import re

import pytest

from tests.blognomic.shown import page_shown
from votables.models import Draft

from ..table import noon, propose
from .browsing import add, at_time, browser, edit, sound, who

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(keys) -> Draft:
    words = {"title": "Quieter Cats", "category": "proposal", "saved_at": noon(1)}
    when = {"kind": "rule", "words": "Birds", "negated": True}
    changes = [
        {"op": "replace", "rule": keys["Cats"], "find": "bark", "text": "growl"},
        edit(keys, "Cats sleep. Dogs bark.", when=when),
        {"op": "step", "text": "Thank them."},
    ]
    return Draft.objects.create(author=who("Bobby"), changes=changes, **words)


def test_words_that_are_not_there_are_pointed_out_once(keys, draft):
    with at_time(noon(1)):
        client, address = browser("Bobby"), f"/drafts/{draft.pk}/changes/"
        arguments = {"rule": keys["Cats"], "find": "meow", "text": "sing"}
        answer = add(client, address, "replace", **arguments)
        page = sound(answer)
        assert (answer.status_code, "“meow” is not there. Send it again to keep it" in page) == (
            409,
            True,
        )
        assert Draft.objects.get().changes == draft.changes
        assert add(client, address, "replace", **arguments, warned="on").url == address
        assert len(Draft.objects.get().changes) == 4
        assert "It does not fit. “meow” is not there." in sound(client.get(address))


def test_the_rule_that_words_are_replaced_in_can_be_read_there(keys, draft):
    with at_time(noon(1)):
        change = {"op": "replace", "rule": keys["Cats"]}
        page = sound(browser("Bobby").get(f"/drafts/{draft.pk}/changes/add/", change))
        assert re.search(r">Rule</label>", page) and "Become <small>optional</small></label>" in page
        assert re.search(r"What 2.1 Cats says now</summary><div[^>]*>Cats purr. Dogs bark.</div>", page)


def test_a_change_is_written_anew_where_it_stands(keys, draft):
    with at_time(noon(1)):
        client, address = browser("Bobby"), f"/drafts/{draft.pk}/changes/"
        words = {"title": "Purring", "rule": keys["Cats"], "when": "rule", "when_words": "Birds"}
        assert add(client, address, "rename", **words).url == address
        form = client.get(f"{address}add/?instead=3").context["form"]
        sent = {field.name: field.value() for field in form if field.value() not in (None, False)}
        assert [sent[name] for name in ("title", "when", "when_words")] == ["Purring", "rule", "Birds"]
        sent |= {"title": "Napping", "instead": "3", "when": ""}
        assert client.post(f"{address}add/", sent).url == address
        renamed = {"op": "rename", "rule": keys["Cats"], "title": "Napping", "base": "Cats"}
        assert renamed in Draft.objects.get().changes
        assert "Saved. Here is what it does." in sound(client.get(address))


@pytest.mark.parametrize("instead", ["3", "-1", "x", "99999999999999999999"])
def test_a_change_that_is_not_there_is_not_written_anew(draft, instead):
    with at_time(noon(1)):
        path = f"/drafts/{draft.pk}/changes/add/?instead={instead}"
        assert browser("Bobby").get(path).status_code == 400


def test_each_change_has_its_ways_and_the_kinds_are_in_groups(draft):
    with at_time(noon(1)):
        page = sound(browser("Bobby").get(f"/drafts/{draft.pk}/changes/"))
        assert re.findall(r"add/\?instead=(\d)", page) == ["0", "1", "2"]
        assert re.findall(r'name="remove" value="(\d)"', page) == ["0", "1", "2"]
        assert re.findall(r'<optgroup label="([^"]*)"', page) == [
            "Rules and law", "What is tracked", "The roster", "Official posts", "Anything else",
        ]  # fmt: skip


def test_a_rule_is_amended_from_its_page(keys):
    with at_time(noon(1)):
        client, cats = browser("Bobby"), keys["Cats"]
        way = f"/posts/new/?category=proposal&rule={cats}"
        assert way.replace("&", "&amp;") in page_shown(client.get(f"/rules/{cats}/"))
        assert "Propose to change it" not in sound(browser(None).get(f"/rules/{cats}/"))
        page = client.get(way)
        assert f'A proposal to change <a href="/rules/{cats}/">Cats</a>: edit its words' in sound(page)
        form = page.context["form"]
        assert [form[name].value() for name in ("category", "title", "body")] == ["proposal", "Cats", None]
        assert re.search(r'name="rule_text"[^>]*>\nCats purr. Dogs bark.</textarea>', page_shown(page))


def test_the_words_of_a_rule_are_edited_beside_the_text(keys, draft):
    with at_time(noon(1)):
        client, cats = browser("Bobby"), keys["Cats"]
        add_to_draft, add_to_post = f"/drafts/{draft.pk}/changes/add/", "/posts/{}/changes/add/"
        post = propose(who("Bobby"), noon(1), changes=[edit(keys, "Cats sleep. Dogs bark.")])
        opened = f"?rule={cats}#rule-editor-title"
        for way, leads_to in [
            (f"{add_to_draft}?op=edit&rule={cats}", f"/drafts/{draft.pk}/{opened}"),
            (f"{add_to_draft}?op=edit&rule=x", f"/drafts/{draft.pk}/"),
            (f"{add_to_draft}?instead=1", f"/drafts/{draft.pk}/"),
            (f"{add_to_post.format(post.pk)}?instead=0", f"/posts/{post.pk}/edit/{opened}"),
        ]:
            assert client.get(way).url == leads_to


@pytest.mark.parametrize("rule", ["x", "999999", "9" * 40, "-1"])
def test_a_rule_that_is_not_there_is_not_amended(keys, rule):
    with at_time(noon(1)):
        page = browser("Bobby").get("/posts/new/", {"category": "proposal", "rule": rule})
        assert (page.status_code, "A proposal to change" in sound(page)) == (200, False)
