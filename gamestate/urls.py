"""The addresses of the tracker's pages that only read; `blognomic.urls` joins them with those that write."""

from django.urls import path

from gamestate.views import dice, log

urlpatterns = [
    # dice/, beside the page on which they are rolled
    path("dice/log/", dice.dice_log, name="dice_log"),
    path("dice/log.csv", dice.dice_csv, name="dice_csv"),
    path("dice/log.json", dice.dice_json, name="dice_json"),
    path("dice/statistics/", dice.dice_statistics, name="dice_statistics"),
    path("dice/check/", dice.dice_check, name="dice_check"),
    path("dice/<int:number>/", dice.roll, name="roll"),
    path("log/<int:pk>/", log.update, name="update"),
]
