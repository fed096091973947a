"""The addresses of the tracker's pages that only read; `blognomic.urls` joins them with those that write."""

from django.urls import path

from gamestate.views import dice, log, pages, people, tables, variables

urlpatterns = [
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
