"""The addresses of the roster's pages, below /players/."""

from django.urls import path

from players.views import roster

app_name = "players"

urlpatterns = [
    path("", roster.roster, name="roster"),
    path("history/", roster.roster_history, name="roster_history"),
    path("admin-log/", roster.admin_log, name="admin_log"),
]
