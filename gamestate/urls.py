"""The addresses of the tracker's pages; `blognomic.urls` joins them with those on which a post goes with it."""

from django.urls import path

from gamestate.views import (
    actions,
    defining_tables,
    definitions,
    dice,
    disputes,
    log,
    pages,
    people,
    rolling,
    sealing,
    secrets,
    tables,
    update,
    variables,
    writing_pages,
)

urlpatterns = [
    # values
    path("edit/", update.edit, name="edit"),
    path("log/<int:pk>/dispute/", disputes.dispute, name="dispute"),
    path("disputes/<int:pk>/take-back/", disputes.take_back_dispute, name="take_back_dispute"),
    # what is tracked
    path("new-variable/", definitions.define, name="define"),
    path("variables/<int:pk>/change/", definitions.alter, name="alter"),
    path("variables/<int:pk>/retire/", definitions.retire, name="retire"),
    path("variables/<int:pk>/audience/", definitions.audience, name="audience"),
    path("variables/<int:pk>/show/", definitions.show, name="show"),
    path("showings/<int:pk>/stop/", definitions.stop_showing, name="stop_showing"),
    path("new-table/", defining_tables.define_table, name="define_table"),
    path("tables/<slug:key>/change/", defining_tables.alter_table, name="alter_table"),
    path("tables/<slug:key>/retire/", defining_tables.retire_table, name="retire_table"),
    path("tables/<slug:key>/add-rows/", defining_tables.add_rows, name="add_rows"),
    path("rows/<int:pk>/change/", defining_tables.alter_row, name="alter_row"),
    path("rows/<int:pk>/retire/", defining_tables.retire_row, name="retire_row"),
    # pages
    path("new-page/", writing_pages.new_page, name="new_page"),
    path("pages/<slug:key>/edit/", writing_pages.edit_page, name="edit_page"),
    path("pages/<slug:key>/remove/", writing_pages.remove_page, name="remove_page"),
    path("dice/", rolling.dice, name="dice"),
    # /gamestate/secrets/
    path("secrets/", secrets.all_secrets, name="secrets"),
    path("secrets/new/", secrets.new_secret, name="new_secret"),
    path("secrets/check/", secrets.check_hash, name="check_hash"),
    path("secrets/<int:pk>/", secrets.secret, name="secret"),
    path("secrets/<int:pk>/change/", secrets.change_secret, name="change_secret"),
    path("secrets/<int:pk>/hand-over/", secrets.hand_over_secret, name="hand_over_secret"),
    path("secrets/versions/<int:pk>/reveal/", secrets.reveal_secret, name="reveal_secret"),
    # /gamestate/sealed/
    path("sealed/", sealing.sealings, name="sealings"),
    path("sealed/new/", sealing.new_sealing, name="new_sealing"),
    path("sealed/<int:pk>/", sealing.sealing, name="sealing"),
    path("sealed/<int:pk>/hand-in/", sealing.hand_in, name="hand_in"),
    path("sealed/<int:pk>/call-off/", sealing.call_off, name="call_off"),
    # /gamestate/actions/
    path("actions/", actions.actions, name="actions"),
    path("actions/new/", actions.new_action, name="new_action"),
    path("actions/<int:pk>/take/", actions.take_action, name="take_action"),
    path("actions/<int:pk>/retire/", actions.retire_action, name="retire_action"),
    path("actions/takings/<int:pk>/withdraw/", actions.take_back, name="take_back"),
    # what is shown
    path("", tables.values, name="values"),
    path("players.csv", tables.players_csv, name="players_csv"),
    path("players.json", tables.players_json, name="players_json"),
    path("game.csv", tables.game_csv, name="game_csv"),
    path("players/<int:pk>/", people.player, name="player"),
    path("tables/<slug:key>/", tables.table, name="table"),
    path("tables/<slug:key>.csv", tables.table_csv, name="table_csv"),
    path("tables/<slug:key>.json", tables.table_json, name="table_json"),
    path("variables/<int:pk>/", variables.variable, name="variable"),
    path("retired/", variables.retired, name="retired"),
    path("retired/<int:pk>.json", variables.retired_json, name="retired_json"),
    path("retired/<int:pk>/<slug:key>.csv", variables.retired_csv, name="retired_csv"),
    # pages/
    path("pages/", pages.pages, name="pages"),
    path("pages/<slug:key>/", pages.page, name="page"),
    path("pages/<slug:key>/history/", pages.page_history, name="page_history"),
    path("pages/<slug:key>/difference/", pages.page_difference, name="page_difference"),
    # log/
    path("log/", log.log, name="log"),
    path("log.csv", log.log_csv, name="log_csv"),
    path("log.json", log.log_json, name="log_json"),
    # dice/, beside the page on which they are rolled
    path("dice/log/", dice.dice_log, name="dice_log"),
    path("dice/log.csv", dice.dice_csv, name="dice_csv"),
    path("dice/log.json", dice.dice_json, name="dice_json"),
    path("dice/statistics/", dice.dice_statistics, name="dice_statistics"),
    path("dice/check/", dice.dice_check, name="dice_check"),
    path("dice/<int:number>/", dice.roll, name="roll"),
    path("log/<int:pk>/", log.update, name="update"),
]
