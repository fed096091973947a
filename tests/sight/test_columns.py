"""No column that can hide something is forgotten: each with a text is named as open to everybody, as holding nothing of
anybody's, or has a canary in it."""

import pytest
from django.apps import apps
from django.db import connection, models

from .game import Game

pytestmark = [pytest.mark.django_db]

# What everybody reads in the game or its record.
OPEN = {
    "gamestate.Dispute": "why link",
    "gamestate.LimitedAction": "key name description frequency limit move when paused_why",
    "gamestate.Occurrence": "note given",
    "gamestate.Page": "key title text html",
    "gamestate.Roll": "name link die command comment law seed_hash faces total previous hash",
    "gamestate.Row": "name",
    "gamestate.SealedOrder": "hash",
    "gamestate.Sealing": "title description html choices awaited asks key dropped seen_when",
    "gamestate.Secret": "name",
    "gamestate.SecretVersion": "hash",
    "gamestate.DeckSeed": "hash",
    "gamestate.Seed": "hash",
    "gamestate.Shuffle": "holder seed_hash previous seal",
    "gamestate.Table": "key definition",
    "gamestate.Taking": "comment answers",
    "gamestate.Update": "comment note html link",
    "gamestate.Variable": "key definition",
    "players.AdminAct": "act sentence reason link",
    "players.Ascension": "link",
    "players.Bar": "why link lifted_why lifted_link",
    "players.Dynasty": "name theme player_word players_word emperor_word emperors_word",
    "players.Game": "name",
    "players.Introduction": "words html zone",
    "players.Mentorship": "announced farewell",
    "players.Player": "name name_key",
    "players.Reign": "why link",
    "players.RosterEvent": "why link old_name",
    "players.SharedControl": "link",
    "players.WebhookCall": "sentence link facts",
    "players.Webhook": "name",
    "ruleset.Confirmation": "name why",
    "ruleset.LawVersion": "why link name document special_cases",
    "ruleset.Revision": "why link",
    "ruleset.RuleVersion": "title text html",
    "votables.OfficialAct": "words",
    "votables.OfficialPost": "ending outcome done",
    "votables.OfficialResponse": "reason",
    "votables.OfficialType": "name plural mark special_case group open_word ended_word endings body_has post_words"
    " response_text response_words end_words ending_action key",
    "votables.OfficialTypeVersion": "name plural mark special_case group open_word ended_word endings body_has"
    " post_words response_text response_words end_words ending_action why",
    "votables.Resolution": "reason tally consequences",
}
# Names out of a list that the site or the law has, in which nobody writes; or of tables in which nothing is kept.
CODES = {
    "auth.Group": "name",
    "gamestate.SealedOrder": "answer",  # numbers and what a call offers: `test_two_worlds` has another there
    "auth.Permission": "name codename",
    "contenttypes.ContentType": "app_label model",
    "players.NoticeSettings": "choices language pushed",
    "players.Token": "start scopes",
    "players.Webhook": "kinds",
    "players.WebhookCall": "kind",
    "sessions.Session": "session_key session_data",
    "votables.TableImport": "digest seed",
    "votables.Ballot": "cast counts_as",
    "votables.Comment": "icons ignored cast",
    "votables.Draft": "category label amends",
    "votables.Post": "category label amends tally",
    "votables.PostVersion": "category label amends",
}


def texts() -> set[tuple[str, str]]:
    """Every column in which somebody's words could stand, by its model and name."""
    kinds = (models.CharField, models.TextField, models.JSONField, models.BinaryField, models.FileField)
    return {
        (model._meta.label, each.name)
        for model in apps.get_models()
        for each in model._meta.local_concrete_fields
        if isinstance(each, kinds) and not each.choices
    }


def has_a_canary(game: Game, label: str, name: str) -> bool:
    model = apps.get_model(label)
    column = model._meta.get_field(name).column
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT CAST("{column}" AS text) FROM "{model._meta.db_table}"')
        return any(game.canaries.heard_in(text) for (text,) in cursor.fetchall() if text)


def test_every_column_is_open_or_has_a_canary(game: Game):
    named = [
        (label, name) for table in (OPEN, CODES) for label, names in table.items() for name in names.split()
    ]
    assert sorted(named) == sorted(set(named))
    assert set(named) - texts() == set()
    holding = {each for each in texts() if has_a_canary(game, *each)}
    assert texts() - set(named) - holding == set()
    assert holding & set(named) == set()
